//! Bitwuzla as a solver, linked into the process.

use candor_bitwuzla_sys::{Answer, Bitwuzla, Node, Pattern};
use candor_term::{ArrayValue, Assignment, Sort, Term, TermPool, Value};

use crate::budget::Meter;
use crate::pattern::{from_digits, from_ieee};
use crate::stack::{AssertionStack, Levels};
use crate::translate::Translation;
use crate::{Budget, Outcome, Reason, Solver};

/// Bitwuzla. Each has its own terms; it stays on the thread that made it.
pub struct BitwuzlaSolver {
    bitwuzla: Bitwuzla,
    translation: Translation,
    assertions: AssertionStack,
    /// What the translation needs to hold, and Bitwuzla forgets when it pops the level where it was told.
    definitions: Levels<Node>,
    /// The assumptions of the last check.
    assumptions: Vec<(Term, Node)>,
    last: Last,
}

/// The last check's answer, as long as one may ask about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Sat,
    Unsat,
}

impl Default for BitwuzlaSolver {
    fn default() -> BitwuzlaSolver {
        BitwuzlaSolver::new()
    }
}

impl BitwuzlaSolver {
    /// A solver without assertions.
    pub fn new() -> BitwuzlaSolver {
        BitwuzlaSolver {
            bitwuzla: Bitwuzla::new(),
            translation: Translation::default(),
            assertions: AssertionStack::new(),
            definitions: Levels::new(),
            assumptions: Vec::new(),
            last: Last::Nothing,
        }
    }

    fn translate(&mut self, pool: &TermPool, term: Term) -> Node {
        let node = self.translation.node(&self.bitwuzla, pool, term);
        let definitions = self.translation.take_definitions();
        self.define(definitions);
        node
    }

    fn define(&mut self, definitions: Vec<Node>) {
        for definition in definitions {
            self.bitwuzla.assert(definition);
            self.definitions.add(definition);
        }
    }

    fn var_value(&mut self, pool: &TermPool, var: Term) -> Option<Value> {
        let node = self.translation.known(var)?;
        Some(read_value(pool.sort(var), self.bitwuzla.value(node)))
    }
}

impl Solver for BitwuzlaSolver {
    fn name(&self) -> String {
        format!("Bitwuzla {}", candor_bitwuzla_sys::version())
    }

    fn reset(&mut self) {
        *self = BitwuzlaSolver::new();
    }

    fn push(&mut self) {
        self.last = Last::Nothing;
        self.bitwuzla.push();
        self.assertions.push_level();
        self.definitions.push_level();
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        self.assertions.pop_level();
        let lost = self.definitions.pop_level();
        self.bitwuzla.pop();
        self.define(lost);
    }

    fn assert(&mut self, pool: &TermPool, term: Term) {
        self.last = Last::Nothing;
        let node = self.translate(pool, term);
        self.bitwuzla.assert(node);
        self.assertions.add(term);
    }

    fn assertions(&self) -> &[Term] {
        self.assertions.items()
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.last = Last::Nothing;
        self.assumptions = assumptions.iter().map(|term| (*term, self.translate(pool, *term))).collect();
        let mut meter = Meter::start(budget);
        if meter.look() {
            return Outcome::Unknown(meter.exceeded().unwrap_or(Reason::Incomplete));
        }
        let nodes: Vec<Node> = self.assumptions.iter().map(|(_, node)| *node).collect();
        match self.bitwuzla.check(&nodes, &mut || meter.step()) {
            Answer::Sat => {
                self.last = Last::Sat;
                Outcome::Sat
            }
            Answer::Unsat => {
                self.last = Last::Unsat;
                Outcome::Unsat
            }
            Answer::Unknown => Outcome::Unknown(meter.exceeded().unwrap_or(Reason::Incomplete)),
        }
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        assert!(self.last == Last::Unsat, "failed assumptions of a check that was not unsat");
        let assumptions = self.assumptions.iter();
        let failed = assumptions.filter(|(_, node)| self.bitwuzla.is_failed(*node));
        failed.map(|(term, _)| *term).collect()
    }

    fn model(&mut self, pool: &TermPool, vars: &[Term]) -> Result<Assignment, Reason> {
        assert!(self.last == Last::Sat, "the model of a check that was not sat");
        let mut model = Assignment::new();
        for var in vars {
            if let Some(value) = self.var_value(pool, *var) {
                model.set(*var, value);
            }
        }
        Ok(model)
    }
}

fn read_value(sort: Sort, pattern: Pattern) -> Value {
    match (sort, pattern) {
        (Sort::Bool, Pattern::Bool(value)) => Value::Bool(value),
        (Sort::Bv(_), Pattern::Digits(digits)) => Value::Bv(from_digits(&digits)),
        (Sort::Float(kind), Pattern::Digits(digits)) => Value::Float(kind, from_ieee(kind, &from_digits(&digits))),
        (Sort::Array { index, .. }, Pattern::Array { default, stores }) => {
            let mut array = ArrayValue::new(index, from_digits(&default));
            for (at, element) in stores.iter().rev() {
                array.set(from_digits(at), from_digits(element));
            }
            Value::Array(array)
        }
        (sort, pattern) => panic!("{pattern:?} as a value of sort {sort}"),
    }
}

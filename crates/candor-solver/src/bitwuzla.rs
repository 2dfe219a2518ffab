//! Bitwuzla as a solver, linked into the process.

use candor_bitwuzla_sys::{Answer, Bitwuzla, Kind, Node, Pattern};
use candor_term::{ArrayValue, Assignment, Sort, Term, TermPool, Value};
use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::pattern::{from_digits, from_ieee};
use crate::stack::{AssertionStack, Levels};
use crate::translate::Translation;
use crate::{Budget, Outcome, Reason, Solver};

/// Bitwuzla. Each has its own terms; it stays on the thread that made it.
pub struct BitwuzlaSolver {
    bitwuzla: Bitwuzla,
    use_: Use,
    translation: Translation,
    assertions: AssertionStack,
    /// What the translation needs to hold, and Bitwuzla forgets when it pops the level where it was told.
    definitions: Levels<Node>,
    /// In incremental use, the boolean that implies a term.
    proxies: FxHashMap<Term, Node>,
    /// The assumptions of the last check.
    assumptions: Vec<(Term, Node)>,
    last: Last,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Single,
    Incremental,
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
        BitwuzlaSolver::for_use(Use::Single)
    }
    /// inc
    pub fn incremental() -> BitwuzlaSolver {
        BitwuzlaSolver::for_use(Use::Incremental)
    }

    fn for_use(use_: Use) -> BitwuzlaSolver {
        BitwuzlaSolver {
            bitwuzla: Bitwuzla::new(),
            use_,
            translation: Translation::default(),
            assertions: AssertionStack::new(),
            definitions: Levels::new(),
            proxies: FxHashMap::default(),
            assumptions: Vec::new(),
            last: Last::Nothing,
        }
    }

    /// A boolean that implies the term, and is assumed in its place.
    fn proxy(&mut self, pool: &TermPool, term: Term) -> Node {
        if let Some(proxy) = self.proxies.get(&term) {
            return *proxy;
        }
        let node = self.translate(pool, term);
        let proxy = self.bitwuzla.variable(self.bitwuzla.bool_sort(), "assume");
        let implies = self.bitwuzla.term(Kind::Implies, &[proxy, node], &[]);
        self.bitwuzla.assert(implies);
        self.proxies.insert(term, proxy);
        proxy
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
        *self = BitwuzlaSolver::for_use(self.use_);
    }

    fn push(&mut self) {
        self.last = Last::Nothing;
        self.assertions.push_level();
        if self.use_ == Use::Single {
            self.bitwuzla.push();
            self.definitions.push_level();
        }
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        self.assertions.pop_level();
        if self.use_ == Use::Single {
            let lost = self.definitions.pop_level();
            self.bitwuzla.pop();
            self.define(lost);
        }
    }

    fn assert(&mut self, pool: &TermPool, term: Term) {
        self.last = Last::Nothing;
        self.assertions.add(term);
        if self.use_ == Use::Single || self.assertions.is_ground() {
            let node = self.translate(pool, term);
            self.bitwuzla.assert(node);
        }
    }

    fn assertions(&self) -> &[Term] {
        self.assertions.items()
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.last = Last::Nothing;
        self.assumptions = match self.use_ {
            Use::Single => assumptions.iter().map(|term| (*term, self.translate(pool, *term))).collect(),
            Use::Incremental => {
                let above = self.assertions.above_ground().to_vec();
                above.iter().chain(assumptions).map(|term| (*term, self.proxy(pool, *term))).collect()
            }
        };
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

//! Bitwuzla as a solver, linked into the process.
//!
//! There are two ways to use it, with different settings. [`BitwuzlaSolver::new`] is for few and hard checks: everything that
//! Bitwuzla can do before it searches is done. [`BitwuzlaSolver::incremental`] is for many checks of terms that grow: a check
//! costs what is new in it, plus the search.
//!
//! In incremental use all that Bitwuzla is ever told stands on its ground level. An assumption, and an assertion on a level of
//! ours, is a new boolean that implies the term (as in Eén, Sörensson, "Temporal Induction by Incremental SAT Solving", 2003),
//! and checks assume those booleans. Bitwuzla forgets what it has worked out about the terms of a level, or of an assumption,
//! when that goes, and works it out again for the next check; on the ground level it never does.
//!
//! Measured with `examples/incremental.rs`: loops of which each round asks whether the loop can end here and whether something bad
//! can happen here, under the condition of the path so far; processor seconds for all rounds:
//!
//! | loop                                     | rounds | incremental | new, assumptions | new, push and pop | new each time      |
//! |------------------------------------------|--------|-------------|------------------|-------------------|--------------------|
//! | table: many terms, easy questions        | 200    | 8.4         | 24.6             | 24.1              |                    |
//! | machine: sums and cases of 32 bits       | 200    | 7.3         | 9.5              | 7.5               | 60.6 for 72 rounds |
//! | product32: multiplications of 32 bits    | 200    | 11.3        | 14.5             | 14.6              | 65.0 for 26 rounds |
//! | product64: multiplications of 64 bits    | 60     | 3.4         | 47.4             | 42.1              |                    |
//! | buffer: an array of bytes                | 200    | 2.4         | 4.4              | 4.7               |                    |
//!
//! What is left is the SAT solver, which gives a value to every gate for each answer "sat". Its own options stay as they are. One run
//! each of 150 rounds of machine and product32: with `ilb` -5 and +6 percent, without `probe` -7 and -1, `chrono` -3 and +15, `rephase`
//! -16 and -11, `walk` +28 and +18, `elim` +58 and +6, `inprocessing` +60 and +13, only in stable mode +18 and +411.
//!
//! A check that is stopped while Bitwuzla is not searching leaves it in the middle of something. It is thrown away then, and a new
//! one is told everything again at the next check.

use candor_bitwuzla_sys::{Answer, Bitwuzla, Kind, Node, Pattern, Purpose};
use candor_term::{ArrayValue, Assignment, Sort, Term, TermPool, Value, ieee_to_pattern};
use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::pattern::from_digits;
use crate::stack::{AssertionStack, Levels};
use crate::translate::Translation;
use crate::{Budget, Outcome, Reason, Solver};

/// Bitwuzla. Each has its own terms; it stays on the thread that made it.
pub struct BitwuzlaSolver {
    purpose: Purpose,
    assertions: AssertionStack,
    session: Session,
    /// Whether the session has been told all assertions. If not, it has been told nothing.
    is_told: bool,
    /// The assumptions of the last check.
    assumptions: Vec<(Term, Node)>,
    last: Last,
}

/// A Bitwuzla, and what it has been told.
struct Session {
    bitwuzla: Bitwuzla,
    translation: Translation,
    /// What the translation needs to hold, and Bitwuzla forgets when it pops the level where it was told.
    definitions: Levels<Node>,
    /// In incremental use, the booleans that imply terms.
    proxies: FxHashMap<Term, Node>,
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
    /// A solver without assertions, for few and hard checks.
    pub fn new() -> BitwuzlaSolver {
        BitwuzlaSolver::with_purpose(Purpose::FewChecks)
    }

    /// A solver without assertions, for thousands of checks of terms that grow slowly.
    ///
    /// Assert what holds for good while no level is open, and pass everything else as one or two assumptions: the first check of an
    /// assumption costs the terms that are new in it, and later ones nothing but the search. Levels work, too, but are only a
    /// list of assumptions: to push, assert, check and pop is no faster. Since nothing is preprocessed, a single hard question, of multiplications above all,
    /// can take longer than with [`new`](BitwuzlaSolver::new): try it here with a budget of some steps and then there.
    pub fn incremental() -> BitwuzlaSolver {
        BitwuzlaSolver::with_purpose(Purpose::ManyChecks)
    }

    fn with_purpose(purpose: Purpose) -> BitwuzlaSolver {
        BitwuzlaSolver {
            purpose,
            assertions: AssertionStack::new(),
            session: Session::start(purpose),
            is_told: true,
            assumptions: Vec::new(),
            last: Last::Nothing,
        }
    }

    fn is_incremental(&self) -> bool {
        self.purpose == Purpose::ManyChecks
    }

    /// Tells a new session what is asserted.
    fn tell(&mut self, pool: &TermPool, meter: &mut Meter<'_>) -> Result<(), Reason> {
        if self.is_told {
            return Ok(());
        }
        let n_levels = if self.is_incremental() { 1 } else { usize::MAX };
        for (level, terms) in self.assertions.by_level().take(n_levels).enumerate() {
            if level > 0 {
                self.session.push();
            }
            for term in terms {
                self.session.assert(pool, *term, meter)?;
            }
        }
        self.is_told = true;
        Ok(())
    }

    fn try_check(&mut self, pool: &TermPool, assumptions: &[Term], meter: &mut Meter<'_>) -> Result<Answer, Reason> {
        if meter.look() {
            return Err(reason(meter));
        }
        self.tell(pool, meter)?;
        self.assumptions.clear();
        if self.is_incremental() {
            for term in self.assertions.above_ground() {
                self.assumptions.push((*term, self.session.proxy(pool, *term, meter)?));
            }
        }
        for term in assumptions {
            let node = if self.is_incremental() {
                self.session.proxy(pool, *term, meter)?
            } else {
                self.session.translate(pool, *term, meter)?
            };
            self.assumptions.push((*term, node));
        }
        let nodes: Vec<Node> = self.assumptions.iter().map(|(_, node)| *node).collect();
        // Those of levels come first, and are not the caller's assumptions.
        self.assumptions.drain(..nodes.len() - assumptions.len());
        Ok(self.session.bitwuzla.check(&nodes, &mut || meter.step()))
    }

    /// Starts again with a Bitwuzla that has been told nothing so far.
    fn restart(&mut self) {
        self.session = Session::start(self.purpose);
        self.is_told = false;
    }

    fn var_value(&mut self, pool: &TermPool, var: Term) -> Result<Option<Value>, Reason> {
        let Some(node) = self.session.translation.known(var) else { return Ok(None) };
        let pattern = self.session.bitwuzla.value(node).ok_or_else(out_of_memory)?;
        Ok(Some(read_value(pool.sort(var), pattern)))
    }
}

impl Session {
    fn start(purpose: Purpose) -> Session {
        Session {
            bitwuzla: Bitwuzla::new(purpose),
            translation: Translation::default(),
            definitions: Levels::new(),
            proxies: FxHashMap::default(),
        }
    }

    fn push(&mut self) {
        self.bitwuzla.push();
        self.definitions.push_level();
    }

    fn pop(&mut self) {
        let lost = self.definitions.pop_level();
        self.bitwuzla.pop();
        self.define(lost);
    }

    fn assert(&mut self, pool: &TermPool, term: Term, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let node = self.translate(pool, term, meter)?;
        self.bitwuzla.assert(node);
        Ok(())
    }

    fn translate(&mut self, pool: &TermPool, term: Term, meter: &mut Meter<'_>) -> Result<Node, Reason> {
        let node = self.translation.node(&self.bitwuzla, pool, term, meter);
        let definitions = self.translation.take_definitions();
        self.define(definitions);
        node.ok_or_else(|| reason(meter))
    }

    fn define(&mut self, definitions: Vec<Node>) {
        for definition in definitions {
            self.bitwuzla.assert(definition);
            self.definitions.add(definition);
        }
    }

    /// A boolean that implies the term, to be assumed in its place.
    fn proxy(&mut self, pool: &TermPool, term: Term, meter: &mut Meter<'_>) -> Result<Node, Reason> {
        if let Some(proxy) = self.proxies.get(&term) {
            return Ok(*proxy);
        }
        let node = self.translate(pool, term, meter)?;
        let proxy = self.translation.new_bool(&self.bitwuzla, "assumed");
        let implies = self.bitwuzla.term(Kind::Implies, &[proxy, node], &[]);
        self.bitwuzla.assert(implies);
        self.proxies.insert(term, proxy);
        Ok(proxy)
    }
}

impl Solver for BitwuzlaSolver {
    fn name(&self) -> String {
        format!("Bitwuzla {}", candor_bitwuzla_sys::version())
    }

    fn reset(&mut self) {
        *self = BitwuzlaSolver::with_purpose(self.purpose);
    }

    fn push(&mut self) {
        self.last = Last::Nothing;
        self.assertions.push_level();
        if self.is_told && !self.is_incremental() {
            self.session.push();
        }
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        self.assertions.pop_level();
        if self.is_told && !self.is_incremental() {
            self.session.pop();
        }
    }

    fn assert(&mut self, pool: &TermPool, term: Term) {
        self.last = Last::Nothing;
        self.assertions.add(term);
        let is_for_checks = self.is_incremental() && !self.assertions.is_ground();
        if self.is_told && !is_for_checks {
            let unlimited = Budget::unlimited();
            let told = self.session.assert(pool, term, &mut Meter::start(&unlimited));
            told.expect("nothing stops this");
        }
    }

    fn assertions(&self) -> &[Term] {
        self.assertions.items()
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.last = Last::Nothing;
        let mut meter = Meter::start(budget);
        match self.try_check(pool, assumptions, &mut meter) {
            Ok(Answer::Sat) => {
                self.last = Last::Sat;
                Outcome::Sat
            }
            Ok(Answer::Unsat) => {
                self.last = Last::Unsat;
                Outcome::Unsat
            }
            Ok(Answer::Unknown) => Outcome::Unknown(reason(&meter)),
            Ok(Answer::Abandoned) => {
                self.restart();
                Outcome::Unknown(reason(&meter))
            }
            Ok(Answer::OutOfMemory) => {
                self.restart();
                Outcome::Unknown(out_of_memory())
            }
            Err(reason) => {
                if !self.is_told {
                    // It may have been told a part.
                    self.restart();
                }
                Outcome::Unknown(reason)
            }
        }
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        assert!(self.last == Last::Unsat, "failed assumptions of a check that was not unsat");
        let assumptions = self.assumptions.iter();
        let failed = assumptions.filter(|(_, node)| self.session.bitwuzla.is_failed(*node));
        failed.map(|(term, _)| *term).collect()
    }

    fn model(&mut self, pool: &TermPool, vars: &[Term]) -> Result<Assignment, Reason> {
        assert!(self.last == Last::Sat, "the model of a check that was not sat");
        let mut model = Assignment::new();
        for var in vars {
            if let Some(value) = self.var_value(pool, *var)? {
                model.set(*var, value);
            }
        }
        Ok(model)
    }
}

/// Why a check was stopped; if it was not, Bitwuzla gave up.
fn reason(meter: &Meter<'_>) -> Reason {
    meter.exceeded().unwrap_or(Reason::Incomplete)
}

fn out_of_memory() -> Reason {
    Reason::Failed("out of memory".to_owned())
}

fn read_value(sort: Sort, pattern: Pattern) -> Value {
    match (sort, pattern) {
        (Sort::Bool, Pattern::Bool(value)) => Value::Bool(value),
        (Sort::Bv(_), Pattern::Digits(digits)) => Value::Bv(from_digits(&digits)),
        (Sort::Float(kind), Pattern::Digits(digits)) => {
            Value::Float(kind, ieee_to_pattern(kind, &from_digits(&digits)))
        }
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

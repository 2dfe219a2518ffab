//! Two solvers as one: a quick one that keeps what it has learnt, and one that starts afresh when the quick one is stuck.

use std::time::Duration;

use candor_term::{Assignment, Term, TermPool};

use crate::{BitwuzlaSolver, Budget, Outcome, Reason, Solver};

/// How long the quick solver may think before the other is asked.
const QUICK_TIME: Duration = Duration::from_secs(2);

/// Bitwuzla twice: for many checks, and for the few that turn out to be hard.
pub struct Escalating {
    quick: BitwuzlaSolver,
    hard: BitwuzlaSolver,
    /// Whether the last answer is the hard solver's.
    is_hard: bool,
}

impl Default for Escalating {
    fn default() -> Escalating {
        Escalating::new()
    }
}

impl Escalating {
    /// A solver without assertions.
    pub fn new() -> Escalating {
        Escalating { quick: BitwuzlaSolver::incremental(), hard: BitwuzlaSolver::new(), is_hard: false }
    }

    fn last(&mut self) -> &mut BitwuzlaSolver {
        if self.is_hard { &mut self.hard } else { &mut self.quick }
    }
}

impl Solver for Escalating {
    fn name(&self) -> String {
        self.quick.name()
    }

    fn reset(&mut self) {
        *self = Escalating::new();
    }

    fn push(&mut self) {
        self.quick.push();
    }

    fn pop(&mut self) {
        self.quick.pop();
    }

    fn assert(&mut self, pool: &TermPool, term: Term) {
        self.quick.assert(pool, term);
    }

    fn assertions(&self) -> &[Term] {
        self.quick.assertions()
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.is_hard = false;
        let time = budget.time.map_or(QUICK_TIME, |time| time.min(QUICK_TIME));
        let quick = Budget { time: Some(time), ..budget.clone() };
        let outcome = self.quick.check(pool, assumptions, &quick);
        let rest = budget.time.map(|time| time.saturating_sub(QUICK_TIME));
        if !matches!(outcome, Outcome::Unknown(Reason::Time)) || rest == Some(Duration::ZERO) {
            return outcome;
        }
        self.is_hard = true;
        self.hard.reset();
        for term in self.quick.assertions() {
            self.hard.assert(pool, *term);
        }
        self.hard.check(pool, assumptions, &Budget { time: rest, ..budget.clone() })
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        self.last().failed_assumptions()
    }

    fn model(&mut self, pool: &TermPool, vars: &[Term]) -> Result<Assignment, Reason> {
        self.last().model(pool, vars)
    }
}

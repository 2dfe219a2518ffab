//! What the solver says of paths.

use std::time::Duration;

use candor_context_symbolic::Path;
use candor_engine::{Limits, Options};
use candor_solver::{BitwuzlaSolver, Budget, Caching, Outcome, Solver};
use candor_term::{Term, TermPool};

/// How many steps the solver may take to find out whether a way can be taken.
const REACH_STEPS: u64 = 2_000;
/// How long it may take for something that one can do without.
const SHORT: Duration = Duration::from_millis(300);

/// A solver, and how long it may take.
pub(crate) struct Judge {
    solver: Box<dyn Solver>,
    pub(crate) limits: Limits,
    pub(crate) n_queries: u64,
}

impl Judge {
    pub(crate) fn new(options: &Options) -> Judge {
        let solver: Box<dyn Solver> = match options.solver.smtlib() {
            Some(solver) => Box::new(Caching::new(solver)),
            None => Box::new(Caching::new(BitwuzlaSolver::incremental())),
        };
        Judge { solver, limits: Limits::new(options), n_queries: 0 }
    }

    /// False only if no execution takes the path.
    pub(crate) fn is_possible(&mut self, pool: &TermPool, path: &Path) -> bool {
        let budget = Budget { n_steps: Some(REACH_STEPS), ..self.limits.budget(None) };
        self.ask(pool, &path.facts(), &budget) != Outcome::Unsat
    }

    /// Whether a fact holds wherever a path does, for all that the solver knows.
    pub(crate) fn holds(&mut self, pool: &mut TermPool, path: &Path, fact: Term) -> bool {
        let budget = self.limits.budget(None);
        self.holds_within(pool, path, fact, &budget)
    }

    /// The same, for who can do without.
    pub(crate) fn holds_soon(&mut self, pool: &mut TermPool, path: &Path, fact: Term) -> bool {
        let budget = self.limits.budget(Some(SHORT));
        self.holds_within(pool, path, fact, &budget)
    }

    fn holds_within(&mut self, pool: &mut TermPool, path: &Path, fact: Term, budget: &Budget) -> bool {
        if path.knows(pool, fact) == Some(true) {
            return true;
        }
        let mut facts = path.facts();
        facts.push(pool.not(fact));
        self.ask(pool, &facts, budget) == Outcome::Unsat
    }

    fn ask(&mut self, pool: &TermPool, facts: &[Term], budget: &Budget) -> Outcome {
        self.n_queries += 1;
        self.solver.check(pool, facts, budget)
    }
}

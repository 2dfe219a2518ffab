//! The solver, asked whether states can be there and claims can fail.

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::{Limits, Options};
use candor_solver::{Caching, Escalating, Outcome, Solver};
use candor_term::{Assignment, Term, free_vars};

use crate::data::Answer;

pub(crate) struct Oracle {
    solver: Box<dyn Solver>,
    n_facts: usize,
    pub(crate) n_queries: u64,
    /// It was not known whether some path can be taken.
    pub(crate) unsure: bool,
}

impl Oracle {
    pub(crate) fn new(options: &Options) -> Oracle {
        let solver: Box<dyn Solver> = match options.solver.smtlib() {
            Some(solver) => Box::new(solver),
            None => Box::new(Caching::new(Escalating::new())),
        };
        Oracle { solver, n_facts: 0, n_queries: 0, unsure: false }
    }

    /// Values for which the term holds.
    pub(crate) fn ask(&mut self, cx: &SymbolicContext, term: Term, limits: &Limits) -> Answer<Assignment> {
        match cx.pool.const_bool(term) {
            Some(true) if cx.facts.is_empty() => return Answer::Yes(Assignment::new()),
            Some(false) => return Answer::No,
            _ => {}
        }
        for fact in &cx.facts[self.n_facts..] {
            self.solver.assert(&cx.pool, *fact);
        }
        self.n_facts = cx.facts.len();
        self.n_queries += 1;
        match self.solver.check(&cx.pool, &[term], &limits.budget(None)) {
            Outcome::Unsat => Answer::No,
            Outcome::Unknown(reason) => Answer::Unknown(reason.to_string()),
            Outcome::Sat => {
                let mut roots = cx.facts.clone();
                roots.push(term);
                let vars = free_vars(&cx.pool, &roots);
                match self.solver.model(&cx.pool, &vars) {
                    Ok(model) => Answer::Yes(model),
                    Err(reason) => Answer::Unknown(reason.to_string()),
                }
            }
        }
    }

    /// Whether some execution may take the path; yes if nobody knows.
    pub(crate) fn may_be(&mut self, cx: &SymbolicContext, path: &Path, limits: &Limits) -> bool {
        let condition = path.condition();
        if cx.pool.const_bool(condition) == Some(true) {
            return true;
        }
        match self.ask(cx, condition, limits) {
            Answer::No => false,
            Answer::Yes(_) => true,
            Answer::Unknown(_) => {
                self.unsure = true;
                true
            }
        }
    }
}

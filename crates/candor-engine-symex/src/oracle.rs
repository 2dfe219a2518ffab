//! The questions that paths ask, and the chain that answers them: what the walker's own execution shows, then only the constraints
//! that have to do with the question, then the cache, then the solver.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::{Limits, Options};
use candor_solver::{BitwuzlaSolver, Budget, Caching, Outcome, Reason, Solver};
use candor_term::{SupportCache, Term, TermPool, relevant_to};

use crate::model::Model;

/// How many steps the solver may take to find out whether a way can be taken; if it does not know, the walker goes on without an
/// execution of its own.
const REACH_STEPS: u64 = 20_000;

/// Which questions are how important.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// It does no harm not to know.
    Some,
    /// Without an answer a result is unknown.
    All,
}

/// What is known about a condition at the end of a path.
#[derive(Debug)]
pub(crate) enum Answer {
    /// This execution takes the path, and the condition holds in it.
    Possible(Model),
    Impossible,
    Unknown(Reason),
}

/// The solver chain.
pub(crate) struct Oracle {
    solver: Box<dyn Solver>,
    supports: SupportCache,
    /// Where queries are written.
    folder: Option<PathBuf>,
    /// The first query that could not be written, and why.
    pub(crate) unwritten: Option<String>,
    pub(crate) n_queries: u64,
    pub(crate) time: Duration,
}

impl Oracle {
    pub(crate) fn new(options: &Options) -> Oracle {
        let solver: Box<dyn Solver> = match options.solver.smtlib() {
            Some(solver) => Box::new(Caching::new(solver)),
            None => Box::new(Caching::new(BitwuzlaSolver::incremental())),
        };
        Oracle {
            solver,
            supports: SupportCache::new(),
            folder: options.smt2.clone(),
            unwritten: None,
            n_queries: 0,
            time: Duration::ZERO,
        }
    }

    /// Whether a condition can hold where these facts do. `model` is an execution in which the facts hold, if one is known.
    pub(crate) fn ask(
        &mut self,
        cx: &SymbolicContext,
        limits: &Limits,
        effort: Effort,
        facts: &[Term],
        model: Option<&Model>,
        condition: Term,
    ) -> Answer {
        let pool = &cx.pool;
        if condition == Term::FALSE {
            return Answer::Impossible;
        }
        if let Some(model) = model
            && model.holds(pool, condition)
        {
            return Answer::Possible(model.clone());
        }
        // Facts that hold in an execution can hold; those that share no variable with the condition go on doing so.
        let mut constraints = match model {
            Some(_) => relevant_to(pool, &mut self.supports, facts, condition),
            None => facts.to_vec(),
        };
        constraints.push(condition);
        let budget = limits.budget(None);
        let budget = match effort {
            Effort::Some => Budget { n_steps: Some(REACH_STEPS), ..budget },
            Effort::All => budget,
        };
        self.n_queries += 1;
        self.write_query(pool, &constraints);
        let before = limits.elapsed();
        let outcome = self.solver.check(pool, &constraints, &budget);
        self.time += limits.elapsed() - before;
        match outcome {
            Outcome::Unsat => Answer::Impossible,
            Outcome::Unknown(reason) => Answer::Unknown(reason),
            Outcome::Sat => {
                let vars = self.vars_of(cx, &constraints);
                match self.solver.model(pool, &vars) {
                    Ok(values) => {
                        let base = model.cloned().unwrap_or_else(Model::zero);
                        Answer::Possible(base.with(pool, &vars, &values))
                    }
                    Err(reason) => Answer::Unknown(reason),
                }
            }
        }
    }

    /// Writes the query that is about to be asked to a file of its own.
    fn write_query(&mut self, pool: &TermPool, constraints: &[Term]) {
        let Some(folder) = &self.folder else { return };
        let path = folder.join(format!("{:06}.smt2", self.n_queries));
        if let Err(error) = fs::write(&path, self.solver.dump(pool, constraints)) {
            self.unwritten.get_or_insert_with(|| format!("{}: {error}", path.display()));
        }
    }

    fn vars_of(&mut self, cx: &SymbolicContext, terms: &[Term]) -> Vec<Term> {
        let mut vars: Vec<Term> = Vec::new();
        for term in terms {
            vars.extend(self.supports.support(&cx.pool, *term).iter());
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }
}

//! Putting claims to the solver.

use std::time::Duration;

use candor_context_symbolic::{Claim, Path, SymbolicContext};
use candor_evidence::{Counterexample, Settled};
use candor_solver::{BitwuzlaSolver, Outcome, Solver};
use candor_term::{Assignment, Evaluation, Term, TermPool, free_vars};

use crate::limits::Limits;

/// How long the solver may think about whether a state can be reached at all; if it does not know, the state goes on.
const REACH_TIME: Duration = Duration::from_secs(5);

/// The solver and what it was asked.
pub(crate) struct Settler {
    solver: Box<dyn Solver>,
    pub(crate) n_queries: u64,
    pub(crate) time: Duration,
}

/// What became of a set of claims.
pub(crate) enum Answer {
    /// None can fail.
    AllHold,
    /// This one fails first in the execution that the assignment describes.
    Fails(usize, Assignment),
    Unknown(String),
}

impl Settler {
    pub(crate) fn new() -> Settler {
        Settler { solver: Box::new(BitwuzlaSolver::new()), n_queries: 0, time: Duration::ZERO }
    }

    fn check(&mut self, pool: &TermPool, term: Term, limits: &Limits, at_most: Option<Duration>) -> Outcome {
        if let Some(known) = pool.const_bool(term) {
            return if known { Outcome::Sat } else { Outcome::Unsat };
        }
        self.n_queries += 1;
        let before = limits.elapsed();
        let outcome = self.solver.check(pool, &[term], &limits.budget(at_most));
        self.time += limits.elapsed() - before;
        outcome
    }

    /// Whether some execution may take the path; yes if nobody knows.
    pub(crate) fn may_be_reached(&mut self, cx: &SymbolicContext, path: &Path, limits: &Limits) -> bool {
        self.check(&cx.pool, path.condition(), limits, Some(REACH_TIME)) != Outcome::Unsat
    }

    /// Whether some execution takes the path.
    pub(crate) fn is_reached(&mut self, cx: &SymbolicContext, path: &Path, limits: &Limits) -> Outcome {
        self.check(&cx.pool, path.condition(), limits, None)
    }

    /// Whether any of the claims can fail.
    pub(crate) fn ask(&mut self, cx: &mut SymbolicContext, claims: &[usize], limits: &Limits) -> Answer {
        let mut failures = Vec::with_capacity(claims.len());
        for &idx in claims {
            failures.push(failure(cx, idx));
        }
        let any = cx.pool.or_all(failures.iter().copied());
        match self.check(&cx.pool, any, limits, None) {
            Outcome::Unsat => Answer::AllHold,
            Outcome::Unknown(reason) => Answer::Unknown(reason.to_string()),
            Outcome::Sat => {
                let model = match cx.pool.const_bool(any) {
                    Some(_) => Ok(Assignment::new()),
                    None => self.solver.model(&cx.pool, &free_vars(&cx.pool, &[any])),
                };
                let model = match model {
                    Ok(model) => model,
                    Err(reason) => return Answer::Unknown(reason.to_string()),
                };
                let mut evaluation = Evaluation::new(&cx.pool, &model);
                // Claims are in the order in which an execution makes them: the first that fails is where it ends.
                let first = claims.iter().zip(&failures).find(|(_, failure)| evaluation.holds(**failure));
                match first {
                    Some((&idx, _)) => Answer::Fails(idx, model),
                    None => Answer::Unknown("the solver's model does not satisfy the query".to_owned()),
                }
            }
        }
    }
}

/// When a claim fails.
fn failure(cx: &mut SymbolicContext, idx: usize) -> Term {
    let Claim { path, ok, .. } = &cx.claims[idx];
    let (reached, ok) = (path.condition(), *ok);
    let wrong = cx.pool.not(ok);
    cx.pool.and(reached, wrong)
}

/// What the execution that an assignment describes chose, up to a claim that fails in it.
pub(crate) fn counterexample(cx: &SymbolicContext, idx: usize, model: &Assignment) -> Counterexample {
    let claim = &cx.claims[idx];
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let mut choices = Vec::new();
    for chosen in &cx.choices {
        if evaluation.holds(chosen.path.condition()) {
            choices.push(Settled { kind: chosen.kind, value: evaluation.value(chosen.value).as_bits() });
        }
    }
    Counterexample { check: claim.check, position: claim.position.clone(), choices }
}

//! Putting claims to the solver.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use candor_context_symbolic::{Claim, ClaimKind, Path, SymbolicContext, chosen_bits};
use candor_evidence::{Counterexample, Settled};
use candor_solver::{Budget, Caching, Escalating, Outcome, Reason, Solver};
use candor_term::{Assignment, Evaluation, Term, TermPool, free_vars};
use rustc_hash::FxHashSet;

use candor_engine::Limits;
use candor_engine::Options;

/// How many steps the solver may take to find out whether a state can be reached at all; if it does not know, the state goes on.
const REACH_STEPS: u64 = 5000;

/// The solver and what it was asked.
pub struct Settler {
    solver: Box<dyn Solver>,
    /// Where queries are written.
    folder: Option<PathBuf>,
    /// The first query that could not be written, and why.
    pub unwritten: Option<String>,
    /// How many of the context's facts the solver knows.
    n_facts: usize,
    /// Terms that hold in no execution, as some answers have shown.
    refuted: FxHashSet<Term>,
    pub n_queries: u64,
    pub time: Duration,
}

/// What became of a set of claims.
pub enum Answer {
    /// None can fail.
    AllHold,
    /// This one fails first in the execution that the assignment describes.
    Fails(usize, Assignment),
    Unknown(Reason),
}

impl Settler {
    pub fn new(options: &Options) -> Settler {
        let solver: Box<dyn Solver> = match options.solver.smtlib() {
            Some(solver) => Box::new(Caching::keeping(solver)),
            None => Box::new(Caching::keeping(Escalating::new())),
        };
        Settler {
            solver,
            folder: options.smt2.clone(),
            unwritten: None,
            n_facts: 0,
            refuted: FxHashSet::default(),
            n_queries: 0,
            time: Duration::ZERO,
        }
    }

    /// A settler that knows nothing of the terms of this one.
    pub fn start_again(&self, options: &Options) -> Settler {
        let Settler { n_queries, time, ref unwritten, .. } = *self;
        Settler { n_queries, time, unwritten: unwritten.clone(), ..Settler::new(options) }
    }

    fn check(&mut self, cx: &SymbolicContext, term: Term, limits: &Limits, budget: &Budget) -> Outcome {
        let pool = &cx.pool;
        if let Some(known) = pool.const_bool(term) {
            return if known { Outcome::Sat } else { Outcome::Unsat };
        }
        for fact in &cx.facts[self.n_facts..] {
            self.solver.assert(pool, *fact);
        }
        self.n_facts = cx.facts.len();
        self.n_queries += 1;
        self.write_query(pool, term);
        let before = limits.elapsed();
        let outcome = self.solver.check(pool, &[term], budget);
        self.time += limits.elapsed() - before;
        outcome
    }

    /// Writes the query that is about to be asked to a file of its own.
    fn write_query(&mut self, pool: &TermPool, term: Term) {
        let Some(folder) = &self.folder else { return };
        let path = folder.join(format!("{:06}.smt2", self.n_queries));
        if let Err(error) = fs::write(&path, self.solver.dump(pool, &[term])) {
            self.unwritten.get_or_insert_with(|| format!("{}: {error}", path.display()));
        }
    }

    /// Values for which the term holds; `None` if there are none.
    pub fn satisfy(
        &mut self,
        cx: &SymbolicContext,
        term: Term,
        limits: &Limits,
        at_most: Option<Duration>,
    ) -> Result<Option<Assignment>, Reason> {
        match self.check(cx, term, limits, &limits.budget(at_most)) {
            Outcome::Unsat => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
            Outcome::Sat if cx.pool.const_bool(term).is_some() => Ok(Some(Assignment::new())),
            Outcome::Sat => {
                let mut roots = cx.facts.clone();
                roots.push(term);
                let vars = free_vars(&cx.pool, &roots);
                self.solver.model(&cx.pool, &vars).map(Some)
            }
        }
    }

    /// Whether some execution may take the path; yes if nobody knows.
    pub fn may_be_reached(&mut self, cx: &SymbolicContext, path: &Path, limits: &Limits) -> bool {
        let budget = Budget { n_steps: Some(REACH_STEPS), ..limits.budget(None) };
        self.check(cx, path.condition(), limits, &budget) != Outcome::Unsat
    }

    /// Whether some execution takes the path.
    pub fn is_reached(&mut self, cx: &SymbolicContext, path: &Path, limits: &Limits) -> Outcome {
        self.check(cx, path.condition(), limits, &limits.budget(None))
    }

    /// Whether it is known that no execution takes a path with this condition: where a claim stands that can only fail, and does
    /// not, that was the question.
    pub fn is_refuted(&self, condition: Term) -> bool {
        self.refuted.contains(&condition)
    }

    /// Whether any of the claims can fail.
    pub fn ask(
        &mut self,
        cx: &mut SymbolicContext,
        claims: &[usize],
        limits: &Limits,
        at_most: Option<Duration>,
    ) -> Answer {
        let mut failures = Vec::with_capacity(claims.len());
        for &idx in claims {
            failures.push(failure(cx, idx));
        }
        let any = cx.pool.or_all(failures.iter().copied());
        let model = match self.satisfy(cx, any, limits, at_most) {
            Ok(None) => {
                self.refuted.extend(failures);
                return Answer::AllHold;
            }
            Ok(Some(model)) => model,
            Err(reason) => return Answer::Unknown(reason),
        };
        let mut evaluation = Evaluation::new(&cx.pool, &model);
        // Claims are in the order in which an execution makes them: the first that fails is where it ends.
        let first = claims.iter().zip(&failures).find(|(_, failure)| evaluation.holds(**failure));
        match first {
            Some((&idx, _)) => Answer::Fails(idx, model),
            None => Answer::Unknown(Reason::Failed(
                "replay mismatch: the solver's model does not satisfy the query".to_owned(),
            )),
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
pub fn counterexample(cx: &SymbolicContext, idx: usize, model: &Assignment) -> Counterexample {
    let claim = &cx.claims[idx];
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let mut choices = Vec::new();
    for chosen in &cx.choices {
        if evaluation.holds(chosen.path.condition()) {
            choices.push(Settled { kind: chosen.kind, value: chosen_bits(&evaluation.value(chosen.value)) });
        }
    }
    Counterexample { check: claim.check, position: claim.position.clone(), choices, cycle: None }
}

/// The claims that fail before this one in the execution that an assignment describes. There are some only where executions go on
/// behind a fault.
pub fn failed_before(cx: &mut SymbolicContext, idx: usize, model: &Assignment) -> Vec<usize> {
    let failures: Vec<Term> = (0..idx).map(|before| failure(cx, before)).collect();
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let fails = |before: &usize| cx.claims[*before].kind == ClaimKind::Checked && evaluation.holds(failures[*before]);
    (0..idx).filter(fails).collect()
}

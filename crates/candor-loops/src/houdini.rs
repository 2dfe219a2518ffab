//! Which of many candidates hold in every round of every loop, and whenever functions return that call themselves.
//!
//! After Houdini (Flanagan and Leino, FME 2001): all are taken for granted together, those that some entry or round does not keep are
//! thrown away, and that again until all are kept. What is left holds in every round, by induction. The rounds are those that a run
//! has recorded, so that the program is not run again.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Evaluation, Term};

use crate::elements::Elements;
use crate::system::System;

/// How long the solver may think about all candidates together, and about one.
const TOGETHER: Duration = Duration::from_secs(5);
const ALONE: Duration = Duration::from_millis(300);

/// What a candidate is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// What holds whenever a round begins at this start.
    Start(usize),
    /// What holds of the parameters and the result of a function whenever this activation returns.
    Result(usize),
}

/// Something that may hold whenever a round begins, or whenever a function returns.
#[derive(Debug)]
struct Candidate {
    about: About,
    given: Term,
    /// What it says, of every index that is used.
    holds: Term,
    /// When it does not where the loop is entered, and at the end of a round or where the function returns.
    at_entry: Term,
    in_round: Term,
}

impl Candidate {
    /// When it fails though the candidates hold. Where a loop is entered nothing may be taken for granted of the loop itself, nor of what
    /// comes behind it: of a contradiction everything would follow.
    fn fails(&self, cx: &mut SymbolicContext, assumed: &Assumed) -> Term {
        let at_entry = match self.about {
            About::Start(start) => cx.pool.and(self.at_entry, assumed.before[start]),
            About::Result(_) => Term::FALSE,
        };
        let in_round = cx.pool.and(self.in_round, assumed.all);
        cx.pool.or(at_entry, in_round)
    }
}

/// What is taken for granted.
struct Assumed {
    /// For each start, of those before it. What is known of results is about calls that have returned: of others nothing follows.
    before: Vec<Term>,
    all: Term,
}

impl Assumed {
    fn new(cx: &mut SymbolicContext, system: &System, open: &[Candidate]) -> Assumed {
        let of_results = open.iter().filter(|candidate| matches!(candidate.about, About::Result(_)));
        let all = assumption(cx, system, of_results.map(|candidate| (candidate.about, candidate.holds)));
        let mut assumed = Assumed { before: Vec::new(), all };
        for start in (0..system.starts.len()).map(About::Start) {
            assumed.before.push(assumed.all);
            let of_start = open.iter().filter(|candidate| candidate.about == start);
            let facts = assumption(cx, system, of_start.map(|candidate| (start, candidate.holds)));
            assumed.all = cx.pool.and(assumed.all, facts);
        }
        assumed
    }
}

/// What holds whenever a round begins or a function returns, of these candidates. What is said of elements is given back as it was
/// proposed, of the distinguished index.
pub(crate) fn kept(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    candidates: Vec<(About, Vec<Term>)>,
    elements: &Elements,
) -> Vec<(About, Term)> {
    let mut open: Vec<Candidate> = Vec::new();
    for (about, terms) in candidates {
        match about {
            About::Start(start) => open.extend(with_obligations(cx, system, start, terms, elements)),
            About::Result(activation) => open.extend(of_results(cx, system, activation, &terms)),
        }
    }
    let is_sure = loop {
        if open.is_empty() || limits.exceeded().is_some() {
            open.clear();
            break true;
        }
        let assumed = Assumed::new(cx, system, &open);
        let fails: Vec<Term> = open.iter().map(|candidate| candidate.fails(cx, &assumed)).collect();
        let any = cx.pool.or_all(fails.iter().copied());
        match settler.satisfy(cx, any, limits, Some(TOGETHER)) {
            Ok(None) => break true,
            Ok(Some(model)) => {
                let mut evaluation = Evaluation::new(&cx.pool, &model);
                let n_open = open.len();
                let mut fails = fails.into_iter();
                open.retain(|_| !fails.next().is_some_and(|fails| evaluation.holds(fails)));
                if open.len() == n_open {
                    break false;
                }
            }
            Err(_) => break false,
        }
    };
    if !is_sure {
        one_by_one(cx, settler, limits, system, &mut open);
    }
    open.into_iter().map(|candidate| (candidate.about, candidate.given)).collect()
}

/// Where the solver is not sure of all together: those that it is sure of alone, until all that are left are.
fn one_by_one(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    open: &mut Vec<Candidate>,
) {
    loop {
        let assumed = Assumed::new(cx, system, open);
        let n_open = open.len();
        open.retain(|candidate| {
            if limits.exceeded().is_some() {
                return false;
            }
            let wrong = candidate.fails(cx, &assumed);
            matches!(settler.satisfy(cx, wrong, limits, Some(ALONE)), Ok(None))
        });
        if open.len() == n_open || open.is_empty() {
            return;
        }
    }
}

/// That these hold: where a path has come by a start, what holds there; of calls that have returned, what holds of results.
pub(crate) fn assumption(
    cx: &mut SymbolicContext,
    system: &System,
    facts: impl IntoIterator<Item = (About, Term)>,
) -> Term {
    let mut all = Vec::new();
    for (about, holds) in facts {
        match about {
            About::Start(start) => {
                let reached = system.starts[start].path.condition();
                all.push(cx.pool.implies(reached, holds));
            }
            About::Result(activation) => {
                let activation = &system.activations[activation];
                for call in &activation.calls {
                    let said = activation.at_call(cx, &system.starts[activation.start], call, &[holds]);
                    all.extend(said.into_iter().map(|said| cx.pool.implies(call.returned, said)));
                }
            }
        }
    }
    cx.pool.and_all(all)
}

/// The candidates about the results of an activation: each must hold wherever it returns.
fn of_results(cx: &mut SymbolicContext, system: &System, idx: usize, terms: &[Term]) -> Vec<Candidate> {
    let activation = &system.activations[idx];
    let mut wrong: Vec<Vec<Term>> = vec![Vec::new(); terms.len()];
    for returned in &activation.returns {
        let said = activation.at_return(cx, returned, terms);
        for (wrong, said) in wrong.iter_mut().zip(said) {
            let not = cx.pool.not(said);
            wrong.push(cx.pool.and(returned.path.condition(), not));
        }
    }
    let candidate = |(&holds, wrong): (&Term, Vec<Term>)| {
        let in_round = cx.pool.or_all(wrong);
        Candidate { about: About::Result(idx), given: holds, holds, at_entry: Term::FALSE, in_round }
    };
    terms.iter().zip(wrong).map(candidate).collect()
}

/// The candidates of a start with all that they have to hold for.
fn with_obligations(
    cx: &mut SymbolicContext,
    system: &System,
    start: usize,
    terms: Vec<Term>,
    elements: &Elements,
) -> Vec<Candidate> {
    let of_start = &system.starts[start];
    let entered = of_start.at_entry(cx, &terms);
    let rounds: Vec<(Term, Vec<Term>)> =
        system.rounds_of(start).map(|round| (round.path.condition(), round.after(cx, of_start, &terms))).collect();
    let fails = |cx: &mut SymbolicContext, condition: Term, holds: Term| {
        let not = cx.pool.not(holds);
        cx.pool.and(condition, not)
    };
    let mut candidates = Vec::new();
    for (idx, &holds) in terms.iter().enumerate() {
        let at_entry = fails(cx, of_start.entry.condition(), entered[idx]);
        let in_rounds: Vec<Term> = rounds.iter().map(|(condition, after)| fails(cx, *condition, after[idx])).collect();
        let (about, in_round) = (About::Start(start), cx.pool.or_all(in_rounds));
        candidates.push(Candidate { about, given: holds, holds: elements.instances(cx, holds), at_entry, in_round });
    }
    candidates
}

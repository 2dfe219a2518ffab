//! Loops that end because something becomes smaller with every round.
//!
//! Numbers of a program have finitely many values, so a measure that becomes smaller in every round of a loop, in arithmetic that is
//! wide enough not to wrap, cannot do so for ever: no bound has to be shown. Measures are found in layers. Among many candidates those
//! are kept that no round makes larger; what is left to show is about the rounds that leave all of these as they are, and for them
//! other candidates may do. When no such round is left, the sums of the layers decrease lexicographically.

use std::collections::VecDeque;
use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Evaluation, Op, Sort, Term, post_order};

use crate::measure::{Effort, Measure, measures};
use crate::relaxed::is_impossible;
use crate::system::{Round, RoundStart, System};

/// How long the solver may think about all candidates together, and about one.
const TOGETHER: Duration = Duration::from_secs(5);
const ALONE: Duration = Duration::from_millis(300);
/// How long it may think about whether a round is left.
const LEFT: Duration = Duration::from_secs(10);
/// Solver time for whether one measure decreases in all rounds, and after how many unknown answers to give up.
const BRIEF: Duration = Duration::from_millis(300);
const MOST_UNKNOWN: usize = 2;
/// Layers at most, and conditions by which rounds are told apart.
const MAX_LAYERS: usize = 6;
const MOST_CASES: usize = 6;

/// A candidate and what it is at the end of each round, both in the same number of bits and signed.
struct Candidate {
    measure: Measure,
    next: Vec<Term>,
}

/// Why a loop ends: sums of measures, compared lexicographically.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// What does not change and tells this case apart.
    pub(crate) when: Option<Term>,
    pub(crate) layers: Vec<Vec<Measure>>,
}

/// One measure that every round makes smaller, if there is an obvious one: most loops have it, and it takes few questions.
pub(crate) fn obvious(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
) -> Option<Ranking> {
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let measures = measures(cx, of_start, &rounds, Effort::Few);
    let values: Vec<Term> = measures.iter().map(|measure| measure.value).collect();
    let after: Vec<Vec<Term>> = rounds.iter().map(|round| round.after(cx, of_start, &values)).collect();
    // The conditions of the round alone are mostly enough, and easier for the solver than the whole path condition.
    let own = |cx: &mut SymbolicContext, round: &Round| cx.pool.and_all(round.path.facts_since(of_start.path.depth()));
    let own: Vec<Term> = rounds.iter().map(|round| own(cx, round)).collect();
    let all: Vec<Term> = rounds.iter().map(|round| round.path.condition()).collect();
    for conditions in [own, all] {
        let mut open: VecDeque<(Measure, Term)> = VecDeque::new();
        for (idx, &measure) in measures.iter().enumerate() {
            let mut not_smaller = Vec::new();
            for (&condition, after) in conditions.iter().zip(&after) {
                let is_kept = cx.pool.sle(measure.value, after[idx]);
                not_smaller.push(cx.pool.and(condition, is_kept));
            }
            open.push_back((measure, cx.pool.or_all(not_smaller)));
        }
        if let Some(measure) = always_smaller(cx, settler, limits, open) {
            return Some(Ranking { when: None, layers: vec![vec![measure]] });
        }
    }
    None
}

/// The first measure whose formula (some round does not make it smaller) is unsatisfiable.
fn always_smaller(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    mut open: VecDeque<(Measure, Term)>,
) -> Option<Measure> {
    let mut n_unknown = 0;
    while let Some((measure, fails)) = open.pop_front() {
        match settler.satisfy(cx, fails, limits, Some(BRIEF)) {
            Ok(None) => return Some(measure),
            Ok(Some(model)) => {
                let mut evaluation = Evaluation::new(&cx.pool, &model);
                open.retain(|(_, fails)| !evaluation.holds(*fails));
            }
            Err(_) => n_unknown += 1,
        }
        if n_unknown == MOST_UNKNOWN {
            return None;
        }
    }
    None
}

/// A ranking for the rounds that begin at a start; `None` if none was found. Where the rounds differ by what does not change while they
/// go on, each case may have its own: then there is one for each.
pub(crate) fn rank(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
) -> Option<Vec<Ranking>> {
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let left: Vec<Term> = rounds.iter().map(|round| round.path.condition()).collect();
    for effort in [Effort::Few, Effort::All] {
        if let Some(ranking) = rank_case(cx, settler, limits, system, start, &left, effort) {
            return Some(vec![ranking]);
        }
    }
    for case in cases(cx, &system.starts[start], &rounds) {
        let not = cx.pool.not(case);
        let mut found = Vec::new();
        for case in [case, not] {
            let left: Vec<Term> = left.iter().map(|&round| cx.pool.and(round, case)).collect();
            let ranking = rank_case(cx, settler, limits, system, start, &left, Effort::All);
            found.extend(ranking.map(|ranking| Ranking { when: Some(case), ..ranking }));
        }
        if found.len() == 2 {
            return Some(found);
        }
    }
    None
}

/// Whether the rounds that begin at a start come to an end by these rankings, which somebody else has found.
pub(crate) fn is_ranked_by(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    rankings: &[Ranking],
) -> bool {
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let (known, older) = (of_start.state_variables(cx), of_start.older(cx));
    let mut impossible = |cx: &SymbolicContext, any: Term| matches!(settler.satisfy(cx, any, limits, None), Ok(None));
    let mut other = Term::TRUE;
    for Ranking { when, layers } in rankings {
        let when = when.unwrap_or(Term::TRUE);
        if cx.pool.sort(when) != Sort::Bool || !of_start.knows(cx, &older, when) {
            return false;
        }
        let not = cx.pool.not(when);
        other = cx.pool.and(other, not);
        let mut left: Vec<Term> = rounds.iter().map(|round| cx.pool.and(round.path.condition(), when)).collect();
        for layer in layers {
            let values: Vec<Term> = layer.iter().map(|measure| measure.value).collect();
            let is_number = |value: &Term| matches!(cx.pool.sort(*value), Sort::Bv(_));
            if !values.iter().all(|value| is_number(value) && of_start.knows(cx, &known, *value)) {
                return false;
            }
            let (mut larger, mut same) = (Vec::new(), Vec::new());
            for (round, left) in rounds.iter().zip(&left) {
                let after = round.after(cx, of_start, &values);
                let mut all_same = *left;
                for (value, next) in values.iter().zip(after) {
                    let grows = cx.pool.slt(*value, next);
                    larger.push(cx.pool.and(*left, grows));
                    let stays = cx.pool.eq(*value, next);
                    all_same = cx.pool.and(all_same, stays);
                }
                same.push(all_same);
            }
            let any = cx.pool.or_all(larger);
            if !impossible(cx, any) {
                return false;
            }
            left = same;
        }
        let any = cx.pool.or_all(left);
        if !impossible(cx, any) {
            return false;
        }
    }
    let any = cx.pool.or_all(rounds.iter().map(|round| round.path.condition()));
    let any = cx.pool.and(any, other);
    impossible(cx, any)
}

/// Conditions that do not change while a loop goes round, and on which its rounds depend.
fn cases(cx: &SymbolicContext, start: &RoundStart, rounds: &[&Round]) -> Vec<Term> {
    let older = start.older(cx);
    let mut roots: Vec<Term> = rounds.iter().flat_map(|round| round.path.facts_since(start.path.depth())).collect();
    roots.extend(rounds.iter().flat_map(|round| round.next.iter().copied()));
    let is_fixed =
        |term: &Term| cx.pool.sort(*term) == Sort::Bool && !cx.pool.is_const(*term) && start.knows(cx, &older, *term);
    let chosen = post_order(&cx.pool, &roots).into_iter().filter(|term| cx.pool.op(*term) == Op::Ite);
    let mut found: Vec<Term> = chosen.map(|term| cx.pool.args(term)[0]).filter(is_fixed).collect();
    found.dedup();
    found.truncate(MOST_CASES);
    found
}

/// A ranking for those of the rounds that are left.
fn rank_case(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    left: &[Term],
    effort: Effort,
) -> Option<Ranking> {
    let mut left = left.to_vec();
    let mut ranking = Ranking { when: None, layers: Vec::new() };
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let measures = measures(cx, of_start, &rounds, effort);
    let terms: Vec<Term> = measures.iter().map(|measure| measure.value).collect();
    let after: Vec<Vec<Term>> = rounds.iter().map(|round| round.after(cx, of_start, &terms)).collect();
    let with_next = |(idx, measure)| Candidate { measure, next: after.iter().map(|terms| terms[idx]).collect() };
    let mut candidates: Vec<Candidate> = measures.into_iter().enumerate().map(with_next).collect();
    loop {
        let any = cx.pool.or_all(left.iter().copied());
        if is_impossible(cx, settler, limits, any) || settler.satisfy(cx, any, limits, Some(LEFT)).ok()?.is_none() {
            return Some(ranking);
        }
        if ranking.layers.len() == MAX_LAYERS || limits.exceeded().is_some() {
            return None;
        }
        let (layer, rest) = never_larger(cx, settler, limits, &left, candidates);
        if layer.is_empty() {
            return None;
        }
        let before = left.clone();
        for (idx, round) in left.iter_mut().enumerate() {
            for candidate in &layer {
                let same = cx.pool.eq(candidate.measure.value, candidate.next[idx]);
                *round = cx.pool.and(*round, same);
            }
        }
        // If all rounds that there were are left, the layer says nothing.
        let mut gone = Vec::new();
        for (&before, &now) in before.iter().zip(&left) {
            let is_gone = cx.pool.not(now);
            gone.push(cx.pool.and(before, is_gone));
        }
        let any = cx.pool.or_all(gone);
        settler.satisfy(cx, any, limits, Some(LEFT)).ok()??;
        candidates = rest;
        ranking.layers.push(layer.into_iter().map(|candidate| candidate.measure).collect());
    }
}

/// Those candidates that no round that is left makes larger, and the rest.
fn never_larger(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    left: &[Term],
    candidates: Vec<Candidate>,
) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut kept: Vec<(Candidate, Term)> = Vec::new();
    for candidate in candidates {
        let larger: Vec<Term> = left
            .iter()
            .zip(&candidate.next)
            .map(|(&round, &next)| {
                let is_larger = cx.pool.slt(candidate.measure.value, next);
                cx.pool.and(round, is_larger)
            })
            .collect();
        kept.push((candidate, cx.pool.or_all(larger)));
    }
    let mut rest = Vec::new();
    while !kept.is_empty() {
        let any = cx.pool.or_all(kept.iter().map(|(_, larger)| *larger));
        let Ok(answer) = settler.satisfy(cx, any, limits, Some(TOGETHER)) else { break };
        let Some(model) = answer else {
            return (kept.into_iter().map(|(candidate, _)| candidate).collect(), rest);
        };
        let mut evaluation = Evaluation::new(&cx.pool, &model);
        let (wrong, right): (Vec<_>, Vec<_>) = kept.into_iter().partition(|(_, larger)| evaluation.holds(*larger));
        kept = right;
        if wrong.is_empty() {
            break;
        }
        rest.extend(wrong.into_iter().map(|(candidate, _)| candidate));
    }
    // The solver is not sure of all together: one by one.
    let mut sure = Vec::new();
    for (candidate, larger) in kept {
        let never = is_impossible(cx, settler, limits, larger)
            || matches!(settler.satisfy(cx, larger, limits, Some(ALONE)), Ok(None));
        if never { sure.push(candidate) } else { rest.push(candidate) }
    }
    (sure, rest)
}

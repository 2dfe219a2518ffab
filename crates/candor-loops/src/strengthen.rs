//! More that may hold in every round: what the claims, conditions and updates of a loop are made of.
//!
//! Candidates are terms over what a start knows. Comparisons in claims and on paths, in all their directions; what a claim that comes
//! behind a round needs of the round; where a cell is compared with numbers, that it is one of them, and what holds in each case; linear
//! equalities. Which of them hold is found out by `houdini`.

use std::time::Duration;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, post_order};
use rustc_hash::FxHashSet;

use crate::affine::equalities;
use crate::houdini::{assumption, kept};
use crate::system::System;

/// How long the solver may think about whether what was found makes sense.
const GUARD: Duration = Duration::from_secs(5);
/// So many comparisons, control values and candidates for one start.
const MOST_COMPARED: usize = 40;
const MOST_VALUES: usize = 24;
const MOST_CANDIDATES: usize = 1500;

/// Something to be shown: on this path, this holds.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) path: Path,
    pub(crate) ok: Term,
}

/// Finds what holds in every round, and lets the context know. True if there is something.
pub(crate) fn strengthen(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    goals: &[Goal],
) -> bool {
    let mut candidates = Vec::new();
    for start in 0..system.starts.len() {
        let mut terms = proposals(cx, system, start, goals);
        terms.extend(equalities(cx, settler, limits, system, start));
        candidates.push(terms);
    }
    let found = kept(cx, settler, limits, system, candidates);
    let facts =
        found.into_iter().enumerate().flat_map(|(start, terms)| terms.into_iter().map(move |term| (start, term)));
    let facts: Vec<(usize, Term)> = facts.collect();
    if facts.is_empty() || contradict(cx, settler, limits, system, &facts) {
        return false;
    }
    for fact in facts {
        let known = assumption(cx, system, [fact]);
        cx.facts.push(known);
    }
    true
}

/// Whether a loop that can be entered could not be any more if these held. That cannot be of what holds in every round; it would be a
/// mistake of this engine, from which everything would follow.
fn contradict(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    facts: &[(usize, Term)],
) -> bool {
    let known = assumption(cx, system, facts.iter().copied());
    system.starts.iter().any(|start| {
        let entered = start.path.condition();
        let still = cx.pool.and(entered, known);
        let is_entered = matches!(settler.satisfy(cx, entered, limits, Some(GUARD)), Ok(Some(_)));
        is_entered && !matches!(settler.satisfy(cx, still, limits, Some(GUARD)), Ok(Some(_)))
    })
}

/// The facts of a path behind a start; `None` if it has not come by.
fn behind(system: &System, start: usize, path: &Path) -> Option<Vec<Term>> {
    let begun = &system.starts[start].path;
    (begun.common_depth(path) == begun.depth()).then(|| path.facts_since(begun.depth()))
}

/// What may hold at a start.
fn proposals(cx: &mut SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<Term> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let mut terms: Vec<Term> = Vec::new();
    for &Goal { ref path, ok } in goals {
        let Some(facts) = behind(system, start, path) else { continue };
        let reached = cx.pool.and_all(facts.iter().copied());
        let needed = cx.pool.implies(reached, ok);
        terms.extend([ok, needed].into_iter().filter(|term| of_start.knows(cx, &known, *term)));
    }
    let compared = compared(cx, system, start, goals);
    let relations: Vec<Term> = compared.iter().flat_map(|&(a, b)| relations(cx, a, b)).collect();
    terms.extend(relations.iter().copied());
    terms.extend(by_value(cx, system, start, &compared, &relations));
    let mut seen = FxHashSet::default();
    terms.retain(|term| !cx.pool.is_const(*term) && seen.insert(*term));
    terms.truncate(MOST_CANDIDATES);
    terms
}

/// The numbers that a loop and what is to be shown behind it compare, in every direction.
pub(crate) fn comparisons(cx: &mut SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<Term> {
    let compared = compared(cx, system, start, goals);
    compared
        .into_iter()
        .flat_map(|(a, b)| relations(cx, a, b))
        .filter(|term| *term != Term::TRUE && *term != Term::FALSE)
        .collect()
}

/// The two sides of what a loop and what is to be shown behind it compare, as far as the start of a round knows them.
fn compared(cx: &SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<(Term, Term)> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let mut roots: Vec<Term> = Vec::new();
    for Goal { path, ok } in goals {
        roots.extend(behind(system, start, path).into_iter().flatten().chain([*ok]));
    }
    for round in system.rounds_of(start) {
        roots.extend(round.path.facts_since(of_start.path.depth()));
    }
    let mut compared: Vec<(Term, Term)> = Vec::new();
    for term in post_order(&cx.pool, &roots) {
        let &[a, b] = cx.pool.args(term) else { continue };
        let compares = matches!(cx.pool.op(term), Op::Eq | Op::Ult | Op::Slt);
        if compares
            && matches!(cx.pool.sort(a), Sort::Bv(1..=64))
            && !compared.contains(&(a, b))
            && of_start.knows(cx, &known, a)
            && of_start.knows(cx, &known, b)
        {
            compared.push((a, b));
        }
        if compared.len() == MOST_COMPARED {
            break;
        }
    }
    compared
}

/// Two numbers compared in every direction.
fn relations(cx: &mut SymbolicContext, a: Term, b: Term) -> Vec<Term> {
    let pool = &mut cx.pool;
    let equal = pool.eq(a, b);
    let mut found = vec![equal, pool.not(equal)];
    if pool.width(a) > 1 {
        found.extend([pool.slt(a, b), pool.slt(b, a), pool.sle(a, b), pool.sle(b, a)]);
        found.extend([pool.ult(a, b), pool.ult(b, a), pool.ule(a, b), pool.ule(b, a)]);
    }
    found
}

/// For a cell that is compared with numbers and given numbers: that it is one of them, and what else may hold for each.
fn by_value(
    cx: &mut SymbolicContext,
    system: &System,
    start: usize,
    compared: &[(Term, Term)],
    relations: &[Term],
) -> Vec<Term> {
    let of_start = &system.starts[start];
    let mut found = Vec::new();
    for (idx, (_, held)) in of_start.cells.iter().enumerate() {
        let mut values: Vec<Term> = Vec::new();
        let sides = compared.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        values.extend(sides.filter(|(cell, _)| *cell == held.now).map(|(_, number)| number));
        if values.iter().all(|value| !cx.pool.is_const(*value)) {
            continue;
        }
        values.push(held.start);
        for round in system.rounds_of(start) {
            leaves(cx, round.next[idx], &mut values);
        }
        values.retain(|value| cx.pool.is_const(*value));
        values.sort_unstable();
        values.dedup();
        if values.len() < 2 || values.len() > MOST_VALUES {
            continue;
        }
        let cases: Vec<Term> = values.iter().map(|&value| cx.pool.eq(held.now, value)).collect();
        found.push(cx.pool.or_all(cases.iter().copied()));
        for case in cases {
            found.extend(relations.iter().map(|&relation| cx.pool.implies(case, relation)));
        }
    }
    found
}

/// What a choice between terms may come to.
fn leaves(cx: &SymbolicContext, term: Term, into: &mut Vec<Term>) {
    let mut work = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        if !seen.insert(term) || into.len() > 2 * MOST_VALUES {
            continue;
        }
        match (cx.pool.op(term), cx.pool.args(term)) {
            (Op::Ite, &[_, then, other]) => work.extend([then, other]),
            _ => into.push(term),
        }
    }
}

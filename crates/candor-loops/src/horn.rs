//! Invariants from Horn clauses: the rounds of all loops as relations between integers, for Z3's Spacer.
//!
//! Each start has a predicate of what its cells hold and of what does not change. It holds where the loop is entered from the start before,
//! and each round keeps it; where a goal fails it must not hold. What Spacer finds is about integers that do not wrap and leaves out
//! arrays: its formulas are candidates like others, of which `houdini` keeps what holds in bits.

use std::time::Duration;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_its::{Atom, Clause, Clauses, ExpressionKind};
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elements::Elements;
use crate::houdini::kept;
use crate::integers::{Integers, Reading, Readings, in_bits};
use crate::strengthen::{Goal, learn_all};
use crate::system::{Round, System};

/// So many goals are asked about one by one.
const MOST_ASKED: usize = 4;
/// Of so many integers a predicate is, and so large the clauses are together.
const MOST_PARAMETERS: usize = 40;
const MOST_TERMS: usize = 20_000;
/// So many variables a fact about an array has.
const MOST_WITH_ARRAY: usize = 3;
/// So many ways a path stands for.
const MOST_WAYS: usize = 4;

/// What Spacer is asked.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Question {
    wraps: Wraps,
    all_goals: Effort,
    /// For each goal alone, if there is no answer for all of them.
    one_goal: Option<Effort>,
}

impl Question {
    /// Most questions that have an answer have it soon.
    pub(crate) const AT_ONCE: Question = Question {
        wraps: Wraps::Ignored,
        all_goals: Effort { at_most: Duration::from_secs(2), part: 5 },
        one_goal: None,
    };
    pub(crate) const THOROUGH: Question = Question { wraps: Wraps::Ignored, all_goals: LONG, one_goal: Some(SHORT) };
    pub(crate) const WITHOUT_WRAPS: Question = Question { wraps: Wraps::Excluded, ..Question::THOROUGH };
}

const LONG: Effort = Effort { at_most: Duration::from_secs(10), part: 3 };
const SHORT: Effort = Effort { at_most: Duration::from_secs(2), part: 8 };

/// How long a question may take; no more than this part of the time that is left.
#[derive(Copy, Clone, Debug)]
struct Effort {
    at_most: Duration,
    part: u32,
}

/// What is asked about numbers that wrap around.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wraps {
    /// They are taken not to.
    Ignored,
    /// That they do not is a goal as well.
    Excluded,
}

/// Finds what holds in every round for the sake of goals, and lets the context know. True if there is something.
pub(crate) fn strengthen_by_clauses(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    goals: &[Goal],
    question: Question,
) -> bool {
    if system.starts.is_empty() || goals.is_empty() {
        return false;
    }
    let Question { wraps, all_goals, one_goal } = question;
    let mut found = candidates(cx, limits, system, goals, wraps, all_goals);
    if let Some(effort) = one_goal.filter(|_| found.is_none() && goals.len() > 1) {
        let each = goals.iter().take(MOST_ASKED);
        let each = each.filter_map(|goal| candidates(cx, limits, system, std::slice::from_ref(goal), wraps, effort));
        found = each.reduce(|mut all, more| {
            all.iter_mut().zip(more).for_each(|(terms, more)| terms.extend(more));
            all
        });
    }
    let Some(found) = found else { return false };
    let found = kept(cx, settler, limits, system, found, &Elements::default());
    learn_all(cx, settler, limits, system, found)
}

/// From one start, or the beginning, to another one or to a failure.
#[derive(Debug)]
struct Step<'a> {
    from: Option<usize>,
    /// What holds on the way, and what is known of the start that it comes from.
    facts: Vec<Term>,
    known: Vec<Term>,
    /// Conditions that are decided by where it comes from.
    decided: FxHashMap<Term, Term>,
    to: To<'a>,
}

impl Step<'_> {
    /// Terms of the start that it goes to, or what fails, in terms of the one that it comes from.
    fn ends(&self, cx: &mut SymbolicContext, system: &System, terms: &[Term]) -> Vec<Term> {
        let found = match self.to {
            To::Entry(start) => system.starts[start].at_entry(cx, terms),
            To::Next(start, round) => round.after(cx, &system.starts[start], terms),
            To::Failure(fails) => vec![fails],
        };
        substitute(&mut cx.pool, &found, &self.decided)
    }
}

/// Where a step goes to.
#[derive(Copy, Clone, Debug)]
enum To<'a> {
    /// A loop is entered.
    Entry(usize),
    /// A round of this start is over.
    Next(usize, &'a Round),
    /// A goal fails if this holds.
    Failure(Term),
}

impl To<'_> {
    fn start(self) -> Option<usize> {
        match self {
            To::Entry(start) | To::Next(start, _) => Some(start),
            To::Failure(_) => None,
        }
    }
}

/// What may hold at each start, if Spacer finds what excludes that goals fail.
fn candidates(
    cx: &mut SymbolicContext,
    limits: &Limits,
    system: &System,
    goals: &[Goal],
    wraps: Wraps,
    effort: Effort,
) -> Option<Vec<Vec<Term>>> {
    let mut steps = Vec::new();
    for (idx, start) in system.starts.iter().enumerate() {
        steps.extend(ways(cx, system, &start.entry, idx, To::Entry(idx)));
        for round in system.rounds_of(idx) {
            steps.extend(ways(cx, system, &round.path, system.starts.len(), To::Next(idx, round)));
        }
    }
    for Goal { path, ok } in goals {
        let fails = cx.pool.not(*ok);
        steps.extend(ways(cx, system, path, system.starts.len(), To::Failure(fails)));
    }
    let parameters = parameters(cx, system, &mut steps);
    if parameters.iter().any(|terms| terms.len() > MOST_PARAMETERS) {
        return None;
    }
    let of_start = |start: Option<usize>| start.map(|start| parameters[start].as_slice()).unwrap_or_default();
    let ends: Vec<Vec<Term>> = steps.iter().map(|step| step.ends(cx, system, of_start(step.to.start()))).collect();
    let mut roots: Vec<Term> = steps.iter().flat_map(|step| step.facts.iter().copied()).collect();
    let mut alike = Vec::new();
    for (step, ends) in steps.iter().zip(&ends) {
        roots.extend(ends);
        alike.extend(of_start(step.to.start()).iter().copied().zip(ends.iter().copied()));
    }
    if post_order(&cx.pool, &roots).len() > MOST_TERMS {
        return None;
    }
    let time = limits.left().map_or(effort.at_most, |left| effort.at_most.min(left / effort.part));
    let readings = Readings::new(&cx.pool, &roots, &alike);
    let mut integers = Integers::new(&cx.pool, &readings);
    let mut clauses = Clauses { arities: parameters.iter().map(Vec::len).collect(), clauses: Vec::new() };
    for (step, ends) in steps.iter().zip(&ends) {
        let body = step.from.map(|from| Atom {
            predicate: from,
            arguments: parameters[from].iter().map(|&term| integers.expression(term)).collect(),
        });
        let mut all: Vec<_> = step.facts.iter().map(|&fact| integers.expression(fact)).collect();
        let head = match step.to {
            To::Entry(start) | To::Next(start, _) => {
                let arguments = ends.iter().zip(&parameters[start]);
                let arguments =
                    arguments.map(|(&next, &now)| integers.as_read(next, readings.of(&cx.pool, now))).collect();
                Some(Atom { predicate: start, arguments })
            }
            To::Failure(_) => {
                all.extend(ends.iter().map(|&fails| integers.expression(fails)));
                None
            }
        };
        let mut mentioned = all.clone();
        mentioned.extend(body.iter().chain(&head).flat_map(|atom| atom.arguments.iter().copied()));
        let same = integers.same_elements(&mentioned);
        mentioned.extend(&same);
        all.extend(same);
        all.extend(integers.ranges(&mentioned));
        let condition = integers.made.and(all.clone());
        if let (Wraps::Excluded, Some(head)) = (wraps, &head) {
            let now = parameters[head.predicate].iter().copied();
            let within = integers.within(now.zip(head.arguments.iter().copied()));
            let beyond = integers.made.not(within);
            all.push(beyond);
            let condition = integers.made.and(all);
            clauses.clauses.push(Clause { body: body.clone(), condition, head: None });
        }
        clauses.clauses.push(Clause { body, condition, head });
    }
    let mut made = integers.made;
    let formulas = clauses.solve(&mut made, time)?;
    let mut found = Vec::new();
    for (formula, terms) in formulas.into_iter().zip(&parameters) {
        let variables: Vec<(Term, Reading)> = terms.iter().map(|&term| (term, readings.of(&cx.pool, term))).collect();
        let mut conjuncts = Vec::new();
        let mut work = vec![formula];
        while let Some(part) = work.pop() {
            match made.kind(part) {
                ExpressionKind::And(parts) => work.extend(parts),
                _ => conjuncts.extend(in_bits(&mut cx.pool, &made, part, &variables)),
            }
        }
        conjuncts.retain(|term| !cx.pool.is_const(*term));
        found.push(conjuncts);
    }
    Some(found)
}

/// The ways that a path stands for: behind each start that it may have come by last, of the first so many.
fn ways<'a>(cx: &mut SymbolicContext, system: &System, path: &Path, n_starts: usize, to: To<'a>) -> Vec<Step<'a>> {
    let last = last_start(system, path, n_starts);
    let since = |from: Option<usize>| from.map_or(0, |from| system.starts[from].path.common_depth(path));
    let mut mentioned = path.facts_since(since(last));
    match to {
        To::Entry(start) => mentioned.extend(system.starts[start].cells.iter().map(|(_, held)| held.start)),
        To::Next(_, round) => mentioned.extend(&round.next),
        To::Failure(fails) => mentioned.push(fails),
    }
    let mentioned: FxHashSet<Term> = free_vars(&cx.pool, &mentioned).into_iter().collect();
    let is_mentioned =
        |start: &usize| system.starts[*start].cells.iter().any(|(_, held)| mentioned.contains(&held.now));
    // Where paths have met, the start may have been on one of them.
    let maybe: Vec<usize> = (last.map_or(0, |last| last + 1)..n_starts).filter(is_mentioned).collect();
    let mut found = Vec::new();
    let mut not_later = Vec::new();
    let froms = maybe.iter().rev().take(MOST_WAYS).map(|start| Some(*start)).chain([last]);
    for from in froms {
        let mut facts = path.facts_since(since(from));
        facts.extend(&not_later);
        let mut known = Vec::new();
        let mut decided = FxHashMap::default();
        if let Some(from) = from {
            let start = &system.starts[from];
            known = start.path.facts();
            decided.extend(known.iter().map(|&fact| decision(cx, fact)));
            facts = substitute(&mut cx.pool, &facts, &decided);
            known.extend(start.facts.iter().copied());
            if Some(from) != last {
                not_later.push(cx.pool.not(start.path.condition()));
            }
        }
        found.push(Step { from, facts, known, decided, to });
    }
    found
}

/// What a fact decides, and how.
fn decision(cx: &SymbolicContext, fact: Term) -> (Term, Term) {
    match (cx.pool.op(fact), cx.pool.args(fact)) {
        (Op::Not, &[not]) => (not, Term::FALSE),
        _ => (fact, Term::TRUE),
    }
}

/// The last start that a path has come by for sure, of the first so many.
fn last_start(system: &System, path: &Path, n_starts: usize) -> Option<usize> {
    let is_on = |start: &usize| system.starts[*start].path.common_depth(path) == system.starts[*start].path.depth();
    (0..n_starts).filter(is_on).max_by_key(|start| (system.starts[*start].path.depth(), *start))
}

/// What each predicate is of: the numbers that matter behind its start. Leaves out facts that do not matter.
fn parameters(cx: &mut SymbolicContext, system: &System, steps: &mut [Step<'_>]) -> Vec<Vec<Term>> {
    let variables: Vec<FxHashSet<Term>> = system.starts.iter().map(|start| start.variables(cx)).collect();
    let mut needed: Vec<FxHashSet<Term>> = vec![FxHashSet::default(); system.starts.len()];
    let ends = |cx: &mut SymbolicContext, step: &Step<'_>, needed: &[FxHashSet<Term>]| {
        let of_start = step.to.start().map(|start| needed[start].iter().copied().collect()).unwrap_or_default();
        let of_start: Vec<Term> = of_start;
        step.ends(cx, system, &of_start)
    };
    loop {
        let mut is_new = false;
        for step in &*steps {
            let mut terms = ends(cx, step, &needed);
            terms.extend(decisive(cx, step, &terms));
            let Some(from) = step.from else { continue };
            terms.extend(of_arrays(cx, step, &needed[from]));
            let found = free_vars(&cx.pool, &terms).into_iter().filter(|var| variables[from].contains(var));
            let n_needed = needed[from].len();
            needed[from].extend(found);
            is_new |= needed[from].len() > n_needed;
        }
        if !is_new {
            break;
        }
    }
    for step in steps {
        let terms = ends(cx, step, &needed);
        step.facts = decisive(cx, step, &terms);
        if let Some(from) = step.from {
            step.known.retain(|&fact| free_vars(&cx.pool, &[fact]).iter().all(|var| needed[from].contains(var)));
            step.facts.append(&mut step.known);
        }
    }
    let is_number = |term: &Term| matches!(cx.pool.sort(*term), Sort::Bv(1..=64));
    let sorted = |needed: FxHashSet<Term>| {
        let mut terms: Vec<Term> = needed.into_iter().filter(is_number).collect();
        terms.sort_unstable();
        terms
    };
    needed.into_iter().map(sorted).collect()
}

/// What is known of single elements of arrays that matter.
fn of_arrays(cx: &SymbolicContext, step: &Step<'_>, needed: &FxHashSet<Term>) -> Vec<Term> {
    let is_array = |var: &Term| matches!(cx.pool.sort(*var), Sort::Array { .. });
    let is_about = |fact: &Term| {
        let vars = free_vars(&cx.pool, &[*fact]);
        vars.len() <= MOST_WITH_ARRAY && vars.iter().any(|var| is_array(var) && needed.contains(var))
    };
    step.known.iter().copied().filter(is_about).collect()
}

/// The facts of a step on which these terms depend, or whether a goal fails.
fn decisive(cx: &SymbolicContext, step: &Step<'_>, terms: &[Term]) -> Vec<Term> {
    if let To::Failure(_) = step.to {
        return step.facts.clone();
    }
    let mut relevant: FxHashSet<Term> = free_vars(&cx.pool, terms).into_iter().collect();
    let mut open: Vec<(Term, Vec<Term>)> =
        step.facts.iter().map(|&fact| (fact, free_vars(&cx.pool, &[fact]))).collect();
    let mut found = Vec::new();
    loop {
        let n_found = found.len();
        open.retain(|(fact, vars)| {
            let matters = vars.iter().any(|var| relevant.contains(var));
            if matters {
                found.push(*fact);
                relevant.extend(vars);
            }
            !matters
        });
        if found.len() == n_found {
            return found;
        }
    }
}

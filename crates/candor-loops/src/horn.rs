//! Invariants from Horn clauses: the rounds of all loops as relations between integers, for Z3's Spacer.
//!
//! Each start has a predicate of what its cells hold and of what does not change. It holds where the loop is entered from the start before,
//! and each round keeps it; where a goal fails it must not hold. Each activation of a function that calls itself has another one, of its parameters
//! and its result: it holds wherever the function returns, if it holds of the calls within. What Spacer finds is about integers that do not wrap and leaves out
//! arrays: its formulas are candidates like others, of which `houdini` keeps what holds in bits.

use std::time::Duration;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_its::{Atom, Clause, Clauses, ExpressionKind};
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elements::Elements;
use crate::houdini::{About, kept};
use crate::integers::{Integers, Reading, Readings, equal_with_wraps, in_bits};
use crate::strengthen::{Goal, learn_all};
use crate::system::{Return, Round, System};

/// So many goals are asked about one by one.
const MOST_ASKED: usize = 4;
/// Of so many integers a predicate is, and so large the clauses are together.
const MOST_PARAMETERS: usize = 40;
const MOST_TERMS: usize = 20_000;
/// So many variables a fact about an array has.
const MOST_WITH_ARRAY: usize = 3;
/// So many ways a path stands for, and so many calls that may or may not have returned on it.
const MOST_WAYS: usize = 4;
const MOST_CALLS: usize = 4;

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
            all.extend(more);
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
    /// Conditions that are decided by where it comes from, and which calls have returned on the way.
    decided: FxHashMap<Term, Term>,
    /// These calls have: their activations, and what the predicates of these are about.
    calls: Vec<(usize, Vec<Term>)>,
    to: To<'a>,
}

impl Step<'_> {
    /// Terms of the start that it goes to, or what fails, in terms of the one that it comes from.
    fn ends(&self, cx: &mut SymbolicContext, system: &System, terms: &[Term]) -> Vec<Term> {
        let found = match self.to {
            To::Entry(start) => system.starts[start].at_entry(cx, terms),
            To::Next(start, round) => round.after(cx, &system.starts[start], terms),
            To::Return(activation, returned) => system.activations[activation].at_return(cx, returned, terms),
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
    /// This activation returns.
    Return(usize, &'a Return),
    /// A goal fails if this holds.
    Failure(Term),
}

impl To<'_> {
    fn is_same(self, other: To<'_>) -> bool {
        match (self, other) {
            (To::Entry(a), To::Entry(b)) => a == b,
            (To::Next(_, a), To::Next(_, b)) => std::ptr::eq(a, b),
            (To::Return(_, a), To::Return(_, b)) => std::ptr::eq(a, b),
            (To::Failure(a), To::Failure(b)) => a == b,
            (To::Entry(_) | To::Next(..) | To::Return(..) | To::Failure(_), _) => false,
        }
    }

    /// The predicate that holds there: those of starts come first.
    fn predicate(self, system: &System) -> Option<usize> {
        match self {
            To::Entry(start) | To::Next(start, _) => Some(start),
            To::Return(activation, _) => Some(of_activation(system, activation)),
            To::Failure(_) => None,
        }
    }
}

fn of_activation(system: &System, activation: usize) -> usize {
    system.starts.len() + activation
}

/// What may hold at each start and of each result, if Spacer finds what excludes that goals fail.
fn candidates(
    cx: &mut SymbolicContext,
    limits: &Limits,
    system: &System,
    goals: &[Goal],
    wraps: Wraps,
    effort: Effort,
) -> Option<Vec<(About, Vec<Term>)>> {
    let mut steps = Vec::new();
    for (idx, start) in system.starts.iter().enumerate() {
        steps.extend(ways(cx, system, &start.entry, idx, To::Entry(idx)));
        for round in system.rounds_of(idx) {
            steps.extend(ways(cx, system, &round.path, system.starts.len(), To::Next(idx, round)));
        }
    }
    for (idx, activation) in system.activations.iter().enumerate().filter(|(_, of)| of.result.is_some()) {
        for returned in &activation.returns {
            steps.extend(ways(cx, system, &returned.path, system.starts.len(), To::Return(idx, returned)));
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
    let of_target = |to: To<'_>| to.predicate(system).map(|of| parameters[of].as_slice()).unwrap_or_default();
    let ends: Vec<Vec<Term>> = steps.iter().map(|step| step.ends(cx, system, of_target(step.to))).collect();
    let (steps, ends) = without_implied(steps, ends);
    let mut roots: Vec<Term> = steps.iter().flat_map(|step| step.facts.iter().copied()).collect();
    let mut alike = Vec::new();
    for (step, ends) in steps.iter().zip(&ends) {
        roots.extend(ends);
        alike.extend(of_target(step.to).iter().copied().zip(ends.iter().copied()));
        for (activation, of_call) in &step.calls {
            roots.extend(of_call);
            alike.extend(parameters[of_activation(system, *activation)].iter().copied().zip(of_call.iter().copied()));
        }
    }
    if post_order(&cx.pool, &roots).len() > MOST_TERMS {
        return None;
    }
    let time = limits.left().map_or(effort.at_most, |left| effort.at_most.min(left / effort.part));
    let readings = Readings::new(&cx.pool, &roots, &alike);
    let mut integers = Integers::new(&cx.pool, &readings);
    let mut clauses = Clauses { arities: parameters.iter().map(Vec::len).collect(), clauses: Vec::new() };
    for (step, ends) in steps.iter().zip(&ends) {
        let mut atom = |predicate: usize, terms: &[Term]| {
            let arguments = terms.iter().zip(&parameters[predicate]);
            let arguments = arguments.map(|(&term, &of)| integers.as_read(term, readings.of(&cx.pool, of))).collect();
            Atom { predicate, arguments }
        };
        let mut body: Vec<Atom> = step.from.map(|from| atom(from, &parameters[from])).into_iter().collect();
        body.extend(step.calls.iter().map(|(activation, terms)| atom(of_activation(system, *activation), terms)));
        let head = step.to.predicate(system).map(|predicate| atom(predicate, ends));
        let mut all: Vec<_> = step.facts.iter().map(|&fact| integers.expression(fact)).collect();
        if let To::Failure(_) = step.to {
            all.extend(ends.iter().map(|&fails| integers.expression(fails)));
        }
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
    let starts = (0..system.starts.len()).map(About::Start);
    let abouts = starts.chain((0..system.activations.len()).map(About::Result));
    for (about, (formula, terms)) in abouts.zip(formulas.into_iter().zip(&parameters)) {
        let variables: Vec<(Term, Reading)> = terms.iter().map(|&term| (term, readings.of(&cx.pool, term))).collect();
        let mut conjuncts = Vec::new();
        let mut work = vec![formula];
        while let Some(part) = work.pop() {
            match made.kind(part) {
                ExpressionKind::And(parts) => work.extend(parts),
                _ => {
                    conjuncts.extend(in_bits(&mut cx.pool, &made, part, &variables));
                    conjuncts.extend(equal_with_wraps(&mut cx.pool, &made, part, &variables));
                }
            }
        }
        conjuncts.retain(|term| !cx.pool.is_const(*term));
        found.push((about, conjuncts));
    }
    Some(found)
}

/// Without steps that say no more than others which rely on fewer calls.
fn without_implied<'a>(steps: Vec<Step<'a>>, ends: Vec<Vec<Term>>) -> (Vec<Step<'a>>, Vec<Vec<Term>>) {
    let both: Vec<(Step<'a>, Vec<Term>)> = steps.into_iter().zip(ends).collect();
    let is_implied = |(step, ends): &(Step<'a>, Vec<Term>)| {
        both.iter().any(|(other, other_ends)| {
            other.from == step.from
                && other.to.is_same(step.to)
                && other_ends == ends
                && other.calls.len() < step.calls.len()
                && other.calls.iter().all(|call| step.calls.contains(call))
                && other.facts.iter().all(|fact| *fact == Term::TRUE || step.facts.contains(fact))
        })
    };
    let implied: Vec<bool> = both.iter().map(is_implied).collect();
    both.into_iter().zip(implied).filter(|(_, implied)| !implied).map(|(step, _)| step).unzip()
}

/// The ways that a path stands for: behind each start that it may have come by last, of the first so many.
fn ways<'a>(cx: &mut SymbolicContext, system: &System, path: &Path, n_starts: usize, to: To<'a>) -> Vec<Step<'a>> {
    let last = last_start(system, path, n_starts);
    let since = |from: Option<usize>| from.map_or(0, |from| system.starts[from].path.common_depth(path));
    let mut mentioned = path.facts_since(since(last));
    match to {
        To::Entry(start) => mentioned.extend(system.starts[start].cells.iter().map(|(_, held)| held.start)),
        To::Next(_, round) => mentioned.extend(&round.next),
        To::Return(_, returned) => mentioned.push(returned.result),
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
        let step = Step { from, facts, known, decided, calls: Vec::new(), to };
        found.extend(by_calls(cx, system, step, &mentioned));
    }
    found
}

/// A step for each choice of calls that have returned on the way.
fn by_calls<'a>(
    cx: &mut SymbolicContext,
    system: &System,
    step: Step<'a>,
    mentioned: &FxHashSet<Term>,
) -> Vec<Step<'a>> {
    let mut steps = vec![step];
    let mut n_open = 0;
    for (idx, activation) in system.activations.iter().enumerate().filter(|(_, of)| of.result.is_some()) {
        let about = result_terms(cx, system, idx);
        for call in activation.calls.iter().filter(|call| mentioned.contains(&call.returned)) {
            let of_call = activation.at_call(cx, &system.starts[activation.start], call, &about);
            let is_sure = steps.iter().all(|step| step.facts.contains(&call.returned));
            n_open += usize::from(!is_sure);
            if n_open > MOST_CALLS {
                return steps;
            }
            let before = std::mem::take(&mut steps);
            for Step { from, facts, known, decided, calls, to } in before {
                for returned in [Term::TRUE, Term::FALSE] {
                    let facts = substitute(&mut cx.pool, &facts, &FxHashMap::from_iter([(call.returned, returned)]));
                    if facts.contains(&Term::FALSE) {
                        continue;
                    }
                    let (mut calls, mut decided, known) = (calls.clone(), decided.clone(), known.clone());
                    decided.insert(call.returned, returned);
                    if returned == Term::TRUE {
                        calls.push((idx, of_call.clone()));
                    }
                    steps.push(Step { from, facts, known, decided, calls, to });
                }
            }
        }
    }
    for step in &mut steps {
        for (_, terms) in &mut step.calls {
            *terms = substitute(&mut cx.pool, terms, &step.decided);
        }
    }
    steps
}

/// What the predicate of an activation is about: its parameters and its result.
fn result_terms(cx: &SymbolicContext, system: &System, activation: usize) -> Vec<Term> {
    let activation = &system.activations[activation];
    let Some(result) = activation.result else { return Vec::new() };
    let params = system.starts[activation.start].cells.iter().map(|(_, held)| held.now);
    let mut terms: Vec<Term> = params.chain([result]).filter(|term| is_number(cx, *term)).collect();
    terms.sort_unstable();
    terms
}

fn is_number(cx: &SymbolicContext, term: Term) -> bool {
    matches!(cx.pool.sort(term), Sort::Bv(1..=64))
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
    needed.extend((0..system.activations.len()).map(|idx| result_terms(cx, system, idx).into_iter().collect()));
    let ends = |cx: &mut SymbolicContext, step: &Step<'_>, needed: &[FxHashSet<Term>]| {
        let of_target = step.to.predicate(system).map(|of| needed[of].iter().copied().collect()).unwrap_or_default();
        let of_target: Vec<Term> = of_target;
        let mut terms = step.ends(cx, system, &of_target);
        terms.extend(step.calls.iter().flat_map(|(_, of_call)| of_call));
        terms
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
    let sorted = |needed: FxHashSet<Term>| {
        let mut terms: Vec<Term> = needed.into_iter().filter(|term| is_number(cx, *term)).collect();
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

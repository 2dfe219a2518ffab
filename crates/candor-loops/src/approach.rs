//! Executions that never end, from where they really enter their loop.
//!
//! `recur` finds a set of states that every round leads back into. But where other loops have been generalised, the state in which this one is
//! entered may be one that no execution has:
//!
//! ```c
//! for (i = 0; i < n; i++) x = x * x % 2147483647;   // x is never 0, which no invariant says
//! while (k > 0) if (x != 0) k--;                    // with x == 0 this would never end
//! ```
//!
//! A replay of many rounds does not tell: `k` may be large. So the execution is followed once more, with its choices, and everything is executed
//! as it is up to the loop in question; only that one is generalised. Its entry is then the state of an execution, and a recurrent set
//! that contains it is never left.

use std::sync::Arc;
use std::time::Duration;

use candor_context_concrete::ChoiceQueues;
use candor_context_symbolic::SymbolicContext;
use candor_engine::{Bounds, Limits, Options, checks_for, start_symbolic};
use candor_evidence::{ClosedSet, Confirmed, Counterexample, CycleOf, Formula, replay};
use candor_ir::{Bits, Check, Program};
use candor_merge::{Bound, Explored, Explorer, Settler};
use candor_term::{Sort, Term};

use crate::heads::{Heads, Obligation, Target};
use crate::names::{Objects, evaluate, names};
use crate::plan::Plan;
use crate::recur::{Recurrent, endless, inputs_in_round, is_closed};
use crate::recursion::{calls_come_back, is_of_numbers};
use crate::source::Scope;
use crate::system::{RoundStart, System};

/// How often it is followed until everything is known that the loop changes.
const MOST_RUNS: u32 = 12;
/// An execution may come to the loop in the same way several times, of which the last one does not end.
const MOST_ARRIVALS: u32 = 8;
/// Rounds of loops on the way, and of inner loops: there may be others than those that were followed.
const BOUND: Bound = Bound { open: 3, forced: 20_000 };
/// How long it may take.
const TIME: Duration = Duration::from_secs(5);

/// A run that has come to the loop: its rounds, which are those of start 0.
struct Arrived {
    cx: SymbolicContext,
    settler: Settler,
    system: System,
}

/// An execution that was foretold to go round a loop for ever, replayed, with a recurrent set that it enters; `None` if there is no such set.
/// What else may hold of its states is proposed in `more`.
pub(crate) fn confirm(
    program: &Arc<Program>,
    options: &Options,
    limits: &Limits,
    foretold: &Counterexample,
    more: &[Formula],
) -> Option<Confirmed> {
    let timeout = limits.left().map_or(TIME, |left| left.min(TIME));
    let limits = Limits::new(&Options { timeout: Some(timeout), ..options.clone() });
    for n_skipped in 0..MOST_ARRIVALS {
        let Arrived { mut cx, mut settler, system } = arrive(program, options, &limits, foretold, n_skipped)?;
        let start = &system.starts[0];
        let objects = Objects::of(&cx);
        let known = start.state_variables(&cx);
        let mut proposed = Vec::new();
        for formula in more {
            let term = evaluate(&mut cx, program, &objects, [&start.before, &start.now], formula);
            proposed.extend(term.filter(|term| cx.pool.sort(*term) == Sort::Bool && start.knows(&cx, &known, *term)));
        }
        let found = endless(&mut cx, &mut settler, &limits, program, &system, 0, &proposed, |cx, mut cex, set| {
            let set = written(cx, program, &system.starts[0], n_skipped, &set);
            cex.cycle.as_mut()?.closed = Some(Arc::new(set));
            replay(program, &options.start, &cex).ok()
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether an execution never ends because it enters the set that it comes with; otherwise why that is not shown.
pub(crate) fn check(program: &Arc<Program>, options: &Options, cex: &Counterexample) -> Result<(), &'static str> {
    let closed = cex.cycle.as_ref().and_then(|cycle| cycle.closed.as_ref()).ok_or("there is no recurrent set")?;
    let limits = Limits::new(options);
    let not_there = "the execution does not come to the loop";
    let Arrived { mut cx, mut settler, system } =
        arrive(program, options, &limits, cex, closed.n_skipped).ok_or(not_there)?;
    let start = &system.starts[0];
    if start.name.header.is_none() && !calls_come_back(program, start.name.func) {
        return Err("an inner call may end the program");
    }
    let objects = Objects::of(&cx);
    let states = [&start.before, &start.now];
    let known = start.state_variables(&cx);
    let mut facts = Vec::new();
    for fact in &closed.facts {
        let fact = evaluate(&mut cx, program, &objects, states, fact);
        let is_one = |fact: &Term| cx.pool.sort(*fact) == Sort::Bool && start.knows(&cx, &known, *fact);
        facts.push(fact.filter(is_one).ok_or("the recurrent set names a register or an object that does not exist")?);
    }
    let inputs = inputs_in_round(&cx, start);
    let fits = |(var, bits): (&Term, &Bits)| cx.pool.sort(*var) == Sort::Bv(bits.width());
    if inputs.len() != closed.inputs.len() || !inputs.iter().zip(&closed.inputs).all(fits) {
        return Err("the rounds have other inputs");
    }
    let at_entry = start.at_entry(&mut cx, &facts);
    let entered = cx.pool.and_all([start.entry.condition()].into_iter().chain(at_entry));
    if !matches!(settler.satisfy(&mut cx, entered, &limits, None), Ok(Some(_))) {
        return Err("the execution does not enter the recurrent set");
    }
    let set = Recurrent { facts, inputs: closed.inputs.clone() };
    match is_closed(&mut cx, &mut settler, &limits, &system, 0, &set) {
        true => Ok(()),
        false => Err("the recurrent set is not closed"),
    }
}

/// A recurrent set by names that other runs know, and in terms of the source.
fn written(
    cx: &mut SymbolicContext,
    program: &Program,
    start: &RoundStart,
    n_skipped: u32,
    set: &Recurrent,
) -> ClosedSet {
    let facts = by_name(cx, program, start, &set.facts);
    let objects = Objects::of(cx);
    let mut in_source: Vec<String> = Vec::new();
    if start.name.header.is_some() {
        let scope = Scope::at(program, &start.name, &objects.globals(&start.now));
        in_source.extend(facts.iter().filter_map(|fact| scope.show(fact)));
        in_source.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        in_source.dedup();
    }
    ClosedSet { n_skipped, facts, inputs: set.inputs.clone(), in_source }
}

/// Facts about the start of a round by names that other runs know, as far as there are some.
pub(crate) fn by_name(cx: &mut SymbolicContext, program: &Program, start: &RoundStart, facts: &[Term]) -> Vec<Formula> {
    let objects = Objects::of(cx);
    let names = names(cx, program, &objects, start);
    let mut formulas: Vec<Formula> = Vec::new();
    for formula in facts.iter().filter_map(|&fact| Formula::of(&cx.pool, fact, &names)) {
        if formula != Formula::Truth(true) && !formulas.contains(&formula) {
            formulas.push(formula);
        }
    }
    formulas
}

/// The rounds of the loop when executions come to it for the n-th time; `None` if they do not, or nothing can be said of it.
fn arrive(
    program: &Arc<Program>,
    options: &Options,
    limits: &Limits,
    cex: &Counterexample,
    n_skipped: u32,
) -> Option<Arrived> {
    let mut plan = Plan::default();
    let n_visits = match cex.cycle.as_ref()?.of {
        CycleOf::Rounds { n_visits } => Some(n_visits),
        CycleOf::Calls => {
            plan.generalise(cex.position.last()?.func);
            None
        }
        CycleOf::States { .. } => return None,
    };
    let target = Target { position: cex.position.clone(), n_visits, n_skipped, is_met: false };
    for _ in 0..MOST_RUNS {
        match attempt(program, options, limits, cex, &mut plan, target.clone())? {
            Attempt::Again => {}
            Attempt::Over(arrived) => return Some(*arrived),
        }
    }
    None
}

enum Attempt {
    /// There is more to know about the loop.
    Again,
    Over(Box<Arrived>),
}

fn attempt(
    program: &Arc<Program>,
    options: &Options,
    limits: &Limits,
    cex: &Counterexample,
    plan: &mut Plan,
    target: Target,
) -> Option<Attempt> {
    let (mut cx, image, state) = start_symbolic(program, options, options.goes_on()).ok()?;
    cx.tells_unwritten_apart = false;
    // One activation stands for all where they differ in nothing but their arguments.
    if plan.general().into_iter().any(|func| cx.marks() || !is_of_numbers(&image, func)) {
        return None;
    }
    cx.preset = choices_before(cex);
    let checks = checks_for(program, options);
    let leaks = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
    let mut settler = Settler::new(options);
    let heads = Heads::only(plan.clone(), leaks, target);
    let mut explorer = Explorer::new(&image, checks, Bounds::new(options), heads);
    explorer.start(state);
    let explored = explorer.run(&mut cx, &mut settler, limits, BOUND, usize::MAX);
    let mut heads = explorer.heads;
    if !heads.has_met() || heads.hopeless.is_some() || matches!(explored, Explored::Limit(_)) {
        return None;
    }
    *plan = std::mem::take(&mut heads.plan);
    if heads.is_stale {
        return Some(Attempt::Again);
    }
    let later = std::mem::take(&mut heads.later);
    let n_new = later.into_iter().filter(|(name, cell)| plan.add_change(*name, *cell)).count();
    if n_new > 0 {
        return Some(Attempt::Again);
    }
    for Obligation { guess, name, path, holds } in std::mem::take(&mut heads.obligations) {
        let wrong = cx.pool.not(holds);
        let fails = cx.pool.and(path.condition(), wrong);
        if settler.satisfy(&mut cx, fails, limits, None).ok()?.is_some() {
            plan.refute(name, guess);
            return Some(Attempt::Again);
        }
    }
    match heads.system.starts.len() {
        1 => Some(Attempt::Over(Box::new(Arrived { cx, settler, system: heads.system }))),
        _ => None,
    }
}

/// What the execution chooses before the first of the rounds.
fn choices_before(cex: &Counterexample) -> ChoiceQueues {
    let n_again = cex.cycle.as_ref().map_or(0, |cycle| cycle.n_choices);
    let mut queues = ChoiceQueues::default();
    for choice in &cex.choices[..cex.choices.len().saturating_sub(n_again)] {
        queues.push(choice.kind, choice.value.clone());
    }
    queues
}

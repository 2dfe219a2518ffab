//! Loops that can go round for ever: a set of states in which every round, with the right inputs, ends where it has begun.
//!
//! After Gupta, Henzinger, Majumdar, Rybalchenko and Xu, "Proving Non-termination" (POPL 2008). An execution that enters the loop and makes
//! a round gives the inputs of the rounds and facts about the state; facts that a round does not keep are dropped, until the rest is
//! kept by every round from every state that satisfies it, or such a round may leave the loop. Inputs are chosen by us, everything
//! else that is open (memory that nobody has written) by an opponent. That the loop is entered in such a state is shown by replaying it,
//! with many rounds.
//!
//! A function that calls itself is treated alike: its rounds are the calls within it. What an inner call returns is up to the opponent; if it
//! never returns, that is as well. But it may end the program, so that functions that can do so must have one call of themselves only.

use std::time::Duration;

use candor_context_symbolic::{Chosen, SymbolicContext, chosen_bits};
use candor_engine::Limits;
use candor_evidence::{Counterexample, Cycle, CycleOf, Settled};
use candor_interp::ChoiceKind;
use candor_ir::{Bits, Check, Program};
use candor_merge::Settler;
use candor_term::{Assignment, Evaluation, Sort, Term, free_vars, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::recursion;
use crate::strengthen::comparisons;
use crate::system::{Round, RoundStart, System};

const TIME: Duration = Duration::from_secs(2);
/// Of so many facts it is asked whether each is needed, for so long.
const MOST_SAID: usize = 32;
const BRIEFLY: Duration = Duration::from_millis(100);
/// How often facts are dropped, and how many executions are tried.
const MOST_DROPS: usize = 60;
const MOST_TRIES: usize = 32;
/// The largest numbers of one and of two bytes.
const NARROW: [u64; 4] = [32767, 65535, 127, 255];
/// Of so many cells it is tried what they may hold at first.
const MOST_CELLS: usize = 2;
/// Of so many inputs of a round each is tried by itself.
const MOST_INPUTS: usize = 4;

/// A closed recurrent set: from each of its states some round leads back into it.
#[derive(Clone, Debug)]
pub(crate) struct Recurrent {
    /// What holds of its states, over the start of a round.
    pub(crate) facts: Vec<Term>,
    /// What each input of a round is, in the order of [`inputs_in_round`].
    pub(crate) inputs: Vec<Bits>,
}

/// The first execution that enters the loop in a closed recurrent set and that is accepted. Other loops before may have been
/// generalised: then no execution need enter it like that. What else may hold of its states is proposed in `more`.
pub(crate) fn endless<T>(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    program: &Program,
    system: &System,
    start: usize,
    more: &[Term],
    mut accept: impl FnMut(&mut SymbolicContext, Counterexample, Recurrent) -> Option<T>,
) -> Option<T> {
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    if of_start.name.header.is_none() && !recursion::calls_come_back(program, of_start.name.func) {
        return None;
    }
    let mut relations = comparisons(cx, system, start, &[]);
    relations.extend(more);
    // A round right behind the entry.
    let conditions: Vec<Term> = rounds.iter().map(|round| round.path.condition()).collect();
    let entered = of_start.at_entry(cx, &conditions);
    let first = cx.pool.or_all(entered);
    for wish in wishes(cx, of_start, &rounds, &relations).into_iter().take(MOST_TRIES) {
        if limits.exceeded().is_some() {
            return None;
        }
        let wanted = cx.pool.and(first, wish);
        let Ok(Some(model)) = settler.satisfy(cx, wanted, limits, Some(TIME)) else { continue };
        let mut model = model;
        settle_cells(cx, of_start, &mut model);
        let facts = facts_of(cx, of_start, &relations, &model);
        let inputs = inputs_of(cx, of_start, &model);
        let closing = Closing::new(cx, of_start, &rounds, facts, &inputs);
        if let Some(facts) = closing.weakened(cx, settler, limits) {
            let cex = counterexample(cx, of_start, &model);
            let accepted = accept(cx, cex, Recurrent { facts, inputs });
            if accepted.is_some() {
                return accepted;
            }
        }
    }
    None
}

/// Whether every state of a set has a round back into it, with these inputs.
pub(crate) fn is_closed(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    set: &Recurrent,
) -> bool {
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let closing = Closing::new(cx, of_start, &rounds, set.facts.clone(), &set.inputs);
    let wrong = closing.leaves(cx, &vec![true; closing.facts.len()]);
    matches!(settler.satisfy(cx, wrong, limits, None), Ok(None))
}

/// What the execution may be like: anything; with inputs that are all something, all nothing, or one of them something; with odd or even,
/// negative or positive numbers at first; and with the most that what does not change can
/// be, or with more than fits a narrower counter.
fn wishes(cx: &mut SymbolicContext, start: &RoundStart, rounds: &[&Round], relations: &[Term]) -> Vec<Term> {
    let older: FxHashSet<Term> = cx.pool.vars()[..start.n_older].iter().copied().collect();
    let sides: Vec<Term> = relations.iter().flat_map(|&relation| cx.pool.args(relation).to_vec()).collect();
    let mut seen = FxHashSet::default();
    let mut found = vec![Term::TRUE];
    let mut roots: Vec<Term> = rounds.iter().map(|round| round.path.condition()).collect();
    roots.extend(rounds.iter().flat_map(|round| round.next.iter().copied()));
    let known = start.variables(cx);
    let is_input = |var: &Term| !known.contains(var) && matches!(cx.pool.sort(*var), Sort::Bv(_));
    let inputs: Vec<Term> = free_vars(&cx.pool, &roots).into_iter().filter(is_input).collect();
    let nothing: Vec<Term> = inputs.iter().map(|&input| cx.pool.is_zero(input)).collect();
    let something: Vec<Term> = nothing.iter().map(|&nothing| cx.pool.not(nothing)).collect();
    found.extend([cx.pool.and_all(something.iter().copied()), cx.pool.and_all(nothing)]);
    found.extend(something.into_iter().take(MOST_INPUTS));
    // What the cells hold at first: odd or even, below zero or above it.
    for (_, held) in start.cells.iter().take(MOST_CELLS) {
        let Sort::Bv(width @ 2..) = cx.pool.sort(held.start) else { continue };
        if cx.pool.is_const(held.start) {
            continue;
        }
        let (lowest, zero) = (cx.pool.trunc(held.start, 1), cx.pool.bv(width, 0));
        let is_even = cx.pool.is_zero(lowest);
        found.extend([cx.pool.not(is_even), is_even]);
        found.extend([cx.pool.slt(held.start, zero), cx.pool.slt(zero, held.start)]);
    }
    for side in sides {
        let Sort::Bv(width @ 2..=64) = cx.pool.sort(side) else { continue };
        if cx.pool.is_const(side) || !start.knows(cx, &older, side) || !seen.insert(side) {
            continue;
        }
        let ones = u64::MAX >> (64 - width);
        for extreme in [ones, ones >> 1, 0, (ones >> 1) + 1] {
            let extreme = cx.pool.bv(width, extreme);
            found.push(cx.pool.eq(side, extreme));
        }
        // More than a counter of a narrower type can hold.
        for most in NARROW.into_iter().filter(|most| *most < ones >> 1) {
            let most = cx.pool.bv(width, most);
            found.push(cx.pool.slt(most, side));
        }
    }
    found
}

/// Lets the cells hold what they hold when the loop is entered.
fn settle_cells(cx: &SymbolicContext, start: &RoundStart, model: &mut Assignment) {
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let values: Vec<_> = start.cells.iter().map(|(_, held)| (held.now, evaluation.value(held.start))).collect();
    drop(evaluation);
    for (now, value) in values {
        model.set(now, value);
    }
}

/// What rounds with certain inputs make of facts about their start.
struct Closing {
    facts: Vec<Term>,
    /// What holds at the start and does not change: that is not an opponent's to choose.
    begun: Term,
    /// Of each round: when it is made, and the facts behind it.
    after: Vec<(Term, Vec<Term>)>,
}

impl Closing {
    fn new(
        cx: &mut SymbolicContext,
        start: &RoundStart,
        rounds: &[&Round],
        facts: Vec<Term>,
        inputs: &[Bits],
    ) -> Closing {
        let chosen = inputs_in_round(cx, start);
        let mut fixed = FxHashMap::default();
        for (var, value) in chosen.into_iter().zip(inputs) {
            fixed.insert(var, cx.pool.bv_const(value.clone()));
        }
        let mut after: Vec<(Term, Vec<Term>)> = Vec::new();
        for round in rounds {
            let mut all = vec![round.path.condition()];
            all.extend(round.after(cx, start, &facts));
            let mut all = substitute(&mut cx.pool, &all, &fixed).into_iter();
            let condition = all.next().unwrap_or(Term::FALSE);
            after.push((condition, all.collect()));
        }
        Closing { facts, begun: start.path.condition(), after }
    }

    /// That a state satisfies the facts that are kept, and no round leads from it to another one that does.
    fn leaves(&self, cx: &mut SymbolicContext, kept: &[bool]) -> Term {
        let held = self.facts.iter().zip(kept).filter(|(_, kept)| **kept).map(|(fact, _)| *fact);
        let before = cx.pool.and_all([self.begun].into_iter().chain(held));
        let mut stays = Vec::new();
        for (condition, says) in &self.after {
            let held = says.iter().zip(kept).filter(|(_, kept)| **kept).map(|(says, _)| *says);
            stays.push(cx.pool.and_all([*condition].into_iter().chain(held)));
        }
        let any = cx.pool.or_all(stays);
        let not = cx.pool.not(any);
        cx.pool.and(before, not)
    }

    /// Drops facts without which the set is closed as well: what is left says why.
    fn drop_needless(&self, cx: &mut SymbolicContext, settler: &mut Settler, limits: &Limits, kept: &mut [bool]) {
        if kept.iter().filter(|kept| **kept).count() > MOST_SAID {
            return;
        }
        for idx in (0..kept.len()).rev() {
            if std::mem::replace(&mut kept[idx], false) {
                let wrong = self.leaves(cx, kept);
                kept[idx] = !matches!(settler.satisfy(cx, wrong, limits, Some(BRIEFLY)), Ok(None));
            }
        }
    }

    /// Those of the facts that are left when what rounds do not keep is dropped, again and again; `None` if a state is left that no
    /// round leads from.
    fn weakened(&self, cx: &mut SymbolicContext, settler: &mut Settler, limits: &Limits) -> Option<Vec<Term>> {
        let mut kept: Vec<bool> = vec![true; self.facts.len()];
        for _ in 0..MOST_DROPS {
            let wrong = self.leaves(cx, &kept);
            let Some(other) = settler.satisfy(cx, wrong, limits, Some(TIME)).ok()? else {
                self.drop_needless(cx, settler, limits, &mut kept);
                return Some(self.facts.iter().zip(kept).filter(|(_, kept)| *kept).map(|(fact, _)| *fact).collect());
            };
            let mut evaluation = Evaluation::new(&cx.pool, &other);
            // Of the rounds that can be made there, the one that keeps most.
            let mut best: Option<Vec<bool>> = None;
            for (condition, says) in &self.after {
                if !evaluation.holds(*condition) {
                    continue;
                }
                let still: Vec<bool> =
                    kept.iter().zip(says).map(|(kept, says)| *kept && evaluation.holds(*says)).collect();
                let n_kept = |kept: &[bool]| kept.iter().filter(|kept| **kept).count();
                if best.as_ref().is_none_or(|best| n_kept(best) < n_kept(&still)) {
                    best = Some(still);
                }
            }
            match best {
                Some(still) if still != kept => kept = still,
                _ => return None,
            }
        }
        None
    }
}

/// What holds of the state in which the model enters the loop: comparisons, low bits, values.
fn facts_of(cx: &mut SymbolicContext, start: &RoundStart, relations: &[Term], model: &Assignment) -> Vec<Term> {
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let mut facts: Vec<Term> = relations.iter().copied().filter(|relation| evaluation.holds(*relation)).collect();
    let nows: Vec<Term> = start.cells.iter().map(|(_, held)| held.now).collect();
    let olds = relations.iter().flat_map(|&relation| cx.pool.args(relation)).copied();
    let older: FxHashSet<Term> = cx.pool.vars()[..start.n_older].iter().copied().collect();
    let mut terms: Vec<Term> = olds.filter(|side| start.knows(cx, &older, *side)).chain(nows).collect();
    terms.sort_unstable();
    terms.dedup();
    let numbers: Vec<(Term, u32, u64)> = terms
        .into_iter()
        .filter_map(|term| match cx.pool.sort(term) {
            Sort::Bv(width @ 1..=64) if !cx.pool.is_const(term) => {
                Some((term, width, evaluation.value(term).as_bits().to_u64_wrapping()))
            }
            _ => None,
        })
        .collect();
    drop(evaluation);
    for (term, width, value) in numbers {
        let number = cx.pool.bv(width, value);
        facts.push(cx.pool.eq(term, number));
        for low in (1..=3).filter(|low| *low < width) {
            let (bits, number) = (cx.pool.trunc(term, low), cx.pool.bv(low, value & ((1 << low) - 1)));
            facts.push(cx.pool.eq(bits, number));
        }
    }
    facts
}

/// What the model says of each input of a round.
fn inputs_of(cx: &SymbolicContext, start: &RoundStart, model: &Assignment) -> Vec<Bits> {
    let mut evaluation = Evaluation::new(&cx.pool, model);
    inputs_in_round(cx, start).into_iter().map(|var| evaluation.value(var).as_bits()).collect()
}

/// The inputs of a round that are numbers.
pub(crate) fn inputs_in_round(cx: &SymbolicContext, start: &RoundStart) -> Vec<Term> {
    let is_number = |chosen: &&Chosen| matches!(cx.pool.sort(chosen.value), Sort::Bv(_));
    let inputs = in_round(cx, start).filter(|chosen| chosen.kind == ChoiceKind::Input);
    inputs.filter(is_number).map(|chosen| chosen.value).collect()
}

/// What is chosen behind the start.
pub(crate) fn in_round<'a>(cx: &'a SymbolicContext, start: &RoundStart) -> impl Iterator<Item = &'a Chosen> {
    let newer: FxHashSet<Term> = cx.pool.vars()[start.n_older..].iter().copied().collect();
    cx.choices.iter().filter(move |chosen| {
        let vars = free_vars(&cx.pool, &[chosen.value]);
        // What is preset is a constant, and comes before.
        !vars.is_empty() && vars.iter().all(|var| newer.contains(var))
    })
}

/// The execution that the model describes: into the loop, and one round.
fn counterexample(cx: &SymbolicContext, start: &RoundStart, model: &Assignment) -> Counterexample {
    let newer: FxHashSet<Term> = in_round(cx, start).map(|chosen| chosen.value).collect();
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let (mut once, mut again) = (Vec::new(), Vec::new());
    for chosen in &cx.choices {
        if !evaluation.holds(chosen.path.condition()) {
            continue;
        }
        let settled = Settled { kind: chosen.kind, value: chosen_bits(&evaluation.value(chosen.value)) };
        if newer.contains(&chosen.value) { again.push(settled) } else { once.push(settled) }
    }
    let of = match start.name.header {
        Some(_) => CycleOf::Rounds { n_visits: start.n_visits },
        None => CycleOf::Calls,
    };
    let cycle = Cycle { of, n_choices: again.len(), closed: None };
    once.extend(again);
    Counterexample { check: Check::Termination, position: start.position.clone(), choices: once, cycle: Some(cycle) }
}

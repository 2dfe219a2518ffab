//! Sums over what loops go through: `sum += a[i]` in one loop and `sum -= a[i]` in another cancel, whatever is in `a`.
//!
//! Where each round adds something to a cell that depends on a counter alone, all that was added up to a count is a function of the count,
//! the same one in every loop that adds the same:
//!
//! ```text
//!   total[i + 1] == total[i] + a[i]        sum - total[i] == sum_at_entry - total[i_at_entry]
//! ```
//! The function is an array that the program does not have. There is one for everything that is added, since what it holds for a count
//! only depends on what it holds for smaller ones; so the left line is known, and what is shown by it holds: here the right line, in which
//! the sum cancels what was added.

use std::time::Duration;

use candor_context_symbolic::SymbolicContext;
use candor_engine::Limits;
use candor_ir::Bits;
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, free_vars, substitute};
use rustc_hash::FxHashMap;

use crate::elements::Elements;
use crate::houdini::{About, kept};
use crate::strengthen::learn;
use crate::system::{RoundStart, System};

/// So many things that are added are followed, in all loops together.
const MOST_TOTALS: usize = 12;
/// How long the solver may think about one sum.
const TIME: Duration = Duration::from_secs(1);

/// What a cell gets in every round, while a counter goes on by the same number.
struct Added {
    /// The cell, and the counter.
    cell: usize,
    counter: usize,
    step: Bits,
    /// Terms over the counter, each with how many times it is added; and a number.
    parts: Vec<(Term, Bits)>,
    number: Bits,
}

/// All that was added up to a count.
struct Total {
    /// What is added, over a variable that stands for the counter.
    part: Term,
    count: Term,
    step: Bits,
    totals: Term,
}

/// Finds sums that every round keeps, and lets the context know. True if there is something.
pub(crate) fn strengthen_sums(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
) -> bool {
    let mut totals: Vec<Total> = Vec::new();
    let (mut facts, mut summed) = (Vec::new(), Vec::new());
    for start in 0..system.starts.len() {
        for added in added(cx, system, start) {
            let Some(sum) = sum_of(cx, &system.starts[start], &added, &mut totals) else { continue };
            if is_kept(cx, settler, limits, system, start, &sum) {
                facts.push((About::Start(start), sum.holds));
                summed.push(start);
            }
        }
    }
    if facts.is_empty() {
        return false;
    }
    // Sums say something of a loop as a whole where its counter has gone as far as its bound, and no further.
    let bounds =
        (0..system.starts.len()).map(|start| (About::Start(start), limits_of_rounds(cx, system, start))).collect();
    facts.extend(kept(cx, settler, limits, system, bounds, &Elements::default()));
    let is_known = learn(cx, settler, limits, system, &facts);
    summed.into_iter().for_each(|start| system.starts[start].has_sums |= is_known);
    is_known
}

/// What the rounds of a loop compare, as it may hold of the last round too.
fn limits_of_rounds(cx: &mut SymbolicContext, system: &System, start: usize) -> Vec<Term> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let mut found: Vec<Term> = Vec::new();
    for round in system.rounds_of(start) {
        for fact in round.path.facts_since(of_start.path.depth()) {
            let compared = match cx.pool.args(fact) {
                &[inner] if cx.pool.op(fact) == Op::Not => inner,
                _ => fact,
            };
            let (op, &[a, b]) = (cx.pool.op(compared), cx.pool.args(compared)) else { continue };
            if !matches!(op, Op::Slt | Op::Ult) || !of_start.knows(cx, &known, compared) {
                continue;
            }
            let pool = &mut cx.pool;
            let limits =
                if op == Op::Slt { [pool.sle(a, b), pool.sle(b, a)] } else { [pool.ule(a, b), pool.ule(b, a)] };
            found.extend(limits);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The cells to which every round of a loop adds what depends on a counter alone.
fn added(cx: &mut SymbolicContext, system: &System, start: usize) -> Vec<Added> {
    let of_start = &system.starts[start];
    let older = of_start.older(cx);
    let cells = || of_start.cells.iter().map(|(_, held)| held.now).enumerate();
    let steps = system.added_by_rounds(cx, start);
    let step_of = |idx: usize| steps[idx].and_then(|step| cx.pool.const_bits(step)).filter(|step| !step.is_zero());
    let counters: Vec<(usize, Term, Bits)> = cells().filter_map(|(idx, now)| Some((idx, now, step_of(idx)?))).collect();
    let mut found = Vec::new();
    for (cell, _) in cells() {
        let Some(step) = steps[cell].filter(|step| !cx.pool.is_const(*step)) else { continue };
        let free = free_vars(&cx.pool, &[step]);
        let mut used = free.iter().filter(|var| !older.contains(var));
        let (Some(of), None) = (used.next(), used.next()) else { continue };
        let Some((counter, _, by)) = counters.iter().find(|(_, now, _)| now == of) else { continue };
        if let Some((parts, number)) = parts(cx, step, *of) {
            found.push(Added { cell, counter: *counter, step: by.clone(), parts, number });
        }
    }
    found
}

/// A sum as terms over a counter, how many times each is added, and a number; `None` if something else is added.
fn parts(cx: &mut SymbolicContext, sum: Term, counter: Term) -> Option<(Vec<(Term, Bits)>, Bits)> {
    let width = cx.pool.width(sum);
    let (mut parts, mut number) = (Vec::new(), cx.pool.bv_zero(width));
    let mut work = vec![sum];
    while let Some(term) = work.pop() {
        let part = match (cx.pool.op(term), cx.pool.args(term)) {
            (Op::Add, &[a, b]) => {
                work.extend([a, b]);
                continue;
            }
            (Op::Const, _) => {
                number = cx.pool.add(number, term);
                continue;
            }
            (Op::Neg, &[part]) => (part, Bits::ones(width)),
            (Op::Mul, &[part, times]) if cx.pool.is_const(times) => (part, cx.pool.const_bits(times)?),
            // Any other is added as it is.
            _ => (term, Bits::one(width)),
        };
        if !free_vars(&cx.pool, &[part.0]).contains(&counter) {
            return None;
        }
        parts.push(part);
    }
    Some((parts, cx.pool.const_bits(number)?))
}

/// That a cell holds what it held at entry, with all that was added since then.
struct Sum {
    holds: Term,
    /// Elements of totals, in place of those of the count before: at entry, and behind a round.
    first: FxHashMap<Term, Term>,
    next: FxHashMap<Term, Term>,
    /// That the next count comes from this one alone.
    goes_on: Term,
}

fn sum_of(cx: &mut SymbolicContext, start: &RoundStart, added: &Added, totals: &mut Vec<Total>) -> Option<Sum> {
    let (cell, counter) = (start.cells[added.cell].1, start.cells[added.counter].1);
    let width = cx.pool.width(cell.now);
    let step = cx.pool.bv_const(added.step.clone());
    let next = cx.pool.add(counter.now, step);
    // The first round was made as it is: what it has added is known.
    let before_first = cx.pool.sub(counter.start, step);
    let is_first_known = follows(cx, before_first, counter.start, &added.step) == Term::TRUE;
    let mut sum = Sum {
        holds: Term::TRUE,
        first: FxHashMap::default(),
        next: FxHashMap::default(),
        goes_on: follows(cx, counter.now, next, &added.step),
    };
    // Of what is taken away the totals are added: so all that is added again is seen to be the same.
    let (mut now, mut at_entry) = (cell.now, cell.start);
    for (part, times) in &added.parts {
        let total = total_of(cx, *part, counter.now, &added.step, totals)?;
        let is_taken = times.sign_bit();
        let times = cx.pool.bv_const(if is_taken { times.negated() } else { times.clone() });
        // All that was added up to a count, and with what is added for it.
        let up_to = |cx: &mut SymbolicContext, count: Term| {
            let part = substitute(&mut cx.pool, &[*part], &FxHashMap::from_iter([(counter.now, count)]))[0];
            let total = cx.pool.select(total, count);
            let [total, part] = [total, part].map(|term| cx.pool.mul(term, times));
            (total, cx.pool.add(total, part))
        };
        let (so_far, with_this) = up_to(cx, counter.now);
        let (of_next, _) = up_to(cx, next);
        sum.next.insert(of_next, with_this);
        let (mut of_first, _) = up_to(cx, counter.start);
        if is_first_known {
            let (_, with_first) = up_to(cx, before_first);
            sum.first.insert(of_first, with_first);
            of_first = with_first;
        }
        let (to_now, to_entry) = if is_taken { (so_far, of_first) } else { (of_first, so_far) };
        now = cx.pool.add(now, to_now);
        at_entry = cx.pool.add(at_entry, to_entry);
    }
    if !added.number.is_zero() {
        // Only where the counter counts rounds is it known what the number comes to.
        let is_one = added.step == Bits::one(added.step.width());
        let number = is_one.then(|| cx.pool.bv_const(added.number.clone()))?;
        for (sum, count) in [(&mut now, counter.now), (&mut at_entry, counter.start)] {
            let count = cx.pool.resize_signed(count, width);
            let all = cx.pool.mul(count, number);
            *sum = cx.pool.sub(*sum, all);
        }
    }
    sum.holds = cx.pool.eq(now, at_entry);
    Some(sum)
}

/// Whether one count comes behind another without going past the largest number: then totals say what was added for it.
fn follows(cx: &mut SymbolicContext, count: Term, next: Term, step: &Bits) -> Term {
    if step.sign_bit() { cx.pool.ult(next, count) } else { cx.pool.ult(count, next) }
}

/// The array that holds, for each count, all that was added up to there.
fn total_of(cx: &mut SymbolicContext, part: Term, counter: Term, step: &Bits, totals: &mut Vec<Total>) -> Option<Term> {
    let (sort, width) = (cx.pool.sort(counter), cx.pool.width(part));
    for total in totals.iter() {
        if total.step == *step && cx.pool.sort(total.count) == sort {
            let same = FxHashMap::from_iter([(total.count, counter)]);
            if substitute(&mut cx.pool, &[total.part], &same)[0] == part {
                return Some(total.totals);
            }
        }
    }
    if totals.len() == MOST_TOTALS {
        return None;
    }
    let count = cx.pool.fresh_var("count", sort);
    let array = cx.pool.fresh_var("total", Sort::Array { index: cx.pool.width(counter), element: width });
    let part = substitute(&mut cx.pool, &[part], &FxHashMap::from_iter([(counter, count)]))[0];
    totals.push(Total { part, count, step: step.clone(), totals: array });
    Some(array)
}

/// Whether a sum is kept from the entry on, in every round.
fn is_kept(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    sum: &Sum,
) -> bool {
    let of_start = &system.starts[start];
    let at_entry = of_start.at_entry(cx, &[sum.holds]);
    let at_entry = substitute(&mut cx.pool, &at_entry, &sum.first)[0];
    let mut fails = vec![(of_start.entry.condition(), at_entry)];
    for round in system.rounds_of(start) {
        let after = round.after(cx, of_start, &[sum.holds]);
        let after = substitute(&mut cx.pool, &after, &sum.next)[0];
        let holds = cx.pool.and(sum.goes_on, after);
        fails.push((cx.pool.and(round.path.condition(), sum.holds), holds));
    }
    fails.into_iter().all(|(condition, holds)| {
        let not = cx.pool.not(holds);
        let wrong = cx.pool.and(condition, not);
        matches!(settler.satisfy(cx, wrong, limits, Some(TIME)), Ok(None))
    })
}

//! Control inside a function: jumps, branches, checks, and the end of the program.

use candor_ir::{Bits, BlockId, Check, CmpOp, EdgeId, EntityRef, Inst, InstId, InstKind, Operand, Scalar, Switch};
use smallvec::SmallVec;

use super::arith::read;
use super::{At, Flow, Resume, require, require_one, usable};
use crate::control::{Beyond, Control, Decision};
use crate::image::Image;
use crate::state::State;
use crate::stop::{Halt, Step, Stop};
use crate::values::Logic;

/// Status of a program that dies by this signal, as a shell shows it.
pub(crate) const SIGNAL_ABORT: u64 = 128 + 6;
pub(crate) const SIGNAL_ILL: u64 = 128 + 4;

/// Whether there is a sensible way to go on after a fault that is not checked: overflow wraps, shift amounts are taken
/// modulo the width, uninitialised memory has arbitrary contents, misalignment does no harm. Where machines do different things there
/// is none: x86 traps at `INT_MIN / -1`, a float that does not fit an integer becomes one number here and another there, and a
/// `_Bool` that holds 2 is true to one compiler and false to another.
pub fn goes_on_after(check: Check) -> bool {
    match check {
        Check::MisalignedAccess
        | Check::ArrayIndex
        | Check::PointerComparison
        | Check::PointerArithmetic
        | Check::PointerSubtraction
        | Check::PointerTruncation
        | Check::MemoryLeak
        | Check::MemoryCleanup
        | Check::SignedOverflow
        | Check::ShiftOutOfRange
        | Check::UnsignedWrap
        | Check::MissingReturn
        | Check::OverlappingCopy
        | Check::BadStdlibArgument
        | Check::UninitializedRead
        | Check::DataRace
        | Check::LockMisuse
        | Check::Termination => true,
        Check::NullDereference
        | Check::OutOfBounds
        | Check::UseAfterFree
        | Check::UseAfterScope
        | Check::InvalidPointer
        | Check::WriteToConst
        | Check::DoubleFree
        | Check::InvalidFree
        | Check::DivisionByZero
        | Check::DivisionOverflow
        | Check::FloatCastOverflow
        | Check::InvalidBool
        | Check::VlaBound
        | Check::UnreachableCode
        | Check::InvalidCall
        | Check::Assertion
        | Check::ErrorCall
        | Check::Unwinding
        | Check::Deadlock => false,
    }
}

/// Follows an edge: the target's parameters take their values all at once.
#[inline]
pub(super) fn enter<C: Control>(image: &Image<C>, state: &mut State<C>, edge: EdgeId) {
    let frame = &mut state.thread.top;
    let moves = &image.edges[frame.func.index()][edge.index()];
    if moves.in_turn {
        for &(param, arg) in &moves.moves {
            let value = read(image, &frame.regs, arg).clone();
            frame.set(param, value);
        }
    } else {
        let values: SmallVec<[C::Value; 8]> =
            moves.moves.iter().map(|&(_, arg)| read(image, &frame.regs, arg).clone()).collect();
        for (&(param, _), value) in moves.moves.iter().zip(values) {
            frame.set(param, value);
        }
    }
    frame.pc = moves.target;
}

#[inline]
pub(super) fn branch<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    cond: Operand,
    then: EdgeId,
    or_else: EdgeId,
) -> Step<Flow<C>> {
    let conditions = cx.use_conditions(read(at.image, &state.thread.top.regs, cond));
    if !conditions.is_empty() {
        require(cx, state, at.inst, conditions)?;
    }
    let cond = cx.truth(read(at.image, &state.thread.top.regs, cond));
    let edge = match cx.decide(state, &cond)? {
        Decision::Always => then,
        Decision::Never => or_else,
        Decision::Both => {
            let not = cx.not(&cond);
            let ways = vec![(cond, Resume::Edge(then)), (not, Resume::Edge(or_else))];
            return Ok(Flow::Fork(Box::new(ways)));
        }
    };
    enter(at.image, state, edge);
    Ok(Flow::Moved)
}

pub(super) fn switch<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, switch: &Switch) -> Step<Flow<C>> {
    let value = state.read(at.image, switch.value).clone();
    usable(cx, state, at.inst, &value)?;
    if let Some(plain) = cx.plain(&value) {
        let key = Bits::new(switch.width, plain);
        let found = switch.cases.iter().find(|(case, _)| *case == key);
        enter(at.image, state, found.map_or(switch.default, |(_, edge)| *edge));
        return Ok(Flow::Moved);
    }
    let mut ways = Vec::new();
    let mut no_case = cx.boolean(true);
    for (case, edge) in &switch.cases {
        let case = cx.constant(case);
        let equal = cx.compare(&mut state.path, CmpOp::Eq, Scalar::Int(switch.width), &value, &case);
        let unequal = cx.not(&equal);
        no_case = cx.logic(Logic::And, &no_case, &unequal);
        ways.push((equal, Resume::Edge(*edge)));
    }
    ways.push((no_case, Resume::Edge(switch.default)));
    choose_way(at.image, cx, state, ways)
}

/// Goes the only possible way, or forks between those that are possible.
fn choose_way<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    ways: Vec<(C::Bool, Resume)>,
) -> Step<Flow<C>> {
    let mut possible = Vec::new();
    for (guard, how) in ways {
        match cx.decide(state, &guard)? {
            Decision::Never => {}
            Decision::Always => {
                possible = vec![(guard, how)];
                break;
            }
            Decision::Both => possible.push((guard, how)),
        }
    }
    match (&possible[..], possible.first()) {
        ([_], Some((_, Resume::Edge(edge)))) => {
            enter(image, state, *edge);
            Ok(Flow::Moved)
        }
        ([], _) => Err(Halt::bug("a branch has no way to go")),
        _ => Ok(Flow::Fork(Box::new(possible))),
    }
}

pub(super) fn indirect_branch<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    address: Operand,
    edges: &[(BlockId, EdgeId)],
) -> Step<Flow<C>> {
    let address = state.read(at.image, address).clone();
    usable(cx, state, at.inst, &address)?;
    let func = state.thread.top.func;
    let mut ways = Vec::new();
    let mut any = cx.boolean(false);
    for &(block, edge) in edges {
        let label = at.image.label(cx, state, func, block);
        let equal = cx.compare_pointers(state, CmpOp::Eq, &address, &label);
        any = cx.logic(Logic::Or, &any, &equal);
        ways.push((equal, Resume::Edge(edge)));
    }
    require(cx, state, at.inst, vec![(Check::InvalidPointer, any)])?;
    choose_way(at.image, cx, state, ways)
}

pub(super) fn check<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    check: Check,
    ok: Operand,
) -> Step<()> {
    let is_checked = at.inst.checks.contains(check);
    // Behind it the cast gives anything.
    let goes_beyond = check == Check::FloatCastOverflow && cx.beyond() == Beyond::Everything;
    if !is_checked && (goes_on_after(check) || goes_beyond) {
        return Ok(());
    }
    let mut holds = cx.truth(read(at.image, &state.thread.top.regs, ok));
    if check == Check::VlaBound && !is_checked {
        holds = or_is_zero(at, cx, state, ok, &holds);
    }
    require_one(cx, state, at.inst, check, &holds)
}

/// How far before a check the comparison stands that it is about.
const COMPARED_BEFORE: usize = 8;

/// Whether what is claimed of a bound holds, or the bound is zero: `int a[n]` with `n > 0` is what C asks for, but an array of no elements is
/// an object all the same.
fn or_is_zero<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, ok: Operand, holds: &C::Bool) -> C::Bool {
    let frame = &state.thread.top;
    let insts = &at.image.program.functions[frame.func].insts;
    let pc = frame.pc.index();
    let before = (pc.saturating_sub(COMPARED_BEFORE)..pc).rev().map(|idx| &insts[InstId::new(idx)]);
    let is_claimed = |inst: &&Inst| inst.result.is_some_and(|result| ok == Operand::Value(result));
    let Some(InstKind::Compare { ty, a, b, .. }) = before.filter(is_claimed).map(|inst| &inst.kind).next() else {
        return holds.clone();
    };
    let (path, regs) = (&mut state.path, &state.thread.top.regs);
    let is_zero = cx.compare(path, CmpOp::Eq, *ty, read(at.image, regs, *a), read(at.image, regs, *b));
    cx.logic(Logic::Or, holds, &is_zero)
}

pub(super) fn assume<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, cond: Operand) -> Step<()> {
    let value = state.read(at.image, cond).clone();
    usable(cx, state, at.inst, &value)?;
    let cond = cx.truth(&value);
    cx.assume(state, &cond)
}

pub(super) fn unreachable<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst) -> Step<Flow<C>> {
    let never = cx.boolean(false);
    require(cx, state, inst, vec![(Check::UnreachableCode, never)])?;
    Err(Halt::Ended)
}

/// Ends the program by a signal: nothing runs any more, but what was lost by then is lost, and what is still allocated counts as not
/// cleaned up.
pub(crate) fn abort<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, status: u64) -> Step<Flow<C>> {
    check_lost(at, cx, state)?;
    if at.image.checks_leaks(at.inst, Check::MemoryCleanup) {
        let clean = cx.no_leak(state, None)?;
        cx.check(state, Check::MemoryCleanup, &clean)?;
    }
    Ok(Flow::Exit(Box::new(cx.constant(&Bits::new(32, status)))))
}

/// Looks for blocks that nothing points to, where that is asked for while the running function goes on or is the last one.
#[inline]
pub(super) fn check_lost<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<()> {
    if !at.inst.checks.contains(Check::MemoryLeak) {
        return Ok(());
    }
    let keepers = at.image.roots.of_all(&at.image.program, state);
    let reachable = cx.no_leak(state, Some(&keepers))?;
    cx.check(state, Check::MemoryLeak, &reachable)
}

/// Whether all blocks can be reached while the running function is about to execute its next instruction.
pub fn is_all_kept<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>) -> Result<C::Bool, Stop> {
    let keepers = image.roots.of_all_before(&image.program, state);
    cx.no_leak(state, Some(&keepers))
}

/// Ends the program in order, with a status. Frames that are still there keep what they point to reachable.
pub(crate) fn finish<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, status: C::Value) -> Step<Flow<C>> {
    if at.image.checks_leaks(at.inst, Check::MemoryLeak) {
        let keepers = at.image.roots.of_waiting(&at.image.program, state);
        let reachable = cx.no_leak(state, Some(&keepers))?;
        cx.check(state, Check::MemoryLeak, &reachable)?;
    }
    if at.image.checks_leaks(at.inst, Check::MemoryCleanup) {
        let clean = cx.no_leak(state, None)?;
        cx.check(state, Check::MemoryCleanup, &clean)?;
    }
    Ok(Flow::Exit(Box::new(status)))
}

/// Ends the life of the top frame's objects that were made after an event.
pub(crate) fn end_locals_after<C: Control>(cx: &mut C, state: &mut State<C>, event: u32) {
    while let Some(&(made, object)) = state.thread.top.locals.last() {
        if made <= event {
            break;
        }
        state.thread.top.locals.pop();
        cx.set_alive(state, object, false);
    }
}

impl<C: Control> Image<C> {
    /// Leak checks are asked for at the instruction that ends the program, which is a `return` or a call.
    fn checks_leaks(&self, inst: &Inst, check: Check) -> bool {
        matches!(inst.kind, InstKind::Return { .. } | InstKind::Call(_) | InstKind::Trap) && inst.checks.contains(check)
    }
}

//! `setjmp` and `longjmp`: a jump truncates the stack.

use candor_analysis::out_of_scope;
use candor_ir::{Bits, Check, CmpOp, EntityRef, InstId, InstKind, Scalar};

use super::{Done, Site};
use crate::control::Control;
use crate::exec::{self, Flow};
use crate::state::{JumpPoint, OnReturn, State};
use crate::stop::{Halt, Step};

/// What a `jmp_buf` holds: this number plus the index of the jump point.
const TOKEN: u64 = 0x5E7_0000;

pub(super) fn setjmp<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let buffer = at.arg(0)?.clone();
    let thread = &mut state.thread;
    let point = JumpPoint { depth: thread.below.len(), call_path: thread.top.call_path, pc: thread.top.pc };
    let same = |old: &JumpPoint| old.depth == point.depth && old.call_path == point.call_path && old.pc == point.pc;
    let index = match thread.jumps.iter().position(same) {
        Some(index) => index,
        None => {
            thread.jumps.push(point);
            thread.jumps.len() - 1
        }
    };
    let token = cx.constant(&Bits::new(32, TOKEN + u64::try_from(index).expect("few jump points")));
    exec::store_checked(cx, state, at.inst, &buffer, Scalar::Int(32), &token, 4)?;
    Ok(Done::Nothing)
}

pub(super) fn longjmp<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Flow<C>> {
    let (buffer, value) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    let token = exec::load_checked(cx, state, at.inst, &buffer, Scalar::Int(32), 4)?;
    exec::usable(cx, state, at.inst, &token)?;
    let Some(token) = cx.plain(&token) else {
        return Err(Halt::unsupported("longjmp with a buffer that differs between paths"));
    };
    let point = find_point(state, token);
    let alive = cx.boolean(point.is_some());
    // There is nothing to go on with, unlike behind other arguments that are not allowed.
    match at.inst.checks.contains(Check::BadStdlibArgument) {
        true => cx.check(state, Check::BadStdlibArgument, &alive)?,
        false => cx.unchecked(state, Check::BadStdlibArgument, &alive)?,
    }
    let Some(point) = point else { return Err(Halt::Ended) };
    unwind_to(cx, state, point.depth);
    state.thread.top.pc = point.pc;
    // Variables of blocks that the jump leaves.
    for variable in out_of_scope(&at.image.program.functions[state.thread.top.func], point.pc) {
        exec::end_life(at.image, cx, state, variable.into())?;
    }
    let zero = cx.constant(&Bits::zero(32));
    let one = cx.constant(&Bits::new(32, 1));
    let is_zero = cx.compare(&mut state.path, CmpOp::Eq, Scalar::Int(32), &value, &zero);
    let value = cx.select(&is_zero, Scalar::Int(32), &one, &value);
    let function = &at.image.program.functions[state.thread.top.func];
    if let InstKind::Call(call) = &function.insts[point.pc].kind {
        exec::set_results(at.image, cx, state, call, &[value], &[])?;
    }
    state.thread.top.pc = InstId::new(point.pc.index() + 1);
    Ok(Flow::Moved)
}

/// The jump point of a token, if its frame is still there.
fn find_point<C: Control>(state: &State<C>, token: u64) -> Option<JumpPoint> {
    let index = usize::try_from(token.checked_sub(TOKEN)?).ok()?;
    let point = state.thread.jumps.get(index)?;
    state.thread.can_jump_to(point).then(|| point.clone())
}

/// Ends all frames above the one at this depth.
fn unwind_to<C: Control>(cx: &mut C, state: &mut State<C>, depth: usize) {
    while state.thread.below.len() > depth {
        while let Some((_, object)) = state.thread.top.locals.pop() {
            cx.set_alive(state, object, false);
        }
        if state.thread.top.on_return == OnReturn::Uninterrupted {
            state.thread.uninterrupted = state.thread.uninterrupted.saturating_sub(1);
        }
        exec::pop_frame(state);
    }
}

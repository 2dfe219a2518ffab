//! Claims and errors that the program states itself.

use candor_ir::{Bits, Check, Chunk, CmpOp, Const, FuncId, Function, Operand, Program, Scalar};

use super::{Done, Native, Site};
use crate::control::Control;
use crate::exec::{self, Flow};
use crate::state::State;
use crate::stop::{Halt, Step};

/// Is the argument not zero?
pub(super) fn holds<C: Control>(at: &Site<'_, C>, cx: &mut C, state: &mut State<C>, idx: usize) -> Step<C::Bool> {
    let value = at.arg(idx)?.clone();
    exec::usable(cx, state, at.inst, &value)?;
    let ty = at.call.args[idx].ty;
    let zero = cx.constant(&Bits::zero(at.image.program.target.bits_of(ty)));
    Ok(match ty {
        Scalar::Ptr => cx.compare_pointers(state, CmpOp::Ne, &value, &zero),
        Scalar::Float(_) => cx.compare(&mut state.path, CmpOp::FUne, ty, &value, &zero),
        Scalar::Int(_) => cx.compare(&mut state.path, CmpOp::Ne, ty, &value, &zero),
    })
}

pub(super) fn assume<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let cond = holds(at, cx, state, 0)?;
    cx.assume(state, &cond)?;
    Ok(Done::Nothing)
}

pub(super) fn assert<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let cond = holds(at, cx, state, 0)?;
    exec::require(cx, state, at.inst, vec![(Check::Assertion, cond)])?;
    Ok(Done::Nothing)
}

/// `__candor_check(ok, "check-id", "message")`, a claim of the libc models about their arguments.
pub(super) fn check<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = at.call.args.get(1).and_then(|arg| string_literal(&at.image.program, arg.value));
    let check = id.as_deref().and_then(Check::from_id);
    let Some(check) = check else {
        return Err(Halt::bug(format!("`__candor_check` with an unknown check {id:?}")));
    };
    let ok = holds(at, cx, state, 0)?;
    exec::require(cx, state, at.inst, vec![(check, ok)])?;
    Ok(Done::Nothing)
}

/// A failed assertion; where nobody checks them the program aborts, as it does natively.
pub(super) fn assert_fail<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Flow<C>> {
    if at.inst.checks.contains(Check::Assertion) {
        let never = cx.boolean(false);
        cx.check(state, Check::Assertion, &never)?;
    }
    abort(at, cx, state)
}

/// The model that runs before the program ends where a platform function aborts: handlers of signals are C. Only programs that can
/// set handlers have it, and it ends in `__candor_abort`, which has none.
pub fn abort_model(program: &Program, callee: &Function) -> Option<FuncId> {
    let native = super::lookup(&callee.name)?;
    let runs_handlers = native == Native::AssertFail || native == Native::Abort && callee.name == "abort";
    handlers_of_abort(program).filter(|_| runs_handlers)
}

/// The same, whoever aborts.
pub fn handlers_of_abort(program: &Program) -> Option<FuncId> {
    let model = program.function_named("__model_abort")?;
    program.functions[model].is_defined().then_some(model)
}

/// `abort`, and what ends as it does. A program that can set handlers of signals has a model of it, which comes back here as `__candor_abort`.
pub(super) fn abort<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Flow<C>> {
    match abort_model(&at.image.program, at.callee) {
        Some(model) => Ok(exec::call_model(at.image, state, model)),
        None => exec::abort(at.instruction(), cx, state, exec::SIGNAL_ABORT),
    }
}

/// Reaching it is the error. Unchecked, a body runs if there is one; otherwise the program aborts. Where it is asked whether
/// executions end, this one ends here, whatever a body does.
pub(super) fn error_call<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Option<Flow<C>>> {
    if at.inst.checks.contains(Check::ErrorCall) {
        let never = cx.boolean(false);
        cx.check(state, Check::ErrorCall, &never)?;
    }
    if at.callee.is_defined() && !at.inst.checks.contains(Check::Termination) {
        return Ok(None);
    }
    exec::abort(at.instruction(), cx, state, exec::SIGNAL_ABORT).map(Some)
}

/// What a libc model says it cannot do.
pub(super) fn unsupported<C: Control>(at: &Site<'_, C>) -> Halt {
    let what = at.call.args.first().and_then(|arg| string_literal(&at.image.program, arg.value));
    Halt::unsupported(what.unwrap_or_else(|| "something in the C library".to_owned()))
}

/// The text of a string literal that an operand points to.
pub(crate) fn string_literal(program: &Program, operand: Operand) -> Option<String> {
    let Operand::Const(constant) = operand else { return None };
    let Const::Global(global, start) = *program.consts.get(constant) else {
        return None;
    };
    let start = usize::try_from(start).ok()?;
    let init = program.globals[global].init.as_ref()?;
    let [(0, Chunk::Bytes(bytes))] = &init.chunks[..] else {
        return None;
    };
    let text: Vec<u8> = bytes.get(start..)?.iter().copied().take_while(|&byte| byte != 0).collect();
    String::from_utf8(text).ok()
}

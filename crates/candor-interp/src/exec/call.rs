//! Calls and returns, and how a program starts and ends.

use candor_ir::{
    Arg, Bits, ByVal, Call, Callee, Check, EntityRef, FuncId, Function, Inst, InstId, InstKind, Operand, Scalar,
    UndefCause, assembly_text,
};
use smallvec::SmallVec;
use triomphe::Arc;

use super::access::{copy_memory, goes_elsewhere, next_name};
use super::convention::{arrive, is_compatible};
use super::flow::finish;
use super::{At, Flow, Resume, given, require, usable, varargs};
use crate::choice::ChoiceKind;
use crate::control::{Beyond, Control, Decision};
use crate::image::{Image, MissingBodies};
use crate::memory::{Allocation, ObjectId, ObjectKind};
use crate::platform;
use crate::state::{Frame, OnReturn, State};
use crate::stop::{Halt, Step, Stop};

/// Values passed or returned; nearly always few.
type Values<V> = SmallVec<[V; 6]>;

pub(super) fn call<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, call: &Call) -> Step<Flow<C>> {
    let pointer = match call.callee {
        Callee::Direct(func) => return invoke(at.image, cx, state, call, func),
        Callee::Indirect(pointer) => state.read(at.image, pointer).clone(),
    };
    usable(cx, state, at.inst, &pointer)?;
    let callees = cx.callees(state, &pointer)?;
    let is_given = given::is_given(at.image, Scalar::Ptr) && callees.targets.is_empty();
    if is_given && given::is_function(at, cx, state, &pointer)? {
        return return_anything(at, cx, state, call);
    }
    require(cx, state, at.inst, callees.conditions)?;
    let mut possible = Vec::new();
    if let Some(found) = callees.elsewhere {
        let elsewhere = goes_elsewhere(cx, state, at.inst, found)?;
        match cx.decide(state, &elsewhere)? {
            Decision::Never => {}
            Decision::Always => return call_elsewhere(at, cx, state, call, &pointer),
            Decision::Both => possible.push((elsewhere, Resume::Again)),
        }
    }
    for (guard, func) in callees.targets {
        match cx.decide(state, &guard)? {
            Decision::Never => {}
            Decision::Always => return invoke(at.image, cx, state, call, func),
            Decision::Both => possible.push((guard, Resume::Call(func))),
        }
    }
    if possible.is_empty() {
        return Err(Halt::bug("a function pointer points to no function"));
    }
    Ok(Flow::Fork(Box::new(possible)))
}

/// Calls a function: one of the platform's, or one with a body.
pub(super) fn invoke<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    call: &Call,
    func: FuncId,
) -> Step<Flow<C>> {
    let callee = &image.program.functions[func];
    let inst = current_inst(image, state);
    if let Some(native) = image.natives[func.index()]
        && let Some(flow) = platform::call(At { image, inst }, cx, state, call, callee, native)?
    {
        return Ok(flow);
    }
    if !callee.is_defined() {
        let at = At { image, inst };
        if platform::is_unmodelled(&callee.name) {
            let name = &callee.name;
            return Err(Halt::unsupported(format!("call of `{name}`, a function of the C library without a model")));
        }
        let anything = image.options.missing_bodies != MissingBodies::Stop;
        if let Some(what) = platform::unknown_builtin(&callee.name) {
            return Err(Halt::unsupported(what));
        }
        if anything && !platform::starts_threads(&callee.name) && !may_initialise(at, cx, state, call) {
            return return_anything(at, cx, state, call);
        }
        let what = match assembly_text(&callee.name) {
            Some(text) => format!("inline assembly `{text}`"),
            None => format!("call of external function `{}`, which has no body", callee.name),
        };
        return Err(Halt::unsupported(what));
    }
    if !is_compatible(&image.program.target, call, callee) {
        let never = cx.boolean(false);
        require(cx, state, inst, vec![(Check::InvalidCall, never)])?;
        return Err(Halt::Ended);
    }
    if let Some(shortcut) = image.shortcuts[func.index()]
        && let Some(flow) = platform::call_shortcut(image, cx, state, call, callee, shortcut)?
    {
        return Ok(flow);
    }
    let args: Values<C::Value> = call.args.iter().map(|arg| state.read(image, arg.value).clone()).collect();
    push_call(At { image, inst }, cx, state, func, callee, &call.args, &args)?;
    Ok(Flow::Moved)
}

/// Whether the function could write what is uninitialised so far, so that not writing it would be a fault of our making.
fn may_initialise<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, call: &Call) -> bool {
    let watched = at.inst.checks.contains(Check::UninitializedRead);
    watched
        && call.args.iter().filter(|arg| arg.ty == Scalar::Ptr).any(|arg| {
            let pointer = state.read(at.image, arg.value).clone();
            cx.may_be_unwritten(state, &pointer)
        })
}

/// Calls a function of which nothing is known: its results are arbitrary, and it changes nothing.
fn return_anything<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, call: &Call) -> Step<Flow<C>> {
    for arg in &call.args {
        let value = state.read(at.image, arg.value).clone();
        usable(cx, state, at.inst, &value)?;
        if cx.beyond() != Beyond::Nothing {
            cx.share(state, &value);
        }
    }
    for &result in &call.results {
        let ty = at.image.program.functions[state.thread.top.func].values[result].ty;
        let value = match given::is_given(at.image, ty) {
            true => given::pointer(at, cx, state, ChoiceKind::Havoc)?,
            false => cx.choose(state, ChoiceKind::Havoc, ty)?,
        };
        state.thread.top.set(result, value);
    }
    Ok(Flow::Next)
}

/// Calls a function of others: besides returning anything, it changes what it knows, and memory of others.
fn call_elsewhere<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    call: &Call,
    pointer: &C::Value,
) -> Step<Flow<C>> {
    if may_initialise(at, cx, state, call) {
        return Err(Halt::unsupported("a call of unknown origin that may initialise a variable"));
    }
    for arg in call.args.iter().filter(|arg| arg.ty == Scalar::Ptr) {
        let value = state.read(at.image, arg.value).clone();
        if !cx.callees(state, &value)?.targets.is_empty() {
            return Err(Halt::unsupported("a function of the program's is passed to code of unknown origin"));
        }
    }
    let flow = return_anything(at, cx, state, call)?;
    cx.disturb(state)?;
    cx.write_elsewhere(state, pointer, None)?;
    Ok(flow)
}

pub(crate) fn current_inst<'i, C: Control>(image: &'i Image<C>, state: &State<C>) -> &'i Inst {
    &image.program.functions[state.thread.top.func].insts[state.thread.top.pc]
}

fn push_call<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    func: FuncId,
    callee: &Function,
    args: &[Arg],
    values: &[C::Value],
) -> Step<()> {
    if state.thread.depth() >= at.image.options.limits.max_depth {
        let depth = at.image.options.limits.max_depth;
        return Err(Stop::Exhausted(format!("the call stack is {depth} frames deep (endless recursion?)")).into());
    }
    let mut locals = Vec::new();
    let mut regs = vec![C::Value::default(); callee.values.len()];
    for ((&param, arg), value) in callee.params.iter().zip(args).zip(values) {
        regs[param.index()] = match arg.byval {
            None => arrive(cx, state, &at.image.program.target, arg.ty, callee.values[param].ty, value),
            Some(byval) => copy_argument(at, cx, state, value, byval, &mut locals)?,
        };
    }
    let n_named = callee.params.len();
    let varargs = match callee.signature.variadic {
        true => Some(varargs::lay_out(at, cx, state, &args[n_named..], &values[n_named..], &mut locals)?),
        false => None,
    };
    state.thread.top.next_event();
    let mut on_return = OnReturn::Caller;
    if at.image.uninterrupted[func.index()] {
        state.thread.uninterrupted += 1;
        on_return = OnReturn::Uninterrupted;
    }
    let mut frame = Frame::new(func, regs, state.thread.top.callee_path(), on_return);
    frame.varargs = varargs;
    frame.locals = locals.into_iter().map(|object| (0, object)).collect();
    push_frame(at.image, state, frame);
    Ok(())
}

fn push_frame<C: Control>(image: &Image<C>, state: &mut State<C>, mut frame: Frame<C::Value>) {
    let callee = &image.program.functions[frame.func];
    frame.pc = callee.blocks[callee.entry()].first;
    let caller = std::mem::replace(&mut state.thread.top, frame);
    state.thread.below.push(Arc::new(caller));
}

/// Calls a model without parameters in place of the platform function that the current instruction calls.
pub(crate) fn call_model<C: Control>(image: &Image<C>, state: &mut State<C>, func: FuncId) -> Flow<C> {
    let regs = vec![C::Value::default(); image.program.functions[func].values.len()];
    state.thread.top.next_event();
    let frame = Frame::new(func, regs, state.thread.top.callee_path(), OnReturn::Caller);
    push_frame(image, state, frame);
    Flow::Moved
}

/// The callee's own copy of an aggregate.
fn copy_argument<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    source: &C::Value,
    byval: ByVal,
    locals: &mut Vec<ObjectId>,
) -> Step<C::Value> {
    let size = cx.constant(&Bits::new(at.image.program.target.pointer_bits, byval.size));
    let name = next_name(state);
    let request = Allocation { kind: ObjectKind::Stack, size: size.clone(), align: byval.align, zeroed: false, name };
    let copy = cx.allocate(state, request)?;
    locals.push(copy.object);
    copy_memory(cx, state, at.inst, &copy.pointer, source, &size, /* may_overlap */ false)?;
    Ok(copy.pointer)
}

pub(super) fn ret<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, values: &[Operand]) -> Step<Flow<C>> {
    let values: Values<C::Value> = values.iter().map(|&value| state.read(at.image, value).clone()).collect();
    return_from(at.image, cx, state, at.inst, values)
}

/// Ends the top frame with these results.
pub(crate) fn return_from<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    values: SmallVec<[C::Value; 6]>,
) -> Step<Flow<C>> {
    while let Some((_, object)) = state.thread.top.locals.pop() {
        cx.set_alive(state, object, false);
    }
    match state.thread.top.on_return {
        OnReturn::Caller | OnReturn::Uninterrupted => {
            if state.thread.top.on_return == OnReturn::Uninterrupted {
                state.thread.uninterrupted = state.thread.uninterrupted.saturating_sub(1);
            }
            check_frame_leak(image, cx, state, inst, &values)?;
            let given = &image.program.functions[state.thread.top.func].signature.results;
            pop_frame(state);
            let caller = &image.program.functions[state.thread.top.func];
            if let InstKind::Call(call) = &caller.insts[state.thread.top.pc].kind {
                set_results(image, cx, state, call, &values, given)?;
            }
            let pc = &mut state.thread.top.pc;
            *pc = InstId::new(pc.index() + 1);
            Ok(Flow::Moved)
        }
        OnReturn::Startup(n) if n as usize + 1 < image.startup.len() => {
            start_function(image, state, n + 1)?;
            Ok(Flow::Moved)
        }
        OnReturn::Startup(_) => end_main(At { image, inst }, cx, state, values.into_iter().next()),
        OnReturn::Thread => {
            let result = values.into_iter().next().unwrap_or_default();
            Ok(platform::end_thread(cx, state, result))
        }
        OnReturn::Destructor(n) => {
            pop_frame(state);
            run_destructors(image, cx, state, n + 1)
        }
    }
}

pub(crate) fn pop_frame<C: Control>(state: &mut State<C>) {
    if let Some(frame) = state.thread.below.pop() {
        state.thread.top = Arc::try_unwrap(frame).unwrap_or_else(|shared| (*shared).clone());
    }
}

/// A frame that dies may take the last pointer to a block with it.
fn check_frame_leak<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    values: &[C::Value],
) -> Step<()> {
    if !inst.checks.contains(Check::MemoryLeak) {
        return Ok(());
    }
    // `__model_nothing` loses nothing, however often a model calls it that waits.
    let function = &image.program.functions[state.thread.top.func];
    if function.library && function.values.is_empty() && function.insts.len() == 1 {
        return Ok(());
    }
    let mut keepers = image.roots.of_waiting(&image.program, state);
    keepers.registers.extend_from_slice(values);
    let reachable = cx.no_leak(state, Some(&keepers))?;
    cx.check(state, Check::MemoryLeak, &reachable)
}

/// Writes the results of a call; what the callee did not return must not be used. `given` are the types that the callee
/// returns, where it has its own.
pub(crate) fn set_results<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    call: &Call,
    values: &[C::Value],
    given: &[Scalar],
) -> Step<()> {
    for (idx, &result) in call.results.iter().enumerate() {
        let ty = call.signature.results.get(idx).copied().unwrap_or(Scalar::Int(32));
        let value = match values.get(idx) {
            Some(value) => {
                let from = given.get(idx).copied().unwrap_or(ty);
                arrive(cx, state, &image.program.target, from, ty, value)
            }
            None => {
                let arbitrary = cx.choose(state, ChoiceKind::Uninitialized, ty)?;
                let always = cx.boolean(true);
                cx.mark(&always, UndefCause::MissingReturn, ty, arbitrary)
            }
        };
        state.thread.top.set(result, value);
    }
    Ok(())
}

/// Starts the n-th function of the start-up sequence in place of the top frame.
pub(crate) fn start_function<C: Control>(image: &Image<C>, state: &mut State<C>, n: u32) -> Step<()> {
    let func = image.startup[n as usize];
    let callee = &image.program.functions[func];
    if !callee.is_defined() {
        return Err(Stop::Malformed(format!("`{}` has no body", callee.name)).into());
    }
    let mut regs = vec![C::Value::default(); callee.values.len()];
    for (&param, value) in callee.params.iter().zip(&image.arguments) {
        regs[param.index()] = value.clone();
    }
    let mut frame = Frame::new(func, regs, u64::from(n) + 1, OnReturn::Startup(n));
    frame.pc = callee.blocks[callee.entry()].first;
    state.thread.top = frame;
    Ok(())
}

/// `main` has returned: its locals are gone, its registers count no longer. The handlers of `atexit` run if there are any.
fn end_main<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, status: Option<C::Value>) -> Step<Flow<C>> {
    if let Some(status) = &status {
        usable(cx, state, at.inst, status)?;
    }
    let status = match status {
        Some(status) => status,
        None => cx.constant(&Bits::zero(32)),
    };
    let Some(exit) = at.image.program.library_function("exit") else {
        return end_program(at, cx, state, status);
    };
    state.thread.top.regs.fill(C::Value::default());
    let callee = &at.image.program.functions[exit];
    let mut regs = vec![C::Value::default(); callee.values.len()];
    if let Some(param) = callee.params.first() {
        regs[param.index()] = status;
    }
    state.thread.top.next_event();
    let frame = Frame::new(exit, regs, state.thread.top.callee_path(), OnReturn::Caller);
    push_frame(at.image, state, frame);
    Ok(Flow::Moved)
}

/// The program ends in order: destructors run, then leaks are looked for.
pub(crate) fn end_program<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    status: C::Value,
) -> Step<Flow<C>> {
    if at.image.program.destructors.is_empty() || state.exit_status.is_some() {
        return finish(at, cx, state, status);
    }
    state.exit_status = Some(status);
    run_destructors(at.image, cx, state, 0)
}

fn run_destructors<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>, n: u32) -> Step<Flow<C>> {
    let Some(&func) = image.program.destructors.get(n as usize) else {
        let status = state.exit_status.clone().ok_or_else(|| Halt::bug("destructors ran before the end"))?;
        let inst = current_inst(image, state);
        return finish(At { image, inst }, cx, state, status);
    };
    let regs = vec![C::Value::default(); image.program.functions[func].values.len()];
    state.thread.top.next_event();
    let frame = Frame::new(func, regs, state.thread.top.callee_path(), OnReturn::Destructor(n));
    push_frame(image, state, frame);
    Ok(Flow::Moved)
}

//! Threads: what the C models of `pthread.h` and its relatives are made from.
//!
//! A thread is a call stack; all share one memory. Only a section between `__candor_atomic_begin` and `__candor_atomic_end` is
//! never interrupted. Waiting is one operation: inside such a section `__candor_await(ok)` says whether the section can be
//! run now. If not, the explorer forgets that it was begun and lets another thread run. So there are no queues of waiting
//! threads: a thread waits as long as its section cannot be run, and which of several goes first is the explorer's choice.

use candor_ir::{Bits, Check, Scalar};
use triomphe::Arc;

use super::{Done, Site, error};
use crate::choice::ChoiceKind;
use crate::control::{Control, Decision};
use crate::exec::{self, Flow, Resume};
use crate::memory::{Allocation, ObjectKind};
use crate::state::{Frame, OnReturn, State, Thread, ThreadId};
use crate::stop::{Halt, Step};

/// Threads beyond this number are not made: so many mean a program that makes them without end.
const MAX_THREADS: u32 = 4096;

/// `__candor_spawn(run, start, argument)`: a new thread that calls `run(start, argument)`; its number.
pub(super) fn spawn<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    if !cx.runs_threads() {
        return Err(Halt::unsupported("a second thread (this engine runs programs with one thread)"));
    }
    if state.n_threads >= MAX_THREADS {
        return Err(crate::stop::Stop::Exhausted(format!("{MAX_THREADS} threads")).into());
    }
    let run = cx.callees(state, at.arg(0)?)?;
    let [(_, func)] = run.targets[..] else {
        return Err(Halt::bug("a thread starts with a function that is not known"));
    };
    let callee = &at.image.program.functions[func];
    if state.parked.is_empty() {
        cx.share_globals(state);
    }
    let mut regs = vec![C::Value::default(); callee.values.len()];
    for (&param, value) in callee.params.iter().zip(&at.args[1..]) {
        cx.share(state, value);
        regs[candor_ir::EntityRef::index(param)] = value.clone();
    }
    let id = ThreadId(state.n_threads);
    state.n_threads += 1;
    let call_path = u64::from(id.0).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mut frame = Frame::new(func, regs, call_path, OnReturn::Thread);
    frame.pc = callee.blocks[callee.entry()].first;
    state.parked.push(Arc::new(Thread::new(id, frame)));
    Ok(Done::Value(cx.constant(&Bits::new(32, u64::from(id.0)))))
}

pub(super) fn current<C: Control>(cx: &mut C, state: &State<C>) -> Done<C> {
    Done::Value(cx.constant(&Bits::new(32, u64::from(state.thread.id.0))))
}

/// The running thread ends, wherever it is.
pub(super) fn end<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Flow<C>> {
    let result = at.arg(0)?.clone();
    Ok(end_thread(cx, state, result))
}

/// Ends the running thread: its variables die, its result stays.
pub(crate) fn end_thread<C: Control>(cx: &mut C, state: &mut State<C>, result: C::Value) -> Flow<C> {
    loop {
        while let Some((_, object)) = state.thread.top.locals.pop() {
            cx.set_alive(state, object, false);
        }
        if state.thread.below.is_empty() {
            break;
        }
        exec::pop_frame(state);
    }
    for (_, instance) in std::mem::take(&mut state.thread.locals) {
        if let Some(object) = cx.object_of(state, &instance) {
            cx.set_alive(state, object, false);
        }
    }
    cx.share(state, &result);
    let thread = &mut state.thread;
    thread.ended = true;
    thread.uninterrupted = 0;
    thread.result = result;
    thread.jumps.clear();
    thread.top.regs.fill(C::Value::default());
    thread.top.varargs = None;
    Flow::ThreadEnded
}

fn id_of<C: Control>(at: &Site<'_, C>, cx: &C) -> Step<ThreadId> {
    let id = cx.plain(at.arg(0)?).and_then(|id| u32::try_from(id).ok());
    id.map(ThreadId).ok_or_else(|| Halt::unsupported("a thread whose number is not known"))
}

/// 0: there is no such thread (any more); 1: it runs or waits; 2: it has ended.
pub(super) fn progress<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = id_of(at, cx)?;
    let progress = state.thread_of(id).map_or(0, |thread| if thread.ended { 2 } else { 1 });
    Ok(Done::Value(cx.constant(&Bits::new(32, progress))))
}

pub(super) fn result<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = id_of(at, cx)?;
    let result = state.thread_of(id).map(|thread| thread.result.clone());
    result.map(Done::Value).ok_or_else(|| Halt::bug("the result of a thread that does not exist"))
}

/// A thread that has ended and that nobody will ask for again.
pub(super) fn forget<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = id_of(at, cx)?;
    if let Some(thread) = state.thread_mut(id) {
        thread.mark = u32::MAX;
        thread.result = C::Value::default();
    }
    Ok(Done::Nothing)
}

pub(super) fn mark<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = id_of(at, cx)?;
    let mark = state.thread_of(id).map_or(u32::MAX, |thread| thread.mark);
    Ok(Done::Value(cx.constant(&Bits::new(32, u64::from(mark)))))
}

pub(super) fn set_mark<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let id = id_of(at, cx)?;
    let mark = cx.plain(at.arg(1)?).and_then(|mark| u32::try_from(mark).ok());
    let mark = mark.ok_or_else(|| Halt::unsupported("a thread's mark that is not one number"))?;
    if let Some(thread) = state.thread_mut(id) {
        thread.mark = mark;
    }
    Ok(Done::Nothing)
}

/// How many threads have not ended.
pub(super) fn n_running<C: Control>(cx: &mut C, state: &State<C>) -> Done<C> {
    let n_running = state.threads().filter(|thread| !thread.ended).count();
    Done::Value(cx.constant(&Bits::new(32, u64::try_from(n_running).expect("few threads"))))
}

pub(super) fn begin<C: Control>(state: &mut State<C>) -> Done<C> {
    state.thread.uninterrupted += 1;
    Done::Nothing
}

pub(super) fn leave<C: Control>(state: &mut State<C>) -> Done<C> {
    state.thread.uninterrupted = state.thread.uninterrupted.saturating_sub(1);
    Done::Nothing
}

/// Goes on if the condition holds, and waits for other threads if not. Whoever waits alone waits for ever.
pub(super) fn wait<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    for_signal: bool,
) -> Step<Flow<C>> {
    let mut cond = error::holds(at, cx, state, 0)?;
    if for_signal && cx.wakes_spuriously() {
        cond = cx.boolean(true);
    }
    if !state.has_others() {
        exec::require(cx, state, at.inst, vec![(Check::Deadlock, cond)])?;
        return Ok(Flow::Next);
    }
    match cx.decide(state, &cond)? {
        Decision::Always => Ok(Flow::Next),
        Decision::Never => Ok(Flow::Blocked),
        Decision::Both => {
            let not = cx.not(&cond);
            Ok(Flow::Fork(Box::new(vec![(cond, Resume::Again), (not, Resume::Again)])))
        }
    }
}

/// `__candor_may(what)`: whether something happens that may or may not, such as a wake-up that nobody caused.
pub(super) fn may<C: Control>(cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let bit = cx.choose(state, ChoiceKind::Schedule, Scalar::I1)?;
    let bit = cx.cast(&mut state.path, candor_ir::CastOp::ZExt, Scalar::I1, Scalar::Int(32), &bit);
    Ok(Done::Value(bit))
}

/// `__candor_pretend()`: whether a lock that is tried for and could be had is refused. No such execution exists, but whoever looks for data
/// races in interleavings has to follow it: a try that fails orders nothing, so what happened before the lock was taken, by who holds it,
/// races with what comes behind the try, although they never stand side by side. If tries fail at any time, they do (Boehm and Adve,
/// "Foundations of the C++ Concurrency Memory Model", 2008, section 3).
pub(super) fn pretend<C: Control>(cx: &mut C, state: &mut State<C>) -> Done<C> {
    let refused = cx.wakes_spuriously() && !state.parked.is_empty();
    state.pretended |= refused;
    Done::Value(cx.constant(&Bits::new(32, u64::from(refused))))
}

/// The running thread's own instance of a thread-local variable.
pub(super) fn thread_local<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let variable = at.arg(0)?.clone();
    if state.thread.id == ThreadId(0) {
        return Ok(Done::Value(variable));
    }
    let is_it = |pointer: &C::Value, cx: &mut C, state: &mut State<C>| {
        let (a, b) = (cx.object_of(state, pointer), cx.object_of(state, &variable));
        a.is_some() && a == b
    };
    let found = at.image.program.globals.keys().find(|&global| {
        let is_local = at.image.program.globals[global].thread_local;
        is_local && is_it(&at.image.global_pointers[candor_ir::EntityRef::index(global)], cx, state)
    });
    let Some(global) = found else {
        return Err(Halt::unsupported("a thread-local variable that is not known"));
    };
    instance_of(at, cx, state, global).map(Done::Value)
}

/// The running thread's instance of a variable that is known to be thread-local, made when it is first asked for.
pub(super) fn instance_of<C: Control>(
    at: &Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    global: candor_ir::GlobalId,
) -> Step<C::Value> {
    if state.thread.id == ThreadId(0) {
        return Ok(at.image.global_pointers[candor_ir::EntityRef::index(global)].clone());
    }
    if let Some((_, instance)) = state.thread.locals.iter().find(|(other, _)| *other == global) {
        return Ok(instance.clone());
    }
    let data = &at.image.program.globals[global];
    let size = cx.constant(&Bits::new(at.pointer_bits(), data.size));
    let name = exec::next_name(state);
    let kind = ObjectKind::Global(global);
    let request = Allocation { kind, size, align: data.align, zeroed: data.init.is_some(), name };
    let instance = cx.allocate(state, request)?.pointer;
    at.image.initialise_at(cx, state, global, &instance)?;
    state.thread.locals.push((global, instance.clone()));
    Ok(instance)
}

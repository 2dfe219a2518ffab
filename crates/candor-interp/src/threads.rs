//! What other threads can see of a step, before it is made.
//!
//! A step is *visible* if it may matter to other threads when it happens: it uses memory that they can use, too, begins a
//! section that nobody interrupts, or ends the execution for all. Between visible steps an explorer need not let other
//! threads run. Replays count visible steps, so what is visible must depend on the state alone.

use candor_ir::{Callee, Inst, InstKind, Operand, Ordering, Scalar};
use smallvec::SmallVec;

use crate::control::Control;
use crate::image::Image;
use crate::platform::{Native, ThreadFn};
use crate::state::{OnReturn, State, ThreadId};

/// A use of memory that the next step makes.
#[derive(Clone, Debug)]
pub struct NextAccess<V> {
    pub ptr: V,
    /// In bytes; `None` if that is not one number.
    pub size: Option<u64>,
    pub write: bool,
    /// Atomic accesses do not race with each other.
    pub atomic: bool,
}

/// The accesses of a step: one, or two for a copy.
pub type NextAccesses<V> = SmallVec<[NextAccess<V>; 2]>;

/// What the next step of the running thread is to other threads.
#[derive(Clone, Debug)]
pub enum NextStep<V> {
    /// Nobody sees it.
    Local,
    /// It uses memory that others may use.
    Access(NextAccesses<V>),
    /// It begins a section that nobody interrupts.
    Begin,
    /// It may end the execution or wait, or otherwise concerns everybody.
    Global,
}

impl<V> NextStep<V> {
    pub fn is_visible(&self) -> bool {
        !matches!(self, NextStep::Local)
    }
}

/// The next step of the running thread as others see it. Only accesses of shared memory are listed.
pub fn next_step<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>) -> NextStep<C::Value> {
    next_step_of(image, cx, state, state.thread.id)
}

/// The same for any thread, parked or not.
pub fn next_step_of<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
) -> NextStep<C::Value> {
    let inst = next_inst(image, state, thread);
    match &inst.kind {
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::AtomicCas { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemFill { .. }
        | InstKind::VaStart { .. }
        | InstKind::VaCopy { .. } => {
            let mut accesses = next_accesses_of(image, cx, state, thread);
            accesses.retain(|access| cx.is_shared(state, &access.ptr));
            if accesses.is_empty() { NextStep::Local } else { NextStep::Access(accesses) }
        }
        InstKind::Call(call) => {
            let Callee::Direct(func) = call.callee else { return NextStep::Local };
            let idx = candor_ir::EntityRef::index(func);
            if image.uninterrupted[idx] {
                return NextStep::Begin;
            }
            match image.natives[idx] {
                Some(native) => native_step(image, cx, state, thread, native),
                None => NextStep::Local,
            }
        }
        InstKind::Return { .. } => match state.top_of(thread).on_return {
            OnReturn::Startup(_) | OnReturn::Destructor(_) => NextStep::Global,
            OnReturn::Caller | OnReturn::Uninterrupted | OnReturn::Thread => end_of_locals(cx, state, thread),
        },
        InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => {
            let ptr = state.read_of(image, thread, *ptr).clone();
            if cx.is_shared(state, &ptr) { NextStep::Global } else { NextStep::Local }
        }
        InstKind::Assume { cond } => truth_step(image, cx, state, thread, *cond),
        InstKind::Unreachable | InstKind::Trap | InstKind::Unsupported { .. } => NextStep::Global,
        _ => NextStep::Local,
    }
}

/// A variable that others have a pointer to ends before their eyes.
fn end_of_locals<C: Control>(cx: &mut C, state: &mut State<C>, thread: ThreadId) -> NextStep<C::Value> {
    if state.top_of(thread).locals.is_empty() {
        return NextStep::Local;
    }
    let locals = state.top_of(thread).locals.clone();
    let is_seen = locals.into_iter().any(|(_, object)| cx.is_object_shared(state, object));
    if is_seen { NextStep::Global } else { NextStep::Local }
}

fn next_inst<'i, C: Control>(image: &'i Image<C>, state: &State<C>, thread: ThreadId) -> &'i Inst {
    let top = state.top_of(thread);
    &image.program.functions[top.func].insts[top.pc]
}

/// An assumption that holds concerns nobody; one that does not ends the execution.
fn truth_step<C: Control>(
    image: &Image<C>,
    cx: &C,
    state: &State<C>,
    thread: ThreadId,
    cond: Operand,
) -> NextStep<C::Value> {
    match cx.plain(state.read_of(image, thread, cond)) {
        Some(value) if value != 0 => NextStep::Local,
        _ => NextStep::Global,
    }
}

fn native_step<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    native: Native,
) -> NextStep<C::Value> {
    match native {
        Native::Free
        | Native::Realloc
        | Native::MemCopy { .. }
        | Native::MemFill
        | Native::MakeSymbolic
        | Native::MakeInputs
        | Native::MakeForeign
        | Native::SetJmp
        | Native::LongJmp => {
            let mut accesses = next_accesses_of(image, cx, state, thread);
            accesses.retain(|access| cx.is_shared(state, &access.ptr));
            if accesses.is_empty() { NextStep::Local } else { NextStep::Access(accesses) }
        }
        Native::Assume => {
            let InstKind::Call(call) = &next_inst(image, state, thread).kind else { return NextStep::Global };
            let arg = call.args.first().map(|arg| arg.value);
            arg.map_or(NextStep::Global, |arg| truth_step(image, cx, state, thread, arg))
        }
        Native::Get
        | Native::Exit
        | Native::Quit
        | Native::Abort
        | Native::AssertFail
        | Native::ErrorCall
        | Native::Unsupported => NextStep::Global,
        Native::Thread(function) => match function {
            ThreadFn::Begin => NextStep::Begin,
            ThreadFn::Spawn if state.parked.is_empty() => NextStep::Local,
            ThreadFn::Await | ThreadFn::AwaitSignal | ThreadFn::Spawn => NextStep::Global,
            ThreadFn::Progress
            | ThreadFn::Result
            | ThreadFn::Forget
            | ThreadFn::Mark
            | ThreadFn::SetMark
            | ThreadFn::NumberRunning => NextStep::Global,
            ThreadFn::Current | ThreadFn::End | ThreadFn::Leave | ThreadFn::May | ThreadFn::Local => NextStep::Local,
        },
        Native::Malloc
        | Native::Calloc
        | Native::AlignedAlloc
        | Native::Put
        | Native::IsWatched
        | Native::Check
        | Native::Assert
        | Native::Nondet(_)
        | Native::NondetBits
        | Native::Arbitrary
        | Native::Range
        | Native::Math(_) => NextStep::Local,
    }
}

/// All uses of memory that the next step makes, shared or not. A `free` is a write of the whole object.
pub fn next_accesses<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>) -> NextAccesses<C::Value> {
    next_accesses_of(image, cx, state, state.thread.id)
}

/// The same for any thread, parked or not.
pub fn next_accesses_of<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
) -> NextAccesses<C::Value> {
    let target = &image.program.target;
    let bytes = |ty: Scalar| Some(target.store_bytes(ty));
    let inst = next_inst(image, state, thread);
    let mut accesses = NextAccesses::new();
    let mut add = |operand: Operand, size: Option<u64>, write: bool, ordering: Ordering| {
        let ptr = state.read_of(image, thread, operand).clone();
        accesses.push(NextAccess { ptr, size, write, atomic: ordering != Ordering::None });
    };
    match &inst.kind {
        InstKind::Load { ty, ptr, flags } => add(*ptr, bytes(*ty), false, flags.ordering),
        InstKind::Store { ty, ptr, flags, .. } => add(*ptr, bytes(*ty), true, flags.ordering),
        InstKind::AtomicRmw { ty, ptr, flags, .. } | InstKind::AtomicCas { ty, ptr, flags, .. } => {
            add(*ptr, bytes(*ty), true, flags.ordering);
        }
        InstKind::MemCopy { dst, src, len, .. } => {
            let len = cx.plain(state.read_of(image, thread, *len));
            add(*src, len, false, Ordering::None);
            add(*dst, len, true, Ordering::None);
        }
        InstKind::MemFill { dst, len, .. } => {
            let len = cx.plain(state.read_of(image, thread, *len));
            add(*dst, len, true, Ordering::None);
        }
        InstKind::VaStart { list } => add(*list, None, true, Ordering::None),
        InstKind::VaCopy { dst, src } => {
            add(*src, None, false, Ordering::None);
            add(*dst, None, true, Ordering::None);
        }
        InstKind::Call(call) => {
            let Callee::Direct(func) = call.callee else { return accesses };
            let arg = |idx: usize| call.args.get(idx).map(|arg| arg.value);
            let plain = |idx: usize| arg(idx).and_then(|arg| cx.plain(state.read_of(image, thread, arg)));
            let (dst, src, len) = (arg(0), arg(1), plain(2));
            match (image.natives[candor_ir::EntityRef::index(func)], dst, src) {
                (Some(Native::MemCopy { .. }), Some(dst), Some(src)) => {
                    add(src, len, false, Ordering::None);
                    add(dst, len, true, Ordering::None);
                }
                (Some(Native::MemFill), Some(dst), _) => add(dst, len, true, Ordering::None),
                (Some(Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign), Some(dst), _) => {
                    let len = plain(1);
                    add(dst, len, true, Ordering::None);
                }
                (Some(Native::SetJmp | Native::LongJmp), Some(dst), _) => add(dst, Some(4), true, Ordering::None),
                (Some(Native::Free | Native::Realloc), Some(block), _) => {
                    add_block(image, cx, state, thread, block, &mut accesses)
                }
                _ => {}
            }
        }
        _ => {}
    }
    accesses
}

/// Freeing nothing concerns nobody.
fn add_block<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    block: Operand,
    accesses: &mut NextAccesses<C::Value>,
) {
    let ptr = state.read_of(image, thread, block).clone();
    if cx.object_of(state, &ptr).is_none() && cx.plain(&ptr) == Some(0) {
        return;
    }
    let size = cx.extent(state, &ptr).and_then(|(size, _)| cx.plain(&size));
    accesses.push(NextAccess { ptr, size, write: true, atomic: false });
}

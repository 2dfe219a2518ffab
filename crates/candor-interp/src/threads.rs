//! What other threads can see of a step, before it is made.
//!
//! A step is *visible* if it may matter to other threads when it happens: it uses memory that they can use, too, begins an atomic
//! section, or ends the execution for all. Between visible steps an explorer need not let other threads run. Replays count
//! visible steps, so what is visible must depend on the state alone.
//!
//! Which memory a step accesses is not said here: instructions and platform functions do (`for_each_access`), and a call through
//! a pointer is asked for the functions that it may reach.

use candor_ir::{Access, Call, Callee, EntityRef, Extent, FuncId, Inst, InstKind, Operand, Ordering};
use smallvec::SmallVec;

use crate::control::Control;
use crate::image::Image;
use crate::platform::{Native, ThreadFn};
use crate::state::{Frame, OnReturn, State, ThreadId};

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

/// What the next step of a thread is to other threads.
#[derive(Clone, Debug)]
pub struct NextStep<V> {
    /// Uses of memory that others may use.
    pub accesses: NextAccesses<V>,
    /// It begins an atomic section.
    pub begins: bool,
    /// It may end the execution or wait, or otherwise concerns everybody.
    pub global: bool,
}

impl<V> NextStep<V> {
    fn of(concern: Concern) -> NextStep<V> {
        let accesses = NextAccesses::new();
        NextStep { accesses, begins: concern == Concern::Begins, global: concern == Concern::Global }
    }

    pub fn is_visible(&self) -> bool {
        self.begins || self.global || !self.accesses.is_empty()
    }

    /// Whether the step may turn out to be one that has to wait, so that it must be taken back.
    pub fn may_wait(&self) -> bool {
        self.begins || self.global
    }
}

/// The atomic sections that the running thread is in, innermost last: for each, whether the library began it for a purpose of its own,
/// such as taking a mutex. What happens there is synchronisation; what happens in the program's sections are accesses.
#[derive(Clone, Debug, Default)]
pub struct Sections(SmallVec<[bool; 2]>);

impl Sections {
    /// Follows the thread: to be called before each of its steps.
    pub fn update<C: Control>(&mut self, image: &Image<C>, state: &State<C>) {
        let n_sections = state.thread.uninterrupted as usize;
        self.0.truncate(n_sections);
        while self.0.len() < n_sections {
            self.0.push(image.program.functions[state.thread.top.func].library);
        }
    }

    /// Whether the innermost section is the library's own.
    pub fn is_library(&self) -> bool {
        self.0.last() == Some(&true)
    }
}

/// What a step is to other threads besides the memory that it uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Concern {
    Nothing,
    /// It begins an atomic section.
    Begins,
    Global,
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
    let concern = match &inst.kind {
        // Most instructions, first: they use registers only.
        InstKind::Binary { .. }
        | InstKind::Predicate { .. }
        | InstKind::Compare { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::Math { .. }
        | InstKind::IsFpClass { .. }
        | InstKind::Undef { .. }
        | InstKind::Freeze { .. }
        | InstKind::PoisonIf { .. }
        | InstKind::PtrAdd { .. }
        | InstKind::ObjectSize { .. }
        | InstKind::Check { .. }
        | InstKind::Fence { .. }
        | InstKind::VaEnd { .. }
        | InstKind::StackSave
        | InstKind::Jump { .. }
        | InstKind::Branch { .. }
        | InstKind::Switch(_)
        | InstKind::IndirectBranch { .. } => return NextStep::of(Concern::Nothing),
        // What is made is nobody else's yet.
        InstKind::Alloca { .. } => return NextStep::of(Concern::Nothing),
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::AtomicCas { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemFill { .. }
        | InstKind::VaStart { .. }
        | InstKind::VaCopy { .. } => Concern::Nothing,
        InstKind::Call(call) => call_concern(image, cx, state, thread, call),
        InstKind::Return { .. } => match state.top_of(thread).on_return {
            OnReturn::Startup(_) | OnReturn::Destructor(_) => Concern::Global,
            OnReturn::Caller | OnReturn::Uninterrupted | OnReturn::Thread => end_of_locals(cx, state, thread),
        },
        // It ends variables of the frame; which ones is not looked at.
        InstKind::StackRestore { .. } => end_of_locals(cx, state, thread),
        InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => {
            let ptr = state.read_of(image, thread, *ptr).clone();
            if cx.is_shared(state, &ptr) { Concern::Global } else { Concern::Nothing }
        }
        InstKind::Assume { cond } => assumption(image, cx, state, thread, *cond),
        InstKind::Unreachable | InstKind::Trap | InstKind::Unsupported { .. } => Concern::Global,
    };
    let mut next = NextStep::of(concern);
    next.accesses = next_accesses_of(image, cx, state, thread);
    next.accesses.retain(|access| cx.is_shared(state, &access.ptr));
    next
}

/// What a call is to other threads: that of a platform function, or of a function that runs as an atomic section.
fn call_concern<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    call: &Call,
) -> Concern {
    let Some(targets) = targets(image, cx, state, thread, call) else { return Concern::Global };
    let mut concern = Concern::Nothing;
    for func in targets {
        let this = match image.natives[func.index()] {
            Some(native) => native_concern(image, cx, state, thread, call, native),
            None if image.uninterrupted[func.index()] => Concern::Begins,
            None => Concern::Nothing,
        };
        concern = match (concern, this) {
            (Concern::Nothing, other) | (other, Concern::Nothing) => other,
            (Concern::Begins, Concern::Begins) => Concern::Begins,
            (Concern::Global, _) | (_, Concern::Global) => Concern::Global,
        };
    }
    concern
}

/// The functions that a call may reach; `None` if that cannot be said. A pointer to no function reaches none: the call is a
/// fault.
fn targets<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    call: &Call,
) -> Option<SmallVec<[FuncId; 2]>> {
    match call.callee {
        Callee::Direct(func) => Some(SmallVec::from_slice(&[func])),
        Callee::Indirect(pointer) => {
            let pointer = state.read_of(image, thread, pointer).clone();
            let callees = cx.callees(state, &pointer).ok()?;
            Some(callees.targets.into_iter().map(|(_, func)| func).collect())
        }
    }
}

/// A variable that others have a pointer to ends before their eyes.
fn end_of_locals<C: Control>(cx: &mut C, state: &mut State<C>, thread: ThreadId) -> Concern {
    if state.top_of(thread).locals.is_empty() {
        return Concern::Nothing;
    }
    let locals = state.top_of(thread).locals.clone();
    let is_seen = locals.into_iter().any(|(_, object)| cx.is_object_shared(state, object));
    if is_seen { Concern::Global } else { Concern::Nothing }
}

/// The same for all functions that a `longjmp` may leave.
fn end_of_all_locals<C: Control>(cx: &mut C, state: &mut State<C>, thread: ThreadId) -> Concern {
    let of_frame = |frame: &Frame<C::Value>| -> Vec<_> { frame.locals.iter().map(|(_, object)| *object).collect() };
    let of_thread = state.thread_of(thread).map(|thread| thread.frames().flat_map(of_frame).collect::<Vec<_>>());
    let is_seen = of_thread.unwrap_or_default().into_iter().any(|object| cx.is_object_shared(state, object));
    if is_seen { Concern::Global } else { Concern::Nothing }
}

fn next_inst<'i, C: Control>(image: &'i Image<C>, state: &State<C>, thread: ThreadId) -> &'i Inst {
    let top = state.top_of(thread);
    &image.program.functions[top.func].insts[top.pc]
}

/// An assumption that holds concerns nobody; one that does not ends the execution.
fn assumption<C: Control>(image: &Image<C>, cx: &C, state: &State<C>, thread: ThreadId, cond: Operand) -> Concern {
    match cx.plain(state.read_of(image, thread, cond)) {
        Some(value) if value != 0 => Concern::Nothing,
        Some(_) | None => Concern::Global,
    }
}

fn native_concern<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    call: &Call,
    native: Native,
) -> Concern {
    match native {
        Native::Assume => match call.args.first() {
            Some(arg) => assumption(image, cx, state, thread, arg.value),
            None => Concern::Global,
        },
        Native::LongJmp => end_of_all_locals(cx, state, thread),
        Native::Get
        | Native::Exit
        | Native::Quit
        | Native::Abort
        | Native::AssertFail
        | Native::ErrorCall
        | Native::Unsupported => Concern::Global,
        Native::Thread(function) => match function {
            ThreadFn::Begin => Concern::Begins,
            ThreadFn::Spawn if state.parked.is_empty() => Concern::Nothing,
            ThreadFn::Await | ThreadFn::AwaitSignal | ThreadFn::Spawn => Concern::Global,
            ThreadFn::Progress
            | ThreadFn::Result
            | ThreadFn::Forget
            | ThreadFn::Mark
            | ThreadFn::SetMark
            | ThreadFn::NumberRunning => Concern::Global,
            ThreadFn::Current | ThreadFn::End | ThreadFn::Leave | ThreadFn::Local => Concern::Nothing,
            ThreadFn::May | ThreadFn::Unordered | ThreadFn::Pretend => Concern::Nothing,
        },
        // Whatever memory these use is listed as accesses.
        Native::Free
        | Native::Realloc
        | Native::MemCopy { .. }
        | Native::MemFill
        | Native::MakeSymbolic
        | Native::MakeInputs
        | Native::MakeForeign
        | Native::SetJmp
        | Native::Malloc
        | Native::Calloc
        | Native::AlignedAlloc
        | Native::Put
        | Native::IsWatched
        | Native::Check
        | Native::Assert
        | Native::Nondet(_)
        | Native::NondetBits
        | Native::Arbitrary
        | Native::Outside
        | Native::IsOpen
        | Native::OutsideBlock
        | Native::Range
        | Native::Math(_) => Concern::Nothing,
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
    let kind = &next_inst(image, state, thread).kind;
    let mut accesses = NextAccesses::new();
    kind.for_each_access(|access| add(image, cx, state, thread, access, &mut accesses));
    if let InstKind::Call(call) = kind {
        for func in targets(image, cx, state, thread, call).unwrap_or_default() {
            let Some(native) = image.natives[func.index()] else { continue };
            native.for_each_access(call, |access| add(image, cx, state, thread, access, &mut accesses));
        }
    }
    accesses
}

fn add<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    thread: ThreadId,
    access: Access,
    accesses: &mut NextAccesses<C::Value>,
) {
    let mut ptr = state.read_of(image, thread, access.ptr).clone();
    // Freeing nothing concerns nobody, nor does a `realloc` of nothing.
    let is_block = access.extent == Extent::Object;
    if is_block && cx.object_of(state, &ptr).is_none() && cx.plain(&ptr) == Some(0) {
        return;
    }
    let size = match access.extent {
        Extent::Scalar(ty) => Some(image.program.target.store_bytes(ty)),
        Extent::Bytes(bytes) => Some(bytes),
        Extent::Length(len) => cx.plain(state.read_of(image, thread, len)),
        Extent::VaList => None,
        Extent::Object => match cx.extent(state, &ptr) {
            Some((size, offset)) => {
                // The whole block, also where the pointer is to its middle, which is a fault.
                let offset = cx.plain(&offset).and_then(|offset| i64::try_from(offset).ok());
                ptr = cx.offset_const(&mut state.path, &ptr, -offset.unwrap_or(0));
                cx.plain(&size)
            }
            None => None,
        },
    };
    let write = access.kind.changes();
    accesses.push(NextAccess { ptr, size, write, atomic: access.ordering != Ordering::None });
}

//! The functions that have no IR: allocation, the border of the program, choices, errors, `setjmp`.
//!
//! What branches on data is C in candor-libc and runs as IR; here is only what C cannot say or what a context must see whole.

mod alloc;
mod effects;
mod error;
mod jump;
mod math;
mod nondet;
mod output;
mod outside;
mod shortcut;
mod thread;
mod unmodelled;

use candor_ir::{Call, EntityRef, Function, GlobalId, Inst, InstId, Program, Scalar, Symbol};
use smallvec::SmallVec;

use crate::choice::ChoiceKind;
use crate::control::Control;
use crate::exec::{self, Flow};
use crate::image::Image;
use crate::state::State;
use crate::stop::{Halt, Step};

pub use effects::Continuation;
pub use error::{abort_model, handlers_of_abort};
pub use math::MathFn;
pub use nondet::NondetType;
pub use outside::{Filling, MAX_OUTSIDE_BYTES};
pub(crate) use shortcut::Shortcut;
pub(crate) use thread::end_thread;
pub use unmodelled::is_unmodelled;

/// A function of the platform.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Native {
    Malloc,
    Calloc,
    Realloc,
    Free,
    AlignedAlloc,
    /// `memcpy`, or `memmove` with overlap.
    MemCopy {
        may_overlap: bool,
    },
    MemFill,
    Put,
    Get,
    Exit,
    /// As [`Native::Exit`], but destructors do not run.
    Quit,
    Abort,
    SetJmp,
    LongJmp,
    /// `__candor_is_watched()`: does anybody see what is printed?
    IsWatched,
    /// `__candor_check(ok, "id", "message")`.
    Check,
    Assume,
    /// A function whose argument is claimed to hold.
    Assert,
    AssertFail,
    /// Reaching it is the error; a body the user gave counts when the check is off.
    ErrorCall,
    Nondet(NondetType),
    /// `__candor_nondet(bits)`.
    NondetBits,
    /// `__candor_arbitrary()`: a byte of which nothing is known.
    Arbitrary,
    /// `__candor_outside(bits)`: what the world outside decides without being asked, such as how late it is.
    Outside,
    /// `__candor_is_open()`: whether the world outside of the program is arbitrary.
    IsOpen,
    /// `__candor_outside_block(size, filling)`: memory that comes from outside.
    OutsideBlock,
    /// `klee_make_symbolic(ptr, size, name)`, `__VERIFIER_nondet_memory(ptr, size)`.
    MakeSymbolic,
    /// `__candor_make_inputs(ptr, size, bits)`.
    MakeInputs,
    /// `__candor_make_foreign(ptr, size, bits)`.
    MakeForeign,
    /// `klee_range(low, high, name)`.
    Range,
    Math(MathFn),
    /// `__candor_unsupported("what")`: a libc model meets what it does not do.
    Unsupported,
    /// A function that threads are made from.
    Thread(ThreadFn),
}

/// The functions that threads are made from; see `platform/thread.rs`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ThreadFn {
    Spawn,
    Current,
    End,
    Progress,
    Result,
    Forget,
    Mark,
    SetMark,
    NumberRunning,
    /// A section that no other thread interrupts begins.
    Begin,
    /// It is over.
    Leave,
    Await,
    /// As [`ThreadFn::Await`], but may also go on for no reason.
    AwaitSignal,
    May,
    /// What the section has used so far orders nothing; only who looks for data races has to know.
    Unordered,
    /// Whether what can be had is refused all the same; see `platform/thread.rs`.
    Pretend,
    /// The running thread's own instance of a variable.
    Local,
}

impl Native {
    /// The types that the function returns, where they do not depend on the call. What returns nothing gives a caller who thinks
    /// otherwise an `int`.
    fn results(self) -> &'static [Scalar] {
        match self {
            Native::Malloc | Native::Calloc | Native::Realloc | Native::AlignedAlloc => &[Scalar::Ptr],
            Native::MemCopy { .. } | Native::MemFill | Native::OutsideBlock => &[Scalar::Ptr],
            Native::Thread(ThreadFn::Result | ThreadFn::Local) => &[Scalar::Ptr],
            Native::NondetBits | Native::Outside => &[Scalar::Int(64)],
            Native::Nondet(_) | Native::Math(_) => &[],
            Native::Free
            | Native::Put
            | Native::Get
            | Native::Exit
            | Native::Quit
            | Native::Abort
            | Native::SetJmp
            | Native::LongJmp
            | Native::IsWatched
            | Native::IsOpen
            | Native::Check
            | Native::Assume
            | Native::Assert
            | Native::AssertFail
            | Native::ErrorCall
            | Native::Arbitrary
            | Native::MakeSymbolic
            | Native::MakeInputs
            | Native::MakeForeign
            | Native::Range
            | Native::Unsupported
            | Native::Thread(_) => &[Scalar::Int(32)],
        }
    }
}

/// A libc model meets what it does not do, and goes on as if it did, with memory that holds what nobody knows: whoever follows no memory need not
/// stop there.
pub const UNSUPPORTED_DATA: &str = "__candor_unsupported_data";

/// What a function of this name is on the platform.
pub fn lookup(name: &str) -> Option<Native> {
    let native = match name {
        "malloc" | "__VERIFIER_malloc" => Native::Malloc,
        "calloc" | "__VERIFIER_calloc" => Native::Calloc,
        "realloc" => Native::Realloc,
        "free" | "cfree" => Native::Free,
        "aligned_alloc" | "memalign" => Native::AlignedAlloc,
        "memcpy" => Native::MemCopy { may_overlap: false },
        "memmove" => Native::MemCopy { may_overlap: true },
        "memset" => Native::MemFill,
        "__candor_put" => Native::Put,
        "__candor_get" => Native::Get,
        "__candor_exit" => Native::Exit,
        "__candor_quit" => Native::Quit,
        "abort" | "__candor_abort" => Native::Abort,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => Native::SetJmp,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Native::LongJmp,
        "__candor_is_watched" => Native::IsWatched,
        "__candor_check" => Native::Check,
        "__candor_assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "klee_assume" | "__llbmc_assume" => {
            Native::Assume
        }
        "__VERIFIER_assert" | "__CPROVER_assert" | "__llbmc_assert" => Native::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" | "klee_report_error" => Native::AssertFail,
        "reach_error" | "__VERIFIER_error" => Native::ErrorCall,
        "__candor_nondet" => Native::NondetBits,
        "__candor_arbitrary" => Native::Arbitrary,
        "__candor_outside" => Native::Outside,
        "__candor_is_open" => Native::IsOpen,
        "__candor_outside_block" => Native::OutsideBlock,
        "klee_make_symbolic" | "__VERIFIER_nondet_memory" => Native::MakeSymbolic,
        "__candor_make_inputs" => Native::MakeInputs,
        "__candor_make_foreign" => Native::MakeForeign,
        "klee_range" => Native::Range,
        "__candor_unsupported" | UNSUPPORTED_DATA => Native::Unsupported,
        "__candor_atomic_begin" | "__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin" => {
            Native::Thread(ThreadFn::Begin)
        }
        "__candor_atomic_end" | "__VERIFIER_atomic_end" | "__CPROVER_atomic_end" => Native::Thread(ThreadFn::Leave),
        "__candor_await" => Native::Thread(ThreadFn::Await),
        "__candor_await_signal" => Native::Thread(ThreadFn::AwaitSignal),
        "__candor_may" => Native::Thread(ThreadFn::May),
        "__candor_pretend" => Native::Thread(ThreadFn::Pretend),
        "__candor_unordered" => Native::Thread(ThreadFn::Unordered),
        "__candor_spawn" => Native::Thread(ThreadFn::Spawn),
        "__candor_self" => Native::Thread(ThreadFn::Current),
        "__candor_thread_end" => Native::Thread(ThreadFn::End),
        "__candor_thread_progress" => Native::Thread(ThreadFn::Progress),
        "__candor_thread_result" => Native::Thread(ThreadFn::Result),
        "__candor_thread_forget" => Native::Thread(ThreadFn::Forget),
        "__candor_thread_mark" => Native::Thread(ThreadFn::Mark),
        "__candor_thread_set_mark" => Native::Thread(ThreadFn::SetMark),
        "__candor_n_running" => Native::Thread(ThreadFn::NumberRunning),
        "__candor_thread_local" => Native::Thread(ThreadFn::Local),
        _ => {
            return nondet::lookup(name).map(Native::Nondet).or_else(|| math::lookup(name).map(Native::Math));
        }
    };
    Some(native)
}

/// Whether a function belongs to an interface by which programs get more than one thread of control: nothing can be said of
/// a program that calls one which candor does not model.
pub fn starts_threads(name: &str) -> bool {
    let prefixes = ["pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_"];
    prefixes.iter().any(|prefix| name.starts_with(prefix)) || matches!(name, "fork" | "vfork" | "clone" | "signal")
}

/// Whether a function that candor does not model might give a program more than one thread of control, in whatever way: by a thread,
/// a process or a handler of signals. A program that names none has one thread.
pub fn may_start_threads(name: &str) -> bool {
    let is_known = starts_threads(name) || name.starts_with("sig");
    let is_wrapped = name.contains("thread_create") || name.contains("thrd_create");
    is_known || is_wrapped || matches!(name, "clone3" | "syscall" | "timer_create" | "bsd_signal")
}

/// Whether the program can make a second thread: only the library's models do, and they are linked when they are called.
pub fn makes_threads(program: &Program) -> bool {
    program.functions.values().any(|function| native_of(function) == Some(Native::Thread(ThreadFn::Spawn)))
}

/// What is wrong with the call of a function without a body that belongs to a compiler or to a verifier: it has a meaning, so nothing
/// can be assumed of it. That one gives an arbitrary value is a meaning that everybody knows.
pub fn unknown_builtin(name: &str) -> Option<String> {
    let is_of = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if is_of(&["__builtin_", "__sync_", "__atomic_"]) {
        return Some(format!("`{name}`, a built-in function that clang does not have"));
    }
    let gives_anything = is_of(&["__VERIFIER_nondet", "__CPROVER_nondet", "__llbmc_nondef", "__candor_nondet"]);
    let is_for_verifiers = is_of(&["__VERIFIER_", "__CPROVER_", "__llbmc_", "__candor_"]);
    (is_for_verifiers && !gives_anything)
        .then(|| format!("`{name}`, a function for verifiers that candor does not know"))
}

/// Whether other threads wait while the function runs.
pub(crate) fn is_uninterrupted(function: &Function) -> bool {
    function.is_defined() && function.name.starts_with("__VERIFIER_atomic_")
}

/// What the platform does for a function of the program: a body that the user wrote beats it, except that reaching an
/// error function is an error whatever its body does.
pub fn native_of(function: &Function) -> Option<Native> {
    let native = lookup(&function.name)?;
    (!function.is_defined() || native == Native::ErrorCall).then_some(native)
}

/// The variable behind `errno`, of which each thread has an instance. The platform writes it by its name.
pub fn errno(program: &Program) -> Option<GlobalId> {
    match program.symbols.get("__candor_errno") {
        Some(&Symbol::Global(errno)) => Some(errno),
        Some(Symbol::Function(_)) | None => None,
    }
}

/// Calls a function of the platform; `None` if its body is to run after all.
pub(crate) fn call<C: Control>(
    at: exec::At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    call: &Call,
    callee: &Function,
    native: Native,
) -> Step<Option<Flow<C>>> {
    let args: SmallVec<[C::Value; 6]> = call.args.iter().map(|arg| state.read(at.image, arg.value).clone()).collect();
    let exec::At { image, inst } = at;
    let mut at = Site { image, inst, call, callee, args: &args };
    let value = match native {
        Native::Malloc => alloc::malloc(&mut at, cx, state)?,
        Native::Calloc => alloc::calloc(&mut at, cx, state)?,
        Native::Realloc => alloc::realloc(&mut at, cx, state)?,
        Native::Free => alloc::free(&mut at, cx, state)?,
        Native::AlignedAlloc => alloc::aligned_alloc(&mut at, cx, state)?,
        Native::MemCopy { may_overlap } => {
            exec::copy_memory(cx, state, inst, at.arg(0)?, at.arg(1)?, at.arg(2)?, may_overlap)?;
            Done::Value(at.arg(0)?.clone())
        }
        Native::MemFill => alloc::memset(&mut at, cx, state)?,
        Native::Put => output::put(&mut at, cx, state)?,
        Native::Get => Done::Value(cx.input(state)?),
        Native::Exit => {
            exec::usable(cx, state, inst, at.arg(0)?)?;
            return exec::end_program(at.instruction(), cx, state, at.arg(0)?.clone()).map(Some);
        }
        Native::Quit => {
            exec::usable(cx, state, inst, at.arg(0)?)?;
            return exec::finish(at.instruction(), cx, state, at.arg(0)?.clone()).map(Some);
        }
        Native::Abort => return error::abort(&mut at, cx, state).map(Some),
        Native::SetJmp => jump::setjmp(&mut at, cx, state)?,
        Native::LongJmp => return jump::longjmp(&mut at, cx, state).map(Some),
        Native::IsWatched => Done::Value(cx.constant(&candor_ir::Bits::new(32, u64::from(cx.is_watched())))),
        Native::Check => error::check(&mut at, cx, state)?,
        Native::Assume => error::assume(&mut at, cx, state)?,
        Native::Assert => error::assert(&mut at, cx, state)?,
        Native::AssertFail => return error::assert_fail(&mut at, cx, state).map(Some),
        Native::ErrorCall => return error::error_call(&mut at, cx, state),
        Native::Nondet(ty) => nondet::nondet(&mut at, cx, state, ty)?,
        Native::NondetBits => nondet::nondet_bits(&mut at, cx, state, ChoiceKind::Input)?,
        Native::Outside => nondet::nondet_bits(&mut at, cx, state, ChoiceKind::Undef)?,
        Native::Arbitrary => nondet::arbitrary(cx, state)?,
        Native::IsOpen => Done::Value(cx.constant(&candor_ir::Bits::new(32, u64::from(at.image.options.open)))),
        Native::OutsideBlock => outside::block(&mut at, cx, state)?,
        Native::MakeSymbolic => nondet::make_symbolic(&mut at, cx, state)?,
        Native::MakeInputs => nondet::make_inputs(&mut at, cx, state, ChoiceKind::Input)?,
        Native::MakeForeign => nondet::make_foreign(&mut at, cx, state)?,
        Native::Range => nondet::range(&mut at, cx, state)?,
        Native::Math(function) => math::call(&mut at, cx, state, function)?,
        Native::Unsupported => return Err(error::unsupported(&at)),
        Native::Thread(function) => match call_thread(&mut at, cx, state, function)? {
            Ok(done) => done,
            Err(flow) => return Ok(Some(flow)),
        },
    };
    let value = match value {
        Done::Value(value) => value,
        Done::Nothing => cx.constant(&candor_ir::Bits::zero(32)),
        Done::Fork(ways) => return Ok(Some(Flow::Fork(Box::new(ways)))),
    };
    exec::set_results(image, cx, state, call, &[value], native.results())?;
    Ok(Some(Flow::Next))
}

/// What a function of the library is whose result can often be said at once.
pub(crate) fn lookup_shortcut(function: &Function) -> Option<Shortcut> {
    shortcut::lookup(function)
}

/// Whether calls of a function of the library may leave its body aside: then what the body does to strings is allowed.
pub fn may_skip_body(function: &Function) -> bool {
    lookup_shortcut(function).is_some()
}

/// Calls such a function; `None` if its body is to run.
pub(crate) fn call_shortcut<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    call: &Call,
    callee: &Function,
    shortcut: Shortcut,
) -> Step<Option<Flow<C>>> {
    // What is passed as something else arrives as something else, which the body sees to.
    let as_declared = call.args.iter().zip(&callee.params).all(|(arg, &param)| arg.ty == callee.values[param].ty);
    if !as_declared {
        return Ok(None);
    }
    let args: SmallVec<[C::Value; 6]> = call.args.iter().map(|arg| state.read(image, arg.value).clone()).collect();
    let Some(value) = shortcut::result(cx, state, shortcut, image.program.target.pointer_bits, &args) else {
        return Ok(None);
    };
    exec::set_results(image, cx, state, call, &[value], &callee.signature.results)?;
    // As if it had returned: where a state is behind the call is to be seen.
    let pc = &mut state.thread.top.pc;
    *pc = InstId::new(pc.index() + 1);
    Ok(Some(Flow::Moved))
}

/// One of the functions that threads are made from; those that move control say so by themselves.
fn call_thread<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    function: ThreadFn,
) -> Step<Result<Done<C>, Flow<C>>> {
    Ok(Ok(match function {
        ThreadFn::Spawn => thread::spawn(at, cx, state)?,
        ThreadFn::Current => thread::current(cx, state),
        ThreadFn::End => return thread::end(at, cx, state).map(Err),
        ThreadFn::Progress => thread::progress(at, cx, state)?,
        ThreadFn::Result => thread::result(at, cx, state)?,
        ThreadFn::Forget => thread::forget(at, cx, state)?,
        ThreadFn::Mark => thread::mark(at, cx, state)?,
        ThreadFn::SetMark => thread::set_mark(at, cx, state)?,
        ThreadFn::NumberRunning => thread::n_running(cx, state),
        ThreadFn::Begin => thread::begin(state),
        ThreadFn::Leave => thread::leave(state),
        ThreadFn::Await => return thread::wait(at, cx, state, /* for_signal */ false).map(Err),
        ThreadFn::AwaitSignal => return thread::wait(at, cx, state, /* for_signal */ true).map(Err),
        ThreadFn::May => thread::may(cx, state)?,
        ThreadFn::Unordered => Done::Nothing,
        ThreadFn::Pretend => thread::pretend(cx, state),
        ThreadFn::Local => thread::thread_local(at, cx, state)?,
    }))
}

/// A call of a platform function.
pub(crate) struct Site<'c, C: Control> {
    image: &'c Image<C>,
    inst: &'c Inst,
    call: &'c Call,
    callee: &'c Function,
    args: &'c [C::Value],
}

/// What a platform function came to.
pub(crate) enum Done<C: Control> {
    Value(C::Value),
    Nothing,
    Fork(Vec<(C::Bool, exec::Resume)>),
}

impl<'c, C: Control> Site<'c, C> {
    fn arg(&self, idx: usize) -> Step<&'c C::Value> {
        self.args.get(idx).ok_or_else(|| {
            let name = &self.callee.name;
            Halt::unsupported(format!("call of `{name}` with {} arguments", self.args.len()))
        })
    }

    fn instruction(&self) -> exec::At<'c, C> {
        exec::At { image: self.image, inst: self.inst }
    }

    fn pointer_bits(&self) -> u32 {
        self.image.program.target.pointer_bits
    }
}

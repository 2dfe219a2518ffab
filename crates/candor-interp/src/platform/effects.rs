//! Effects of platform functions: which memory they access in terms of a call's arguments, where an execution goes on behind them, and what
//! they do to heap blocks. The one account of it, beside that of instructions (`InstKind::for_each_access`, `InstKind::life`). The matches
//! have no catch-all arm: a new platform function must say what it does.

use candor_ir::{Access, AccessKind, Call, Extent};

use super::{Native, ThreadFn};

/// Bytes of a `jmp_buf` that `setjmp` writes and `longjmp` reads.
const JUMP_TOKEN_BYTES: u64 = 4;

/// An access through an argument.
#[derive(Copy, Clone)]
struct ArgumentAccess {
    kind: AccessKind,
    /// Which argument is the pointer.
    ptr: usize,
    extent: ArgumentExtent,
}

#[derive(Copy, Clone)]
enum ArgumentExtent {
    Bytes(u64),
    /// As many bytes as this argument says.
    Length(usize),
    Object,
}

const fn access(kind: AccessKind, ptr: usize, extent: ArgumentExtent) -> ArgumentAccess {
    ArgumentAccess { kind, ptr, extent }
}

/// Where an execution goes on behind a call of a platform function.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Continuation {
    /// Behind the call.
    Behind,
    /// Behind the call, unless what it assumes does not hold.
    Conditional,
    /// Behind the call, once other threads have seen to what it waits for.
    Waits,
    /// Behind the call, and perhaps a second time (`setjmp`).
    Twice,
    /// Behind an earlier call of `setjmp`.
    Jump,
    /// Nowhere: the thread ends.
    EndsThread,
    /// Nowhere: the program ends. With `runs_handlers`, functions of the program may run before: destructors, handlers of signals.
    EndsProgram { runs_handlers: bool },
    /// Nowhere that candor could follow.
    Stops,
}

impl Continuation {
    pub fn ends_program(self) -> bool {
        matches!(self, Continuation::EndsProgram { .. })
    }

    /// Whether an execution can get behind the call.
    pub fn returns(self) -> bool {
        match self {
            Continuation::Behind | Continuation::Conditional | Continuation::Waits | Continuation::Twice => true,
            Continuation::Jump | Continuation::EndsThread | Continuation::EndsProgram { .. } | Continuation::Stops => {
                false
            }
        }
    }
}

impl Native {
    /// Calls `f` for every access that the function makes to memory of the program, reads first. A call with too few arguments
    /// lists nothing: it stops before it touches anything.
    pub fn for_each_access(self, call: &Call, mut f: impl FnMut(Access)) {
        let arg = |idx: usize| call.args.get(idx).map(|arg| arg.value);
        for access in self.accesses() {
            let extent = match access.extent {
                ArgumentExtent::Bytes(bytes) => Some(Extent::Bytes(bytes)),
                ArgumentExtent::Length(idx) => arg(idx).map(Extent::Length),
                ArgumentExtent::Object => Some(Extent::Object),
            };
            if let (Some(ptr), Some(extent)) = (arg(access.ptr), extent) {
                f(Access::plain(access.kind, ptr, extent));
            }
        }
    }

    fn accesses(self) -> &'static [ArgumentAccess] {
        use AccessKind::{Free, Read, Write};
        use ArgumentExtent::{Bytes, Length, Object};
        match self {
            Native::MemCopy { .. } => &const { [access(Read, 1, Length(2)), access(Write, 0, Length(2))] },
            Native::MemFill => &const { [access(Write, 0, Length(2))] },
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => &const { [access(Write, 0, Length(1))] },
            Native::SetJmp => &const { [access(Write, 0, Bytes(JUMP_TOKEN_BYTES))] },
            Native::LongJmp => &const { [access(Read, 0, Bytes(JUMP_TOKEN_BYTES))] },
            Native::Realloc => &const { [access(Read, 0, Object), access(Free, 0, Object)] },
            Native::Free => &const { [access(Free, 0, Object)] },
            // New blocks are nobody else's; see `sets_errno` for what is the thread's own.
            Native::Malloc | Native::Calloc | Native::AlignedAlloc => &[],
            // Values only. Messages and ids of checks are string literals, which nobody writes.
            Native::Put
            | Native::Get
            | Native::Exit
            | Native::Quit
            | Native::Abort
            | Native::IsWatched
            | Native::Check
            | Native::Assume
            | Native::Assert
            | Native::AssertFail
            | Native::ErrorCall
            | Native::Nondet(_)
            | Native::NondetBits
            | Native::Arbitrary
            | Native::Outside
            | Native::Range
            | Native::Math(_)
            | Native::Unsupported => &[],
            // Threads themselves are no memory; those that look at each other's progress are told apart by `ThreadFn`.
            Native::Thread(
                ThreadFn::Spawn
                | ThreadFn::Current
                | ThreadFn::End
                | ThreadFn::Progress
                | ThreadFn::Result
                | ThreadFn::Forget
                | ThreadFn::Mark
                | ThreadFn::SetMark
                | ThreadFn::NumberRunning
                | ThreadFn::Begin
                | ThreadFn::Leave
                | ThreadFn::Await
                | ThreadFn::AwaitSignal
                | ThreadFn::May
                | ThreadFn::Unordered
                | ThreadFn::Pretend
                | ThreadFn::Local,
            ) => &[],
        }
    }

    pub fn reads_memory(self) -> bool {
        self.accesses().iter().any(|access| access.kind.reads())
    }

    /// Whether it writes memory of the program or ends the life of a block.
    pub fn changes_memory(self) -> bool {
        self.accesses().iter().any(|access| access.kind.changes())
    }

    /// Whether it may end the life of the heap block that its first argument points to.
    pub fn frees(self) -> bool {
        self.accesses().iter().any(|access| access.kind == AccessKind::Free)
    }

    pub fn continuation(self) -> Continuation {
        match self {
            Native::Exit => Continuation::EndsProgram { runs_handlers: true },
            // Handlers run if the program can set any (`abort_model`).
            Native::Abort | Native::AssertFail => Continuation::EndsProgram { runs_handlers: true },
            Native::Quit | Native::ErrorCall => Continuation::EndsProgram { runs_handlers: false },
            Native::SetJmp => Continuation::Twice,
            Native::LongJmp => Continuation::Jump,
            Native::Unsupported => Continuation::Stops,
            Native::Assume | Native::Range => Continuation::Conditional,
            Native::Thread(ThreadFn::End) => Continuation::EndsThread,
            Native::Thread(ThreadFn::Await | ThreadFn::AwaitSignal) => Continuation::Waits,
            Native::Thread(
                ThreadFn::Spawn
                | ThreadFn::Current
                | ThreadFn::Progress
                | ThreadFn::Result
                | ThreadFn::Forget
                | ThreadFn::Mark
                | ThreadFn::SetMark
                | ThreadFn::NumberRunning
                | ThreadFn::Begin
                | ThreadFn::Leave
                | ThreadFn::May
                | ThreadFn::Unordered
                | ThreadFn::Pretend
                | ThreadFn::Local,
            ) => Continuation::Behind,
            Native::Malloc | Native::Calloc | Native::Realloc | Native::AlignedAlloc | Native::Free => {
                Continuation::Behind
            }
            Native::MemCopy { .. } | Native::MemFill => Continuation::Behind,
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => Continuation::Behind,
            Native::Nondet(_) | Native::NondetBits | Native::Arbitrary | Native::Outside => Continuation::Behind,
            Native::Put | Native::Get | Native::IsWatched | Native::Math(_) => Continuation::Behind,
            // A claim that fails is a fault, as at any instruction.
            Native::Check | Native::Assert => Continuation::Behind,
        }
    }

    /// Whether its result may be a new heap block.
    pub fn allocates(self) -> bool {
        match self {
            Native::Malloc | Native::Calloc | Native::Realloc | Native::AlignedAlloc => true,
            Native::Free | Native::MemCopy { .. } | Native::MemFill => false,
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => false,
            Native::Nondet(_) | Native::NondetBits | Native::Arbitrary | Native::Outside | Native::Range => false,
            Native::Put | Native::Get | Native::IsWatched | Native::Math(_) => false,
            Native::Check | Native::Assume | Native::Assert | Native::AssertFail | Native::ErrorCall => false,
            Native::Exit | Native::Quit | Native::Abort | Native::SetJmp | Native::LongJmp | Native::Unsupported => {
                false
            }
            // An instance of a thread-local variable is no heap block.
            Native::Thread(_) => false,
        }
    }

    /// Whether it may write the running thread's [`errno`](super::errno), besides its accesses.
    pub fn sets_errno(self) -> bool {
        self.allocates()
    }

    /// Whether a pointer that it is given may be found somewhere when it has returned, but for its own result.
    pub(crate) fn keeps_arguments(self) -> bool {
        match self {
            // A new thread gets its argument; what a thread has returned, or was marked with, others ask for.
            Native::Thread(_) => true,
            Native::Malloc | Native::Calloc | Native::Realloc | Native::AlignedAlloc | Native::Free => false,
            // What is copied are contents: pointers in memory were stored there before.
            Native::MemCopy { .. } | Native::MemFill => false,
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => false,
            Native::Nondet(_) | Native::NondetBits | Native::Arbitrary | Native::Outside | Native::Range => false,
            Native::Put | Native::Get | Native::IsWatched | Native::Math(_) => false,
            Native::Check | Native::Assume | Native::Assert | Native::AssertFail | Native::ErrorCall => false,
            Native::Exit | Native::Quit | Native::Abort | Native::Unsupported => false,
            // A number stands for where to go on.
            Native::SetJmp | Native::LongJmp => false,
        }
    }
}

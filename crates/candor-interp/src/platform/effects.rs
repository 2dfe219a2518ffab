//! Effects of platform functions: which memory they access in terms of a call's arguments, where an execution goes on behind them, and what
//! they do to heap blocks. The one account of it, beside that of instructions (`InstKind::for_each_access`, `InstKind::life`). The match
//! has no catch-all arm: a new platform function must say what it does.

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

/// What there is to say of a platform function.
struct Account {
    accesses: &'static [ArgumentAccess],
    continuation: Continuation,
    allocates: bool,
    keeps_arguments: bool,
}

impl Account {
    /// One that gets values and gives values.
    const VALUES: Account =
        Account { accesses: &[], continuation: Continuation::Behind, allocates: false, keeps_arguments: false };
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
        for access in self.account().accesses {
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

    fn account(self) -> Account {
        use AccessKind::{Free, Read, Write};
        use ArgumentExtent::{Bytes, Length, Object};
        const ENDS: Continuation = Continuation::EndsProgram { runs_handlers: false };
        const ENDS_WITH_HANDLERS: Continuation = Continuation::EndsProgram { runs_handlers: true };
        let accesses = |accesses| Account { accesses, ..Account::VALUES };
        let goes_on = |continuation| Account { continuation, ..Account::VALUES };
        match self {
            Native::MemCopy { .. } => accesses(&const { [access(Read, 1, Length(2)), access(Write, 0, Length(2))] }),
            Native::MemFill => accesses(&const { [access(Write, 0, Length(2))] }),
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => {
                accesses(&const { [access(Write, 0, Length(1))] })
            }
            Native::SetJmp => Account {
                accesses: &const { [access(Write, 0, Bytes(JUMP_TOKEN_BYTES))] },
                ..goes_on(Continuation::Twice)
            },
            Native::LongJmp => Account {
                accesses: &const { [access(Read, 0, Bytes(JUMP_TOKEN_BYTES))] },
                ..goes_on(Continuation::Jump)
            },
            Native::Free => accesses(&const { [access(Free, 0, Object)] }),
            Native::Realloc => {
                Account { allocates: true, ..accesses(&const { [access(Read, 0, Object), access(Free, 0, Object)] }) }
            }
            // New blocks are nobody else's.
            Native::Malloc | Native::Calloc | Native::AlignedAlloc => Account { allocates: true, ..Account::VALUES },
            // Messages and ids of checks are string literals, which nobody writes. A claim that fails is a fault, as at any instruction.
            Native::Check | Native::Assert => Account::VALUES,
            Native::Assume | Native::Range => goes_on(Continuation::Conditional),
            // Handlers of signals run if the program can set any (`abort_model`).
            Native::Exit | Native::Abort | Native::AssertFail => goes_on(ENDS_WITH_HANDLERS),
            Native::Quit | Native::ErrorCall => goes_on(ENDS),
            Native::Unsupported => goes_on(Continuation::Stops),
            Native::Nondet(_) | Native::NondetBits | Native::Arbitrary | Native::Outside => Account::VALUES,
            Native::Put | Native::Get | Native::IsWatched | Native::Math(_) => Account::VALUES,
            // The block is none of the heap.
            Native::IsOpen | Native::OutsideBlock => Account::VALUES,
            // Threads themselves are no memory; those that look at each other's progress are told apart by `ThreadFn`. A new thread gets
            // its argument; what a thread has returned, or was marked with, others ask for.
            Native::Thread(function) => {
                let continuation = match function {
                    ThreadFn::End => Continuation::EndsThread,
                    ThreadFn::Await | ThreadFn::AwaitSignal => Continuation::Waits,
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
                    | ThreadFn::Local => Continuation::Behind,
                };
                Account { keeps_arguments: true, ..goes_on(continuation) }
            }
        }
    }

    pub fn reads_memory(self) -> bool {
        self.account().accesses.iter().any(|access| access.kind.reads())
    }

    /// Whether it writes memory of the program or ends the life of a block.
    pub fn changes_memory(self) -> bool {
        self.account().accesses.iter().any(|access| access.kind.changes())
    }

    /// Whether it may end the life of the heap block that its first argument points to.
    pub fn frees(self) -> bool {
        self.account().accesses.iter().any(|access| access.kind == AccessKind::Free)
    }

    pub fn continuation(self) -> Continuation {
        self.account().continuation
    }

    /// Whether its result may be a new heap block.
    pub fn allocates(self) -> bool {
        self.account().allocates
    }

    /// Whether it may write the running thread's [`errno`](super::errno), besides its accesses.
    pub fn sets_errno(self) -> bool {
        self.allocates()
    }

    /// Whether a pointer that it is given may be found somewhere when it has returned, but for its own result.
    pub(crate) fn keeps_arguments(self) -> bool {
        self.account().keeps_arguments
    }
}

#[cfg(test)]
mod tests {
    use super::super::lookup;
    use super::*;

    fn native(name: &str) -> Native {
        lookup(name).expect("a platform function")
    }

    #[test]
    fn heap_functions_allocate_and_free() {
        let of = |name: &str| (native(name).allocates(), native(name).frees());
        assert_eq!(
            ["malloc", "calloc", "realloc", "free", "memset"].map(of),
            [(true, false), (true, false), (true, true), (false, true), (false, false)]
        );
    }

    #[test]
    fn accesses_follow_the_arguments() {
        assert!(native("memcpy").reads_memory() && native("memcpy").changes_memory());
        assert!(!native("longjmp").changes_memory() && native("setjmp").changes_memory());
        assert!(!native("__VERIFIER_nondet_int").reads_memory());
    }

    #[test]
    fn nothing_comes_behind_an_end() {
        for name in ["abort", "__candor_exit", "__candor_quit", "reach_error", "__assert_fail"] {
            assert!(native(name).continuation().ends_program() && !native(name).continuation().returns(), "{name}");
        }
        assert!(!native("longjmp").continuation().returns() && native("setjmp").continuation().returns());
        assert!(native("__VERIFIER_assume").continuation().returns());
    }
}

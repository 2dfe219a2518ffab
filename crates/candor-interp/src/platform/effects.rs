//! Which memory a platform function accesses, in terms of a call's arguments: the one account of it, beside that of instructions
//! (`InstKind::for_each_access`). The match has no catch-all arm: a new platform function must say what it touches.

use candor_ir::{Access, AccessKind, Call, Extent, Operand};

use super::{Native, ThreadFn};

/// Bytes of a `jmp_buf` that `setjmp` writes and `longjmp` reads.
const JUMP_TOKEN_BYTES: u64 = 4;

impl Native {
    /// Calls `f` for every access that the function makes to memory of the program, reads first. A call with too few arguments
    /// lists nothing: it stops before it touches anything.
    pub fn for_each_access(self, call: &Call, mut f: impl FnMut(Access)) {
        use AccessKind::{Free, Read, Write};
        let arg = |idx: usize| call.args.get(idx).map(|arg| arg.value);
        let mut add = |kind: AccessKind, ptr: Option<Operand>, extent: Option<Extent>| {
            if let (Some(ptr), Some(extent)) = (ptr, extent) {
                f(Access::plain(kind, ptr, extent));
            }
        };
        let length = |idx: usize| arg(idx).map(Extent::Length);
        match self {
            Native::MemCopy { .. } => {
                add(Read, arg(1), length(2));
                add(Write, arg(0), length(2));
            }
            Native::MemFill => add(Write, arg(0), length(2)),
            Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign => add(Write, arg(0), length(1)),
            Native::SetJmp => add(Write, arg(0), Some(Extent::Bytes(JUMP_TOKEN_BYTES))),
            Native::LongJmp => add(Read, arg(0), Some(Extent::Bytes(JUMP_TOKEN_BYTES))),
            Native::Realloc => {
                add(Read, arg(0), Some(Extent::Object));
                add(Free, arg(0), Some(Extent::Object));
            }
            Native::Free => add(Free, arg(0), Some(Extent::Object)),
            // New blocks are nobody else's; `errno` is the thread's own.
            Native::Malloc | Native::Calloc | Native::AlignedAlloc => {}
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
            | Native::IsOpen
            | Native::OutsideBlock
            | Native::Range
            | Native::Math(_)
            | Native::Unsupported => {}
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
            ) => {}
        }
    }
}

//! The one interpreter of candor IR.
//!
//! What an instruction means is written here, once, over three small traits: [`Values`] says what a value is, [`Memory`]
//! where it is kept, [`Control`] what happens at checks, branches and choices. The interpreter steps; an *explorer* owns the
//! loop and decides which state goes on. The program's faults are reported only through [`Control::check`]; what candor
//! itself cannot do is a [`Stop`].
//!
//! Reading order: the traits, the state, the image (a program made ready for one context), then [`step`] and the
//! instructions in `exec`, the functions that have no IR in `platform`, and the object memory that concrete-like contexts
//! share in `object`.

mod stop;

mod control;
mod memory;
mod values;

mod choice;
mod image;
mod state;

mod exec;
mod platform;
mod renewals;
mod roots;
mod threads;
mod touch;

mod fault;
mod null_context;
pub mod object;

pub use choice::{Choice, ChoiceKind, ChoiceLog};
pub use control::{Beyond, Control, Decision, Merged};
pub use exec::{
    Outcome, Resume, UnnamedArg, goes_on_after, is_all_kept, is_compatible, leave, resume, run_block, step,
    unnamed_args,
};
pub use fault::{BadPointer, Detail, Doing, Ending, Fault, Involved, ObjectNote, StackEntry};
pub use image::{Image, Limits, MissingBodies, Options, StartError};
pub use memory::{
    AccessMode, Allocated, Allocation, Blocked, Callees, Elsewhere, Keepers, Memory, ObjectId, ObjectKind, ObjectName,
};
pub use null_context::NullContext;
pub use platform::{
    Continuation, Filling, MAX_OUTSIDE_BYTES, MathFn, Native, NondetType, ThreadFn, UNSUPPORTED_DATA, abort_model,
    errno, handlers_of_abort, is_unmodelled, lookup as lookup_native, makes_threads, may_skip_body, may_start_threads,
    native_of, starts_threads, unknown_builtin,
};
pub use renewals::Renewals;
pub use roots::Roots;
pub use state::{Frame, JumpPoint, OnReturn, Position, Site, State, Thread, ThreadId};
pub use stop::{Halt, Step, Stop};
pub use threads::{
    NextAccess, NextAccesses, NextStep, Sections, next_accesses, next_accesses_of, next_step, next_step_of,
};
pub use touch::{Touch, TouchExtent};
pub use values::{Conditions, Logic, Values};

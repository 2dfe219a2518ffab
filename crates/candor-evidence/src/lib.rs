//! What an engine has found out, as data.
//!
//! An engine answers with a [`Report`]: one [`CheckResult`] for each check at each instruction, and what stands between it and
//! the whole truth. A violation is never an engine's word alone: a [`Counterexample`] says what an execution chose, [`replay`]
//! makes the same choices on the concrete machine, and only what comes back, [`Confirmed`] with its [`Trace`], can be part of a
//! [`Status::Violated`].
//!
//! Where something holds, a [`Proof`] says what was relied on in loops.
//!
//! Reading order: results, proofs and their graphs, counterexamples, the replay, probes, what lies beyond a fault, traces, inputs.

mod beyond;
mod counterexample;
mod graph;
mod inputs;
mod probe;
mod proof;
mod replay;
mod result;
mod trace;

pub use beyond::beyond;
pub use counterexample::{ClosedSet, Confirmed, Counterexample, Cycle, CycleOf, Settled};
pub use graph::{GraphMove, GraphState, MoveKind, StateGraph};
pub use inputs::{Answer, Argument, Inputs, Outside, Turns};
pub use probe::{Probed, probe};
pub use proof::{Atom, Formula, Held, LoopEntry, LoopProof, ObjectKey, Proof, RankingCase, Storage};
pub use replay::{Mismatch, filled_bits, filling, replay, replay_within};
pub use result::{BOUNDS_HIT, CheckResult, CheckSite, Incomplete, Precondition, Report, Status, Verdict, without_body};
pub use trace::{
    Change, ChosenValue, Event, Film, FilmObject, FilmStep, Part, Seen, Trace, TraceStep, film, show_memory, show_value,
};

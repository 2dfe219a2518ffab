//! Shape analysis: proofs about linked lists of any length.
//!
//! Symbolic execution as elsewhere, over states in which one object may stand for a whole list: a *segment*, of one node or more. Where a
//! loop begins, nodes that only their neighbours point to become one segment (`fold`); where an instruction touches a segment, its
//! first node is taken out of it again, once as the only one and once as one of several (`unfold`). A state that begins a round
//! and that an earlier one stands for already is not followed (`cover`); numbers in which such states differ are forgotten. When no state is left, everything has been
//! looked at, for lists of any length. The states and the moves between them are a symbolic execution graph. Whether executions end is asked
//! of an integer transition system: its rules are the moves, its variables the numbers of nodes and what states hold (`transitions`,
//! `integers`).
//!
//! Forgetting can only add executions: what holds in all of these states holds. What does not may have been forgotten, so that this engine
//! finds no violations.

mod clean;
mod cover;
mod decide;
mod fold;
mod integers;
mod judge;
mod layout;
mod prove;
mod references;
mod segment;
mod told;
mod touch;
mod transitions;

pub use prove::prove;

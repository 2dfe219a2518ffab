//! Backward program slicing: keeps the instructions that a criterion depends on.
//!
//! [`slice`] keeps what the *criteria* depend on: backwards over registers, over memory byte by byte as far as the pointer analysis
//! tells, over branches, and over calls. After Weiser (1984), and Horwitz, Reps, Binkley, "Interprocedural Slicing Using Dependence
//! Graphs" (1990), without their contexts. Deviation: whatever may keep an execution from going on is kept as well (loops, recursion,
//! assumptions, `exit`), unless no criterion can come behind it, so that a slice reaches nothing that the program does not reach.
//!
//! Registers that are always the same number are that number in a slice, and nothing depends on them.
//!
//! What is left out becomes an instruction that does nothing, so that instructions keep their numbers and what is found in a
//! slice can be told of, and replayed on, the whole program. [`shrink`] takes those out for good, for writing the program.

mod ahead;
mod criteria;
mod erase;
mod graph;
mod lost;
mod mark;
mod reaching;
mod thread;

pub use criteria::{Criterion, Matters, calls_of, what_can_go_wrong};
pub use erase::shrink;
pub use mark::{Slice, slice};

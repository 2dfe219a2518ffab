//! N concrete executions side by side, run as one.
//!
//! A value is N concrete values, a truth value is a set of worlds, a path is the set of worlds that are here. Paths part at
//! branches and are merged again where they meet; a fault strikes some worlds and the rest go on; an object may exist in some
//! worlds only, and a pointer may point to different objects in different worlds. None of this needs a solver, and all of it
//! is what a bounded model checker does with formulas: if the interpreter's seam is honest, the result is exactly that of N
//! separate concrete runs. The conformance tests say so for every test program.

mod context;
mod explore;
mod merge;
mod value;

pub use context::{WorldEnd, WorldsContext};
pub use explore::{Config, Report, explore};
pub use value::{WorldSet, WorldsValue};

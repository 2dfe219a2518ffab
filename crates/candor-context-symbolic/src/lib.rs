//! The symbolic context: a value is a term over what the program leaves open.
//!
//! What is the same in every execution stays a concrete value and never touches the terms, so that concrete code costs what it
//! costs concretely. A pointer is a list of guarded (object, offset) cases. A [`Path`] is the list of what holds on the way to
//! a state; claims of the program become [`Claim`]s, and settling them with a solver is the explorer's business.
//!
//! Reading order: `value`, `path`, then `ops` (numbers), `pointer`, `array`, and `context` (the interpreter's three traits).

mod array;
mod array_pointers;
mod context;
mod elsewhere;
mod havoc;
mod ops;
mod path;
mod pointer;
mod same;
mod settled;
mod text;
mod value;

pub use context::{Chosen, Claim, ClaimKind, SymbolicContext, chosen_bits};
pub use path::Path;
pub use same::SameTerms;
pub use settled::Settled;
pub use value::{Case, Heavy as SymHeavy, SymValue};

//! From a request to an answer: loads a program, puts it into its surroundings, reduces it, and runs engines until one can answer.
//!
//! A [`Request`] is plain data. [`Request::load`] reads the files, [`Request::prepare`] makes a program of them that engines look at,
//! [`verify`] has it searched and joins what several engines say. [`validate`] follows a witness, [`reach`](Reach::reach) looks for a
//! state. Nothing here prints, reads the process's environment or picks an exit code; how far a search has come is told to a callback,
//! as engines tell it.
//!
//! Reading order: the request; loading; the surroundings; preparing; reduction; the engines and their order; the answers.

mod request;

mod functions;
mod inlines;
mod load;

mod beyond;
mod callers;
mod competition;
mod environment;
mod overflows;
mod prepare;
mod reduce;

mod engines;
mod join;
mod race;
mod values;

mod reach;
mod validate;
mod verify;

pub use callers::{OfFunction, verify_function};
pub use functions::{function_named, has_main, own_functions, shortened};
pub use load::{Loaded, load};
pub use prepare::{Prepared, ready};
pub use reach::{Reach, Reached, StateCount};
pub use request::{
    Budget, Caller, Engine, Goals, PointerArgs, Request, Source, Strategy, Surroundings, UbResult, Unwind, Volatile,
    World, start_options,
};
pub use validate::{Validation, validate};
pub use verify::verify;

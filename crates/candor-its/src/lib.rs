//! Integer transition systems: termination by ranking functions, non-termination by recurrent sets.

mod acceleration;
mod ari;
mod check;
mod components;
mod constraint;
mod farkas;
mod invariants;
mod limit;
mod loops;
mod nontermination;
mod polynomial;
mod prepare;
mod prove;
mod ranking;
mod rational;
mod reach;
mod recurrence;
mod render;
mod sexpr;
mod simplex;
mod smt;
mod split;
mod system;
mod termination;
mod transition;
mod write;

pub use ari::read;
pub use constraint::{Constraint, Relation};
pub use limit::Limit;
pub use polynomial::{Polynomial, Variable};
pub use prove::{Answer, Verdict, prove};
pub use sexpr::ReadError;
pub use system::{Formula, Location, Rule, System};
pub use write::write;

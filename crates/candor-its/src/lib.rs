//! Integer transition systems: do all runs end?
//!
//! A system has locations with integer parameters, and rules from one to the next with guards; integers are those of mathematics. [`prove`]
//! answers with a proof: ranking functions with their invariants, or a run into a recurrent set of a loop.
//!
//! ```
//! use std::time::Duration;
//! use candor_its::{Limit, Verdict, prove, read};
//!
//! let header = "(format LCTRS)(theory Ints)(fun f (-> Int Int))(entrypoint f)";
//! let down = read(&format!("{header}(rule (f x) (f (- x 1)) :guard (> x 0))")).expect("it is well-formed");
//! let answer = prove(&down, &Limit::after(Duration::from_secs(10)));
//! assert_eq!(answer.verdict, Verdict::Terminates);
//! assert_eq!(answer.reasons[0], "ranking function 1: x at f");
//! ```
//!
//! From files to a graph: `sexpr`, `rule`, `ari`, `horn`, `write`, `system`, `prepare`. Arithmetic: `rational`, `polynomial`, `constraint`, `simplex`,
//! `farkas`. Termination: `ranking`, `termination`, `invariants`, `split`, `check`. Non-termination: `loops`, `recurrence`,
//! `acceleration`, `smt`, `reach`, `nontermination`. Invariants of Horn clauses for others: `expression`, `spacer`.
//!
//! **Invariant:** an answer other than unknown was checked a second time: implications by sums of constraints that are added up again, runs by
//! replaying their numbers, recurrent sets by Z3.

#![warn(missing_docs)]

mod ari;
mod horn;
mod read;
mod rule;
mod sexpr;
mod system;
mod write;

mod components;
mod prepare;
mod transition;

mod constraint;
mod farkas;
mod limit;
mod polynomial;
mod rational;
mod simplex;

mod check;
mod invariants;
mod ranking;
mod split;
mod termination;

mod expression;
mod spacer;

mod acceleration;
mod loops;
mod nontermination;
mod reach;
mod recurrence;
mod smt;

mod prove;
mod render;

pub use constraint::{Constraint, Relation};
pub use expression::{Expression, ExpressionKind, Expressions};
pub use limit::Limit;
pub use polynomial::{Polynomial, Variable};
pub use prove::{Answer, Verdict, prove, prove_termination};
pub use read::read;
pub use sexpr::ReadError;
pub use spacer::{Atom, Clause, Clauses};
pub use system::{Formula, Location, Rule, System};
pub use write::{write, write_horn};

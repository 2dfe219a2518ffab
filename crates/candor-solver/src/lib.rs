//! Solvers: whether terms can hold together, and by what values.
//!
//! A [`Solver`] takes assertions, level by level, and answers [`check`](Solver::check)s under assumptions and a [`Budget`]. Back ends
//! are [`BitwuzlaSolver`], which is linked in and the one to use, and [`SmtlibSolver`]: Z3 in this process, or any program that reads
//! SMT-LIB 2. Users [choose](Choice).
//! [`Caching`] goes in front of either: it splits a query into independent parts and answers most parts from what it has seen.
//!
//! ```
//! use candor_solver::{BitwuzlaSolver, Budget, Outcome, Solver};
//! use candor_term::{Sort, TermPool};
//!
//! let mut pool = TermPool::new();
//! let x = pool.var("x", Sort::Bv(32));
//! let square = pool.mul(x, x);
//! let wanted = pool.bv(32, 1369);
//! let is_wanted = pool.eq(square, wanted);
//!
//! let mut solver = BitwuzlaSolver::new();
//! solver.assert(&pool, is_wanted);
//! assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Sat);
//! let value = solver.value(&pool, square).expect("there is a model");
//! assert_eq!(value.as_bits().to_u64(), Some(1369));
//! ```
//!
//! What is not here on purpose: nothing in this crate builds terms, and no answer is ever guessed. Whatever goes wrong (a limit,
//! a process that dies, a model that cannot be read) is [`Outcome::Unknown`] or an `Err`.

#![warn(missing_docs)]

mod bitwuzla;
mod budget;
mod cache;
mod caching;
mod choice;
mod escalating;
mod pattern;
mod smtlib;
mod solver;
mod stack;
mod translate;

pub use bitwuzla::BitwuzlaSolver;
pub use budget::{Budget, Interrupt, resident_bytes};
pub use caching::{Caching, CachingStatistics};
pub use choice::Choice;
pub use escalating::Escalating;
pub use smtlib::SmtlibSolver;
pub use solver::{Outcome, Reason, Solver};

#[cfg(test)]
mod tests;

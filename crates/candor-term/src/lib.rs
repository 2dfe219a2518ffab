//! Terms: the logic that symbolic contexts build and solvers decide.
//!
//! A [`TermPool`] holds hash-consed terms over booleans, bit-vectors of any width, IEEE floats and arrays; a [`Term`] is an index
//! into it. Constructors check sorts (in debug builds) and simplify: constants are folded by `candor-bits`, so that a term
//! means exactly what the interpreter computes, and then the rules of [`RULES`] are tried. Every operation is total, with the
//! results that `candor-bits` documents; only shifts differ from SMT-LIB's namesakes (the amount counts modulo the width).
//!
//! ```
//! use candor_bits::Pred;
//! use candor_term::{Assignment, Sort, TermPool, evaluate, smt2};
//!
//! let mut pool = TermPool::new();
//! let x = pool.var("x", Sort::Bv(32));
//! let one = pool.bv(32, 1);
//! let sum = pool.add(x, one);
//! let overflows = pool.predicate(Pred::SAddOverflow, x, one);
//!
//! let mut assignment = Assignment::new();
//! assignment.set_u64(&pool, x, 0x7fff_ffff);
//! assert!(evaluate(&pool, overflows, &assignment).as_bool());
//! assert_eq!(evaluate(&pool, sum, &assignment).as_bits().to_i64(), Some(-0x8000_0000));
//! assert!(smt2(&pool, &[overflows]).contains("(declare-const x (_ BitVec 32))"));
//! ```
//!
//! Terms get millions of operators deep, so nothing here recurses along a term; use [`post_order`] for your own walks.

#![warn(missing_docs)]

mod build;
mod build_float;
mod checked;
pub mod corpus;
mod eval;
mod float_format;
mod independence;
mod lower;
mod meaning;
mod op;
mod pool;
mod print;
mod range;
mod render;
mod rules;
mod simplify;
mod smtlib;
mod sort;
mod substitute;
mod traverse;

pub use eval::{ArrayValue, Assignment, Evaluated, Evaluation, Value, evaluate};
pub use float_format::{exponent_bits, ieee_to_pattern, ieee_width, nan_pattern, pattern_to_ieee};
pub use independence::{SupportCache, independent_groups, relevant_to};
pub use op::Op;
pub use pool::{Term, TermPool};
pub use print::display;
pub use rules::{RULES, Rewrite, Rule};
pub use smtlib::{Smt2Writer, smt2, sort_to_smt2};
pub use sort::Sort;
pub use substitute::substitute;
pub use traverse::{Statistics, free_vars, post_order, statistics};

#[cfg(test)]
mod tests;

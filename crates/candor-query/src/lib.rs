//! The query language: after LODIN's (Legay, Nowotka, Poulsen, "Automatic Verification of LLVM Code", 2022), with names of the
//! source besides those of LLVM. `docs/reference/query.md` has the grammar and the meaning of everything.
//!
//! Reading order: `token`, `ast`, `parse` and `show` are the language; `goal` and `resolve` tie its names to a program;
//! `holds` says whether a state of an execution satisfies a formula, `visible` which steps may change that.
//!
//! Deviations from the paper: `and`, `or`, `not` and the hypothesis test have a syntax (the paper uses them and gives none), what is
//! shown again can be read again, and a data race is symmetric in its threads.

mod error;

mod ast;
mod parse;
mod show;
mod token;

mod goal;
mod names;
mod resolve;

mod holds;
mod visible;

pub use ast::{
    Atom, Comparison, Direction, Formula, IntType, Method, Number, Operator, Parameters, Query, Register, Span, Term,
    TermKind, Variable,
};
pub use error::QueryError;
pub use goal::{Event, Goal, LocalGoal};
pub use holds::{Look, next_race};
pub use parse::{parse_queries, parse_query};
pub use resolve::{Resolved, resolve};
pub use visible::Visible;

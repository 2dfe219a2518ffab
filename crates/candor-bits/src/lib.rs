//! The operations of the candor IR and what they mean on bit patterns.
//!
//! Every execution context, and every evaluator of terms, asks this crate what `sdiv i32` or `fptosi double to i16`
//! gives, so that there is one meaning of an operation and not one per engine.
//!
//! **Everything is total.** An operation that C or LLVM leaves undefined has a fixed result here, and whether it was
//! defined is a separate question ([`predicate`], [`float_to_int_fits`]) that the interpreter turns into a check:
//! - division by zero as in SMT-LIB: `udiv` gives all ones, `urem` and `srem` the dividend, `sdiv` -1 or 1;
//! - `INT_MIN / -1` wraps, its remainder is 0;
//! - shift amounts are taken modulo the width;
//! - float to integer is the truncated value modulo 2^width, and 0 for a NaN or an infinity;
//! - floats round to nearest, ties to even; a NaN that is *computed* is always the positive quiet NaN without payload, as
//!   SMT-LIB knows only one. `fneg`, `fabs` and `copysign` compute nothing: they move bits, also those of a NaN.
//!
//! What is not total is typing: `fadd` of two integers is a bug of the caller and panics.
//!
//! Entry points: [`binary`], [`compare`], [`cast`], [`predicate`], [`math`], and [`small`] for the interpreter's hot path.

#![warn(missing_docs)]

mod bits;
mod cast;
mod dispatch;
mod float;
mod format;
mod host;
mod numeral;
mod ops;
mod scalar;
pub mod small;
mod soft;
mod wide;

pub use bits::Bits;
pub use cast::{cast, float_to_int_fits};
pub use dispatch::{binary, compare, math, predicate};
pub use float::{FloatClass, float_class, float_from_f64, float_to_f64};
pub use format::float_to_string;
pub use numeral::Numeral;
pub use ops::{BinOp, CastOp, CmpOp, MathOp, Pred};
pub use scalar::{FloatKind, Scalar};

#[cfg(test)]
mod tests;

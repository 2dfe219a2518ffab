//! The abstract domain of machine integers: a set of bit patterns of one width, up to 64 bits, described by an unsigned interval, a
//! signed interval and known bits.
//!
//! It is the reduced product of the three after Cousot and Cousot ("Systematic Design of Program Analysis Frameworks", POPL 1979): what
//! one component knows tightens the others. `x != 0` for `x` in -5 ..= 5 is unsigned 1 ..= 2^w - 1 beside signed -5 ..= 5, which neither
//! interval can say alone. A stride that is a power of two is a number of known low bits, and the intervals end on multiples of it; other
//! strides are absent on purpose, since they do not survive a sum that wraps around.
//!
//! Its users: the interval analysis with the pointers (`candor-points-to`), rewrite rules of terms (`candor-term`), the enumeration of
//! inputs behind assumptions (`candor-engine-explicit`).
//!
//! Law, tested over all elements at small widths and at random at 64 bits: the concrete result of every operator is in the abstract one.
//! There is no empty element: what may be empty is an `Option`, and no values at all is `None`.

mod abstract_int;
mod condition;
mod known_bits;
#[cfg(test)]
mod laws;
mod operator;

pub use abstract_int::AbstractInt;
pub use condition::{compare, refine};
pub use operator::{binary, cast, math};

//! Tests of the whole crate: rules of the terms proved, models and refutations checked against the evaluator, limits, cores,
//! growing terms, the cache, programs by pipe, Z3.

mod caching;
mod cores;
mod floats;
mod growing;
mod limits;
mod models;
mod process;
mod random;
mod rules;
mod sorts;
mod z3;

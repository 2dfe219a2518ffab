//! Tests of the whole crate: rules of the terms proved, models and refutations checked against the evaluator, limits, cores, the
//! cache, programs by pipe.

mod caching;
mod cores;
mod floats;
mod limits;
mod models;
mod pipe;
mod random;
mod rules;
mod sorts;

//! Tests of the whole crate: each rule against the evaluator, circuits against `candor-bits`, printers, walks over deep terms.

mod arrays;
mod deep;
mod floats;
mod forms;
mod lower;
mod output;
mod pool;
mod random;
mod rules;
mod slices;

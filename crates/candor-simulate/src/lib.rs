//! The interactive debugger: one command at a time, forth and back.
//!
//! A [`Session`] holds an execution ([`candor_context_concrete::Machine`]) and does what lines of text tell it: let a thread make a step, run to a
//! line, go back, show variables and memory. It answers with text and never prints; where the lines come from is the caller's
//! business, so that a terminal and a test use it alike.
//!
//! Reading order: commands and their words, places, movement, what is shown, the session.

mod command;
mod help;

mod place;

mod history;
mod movement;
mod policy;

mod expression;
mod view;

mod session;

pub use session::{Begin, Effect, Session};

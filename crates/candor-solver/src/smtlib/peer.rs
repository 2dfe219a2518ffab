//! Who carries the text of a conversation.

use super::sexpr::Sexpr;
use crate::Reason;
use crate::budget::Meter;

/// A solver that takes commands and gives answers, one after the other. Dropping it stops it, whatever it is doing.
pub(super) trait Peer {
    /// How it wants to be spoken to.
    fn dialect(&self) -> &'static Dialect;

    /// Hands over commands. If the solver is dead, that shows when an answer is wanted.
    fn send(&mut self, commands: String);

    /// The next answer. An error message of the solver is `Reason::Failed`.
    fn receive(&mut self, meter: &mut Meter<'_>) -> Result<Sexpr, Reason>;

    /// Whether an answer may still come.
    fn is_alive(&self) -> bool;
}

/// What has to be said differently to different solvers.
pub(super) struct Dialect {
    /// The first commands.
    pub(super) preamble: &'static str,
    /// Asks which assumptions failed; the answer is a list of them.
    pub(super) failed: &'static str,
}

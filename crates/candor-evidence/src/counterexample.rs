//! Counterexamples: executions that break a check, before and after the concrete machine has seen them.

use std::sync::Arc;

use candor_bits::Bits;
use candor_context_concrete::Turn;
use candor_interp::{ChoiceKind, Fault, Position};
use candor_ir::Check;

use crate::inputs::Inputs;
use crate::proof::Formula;
use crate::trace::Trace;

/// One settled choice of an execution; as wide as its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub kind: ChoiceKind,
    pub value: Bits,
}

impl Settled {
    /// Whether it says which thread goes on.
    pub fn is_turn(&self) -> bool {
        Turn::is_one(self.kind, &self.value)
    }
}

/// An execution that breaks a check: what it chose, in order, and where every frame stood when it faulted, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub check: Check,
    pub position: Position,
    pub choices: Vec<Settled>,
    /// Of an execution that never ends and never comes back to where it has been: what it goes on doing.
    pub cycle: Option<Cycle>,
}

/// Rounds of a loop that can be made for ever, or calls of a function within itself, as an engine has shown; a replay makes many of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub of: CycleOf,
    /// So many of the choices, the last ones, are made again in each round.
    pub n_choices: usize,
    /// Why the rounds never end, where no state comes back.
    pub closed: Option<Arc<ClosedSet>>,
}

/// A closed recurrent set: the execution enters it, and from each of its states some round leads back into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// How often executions with these choices come to the position in the same way before.
    pub n_skipped: u32,
    /// What holds of its states.
    pub facts: Vec<Formula>,
    /// What each input of a round is, in the order in which the interpreter asks.
    pub inputs: Vec<Bits>,
    /// The facts as C expressions, as far as there are some.
    pub in_source: Vec<String>,
}

/// What goes on for ever.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CycleOf {
    /// A loop: so often the execution has come to the position, since it got into the loop, when the first of its rounds begins.
    Rounds { n_visits: u64 },
    /// A function that calls itself: at the position its first activation begins.
    Calls,
    /// A loop that comes back to a state before the execution has come so often to the position.
    States { most_visits: u64 },
}

/// A counterexample that the concrete machine has replayed; made by [`replay`](crate::replay).
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmed {
    pub counterexample: Counterexample,
    pub fault: Fault,
    pub trace: Trace,
    pub inputs: Inputs,
}

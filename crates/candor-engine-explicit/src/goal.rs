//! Goals: sets of states that a query asks for, as in `E<> p`.
//!
//! A goal says of a state whether it is one of them, and of an instruction whether executing it may lead from a state that is not
//! to one that is. The search looks at the state behind each such instruction, however much it leaves out otherwise, and the
//! reductions treat it as a step that everybody sees. A goal may also be about the step that breaks a check. States inside of a section that nobody interrupts are not looked at: to
//! other threads they do not exist.

use candor_evidence::Settled;
use candor_interp::{Image, Site, State};
use candor_ir::Check;

use crate::concrete::Cx;

/// A set of states. Data are numbers: a program with inputs that cannot be tried one by one is not decided.
pub trait Goal: Sync {
    /// Whether a state is one of the set. In each state of the search, more than once for some.
    fn is_met(&self, image: &Image<Cx>, state: &State<Cx>) -> bool;

    /// Whether a state is one of the set in which a step is made that breaks this check. Nothing happens behind it.
    fn is_met_by(&self, _image: &Image<Cx>, _state: &State<Cx>, _broken: Check) -> bool {
        false
    }

    /// Whether the answer for a thread's next state may differ from that before it executes this instruction. Saying so too
    /// often costs time; not saying so where it does loses states.
    fn may_change(&self, site: Site) -> bool;

    /// Whether the answer may depend on registers that the program itself does not read any more. Then they tell states apart.
    fn reads_registers(&self) -> bool {
        true
    }
}

/// The answer to whether a goal can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// By the execution with these choices, schedule and all; the state behind the last of them is one.
    Reached(Vec<Settled>),
    /// All states have been seen.
    Never,
    Unknown(String),
}

/// What a search for a goal has found.
#[derive(Clone, Debug)]
pub struct GoalReport {
    pub answer: Reachability,
    /// Why not all states have been seen, if so: then there may be more of them, and more that meet the goal.
    pub missing: Option<String>,
    /// How many states meet the goal, among those that were stored.
    pub n_met: u64,
    pub n_states: u64,
    pub statistics: Vec<(&'static str, u64)>,
}

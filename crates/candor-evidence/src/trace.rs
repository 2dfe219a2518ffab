//! Traces: an execution as its user would step through it.

mod film;
mod layout;
mod record;
mod show;
mod side;

use candor_interp::ChoiceKind;
use candor_ir::Loc;

pub use film::{Event, Film, FilmObject, FilmStep, Part, Seen, film};
pub(crate) use record::{Recorder, chosen_number, chosen_text};
pub use show::{show_memory, show_value};

/// How many steps are kept from the beginning and from the end.
pub(crate) const N_FIRST: usize = 200;
pub(crate) const N_LAST: usize = 800;

/// The steps of an execution. Of a long one the middle is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    /// How many steps are left out, and how many of [`steps`](Trace::steps) stand before them.
    pub n_left_out: u64,
    pub n_before_gap: usize,
}

/// A line of source, executed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The thread that made it; 0 is the one that runs `main`.
    pub thread: u32,
    pub function: String,
    pub loc: Loc,
    /// How many functions of the user's are active; 1 in `main`.
    pub depth: usize,
    /// What was open and got settled.
    pub choices: Vec<ChosenValue>,
    /// What has another value than before.
    pub changes: Vec<Change>,
    /// Changes beyond those that are listed, as when a library function fills a buffer.
    pub n_more_changes: u64,
    /// It decided which way to go.
    pub branches: bool,
    /// Whether it went to what its condition guards, such as the body of an `if`; `None` where that is not known.
    pub side: Option<bool>,
    /// It locked, unlocked, waited or the like: what it did matters to other threads.
    pub synchronises: bool,
}

/// A choice as it was consumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenValue {
    pub kind: ChoiceKind,
    /// The function that asked, such as `__VERIFIER_nondet_int`.
    pub function: Option<String>,
    pub value: String,
    pub is_zero: bool,
}

/// A variable, or a part of one, and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub variable: String,
    pub value: String,
}

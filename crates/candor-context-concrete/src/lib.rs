//! The concrete context: one execution, bit for bit.
//!
//! `value` says what a value is and what operators do to it, `context` ties it to the interpreter, `choices` settles what the
//! program leaves open, `describe` turns a failed check into a fault with all its circumstances, `repeat` notices executions
//! that never end, and `run` is the explorer: a loop. `network` is for explorers that pick the thread of each step themselves, and
//! `audit` compares what steps access with what was announced.

pub mod address;
mod audit;
mod choices;
mod context;
mod describe;
mod foreign;
mod hidden;
mod machine;
mod network;
mod race;
mod repeat;
mod run;
mod same;
mod schedule;
mod value;
mod variables;

pub use audit::audit;
pub use choices::{
    Answers, ChoiceQueues, ChoiceSource, Chooser, LineHint, Number, OpenChoice, Otherwise, Question, RecordedChoice,
    Script, fit,
};
pub use context::{ConcreteContext, Output};
pub use describe::outside_name;
pub use machine::{Machine, MachineConfig, Moment, Prospect, Stepped, Written};
pub use network::{Moved, Network};
pub use repeat::Repeats;
pub use run::{End, RunConfig, RunResult, Watcher, run, watch};
pub use same::SameValues;
pub use schedule::{MAX_LOCAL_STEPS, Turn, TurnLength};
pub use value::{Address, Heavy, Near, Undef, Value, View, ops};
pub use variables::Variables;

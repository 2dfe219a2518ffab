//! What every engine is given, may use up, and makes its report of.
//!
//! An engine is a function from a program and [`Options`] to a report, telling its [`Progress`] as it goes. [`Limits`] say when
//! to stop, [`Bounds`] what the user does not want to be looked at, [`Findings`] collect what is known of each check until
//! [`Findings::results`] turns them into results.

mod assumptions;
mod bounds;
mod endless;
mod findings;
mod limits;
mod options;
mod order;
mod surroundings;
mod symbolic;

pub use assumptions::{LITERALS_APART, MADE_NAN, assumptions};
pub use bounds::{Bounds, LoopBound, find_loops};
pub use endless::{check_endings, check_losses, check_losses_at_ends};
pub use findings::{Findings, Reached, all_checks, checks_for, checks_of, not_all_seen, witness};
pub use limits::Limits;
pub use options::{Options, Progress, UbResult};
pub use symbolic::{SymbolicStart, not_replayed, start_symbolic};

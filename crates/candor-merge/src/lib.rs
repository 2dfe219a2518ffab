//! The merging explorer: paths are merged where they meet, so that each instruction is executed once for each chain of calls and round
//! of the loops around it.
//!
//! [`Explorer`] moves states; what becomes of them at the heads of loops is said by an [`AtHead`]. [`Settler`] puts claims to the
//! solver, [`never_reached`] finds out which places no execution gets to.

mod cut;
mod explore;
mod heads;
mod reach;
mod settle;

pub use cut::{Cut, CutKind};
pub use explore::{Bound, Endless, Explored, Explorer, Moving, Stopped, Symbolic};
pub use heads::{Arrival, AtHead, Called};
pub use reach::{Visits, never_reached};
pub use settle::{Answer, Settler, counterexample, failed_before};

//! Reading witnesses: what a verifier, candor or another, says about the way to a violation.
//!
//! [`read`] takes GraphML (format 1.0) and YAML (format 2.x) and keeps what can guide a search: in order, which branches
//! are taken and what is known of values at which lines, and what does not happen before. A witness is a claim, not a proof; whoever follows it must come to the violation by himself. Reading is forgiving, so
//! that what is not understood makes a guide weaker, never wrong.
//!
//! Reading order: the witness, its two formats, the conditions in them, and the small readers of XML and YAML.

mod condition;
mod graphml;
mod property;
mod sequence;
mod witness;
mod xml;
mod yaml;

pub use condition::{Comparison, Operator, Subject};
pub use property::{Property, checks_of, svcomp_answer};
pub use witness::{Event, Hint, Kind, Segment, Way, Waypoint, Witness, read};

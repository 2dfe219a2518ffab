//! SV-COMP's formats: properties, and witnesses, in which a verifier, candor or another, says what leads to a violation.
//!
//! [`write`] makes a witness of findings. [`read`] takes GraphML (format 1.0) and YAML (format 2.x) and keeps what can guide a search: in
//! order, which branches are taken and what is known of values at which lines, and what does not happen before. A witness is a claim, not
//! a proof: whoever follows it must come to the violation by himself. Reading is forgiving, so that what is not understood makes a guide
//! weaker, never wrong.
//!
//! A [`Certificate`] is candor's own: a proof that another run can go through.
//!
//! Reading order: properties; certificates; the witness, its two formats, each read and written, the conditions in them; the small reader of XML, and
//! trees of YAML.

mod property;

mod certificate;

mod condition;
mod graphml;
mod sequence;
mod witness;
mod write;

mod sha256;
mod xml;
mod yaml;

pub use certificate::{Certificate, Claim};
pub use condition::{Comparison, Operator, Subject};
pub use property::{Property, checks_of, svcomp_answer};
pub use sha256::sha256;
pub use witness::{Event, Hint, Kind, Segment, Way, Waypoint, Witness, read};
pub use write::{WitnessFormat, WitnessInfo, write};

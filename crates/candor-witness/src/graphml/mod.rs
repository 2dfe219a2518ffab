//! GraphML witnesses, format 1.0: an automaton whose edges name lines and what is assumed there.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// What kind of witness a graph is.
const KIND: &str = "witness-type";
const VIOLATION: &str = "violation_witness";
const CORRECTNESS: &str = "correctness_witness";

/// What a graph says about the task.
const SPECIFICATION: &str = "specification";
const FILE_HASH: &str = "programhash";
const ARCHITECTURE: &str = "architecture";
/// Behind the number of bits.
const BITS: &str = "bit";
/// A key of our own, for checks that SV-COMP has no property for and for options that it does not have.
const CHECK: &str = "check";

/// What nodes are.
const ENTRY_NODE: &str = "entry";
const VIOLATION_NODE: &str = "violation";
const SINK_NODE: &str = "sink";

/// What edges say.
const LINE: &str = "startline";
const ASSUMPTION: &str = "assumption";

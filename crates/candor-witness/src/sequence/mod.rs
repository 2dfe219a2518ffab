//! YAML witnesses, format 2.x: waypoints that an execution follows, or a set of invariants.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// What kind of witness an entry is.
const VIOLATION: &str = "violation_sequence";
const CORRECTNESS: &str = "invariant_set";

/// How candor names itself. Only then the configuration is the check that is violated.
const CANDOR: &str = "candor";

/// What waypoints speak of.
const RETURN: &str = "function_return";
const TARGET: &str = "target";
const FOLLOW: &str = "follow";
const CYCLE: &str = "cycle";
const ASSUMPTION: &str = "assumption";

/// Data models.
const BITS_32: &str = "ILP32";
const BITS_64: &str = "LP64";

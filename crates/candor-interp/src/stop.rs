//! Why an execution does not go on: the program's doing ([`Halt::Ended`]) or our own inability ([`Stop`]).

use std::fmt;

use candor_ir::Check;

/// What candor cannot do. By its type it can only ever become *Unknown*, never *Holds* or *Violated*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program does not make sense, as when there is no `main`.
    Malformed(String),
    /// A construct, function or situation that candor has no meaning for.
    Unsupported(String),
    /// A limit was reached: steps, memory, depth.
    Exhausted(String),
    /// The inputs or the log that the execution was given are not its own.
    Mismatch(String),
    /// The program did something wrong that nobody asked to check and after which there is no sensible way to go on.
    Unchecked(Check),
    /// Candor contradicts itself.
    Bug(String),
}

/// Why a step did not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// No execution that this state stands for goes on: all faulted, or are excluded by an assumption.
    Ended,
    /// Boxed, so that the result of every step fits in two registers.
    Stop(Box<Stop>),
}

const _: () = assert!(size_of::<Step<()>>() <= 16);

/// The result of everything that may halt. Dropping one silently would lose a fault.
pub type Step<T> = Result<T, Halt>;

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(Box::new(stop))
    }
}

impl Halt {
    pub fn unsupported(what: impl Into<String>) -> Halt {
        Stop::Unsupported(what.into()).into()
    }

    pub(crate) fn bug(what: impl Into<String>) -> Halt {
        Stop::Bug(what.into()).into()
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Malformed(what) => write!(f, "malformed program: {what}"),
            Stop::Unsupported(what) => write!(f, "unsupported: {what}"),
            Stop::Exhausted(what) => write!(f, "limit reached: {what}"),
            Stop::Mismatch(what) => f.write_str(what),
            Stop::Unchecked(check) => write!(f, "{check} occurred, but its check is switched off"),
            Stop::Bug(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for Stop {}

//! How much of a program and of its checks is left out before a search.

use candor_points_to::Level;
use clap::ValueEnum;

/// How much of the checking of memory is left out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Instrumentation {
    /// Nothing
    Basic,
    /// Checks that cannot fail
    Rc,
    /// Those, and keeping track of memory that no check asks for
    #[value(name = "rc+rt")]
    RcRt,
}

impl From<Instrumentation> for Level {
    fn from(level: Instrumentation) -> Level {
        match level {
            Instrumentation::Basic => Level::Basic,
            Instrumentation::Rc => Level::Rc,
            Instrumentation::RcRt => Level::RcRt,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnOff {
    On,
    Off,
}

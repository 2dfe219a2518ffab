//! Bounded model checking against the concrete machine, or with one solver against the others, on every test program instead of a
//! sample of them, and on many random ones.

use std::process::Command;

use clap::ValueEnum;

use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// With whom the engine has to agree
    #[arg(default_value = "runs")]
    other: Other,
    /// Only programs whose path contains this
    #[arg(long, default_value = "")]
    filter: String,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Other {
    /// The concrete machine
    Runs,
    /// Itself, with every solver that is installed
    Solvers,
}

/// Runs the test at its full length.
pub(crate) fn agreement(options: &Options) -> Result<(), String> {
    let (tests, failure) = match options.other {
        Other::Runs => ("programs_agree", "the engine and the concrete machine disagree"),
        Other::Solvers => ("solvers::verdicts_agree", "solvers disagree"),
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--quiet", "-p", "candor-engine-bmc", "--test", "agreement", tests]);
    // Each test uses all processors by itself.
    command.args(["--", "--nocapture", "--test-threads", "1"]).current_dir(root());
    command.env("CANDOR_LONG", "1").env("CANDOR_TEST", &options.filter);
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(failure.to_owned()) }
}

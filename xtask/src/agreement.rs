//! Comparisons on every test program instead of a sample of them: the engines with the expectations, with the concrete machine, with
//! themselves under other configurations and solvers.

use std::process::Command;

use clap::ValueEnum;

use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// What is compared
    #[arg(default_value = "runs")]
    other: Other,
    /// Only programs whose path contains this
    #[arg(long, default_value = "")]
    filter: String,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Other {
    /// Bounded model checking with the concrete machine, on random programs too
    Runs,
    /// Bounded model checking with itself, with every solver that is installed
    Solvers,
    /// Bounded model checking with itself, at each level of instrumentation, sliced or not
    Configurations,
    /// Every engine with the expectations of the programs under `tests/check`
    Engines,
    /// Every way of searching the interleavings of the programs under `tests/threads`
    Threads,
    /// Concrete executions side by side with single ones
    Worlds,
}

/// Runs the test at its full length.
pub(crate) fn agreement(options: &Options) -> Result<(), String> {
    let (package, file, tests, failure) = match options.other {
        Other::Runs => {
            ("candor-engine-bmc", "agreement", "programs_agree", "the engine and the concrete machine disagree")
        }
        Other::Solvers => ("candor-engine-bmc", "agreement", "solvers::verdicts_agree", "solvers disagree"),
        Other::Configurations => ("candor", "configurations", "", "configurations disagree"),
        Other::Engines => ("candor", "check", "", "an engine does not answer as expected"),
        Other::Threads => ("candor", "threads", "", "the searches of programs with threads disagree"),
        Other::Worlds => {
            ("candor-context-worlds", "conformance", "", "executions side by side differ from single ones")
        }
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--quiet", "-p", package, "--test", file, tests, "--"]).current_dir(root());
    // All but one use all processors by themselves.
    match options.other {
        Other::Engines => {}
        _ => drop(command.args(["--nocapture", "--test-threads", "1"])),
    }
    command.env("CANDOR_LONG", "1").env("CANDOR_TEST", &options.filter);
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(failure.to_owned()) }
}

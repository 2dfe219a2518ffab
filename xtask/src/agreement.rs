//! Bounded model checking against the concrete machine, on every test program instead of a sample of them, and on many
//! random ones.

use std::process::Command;

use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only programs whose path contains this
    #[arg(long, default_value = "")]
    filter: String,
}

/// Runs the test at its full length.
pub(crate) fn agreement(options: &Options) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--quiet", "-p", "candor-engine-bmc", "--test", "agreement"]);
    // Each test uses all processors by itself.
    command.args(["--", "--nocapture", "--test-threads", "1"]).current_dir(root());
    command.env("CANDOR_LONG", "1").env("CANDOR_TEST", &options.filter);
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the engine and the concrete machine disagree".to_owned()) }
}

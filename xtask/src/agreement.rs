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

/// Runs the test that the ordinary test run leaves out.
pub(crate) fn agreement(options: &Options) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--quiet", "-p", "candor-engine-bmc", "--test", "agreement"]);
    command.args(["--", "--ignored", "--nocapture"]).env("CANDOR_TEST", &options.filter).current_dir(root());
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the engine and the concrete machine disagree".to_owned()) }
}

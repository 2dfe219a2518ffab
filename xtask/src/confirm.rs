//! `cargo xtask confirm`: every fault in the test programs for `candor check`, seen natively under clang's sanitizers.

use std::process::Command;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Options {}

pub(crate) fn confirm(_: &Options) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--quiet", "-p", "candor", "--test", "confirm", "--", "--nocapture"]);
    command.env("CANDOR_CONFIRM_ALL", "1");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the test ended with {status}")),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}

//! The command line: the only crate that prints, reads the environment and picks exit codes.
//!
//! Everything runs on one thread with a large stack behind a boundary that turns a panic into an internal error with the
//! documented exit code ([`status`]). Reading order: the options, the commands, and what the commands share.

mod options;
mod property;

mod check;
mod checks;
mod dump;
mod engines;
mod explain;
mod run;

mod boundary;
mod choices;
mod console;
mod environment;
mod frontend;
mod guard;
mod inputs;
mod progress;
mod status;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::options::{Command, Options};

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    boundary::guarded(options.format(), options.failure_status(), move || dispatch(options))
}

fn dispatch(options: Options) -> u8 {
    match options.command {
        Command::Run(run) => run::run(&run),
        Command::Check(check) => check::check(&Arc::from(check), engines::run),
        Command::Dump(dump) => dump::dump(&dump),
        Command::Explain(explain) => explain::explain(explain.check),
        Command::Checks => checks::checks(),
        Command::ProbeIr(probe) => dump::probe(&probe.file),
    }
}

/// Help and version are no errors, all else is a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    let is_check = env::args_os().nth(1).is_some_and(|command| command == "check");
    let code = match error.use_stderr() {
        true if is_check => status::CHECK_BAD_INPUT,
        true => status::BAD_INPUT,
        false => status::SUCCESS,
    };
    // A closed pipe is the reader's choice and changes nothing about the usage.
    match error.print() {
        Ok(()) | Err(_) => ExitCode::from(code),
    }
}

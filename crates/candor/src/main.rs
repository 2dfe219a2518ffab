//! The command line: the only crate that prints, reads the environment and picks exit codes.
//!
//! Everything runs on one thread with a large stack behind a boundary that turns a panic into an internal error with the
//! documented exit code ([`status`]). Reading order: the options, the commands, and what the commands share.

mod options;

mod checks;
mod dump;
mod explain;
mod run;

mod boundary;
mod choices;
mod console;
mod frontend;
mod inputs;
mod status;

use std::process::ExitCode;

use clap::Parser;

use crate::options::{Command, Options};

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    boundary::guarded(options.format(), move || dispatch(&options))
}

fn dispatch(options: &Options) -> u8 {
    match &options.command {
        Command::Run(run) => run::run(run),
        Command::Dump(dump) => dump::dump(dump),
        Command::Explain(explain) => explain::explain(explain.check),
        Command::Checks => checks::checks(),
        Command::ProbeIr(probe) => dump::probe(&probe.file),
    }
}

/// Help and version are no errors, all else is a usage error.
fn usage(error: &clap::Error) -> ExitCode {
    let code = if error.use_stderr() { status::BAD_INPUT } else { status::SUCCESS };
    // A closed pipe is the reader's choice and changes nothing about the usage.
    match error.print() {
        Ok(()) | Err(_) => ExitCode::from(code),
    }
}

//! The command line: the only crate that prints, reads the environment and picks exit codes.
//!
//! Everything runs on one thread with a large stack behind a boundary that turns a panic into an internal error with the
//! documented exit code ([`status`]). Reading order: the options, the commands, and what the commands share.

mod options;
mod property;

mod batch;
mod check;
mod checks;
mod compare;
mod confirm;
mod dump;
mod engines;
mod explain;
mod explore;
mod facts;
mod functions;
mod instrument;
mod manual;
mod run;
mod slice;
mod validate;

mod advice;
mod boundary;
mod choices;
mod config;
mod console;
mod environment;
mod frontend;
mod guard;
mod harness;
mod inputs;
mod outputs;
mod progress;
mod reduction;
mod status;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use crate::options::{Command, Options};

fn main() -> ExitCode {
    let args = batch::enter(env::args_os());
    let args = match config::with_defaults(args) {
        Ok(args) => args,
        Err(message) => return bad_config(&message),
    };
    let options = match Options::try_parse_from(&args) {
        Ok(options) => options,
        Err(error) => return usage(&args, &error),
    };
    boundary::guarded(options.format(), options.failure_status(), move || dispatch(options))
}

fn dispatch(options: Options) -> u8 {
    match options.command {
        Command::Run(run) => run::run(&run),
        Command::Check(check) => check::check(&Arc::from(check), engines::run),
        Command::Batch(batch) => batch::batch(&batch),
        Command::Compare(compare) => compare::run(&compare),
        Command::Functions(options) => functions::functions(&options),
        Command::Confirm(confirm) => confirm::confirm(&confirm),
        Command::Explore(explore) => explore::explore(&explore),
        Command::Instrument(instrument) => instrument::instrument(&instrument),
        Command::Validate(validate) => validate::validate(&validate),
        Command::Dump(dump) => dump::dump(&dump),
        Command::Slice(options) => slice::run(&options),
        Command::Explain(explain) => explain::explain(explain.check),
        Command::Checks => checks::checks(),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { name } => manual::man(name.as_deref()),
        Command::ProbeIr(probe) => dump::probe(&probe.file),
    }
}

fn bad_config(message: &str) -> ExitCode {
    console::write_message(&format!("error: {message}\n"));
    ExitCode::from(status::CHECK_BAD_INPUT)
}

/// Help and version are no errors, all else is a usage error.
fn usage(args: &[OsString], error: &clap::Error) -> ExitCode {
    let commands = ["check", "batch", "compare", "confirm", "validate"];
    let is_check = args.get(1).is_some_and(|command| commands.iter().any(|name| command == name));
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

//! The command line: the only crate that prints, reads the environment and picks exit codes.
//!
//! Everything runs on one thread with a large stack behind a boundary that turns a panic into an internal error with the
//! documented exit code ([`status`]). Reading order: the options, the commands, and what the commands share.

mod options;

mod batch;
mod certify;
mod check;
mod checks;
mod compare;
mod confirm;
mod dump;
mod explain;
mod explore;
mod facts;
mod functions;
mod instrument;
mod its;
mod manual;
mod query;
mod reference;
mod run;
mod simulate;
mod slice;
mod validate;
mod watch;

mod advice;
mod boundary;
mod choices;
mod config;
mod console;
mod found;
mod frontend;
mod guard;
mod harness;
mod inputs;
mod outputs;
mod progress;
mod status;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use candor_report::{Diagnostic, Kind};
use clap::Parser;

use crate::options::{Command, Format, Options, short_help};

/// Engines allocate many small things on several threads at once, which the system's allocator makes wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = batch::enter(env::args_os());
    let args = match config::with_defaults(args) {
        Ok(args) => args,
        Err((args, message)) => return bad_usage(&args, &message, status::CHECK_BAD_INPUT),
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
        Command::Check(check) if check.watch => watch::watch(&check),
        Command::Check(check) => check::check(*check),
        Command::Batch(batch) => batch::batch(&batch),
        Command::Chunk(chunk) => batch::chunk(&chunk),
        Command::Compare(compare) => compare::run(&compare),
        Command::Functions(options) => functions::functions(&options),
        Command::Certify(certify) => certify::certify(*certify),
        Command::Confirm(confirm) => confirm::confirm(&confirm),
        Command::Explore(explore) => explore::explore(&explore),
        Command::Instrument(instrument) => instrument::instrument(&instrument),
        Command::Its(its) => its::its(&its),
        Command::Query(query) => query::query(*query),
        Command::Validate(validate) => validate::validate(&validate),
        Command::Dump(dump) => dump::dump(&dump),
        Command::Simulate(simulate) => simulate::simulate(&simulate),
        Command::Slice(options) => slice::run(&options),
        Command::Explain(explain) => explain::explain(explain.check),
        Command::Checks => checks::checks(),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { name } => manual::man(name.as_deref()),
        Command::Reference { page } => reference::reference(page),
        Command::ProbeIr(probe) => dump::probe(&probe.file),
    }
}

/// A command line that makes no sense, for people or, if they have said so much, for programs.
fn bad_usage(args: &[OsString], message: &str, code: u8) -> ExitCode {
    let words = args.iter().take_while(|arg| *arg != "--").filter_map(|arg| arg.to_str());
    let words: Vec<&str> = words.collect();
    let is_json = words.contains(&"--format=json") || words.windows(2).any(|pair| pair == ["--format", "json"]);
    if !is_json {
        console::write_message(&format!("error: {message}\n"));
        return ExitCode::from(code);
    }
    let diagnostic = Diagnostic::bare(Kind::InputError, message);
    match words.get(1) {
        Some(&"check") => console::print(&outputs::refusal_as_json(&diagnostic, code)),
        _ => console::report_bare(&diagnostic, Format::Json, code),
    }
    ExitCode::from(code)
}

/// Help and version are no errors, all else is a usage error.
fn usage(args: &[OsString], error: &clap::Error) -> ExitCode {
    let commands = ["check", "batch", "compare", "confirm", "its", "query", "validate"];
    let is_check = args.get(1).is_some_and(|command| commands.iter().any(|name| command == name));
    let code = match error.use_stderr() {
        true if is_check => status::CHECK_BAD_INPUT,
        true => status::BAD_INPUT,
        false => status::SUCCESS,
    };
    let text = error.to_string();
    let is_json = args.iter().any(|arg| arg == "json" || arg == "--format=json");
    if error.use_stderr() && is_json {
        return bad_usage(args, text.strip_prefix("error: ").unwrap_or(&text).trim_end(), code);
    }
    if let Some(help) = short_help(args, error) {
        console::print(&help);
        return ExitCode::from(code);
    }
    // A closed pipe is the reader's choice and changes nothing about the usage.
    match error.print() {
        Ok(()) | Err(_) => ExitCode::from(code),
    }
}

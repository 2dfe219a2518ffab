//! `candor simulate`: a program stepped through by hand.
//!
//! The session is `candor-simulate`'s; here are the files, the terminal and the way from options to a program. It is loaded as
//! `candor check` loads it, so that a counterexample's choices fit.

mod lines;
mod replay;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use candor_context_concrete::{Answers, ChoiceSource, MachineConfig};
use candor_interp::MissingBodies;
use candor_report::{Diagnostic, Kind};
use candor_simulate::{Begin, Effect, Session};
use clap::Parser;

use self::lines::Lines;
use self::replay::Replay;
use crate::options::{CheckOptions, Command, Format, FrontendOptions, Options, SimulateOptions};
use crate::run::program_args;
use crate::{check, console, status};

pub(crate) fn simulate(options: &SimulateOptions) -> u8 {
    match prepare(options) {
        Ok(session) => converse(session),
        Err(message) => {
            console::report_bare(&Diagnostic::bare(Kind::InputError, &message), Format::Text, status::BAD_INPUT);
            status::BAD_INPUT
        }
    }
}

fn prepare(options: &SimulateOptions) -> Result<Session<'static>, String> {
    let replay = options.replay.as_deref().map(|path| replay::read(path, options.violation)).transpose()?;
    let function = options.function.clone().or_else(|| replay.as_ref().and_then(Replay::function));
    let stdin = options.stdin.as_deref().map_or_else(|| Ok(Vec::new()), read)?;
    let check_options = as_check(options, function.as_deref())?;
    let (program, _) = check::load(&check_options, check_options.checks())?;
    let is_replay = replay.is_some();
    // Who counts the steps of an execution counts those of one that nobody watches.
    let watched = !replay.as_ref().is_some_and(Replay::has_schedule);
    let config = MachineConfig {
        options: candor_interp::Options {
            args: program_args(&options.frontend, &options.args),
            malloc_may_fail: options.malloc_may_fail,
            missing_bodies: MissingBodies::ReturnAnything,
            ..candor_interp::Options::default()
        },
        choices: replay.map_or_else(|| ChoiceSource::Asked(Answers::default()), Replay::into_choices),
        stdin,
        watched,
    };
    let begin = Begin { program: program.clone(), config, is_replay };
    let sources = console::sources();
    Session::new(begin, sources).map_err(|end| format!("the program does not start: {end:?}"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The same program for `candor check`, whose options say how a program is put into its surroundings.
fn as_check(options: &SimulateOptions, function: Option<&str>) -> Result<Box<CheckOptions>, String> {
    let mut args: Vec<OsString> = ["candor", "check", "--no-config"].map(OsString::from).to_vec();
    let mut add = |name: &str, value: OsString| {
        let mut arg = OsString::from(name);
        arg.push("=");
        arg.push(value);
        args.push(arg);
    };
    if let Some(function) = function {
        add("--function", function.into());
    }
    options.property.iter().for_each(|name| add("--property", name.into()));
    options.check.iter().for_each(|check| add("--check", check.id().into()));
    options.no_check.iter().for_each(|check| add("--no-check", check.id().into()));
    let FrontendOptions {
        files,
        data_model,
        defines,
        include_dirs,
        std,
        clang_arg,
        clang,
        unit,
        entry,
        needed_args: _,
    } = &options.frontend;
    add("--data-model", data_model.name().into());
    defines.iter().for_each(|define| add("--define", define.into()));
    include_dirs.iter().for_each(|folder| add("--include-dir", folder.into()));
    std.iter().for_each(|std| add("--std", std.into()));
    clang_arg.iter().for_each(|arg| add("--clang-arg", arg.into()));
    clang.iter().for_each(|clang| add("--clang", clang.into()));
    unit.iter().for_each(|unit| add("--unit", unit.into()));
    entry.iter().for_each(|entry| add("--entry", entry.into()));
    args.extend(files.iter().map(OsString::from));
    match Options::try_parse_from(args).map_err(|error| error.to_string())?.command {
        Command::Check(check) => Ok(check),
        other => Err(format!("this is not a check: {other:?}")),
    }
}

/// One command after another until there is none.
fn converse(mut session: Session<'_>) -> u8 {
    console::print(&session.greeting());
    let mut lines = Lines::new();
    while let Some(line) = lines.next() {
        let (text, effect) = session.execute(&line);
        console::print(&text);
        match effect {
            Effect::Nothing => {}
            Effect::Quit => break,
            Effect::Save { path, commands } => match fs::write(&path, commands) {
                Ok(()) => console::print(&format!("saved to {path}\n")),
                Err(error) => console::print(&format!("error: {path}: {error}\n")),
            },
        }
    }
    status::SUCCESS
}

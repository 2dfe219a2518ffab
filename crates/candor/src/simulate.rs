//! `candor simulate`: a program stepped through by hand.
//!
//! The session is `candor-simulate`'s; here are the files, the terminal and the way from options to a program. It is loaded as
//! `candor check` loads it, so that a counterexample's choices fit.

mod lines;
mod replay;

use std::fs;
use std::path::Path;

use candor_context_concrete::{Answers, ChoiceSource, MachineConfig};
use candor_portfolio::{Goals, Request, Surroundings, start_options};
use candor_simulate::{Begin, Effect, Session};

use self::lines::Lines;
use self::replay::Replay;
use crate::options::{Format, SimulateOptions, all_of};
use crate::{console, frontend, status};

pub(crate) fn simulate(options: &SimulateOptions) -> u8 {
    match prepare(options) {
        Ok(session) => converse(session),
        Err(message) => console::refuse(&message, Format::Text, status::BAD_INPUT),
    }
}

fn prepare(options: &SimulateOptions) -> Result<Session<'static>, String> {
    let replay = options.replay.as_deref().map(|path| replay::read(path, options.violation)).transpose()?;
    let function = options.function.clone().or_else(|| replay.as_ref().and_then(Replay::function));
    let stdin = options.stdin.as_deref().map_or_else(|| Ok(Vec::new()), read)?;
    let request = request(options, function);
    let loaded = request.load()?;
    frontend::warn(&loaded.warnings);
    let program = request.prepare(loaded.program)?.program;
    let is_replay = replay.is_some();
    // Who counts the steps of an execution counts those of one that nobody watches.
    let watched = !replay.as_ref().is_some_and(Replay::has_schedule);
    let config = MachineConfig {
        options: start_options(options.frontend.program_args(&options.args), options.malloc_may_fail),
        choices: replay.map_or_else(|| ChoiceSource::Asked(Answers::default()), Replay::into_choices),
        stdin,
        watched,
    };
    let begin = Begin { program, config, is_replay };
    let sources = console::sources();
    Session::new(begin, sources).map_err(|end| format!("the program does not start: {end:?}"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What `candor check` would be asked about the same program, which is put into the same surroundings.
fn request(options: &SimulateOptions, function: Option<String>) -> Request {
    Request {
        source: options.frontend.source(),
        goals: Goals {
            properties: all_of(&options.property),
            on: options.check.clone(),
            off: options.no_check.clone(),
        },
        surroundings: Surroundings { function, ..Surroundings::default() },
        ..Request::default()
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

//! `candor run`: one execution, watched.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use candor_context_concrete::{ChoiceSource, End, Repeats, RunConfig, RunResult, run as execute};
use candor_interp::MissingBodies;
use candor_ir::{Check, Program};
use candor_portfolio::ready;
use candor_report::{Diagnostic, Kind, RunReport};
use candor_solver::resident_bytes;

use crate::console::{self, Console, ConsoleInput};
use crate::options::RunOptions;
use crate::{choices, frontend, inputs, status};

pub(crate) fn run(options: &RunOptions) -> u8 {
    let console = Rc::new(RefCell::new(Console::new()));
    match prepare(options, &console) {
        Ok((program, config)) => {
            let result = execute(&program, config);
            console.borrow_mut().finish();
            conclude(options, &program, &result)
        }
        Err(message) => finish(options, 0, &Diagnostic::bare(Kind::InputError, &message)),
    }
}

/// Everything that can be wrong before the program starts; the small files first, since they are quickly read.
fn prepare(options: &RunOptions, console: &Rc<RefCell<Console>>) -> Result<(Arc<Program>, RunConfig<'static>), String> {
    let choices = choice_source(options)?;
    check_record(options)?;
    let checks = options.goals().checks();
    let mut program = frontend::load(&options.frontend, checks.contains(Check::UnsignedWrap))?;
    program.select_checks(checks);
    // An alarm may end a loop that comes back to where it has been.
    let has_alarm = program.function_named("alarm").is_some();
    let notices_loops = checks.contains(Check::Termination) && !has_alarm;
    let asks_for_leaks = options.check.contains(&Check::MemoryLeak);
    ready(&mut program, notices_loops, asks_for_leaks);
    let output = Rc::clone(console);
    let config = RunConfig {
        args: options.frontend.program_args(&options.args),
        choices,
        max_steps: options.max_steps,
        max_memory: Some((options.max_memory.saturating_mul(1 << 20), Box::new(|| resident_bytes().unwrap_or(0)))),
        malloc_may_fail: options.malloc_may_fail,
        missing_bodies: missing_bodies(options),
        stdin: Box::new(ConsoleInput { console: Rc::clone(console) }),
        output: Box::new(move |fd, byte| output.borrow_mut().put(fd, byte)),
        hidden_is_kept: !asks_for_leaks,
        repeats: if notices_loops { Repeats::Forced } else { Repeats::Unnoticed },
        ..RunConfig::default()
    };
    Ok((Arc::new(program), config))
}

/// A log says what functions without a body return.
fn missing_bodies(options: &RunOptions) -> MissingBodies {
    match options.replay {
        Some(_) => MissingBodies::ReturnAnything,
        None => MissingBodies::default(),
    }
}

fn choice_source(options: &RunOptions) -> Result<ChoiceSource, String> {
    if let Some(seed) = options.seed {
        return Ok(ChoiceSource::Seed(seed));
    }
    if let Some(path) = &options.inputs {
        return Ok(ChoiceSource::Numbers(parse_file(path, inputs::parse)?.into()));
    }
    match &options.replay {
        Some(path) => Ok(ChoiceSource::Replay(parse_file(path, choices::read)?.into())),
        None => Ok(ChoiceSource::Zero),
    }
}

fn parse_file<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: this is not a text file"))?;
    parse(&text).map_err(|error| format!("{name}: {error}"))
}

/// Says how the run ended and picks the exit code.
fn conclude(options: &RunOptions, program: &Program, result: &RunResult) -> u8 {
    if let Err(error) = record(options, result) {
        return finish(options, result.steps, &Diagnostic::bare(Kind::InputError, &error));
    }
    match &result.end {
        End::Exit(program_status) => match left_over(options, result) {
            Some(message) => finish(options, result.steps, &Diagnostic::bare(Kind::Mismatch, &message)),
            None => {
                let code = status::of_program(*program_status);
                let report = RunReport { status: i32::from(code), steps: result.steps, diagnostic: None };
                console::report(&report, options.format, options.color);
                code
            }
        },
        End::Fault(fault) => finish(options, result.steps, &Diagnostic::from_fault(fault, program)),
        End::Assumption(stack) => finish(options, result.steps, &Diagnostic::from_failed_assumption(stack, program)),
        End::Stop(stop, stack) => finish(options, result.steps, &Diagnostic::from_stop(stop, stack, program)),
    }
}

fn finish(options: &RunOptions, steps: u64, diagnostic: &Diagnostic) -> u8 {
    let code = status::of(diagnostic.kind);
    let report = RunReport { status: i32::from(code), steps, diagnostic: Some(diagnostic) };
    console::report(&report, options.format, options.color);
    code
}

/// A log that cannot be written is noticed before the run, which may take long; what stands in the file stays until then.
fn check_record(options: &RunOptions) -> Result<(), String> {
    let Some(path) = &options.record else { return Ok(()) };
    let opened = fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| format!("{}: {error}", path.display()))
}

fn record(options: &RunOptions, result: &RunResult) -> Result<(), String> {
    let Some(path) = &options.record else { return Ok(()) };
    let written: io::Result<()> = fs::write(path, choices::write(&result.log));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Lists and logs are strict: what the program did not ask for is a mistake in them.
fn left_over(options: &RunOptions, result: &RunResult) -> Option<String> {
    let path = options.inputs.as_ref().or(options.replay.as_ref())?.display();
    match result.n_unused {
        0 => None,
        1 => Some(format!("{path}: the program ended without using the last entry")),
        n_unused => Some(format!("{path}: the program ended without using the last {n_unused} entries")),
    }
}

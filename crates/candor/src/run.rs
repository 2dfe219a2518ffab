//! `candor run`: one execution, watched.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use candor_context_concrete::{ChoiceSource, End, RunConfig, RunResult, run as execute};
use candor_interp::ChoiceKind;
use candor_ir::{Check, Program};
use candor_report::{Diagnostic, Kind, RunReport};

use crate::console::{self, Console, ConsoleInput};
use crate::options::RunOptions;
use crate::{choices, frontend, inputs, status};

pub(crate) fn run(options: &RunOptions) -> u8 {
    match prepare(options) {
        Ok((program, config, console)) => {
            let program = Arc::new(program);
            let output = Rc::clone(&console);
            let mut put = move |fd: i32, byte: u8| output.borrow_mut().put(fd, byte);
            let result = execute(Arc::clone(&program), config, &mut put);
            console.borrow_mut().finish();
            conclude(options, &program, &result)
        }
        Err(message) => finish(options, 0, &Diagnostic::bare(Kind::InputError, &message)),
    }
}

type Prepared = (Program, RunConfig, Rc<RefCell<Console>>);

/// Everything that can be wrong before the program starts; the small files first, since they are quickly read.
fn prepare(options: &RunOptions) -> Result<Prepared, String> {
    let choices = choice_source(options)?;
    let checks = options.checks();
    let mut program =
        frontend::load(&options.frontend, checks.contains(Check::UnsignedWrap)).map_err(|error| error.to_string())?;
    program.select_checks(checks);
    let console = Rc::new(RefCell::new(Console::new()));
    let config = RunConfig {
        checks,
        args: program_args(options),
        choices,
        max_steps: options.max_steps,
        max_memory: Some(options.max_memory.saturating_mul(1 << 20)),
        stdin: Box::new(ConsoleInput { console: Rc::clone(&console) }),
        malloc_may_fail: options.malloc_may_fail,
    };
    Ok((program, config, console))
}

/// `argv`: the first file's name stands for the program.
fn program_args(options: &RunOptions) -> Vec<Vec<u8>> {
    let name = options.frontend.files.first().map(|file| file.with_extension(""));
    let name = name.map(|name| name.into_os_string().into_encoded_bytes()).unwrap_or_default();
    let rest = options.args.iter().map(|arg| arg.clone().into_encoded_bytes());
    std::iter::once(name).chain(rest).collect()
}

fn choice_source(options: &RunOptions) -> Result<ChoiceSource, String> {
    if let Some(seed) = options.seed {
        return Ok(ChoiceSource::Seed(seed));
    }
    if let Some(path) = &options.inputs {
        let numbers = parse_file(path, inputs::parse)?;
        return Ok(ChoiceSource::Inputs(numbers));
    }
    match &options.replay {
        Some(path) => Ok(ChoiceSource::Replay(parse_file(path, choices::read)?)),
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
            Some(message) => finish(options, result.steps, &Diagnostic::bare(Kind::Limit, &message)),
            None => {
                let code = status::of_program(*program_status);
                let report = RunReport { status: i32::from(code), steps: result.steps, diagnostic: None };
                console::report(&report, options.format, options.color);
                code
            }
        },
        End::Fault(fault) => finish(options, result.steps, &Diagnostic::from_fault(fault, program)),
        End::Assumption => finish(options, result.steps, &Diagnostic::from_failed_assumption(&[], program)),
        End::Stop(stop, stack) => finish(options, result.steps, &Diagnostic::from_stop(stop, stack, program)),
    }
}

fn finish(options: &RunOptions, steps: u64, diagnostic: &Diagnostic) -> u8 {
    let code = status::of(diagnostic.kind);
    let report = RunReport { status: i32::from(code), steps, diagnostic: Some(diagnostic) };
    console::report(&report, options.format, options.color);
    code
}

fn record(options: &RunOptions, result: &RunResult) -> Result<(), String> {
    let Some(path) = &options.record else { return Ok(()) };
    let written: io::Result<()> = fs::write(path, choices::write(&result.log));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// A list of inputs is strict: what the program did not ask for is a mistake in the list.
fn left_over(options: &RunOptions, result: &RunResult) -> Option<String> {
    let path = options.inputs.as_ref()?;
    let used = result.log.iter().filter(|choice| choice.kind == ChoiceKind::Input).count();
    let given = parse_file(path, inputs::parse).ok()?.len();
    let unused = given.checked_sub(used).filter(|&unused| unused > 0)?;
    Some(format!("{}: the program ended and did not use {unused} of the {given} inputs", path.display()))
}

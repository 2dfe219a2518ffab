//! `candor validate`: does the way that a witness describes lead to a violation?
//!
//! First the concrete machine runs with the values that the witness names. If that does not get there, engines search among the
//! executions that the witness allows, and what they find is replayed on the program as it is. If they find nothing, they look at all
//! executions: only where the property holds in each of them the witness is wrong for sure.

use std::collections::VecDeque;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, LineHint, Number, RunConfig, run};
use candor_evidence::{Confirmed, Report, Status, Verdict};
use candor_interp::{Fault, MissingBodies};
use candor_ir::{CheckSet, Program};
use candor_report::{Diagnostic, Kind, sha256};
use candor_solver::Interrupt;
use candor_witness::{Hint, Kind as WitnessKind, Operator, Subject, Witness};
use clap::Parser;

use crate::options::{CheckOptions, Command, Format, Model, Options, ValidateOptions};
use crate::property::{Property, from_file};
use crate::{check, console, engines, environment, status};

/// Longer concrete runs have lost their way.
const MAX_STEPS: u64 = 50_000_000;

/// What came of it.
enum Answer {
    Confirmed(Box<Fault>),
    NotConfirmed,
    Unknown(String),
}

pub(crate) fn validate(options: &ValidateOptions) -> u8 {
    match attempt(options) {
        Ok((answer, program, notes)) => say(&answer, &program, &notes),
        Err(message) => {
            let code = status::CHECK_BAD_INPUT;
            console::report_bare(&Diagnostic::bare(Kind::InputError, &message), Format::Text, code);
            code
        }
    }
}

fn attempt(options: &ValidateOptions) -> Result<(Answer, Arc<Program>, Vec<String>), String> {
    let started = Instant::now();
    let text = fs::read(&options.witness).map_err(|error| format!("{}: {error}", options.witness.display()))?;
    let witness = candor_witness::read(&String::from_utf8_lossy(&text))
        .map_err(|error| format!("{}: this is no witness: {error}", options.witness.display()))?;
    let properties = properties(options, &witness)?;
    let command = as_check(options, &witness, &properties)?;
    let checks = properties.iter().fold(CheckSet::EMPTY, |set, property| set.union(property.checks()));
    let (program, _) = check::load(&command, checks)?;
    let notes = notes(options, &witness);
    if witness.kind == WitnessKind::Correctness {
        let reason = "candor follows witnesses of violations; this one says that there is none".to_owned();
        return Ok((Answer::Unknown(reason), program, notes));
    }
    let answer = match guided_run(&program, &witness.hints) {
        Some(fault) if checks.contains(fault.check) => Answer::Confirmed(Box::new(fault)),
        Some(_) | None => search(&command, checks, &program, &witness, started)?,
    };
    Ok((answer, program, notes))
}

/// What the user wants to know, or what the witness claims.
fn properties(options: &ValidateOptions, witness: &Witness) -> Result<Vec<Property>, String> {
    if !options.property.is_empty() {
        return Ok(options.property.iter().flat_map(|properties| properties.0.iter().copied()).collect());
    }
    let text = witness.specification.as_deref().ok_or("the witness names no property; `--property` does")?;
    // All formulas may stand on one line.
    from_file(&text.replace(") CHECK(", ")\nCHECK("))
}

fn as_check(
    options: &ValidateOptions,
    witness: &Witness,
    properties: &[Property],
) -> Result<Box<CheckOptions>, String> {
    let model = match (options.data_model, witness.pointer_bits) {
        (Some(Model::Ilp32), _) | (None, Some(32)) => "ILP32",
        (Some(Model::Lp64), _) | (None, _) => "LP64",
    };
    let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
    let timeout = options.timeout.as_secs_f64().to_string();
    let names = names.join(",");
    let words = ["candor", "check", "--svcomp", "--property", &names, "--data-model", model, "--timeout", &timeout];
    let mut args: Vec<std::ffi::OsString> = words.map(Into::into).to_vec();
    // An absolute path never looks like an option.
    args.push(std::path::absolute(&options.file).unwrap_or_else(|_| options.file.clone()).into_os_string());
    match Options::try_parse_from(args).map_err(|error| error.to_string())?.command {
        Command::Check(command) => Ok(command),
        _ => Err("these options are no check".to_owned()),
    }
}

fn notes(options: &ValidateOptions, witness: &Witness) -> Vec<String> {
    let actual = fs::read(&options.file).map(|text| sha256(&text)).unwrap_or_default();
    let is_other = witness.hash.as_ref().is_some_and(|hash| hash.len() == actual.len() && *hash != actual);
    if is_other { vec!["the witness was made for another text of this file".to_owned()] } else { Vec::new() }
}

/// One execution with the numbers that the witness names.
fn guided_run(program: &Arc<Program>, hints: &[Hint]) -> Option<Fault> {
    let hints: VecDeque<LineHint> = hints.iter().filter_map(line_hint).collect();
    concrete_fault(program, ChoiceSource::Hints(hints))
}

fn line_hint(hint: &Hint) -> Option<LineHint> {
    let exact = hint.comparisons.iter().find(|comparison| comparison.operator == Operator::Equal)?;
    let is_of_variable = exact.subject != Subject::Result;
    Some(LineHint { line: hint.line, is_of_variable, number: Number::Integer(exact.value) })
}

fn concrete_fault(program: &Arc<Program>, choices: ChoiceSource) -> Option<Fault> {
    let config = RunConfig {
        choices,
        max_steps: Some(MAX_STEPS),
        missing_bodies: MissingBodies::ReturnAnything,
        ..RunConfig::default()
    };
    match run(program, config).end {
        End::Fault(fault) => Some(*fault),
        End::Exit(_) | End::Assumption(_) | End::Stop(..) => None,
    }
}

/// Engines look among the executions that the witness allows, then among all.
fn search(
    command: &CheckOptions,
    checks: CheckSet,
    program: &Arc<Program>,
    witness: &Witness,
    started: Instant,
) -> Result<Answer, String> {
    let (guided, _) = check::load_changed(command, checks, |program| environment::restrict(program, &witness.hints))?;
    let whole = command.timeout.unwrap_or(Duration::MAX);
    let report = explore(command, &guided, started, whole / 2)?;
    if let Some(found) = violation(&report) {
        return Ok(match replayed(program, found) {
            Some(fault) => Answer::Confirmed(Box::new(fault)),
            None => Answer::Unknown("what was found on the way of the witness could not be replayed".to_owned()),
        });
    }
    if witness.hints.is_empty() {
        return Ok(conclude(&report, checks));
    }
    let report = explore(command, program, started, whole)?;
    Ok(match violation(&report) {
        Some(_) => Answer::Unknown("there is a violation, but not on the way that the witness describes".to_owned()),
        None => conclude(&report, checks),
    })
}

fn conclude(report: &Report, checks: CheckSet) -> Answer {
    match report.verdict(|check| checks.contains(check)) {
        Verdict::Holds => Answer::NotConfirmed,
        Verdict::Violated | Verdict::Unknown => {
            let reason = report.incomplete.first().map(|gap| gap.reason.clone());
            Answer::Unknown(reason.unwrap_or_else(|| "not everything could be settled".to_owned()))
        }
    }
}

fn explore(
    command: &CheckOptions,
    program: &Arc<Program>,
    started: Instant,
    limit: Duration,
) -> Result<Report, String> {
    let mut options = check::engine_options(command, program, started, Interrupt::new())?;
    options.timeout = Some(limit.saturating_sub(started.elapsed()));
    Ok(engines::run(command, program, &options, &mut |_| {}))
}

fn violation(report: &Report) -> Option<&Confirmed> {
    report.checks.iter().find_map(|result| match &result.status {
        Status::Violated(confirmed) => Some(&**confirmed),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    })
}

/// The same choices on the program as it is: the same check must fail at the same place.
fn replayed(program: &Arc<Program>, found: &Confirmed) -> Option<Fault> {
    let mut queues = ChoiceQueues::default();
    for choice in &found.counterexample.choices {
        queues.push(choice.kind, choice.value.clone());
    }
    let fault = concrete_fault(program, ChoiceSource::Queues(queues))?;
    (fault.check == found.fault.check && fault.loc() == found.fault.loc()).then_some(fault)
}

fn say(answer: &Answer, program: &Program, notes: &[String]) -> u8 {
    for note in notes {
        console::write_message(&format!("note: {note}\n"));
    }
    let (text, code) = match answer {
        Answer::Confirmed(fault) => {
            let diagnostic = Diagnostic::from_fault(fault, program);
            let place = diagnostic.place.map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line));
            (format!("confirmed: {}{place}: {}", fault.check, diagnostic.message), status::SUCCESS)
        }
        Answer::NotConfirmed => ("not confirmed: no execution breaks the property".to_owned(), status::VIOLATED),
        Answer::Unknown(reason) => (format!("unknown: {reason}"), status::UNKNOWN),
    };
    console::print(&(text + "\n"));
    code
}

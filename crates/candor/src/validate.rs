//! `candor validate`: does the way that a witness describes lead to a violation?
//!
//! First the concrete machine runs with the values that the witness names. If that does not get there, engines search among the
//! executions that the witness allows, and what they find is replayed: with the witness's trail laid, to see that it is the way that
//! is described, and on the program as it is, to see that it is real. If they find nothing, they look at all executions: only where
//! the property holds in each of them the witness is wrong for sure.

use std::collections::VecDeque;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_context_concrete::{
    ChoiceQueues, ChoiceSource, End, LineHint, Number, RecordedChoice, RunConfig, RunResult, run, watch,
};
use candor_evidence::{Confirmed, Report, Status, Verdict};
use candor_interp::object::View;
use candor_interp::{ChoiceKind, Fault, MissingBodies, Native, lookup_native};
use candor_ir::{Bits, Check, CheckSet, EntityRef, Function, Program};
use candor_report::{Diagnostic, Kind, sha256};
use candor_solver::Interrupt;
use candor_witness::{Hint, Kind as WitnessKind, Operator, Subject, Witness};
use clap::Parser;

use crate::environment::Trail;
use crate::options::{CheckOptions, Command, Format, Model, Options, ValidateOptions};
use crate::property::{Property, from_file};
use crate::{check, console, engines, environment, status};

/// Longer concrete runs have lost their way.
const MAX_STEPS: u64 = 50_000_000;

const OFF_THE_WAY: &str = "there is a violation, but not on the way that the witness describes";

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
    let wanted = wanted(options, &witness)?;
    let command = as_check(options, &witness, &wanted)?;
    let checks = command.checks();
    let (program, _) = check::load(&command, checks)?;
    let notes = notes(options, &witness);
    if witness.kind == WitnessKind::Correctness {
        let reason = "candor follows witnesses of violations; this one says that there is none".to_owned();
        return Ok((Answer::Unknown(reason), program, notes));
    }
    let claim = Claim::new(&command, wanted.checks(), &program, &witness)?;
    let answer = match claim.guided_run() {
        Some(fault) => Answer::Confirmed(Box::new(fault)),
        None => claim.search(started)?,
    };
    Ok((answer, program, notes))
}

/// What the user wants to know, or what the witness claims.
enum Wanted {
    Properties(Vec<Property>),
    /// What candor found without being asked for a property: one of the checks that are on by default, all of which are on again.
    Check(Check),
}

impl Wanted {
    /// What must go wrong.
    fn checks(&self) -> CheckSet {
        match self {
            Wanted::Properties(properties) => {
                properties.iter().fold(CheckSet::EMPTY, |set, property| set.union(property.checks()))
            }
            Wanted::Check(check) => CheckSet::of(*check),
        }
    }
}

fn wanted(options: &ValidateOptions, witness: &Witness) -> Result<Wanted, String> {
    if !options.property.is_empty() {
        let properties = options.property.iter().flat_map(|properties| properties.0.iter().copied());
        return Ok(Wanted::Properties(properties.collect()));
    }
    if let Some(id) = &witness.check {
        return Check::from_id(id).map(Wanted::Check).ok_or_else(|| format!("there is no check `{id}`"));
    }
    let text = witness.specification.as_deref().ok_or("the witness names no property; `--property` does")?;
    // All formulas may stand on one line.
    from_file(&text.replace(") CHECK(", ")\nCHECK(")).map(Wanted::Properties)
}

fn as_check(options: &ValidateOptions, witness: &Witness, wanted: &Wanted) -> Result<Box<CheckOptions>, String> {
    let model = match (options.data_model, witness.pointer_bits) {
        (Some(Model::Ilp32), _) | (None, Some(32)) => "ILP32",
        (Some(Model::Lp64), _) | (None, _) => "LP64",
    };
    let timeout = options.timeout.as_secs_f64().to_string();
    let mut words = ["candor", "check", "--data-model", model, "--timeout", &timeout].map(str::to_owned).to_vec();
    match wanted {
        Wanted::Properties(properties) => {
            let names: Vec<&str> = properties.iter().map(|property| property.name()).collect();
            words.extend(["--svcomp".to_owned(), "--property".to_owned(), names.join(",")]);
        }
        Wanted::Check(check) => {
            words.extend(["--check".to_owned(), check.id().to_owned()]);
            // What is laid on the way would race.
            if *check != Check::DataRace {
                words.extend(["--no-check".to_owned(), Check::DataRace.id().to_owned()]);
            }
        }
    }
    let mut args: Vec<std::ffi::OsString> = words.into_iter().map(Into::into).collect();
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

/// What a witness claims of a program.
struct Claim<'a> {
    command: &'a CheckOptions,
    /// What goes wrong, by the witness's words; other checks may be on as well.
    meant: CheckSet,
    /// As it is.
    program: &'a Arc<Program>,
    witness: &'a Witness,
    /// With the witness's trail in it.
    trailed: Arc<Program>,
    trail: Trail,
    /// Where threads take turns is counted in steps, which are others in another program.
    has_threads: bool,
}

impl<'a> Claim<'a> {
    fn new(
        command: &'a CheckOptions,
        meant: CheckSet,
        program: &'a Arc<Program>,
        witness: &'a Witness,
    ) -> Result<Claim<'a>, String> {
        let mut trail = None;
        let lay = |program: &mut Program| trail = Some(lay_trail(program, meant, witness));
        let (trailed, _) = check::load_changed(command, command.checks(), lay)?;
        let trail = trail.ok_or("the witness's way could not be laid")?;
        let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| program.function_named(name).is_some());
        Ok(Claim { command, meant, program, witness, trailed, trail, has_threads })
    }

    /// One execution with the numbers that the witness names.
    fn guided_run(&self) -> Option<Fault> {
        let hints: VecDeque<LineHint> = self.witness.hints().iter().filter_map(line_hint).collect();
        let (log, _) = self.follow(&self.trailed, ChoiceSource::Hints(hints))?;
        let choices = in_queues(log.into_iter().map(|choice| (choice.kind, choice.value)));
        fault_of(run(self.program, config(choices)).end).filter(|fault| self.is_meant(fault))
    }

    /// An execution on the trail: what was chosen, and the fault that it comes to on the way that is described.
    fn follow(&self, trailed: &Arc<Program>, choices: ChoiceSource) -> Option<(Vec<RecordedChoice>, Fault)> {
        let mut passed = 0;
        // What goes wrong behind a race goes wrong all the same.
        let config = RunConfig { races: self.meant.contains(Check::DataRace), ..config(choices) };
        let result: RunResult = watch(trailed, config, &mut |image, state| {
            // A program without a trail has passed nothing.
            let counter = image.global_pointers.get(self.trail.counter.index()).and_then(|pointer| pointer.as_ptr());
            let object = counter.and_then(|(object, _)| state.memory.get(object));
            if let Some(View::Plain(now)) =
                object.map(|object| object.contents.view(0, object.contents.size(), image.program.target.endian))
            {
                passed = now;
            }
        });
        let fault = fault_of(result.end).filter(|fault| self.is_meant(fault))?;
        (passed == u64::from(self.trail.end)).then_some((result.log, fault))
    }

    /// Whether a fault is one that the property forbids, at the place that the witness names.
    fn is_meant(&self, fault: &Fault) -> bool {
        let at_end = [Check::MemoryLeak, Check::MemoryCleanup, Check::Termination].contains(&fault.check);
        let is_there = |line: u32| {
            let lines = fault.stack.iter().chain(fault.others.iter().flat_map(|other| &other.stack));
            lines.filter_map(|entry| entry.loc).any(|loc| loc.line == line) || self.is_in_error_function(fault, line)
        };
        self.meant.contains(fault.check) && (at_end || self.witness.target.is_none_or(is_there))
    }

    /// Some see the violation in the function that is called for errors.
    fn is_in_error_function(&self, fault: &Fault, line: u32) -> bool {
        let is_error = |function: &&Function| lookup_native(&function.name) == Some(Native::ErrorCall);
        let functions = self.program.functions.values().filter(|_| fault.check == Check::ErrorCall).filter(is_error);
        functions
            .flat_map(|function| function.insts.values())
            .any(|inst| self.program.source.get(inst.loc).is_some_and(|loc| loc.line == line))
    }

    /// Engines look among the executions that the witness allows, then among all.
    fn search(&self, started: Instant) -> Result<Answer, String> {
        let whole = self.command.timeout.unwrap_or(Duration::MAX);
        let checks = self.command.checks();
        let mut stages = Vec::new();
        let hints = self.witness.hints();
        let lay = |program: &mut Program| {
            let trail = lay_trail(program, self.meant, self.witness);
            if !self.has_threads {
                environment::check_late(program, trail, self.witness.target);
            }
        };
        if !hints.is_empty() {
            // Narrower than the witness, which leaves open what happens between its waypoints.
            let narrow = |program: &mut Program| {
                lay(program);
                environment::restrict(program, &hints);
            };
            stages.push((check::load_changed(self.command, checks, narrow)?.0, whole / 3));
        }
        if self.trail.restricts {
            stages.push((check::load_changed(self.command, checks, lay)?.0, whole / 3 * 2));
        }
        stages.push((Arc::clone(self.program), whole));
        let mut answer = Answer::NotConfirmed;
        for (program, limit) in stages {
            let report = explore(self.command, &program, started, limit)?;
            let mut found = violations(&report, self.meant).peekable();
            answer = match found.peek() {
                None => conclude(&report, self.meant),
                Some(_) => match found.find_map(|found| self.confirm(&program, found)) {
                    Some(fault) => return Ok(Answer::Confirmed(Box::new(fault))),
                    None => Answer::Unknown(OFF_THE_WAY.to_owned()),
                },
            };
        }
        Ok(answer)
    }

    /// The same choices on the trail and on the program as it is: the same check must fail at the same place.
    fn confirm(&self, searched: &Arc<Program>, found: &Confirmed) -> Option<Fault> {
        let choices =
            || in_queues(found.counterexample.choices.iter().map(|choice| (choice.kind, choice.value.clone())));
        if self.has_threads {
            return self.follow(searched, choices()).map(|(_, fault)| fault);
        }
        self.follow(&self.trailed, choices())?;
        let fault = fault_of(run(self.program, config(choices())).end)?;
        let is_same = fault.check == found.fault.check && fault.loc() == found.fault.loc();
        (is_same && self.is_meant(&fault)).then_some(fault)
    }
}

/// The trail of a witness. To count is to synchronise, and to look at variables is to race: where races are asked for, only the target counts.
fn lay_trail(program: &mut Program, meant: CheckSet, witness: &Witness) -> Trail {
    match meant.contains(Check::DataRace) {
        true => environment::lay(program, &[], &[]),
        false => environment::lay(program, &witness.segments, &witness.avoid),
    }
}

fn in_queues(choices: impl Iterator<Item = (ChoiceKind, Bits)>) -> ChoiceSource {
    let mut queues = ChoiceQueues::default();
    choices.for_each(|(kind, value)| queues.push(kind, value));
    ChoiceSource::Queues(queues)
}

fn line_hint(hint: &Hint<'_>) -> Option<LineHint> {
    let exact = hint.comparisons.iter().find(|comparison| comparison.operator == Operator::Equal)?;
    let is_of_variable = exact.subject != Subject::Result;
    Some(LineHint { line: hint.line, is_of_variable, number: Number::Integer(exact.value) })
}

fn config(choices: ChoiceSource) -> RunConfig<'static> {
    RunConfig {
        choices,
        // What the library does for those who look would be steps that no schedule counts.
        watched: false,
        max_steps: Some(MAX_STEPS),
        missing_bodies: MissingBodies::ReturnAnything,
        ..RunConfig::default()
    }
}

fn fault_of(end: End) -> Option<Fault> {
    match end {
        End::Fault(fault) => Some(*fault),
        End::Exit(_) | End::Assumption(_) | End::Stop(..) => None,
    }
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

fn violations(report: &Report, meant: CheckSet) -> impl Iterator<Item = &Confirmed> {
    let meant = report.checks.iter().filter(move |result| meant.contains(result.at.check));
    meant.filter_map(|result| match &result.status {
        Status::Violated(confirmed) => Some(&**confirmed),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    })
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

//! Every solver gives the same answers on every test program: where one finds a fault, no other says that there is none.
//!
//! `cargo xtask agreement solvers` compares them on all programs of `tests/check`; the ordinary test takes a sample. A solver that
//! is not there is left out.

use std::collections::BTreeMap;
use std::env;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_engine::Options;
use candor_engine_bmc::check;
use candor_evidence::{CheckSite, Report, Status, Verdict};
use candor_ir::Program;
use candor_solver::Choice;

use super::{MEMORY_LIMIT, Outcome, Source, Task, compare_all, describe, internal_error, is_long, selected};

/// For each solver and program.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 12;

#[test]
fn verdicts_agree() {
    let tasks = selected(1).into_iter().filter(|task| task.path.components().any(|part| part.as_os_str() == "check"));
    let tasks: Vec<Task> = tasks.step_by(if is_long() { 1 } else { SAMPLE }).collect();
    let solvers = solvers();
    assert!(!solvers.is_empty(), "one is built in");
    let times = Mutex::new(BTreeMap::new());
    compare_all(&tasks, |task| compare(task, &solvers, &times));
    for (solver, time) in times.into_inner().unwrap_or_else(PoisonError::into_inner) {
        println!("{solver}: {:.1} s", time.as_secs_f64());
    }
}

/// A solver, and what it is called here.
type Named = (&'static str, Choice);

/// Those that are there.
fn solvers() -> Vec<Named> {
    let named = ["bitwuzla", "z3"].into_iter().filter_map(|name| Some((name, Choice::parse(name, None).ok()?)));
    let programs = ["z3 -in", "cvc5 --incremental"].into_iter().filter(|command| is_installed(command));
    let programs = programs.map(|command| (command, Choice::Command(command.to_owned())));
    named.chain(programs).collect()
}

fn is_installed(command: &str) -> bool {
    let program = command.split(' ').next().unwrap_or_default();
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

fn compare(task: &Task, solvers: &[Named], times: &Mutex<BTreeMap<&'static str, Duration>>) -> Outcome {
    let source = Source::read(&task.path);
    let program = match source.load(task) {
        Ok(program) => Arc::new(program),
        Err(error) => return Outcome::Skipped(error),
    };
    let mut reports: Vec<(&str, Report)> = Vec::new();
    for (name, solver) in solvers {
        let begin = Instant::now();
        let report = check(program.clone(), &options(&source, solver), &mut |_| {});
        *times.lock().unwrap_or_else(PoisonError::into_inner).entry(*name).or_default() += begin.elapsed();
        if let Some(why) = internal_error(&report) {
            return Outcome::Disagrees(describe(&program, &report, &format!("{name}: {why}")));
        }
        for (other_name, other) in &reports {
            if let Some(why) =
                contradiction(&program, other, &report).or_else(|| contradiction(&program, &report, other))
            {
                return Outcome::Disagrees(format!("{other_name} and {name}: {why}"));
            }
        }
        reports.push((name, report));
    }
    outcome(&reports)
}

fn options(source: &Source, solver: &Choice) -> Options {
    Options {
        start: candor_interp::Options { args: source.args(), ..candor_interp::Options::default() },
        timeout: Some(TIMEOUT),
        memory_limit: MEMORY_LIMIT,
        solver: solver.clone(),
        ..Options::default()
    }
}

/// What one finds and the other says there is not.
fn contradiction(program: &Program, one: &Report, other: &Report) -> Option<String> {
    let violated = one.checks.iter().filter(|result| matches!(result.status, Status::Violated(_)));
    violated.map(|result| result.at).find(|at| says_no(other, *at)).map(|at| {
        let function = &program.functions[at.site.func];
        format!("{} in `{}` is violated for one of them only", at.check, function.name)
    })
}

fn says_no(report: &Report, at: CheckSite) -> bool {
    let found = report.checks.iter().find(|result| result.at == at);
    match found.map(|result| &result.status) {
        Some(Status::Holds | Status::Unreachable { .. }) => true,
        Some(Status::Violated(_) | Status::Unknown(_)) => false,
        None => report.verdict(|_| true) == Verdict::Holds,
    }
}

/// Who does not know; if nobody, the verdict.
fn outcome(reports: &[(&str, Report)]) -> Outcome {
    let verdicts: Vec<(&str, Verdict)> =
        reports.iter().map(|(name, report)| (*name, report.verdict(|_| true))).collect();
    let unknown = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Unknown);
    let unknown: Vec<String> = unknown.map(|(name, _)| format!("with {name}")).collect();
    match verdicts.first() {
        Some((_, verdict)) if unknown.is_empty() => Outcome::Agrees(*verdict),
        _ => Outcome::Unknown(unknown),
    }
}

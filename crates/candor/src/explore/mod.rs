//! `candor explore`: follows the paths of a program, and makes a test of each.

mod coverage;
mod tests;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use candor_engine::{Options, Progress};
use candor_engine_symex::{Ended, Explored, PathEnd, SymexOptions};
use candor_interp::MissingBodies;
use candor_ir::{CheckSet, Program};
use candor_report::{Diagnostic, Kind};
use candor_solver::Interrupt;

use crate::explore::coverage::{Counts, Share};
use crate::explore::tests::TestFolder;
use crate::guard::{Guard, Limits};
use crate::options::{ExploreOptions, Format};
use crate::run::{memory_in_use, program_args};
use crate::{console, frontend, status};

/// How paths have ended.
#[derive(Default)]
struct Ends {
    n_exits: u64,
    n_violations: u64,
    n_stopped: u64,
}

/// Explores a program.
pub(crate) fn explore(options: &ExploreOptions) -> u8 {
    match run(options) {
        Ok(code) => code,
        Err(message) => {
            console::report_bare(&Diagnostic::bare(Kind::InputError, &message), Format::Text, status::CHECK_BAD_INPUT);
            status::CHECK_BAD_INPUT
        }
    }
}

fn run(options: &ExploreOptions) -> Result<u8, String> {
    let started = Instant::now();
    let program = load(options)?;
    let mut folder = match &options.tests {
        Some(path) => Some(TestFolder::create(path)?),
        None => None,
    };
    let interrupt = Interrupt::new();
    let deadline = options.timeout.and_then(|timeout| started.checked_add(timeout));
    let limits = Limits { deadline, max_memory: options.memory_limit.saturating_mul(1 << 20), memory_in_use };
    // Tests that were written are whole; only what is known of the rest is lost.
    let guard = Guard::start(limits, interrupt.clone(), |_| {
        console::write_message("\ncandor: stopped; the tests that were written stay\n");
        status::UNKNOWN
    })?;
    let engine = Options {
        start: candor_interp::Options {
            args: program_args(&options.frontend, &options.args),
            malloc_may_fail: options.malloc_may_fail,
            missing_bodies: MissingBodies::ReturnAnything,
            ..candor_interp::Options::default()
        },
        timeout: options.timeout.map(|timeout| timeout.saturating_sub(started.elapsed())),
        memory_limit: options.memory_limit.saturating_mul(1 << 20),
        interrupt,
        ..Options::default()
    };
    let symex = SymexOptions {
        engine,
        search: options.search.into(),
        seed: options.seed,
        edges: true,
        max_paths: options.max_paths,
        ..SymexOptions::default()
    };
    let mut ends = Ends::default();
    let mut problem = None;
    let mut line = crate::progress::ProgressLine::new();
    let explored = candor_engine_symex::explore(
        &program,
        &symex,
        &mut |progress: &Progress| line.show_paths(progress),
        &mut |path| {
            ends.count(path);
            if let Some(folder) = &mut folder
                && let Err(error) = folder.add(&program, &symex.engine.start, path)
            {
                problem.get_or_insert(error);
            }
        },
    );
    line.clear();
    guard.finish();
    if let Some(error) = problem {
        return Err(error);
    }
    let counts = coverage::count(&program, &explored.coverage);
    let text = match options.format {
        Format::Json => json(&explored, &ends, &counts, folder.as_ref()),
        Format::Text => text(&program, &explored, &ends, &counts, folder.as_ref()),
    };
    console::print(&text);
    Ok(status::of_verdict(explored.report.verdict(|_| true)))
}

fn load(options: &ExploreOptions) -> Result<Arc<Program>, String> {
    let mut checks = CheckSet::default_on();
    options.check.iter().for_each(|&check| checks.insert(check));
    options.no_check.iter().for_each(|&check| checks.remove(check));
    let unsigned_wrap = checks.contains(candor_ir::Check::UnsignedWrap);
    let mut program = frontend::load(&options.frontend, unsigned_wrap).map_err(|error| error.to_string())?;
    program.select_checks(checks);
    let main = program.function_named("main").map(|main| &program.functions[main]);
    if !main.is_some_and(|main| main.is_defined()) {
        return Err("there is no function `main`".to_owned());
    }
    candor_analysis::prepare(&mut program);
    Ok(Arc::new(program))
}

impl Ends {
    fn count(&mut self, path: &PathEnd) {
        match path.how {
            Ended::Exit => self.n_exits += 1,
            Ended::Violation(_) => self.n_violations += 1,
            Ended::Stopped(_) => self.n_stopped += 1,
        }
    }
}

fn text(program: &Program, explored: &Explored, ends: &Ends, counts: &Counts, folder: Option<&TestFolder>) -> String {
    let mut text = String::new();
    for result in &explored.report.checks {
        if let candor_evidence::Status::Violated(confirmed) = &result.status {
            let diagnostic = Diagnostic::from_fault(&confirmed.fault, program);
            line(
                &mut text,
                &format!(
                    "fault: {} in line {}",
                    diagnostic.message,
                    diagnostic.place.as_ref().map_or(0, |place| place.line)
                ),
            );
        }
    }
    let Ends { n_exits, n_violations, n_stopped } = ends;
    line(
        &mut text,
        &format!("paths: {n_exits} to the end, {n_violations} to a fault, {n_stopped} as far as candor can"),
    );
    let remain = match explored.n_waiting {
        0 if explored.report.incomplete.is_empty() => "none remains".to_owned(),
        0 => "none waits, but not everything was looked at".to_owned(),
        n_waiting => format!("at least {n_waiting} remain"),
    };
    line(&mut text, &format!("remaining: {remain}"));
    for gap in &explored.report.incomplete {
        line(&mut text, &format!("not complete: {}", gap.reason));
    }
    line(&mut text, &format!("lines: {}", counts.lines));
    line(&mut text, &format!("branches: {}", counts.branches));
    if let Some(folder) = folder {
        line(&mut text, &format!("tests: {} in {}", folder.n_written(), folder.path().display()));
        if folder.n_failed() > 0 {
            line(&mut text, &format!("internal error: {} tests do not take their paths", folder.n_failed()));
        }
    }
    text
}

fn json(explored: &Explored, ends: &Ends, counts: &Counts, folder: Option<&TestFolder>) -> String {
    let share = |share: &Share| serde_json::json!({ "covered": share.n_covered, "all": share.n_all });
    let gaps: Vec<&str> = explored.report.incomplete.iter().map(|gap| gap.reason.as_str()).collect();
    let record = serde_json::json!({
        "paths": { "exit": ends.n_exits, "fault": ends.n_violations, "stopped": ends.n_stopped },
        "remaining": explored.n_waiting,
        "incomplete": gaps,
        "lines": share(&counts.lines),
        "branches": share(&counts.branches),
        "tests": folder.map_or(0, TestFolder::n_written),
    });
    record.to_string() + "\n"
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}

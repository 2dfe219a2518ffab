//! `candor explore`: follows the paths of a program, and makes a test of each.

mod coverage;
mod tests;

use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use candor_engine::{Options, Progress};
use candor_engine_symex::{Ended, Explored, PathEnd, SymexOptions};
use candor_ir::{Check, Program};
use candor_portfolio::{Budget, Goals, has_main, ready, start_options};
use candor_report::Diagnostic;

use crate::explore::coverage::{Counts, Share};
use crate::explore::tests::TestFolder;
use crate::guard::{Cause, Guard};
use crate::options::{ExploreOptions, Format};
use crate::progress::{ProgressLine, lock};
use crate::{check, console, frontend, status};

/// How paths have ended.
#[derive(Copy, Clone, Default)]
struct Ends {
    n_exits: u64,
    n_violations: u64,
    n_stopped: u64,
}

/// What is known while the search goes on.
#[derive(Default)]
struct SoFar {
    ends: Ends,
    n_tests: u64,
}

/// Explores a program.
pub(crate) fn explore(options: &ExploreOptions) -> u8 {
    run(options).unwrap_or_else(|message| console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT))
}

fn run(options: &ExploreOptions) -> Result<u8, String> {
    let budget = Budget::new(options.timeout, options.memory_limit);
    let program = load(options)?;
    let mut folder = match &options.tests {
        Some(path) => Some(TestFolder::create(path)?),
        None => None,
    };
    let so_far = Arc::new(Mutex::new(SoFar::default()));
    let guard = Guard::start(&budget, {
        let (so_far, format, tests) = (Arc::clone(&so_far), options.format, options.tests.clone());
        let (timeout, memory_limit) = (options.timeout, options.memory_limit);
        move |cause: Cause| {
            let reason = cause.reason(timeout, memory_limit);
            answer_early(&lock(&so_far), &reason, format, tests.as_deref())
        }
    })?;
    let engine = Options {
        start: start_options(options.frontend.program_args(&options.args), options.malloc_may_fail),
        ..budget.engine_options()
    };
    let symex = SymexOptions {
        engine,
        search: options.search,
        seed: options.seed,
        max_paths: options.max_paths,
        ..SymexOptions::default()
    };
    let mut problem = None;
    let mut line = ProgressLine::new(options.timeout);
    let mut explored = candor_engine_symex::explore(
        &program,
        &symex,
        &mut |progress: &Progress| line.show_paths(progress),
        &mut |path| {
            if let Some(folder) = &mut folder
                && let Err(error) = folder.add(&program, &symex.engine.start, path)
            {
                problem.get_or_insert(error);
            }
            let mut so_far = lock(&so_far);
            so_far.ends.count(path);
            so_far.n_tests = folder.as_ref().map_or(0, TestFolder::n_written);
        },
    );
    line.clear();
    if let Some(cause) = guard.finish() {
        check::add_cause(&mut explored.report, cause.reason(options.timeout, options.memory_limit));
    }
    if let Some(error) = problem {
        return Err(error);
    }
    let (ends, counts) = (lock(&so_far).ends, coverage::count(&program, &explored));
    let text = match options.format {
        Format::Json => json(&explored, &ends, &counts, folder.as_ref()),
        Format::Text => text(&program, &explored, &ends, &counts, folder.as_ref()),
    };
    console::print(&text);
    Ok(status::of_verdict(explored.report.verdict(|_| true)))
}

/// The answer in place of an engine that does not come back. Tests that were written are whole; only what is known of the rest is
/// lost.
fn answer_early(so_far: &SoFar, reason: &str, format: Format, tests: Option<&Path>) -> u8 {
    let SoFar { ends, n_tests } = so_far;
    console::write_message("\n");
    let text = match format {
        Format::Json => {
            let record = serde_json::json!({
                "paths": ends.json(),
                "repeated": null,
                "remaining": null,
                "incomplete": [reason],
                "lines": null,
                "branches": null,
                "tests": n_tests,
            });
            record.to_string() + "\n"
        }
        Format::Text => {
            let mut text = String::new();
            line(&mut text, &ends.text(0));
            line(&mut text, "remaining: an unknown number");
            line(&mut text, &format!("not complete: {reason}"));
            if let Some(path) = tests {
                line(&mut text, &format!("tests: {n_tests} in {}", path.display()));
            }
            text
        }
    };
    console::print(&text);
    if ends.n_violations > 0 { status::VIOLATED } else { status::UNKNOWN }
}

fn load(options: &ExploreOptions) -> Result<Arc<Program>, String> {
    let goals = Goals { properties: Vec::new(), on: options.check.clone(), off: options.no_check.clone() };
    let checks = goals.checks();
    let mut program = frontend::load(&options.frontend, checks.contains(Check::UnsignedWrap))?;
    program.select_checks(checks);
    if !has_main(&program) {
        return Err("there is no function `main`".to_owned());
    }
    ready(&mut program, /* must end */ false, options.check.contains(&Check::MemoryLeak));
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

    fn text(&self, n_repeated: u64) -> String {
        let Ends { n_exits, n_violations, n_stopped } = self;
        let mut text =
            format!("paths: {n_exits} to the end, {n_violations} to a fault, {n_stopped} as far as candor can");
        if n_repeated > 0 {
            text += &format!(", {n_repeated} back to a state in which they had been");
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({ "exit": self.n_exits, "fault": self.n_violations, "stopped": self.n_stopped })
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
    line(&mut text, &ends.text(explored.n_repeated));
    let remain = match explored.n_waiting {
        0 if explored.report.incomplete.is_empty() => "none remains".to_owned(),
        0 => "none waits, but not everything was explored".to_owned(),
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
    let share =
        |share: &Share| serde_json::json!({ "covered": share.n_covered, "seen": share.n_seen, "all": share.n_all });
    let gaps: Vec<&str> = explored.report.incomplete.iter().map(|gap| gap.reason.as_str()).collect();
    let record = serde_json::json!({
        "paths": ends.json(),
        "repeated": explored.n_repeated,
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

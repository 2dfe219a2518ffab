//! The results of a batch as reports: what tasks have said is read back from their logs, so that every violation is there.

use std::path::Path;

use candor_batch::{Answer, Folder, ResultRow};
use candor_ir::Check;
use candor_report::{
    BatchPlot, BatchRun, BatchTask, Place, TaskFault, TaskOutcome, render_batch_junit, render_batch_page,
    render_batch_sarif,
};
use serde_json::Value;

/// The rows with their violations, with paths as they are seen from `base`.
pub(super) fn tasks(folder: &Folder, base: &Path, rows: &[ResultRow]) -> Vec<BatchTask> {
    let faults = |row: &ResultRow| {
        if !matches!(row.answer, Answer::False(_)) {
            return Vec::new();
        }
        let log = folder.read_log(&row.log).unwrap_or_default();
        let report = log.lines().find(|line| line.starts_with('{'));
        let report: Value = report.and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
        faults(&report, base)
    };
    rows.iter().map(|row| task(row, base, faults(row))).collect()
}

/// The rows of a table, of which no more is known.
pub(crate) fn tasks_of_table(rows: &[ResultRow]) -> Vec<BatchTask> {
    rows.iter().map(|row| task(row, Path::new(""), Vec::new())).collect()
}

fn task(row: &ResultRow, base: &Path, faults: Vec<TaskFault>) -> BatchTask {
    BatchTask {
        path: relative(&row.path, base),
        function: row.function.clone(),
        property: row.property.clone(),
        expected: row.expected.as_ref().map(|expected| expected.holds),
        answer: row.answer.to_string(),
        judged: row.judgement().name().to_owned(),
        seconds: row.seconds,
        memory_mb: row.memory_mb,
        detail: relative(&row.detail, base),
        outcome: match &row.answer {
            Answer::True => TaskOutcome::Holds,
            Answer::False(_) => TaskOutcome::Violated(faults),
            Answer::Depends | Answer::Unknown | Answer::Timeout | Answer::OutOfMemory => TaskOutcome::Open,
            Answer::Error => TaskOutcome::Failed,
        },
    }
}

/// The violations of a report of `candor check --format json`.
fn faults(report: &Value, base: &Path) -> Vec<TaskFault> {
    let violations = report.get("violations").and_then(Value::as_array).into_iter().flatten();
    let fault = |violation: &Value| {
        let diagnostic = violation.get("diagnostic")?;
        let text = |name: &str| diagnostic.get(name).and_then(Value::as_str);
        let number = |name: &str| diagnostic.get(name).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        let place = text("file").map(|file| Place {
            file: relative(file, base),
            line: number("line").unwrap_or(0),
            column: number("column").unwrap_or(0),
        });
        let stack = diagnostic.get("stack").and_then(Value::as_array).into_iter().flatten();
        let is_own = |frame: &&Value| frame.get("library").and_then(Value::as_bool) == Some(false);
        let own = stack.into_iter().find(is_own).and_then(|frame| frame.get("function")?.as_str());
        Some(TaskFault {
            check: text("check").and_then(Check::from_id),
            message: text("message").unwrap_or_default().to_owned(),
            place,
            function: own.map(str::to_owned),
        })
    };
    violations.filter_map(fault).collect()
}

/// A text that begins with an absolute path below `base` without that beginning: code hosts know files by where they are in a repository.
fn relative(text: &str, base: &Path) -> String {
    let base = base.display().to_string();
    let rest = text.strip_prefix(&base).and_then(|rest| rest.strip_prefix('/')).filter(|_| !base.is_empty());
    rest.unwrap_or(text).to_owned()
}

pub(super) fn sarif(tasks: &[BatchTask], status: u8) -> String {
    render_batch_sarif(tasks, i32::from(status))
}

pub(super) fn junit(tasks: &[BatchTask]) -> String {
    render_batch_junit(tasks)
}

/// The page of a batch, or of two.
pub(crate) fn page(runs: &[(&str, &[BatchTask])], summary: &str, plots: &[(&str, &str)]) -> String {
    let runs: Vec<BatchRun<'_>> = runs.iter().map(|&(name, tasks)| BatchRun { name, tasks }).collect();
    let plots: Vec<BatchPlot<'_>> = plots.iter().map(|&(title, svg)| BatchPlot { title, svg }).collect();
    render_batch_page(&runs, summary, &plots)
}

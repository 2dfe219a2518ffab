//! The results of a batch for other tools and for people: SARIF, JUnit, and an HTML page that also compares two batches.
//!
//! A task here is plain data: what `candor batch` knows of it. One file for each format.

mod junit;
mod page;
mod sarif;

use candor_ir::Check;

use crate::diagnostic::Place;

pub use junit::render_batch_junit;
pub use page::{BatchPlot, BatchRun, render_batch_page};
pub use sarif::render_batch_sarif;

/// One task of a batch.
#[derive(Clone, Debug)]
pub struct BatchTask {
    pub path: String,
    /// Empty: `main`.
    pub function: String,
    /// Empty: the default checks.
    pub property: String,
    pub expected: Option<bool>,
    /// As the table has it: `TRUE`, `FALSE(valid-deref)`, `TIMEOUT`.
    pub answer: String,
    /// As the table has it: `right`, `wrong`, `none`, `open`.
    pub judged: String,
    pub seconds: f64,
    pub memory_mb: f64,
    /// The first violation, or the reason why there is no verdict.
    pub detail: String,
    pub outcome: TaskOutcome,
}

/// The verdict, with what renderers show of it.
#[derive(Clone, Debug)]
pub enum TaskOutcome {
    Holds,
    Violated(Vec<TaskFault>),
    /// Without a verdict.
    Open,
    /// It could not be checked at all.
    Failed,
}

/// A violation of a task.
#[derive(Clone, Debug)]
pub struct TaskFault {
    pub check: Option<Check>,
    pub message: String,
    pub place: Option<Place>,
    pub function: Option<String>,
}

impl BatchTask {
    /// Whether the answer is bad news: wrong, or a violation without an expectation.
    fn is_failure(&self) -> bool {
        self.judged == "wrong" || (self.judged == "open" && matches!(self.outcome, TaskOutcome::Violated(_)))
    }

    /// The path, and the function if there is one.
    fn name(&self) -> String {
        if self.function.is_empty() { self.path.clone() } else { format!("{} {}", self.path, self.function) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn task(path: &str, answer: &str, judged: &str) -> BatchTask {
        let fault = TaskFault {
            check: Some(Check::OutOfBounds),
            message: "read of 4 bytes <here>".to_owned(),
            place: Some(Place { file: "a b.c".into(), line: 3, column: 5 }),
            function: Some("main".to_owned()),
        };
        BatchTask {
            path: path.to_owned(),
            function: String::new(),
            property: "valid-memsafety".to_owned(),
            expected: None,
            answer: answer.to_owned(),
            judged: judged.to_owned(),
            seconds: 0.5,
            memory_mb: 10.0,
            detail: "a \"detail\" </script>".to_owned(),
            outcome: match answer {
                "TRUE" => TaskOutcome::Holds,
                "FALSE" => TaskOutcome::Violated(vec![fault]),
                "ERROR" => TaskOutcome::Failed,
                _ => TaskOutcome::Open,
            },
        }
    }

    pub(crate) fn all() -> Vec<BatchTask> {
        vec![
            task("bad.c", "FALSE", "open"),
            task("good.c", "TRUE", "right"),
            task("known.c", "FALSE", "right"),
            task("slow.c", "TIMEOUT", "none"),
            task("broken.c", "ERROR", "none"),
        ]
    }
}

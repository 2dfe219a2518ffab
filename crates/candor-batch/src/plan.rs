//! The plan of a batch, in one file: what every task runs under, how it is submitted, and the tasks.
//!
//! With it a batch can go on, or its results be gathered, without the lists that it was made of; and a machine that was only given a
//! folder knows what to do. The file is written beside and renamed, and each of its lines has a checksum.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::backend::Submission;
use crate::error::BatchError;
use crate::folder::fingerprint;
use crate::lines::{line, parse, split_line};
use crate::measure::Measurer;
use crate::task::Task;
use crate::text::{os_text, os_texts};

/// What every task of a batch runs under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// Version and build: results of different builds are not mixed.
    pub candor: String,
    pub timeout: Duration,
    pub memory_limit_mb: u64,
    /// Options for every `candor check`.
    #[serde(with = "os_texts")]
    pub args: Vec<OsString>,
    pub measure: Measurer,
    /// What relative paths are relative to.
    #[serde(with = "os_text")]
    pub directory: PathBuf,
}

impl Setup {
    /// What must be the same when the batch goes on, as a line of text.
    pub fn settings(&self) -> String {
        let args: Vec<String> = self.args.iter().map(|arg| format!("{arg:?}")).collect();
        let measured = match self.measure {
            Measurer::Candor => String::new(),
            Measurer::Benchexec => format!(", measured by {}", Measurer::Benchexec.measured_by()),
        };
        format!(
            "candor {}, timeout {} s, memory {} MB, options [{}]{measured}",
            self.candor,
            self.timeout.as_secs_f64(),
            self.memory_limit_mb,
            args.join(" ")
        )
    }
}

/// A batch, or those tasks of one that are submitted together.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchPlan {
    /// Tells this batch from all others, also from those that were in the same folder before.
    pub id: String,
    pub setup: Setup,
    pub submission: Submission,
    /// How many tasks are done one after the other by one job.
    pub chunk_size: usize,
    /// For each task its key, which is the same in every plan of the batch.
    pub keys: Vec<String>,
    pub tasks: Vec<Task>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    candor_plan: u32,
    id: String,
    setup: Setup,
    submission: Submission,
    chunk_size: usize,
    n_tasks: usize,
}

#[derive(Serialize, Deserialize)]
struct PlannedTask {
    key: String,
    task: Task,
}

const VERSION: u32 = 1;

impl BatchPlan {
    /// An id made of a text that no other batch has.
    pub fn id_of(text: &str) -> String {
        format!("{:016x}", fingerprint(text))
    }

    pub(crate) fn render(&self) -> String {
        let mut text = line(&Header {
            candor_plan: VERSION,
            id: self.id.clone(),
            setup: self.setup.clone(),
            submission: self.submission.clone(),
            chunk_size: self.chunk_size,
            n_tasks: self.tasks.len(),
        });
        for (key, task) in self.keys.iter().zip(&self.tasks) {
            text += &line(&PlannedTask { key: key.clone(), task: task.clone() });
        }
        text
    }

    /// Reads a plan; one that is not whole is an error, for a task that is not read would be a task that is lost.
    pub(crate) fn read(path: &Path) -> Result<BatchPlan, BatchError> {
        let bytes = fs::read(path).map_err(BatchError::io(path))?;
        let not_ours = || BatchError::content(path, "is not the plan of a batch");
        let (header, mut rest) = split_line(&bytes).ok_or_else(not_ours)?;
        let Header { candor_plan, id, setup, submission, chunk_size, n_tasks } = parse(header).ok_or_else(not_ours)?;
        if candor_plan != VERSION {
            return Err(BatchError::content(path, "was written by another version of candor"));
        }
        let mut plan = BatchPlan { id, setup, submission, chunk_size, keys: Vec::new(), tasks: Vec::new() };
        while let Some((record, after)) = split_line(rest) {
            let damaged = || BatchError::content(path, format!("is damaged in line {}", plan.tasks.len() + 2));
            let PlannedTask { key, task } = parse(record).ok_or_else(damaged)?;
            plan.keys.push(key);
            plan.tasks.push(task);
            rest = after;
        }
        if plan.tasks.len() != n_tasks || !rest.is_empty() || chunk_size == 0 {
            return Err(BatchError::content(path, format!("is damaged: it should have {n_tasks} tasks")));
        }
        Ok(plan)
    }

    /// The plan with some of the tasks only.
    pub fn part(&self, tasks: &[usize], chunk_size: usize) -> BatchPlan {
        BatchPlan {
            id: self.id.clone(),
            setup: self.setup.clone(),
            submission: self.submission.clone(),
            chunk_size: chunk_size.max(1),
            keys: tasks.iter().map(|&idx| self.keys[idx].clone()).collect(),
            tasks: tasks.iter().map(|&idx| self.tasks[idx].clone()).collect(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::task::{Program, distinct_keys};

    pub(crate) fn plan(n_tasks: usize, chunk_size: usize) -> BatchPlan {
        let task = |idx: usize| Task {
            name: format!("t{idx}.c\n").into(),
            program: Program::Files(vec![format!("/t{idx}.c").into()]),
            function: None,
            property: None,
            expected: None,
            data_model: None,
        };
        let tasks: Vec<Task> = (0..n_tasks).map(task).collect();
        let setup = Setup {
            candor: "1 (build 2)".to_owned(),
            timeout: Duration::from_millis(1500),
            memory_limit_mb: 64,
            args: vec!["--x=\t".into()],
            measure: Measurer::Candor,
            directory: "/".into(),
        };
        let submission = Submission::default();
        BatchPlan { id: "abc".to_owned(), setup, submission, chunk_size, keys: distinct_keys(&tasks), tasks }
    }

    #[test]
    fn a_plan_is_read_whole_or_not_at_all() {
        let path = std::env::temp_dir().join(format!("candor-plan-{}", std::process::id()));
        let plan = plan(3, 2);
        let text = plan.render();
        fs::write(&path, &text).expect("files can be written");
        assert_eq!(BatchPlan::read(&path).expect("is a plan"), plan);
        for cut in 0..text.len() {
            fs::write(&path, &text.as_bytes()[..cut]).expect("files can be written");
            assert!(BatchPlan::read(&path).is_err(), "cut at {cut}");
        }
        fs::remove_file(path).expect("files can be removed");
    }
}

//! A folder of tests: for each path the inputs that take it, and a harness that feeds them to a native build.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, RecordedChoice, RunConfig, run};
use candor_engine_symex::{Ended, PathEnd};
use candor_interp::{ChoiceKind, Options};
use candor_ir::Program;

use crate::choices;

const HARNESS: &str = include_str!("harness.c");

/// No test runs longer; the path that it takes was executed symbolically, after all.
const MAX_STEPS: u64 = 200_000_000;

/// Tests that are being written.
pub(super) struct TestFolder {
    path: PathBuf,
    n_written: u64,
    n_failed: u64,
}

impl TestFolder {
    pub(super) fn create(path: &Path) -> Result<TestFolder, String> {
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        write(&path.join("harness.c"), HARNESS)?;
        Ok(TestFolder { path: path.to_owned(), n_written: 0, n_failed: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn n_written(&self) -> u64 {
        self.n_written
    }

    /// Tests whose execution did not end as the path does.
    pub(super) fn n_failed(&self) -> u64 {
        self.n_failed
    }

    /// Executes the path, and writes down what it asks for.
    pub(super) fn add(&mut self, program: &Arc<Program>, start: &Options, path: &PathEnd) -> Result<(), String> {
        let mut queues = ChoiceQueues::default();
        for choice in &path.choices {
            queues.push(choice.kind, choice.value.clone());
        }
        let config = RunConfig {
            args: start.args.clone(),
            malloc_may_fail: start.malloc_may_fail,
            missing_bodies: start.missing_bodies,
            choices: ChoiceSource::Queues(queues),
            max_steps: Some(MAX_STEPS),
            ..RunConfig::default()
        };
        let result = run(program, config);
        let is_as_told = match (&path.how, &result.end) {
            (Ended::Exit, End::Exit(_)) | (Ended::Stopped(_), _) => true,
            (Ended::Violation(at), End::Fault(fault)) => fault.check == at.check,
            _ => false,
        };
        if !is_as_told {
            self.n_failed += 1;
            return Ok(());
        }
        self.n_written += 1;
        let name = format!("test{:06}", path.number);
        write(&self.path.join(format!("{name}.inputs")), &inputs(&path.how, &result.log))?;
        write(&self.path.join(format!("{name}.log")), &choices::write(&result.log))
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The list of numbers that the harness reads; floats are among them as bits.
fn inputs(how: &Ended, log: &[RecordedChoice]) -> String {
    let mut text = match how {
        Ended::Exit => "# the program ends\n".to_owned(),
        Ended::Violation(at) => format!("# fails: {}\n", at.check),
        Ended::Stopped(_) => "# candor could not follow this path to its end\n".to_owned(),
    };
    let others = log.iter().filter(|choice| choice.kind != ChoiceKind::Input).count();
    if others > 0 {
        text += &format!("# {others} choices that are no inputs are only in the log\n");
    }
    for choice in log.iter().filter(|choice| choice.kind == ChoiceKind::Input) {
        let value = format!("{:#x}", choice.value);
        // Who asked is a name of the program's: nothing in it may end the comment.
        let function: String = choice.function.chars().filter(|c| !c.is_control()).collect();
        text += &format!("{value} # line {} in {function}\n", choice.line);
    }
    text
}

//! A folder of tests: for each path the inputs that take it, and a harness that feeds them to a native build.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, RecordedChoice, RunConfig, RunResult, run};
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
        remove_tests(path)?;
        write(&path.join("harness.c"), HARNESS.as_bytes())?;
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

    /// Executes the path, and writes down what it asks for, if that alone leads along the path again.
    pub(super) fn add(&mut self, program: &Arc<Program>, start: &Options, path: &PathEnd) -> Result<(), String> {
        let mut queues = ChoiceQueues::default();
        for choice in &path.choices {
            queues.push(choice.kind, choice.value.clone());
        }
        let taken = run(program, config(start, ChoiceSource::Queues(queues), &[]));
        let again = ChoiceSource::Replay(taken.log.iter().cloned().collect());
        let again = run(program, config(start, again, &taken.stdin));
        if !is_as_told(path, &taken) || again.end != taken.end || again.steps != taken.steps {
            self.n_failed += 1;
            return Ok(());
        }
        self.n_written += 1;
        let file = |extension: &str| self.path.join(format!("test{:06}.{extension}", path.number));
        if reads_stdin(path, &taken) {
            write(&file("stdin"), &taken.stdin)?;
        }
        write(&file("inputs"), inputs(&path.how, &taken.log).as_bytes())?;
        write(&file("log"), choices::write(&taken.log).as_bytes())
    }
}

/// What an earlier exploration has left behind is not a test of this program.
fn remove_tests(folder: &Path) -> Result<(), String> {
    let is_test = |path: &Path| {
        let number = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix("test"));
        let is_number = number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|c| c.is_ascii_digit()));
        is_number && path.extension().is_some_and(|ext| ext == "inputs" || ext == "log" || ext == "stdin")
    };
    let problem = |error: io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if is_test(&path) {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

fn config<'s>(start: &Options, choices: ChoiceSource, stdin: &'s [u8]) -> RunConfig<'s> {
    RunConfig {
        args: start.args.clone(),
        malloc_may_fail: start.malloc_may_fail,
        missing_bodies: start.missing_bodies,
        choices,
        max_steps: Some(MAX_STEPS),
        stdin: Box::new(stdin),
        ..RunConfig::default()
    }
}

/// Whether an execution has taken a path: it ends as the path does, and its objects lie where the path wants them.
fn is_as_told(path: &PathEnd, taken: &RunResult) -> bool {
    let wanted = path.choices.iter().filter(|choice| choice.kind == ChoiceKind::Address).map(|choice| &choice.value);
    let chosen = taken.log.iter().filter(|choice| choice.kind == ChoiceKind::Address).map(|choice| &choice.value);
    let is_same_end = match (&path.how, &taken.end) {
        (Ended::Exit, End::Exit(_)) | (Ended::Stopped(_), _) => true,
        (Ended::Violation(at), End::Fault(fault)) => fault.check == at.check,
        _ => false,
    };
    is_same_end && wanted.zip(chosen).all(|(wanted, chosen)| wanted == chosen)
}

/// Bytes of the standard input are among the inputs of a path, but not in the log of an execution.
fn reads_stdin(path: &PathEnd, taken: &RunResult) -> bool {
    let n_asked = path.choices.iter().filter(|choice| choice.kind == ChoiceKind::Input).count();
    n_asked > taken.log.iter().filter(|choice| choice.kind == ChoiceKind::Input).count()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
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

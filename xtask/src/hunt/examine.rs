//! One program of the hunt: made, run natively, asked about, and shrunk where candor is wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::ask::{self, Answer};
use super::ast::Program;
use super::configuration::{self, Configuration, Property};
use super::judge::{self, Disagreement, Kind};
use super::truth::{Allocations, DataModel, Executions, Native, Run, remove, write};
use super::{features, parse, render, shrink};
use crate::random::Random;

/// What the hunt needs for each program.
pub(crate) struct Hunter {
    candor: PathBuf,
    pub(crate) folder: PathBuf,
    native: Native,
    all_configurations: bool,
    shrink_limit: Duration,
}

/// The verdict that a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Holds,
    Violated,
    Unknown,
    Crash,
}

/// One question and its answer.
pub(crate) struct Asked {
    pub(crate) configuration: Configuration,
    pub(crate) verdict: Verdict,
    /// Why it is unknown.
    pub(crate) reason: Option<String>,
    pub(crate) time: Duration,
}

/// What was learnt from one program.
pub(crate) struct Examined {
    pub(crate) features: Vec<&'static str>,
    pub(crate) state: State,
    pub(crate) asked: Vec<Asked>,
    pub(crate) disagreements: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Some execution has a fault.
    Faulty,
    Correct,
    /// Too many executions.
    Skipped,
    /// The generator's own fault: no C, or more than the parser knows.
    Broken,
}

/// Concrete runs for each program, under candor or instrumented.
const MOST_CONCRETE: usize = 6;

impl Hunter {
    pub(crate) fn new(
        candor: &Path,
        folder: &Path,
        all_configurations: bool,
        shrink_limit: Duration,
    ) -> Result<Hunter, String> {
        let work = folder.join("work");
        fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
        let native = Native::new(&work)?;
        Ok(Hunter { candor: candor.to_owned(), folder: folder.to_owned(), native, all_configurations, shrink_limit })
    }

    /// The program of a seed.
    pub(crate) fn examine(&self, seed: u64, only: Option<&str>) -> Result<Examined, String> {
        let generated = features::generate(seed, only);
        let mut examined = Examined {
            features: generated.features,
            state: State::Broken,
            asked: Vec::new(),
            disagreements: Vec::new(),
        };
        let source = self.folder.join("work").join(format!("seed-{seed}.c"));
        let program = match parse::program(&generated.text) {
            Ok(program) => program,
            Err(error) => {
                eprintln!("seed {seed}: the generator wrote what its parser does not know: {error}");
                return Ok(examined);
            }
        };
        write(&source, &render::program(&program))?;
        let mut random = Random::new(seed ^ 0x6875_6e74);
        let has_threads = generated.has_threads;
        let configurations = match (has_threads, self.all_configurations) {
            (false, false) => configuration::drawn(&mut random, generated.text.contains("alloc(")),
            (false, true) => configuration::all(),
            (true, false) => configuration::drawn_for_threads(&mut random),
            (true, true) => configuration::all_for_threads(),
        };
        let mut executions = Executions::new(&self.native, &source, has_threads);
        let Some(runs) = executions.all(DataModel::Lp64, /* races end them */ true, Allocations::Succeed)? else {
            examined.state = self.without_truth(seed, &source)?;
            return Ok(examined);
        };
        let faulty = judge::expected(Property::Default, runs) == Some(false);
        examined.state = if faulty { State::Faulty } else { State::Correct };
        for configuration in configurations {
            let Some((asked, disagreement)) = self.ask(&source, &configuration, &mut executions)? else { continue };
            examined.asked.push(asked);
            if let Some(disagreement) = disagreement {
                examined.disagreements.push(disagreement.kind);
                self.keep(seed, &program, has_threads, &configuration, &disagreement)?;
            }
        }
        remove(&source);
        Ok(examined)
    }

    /// Why there is no truth: clang refuses the program, or it has too many executions.
    fn without_truth(&self, seed: u64, source: &Path) -> Result<State, String> {
        if self.native.compiles(source)? {
            remove(source);
            return Ok(State::Skipped);
        }
        eprintln!("seed {seed}: clang does not compile {}", source.display());
        Ok(State::Broken)
    }

    /// Asks, and compares with the executions. `None`: there is no truth to compare with.
    fn ask(
        &self,
        source: &Path,
        configuration: &Configuration,
        executions: &mut Executions<'_>,
    ) -> Result<Option<(Asked, Option<Disagreement>)>, String> {
        let Some(runs) =
            executions.all(configuration.model(), configuration.minds_races(), configuration.allocations())?
        else {
            return Ok(None);
        };
        let start = Instant::now();
        let (answer, disagreement) = match configuration {
            Configuration::Check { model, property, options } => {
                let answer = ask::check(&self.candor, source, *model, *property, options)?;
                let disagreement = judge::judge(*property, runs, &answer);
                (answer, disagreement)
            }
            Configuration::Run { model } => self.concrete(source, *model, runs)?,
            Configuration::Instrument { rules, level } => self.instrumented(source, rules, level, runs)?,
        };
        let (verdict, reason) = match answer {
            Answer::Holds => (Verdict::Holds, None),
            Answer::Violated(..) => (Verdict::Violated, None),
            Answer::Unknown(reason) => (Verdict::Unknown, Some(reason)),
            Answer::Crash(_) | Answer::Refused(_) => (Verdict::Crash, None),
        };
        let asked = Asked { configuration: configuration.clone(), verdict, reason, time: start.elapsed() };
        Ok(Some((asked, disagreement)))
    }

    /// `candor run` with the inputs of some executions.
    fn concrete(
        &self,
        source: &Path,
        model: DataModel,
        runs: &[Run],
    ) -> Result<(Answer, Option<Disagreement>), String> {
        let mut answer = Answer::Holds;
        for run in sample(runs) {
            let found = ask::concrete(&self.candor, source, model, run)?;
            if let Some(disagreement) = judge::compare(run, &found) {
                return Ok((answer, Some(disagreement)));
            }
            if matches!(found, Ok(Some(_))) {
                answer = Answer::Violated(Vec::new(), Vec::new());
            }
        }
        Ok((answer, None))
    }

    fn instrumented(
        &self,
        source: &Path,
        rules: &str,
        level: &str,
        runs: &[Run],
    ) -> Result<(Answer, Option<Disagreement>), String> {
        let executable = match ask::instrument(&self.candor, source, rules, level)? {
            Ok(executable) => executable,
            Err(details) => {
                let disagreement = Disagreement { kind: Kind::Crash, details: details.clone() };
                return Ok((Answer::Crash(details), Some(disagreement)));
            }
        };
        let mut result = (Answer::Holds, None);
        for run in sample(runs) {
            let found = ask::instrumented(&executable, run)?;
            if found.is_some() {
                result.0 = Answer::Violated(Vec::new(), Vec::new());
            }
            result.1 = judge::compare_instrumented(rules, run, found.as_deref());
            if result.1.is_some() {
                break;
            }
        }
        remove(&executable);
        Ok(result)
    }

    /// Shrinks a program that candor is wrong about, prints it and keeps it.
    fn keep(
        &self,
        seed: u64,
        program: &Program,
        has_threads: bool,
        configuration: &Configuration,
        found: &Disagreement,
    ) -> Result<(), String> {
        let name = format!("{:?}-{seed}-{}", found.kind, configuration.name().replace([' ', '+'], "-")).to_lowercase();
        let source = self.folder.join("work").join(format!("shrink-{seed}.c"));
        let mut last = found.clone();
        let small = shrink::shrink(program, self.shrink_limit, |smaller| {
            write(&source, &render::program(smaller))?;
            let mut executions = Executions::new(&self.native, &source, has_threads);
            let asked = self.ask(&source, configuration, &mut executions)?;
            match asked.and_then(|(_, disagreement)| disagreement) {
                Some(disagreement) if disagreement.kind == found.kind => {
                    last = disagreement;
                    Ok(true)
                }
                _ => Ok(false),
            }
        })?;
        remove(&source);
        let command = match configuration {
            Configuration::Check { model, property, options } => ask::arguments(*model, *property, options).join(" "),
            Configuration::Run { .. } | Configuration::Instrument { .. } => configuration.name(),
        };
        let text = format!(
            "/* seed {seed}, {:?}\n * candor {command}\n * {}\n */\n{}",
            found.kind,
            last.details.replace('\n', "\n * ").replace("*/", "* /"),
            render::program(&small)
        );
        let path = self.folder.join(format!("{name}.c"));
        write(&path, &text)?;
        write(&path.with_extension("whole.c"), &render::program(program))?;
        eprintln!("{}\n{text}", path.display());
        Ok(())
    }
}

/// Some executions of each kind.
fn sample(runs: &[Run]) -> Vec<&Run> {
    let mut chosen: Vec<&Run> = Vec::new();
    for run in runs {
        if chosen.iter().filter(|other| other.end == run.end).count() < 2 {
            chosen.push(run);
        }
    }
    chosen.truncate(MOST_CONCRETE);
    chosen
}

//! Bounded model checking agrees with the concrete machine on every test program.
//!
//! A program that leaves nothing open has one execution: where the concrete machine faults, the engine may not say that the check
//! holds, and where it does not, the engine may not find anything. A program that asks for inputs is run with many of them; no
//! fault of such a run may lie where the engine says that nothing can happen. `Unknown` is never wrong, only counted.
//!
//! `cargo xtask agreement` compares all programs and many random ones; the ordinary test takes a sample.

#[path = "agreement/random.rs"]
mod random;
#[path = "agreement/solvers.rs"]
mod solvers;

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, RecordedChoice, RunConfig, RunResult, run};
use candor_engine::Options;
use candor_engine_bmc::check;
use candor_evidence::{CheckSite, Report, Status, Verdict};
use candor_interp::{ChoiceKind, Stop};
use candor_ir::{Bits, Check, CheckSet, Program};
use candor_llvm::{DataModel, FrontendConfig, load};
use rustix::time::{ClockId, clock_gettime};

const TIMEOUT: Duration = Duration::from_secs(2);
/// Of the only execution of a program, or the first.
const MAX_STEPS: u64 = 20_000_000;
/// Of each further one.
const MAX_FURTHER_STEPS: u64 = 200_000;
/// Runs of a program that leaves something open.
const N_RUNS: u64 = 20;
const MEMORY_LIMIT: u64 = 3 << 30;
/// Terms are deep, and so is what walks over them.
const STACK: usize = 256 << 20;
/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 6;

/// Random programs of the ordinary test, and of the long one.
const N_RANDOM: u64 = 60;
const N_MANY_RANDOM: u64 = 1000;

/// A program under one data model.
#[derive(Clone, Debug)]
struct Task {
    path: PathBuf,
    model: DataModel,
}

/// How the engine did on a task.
#[derive(Debug)]
enum Outcome {
    /// Both say the same.
    Agrees(Verdict),
    /// The engine does not know, for these reasons.
    Unknown(Vec<String>),
    /// There is nothing to compare, as when the program is not meant to load.
    Skipped(String),
    Disagrees(String),
}

#[test]
fn programs_agree() {
    compare_all(&selected(if is_long() { 1 } else { SAMPLE }), compare);
}

#[test]
fn random_programs_agree() {
    compare_all(&random_tasks(if is_long() { N_MANY_RANDOM } else { N_RANDOM }), compare);
}

/// As `cargo xtask agreement` asks for: it takes minutes.
fn is_long() -> bool {
    std::env::var_os("CANDOR_LONG").is_some()
}

/// Every so many-th test program; all of those that someone asks for by name.
fn selected(step: usize) -> Vec<Task> {
    let filter = std::env::var("CANDOR_TEST").unwrap_or_default();
    let step = if filter.is_empty() { step } else { 1 };
    let tasks = tasks().into_iter().filter(|task| task.path.to_string_lossy().contains(&filter));
    tasks.step_by(step).collect()
}

fn random_tasks(count: u64) -> Vec<Task> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random");
    std::fs::create_dir_all(&folder).expect("a folder");
    let task = |number: u64| {
        let path = folder.join(format!("{number:04}.c"));
        std::fs::write(&path, random::program(number)).expect("writable");
        Task { path, model: DataModel::Lp64 }
    };
    (0..count).map(task).collect()
}

fn compare_all(tasks: &[Task], compare: impl Fn(&Task) -> Outcome + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begin = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| compare(task)))
                .unwrap_or_else(|panic| Outcome::Disagrees(format!("a panic: {}", panic_text(&*panic))));
            done.push((task.clone(), outcome, begin.elapsed()));
        }
        done
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes: Vec<(Task, Outcome, Duration)> = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        let workers: Vec<_> = (0..n_threads).map(start).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    outcomes.sort_by(|(a, ..), (b, ..)| (&a.path, a.model.triple()).cmp(&(&b.path, b.model.triple())));
    let failures = tell(&outcomes);
    assert!(failures.is_empty(), "{} of {} disagree:\n{}", failures.len(), outcomes.len(), failures.join("\n"));
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// Prints what came out; the failures are returned.
fn tell(outcomes: &[(Task, Outcome, Duration)]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut failures = Vec::new();
    for (task, outcome, time) in outcomes {
        let name = name(task);
        let what = match outcome {
            Outcome::Agrees(Verdict::Violated) => "violated",
            Outcome::Agrees(_) => "holds",
            Outcome::Unknown(why) => {
                for reason in why {
                    let (count, _) = reasons.entry(reason.clone()).or_insert_with(|| (0, name.clone()));
                    *count += 1;
                }
                "unknown"
            }
            Outcome::Skipped(why) => {
                println!("{name} is not compared: {why}");
                "skipped"
            }
            Outcome::Disagrees(why) => {
                failures.push(format!("{name}: {why}"));
                "disagrees"
            }
        };
        *counts.entry(what).or_default() += 1;
        if is_long() || std::env::var_os("CANDOR_TEST").is_some() {
            println!("{:8.3} {name}: {outcome:?}", time.as_secs_f64());
        }
    }
    println!("{} programs compared: {counts:?}", outcomes.len());
    println!("why the engine does not know, how often, and where first:");
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by(|(_, (a, _)), (_, (b, _))| b.cmp(a));
    for (reason, (count, first)) in reasons {
        println!("{count:5}  {reason}  ({first})");
    }
    failures
}

fn name(task: &Task) -> String {
    let path = task.path.strip_prefix(root()).unwrap_or(&task.path);
    match task.model {
        DataModel::Lp64 => path.display().to_string(),
        DataModel::Ilp32 => format!("{} [ILP32]", path.display()),
    }
}

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).join("tests")
}

fn tasks() -> Vec<Task> {
    let mut paths = Vec::new();
    for folder in ["run", "worlds", "check"] {
        programs(&root().join(folder), &mut paths);
    }
    let mut tasks = Vec::new();
    for path in paths {
        let source = Source::read(&path);
        let models: &[DataModel] = match source.directive("data-model") {
            "both" => &[DataModel::Lp64, DataModel::Ilp32],
            "ILP32" => &[DataModel::Ilp32],
            _ => &[DataModel::Lp64],
        };
        tasks.extend(models.iter().map(|&model| Task { path: path.clone(), model }));
    }
    tasks
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).expect("test programs");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("a test program").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
            found.push(path);
        }
    }
}

/// The text of a test program.
struct Source(String);

impl Source {
    fn read(path: &Path) -> Source {
        Source(String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned())
    }

    /// What stands behind `//@ key:`; nothing if it is for one revision only.
    fn directive(&self, key: &str) -> &str {
        let found = self.0.lines().find_map(|line| {
            let (_, rest) = line.split_once("//@ ")?;
            rest.trim().strip_prefix(key)?.strip_prefix(':')
        });
        found.map_or("", str::trim)
    }

    fn stdin(&self) -> Vec<u8> {
        self.directive("stdin").replace("\\n", "\n").into_bytes()
    }

    fn args(&self) -> Vec<Vec<u8>> {
        let words = self.directive("args").split_whitespace().map(|word| word.as_bytes().to_vec());
        std::iter::once(b"program".to_vec()).chain(words).collect()
    }

    fn checks(&self) -> CheckSet {
        let mut checks = CheckSet::default_on();
        let mut words = self.directive("flags").split_whitespace();
        while let Some(word) = words.next() {
            if word == "--check" {
                let check = words.next().and_then(Check::from_id).expect("a check");
                checks.insert(check);
            }
        }
        checks
    }

    fn load(&self, task: &Task) -> Result<Program, String> {
        let folder = task.path.parent().unwrap_or(Path::new(""));
        let more = self.directive("files").split_whitespace().map(|file| folder.join(file));
        let files: Vec<PathBuf> = std::iter::once(task.path.clone()).chain(more).collect();
        let clang_args =
            self.directive("flags").split_whitespace().filter_map(|word| word.strip_prefix("--clang-arg="));
        let config = FrontendConfig {
            data_model: task.model,
            extra_args: clang_args.map(str::to_owned).collect(),
            unsigned_wrap: self.checks().contains(Check::UnsignedWrap),
            ..FrontendConfig::default()
        };
        let mut program = load(&files, &config).map_err(|error| error.to_string())?;
        program.select_checks(self.checks());
        candor_analysis::prepare(&mut program);
        // As the commands do where nobody asks for lost memory by name.
        if !self.directive("flags").split_whitespace().any(|word| word == Check::MemoryLeak.id()) {
            candor_engine::check_losses_at_ends(&mut program);
        }
        Ok(program)
    }
}

/// Programs of which the engine foretells a fault that the concrete machine does not find: unknown is the right thing to say
/// then, but it should not have to.
const PINNED: &[&str] = &["run/libc/word_count.c"];

fn is_pinned(task: &Task, why: &str) -> bool {
    why.contains("its replay ends with") && PINNED.iter().any(|path| task.path.ends_with(path))
}

fn compare(task: &Task) -> Outcome {
    let source = Source::read(&task.path);
    let program = match source.load(task) {
        Ok(program) => Arc::new(program),
        Err(error) => return Outcome::Skipped(error),
    };
    let first = concrete(&program, &source, ChoiceSource::Zero, MAX_STEPS);
    let is_open = first.log.iter().any(|choice| choice.kind != ChoiceKind::Address);
    let options = Options {
        start: candor_interp::Options { args: source.args(), ..candor_interp::Options::default() },
        timeout: Some(TIMEOUT),
        memory_limit: MEMORY_LIMIT,
        ..Options::default()
    };
    let begin = worked();
    let report = check(program.clone(), &options, &mut |_| {});
    let took = worked() - begin;
    let verdict = report.verdict(|_| true);
    let wrong = if is_open { contradiction(&program, &source, first, &report) } else { difference(&first, &report) };
    let wrong = wrong.or_else(|| internal_error(&report));
    match (wrong, verdict) {
        (Some(why), _) if is_pinned(task, &why) => Outcome::Unknown(vec![why]),
        (Some(why), _) => Outcome::Disagrees(describe(&program, &report, &why)),
        (None, _) if took > 10 * TIMEOUT => Outcome::Disagrees(format!("the time limit was not kept: {took:?}")),
        (None, Verdict::Unknown) => Outcome::Unknown(reasons(&report)),
        (None, verdict) => Outcome::Agrees(verdict),
    }
}

/// How long this thread has had a processor: what others do meanwhile is not the engine's fault.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

fn concrete(program: &Arc<Program>, source: &Source, choices: ChoiceSource, max_steps: u64) -> RunResult {
    let stdin = source.stdin();
    let config = RunConfig {
        args: source.args(),
        choices,
        max_steps: Some(max_steps),
        stdin: Box::new(&stdin[..]),
        ..RunConfig::default()
    };
    run(program, config)
}

fn fault_of(result: &RunResult) -> Option<CheckSite> {
    match &result.end {
        End::Fault(fault) => Some(CheckSite { check: fault.check, site: *result.position.last()? }),
        End::Exit(_) | End::Assumption(_) | End::Stop(..) => None,
    }
}

fn status_at(report: &Report, at: CheckSite) -> Option<&Status> {
    report.checks.iter().find(|result| result.at == at).map(|result| &result.status)
}

/// How a report contradicts the only execution.
fn difference(only: &RunResult, report: &Report) -> Option<String> {
    let fault = fault_of(only);
    // Where objects lie is open: `&a[5] == &b` may hold in another execution, and one that looks at it may end otherwise there.
    let looks_at_addresses = !only.log.is_empty();
    for result in &report.checks {
        let Status::Violated(confirmed) = &result.status else { continue };
        // The engine reads any standard input, the concrete machine the one that the test gives.
        let asks = confirmed.counterexample.choices.iter().any(|choice| choice.kind != ChoiceKind::Address);
        if fault != Some(result.at) && !looks_at_addresses && !asks {
            return Some(format!("the only execution: {:?}\nthe engine finds {:?}", brief(only), result.at));
        }
    }
    if let Some(fault) = fault {
        return says_no(report, fault).then(|| format!("the only execution: {:?}", brief(only)));
    }
    match &only.end {
        // What ended because of our own limits proves nothing.
        End::Stop(Stop::Exhausted(_), _) => None,
        End::Stop(stop, _) if report.verdict(|_| true) == Verdict::Holds => {
            Some(format!("the only execution stops: {stop}"))
        }
        _ => None,
    }
}

/// Whether the engine says that this cannot happen. A check that the report does not list has no excuse.
fn says_no(report: &Report, fault: CheckSite) -> bool {
    match status_at(report, fault) {
        Some(Status::Holds | Status::Unreachable { .. }) => true,
        Some(Status::Violated(_) | Status::Unknown(_)) => false,
        None => report.verdict(|_| true) == Verdict::Holds,
    }
}

/// An execution that a report says there is not.
fn contradiction(program: &Arc<Program>, source: &Source, first: RunResult, report: &Report) -> Option<String> {
    let mut last = first;
    for number in 0..N_RUNS {
        if let Some(fault) = fault_of(&last)
            && says_no(report, fault)
        {
            let choices: Vec<String> = last.log.iter().map(|choice| choice.value.signed_display()).collect();
            return Some(format!("with the choices {}: {:?}", choices.join(" "), brief(&last)));
        }
        let choices = match number % 3 {
            0 => ChoiceSource::Seed(number),
            _ => ChoiceSource::Queues(extremes(&last.log, number)),
        };
        last = concrete(program, source, choices, MAX_FURTHER_STEPS);
    }
    None
}

/// Choices as wide as those of an earlier run, from the edges of their types and close to zero. Addresses are not among them:
/// not all are possible.
fn extremes(log: &[RecordedChoice], seed: u64) -> ChoiceQueues {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut queues = ChoiceQueues::default();
    // More than before: other choices may lead further.
    for choice in log.iter().chain(log.iter().rev()).filter(|choice| choice.kind != ChoiceKind::Address) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let width = choice.width;
        let word = state >> 33;
        let value = match word % 8 {
            0 => Bits::zero(width),
            1 => Bits::from_i64(width, -1),
            2 => Bits::signed_min(width),
            3 => Bits::signed_max(width),
            _ => Bits::from_i64(width, i64::try_from(word % 17).expect("small") - 4),
        };
        queues.push(choice.kind, value);
    }
    queues
}

/// Whether the engine contradicts itself.
fn internal_error(report: &Report) -> Option<String> {
    let gaps = report.incomplete.iter().map(|gap| &gap.reason);
    let unknown = report.checks.iter().filter_map(|result| match &result.status {
        Status::Unknown(reason) => Some(reason),
        Status::Holds | Status::Violated(_) | Status::Unreachable { .. } => None,
    });
    gaps.chain(unknown).find(|reason| reason.contains("internal error")).cloned()
}

fn brief(result: &RunResult) -> String {
    match &result.end {
        End::Fault(fault) => format!("{} at {:?}", fault.check, result.position.last()),
        end => format!("{end:?}"),
    }
}

fn describe(program: &Program, report: &Report, why: &str) -> String {
    let mut text = format!("{why}\n  the engine says {:?}", report.verdict(|_| true));
    for result in &report.checks {
        if matches!(result.status, Status::Violated(_)) {
            let function = &program.functions[result.at.site.func];
            let loc = program.source.get(function.insts[result.at.site.inst].loc);
            let line = loc.map_or(0, |loc| loc.line);
            write!(text, ", {} in `{}` line {line}", result.at.check, function.name).expect("a string takes any text");
        }
    }
    for gap in &report.incomplete {
        write!(text, ", {}", gap.reason).expect("a string takes any text");
    }
    text
}

fn reasons(report: &Report) -> Vec<String> {
    let mut reasons: Vec<String> = report.incomplete.iter().map(|gap| gap.reason.clone()).collect();
    for result in &report.checks {
        if let Status::Unknown(reason) = &result.status {
            reasons.push(reason.clone());
        }
    }
    reasons.sort();
    reasons.dedup();
    if reasons.len() > 1 {
        reasons.retain(|reason| reason != "not all executions were explored");
    }
    reasons
}

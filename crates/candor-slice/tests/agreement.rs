//! A slice has the fault that the program has: concrete runs of both, with the same choices, end at the same check.
//!
//! The slice for everything that can go wrong must end in the fault that the program ends in, or in none if it does not. The slice for calls of an error function must reach
//! one exactly when the program does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use candor_context_concrete::{ChoiceSource, End, RunConfig, run};
use candor_interp::{MissingBodies, Stop};
use candor_ir::{Check, CheckSet, Program, verify_program};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::PointsTo;
use candor_slice::{calls_of, shrink, slice, what_can_go_wrong};

/// How many steps of a run are compared: many, or, in the ordinary test, some.
const MAX_STEPS: u64 = 300_000;
const SOME_STEPS: u64 = 30_000;
const STACK: usize = 256 << 20;
/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 7;

/// How a run ended, in terms that a program and its slices have in common.
#[derive(Debug, PartialEq)]
enum Ended {
    /// Without a fault: at its end, or by an assumption, which a slice without anything behind it does without.
    Well,
    Fault(Check, String),
    /// A limit, or something that candor cannot do.
    Stopped,
}

fn ended(program: &Arc<Program>, seed: u64, stdin: &[u8]) -> Ended {
    let choices = if seed == 0 { ChoiceSource::Zero } else { ChoiceSource::Seed(seed) };
    let config = RunConfig {
        choices,
        max_steps: Some(if is_long() { MAX_STEPS } else { SOME_STEPS }),
        missing_bodies: MissingBodies::ReturnAnything,
        stdin: Box::new(stdin),
        ..RunConfig::default()
    };
    let result = run(program, config);
    match result.end {
        End::Exit(_) | End::Assumption(_) => Ended::Well,
        End::Fault(fault) => Ended::Fault(fault.check, format!("{:?}", result.position)),
        End::Stop(Stop::Bug(why), _) => panic!("{why}"),
        End::Stop(..) => Ended::Stopped,
    }
}

/// How many instructions were kept and how many taken out, or what is wrong.
type Compared = Result<(usize, usize), String>;

fn compare(path: &Path) -> Compared {
    let source = String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    let line = source.lines().find_map(|line| line.split_once("//@ stdin:")).map_or("", |(_, text)| text.trim());
    let stdin = line.replace("\\n", "\n").into_bytes();
    let Ok(program) = load(&[path.to_path_buf()], &FrontendConfig::default()) else { return Ok((0, 0)) };
    let memory = CheckSet::of(Check::NullDereference)
        .with(Check::OutOfBounds)
        .with(Check::UseAfterFree)
        .with(Check::UseAfterScope)
        .with(Check::InvalidPointer)
        .with(Check::DoubleFree)
        .with(Check::InvalidFree);
    let mut total = (0, 0);
    for checks in [CheckSet::default_on(), memory, CheckSet::of(Check::ErrorCall).with(Check::Assertion)] {
        let mut whole = program.clone();
        whole.select_checks(checks);
        candor_analysis::prepare(&mut whole);
        let points_to = PointsTo::analyse(&whole);
        let mut sliced = whole.clone();
        let criteria = what_can_go_wrong(&whole, &points_to, false);
        let counts = slice(&mut sliced, &points_to, &criteria);
        total = (total.0 + counts.n_kept, total.1 + counts.n_erased);
        verify_program(&sliced).map_err(|errors| format!("the slice is malformed: {errors:?}"))?;
        compare_runs(&Arc::new(whole), &Arc::new(sliced), &stdin)?;
    }
    compare_error_calls(&program, &stdin)?;
    Ok(total)
}

fn compare_runs(whole: &Arc<Program>, sliced: &Arc<Program>, stdin: &[u8]) -> Result<(), String> {
    for seed in [0, 3] {
        let (expected, actual) = (ended(whole, seed, stdin), ended(sliced, seed, stdin));
        // A slice takes fewer steps, so it may end where the program is cut off.
        if expected != actual && expected != Ended::Stopped {
            return Err(format!("seed {seed}: the program ends with {expected:?}, its slice with {actual:?}"));
        }
    }
    Ok(())
}

/// The slice for calls of a function, written without what does nothing.
fn compare_error_calls(program: &Program, stdin: &[u8]) -> Result<(), String> {
    let mut whole = program.clone();
    whole.select_checks(CheckSet::of(Check::ErrorCall).with(Check::Assertion));
    let points_to = PointsTo::analyse(&whole);
    let names = ["reach_error", "__VERIFIER_error", "__assert_fail", "__VERIFIER_assert", "__CPROVER_assert"];
    let names = names.map(str::to_owned);
    let criteria = calls_of(&whole, &points_to, &names);
    let mut sliced = whole.clone();
    slice(&mut sliced, &points_to, &criteria);
    shrink(&mut sliced);
    verify_program(&sliced).map_err(|errors| format!("the shrunk slice is malformed: {errors:?}"))?;
    let (whole, sliced) = (Arc::new(whole), Arc::new(sliced));
    let check = |ended: &Ended| match ended {
        Ended::Fault(check, _) => Some(*check),
        _ => None,
    };
    for seed in [0, 3] {
        let (expected, actual) = (ended(&whole, seed, stdin), ended(&sliced, seed, stdin));
        if expected != Ended::Stopped && check(&expected) != check(&actual) {
            return Err(format!("error calls, seed {seed}: {expected:?}, but its slice {actual:?}"));
        }
    }
    Ok(())
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).expect("test programs");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c") {
            found.push(path);
        }
    }
}

/// Whether there is time for all programs and long runs.
fn is_long() -> bool {
    std::env::var_os("CANDOR_LONG").is_some()
}

#[test]
fn slices_end_as_their_programs_do() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths = Vec::new();
    programs(&root.join("run"), &mut paths);
    programs(&root.join("check"), &mut paths);
    let filter = std::env::var("CANDOR_TEST").unwrap_or_default();
    paths.retain(|path| path.to_string_lossy().contains(&filter));
    let step = if filter.is_empty() && !is_long() { SAMPLE } else { 1 };
    let paths: Vec<PathBuf> = paths.into_iter().step_by(step).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((path.clone(), compare(path)));
        }
        done
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(PathBuf, Compared)> = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        let workers: Vec<_> = (0..n_threads).map(start).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let mut text = String::new();
    let (mut kept, mut erased) = (0, 0);
    for (path, result) in &results {
        match result {
            Ok(counts) => (kept, erased) = (kept + counts.0, erased + counts.1),
            Err(why) => text += &format!("{}: {why}\n", path.display()),
        }
    }
    println!("{} programs; {kept} instructions kept, {erased} taken out", results.len());
    assert!(text.is_empty(), "{text}");
}

//! N worlds run as one give exactly the N separate concrete runs, on every test program.
//!
//! Long programs, and those with very large functions, are run in fewer worlds; `CANDOR_LONG` takes all worlds for the latter.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use candor_context_concrete::{ChoiceSource, End, RunConfig, run};
use candor_context_worlds::{Config, Report, WorldEnd, WorldsContext, explore};
use candor_interp::object::ObjectMemory;
use candor_interp::{Image, Options, StackEntry, Stop};
use candor_ir::{Bits, Check, CheckSet, Program};
use candor_llvm::{FrontendConfig, load};

const N_WORLDS: usize = 6;
const N_INPUTS: usize = 400;
/// Longer programs are run in one configuration only.
const MAX_STEPS: u64 = 400_000;
const MAX_LONG_STEPS: u64 = 40_000_000;
/// A function with more instructions has thousands of variables, which are compared wherever worlds meet: `many_locals.c` takes 49 s of a
/// processor in all worlds, where all other programs together take 70 s.
const MAX_INSTS: usize = 10_000;

/// How a world ended, in terms that both kinds of run have.
#[derive(Debug, PartialEq)]
enum Ended {
    Exit(i32),
    Fault(String),
    Assumption,
    Stop(Stop),
}

#[derive(Debug, PartialEq)]
struct World {
    ended: Ended,
    output: Vec<(i32, u8)>,
}

/// Small numbers of both signs and some extremes: inputs that take different branches.
fn inputs(world: usize) -> VecDeque<Bits> {
    let mut state = 0x1234_5678_9ABC_DEF0u64 ^ (world as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (0..N_INPUTS)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = state >> 33;
            let value = match word % 8 {
                0 => 0,
                1 => -1,
                2 => i64::from(i32::MAX),
                3 => i64::from(i32::MIN),
                _ => i64::try_from(word % 17).expect("small") - 4,
            };
            Bits::from_i64(64, value)
        })
        .collect()
}

fn concrete(program: &Arc<Program>, world: usize, stdin: &[u8], max_steps: u64) -> World {
    let mut output = Vec::new();
    let config = RunConfig {
        choices: ChoiceSource::Inputs(inputs(world)),
        max_steps: Some(max_steps),
        stdin: Box::new(stdin),
        output: Box::new(|fd, byte| output.push((fd, byte))),
        ..RunConfig::default()
    };
    let end = run(program, config).end;
    let ended = match end {
        End::Exit(status) => Ended::Exit(status),
        End::Fault(fault) => Ended::Fault(format!("{} {:?}", fault.check, fault.stack)),
        End::Assumption(_) => Ended::Assumption,
        End::Stop(stop, _) => Ended::Stop(comparable(stop)),
    };
    World { ended, output }
}

/// Which input ran out is told in different words.
fn comparable(stop: Stop) -> Stop {
    match stop {
        Stop::Exhausted(_) => Stop::Exhausted(String::new()),
        stop => stop,
    }
}

fn worlds(program: &Arc<Program>, stdin: &[u8], n_worlds: usize, config: &Config) -> (Vec<World>, Report) {
    let lists = (0..n_worlds).map(inputs).collect();
    let mut cx = WorldsContext::new(program.clone(), lists, stdin);
    let options = Options { args: vec![b"program".to_vec()], ..Options::default() };
    let all = cx.all();
    let (image, state) = Image::load(&mut cx, program.clone(), options, all, ObjectMemory::default()).expect("loads");
    let report = explore(&image, &mut cx, state, config);
    let ends = std::mem::take(&mut cx.ends);
    let outputs = std::mem::take(&mut cx.outputs);
    let ended = ends.into_iter().map(|end| match end.expect("every world ends") {
        WorldEnd::Exit(status) => Ended::Exit(i32::from(status)),
        WorldEnd::Fault(check, position) => {
            let stack: Vec<StackEntry> = position.iter().rev().map(|&site| StackEntry::at(program, site)).collect();
            Ended::Fault(format!("{check} {stack:?}"))
        }
        WorldEnd::Assumption => Ended::Assumption,
        WorldEnd::Stop(stop) => Ended::Stop(comparable(stop)),
    });
    (ended.zip(outputs).map(|(ended, output)| World { ended, output }).collect(), report)
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("test programs").map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
            found.push(path);
        }
    }
}

fn stdin_of(source: &str) -> Vec<u8> {
    let line = source.lines().find_map(|line| line.split_once("//@ stdin:")).map_or("", |(_, text)| text.trim());
    line.replace("\\n", "\n").into_bytes()
}

/// Runs one program both ways.
fn compare(path: &Path) -> Result<Report, String> {
    let source = String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    let mut program = match load(&[path.to_path_buf()], &FrontendConfig::default()) {
        Ok(program) => program,
        Err(error) => return Err(format!("{error}")),
    };
    // Lost memory is not compared: where a block's address is hidden in a number, the concrete context says that it does not know, and
    // worlds do not look for such numbers.
    let mut checks = CheckSet::default_on();
    checks.remove(Check::MemoryLeak);
    program.select_checks(checks);
    candor_analysis::prepare(&mut program);
    let program = Arc::new(program);
    let stdin = stdin_of(&source);
    let is_large = program.functions.values().any(|function| function.insts.len() > MAX_INSTS);
    if !is_large || std::env::var_os("CANDOR_LONG").is_some() {
        let expected: Vec<World> = concrete_worlds(&program, &stdin, N_WORLDS, MAX_STEPS);
        if !expected.iter().any(is_unfinished) {
            return compare_with(&program, &stdin, &expected, &[0, 3, 1]);
        }
    }
    // A long or large program is run in two worlds, and parted only now and then.
    let expected = concrete_worlds(&program, &stdin, 2, MAX_LONG_STEPS);
    assert!(!expected.iter().any(is_unfinished), "{} runs too long to be compared", path.display());
    compare_with(&program, &stdin, &expected, &[1000])
}

fn is_unfinished(world: &World) -> bool {
    matches!(&world.ended, Ended::Stop(Stop::Exhausted(_)))
}

fn concrete_worlds(program: &Arc<Program>, stdin: &[u8], n_worlds: usize, max_steps: u64) -> Vec<World> {
    (0..n_worlds).map(|world| concrete(program, world, stdin, max_steps)).collect()
}

fn compare_with(program: &Arc<Program>, stdin: &[u8], expected: &[World], scatters: &[u64]) -> Result<Report, String> {
    let mut total = Report::default();
    for &scatter in scatters {
        let config = Config { scatter, max_steps: MAX_LONG_STEPS };
        let (actual, report) = worlds(program, stdin, expected.len(), &config);
        for (world, (expected, actual)) in expected.iter().zip(&actual).enumerate() {
            if expected != actual {
                return Err(format!("world {world}, scatter {scatter}: expected {expected:?}, got {actual:?}"));
            }
        }
        total.n_forks += report.n_forks;
        total.n_merges += report.n_merges;
        total.n_refused += report.n_refused;
    }
    Ok(total)
}

#[test]
fn worlds_equal_concrete_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths = Vec::new();
    programs(&root.join("worlds"), &mut paths);
    programs(&root.join("run"), &mut paths);
    // Worlds have one thread.
    paths.retain(|path| !path.starts_with(root.join("run/threads")));
    // What never ends has no end to compare.
    let ends = |path: &PathBuf| !std::fs::read_to_string(path).is_ok_and(|text| text.contains("//~ termination"));
    paths.retain(ends);
    let filter = std::env::var("CANDOR_TEST").unwrap_or_default();
    let paths: Vec<_> = paths.into_iter().filter(|path| path.to_string_lossy().contains(&filter)).collect();
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((path, compare(path)));
        }
        done
    };
    let results: Vec<(&PathBuf, Result<Report, String>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let mut failures = Vec::new();
    let mut total = Report::default();
    for (path, result) in results {
        match result {
            Ok(report) => {
                total.n_forks += report.n_forks;
                total.n_merges += report.n_merges;
                total.n_refused += report.n_refused;
            }
            Err(why) => failures.push(format!("{}: {why}", path.display())),
        }
    }
    println!("{} programs compared, {total:?}", paths.len());
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), paths.len(), failures.join("\n"));
    let merged_and_parted = total.n_merges > 0 && total.n_forks > 0;
    assert!(merged_and_parted || !filter.is_empty(), "nothing was merged: {total:?}");
}

//! Steps access what was announced, in runs of all test programs with inputs and schedules by chance.
//!
//! `CANDOR_LONG` takes all programs instead of a sample, `CANDOR_TEST` those whose path contains a text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_context_concrete::{ChoiceSource, RunConfig, audit};
use candor_llvm::{FrontendConfig, load};

const MAX_STEPS: u64 = 20_000;
/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 8;
const SEEDS: [u64; 2] = [1, 2];
/// Deep recursion in test programs is recursion of ours where objects are looked through.
const STACK: usize = 256 << 20;

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

/// What differs in runs of one program; nothing if it cannot be loaded.
fn differences(path: &Path) -> Vec<String> {
    let config = FrontendConfig::default();
    let Ok(mut program) = load(&[path.to_owned()], &config) else { return Vec::new() };
    candor_analysis::prepare(&mut program);
    let program = Arc::new(program);
    let mut found = Vec::new();
    for (seed, malloc_may_fail) in SEEDS.into_iter().zip([false, true]) {
        let config = RunConfig {
            choices: ChoiceSource::Likely(seed),
            max_steps: Some(MAX_STEPS),
            races: false,
            malloc_may_fail,
            ..RunConfig::default()
        };
        let (_, differences) = audit(&program, config);
        found.extend(differences.into_iter().map(|difference| format!("{}: {difference}", path.display())));
    }
    found
}

#[test]
fn steps_access_what_was_announced() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut all = Vec::new();
    for folder in ["run", "check", "threads"] {
        programs(&root.join(folder), &mut all);
    }
    let wanted = std::env::var("CANDOR_TEST").unwrap_or_default();
    let is_long = std::env::var_os("CANDOR_LONG").is_some() || !wanted.is_empty();
    let all = all.into_iter().filter(|path| path.to_string_lossy().contains(&wanted));
    let sample: Vec<_> = all.step_by(if is_long { 1 } else { SAMPLE }).collect();
    assert!(!sample.is_empty(), "there are programs");
    let compare = move || sample.iter().flat_map(|path| differences(path)).collect::<Vec<_>>();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(compare).expect("a thread");
    let mut found = thread.join().expect("no panic");
    found.dedup();
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(30)].join("\n"));
}

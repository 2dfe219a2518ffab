//! Fidelity: random C programs must do the same under candor as when they are compiled natively.
//!
//! csmith (Yang, Chen, Eide, Regehr: "Finding and Understanding Bugs in C Compilers", PLDI 2011) writes programs that are
//! free of undefined behaviour and print a checksum of their variables. A fault that candor finds in one is a failure
//! unless the sanitizers find something too. Programs that take long natively are skipped and counted.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::scratch;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The seed of the first program; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds that candor may take for one program
    #[arg(long, default_value_t = 120)]
    time_limit: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Same,
    /// Candor and the sanitizers agree that csmith's program is wrong.
    SharedFault,
    SkippedSlow,
    SkippedBroken,
    DifferentOutput,
    DifferentStatus,
    FalseFault,
    GaveUp,
    Timeout,
}

impl Outcome {
    fn is_failure(self) -> bool {
        match self {
            Outcome::Same | Outcome::SharedFault | Outcome::SkippedSlow | Outcome::SkippedBroken => false,
            Outcome::DifferentOutput
            | Outcome::DifferentStatus
            | Outcome::FalseFault
            | Outcome::GaveUp
            | Outcome::Timeout => true,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Outcome::Same => "same output and status",
            Outcome::SharedFault => "a fault that the sanitizers find too",
            Outcome::SkippedSlow => "skipped: over 0.2 s natively",
            Outcome::SkippedBroken => "skipped: csmith or clang failed",
            Outcome::DifferentOutput => "FAILED: different output",
            Outcome::DifferentStatus => "FAILED: different exit status",
            Outcome::FalseFault => "FAILED: a fault that the sanitizers do not find",
            Outcome::GaveUp => "FAILED: candor cannot go on",
            Outcome::Timeout => "FAILED: candor did not end in time",
        }
    }
}

/// Programs that take longer than this natively are skipped.
const NATIVE_LIMIT: Duration = Duration::from_millis(200);
const COMPILE_LIMIT: Duration = Duration::from_secs(120);
const HEADERS: &str = "/usr/include/csmith";

pub(crate) fn fidelity(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("fidelity")?;
    let seeds: Vec<u64> = (0..options.count).map(|idx| options.seed.wrapping_add(idx)).collect();
    let limit = Duration::from_secs(options.time_limit);
    let results = process::in_parallel(&seeds, |&seed| {
        let result = one(candor, &folder, seed, limit);
        if let Ok((outcome, details)) = &result
            && outcome.is_failure()
        {
            eprintln!("seed {seed}: {} ({})\n{details}", outcome.text(), source(&folder, seed).display());
        }
        result
    });
    let mut table: BTreeMap<Outcome, usize> = BTreeMap::new();
    for result in results {
        *table.entry(result?.0).or_default() += 1;
    }
    println!(
        "csmith programs, seeds {} to {}:",
        options.seed,
        options.seed.wrapping_add(options.count.saturating_sub(1))
    );
    for (outcome, count) in &table {
        println!("{count:>6}  {}", outcome.text());
    }
    let n_failed: usize = table.iter().filter(|(outcome, _)| outcome.is_failure()).map(|(_, count)| count).sum();
    let n_compared = table.get(&Outcome::Same).copied().unwrap_or(0);
    if n_failed > 0 {
        return Err(format!("fidelity: {n_failed} programs failed"));
    }
    if n_compared == 0 && options.count > 0 {
        return Err("fidelity: no program was compared; is csmith installed?".to_owned());
    }
    Ok(())
}

fn source(folder: &Path, seed: u64) -> PathBuf {
    folder.join(format!("seed-{seed}.c"))
}

/// One program; the source of a failure is kept.
fn one(candor: &Path, folder: &Path, seed: u64, limit: Duration) -> Result<(Outcome, String), String> {
    let path = source(folder, seed);
    let exe = path.with_extension("exe");
    let result = compare(candor, &path, &exe, seed, limit)?;
    remove(&exe);
    if !result.0.is_failure() {
        remove(&path);
    }
    Ok(result)
}

/// A leftover only costs space.
fn remove(path: &Path) {
    match fs::remove_file(path) {
        Ok(()) | Err(_) => {}
    }
}

fn compare(candor: &Path, path: &Path, exe: &Path, seed: u64, limit: Duration) -> Result<(Outcome, String), String> {
    let plain = |outcome| Ok((outcome, String::new()));
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string()]);
    // It leaves a file behind where it is run.
    if let Some(folder) = path.parent() {
        csmith.current_dir(folder);
    }
    let generated = process::run(&mut csmith, COMPILE_LIMIT)?;
    if generated.code() != Some(0) {
        return plain(Outcome::SkippedBroken);
    }
    fs::write(path, &generated.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
    if !compile(path, exe, &[])? {
        return plain(Outcome::SkippedBroken);
    }
    let native = process::run(&mut Command::new(exe), NATIVE_LIMIT)?;
    if native.status.is_none() || native.time > NATIVE_LIMIT {
        return plain(Outcome::SkippedSlow);
    }
    let ours = process::run(Command::new(candor).args(["run", "-I", HEADERS]).arg(path), limit)?;
    judge(path, exe, &native, &ours)
}

fn judge(path: &Path, exe: &Path, native: &Finished, ours: &Finished) -> Result<(Outcome, String), String> {
    let outcome = match ours.code() {
        None if ours.status.is_none() => Outcome::Timeout,
        None => Outcome::GaveUp,
        Some(134) if sanitizers_complain(path, exe)? => Outcome::SharedFault,
        Some(134) => Outcome::FalseFault,
        code if code != native.code() && matches!(code, Some(125 | 126)) => Outcome::GaveUp,
        code if code != native.code() => Outcome::DifferentStatus,
        Some(_) if ours.stdout != native.stdout => Outcome::DifferentOutput,
        Some(_) => Outcome::Same,
    };
    let details = if outcome.is_failure() {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(400).collect::<String>();
        format!("native: {}candor: {}{}", text(&native.stdout), text(&ours.stdout), ours.stderr_text())
    } else {
        String::new()
    };
    Ok((outcome, details))
}

fn compile(path: &Path, exe: &Path, flags: &[&str]) -> Result<bool, String> {
    let mut clang = Command::new("clang-22");
    clang.args(["-O0", "-w", "-I", HEADERS]).args(flags).arg(path).arg("-o").arg(exe);
    Ok(process::run(&mut clang, COMPILE_LIMIT)?.code() == Some(0))
}

fn sanitizers_complain(path: &Path, exe: &Path) -> Result<bool, String> {
    let flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    if !compile(path, exe, &flags)? {
        return Err(format!("{}: clang cannot compile this with sanitizers", path.display()));
    }
    let finished = process::run(&mut Command::new(exe), Duration::from_secs(60))?;
    let stderr = finished.stderr_text();
    Ok(stderr.contains("runtime error") || stderr.contains("AddressSanitizer"))
}

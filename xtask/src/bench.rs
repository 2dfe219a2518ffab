//! Speed: candor against LLVM's own interpreter, its start-up against clang, and how checking grows with the program.
//!
//! `bench interp` runs each kernel of `xtask/kernels` with `lli-22 --force-interpreter` on its plain -O0 code and with
//! `candor run` and all default checks. Both times are those of whole processes; the best of several runs counts, since
//! noise only ever adds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::{bench_bmc, bench_explicit, bench_points_to, bench_slice, bench_statistical, bench_symex, root, scratch};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Kernels, against LLVM's interpreter
    Interp {
        /// Runs of each; the best one counts
        #[arg(long, default_value_t = 3)]
        runs: u32,
        /// Only kernels whose name contains this
        #[arg(long, default_value = "")]
        filter: String,
    },
    /// Families of growing programs, checked
    Bmc(bench_bmc::Options),
    /// Random runs, by one worker and by two
    Statistical(bench_statistical::Options),
    /// Programs with threads, all of their states
    Explicit(bench_explicit::Options),
    /// Symbolic execution, against KLEE where that is given
    Symex(bench_symex::Options),
    /// The pointer analysis of growing programs
    PointsTo(bench_points_to::Options),
    /// Checks, tracking and sizes of memory-safety tasks, as in the paper's first table
    Slice(bench_slice::Options),
    /// Hello world, and a small program checked, against clang
    Startup {
        /// Runs of each; the median counts
        #[arg(long, default_value_t = 20)]
        runs: u32,
    },
}

const LIMIT: Duration = Duration::from_secs(300);

/// The goals: how many times as fast as lli on average and at least, and how much slower than clang a start may be.
const MEAN_GOAL: f64 = 3.0;
const WORST_GOAL: f64 = 0.75;
const STARTUP_GOAL: f64 = 1.3;
/// A small program is checked in this many times clang's time, and so many seconds.
const CHECK_GOAL: (f64, f64) = (1.5, 0.1);

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    match &options.what {
        What::Interp { runs, filter } => interp(candor, *runs, filter),
        What::Bmc(options) => bench_bmc::bench(candor, options),
        What::Statistical(options) => bench_statistical::bench(candor, options),
        What::Explicit(options) => bench_explicit::bench(candor, options),
        What::Symex(options) => bench_symex::bench(candor, options),
        What::PointsTo(options) => bench_points_to::bench(candor, options),
        What::Slice(options) => bench_slice::bench(candor, options),
        What::Startup { runs } => startup(candor, *runs).and(check_startup(candor, *runs)),
    }
}

fn kernels(filter: &str) -> Result<Vec<PathBuf>, String> {
    let folder = root().join("xtask/kernels");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut kernels: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    kernels.retain(|path| path.extension().is_some_and(|ext| ext == "c"));
    kernels.retain(|path| path.to_string_lossy().contains(filter));
    kernels.sort();
    Ok(kernels)
}

fn interp(candor: &Path, runs: u32, filter: &str) -> Result<(), String> {
    let folder = scratch("bench")?;
    println!("{:<14} {:>9} {:>9} {:>7}", "kernel", "lli", "candor", "ratio");
    let mut ratios = Vec::new();
    for kernel in kernels(filter)? {
        let name = kernel.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bitcode = folder.join(&name).with_extension("bc");
        let mut clang = Command::new("clang-22");
        clang.args(["-O0", "-w", "-ffp-contract=off", "-c", "-emit-llvm", "-o"]).arg(&bitcode).arg(&kernel);
        succeed(process::run(&mut clang, LIMIT)?, "clang-22")?;
        let lli = best(runs, || {
            let mut lli = Command::new("lli-22");
            process::run(lli.arg("--force-interpreter").arg(&bitcode), LIMIT)
        })?;
        let ours = best(runs, || process::run(Command::new(candor).arg("run").arg(&kernel), LIMIT))?;
        if lli.stdout != ours.stdout || lli.code() != ours.code() {
            return Err(format!("{name}: lli and candor differ\n{lli:?}\n{ours:?}"));
        }
        let ratio = lli.time.as_secs_f64() / ours.time.as_secs_f64();
        println!("{name:<14} {:>7.2} s {:>7.2} s {ratio:>7.2}", lli.time.as_secs_f64(), ours.time.as_secs_f64());
        ratios.push(ratio);
    }
    let n_kernels = f64::from(u32::try_from(ratios.len()).map_err(|error| error.to_string())?);
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n_kernels).exp();
    let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!("geometric mean {mean:.2} (goal {MEAN_GOAL}), worst {worst:.2} (goal {WORST_GOAL})");
    if mean >= MEAN_GOAL && worst >= WORST_GOAL { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

fn succeed(finished: Finished, what: &str) -> Result<Finished, String> {
    match finished.code() {
        Some(0) => Ok(finished),
        _ => Err(format!("{what} failed: {:?}\n{}", finished.status, finished.stderr_text())),
    }
}

/// The fastest of several runs.
fn best(runs: u32, mut run: impl FnMut() -> Result<Finished, String>) -> Result<Finished, String> {
    let mut best = succeed(run()?, "the kernel")?;
    for _ in 1..runs {
        let finished = run()?;
        if finished.time < best.time {
            best = finished;
        }
    }
    Ok(best)
}

fn startup(candor: &Path, runs: u32) -> Result<(), String> {
    let folder = scratch("bench")?;
    let hello = folder.join("hello.c");
    let text = "#include <stdio.h>\n\nint main(void) {\n    puts(\"hello, world\");\n    return 0;\n}\n";
    fs::write(&hello, text).map_err(|error| format!("{}: {error}", hello.display()))?;
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..runs.max(1) {
        let mut clang = Command::new("clang-22");
        clang.args(["-O0", "-c", "-emit-llvm", "-o"]).arg(folder.join("hello.bc")).arg(&hello);
        theirs.push(succeed(process::run(&mut clang, LIMIT)?, "clang-22")?.time);
        ours.push(succeed(process::run(Command::new(candor).arg("run").arg(&hello), LIMIT)?, "candor")?.time);
    }
    let (theirs, ours) = (median(theirs), median(ours));
    let ratio = ours / theirs;
    println!(
        "hello world: clang {:.1} ms, candor {:.1} ms, ratio {ratio:.2} (goal {STARTUP_GOAL})",
        theirs * 1e3,
        ours * 1e3
    );
    if ratio <= STARTUP_GOAL { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

/// What a user checks first: twenty lines with a loop, an array, the heap and inputs.
const SMALL: &str = "\
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int sum(const int *values, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        if (values[i] > 0 && values[i] < 1000)
            total += values[i];
    return total;
}

int main(void) {
    int n = 4;
    int *values = malloc(n * sizeof *values);
    for (int i = 0; i < n; i++)
        values[i] = __VERIFIER_nondet_int();
    printf(\"%d\\n\", sum(values, n));
    free(values);
}
";

fn check_startup(candor: &Path, runs: u32) -> Result<(), String> {
    let folder = scratch("bench")?;
    let small = folder.join("small.c");
    fs::write(&small, SMALL).map_err(|error| format!("{}: {error}", small.display()))?;
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..runs.max(1) {
        let mut clang = Command::new("clang-22");
        clang.args(["-O0", "-c", "-o"]).arg(folder.join("small.o")).arg(&small);
        theirs.push(succeed(process::run(&mut clang, LIMIT)?, "clang-22")?.time);
        let mut check = Command::new(candor);
        check.args(["check", "--no-config"]).arg(&small);
        ours.push(succeed(process::run(&mut check, LIMIT)?, "candor check")?.time);
    }
    let (theirs, ours) = (median(theirs), median(ours));
    let goal = theirs * CHECK_GOAL.0 + CHECK_GOAL.1;
    println!(
        "a small program: clang {:.1} ms, candor check {:.1} ms (goal {:.1} ms)",
        theirs * 1e3,
        ours * 1e3,
        goal * 1e3
    );
    if ours <= goal { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

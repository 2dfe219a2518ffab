//! Automation of the project: `cargo xtask COMMAND`.
//!
//! Each command is a file. They find candor next to this program, in the same target folder, and build it first.

mod agreement;
mod bench;
mod bench_bmc;
mod bench_explicit;
mod bench_points_to;
mod bench_slice;
mod bench_statistical;
mod bench_symex;
mod benchexec;
mod certify;
mod cluster;
mod confirm;
mod deb;
mod fidelity;
mod hunt;
mod mutants;
mod pairs;
mod reference;
mod test;
mod tidy;

mod process;
mod random;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Automation of the project")]
struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Check the rules of the house that no compiler knows
    Tidy,
    /// Compare bounded model checking with concrete runs of all test programs, or solvers with each other
    Agreement(agreement::Options),
    /// Go through the proofs of test programs again, and refuse wrong ones
    Certify(certify::Options),
    /// Run batches on a Slurm of two nodes, one of which is lost
    Cluster(cluster::Options),
    /// See every fault in the test programs natively
    Confirm(confirm::Options),
    /// Build a Debian package, unpack it and try it
    Deb,
    /// Compare random programs (csmith) with their native builds
    Fidelity(fidelity::Options),
    /// Compare what candor says of random programs with all their executions
    Hunt(hunt::Options),
    /// Measure speed
    Bench(bench::Options),
    /// Test the BenchExec module with the BenchExec of PyPI
    Benchexec(benchexec::Options),
    /// Compare all instrumented test programs with what `candor run` says of them
    Instrument,
    /// Feed broken files to candor: it must end with a documented status
    Mutants(mutants::Options),
    /// Count how many bugs are found and how many repaired programs are proved, on pairs of string programs
    Pairs(pairs::Options),
    /// Write the pages of the book that are made from the code
    Reference,
    /// Run all tests with every core at work, and say what each costs
    Test(test::Options),
}

fn main() -> ExitCode {
    let result = match Options::parse().task {
        Task::Tidy => tidy::tidy(&root()),
        Task::Agreement(options) => agreement::agreement(&options),
        Task::Certify(options) => build_candor().and_then(|candor| certify::certify(&candor, &options)),
        Task::Cluster(options) => build_candor().and_then(|candor| cluster::cluster(&candor, &options)),
        Task::Confirm(options) => confirm::confirm(&options),
        Task::Deb => build_candor().and_then(|candor| deb::deb(&candor)),
        Task::Fidelity(options) => build_candor().and_then(|candor| fidelity::fidelity(&candor, &options)),
        Task::Hunt(options) => {
            let candor = options.bin.clone().map_or_else(build_candor, Ok);
            candor.and_then(|candor| hunt::hunt(&candor, &options))
        }
        Task::Bench(options) => build_candor().and_then(|candor| bench::bench(&candor, &options)),
        Task::Benchexec(options) => build_candor().and_then(|candor| benchexec::benchexec(&candor, &options)),
        Task::Instrument => instrument(),
        Task::Reference => build_candor().and_then(|candor| reference::reference(&candor)),
        Task::Pairs(options) => build_candor().and_then(|candor| pairs::pairs(&candor, &options)),
        Task::Test(options) => test::test(&options),
        Task::Mutants(options) => build_candor().and_then(|candor| mutants::mutants(&candor, &options)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The test of that name, on all programs instead of a sample.
fn instrument() -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "-p", "candor", "--test", "instrument"]);
    let status = command.env("CANDOR_INSTRUMENT_ALL", "1").current_dir(root()).status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("instrumented programs differ".to_owned()) }
}

/// The project's folder.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// The folder that holds what is built, and this program with it.
fn target() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    own.parent().map(Path::to_owned).ok_or_else(|| "this program has no folder".to_owned())
}

/// A folder for files that a task makes.
fn scratch(task: &str) -> Result<PathBuf, String> {
    let folder = target()?.join("scratch").join(task);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Builds candor and tells where it is.
fn build_candor() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--quiet", "-p", "candor"]).current_dir(root());
    let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    let candor = target()?.join("candor");
    if status.success() && candor.exists() { Ok(candor) } else { Err("candor could not be built".to_owned()) }
}

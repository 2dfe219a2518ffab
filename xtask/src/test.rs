//! All tests of the project, with every core at work, and what each of them costs.
//!
//! `cargo test` runs one test program after the other, and one with a single long test leaves all cores but one idle. Here a list of jobs
//! is shared by as many workers as there are cores, those that take longest first. A job is a test program, the documentation tests of all
//! crates, or another command of `cargo xtask`. `cargo test` still runs the same tests, one by one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::process::{self, in_parallel, processor_time, timed};
use crate::root;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only jobs whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// Only tests of the workspace: no random programs, broken files and packages
    #[arg(long)]
    only_tests: bool,
}

/// The jobs that take longest. They begin first, so that no core is idle at the end, and share the cores with each other.
const LONG: [&str; 8] = [
    "candor check",
    "candor docs",
    "candor-engine-bmc agreement",
    "candor run",
    "xtask hunt",
    "candor-context-worlds conformance",
    "candor threads",
    "candor confirm",
];

/// Other commands of this program, as far as they belong to every test.
const TASKS: [&[&str]; 4] =
    [&["hunt", "--each", "1"], &["fidelity", "--count", "50"], &["mutants", "--count", "300"], &["deb"]];

/// What only some machines have, by the job that needs it.
const NEEDED: [(&str, &str); 1] = [("xtask deb", "dpkg-shlibdeps")];

/// A job that takes longer than this hangs.
const LIMIT: Duration = Duration::from_secs(3600);

/// Something that passes or fails by its exit status.
#[derive(Debug)]
struct Job {
    name: String,
    program: PathBuf,
    args: Vec<OsString>,
    folder: PathBuf,
}

/// How it went.
#[derive(Debug)]
struct Done {
    name: String,
    /// Everything that it has printed, if it failed.
    failure: Option<String>,
    n_passed: u64,
    wall: f64,
    /// Of all processors, and of all processes that it started and waited for.
    processor: f64,
}

pub(crate) fn test(options: &Options) -> Result<(), String> {
    let begin = Instant::now();
    let mut jobs = test_programs()?;
    let built = begin.elapsed();
    jobs.push(documentation_tests());
    if !options.only_tests {
        jobs.extend(tasks()?);
    }
    jobs.retain(|job| job.name.contains(&options.filter));
    // The sort is stable: the others stay in the order of cargo.
    jobs.sort_by_key(|job| LONG.iter().position(|name| *name == job.name).unwrap_or(LONG.len()));
    let begin = Instant::now();
    let mut done = in_parallel(&jobs, run);
    let wall = begin.elapsed().as_secs_f64();
    done.sort_by(|a, b| b.processor.total_cmp(&a.processor));
    tell(&done, wall, built);
    let failed: Vec<&str> = done.iter().filter(|job| job.failure.is_some()).map(|job| job.name.as_str()).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// What a table at the end says: where the time goes.
fn tell(done: &[Done], wall: f64, built: Duration) {
    println!("\n   passed   seconds   of processors   job");
    for job in done {
        println!("{:9} {:9.1} {:15.1}   {}", job.n_passed, job.wall, job.processor, job.name);
    }
    let n_passed: u64 = done.iter().map(|job| job.n_passed).sum();
    let processor: f64 = done.iter().map(|job| job.processor).sum();
    println!("{n_passed:9} {wall:9.1} {processor:15.1}   all, after {:.0} seconds of building", built.as_secs_f64());
}

/// Builds all test programs; cargo names them.
fn test_programs() -> Result<Vec<Job>, String> {
    let mut command = cargo();
    command.args(["test", "--release", "--workspace", "--lib", "--bins", "--tests", "--no-run"]);
    command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests could not be built".to_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(messages.filter_map(|message| test_program(&message)).collect())
}

/// The test program that a message of cargo is about.
fn test_program(message: &Value) -> Option<Job> {
    if message["profile"]["test"] != true {
        return None;
    }
    let program = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.file_name()?.to_str()?.to_owned();
    let target = message["target"]["name"].as_str()?;
    let is_own = message["target"]["kind"].as_array()?.iter().all(|kind| kind != "test");
    let name = match is_own {
        true => package,
        false => format!("{package} {target}"),
    };
    // One job for each core is enough work; only the long ones may use more while others are done.
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    let n_threads = if LONG.contains(&name.as_str()) { n_cores.div_ceil(2) } else { 1 };
    Some(Job { name, program, args: vec![format!("--test-threads={n_threads}").into()], folder })
}

/// The documentation tests, of all crates at once: for a few of them cargo would choose other features, and build everything below them again.
fn documentation_tests() -> Job {
    let args = ["test", "--release", "--workspace", "--doc"].map(OsString::from).to_vec();
    Job { name: "documentation".to_owned(), program: cargo().get_program().into(), args, folder: root() }
}

fn tasks() -> Result<Vec<Job>, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let needed: BTreeMap<&str, &str> = NEEDED.into();
    let mut jobs = Vec::new();
    for args in TASKS {
        let name = format!("xtask {}", args[0]);
        match needed.get(name.as_str()).filter(|program| !is_installed(program)) {
            Some(program) => println!("{name}: not tested, for {program} is missing"),
            None => {
                let args = args.iter().map(OsString::from).collect();
                jobs.push(Job { name, program: own.clone(), args, folder: root() });
            }
        }
    }
    Ok(jobs)
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).exists())
}

fn run(job: &Job) -> Done {
    let mut command = timed(&job.program);
    command.args(&job.args).current_dir(&job.folder).env("CARGO_MANIFEST_DIR", &job.folder);
    let begin = Instant::now();
    let finished = process::run(&mut command, LIMIT);
    let wall = begin.elapsed().as_secs_f64();
    let (printed, processor, failure) = match finished {
        Ok(finished) => {
            let (printed, processor) = processor_time(&finished.stdout);
            let failure = (finished.code() != Some(0)).then(|| format!("{printed}\n{}", finished.stderr_text()));
            (printed, processor, failure)
        }
        Err(message) => (String::new(), 0.0, Some(message)),
    };
    let said = if failure.is_some() { "FAILED" } else { "passed" };
    println!("{said} {} ({wall:.1} s, {processor:.1} s of processors)", job.name);
    if let Some(failure) = &failure {
        println!("{failure}");
    }
    Done { name: job.name.clone(), failure, n_passed: n_passed(&printed), wall, processor }
}

/// How many tests passed: `test result: ok. 12 passed; 0 failed; ...`, several times for documentation tests.
fn n_passed(printed: &str) -> u64 {
    let results = printed.lines().filter_map(|line| line.strip_prefix("test result: "));
    let numbers = results.filter_map(|line| line.split_once(" passed")?.0.rsplit(' ').next()?.parse::<u64>().ok());
    numbers.sum()
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_tests_are_counted() {
        let printed = "running 2 tests\n..\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\ntest result: ok. 3 passed; 0 failed";
        assert_eq!(n_passed(printed), 5);
        assert_eq!(n_passed("nothing of the kind"), 0);
    }
}

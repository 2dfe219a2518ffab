//! `bench symex`: how fast symbolic execution is, on code without and with symbolic data, and how much memory its states take.
//!
//! Programs use `klee_make_symbolic`, so that KLEE takes them as they are; where its binary is given, it runs beside on what
//! clang makes of them, which must be one whose IR it can read. Each is run in two sizes, and the difference of the times counts, so that starting up does not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::{self, Finished};
use crate::scratch;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// KLEE, to run beside
    #[arg(long, value_name = "PATH")]
    klee: Option<PathBuf>,
    /// The clang that makes what KLEE reads
    #[arg(long, value_name = "PATH", default_value = "clang-22")]
    clang: PathBuf,
    /// Runs of each; the best one counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
}

const LIMIT: Duration = Duration::from_secs(600);
/// The goals against KLEE: instructions and paths per second.
const GOALS: (f64, f64) = (5.0, 1.0);
/// So many states must fit into so many megabytes.
const STATES: (u64, u64) = (100_000, 4096);

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    let tools = Tools { candor, klee: options.klee.as_deref(), clang: &options.clang, runs: options.runs };
    let concrete = tools.compare("instructions", GOALS.0, &CONCRETE)?;
    let symbolic = tools.compare("paths", GOALS.1, &SYMBOLIC)?;
    let states = live_states(candor)?;
    if concrete && symbolic && states { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

/// A program with a size, and how much a larger one does more.
struct Family {
    name: &'static str,
    sizes: [u64; 2],
    program: fn(u64) -> String,
    work: fn(u64, &str) -> u64,
    /// What candor does; `explore` gets a folder for its tests.
    command: &'static [&'static str],
}

const CONCRETE: Family = Family {
    name: "concrete",
    sizes: [20_000, 420_000],
    program: concrete,
    work: loop_instructions,
    command: &["check", "--engine", "symex", "--timeout", "none"],
};
/// `check` would join paths; `explore` goes along each of them and writes a test for it, as KLEE does.
const SYMBOLIC: Family = Family {
    name: "symbolic",
    sizes: [6, 13],
    program: symbolic,
    work: |n, _| 1 << n,
    command: &["explore", "--tests"],
};

/// A loop over an array; all is known.
fn concrete(n: u64) -> String {
    format!(
        "static unsigned table[64];\n\nint main(void) {{\n    unsigned sum = 1;\n    for (unsigned i = 0; i < {n}; i++) {{\n\
         \x20       table[i & 63] += sum ^ i;\n        sum = sum * 31 + table[(i >> 3) & 63];\n    }}\n    return sum == 7;\n}}\n"
    )
}

/// A search among bytes that may be anything: every path has its own condition.
fn symbolic(n: u64) -> String {
    format!(
        "void klee_make_symbolic(void *, unsigned long, const char *);\n\nint main(void) {{\n    unsigned char input[{n}];\n\
         \x20   unsigned state = 0;\n    klee_make_symbolic(input, sizeof input, \"input\");\n    for (unsigned i = 0; i < {n}; i++)\n\
         \x20       if ((unsigned char)(input[i] + i) > 2 * i + 20)\n            state += i;\n        else\n            state ^= i;\n\
         \x20   return state == 3;\n}}\n"
    )
}

/// The instructions of the only loop in what clang makes of a program, times the rounds.
fn loop_instructions(n: u64, ir: &str) -> u64 {
    let inside =
        ir.lines().skip_while(|line| !line.starts_with("for.cond:")).take_while(|line| !line.starts_with("for.end:"));
    let n_instructions = inside.filter(|line| line.starts_with("  ")).count();
    n * u64::try_from(n_instructions).unwrap_or(u64::MAX)
}

struct Tools<'a> {
    candor: &'a Path,
    klee: Option<&'a Path>,
    clang: &'a Path,
    runs: u32,
}

impl Tools<'_> {
    /// Prints how much is done in a second; false if KLEE is beaten by less than the goal.
    fn compare(&self, what: &str, goal: f64, family: &Family) -> Result<bool, String> {
        let folder = scratch("bench-symex")?;
        let mut work = Vec::new();
        let mut times: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        for size in family.sizes {
            let [source, ir] = ["c", "ll"].map(|ext| folder.join(format!("{}{size}.{ext}", family.name)));
            fs::write(&source, (family.program)(size)).map_err(|error| format!("{}: {error}", source.display()))?;
            let mut clang = Command::new(self.clang);
            clang.args(["-O0", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-S", "-emit-llvm", "-o"]);
            succeed(process::run(clang.arg(&ir).arg(&source), LIMIT)?, "clang", &[0])?;
            let text = fs::read_to_string(&ir).map_err(|error| format!("{}: {error}", ir.display()))?;
            work.push((family.work)(size, &text));
            times[0].push(self.best(|| {
                let mut command = Command::new(self.candor);
                command.args(family.command);
                if family.command[0] == "explore" {
                    command.arg(fresh(&folder));
                }
                command.arg("--no-config").arg(&source);
                (command, &[0])
            })?);
            if let Some(klee) = self.klee {
                times[1].push(self.best(|| {
                    let mut command = Command::new(klee);
                    command.args(["--output-dir"]).arg(fresh(&folder)).arg(&ir);
                    (command, &[0])
                })?);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = |times: &[f64]| (work[1] - work[0]) as f64 / (times[1] - times[0]).max(1e-6);
        let ours = rate(&times[0]);
        println!("{what}: candor {ours:.0}/s");
        if times[1].is_empty() {
            return Ok(true);
        }
        let theirs = rate(&times[1]);
        println!("{what}: KLEE {theirs:.0}/s, ratio {:.2} (goal {goal})", ours / theirs);
        Ok(ours / theirs >= goal)
    }

    fn best(&self, command: impl Fn() -> (Command, &'static [i32])) -> Result<f64, String> {
        let mut best = f64::INFINITY;
        for _ in 0..self.runs.max(1) {
            let (mut command, statuses) = command();
            let finished = succeed(process::run(&mut command, LIMIT)?, "the program", statuses)?;
            best = best.min(finished.time.as_secs_f64());
        }
        Ok(best)
    }
}

/// A folder that is not there, as KLEE wants it: that of the last run goes.
fn fresh(folder: &Path) -> PathBuf {
    let path = folder.join("tests");
    // If it cannot be removed, whoever is to write to it says so.
    fs::remove_dir_all(&path).unwrap_or_default();
    path
}

fn succeed(finished: Finished, what: &str, statuses: &[i32]) -> Result<Finished, String> {
    match finished.code() {
        Some(code) if statuses.contains(&code) => Ok(finished),
        _ => Err(format!("{what} failed: {:?}\n{}", finished.status, finished.stderr_text())),
    }
}

/// Every input is a fork, and breadth comes first: each state has a list and an array of its own.
const FORKS: &str = "\
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

struct node { struct node *next; int value; };

int main(void) {
    struct node *list = 0;
    int table[64];
    for (int i = 0; i < 17; i++) {
        int input = __VERIFIER_nondet_int();
        if (input > 0) {
            struct node *node = malloc(sizeof *node);
            node->next = list;
            node->value = input;
            list = node;
        } else
            table[i] = input;
    }
    return 0;
}
";

/// Whether so many states wait at a time in so much memory.
fn live_states(candor: &Path) -> Result<bool, String> {
    let path = scratch("bench-symex")?.join("forks.c");
    fs::write(&path, FORKS).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut check = process::limited(candor.as_os_str(), STATES.1);
    check.args([
        "check",
        "--no-config",
        "--engine",
        "symex",
        "--search",
        "bfs",
        "--timeout",
        "none",
        "--format",
        "json",
    ]);
    check.args(["--property", "valid-deref"]).arg(&path);
    let finished = succeed(process::run(&mut check, LIMIT)?, "candor check", &[0, 3])?;
    let record: serde_json::Value = serde_json::from_slice(&finished.stdout).map_err(|error| error.to_string())?;
    let most = record["statistics"]["most_waiting"].as_u64().unwrap_or(0);
    let given_up = record["statistics"]["given_up"].as_u64().unwrap_or(0);
    println!("{most} states at a time in {} megabytes (goal {}), {given_up} given up", STATES.1, STATES.0);
    Ok(most >= STATES.0 && given_up == 0)
}

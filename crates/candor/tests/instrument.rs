//! Instrumented programs, compiled and run natively, find the faults that `candor run` finds.
//!
//! One of n programs under `tests/run` is tried, at one of the levels; `cargo xtask instrument` tries all of them at all levels. A fault
//! must be of the same class (what SV-COMP calls a property), which is all that lists of addresses can promise.

#[path = "run/directives.rs"]
#[expect(dead_code, reason = "programs that are run know more directives")]
mod directives;
#[path = "run/execute.rs"]
mod execute;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::directives::{Directives, Variant};
use crate::execute::{Finished, execute};

const LIMIT: Duration = Duration::from_secs(120);

/// Which programs are tried with which rules, what else `candor run` is told, and how many are left out in between.
const SUITES: &[(&str, &str, &[&str], usize)] = &[
    ("tests/run/checks", "memsafety", &["--check", "memory-leak"], 18),
    ("tests/run/lang", "memsafety", &["--check", "memory-leak"], 25),
    ("tests/run/libc", "memsafety", &["--check", "memory-leak"], 25),
    ("tests/run/checks", "memcleanup", &["--check", "memory-cleanup"], 60),
    ("tests/run/checks", "overflow", &[], 40),
    ("tests/run/checks", "locks", &[], 40),
    ("tests/instrument", "memsafety", &["--check", "memory-leak"], 1),
    ("tests/instrument", "memcleanup", &["--check", "memory-cleanup"], 1),
    ("tests/instrument", "overflow", &[], 1),
    ("tests/instrument", "locks", &[], 1),
];

const LEVELS: [&str; 3] = ["basic", "rc", "rc+rt"];

/// Where the lists know less than candor does.
const COARSER: &[(&str, &str)] = &[
    ("out-of-bounds/va-arg.c", "nobody says how many unnamed arguments there are"),
    ("use-after-scope/static-keeps-parameter.c", "another variable lies where the old one was"),
    ("use-after-scope/struct-holds-local.c", "another variable lies where the old one was"),
    ("lang/xor_list.c", "leaks are looked for at the end only"),
];

/// Where rules ask for more than candor does.
const STRICTER: &[(&str, &str, &str)] =
    &[("locks", "deadlock/lock-twice-ok.c", "the discipline knows no mutexes that may be locked twice")];

/// The class of a fault, for rules that look for it.
fn class(rules: &str, id: &str) -> Option<&'static str> {
    Some(match (rules, id) {
        (
            "memsafety",
            "null-dereference" | "out-of-bounds" | "use-after-free" | "use-after-scope" | "invalid-pointer"
            | "write-to-const",
        ) => "valid-deref",
        ("memsafety", "double-free" | "invalid-free") => "valid-free",
        ("memsafety", "memory-leak") => "valid-memtrack",
        ("memcleanup", "memory-cleanup") => "valid-memcleanup",
        ("overflow", "signed-overflow" | "division-overflow") => "no-overflow",
        ("locks", "lock-misuse") => "lock-misuse",
        _ => return None,
    })
}

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let wanted = env::var("CANDOR_TEST").unwrap_or_default();
    let all = env::var_os("CANDOR_INSTRUMENT_ALL").is_some();
    let mut trials = Vec::new();
    for &(folder, rules, flags, stride) in SUITES {
        for path in programs(&root().join(folder)) {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            if !name.contains(&wanted) {
                continue;
            }
            let number = number_of(&name);
            if all {
                trials.extend(LEVELS.iter().filter_map(|level| trial(&name, rules, flags, level)));
            } else if number.is_multiple_of(stride) {
                trials.extend(trial(&name, rules, flags, LEVELS[number / stride % LEVELS.len()]));
            }
        }
    }
    libtest_mimic::run(&args, trials).exit_code()
}

/// Says whether and how a program is tried. Its name alone decides, so that a new program changes nothing for the others.
fn number_of(name: &str) -> usize {
    name.bytes().fold(0, |number: usize, byte| number.wrapping_mul(31).wrapping_add(usize::from(byte)))
}

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// All C programs below a folder, in order of their names.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|ext| ext == "c") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn trial(name: &str, rules: &'static str, flags: &'static [&'static str], level: &'static str) -> Option<Trial> {
    let text = fs::read(root().join(name)).unwrap_or_default();
    let directives = Directives::parse(&String::from_utf8_lossy(&text)).ok().filter(|directives| !directives.part)?;
    let variant = directives.variants().into_iter().find(|variant| variant.data_model == "LP64")?;
    // What is expected of an earlier fault than those looked for says nothing about the rest.
    let other = directives.expectations(&variant).iter().any(|expected| class(rules, &expected.id).is_none());
    if other || directives.exit(&variant).is_ok_and(|status| status == 125) {
        return None;
    }
    let case = Case { name: name.to_owned(), rules, flags, level, directives: Arc::new(directives), variant };
    Some(Trial::test(format!("{name} [{rules} {level}]"), move || compare(&case).map_err(Failed::from)))
}

struct Case {
    name: String,
    rules: &'static str,
    flags: &'static [&'static str],
    level: &'static str,
    directives: Arc<Directives>,
    variant: Variant,
}

fn compare(case: &Case) -> Result<(), String> {
    let Some(expected) = run(case)? else {
        return Ok(());
    };
    let native = native(case)?;
    let coarser = COARSER.iter().find(|(name, _)| case.name.ends_with(name));
    let is_stricter = STRICTER.iter().any(|(rules, name, _)| case.rules == *rules && case.name.ends_with(name));
    match (expected == native, coarser) {
        (true, _) => Ok(()),
        (false, Some(_)) if native.class.is_none() => Ok(()),
        (false, _) if is_stricter && expected.class.is_none() => Ok(()),
        (false, _) => Err(format!("candor run: {expected:?}\nnatively: {native:?}")),
    }
}

/// How an execution ended.
#[derive(Debug, PartialEq, Eq)]
struct Ending {
    class: Option<&'static str>,
    /// The exit status, where there is no fault.
    status: Option<i32>,
    /// What was printed, where there is no fault.
    stdout: String,
}

impl Ending {
    fn new(finished: &Finished, class: Option<&'static str>) -> Ending {
        use std::os::unix::process::ExitStatusExt;
        let status = finished.status.and_then(|status| status.code().or(status.signal().map(|signal| 128 + signal)));
        let stdout = String::from_utf8_lossy(&finished.stdout).into_owned();
        match class {
            Some(_) => Ending { class, status: None, stdout: String::new() },
            None => Ending { class, status, stdout },
        }
    }
}

/// The id in `error[id]`.
fn error_id(finished: &Finished) -> Option<String> {
    let text = String::from_utf8_lossy(&finished.stderr).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("error["))?;
    line.split_once(']').map(|(id, _)| id.to_owned())
}

fn files(case: &Case) -> Vec<String> {
    let folder = Path::new(&case.name).parent().unwrap_or(Path::new(""));
    let more = case.directives.get(&case.variant, "files").split_whitespace();
    std::iter::once(case.name.clone()).chain(more.map(|file| folder.join(file).display().to_string())).collect()
}

fn stdin(case: &Case) -> Vec<u8> {
    case.directives.get(&case.variant, "stdin").replace("\\n", "\n").into_bytes()
}

fn args(case: &Case) -> impl Iterator<Item = &str> {
    case.directives.get(&case.variant, "args").split_whitespace()
}

/// What candor finds; `None` if that is of no interest here.
fn run(case: &Case) -> Result<Option<Ending>, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.current_dir(root()).arg("run").args(case.flags);
    command.args(case.directives.get(&case.variant, "flags").split_whitespace());
    command.args(files(case)).arg("--").args(args(case));
    let finished = execute(&mut command, &stdin(case), LIMIT)?;
    if finished.status.is_none_or(|status| matches!(status.code(), Some(125 | 126))) {
        return Ok(None);
    }
    Ok(match error_id(&finished) {
        None => Some(Ending::new(&finished, None)),
        Some(id) => class(case.rules, &id).map(|class| Ending::new(&finished, Some(class))),
    })
}

/// What the instrumented program finds by itself.
fn native(case: &Case) -> Result<Ending, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instrument");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let name = format!("{}-{}-{}", case.name.replace(['/', '.'], "-"), case.rules, case.level);
    let [ir, runtime, exe] = ["ll", "c", "exe"].map(|ext| folder.join(format!("{name}.{ext}")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.current_dir(root()).args(["instrument", "--rules", case.rules, "--instrumentation", case.level]);
    command.args(compiler_flags(case.directives.get(&case.variant, "flags"))).args(files(case));
    command.arg("-o").arg(&ir).arg("--runtime").arg(&runtime);
    expect_success(&execute(&mut command, b"", LIMIT)?)?;
    let mut compiler = Command::new("clang-22");
    compiler.args(["-w", "-O0"]).arg(&ir).arg(&runtime).arg("-o").arg(&exe).arg("-lm");
    expect_success(&execute(&mut compiler, b"", LIMIT)?)?;
    let finished = execute(Command::new(&exe).args(args(case)), &stdin(case), LIMIT)?;
    for path in [ir, runtime, exe] {
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let class = error_id(&finished).map(|id| class(case.rules, &id).unwrap_or("another fault"));
    Ok(Ending::new(&finished, class))
}

fn expect_success(finished: &Finished) -> Result<(), String> {
    if finished.status.is_some_and(|status| status.success()) {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&finished.stderr).into_owned())
}

/// Those of the flags for `candor run` that say how the program is compiled.
fn compiler_flags(flags: &str) -> Vec<&str> {
    let mut own = Vec::new();
    let mut words = flags.split_whitespace();
    while let Some(word) = words.next() {
        if word.starts_with("-D") || word.starts_with("-I") || word.starts_with("--std=") {
            own.push(word);
        } else if word == "--std" {
            own.push(word);
            own.extend(words.next());
        }
    }
    own
}

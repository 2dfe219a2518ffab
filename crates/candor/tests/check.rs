//! Checks every program under `tests/check` and compares what `candor check` says with the expectations on its lines.
//!
//! `tests/README.md` describes the directives. Each program is checked by the portfolio and by one engine alone, another one for the next
//! program; `CANDOR_LONG` takes all engines. `CANDOR_TEST=text` checks only programs whose path contains the text, with all engines. Programs
//! under `tests/known-wrong-check` state the right result, which candor does not give yet; such a test fails when it does, and
//! the program then moves to `tests/check`.
//!
//! Two engines are incomplete on purpose: `loops` proves and finds nothing but endless loops, `explicit` enumerates values. What they say must be right;
//! that they say it is pinned by `tests/pinned.txt`, which `CANDOR_BLESS=1` rewrites.

#[path = "run/directives.rs"]
#[expect(dead_code, reason = "programs that are run know more directives")]
mod directives;
#[path = "run/execute.rs"]
mod execute;

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::directives::{Directives, Variant};
use crate::execute::execute;

/// Given to candor where the program does not say: far more than any of them needs on a machine with nothing else to do.
const TIMEOUT: &str = "60";
/// For those that candor is known not to manage.
const SHORT_TIMEOUT: &str = "5";
/// A test that takes longer says so.
const SLOW: Duration = Duration::from_secs(10);
/// Candor keeps its time limit; a hang should not hold up the others all the same.
const LIMIT: Duration = Duration::from_secs(90);

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let wanted = env::var("CANDOR_TEST").unwrap_or_default();
    let pinned = Arc::new(Pinned::read());
    let is_long = ["CANDOR_LONG", "CANDOR_BLESS"].into_iter().any(|name| env::var_os(name).is_some());
    let which = if is_long || !wanted.is_empty() { Engines::All } else { Engines::InTurn };
    let mut trials = vec![Trial::test("no more answers are unknown than before", n_unknown)];
    for (folder, right) in [("tests/check", true), ("tests/known-wrong-check", false)] {
        for path in programs(&root().join(folder)) {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            if name.contains(&wanted) {
                trials.extend(trials_of(&name, right, which, &pinned));
            }
        }
    }
    let code = libtest_mimic::run(&args, trials).exit_code();
    if env::var_os("CANDOR_BLESS").is_some() && wanted.is_empty() {
        pinned.write();
    }
    code
}

/// How many expected answers of programs under `tests/check` are `unknown`. It may only fall.
const N_UNKNOWN: usize = 46;

fn n_unknown() -> Result<(), Failed> {
    let mut n_unknown = 0;
    for path in programs(&root().join("tests/check")) {
        let directives = Directives::parse(&fs::read_to_string(path)?)?;
        let is_unknown = |variant: &Variant| directives.get(variant, "verdict") == "unknown";
        n_unknown += directives.variants().iter().filter(|variant| is_unknown(variant)).count();
    }
    match n_unknown {
        N_UNKNOWN => Ok(()),
        ..N_UNKNOWN => Err(format!("only {n_unknown} are unknown: lower `N_UNKNOWN`").into()),
        _ => Err(format!("{n_unknown} are unknown, {N_UNKNOWN} before: a program that is known to be unknown belongs to tests/known-wrong-check").into()),
    }
}

/// The answers of the incomplete engines that must not be lost, by the names of their tests.
struct Pinned {
    names: BTreeSet<String>,
    /// Those that were given in this run, soon enough not to depend on the load of the machine.
    given: Mutex<BTreeSet<String>>,
}

/// An answer is pinned only if it takes less than this.
const SOON: Duration = Duration::from_secs(3);

impl Pinned {
    fn path() -> PathBuf {
        root().join("tests/pinned.txt")
    }

    fn read() -> Pinned {
        let text = fs::read_to_string(Pinned::path()).unwrap_or_default();
        Pinned { names: text.lines().map(str::to_owned).collect(), given: Mutex::default() }
    }

    fn write(&self) {
        let given = self.given.lock().expect("no test panics here");
        let lines: String = given.iter().map(|name| format!("{name}\n")).collect();
        fs::write(Pinned::path(), lines).expect("the list can be written");
    }
}

/// The folder that holds `tests`.
fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// All test programs below a folder, in order of their names.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "i" || ext == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Which engines check a program by themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Engines {
    All,
    InTurn,
}

impl Engines {
    fn pick(self, name: &str, engines: Vec<&'static str>) -> Vec<&'static str> {
        let turn = name.bytes().map(usize::from).sum::<usize>();
        match self {
            Engines::All => engines,
            Engines::InTurn => vec![engines[turn % engines.len()]],
        }
    }
}

fn trials_of(name: &str, right: bool, which: Engines, pinned: &Arc<Pinned>) -> Vec<Trial> {
    let text = fs::read_to_string(root().join(name)).unwrap_or_default();
    let directives = match Directives::parse(&text) {
        Ok(directives) => Arc::new(directives),
        Err(error) => return vec![Trial::test(name.to_owned(), move || Err(Failed::from(error)))],
    };
    let trial = |variant: Variant, engine: &'static str| {
        let (name, text, directives) = (name.to_owned(), text.clone(), Arc::clone(&directives));
        let (label, pinned) = (format!("{name}{variant} {engine}"), Arc::clone(pinned));
        Trial::test(label.clone(), move || {
            check(&Test { label, name, text, directives, variant, engine }, right, &pinned)
        })
    };
    let mut trials = Vec::new();
    for variant in directives.variants() {
        let flags = directives.get(&variant, "flags").to_owned();
        // What is known not to be managed is so with any engine; some flags are about one.
        let is_for_all = right && !ENGINE_FLAGS.iter().any(|flag| flags.contains(flag));
        if is_for_all {
            let mut engines = vec!["symex", LOOPS];
            // It needs no bounds, and knows none.
            if !flags.contains("--unwind") && !flags.contains("--depth") {
                engines.push(EXPLICIT);
            }
            let engines = which.pick(name, engines).into_iter();
            trials.extend(engines.map(|engine| trial(variant.clone(), engine)));
        }
        trials.push(trial(variant, if flags.contains("--engine") { "" } else { "auto" }));
    }
    trials
}

/// Flags that only bounded model checking knows, or that choose the engine.
const ENGINE_FLAGS: [&str; 3] = ["--engine", "--no-shadowing", "--ub-result"];

/// The engines that do not know most answers.
const LOOPS: &str = "loops";
const EXPLICIT: &str = "explicit";

/// Given to the engine that enumerates values, which has no end where inputs are open.
const EXPLICIT_TIMEOUT: &str = "2";

/// A program and how to check it.
struct Test {
    label: String,
    name: String,
    text: String,
    directives: Arc<Directives>,
    variant: Variant,
    /// What `--engine` says, if the flags do not.
    engine: &'static str,
}

fn check(test: &Test, right: bool, pinned: &Pinned) -> Result<(), Failed> {
    match (test.compare(right, pinned), right) {
        (Ok(()), true) | (Err(_), false) => Ok(()),
        (Ok(()), false) => Err("this is right now: move it to tests/check".into()),
        (Err(text), true) => Err(text.into()),
    }
}

/// A fault as both sides name it: line and id.
type Found = BTreeSet<(usize, String)>;

impl Test {
    fn compare(&self, right: bool, pinned: &Pinned) -> Result<(), String> {
        let args = self.arguments(right, pinned.names.contains(&self.label));
        let rerun = format!("rerun: candor {}", args.join(" "));
        let start = Instant::now();
        let output = candor(&args, "json")?;
        let took = start.elapsed();
        if took > SLOW {
            eprintln!("slow: {} took {:.0} s", self.label, took.as_secs_f64());
        }
        let record: Value = serde_json::from_str(&output)
            .map_err(|error| format!("candor gave no record: {error}\n{output}\n{rerun}"))?;
        let mut text = String::new();
        if self.engine == LOOPS || self.engine == EXPLICIT {
            self.compare_pinned(&record, pinned, took).map_err(|text| format!("{text}\n{rerun}"))?;
        }
        if self.engine == LOOPS {
            return self.compare_proof(&record).map_err(|text| format!("{text}\n{rerun}"));
        }
        if self.engine == EXPLICIT && record["verdict"] == "unknown" {
            return Ok(());
        }
        self.compare_verdict(&mut text, &record);
        self.compare_violations(&mut text, &record);
        if text.is_empty() && self.engine != "symex" {
            self.compare_words(&mut text, &args)?;
        }
        if text.is_empty() { Ok(()) } else { Err(format!("{text}{rerun}")) }
    }

    fn arguments(&self, right: bool, is_pinned: bool) -> Vec<String> {
        let flags: Vec<&str> = self.directives.get(&self.variant, "flags").split_whitespace().collect();
        let mut args = vec!["check", "--data-model", self.variant.data_model];
        if !flags.contains(&"--timeout") {
            args.extend(["--timeout", self.timeout(right, is_pinned)]);
        }
        if !self.engine.is_empty() {
            args.extend(["--engine", self.engine]);
        }
        args.extend(flags);
        args.push(&self.name);
        args.into_iter().map(str::to_owned).collect()
    }

    fn timeout(&self, right: bool, is_pinned: bool) -> &'static str {
        match self.engine {
            // What was known once is known again, if later on a busy machine.
            EXPLICIT if !is_pinned => EXPLICIT_TIMEOUT,
            LOOPS if !is_pinned => SHORT_TIMEOUT,
            // What is unknown after a minute is so after less.
            _ if self.expected_verdict() == "unknown" => SHORT_TIMEOUT,
            _ if right => TIMEOUT,
            _ => SHORT_TIMEOUT,
        }
    }

    /// An answer that was given before is given again.
    fn compare_pinned(&self, record: &Value, pinned: &Pinned, took: Duration) -> Result<(), String> {
        let is_known = record["verdict"] != "unknown";
        if is_known && took < SOON {
            pinned.given.lock().map_err(|error| error.to_string())?.insert(self.label.clone());
        }
        if is_known || !pinned.names.contains(&self.label) {
            return Ok(());
        }
        Err("this was known before (`tests/pinned.txt`) and is unknown now".to_owned())
    }

    /// What is said, or what goes with the expected faults.
    fn expected_verdict(&self) -> &str {
        match self.directives.get(&self.variant, "verdict") {
            "" if self.directives.expectations(&self.variant).is_empty() => "holds",
            "" => "violated",
            verdict => verdict,
        }
    }

    fn compare_verdict(&self, text: &mut String, record: &Value) {
        let (expected, actual) = (self.expected_verdict(), record["verdict"].as_str().unwrap_or("none"));
        if expected == actual {
            return;
        }
        line(text, &format!("verdict: expected {expected}, got {actual}"));
        for gap in record["incomplete"].as_array().into_iter().flatten() {
            line(text, &format!("  {}", gap["reason"]));
        }
        let unknown = |check: &&Value| check["status"] == "unknown";
        let checks = record["checks"].as_array().into_iter().flatten();
        for check in checks.filter(unknown).take(3) {
            line(text, &format!("  {check}"));
        }
    }

    /// Not to know is no mistake; to have shown what does not hold is one.
    fn compare_proof(&self, record: &Value) -> Result<(), String> {
        let expected = match self.directives.get(&self.variant, "proof") {
            "" => self.expected_verdict(),
            shown => shown,
        };
        match (expected, record["verdict"].as_str()) {
            (_, Some("unknown")) | ("holds", Some("holds")) => Ok(()),
            // It finds loops that never end.
            ("violated", Some("violated")) => {
                let mut text = String::new();
                self.compare_violations(&mut text, record);
                if text.is_empty() { Ok(()) } else { Err(text) }
            }
            (expected, actual) => Err(format!("verdict: expected {expected}, got {actual:?}")),
        }
    }

    fn compare_violations(&self, text: &mut String, record: &Value) {
        let expectations = self.directives.expectations(&self.variant);
        let expected: Found = expectations.iter().map(|known| (known.line, known.id.clone())).collect();
        let mut actual = Found::new();
        for violation in record["violations"].as_array().into_iter().flatten() {
            let diagnostic = &violation["diagnostic"];
            let at = diagnostic["line"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0);
            let id = diagnostic["check"].as_str().unwrap_or_default().to_owned();
            let message = diagnostic["message"].as_str().unwrap_or_default();
            let file = diagnostic["file"].as_str().unwrap_or_default();
            if !file.ends_with(&self.name) {
                line(text, &format!("found in another file: {file}:{at}: {id}"));
            }
            for known in expectations.iter().filter(|known| known.line == at && known.id == id) {
                if !message.contains(&known.text) {
                    line(text, &format!("{}:{at}: {id}: the message is {message:?}", self.name));
                }
            }
            actual.insert((at, id));
        }
        // Not to have tried all addresses is no mistake.
        let missing = expected.difference(&actual).filter(|_| self.engine != EXPLICIT || actual.is_empty());
        for (at, id) in missing {
            line(text, &format!("expected: {}:{at}: {id}", self.name));
        }
        for (at, id) in actual.difference(&expected) {
            line(text, &format!("found:    {}:{at}: {id}", self.name));
        }
    }

    /// What the text for people has to contain, as `//@ says:` lists it, and what it must not (`//@ silent:`).
    fn compare_words(&self, text: &mut String, args: &[String]) -> Result<(), String> {
        let words = |key: &str| self.text.lines().filter_map(|line| line.strip_prefix(key)).map(str::trim).collect();
        let (says, silent): (Vec<&str>, Vec<&str>) = (words("//@ says:"), words("//@ silent:"));
        if says.is_empty() && silent.is_empty() {
            return Ok(());
        }
        let output = candor(args, "text")?;
        for word in says.into_iter().filter(|word| !output.contains(word)) {
            line(text, &format!("expected in the text: {word}\n{output}"));
        }
        for word in silent.into_iter().filter(|word| output.contains(word)) {
            line(text, &format!("not expected in the text: {word}\n{output}"));
        }
        Ok(())
    }
}

fn candor(args: &[String], format: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.current_dir(root()).arg(&args[0]).args(["--format", format, "--color", "never"]).args(&args[1..]);
    let finished = execute(&mut command, b"", LIMIT)?;
    match finished.status.and_then(|status| status.code()) {
        Some(0 | 1 | 3) => Ok(String::from_utf8_lossy(&finished.stdout).into_owned()),
        status => Err(format!("exit status {status:?}\n{}", String::from_utf8_lossy(&finished.stderr))),
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}

//! Checks every program under `tests/check` and compares what `candor check` says with the expectations on its lines.
//!
//! `tests/README.md` describes the directives. `CANDOR_TEST=text` checks only programs whose path contains the text. Programs
//! under `tests/known-wrong-check` state the right result, which candor does not give yet; such a test fails when it does, and
//! the program then moves to `tests/check`.

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
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::directives::{Directives, Variant};
use crate::execute::execute;

/// Given to candor where the program does not say: far more than any of them needs on a machine with nothing else to do.
const TIMEOUT: &str = "60";
/// For those that candor is known not to manage.
const SHORT_TIMEOUT: &str = "5";
/// Candor keeps its time limit; a hang should not hold up the others all the same.
const LIMIT: Duration = Duration::from_secs(90);

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let wanted = env::var("CANDOR_TEST").unwrap_or_default();
    let mut trials = Vec::new();
    for (folder, right) in [("tests/check", true), ("tests/known-wrong-check", false)] {
        for path in programs(&root().join(folder)) {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            if name.contains(&wanted) {
                trials.extend(trials_of(&name, right));
            }
        }
    }
    libtest_mimic::run(&args, trials).exit_code()
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

fn trials_of(name: &str, right: bool) -> Vec<Trial> {
    let text = fs::read_to_string(root().join(name)).unwrap_or_default();
    let directives = match Directives::parse(&text) {
        Ok(directives) => Arc::new(directives),
        Err(error) => return vec![Trial::test(name.to_owned(), move || Err(Failed::from(error)))],
    };
    let trial = |variant: Variant, engine: &'static str| {
        let (name, text, directives) = (name.to_owned(), text.clone(), Arc::clone(&directives));
        let label = format!("{name}{variant} {engine}");
        Trial::test(label, move || check(&Test { name, text, directives, variant, engine }, right))
    };
    let mut trials = Vec::new();
    for variant in directives.variants() {
        let flags = directives.get(&variant, "flags").to_owned();
        // What is known not to be managed is so with any engine; some flags are about one.
        let is_for_all = right && !ENGINE_FLAGS.iter().any(|flag| flags.contains(flag));
        if is_for_all {
            trials.push(trial(variant.clone(), "symex"));
            trials.push(trial(variant.clone(), PROVER));
        }
        trials.push(trial(variant, if flags.contains("--engine") { "" } else { "auto" }));
    }
    trials
}

/// Flags that only bounded model checking knows, or that choose the engine.
const ENGINE_FLAGS: [&str; 3] = ["--engine", "--no-shadowing", "--ub-result"];

/// The engine that proves and finds no faults.
const PROVER: &str = "loops";

/// A program and how to check it.
struct Test {
    name: String,
    text: String,
    directives: Arc<Directives>,
    variant: Variant,
    /// What `--engine` says, if the flags do not.
    engine: &'static str,
}

fn check(test: &Test, right: bool) -> Result<(), Failed> {
    match (test.compare(right), right) {
        (Ok(()), true) | (Err(_), false) => Ok(()),
        (Ok(()), false) => Err("this is right now: move it to tests/check".into()),
        (Err(text), true) => Err(text.into()),
    }
}

/// A fault as both sides name it: line and id.
type Found = BTreeSet<(usize, String)>;

impl Test {
    fn compare(&self, right: bool) -> Result<(), String> {
        let args = self.arguments(right);
        let rerun = format!("rerun: candor {}", args.join(" "));
        let output = candor(&args, "json")?;
        let record: Value = serde_json::from_str(&output)
            .map_err(|error| format!("candor gave no record: {error}\n{output}\n{rerun}"))?;
        let mut text = String::new();
        if self.engine == PROVER {
            return self.compare_proof(&record).map_err(|text| format!("{text}\n{rerun}"));
        }
        self.compare_verdict(&mut text, &record);
        self.compare_violations(&mut text, &record);
        if text.is_empty() && self.engine != "symex" {
            self.compare_words(&mut text, &args)?;
        }
        if text.is_empty() { Ok(()) } else { Err(format!("{text}{rerun}")) }
    }

    fn arguments(&self, right: bool) -> Vec<String> {
        let flags: Vec<&str> = self.directives.get(&self.variant, "flags").split_whitespace().collect();
        let mut args = vec!["check", "--data-model", self.variant.data_model];
        if !flags.contains(&"--timeout") {
            args.extend(["--timeout", if right { TIMEOUT } else { SHORT_TIMEOUT }]);
        }
        if !self.engine.is_empty() {
            args.extend(["--engine", self.engine]);
        }
        args.extend(flags);
        args.push(&self.name);
        args.into_iter().map(str::to_owned).collect()
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
        for (at, id) in expected.difference(&actual) {
            line(text, &format!("expected: {}:{at}: {id}", self.name));
        }
        for (at, id) in actual.difference(&expected) {
            line(text, &format!("found:    {}:{at}: {id}", self.name));
        }
    }

    /// What the text for people has to contain, as `//@ says:` lists it.
    fn compare_words(&self, text: &mut String, args: &[String]) -> Result<(), String> {
        let words: Vec<&str> = self.text.lines().filter_map(|line| line.strip_prefix("//@ says:")).collect();
        if words.is_empty() {
            return Ok(());
        }
        let output = candor(args, "text")?;
        for word in words.into_iter().map(str::trim).filter(|word| !output.contains(word)) {
            line(text, &format!("expected in the text: {word}\n{output}"));
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

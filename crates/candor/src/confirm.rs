//! `candor confirm`: faults, seen natively.
//!
//! Each violation of a result is written as a harness, compiled with the sanitizer that sees this kind of fault, and run. This
//! shares nothing with candor's own machine: another compiler back end, another memory, another checker.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use candor_llvm::{FrontendConfig, NativeEnd, NativeRun, compile_native, run_native};
use candor_report::{Build, Harness, Sanitizer};
use serde::Deserialize;

use crate::options::{ConfirmOptions, Format};
use crate::progress::ProgressLine;
use crate::{console, harness, status};

/// What is read of a result; the rest is for others.
#[derive(Deserialize)]
struct Checked {
    build: Build,
    violations: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    diagnostic: Place,
    harness: Option<Harness>,
}

#[derive(Deserialize)]
struct Place {
    message: String,
    file: Option<String>,
    line: Option<u32>,
}

/// What came of a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// The sanitizer, or the program itself, says so.
    Confirmed(String),
    NotConfirmed(String),
    NotTried(String),
}

pub(crate) fn confirm(options: &ConfirmOptions) -> u8 {
    let checked = match read(&options.result) {
        Ok(checked) => checked,
        Err(message) => return refuse(&message),
    };
    let folder = match Folder::new(options.keep.as_deref()) {
        Ok(folder) => folder,
        Err(error) => return refuse(&format!("cannot make a folder for the programs: {error}")),
    };
    let mut code = status::SUCCESS;
    if checked.violations.is_empty() {
        console::print("There is no violation to confirm.\n");
    }
    for (idx, found) in checked.violations.iter().enumerate() {
        let mut line = ProgressLine::new(Some(options.timeout));
        line.show_doing(&format!("fault {} of {}: compiling and running", idx + 1, checked.violations.len()));
        let outcome = attempt(options, &checked.build, found, &folder.path.join(format!("fault-{}", idx + 1)));
        line.clear();
        console::print(&say(found, &outcome));
        code = code.max(match outcome {
            Outcome::Confirmed(_) => status::SUCCESS,
            Outcome::NotConfirmed(_) => status::VIOLATED,
            Outcome::NotTried(_) => status::UNKNOWN,
        });
    }
    code
}

fn refuse(message: &str) -> u8 {
    console::refuse(message, Format::Text, status::CHECK_BAD_INPUT)
}

fn read(path: &Path) -> Result<Checked, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let last = text.lines().rev().find(|line| line.starts_with('{')).unwrap_or(&text);
    serde_json::from_str(last)
        .map_err(|error| format!("{}: this is no result of `candor check --format json`: {error}", path.display()))
}

/// Where programs are written; it goes away again unless the user named it.
struct Folder {
    path: PathBuf,
    is_kept: bool,
}

impl Folder {
    fn new(keep: Option<&Path>) -> io::Result<Folder> {
        let path =
            keep.map_or_else(|| env::temp_dir().join(format!("candor-confirm-{}", process::id())), Path::to_owned);
        fs::create_dir_all(&path)?;
        Ok(Folder { path, is_kept: keep.is_some() })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed is the system's to clear.
            fs::remove_dir_all(&self.path).unwrap_or_default();
        }
    }
}

fn attempt(options: &ConfirmOptions, build: &Build, found: &Found, stem: &Path) -> Outcome {
    let Some(harness) = &found.harness else {
        return Outcome::NotTried("there is nothing to see natively".to_owned());
    };
    if build.data_model == "ILP32" && !harness.sanitizer.is_for_32_bits() {
        return Outcome::NotTried("the sanitizer for it is only for 64 bits".to_owned());
    }
    let written = match harness::render(harness, build, &found.diagnostic.message) {
        Ok(written) => written,
        Err(message) => return Outcome::NotTried(message),
    };
    let (source, program) = (stem.with_extension("c"), stem.with_extension("native"));
    if let Err(error) = fs::write(&source, &written.text) {
        return Outcome::NotTried(format!("{}: {error}", source.display()));
    }
    let (from, to) = (source.display().to_string(), program.display().to_string());
    let args = harness.clang_args(build, written.embeds_source, &from, &to);
    let config = FrontendConfig { clang: options.clang.clone(), ..FrontendConfig::default() };
    if let Err(error) = compile_native(&source, &args, &config) {
        return Outcome::NotTried(format!("it does not compile natively: {error}"));
    }
    match run_native(&program, symbolizer().as_deref(), options.timeout) {
        Ok(run) => match (judge(harness, &run), harness.caveats.first()) {
            (Outcome::NotConfirmed(why), Some(caveat)) => Outcome::NotConfirmed(format!("{why}; {caveat}")),
            (outcome, _) => outcome,
        },
        Err(error) => Outcome::NotTried(format!("{to}: {error}")),
    }
}

/// LLVM's program that turns addresses into lines, if it is on the path.
fn symbolizer() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["llvm-symbolizer-22", "llvm-symbolizer"];
    let mut candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.find(|path| path.is_file())
}

const SIGNAL_ABORT: i32 = 6;
const SIGNAL_SEGMENTATION: i32 = 11;

fn judge(harness: &Harness, run: &NativeRun) -> Outcome {
    if harness.check == candor_ir::Check::Termination.id() {
        let told = run.stderr.lines().find_map(|line| line.strip_prefix("candor: "));
        return match (&run.end, told) {
            (NativeEnd::Signal(SIGNAL_ABORT), Some(told)) => Outcome::Confirmed(told.to_owned()),
            (NativeEnd::Time, _) => Outcome::Confirmed("it does not end in time".to_owned()),
            (NativeEnd::Signal(SIGNAL_SEGMENTATION), _) if harness.uses_up_stack => {
                Outcome::Confirmed("it uses up its stack".to_owned())
            }
            (NativeEnd::Exit(_) | NativeEnd::Signal(_), _) => Outcome::NotConfirmed(ending(run)),
        };
    }
    let report = run.stderr.lines().find(|line| harness.sanitizer.reports().iter().any(|words| line.contains(words)));
    if let Some(line) = report {
        return Outcome::Confirmed(headline(line));
    }
    let failed = harness.sanitizer == Sanitizer::None && run.end == NativeEnd::Signal(SIGNAL_ABORT);
    match run.stderr.lines().find(|line| line.starts_with("candor: ") || line.contains("Assertion")) {
        Some(line) if failed => Outcome::Confirmed(line.trim_start_matches("candor: ").to_owned()),
        None if failed => Outcome::Confirmed("it aborts".to_owned()),
        Some(_) | None => Outcome::NotConfirmed(ending(run)),
    }
}

/// What a sanitizer says, without process numbers.
fn headline(line: &str) -> String {
    let line = line.split_once("== ").or_else(|| line.split_once("==")).map_or(line, |(_, rest)| rest);
    let text: String =
        line.trim_start_matches(|c: char| c.is_ascii_digit() || c == '=').trim().chars().take(200).collect();
    text.replace(|c: char| c.is_control(), " ")
}

fn ending(run: &NativeRun) -> String {
    let end = match run.end {
        NativeEnd::Exit(code) => format!("the program ended with status {code}"),
        NativeEnd::Signal(signal) => format!("the program was ended by signal {signal}"),
        NativeEnd::Time => "the program did not end in time".to_owned(),
    };
    match run.stderr.lines().find(|line| line.starts_with("candor-harness: ")) {
        Some(line) => format!("{end}: {}", line.trim_start_matches("candor-harness: ")),
        None => end,
    }
}

fn say(found: &Found, outcome: &Outcome) -> String {
    let check = found.harness.as_ref().map_or("unwinding", |harness| harness.check.as_str());
    let place = match (&found.diagnostic.file, found.diagnostic.line) {
        (Some(file), Some(line)) => format!(" at {file}:{line}"),
        _ => String::new(),
    };
    let (word, why) = match outcome {
        Outcome::Confirmed(why) => ("confirmed", why),
        Outcome::NotConfirmed(why) => ("not confirmed", why),
        Outcome::NotTried(why) => ("not tried", why),
    };
    format!("{word}: {check}{place}: {why}\n")
}

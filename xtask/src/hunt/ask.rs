//! What candor says about a program, in one of its configurations.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::configuration::Property;
use super::truth::{DataModel, Run, remove, write};
use crate::process::{self, Finished};

/// A violation that candor reports.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) check: String,
    /// Width in bits and value of each input.
    pub(crate) inputs: Vec<(u32, u64)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Holds,
    /// The violations, and the checks that are unknown although something else is violated.
    Violated(Vec<Violation>, Vec<String>),
    Unknown(String),
    /// A panic, an internal error, or an exit status that is not documented.
    Crash(String),
    /// Bad input or usage, it says.
    Refused(String),
}

const LIMIT: Duration = Duration::from_secs(60);
/// Seconds.
const TIMEOUT: &str = "5";

/// The command line, for messages too.
pub(crate) fn arguments(model: DataModel, property: Property, options: &[&str]) -> Vec<String> {
    let mut words = vec!["check", "--no-config", "--timeout", TIMEOUT, "--memory-limit", "1500"];
    if model == DataModel::Ilp32 {
        words.extend(["--data-model", "ILP32"]);
    }
    if property == Property::Default {
        words.extend(["--format", "json"]);
    } else {
        words.extend(["--svcomp", "--property", property.name()]);
    }
    words.extend(options.iter().flat_map(|option| option.split(' ')));
    words.into_iter().map(str::to_owned).collect()
}

/// Asks `candor check`.
pub(crate) fn check(
    candor: &Path,
    source: &Path,
    model: DataModel,
    property: Property,
    options: &[&str],
) -> Result<Answer, String> {
    let finished = process::run(Command::new(candor).args(arguments(model, property, options)).arg(source), LIMIT)?;
    if let Some(crash) = crash(&finished) {
        return Ok(Answer::Crash(crash));
    }
    let stdout = String::from_utf8_lossy(&finished.stdout).into_owned();
    if finished.code() == Some(2) {
        return Ok(Answer::Refused(format!(
            "{}\n{}",
            finished.stderr_text(),
            stdout.chars().take(2000).collect::<String>()
        )));
    }
    Ok(match property {
        Property::Default => from_json(finished.code(), &stdout),
        _ => from_last_line(finished.code(), &stdout),
    })
}

fn crash(finished: &Finished) -> Option<String> {
    let text = format!("{}\n{}", String::from_utf8_lossy(&finished.stdout), finished.stderr_text());
    let bad = ["internal error", "internal-error", "panicked at"].iter().find_map(|word| text.find(word));
    match (finished.code(), bad) {
        (None, _) if finished.status.is_none() => Some("no end in time".to_owned()),
        (None, _) => Some(format!("{:?}: {}", finished.status, finished.stderr_text())),
        (Some(_), Some(at)) => Some(text[at..].chars().take(300).collect()),
        (Some(0..=3), None) => None,
        (Some(code), None) => Some(format!("exit status {code}: {}", text.chars().take(500).collect::<String>())),
    }
}

fn from_json(code: Option<i32>, stdout: &str) -> Answer {
    let Ok(answer) = serde_json::from_str::<Value>(stdout.trim()) else {
        return Answer::Crash(format!("no JSON: {}", stdout.chars().take(500).collect::<String>()));
    };
    let unknown = answer["checks"].as_array().into_iter().flatten().filter(|check| check["status"] == "unknown");
    let unknown: Vec<&Value> = unknown.collect();
    let incomplete = answer["incomplete"][0]["reason"].as_str();
    match (answer["verdict"].as_str(), code) {
        (Some("holds"), Some(0)) => Answer::Holds,
        (Some("violated"), Some(1)) => {
            let violations = answer["violations"].as_array().into_iter().flatten().map(violation).collect();
            let mut open: Vec<String> =
                unknown.iter().filter_map(|check| check["check"].as_str().map(str::to_owned)).collect();
            // Where something was not looked at, everything may be found there.
            open.extend(incomplete.map(|_| "*".to_owned()));
            Answer::Violated(violations, open)
        }
        (Some("unknown"), Some(3)) => {
            let reason = unknown.iter().find_map(|check| check["reason"].as_str());
            Answer::Unknown(incomplete.or(reason).unwrap_or("without a reason").to_owned())
        }
        _ => Answer::Crash(format!("status {code:?} and verdict {}", answer["verdict"])),
    }
}

fn violation(value: &Value) -> Violation {
    let check = value["diagnostic"]["check"].as_str().unwrap_or_default().to_owned();
    let choices = value["choices"].as_array().into_iter().flatten().filter(|choice| choice["kind"] == "input");
    let input = |choice: &Value| {
        let width = u32::try_from(choice["width"].as_u64()?).ok()?;
        let digits = choice["value"].as_str()?.strip_prefix("0x")?;
        Some((width, u64::from_str_radix(digits, 16).ok()?))
    };
    Violation { check, inputs: choices.filter_map(input).collect() }
}

fn from_last_line(code: Option<i32>, stdout: &str) -> Answer {
    let last = stdout.lines().next_back().unwrap_or_default();
    match (last, code) {
        ("TRUE", Some(0)) => Answer::Holds,
        ("UNKNOWN", Some(3)) => {
            let reason = |line: &&str| line.starts_with("not complete:") || line.starts_with("unknown:");
            let line = stdout.lines().find(reason).unwrap_or("without a reason");
            Answer::Unknown(line.split(" (").next().unwrap_or(line).to_owned())
        }
        (line, Some(1)) if line.starts_with("FALSE") => {
            Answer::Violated(vec![Violation { check: line.to_owned(), inputs: Vec::new() }], vec!["*".to_owned()])
        }
        (line, code) => Answer::Crash(format!("status {code:?} and last line `{line}`")),
    }
}

/// How a concrete run under candor, or of an instrumented program, ended: the check that failed, or `None`.
pub(crate) fn concrete(
    candor: &Path,
    source: &Path,
    model: DataModel,
    run: &Run,
) -> Result<Result<Option<String>, String>, String> {
    let list = source.with_extension("inputs");
    write(&list, &inputs(run))?;
    let mut command = Command::new(candor);
    command.args(["run", "--no-config", "--check", "memory-leak", "--format", "json", "--max-steps", "300000"]);
    command.args(["--data-model", model.name()]).arg("--inputs").arg(&list).arg(source);
    let finished = process::run(&mut command, LIMIT)?;
    remove(&list);
    let stderr = finished.stderr_text();
    let last = stderr.lines().next_back().unwrap_or_default();
    let Ok(answer) = serde_json::from_str::<Value>(last) else {
        return Ok(Err(format!("no JSON: {last}")));
    };
    Ok(match answer["result"].as_str().unwrap_or_default() {
        "exit" | "assumption" => Ok(None),
        "limit" => Ok(Some("termination".to_owned())),
        "fault" => Ok(answer["diagnostic"]["check"].as_str().map(str::to_owned)),
        other => Err(format!("{other}: {}", answer["diagnostic"]["message"])),
    })
}

fn inputs(run: &Run) -> String {
    run.inputs.iter().map(|value| format!("{value}\n")).collect()
}

/// The instrumented program as an executable; an error is a message about candor.
pub(crate) fn instrument(
    candor: &Path,
    source: &Path,
    rules: &str,
    level: &str,
) -> Result<Result<std::path::PathBuf, String>, String> {
    let (output, runtime) = (source.with_extension("ll"), source.with_extension("runtime.c"));
    let executable = source.with_extension("instrumented");
    let mut command = Command::new(candor);
    command.args(["instrument", "--no-config", "--rules", rules, "--instrumentation", level]).arg(source);
    command.arg("-o").arg(&output).arg("--runtime").arg(&runtime);
    let finished = process::run(&mut command, LIMIT)?;
    if finished.code() != Some(0) {
        return Ok(Err(format!("candor instrument: {:?} {}", finished.status, finished.stderr_text())));
    }
    let mut clang = Command::new("clang-22");
    clang.args(["-w", "-O0"]).arg(&output).arg(&runtime).arg("-o").arg(&executable).args(["-lm", "-lpthread"]);
    let finished = process::run(&mut clang, LIMIT)?;
    remove(&output);
    remove(&runtime);
    if finished.code() == Some(0) { Ok(Ok(executable)) } else { Ok(Err(finished.stderr_text())) }
}

/// The check that an instrumented program finds broken with some inputs.
pub(crate) fn instrumented(executable: &Path, run: &Run) -> Result<Option<String>, String> {
    let list = executable.with_extension("list");
    write(&list, &inputs(run))?;
    let finished = process::run(Command::new(executable).env("CANDOR_INPUTS", &list), Duration::from_secs(5))?;
    remove(&list);
    let stderr = finished.stderr_text();
    let id = stderr.lines().find_map(|line| line.strip_prefix("error[")?.split_once(']').map(|(id, _)| id.to_owned()));
    Ok(id)
}

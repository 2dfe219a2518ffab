//! Runs candor on a test and compares: findings, exit status, output.

use std::fmt::{self, Write};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::directives::{Directives, Variant};
use crate::execute::{Finished, execute};
use crate::{native, root};

/// Far more than any test needs; a hang should not hold up the others for long.
const LIMIT: Duration = Duration::from_secs(60);

/// What candor reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) id: String,
    pub(crate) line: Option<usize>,
    pub(crate) file: String,
    pub(crate) message: String,
}

/// Why a test fails, with all that is needed to look into it.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    rerun: String,
    /// For `CANDOR_BLESS`: what is actually found, when candor came so far.
    pub(crate) actual: Option<Option<Finding>>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nrerun: {}", self.text, self.rerun)
    }
}

/// Runs one variant of a test and compares everything but the rendered text.
pub(crate) fn compare(name: &str, directives: &Directives, variant: &Variant) -> Result<(), Box<Failure>> {
    let args = arguments(name, directives, variant);
    let rerun = format!("candor {}", args.join(" "));
    let mut actual = None;
    let mut run = || -> Result<String, String> {
        let stdin = unescape(directives.get(variant, "stdin"));
        let finished = candor(&args, "json", &stdin)?;
        let finding = finding(&finished)?;
        actual = Some(finding.clone());
        let mut text = String::new();
        compare_findings(&mut text, name, directives, variant, finding.as_ref());
        compare_status(&mut text, directives.exit(variant)?, &finished);
        if directives.has(variant, "run-native") && variant.data_model == "LP64" {
            compare_native(&mut text, &files(name, directives, variant), directives, variant, &stdin, &finished)?;
        }
        if !text.is_empty() {
            show_output(&mut text, &finished);
        }
        Ok(text)
    };
    match run() {
        Ok(text) if text.is_empty() => Ok(()),
        Ok(text) | Err(text) => Err(Box::new(Failure { text, rerun, actual })),
    }
}

/// Compares the text for people with a `.stderr` file, if the test has one.
pub(crate) fn compare_stderr(
    name: &str,
    directives: &Directives,
    variant: &Variant,
    bless: bool,
) -> Result<(), Box<Failure>> {
    let path = root().join(name).with_extension("stderr");
    let Ok(expected) = fs::read_to_string(&path) else {
        return Ok(());
    };
    let args = arguments(name, directives, variant);
    let fail = |text: String| {
        let rerun = format!("candor {}", args.join(" "));
        Box::new(Failure { text, rerun, actual: None })
    };
    let finished = candor(&args, "text", &unescape(directives.get(variant, "stdin"))).map_err(fail)?;
    let actual = String::from_utf8_lossy(&finished.stderr).into_owned();
    if actual == expected {
        return Ok(());
    }
    if bless {
        return fs::write(&path, actual).map_err(|error| fail(format!("{}: {error}", path.display())));
    }
    Err(fail(format!("the text differs from {}\nexpected:\n{expected}\nactual:\n{actual}", path.display())))
}

fn files(name: &str, directives: &Directives, variant: &Variant) -> Vec<String> {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let more = directives.get(variant, "files").split_whitespace().map(|file| folder.join(file).display().to_string());
    std::iter::once(name.to_owned()).chain(more).collect()
}

fn arguments(name: &str, directives: &Directives, variant: &Variant) -> Vec<String> {
    let words = |key| directives.get(variant, key).split_whitespace().map(str::to_owned);
    let mut args = vec!["run".to_owned(), "--data-model".to_owned(), variant.data_model.to_owned()];
    args.extend(words("flags"));
    args.extend(files(name, directives, variant));
    if directives.has(variant, "args") {
        args.push("--".to_owned());
        args.extend(words("args"));
    }
    args
}

fn candor(args: &[String], format: &str, stdin: &[u8]) -> Result<Finished, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.current_dir(root()).arg(&args[0]).args(["--format", format, "--color", "never"]).args(&args[1..]);
    execute(&mut command, stdin, LIMIT)
}

/// The record is the last line on standard error.
fn finding(finished: &Finished) -> Result<Option<Finding>, String> {
    if finished.status.is_none() {
        return Err(format!("candor did not end within {} s", LIMIT.as_secs()));
    }
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let record = stderr.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
    let Some(record) = record.filter(|record| record["candor"] == 1) else {
        return Err(format!("candor gave no record; {:?}\n{stderr}", finished.status));
    };
    let diagnostic = &record["diagnostic"];
    if diagnostic.is_null() {
        return Ok(None);
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(Some(Finding {
        id: diagnostic["check"]
            .as_str()
            .filter(|_| diagnostic["kind"] == "fault")
            .map_or_else(|| text(&diagnostic["kind"]), str::to_owned),
        line: diagnostic["line"].as_u64().and_then(|line| usize::try_from(line).ok()).filter(|&line| line > 0),
        file: text(&diagnostic["file"]),
        message: text(&diagnostic["message"]),
    }))
}

fn compare_findings(
    text: &mut String,
    name: &str,
    directives: &Directives,
    variant: &Variant,
    finding: Option<&Finding>,
) {
    let mut found = finding;
    for expectation in directives.expectations(variant) {
        let fits = found.is_some_and(|finding| {
            // LLVM IR without debug info has no lines to report.
            let here = finding.line.map_or(name.ends_with(".ll"), |line| line == expectation.line);
            finding.id == expectation.id && here && finding.message.contains(&expectation.text)
        });
        if fits {
            found = None;
        } else {
            line(text, &format!("expected: {name}:{}: {}: {}", expectation.line, expectation.id, expectation.text));
        }
    }
    if let Some(finding) = found {
        let place = finding.line.map_or_else(String::new, |line| format!("{line}: "));
        line(text, &format!("found:    {}:{place}{}: {}", finding.file, finding.id, finding.message));
    } else if !text.is_empty() {
        line(text, "found:    nothing");
    }
}

fn compare_status(text: &mut String, expected: i32, finished: &Finished) {
    match finished.status.and_then(|status| status.code()) {
        Some(code) if code == expected & 0xff => {}
        Some(code) => line(text, &format!("exit status: expected {expected}, got {code}")),
        None => line(text, &format!("candor was killed: {:?}", finished.status)),
    }
}

fn compare_native(
    text: &mut String,
    files: &[String],
    directives: &Directives,
    variant: &Variant,
    stdin: &[u8],
    finished: &Finished,
) -> Result<(), String> {
    let native = native::run(files, directives, variant, stdin)?;
    if native.stdout != finished.stdout {
        line(text, "standard output differs from the native program's");
        line(text, &first_difference(&native.stdout, &finished.stdout));
    }
    let status = finished.status.and_then(|status| status.code());
    if status != Some(native.status) {
        line(text, &format!("exit status: the native program gives {}, candor {status:?}", native.status));
    }
    Ok(())
}

fn first_difference(native: &[u8], candor: &[u8]) -> String {
    let (native, candor) = (String::from_utf8_lossy(native), String::from_utf8_lossy(candor));
    let mut candor_lines = candor.lines();
    for (idx, line) in native.lines().enumerate() {
        let own = candor_lines.next();
        if own != Some(line) {
            return format!("  line {}\n  native: {line:?}\n  candor: {own:?}", idx + 1);
        }
    }
    format!("  candor prints more: {:?}", candor_lines.next())
}

fn show_output(text: &mut String, finished: &Finished) {
    const MOST: usize = 2000;
    for (what, bytes) in [("standard output", &finished.stdout), ("standard error", &finished.stderr)] {
        let output: String = String::from_utf8_lossy(bytes).chars().take(MOST).collect();
        line(text, &format!("{what}:\n{output}"));
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}

/// `\n`, `\t`, `\\`, `\0` and `\xNN` in a directive.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        match escaped {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('0') => bytes.push(0),
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap_or(b'?'));
            }
            Some(other) => bytes.extend(other.to_string().bytes()),
            None => bytes.extend(c.to_string().bytes()),
        }
    }
    bytes
}

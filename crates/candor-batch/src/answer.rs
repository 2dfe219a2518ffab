//! Answers: what a task's process said, and whether that is right.

use std::fmt;

use serde_json::Value;

use crate::supervise::{End, Finished};
use crate::task::Expected;
use crate::text::escape;

/// What is known about a task in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    /// With the part of the property, or the check, that is violated.
    False(Option<String>),
    /// Of a function: some arguments break a check, and callers can see to it that none is broken.
    Depends,
    Unknown,
    /// It had to be stopped.
    Timeout,
    OutOfMemory,
    /// The task could not be done at all: a file that cannot be compiled, a crash.
    Error,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True => f.write_str("TRUE"),
            Answer::False(None) => f.write_str("FALSE"),
            Answer::False(Some(part)) => write!(f, "FALSE({part})"),
            Answer::Depends => f.write_str("DEPENDS ON THE CALLER"),
            Answer::Unknown => f.write_str("UNKNOWN"),
            Answer::Timeout => f.write_str("TIMEOUT"),
            Answer::OutOfMemory => f.write_str("OUT OF MEMORY"),
            Answer::Error => f.write_str("ERROR"),
        }
    }
}

impl Answer {
    /// Reads an answer of candor's or another tool's, in any case; what is no answer is an error.
    pub(crate) fn from_text(text: &str) -> Answer {
        Answer::of_line(text).unwrap_or(match text.trim().to_ascii_uppercase().as_str() {
            "DEPENDS ON THE CALLER" => Answer::Depends,
            "TIMEOUT" => Answer::Timeout,
            "OUT OF MEMORY" => Answer::OutOfMemory,
            _ => Answer::Error,
        })
    }

    /// The last line of `candor check --svcomp`, exactly.
    fn of_line(line: &str) -> Option<Answer> {
        let line = line.trim();
        let upper = line.to_ascii_uppercase();
        match upper.as_str() {
            "TRUE" => Some(Answer::True),
            "FALSE" => Some(Answer::False(None)),
            "UNKNOWN" => Some(Answer::Unknown),
            _ => {
                let part = line.strip_suffix(')').filter(|_| upper.starts_with("FALSE("))?;
                let part = part.get("FALSE(".len()..)?;
                let is_name =
                    !part.is_empty() && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_,".contains(&c));
                is_name.then(|| Answer::False(Some(part.to_ascii_lowercase())))
            }
        }
    }

    /// Whether it settles the task.
    pub fn is_verdict(&self) -> bool {
        match self {
            Answer::True | Answer::False(_) | Answer::Depends => true,
            Answer::Unknown | Answer::Timeout | Answer::OutOfMemory | Answer::Error => false,
        }
    }
}

/// How an answer compares with what was expected.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    Wrong,
    Right,
    /// There is no verdict to be judged.
    None,
    /// Nobody has said what is right.
    Open,
}

impl Judgement {
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Wrong => "wrong",
            Judgement::Right => "right",
            Judgement::None => "none",
            Judgement::Open => "open",
        }
    }
}

/// Judges an answer. The right verdict for the wrong reason is wrong: another part of the property than the one that is violated.
pub fn judge(answer: &Answer, expected: Option<&Expected>) -> Judgement {
    let Some(expected) = expected else {
        return if answer.is_verdict() { Judgement::Open } else { Judgement::None };
    };
    let is_right = match answer {
        Answer::True => expected.holds,
        Answer::False(part) => {
            let fits = match (part, &expected.subproperty) {
                (Some(part), Some(expected)) => part.eq_ignore_ascii_case(expected),
                (None, _) | (_, None) => true,
            };
            !expected.holds && fits
        }
        // Who expects something of a function says of which callers.
        Answer::Depends => return Judgement::None,
        Answer::Unknown | Answer::Timeout | Answer::OutOfMemory | Answer::Error => return Judgement::None,
    };
    if is_right { Judgement::Right } else { Judgement::Wrong }
}

/// What a process gave, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub answer: Answer,
    /// Where and what, or why not: one line.
    pub detail: String,
}

impl Given {
    /// From a finished `candor check --format json`. With a property it was asked to answer as SV-COMP wants it, which
    /// counts; otherwise its exit status does.
    pub fn read(finished: &Finished, has_property: bool) -> Given {
        let code = match finished.end {
            End::Exited(code) => code,
            End::OutOfTime => return Given { answer: Answer::Timeout, detail: "did not stop by itself".to_owned() },
            End::OutOfMemory => {
                return Given { answer: Answer::OutOfMemory, detail: "did not stop by itself".to_owned() };
            }
            End::Signalled(signal) => {
                let detail = format!("killed by signal {signal}{}", last_words(&finished.stderr));
                return Given { answer: Answer::Error, detail };
            }
            End::Stopped => return Given { answer: Answer::Error, detail: "stopped".to_owned() },
        };
        let stdout = String::from_utf8_lossy(&finished.stdout);
        let report = stdout.lines().find(|line| line.starts_with('{'));
        let report: Value = report.and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
        let said = stdout.trim_end().lines().last().and_then(Answer::of_line).filter(|_| has_property);
        let answer = match (code, said) {
            (2, _) => Answer::Error,
            (0 | 1 | 3, Some(answer)) => answer,
            (0, None) if !has_property => Answer::True,
            (1, None) if !has_property => Answer::False(violated_check(&report)),
            (3, None) if !has_property => Answer::Unknown,
            (4, _) => Answer::Depends,
            _ => {
                let detail = format!("ended with status {code} and no answer{}", last_words(&finished.stderr));
                return Given { answer: Answer::Error, detail };
            }
        };
        let detail = detail(&report, &answer);
        Given { answer, detail: escape(detail.as_bytes()) }
    }
}

fn last_words(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    line.map_or_else(String::new, |line| format!(": {}", escape(line.as_bytes())))
}

fn violated_check(report: &Value) -> Option<String> {
    report.pointer("/violations/0/diagnostic/check").and_then(Value::as_str).map(str::to_owned)
}

/// The place and message of the first violation, or why there is no verdict.
fn detail(report: &Value, answer: &Answer) -> String {
    let text = |pointer: &str| report.pointer(pointer).and_then(Value::as_str);
    match answer {
        Answer::True | Answer::Timeout | Answer::OutOfMemory => String::new(),
        Answer::False(_) | Answer::Depends => {
            let place = report.pointer("/violations/0/diagnostic").map(place).unwrap_or_default();
            let check = violated_check(report).unwrap_or_default();
            let message = text("/violations/0/diagnostic/message").unwrap_or_default();
            let conditions = report.pointer("/precondition/conditions").and_then(Value::as_array);
            let conditions: Vec<&str> = conditions.into_iter().flatten().filter_map(Value::as_str).collect();
            let unless =
                if conditions.is_empty() { String::new() } else { format!("; not if {}", conditions.join(", ")) };
            format!("{place}{check}: {message}{unless}")
        }
        Answer::Unknown | Answer::Error => {
            let open = report.get("checks").and_then(Value::as_array).into_iter().flatten();
            let why = open.filter_map(|check| check.get("reason").and_then(Value::as_str)).next();
            let whole = text("/diagnostic/message").or_else(|| text("/incomplete/0/reason"));
            whole.or(why).unwrap_or_default().to_owned()
        }
    }
}

fn place(diagnostic: &Value) -> String {
    let file = diagnostic.get("file").and_then(Value::as_str);
    let line = diagnostic.get("line").and_then(Value::as_u64).unwrap_or(0);
    file.map_or_else(String::new, |file| format!("{file}:{line}: "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn finished(end: End, stdout: &str) -> Finished {
        Finished {
            end,
            stdout: stdout.as_bytes().to_vec(),
            stderr: b"what\na\x1bpity\n".to_vec(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    #[test]
    fn answers_are_read_back() {
        for text in [
            "TRUE",
            "FALSE",
            "FALSE(valid-deref)",
            "UNKNOWN",
            "DEPENDS ON THE CALLER",
            "TIMEOUT",
            "OUT OF MEMORY",
            "ERROR",
        ] {
            assert_eq!(Answer::from_text(text).to_string(), text);
        }
        assert_eq!(Answer::from_text("false"), Answer::False(None));
        assert_eq!(Answer::from_text("NOANSWER rc=3"), Answer::Error);
        assert_eq!(Answer::from_text("FALSE(a\u{1b}b)"), Answer::Error);
    }

    #[test]
    fn judgements() {
        let expect = |holds, part: Option<&str>| Expected { holds, subproperty: part.map(str::to_owned) };
        let violated = |part: &str| Answer::False(Some(part.to_owned()));
        assert_eq!(judge(&Answer::True, Some(&expect(true, None))), Judgement::Right);
        assert_eq!(judge(&Answer::True, Some(&expect(false, None))), Judgement::Wrong);
        assert_eq!(judge(&Answer::False(None), Some(&expect(false, Some("valid-free")))), Judgement::Right);
        assert_eq!(judge(&violated("valid-free"), Some(&expect(false, Some("valid-free")))), Judgement::Right);
        assert_eq!(judge(&violated("valid-deref"), Some(&expect(false, Some("valid-free")))), Judgement::Wrong);
        assert_eq!(judge(&violated("valid-deref"), Some(&expect(false, None))), Judgement::Right);
        assert_eq!(judge(&violated("valid-deref"), Some(&expect(true, None))), Judgement::Wrong);
        assert_eq!(judge(&Answer::Unknown, Some(&expect(true, None))), Judgement::None);
        assert_eq!(judge(&Answer::True, None), Judgement::Open);
        assert_eq!(judge(&Answer::Error, None), Judgement::None);
    }

    #[test]
    fn what_a_process_said_counts_only_with_its_status() {
        let read = |end, stdout: &str, has_property| Given::read(&finished(end, stdout), has_property);
        assert_eq!(read(End::Exited(0), "{}\nTRUE\n", true).answer, Answer::True);
        assert_eq!(read(End::Exited(1), "{}\nFALSE(valid-free)\n", true).answer.to_string(), "FALSE(valid-free)");
        assert_eq!(read(End::Exited(101), "TRUE\n", true).answer, Answer::Error);
        assert_eq!(read(End::Signalled(9), "TRUE\n", true).detail, "killed by signal 9: a\\x1bpity");
        assert_eq!(read(End::OutOfTime, "TRUE\n", true).answer, Answer::Timeout);
        assert_eq!(read(End::Exited(0), "", true).answer, Answer::Error);
        assert_eq!(
            read(End::Exited(2), "{\"diagnostic\":{\"message\":\"no\\nsuch file\"}}\nUNKNOWN", true).detail,
            "no\\nsuch file"
        );
    }

    #[test]
    fn without_a_property_the_status_counts() {
        let report = "{\"violations\":[{\"diagnostic\":{\"check\":\"out-of-bounds\",\"file\":\"a.c\",\"line\":3,\"message\":\"m\"}}]}\n";
        let given = Given::read(&finished(End::Exited(1), report), false);
        assert_eq!(given.answer.to_string(), "FALSE(out-of-bounds)");
        assert_eq!(given.detail, "a.c:3: out-of-bounds: m");
        let report = "{\"incomplete\":[{\"reason\":\"time\"}]}\n";
        assert_eq!(Given::read(&finished(End::Exited(3), report), false).detail, "time");
    }
}

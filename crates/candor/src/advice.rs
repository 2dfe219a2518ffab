//! What to try next when something is unknown: one flag at a time.

use candor_evidence::Verdict;
use candor_ir::Check;
use candor_portfolio::Engine;
use candor_report::{Answer, Findings};

use crate::guard::Cause;
use crate::options::CheckOptions;

/// What the user might do. Where everything is settled there is nothing to advise.
pub(crate) fn advice(options: &CheckOptions, findings: &Findings, cause: Option<Cause>) -> Vec<String> {
    let is_open = |answer: &Answer| matches!(answer, Answer::Unknown { .. });
    let n_open = findings.checks.iter().filter(|finding| is_open(&finding.answer)).count();
    if findings.verdict == Verdict::Holds || findings.incomplete.is_empty() && n_open == 0 {
        return Vec::new();
    }
    let mut advice = Vec::new();
    match cause {
        Some(Cause::Time) => {
            let now = options.time_limit().unwrap_or_default().as_secs_f64();
            advice.push(format!("--timeout {}, if there is more time", (now * 4.0).ceil()));
        }
        Some(Cause::Memory) => {
            advice.push(format!("--memory-limit {}, if there is more memory", options.memory_limit.saturating_mul(2)));
        }
        Some(Cause::User) | None => {}
    }
    for finding in findings.checks.iter().filter(|finding| finding.check == Check::Unwinding) {
        if (finding.answer == Answer::Violated || is_open(&finding.answer))
            && let Some(place) = &finding.place
        {
            advice.push(format!("--unwind {}:{}=N with a larger N", finding.function, place.line));
        }
    }
    if options.engine != Engine::Auto {
        advice.push("--engine auto, which runs all engines".to_owned());
    }
    if options.property.is_empty() {
        advice.push("--property NAME, to check fewer properties at once".to_owned());
    }
    if options.function.is_none() && cause.is_some() {
        advice.push("--function NAME, to check one function alone".to_owned());
    }
    if options.unwind.is_empty() && cause.is_some() {
        advice.push("--unwind N, to search for faults with every loop unrolled at most N times".to_owned());
    }
    advice.truncate(6);
    advice
}

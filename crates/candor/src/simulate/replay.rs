//! Executions that somebody has written down: logs of runs, and counterexamples in results.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use candor_bits::Bits;
use candor_context_concrete::{ChoiceQueues, ChoiceSource, RecordedChoice, Turn};
use candor_interp::ChoiceKind;
use serde::Deserialize;

use crate::choices;

pub(crate) enum Replay {
    Log(VecDeque<RecordedChoice>),
    Counterexample { choices: Vec<(ChoiceKind, Bits)>, function: Option<String> },
}

/// As much of a result of `candor check --format json` as matters here.
#[derive(Deserialize)]
struct CheckResult {
    violations: Vec<Violation>,
    #[serde(default)]
    build: Build,
}

#[derive(Deserialize)]
struct Violation {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    kind: String,
    width: u32,
    value: String,
}

#[derive(Default, Deserialize)]
struct Build {
    #[serde(default)]
    function: Option<String>,
}

/// Reads either; which one shows in the first line.
pub(super) fn read(path: &Path, violation: u32) -> Result<Replay, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    if text.trim_start().starts_with("{\"candor_choices\"") {
        return choices::read(&text).map(|log| Replay::Log(log.into())).map_err(|error| format!("{name}: {error}"));
    }
    let result: CheckResult = serde_json::from_str(&text).map_err(|_| {
        format!("{name}: this is neither a log of `candor run --record` nor a result of `candor check --format json`")
    })?;
    let n_violations = result.violations.len();
    let idx = usize::try_from(violation - 1).unwrap_or(usize::MAX);
    let violation = result.violations.into_iter().nth(idx);
    let violation = violation.ok_or_else(|| match n_violations {
        0 => format!("{name}: there is no counterexample in it"),
        1 => format!("{name}: there is only one counterexample in it"),
        _ => format!("{name}: there are {n_violations} counterexamples in it"),
    })?;
    let choices = violation.choices.iter().map(choice).collect::<Option<Vec<(ChoiceKind, Bits)>>>();
    let choices = choices.ok_or_else(|| format!("{name}: a choice in it makes no sense"))?;
    Ok(Replay::Counterexample { choices, function: result.build.function })
}

fn choice(choice: &Choice) -> Option<(ChoiceKind, Bits)> {
    Some((ChoiceKind::from_name(&choice.kind)?, choices::bits(choice.width, &choice.value)?))
}

impl Replay {
    /// The function that was checked in place of `main`.
    pub(super) fn function(&self) -> Option<String> {
        match self {
            Replay::Log(_) => None,
            Replay::Counterexample { function, .. } => function.clone(),
        }
    }

    /// Whether it is a counterexample that says which thread makes how many steps.
    pub(super) fn has_schedule(&self) -> bool {
        match self {
            Replay::Log(_) => false,
            Replay::Counterexample { choices, .. } => choices.iter().any(|(kind, value)| Turn::is_one(*kind, value)),
        }
    }

    pub(super) fn into_choices(self) -> ChoiceSource {
        match self {
            Replay::Log(log) => ChoiceSource::Replay(log),
            Replay::Counterexample { choices, .. } => {
                let mut queues = ChoiceQueues::default();
                choices.into_iter().for_each(|(kind, value)| queues.push(kind, value));
                ChoiceSource::Queues(queues)
            }
        }
    }
}

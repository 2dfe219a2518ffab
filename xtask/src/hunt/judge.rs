//! The rule of the hunt: what candor may say, given what all executions do.
//!
//! *Holds* while an execution breaks the property is a lie; *violated* while none does is a false alarm. Where the native build cannot tell
//! (undefined behaviour that the property does not speak of, a block that is left and may still be reachable), nothing is judged.

use std::collections::BTreeMap;

use super::ask::{Answer, Violation};
use super::configuration::Property;
use super::truth::{End, Run};

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Lie,
    FalseAlarm,
    /// A violation of a check that no sanitizer makes.
    Unseen,
    Crash,
    /// Candor does not take the program for C.
    Refused,
    /// A concrete run ends otherwise than the native one.
    Differs,
}

#[derive(Clone, Debug)]
pub(crate) struct Disagreement {
    pub(crate) kind: Kind,
    pub(crate) details: String,
}

/// What the executions say about a property; `None`: they cannot tell.
pub(crate) fn expected(property: Property, runs: &[Run]) -> Option<bool> {
    let verdicts: Vec<Option<bool>> = runs.iter().map(|run| holds_in(property, run)).collect();
    if verdicts.contains(&Some(false)) {
        Some(false)
    } else if verdicts.contains(&None) {
        None
    } else {
        Some(true)
    }
}

/// Whether one execution keeps the property.
fn holds_in(property: Property, run: &Run) -> Option<bool> {
    let nothing_left = if run.blocks_left == 0 && !run.is_blind { Some(true) } else { None };
    match property {
        Property::Default => match run.end {
            End::Normal | End::Endless => nothing_left,
            End::Assumed => Some(true),
            _ => Some(false),
        },
        Property::UnreachCall => match run.end {
            End::Reached => Some(false),
            End::Normal | End::Endless | End::Assumed | End::Assertion | End::Leak => Some(true),
            _ => None,
        },
        Property::MemSafety => match run.end {
            End::Access | End::Free | End::Leak => Some(false),
            End::Normal | End::Endless | End::Assertion => nothing_left,
            End::Assumed => Some(true),
            _ => None,
        },
        Property::MemCleanup => match run.end {
            End::Leak => Some(false),
            End::Normal => Some(run.blocks_left == 0),
            End::Endless | End::Assumed => Some(true),
            _ => None,
        },
        Property::NoOverflow => match run.end {
            End::Overflow => Some(false),
            End::Normal | End::Endless | End::Assumed | End::Assertion | End::Leak => Some(true),
            _ => None,
        },
        Property::Termination => match run.end {
            End::Endless => Some(false),
            End::Normal | End::Assumed | End::Assertion | End::Leak | End::Reached => Some(true),
            _ => None,
        },
        Property::DataRace => match run.end {
            End::Race => Some(false),
            End::Normal | End::Assumed | End::Assertion | End::Leak => Some(true),
            _ => None,
        },
    }
}

/// What is wrong with an answer to `candor check`.
pub(crate) fn judge(property: Property, runs: &[Run], answer: &Answer) -> Option<Disagreement> {
    let expected = expected(property, runs);
    match answer {
        Answer::Crash(text) => Some(Disagreement { kind: Kind::Crash, details: text.clone() }),
        Answer::Refused(text) => Some(Disagreement { kind: Kind::Refused, details: text.clone() }),
        Answer::Unknown(_) => None,
        Answer::Holds if expected == Some(false) => {
            let run = runs.iter().find(|run| holds_in(property, run) == Some(false))?;
            Some(Disagreement { kind: Kind::Lie, details: format!("holds, but {}", describe(run)) })
        }
        Answer::Holds => None,
        Answer::Violated(violations, _) if property != Property::Default => {
            let names: Vec<&str> = violations.iter().map(|violation| violation.check.as_str()).collect();
            let details = format!("{}, but {}", names.join(" "), summary(runs));
            let wrong_part = property == Property::MemSafety && names.iter().any(|name| !may_name(name, runs));
            (expected == Some(true) || wrong_part).then_some(Disagreement { kind: Kind::FalseAlarm, details })
        }
        Answer::Violated(violations, open) => {
            violations.iter().find_map(|violation| blame(violation, runs)).or_else(|| missed(violations, open, runs))
        }
    }
}

/// Whether some execution breaks the part of memory safety that an answer names, as in `FALSE(valid-free)`.
fn may_name(answer: &str, runs: &[Run]) -> bool {
    runs.iter().any(|run| match (answer, holds_in(Property::MemSafety, run)) {
        (_, None) => true,
        ("FALSE(valid-deref)", _) => run.end == End::Access,
        ("FALSE(valid-free)", _) => run.end == End::Free,
        ("FALSE(valid-memtrack)", _) => run.end == End::Leak || run.blocks_left > 0,
        _ => true,
    })
}

/// How many executions end in which way.
fn summary(runs: &[Run]) -> String {
    let mut counts: BTreeMap<End, usize> = BTreeMap::new();
    for run in runs {
        *counts.entry(run.end).or_default() += 1;
    }
    format!("the executions end so: {counts:?}")
}

pub(crate) fn describe(run: &Run) -> String {
    let lines = run
        .message
        .lines()
        .filter(|line| ["runtime error", "ERROR: ", "Assertion", "@race"].iter().any(|word| line.contains(word)));
    let message: Vec<&str> = lines.collect();
    format!("inputs {:?} end with {:?} {}", run.inputs, run.end, message.join(" | "))
}

/// A violation must be one of the execution with its inputs.
fn blame(violation: &Violation, runs: &[Run]) -> Option<Disagreement> {
    let same = |run: &&Run| same_inputs(&run.inputs, &violation.inputs);
    // With threads, several executions have the same inputs.
    let run = runs.iter().filter(same).find(|run| is_fault(run.end)).or_else(|| runs.iter().find(same));
    let details = match run {
        Some(run) if is_fault(run.end) => return None,
        Some(run) if run.end == End::Normal && run.blocks_left > 0 && violation.check == "memory-leak" => return None,
        Some(run) if run.is_blind && STACK.contains(&violation.check.as_str()) => return None,
        Some(run) => format!("{}, but {}", violation.check, describe(run)),
        // An input that an execution does not have: too many or too few, or out of range.
        None => format!("{} with inputs {:?}, which no execution has", violation.check, violation.inputs),
    };
    let kind = if UNSEEN.contains(&violation.check.as_str()) { Kind::Unseen } else { Kind::FalseAlarm };
    Some(Disagreement { kind, details })
}

/// Candor's inputs may be followed by others that come after the fault.
fn same_inputs(ours: &[i64], theirs: &[(u32, u64)]) -> bool {
    ours.len() >= theirs.len()
        && ours.iter().zip(theirs).all(|(&value, &(width, bits))| {
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            value.cast_unsigned() & mask == bits & mask
        })
}

fn is_fault(end: End) -> bool {
    !matches!(end, End::Normal | End::Assumed | End::Endless)
}

/// Checks that the sanitizers do not make.
const UNSEEN: [&str; 8] = [
    "uninitialized-read",
    "pointer-arithmetic",
    "pointer-comparison",
    "pointer-subtraction",
    "pointer-truncation",
    "invalid-call",
    "bad-stdlib-argument",
    "overlapping-copy",
];

/// Checks that a blind run says nothing about.
const STACK: [&str; 3] = ["out-of-bounds", "use-after-scope", "array-index"];

/// The checks that find what ends an execution so.
fn checks_for(end: End) -> &'static [&'static str] {
    match end {
        End::Reached => &["error-call"],
        End::Assertion => &["assertion"],
        End::Overflow => &["signed-overflow", "division-overflow"],
        End::Arithmetic => &["division-by-zero", "shift-out-of-range", "float-cast-overflow"],
        End::Leak => &["memory-leak"],
        End::Free => &["double-free", "invalid-free", "use-after-free"],
        End::Race => &["data-race"],
        End::Deadlock => &["deadlock"],
        End::Index | End::Access | End::Other | End::Normal | End::Assumed | End::Endless => &[],
    }
}

/// A kind of fault that an execution has and no violation or unknown check accounts for.
fn missed(violations: &[Violation], open: &[String], runs: &[Run]) -> Option<Disagreement> {
    let run = runs.iter().find(|run| {
        let checks = checks_for(run.end);
        let is_one = |id: &String| id == "*" || checks.contains(&id.as_str());
        !checks.is_empty() && !violations.iter().any(|violation| is_one(&violation.check)) && !open.iter().any(is_one)
    })?;
    let names: Vec<&str> = violations.iter().map(|violation| violation.check.as_str()).collect();
    let details = format!("violated ({}), and all else holds, but {}", names.join(", "), describe(run));
    Some(Disagreement { kind: Kind::Lie, details })
}

/// A concrete run against the native one with the same inputs.
pub(crate) fn compare(run: &Run, found: &Result<Option<String>, String>) -> Option<Disagreement> {
    let differs = |details: String| Some(Disagreement { kind: Kind::Differs, details });
    match found {
        Err(text) => differs(format!("cannot go on: {text}, and {}", describe(run))),
        Ok(Some(check)) if check == "termination" && run.end == End::Endless => None,
        // A block is lost before the run ends, by a fault or otherwise.
        Ok(Some(check)) if check == "memory-leak" && run.blocks_left > 0 => None,
        Ok(Some(check)) if !is_fault(run.end) => {
            if run.is_blind && STACK.contains(&check.as_str()) {
                return None;
            }
            let kind = if UNSEEN.contains(&check.as_str()) { Kind::Unseen } else { Kind::Differs };
            Some(Disagreement { kind, details: format!("{check}, but {}", describe(run)) })
        }
        Ok(Some(check)) => {
            let checks = checks_for(run.end);
            let same = checks.is_empty() || checks.contains(&check.as_str());
            if same { None } else { differs(format!("{check}, but {}", describe(run))) }
        }
        Ok(None) if is_fault(run.end) || run.end == End::Endless => differs(format!("no fault, but {}", describe(run))),
        Ok(None) => None,
    }
}

/// An instrumented run against the native one: only what the rules look for, and only by its class.
pub(crate) fn compare_instrumented(rules: &str, run: &Run, found: Option<&str>) -> Option<Disagreement> {
    let expected = match (rules, run.end) {
        ("memsafety", End::Normal) if run.is_blind => None,
        (_, End::Assumed | End::Normal) if run.blocks_left == 0 || rules == "overflow" => Some(false),
        ("memsafety", End::Access | End::Free | End::Leak) | ("overflow", End::Overflow) => Some(true),
        ("memcleanup", End::Normal | End::Leak) => Some(true),
        _ => None,
    }?;
    let kind = match (expected, found) {
        (true, None) => Kind::Lie,
        (false, Some(_)) => Kind::FalseAlarm,
        _ => return None,
    };
    Some(Disagreement { kind, details: format!("finds {found:?}, but {}", describe(run)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(inputs: &[i64], end: End, blocks_left: i64) -> Run {
        Run { inputs: inputs.to_vec(), end, blocks_left, message: String::new(), is_blind: false }
    }

    fn violated(check: &str, inputs: &[(u32, u64)]) -> Answer {
        Answer::Violated(vec![Violation { check: check.to_owned(), inputs: inputs.to_vec() }], Vec::new())
    }

    #[test]
    fn holds_while_an_execution_has_a_fault_is_a_lie() {
        let runs = [run(&[0], End::Normal, 0), run(&[1], End::Access, 0)];
        let kind = |property, answer| judge(property, &runs, answer).map(|disagreement| disagreement.kind);
        assert_eq!(kind(Property::Default, &Answer::Holds), Some(Kind::Lie));
        assert_eq!(kind(Property::MemSafety, &Answer::Holds), Some(Kind::Lie));
        // Behind the fault anything may happen.
        assert_eq!(kind(Property::Termination, &Answer::Holds), None);
        assert_eq!(kind(Property::Default, &Answer::Unknown("time".to_owned())), None);
    }

    #[test]
    fn a_violation_needs_an_execution_with_its_inputs() {
        let runs = [run(&[-1], End::Normal, 0), run(&[1], End::Access, 0)];
        let kind = |answer| judge(Property::Default, &runs, &answer).map(|disagreement| disagreement.kind);
        assert_eq!(kind(violated("out-of-bounds", &[(32, 1)])), None);
        assert_eq!(kind(violated("out-of-bounds", &[(32, 0xffff_ffff)])), Some(Kind::FalseAlarm));
        assert_eq!(kind(violated("out-of-bounds", &[(32, 7)])), Some(Kind::FalseAlarm));
        assert_eq!(kind(violated("uninitialized-read", &[(32, 7)])), Some(Kind::Unseen));
    }

    #[test]
    fn a_fault_of_another_kind_must_be_told_too() {
        let runs = [run(&[0], End::Overflow, 0), run(&[1], End::Access, 0)];
        let disagreement = judge(Property::Default, &runs, &violated("out-of-bounds", &[(32, 1)]));
        assert_eq!(disagreement.map(|disagreement| disagreement.kind), Some(Kind::Lie));
    }

    #[test]
    fn blocks_that_are_left_may_be_reachable() {
        let runs = [run(&[], End::Normal, 1)];
        assert_eq!(expected(Property::Default, &runs), None);
        assert_eq!(expected(Property::MemCleanup, &runs), Some(false));
    }
}

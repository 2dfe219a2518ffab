//! Findings for people: the verdict, what it depends on, each violation with the way to it, and a summary.
//!
//! What is asked first is answered first, in one line. Tables, every reason and the library's checks are for `--verbose`.

mod columns;
mod way;

use candor_evidence::{Precondition, Verdict};

use crate::diagnostic::Diagnostic;
use crate::findings::{Answer, Condition, Counts, Findings, Gap, Given, Violation, is_of_program};
use crate::message::printable;
use crate::sources::SourceCache;
use crate::terminal::{TerminalStyle, render_terminal, short};

/// How much is said.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Verbosity {
    /// A table of all checks, and every reason why something is open.
    pub verbose: bool,
    /// Every step of a counterexample, and every round of its loops.
    pub full_trace: bool,
}

/// The findings as text, with a line end.
pub fn render_findings(
    findings: &Findings,
    sources: &mut SourceCache<'_>,
    style: &TerminalStyle,
    verbosity: Verbosity,
) -> String {
    let mut text = verdict(findings);
    text += &basis(findings);
    text += &depends_on(findings, sources);
    if !findings.violations.is_empty() {
        text.push('\n');
    }
    for violation in &findings.violations {
        text += &render_terminal(&violation.diagnostic, sources, style);
        text += &recurrent_set(violation);
        text += &at_start(violation, verbosity.full_trace);
        text += &way::way_there(violation, sources, verbosity.full_trace);
        text.push('\n');
    }
    text += &if verbosity.verbose { table(findings) } else { summary(findings) };
    // One example of a caller that is to blame is enough: that nothing else was looked for is no gap.
    if findings.verdict == Verdict::DependsOnCaller && !verbosity.verbose {
        return text;
    }
    text += &remarks(findings, sources, verbosity.verbose);
    text
}

/// The verdict and each violation in one line, as compilers write errors; for `--quiet`.
pub fn render_brief(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let violations = findings.violations.iter().map(|violation| brief(&violation.diagnostic, sources));
    violations.chain([verdict(findings)]).collect()
}

/// "a.c:5:14: error[division-by-zero]: division by zero: `1 / 0`", with a line end.
pub fn brief(diagnostic: &Diagnostic, sources: &SourceCache<'_>) -> String {
    let place = diagnostic.place.as_ref().map_or_else(String::new, |place| format!("{}: ", short(place, sources)));
    let check = diagnostic.check.map_or_else(String::new, |check| format!("[{check}]"));
    format!("{place}error{check}: {}\n", diagnostic.message)
}

/// Why an execution never ends although no state comes back.
fn recurrent_set(violation: &Violation) -> String {
    const SHOWN: usize = 6;
    let facts: Vec<String> = violation.recurrent_set.iter().take(SHOWN).map(|fact| printable(fact)).collect();
    match facts.is_empty() {
        true => String::new(),
        false => format!("  recurrent set (every iteration leads back into it): {}\n", facts.join(" && ")),
    }
}

/// What the program was given: its arguments and its standard input, and what variables held that it does not define. Of the latter, long
/// ones and many of them are for programs to read.
fn at_start(violation: &Violation, is_full: bool) -> String {
    let mut inputs: Vec<String> =
        violation.outside.iter().map(|held| format!("{} = {}", held.variable, held.value)).collect();
    if way::hides_inputs(violation, is_full) {
        inputs.extend(given(violation));
    }
    let inputs = if inputs.is_empty() { String::new() } else { format!("  inputs: {}\n", inputs.join(", ")) };
    inputs + &held(violation)
}

/// What functions gave of which the program says nothing, for each call in the source: "`ask` at line 4 gives 0 (36 times), 5".
fn given(violation: &Violation) -> Vec<String> {
    let mut calls: Vec<(&str, Option<u32>, Vec<(&str, u64)>)> = Vec::new();
    let is_told = |given: &&Given| given.fails.is_none() && !given.again && is_of_program(&given.function);
    for given in violation.given.iter().filter(is_told) {
        let (function, line) = (given.function.as_str(), given.place.as_ref().map(|place| place.line));
        let known = calls.iter().position(|call| (call.0, call.1) == (function, line));
        let call_idx = known.unwrap_or(calls.len());
        if known.is_none() {
            calls.push((function, line, Vec::new()));
        }
        let values = &mut calls[call_idx].2;
        match values.last_mut() {
            Some((value, count)) if *value == given.value => *count += 1,
            Some(_) | None => values.push((&given.value, 1)),
        }
    }
    let say = |(function, line, values): (&str, Option<u32>, Vec<(&str, u64)>)| {
        let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
        format!("`{function}`{place} gives {}", runs(&values))
    };
    calls.into_iter().map(say).collect()
}

/// Values one after the other, equal ones together; of many the first and the last.
fn runs(values: &[(&str, u64)]) -> String {
    const FIRST: usize = 8;
    const LAST: usize = 2;
    let say = |(value, count): &(&str, u64)| match count {
        1 => (*value).to_owned(),
        _ => format!("{value} ({count} times)"),
    };
    if values.len() <= FIRST + LAST + 1 {
        return values.iter().map(say).collect::<Vec<String>>().join(", ");
    }
    let (first, rest) = values.split_at(FIRST);
    let (hidden, last) = rest.split_at(rest.len() - LAST);
    let n_hidden: u64 = hidden.iter().map(|(_, count)| count).sum();
    let shown = first.iter().map(say).chain([format!("({n_hidden} more)")]).chain(last.iter().map(say));
    shown.collect::<Vec<String>>().join(", ")
}

fn held(violation: &Violation) -> String {
    const SHOWN: usize = 6;
    const LONGEST: usize = 24;
    let told = violation.held.iter().filter(|held| held.value.len() <= LONGEST).take(SHOWN);
    let told: Vec<String> = told.map(|held| format!("{} = {}", held.variable, held.value)).collect();
    let rest = match violation.held.len() - told.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    if told.is_empty() { String::new() } else { format!("  at the start: {}{rest}\n", told.join(", ")) }
}

fn table(findings: &Findings) -> String {
    let mut rows: Vec<(&str, Counts)> = findings.groups.iter().map(|row| (row.group, row.counts)).collect();
    if findings.library.total() > 0 {
        rows.push(("library", findings.library));
    }
    if rows.len() > 1 {
        let total = rows.iter().fold(Counts::default(), |sum, (_, counts)| sum.sum(*counts));
        rows.push(("all", total));
    }
    if rows.is_empty() {
        return "There is nothing to check.\n".to_owned();
    }
    let mut text = format!("{:<12} {:>8} {:>9} {:>12} {:>8}\n", "checks", "hold", "violated", "unreachable", "unknown");
    for (name, counts) in rows {
        let Counts { holds, violated, unreachable, unknown } = counts;
        text += &format!("{name:<12} {holds:>8} {violated:>9} {unreachable:>12} {unknown:>8}\n");
    }
    text
}

/// "checks: 24 hold, 1 violated". The library's own are told only where they matter.
fn summary(findings: &Findings) -> String {
    let own = findings.groups.iter().fold(Counts::default(), |sum, row| sum.sum(row.counts));
    let library = findings.library;
    if own.total() + library.total() == 0 {
        return "There is nothing to check.\n".to_owned();
    }
    let mut parts = parts(own);
    if library.violated + library.unknown > 0 {
        let open = Counts { holds: 0, unreachable: 0, ..library };
        parts.push(format!("{} in library functions", self::parts(open).join(" and ")));
    }
    let parts = if parts.is_empty() { "all of them in library functions".to_owned() } else { parts.join(", ") };
    format!("checks: {parts}; `--verbose` lists them by kind\n")
}

fn parts(counts: Counts) -> Vec<String> {
    let Counts { holds, violated, unreachable, unknown } = counts;
    let words = [(holds, "hold"), (violated, "violated"), (unreachable, "unreachable"), (unknown, "unknown")];
    words.into_iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect()
}

/// Reasons that are named one by one.
const MOST_REASONS: usize = 20;
/// Places that are named one by one without `--verbose`.
const FEW_PLACES: usize = 5;

/// What the verdict is conditional on.
fn depends_on(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let mut text = String::new();
    let conditions = findings.conditions.iter().map(|condition| condition_text(condition, sources)).collect();
    list(&mut text, "holds only if", conditions, MOST_REASONS);
    if let Some(Precondition { conditions, is_shown }) = &findings.precondition {
        let title = if *is_shown { "holds if" } else { "no fault was found if" };
        list(&mut text, title, conditions.clone(), MOST_REASONS);
    }
    list(&mut text, "assumed", findings.assumptions.clone(), MOST_REASONS);
    text
}

/// What is missing, with every reason or with the first of several.
fn remarks(findings: &Findings, sources: &SourceCache<'_>, is_verbose: bool) -> String {
    let mut text = String::new();
    let gaps = findings.incomplete.iter().map(|gap| gap_text(gap, sources)).collect();
    let reasons = unknown_reasons(findings, sources);
    for (title, reasons) in [("not complete", gaps), ("unknown", reasons)] {
        match is_verbose {
            true => list(&mut text, title, reasons, MOST_REASONS),
            false => text += &folded(title, &reasons),
        }
    }
    let vacuous = findings.checks.iter().filter(|finding| finding.answer == Answer::Unreachable { vacuous: true });
    let vacuous =
        vacuous.filter_map(|finding| Some(format!("{} at {}", finding.check, short(finding.place.as_ref()?, sources))));
    let most = if is_verbose { MOST_REASONS } else { FEW_PLACES };
    list(&mut text, "vacuous (unreachable because of an assumption)", vacuous.collect(), most);
    text
}

/// The first reason, and how many others there are.
fn folded(title: &str, reasons: &[String]) -> String {
    match reasons {
        [] => String::new(),
        [only] => format!("{title}: {only}\n"),
        [first, rest @ ..] => {
            let n_more = u64::try_from(rest.len()).unwrap_or(u64::MAX);
            format!("{title}: {first}; `--verbose` names {}\n", plural(n_more, "more reason", "more reasons"))
        }
    }
}

fn list(text: &mut String, title: &str, items: Vec<String>, most: usize) {
    for item in items.iter().take(most) {
        *text += &format!("{title}: {item}\n");
    }
    if items.len() > most {
        *text += &format!("{title}: ... and {} more\n", items.len() - most);
    }
}

fn gap_text(gap: &Gap, sources: &SourceCache<'_>) -> String {
    match &gap.place {
        Some(place) => format!("{} ({})", gap.reason, short(place, sources)),
        None => gap.reason.clone(),
    }
}

/// Each reason once, with the number of checks and the first place it is about. What is incomplete as a whole has been said.
fn unknown_reasons(findings: &Findings, sources: &SourceCache<'_>) -> Vec<String> {
    let mut reasons: Vec<(&str, usize, Option<String>)> = Vec::new();
    for finding in &findings.checks {
        let Answer::Unknown { reason } = &finding.answer else { continue };
        if findings.incomplete.iter().any(|gap| gap.reason == *reason) {
            continue;
        }
        match reasons.iter_mut().find(|(other, ..)| other == reason) {
            Some((_, count, _)) => *count += 1,
            None => reasons.push((reason, 1, finding.place.as_ref().map(|place| short(place, sources)))),
        }
    }
    let say = |(reason, count, place): (&str, usize, Option<String>)| {
        let place = place.map_or_else(String::new, |place| format!(", the first at {place}"));
        format!("{reason} ({}{place})", plural(u64::try_from(count).unwrap_or(u64::MAX), "check", "checks"))
    };
    reasons.into_iter().map(say).collect()
}

fn verdict(findings: &Findings) -> String {
    format!("verdict: {}\n", verdict_line(findings))
}

/// The verdict in one line, without a line end.
pub(crate) fn verdict_line(findings: &Findings) -> String {
    match findings.verdict {
        Verdict::Holds if findings.conditions.is_empty() => "holds; no execution breaks a check".to_owned(),
        Verdict::Holds => {
            format!("holds, if {}; no execution breaks a check before that", all_conditions(findings))
        }
        Verdict::Violated => {
            let n_violations = u64::try_from(findings.violations.len()).unwrap_or(u64::MAX);
            format!("violated; {} found and replayed", plural(n_violations, "fault", "faults"))
        }
        Verdict::DependsOnCaller => {
            let is_shown = findings.precondition.as_ref().is_some_and(|precondition| precondition.is_shown);
            let others = if is_shown { "others break none" } else { "no other fault was found" };
            format!("depends on the caller; some arguments break a check, {others}")
        }
        Verdict::Unknown => {
            format!("unknown; no fault was found, but not all executions are covered{}", why(findings))
        }
    }
}

/// The first reason why something is open.
fn why(findings: &Findings) -> String {
    let of_check = findings.checks.iter().find_map(|finding| match &finding.answer {
        Answer::Unknown { reason } => Some(reason.as_str()),
        Answer::Holds | Answer::Violated | Answer::Unreachable { .. } => None,
    });
    let reason = findings.incomplete.first().map(|gap| gap.reason.as_str()).or(of_check);
    reason.map_or_else(String::new, |reason| format!(": {reason}"))
}

/// "`main` has no null-dereference (a.c:12)".
fn condition_text(condition: &Condition, sources: &SourceCache<'_>) -> String {
    let place = condition.place.as_ref().map_or_else(String::new, |place| format!(" ({})", short(place, sources)));
    format!("`{}` has no {}{place}", condition.function, condition.check)
}

/// The conditions in a few words: those of them that stand in one line each.
fn all_conditions(findings: &Findings) -> String {
    match &findings.conditions[..] {
        [one] => {
            let line = one.place.as_ref().map_or_else(String::new, |place| format!(" at line {}", place.line));
            format!("`{}` has no {}{line}", one.function, one.check)
        }
        several => format!("none of {} other faults occurs", several.len()),
    }
}

/// Who has shown that all checks hold, and what that rests on.
fn basis(findings: &Findings) -> String {
    let shares = findings.engines.iter().filter(|_| findings.verdict == Verdict::Holds);
    shares.map(|share| format!("shown by {}: {}\n", share.engine, share.because)).collect()
}

pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;

//! Findings for people: each violation with the way to it, a table of all checks, what is missing, the verdict.

mod columns;
mod way;

use candor_evidence::Verdict;

use crate::findings::{Answer, Condition, Counts, Findings, Gap, Violation};
use crate::sources::SourceCache;
use crate::terminal::{TerminalStyle, render_terminal, short};

/// The findings as text, with a line end.
pub fn render_findings(findings: &Findings, sources: &mut SourceCache<'_>, style: &TerminalStyle) -> String {
    let mut text = String::new();
    for violation in &findings.violations {
        text += &render_terminal(&violation.diagnostic, sources, style);
        text += &at_start(violation);
        text += &way::way_there(violation, sources);
        text.push('\n');
    }
    text += &table(findings);
    text += &remarks(findings, sources);
    text += &verdict(findings);
    text
}

/// What variables held that the program does not define; long ones and many of them are for programs to read.
fn at_start(violation: &Violation) -> String {
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

/// Reasons that are named one by one.
const MOST_REASONS: usize = 20;

fn remarks(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let mut text = String::new();
    let gaps = findings.incomplete.iter().map(|gap| gap_text(gap, sources)).collect();
    list(&mut text, "not complete", gaps);
    list(&mut text, "unknown", unknown_reasons(findings, sources));
    let conditions = findings.conditions.iter().map(|condition| condition_text(condition, sources)).collect();
    list(&mut text, "holds only if", conditions);
    list(&mut text, "assumed", findings.assumptions.clone());
    let vacuous = findings.checks.iter().filter(|finding| finding.answer == Answer::Unreachable { vacuous: true });
    let vacuous =
        vacuous.filter_map(|finding| Some(format!("{} at {}", finding.check, short(finding.place.as_ref()?, sources))));
    list(&mut text, "reached only against an assumption", vacuous.collect());
    text
}

fn list(text: &mut String, title: &str, items: Vec<String>) {
    for item in items.iter().take(MOST_REASONS) {
        *text += &format!("{title}: {item}\n");
    }
    if items.len() > MOST_REASONS {
        *text += &format!("{title}: ... and {} more\n", items.len() - MOST_REASONS);
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
    match findings.verdict {
        Verdict::Holds if findings.conditions.is_empty() => {
            format!("verdict: holds; no execution breaks a check{}\n", basis(findings))
        }
        Verdict::Holds => {
            let held = format!("no execution breaks a check before that{}", basis(findings));
            format!("verdict: holds, if {}; {held}\n", all_conditions(findings))
        }
        Verdict::Violated => {
            let n_violations = u64::try_from(findings.violations.len()).unwrap_or(u64::MAX);
            format!("verdict: violated; {} found and replayed\n", plural(n_violations, "fault", "faults"))
        }
        Verdict::Unknown => "verdict: unknown; no fault was found, but not all executions are covered\n".to_owned(),
    }
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
    let shares: Vec<String> =
        findings.engines.iter().map(|share| format!("{}: {}", share.engine, share.because)).collect();
    if shares.is_empty() { String::new() } else { format!(" ({})", shares.join("; ")) }
}

pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;

//! Findings for people: each violation with the way to it, a table of all checks, what is missing, the verdict.

use candor_evidence::Verdict;

use crate::findings::{Answer, Counts, Findings, Gap, Input, Step, Violation};
use crate::message::printable;
use crate::sources::SourceCache;
use crate::terminal::{TerminalStyle, render_terminal, short};

/// The findings as text, with a line end.
pub fn render_findings(findings: &Findings, sources: &mut SourceCache<'_>, style: &TerminalStyle) -> String {
    let mut text = String::new();
    for violation in &findings.violations {
        text += &render_terminal(&violation.diagnostic, sources, style);
        text += &way_there(violation, sources);
        text.push('\n');
    }
    text += &table(findings);
    text += &remarks(findings, sources);
    text += &verdict(findings);
    text
}

/// Lines of a trace that are shown; of a longer one the first and the last.
const MOST_LINES: usize = 60;
const FIRST_LINES: usize = 20;

/// Widths of source text beyond which values no longer stand in one column.
const SOURCE_WIDTH: usize = 44;

/// The steps that lead to a violation: function by function, each line with what it was given and what it changed.
fn way_there(violation: &Violation, sources: &mut SourceCache<'_>) -> String {
    let told = told_steps(violation);
    if told.len() < 2 {
        // The fault itself has been shown.
        return String::new();
    }
    let mut text = "  how it happens:\n".to_owned();
    let n_hidden = told.len().saturating_sub(MOST_LINES);
    let mut function = None;
    for (shown_idx, &(step_idx, step)) in told.iter().enumerate() {
        if n_hidden > 0 && shown_idx == FIRST_LINES {
            text += &format!("    ... {} ...\n", plural(left_out(violation, &told, n_hidden), "step", "steps"));
            function = None;
        }
        if n_hidden > 0 && (FIRST_LINES..FIRST_LINES + n_hidden).contains(&shown_idx) {
            continue;
        }
        if n_hidden == 0 && violation.steps_left_out > 0 && step_idx == violation.steps_before_gap {
            text += &format!("    ... {} ...\n", plural(violation.steps_left_out, "step", "steps"));
            function = None;
        }
        let header = (&step.function, step.depth);
        if function != Some(header) {
            text += &format!("  {}\n", step_header(step, sources));
            function = Some(header);
        }
        text += &step_line(step, sources);
    }
    text
}

/// Steps that say something, and the last one; with their indexes.
fn told_steps(violation: &Violation) -> Vec<(usize, &Step)> {
    let last_idx = violation.steps.len().saturating_sub(1);
    let tells = |step: &Step| !step.inputs.is_empty() || !step.changes.is_empty() || step.more_changes > 0;
    let steps = violation.steps.iter().enumerate();
    steps.filter(|(idx, step)| tells(step) || *idx == last_idx).collect()
}

/// How many steps lie between the first lines and the last ones.
fn left_out(violation: &Violation, told: &[(usize, &Step)], n_hidden: usize) -> u64 {
    let (from, to) = (told[FIRST_LINES].0, told[FIRST_LINES + n_hidden].0);
    let gap = if (from..to).contains(&violation.steps_before_gap) { violation.steps_left_out } else { 0 };
    gap + u64::try_from(to - from).expect("traces are short")
}

fn step_header(step: &Step, sources: &SourceCache<'_>) -> String {
    let file = step.place.as_ref().map_or("", |place| sources.display_path(&place.file));
    format!("in `{}`, {}:", step.function, printable(file))
}

fn step_line(step: &Step, sources: &mut SourceCache<'_>) -> String {
    let Some(place) = &step.place else { return String::new() };
    let source = sources.line(&place.file, place.line).map_or_else(String::new, |line| clip(line.trim()));
    let mut values: Vec<String> = inputs(&step.inputs);
    values.extend(step.changes.iter().map(|change| format!("{} = {}", change.variable, change.value)));
    if step.more_changes > 0 {
        values.push(format!("and {} more", step.more_changes));
    }
    let values = match values.is_empty() {
        true => String::new(),
        false => format!("  // {}", values.join(", ")),
    };
    let line = format!("{:>6} | {source:<SOURCE_WIDTH$}{values}", place.line);
    line.trim_end().to_owned() + "\n"
}

fn clip(source: &str) -> String {
    let source = printable(&source.replace('\t', " "));
    match source.char_indices().nth(SOURCE_WIDTH - 1) {
        Some((at, _)) if source.chars().nth(SOURCE_WIDTH).is_some() => format!("{}…", &source[..at]),
        _ => source,
    }
}

/// Inputs of one step that are named one by one.
const MOST_INPUTS: usize = 8;

fn inputs(inputs: &[Input]) -> Vec<String> {
    let say = |input: &Input| match (&input.function, input.kind) {
        (_, "input") => format!("input {}", input.value),
        (Some(function), "havoc") => format!("`{function}` gives {}", input.value),
        (_, kind) => format!("{kind} {}", input.value),
    };
    let mut said: Vec<String> = inputs.iter().take(MOST_INPUTS).map(say).collect();
    if inputs.len() > MOST_INPUTS {
        said.push(format!("{} more inputs", inputs.len() - MOST_INPUTS));
    }
    said
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
        Verdict::Holds => format!("verdict: holds; no execution breaks a check{}\n", basis(findings)),
        Verdict::Violated => {
            let n_violations = u64::try_from(findings.violations.len()).unwrap_or(u64::MAX);
            format!("verdict: violated; {} found and replayed\n", plural(n_violations, "fault", "faults"))
        }
        Verdict::Unknown => "verdict: unknown; no fault was found, but not all executions are covered\n".to_owned(),
    }
}

/// Who has shown that all checks hold, and what that rests on.
fn basis(findings: &Findings) -> String {
    let shares: Vec<String> =
        findings.engines.iter().map(|share| format!("{}: {}", share.engine, share.because)).collect();
    if shares.is_empty() { String::new() } else { format!(" ({})", shares.join("; ")) }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests;

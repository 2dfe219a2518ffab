//! `--explain`: the engine that settled each check, its argument, the open checks, and options to try.

use std::fmt::Write;

use candor_evidence::Verdict;

use crate::findings::{Answer, Findings};
use crate::message::printable;
use crate::sources::SourceCache;
use crate::terminal::short;

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";
/// Places that are named for each reason.
const MOST_PLACES: usize = 5;

/// The explanation as text, with a line end.
pub fn render_explanation(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let mut text = String::new();
    if findings.engines.is_empty() {
        text += "settled: no check\n";
    }
    for share in &findings.engines {
        let counts = share.counts;
        let mut parts = Vec::new();
        for (number, word) in
            [(counts.holds, "hold"), (counts.violated, "violated"), (counts.unreachable, "unreachable")]
        {
            if number > 0 {
                parts.push(format!("{number} {word}"));
            }
        }
        writeln!(text, "settled by {}: {}", share.engine, parts.join(", ")).expect(WRITES);
        if counts.holds + counts.unreachable > 0 {
            writeln!(text, "  because {}", share.because).expect(WRITES);
        }
        if counts.violated > 0 {
            text += "  and each violation was replayed on the concrete machine\n";
        }
    }
    if findings.verdict != Verdict::Violated || findings.checks.iter().any(is_open) {
        text += &open(findings, sources);
    }
    for facts in &findings.loops {
        let place = facts.place.as_ref().map_or_else(|| facts.function.clone(), |place| short(place, sources));
        writeln!(text, "the loop at {}:", printable(&place)).expect(WRITES);
        for invariant in facts.invariants.iter().chain(&facts.elements) {
            writeln!(text, "  invariant: {}", printable(invariant)).expect(WRITES);
        }
        if facts.depth > 0 {
            writeln!(text, "  k-induction over {} rounds", facts.depth).expect(WRITES);
        }
        if let Some(measure) = &facts.measure {
            writeln!(text, "  ranking function: {}", printable(measure)).expect(WRITES);
        }
        if let Some(bound) = &facts.bound {
            writeln!(text, "  at most {} rounds, by what the variables hold where it is entered", printable(bound))
                .expect(WRITES);
        }
    }
    if !findings.ending.is_empty() {
        text += "executions end (`--graph FILE` draws the states):\n";
        findings.ending.iter().for_each(|line| text += &format!("  {}\n", printable(line)));
    }
    if !findings.conditions.is_empty() {
        writeln!(text, "under the conditions (`holds only if:`) above").expect(WRITES);
    }
    if !findings.assumptions.is_empty() {
        writeln!(text, "under the assumptions (`assumed:`) above").expect(WRITES);
    }
    for advice in &findings.advice {
        writeln!(text, "try: {advice}").expect(WRITES);
    }
    text
}

fn is_open(finding: &crate::findings::Finding) -> bool {
    matches!(finding.answer, Answer::Unknown { .. })
}

/// Each reason, with the places that it leaves open.
fn open(findings: &Findings, sources: &SourceCache<'_>) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for finding in &findings.checks {
        let Answer::Unknown { reason } = &finding.answer else { continue };
        let place = finding.place.as_ref().map_or_else(|| finding.function.clone(), |place| short(place, sources));
        let place = format!("{} at {}", finding.check, printable(&place));
        match reasons.iter_mut().find(|(other, _)| other == reason) {
            Some((_, places)) => places.push(place),
            None => reasons.push((reason, vec![place])),
        }
    }
    let mut text = String::new();
    for (reason, mut places) in reasons {
        places.dedup();
        let n_more = places.len().saturating_sub(MOST_PLACES);
        places.truncate(MOST_PLACES);
        let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
        writeln!(text, "open, {reason}: {}{more}", places.join(", ")).expect(WRITES);
    }
    for gap in &findings.incomplete {
        let place = gap.place.as_ref().map_or_else(String::new, |place| format!(" ({})", short(place, sources)));
        writeln!(text, "not explored: {}{place}", gap.reason).expect(WRITES);
    }
    text
}

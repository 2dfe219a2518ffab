//! Writing YAML witnesses.
//!
//! Everything that is not a plain word of ours is written as a quoted JSON string, which is YAML as well.

use std::fmt::Write;

use candor_ir::Check;
use candor_report::{Findings, Place, SourceCache, Violation};

use super::{ASSUMPTION, BITS_32, BITS_64, CANDOR, CORRECTNESS, CYCLE, FOLLOW, RETURN, TARGET, VIOLATION};
use crate::sha256::sha256;
use crate::write::{Passed, WitnessInfo, bits, iso_time, target, waypoints};

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

pub(crate) fn write(
    findings: &Findings,
    info: &WitnessInfo,
    violation: Option<&Violation>,
    sources: &mut SourceCache<'_>,
) -> String {
    let (entry, content) = match violation {
        Some(violation) => (VIOLATION, segments(violation, sources)),
        None => (CORRECTNESS, invariants(findings)),
    };
    // Cycles and transition invariants came with 2.1, and so did the name of its expressions.
    let is_endless = violation.is_some_and(is_endless);
    let has_transitions = violation.is_none() && findings.loops.iter().any(|facts| facts.transition.is_some());
    let version = if is_endless || has_transitions { "2.1" } else { "2.0" };
    let model = if bits(findings) == 32 { BITS_32 } else { BITS_64 };
    let mut text = String::new();
    writeln!(text, "- entry_type: {entry}\n  metadata:\n    format_version: \"{version}\"").expect(WRITES);
    // The same witness has the same number.
    writeln!(text, "    uuid: {}", uuid(&format!("{}{}{content}", info.sha256, info.specification))).expect(WRITES);
    writeln!(text, "    creation_time: {}", quoted(&iso_time(info.time))).expect(WRITES);
    writeln!(text, "    producer:\n      name: {CANDOR}\n      version: {}", quoted(env!("CARGO_PKG_VERSION")))
        .expect(WRITES);
    if let Some(configuration) = info.configuration() {
        writeln!(text, "      configuration: {}", quoted(&configuration)).expect(WRITES);
    }
    writeln!(text, "    task:\n      input_files:\n      - {}", quoted(&info.file)).expect(WRITES);
    writeln!(text, "      input_file_hashes:\n        {}: {}", quoted(&info.file), info.sha256).expect(WRITES);
    writeln!(text, "      specification: {}", quoted(&info.specification)).expect(WRITES);
    writeln!(text, "      data_model: {model}\n      language: C").expect(WRITES);
    text + &content
}

/// JSON's strings are YAML's.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text always has a JSON form")
}

fn uuid(text: &str) -> String {
    let digits = sha256(text.as_bytes());
    let part = |range: std::ops::Range<usize>| &digits[range];
    // Version 8, variant 1: numbers of one's own making.
    format!("{}-{}-8{}-8{}-{}", part(0..8), part(8..12), part(13..16), part(17..20), part(20..32))
}

/// What is true whenever the head of a loop is reached, and of any two times that it is.
fn invariants(findings: &Findings) -> String {
    let mut text = String::new();
    for facts in &findings.loops {
        let Some(place) = &facts.place else { continue };
        let all: Vec<String> = facts.invariants.iter().map(|invariant| format!("({invariant})")).collect();
        let all = (!all.is_empty()).then(|| all.join(" && "));
        let kinds = [
            ("loop_invariant", all.as_deref(), "c_expression"),
            ("loop_transition_invariant", facts.transition.as_deref(), "ext_c_expression"),
        ];
        for (kind, value, format) in kinds {
            let Some(value) = value else { continue };
            writeln!(text, "  - invariant:\n      type: {kind}").expect(WRITES);
            text += "      location:\n";
            writeln!(text, "        file_name: {}\n        line: {}", quoted(&place.file), place.line).expect(WRITES);
            if place.column > 0 {
                writeln!(text, "        column: {}", place.column).expect(WRITES);
            }
            writeln!(text, "        function: {}", quoted(&facts.function)).expect(WRITES);
            writeln!(text, "      value: {}\n      format: {format}", quoted(value)).expect(WRITES);
        }
    }
    if text.is_empty() { "  content: []\n".to_owned() } else { format!("  content:\n{text}") }
}

/// Whether it is an execution that never ends.
fn is_endless(violation: &Violation) -> bool {
    violation.diagnostic.check == Some(Check::Termination)
}

fn segments(violation: &Violation, sources: &mut SourceCache<'_>) -> String {
    let mut text = "  content:\n".to_owned();
    let is_endless = is_endless(violation);
    let format = if is_endless { "ext_c_expression" } else { "acsl_expression" };
    let (stem, cycle): (Vec<Passed<'_>>, Vec<Passed<'_>>) =
        waypoints(violation).partition(|waypoint| !is_endless || !waypoint.again);
    for waypoint in stem {
        text += &returned(&waypoint, FOLLOW, format, sources);
    }
    let (place, function) = target(violation);
    let at = match place {
        Some(place) => location(&place.file, (place.line, place.column), function),
        None => location("", (1, 0), function),
    };
    if !is_endless {
        return text + &passed(TARGET, FOLLOW) + &at;
    }
    // It comes by here for ever, and by what it is given each time.
    text += &passed(ASSUMPTION, CYCLE);
    text += &at;
    writeln!(text, "        constraint:\n          format: c_expression\n          value: \"1\"").expect(WRITES);
    for waypoint in cycle {
        text += &returned(&waypoint, CYCLE, format, sources);
    }
    text
}

/// A call that returned something.
fn returned(waypoint: &Passed<'_>, action: &str, format: &str, sources: &mut SourceCache<'_>) -> String {
    let end = closing(waypoint.place, sources);
    let mut text = passed(RETURN, action) + &location(&waypoint.place.file, end, Some(waypoint.caller));
    writeln!(text, "        constraint:\n          format: {format}").expect(WRITES);
    writeln!(text, "          value: {}", quoted(&format!("\\result == {}", waypoint.value))).expect(WRITES);
    text
}

fn passed(event: &str, action: &str) -> String {
    format!("  - segment:\n    - waypoint:\n        type: {event}\n        action: {action}\n")
}

fn location(file: &str, (line, column): (u32, u32), function: Option<&str>) -> String {
    let mut text = format!("        location:\n          file_name: {}\n          line: {line}\n", quoted(file));
    if column > 0 {
        writeln!(text, "          column: {column}").expect(WRITES);
    }
    if let Some(function) = function {
        writeln!(text, "          function: {}", quoted(function)).expect(WRITES);
    }
    text
}

/// Where the closing parenthesis of the call stands: there, a witness speaks of its result. Without the source, at the call itself.
fn closing(place: &Place, sources: &mut SourceCache<'_>) -> (u32, u32) {
    const MOST_LINES: u32 = 50;
    let mut depth = 0;
    let mut skip = usize::try_from(place.column.saturating_sub(1)).unwrap_or(0);
    for line in place.line..place.line.saturating_add(MOST_LINES) {
        let Some(text) = sources.line(&place.file, line) else { break };
        for (idx, byte) in text.bytes().enumerate().skip(skip) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return (line, u32::try_from(idx + 1).unwrap_or(0)),
                b')' => depth -= 1,
                _ => {}
            }
        }
        skip = 0;
    }
    (place.line, place.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_spoken_of_where_the_call_ends() {
        let mut sources = SourceCache::new(|_| Some(b"int n =\n  f(g(1),\n    2) + h();\n".to_vec()));
        let at =
            |line, column, sources: &mut SourceCache<'_>| closing(&Place { file: "x.c".into(), line, column }, sources);
        assert_eq!(at(2, 3, &mut sources), (3, 6));
        assert_eq!(at(2, 5, &mut sources), (2, 8));
        assert_eq!(at(3, 10, &mut sources), (3, 12));
        assert_eq!(at(9, 1, &mut sources), (9, 1));
    }

    #[test]
    fn numbers_of_witnesses_look_like_uuids() {
        let uuid = uuid("x");
        assert_eq!(uuid.len(), 36);
        assert_eq!(uuid.matches('-').count(), 4);
    }
}

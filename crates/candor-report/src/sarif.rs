//! Findings as SARIF 2.1.0, for code hosts and editors: one run, a rule for each check, a result for each violation with the way
//! to it as a code flow, and one for each check that is still open.

use candor_ir::Check;
use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, Place};
use crate::findings::{Answer, Finding, Findings, Step, Violation};

/// The findings, or why there are none, as SARIF.
pub fn render_sarif(outcome: Result<&Findings, &Diagnostic>, status: i32) -> String {
    match outcome {
        Ok(findings) => {
            let violations = findings.violations.iter().map(violation_result);
            let open = findings.checks.iter().filter_map(open_result);
            log(violations.chain(open).collect(), status, notes_of(findings))
        }
        Err(diagnostic) => log(Vec::new(), status, vec![note("error", &diagnostic.message, None)]),
    }
}

/// A log with one run.
pub(crate) fn log(results: Vec<Value>, status: i32, notes: Vec<Value>) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "candor",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Check::ALL.iter().map(|&check| rule(check)).collect::<Vec<Value>>(),
            }},
            // Columns count bytes, which are the same for ASCII.
            "columnKind": "utf16CodeUnits",
            "invocations": [invocation(status, notes)],
            "results": results,
        }],
    });
    log.to_string()
}

fn rule(check: Check) -> Value {
    json!({
        "id": check.id(),
        "shortDescription": { "text": check.summary() },
        "help": { "text": format!("`candor explain {}` says what it finds, why that matters and how to mend it.", check.id()) },
        "defaultConfiguration": { "enabled": check.on_by_default(), "level": "error" },
    })
}

pub(crate) fn rule_index(check: Check) -> Option<usize> {
    Check::ALL.iter().position(|&other| other == check)
}

fn invocation(status: i32, notes: Vec<Value>) -> Value {
    json!({
        "executionSuccessful": status <= 1 || status == 3,
        "exitCode": status,
        "toolExecutionNotifications": notes,
    })
}

fn notes_of(findings: &Findings) -> Vec<Value> {
    let gaps = findings
        .incomplete
        .iter()
        .map(|gap| note("warning", &format!("not complete: {}", gap.reason), gap.place.as_ref()));
    let assumed = findings.assumptions.iter().map(|text| note("note", &format!("assumed: {text}"), None));
    let conditions = findings.conditions.iter().map(|condition| {
        let text = format!("holds only if: `{}` has no {}", condition.function, condition.check);
        note("warning", &text, condition.place.as_ref())
    });
    gaps.chain(conditions).chain(assumed).collect()
}

pub(crate) fn note(level: &str, text: &str, place: Option<&Place>) -> Value {
    let mut note = json!({ "level": level, "message": { "text": text } });
    if let Some(place) = place {
        note["locations"] = json!([{ "physicalLocation": physical(place) }]);
    }
    note
}

fn violation_result(violation: &Violation) -> Value {
    let diagnostic = &violation.diagnostic;
    let mut result = Map::new();
    if let Some(check) = diagnostic.check {
        result.insert("ruleId".to_owned(), json!(check.id()));
        result.insert("ruleIndex".to_owned(), json!(rule_index(check)));
    }
    result.insert("kind".to_owned(), json!("fail"));
    result.insert("level".to_owned(), json!("error"));
    result.insert("message".to_owned(), json!({ "text": diagnostic.message }));
    result.insert("locations".to_owned(), json!(locations(diagnostic.place.as_ref(), function_of(diagnostic))));
    let steps: Vec<Value> = violation.steps.iter().map(step).collect();
    if !steps.is_empty() {
        result.insert("codeFlows".to_owned(), json!([{ "threadFlows": [{ "locations": steps }] }]));
    }
    let frames: Vec<Value> = diagnostic
        .stack
        .iter()
        .map(|frame| json!({ "location": location(frame.place.as_ref(), Some(&frame.function)) }))
        .collect();
    if !frames.is_empty() {
        result.insert("stacks".to_owned(), json!([{ "frames": frames }]));
    }
    Value::Object(result)
}

fn function_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.stack.iter().find(|frame| !frame.library).map(|frame| frame.function.as_str())
}

fn open_result(finding: &Finding) -> Option<Value> {
    let Answer::Unknown { reason } = &finding.answer else { return None };
    Some(json!({
        "ruleId": finding.check.id(),
        "ruleIndex": rule_index(finding.check),
        "kind": "open",
        "level": "none",
        "message": { "text": format!("{}: unknown: {reason}", finding.check.id()) },
        "locations": locations(finding.place.as_ref(), Some(&finding.function)),
    }))
}

fn step(step: &Step) -> Value {
    let mut words: Vec<String> = step.inputs.iter().map(|input| format!("{} {}", input.kind, input.value)).collect();
    words.extend(step.changes.iter().map(|change| format!("{} = {}", change.variable, change.value)));
    let mut place = location(step.place.as_ref(), Some(&step.function));
    if !words.is_empty() {
        place["message"] = json!({ "text": words.join(", ") });
    }
    let importance = if words.is_empty() { "unimportant" } else { "important" };
    json!({ "location": place, "nestingLevel": step.depth, "importance": importance })
}

pub(crate) fn locations(place: Option<&Place>, function: Option<&str>) -> Vec<Value> {
    place.map(|place| location(Some(place), function)).into_iter().collect()
}

fn location(place: Option<&Place>, function: Option<&str>) -> Value {
    let mut location = Map::new();
    if let Some(place) = place {
        location.insert("physicalLocation".to_owned(), physical(place));
    }
    if let Some(function) = function {
        location.insert("logicalLocations".to_owned(), json!([{ "name": function, "kind": "function" }]));
    }
    Value::Object(location)
}

fn physical(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if place.line > 0 {
        physical["region"] = json!({ "startLine": place.line });
        if place.column > 0 {
            physical["region"]["startColumn"] = json!(place.column);
        }
    }
    physical
}

/// A path as a URI: absolute ones with a scheme, and whatever is no plain character by its bytes.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("/a b/ä\n\"x.c"), "file:///a%20b/%C3%A4%0A%22x.c");
        assert_eq!(uri("src/x.c"), "src/x.c");
    }

    #[test]
    fn unknown_columns_are_left_out() {
        let place = Place { file: "x.c".into(), line: 3, column: 0 };
        assert_eq!(physical(&place)["region"], json!({ "startLine": 3 }));
        let place = Place { file: "x.c".into(), line: 0, column: 0 };
        assert!(physical(&place).get("region").is_none());
    }

    #[test]
    fn a_refusal_is_a_log_too() {
        let diagnostic = Diagnostic::bare(crate::diagnostic::Kind::InputError, "a\"b\n]]>");
        let log: Value = serde_json::from_str(&render_sarif(Err(&diagnostic), 2)).expect("it is JSON");
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
        assert_eq!(log["runs"][0]["results"], json!([]));
    }
}

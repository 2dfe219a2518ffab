//! GraphML witnesses, format 1.0: an automaton whose edges name lines and what is assumed there.

use std::fmt::Write;

use super::{WitnessInfo, bits, iso_time, target, waypoints};
use crate::findings::{Findings, Violation};
use crate::xml::escape;

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// Keys that nodes, edges and the graph use: id, what it is for, its type, its default.
const KEYS: [(&str, &str, &str, Option<&str>); 17] = [
    ("witness-type", "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    ("specification", "graph", "string", None),
    ("programfile", "graph", "string", None),
    ("programhash", "graph", "string", None),
    ("architecture", "graph", "string", None),
    ("creationtime", "graph", "string", None),
    ("entry", "node", "boolean", Some("false")),
    ("violation", "node", "boolean", Some("false")),
    ("sink", "node", "boolean", Some("false")),
    ("startline", "edge", "int", None),
    ("endline", "edge", "int", None),
    ("assumption", "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("enterFunction", "edge", "string", None),
];

/// A key of our own, for checks that SV-COMP has no property for.
const CHECK: &str = "check";

pub(super) fn render(findings: &Findings, info: &WitnessInfo, violation: Option<&Violation>) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n".to_owned();
    text += "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
    for (id, target, ty, default) in KEYS {
        write!(text, "  <key id=\"{id}\" attr.name=\"{id}\" attr.type=\"{ty}\" for=\"{target}\"").expect(WRITES);
        match default {
            Some(default) => writeln!(text, "><default>{default}</default></key>"),
            None => writeln!(text, "/>"),
        }
        .expect(WRITES);
    }
    if info.check.is_some() {
        writeln!(text, "  <key id=\"{CHECK}\" attr.name=\"{CHECK}\" attr.type=\"string\" for=\"graph\"/>")
            .expect(WRITES);
    }
    text += "  <graph edgedefault=\"directed\">\n";
    let kind = if violation.is_some() { "violation_witness" } else { "correctness_witness" };
    let architecture = format!("{}bit", bits(findings));
    let producer = format!("candor {}", env!("CARGO_PKG_VERSION"));
    let facts = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &info.specification),
        ("programfile", &info.file),
        ("programhash", &info.sha256),
        ("architecture", &architecture),
        ("creationtime", &iso_time(info.time)),
    ];
    for (key, value) in facts {
        data(&mut text, "    ", key, value);
    }
    if let Some(check) = info.check {
        data(&mut text, "    ", CHECK, check.id());
    }
    text += "    <node id=\"N0\"><data key=\"entry\">true</data></node>\n";
    if let Some(violation) = violation {
        edges(&mut text, violation);
    }
    text + "  </graph>\n</graphml>\n"
}

/// A path: one edge for each value, and one to the fault.
fn edges(text: &mut String, violation: &Violation) {
    let mut number = 0;
    for waypoint in waypoints(violation) {
        number += 1;
        writeln!(text, "    <node id=\"N{number}\"/>").expect(WRITES);
        writeln!(text, "    <edge source=\"N{}\" target=\"N{number}\">", number - 1).expect(WRITES);
        lines(text, waypoint.place.line);
        data(text, "      ", "assumption", &format!("\\result == {};", waypoint.value));
        data(text, "      ", "assumption.scope", waypoint.caller);
        data(text, "      ", "assumption.resultfunction", waypoint.function);
        *text += "    </edge>\n";
    }
    writeln!(text, "    <node id=\"N{}\"><data key=\"violation\">true</data></node>", number + 1).expect(WRITES);
    writeln!(text, "    <edge source=\"N{number}\" target=\"N{}\">", number + 1).expect(WRITES);
    if let Some(place) = target(violation).0.filter(|place| place.line > 0) {
        lines(text, place.line);
    }
    *text += "    </edge>\n";
}

fn lines(text: &mut String, line: u32) {
    data(text, "      ", "startline", &line.to_string());
    data(text, "      ", "endline", &line.to_string());
}

fn data(text: &mut String, indent: &str, key: &str, value: &str) {
    writeln!(text, "{indent}<data key=\"{key}\">{}</data>", escape(value)).expect(WRITES);
}

//! Writing GraphML witnesses: a path with one edge for each value that the execution was given, and one to the fault.

use std::fmt::Write;

use candor_report::{Findings, Violation, escape_xml};

use super::{
    ARCHITECTURE, ASSUMPTION, BITS, CHECK, CORRECTNESS, ENTRY_NODE, FILE_HASH, KIND, LINE, SINK_NODE, SPECIFICATION,
    VIOLATION, VIOLATION_NODE,
};
use crate::write::{WitnessInfo, bits, iso_time, target, waypoints};

/// Writing to a string cannot fail.
const WRITES: &str = "strings grow as needed";

/// Keys that nodes, edges and the graph use: id, what it is for, its type, its default.
const KEYS: [(&str, &str, &str, Option<&str>); 17] = [
    (KIND, "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    (SPECIFICATION, "graph", "string", None),
    ("programfile", "graph", "string", None),
    (FILE_HASH, "graph", "string", None),
    (ARCHITECTURE, "graph", "string", None),
    ("creationtime", "graph", "string", None),
    (ENTRY_NODE, "node", "boolean", Some("false")),
    (VIOLATION_NODE, "node", "boolean", Some("false")),
    (SINK_NODE, "node", "boolean", Some("false")),
    (LINE, "edge", "int", None),
    ("endline", "edge", "int", None),
    (ASSUMPTION, "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("enterFunction", "edge", "string", None),
];

pub(crate) fn write(findings: &Findings, info: &WitnessInfo, violation: Option<&Violation>) -> String {
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
    let configuration = info.configuration();
    if configuration.is_some() {
        writeln!(text, "  <key id=\"{CHECK}\" attr.name=\"{CHECK}\" attr.type=\"string\" for=\"graph\"/>")
            .expect(WRITES);
    }
    text += "  <graph edgedefault=\"directed\">\n";
    let kind = if violation.is_some() { VIOLATION } else { CORRECTNESS };
    let architecture = format!("{}{BITS}", bits(findings));
    let producer = format!("candor {}", env!("CARGO_PKG_VERSION"));
    let facts = [
        (KIND, kind),
        ("sourcecodelang", "C"),
        ("producer", &producer),
        (SPECIFICATION, &info.specification),
        ("programfile", &info.file),
        (FILE_HASH, &info.sha256),
        (ARCHITECTURE, &architecture),
        ("creationtime", &iso_time(info.time)),
    ];
    for (key, value) in facts {
        data(&mut text, "    ", key, value);
    }
    if let Some(configuration) = configuration {
        data(&mut text, "    ", CHECK, &configuration);
    }
    marked_node(&mut text, 0, ENTRY_NODE);
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
        data(text, "      ", ASSUMPTION, &format!("\\result == {};", waypoint.value));
        data(text, "      ", "assumption.scope", waypoint.caller);
        data(text, "      ", "assumption.resultfunction", waypoint.function);
        *text += "    </edge>\n";
    }
    marked_node(text, number + 1, VIOLATION_NODE);
    writeln!(text, "    <edge source=\"N{number}\" target=\"N{}\">", number + 1).expect(WRITES);
    if let Some(place) = target(violation).0.filter(|place| place.line > 0) {
        lines(text, place.line);
    }
    *text += "    </edge>\n";
}

fn lines(text: &mut String, line: u32) {
    data(text, "      ", LINE, &line.to_string());
    data(text, "      ", "endline", &line.to_string());
}

fn marked_node(text: &mut String, number: u32, key: &str) {
    writeln!(text, "    <node id=\"N{number}\"><data key=\"{key}\">true</data></node>").expect(WRITES);
}

fn data(text: &mut String, indent: &str, key: &str, value: &str) {
    writeln!(text, "{indent}<data key=\"{key}\">{}</data>", escape_xml(value)).expect(WRITES);
}

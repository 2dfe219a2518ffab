//! YAML witnesses: segments of waypoints. What is to be avoided is left out, which makes a guide weaker but not wrong.

use crate::condition::comparisons;
use crate::witness::{Hint, Kind, Witness};
use crate::yaml::{Node, parse};

pub(crate) fn read(text: &str) -> Result<Witness, String> {
    let root = parse(text)?;
    let entries = root.items();
    let entry = entries.iter().find(|entry| entry.text("entry_type").is_some()).ok_or("there is no entry in it")?;
    let kind = match entry.text("entry_type") {
        Some("violation_sequence") => Kind::Violation,
        Some("invariant_set" | "loop_invariant" | "location_invariant") => Kind::Correctness,
        Some(_) | None => return Err("it does not say what kind of witness it is".to_owned()),
    };
    let task = entry.get("metadata").and_then(|metadata| metadata.get("task"));
    let hashes = task.and_then(|task| task.get("input_file_hashes"));
    let mut witness = Witness {
        kind,
        specification: task.and_then(|task| task.text("specification")).map(str::to_owned),
        pointer_bits: match task.and_then(|task| task.text("data_model")) {
            Some("ILP32") => Some(32),
            Some("LP64") => Some(64),
            Some(_) | None => None,
        },
        hash: hashes.and_then(Node::first_text).map(str::to_lowercase),
        hints: Vec::new(),
        target: None,
    };
    for segment in entry.get("content").map(Node::items).unwrap_or_default() {
        for part in segment.get("segment").map(Node::items).unwrap_or_default() {
            if let Some(waypoint) = part.get("waypoint") {
                follow(&mut witness, waypoint);
            }
        }
    }
    Ok(witness)
}

fn follow(witness: &mut Witness, waypoint: &Node) {
    if waypoint.text("action").is_some_and(|action| action != "follow") {
        return;
    }
    let location = waypoint.get("location");
    let Some(line) = location.and_then(|location| location.text("line")).and_then(|line| line.parse().ok()) else {
        return;
    };
    let condition = waypoint.get("constraint").and_then(|constraint| constraint.text("value")).unwrap_or("");
    match waypoint.text("type") {
        Some("target") => witness.target = Some(line),
        Some("function_return" | "assumption") => {
            let comparisons = comparisons(condition);
            if !comparisons.is_empty() {
                witness.hints.push(Hint { line, function: None, comparisons });
            }
        }
        Some(_) | None => {}
    }
}

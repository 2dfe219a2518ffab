//! Reading YAML witnesses: segments of waypoints. A waypoint that is not understood is left out, which makes a guide weaker.

use super::{ASSUMPTION, BITS_32, BITS_64, CANDOR, CORRECTNESS, CYCLE, FOLLOW, RETURN, TARGET, VIOLATION};
use crate::condition::{comparisons, conjunction};
use crate::witness::{Event, Kind, Segment, Way, Waypoint, Witness, read_configuration};
use crate::yaml::{Node, parse};

pub(crate) fn read(text: &str) -> Result<Witness, String> {
    let root = parse(text)?;
    let entries = root.items();
    let entry = entries.iter().find(|entry| entry.text("entry_type").is_some()).ok_or("there is no entry in it")?;
    let kind = match entry.text("entry_type") {
        Some(VIOLATION) => Kind::Violation,
        Some(CORRECTNESS | "loop_invariant" | "location_invariant") => Kind::Correctness,
        Some(_) | None => return Err("it does not say what kind of witness it is".to_owned()),
    };
    let task = entry.get("metadata").and_then(|metadata| metadata.get("task"));
    let producer = entry.get("metadata").and_then(|metadata| metadata.get("producer"));
    let is_ours = producer.and_then(|producer| producer.text("name")) == Some(CANDOR);
    let configuration = producer.filter(|_| is_ours).and_then(|producer| producer.text("configuration"));
    let (check, malloc_may_fail) = configuration.map(read_configuration).unwrap_or_default();
    let hashes = task.and_then(|task| task.get("input_file_hashes"));
    let mut witness = Witness {
        kind,
        specification: task.and_then(|task| task.text("specification")).map(str::to_owned),
        check,
        malloc_may_fail,
        pointer_bits: match task.and_then(|task| task.text("data_model")) {
            Some(BITS_32) => Some(32),
            Some(BITS_64) => Some(64),
            Some(_) | None => None,
        },
        hash: hashes.and_then(Node::first_text).map(str::to_lowercase),
        segments: Vec::new(),
        avoid: Vec::new(),
        target: None,
    };
    for segment in entry.get("content").map(Node::items).unwrap_or_default() {
        let parts = segment.get("segment").map(Node::items).unwrap_or_default();
        add(&mut witness, parts.iter().filter_map(|part| part.get("waypoint")))?;
    }
    Ok(witness)
}

/// A segment: what to avoid, then the one waypoint to follow.
fn add<'n>(witness: &mut Witness, waypoints: impl Iterator<Item = &'n Node>) -> Result<(), String> {
    let mut avoid = Vec::new();
    for node in waypoints {
        match node.text("action") {
            Some("avoid") => avoid.extend(waypoint(node, conjunction)),
            Some(FOLLOW) | None if node.text("type") == Some(TARGET) => {
                witness.target = Some(line(node).ok_or("the target is at no line")?);
                witness.avoid = std::mem::take(&mut avoid);
            }
            // Where an execution that never ends goes round.
            Some(CYCLE) if node.text("type") == Some(ASSUMPTION) && witness.target.is_none() => {
                witness.target = Some(line(node).ok_or("the cycle is at no line")?);
            }
            Some(FOLLOW | CYCLE) | None => {
                let found = waypoint(node, |text| Some(comparisons(text)).filter(|found| !found.is_empty()));
                let avoid = std::mem::take(&mut avoid);
                witness.segments.extend(found.map(|follow| Segment { avoid, follow }));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn waypoint(node: &Node, understand: impl Fn(&str) -> Option<Vec<crate::Comparison>>) -> Option<Waypoint> {
    let condition = node.get("constraint").and_then(|constraint| constraint.text("value")).unwrap_or("").trim();
    let event = match node.text("type")? {
        "branching" => Event::Branch(way(condition)?),
        RETURN => Event::Return(understand(condition)?),
        ASSUMPTION => Event::Before(understand(condition)?),
        _ => return None,
    };
    let column = node.get("location").and_then(|location| location.text("column")).and_then(|text| text.parse().ok());
    Some(Waypoint { line: line(node)?, column, event })
}

fn way(text: &str) -> Option<Way> {
    match text {
        "true" => Some(Way::Then),
        "false" => Some(Way::Else),
        "default" => Some(Way::Default),
        number => number.parse().ok().map(Way::Case),
    }
}

fn line(node: &Node) -> Option<u32> {
    node.get("location").and_then(|location| location.text("line")).and_then(|line| line.parse().ok())
}

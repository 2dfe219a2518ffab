//! Reading GraphML witnesses: the path from the entry to the violation, edge by edge.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    ARCHITECTURE, ASSUMPTION, BITS, CHECK, CORRECTNESS, ENTRY_NODE, FILE_HASH, KIND, LINE, SINK_NODE, SPECIFICATION,
    VIOLATION, VIOLATION_NODE,
};
use crate::condition::comparisons;
use crate::witness::{Event, Kind, Segment, Way, Waypoint, Witness, read_configuration};
use crate::xml::{Element, parse};

pub(crate) fn read(text: &str) -> Result<Witness, String> {
    let root = parse(text)?;
    let graph = root.named("graph").next().ok_or("there is no graph in it")?;
    let kind = match graph.data(KIND) {
        Some(VIOLATION) => Kind::Violation,
        Some(CORRECTNESS) => Kind::Correctness,
        Some(_) | None => return Err("it does not say what kind of witness it is".to_owned()),
    };
    let (check, malloc_may_fail) = graph.data(CHECK).map(read_configuration).unwrap_or_default();
    Ok(Witness {
        kind,
        specification: graph.data(SPECIFICATION).map(str::to_owned),
        check,
        malloc_may_fail,
        pointer_bits: graph.data(ARCHITECTURE).and_then(|name| name.trim_end_matches(BITS).parse().ok()),
        hash: graph.data(FILE_HASH).map(str::to_lowercase),
        segments: segments(graph),
        avoid: Vec::new(),
        // An edge may stand for many steps; the last one is not always that of the violation.
        target: None,
    })
}

/// The way from the entry to a violation: what its edges say, and which branches lead off it to where nothing is to be found.
fn segments(graph: &Element) -> Vec<Segment> {
    let sinks = marked(graph, SINK_NODE);
    let mut segments: Vec<Segment> = Vec::new();
    let mut avoid = Vec::new();
    // The branch of the edge before.
    let mut before: Option<u32> = None;
    for edge in shortest_path(graph) {
        let others = graph.named("edge").filter(|other| other.attribute("source") == edge.attribute("source"));
        let off = others.filter(|other| other.attribute("target").is_some_and(|target| sinks.contains(target)));
        avoid.extend(off.filter_map(branch));
        if let Some(follow) = branch(edge) {
            // A condition with several parts has an edge for each of them; only where all of them lead can be told.
            let same = before == Some(follow.line);
            before = Some(follow.line);
            let earlier = if same { segments.pop() } else { None };
            let earlier = earlier.into_iter().flat_map(|segment| segment.avoid);
            let avoid = earlier.chain(std::mem::take(&mut avoid)).filter(|point| !(same && point.line == follow.line));
            segments.push(Segment { avoid: avoid.collect(), follow });
        } else {
            before = None;
        }
        if let Some((line, assumption)) = line(edge).zip(edge.data(ASSUMPTION)) {
            let comparisons = comparisons(assumption);
            if !comparisons.is_empty() {
                before = None;
                let follow = Waypoint { line, column: None, event: Event::Return(comparisons) };
                segments.push(Segment { avoid: std::mem::take(&mut avoid), follow });
            }
        }
    }
    segments
}

fn branch(edge: &Element) -> Option<Waypoint> {
    let way = match edge.data("control")? {
        "condition-true" => Way::Then,
        "condition-false" => Way::Else,
        _ => return None,
    };
    Some(Waypoint { line: line(edge)?, column: None, event: Event::Branch(way) })
}

fn line(edge: &Element) -> Option<u32> {
    edge.data(LINE).and_then(|line| line.parse().ok())
}

/// The nodes for which this is true.
fn marked<'g>(graph: &'g Element, key: &'g str) -> BTreeSet<&'g str> {
    let nodes = graph.named("node").filter(|node| node.data(key) == Some("true"));
    nodes.filter_map(|node| node.attribute("id")).collect()
}

/// The edges from the entry to a violation. Where there are several ways, the one with the fewest.
fn shortest_path(graph: &Element) -> Vec<&Element> {
    let (entries, violations) = (marked(graph, ENTRY_NODE), marked(graph, VIOLATION_NODE));
    let mut outgoing: BTreeMap<&str, Vec<(&str, &Element)>> = BTreeMap::new();
    for edge in graph.named("edge") {
        if let (Some(source), Some(target)) = (edge.attribute("source"), edge.attribute("target")) {
            outgoing.entry(source).or_default().push((target, edge));
        }
    }
    // Who was reached from where, and by which edge.
    let mut reached: BTreeMap<&str, Option<(&str, &Element)>> = entries.iter().map(|&entry| (entry, None)).collect();
    let mut queue: VecDeque<&str> = entries.into_iter().collect();
    while let Some(node) = queue.pop_front() {
        if violations.contains(node) {
            return edges_to(node, &reached);
        }
        for &(next, edge) in outgoing.get(node).into_iter().flatten() {
            if !reached.contains_key(next) {
                reached.insert(next, Some((node, edge)));
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

fn edges_to<'g>(node: &'g str, reached: &BTreeMap<&'g str, Option<(&'g str, &'g Element)>>) -> Vec<&'g Element> {
    let mut edges = Vec::new();
    let mut node = node;
    while let Some(Some((before, edge))) = reached.get(node) {
        edges.push(*edge);
        node = before;
    }
    edges.reverse();
    edges
}

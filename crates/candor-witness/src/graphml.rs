//! GraphML witnesses: the path from the entry to the violation, edge by edge.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::condition::comparisons;
use crate::witness::{Hint, Kind, Witness};
use crate::xml::{Element, parse};

pub(crate) fn read(text: &str) -> Result<Witness, String> {
    let root = parse(text)?;
    let graph = root.named("graph").next().ok_or("there is no graph in it")?;
    let kind = match graph.data("witness-type") {
        Some("violation_witness") => Kind::Violation,
        Some("correctness_witness") => Kind::Correctness,
        Some(_) | None => return Err("it does not say what kind of witness it is".to_owned()),
    };
    let mut hints = Vec::new();
    let mut target = None;
    for edge in shortest_path(graph) {
        let line = edge.data("startline").and_then(|line| line.parse().ok());
        target = line.or(target);
        if let (Some(line), Some(assumption)) = (line, edge.data("assumption")) {
            let function = edge.data("assumption.resultfunction").map(str::to_owned);
            hints.push(Hint { line, function, comparisons: comparisons(assumption) });
        }
    }
    hints.retain(|hint| !hint.comparisons.is_empty());
    Ok(Witness {
        kind,
        specification: graph.data("specification").map(str::to_owned),
        pointer_bits: graph.data("architecture").and_then(|name| name.trim_end_matches("bit").parse().ok()),
        hash: graph.data("programhash").map(str::to_lowercase),
        hints,
        target,
    })
}

/// The edges from the entry to a violation. Where there are several ways, the one with the fewest.
fn shortest_path(graph: &Element) -> Vec<&Element> {
    let marked = |key: &'static str| {
        let nodes = graph.named("node").filter(move |node| node.data(key) == Some("true"));
        nodes.filter_map(|node| node.attribute("id")).collect::<BTreeSet<&str>>()
    };
    let (entries, violations) = (marked("entry"), marked("violation"));
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

//! Control-flow refinement: locations of loops are split by the transition that was taken last.
//!
//! After Domenech, Gallagher, Genaim, "Control-Flow Refinement by Partial Evaluation" (TPLP 2019), with the last transition as the
//! property to evaluate by. What holds after one transition need not hold after another: `while (x != y) if (x < y) x++; else y++;` never
//! changes sides, and each location of the split system has invariants of its own.

use std::collections::BTreeMap;

use crate::farkas::Polyhedron;
use crate::transition::{Graph, Transition};

/// A larger system is not split.
const MAX_TRANSITIONS: usize = 250;

/// The system with the locations of these transitions split; `None` if it would get too large, or stays as it is.
pub(crate) fn split(graph: &Graph, hot: &[Vec<usize>]) -> Option<Graph> {
    let is_hot = |location: usize| hot.iter().flatten().any(|&index| graph.transitions[index].from == location);
    let mut result = Graph { transitions: Vec::new(), ..graph.clone() };
    // The copies of a location, with the transition that leads there.
    let mut copies: BTreeMap<usize, Vec<(usize, Option<&Transition>)>> = BTreeMap::new();
    for location in (0..graph.locations.len()).filter(|&location| !is_hot(location)) {
        copies.insert(location, vec![(location, None)]);
    }
    let mut target = Vec::new();
    for transition in &graph.transitions {
        if !is_hot(transition.to) {
            target.push(transition.to);
            continue;
        }
        let number = copies.get(&transition.to).map_or(1, |copies| copies.len() + 1);
        let (name, parameters) = &graph.locations[transition.to];
        result.locations.push((format!("{name}.{number}"), parameters.clone()));
        let copy = result.locations.len() - 1;
        copies.entry(transition.to).or_default().push((copy, Some(transition)));
        target.push(copy);
    }
    for (transition, to) in graph.transitions.iter().zip(target) {
        for (from, before) in copies.get(&transition.from).into_iter().flatten() {
            let is_possible = before.is_none_or(|before| {
                !before.composes(transition) || {
                    let both = before.then(transition, graph.n_parameters).simplified(graph.first_choice());
                    both.is_some_and(|both| Polyhedron::of_transition(&both).is_some())
                }
            });
            if is_possible {
                result.transitions.push(Transition { from: *from, to, ..transition.clone() });
            }
        }
        if result.transitions.len() > MAX_TRANSITIONS {
            return None;
        }
    }
    crate::prepare::drop_unreachable(&mut result);
    Some(result)
}

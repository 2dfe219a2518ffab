//! Termination: transitions are removed, component by component, until no circle is left.
//!
//! After Alias, Darte, Feautrier, Gonnord, "Multi-dimensional Rankings, Program Termination, and Complexity Bounds" (SAS 2010), and
//! Bradley, Manna, Sipma, "Linear Ranking with Reachability" (CAV 2005): a function that decreases on some transitions of a component,
//! is bounded there, and increases on none, shows that those are taken finitely often; what is left falls apart into smaller components.
//! Together the functions are lexicographic. Entry point: [`prove`].

use crate::components::components;
use crate::constraint::Constraint;
use crate::farkas::{Polyhedron, monomials_of};
use crate::limit::Limit;
use crate::ranking::{Edge, Ranking, synthesise};
use crate::transition::Graph;

/// Constraints that hold whenever a run is at the location.
pub(crate) type Invariants = Vec<Vec<Constraint>>;

/// Why a system terminates, or part of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Termination {
    pub(crate) invariants: Invariants,
    pub(crate) steps: Vec<Step>,
}

/// Some transitions of a component can be taken finitely often.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The transitions of the component.
    pub(crate) edges: Vec<usize>,
    pub(crate) ranking: Ranking,
}

/// In larger components nests of depth four are only tried for all transitions at once.
const MAX_DEEP: usize = 8;

/// Removes what can be removed; returns the transitions on circles that are left, component by component.
pub(crate) fn prove(graph: &Graph, invariants: Invariants, limit: &Limit) -> (Termination, Vec<Vec<usize>>) {
    let mut proof = Termination { invariants, steps: Vec::new() };
    let open = circles(graph, &(0..graph.transitions.len()).collect::<Vec<_>>());
    let left = go_on(graph, &mut proof, open, limit);
    (proof, left)
}

/// Goes on with components that are left, perhaps with better invariants.
pub(crate) fn go_on(
    graph: &Graph,
    proof: &mut Termination,
    mut open: Vec<Vec<usize>>,
    limit: &Limit,
) -> Vec<Vec<usize>> {
    let mut left = Vec::new();
    while let Some(indices) = open.pop() {
        match remove_some(graph, &proof.invariants, &indices, limit) {
            Some(ranking) => {
                let is_removed = |index: usize| ranking.removed.iter().any(|(removed, _)| *removed == index);
                let rest: Vec<usize> = indices.iter().copied().filter(|&index| !is_removed(index)).collect();
                open.extend(circles(graph, &rest));
                proof.steps.push(Step { edges: indices, ranking });
            }
            None => left.push(indices),
        }
    }
    left
}

/// Those of the transitions that lie on circles made of them, component by component.
pub(crate) fn circles(graph: &Graph, transitions: &[usize]) -> Vec<Vec<usize>> {
    let ends = |index: usize| (graph.transitions[index].from, graph.transitions[index].to);
    let edges: Vec<(usize, usize)> = transitions.iter().map(|&index| ends(index)).collect();
    let inside = |component: &Vec<usize>| {
        let contains = |location| component.binary_search(&location).is_ok();
        let edges = transitions.iter().copied();
        edges.filter(|&index| contains(ends(index).0) && contains(ends(index).1)).collect()
    };
    components(graph.locations.len(), &edges).iter().map(inside).collect()
}

fn remove_some(graph: &Graph, invariants: &Invariants, indices: &[usize], limit: &Limit) -> Option<Ranking> {
    let mut edges = Vec::new();
    let mut empty = Vec::new();
    for &index in indices {
        let transition = &graph.transitions[index];
        let mut premises = transition.guard.clone();
        premises.extend(invariants[transition.from].iter().cloned());
        match Polyhedron::new(&premises, &monomials_of(transition)) {
            Some(Ok(polyhedron)) => edges.push(Edge::new(index, transition, polyhedron, graph.first_choice())),
            Some(Err(_)) => empty.push((index, 0.into())),
            None => return None,
        }
    }
    if !empty.is_empty() {
        // What is never taken is removed by every function.
        let zero = graph.locations.iter().enumerate().map(|(location, _)| (location, Default::default())).collect();
        return Some(Ranking { functions: vec![zero], removed: empty });
    }
    let all: Vec<usize> = (0..edges.len()).collect();
    let singles = || (0..edges.len()).map(|edge| vec![edge]).collect::<Vec<_>>();
    let mut tries: Vec<(usize, Vec<usize>)> = vec![(1, all.clone())];
    if edges.len() > 1 {
        tries.push((1, Vec::new()));
        tries.extend(singles().into_iter().map(|targets| (1, targets)));
    }
    tries.extend([2, 3, 4].map(|depth| (depth, all.clone())));
    if edges.len() > 1 {
        tries.extend(singles().into_iter().map(|targets| (2, targets)));
        tries.extend(singles().into_iter().map(|targets| (3, targets)));
        if edges.len() <= MAX_DEEP {
            tries.extend(singles().into_iter().map(|targets| (4, targets)));
        }
    }
    tries.into_iter().find_map(|(depth, targets)| synthesise(&mut edges, &targets, depth, limit))
}

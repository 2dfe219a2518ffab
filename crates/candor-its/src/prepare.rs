//! From rules to a small graph of transitions with the same infinite runs.
//!
//! Guards become conjunctions, choices that equations determine disappear, parameters that no guard depends on are dropped, and locations
//! that are no heads of loops are joined with their neighbours (chaining). Every step keeps both termination and non-termination from the
//! entry. Entry point: [`prepare`].

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::components::components;
use crate::farkas::Polyhedron;
use crate::limit::Limit;
use crate::polynomial::{Polynomial, Variable};
use crate::system::{Rule, System};
use crate::transition::{Graph, Transition};

/// A guard with more disjuncts is refused.
const MAX_DISJUNCTS: usize = 64;

/// The graph of a system; the error says why there is none.
pub(crate) fn prepare(system: &System, limit: &Limit) -> Result<Graph, String> {
    let n_parameters = system.locations.iter().map(|location| location.arity).max().unwrap_or(0);
    let mut graph = Graph { entry: system.entry, n_parameters, ..Graph::default() };
    graph.locations = system.locations.iter().map(|location| (location.name.clone(), Vec::new())).collect();
    for (index, rule) in system.rules.iter().enumerate() {
        let arity = rule.n_parameters(system);
        if graph.locations[rule.from].1.is_empty() {
            graph.locations[rule.from].1 = rule.variables[..arity].to_vec();
        }
        graph.transitions.extend(transitions_of(&graph, rule, index, arity)?);
    }
    separate_entry(&mut graph);
    drop_unreachable(&mut graph);
    slice(&mut graph);
    let first_choice = graph.first_choice();
    graph.transitions = graph.transitions.into_iter().filter_map(|t| t.simplified(first_choice)).collect();
    chain(&mut graph, limit);
    slice(&mut graph);
    drop_empty(&mut graph);
    drop_unreachable(&mut graph);
    Ok(graph)
}

fn transitions_of(graph: &Graph, rule: &Rule, index: usize, arity: usize) -> Result<Vec<Transition>, String> {
    let too_many = || format!("the guard of the rule in line {} has too many cases", rule.line);
    let conjunctions = rule.guard.conjunctions(MAX_DISJUNCTS).ok_or_else(too_many)?;
    // Choices are numbered from the number of parameters of the widest location on.
    let shift = Variable::try_from(graph.n_parameters - arity).unwrap_or(0);
    let is_choice = |variable| usize::try_from(variable).is_ok_and(|index| index >= arity);
    let replacement = |variable| is_choice(variable).then(|| Polynomial::variable(variable + shift));
    let transitions = conjunctions.into_iter().filter_map(|guard| {
        let guard = guard.iter().map(|constraint| constraint.substitute(&replacement)).collect();
        let update = rule.update.iter().map(|polynomial| polynomial.substitute(&replacement)).collect();
        let transition = Transition { from: rule.from, to: rule.to, guard, update, rules: vec![index] };
        transition.simplified(graph.first_choice())
    });
    Ok(transitions.collect())
}

/// An entry that no transition leads to.
fn separate_entry(graph: &mut Graph) {
    let entry = graph.entry;
    if graph.transitions.iter().all(|transition| transition.to != entry) {
        return;
    }
    let names = graph.locations[entry].1.clone();
    let update = (0..names.len()).map(|index| Polynomial::variable(Variable::try_from(index).unwrap_or(0))).collect();
    graph.locations.push(("start".to_owned(), names));
    graph.entry = graph.locations.len() - 1;
    let (from, guard, rules) = (graph.entry, Vec::new(), Vec::new());
    graph.transitions.push(Transition { from, to: entry, guard, update, rules });
}

/// Keeps what can be reached from the entry, and of that only what can go on to a loop.
pub(crate) fn drop_unreachable(graph: &mut Graph) {
    let edges: Vec<(usize, usize)> = graph.transitions.iter().map(|t| (t.from, t.to)).collect();
    let forward = reachable(&edges, &[graph.entry]);
    let heads: Vec<usize> = components(graph.locations.len(), &edges).into_iter().flatten().collect();
    let backward_edges: Vec<(usize, usize)> = edges.iter().map(|&(from, to)| (to, from)).collect();
    let backward = reachable(&backward_edges, &heads);
    graph.transitions.retain(|t| forward.contains(&t.from) && backward.contains(&t.to));
}

fn reachable(edges: &[(usize, usize)], starts: &[usize]) -> BTreeSet<usize> {
    let mut successors: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    edges.iter().for_each(|&(from, to)| successors.entry(from).or_default().push(to));
    let mut result = BTreeSet::new();
    let mut open = starts.to_vec();
    while let Some(location) = open.pop() {
        if result.insert(location) {
            open.extend(successors.get(&location).into_iter().flatten());
        }
    }
    result
}

/// Drops parameters that no guard depends on: their updates become zero.
fn slice(graph: &mut Graph) {
    let first_choice = graph.first_choice();
    let mut needed: BTreeSet<(usize, Variable)> = BTreeSet::new();
    let mut open = Vec::new();
    for transition in &graph.transitions {
        let variables = transition.guard.iter().flat_map(|constraint| constraint.polynomial.variables());
        // A choice in a guard needs no parameter by itself: what it is compared with is in the guard as well.
        open.extend(variables.filter(|&variable| variable < first_choice).map(|variable| (transition.from, variable)));
    }
    let mut incoming: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, transition) in graph.transitions.iter().enumerate() {
        incoming.entry(transition.to).or_default().push(index);
    }
    while let Some((location, variable)) = open.pop() {
        if !needed.insert((location, variable)) {
            continue;
        }
        for &index in incoming.get(&location).into_iter().flatten() {
            let transition = &graph.transitions[index];
            let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
            let variables = update.map(Polynomial::variables).unwrap_or_default();
            open.extend(variables.into_iter().filter(|&v| v < first_choice).map(|v| (transition.from, v)));
        }
    }
    for transition in &mut graph.transitions {
        for (variable, polynomial) in (0..).zip(&mut transition.update) {
            if !needed.contains(&(transition.to, variable)) {
                *polynomial = Polynomial::default();
            }
        }
    }
}

/// Joins locations without transitions to themselves with their neighbours, as long as that adds few transitions.
fn chain(graph: &mut Graph, limit: &Limit) {
    while let Some(location) = best_to_chain(graph).filter(|_| !limit.is_over()) {
        let (incoming, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut graph.transitions).into_iter().partition(|transition| transition.to == location);
        let (outgoing, mut rest): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|transition| transition.from == location);
        for first in &incoming {
            for second in &outgoing {
                let joined = first.then(second, graph.n_parameters).simplified(graph.first_choice());
                // A guard may be false in a way that only all of it together shows.
                rest.extend(joined.filter(|transition| Polyhedron::of_transition(transition).is_some()));
            }
        }
        dedup(&mut rest);
        graph.transitions = rest;
        drop_unreachable(graph);
    }
}

fn dedup(transitions: &mut Vec<Transition>) {
    let mut kept: Vec<Transition> = Vec::new();
    let mut seen = FxHashSet::default();
    for transition in transitions.drain(..) {
        if seen.insert((transition.from, transition.to, transition.guard.clone(), transition.update.clone())) {
            kept.push(transition);
        }
    }
    *transitions = kept;
}

/// The location whose chaining adds the fewest transitions, if that is few enough.
fn best_to_chain(graph: &Graph) -> Option<usize> {
    let n_locations = graph.locations.len();
    let is_linear = graph.transitions.iter().all(Transition::is_linear);
    let (mut n_in, mut n_out, mut is_loop) = (vec![0; n_locations], vec![0; n_locations], vec![false; n_locations]);
    for transition in &graph.transitions {
        n_out[transition.from] += 1;
        n_in[transition.to] += 1;
        is_loop[transition.from] |= transition.from == transition.to;
    }
    let candidates = (0..n_locations)
        .filter(|&location| location != graph.entry && !is_loop[location] && n_in[location] > 0 && n_out[location] > 0);
    let growth = |location: usize| n_in[location] * n_out[location];
    let composes = |location: usize| {
        let incoming = graph.transitions.iter().filter(|transition| transition.to == location);
        let mut outgoing = graph.transitions.iter().filter(|transition| transition.from == location);
        is_linear || outgoing.all(|second| incoming.clone().all(|first| first.composes(second)))
    };
    let best = candidates.filter(|&location| composes(location)).min_by_key(|&location| growth(location))?;
    let n_before = n_in[best] + n_out[best];
    let n_rest = graph.transitions.len() - n_before;
    (growth(best) <= n_before || (growth(best) <= 2 * n_before && n_rest + growth(best) <= 40)).then_some(best)
}

/// Drops transitions whose guards no numbers satisfy.
fn drop_empty(graph: &mut Graph) {
    graph.transitions.retain(|transition| Polyhedron::of_transition(transition).is_some());
}

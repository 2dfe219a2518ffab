//! Proofs in lines for people.

use std::collections::BTreeSet;
use std::time::Duration;

use dashu_int::IBig;

use crate::acceleration::REPEATED;
use crate::invariants::concise;
use crate::limit::Limit;
use crate::nontermination::Divergence;
use crate::polynomial::{Polynomial, Variable};
use crate::ranking::Function;
use crate::system::System;
use crate::termination::{Step, Termination};
use crate::transition::{Graph, Transition};

/// How long invariants may be looked at for such as say nothing new.
const FOR_BREVITY: Duration = Duration::from_millis(500);

/// A proof of termination: the invariants, and each step with its functions.
pub(crate) fn termination(system: &System, graph: &Graph, proof: &Termination, limit: &Limit) -> Vec<String> {
    let limit = limit.at_most(FOR_BREVITY);
    let mut lines = Vec::new();
    let mut unreached = Vec::new();
    for (location, constraints) in proof.invariants.iter().enumerate() {
        let (name, is_used) = (&graph.locations[location].0, graph.transitions.iter().any(|t| t.from == location));
        if constraints.iter().any(|constraint| constraint.truth() == Some(false)) && is_used {
            unreached.push(name.clone());
        } else if !constraints.is_empty() && is_used {
            let constraints = concise(constraints, &limit);
            let texts: Vec<String> = constraints.iter().map(|c| c.display(&|v| graph.name(location, v))).collect();
            lines.push(format!("invariant at {name}: {}", texts.join(", ")));
        }
    }
    if !unreached.is_empty() {
        lines.push(format!("no run gets to {}", unreached.join(", ")));
    }
    if proof.steps.is_empty() {
        lines.push("no loop can be entered".to_owned());
    }
    let is_void =
        |step: &Step| step.ranking.functions.iter().flat_map(Function::values).all(|f| *f == Polynomial::default());
    for step in proof.steps.iter().filter(|step| is_void(step)) {
        let transitions = step.ranking.removed.iter().map(|(edge, _)| &graph.transitions[*edge]);
        let reached = transitions.filter(|transition| !unreached.contains(&graph.locations[transition.from].0));
        lines.extend(reached.map(|transition| format!("never taken: {}", describe(system, graph, transition))));
    }
    for (number, step) in (1..).zip(proof.steps.iter().filter(|step| !is_void(step))) {
        lines.extend(ranking(system, graph, step, number));
    }
    lines
}

/// The functions of a step, and what they remove.
fn ranking(system: &System, graph: &Graph, step: &Step, number: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (depth, function) in (1..).zip(&step.ranking.functions) {
        let inside = function
            .iter()
            .filter(|(location, _)| step.edges.iter().any(|&edge| graph.transitions[edge].from == **location));
        let values: Vec<String> = inside
            .map(|(&location, polynomial)| {
                let text = polynomial.display(&|variable| graph.name(location, variable));
                format!("{text} at {}", graph.locations[location].0)
            })
            .collect();
        let which = if step.ranking.functions.len() == 1 { String::new() } else { format!(", phase {depth}") };
        lines.push(format!("ranking function {number}{which}: {}", values.join("; ")));
    }
    for (edge, bound) in &step.ranking.removed {
        let bound = if *bound == IBig::ZERO { String::new() } else { format!(" (bounded by {bound})") };
        lines.push(format!("  finitely often: {}{bound}", describe(system, graph, &graph.transitions[*edge])));
    }
    lines
}

/// A transition by its ends and the lines of its rules; the rules up to one with a star are taken many times.
fn describe(system: &System, graph: &Graph, transition: &Transition) -> String {
    let name = |location: usize| &graph.locations[location].0;
    format!("{} -> {}{}", name(transition.from), name(transition.to), lines_of(system, &transition.rules))
}

fn lines_of(system: &System, rules: &[usize]) -> String {
    let mut numbers: Vec<String> = Vec::new();
    for &rule in rules {
        match (system.rules.get(rule), numbers.last_mut()) {
            // Rules that nobody has written stand in no line.
            (Some(rule), _) if rule.line == 0 => {}
            (Some(rule), _) => numbers.push(rule.line.to_string()),
            (None, Some(last)) if rule == REPEATED && !last.ends_with('*') => last.push('*'),
            (None, _) => {}
        }
    }
    match numbers.len() {
        0 => String::new(),
        1 => format!(" (rule in line {})", numbers.concat()),
        _ => format!(" (rules in lines {})", numbers.join(", ")),
    }
}

/// What was not proved.
pub(crate) fn open(system: &System, graph: &Graph, left: &[Vec<usize>]) -> Vec<String> {
    let transitions = left.iter().flatten().map(|&index| &graph.transitions[index]);
    transitions.map(|transition| format!("open: {}", describe(system, graph, transition))).collect()
}

/// A run that does not end: the states up to the loop, the loop, and its recurrent set.
pub(crate) fn divergence(system: &System, graph: &Graph, proof: &Divergence) -> Vec<String> {
    let mut lines = Vec::new();
    let round = &proof.round;
    let used: BTreeSet<Variable> = round
        .variables()
        .into_iter()
        .chain(proof.conditions.iter().flat_map(|constraint| constraint.polynomial.variables()))
        .collect();
    for (number, (location, parameters)) in proof.states.iter().enumerate() {
        let is_last = number + 1 == proof.states.len();
        let shown = (0..).zip(parameters).filter(
            |(variable, value)| {
                if is_last { used.contains(variable) } else { **value != IBig::ZERO }
            },
        );
        let values: Vec<String> =
            shown.map(|(variable, value)| format!("{} = {value}", graph.name(*location, variable))).collect();
        let how = match number.checked_sub(1).map(|before| &proof.steps[before]) {
            None => "start".to_owned(),
            Some((rules, times)) if *times == IBig::ONE => format!("step{}", lines_of(system, rules)),
            Some((rules, times)) => format!("{times} rounds{}", lines_of(system, rules)),
        };
        let values = if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
        lines.push(format!("{how}: {}{values}", graph.locations[*location].0));
    }
    let name = |variable| graph.name(round.from, variable);
    lines.push(format!("loop: {}", describe(system, graph, round)));
    let changes = (0..)
        .zip(&round.update)
        .filter(|(variable, polynomial)| used.contains(variable) && polynomial.as_variable() != Some(*variable));
    let changes: Vec<String> =
        changes.map(|(variable, p)| format!("{} := {}", name(variable), p.display(&name))).collect();
    if !changes.is_empty() {
        lines.push(format!("  each round: {}", changes.join(", ")));
    }
    let conditions: Vec<String> = proof.conditions.iter().map(|constraint| constraint.display(&name)).collect();
    let set = if conditions.is_empty() { "every state".to_owned() } else { conditions.join(", ") };
    lines.push(format!("recurrent set: {set}"));
    lines
}

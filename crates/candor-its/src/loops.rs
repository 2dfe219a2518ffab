//! Loops for proofs of non-termination: circles as single transitions, and variants of them with fewer choices.
//!
//! A choice in a loop is one number for all rounds. Where each round needs another one, as in `x := any, any > x`, a variant replaces
//! the choice by a term over the parameters: a bound of the guard, or the value that a parameter has. A variant allows fewer runs, so
//! that whatever run it has is one of the loop.

use std::collections::BTreeSet;

use dashu_int::IBig;

use crate::constraint::{Constraint, Relation};
use crate::farkas::Polyhedron;
use crate::limit::Limit;
use crate::polynomial::{Polynomial, Variable};
use crate::transition::{Graph, Transition};

/// A transition from a location to itself, made of transitions of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) transition: Transition,
    /// The transitions of the graph, in their order.
    pub(crate) parts: Vec<usize>,
}

const MAX_LOOPS: usize = 150;
const MAX_SIMPLE: usize = 16;
const MAX_LENGTH: usize = 8;
const MAX_VARIANTS: usize = 10;

/// Circles through these transitions: simple ones first, then up to so many more of them behind them through the same location.
pub(crate) fn collect(graph: &Graph, transitions: &[usize], n_more: usize, limit: &Limit) -> Vec<Loop> {
    let mut result: Vec<Loop> = Vec::new();
    let heads: BTreeSet<usize> = transitions.iter().map(|&index| graph.transitions[index].from).collect();
    for length in 1..=MAX_LENGTH {
        for &head in &heads {
            let mut path = Vec::new();
            extend(graph, transitions, head, length, &mut path, &mut result, limit);
        }
    }
    let n_simple = result.len().min(MAX_SIMPLE);
    let mut longer: Vec<(usize, Loop)> = result[..n_simple].iter().cloned().enumerate().collect();
    for _ in 0..n_more {
        let shorter = std::mem::take(&mut longer);
        for (last, first) in &shorter {
            for (number, second) in result[..n_simple].to_vec().iter().enumerate() {
                let fits = number != *last && first.transition.from == second.transition.from;
                if fits && result.len() < MAX_LOOPS && !limit.is_over() {
                    let both = then(graph, first, second);
                    result.extend(both.iter().cloned());
                    longer.extend(both.map(|both| (number, both)));
                }
            }
        }
    }
    result
}

/// Two circles one after the other.
fn then(graph: &Graph, first: &Loop, second: &Loop) -> Option<Loop> {
    if !first.transition.composes(&second.transition) {
        return None;
    }
    let transition = first.transition.then(&second.transition, graph.n_parameters);
    let transition = transition.simplified(graph.first_choice())?;
    let parts = first.parts.iter().chain(&second.parts).copied().collect();
    Polyhedron::of_transition(&transition).is_some().then_some(Loop { transition, parts })
}

/// All ways to go on from a path to a simple circle of this length whose least location is the head.
fn extend(
    graph: &Graph,
    transitions: &[usize],
    head: usize,
    length: usize,
    path: &mut Vec<usize>,
    result: &mut Vec<Loop>,
    limit: &Limit,
) {
    let at = path.last().map_or(head, |&last| graph.transitions[last].to);
    for &index in transitions {
        let transition = &graph.transitions[index];
        let is_last = path.len() + 1 == length;
        let is_new = transition.to > head && path.iter().all(|&other| graph.transitions[other].to != transition.to);
        // On the way many rounds of another loop may be taken at once, as one step.
        let is_detour = index >= graph.n_plain && at != head && path.last().is_some_and(|&last| last < graph.n_plain);
        let fits = if is_last { transition.to == head } else { is_new || (is_detour && transition.to == at) };
        if transition.from != at || !fits || result.len() >= MAX_LOOPS || limit.is_over() {
            continue;
        }
        path.push(index);
        match is_last {
            true => result.extend(make(graph, path.clone())),
            false => extend(graph, transitions, head, length, path, result, limit),
        }
        path.pop();
    }
}

/// The circle as one transition, unless nobody can go round it.
fn make(graph: &Graph, parts: Vec<usize>) -> Option<Loop> {
    let (&first, rest) = parts.split_first()?;
    let mut transition = graph.transitions[first].clone();
    for &index in rest {
        let next = &graph.transitions[index];
        if !transition.composes(next) {
            return None;
        }
        transition = transition.then(next, graph.n_parameters);
    }
    let transition = transition.simplified(graph.first_choice())?;
    Polyhedron::of_transition(&transition).is_some().then_some(Loop { transition, parts })
}

/// The loop, and variants of it with terms in place of choices.
pub(crate) fn variants(transition: &Transition, first_choice: Variable) -> Vec<Transition> {
    let mut result = vec![transition.clone()];
    let mut next = 0;
    while next < result.len() && result.len() < MAX_VARIANTS {
        let base = result[next].clone();
        next += 1;
        let Some(&choice) = base.variables().range(first_choice..).next_back() else { continue };
        for term in terms_for(&base, choice, first_choice) {
            let replaced = replace(&base, choice, &term);
            if result.len() < MAX_VARIANTS
                && !result.contains(&replaced)
                && Polyhedron::of_transition(&replaced).is_some()
            {
                result.push(replaced);
            }
        }
    }
    result
}

pub(crate) fn replace(transition: &Transition, choice: Variable, term: &Polynomial) -> Transition {
    let replacement = |variable| (variable == choice).then(|| term.clone());
    let guard = transition.guard.iter().map(|constraint| constraint.substitute(&replacement));
    Transition {
        guard: guard.filter(|constraint| constraint.truth() != Some(true)).collect(),
        update: transition.update.iter().map(|polynomial| polynomial.substitute(&replacement)).collect(),
        ..transition.clone()
    }
}

/// Terms that a choice may be: its bounds in the guard, and the parameters that it becomes the value of.
fn terms_for(transition: &Transition, choice: Variable, first_choice: Variable) -> Vec<Polynomial> {
    let mut result = Vec::new();
    for (parameter, polynomial) in (0..first_choice).zip(&transition.update) {
        let factor = polynomial.coefficient(choice);
        if polynomial.multiplies(choice) || (factor != IBig::ONE && factor != IBig::NEG_ONE) {
            continue;
        }
        // The parameter stays as it is: choice = (parameter - rest) / factor.
        let mut rest = polynomial.clone();
        rest.add_term(vec![choice], -factor.clone());
        result.push(Polynomial::variable(parameter).minus(&rest).scaled(&factor));
    }
    for Constraint { polynomial, relation } in &transition.guard {
        let factor = polynomial.coefficient(choice);
        let is_unit = factor == IBig::ONE || factor == IBig::NEG_ONE;
        if *relation == Relation::AtLeast && is_unit && !polynomial.multiplies(choice) {
            let mut rest = polynomial.clone();
            rest.add_term(vec![choice], -factor.clone());
            result.push(rest.scaled(&-factor));
        }
    }
    result.sort();
    result.dedup();
    result
}

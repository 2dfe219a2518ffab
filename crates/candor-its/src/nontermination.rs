//! Non-termination: a run to a recurrent set of a loop.
//!
//! Loops of the components that were not proved to terminate get conditions with which they go on for ever
//! ([`recurrence`](crate::recurrence)); a bounded search finds a run to one of these conditions, in which other loops may go round any
//! number of times ([`acceleration`](crate::acceleration)). Whatever is found is checked by [`check`]: the run is replayed with its
//! numbers, and Z3 proves that the set is closed. Entry point: [`refute`].

use std::time::Duration;

use candor_z3_sys::Library;
use dashu_int::IBig;

use crate::acceleration::{Accelerated, accelerate};
use crate::constraint::Constraint;
use crate::limit::Limit;
use crate::loops::{Loop, collect, replace, variants};
use crate::polynomial::Polynomial;
use crate::reach::{Reach, Stem, Target, replay};
use crate::recurrence::{after, recurrent_sets};
use crate::smt::Smt;
use crate::transition::{Graph, Transition};

/// A run that does not end.
#[derive(Clone, Debug)]
pub(crate) struct Divergence {
    /// The locations and parameters up to the loop.
    pub(crate) states: Vec<(usize, Vec<IBig>)>,
    /// What was done between them: rules of the system, and how often.
    pub(crate) steps: Vec<(Vec<usize>, IBig)>,
    /// The loop, with numbers and terms for its choices.
    pub(crate) round: Transition,
    /// The recurrent set.
    pub(crate) conditions: Vec<Constraint>,
}

/// A loop that goes on for ever once the conditions hold.
struct Candidate {
    round: Transition,
}

/// More conditions than this in one question cost more than they find.
const MAX_TARGETS: usize = 150;
const MAX_STEPS: usize = 60;

/// Looks for a run that does not end in these components.
pub(crate) fn refute(graph: &Graph, components: &[Vec<usize>], library: Library, limit: &Limit) -> Option<Divergence> {
    let first_choice = graph.first_choice();
    let loops: Vec<Loop> = components.iter().flat_map(|edges| collect(graph, edges, limit)).collect();
    let mut candidates = Vec::new();
    let mut targets = Vec::new();
    for found in &loops {
        for round in variants(&found.transition, first_choice) {
            for conditions in recurrent_sets(&round, first_choice) {
                if targets.len() < MAX_TARGETS && !limit.is_over() {
                    targets.push(Target { location: round.from, conditions });
                    candidates.push(Candidate { round: round.clone() });
                }
            }
        }
    }
    if targets.is_empty() {
        return None;
    }
    let accelerated = shortcuts(graph, limit);
    let mut transitions = graph.transitions.clone();
    transitions.extend(accelerated.iter().map(|(_, accelerated)| accelerated.all.clone()));
    let mut smt = Smt::new(library);
    let mut prover = Smt::new(library);
    let mut reach = Reach::new(&mut smt, graph, &transitions, &targets);
    for _ in 0..MAX_STEPS {
        let found = reach.hit(&targets, limit, Duration::from_secs(3));
        if let Some(divergence) = found.and_then(|stem| {
            let candidate = &candidates[stem.target];
            let conditions = &targets[stem.target].conditions;
            conclude(graph, &transitions, &accelerated, &stem, candidate, conditions)
        }) && check(graph, &mut prover, &divergence, limit)
        {
            return Some(divergence);
        }
        if limit.is_over() || !reach.step() || !reach.is_possible(limit) {
            return None;
        }
    }
    None
}

/// Loops that a run may take many times on its way.
fn shortcuts(graph: &Graph, limit: &Limit) -> Vec<(Loop, Accelerated)> {
    let all: Vec<usize> = (0..graph.transitions.len()).collect();
    let loops = collect(graph, &all, limit).into_iter().take(30);
    let accelerated = loops.filter_map(|found| {
        let accelerated = accelerate(&found.transition, graph.first_choice())?;
        accelerated.is_exact(graph.first_choice()).then_some((found, accelerated))
    });
    accelerated.collect()
}

/// The run with its numbers.
fn conclude(
    graph: &Graph,
    transitions: &[Transition],
    accelerated: &[(Loop, Accelerated)],
    stem: &Stem,
    candidate: &Candidate,
    conditions: &[Constraint],
) -> Option<Divergence> {
    let states = replay(graph, transitions, stem)?;
    let steps = stem.steps.iter().map(|(index, choices)| match index.checked_sub(graph.transitions.len()) {
        None => (transitions[*index].rules.clone(), IBig::ONE),
        Some(shortcut) => {
            let (found, accelerated) = &accelerated[shortcut];
            (found.transition.rules.clone(), choices.get(&accelerated.n_rounds).cloned().unwrap_or_default())
        }
    });
    let mut round = candidate.round.clone();
    let mut conditions = conditions.to_vec();
    let all = round.variables().into_iter().chain(conditions.iter().flat_map(|c| c.polynomial.variables()).collect::<Vec<_>>());
    for choice in all.filter(|&variable| variable >= graph.first_choice()).collect::<Vec<_>>() {
        let number = Polynomial::constant(stem.choices.get(&choice).cloned().unwrap_or_default());
        round = replace(&round, choice, &number);
        let replacement = |variable| (variable == choice).then(|| number.clone());
        conditions = conditions.iter().map(|constraint| constraint.substitute(&replacement)).collect();
    }
    conditions.retain(|constraint| constraint.truth() != Some(true));
    conditions.sort();
    conditions.dedup();
    Some(Divergence { states, steps: steps.collect(), round, conditions })
}

/// Whether the last state is in the set, and every state of the set has a round that leads to one of the set.
fn check(graph: &Graph, prover: &mut Smt, divergence: &Divergence, limit: &Limit) -> bool {
    let first_choice = graph.first_choice();
    let Divergence { states, round, conditions, .. } = divergence;
    let Some((location, parameters)) = states.last() else { return false };
    let value = |variable: u32| {
        usize::try_from(variable).ok().and_then(|index| parameters.get(index)).cloned().unwrap_or_default()
    };
    let is_deterministic = round.variables().into_iter().all(|variable| variable < first_choice);
    let is_reached = round.from == *location && round.to == *location && conditions.iter().all(|c| c.holds(&value));
    let time = Duration::from_secs(2);
    is_deterministic
        && is_reached
        && round.guard.iter().all(|constraint| prover.implies(conditions, constraint, limit, time))
        && conditions.iter().all(|constraint| prover.implies(conditions, &after(round, constraint, first_choice), limit, time))
}

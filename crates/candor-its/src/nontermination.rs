//! Non-termination: a run to a recurrent set of a loop.
//!
//! Loops of the components that were not proved to terminate get conditions with which they go on for ever
//! ([`recurrence`](crate::recurrence)); a bounded search finds a run to one of these conditions, in which other loops may go round any
//! number of times ([`acceleration`](crate::acceleration)). Whatever is found is checked by [`check`]: the run is replayed with its
//! numbers, and Z3 proves that the set is closed. Entry point: [`refute`].

use std::collections::BTreeSet;
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

/// More conditions than this in one question cost more than they find.
const MAX_TARGETS: usize = 150;
const MAX_STEPS: usize = 60;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Simple circles, and a few steps.
    Little,
    /// Circles made of circles, accelerated ones among them, and many steps.
    Much,
}

impl Effort {
    fn n_more(self) -> usize {
        match self {
            Effort::Little => 0,
            Effort::Much => 2,
        }
    }

    fn n_steps(self) -> usize {
        match self {
            Effort::Little => 8,
            Effort::Much => MAX_STEPS,
        }
    }

    /// How many loops are accelerated on each level, in all.
    fn n_shortcuts(self) -> [usize; 2] {
        match self {
            Effort::Little => [10, 0],
            Effort::Much => [30, 50],
        }
    }
}

/// Looks for a run that does not end in these components.
pub(crate) fn refute(
    graph: &Graph,
    components: &[Vec<usize>],
    effort: Effort,
    library: Library,
    limit: &Limit,
) -> Option<Divergence> {
    let (extended, shortcuts) = with_shortcuts(graph, effort, limit);
    let (rounds, targets) = candidates(graph, &extended, components, effort, limit);
    let mut smt = Smt::new(library);
    let mut prover = Smt::new(library);
    let hot: BTreeSet<usize> = components.iter().flatten().map(|&index| graph.transitions[index].from).collect();
    let mut reach = Reach::new(&mut smt, &extended, &extended.transitions, &targets);
    for _ in 0..effort.n_steps() {
        let stem = reach.hit(&targets, limit, Duration::from_secs(3));
        let found = stem.and_then(|stem| {
            let target = simplest(graph, &extended.transitions, &stem, &targets);
            let (round, conditions) = (&rounds[target], &targets[target].conditions);
            conclude(graph, &extended.transitions, &shortcuts, &stem, round, conditions)
        });
        if let Some(divergence) = found.filter(|divergence| check(graph, &mut prover, divergence, limit)) {
            return Some(divergence);
        }
        let found = reach.circle(&hot, limit, Duration::from_secs(1)).and_then(|(stem, start)| {
            let (round, conditions) = repetition(graph, &extended.transitions, &stem, start)?;
            let stem = Stem { steps: stem.steps[..start].to_vec(), ..stem };
            conclude(graph, &extended.transitions, &shortcuts, &stem, &round, &conditions)
        });
        if let Some(divergence) = found.filter(|divergence| check(graph, &mut prover, divergence, limit)) {
            return Some(divergence);
        }
        if limit.is_over() || !reach.step() || !reach.is_possible(limit) {
            return None;
        }
    }
    None
}

/// The first target that the run ends at: the model says of one of them that it does, and that need not be the simplest.
fn simplest(graph: &Graph, transitions: &[Transition], stem: &Stem, targets: &[Target]) -> usize {
    let states = replay(graph, transitions, stem).unwrap_or_default();
    let Some((location, parameters)) = states.last() else { return stem.target };
    let value = |variable: u32| match usize::try_from(variable) {
        Ok(index) if index < graph.n_parameters => parameters.get(index).cloned().unwrap_or_default(),
        _ => stem.choices.get(&variable).cloned().unwrap_or_default(),
    };
    let is_hit = |target: &Target| target.location == *location && target.conditions.iter().all(|c| c.holds(&value));
    targets.iter().position(is_hit).unwrap_or(stem.target)
}

/// Loops of the components, with conditions that let them go on for ever.
fn candidates(
    graph: &Graph,
    extended: &Graph,
    components: &[Vec<usize>],
    effort: Effort,
    limit: &Limit,
) -> (Vec<Transition>, Vec<Target>) {
    let first_choice = graph.first_choice();
    let (mut rounds, mut targets) = (Vec::new(), Vec::new());
    for edges in components {
        let is_inside = |location: usize| edges.iter().any(|&index| graph.transitions[index].from == location);
        let shortcuts = (graph.transitions.len()..extended.transitions.len())
            .filter(|&index| is_inside(extended.transitions[index].from));
        let edges: Vec<usize> = edges.iter().copied().chain(shortcuts).collect();
        let loops = collect(extended, &edges, effort.n_more(), limit);
        let has_step = |found: &&Loop| found.parts.iter().any(|&index| index < graph.transitions.len());
        for round in loops.iter().filter(has_step).flat_map(|found| variants(&found.transition, first_choice)) {
            for conditions in recurrent_sets(&round, first_choice) {
                if targets.len() < MAX_TARGETS && !limit.is_over() {
                    targets.push(Target { location: round.from, conditions });
                    rounds.push(round.clone());
                }
            }
        }
    }
    (rounds, targets)
}

/// The graph with loops that can be accelerated as transitions of their own, behind its own ones; then also loops of those.
fn with_shortcuts(graph: &Graph, effort: Effort, limit: &Limit) -> (Graph, Vec<Accelerated>) {
    let mut extended = Graph { n_plain: graph.transitions.len(), ..graph.clone() };
    let mut shortcuts: Vec<Accelerated> = Vec::new();
    for (level, n_shortcuts) in effort.n_shortcuts().into_iter().enumerate() {
        if shortcuts.len() >= n_shortcuts {
            break;
        }
        let n_before = extended.transitions.len();
        let all: Vec<usize> = (0..n_before).collect();
        for found in collect(&extended, &all, effort.n_more(), limit) {
            // What has no accelerated part was looked at on the level before.
            let is_new = level == 0 || found.parts.iter().any(|&index| index >= graph.transitions.len());
            let is_mixed = found.parts.iter().any(|&index| index < graph.transitions.len());
            if !is_new || !is_mixed || shortcuts.len() >= n_shortcuts {
                continue;
            }
            let accelerated = accelerate(&found.transition, graph.first_choice());
            if let Some(accelerated) = accelerated.filter(|accelerated| accelerated.is_exact(graph.first_choice())) {
                extended.transitions.push(accelerated.all.clone());
                shortcuts.push(accelerated);
            }
        }
    }
    (extended, shortcuts)
}

/// The loop that a run takes from one state to the same state again, and that state.
fn repetition(
    graph: &Graph,
    transitions: &[Transition],
    stem: &Stem,
    start: usize,
) -> Option<(Transition, Vec<Constraint>)> {
    let states = replay(graph, transitions, stem)?;
    let mut round: Option<Transition> = None;
    for (index, choices) in &stem.steps[start..] {
        let mut step = transitions[*index].clone();
        for (&choice, number) in choices {
            step = replace(&step, choice, &Polynomial::constant(number.clone()));
        }
        round = Some(match round {
            None => step,
            Some(before) if !before.composes(&step) => return None,
            Some(before) => before.then(&step, graph.n_parameters),
        });
    }
    let round = round?;
    let variables: BTreeSet<u32> =
        round.guard.iter().flat_map(|constraint| constraint.polynomial.variables()).collect();
    let mut open: Vec<u32> = variables.into_iter().collect();
    let mut needed = BTreeSet::new();
    while let Some(variable) = open.pop() {
        if needed.insert(variable) {
            let update = usize::try_from(variable).ok().and_then(|index| round.update.get(index));
            open.extend(update.map(Polynomial::variables).unwrap_or_default());
        }
    }
    let parameters = &states.get(start)?.1;
    let value = |variable: u32| {
        usize::try_from(variable).ok().and_then(|index| parameters.get(index)).cloned().unwrap_or_default()
    };
    let equations = needed.into_iter().map(|variable| {
        Constraint::equal(Polynomial::variable(variable).minus(&Polynomial::constant(value(variable))))
    });
    let conditions = equations.collect();
    Some((round, conditions))
}

/// The run with its numbers.
fn conclude(
    graph: &Graph,
    transitions: &[Transition],
    shortcuts: &[Accelerated],
    stem: &Stem,
    round: &Transition,
    conditions: &[Constraint],
) -> Option<Divergence> {
    let states = replay(graph, transitions, stem)?;
    let steps = stem.steps.iter().map(|(index, choices)| match index.checked_sub(graph.transitions.len()) {
        None => (transitions[*index].rules.clone(), IBig::ONE),
        Some(shortcut) => {
            let accelerated = &shortcuts[shortcut];
            (accelerated.round.rules.clone(), choices.get(&accelerated.n_rounds).cloned().unwrap_or_default())
        }
    });
    let mut round = round.clone();
    let mut conditions = conditions.to_vec();
    let all = round
        .variables()
        .into_iter()
        .chain(conditions.iter().flat_map(|c| c.polynomial.variables()).collect::<Vec<_>>());
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
        && conditions
            .iter()
            .all(|constraint| prover.implies(conditions, &after(round, constraint, first_choice), limit, time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::prepare;
    use crate::read::read;

    /// `while (x > y) { x++; y--; }` behind `x = 7`.
    const GROWING: &str = "(format LCTRS)(theory Ints)(fun s (-> Int Int Int))(fun f (-> Int Int Int))(entrypoint s)\
        (rule (s x y) (f 7 y))(rule (f x y) (f (+ x 1) (- y 1)) :guard (> x y))";

    #[test]
    fn changed_runs_and_sets_are_rejected() {
        let Ok(library) = Library::load(None) else { return };
        let limit = Limit::after(Duration::from_secs(60));
        let graph = prepare(&read(GROWING).expect("it is well-formed"), &limit).expect("it is small");
        let hot: Vec<usize> =
            (0..graph.transitions.len()).filter(|&t| graph.transitions[t].from != graph.entry).collect();
        let divergence = refute(&graph, &[hot], Effort::Little, library, &limit).expect("it is simple");
        let mut prover = Smt::new(library);
        let mut accepts = |change: &dyn Fn(&mut Divergence)| {
            let mut mutant = divergence.clone();
            change(&mut mutant);
            check(&graph, &mut prover, &mutant, &limit)
        };
        assert!(accepts(&|_| {}));
        let x = Polynomial::variable(0);
        // A set that does not imply the guard, one that a round leaves, one that the run does not get to.
        assert!(!accepts(&|mutant| mutant.conditions.clear()));
        assert!(!accepts(&|mutant| mutant.conditions.push(Constraint::at_least(Polynomial::constant(1000).minus(&x)))));
        assert!(!accepts(&|mutant| mutant.conditions.push(Constraint::at_least(x.plus_constant(-1000)))));
        // A loop that changes the wrong way, one with a choice left, one elsewhere.
        assert!(!accepts(&|mutant| mutant.round.update[0] = x.plus_constant(-3)));
        assert!(!accepts(&|mutant| mutant.round.update[0] = Polynomial::variable(graph.first_choice())));
        assert!(!accepts(&|mutant| mutant.round.from = graph.entry));
        // A run that ends elsewhere.
        assert!(!accepts(&|mutant| drop(mutant.states.pop())));
    }
}

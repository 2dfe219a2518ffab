//! Bounded reachability: a run from the entry to one of some targets, as a question to Z3 for each number of steps.
//!
//! A step is one of the graph's transitions, or many rounds of an accelerated loop. Which transition a step takes is a boolean for each of
//! them, and it follows on one that leads to its location, so that the solver finds the way and not we.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use dashu_int::IBig;

use crate::constraint::Constraint;
use crate::limit::Limit;
use crate::polynomial::{Polynomial, Variable, write_to};
use crate::smt::{Satisfiable, Smt};
use crate::transition::{Graph, Transition};

/// Conditions on parameters and choices at a location.
pub(crate) struct Target {
    pub(crate) location: usize,
    pub(crate) conditions: Vec<Constraint>,
}

/// Steps by the numbers of their transitions, with their choices.
pub(crate) type Steps = Vec<(usize, BTreeMap<Variable, IBig>)>;

/// A run that ends at a target.
#[derive(Clone, Debug)]
pub(crate) struct Stem {
    /// The parameters at the entry.
    pub(crate) start: Vec<IBig>,
    /// Each step, by the number of its transition, with its choices.
    pub(crate) steps: Steps,
    /// Which target it ends at.
    pub(crate) target: usize,
    /// The choices there.
    pub(crate) choices: BTreeMap<Variable, IBig>,
}

pub(crate) struct Reach<'a> {
    smt: &'a mut Smt,
    graph: &'a Graph,
    transitions: &'a [Transition],
    /// The parameters that matter at each location.
    used: BTreeMap<usize, BTreeSet<Variable>>,
    /// The transitions that each step may take.
    steps: Vec<Vec<usize>>,
}

impl<'a> Reach<'a> {
    /// At the entry, with these transitions to take.
    pub(crate) fn new(
        smt: &'a mut Smt,
        graph: &'a Graph,
        transitions: &'a [Transition],
        targets: &[Target],
    ) -> Reach<'a> {
        let mut used: BTreeMap<usize, BTreeSet<Variable>> = BTreeMap::new();
        let first_choice = graph.first_choice();
        for transition in transitions {
            used.entry(transition.from).or_default().extend(transition.variables().range(..first_choice));
        }
        for target in targets {
            let variables = target.conditions.iter().flat_map(|constraint| constraint.polynomial.variables());
            used.entry(target.location).or_default().extend(variables.filter(|&variable| variable < first_choice));
        }
        let reach = Reach { smt, graph, transitions, used, steps: Vec::new() };
        let text = reach.declarations(0, [graph.entry].into());
        reach.smt.tell("(push)");
        reach.smt.tell(&text);
        reach
    }

    /// Constants for the parameters of locations after this many steps.
    fn declarations(&self, n_steps: usize, locations: BTreeSet<usize>) -> String {
        let variables: BTreeSet<Variable> =
            locations.iter().filter_map(|at| self.used.get(at)).flatten().copied().collect();
        let mut text = String::new();
        variables
            .iter()
            .for_each(|variable| write_to(&mut text, format_args!("(declare-const x{n_steps}_{variable} Int)")));
        text
    }

    fn name(&self, n_steps: usize, variable: Variable) -> String {
        let kind = if variable < self.graph.first_choice() { "x" } else { "c" };
        format!("{kind}{n_steps}_{variable}")
    }

    fn choices(&self, variables: &BTreeSet<Variable>) -> BTreeSet<Variable> {
        variables.range(self.graph.first_choice()..).copied().collect()
    }

    /// Goes one step further; false if there is none.
    pub(crate) fn step(&mut self) -> bool {
        let step = self.steps.len();
        let next: Vec<usize> =
            (0..self.transitions.len()).filter(|&index| self.may_be_at(self.transitions[index].from)).collect();
        if next.is_empty() {
            return false;
        }
        let locations = next.iter().map(|&index| self.transitions[index].to).collect();
        let mut text = self.declarations(step + 1, locations);
        let variables = next.iter().flat_map(|&index| self.choices(&self.transitions[index].variables()));
        for choice in variables.collect::<BTreeSet<_>>() {
            write_to(&mut text, format_args!("(declare-const c{step}_{choice} Int)"));
        }
        next.iter().for_each(|index| write_to(&mut text, format_args!("(declare-const t{step}_{index} Bool)")));
        let taken: Vec<String> = next.iter().map(|index| format!("t{step}_{index}")).collect();
        write_to(&mut text, format_args!("(assert (or false {}))", taken.join(" ")));
        for &index in &next {
            write_to(&mut text, format_args!("(assert (=> t{step}_{index} {}))", self.meaning(step, index)));
        }
        self.smt.tell(&text);
        self.steps.push(next);
        true
    }

    /// Whether a run of the current length may be at the location.
    fn may_be_at(&self, location: usize) -> bool {
        match self.steps.last() {
            None => location == self.graph.entry,
            Some(last) => last.iter().any(|&index| self.transitions[index].to == location),
        }
    }

    /// What it means that a transition is taken at a step.
    fn meaning(&self, step: usize, index: usize) -> String {
        let transition = &self.transitions[index];
        let name = |variable| self.name(step, variable);
        let mut text = format!("(and {}", self.arrival(step, transition.from));
        for constraint in &transition.guard {
            write_to(&mut text, format_args!(" {}", constraint.smtlib(&name)));
        }
        for &variable in self.used.get(&transition.to).into_iter().flatten() {
            let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
            let value = update.map_or_else(|| "0".to_owned(), |polynomial| polynomial.smtlib(&name));
            write_to(&mut text, format_args!(" (= x{}_{variable} {value})", step + 1));
        }
        text.push(')');
        text
    }

    /// That the run is at the location after this many steps.
    fn arrival(&self, n_steps: usize, location: usize) -> String {
        let Some(last) = n_steps.checked_sub(1).map(|last| &self.steps[last]) else {
            return (location == self.graph.entry).to_string();
        };
        let last = last.iter().filter(|&&index| self.transitions[index].to == location);
        let names: Vec<String> = last.map(|index| format!("t{}_{index}", n_steps - 1)).collect();
        format!("(or false {})", names.join(" "))
    }

    /// Whether a run can get as far as this; what is not known counts as yes.
    pub(crate) fn is_possible(&mut self, limit: &Limit) -> bool {
        self.smt.check(limit, Duration::from_millis(1500)) != Satisfiable::No
    }

    /// A run of the current length to one of the targets.
    pub(crate) fn hit(&mut self, targets: &[Target], limit: &Limit, at_most: Duration) -> Option<Stem> {
        let at = self.steps.len();
        let near: Vec<usize> = (0..targets.len()).filter(|&index| self.may_be_at(targets[index].location)).collect();
        if near.is_empty() {
            return None;
        }
        let mut text = "(push)".to_owned();
        let variables = near.iter().flat_map(|&index| &targets[index].conditions);
        let variables: BTreeSet<Variable> =
            variables.flat_map(|constraint| constraint.polynomial.variables()).collect();
        let choices = self.choices(&variables);
        choices.iter().for_each(|choice| write_to(&mut text, format_args!("(declare-const c{at}_{choice} Int)")));
        near.iter().for_each(|index| write_to(&mut text, format_args!("(declare-const r{at}_{index} Bool)")));
        let reached: Vec<String> = near.iter().map(|index| format!("r{at}_{index}")).collect();
        write_to(&mut text, format_args!("(assert (or false {}))", reached.join(" ")));
        for &index in &near {
            let name = |variable| self.name(at, variable);
            let conditions: Vec<String> =
                targets[index].conditions.iter().map(|constraint| constraint.smtlib(&name)).collect();
            let arrival = self.arrival(at, targets[index].location);
            write_to(&mut text, format_args!("(assert (=> r{at}_{index} (and {arrival} {})))", conditions.join(" ")));
        }
        self.smt.tell(&text);
        let stem = match self.smt.check(limit, at_most) {
            Satisfiable::Yes => self.stem(targets, &near, &choices),
            Satisfiable::No | Satisfiable::Unknown => None,
        };
        self.smt.tell("(pop)");
        stem
    }

    /// A run of the current length that ends where it was before, with the number of steps before that state; the target of the run means
    /// nothing.
    pub(crate) fn circle(&mut self, hot: &BTreeSet<usize>, limit: &Limit, at_most: Duration) -> Option<(Stem, usize)> {
        let at = self.steps.len();
        let near: Vec<usize> = hot.iter().copied().filter(|&location| self.may_be_at(location)).collect();
        let mut text = "(push)".to_owned();
        let mut names = Vec::new();
        let mut places = Vec::new();
        for &location in &near {
            for before in 1..at {
                if !self.steps[before - 1].iter().any(|&index| self.transitions[index].to == location) {
                    continue;
                }
                let variables = self.used.get(&location).into_iter().flatten();
                let equations: Vec<String> = variables.map(|v| format!("(= x{at}_{v} x{before}_{v})")).collect();
                let (name, number) = (format!("r{at}_{}", names.len()), names.len());
                let arrivals = format!("{} {}", self.arrival(at, location), self.arrival(before, location));
                write_to(
                    &mut text,
                    format_args!(
                        "(declare-const {name} Bool)(assert (=> {name} (and {arrivals} {})))",
                        equations.join(" ")
                    ),
                );
                places.push((Target { location, conditions: Vec::new() }, before, number));
                names.push(name);
            }
        }
        if names.is_empty() {
            return None;
        }
        write_to(&mut text, format_args!("(assert (or {}))", names.join(" ")));
        self.smt.tell(&text);
        let found = match self.smt.check(limit, at_most) {
            Satisfiable::Yes => self.stem_through(&places),
            Satisfiable::No | Satisfiable::Unknown => None,
        };
        self.smt.tell("(pop)");
        found
    }

    fn stem_through(&mut self, places: &[(Target, usize, usize)]) -> Option<(Stem, usize)> {
        let at = self.steps.len();
        let numbers: Vec<usize> = places.iter().map(|(_, _, number)| *number).collect();
        let found = self.first_true(&format!("r{at}"), &numbers)?;
        let (target, before, _) = &places[found];
        // The way back from the end to the first visit, and then from there.
        let (late, _) = self.walk_back(target.location, *before, at)?;
        let (early, start) = self.walk_back(target.location, 0, *before)?;
        let is_circle = late.first().is_some_and(|(index, _)| self.transitions[*index].from == target.location);
        let steps = early.into_iter().chain(late).collect();
        is_circle.then_some((Stem { start, steps, target: 0, choices: BTreeMap::new() }, *before))
    }

    /// The run that Z3 has found. Several transitions may be true at a step, since what they say agrees; walking back from the target
    /// picks some that follow on each other.
    fn stem(&mut self, targets: &[Target], near: &[usize], choices: &BTreeSet<Variable>) -> Option<Stem> {
        let at = self.steps.len();
        let target = self.first_true(&format!("r{at}"), near)?;
        let (steps, start) = self.walk_back(targets[target].location, 0, at)?;
        Some(Stem { start, steps, target, choices: self.values_of(at, choices)? })
    }

    /// The steps between two lengths of the run that lead to a location, and the parameters at the entry.
    fn walk_back(&mut self, mut location: usize, from: usize, to: usize) -> Option<(Steps, Vec<IBig>)> {
        let n_parameters = self.graph.first_choice();
        let known = self.used.get(&self.graph.entry).cloned().unwrap_or_default();
        let names: Vec<String> = known.iter().map(|variable| format!("x0_{variable}")).collect();
        let values: BTreeMap<Variable, IBig> = known.into_iter().zip(self.smt.values(&names)?).collect();
        let start = (0..n_parameters).map(|variable| values.get(&variable).cloned().unwrap_or_default()).collect();
        let mut steps = Vec::new();
        for step in (from..to).rev() {
            let leading = self.steps[step].iter().copied().filter(|&index| self.transitions[index].to == location);
            let index = self.first_true(&format!("t{step}"), &leading.collect::<Vec<_>>())?;
            let variables = self.choices(&self.transitions[index].variables());
            steps.push((index, self.values_of(step, &variables)?));
            location = self.transitions[index].from;
        }
        steps.reverse();
        Some((steps, start))
    }

    /// The first of some numbered booleans that is true in the model.
    fn first_true(&mut self, name: &str, numbers: &[usize]) -> Option<usize> {
        let names: Vec<String> = numbers.iter().map(|number| format!("{name}_{number}")).collect();
        let flags = self.smt.values(&names)?;
        numbers.iter().zip(flags).find(|(_, flag)| *flag == IBig::ONE).map(|(&number, _)| number)
    }

    fn values_of(&mut self, step: usize, choices: &BTreeSet<Variable>) -> Option<BTreeMap<Variable, IBig>> {
        let names: Vec<String> = choices.iter().map(|choice| format!("c{step}_{choice}")).collect();
        Some(choices.iter().copied().zip(self.smt.values(&names)?).collect())
    }
}

impl Drop for Reach<'_> {
    fn drop(&mut self) {
        self.smt.tell("(pop)");
    }
}

/// A run, replayed: all states in their order, or nothing if some guard does not hold.
pub(crate) fn replay(graph: &Graph, transitions: &[Transition], stem: &Stem) -> Option<Vec<(usize, Vec<IBig>)>> {
    let mut states = vec![(graph.entry, stem.start.clone())];
    for (index, choices) in &stem.steps {
        let (location, parameters) = states.last()?;
        let transition = transitions.get(*index)?;
        let value = |variable: Variable| match usize::try_from(variable) {
            Ok(index) if index < graph.n_parameters => parameters.get(index).cloned().unwrap_or_default(),
            _ => choices.get(&variable).cloned().unwrap_or_default(),
        };
        if transition.from != *location || !transition.guard.iter().all(|constraint| constraint.holds(&value)) {
            return None;
        }
        let update = transition.update.iter().map(|polynomial: &Polynomial| polynomial.evaluate(&value)).collect();
        states.push((transition.to, update));
    }
    Some(states)
}

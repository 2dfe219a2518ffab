//! Recurrent sets of a loop: conditions that imply the guard, and hold again after a round.
//!
//! After Frohn and Giesl, "Proving Non-Termination via Loop Acceleration" (FMCAD 2019): a conjunct `p >= 0` of the guard that a round may
//! break is strengthened by `p' - p >= 0`, which says that it does not get smaller, and that condition again in the same way; a conjunct
//! that does get smaller can still stay if all that it depends on stays the same, which is a fixpoint. Choices are the same in all rounds.

use std::collections::BTreeSet;

use crate::constraint::{Constraint, Relation};
use crate::farkas::Polyhedron;
use crate::polynomial::{Polynomial, Variable};
use crate::transition::Transition;

/// How often conditions are strengthened before the loop is given up.
const MAX_ROUNDS: usize = 4;

/// Conditions with which a loop goes on for ever, the weaker ones first.
pub(crate) fn recurrent_sets(transition: &Transition, first_choice: Variable) -> Vec<Vec<Constraint>> {
    let fixpoint: Vec<Constraint> =
        transition.guard.iter().cloned().chain(unchanged(transition, &transition.guard, first_choice)).collect();
    let mut result: Vec<Vec<Constraint>> =
        [growing(transition, first_choice, false), growing(transition, first_choice, true)]
            .into_iter()
            .flatten()
            .chain([fixpoint])
            .collect();
    result.retain(|conditions| !is_empty(conditions));
    result.iter_mut().for_each(|conditions| {
        conditions.retain(|constraint| constraint.truth() != Some(true));
        conditions.sort();
        conditions.dedup();
    });
    result.dedup();
    result
}

/// The constraint after a round.
pub(crate) fn after(transition: &Transition, constraint: &Constraint, first_choice: Variable) -> Constraint {
    constraint.substitute(&|variable| next_value(transition, variable, first_choice))
}

fn next_value(transition: &Transition, variable: Variable, first_choice: Variable) -> Option<Polynomial> {
    let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
    (variable < first_choice).then(|| update.cloned().unwrap_or_default())
}

/// Strengthens the guard until a round keeps it. `is_strict` leaves nothing to growth that has to begin: a conjunct that is not kept as it
/// stands is held by a fixpoint.
fn growing(transition: &Transition, first_choice: Variable, is_strict: bool) -> Option<Vec<Constraint>> {
    let mut conditions = transition.guard.clone();
    for _ in 0..MAX_ROUNDS {
        if conditions.iter().any(|condition| condition.polynomial.explodes(transition.update.iter())) {
            return None;
        }
        let mut added = Vec::new();
        let next: Vec<Constraint> =
            conditions.iter().map(|condition| after(transition, condition, first_choice)).collect();
        let monomials =
            next.iter().flat_map(|constraint| constraint.polynomial.terms().map(|(monomial, _)| monomial.clone()));
        let mut polyhedron = Polyhedron::new(&conditions, &monomials.collect::<Vec<_>>())?.ok()?;
        for (condition, next) in conditions.iter().zip(&next) {
            if next.inequalities().iter().all(|polynomial| polyhedron.implies(polynomial).is_some()) {
                continue;
            }
            let growth = Constraint {
                polynomial: condition
                    .polynomial
                    .substitute(&|v| next_value(transition, v, first_choice))
                    .minus(&condition.polynomial),
                relation: condition.relation,
            };
            let mut stronger = conditions.clone();
            stronger.push(growth.clone());
            match !is_strict && growth.truth() != Some(false) && !is_empty(&stronger) {
                true => added.push(growth),
                false => added.extend(unchanged(transition, std::slice::from_ref(condition), first_choice)),
            }
        }
        if added.is_empty() {
            return Some(conditions);
        }
        for constraint in added {
            if !conditions.contains(&constraint) && constraint.truth() != Some(true) {
                conditions.push(constraint);
            }
        }
    }
    None
}

/// The equations that say that a round changes nothing that the constraints depend on.
fn unchanged(transition: &Transition, constraints: &[Constraint], first_choice: Variable) -> Vec<Constraint> {
    let mut open: Vec<Variable> = constraints.iter().flat_map(|constraint| constraint.polynomial.variables()).collect();
    let mut seen = BTreeSet::new();
    let mut result = Vec::new();
    while let Some(variable) = open.pop() {
        if variable >= first_choice || !seen.insert(variable) {
            continue;
        }
        let next = next_value(transition, variable, first_choice).unwrap_or_default();
        let equation =
            Constraint { polynomial: next.minus(&Polynomial::variable(variable)), relation: Relation::Equal };
        open.extend(next.variables());
        result.push(equation.tightened());
    }
    result
}

/// Whether no numbers satisfy the conditions, as far as linear arithmetic knows.
fn is_empty(conditions: &[Constraint]) -> bool {
    conditions.iter().any(|constraint| constraint.truth() == Some(false))
        || matches!(Polyhedron::new(conditions, &[]), None | Some(Err(_)))
}

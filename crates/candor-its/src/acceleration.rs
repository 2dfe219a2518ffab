//! Loop acceleration: one transition for any number of rounds of a loop.
//!
//! Each parameter must be constant from the first round on (`x' = x`, or a term over what never changes), or change by the same amount in
//! each round. Then a conjunct of the guard is an affine function of the round's number, so that it holds in all rounds from the second to
//! the last one if it holds in these two. The number of rounds is a new choice.

use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::constraint::{Constraint, Relation};
use crate::polynomial::{Polynomial, Variable};
use crate::transition::Transition;

/// `n` rounds of a loop for any `n` of at least two.
#[derive(Clone, Debug)]
pub(crate) struct Accelerated {
    /// The loop; its choices are the same in all rounds.
    pub(crate) round: Transition,
    /// All rounds as one transition.
    pub(crate) all: Transition,
    /// The choice that is the number of rounds.
    pub(crate) n_rounds: Variable,
}

/// Behind the rules of a loop: they are taken many times.
pub(crate) const REPEATED: usize = usize::MAX;

/// Accelerates a loop, if it is of the simple kind.
pub(crate) fn accelerate(round: &Transition, first_choice: Variable) -> Option<Accelerated> {
    let round = &with_plain_steps(round, first_choice);
    let n_rounds = round.variables().last().map_or(first_choice, |&last| first_choice.max(last + 1));
    let count = Polynomial::variable(n_rounds);
    let closed = closed_form(round, &count, first_choice)?;
    let at = |constraint: &Constraint, number: &Polynomial| {
        constraint.substitute(&|variable| match usize::try_from(variable) {
            Ok(index) if variable < first_choice => {
                let value = closed.get(index).cloned().unwrap_or_default();
                Some(value.substitute(&|v| (v == n_rounds).then(|| number.clone())))
            }
            _ => None,
        })
    };
    if round.guard.iter().any(|constraint| constraint.polynomial.explodes(closed.iter())) {
        return None;
    }
    let mut guard = vec![Constraint::at_least(count.plus_constant(-2))];
    for constraint in &round.guard {
        let general = at(constraint, &count);
        if general.polynomial.terms().any(|(monomial, _)| monomial.iter().filter(|&&v| v == n_rounds).count() > 1) {
            return None;
        }
        guard.push(constraint.clone());
        guard.push(at(constraint, &Polynomial::constant(1)));
        guard.push(at(constraint, &count.plus_constant(-1)));
    }
    guard.retain(|constraint| constraint.truth() != Some(true));
    guard.sort();
    guard.dedup();
    let rules = round.rules.iter().copied().chain([REPEATED]).collect();
    let all = Transition { guard, update: closed, rules, ..round.clone() };
    Some(Accelerated { round: round.clone(), all, n_rounds })
}

/// The same loop with `y' = y - 1` in place of `y' = x - 1` where the guard says that `x = y`.
fn with_plain_steps(round: &Transition, first_choice: Variable) -> Transition {
    let mut result = round.clone();
    for equation in round.guard.iter().filter(|constraint| constraint.relation == Relation::Equal) {
        let polynomial = &equation.polynomial;
        let is_unit = |variable: &Variable| {
            let size = polynomial.coefficient(*variable).abs();
            *variable < first_choice && size == IBig::ONE && !polynomial.multiplies(*variable)
        };
        let Some(solved) = polynomial.variables().into_iter().find(is_unit) else { continue };
        let factor = polynomial.coefficient(solved);
        let mut rest = polynomial.clone();
        rest.add_term(vec![solved], -factor.clone());
        let solution = rest.scaled(&-factor);
        for (variable, update) in (0..first_choice).zip(&mut result.update) {
            let step = update.minus(&Polynomial::variable(variable));
            let plain = step.substitute(&|variable| (variable == solved).then(|| solution.clone()));
            if plain.as_constant().is_some() {
                *update = Polynomial::variable(variable).plus(&plain);
            }
        }
    }
    result
}

/// The parameters after `count` rounds, for any count of at least one.
fn closed_form(round: &Transition, count: &Polynomial, first_choice: Variable) -> Option<Vec<Polynomial>> {
    let is_fixed = |variable: Variable| {
        let update = usize::try_from(variable).ok().and_then(|index| round.update.get(index));
        variable >= first_choice || update.and_then(Polynomial::as_variable) == Some(variable)
    };
    let is_constant = |polynomial: &Polynomial| polynomial.variables().into_iter().all(is_fixed);
    let closed = (0..).zip(&round.update).map(|(variable, update)| {
        if is_constant(update) {
            return Some(update.clone());
        }
        let step = update.minus(&Polynomial::variable(variable));
        is_constant(&step).then(|| Polynomial::variable(variable).plus(&step.times(count)))
    });
    closed.collect()
}

impl Accelerated {
    /// Whether the closed form is that of the loop: the formula of `n + 1` rounds is a round after that of `n`, and one round is one round.
    pub(crate) fn is_exact(&self, first_choice: Variable) -> bool {
        let with_count = |polynomial: &Polynomial, count: &Polynomial| {
            polynomial.substitute(&|variable| (variable == self.n_rounds).then(|| count.clone()))
        };
        let next = |polynomial: &Polynomial| {
            polynomial.substitute(&|variable| {
                let value = usize::try_from(variable).ok().and_then(|index| self.all.update.get(index));
                (variable < first_choice).then(|| value.cloned().unwrap_or_default())
            })
        };
        let more = Polynomial::variable(self.n_rounds).plus_constant(1);
        self.all.update.iter().zip(&self.round.update).all(|(closed, update)| {
            with_count(closed, &Polynomial::constant(1)) == *update && next(update) == with_count(closed, &more)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counting_loop_is_one_step() {
        // x > 0, (x, y, z) -> (x - 1, y + any, 7)
        let (x, y) = (Polynomial::variable(0), Polynomial::variable(1));
        let round = Transition {
            from: 0,
            to: 0,
            guard: vec![Constraint::at_least(x.plus_constant(-1))],
            update: vec![x.plus_constant(-1), y.plus(&Polynomial::variable(3)), Polynomial::constant(7)],
            rules: Vec::new(),
        };
        let accelerated = accelerate(&round, 3).expect("it is simple");
        assert!(accelerated.is_exact(3));
        let value = |variable: Variable| IBig::from([5, 0, 0, 2, 4][usize::try_from(variable).unwrap()]);
        assert!(accelerated.all.guard.iter().all(|constraint| constraint.holds(&value)));
        let after: Vec<IBig> = accelerated.all.update.iter().map(|polynomial| polynomial.evaluate(&value)).collect();
        assert_eq!(after, [IBig::from(1), IBig::from(8), IBig::from(7)]);
        let too_far = |variable| if variable == 4 { IBig::from(6) } else { value(variable) };
        assert!(!accelerated.all.guard.iter().all(|constraint| constraint.holds(&too_far)));
    }
}

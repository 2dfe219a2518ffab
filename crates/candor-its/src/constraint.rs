//! Constraints: a polynomial that is not negative, or zero, over the integers.

use dashu_int::IBig;
use dashu_int::ops::DivRemEuclid;

use crate::polynomial::{Polynomial, Variable};

/// How a polynomial compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// Greater than zero, or zero.
    AtLeast,
    /// Zero.
    Equal,
}

/// `polynomial >= 0` or `polynomial = 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    /// What is compared.
    pub polynomial: Polynomial,
    /// How it compares with zero.
    pub relation: Relation,
}

impl Constraint {
    /// `polynomial >= 0`.
    pub fn at_least(polynomial: Polynomial) -> Constraint {
        Constraint { polynomial, relation: Relation::AtLeast }
    }

    /// `polynomial = 0`.
    pub fn equal(polynomial: Polynomial) -> Constraint {
        Constraint { polynomial, relation: Relation::Equal }
    }

    pub(crate) fn substitute(&self, replacement: &impl Fn(Variable) -> Option<Polynomial>) -> Constraint {
        Constraint { polynomial: self.polynomial.substitute(replacement), relation: self.relation }.tightened()
    }

    /// The same for integers with smaller numbers: `2*x - 1 >= 0` is `x - 1 >= 0`, and `2*x = 1` is `-1 >= 0`.
    pub(crate) fn tightened(self) -> Constraint {
        let divisor = self.polynomial.content();
        if divisor <= IBig::ONE {
            return self;
        }
        let (quotient, remainder) = self.polynomial.constant_part().div_rem_euclid(divisor.clone());
        if self.relation == Relation::Equal && remainder != IBig::ZERO.try_into().unwrap_or_default() {
            return Constraint::at_least(Polynomial::constant(-1));
        }
        let polynomial = self.polynomial.map(|monomial, coefficient| match monomial.is_empty() {
            true => IBig::ZERO,
            false => coefficient / &divisor,
        });
        Constraint { polynomial: polynomial.plus(&Polynomial::constant(quotient)), relation: self.relation }
    }

    /// Whether it holds always or never, if it has no variables.
    pub(crate) fn truth(&self) -> Option<bool> {
        let number = self.polynomial.as_constant()?;
        Some(match self.relation {
            Relation::AtLeast => number >= IBig::ZERO,
            Relation::Equal => number == IBig::ZERO,
        })
    }

    pub(crate) fn holds(&self, value: &impl Fn(Variable) -> IBig) -> bool {
        let number = self.polynomial.evaluate(value);
        match self.relation {
            Relation::AtLeast => number >= IBig::ZERO,
            Relation::Equal => number == IBig::ZERO,
        }
    }

    /// The inequalities that this stands for: one, or two for an equation.
    pub(crate) fn inequalities(&self) -> Vec<Polynomial> {
        match self.relation {
            Relation::AtLeast => vec![self.polynomial.clone()],
            Relation::Equal => vec![self.polynomial.clone(), self.polynomial.negated()],
        }
    }

    pub(crate) fn display(&self, name: &impl Fn(Variable) -> String) -> String {
        let positive = self.polynomial.map(|_, number| if *number > IBig::ZERO { number.clone() } else { IBig::ZERO });
        let negative = positive.minus(&self.polynomial);
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        format!("{} {sign} {}", positive.display(name), negative.display(name))
    }

    pub(crate) fn smtlib(&self, name: &impl Fn(Variable) -> String) -> String {
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        format!("({sign} {} 0)", self.polynomial.smtlib(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tightening_keeps_the_integers() {
        for factor in [1, 2, 3, 6] {
            for offset in -7..=7 {
                for relation in [Relation::AtLeast, Relation::Equal] {
                    let polynomial = Polynomial::variable(0).scaled(&IBig::from(factor)).plus_constant(offset);
                    let constraint = Constraint { polynomial, relation };
                    let tight = constraint.clone().tightened();
                    for x in -10..=10 {
                        assert_eq!(constraint.holds(&|_| IBig::from(x)), tight.holds(&|_| IBig::from(x)));
                    }
                }
            }
        }
    }
}

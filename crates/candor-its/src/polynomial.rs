//! Polynomials with integer coefficients over numbered variables.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};

/// A variable: a parameter of a location, or one that a transition chooses.
pub type Variable = u32;

/// A product of variables in ascending order, each as often as its power says; the empty one is the number one.
pub(crate) type Monomial = Vec<Variable>;

/// What composition may make at most.
const MAX_DEGREE: usize = 8;
const MAX_TERMS: usize = 10_000;

/// A polynomial. **Invariant:** no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, IBig>,
}

impl Polynomial {
    /// A number.
    pub fn constant(number: impl Into<IBig>) -> Polynomial {
        let mut result = Polynomial::default();
        result.add_term(Vec::new(), number.into());
        result
    }

    /// A variable.
    pub fn variable(variable: Variable) -> Polynomial {
        Polynomial { terms: BTreeMap::from([(vec![variable], IBig::ONE)]) }
    }

    pub(crate) fn add_term(&mut self, monomial: Monomial, coefficient: IBig) {
        if coefficient == IBig::ZERO {
            return;
        }
        match self.terms.entry(monomial) {
            Entry::Vacant(entry) => {
                entry.insert(coefficient);
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if *entry.get() == IBig::ZERO {
                    entry.remove();
                }
            }
        }
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, &IBig)> {
        self.terms.iter()
    }

    /// The sum.
    pub fn plus(&self, other: &Polynomial) -> Polynomial {
        let mut result = self.clone();
        result.add_scaled(other, &IBig::ONE);
        result
    }

    /// The difference.
    pub fn minus(&self, other: &Polynomial) -> Polynomial {
        let mut result = self.clone();
        result.add_scaled(other, &IBig::NEG_ONE);
        result
    }

    pub(crate) fn add_scaled(&mut self, other: &Polynomial, factor: &IBig) {
        for (monomial, coefficient) in &other.terms {
            self.add_term(monomial.clone(), coefficient * factor);
        }
    }

    /// A multiple.
    pub fn scaled(&self, factor: &IBig) -> Polynomial {
        let mut result = Polynomial::default();
        result.add_scaled(self, factor);
        result
    }

    /// The opposite.
    pub fn negated(&self) -> Polynomial {
        self.scaled(&IBig::NEG_ONE)
    }

    /// The sum with a number.
    pub fn plus_constant(&self, number: i64) -> Polynomial {
        let mut result = self.clone();
        result.add_term(Vec::new(), IBig::from(number));
        result
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut result = Polynomial::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                monomial.sort_unstable();
                result.add_term(monomial, a * b);
            }
        }
        result
    }

    /// The number that this is, if it has no variables.
    pub fn as_constant(&self) -> Option<IBig> {
        match self.terms.len() {
            0 => Some(IBig::ZERO),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The variable that this is.
    pub(crate) fn as_variable(&self) -> Option<Variable> {
        let (monomial, coefficient) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && monomial.len() == 1 && *coefficient == IBig::ONE).then(|| monomial[0])
    }

    pub(crate) fn constant_part(&self) -> IBig {
        self.terms.get(&Vec::new()).cloned().unwrap_or_default()
    }

    /// Whether every product has one factor at most.
    pub fn is_linear(&self) -> bool {
        self.terms.keys().all(|monomial| monomial.len() <= 1)
    }

    /// How many factors the largest product has.
    pub(crate) fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether other polynomials in place of the variables would make this one larger than anybody wants to see.
    pub(crate) fn explodes<'p>(&self, replacements: impl Iterator<Item = &'p Polynomial> + Clone) -> bool {
        let degree = self.degree();
        if degree <= 1 {
            return false;
        }
        let inner = replacements.clone().map(Polynomial::degree).max().unwrap_or(0);
        let n_terms = replacements.map(|replacement| replacement.terms.len()).max().unwrap_or(0);
        let n_products = u32::try_from(degree).ok().and_then(|degree| n_terms.max(1).checked_pow(degree));
        (inner > 1 && degree * inner > MAX_DEGREE) || n_products.is_none_or(|n_products| n_products > MAX_TERMS)
    }

    /// The coefficient of a variable on its own.
    pub(crate) fn coefficient(&self, variable: Variable) -> IBig {
        self.terms.get(&vec![variable]).cloned().unwrap_or_default()
    }

    pub(crate) fn variables(&self) -> BTreeSet<Variable> {
        self.terms.keys().flatten().copied().collect()
    }

    pub(crate) fn mentions(&self, variable: Variable) -> bool {
        self.terms.keys().any(|monomial| monomial.contains(&variable))
    }

    /// Whether the variable is in a product with others or itself.
    pub(crate) fn multiplies(&self, variable: Variable) -> bool {
        self.terms.keys().any(|monomial| monomial.len() > 1 && monomial.contains(&variable))
    }

    /// The polynomial with others in place of variables; `None` leaves the variable as it is.
    pub(crate) fn substitute(&self, replacement: &impl Fn(Variable) -> Option<Polynomial>) -> Polynomial {
        let mut result = Polynomial::default();
        for (monomial, coefficient) in &self.terms {
            let replacements: Vec<Option<Polynomial>> =
                monomial.iter().map(|&variable| replacement(variable)).collect();
            if replacements.iter().all(Option::is_none) {
                result.add_term(monomial.clone(), coefficient.clone());
                continue;
            }
            let mut product = Polynomial::constant(coefficient.clone());
            for (&variable, replacement) in monomial.iter().zip(replacements) {
                product = product.times(&replacement.unwrap_or_else(|| Polynomial::variable(variable)));
            }
            result.add_scaled(&product, &IBig::ONE);
        }
        result
    }

    /// The polynomial with a number in place of a variable.
    pub fn with(&self, variable: Variable, number: impl Into<IBig>) -> Polynomial {
        let number = Polynomial::constant(number.into());
        self.substitute(&|other| (other == variable).then(|| number.clone()))
    }

    pub(crate) fn evaluate(&self, value: &impl Fn(Variable) -> IBig) -> IBig {
        let terms = self.terms.iter().map(|(monomial, coefficient)| {
            monomial.iter().fold(coefficient.clone(), |product, &variable| product * value(variable))
        });
        terms.fold(IBig::ZERO, |sum, term| sum + term)
    }

    /// The greatest common divisor of all coefficients but that of one; zero if there are no others.
    pub(crate) fn content(&self) -> IBig {
        let coefficients = self.terms.iter().filter(|(monomial, _)| !monomial.is_empty()).map(|(_, number)| number);
        coefficients.fold(IBig::ZERO, |divisor, number| match divisor == IBig::ZERO {
            true => number.abs(),
            false => IBig::from(divisor.gcd(number)),
        })
    }

    /// Every coefficient through a function, such as a division.
    pub(crate) fn map(&self, function: impl Fn(&Monomial, &IBig) -> IBig) -> Polynomial {
        let mut result = Polynomial::default();
        for (monomial, coefficient) in &self.terms {
            result.add_term(monomial.clone(), function(monomial, coefficient));
        }
        result
    }

    /// The polynomial as people write it: `2*x - y*z + 1`.
    pub(crate) fn display(&self, name: &impl Fn(Variable) -> String) -> String {
        let mut text = String::new();
        let terms = self.terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        for (monomial, coefficient) in terms.chain(self.terms.get_key_value(&Vec::new())) {
            let sign = match (text.is_empty(), *coefficient < IBig::ZERO) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let mut factors: Vec<String> = monomial.iter().map(|&variable| name(variable)).collect();
            let size = coefficient.abs();
            if size != IBig::ONE || factors.is_empty() {
                factors.insert(0, size.to_string());
            }
            write_to(&mut text, format_args!("{sign}{}", factors.join("*")));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// The polynomial as a term of SMT-LIB.
    pub(crate) fn smtlib(&self, name: &impl Fn(Variable) -> String) -> String {
        let products: Vec<String> = self
            .terms
            .iter()
            .map(|(monomial, coefficient)| {
                let mut factors: Vec<String> = monomial.iter().map(|&variable| name(variable)).collect();
                if *coefficient != IBig::ONE || factors.is_empty() {
                    factors.insert(0, number(coefficient));
                }
                match factors.len() {
                    1 => factors.remove(0),
                    _ => format!("(* {})", factors.join(" ")),
                }
            })
            .collect();
        match products.len() {
            0 => "0".to_owned(),
            1 => products.concat(),
            _ => format!("(+ {})", products.join(" ")),
        }
    }
}

/// A number as SMT-LIB writes it.
pub(crate) fn number(number: &IBig) -> String {
    match *number < IBig::ZERO {
        true => format!("(- {})", number.abs()),
        false => number.to_string(),
    }
}

/// Writes to a string, which cannot fail.
pub(crate) fn write_to(text: &mut String, arguments: fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitution_goes_with_evaluation() {
        let x = Polynomial::variable(0);
        let y = Polynomial::variable(1);
        let polynomial = x.times(&x).plus(&y.scaled(&IBig::from(-3))).plus_constant(5);
        let image = x.plus(&y);
        let replaced = polynomial.substitute(&|variable| (variable == 0).then(|| image.clone()));
        for (a, b) in [(0, 0), (2, -7), (-4, 3)] {
            let value = |variable| IBig::from(if variable == 0 { a } else { b });
            let inner = |variable| if variable == 0 { image.evaluate(&value) } else { value(variable) };
            assert_eq!(replaced.evaluate(&value), polynomial.evaluate(&inner));
        }
        assert_eq!(polynomial.display(&|v| ["x", "y"][usize::try_from(v).unwrap()].to_owned()), "x*x - 3*y + 5");
    }
}

//! Exact rational numbers, fast while numerator and denominator fit machine words.
//!
//! The simplex works on these. Nearly all numbers in it are tiny, so that the small form decides its speed; whatever leaves the small form
//! goes on with integers of any size, and comes back when it fits again.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::IBig;
use dashu_int::ops::{Abs, Gcd};

/// A rational number in lowest terms with a positive denominator.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rational(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64, i64),
    /// Only if one of the two does not fit the small form, so that equal numbers are equal values.
    Big(Box<(IBig, IBig)>),
}

impl Rational {
    pub(crate) const ZERO: Rational = Rational(Form::Small(0, 1));
    pub(crate) const ONE: Rational = Rational(Form::Small(1, 1));

    pub(crate) fn from_integer(number: &IBig) -> Rational {
        match i64::try_from(number) {
            Ok(number) => Rational(Form::Small(number, 1)),
            Err(_) => Rational(Form::Big(Box::new((number.clone(), IBig::ONE)))),
        }
    }

    pub(crate) fn numerator(&self) -> IBig {
        self.parts().0
    }

    pub(crate) fn denominator(&self) -> IBig {
        self.parts().1
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0, _))
    }

    pub(crate) fn is_positive(&self) -> bool {
        match &self.0 {
            Form::Small(numerator, _) => *numerator > 0,
            Form::Big(parts) => parts.0 > IBig::ZERO,
        }
    }

    pub(crate) fn is_negative(&self) -> bool {
        !self.is_zero() && !self.is_positive()
    }

    pub(crate) fn add(&self, other: &Rational) -> Rational {
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0) {
            if *a == 0 {
                return other.clone();
            }
            if *c == 0 {
                return self.clone();
            }
            if *b == 1
                && *d == 1
                && let Some(sum) = a.checked_add(*c)
            {
                return Rational(Form::Small(sum, 1));
            }
            if let Some(sum) = small_sum(*a, *b, *c, *d) {
                return sum;
            }
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        reduced_big(a * &d + c * &b, b * d)
    }

    pub(crate) fn subtract(&self, other: &Rational) -> Rational {
        self.add(&other.negate())
    }

    pub(crate) fn negate(&self) -> Rational {
        match &self.0 {
            Form::Small(numerator, denominator) if *numerator != i64::MIN => {
                Rational(Form::Small(-numerator, *denominator))
            }
            Form::Small(..) | Form::Big(_) => {
                let (numerator, denominator) = self.parts();
                reduced_big(-numerator, denominator)
            }
        }
    }

    pub(crate) fn multiply(&self, other: &Rational) -> Rational {
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0) {
            return match (*a, *b, *c, *d) {
                (0, ..) | (_, _, 0, _) => Rational::ZERO,
                (1, 1, ..) => other.clone(),
                (_, _, 1, 1) => self.clone(),
                (a, b, c, d) => small_product(a, b, c, d)
                    .unwrap_or_else(|| reduced_big(IBig::from(a) * IBig::from(c), IBig::from(b) * IBig::from(d))),
            };
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        reduced_big(a * c, b * d)
    }

    /// One divided by this number, which is not zero.
    pub(crate) fn inverse(&self) -> Rational {
        let (numerator, denominator) = self.parts();
        match numerator < IBig::ZERO {
            true => reduced_big(-denominator, -numerator),
            false => reduced_big(denominator, numerator),
        }
    }

    fn parts(&self) -> (IBig, IBig) {
        match &self.0 {
            Form::Small(numerator, denominator) => (IBig::from(*numerator), IBig::from(*denominator)),
            Form::Big(parts) => (**parts).clone(),
        }
    }
}

/// `a/b + c/d` in lowest terms, after Knuth (4.5.1): common factors are taken out before numbers grow.
fn small_sum(a: i64, b: i64, c: i64, d: i64) -> Option<Rational> {
    let divisor = gcd(b, d);
    if divisor == 1 {
        let numerator = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
        return Some(Rational(Form::Small(numerator, b.checked_mul(d)?)));
    }
    let sum = a.checked_mul(d / divisor)?.checked_add(c.checked_mul(b / divisor)?)?;
    if sum == 0 {
        return Some(Rational::ZERO);
    }
    let common = gcd(sum, divisor);
    Some(Rational(Form::Small(sum / common, (b / divisor).checked_mul(d / common)?)))
}

/// `a/b * c/d` in lowest terms, in the same way; no numerator is zero.
fn small_product(a: i64, b: i64, c: i64, d: i64) -> Option<Rational> {
    let (left, right) = (gcd(a, d), gcd(c, b));
    let numerator = (a / left).checked_mul(c / right)?;
    Some(Rational(Form::Small(numerator, (b / right).checked_mul(d / left)?)))
}

/// The greatest common divisor of a number and a positive one, by Stein's algorithm.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    if a == 0 || b == 0 {
        return i64::try_from(a | b).unwrap_or(1);
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    // Only of the least number with itself the divisor does not fit, and the denominators are positive.
    i64::try_from(a << shift).unwrap_or(1)
}

fn reduced_big(numerator: IBig, denominator: IBig) -> Rational {
    let divisor = IBig::from((&numerator).gcd(&denominator));
    let (numerator, denominator) = (numerator / &divisor, denominator / &divisor);
    match (i64::try_from(&numerator), i64::try_from(&denominator)) {
        (Ok(numerator), Ok(denominator)) => Rational(Form::Small(numerator, denominator)),
        _ => Rational(Form::Big(Box::new((numerator, denominator)))),
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0) {
            return match (b, d) {
                (1, 1) => a.cmp(c),
                _ => (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b))),
            };
        }
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.parts();
        match denominator == IBig::ONE {
            true => write!(f, "{numerator}"),
            false => write!(f, "{numerator}/{denominator}"),
        }
    }
}

/// The least common multiple of two positive numbers.
pub(crate) fn common_multiple(a: &IBig, b: &IBig) -> IBig {
    let divisor = IBig::from(a.gcd(b));
    (a / divisor * b).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i128, denominator: i128) -> Rational {
        Rational::from_integer(&IBig::from(numerator))
            .multiply(&Rational::from_integer(&IBig::from(denominator)).inverse())
    }

    #[test]
    fn small_and_big_numbers_obey_the_same_laws() {
        let huge = i128::from(i64::MAX);
        let numbers: Vec<Rational> = [0, 1, -1, 2, -3, huge, -huge - 1, huge * 7]
            .iter()
            .flat_map(|&numerator| [1, 2, 6, huge].map(|denominator| ratio(numerator, denominator)))
            .collect();
        for a in &numbers {
            for b in &numbers {
                assert_eq!(a.add(b), b.add(a));
                assert_eq!(a.add(b).subtract(b), *a);
                assert_eq!(a.cmp(b), a.subtract(b).cmp(&Rational::ZERO));
                if !b.is_zero() {
                    assert_eq!(a.multiply(b).multiply(&b.inverse()), *a);
                }
            }
        }
    }
}

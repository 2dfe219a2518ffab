//! Bit-vectors as integers: what a path says of numbers, for integer transition systems.
//!
//! A term of at most 64 bits is read as a signed or as an unsigned integer. An operation becomes that of the integers where the path rules
//! out that it wraps; otherwise its result is any number of its range. What is said is thus true of all executions that take the path, but
//! need not be all that is true of them.

use candor_its::{Constraint, Formula, Polynomial, Variable};
use candor_term::{Op, Sort, Term, TermPool};
use rustc_hash::FxHashMap;

use candor_context_symbolic::Path;

use crate::judge::Judge;

/// How bits are read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reading {
    Signed,
    Unsigned,
}

/// Wider numbers are not looked into.
const MAX_WIDTH: u32 = 64;

/// What terms are on one path.
pub(crate) struct Integers<'a> {
    pool: &'a mut TermPool,
    judge: &'a mut Judge,
    path: &'a Path,
    known: FxHashMap<(Term, Reading), Polynomial>,
    n_variables: u32,
    facts: Vec<Formula>,
    /// How many more operations are looked into.
    fuel: u32,
}

/// How many operations of a path are looked into.
const FUEL: u32 = 2_000;

impl<'a> Integers<'a> {
    /// The first variables have a meaning already.
    pub(crate) fn new(pool: &'a mut TermPool, judge: &'a mut Judge, path: &'a Path, n_variables: u32) -> Integers<'a> {
        Integers { pool, judge, path, known: FxHashMap::default(), n_variables, facts: Vec::new(), fuel: FUEL }
    }

    /// From now on this is what the term is.
    pub(crate) fn set(&mut self, term: Term, reading: Reading, number: Polynomial) {
        self.known.insert((term, reading), number);
    }

    /// A variable that may be any integer.
    pub(crate) fn any(&mut self) -> Variable {
        let variable = self.n_variables;
        self.n_variables += 1;
        variable
    }

    /// How many variables there are now, and what holds of them.
    pub(crate) fn finish(self) -> (u32, Vec<Formula>) {
        (self.n_variables, self.facts)
    }

    pub(crate) fn require(&mut self, fact: Formula) {
        self.facts.push(fact);
    }

    fn at_least(&mut self, number: Polynomial) {
        self.facts.push(Formula::Atom(Constraint::at_least(number)));
    }

    fn equal(&mut self, number: Polynomial) {
        self.facts.push(Formula::Atom(Constraint::equal(number)));
    }

    fn holds(&mut self, fact: Term) -> bool {
        self.judge.holds_soon(self.pool, self.path, fact)
    }

    /// What follows from a condition, or from its opposite.
    pub(crate) fn condition(&mut self, term: Term, is_true: bool) -> Formula {
        if let Some(known) = self.pool.const_bool(term) {
            return if known == is_true { Formula::TRUE } else { Formula::FALSE };
        }
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), &args[..]) {
            (Op::Not, &[a]) => self.condition(a, !is_true),
            (Op::And, parts) | (Op::Or, parts) => {
                let all = (self.pool.op(term) == Op::And) == is_true;
                let parts = parts.iter().map(|&part| self.condition(part, is_true)).collect();
                if all { Formula::And(parts) } else { Formula::Or(parts) }
            }
            (Op::Eq, &[a, b]) if self.is_number(a) => match is_true {
                true => {
                    let equal = |of: &mut Self, reading| {
                        let difference = of.number(a, reading).minus(&of.number(b, reading));
                        Formula::Atom(Constraint::equal(difference))
                    };
                    Formula::And(vec![equal(self, Reading::Signed), equal(self, Reading::Unsigned)])
                }
                false => {
                    Formula::And([Reading::Signed, Reading::Unsigned].map(|reading| self.apart(a, b, reading)).into())
                }
            },
            (Op::Slt, &[a, b]) if self.is_number(a) => self.less(a, b, Reading::Signed, is_true),
            (Op::Ult, &[a, b]) if self.is_number(a) => self.less(a, b, Reading::Unsigned, is_true),
            _ => Formula::TRUE,
        }
    }

    fn is_number(&self, term: Term) -> bool {
        matches!(self.pool.sort(term), Sort::Bv(width) if width <= MAX_WIDTH)
    }

    fn less(&mut self, a: Term, b: Term, reading: Reading, is_true: bool) -> Formula {
        let difference = self.number(b, reading).minus(&self.number(a, reading));
        Formula::Atom(Constraint::at_least(match is_true {
            true => difference.plus_constant(-1),
            false => difference.negated(),
        }))
    }

    /// Of two numbers that differ, which one is less, if the path says so.
    fn apart(&mut self, a: Term, b: Term, reading: Reading) -> Formula {
        for (less, more) in [(a, b), (b, a)] {
            let is_less = match reading {
                Reading::Signed => self.pool.slt(less, more),
                Reading::Unsigned => self.pool.ult(less, more),
            };
            if self.holds(is_less) {
                return self.less(less, more, reading, true);
            }
        }
        Formula::TRUE
    }

    /// What a term is.
    pub(crate) fn number(&mut self, term: Term, reading: Reading) -> Polynomial {
        if let Some(known) = self.known.get(&(term, reading)) {
            return known.clone();
        }
        if !self.is_positive(term) {
            let number = self.operation(term, reading).unwrap_or_else(|| self.any_of(term, reading));
            self.known.insert((term, reading), number.clone());
            return number;
        }
        // Both readings are the same, and one of them may be known already.
        let readings = [Reading::Signed, Reading::Unsigned];
        let known = readings.into_iter().find_map(|reading| self.known.get(&(term, reading)).cloned());
        let number = known
            .or_else(|| readings.into_iter().find_map(|reading| self.operation(term, reading)))
            .unwrap_or_else(|| self.any_of(term, Reading::Unsigned));
        self.at_least(number.clone());
        for reading in readings {
            self.known.entry((term, reading)).or_insert_with(|| number.clone());
        }
        number
    }

    /// Any number of a term's range.
    pub(crate) fn any_of(&mut self, term: Term, reading: Reading) -> Polynomial {
        let number = Polynomial::variable(self.any());
        self.in_range(term, reading, &number);
        number
    }

    fn in_range(&mut self, term: Term, reading: Reading, number: &Polynomial) {
        let width = self.pool.width(term);
        let (least, most) = match reading {
            Reading::Signed => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            Reading::Unsigned => (0, (1i128 << width) - 1),
        };
        self.at_least(number.minus(&Polynomial::constant(least)));
        self.at_least(Polynomial::constant(most).minus(number));
    }

    /// Says what the two readings of a term, which are known, have to do with each other.
    pub(crate) fn relate_readings(&mut self, term: Term) {
        let [signed, unsigned] = [Reading::Signed, Reading::Unsigned].map(|reading| {
            let number = self.number(term, reading);
            self.in_range(term, reading, &number);
            number
        });
        let negative = self.pool.is_negative(term);
        let wrap = 1i128 << self.pool.width(term);
        if self.is_positive(term) {
            self.equal(signed.minus(&unsigned));
        } else if self.holds(negative) {
            self.equal(signed.plus(&Polynomial::constant(wrap)).minus(&unsigned));
        }
    }

    /// The result of an operation on integers, if it is that on the path.
    fn operation(&mut self, term: Term, reading: Reading) -> Option<Polynomial> {
        self.fuel = self.fuel.checked_sub(1)?;
        let width = self.pool.width(term);
        if let Some(bits) = self.pool.const_bits(term) {
            let number = i128::from(bits.to_u64()?);
            let is_negative = reading == Reading::Signed && number >> (width - 1) != 0;
            return Some(Polynomial::constant(if is_negative { number - (1i128 << width) } else { number }));
        }
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), &args[..]) {
            (Op::Add, &[a, b]) => self.sum(term, a, b, reading),
            (Op::Neg, &[a]) if reading == Reading::Signed => {
                let wide = self.pool.sext(a, width + 1);
                let negated = self.pool.neg(wide);
                self.is_wide(term, negated, reading).then(|| self.number(a, reading).negated())
            }
            (Op::Mul, &[a, b]) => self.product(term, a, b, reading),
            (Op::Shl, &[a, by]) => {
                let by = self.pool.const_u64(by).filter(|&by| by < u64::from(width.min(62)))?;
                let factor = self.pool.bv(width, 1 << by);
                self.product(term, a, factor, reading)
            }
            (Op::Concat, &[high, low]) => {
                let shift = 1i128 << self.pool.width(low);
                let (high, low) = (self.number(high, reading), self.number(low, Reading::Unsigned));
                Some(high.scaled(&shift.into()).plus(&low))
            }
            (Op::SExt, &[a]) if reading == Reading::Signed => Some(self.number(a, Reading::Signed)),
            (Op::Extract, &[a]) if self.pool.extract_low(term) == 0 && self.is_number(a) => {
                let wide = self.pool.width(a);
                let same = match reading {
                    Reading::Signed => self.pool.sext(term, wide),
                    Reading::Unsigned => self.pool.zext(term, wide),
                };
                let is_same = self.pool.eq(same, a);
                self.holds(is_same).then(|| self.number(a, reading))
            }
            (Op::UDiv, &[a, b]) if reading == Reading::Unsigned => {
                let divisor = self.pool.const_u64(b).filter(|&divisor| divisor > 0)?;
                Some(self.quotient(a, reading, divisor))
            }
            (Op::LShr, &[a, by]) if reading == Reading::Unsigned => {
                let by = self.pool.const_u64(by).filter(|&by| by < u64::from(width.min(62)))?;
                Some(self.quotient(a, reading, 1 << by))
            }
            (Op::SDiv, &[a, b]) if reading == Reading::Signed => {
                let divisor = self.pool.const_u64(b).filter(|&divisor| divisor > 0 && divisor >> (width - 1) == 0)?;
                self.is_positive(a).then(|| self.quotient(a, reading, divisor))
            }
            (Op::URem, &[a, b]) if reading == Reading::Unsigned => {
                let zero = self.pool.bv_zero(width);
                let is_divided = self.pool.ult(zero, b);
                let most = self.holds(is_divided).then(|| self.number(b, reading).plus_constant(-1));
                Some(self.part_of(a, reading, most))
            }
            (Op::SRem, &[a, b]) if reading == Reading::Signed => {
                let zero = self.pool.bv_zero(width);
                let is_divided = self.pool.slt(zero, b);
                if !self.is_positive(a) || !self.holds(is_divided) {
                    return None;
                }
                let most = self.number(b, reading).plus_constant(-1);
                Some(self.part_of(a, reading, Some(most)))
            }
            (Op::And, &[a, b]) if reading == Reading::Unsigned => {
                let most = self.number(b, reading);
                Some(self.part_of(a, reading, Some(most)))
            }
            (Op::Ite, &[cond, a, b]) => {
                let number = self.any_of(term, reading);
                let cases = [(a, true), (b, false)].map(|(value, is_true)| {
                    let value = self.number(value, reading).minus(&number);
                    let holds = self.condition(cond, is_true);
                    Formula::And(vec![holds, Formula::Atom(Constraint::equal(value))])
                });
                self.facts.push(Formula::Or(cases.into()));
                Some(number)
            }
            _ => None,
        }
    }

    fn is_positive(&mut self, term: Term) -> bool {
        let negative = self.pool.is_negative(term);
        let not = self.pool.not(negative);
        self.holds(not)
    }

    /// Whether a wider result is what the term is as a number.
    fn is_wide(&mut self, term: Term, wide: Term, reading: Reading) -> bool {
        let width = self.pool.width(wide);
        let widened = match reading {
            Reading::Signed => self.pool.sext(term, width),
            Reading::Unsigned => self.pool.zext(term, width),
        };
        let is_same = self.pool.eq(widened, wide);
        self.holds(is_same)
    }

    fn sum(&mut self, term: Term, a: Term, b: Term, reading: Reading) -> Option<Polynomial> {
        let width = self.pool.width(term);
        // What is added may be a number below zero, also where the sum is none.
        let readings = match reading {
            Reading::Signed => vec![[Reading::Signed; 2]],
            Reading::Unsigned => {
                vec![[Reading::Unsigned; 2], [Reading::Unsigned, Reading::Signed], [Reading::Signed, Reading::Unsigned]]
            }
        };
        for each in readings {
            let widened = [(a, each[0]), (b, each[1])].map(|(part, reading)| match reading {
                Reading::Signed => self.pool.sext(part, width + 2),
                Reading::Unsigned => self.pool.zext(part, width + 2),
            });
            let wide = self.pool.add(widened[0], widened[1]);
            if self.is_wide(term, wide, reading) {
                return Some(self.number(a, each[0]).plus(&self.number(b, each[1])));
            }
        }
        None
    }

    fn product(&mut self, term: Term, a: Term, b: Term, reading: Reading) -> Option<Polynomial> {
        let width = self.pool.width(term);
        let (factor, other) = match (self.pool.is_const(a), self.pool.is_const(b)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            (false, false) => return None,
        };
        let widened = [factor, other].map(|part| match reading {
            Reading::Signed => self.pool.sext(part, 2 * width),
            Reading::Unsigned => self.pool.zext(part, 2 * width),
        });
        let wide = self.pool.mul(widened[0], widened[1]);
        if !self.is_wide(term, wide, reading) {
            return None;
        }
        let factor = self.number(factor, reading).as_constant()?;
        Some(self.number(other, reading).scaled(&factor))
    }

    /// A number that is not below zero, divided.
    fn quotient(&mut self, a: Term, reading: Reading, divisor: u64) -> Polynomial {
        let dividend = self.number(a, reading);
        let quotient = Polynomial::variable(self.any());
        let rest = dividend.minus(&quotient.scaled(&divisor.into()));
        self.at_least(rest.clone());
        self.at_least(Polynomial::constant(divisor - 1).minus(&rest));
        quotient
    }

    /// A number from zero to another one, and at most what is said besides.
    fn part_of(&mut self, a: Term, reading: Reading, most: Option<Polynomial>) -> Polynomial {
        let whole = self.number(a, reading);
        let part = Polynomial::variable(self.any());
        self.at_least(part.clone());
        self.at_least(whole.minus(&part));
        if let Some(most) = most {
            self.at_least(most.minus(&part));
        }
        part
    }
}

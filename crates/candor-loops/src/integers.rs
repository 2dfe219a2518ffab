//! Bit-vector terms as integers, and back.
//!
//! Integers are what a guesser thinks in. The way there is not exact: sums and products do not wrap, a cut to eight bits or more loses
//! nothing, and what has no place among linear integers may be anything. The way back is exact: what a formula says of integers is said
//! of the numbers that the bits stand for, in as many bits as that takes.

use candor_its::{Expression, ExpressionKind, Expressions};
use candor_term::{Op, Sort, Term, TermPool, post_order};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which number some bits stand for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Signed,
    Unsigned,
}

/// How terms are read: alike where they are added, chosen between or compared for equality, unsigned where nothing compares them with a sign
/// and something does without.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    parent: FxHashMap<Term, Term>,
    signed: FxHashSet<Term>,
    unsigned: FxHashSet<Term>,
}

impl Readings {
    /// Of all terms in these; the terms of a pair are read alike.
    pub(crate) fn new(pool: &TermPool, roots: &[Term], alike: &[(Term, Term)]) -> Readings {
        let mut readings = Readings::default();
        let mut marks: Vec<(Term, Reading)> = Vec::new();
        for term in post_order(pool, roots) {
            match (pool.op(term), pool.args(term)) {
                (Op::Add | Op::Mul, &[a, b]) => {
                    readings.join(pool, term, a);
                    readings.join(pool, term, b);
                }
                (Op::Neg, &[of]) => readings.join(pool, term, of),
                (Op::Ite, &[_, then, other]) => {
                    readings.join(pool, term, then);
                    readings.join(pool, term, other);
                }
                (Op::Eq, &[a, b]) => readings.join(pool, a, b),
                (Op::Slt, &[a, b]) => {
                    readings.join(pool, a, b);
                    marks.extend([(a, Reading::Signed), (b, Reading::Signed)]);
                }
                (Op::Ult, &[a, b]) => {
                    readings.join(pool, a, b);
                    marks.extend([(a, Reading::Unsigned), (b, Reading::Unsigned)]);
                }
                (Op::SDiv | Op::SRem, &[a, _]) => marks.push((a, Reading::Signed)),
                (Op::UDiv | Op::URem | Op::LShr, &[a, _]) => marks.push((a, Reading::Unsigned)),
                (Op::SExt, &[of]) => marks.extend([(of, Reading::Signed), (term, Reading::Signed)]),
                (Op::Concat, &[high, low]) if is_zero(pool, high) => marks.push((low, Reading::Unsigned)),
                _ => {}
            }
        }
        for &(a, b) in alike {
            readings.join(pool, a, b);
        }
        for (term, reading) in marks.into_iter().filter(|(term, _)| !pool.is_const(*term)) {
            let class = readings.class(term);
            match reading {
                Reading::Signed => readings.signed.insert(class),
                Reading::Unsigned => readings.unsigned.insert(class),
            };
        }
        readings
    }

    fn class(&self, mut term: Term) -> Term {
        while let Some(&parent) = self.parent.get(&term) {
            term = parent;
        }
        term
    }

    fn join(&mut self, pool: &TermPool, a: Term, b: Term) {
        // A constant is read as what it is used with.
        if pool.is_const(a) || pool.is_const(b) {
            return;
        }
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.parent.insert(a, b);
        }
    }

    /// How a term is read.
    pub(crate) fn of(&self, pool: &TermPool, term: Term) -> Reading {
        let class = self.class(term);
        let is_unsigned = self.unsigned.contains(&class) && !self.signed.contains(&class);
        if pool.sort(term) == Sort::Bv(1) || is_unsigned { Reading::Unsigned } else { Reading::Signed }
    }
}

fn is_zero(pool: &TermPool, term: Term) -> bool {
    pool.const_bits(term).is_some_and(|bits| bits.is_zero())
}

/// So many elements of arrays are compared with each other.
const MOST_ELEMENTS: usize = 12;

/// Two to this power.
fn power(exponent: u32) -> i128 {
    1 << exponent
}

/// The numbers that so many bits can stand for.
fn range(width: u32, reading: Reading) -> (i128, i128) {
    match reading {
        Reading::Signed => (-power(width - 1), power(width - 1) - 1),
        Reading::Unsigned => (0, power(width) - 1),
    }
}

/// Terms as expressions over integers.
pub(crate) struct Integers<'a> {
    pool: &'a TermPool,
    readings: &'a Readings,
    pub(crate) made: Expressions,
    known: FxHashMap<Term, Expression>,
    /// What each variable stands for.
    pub(crate) variables: Vec<Term>,
    /// The elements of arrays that variables stand for: the array, the index and the element.
    elements: Vec<(Term, Expression, Expression)>,
}

impl<'a> Integers<'a> {
    pub(crate) fn new(pool: &'a TermPool, readings: &'a Readings) -> Integers<'a> {
        Integers {
            pool,
            readings,
            made: Expressions::default(),
            known: FxHashMap::default(),
            variables: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// A term as an expression.
    pub(crate) fn expression(&mut self, term: Term) -> Expression {
        for part in post_order(self.pool, &[term]) {
            if !self.known.contains_key(&part) {
                let made = match self.pool.sort(part) {
                    Sort::Bool => self.truth(part),
                    Sort::Bv(_) => self.number(part),
                    _ => self.made.make(ExpressionKind::Truth(true)),
                };
                self.known.insert(part, made);
            }
        }
        self.known[&term]
    }

    /// A bit-vector as an expression, read in this way.
    pub(crate) fn as_read(&mut self, term: Term, reading: Reading) -> Expression {
        self.expression(term);
        self.read(term, reading)
    }

    /// That variables are numbers that their bits can stand for.
    pub(crate) fn ranges(&mut self, roots: &[Expression]) -> Vec<Expression> {
        let mut variables = Vec::new();
        for expression in self.made.post_order(roots) {
            if let &ExpressionKind::Variable(variable) = self.made.kind(expression) {
                variables.push((self.variables[variable as usize], expression));
            }
        }
        self.bounds(variables)
    }

    /// That numbers fit into the bits of terms.
    pub(crate) fn within(&mut self, numbers: impl IntoIterator<Item = (Term, Expression)>) -> Expression {
        let bounds = self.bounds(numbers);
        self.made.and(bounds)
    }

    fn bounds(&mut self, numbers: impl IntoIterator<Item = (Term, Expression)>) -> Vec<Expression> {
        let mut found = Vec::new();
        for (term, expression) in numbers {
            let (least, most) = match self.pool.sort(term) {
                Sort::Bv(width) if width <= 64 => range(width, self.readings.of(self.pool, term)),
                Sort::Bool => (0, 1),
                _ => continue,
            };
            let (least, most) = (self.made.number(least), self.made.number(most));
            found.extend([self.made.at_most(least, expression), self.made.at_most(expression, most)]);
        }
        found
    }

    /// That elements of one array are equal where their indexes are, of all elements in these.
    pub(crate) fn same_elements(&mut self, roots: &[Expression]) -> Vec<Expression> {
        let mut mentioned: FxHashSet<Expression> = self.made.post_order(roots).into_iter().collect();
        let elements: Vec<_> = self.elements.iter().copied().filter(|(_, _, of)| mentioned.remove(of)).collect();
        let mut found = Vec::new();
        for (idx, &(array, at, element)) in elements.iter().take(MOST_ELEMENTS).enumerate() {
            for &(_, other_at, other) in elements[..idx].iter().filter(|(other, ..)| *other == array) {
                let differ = self.made.make(ExpressionKind::Equal(at, other_at));
                let (differ, equal) = (self.made.not(differ), self.made.make(ExpressionKind::Equal(element, other)));
                found.push(self.made.or(vec![differ, equal]));
            }
        }
        found
    }

    /// What may be anything.
    fn anything(&mut self, term: Term) -> Expression {
        let variable = u32::try_from(self.variables.len()).expect("there are fewer variables");
        self.variables.push(term);
        self.made.variable(variable)
    }

    fn any_truth(&mut self, term: Term) -> Expression {
        let (variable, one) = (self.anything(term), self.made.number(1));
        self.made.make(ExpressionKind::Equal(variable, one))
    }

    /// A constant, read in this way.
    fn constant(&self, term: Term, reading: Reading) -> Option<i128> {
        let bits = self.pool.const_bits(term).filter(|bits| bits.width() <= 64)?;
        let (width, value) = (bits.width(), i128::from(bits.to_u64_wrapping()));
        let is_negative = reading == Reading::Signed && width > 1 && value >= power(width - 1);
        Some(if is_negative { value - power(width) } else { value })
    }

    /// A bit-vector that is known, read in this way.
    fn read(&mut self, term: Term, reading: Reading) -> Expression {
        if let Some(number) = self.constant(term, reading) {
            return self.made.number(number);
        }
        let value = self.known[&term];
        let width = self.pool.width(term);
        if width > 64 || width == 1 {
            return value;
        }
        let zero = self.made.number(0);
        match (self.readings.of(self.pool, term), reading) {
            (Reading::Signed, Reading::Unsigned) => {
                let modulus = self.made.number(power(width));
                let (is_negative, above) = (self.made.less(value, zero), self.made.sum(value, modulus));
                self.made.make(ExpressionKind::Choice(is_negative, above, value))
            }
            (Reading::Unsigned, Reading::Signed) => {
                let (half, modulus) = (self.made.number(power(width - 1)), self.made.number(-power(width)));
                let (is_large, below) = (self.made.at_most(half, value), self.made.sum(value, modulus));
                self.made.make(ExpressionKind::Choice(is_large, below, value))
            }
            (Reading::Signed, Reading::Signed) | (Reading::Unsigned, Reading::Unsigned) => value,
        }
    }

    /// A bit-vector, whose parts are known.
    fn number(&mut self, term: Term) -> Expression {
        let reading = self.readings.of(self.pool, term);
        let width = self.pool.width(term);
        if let Some(number) = self.constant(term, reading) {
            return self.made.number(number);
        }
        if width > 64 {
            return self.anything(term);
        }
        let found = match (self.pool.op(term), self.pool.args(term)) {
            (Op::Add, &[a, b]) => {
                let (a, b) = (self.addend(a, reading), self.addend(b, reading));
                Some(self.made.sum(a, b))
            }
            (Op::Mul, &[a, b]) => match (self.constant(a, Reading::Signed), self.constant(b, Reading::Signed)) {
                (Some(by), None) => Some(self.multiple(by, b, reading)),
                (None, Some(by)) => Some(self.multiple(by, a, reading)),
                _ => None,
            },
            (Op::Neg, &[of]) => Some(self.multiple(-1, of, reading)),
            (Op::Not, &[of]) => {
                let (minus, one) = (self.multiple(-1, of, Reading::Signed), self.made.number(-1));
                (width > 1 && reading == Reading::Signed).then(|| self.made.sum(minus, one))
            }
            (Op::Shl, &[of, by]) => {
                let by = self.pool.const_u64(by).filter(|by| *by < 63);
                by.map(|by| self.multiple(1 << by, of, reading))
            }
            (Op::LShr, &[of, by]) => {
                let by = self.pool.const_u64(by).filter(|by| *by < 63);
                by.map(|by| self.quotient(of, 1 << by, Reading::Unsigned))
            }
            (Op::AShr, &[of, by]) if reading == Reading::Signed => {
                let by = self.pool.const_u64(by).filter(|by| *by < 63);
                by.map(|by| self.quotient(of, 1 << by, Reading::Signed))
            }
            (Op::UDiv, &[of, by]) => {
                let by = self.constant(by, Reading::Unsigned).filter(|by| *by > 0);
                by.map(|by| self.quotient(of, by, Reading::Unsigned))
            }
            (Op::URem, &[of, by]) => {
                let by = self.constant(by, Reading::Unsigned).filter(|by| *by > 0);
                by.map(|by| self.remainder(of, by, Reading::Unsigned))
            }
            (Op::SDiv, &[of, by]) if reading == Reading::Signed => {
                let by = self.constant(by, Reading::Signed).filter(|by| *by > 0);
                by.map(|by| self.toward_zero(of, |of| ExpressionKind::Quotient(of, by)))
            }
            (Op::SRem, &[of, by]) if reading == Reading::Signed => {
                let by = self.constant(by, Reading::Signed).filter(|by| *by > 0);
                by.map(|by| self.toward_zero(of, |of| ExpressionKind::Remainder(of, by)))
            }
            (Op::And, &[a, b]) => {
                let mask = |term| self.constant(term, Reading::Unsigned);
                let (of, mask) = if let Some(mask) = mask(a) { (b, Some(mask)) } else { (a, mask(b)) };
                let modulus = mask.map(|mask| mask + 1).filter(|modulus| modulus & (modulus - 1) == 0);
                modulus.map(|modulus| self.remainder(of, modulus, Reading::Signed))
            }
            (Op::Extract, &[of]) if self.pool.width(of) <= 64 => {
                let low = self.pool.extract_low(term);
                match low {
                    0 if width >= 8 => Some(self.read(of, reading)),
                    0 => Some(self.remainder(of, power(width), Reading::Signed)),
                    _ if low < 63 => {
                        let shifted = self.quotient(of, power(low), Reading::Unsigned);
                        Some(self.made.make(ExpressionKind::Remainder(shifted, power(width))))
                    }
                    _ => None,
                }
            }
            (Op::Concat, &[high, low]) if is_zero(self.pool, high) => Some(self.read(low, Reading::Unsigned)),
            (Op::Concat, &[high, low]) if self.pool.is_const(low) => {
                let by = power(self.pool.width(low));
                let low = self.constant(low, Reading::Unsigned);
                low.map(|low| {
                    let (high, low) = (self.multiple(by, high, reading), self.made.number(low));
                    self.made.sum(high, low)
                })
            }
            (Op::SExt, &[of]) => Some(self.read(of, Reading::Signed)),
            (Op::Select, &[array, at]) if self.pool.width(at) <= 64 => {
                let (at, element) = (self.read(at, Reading::Unsigned), self.anything(term));
                self.elements.push((array, at, element));
                Some(element)
            }
            (Op::Ite, &[condition, then, other]) => {
                let condition = self.known[&condition];
                let (then, other) = (self.read(then, reading), self.read(other, reading));
                Some(self.made.make(ExpressionKind::Choice(condition, then, other)))
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.anything(term))
    }

    /// A part of a sum: large constants are meant as negative ones.
    fn addend(&mut self, term: Term, reading: Reading) -> Expression {
        match self.constant(term, Reading::Signed) {
            Some(number) => self.made.number(number),
            None => self.read(term, reading),
        }
    }

    fn multiple(&mut self, by: i128, of: Term, reading: Reading) -> Expression {
        let of = self.read(of, reading);
        self.made.make(ExpressionKind::Multiple(by, of))
    }

    fn quotient(&mut self, of: Term, by: i128, reading: Reading) -> Expression {
        let of = self.read(of, reading);
        self.made.make(ExpressionKind::Quotient(of, by))
    }

    fn remainder(&mut self, of: Term, by: i128, reading: Reading) -> Expression {
        let of = self.read(of, reading);
        self.made.make(ExpressionKind::Remainder(of, by))
    }

    /// Signed division or its remainder, by a positive number.
    fn toward_zero(&mut self, of: Term, divided: impl Fn(Expression) -> ExpressionKind) -> Expression {
        let of = self.read(of, Reading::Signed);
        let (zero, minus) = (self.made.number(0), self.made.make(ExpressionKind::Multiple(-1, of)));
        let (positive, negative) = (self.made.make(divided(of)), self.made.make(divided(minus)));
        let negative = self.made.make(ExpressionKind::Multiple(-1, negative));
        let is_negative = self.made.less(of, zero);
        self.made.make(ExpressionKind::Choice(is_negative, negative, positive))
    }

    /// A truth value, whose parts are known.
    fn truth(&mut self, term: Term) -> Expression {
        if let Some(value) = self.pool.const_bool(term) {
            return self.made.make(ExpressionKind::Truth(value));
        }
        let found = match (self.pool.op(term), self.pool.args(term)) {
            (Op::Not, &[of]) => Some(self.made.not(self.known[&of])),
            (Op::And, &[a, b]) => Some(self.made.and(vec![self.known[&a], self.known[&b]])),
            (Op::Or, &[a, b]) => Some(self.made.or(vec![self.known[&a], self.known[&b]])),
            (Op::Ite, &[condition, then, other]) => {
                let [condition, then, other] = [condition, then, other].map(|part| self.known[&part]);
                let not = self.made.not(condition);
                let (one, two) = (self.made.or(vec![not, then]), self.made.or(vec![condition, other]));
                Some(self.made.and(vec![one, two]))
            }
            (Op::Slt, &[a, b]) if self.pool.width(a) <= 64 => {
                let (a, b) = (self.read(a, Reading::Signed), self.read(b, Reading::Signed));
                Some(self.made.less(a, b))
            }
            (Op::Ult, &[a, b]) if self.pool.width(a) <= 64 => {
                let (a, b) = (self.read(a, Reading::Unsigned), self.read(b, Reading::Unsigned));
                Some(self.made.less(a, b))
            }
            (Op::Eq, &[a, b]) => match self.pool.sort(a) {
                Sort::Bool => self.made.equal(self.known[&a], self.known[&b]),
                Sort::Bv(1..=64) => {
                    let open = if self.pool.is_const(a) { b } else { a };
                    let reading = self.readings.of(self.pool, open);
                    let (a, b) = (self.read(a, reading), self.read(b, reading));
                    self.made.equal(a, b)
                }
                _ => None,
            },
            _ => None,
        };
        found.unwrap_or_else(|| self.any_truth(term))
    }
}

/// Says in bits what a formula says of integers: its variables are these terms, read in these ways. `None` if it takes too many bits.
pub(crate) fn in_bits(
    pool: &mut TermPool,
    made: &Expressions,
    formula: Expression,
    variables: &[(Term, Reading)],
) -> Option<Term> {
    Bits { pool, made, variables }.truth(formula)
}

/// Where a formula compares two integers: that they are equal up to wrapping around, in as many bits as the widest variable has. Loops and
/// functions keep such equalities that would have to know, in integers, that nothing wraps.
pub(crate) fn equal_with_wraps(
    pool: &mut TermPool,
    made: &Expressions,
    formula: Expression,
    variables: &[(Term, Reading)],
) -> Option<Term> {
    let (&ExpressionKind::AtMost(a, b) | &ExpressionKind::Equal(a, b)) = made.kind(formula) else { return None };
    let width = |part: Expression| match made.kind(part) {
        ExpressionKind::Variable(variable) => Some(pool.width(variables[*variable as usize].0)),
        _ => None,
    };
    let widths: Vec<u32> = made.post_order(&[a, b]).into_iter().filter_map(width).collect();
    let width = widths.iter().copied().max().filter(|_| widths.len() > 1)?;
    let mut bits = Bits { pool, made, variables };
    let (a, b) = (bits.number(a, width, MOST_NESTED)?, bits.number(b, width, MOST_NESTED)?);
    Some(pool.eq(a, b))
}

/// The widest that numbers may become.
const MOST_BITS: u32 = 120;
/// How deep formulas may be nested.
const MOST_NESTED: u32 = 200;

struct Bits<'a> {
    pool: &'a mut TermPool,
    made: &'a Expressions,
    variables: &'a [(Term, Reading)],
}

impl Bits<'_> {
    fn truth(&mut self, formula: Expression) -> Option<Term> {
        self.truth_within(formula, MOST_NESTED)
    }

    fn truth_within(&mut self, formula: Expression, depth: u32) -> Option<Term> {
        let depth = depth.checked_sub(1)?;
        match self.made.kind(formula) {
            ExpressionKind::Truth(value) => Some(self.pool.bool_const(*value)),
            ExpressionKind::Not(of) => {
                let of = self.truth_within(*of, depth)?;
                Some(self.pool.not(of))
            }
            ExpressionKind::And(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|&part| self.truth_within(part, depth)).collect::<Option<_>>()?;
                Some(self.pool.and_all(parts))
            }
            ExpressionKind::Or(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|&part| self.truth_within(part, depth)).collect::<Option<_>>()?;
                Some(self.pool.or_all(parts))
            }
            &ExpressionKind::AtMost(a, b) => {
                if let Some(plain) = self.plain(a, b) {
                    return Some(plain);
                }
                let (a, b) = self.both(a, b, depth)?;
                Some(self.pool.sle(a, b))
            }
            &ExpressionKind::Equal(a, b) => {
                let (a, b) = self.both(a, b, depth)?;
                Some(self.pool.eq(a, b))
            }
            ExpressionKind::Number(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Sum(..)
            | ExpressionKind::Multiple(..)
            | ExpressionKind::Quotient(..)
            | ExpressionKind::Remainder(..)
            | ExpressionKind::Choice(..) => None,
        }
    }

    /// A variable compared with a number: in its own bits.
    fn plain(&mut self, a: Expression, b: Expression) -> Option<Term> {
        let (variable, number, is_first) = match (self.made.kind(a), self.made.kind(b)) {
            (&ExpressionKind::Variable(variable), &ExpressionKind::Number(number)) => (variable, number, true),
            (&ExpressionKind::Number(number), &ExpressionKind::Variable(variable)) => (variable, number, false),
            _ => return None,
        };
        let (term, reading) = self.variables[variable as usize];
        let width = self.pool.width(term);
        let (least, most) = range(width, reading);
        if number < least || number > most {
            return Some(self.pool.bool_const((number > most) == is_first));
        }
        let mask = u64::MAX >> (64 - width);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the mask keeps the bits that count"
        )]
        let number = self.pool.bv(width, number as u64 & mask);
        let (a, b) = if is_first { (term, number) } else { (number, term) };
        Some(match reading {
            Reading::Signed => self.pool.sle(a, b),
            Reading::Unsigned => self.pool.ule(a, b),
        })
    }

    /// Two numbers, in as many bits as they need.
    fn both(&mut self, a: Expression, b: Expression, depth: u32) -> Option<(Term, Term)> {
        let size = self.size(a, depth)?.max(self.size(b, depth)?);
        let width = i128::BITS - size.leading_zeros() + 2;
        if width > MOST_BITS {
            return None;
        }
        Some((self.number(a, width, depth)?, self.number(b, width, depth)?))
    }

    /// An upper bound of how far from zero a number and all that it is made of can be.
    fn size(&self, expression: Expression, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        match *self.made.kind(expression) {
            ExpressionKind::Number(number) => number.checked_abs(),
            ExpressionKind::Variable(variable) => Some(power(self.pool.width(self.variables[variable as usize].0))),
            ExpressionKind::Sum(a, b) => self.size(a, depth)?.checked_add(self.size(b, depth)?),
            ExpressionKind::Multiple(by, of) => {
                let of = self.size(of, depth)?;
                Some(by.checked_abs()?.checked_mul(of)?.max(of).max(by.checked_abs()?))
            }
            ExpressionKind::Quotient(of, by) | ExpressionKind::Remainder(of, by) => {
                Some(self.size(of, depth)?.checked_add(1)?.max(by.checked_abs()?))
            }
            ExpressionKind::Choice(_, then, other) => Some(self.size(then, depth)?.max(self.size(other, depth)?)),
            ExpressionKind::Truth(_)
            | ExpressionKind::Not(_)
            | ExpressionKind::And(_)
            | ExpressionKind::Or(_)
            | ExpressionKind::AtMost(..)
            | ExpressionKind::Equal(..) => None,
        }
    }

    /// A number in so many bits, with a sign.
    fn number(&mut self, expression: Expression, width: u32, depth: u32) -> Option<Term> {
        let depth = depth.checked_sub(1)?;
        match *self.made.kind(expression) {
            ExpressionKind::Number(number) => Some(self.constant(number, width)),
            ExpressionKind::Variable(variable) => {
                let (term, reading) = self.variables[variable as usize];
                Some(match reading {
                    Reading::Signed => self.pool.sext(term, width),
                    Reading::Unsigned => self.pool.zext(term, width),
                })
            }
            ExpressionKind::Sum(a, b) => {
                let (a, b) = (self.number(a, width, depth)?, self.number(b, width, depth)?);
                Some(self.pool.add(a, b))
            }
            ExpressionKind::Multiple(by, of) => {
                let (by, of) = (self.constant(by, width), self.number(of, width, depth)?);
                Some(self.pool.mul(by, of))
            }
            ExpressionKind::Quotient(of, by) => {
                // Rounded down: (of - rest) / by has no rest.
                let rest = self.rest(of, by, width, depth)?;
                let of = self.number(of, width, depth)?;
                let (even, by) = (self.pool.sub(of, rest), self.constant(by, width));
                Some(self.pool.sdiv(even, by))
            }
            ExpressionKind::Remainder(of, by) => self.rest(of, by, width, depth),
            ExpressionKind::Choice(condition, then, other) => {
                let condition = self.truth_within(condition, depth)?;
                let (then, other) = (self.number(then, width, depth)?, self.number(other, width, depth)?);
                Some(self.pool.ite(condition, then, other))
            }
            ExpressionKind::Truth(_)
            | ExpressionKind::Not(_)
            | ExpressionKind::And(_)
            | ExpressionKind::Or(_)
            | ExpressionKind::AtMost(..)
            | ExpressionKind::Equal(..) => None,
        }
    }

    /// The remainder of a division that is rounded down.
    fn rest(&mut self, of: Expression, by: i128, width: u32, depth: u32) -> Option<Term> {
        let of = self.number(of, width, depth)?;
        if by & (by - 1) == 0 {
            let bits = by.trailing_zeros();
            let zero = self.pool.bv_zero(width);
            let low = if bits == 0 { return Some(zero) } else { self.pool.trunc(of, bits) };
            return Some(self.pool.zext(low, width));
        }
        let by = self.constant(by, width);
        let rest = self.pool.srem(of, by);
        let (is_negative, above) = (self.pool.is_negative(rest), self.pool.add(rest, by));
        Some(self.pool.ite(is_negative, above, rest))
    }

    fn constant(&mut self, number: i128, width: u32) -> Term {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "two halves of a pattern")]
        let (low, high) = (number as u64, (number >> 64) as u64);
        if width <= 64 {
            return self.pool.bv(width, low & (u64::MAX >> (64 - width)));
        }
        let (low, high) = (self.pool.bv(64, low), self.pool.bv(64, high));
        let all = self.pool.concat(high, low);
        self.pool.trunc(all, width)
    }
}

#[cfg(test)]
mod tests {
    use candor_term::{Assignment, evaluate};

    use super::*;

    const WIDTH: u32 = 3;

    /// Some integers over two variables, and comparisons of each with each.
    fn formulas(made: &mut Expressions) -> Vec<Expression> {
        let (x, y) = (made.variable(0), made.variable(1));
        let mut integers = vec![x, y];
        integers.extend([-9, -4, 0, 3, 7, 12].map(|number| made.number(number)));
        integers.push(made.sum(x, y));
        for (of, by) in [(x, 3), (y, -2), (x, 7)] {
            integers.push(made.make(ExpressionKind::Multiple(by, of)));
        }
        let sum = made.sum(x, y);
        for (of, by) in [(x, 1), (x, 2), (y, 3), (sum, 4), (sum, 5)] {
            integers.push(made.make(ExpressionKind::Quotient(of, by)));
            integers.push(made.make(ExpressionKind::Remainder(of, by)));
        }
        let less = made.less(x, y);
        integers.push(made.make(ExpressionKind::Choice(less, sum, y)));
        let mut found = Vec::new();
        for &a in &integers {
            for &b in &integers {
                found.push(made.at_most(a, b));
                found.push(made.equal(a, b).expect("both are integers"));
            }
        }
        let (one, other) = (found[3], found[40]);
        let not = made.not(one);
        found.extend([made.and(vec![not, other]), made.or(vec![not, other])]);
        found
    }

    fn integer(made: &Expressions, of: Expression, values: [i128; 2]) -> i128 {
        match *made.kind(of) {
            ExpressionKind::Number(number) => number,
            ExpressionKind::Variable(variable) => values[variable as usize],
            ExpressionKind::Sum(a, b) => integer(made, a, values) + integer(made, b, values),
            ExpressionKind::Multiple(by, of) => by * integer(made, of, values),
            ExpressionKind::Quotient(of, by) => integer(made, of, values).div_euclid(by),
            ExpressionKind::Remainder(of, by) => integer(made, of, values).rem_euclid(by),
            ExpressionKind::Choice(condition, then, other) => {
                integer(made, if truth(made, condition, values) { then } else { other }, values)
            }
            _ => panic!("it is no integer"),
        }
    }

    fn truth(made: &Expressions, of: Expression, values: [i128; 2]) -> bool {
        match made.kind(of) {
            ExpressionKind::Truth(value) => *value,
            ExpressionKind::Not(of) => !truth(made, *of, values),
            ExpressionKind::And(parts) => parts.iter().all(|&part| truth(made, part, values)),
            ExpressionKind::Or(parts) => parts.iter().any(|&part| truth(made, part, values)),
            &ExpressionKind::AtMost(a, b) => integer(made, a, values) <= integer(made, b, values),
            &ExpressionKind::Equal(a, b) => integer(made, a, values) == integer(made, b, values),
            _ => panic!("it is an integer"),
        }
    }

    /// The number that some bits stand for.
    fn meant(bits: u64, reading: Reading) -> i128 {
        let bits = i128::from(bits);
        if reading == Reading::Signed && bits >= power(WIDTH - 1) { bits - power(WIDTH) } else { bits }
    }

    #[test]
    fn formulas_say_the_same_in_bits() {
        let mut made = Expressions::default();
        let formulas = formulas(&mut made);
        for readings in [[Reading::Signed; 2], [Reading::Unsigned; 2], [Reading::Signed, Reading::Unsigned]] {
            let mut pool = TermPool::new();
            let (x, y) = (pool.var("x", Sort::Bv(WIDTH)), pool.var("y", Sort::Bv(WIDTH)));
            let variables = [(x, readings[0]), (y, readings[1])];
            for &formula in &formulas {
                let term = in_bits(&mut pool, &made, formula, &variables).expect("the numbers are small");
                for (a, b) in (0..1 << WIDTH).flat_map(|a| (0..1 << WIDTH).map(move |b| (a, b))) {
                    let mut assignment = Assignment::new();
                    assignment.set_u64(&pool, x, a);
                    assignment.set_u64(&pool, y, b);
                    let values = [meant(a, readings[0]), meant(b, readings[1])];
                    let holds = evaluate(&pool, term, &assignment).as_bool();
                    assert_eq!(holds, truth(&made, formula, values), "{values:?} {:?}", made.kind(formula));
                }
            }
        }
    }

    /// Where nothing wraps, terms become what they are.
    #[test]
    fn terms_are_read_as_compared() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
        let one = pool.bv(32, 0xffff_ffff);
        let less = pool.add(x, one);
        let terms = [pool.ult(less, y)];
        let readings = Readings::new(&pool, &terms, &[]);
        assert_eq!(readings.of(&pool, x), Reading::Unsigned);
        let mut integers = Integers::new(&pool, &readings);
        let formula = integers.expression(terms[0]);
        let made = &integers.made;
        let holds = |x: i128, y: i128| {
            let place = |term| integers.variables.iter().position(|var| *var == term).expect("it has a variable");
            let mut values = [0; 2];
            (values[place(named(&pool, "x"))], values[place(named(&pool, "y"))]) = (x, y);
            truth(made, formula, values)
        };
        assert!(holds(5, 5) && !holds(6, 5) && holds(4_000_000_000, 4_000_000_001));
    }

    fn named(pool: &TermPool, name: &str) -> Term {
        pool.find_var(name).expect("it exists")
    }
}

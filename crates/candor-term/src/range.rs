//! Bounds of terms: between which numbers the unsigned value of a bit-vector surely lies.
//!
//! They are worked out when somebody asks, from the operands' bounds, and kept. Where an operator may wrap around, or where the walk
//! down becomes too long, they are those of the sort: bounds that are too wide are never wrong.

use candor_bits::small::mask;
use rustc_hash::FxHashMap;

use crate::{Op, Sort, Term, TermPool};

/// So many terms are looked at for one question.
const FUEL: u32 = 1 << 10;

/// The least and the greatest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl Range {
    fn all(width: u32) -> Range {
        Range { low: 0, high: mask(width) }
    }

    fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// All values have this sign as numbers of a width.
    pub(crate) fn sign(self, width: u32) -> Option<bool> {
        let is_negative = |value: u64| value > mask(width) >> 1;
        (is_negative(self.low) == is_negative(self.high)).then(|| is_negative(self.low))
    }
}

/// Bounds that have been worked out.
pub(crate) type Ranges = FxHashMap<Term, Range>;

impl TermPool {
    /// The bounds of a bit-vector of up to 64 bits.
    pub(crate) fn range(&mut self, term: Term) -> Option<Range> {
        let width = self.small_width(term)?;
        if let Some(known) = self.known_range(term) {
            return Some(known);
        }
        let mut fuel = FUEL;
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if fuel == 0 {
                return Some(Range::all(width));
            }
            fuel -= 1;
            let unknown = |arg: &Term| self.small_width(*arg).is_some() && self.known_range(*arg).is_none();
            let before = open.len();
            if self.has_bounds(next) {
                open.extend(self.args(next).iter().copied().filter(unknown));
            }
            if open.len() == before {
                let range = self.range_of_operands(next);
                self.ranges.insert(next, range);
                open.pop();
            }
        }
        self.known_range(term)
    }

    fn small_width(&self, term: Term) -> Option<u32> {
        match self.sort(term) {
            Sort::Bv(width) if width <= 64 => Some(width),
            _ => None,
        }
    }

    fn known_range(&self, term: Term) -> Option<Range> {
        match self.const_u64(term) {
            Some(value) => Some(Range { low: value, high: value }),
            None => self.ranges.get(&term).copied(),
        }
    }

    /// Whether the bounds of its operands say anything about a term.
    fn has_bounds(&self, term: Term) -> bool {
        matches!(
            self.op(term),
            Op::Ite | Op::Concat | Op::SExt | Op::Extract | Op::Add | Op::Mul | Op::And | Op::Or | Op::URem | Op::UDiv
        )
    }

    /// The bounds that follow from those of the operands.
    fn range_of_operands(&self, term: Term) -> Range {
        let width = self.small_width(term).expect("asked for");
        let args = self.args(term);
        let of = |idx: usize| {
            let arg: Term = args[idx];
            self.known_range(arg).or_else(|| self.small_width(arg).map(Range::all))
        };
        let found = match self.op(term) {
            Op::Ite => of(1).zip(of(2)).map(|(a, b)| a.hull(b)),
            Op::Concat => of(0).zip(of(1)).map(|(high, low)| {
                let by = self.width(args[1]);
                Range { low: high.low << by | low.low, high: high.high << by | low.high }
            }),
            Op::SExt => of(0).filter(|range| range.sign(self.width(args[0])) == Some(false)),
            Op::Extract if self.extract_low(term) == 0 => of(0).filter(|range| range.high <= mask(width)),
            Op::Add => of(0).zip(of(1)).and_then(|(a, b)| sum(a, b, width)),
            Op::Mul => of(0).zip(of(1)).and_then(|(a, b)| {
                let high = a.high.checked_mul(b.high).filter(|high| *high <= mask(width))?;
                Some(Range { low: a.low * b.low, high })
            }),
            Op::And => of(0).zip(of(1)).map(|(a, b)| Range { low: 0, high: a.high.min(b.high) }),
            Op::Or => of(0).zip(of(1)).map(|(a, b)| {
                let any = a.high | b.high;
                Range { low: a.low.max(b.low), high: if any == 0 { 0 } else { mask(64 - any.leading_zeros()) } }
            }),
            // The remainder is less than the divisor and no more than the dividend; by zero it is the dividend.
            Op::URem => of(0).zip(of(1)).map(|(a, b)| {
                let high = if b.low > 0 { a.high.min(b.high - 1) } else { a.high };
                Range { low: if a.high < b.low { a.low } else { 0 }, high }
            }),
            Op::UDiv => of(0)
                .zip(of(1))
                .filter(|(_, b)| b.low > 0)
                .map(|(a, b)| Range { low: a.low / b.high, high: a.high / b.low }),
            _ => None,
        };
        found.unwrap_or_else(|| Range::all(width))
    }
}

/// The bounds of a sum of which either no value wraps around, or every one.
fn sum(a: Range, b: Range, width: u32) -> Option<Range> {
    let wide = |x: u64, y: u64| u128::from(x) + u128::from(y);
    let (low, high) = (wide(a.low, b.low), wide(a.high, b.high));
    let limit = u128::from(mask(width));
    if high <= limit || low > limit {
        let wrapped = |value: u128| u64::try_from(value & limit).expect("at most 64 bits");
        return Some(Range { low: wrapped(low), high: wrapped(high) });
    }
    None
}

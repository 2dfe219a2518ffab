//! The elements of the domain and their lattice: join, meet, widening, and the reduction that lets components tighten each other.

use std::fmt;

use candor_bits::small::{mask, sext};

use crate::known_bits::KnownBits;

/// A set of integers of one width: patterns in an unsigned interval, in a signed interval, and with known bits.
///
/// Invariant: no component can be tightened by the others, and the set is not plainly empty.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct AbstractInt {
    width: u32,
    unsigned: (u64, u64),
    signed: (i64, i64),
    bits: KnownBits,
}

impl AbstractInt {
    /// Every integer of a width from 1 to 64.
    pub fn top(width: u32) -> AbstractInt {
        assert!((1..=64).contains(&width), "a width of {width} bits");
        let half = sext(width, 1 << (width - 1));
        AbstractInt { width, unsigned: (0, mask(width)), signed: (half, !half), bits: KnownBits::NONE }
    }

    pub fn constant(width: u32, pattern: u64) -> AbstractInt {
        let signed = sext(width, pattern);
        let pattern = pattern & mask(width);
        let bits = KnownBits { zeros: mask(width) & !pattern, ones: pattern };
        AbstractInt { width, unsigned: (pattern, pattern), signed: (signed, signed), bits }
    }

    /// Patterns in an unsigned interval; `None` if it is empty.
    pub fn unsigned_between(width: u32, low: u64, high: u64) -> Option<AbstractInt> {
        AbstractInt { unsigned: (low, high.min(mask(width))), ..AbstractInt::top(width) }.reduced()
    }

    /// Patterns in a signed interval; `None` if it is empty.
    pub fn signed_between(width: u32, low: i64, high: i64) -> Option<AbstractInt> {
        let top = AbstractInt::top(width);
        AbstractInt { signed: (low.max(top.signed.0), high.min(top.signed.1)), ..top }.reduced()
    }

    /// Numbers whose lowest bits, so many of them, are these.
    pub fn with_low_bits(width: u32, n_bits: u32, low: u64) -> AbstractInt {
        let known = mask(n_bits.min(width));
        AbstractInt::of_bits(width, KnownBits { zeros: known & !low, ones: known & low })
    }

    /// All numbers of an interval, each modulo 2^width.
    pub(crate) fn wrapped(width: u32, (low, high): (i128, i128)) -> AbstractInt {
        let top = AbstractInt::top(width);
        let Some(length) = high.checked_sub(low).and_then(|length| u64::try_from(length).ok()) else { return top };
        if length > mask(width) {
            return top;
        }
        let pattern = u64::try_from(low & i128::from(mask(width))).expect("at most 64 bits");
        let (unsigned, signed) = (pattern.checked_add(length), sext(width, pattern).checked_add_unsigned(length));
        let found = AbstractInt {
            unsigned: unsigned.filter(|high| *high <= mask(width)).map_or(top.unsigned, |high| (pattern, high)),
            signed: signed.filter(|high| *high <= top.signed.1).map_or(top.signed, |high| (sext(width, pattern), high)),
            ..top
        };
        found.reduced().expect("it contains the ends")
    }

    pub(crate) fn of_bits(width: u32, bits: KnownBits) -> AbstractInt {
        AbstractInt { bits, ..AbstractInt::top(width) }.reduced().expect("no bit is known to be both")
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The least and the greatest as unsigned numbers.
    pub fn unsigned(&self) -> (u64, u64) {
        self.unsigned
    }

    /// The least and the greatest as signed numbers.
    pub fn signed(&self) -> (i64, i64) {
        self.signed
    }

    pub(crate) fn bits(&self) -> KnownBits {
        self.bits
    }

    /// The only element, as a pattern.
    pub fn as_constant(&self) -> Option<u64> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// How many of the lowest bits are known, at most 63, and what they are.
    pub fn low_bits(&self) -> (u32, u64) {
        let n_known = (self.bits.zeros | self.bits.ones).trailing_ones().min(63);
        (n_known, self.bits.ones & ((1 << n_known) - 1))
    }

    pub fn is_top(&self) -> bool {
        *self == AbstractInt::top(self.width)
    }

    pub fn contains(&self, pattern: u64) -> bool {
        let number = sext(self.width, pattern);
        (self.unsigned.0..=self.unsigned.1).contains(&pattern)
            && (self.signed.0..=self.signed.1).contains(&number)
            && self.bits.contains(pattern)
    }

    /// Whether every component of this one lies in that of another.
    pub fn is_subset(&self, other: &AbstractInt) -> bool {
        self.join(*other) == *other
    }

    /// The sign, if all elements have the same: whether they are negative.
    pub fn sign(&self) -> Option<bool> {
        ((self.signed.0 < 0) == (self.signed.1 < 0)).then_some(self.signed.0 < 0)
    }

    /// What is in either of them.
    #[must_use]
    pub fn join(self, other: AbstractInt) -> AbstractInt {
        debug_assert_eq!(self.width, other.width);
        if self == other {
            return self;
        }
        let hull = AbstractInt {
            width: self.width,
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            bits: self.bits.join(other.bits),
        };
        hull.reduced().expect("more than elements that are not empty")
    }

    /// What is in both of them; `None` if that is nothing.
    pub fn meet(self, other: AbstractInt) -> Option<AbstractInt> {
        debug_assert_eq!(self.width, other.width);
        let both = AbstractInt {
            width: self.width,
            unsigned: (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1)),
            signed: (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
            bits: self.bits.meet(other.bits)?,
        };
        both.reduced()
    }

    pub(crate) fn with_unsigned(self, low: u64, high: u64) -> Option<AbstractInt> {
        self.meet(AbstractInt { unsigned: (low, high), ..AbstractInt::top(self.width) })
    }

    pub(crate) fn with_signed(self, low: i64, high: i64) -> Option<AbstractInt> {
        self.meet(AbstractInt { signed: (low, high), ..AbstractInt::top(self.width) })
    }

    /// Widening: the join with what came before, whose ends, where they have moved, move on: signed ones to the next landmark, a number that
    /// the program compares with, and all others as far as the width goes. Landmarks are in order.
    ///
    /// Chains are finite: an end moves once for each landmark and once more, and known bits are only forgotten.
    #[must_use]
    pub fn widen(self, old: AbstractInt, landmarks: &[i64]) -> AbstractInt {
        let (new, top) = (old.join(self), AbstractInt::top(self.width));
        let up = || landmarks.get(landmarks.partition_point(|mark| *mark < new.signed.1)).copied();
        let down = || landmarks[..landmarks.partition_point(|mark| *mark <= new.signed.0)].last().copied();
        let moved = AbstractInt {
            width: self.width,
            unsigned: (
                if new.unsigned.0 < old.unsigned.0 { 0 } else { new.unsigned.0 },
                if new.unsigned.1 > old.unsigned.1 { top.unsigned.1 } else { new.unsigned.1 },
            ),
            signed: (
                if new.signed.0 < old.signed.0 { down().unwrap_or(i64::MIN).max(top.signed.0) } else { new.signed.0 },
                if new.signed.1 > old.signed.1 { up().unwrap_or(i64::MAX).min(top.signed.1) } else { new.signed.1 },
            ),
            // Leading bits come from an interval's ends and would hold them back: 0 ..= 4 would grow to 7, to 15, to 31.
            bits: new.bits.trailing(),
        };
        let has_moved = (moved.unsigned, moved.signed) != (new.unsigned, new.signed);
        if has_moved { moved.reduced().expect("more than an element that is not empty") } else { new }
    }

    /// Lets the components tighten each other until none can be tightened; `None` if nothing is left.
    fn reduced(mut self) -> Option<AbstractInt> {
        loop {
            let next = self.tightened()?;
            if next == self {
                return Some(self);
            }
            self = next;
        }
    }

    /// Splits the set at the sign, where both intervals run the same way, tightens both parts and puts them together again.
    fn tightened(self) -> Option<AbstractInt> {
        let width = self.width;
        let pattern = |number: i64| number.cast_unsigned() & mask(width);
        let part = |signed: (i64, i64)| {
            let low = self.unsigned.0.max(pattern(signed.0));
            let high = self.unsigned.1.min(pattern(signed.1));
            (signed.0 <= signed.1 && low <= high).then(|| self.bits.tighten(width, (low, high))).flatten()
        };
        let negative = part((self.signed.0, self.signed.1.min(-1)));
        let other = part((self.signed.0.max(0), self.signed.1));
        let (least, greatest) = (other.or(negative)?, negative.or(other)?);
        let leading = KnownBits::of_interval(width, least).join(KnownBits::of_interval(width, greatest));
        Some(AbstractInt {
            width,
            unsigned: (least.0, greatest.1),
            signed: (sext(width, greatest.0), sext(width, least.1)),
            bits: self.bits.meet(leading)?,
        })
    }
}

impl fmt::Debug for AbstractInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unsigned, signed, bits) = (self.unsigned, self.signed, self.bits);
        write!(f, "i{} {}..={} / {}..={}", self.width, unsigned.0, unsigned.1, signed.0, signed.1)?;
        write!(f, " zeros {:#x} ones {:#x}", bits.zeros, bits.ones)
    }
}

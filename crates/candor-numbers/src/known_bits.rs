//! Known bits: which bits of a pattern are surely zero, and which surely one.

use candor_bits::small::mask;

/// No bit is both; bits above the width are neither.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KnownBits {
    pub(crate) zeros: u64,
    pub(crate) ones: u64,
}

impl KnownBits {
    pub(crate) const NONE: KnownBits = KnownBits { zeros: 0, ones: 0 };

    /// The leading bits that all numbers of an interval have in common.
    pub(crate) fn of_interval(width: u32, (low, high): (u64, u64)) -> KnownBits {
        let differ = low ^ high;
        let common = mask(width) & !differ.checked_ilog2().map_or(0, |top| mask(top + 1));
        KnownBits { zeros: !low & common, ones: low & common }
    }

    pub(crate) fn join(self, other: KnownBits) -> KnownBits {
        KnownBits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    pub(crate) fn meet(self, other: KnownBits) -> Option<KnownBits> {
        let both = KnownBits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (both.zeros & both.ones == 0).then_some(both)
    }

    pub(crate) fn contains(self, pattern: u64) -> bool {
        pattern & self.zeros == 0 && pattern & self.ones == self.ones
    }

    /// The least and the greatest pattern with these bits in an interval; `None` if there is none.
    pub(crate) fn tighten(self, width: u32, (low, high): (u64, u64)) -> Option<(u64, u64)> {
        let flipped = KnownBits { zeros: self.ones, ones: self.zeros };
        let low = self.least_from(width, low)?;
        let high = mask(width) ^ flipped.least_from(width, mask(width) ^ high)?;
        (low <= high).then_some((low, high))
    }

    /// The least pattern with these bits that is no less than another.
    fn least_from(self, width: u32, low: u64) -> Option<u64> {
        let Some(top) = (low & self.zeros | !low & self.ones).checked_ilog2() else { return Some(low) };
        // Up to the highest bit that is wrong all are right. If it has to become one, or else if the next zero above it may, the bits below
        // can be as small as they may.
        let free = !low & mask(width) & !self.zeros & u64::MAX << top;
        let raised = free & free.wrapping_neg();
        (raised != 0).then(|| low & !(raised | (raised - 1)) | raised | self.ones & (raised - 1))
    }

    /// The low bits up to the first that is not known: a stride.
    pub(crate) fn trailing(self) -> KnownBits {
        let known = (self.zeros | self.ones).trailing_ones();
        let low = if known == 0 { 0 } else { mask(known) };
        KnownBits { zeros: self.zeros & low, ones: self.ones & low }
    }

    fn unknown(self, width: u32) -> u64 {
        mask(width) & !(self.zeros | self.ones)
    }

    /// The pattern where all bits outside of `unknown` are known to be those of `pattern`.
    fn with_unknown(width: u32, pattern: u64, unknown: u64) -> KnownBits {
        let known = mask(width) & !unknown;
        KnownBits { zeros: !pattern & known, ones: pattern & known }
    }

    /// A bit of a sum is known if both operands' bits are and the carry into it is the same for the least and the greatest operands.
    pub(crate) fn add(self, other: KnownBits, width: u32) -> KnownBits {
        let (a, b) = (self.unknown(width), other.unknown(width));
        let least = self.ones.wrapping_add(other.ones);
        let greatest = least.wrapping_add(a).wrapping_add(b);
        KnownBits::with_unknown(width, least, least ^ greatest | a | b)
    }

    /// The same for a difference: the borrow of the greatest minus the least and of the least minus the greatest.
    pub(crate) fn sub(self, other: KnownBits, width: u32) -> KnownBits {
        let (a, b) = (self.unknown(width), other.unknown(width));
        let middle = self.ones.wrapping_sub(other.ones);
        let (greatest, least) = (middle.wrapping_add(a), middle.wrapping_sub(b));
        KnownBits::with_unknown(width, middle, greatest ^ least | a | b)
    }

    /// The low bits of a product that low bits of the operands determine; zeros at their ends add up.
    pub(crate) fn mul(self, other: KnownBits, width: u32) -> KnownBits {
        let known = |bits: KnownBits| (bits.zeros | bits.ones).trailing_ones();
        let zeros = |bits: KnownBits| bits.zeros.trailing_ones();
        // `2^i (a + 2^k x) * 2^j (b + 2^m y)` is known up to the lesser of `i + j + k` and `i + j + m` bits.
        let digits = (known(self) - zeros(self)).min(known(other) - zeros(other));
        let n_known = (zeros(self) + zeros(other) + digits).min(width);
        let above = if n_known == 0 { u64::MAX } else { !mask(n_known) };
        KnownBits::with_unknown(width, self.ones.wrapping_mul(other.ones), above)
    }

    pub(crate) fn and(self, other: KnownBits) -> KnownBits {
        KnownBits { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    pub(crate) fn or(self, other: KnownBits) -> KnownBits {
        KnownBits { zeros: self.zeros & other.zeros, ones: self.ones | other.ones }
    }

    pub(crate) fn xor(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros & other.zeros | self.ones & other.ones,
            ones: self.zeros & other.ones | self.ones & other.zeros,
        }
    }
}

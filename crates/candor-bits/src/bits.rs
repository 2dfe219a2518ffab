//! A bit pattern of any width.
//!
//! Programs are made of patterns of at most 64 bits, so those live inline; wider ones (`__int128`, `_BitInt`, `long double`)
//! are boxed, up to 128 bits in a single allocation. Either way a [`Bits`] has 16 bytes, which leaves a context's value
//! room for a tag.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use smallvec::{SmallVec, smallvec};

use crate::small;

const LIMB_BITS: u32 = u64::BITS;

type Limbs = SmallVec<[u64; 2]>;

/// A pattern of `width` bits, at least one. Bits at and above the width are zero, so equal patterns are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits(Repr);

/// `Inline` exactly when the width is at most 64; `Wide` has exactly as many limbs as the width needs.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Inline { width: u32, value: u64 },
    Wide { width: u32, limbs: Box<Limbs> },
}

const _: () = assert!(size_of::<Bits>() == 16);

impl Bits {
    /// The low `width` bits of `value`.
    #[inline]
    pub fn new(width: u32, value: u64) -> Bits {
        if width <= LIMB_BITS {
            let value = value & small::mask(width);
            Bits(Repr::Inline { width, value })
        } else {
            Bits::from_limbs(width, &[value])
        }
    }

    /// `value` in two's complement, cut or sign-extended to `width`.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Bits {
        let pattern = value.cast_unsigned();
        if width <= LIMB_BITS { Bits::new(width, pattern) } else { Bits::new(LIMB_BITS, pattern).sext(width) }
    }

    /// The low `width` bits of `value`.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &[low_u64(value), low_u64(value >> LIMB_BITS)])
    }

    /// `value` in two's complement, cut or sign-extended to `width`.
    pub fn from_i128(width: u32, value: i128) -> Bits {
        Bits::from_u128(128, value.cast_unsigned()).resize_signed(width)
    }

    /// The low `width` bits of the number with these limbs, least significant first; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        if width <= LIMB_BITS {
            return Bits::new(width, limbs.first().copied().unwrap_or(0));
        }
        let mut own: Limbs = smallvec![0; n_limbs(width)];
        for (to, from) in own.iter_mut().zip(limbs) {
            *to = *from;
        }
        Bits::from_own_limbs(width, own)
    }

    /// All bits zero.
    #[inline]
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// The number one.
    #[inline]
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    /// All bits one: the greatest unsigned number, and -1.
    pub fn ones(width: u32) -> Bits {
        Bits::from_i64(width, -1)
    }

    /// The least signed number: only the sign bit is set.
    pub fn signed_min(width: u32) -> Bits {
        Bits::from_ubig(width, &(UBig::ONE << index(width - 1)))
    }

    /// The greatest signed number: all but the sign bit.
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    /// A single bit.
    #[inline]
    pub fn from_bool(value: bool) -> Bits {
        Bits::new(1, u64::from(value))
    }

    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        match &self.0 {
            Repr::Inline { width, .. } | Repr::Wide { width, .. } => *width,
        }
    }

    /// The pattern in pieces of 64 bits, least significant first: as many as the width needs.
    #[inline]
    pub fn limbs(&self) -> &[u64] {
        match &self.0 {
            Repr::Inline { value, .. } => std::slice::from_ref(value),
            Repr::Wide { limbs, .. } => limbs,
        }
    }

    /// The limb with this index; zero beyond the pattern.
    #[inline]
    pub fn limb(&self, limb_idx: usize) -> u64 {
        self.limbs().get(limb_idx).copied().unwrap_or(0)
    }

    /// The unsigned number, if it fits; always for widths up to 64.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Inline { value, .. } => Some(*value),
            Repr::Wide { limbs, .. } => limbs[1..].iter().all(|limb| *limb == 0).then(|| limbs[0]),
        }
    }

    /// The unsigned number, if it fits; always for widths up to 128.
    pub fn to_u128(&self) -> Option<u128> {
        let fits = self.limbs().iter().skip(2).all(|limb| *limb == 0);
        fits.then(|| self.to_u128_wrapping())
    }

    /// The low 64 bits.
    #[inline]
    pub fn to_u64_wrapping(&self) -> u64 {
        self.limb(0)
    }

    /// The low 128 bits.
    pub fn to_u128_wrapping(&self) -> u128 {
        u128::from(self.limb(0)) | u128::from(self.limb(1)) << LIMB_BITS
    }

    /// The signed number, if it fits; always for widths up to 64.
    pub fn to_i64(&self) -> Option<i64> {
        let low = self.to_i64_wrapping();
        (self.width() <= LIMB_BITS || Bits::from_i64(self.width(), low) == *self).then_some(low)
    }

    /// The signed number, if it fits; always for widths up to 128.
    pub fn to_i128(&self) -> Option<i128> {
        let low = self.resize_signed(128).to_u128_wrapping().cast_signed();
        (self.width() <= 128 || Bits::from_i128(self.width(), low) == *self).then_some(low)
    }

    /// The signed number modulo 2^64.
    #[inline]
    pub fn to_i64_wrapping(&self) -> i64 {
        match &self.0 {
            Repr::Inline { width, value } => small::sext(*width, *value),
            Repr::Wide { limbs, .. } => limbs[0].cast_signed(),
        }
    }

    /// Bit number `bit_idx`, counted from the least significant; false beyond the pattern.
    #[inline]
    pub fn bit(&self, bit_idx: u32) -> bool {
        self.limb(index(bit_idx / LIMB_BITS)) >> (bit_idx % LIMB_BITS) & 1 == 1
    }

    /// Whether all bits are zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|limb| *limb == 0)
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width()
    }

    /// The most significant bit.
    #[inline]
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width() - 1)
    }

    /// The number of bits that are one.
    pub fn count_ones(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// The number of zeros above the highest one; the width if there is none.
    pub fn leading_zeros(&self) -> u32 {
        let mut zeros = 0;
        for limb in self.limbs().iter().rev() {
            zeros += limb.leading_zeros();
            if *limb != 0 {
                break;
            }
        }
        zeros - (LIMB_BITS - 1 - (self.width() - 1) % LIMB_BITS)
    }

    /// The number of zeros below the lowest one; the width if there is none.
    pub fn trailing_zeros(&self) -> u32 {
        let mut zeros = 0;
        for limb in self.limbs() {
            zeros += limb.trailing_zeros();
            if *limb != 0 {
                break;
            }
        }
        zeros.min(self.width())
    }

    /// The low `width` bits, at most as many as there are.
    #[inline]
    pub fn trunc(&self, width: u32) -> Bits {
        debug_assert!(width <= self.width());
        self.resize(width)
    }

    /// Widened with zeros.
    #[inline]
    pub fn zext(&self, width: u32) -> Bits {
        debug_assert!(width >= self.width());
        self.resize(width)
    }

    /// Widened with copies of the sign bit.
    pub fn sext(&self, width: u32) -> Bits {
        debug_assert!(width >= self.width());
        self.resize_signed(width)
    }

    /// Cut or widened with zeros.
    #[inline]
    pub fn resize(&self, width: u32) -> Bits {
        match &self.0 {
            Repr::Inline { value, .. } => Bits::new(width, *value),
            Repr::Wide { limbs, .. } => Bits::from_limbs(width, limbs),
        }
    }

    /// Cut or widened with copies of the sign bit.
    pub fn resize_signed(&self, width: u32) -> Bits {
        if let Repr::Inline { width: own, value } = &self.0
            && width <= LIMB_BITS
        {
            return Bits::new(width, small::sext(*own, *value).cast_unsigned());
        }
        let resized = self.resize(width);
        if width <= self.width() || !self.sign_bit() {
            return resized;
        }
        let above = Bits::ones(width - self.width());
        Bits::concat(&above, self)
    }

    /// `width` bits from bit `low_idx` upward; zeros beyond the pattern.
    pub fn extract(&self, low_idx: u32, width: u32) -> Bits {
        debug_assert!(low_idx.checked_add(width).is_some_and(|end| end <= self.width()));
        if width <= LIMB_BITS {
            return Bits::new(width, self.limb_at(low_idx));
        }
        let starts = (0..width.div_ceil(LIMB_BITS)).map(|limb_idx| low_idx + limb_idx * LIMB_BITS);
        Bits::from_own_limbs(width, starts.map(|start| self.limb_at(start)).collect())
    }

    /// `high` above `low`, as wide as both together.
    pub fn concat(high: &Bits, low: &Bits) -> Bits {
        let width = high.width() + low.width();
        if width <= LIMB_BITS {
            return Bits::new(width, high.limb(0) << low.width() | low.limb(0));
        }
        let mut limbs: Limbs = smallvec![0; n_limbs(width)];
        limbs[..low.limbs().len()].copy_from_slice(low.limbs());
        let (first_idx, shift) = (index(low.width() / LIMB_BITS), low.width() % LIMB_BITS);
        for (limb_idx, limb) in (first_idx..).zip(high.limbs()) {
            limbs[limb_idx] |= limb << shift;
            if shift > 0 && limb_idx + 1 < limbs.len() {
                limbs[limb_idx + 1] |= limb >> (LIMB_BITS - shift);
            }
        }
        Bits::from_own_limbs(width, limbs)
    }

    /// Every bit flipped.
    pub fn not(&self) -> Bits {
        self.map_limbs(|limb| !limb)
    }

    /// Bitwise and of two patterns of one width.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip_limbs(other, |a, b| a & b)
    }

    /// Bitwise or of two patterns of one width.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip_limbs(other, |a, b| a | b)
    }

    /// Bitwise exclusive or of two patterns of one width.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip_limbs(other, |a, b| a ^ b)
    }

    /// The two's complement: 2^width minus the number, modulo 2^width.
    pub fn negated(&self) -> Bits {
        let mut carry = true;
        self.map_limbs(|limb| {
            let sum;
            (sum, carry) = (!limb).overflowing_add(u64::from(carry));
            sum
        })
    }

    /// With bit `bit_idx` set to `value`.
    pub fn with_bit(&self, bit_idx: u32, value: bool) -> Bits {
        debug_assert!(bit_idx < self.width());
        let mut start = 0;
        self.map_limbs(|limb| {
            let here = bit_idx.checked_sub(start).filter(|shift| *shift < LIMB_BITS);
            start += LIMB_BITS;
            match here {
                Some(shift) => limb & !(1 << shift) | u64::from(value) << shift,
                None => limb,
            }
        })
    }

    /// The order as unsigned numbers of one width.
    #[inline]
    pub fn cmp_unsigned(&self, other: &Bits) -> Ordering {
        debug_assert_eq!(self.width(), other.width());
        self.limbs().iter().rev().cmp(other.limbs().iter().rev())
    }

    /// The order as signed numbers of one width.
    #[inline]
    pub fn cmp_signed(&self, other: &Bits) -> Ordering {
        // Of two numbers with different signs the one with the sign bit is the lesser; otherwise the patterns decide.
        let by_sign = other.sign_bit().cmp(&self.sign_bit());
        by_sign.then_with(|| self.cmp_unsigned(other))
    }

    /// The first `n_bytes` bytes in memory order on a little-endian machine; zeros beyond the pattern.
    pub fn to_le_bytes(&self, n_bytes: usize) -> SmallVec<[u8; 16]> {
        let bytes = self.limbs().iter().flat_map(|limb| limb.to_le_bytes());
        bytes.chain(std::iter::repeat(0)).take(n_bytes).collect()
    }

    /// The low `width` bits of what these bytes mean on a little-endian machine; missing bytes are zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        let limb = |chunk: &[u8]| {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(bytes)
        };
        if bytes.len() <= 8 {
            return Bits::new(width, limb(bytes));
        }
        let limbs: Limbs = bytes.chunks(8).map(limb).collect();
        Bits::from_limbs(width, &limbs)
    }

    /// The unsigned number of decimal digits, cut to `width` bits; `None` if there is anything else in the text than an
    /// optional sign and digits.
    pub fn from_decimal(width: u32, text: &str) -> Option<Bits> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: IBig = text.parse().ok()?;
        Some(Bits::from_ibig(width, &number))
    }

    /// The signed number in decimal.
    pub fn signed_display(&self) -> String {
        match self.to_i64() {
            Some(value) => value.to_string(),
            None => self.to_ibig().to_string(),
        }
    }

    pub(crate) fn to_ubig(&self) -> UBig {
        UBig::from_words(self.limbs())
    }

    pub(crate) fn to_ibig(&self) -> IBig {
        if self.sign_bit() { -IBig::from(self.negated().to_ubig()) } else { IBig::from(self.to_ubig()) }
    }

    /// The number modulo 2^width.
    pub(crate) fn from_ubig(width: u32, number: &UBig) -> Bits {
        Bits::from_limbs(width, number.as_words())
    }

    /// The number modulo 2^width.
    pub(crate) fn from_ibig(width: u32, number: &IBig) -> Bits {
        let (sign, words) = number.as_sign_words();
        let magnitude = Bits::from_limbs(width, words);
        match sign {
            Sign::Positive => magnitude,
            Sign::Negative => magnitude.negated(),
        }
    }

    /// Whether the representation keeps its promises.
    fn check(&self) -> bool {
        let width = self.width();
        let inline = matches!(self.0, Repr::Inline { .. });
        let fits = self.to_ubig().bit_len() <= index(width);
        width > 0 && inline == (width <= LIMB_BITS) && self.limbs().len() == n_limbs(width) && fits
    }

    /// From limbs that may have ones above the width, exactly as many as the width needs.
    fn from_own_limbs(width: u32, mut limbs: Limbs) -> Bits {
        let last_width = (width - 1) % LIMB_BITS + 1;
        if let Some(last) = limbs.last_mut() {
            *last &= small::mask(last_width);
        }
        let bits = Bits(Repr::Wide { width, limbs: Box::new(limbs) });
        debug_assert!(bits.check());
        bits
    }

    /// 64 bits from bit `low_idx` upward; zeros beyond the pattern.
    fn limb_at(&self, low_idx: u32) -> u64 {
        let (limb_idx, shift) = (index(low_idx / LIMB_BITS), low_idx % LIMB_BITS);
        let low = self.limb(limb_idx) >> shift;
        if shift == 0 {
            return low;
        }
        low | self.limb(limb_idx + 1) << (LIMB_BITS - shift)
    }

    fn map_limbs(&self, mut f: impl FnMut(u64) -> u64) -> Bits {
        match &self.0 {
            Repr::Inline { width, value } => Bits::new(*width, f(*value)),
            Repr::Wide { width, limbs } => Bits::from_own_limbs(*width, limbs.iter().map(|limb| f(*limb)).collect()),
        }
    }

    fn zip_limbs(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        debug_assert_eq!(self.width(), other.width());
        let mut others = other.limbs().iter();
        self.map_limbs(|limb| f(limb, others.next().copied().unwrap_or(0)))
    }
}

/// The unsigned number in decimal.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u64() {
            Some(value) => fmt::Display::fmt(&value, f),
            None => fmt::Display::fmt(&self.to_ubig(), f),
        }
    }
}

impl fmt::LowerHex for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_u64() {
            Some(value) => fmt::LowerHex::fmt(&value, f),
            None => fmt::LowerHex::fmt(&self.to_ubig(), f),
        }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}:i{}", self.width())
    }
}

/// A bit index as an index into a slice.
#[inline]
pub(crate) fn index(n: u32) -> usize {
    usize::try_from(n).expect("candor runs on machines with at least 32 bits")
}

/// The low half.
#[inline]
pub(crate) fn low_u64(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).expect("the upper half was cleared")
}

fn n_limbs(width: u32) -> usize {
    index(width.div_ceil(LIMB_BITS))
}

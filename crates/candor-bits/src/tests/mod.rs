//! Tests: each operation against an independent definition, over all inputs where there are few, else over random ones.

mod bits;
mod casts;
mod floats;
mod ints;
mod long_double;
mod names;

use crate::{Bits, FloatKind};

/// A small seeded generator (SplitMix64, Steele, Lea and Flood 2014), so that a failure repeats.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A pattern that is often near a limit, where the errors are.
    fn bits(&mut self, width: u32) -> Bits {
        let any = [self.next(), self.next(), self.next(), self.next()];
        let any = Bits::from_limbs(width, &any);
        let near = i64::try_from(self.below(5)).unwrap() - 2;
        let near = Bits::from_i64(width, near);
        match self.below(6) {
            0 => near,
            1 => Bits::signed_min(width).xor(&near),
            2 => any.and(&Bits::new(width, self.next() >> self.below(64))),
            3 => Bits::new(width, self.below(u64::from(width) + 2)),
            _ => any,
        }
    }

    /// A float that is special or has an unusual exponent more often than chance would have it.
    fn float(&mut self, kind: FloatKind) -> Bits {
        let width = kind.bits();
        let any = Bits::from_limbs(width, &[self.next(), self.next()]);
        match self.below(8) {
            0 => special_floats(kind)[usize::try_from(self.below(11)).unwrap()].clone(),
            1 => crate::float_from_f64(
                kind,
                f64::from(i32::from_le_bytes(any.to_le_bytes(4)[..4].try_into().unwrap()) >> 16) / 2.0,
            ),
            // Around one, where sums and products of two of them neither vanish nor overflow.
            2..=4 => {
                let unit = f64::from_bits(self.next() >> 12 | 0x3FF0_0000_0000_0000);
                let scale = i32::try_from(self.below(40)).unwrap() - 20;
                let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
                crate::float_from_f64(kind, sign * unit * f64::from(scale).exp2())
            }
            _ => any,
        }
    }
}

/// Zeros, ones, infinities, NaNs (also negative, signaling), the least and the greatest numbers.
fn special_floats(kind: FloatKind) -> Vec<Bits> {
    let of = |value| crate::float_from_f64(kind, value);
    let sign_idx = kind.bits() - 1;
    let nan = of(f64::NAN);
    let signaling = nan.with_bit(kind.precision() - 2, false).with_bit(0, true);
    let least = Bits::one(kind.bits());
    let below_infinity = crate::binary(crate::BinOp::Sub, crate::Scalar::Int(kind.bits()), &of(f64::INFINITY), &least);
    let greatest = match kind {
        // The subtraction borrowed from the integer bit instead of the exponent.
        FloatKind::X87 => below_infinity.with_bit(63, true).with_bit(64, false),
        _ => below_infinity,
    };
    vec![
        of(0.0),
        of(-0.0),
        of(1.0),
        of(-1.0),
        of(f64::INFINITY),
        of(f64::NEG_INFINITY),
        nan.with_bit(sign_idx, true),
        nan,
        signaling,
        least,
        greatest,
    ]
}

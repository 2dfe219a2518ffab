//! Patterns of values between candor's form and the solvers'.
//!
//! The only format where the two differ is the x87's: candor stores its integer bit, the theory of floats does not have it.

use candor_bits::{Bits, FloatKind};

/// A canonical pattern without the integer bit.
pub(crate) fn to_ieee(kind: FloatKind, pattern: &Bits) -> Bits {
    match kind {
        FloatKind::X87 => Bits::concat(&pattern.extract(64, 16), &pattern.extract(0, 63)),
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => {
            pattern.clone()
        }
    }
}

/// The pattern with the integer bit, which is one unless the exponent field is zero.
pub(crate) fn from_ieee(kind: FloatKind, ieee: &Bits) -> Bits {
    match kind {
        FloatKind::X87 => {
            let integer_bit = Bits::from_bool(!ieee.extract(63, 15).is_zero());
            Bits::concat(&Bits::concat(&ieee.extract(63, 16), &integer_bit), &ieee.extract(0, 63))
        }
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => ieee.clone(),
    }
}

/// Binary digits, the highest first.
pub(crate) fn to_digits(value: &Bits) -> String {
    (0..value.width()).rev().map(|bit_idx| if value.bit(bit_idx) { '1' } else { '0' }).collect()
}

/// A pattern from its binary digits, of which there is at least one.
pub(crate) fn from_digits(digits: &str) -> Bits {
    let width = u32::try_from(digits.len()).expect("a width fits");
    let limb = |chunk: &[u8]| chunk.iter().fold(0_u64, |limb, digit| limb << 1 | u64::from(*digit == b'1'));
    let limbs: Vec<u64> = digits.as_bytes().rchunks(64).map(limb).collect();
    Bits::from_limbs(width, &limbs)
}

//! Patterns of values as binary digits, which is how solvers write them.

use candor_bits::Bits;

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

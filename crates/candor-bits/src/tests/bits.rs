//! The pattern type against strings of bits.

use super::Random;
use crate::Bits;

const WIDTHS: [u32; 13] = [1, 2, 7, 8, 33, 63, 64, 65, 80, 127, 128, 129, 200];

/// The pattern as text, most significant bit first: the slow and obvious way.
fn text(bits: &Bits) -> String {
    (0..bits.width()).rev().map(|bit_idx| if bits.bit(bit_idx) { '1' } else { '0' }).collect()
}

#[test]
fn resizing_and_pieces() {
    let mut random = Random(1);
    for width in WIDTHS {
        for _ in 0..30 {
            let a = random.bits(width);
            let digits = text(&a);
            let sign = &digits[..1];
            for more in [0, 1, 31, 63, 64, 65, 130] {
                let filler = usize::try_from(more).unwrap();
                assert_eq!(text(&a.zext(width + more)), "0".repeat(filler) + &digits);
                assert_eq!(text(&a.sext(width + more)), sign.repeat(filler) + &digits);
            }
            let low_idx = u32::try_from(random.below(u64::from(width))).unwrap();
            let piece_width = 1 + u32::try_from(random.below(u64::from(width - low_idx))).unwrap();
            let start = usize::try_from(width - low_idx - piece_width).unwrap();
            let end = usize::try_from(width - low_idx).unwrap();
            assert_eq!(text(&a.extract(low_idx, piece_width)), digits[start..end]);
            assert_eq!(text(&a.trunc(piece_width)), digits[digits.len() - usize::try_from(piece_width).unwrap()..]);
            let b = random.bits(piece_width);
            assert_eq!(text(&Bits::concat(&a, &b)), digits.clone() + &text(&b));
            assert_eq!(text(&Bits::concat(&b, &a)), text(&b) + &digits);
        }
    }
}

#[test]
fn counting_and_single_bits() {
    let mut random = Random(2);
    for width in WIDTHS {
        for _ in 0..30 {
            let a = random.bits(width);
            let digits = text(&a);
            let n_ones = digits.matches('1').count();
            assert_eq!(usize::try_from(a.count_ones()).unwrap(), n_ones);
            let leading = digits.find('1').unwrap_or(digits.len());
            assert_eq!(usize::try_from(a.leading_zeros()).unwrap(), leading);
            let trailing = digits.chars().rev().position(|digit| digit == '1').unwrap_or(digits.len());
            assert_eq!(usize::try_from(a.trailing_zeros()).unwrap(), trailing);
            assert_eq!(a.is_zero(), n_ones == 0);
            assert_eq!(a.is_ones(), n_ones == digits.len());
            let bit_idx = u32::try_from(random.below(u64::from(width))).unwrap();
            let flipped = a.with_bit(bit_idx, !a.bit(bit_idx));
            assert_eq!(flipped.xor(&a).count_ones(), 1);
            assert_ne!(flipped.bit(bit_idx), a.bit(bit_idx));
        }
    }
}

#[test]
fn bytes_and_numbers_read_back() {
    let mut random = Random(3);
    for width in WIDTHS {
        for _ in 0..30 {
            let a = random.bits(width);
            let n_bytes = usize::try_from(width.div_ceil(8)).unwrap();
            assert_eq!(Bits::from_le_bytes(width, &a.to_le_bytes(n_bytes)), a);
            assert_eq!(Bits::from_le_bytes(width, &a.to_le_bytes(n_bytes + 9)), a);
            assert_eq!(Bits::from_decimal(width, &a.to_string()), Some(a.clone()));
            assert_eq!(Bits::from_decimal(width, &a.signed_display()), Some(a.clone()));
            assert_eq!(Bits::from_limbs(width, a.limbs()), a);
            if let Some(value) = a.to_i64() {
                assert_eq!(Bits::from_i64(width, value), a);
                assert_eq!(a.signed_display(), value.to_string());
            }
            if let Some(value) = a.to_u128() {
                assert_eq!(Bits::from_u128(width, value), a);
                assert_eq!(a.to_string(), value.to_string());
            }
            if let Some(value) = a.to_i128() {
                assert_eq!(Bits::from_i128(width, value), a);
                assert_eq!(a.signed_display(), value.to_string());
            }
            assert_eq!(a.negated().negated(), a);
            assert_eq!(a.not(), a.xor(&Bits::ones(width)));
        }
    }
}

#[test]
fn texts() {
    assert_eq!(Bits::ones(128).to_string(), "340282366920938463463374607431768211455");
    assert_eq!(Bits::ones(128).signed_display(), "-1");
    assert_eq!(Bits::signed_min(65).signed_display(), "-18446744073709551616");
    assert_eq!(format!("{:?}", Bits::new(8, 0x12A)), "0x2a:i8");
    assert_eq!(format!("{:?}", Bits::ones(72)), "0xffffffffffffffffff:i72");
    assert_eq!(Bits::from_decimal(8, "-3"), Some(Bits::new(8, 253)));
    for wrong in ["", "-", "1_0", "+1", "0x1", "--1"] {
        assert_eq!(Bits::from_decimal(8, wrong), None, "{wrong}");
    }
}

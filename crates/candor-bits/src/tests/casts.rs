//! Casts: the host's where it has them, and software against the host.

use super::{Random, special_floats};
use crate::cast::wide_int_to_float;
use crate::{Bits, CastOp, FloatKind, Scalar, cast, float_from_f64, float_to_f64, float_to_int_fits, small, soft};

const HOST_KINDS: [FloatKind; 2] = [FloatKind::Single, FloatKind::Double];

fn to_int(kind: FloatKind, a: &Bits, width: u32) -> Bits {
    cast(CastOp::FpToSi, Scalar::Float(kind), Scalar::Int(width), width, a)
}

#[test]
fn integers_to_integers() {
    let mut random = Random(7);
    for from in [1, 5, 8, 32, 33, 64, 65, 128] {
        for to in [1, 7, 8, 31, 32, 64, 65, 127, 128, 130] {
            for _ in 0..20 {
                let a = random.bits(from);
                let get = |op| cast(op, Scalar::Int(from), Scalar::Int(to), to, &a);
                if to <= from {
                    assert_eq!(get(CastOp::Trunc), a.extract(0, to));
                } else {
                    assert_eq!(get(CastOp::ZExt).to_ubig(), a.to_ubig());
                    assert_eq!(get(CastOp::SExt).to_ibig(), a.to_ibig());
                }
                if from <= 64 && to <= 64 {
                    for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt, CastOp::PtrToInt, CastOp::BitCast] {
                        let result = small::cast_int(op, from, to, a.limb(0));
                        assert_eq!(Bits::new(to, result), get(op), "{op} {a:?} to i{to}");
                    }
                }
            }
        }
    }
    let ptr = cast(CastOp::IntToPtr, Scalar::Int(64), Scalar::Ptr, 32, &Bits::new(64, 0x1_2345_6789));
    assert_eq!(ptr, Bits::new(32, 0x2345_6789));
}

#[test]
fn integers_to_floats() {
    let mut random = Random(8);
    for width in [1, 2, 16, 24, 31, 32, 33, 53, 54, 63, 64] {
        for _ in 0..200 {
            let a = random.bits(width);
            for kind in HOST_KINDS {
                for signed in [false, true] {
                    let host = small::int_to_float(kind, width, signed, a.limb(0));
                    let soft = wide_int_to_float(kind, signed, &a);
                    assert_eq!(Bits::new(kind.bits(), host), soft, "{a:?} to {kind}, signed: {signed}");
                }
            }
        }
    }
    for _ in 0..500 {
        let a = random.bits(128);
        let unsigned = a.to_u128().unwrap();
        let f32_pattern = |value: f32| Bits::new(32, u64::from(value.to_bits()));
        let f64_pattern = |value: f64| Bits::new(64, value.to_bits());
        assert_eq!(wide_int_to_float(FloatKind::Single, false, &a), f32_pattern(unsigned as f32));
        assert_eq!(wide_int_to_float(FloatKind::Double, false, &a), f64_pattern(unsigned as f64));
        assert_eq!(wide_int_to_float(FloatKind::Double, true, &a), f64_pattern(unsigned.cast_signed() as f64));
    }
}

/// Beyond 128 bits, where only the leading bits and a trace of the rest decide.
#[test]
fn very_wide_integers_to_floats() {
    let width = 300;
    let check = |text: &str, expected: f64| {
        let a = Bits::from_decimal(width, text).unwrap();
        let result = cast(CastOp::UiToFp, Scalar::Int(width), Scalar::F64, 64, &a);
        assert_eq!(f64::from_bits(result.limb(0)), expected, "{text}");
    };
    for text in [
        "1000000000000000000000000000000000000000000000000000000000000",
        "123456789012345678901234567890123456789012345678901234567890",
        "99999999999999999999999999999999999999999999999999999999999999",
    ] {
        check(text, text.parse().unwrap());
    }
    // 2^200 + 2^147 is a tie that rounds down to even; one more and it rounds up.
    let tie = Bits::zero(width).with_bit(200, true).with_bit(147, true);
    let more = tie.with_bit(0, true);
    check(&tie.to_string(), 200_f64.exp2());
    check(&more.to_string(), 200_f64.exp2() + 148_f64.exp2());
}

#[test]
fn floats_to_integers() {
    let mut random = Random(9);
    for kind in FloatKind::ALL.iter().copied() {
        for _ in 0..400 {
            let a = random.float(kind);
            let value = float_to_f64(kind, &a);
            if kind.precision() > 53 || !value.is_finite() {
                continue;
            }
            for width in [1, 8, 31, 32, 33, 63, 64] {
                let message = format!("{value} to i{width}");
                let truncated = value.trunc();
                let limit = f64::from(width).exp2();
                let fits_unsigned = (0.0..limit).contains(&truncated);
                let fits_signed = (-limit / 2.0..limit / 2.0).contains(&truncated);
                assert_eq!(float_to_int_fits(kind, &a, width, false), fits_unsigned, "{message}");
                assert_eq!(float_to_int_fits(kind, &a, width, true), fits_signed, "{message}");
                if fits_unsigned {
                    assert_eq!(to_int(kind, &a, width), Bits::from_u128(width, truncated as u128), "{message}");
                }
                if fits_signed {
                    assert_eq!(to_int(kind, &a, width), Bits::from_i128(width, truncated as i128), "{message}");
                }
                // Out of range too: what a wider integer holds, cut to the width.
                assert_eq!(to_int(kind, &a, width), to_int(kind, &a, 1200).trunc(width), "{message}");
            }
        }
    }
}

#[test]
fn floats_out_of_range() {
    for kind in FloatKind::ALL.iter().copied() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let a = float_from_f64(kind, value);
            assert!(to_int(kind, &a, 32).is_zero());
            assert!(to_int(kind, &a, 100).is_zero());
            assert!(!float_to_int_fits(kind, &a, 32, true));
            assert!(!float_to_int_fits(kind, &a, 100_000, true));
        }
    }
    let check = |value: f64, width, signed, expected| {
        let a = float_from_f64(FloatKind::X87, value);
        assert_eq!(float_to_int_fits(FloatKind::X87, &a, width, signed), expected, "{value} to i{width}");
    };
    check(-0.9, 8, false, true);
    check(-1.0, 8, false, false);
    check(255.9, 8, false, true);
    check(256.0, 8, false, false);
    check(127.9, 8, true, true);
    check(128.0, 8, true, false);
    check(-128.9, 8, true, true);
    check(-129.0, 8, true, false);
    check(1e300, 128, false, false);
    check(1e300, 1000, false, true);
    check(-1e300, 1000, true, true);
    check(128_f64.exp2(), 128, false, false);
    check(-(127_f64.exp2()), 128, true, true);
    assert_eq!(to_int(FloatKind::Double, &Bits::new(64, 300_f64.to_bits()), 8), Bits::new(8, 44));
    assert_eq!(to_int(FloatKind::Double, &Bits::new(64, (-300_f64).to_bits()), 8), Bits::new(8, 212));
}

#[test]
fn floats_to_floats() {
    let mut random = Random(10);
    for _ in 0..3000 {
        for (from, to) in [(FloatKind::Single, FloatKind::Double), (FloatKind::Double, FloatKind::Single)] {
            let a = random.float(from);
            let host = small::float_to_float(from, to, a.limb(0));
            assert_eq!(soft::convert(from, to, u128::from(a.limb(0))), u128::from(host), "{a:?}");
        }
        for (from, to) in [
            (FloatKind::Half, FloatKind::Single),
            (FloatKind::BFloat, FloatKind::Single),
            (FloatKind::Half, FloatKind::X87),
            (FloatKind::Double, FloatKind::X87),
            (FloatKind::Single, FloatKind::Quad),
            (FloatKind::X87, FloatKind::Quad),
        ] {
            let a = random.float(from);
            let widened = cast(CastOp::FpExt, Scalar::Float(from), Scalar::Float(to), to.bits(), &a);
            let back = cast(CastOp::FpTrunc, Scalar::Float(to), Scalar::Float(from), from.bits(), &widened);
            let is_nan = crate::compare(crate::CmpOp::FUno, Scalar::Float(from), &a, &a);
            let expected = if is_nan { float_from_f64(from, f64::NAN) } else { a.clone() };
            // The x87 has two patterns for some numbers; through another format comes the usual one.
            if from != FloatKind::X87 || crate::compare(crate::CmpOp::FUne, Scalar::Float(from), &back, &expected) {
                assert_eq!(back, expected, "{from} {a:?} through {to}");
            }
        }
    }
    for kind in FloatKind::ALL.iter().copied() {
        for a in special_floats(kind) {
            let same = cast(CastOp::BitCast, Scalar::Float(kind), Scalar::Int(kind.bits()), kind.bits(), &a);
            assert_eq!(same, a);
        }
    }
}

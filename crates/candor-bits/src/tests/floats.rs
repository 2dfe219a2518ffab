//! Floats: software against the host in the host's formats, and the rules that IEEE 754 and C give.

use super::{Random, special_floats};
use crate::{
    BinOp, Bits, CmpOp, FloatClass, FloatKind, MathOp, Scalar, binary, compare, float_class, float_from_f64,
    float_to_f64, float_to_string, host, math, small, soft,
};

const HOST_KINDS: [FloatKind; 2] = [FloatKind::Single, FloatKind::Double];
const FLOAT_BINARY: [BinOp; 5] = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem];

fn of(value: f64) -> Bits {
    Bits::new(64, value.to_bits())
}

fn double(op: MathOp, args: &[f64]) -> f64 {
    let args: Vec<Bits> = args.iter().map(|arg| of(*arg)).collect();
    let args: Vec<&Bits> = args.iter().collect();
    f64::from_bits(math(op, Scalar::F64, &args).limb(0))
}

fn check_binary(kind: FloatKind, a: &Bits, b: &Bits) {
    let (x, y) = (a.limb(0), b.limb(0));
    for op in FLOAT_BINARY {
        let host = small::binary_float(op, kind, x, y);
        let soft = soft::binary(op, kind, u128::from(x), u128::from(y));
        assert_eq!(u128::from(host), soft, "{op} {kind} {a:?} {b:?}");
        assert_eq!(binary(op, Scalar::Float(kind), a, b), Bits::new(kind.bits(), host));
    }
    let order = soft::order(kind, u128::from(x), u128::from(y));
    for op in CmpOp::ALL.iter().copied().filter(|op| op.is_float()) {
        let answer = small::compare_float(op, kind, x, y);
        assert_eq!(answer, host::holds(op, order), "{op} {kind} {a:?} {b:?}");
        assert_eq!(answer, compare(op, Scalar::Float(kind), a, b));
    }
}

#[test]
fn arithmetic_and_order_against_the_host() {
    let mut random = Random(11);
    for kind in HOST_KINDS {
        for a in special_floats(kind) {
            for b in special_floats(kind) {
                check_binary(kind, &a, &b);
            }
        }
        for _ in 0..3000 {
            let (a, b) = (random.float(kind), random.float(kind));
            check_binary(kind, &a, &b);
        }
    }
}

#[test]
fn mathematics_against_the_host() {
    let mut random = Random(12);
    let exact = |op: &MathOp| {
        let on_sign = matches!(op, MathOp::FNeg | MathOp::Fabs | MathOp::CopySign);
        op.is_float() && !op.is_transcendental() && !op.takes_int_exponent() && !on_sign
    };
    for kind in HOST_KINDS {
        for _ in 0..2000 {
            let args = [random.float(kind), random.float(kind), random.float(kind)];
            let limbs = args.each_ref().map(|arg| arg.limb(0));
            for op in MathOp::ALL.iter().copied().filter(exact) {
                let host = small::math_float(op, kind, limbs);
                let soft = soft::math(op, kind, limbs.map(u128::from));
                assert_eq!(u128::from(host), soft, "{op} {kind} {args:?}");
            }
            let exponent = i64::from(random.next().to_le_bytes()[0].cast_signed());
            let power = small::math_float(MathOp::Powi, kind, [limbs[0], exponent.cast_unsigned(), 0]);
            assert_eq!(u128::from(power), soft::powi(kind, u128::from(limbs[0]), exponent), "{args:?}");
        }
    }
}

/// 16-bit formats fit so well into `f64` that its rounding can be followed by theirs without harm.
#[test]
fn half_precision_through_double() {
    let mut random = Random(13);
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        let ty = Scalar::Float(kind);
        for _ in 0..2000 {
            let (a, b) = (random.float(kind), random.float(kind));
            let (x, y) = (float_to_f64(kind, &a), float_to_f64(kind, &b));
            for (op, value) in [
                (BinOp::FAdd, x + y),
                (BinOp::FSub, x - y),
                (BinOp::FMul, x * y),
                (BinOp::FDiv, x / y),
                (BinOp::FRem, x % y),
            ] {
                let expected = float_from_f64(kind, value);
                // A sum of two brain floats may have more bits than `f64`; then rounding twice is wrong.
                if kind == FloatKind::Half || matches!(op, BinOp::FMul | BinOp::FRem) {
                    assert_eq!(binary(op, ty, &a, &b), expected, "{op} {kind} {a:?} {b:?}");
                }
            }
            let root = math(MathOp::Sqrt, ty, &[&a]);
            assert_eq!(root, float_from_f64(kind, x.sqrt()), "sqrt {kind} {a:?}");
        }
    }
}

#[test]
fn operations_on_the_sign_keep_the_rest() {
    for kind in FloatKind::ALL.iter().copied() {
        let ty = Scalar::Float(kind);
        let sign_idx = kind.bits() - 1;
        for a in special_floats(kind) {
            assert_eq!(math(MathOp::FNeg, ty, &[&a]), a.with_bit(sign_idx, !a.sign_bit()));
            assert_eq!(math(MathOp::Fabs, ty, &[&a]), a.with_bit(sign_idx, false));
            for b in special_floats(kind) {
                let copied = math(MathOp::CopySign, ty, &[&a, &b]);
                assert_eq!(copied, a.with_bit(sign_idx, b.sign_bit()));
            }
            if crate::dispatch::is_host(kind) {
                let limbs = [a.limb(0), Bits::ones(kind.bits()).limb(0), 0];
                for op in [MathOp::FNeg, MathOp::Fabs, MathOp::CopySign] {
                    let ones = Bits::ones(kind.bits());
                    let args = [&a, &ones];
                    let expected = math(op, ty, &args[..op.arity()]);
                    assert_eq!(small::math_float(op, kind, limbs), expected.limb(0));
                }
            }
        }
    }
}

#[test]
fn computed_nans_are_one() {
    for kind in FloatKind::ALL.iter().copied() {
        let ty = Scalar::Float(kind);
        let nan = float_from_f64(kind, f64::NAN);
        assert_eq!(float_class(kind, &nan), FloatClass::QuietNan);
        assert!(!nan.sign_bit());
        for a in special_floats(kind) {
            for b in special_floats(kind) {
                for op in FLOAT_BINARY {
                    let result = binary(op, ty, &a, &b);
                    let is_nan = compare(CmpOp::FUno, ty, &result, &result);
                    assert!(!is_nan || result == nan, "{op} {kind} {a:?} {b:?}");
                }
                for op in MathOp::ALL.iter().copied().filter(|op| op.is_float()) {
                    if op.takes_int_exponent() || matches!(op, MathOp::FNeg | MathOp::Fabs | MathOp::CopySign) {
                        continue;
                    }
                    let args = [&a, &b, &a];
                    let result = math(op, ty, &args[..op.arity()]);
                    let is_nan = compare(CmpOp::FUno, ty, &result, &result);
                    assert!(!is_nan || result == nan, "{op} {kind} {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn rounding_to_integers() {
    let check = |op, value, expected: f64| {
        assert_eq!(double(op, &[value]).to_bits(), expected.to_bits(), "{op} {value}");
        for kind in FloatKind::ALL.iter().copied() {
            let result = math(op, Scalar::Float(kind), &[&float_from_f64(kind, value)]);
            assert_eq!(result, float_from_f64(kind, expected), "{op} {kind} {value}");
        }
    };
    check(MathOp::Floor, -0.5, -1.0);
    check(MathOp::Floor, 0.5, 0.0);
    check(MathOp::Ceil, -0.5, -0.0);
    check(MathOp::Ceil, 0.5, 1.0);
    check(MathOp::TruncF, -1.5, -1.0);
    for op in [MathOp::Rint, MathOp::NearbyInt, MathOp::RoundEven] {
        check(op, 2.5, 2.0);
        check(op, 3.5, 4.0);
        check(op, -0.5, -0.0);
        check(op, -2.5, -2.0);
    }
    check(MathOp::Round, 2.5, 3.0);
    check(MathOp::Round, -2.5, -3.0);
    check(MathOp::Round, 0.25, 0.0);
}

#[test]
fn least_and_greatest() {
    let check = |op, a: f64, b: f64, expected: f64| {
        for (x, y) in [(a, b), (b, a)] {
            assert_eq!(double(op, &[x, y]).to_bits(), expected.to_bits(), "{op} {x} {y}");
        }
    };
    check(MathOp::MinNum, 1.0, 2.0, 1.0);
    check(MathOp::MaxNum, 1.0, 2.0, 2.0);
    check(MathOp::MinNum, f64::NAN, 2.0, 2.0);
    check(MathOp::MaxNum, f64::NAN, 2.0, 2.0);
    check(MathOp::Minimum, f64::NAN, 2.0, f64::NAN);
    check(MathOp::Maximum, f64::NAN, 2.0, f64::NAN);
    for op in [MathOp::MinNum, MathOp::Minimum] {
        check(op, 0.0, -0.0, -0.0);
    }
    for op in [MathOp::MaxNum, MathOp::Maximum] {
        check(op, 0.0, -0.0, 0.0);
    }
}

#[test]
fn fused_or_not() {
    // The square of 1 + 2^-52 has a bit that only the fused operation sees.
    let a = 1.0 + f64::EPSILON;
    let square = a * a;
    assert_eq!(double(MathOp::FMulAdd, &[a, a, -square]), 0.0);
    assert_eq!(double(MathOp::Fma, &[a, a, -square]), f64::EPSILON * f64::EPSILON);
}

#[test]
fn powers_and_scaling() {
    let with_int = |op, value: f64, n: i64, width| {
        f64::from_bits(math(op, Scalar::F64, &[&of(value), &Bits::from_i64(width, n)]).limb(0))
    };
    assert_eq!(with_int(MathOp::Powi, 2.0, 10, 32), 1024.0);
    assert_eq!(with_int(MathOp::Powi, 2.0, -2, 16), 0.25);
    assert_eq!(with_int(MathOp::Powi, f64::NAN, 0, 32), 1.0);
    assert_eq!(with_int(MathOp::Powi, -1.0, i64::MIN, 64), 1.0);
    assert_eq!(with_int(MathOp::Ldexp, 0.75, 4, 32), 12.0);
    assert_eq!(with_int(MathOp::Ldexp, -1.0, i64::from(i32::MAX), 32), f64::NEG_INFINITY);
    assert_eq!(with_int(MathOp::Ldexp, -1.0, i64::MIN, 64).to_bits(), (-0.0_f64).to_bits());
    // 3 * 2^-1075 is one and a half of the least number: rounded once, to even.
    assert_eq!(with_int(MathOp::Ldexp, 3.0, -1075, 32).to_bits(), 2);
    assert_eq!(
        small::math_float(MathOp::Ldexp, FloatKind::Single, [0x3F80_0000, (-1_i64).cast_unsigned(), 0]),
        0x3F00_0000
    );
    let wide_exponent = Bits::signed_min(100);
    assert!(math(MathOp::Ldexp, Scalar::F64, &[&of(1.0), &wide_exponent]).is_zero());
}

#[test]
fn transcendental_functions() {
    let check = |op, args: &[f64], expected: f64| {
        let result = double(op, args);
        assert!(
            (result - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(),
            "{op} {args:?}: {result}, not {expected}"
        );
        // In the other formats the result is near, as far as they can tell.
        for kind in FloatKind::ALL.iter().copied() {
            let all: Vec<Bits> = args.iter().map(|arg| float_from_f64(kind, *arg)).collect();
            let all: Vec<&Bits> = all.iter().collect();
            let result = float_to_f64(kind, &math(op, Scalar::Float(kind), &all));
            let precision = f64::from(kind.precision().min(53));
            assert!(
                (result - expected).abs() <= (5.0 - precision).exp2() * expected.abs().max(1.0),
                "{op} {kind}: {result}"
            );
        }
    };
    check(MathOp::Sin, &[1.0], 0.8414709848078965);
    check(MathOp::Cos, &[1.0], 0.5403023058681398);
    check(MathOp::Tan, &[1.0], 1.5574077246549023);
    check(MathOp::Asin, &[0.5], std::f64::consts::FRAC_PI_6);
    check(MathOp::Acos, &[0.5], std::f64::consts::FRAC_PI_3);
    check(MathOp::Atan, &[1.0], std::f64::consts::FRAC_PI_4);
    check(MathOp::Atan2, &[1.0, -1.0], 2.356194490192345);
    check(MathOp::Sinh, &[1.0], 1.1752011936438014);
    check(MathOp::Cosh, &[1.0], 1.5430806348152437);
    check(MathOp::Tanh, &[1.0], 0.7615941559557649);
    check(MathOp::Asinh, &[1.0], 0.881373587019543);
    check(MathOp::Acosh, &[2.0], 1.3169578969248166);
    check(MathOp::Atanh, &[0.5], 0.5493061443340548);
    check(MathOp::Exp, &[1.0], std::f64::consts::E);
    check(MathOp::Exp2, &[3.0], 8.0);
    check(MathOp::Exp10, &[2.0], 100.0);
    check(MathOp::Expm1, &[1.0], 1.718281828459045);
    check(MathOp::Log, &[2.0], std::f64::consts::LN_2);
    check(MathOp::Log2, &[8.0], 3.0);
    check(MathOp::Log10, &[1000.0], 3.0);
    check(MathOp::Log1p, &[1.0], std::f64::consts::LN_2);
    check(MathOp::Pow, &[2.0, 0.5], std::f64::consts::SQRT_2);
    check(MathOp::Cbrt, &[27.0], 3.0);
    check(MathOp::Hypot, &[3.0, 4.0], 5.0);
    check(MathOp::Erf, &[1.0], 0.8427007929497149);
    check(MathOp::Erfc, &[1.0], 0.15729920705028513);
    check(MathOp::TGamma, &[5.0], 24.0);
    check(MathOp::LGamma, &[10.0], 12.801827480081469);
}

#[test]
fn classes() {
    for kind in FloatKind::ALL.iter().copied() {
        let classes: Vec<FloatClass> = special_floats(kind).iter().map(|a| float_class(kind, a)).collect();
        assert_eq!(
            classes,
            [
                FloatClass::PosZero,
                FloatClass::NegZero,
                FloatClass::PosNormal,
                FloatClass::NegNormal,
                FloatClass::PosInfinity,
                FloatClass::NegInfinity,
                FloatClass::QuietNan,
                FloatClass::QuietNan,
                FloatClass::SignalingNan,
                FloatClass::PosSubnormal,
                FloatClass::PosNormal,
            ]
        );
    }
    assert_eq!(FloatClass::PosInfinity.mask() | FloatClass::NegInfinity.mask(), 516);
}

#[test]
fn decimal_texts() {
    let check = |kind, value: f64, expected: &str| {
        assert_eq!(float_to_string(kind, &float_from_f64(kind, value)), expected);
    };
    check(FloatKind::Single, 0.1, "0.1");
    check(FloatKind::Double, 0.1, "0.1");
    check(FloatKind::Double, 1e300, "1e300");
    check(FloatKind::Half, 0.1, "0.1");
    check(FloatKind::BFloat, 3.0, "3.0");
    check(FloatKind::X87, 1.5, "1.5");
    check(FloatKind::X87, -0.0, "-0.0");
    check(FloatKind::Quad, -2.0, "-2.0");
    check(FloatKind::X87, 0.1, "0.10000000000000000555");
    for kind in FloatKind::ALL.iter().copied() {
        check(kind, f64::NAN, "nan");
        check(kind, f64::INFINITY, "inf");
        check(kind, f64::NEG_INFINITY, "-inf");
    }
    let third = binary(
        BinOp::FDiv,
        Scalar::Float(FloatKind::X87),
        &float_from_f64(FloatKind::X87, 1.0),
        &float_from_f64(FloatKind::X87, 3.0),
    );
    assert_eq!(float_to_string(FloatKind::X87, &third), "0.33333333333333333334");
    let greatest = &special_floats(FloatKind::X87)[10];
    assert_eq!(float_to_string(FloatKind::X87, greatest), "1.189731495357231765e4932");
}

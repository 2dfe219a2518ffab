//! The 80-bit and 128-bit formats: patterns that a C program printed.
//!
//! It was compiled by clang for x86-64, where `long double` is computed by the x87 itself and `__float128` by the compiler's
//! runtime. The square roots of `__float128` are from integer roots: libquadmath's is off by one in the last place for 2.

use crate::{
    BinOp, Bits, CastOp, FloatClass, FloatKind, MathOp, Scalar, binary, cast, float_class, float_from_f64, math,
};

const X87: Scalar = Scalar::Float(FloatKind::X87);
const QUAD: Scalar = Scalar::Float(FloatKind::Quad);

const THIRD: u128 = 0x3FFD_AAAA_AAAA_AAAA_AAAB;
const TENTH: u128 = 0x3FFB_CCCC_CCCC_CCCC_CCCD;
const MAX: u128 = 0x7FFE_FFFF_FFFF_FFFF_FFFF;

fn x87(pattern: u128) -> Bits {
    Bits::from_u128(80, pattern)
}

fn of(value: f64) -> Bits {
    float_from_f64(FloatKind::X87, value)
}

fn quad(value: f64) -> Bits {
    float_from_f64(FloatKind::Quad, value)
}

#[test]
fn x87_arithmetic() {
    let check = |op, a: &Bits, b: &Bits, expected| assert_eq!(binary(op, X87, a, b), x87(expected), "{op} {a:?} {b:?}");
    check(BinOp::FDiv, &of(1.0), &of(3.0), THIRD);
    check(BinOp::FDiv, &of(-1.0), &of(3.0), 0xBFFD_AAAA_AAAA_AAAA_AAAB);
    check(BinOp::FMul, &x87(TENTH), &x87(TENTH), 0x3FF8_A3D7_0A3D_70A3_D70B);
    check(BinOp::FMul, &of(2.0), &x87(MAX), 0x7FFF_8000_0000_0000_0000);
    check(BinOp::FDiv, &x87(MAX), &of(3.0), 0x7FFD_AAAA_AAAA_AAAA_AAAA);
    check(BinOp::FRem, &x87(MAX), &of(3.0), 0);
    check(BinOp::FSub, &x87(THIRD), &x87(THIRD), 0);
    // One and a half of the least number rounds to even.
    check(BinOp::FMul, &x87(1), &of(1.5), 2);
    check(BinOp::FDiv, &of(0.0), &of(0.0), 0x7FFF_C000_0000_0000_0000);
}

#[test]
fn x87_mathematics() {
    let check = |op, args: &[&Bits], expected| assert_eq!(math(op, X87, args), x87(expected), "{op} {args:?}");
    check(MathOp::Sqrt, &[&of(2.0)], 0x3FFF_B504_F333_F9DE_6484);
    check(MathOp::Sqrt, &[&of(3.0)], 0x3FFF_DDB3_D742_C265_539E);
    check(MathOp::Sqrt, &[&of(10.0)], 0x4000_CA62_C1D6_D2DA_9490);
    check(MathOp::Sqrt, &[&x87(THIRD)], 0x3FFE_93CD_3A2C_8198_E269);
    check(MathOp::Sqrt, &[&x87(1)], 0x1FE0_B504_F333_F9DE_6484);
    check(MathOp::Sqrt, &[&x87(MAX)], 0x5FFE_FFFF_FFFF_FFFF_FFFF);
    check(MathOp::Sqrt, &[&of(-0.0)], 0x8000_0000_0000_0000_0000);
    check(MathOp::Sqrt, &[&of(-1.0)], 0x7FFF_C000_0000_0000_0000);
    let hundredth = x87(0x3FF8_A3D7_0A3D_70A3_D70A);
    let minus_hundredth = math(MathOp::FNeg, X87, &[&hundredth]);
    check(MathOp::Fma, &[&x87(TENTH), &x87(TENTH), &minus_hundredth], 0x3FB8_8F5C_28F5_C28F_5C29);
    check(MathOp::Remainder, &[&of(10.0), &of(3.0)], 0x3FFF_8000_0000_0000_0000);
    check(MathOp::Rint, &[&of(2.5)], 0x4000_8000_0000_0000_0000);
    check(MathOp::Round, &[&of(2.5)], 0x4000_C000_0000_0000_0000);
    check(MathOp::Floor, &[&of(-0.5)], 0xBFFF_8000_0000_0000_0000);
}

#[test]
fn x87_casts() {
    assert_eq!(of(0.1), x87(0x3FFB_CCCC_CCCC_CCCC_D000));
    let to_x87 = |op, from: Scalar, a: &Bits| cast(op, from, X87, 80, a);
    let tenth = Bits::new(32, u64::from(0.1_f32.to_bits()));
    assert_eq!(to_x87(CastOp::FpExt, Scalar::F32, &tenth), x87(0x3FFB_CCCC_CD00_0000_0000));
    assert_eq!(to_x87(CastOp::UiToFp, Scalar::I64, &Bits::ones(64)), x87(0x403E_FFFF_FFFF_FFFF_FFFF));
    assert_eq!(to_x87(CastOp::SiToFp, Scalar::I64, &Bits::signed_min(64)), x87(0xC03E_8000_0000_0000_0000));
    let third = cast(CastOp::FpTrunc, X87, Scalar::F64, 64, &x87(THIRD));
    assert_eq!(f64::from_bits(third.limb(0)), 1.0 / 3.0);
    let max = cast(CastOp::FpToUi, X87, Scalar::Int(64), 64, &x87(0x403E_FFFF_FFFF_FFFF_FFFF));
    assert_eq!(max, Bits::ones(64));
}

#[test]
fn x87_patterns_without_integer_bit() {
    // An "unnormal": the hardware refuses it, LLVM and we call it a NaN.
    assert_eq!(float_class(FloatKind::X87, &x87(0x3FFF_4000_0000_0000_0000)), FloatClass::QuietNan);
    let sum = binary(BinOp::FAdd, X87, &x87(0x3FFF_4000_0000_0000_0000), &of(1.0));
    assert_eq!(sum, x87(0x7FFF_C000_0000_0000_0000));
    // A "pseudo-denormal" is a number: the least normal one, written in another way.
    let sum = binary(BinOp::FAdd, X87, &x87(0x8000_0000_0000_0000), &of(0.0));
    assert_eq!(sum, x87(0x0001_8000_0000_0000_0000));
}

#[test]
fn quad_arithmetic() {
    let check = |result: Bits, expected| assert_eq!(result, Bits::from_u128(128, expected));
    check(binary(BinOp::FDiv, QUAD, &quad(1.0), &quad(3.0)), 0x3FFD_5555_5555_5555_5555_5555_5555_5555);
    let tenth = binary(BinOp::FDiv, QUAD, &quad(1.0), &quad(10.0));
    check(tenth.clone(), 0x3FFB_9999_9999_9999_9999_9999_9999_999A);
    check(binary(BinOp::FMul, QUAD, &tenth, &tenth), 0x3FF8_47AE_147A_E147_AE14_7AE1_47AE_147C);
    check(math(MathOp::Sqrt, QUAD, &[&quad(2.0)]), 0x3FFF_6A09_E667_F3BC_C908_B2FB_1366_EA95);
    check(math(MathOp::Sqrt, QUAD, &[&quad(3.0)]), 0x3FFF_BB67_AE85_84CA_A73B_2574_2D70_78B8);
    check(math(MathOp::Sqrt, QUAD, &[&Bits::one(128)]), 0x1FC8_0000_0000_0000_0000_0000_0000_0000);
}

//! What each operator means on patterns: the constant folder, the evaluator and the tests all ask here.
//!
//! The arithmetic is that of `candor-bits`, so that a term means what the interpreter computes. A boolean is a pattern of one
//! bit, a float its canonical pattern; arrays are not patterns and are not handled here.

use candor_bits::{BinOp, Bits, CastOp, CmpOp, FloatClass, FloatKind, MathOp, Scalar};
use candor_bits::{binary, cast, compare, float_class, math};

use crate::float_format::{canonical, ieee_to_pattern, is_nan, pattern_to_ieee};
use crate::{Op, Sort};

/// The sorts around an operator: its own, that of its first operand, and the lowest bit of an extract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typing {
    pub(crate) result: Sort,
    pub(crate) operand: Sort,
    pub(crate) low: u32,
}

/// The result of an operator that is neither a leaf nor an array operator.
#[inline]
pub(crate) fn apply(op: Op, typing: Typing, args: &[Bits]) -> Bits {
    match op {
        Op::Const | Op::Var => panic!("{op} has no operands"),
        Op::ConstArray | Op::Select | Op::Store => panic!("{op} is not an operation on patterns"),
        Op::Not => args[0].not(),
        Op::Neg => args[0].negated(),
        Op::And => args[0].and(&args[1]),
        Op::Or => args[0].or(&args[1]),
        Op::Xor => args[0].xor(&args[1]),
        Op::Eq => Bits::from_bool(args[0] == args[1]),
        Op::Ite => args[if args[0].is_zero() { 2 } else { 1 }].clone(),
        Op::Add => int(BinOp::Add, args),
        Op::Mul => int(BinOp::Mul, args),
        Op::UDiv => int(BinOp::UDiv, args),
        Op::SDiv => int(BinOp::SDiv, args),
        Op::URem => int(BinOp::URem, args),
        Op::SRem => int(BinOp::SRem, args),
        Op::Shl => int(BinOp::Shl, args),
        Op::LShr => int(BinOp::LShr, args),
        Op::AShr => int(BinOp::AShr, args),
        Op::Concat => Bits::concat(&args[0], &args[1]),
        Op::Extract => args[0].extract(typing.low, bv_width(typing.result)),
        Op::SExt => args[0].sext(bv_width(typing.result)),
        Op::Ult => Bits::from_bool(args[0].cmp_unsigned(&args[1]).is_lt()),
        Op::Slt => Bits::from_bool(args[0].cmp_signed(&args[1]).is_lt()),
        Op::FpFromUbv => from_int(CastOp::UiToFp, typing, args),
        Op::FpFromSbv => from_int(CastOp::SiToFp, typing, args),
        Op::FpFromIeee => {
            let kind = float_kind(typing.result);
            canonical(kind, &ieee_to_pattern(kind, &args[0]))
        }
        Op::FpNeg | Op::FpAbs | Op::FpAdd | Op::FpMul | Op::FpDiv | Op::FpRem | Op::FpFma | Op::FpSqrt => {
            on_floats(op, float_kind(typing.operand), typing, args)
        }
        Op::FpFloor | Op::FpCeil | Op::FpTrunc | Op::FpRoundEven | Op::FpRoundAway | Op::FpToFp | Op::FpToIeee => {
            on_floats(op, float_kind(typing.operand), typing, args)
        }
        Op::FpEq | Op::FpLt | Op::FpLe | Op::FpIsNan | Op::FpIsInf | Op::FpIsZero => {
            Bits::from_bool(holds_of_floats(op, float_kind(typing.operand), args))
        }
        Op::FpIsSubnormal | Op::FpIsNormal | Op::FpIsNegative => {
            Bits::from_bool(holds_of_floats(op, float_kind(typing.operand), args))
        }
    }
}

#[inline]
fn int(op: BinOp, args: &[Bits]) -> Bits {
    binary(op, Scalar::Int(args[0].width()), &args[0], &args[1])
}

fn from_int(op: CastOp, typing: Typing, args: &[Bits]) -> Bits {
    let to = Scalar::Float(float_kind(typing.result));
    cast(op, Scalar::Int(args[0].width()), to, /* to_width */ 0, &args[0])
}

fn on_floats(op: Op, kind: FloatKind, typing: Typing, args: &[Bits]) -> Bits {
    let ty = Scalar::Float(kind);
    let float_math = |op| math(op, ty, &args.iter().collect::<Vec<_>>());
    match op {
        // `candor-bits` moves the sign of a NaN; here there is but one NaN.
        Op::FpNeg => canonical(kind, &float_math(MathOp::FNeg)),
        Op::FpAbs => canonical(kind, &float_math(MathOp::Fabs)),
        Op::FpAdd => binary(BinOp::FAdd, ty, &args[0], &args[1]),
        Op::FpMul => binary(BinOp::FMul, ty, &args[0], &args[1]),
        Op::FpDiv => binary(BinOp::FDiv, ty, &args[0], &args[1]),
        Op::FpRem => float_math(MathOp::Remainder),
        Op::FpFma => float_math(MathOp::Fma),
        Op::FpSqrt => float_math(MathOp::Sqrt),
        Op::FpFloor => float_math(MathOp::Floor),
        Op::FpCeil => float_math(MathOp::Ceil),
        Op::FpTrunc => float_math(MathOp::TruncF),
        Op::FpRoundEven => float_math(MathOp::RoundEven),
        Op::FpRoundAway => float_math(MathOp::Round),
        Op::FpToFp => {
            let to = Scalar::Float(float_kind(typing.result));
            cast(CastOp::FpTrunc, ty, to, /* to_width */ 0, &args[0])
        }
        Op::FpToIeee => pattern_to_ieee(kind, &args[0]),
        _ => unreachable!("{op} does not map floats to patterns"),
    }
}

fn holds_of_floats(op: Op, kind: FloatKind, args: &[Bits]) -> bool {
    let ty = Scalar::Float(kind);
    let class_is = |classes: &[FloatClass]| classes.contains(&float_class(kind, &args[0]));
    match op {
        Op::FpEq => compare(CmpOp::FOeq, ty, &args[0], &args[1]),
        Op::FpLt => compare(CmpOp::FOlt, ty, &args[0], &args[1]),
        Op::FpLe => compare(CmpOp::FOle, ty, &args[0], &args[1]),
        Op::FpIsNan => is_nan(kind, &args[0]),
        Op::FpIsInf => class_is(&[FloatClass::NegInfinity, FloatClass::PosInfinity]),
        Op::FpIsZero => class_is(&[FloatClass::NegZero, FloatClass::PosZero]),
        Op::FpIsSubnormal => class_is(&[FloatClass::NegSubnormal, FloatClass::PosSubnormal]),
        Op::FpIsNormal => class_is(&[FloatClass::NegNormal, FloatClass::PosNormal]),
        Op::FpIsNegative => args[0].sign_bit() && !is_nan(kind, &args[0]),
        _ => unreachable!("{op} is not a question about floats"),
    }
}

fn bv_width(sort: Sort) -> u32 {
    sort.bv_width().expect("the result is a bit-vector")
}

fn float_kind(sort: Sort) -> FloatKind {
    sort.float_kind().expect("a float")
}

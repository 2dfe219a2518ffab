//! `f32` and `f64`, computed by the host.
//!
//! The host's arithmetic is IEEE 754 with round to nearest even, as is the analysed program's; only NaNs differ between
//! machines, so each result goes through `pattern`, which makes them one. What the standard library lacks (`erf`,
//! `remainder`) or computes by a shortcut (`asinh`) comes from the `libm` crate.

use std::cmp::Ordering;

use crate::CmpOp;

/// Whether a comparison holds of two floats with this order; `None` if one is a NaN.
#[inline]
pub(crate) fn holds(op: CmpOp, order: Option<Ordering>) -> bool {
    match op {
        CmpOp::FOeq => order.is_some_and(Ordering::is_eq),
        CmpOp::FOgt => order.is_some_and(Ordering::is_gt),
        CmpOp::FOge => order.is_some_and(Ordering::is_ge),
        CmpOp::FOlt => order.is_some_and(Ordering::is_lt),
        CmpOp::FOle => order.is_some_and(Ordering::is_le),
        CmpOp::FOne => order.is_some_and(Ordering::is_ne),
        CmpOp::FOrd => order.is_some(),
        CmpOp::FUno => order.is_none(),
        CmpOp::FUeq => order.is_none_or(Ordering::is_eq),
        CmpOp::FUgt => order.is_none_or(Ordering::is_gt),
        CmpOp::FUge => order.is_none_or(Ordering::is_ge),
        CmpOp::FUlt => order.is_none_or(Ordering::is_lt),
        CmpOp::FUle => order.is_none_or(Ordering::is_le),
        CmpOp::FUne => order.is_none_or(Ordering::is_ne),
        CmpOp::FFalse => false,
        CmpOp::FTrue => true,
        CmpOp::Eq | CmpOp::Ne | CmpOp::Ugt | CmpOp::Uge | CmpOp::Ult | CmpOp::Ule => {
            panic!("{op} does not compare floats")
        }
        CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle => panic!("{op} does not compare floats"),
    }
}

/// One module per host format; they differ in the type and in the names of the routines of `libm`.
macro_rules! host_float {
    (
        $module:ident, $float:ident, $kind:expr, $of:path, nan: $nan:literal, sign: $sign:literal,
        $asinh:ident, $acosh:ident, $atanh:ident, $exp10:ident, $erf:ident, $erfc:ident, $tgamma:ident, $lgamma:ident,
        $remainder:ident
    ) => {
        pub(crate) mod $module {
            use crate::float::{extremum, powi};
            use crate::ops::{exponent_math, int_math, rounded_math, sign_math, transcendental_math};
            use crate::{BinOp, MathOp, soft};

            /// The pattern of a computed value: every NaN is the same.
            #[inline]
            pub(crate) fn pattern(value: $float) -> u64 {
                if value.is_nan() { $nan } else { u64::from(value.to_bits()) }
            }

            #[inline]
            pub(crate) fn binary(op: BinOp, a: $float, b: $float) -> u64 {
                pattern(match op {
                    BinOp::FAdd => a + b,
                    BinOp::FSub => a - b,
                    BinOp::FMul => a * b,
                    BinOp::FDiv => a / b,
                    BinOp::FRem => a % b,
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => {
                        panic!("{op} is not an operation on floats")
                    }
                    BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::And | BinOp::Or | BinOp::Xor => {
                        panic!("{op} is not an operation on floats")
                    }
                })
            }

            pub(crate) fn math(op: MathOp, args: [u64; 3]) -> u64 {
                let [a, b, c] = args.map($of);
                match op {
                    MathOp::FNeg => args[0] ^ $sign,
                    MathOp::Fabs => args[0] & !$sign,
                    MathOp::CopySign => args[0] & !$sign | args[1] & $sign,
                    MathOp::Sqrt => pattern(a.sqrt()),
                    MathOp::Floor => pattern(a.floor()),
                    MathOp::Ceil => pattern(a.ceil()),
                    MathOp::TruncF => pattern(a.trunc()),
                    MathOp::Rint | MathOp::NearbyInt | MathOp::RoundEven => pattern(a.round_ties_even()),
                    MathOp::Round => pattern(a.round()),
                    MathOp::Fma => pattern(a.mul_add(b, c)),
                    // The host compiler does not contract: this is two roundings.
                    MathOp::FMulAdd => pattern(a * b + c),
                    MathOp::MinNum | MathOp::MaxNum | MathOp::Minimum | MathOp::Maximum => {
                        pattern(extremum(op, a, b, $float::is_sign_negative))
                    }
                    MathOp::Powi => pattern(powi(1.0, a, args[1].cast_signed(), |x, y| x * y, |x, y| x / y)),
                    MathOp::Ldexp => soft::ldexp_u64($kind, args[0], args[1].cast_signed()),
                    MathOp::Fmod => pattern(a % b),
                    MathOp::Remainder => pattern(libm::$remainder(a, b)),
                    transcendental_math!() => pattern(transcendental(op, a, b)),
                    int_math!() => panic!("{op} is not an operation on floats"),
                }
            }

            fn transcendental(op: MathOp, a: $float, b: $float) -> $float {
                match op {
                    MathOp::Sin => a.sin(),
                    MathOp::Cos => a.cos(),
                    MathOp::Tan => a.tan(),
                    MathOp::Asin => a.asin(),
                    MathOp::Acos => a.acos(),
                    MathOp::Atan => a.atan(),
                    MathOp::Atan2 => a.atan2(b),
                    MathOp::Sinh => a.sinh(),
                    MathOp::Cosh => a.cosh(),
                    MathOp::Tanh => a.tanh(),
                    MathOp::Asinh => libm::$asinh(a),
                    MathOp::Acosh => libm::$acosh(a),
                    MathOp::Atanh => libm::$atanh(a),
                    MathOp::Exp => a.exp(),
                    MathOp::Exp2 => a.exp2(),
                    MathOp::Exp10 => libm::$exp10(a),
                    MathOp::Expm1 => a.exp_m1(),
                    MathOp::Log => a.ln(),
                    MathOp::Log2 => a.log2(),
                    MathOp::Log10 => a.log10(),
                    MathOp::Log1p => a.ln_1p(),
                    MathOp::Pow => a.powf(b),
                    MathOp::Cbrt => a.cbrt(),
                    MathOp::Hypot => a.hypot(b),
                    MathOp::Erf => libm::$erf(a),
                    MathOp::Erfc => libm::$erfc(a),
                    MathOp::TGamma => libm::$tgamma(a),
                    MathOp::LGamma => libm::$lgamma(a),
                    int_math!() | sign_math!() | exponent_math!() | rounded_math!() => {
                        panic!("{op} is not transcendental")
                    }
                }
            }
        }
    };
}

host_float! {
    single, f32, crate::FloatKind::Single, crate::small::f32_of, nan: 0x7FC0_0000, sign: 0x8000_0000,
    asinhf, acoshf, atanhf, exp10f, erff, erfcf, tgammaf, lgammaf, remainderf
}

host_float! {
    double, f64, crate::FloatKind::Double, f64::from_bits, nan: 0x7FF8_0000_0000_0000, sign: 0x8000_0000_0000_0000,
    asinh, acosh, atanh, exp10, erf, erfc, tgamma, lgamma, remainder
}

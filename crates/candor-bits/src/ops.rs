//! The operation enums: their names and the simple facts about them.
//!
//! Names are LLVM's where LLVM has one, and unique over all five enums so that a text can name an operation without its
//! family. Two places deviate for that: float comparisons carry an `f` (`fult`, since `ult` is the integer's), and rounding
//! toward zero is `ftrunc` (`trunc` is the cast).

use std::fmt;

macro_rules! op_enum {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $text:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $( $(#[$variant_meta])* #[doc = concat!("\n\nWritten `", $text, "`.")] $variant, )*
        }

        impl $name {
            /// Every operation of this family, in the order of declaration.
            pub const ALL: &'static [$name] = &[ $( $name::$variant, )* ];

            /// The name in text.
            pub const fn name(self) -> &'static str {
                match self { $( $name::$variant => $text, )* }
            }

            /// The operation with this [`name`](Self::name).
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $( $text => Some($name::$variant), )* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

op_enum! {
    /// Two operands of one type, a result of the same type.
    BinOp {
        /// Sum modulo 2^width.
        Add = "add",
        /// Difference modulo 2^width.
        Sub = "sub",
        /// Product modulo 2^width.
        Mul = "mul",
        /// Unsigned quotient; all ones if the divisor is 0.
        UDiv = "udiv",
        /// Signed quotient, rounded toward zero; by 0 it is -1, or 1 for a negative dividend.
        SDiv = "sdiv",
        /// Unsigned remainder; the dividend if the divisor is 0.
        URem = "urem",
        /// Signed remainder with the sign of the dividend; the dividend if the divisor is 0.
        SRem = "srem",
        /// Left shift by the amount modulo the width.
        Shl = "shl",
        /// Right shift by the amount modulo the width, filling with zeros.
        LShr = "lshr",
        /// Right shift by the amount modulo the width, filling with the sign.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Float sum.
        FAdd = "fadd",
        /// Float difference.
        FSub = "fsub",
        /// Float product.
        FMul = "fmul",
        /// Float quotient.
        FDiv = "fdiv",
        /// Float remainder with the sign of the dividend: C's `fmod`, always exact.
        FRem = "frem",
    }
}

op_enum! {
    /// Two operands of one type, a truth value as result.
    CmpOp {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
        /// Floats: no NaN and equal.
        FOeq = "foeq",
        /// Floats: no NaN and greater.
        FOgt = "fogt",
        /// Floats: no NaN and greater or equal.
        FOge = "foge",
        /// Floats: no NaN and less.
        FOlt = "folt",
        /// Floats: no NaN and less or equal.
        FOle = "fole",
        /// Floats: no NaN and not equal.
        FOne = "fone",
        /// Floats: no NaN.
        FOrd = "ford",
        /// Floats: at least one NaN.
        FUno = "funo",
        /// Floats: a NaN or equal.
        FUeq = "fueq",
        /// Floats: a NaN or greater.
        FUgt = "fugt",
        /// Floats: a NaN or greater or equal.
        FUge = "fuge",
        /// Floats: a NaN or less.
        FUlt = "fult",
        /// Floats: a NaN or less or equal.
        FUle = "fule",
        /// Floats: a NaN or not equal; C's `!=`.
        FUne = "fune",
        /// Floats: never.
        FFalse = "ffalse",
        /// Floats: always.
        FTrue = "ftrue",
    }
}

op_enum! {
    /// From a value of one type to a value of another.
    CastOp {
        /// The low bits of an integer.
        Trunc = "trunc",
        /// Integer widened with zeros.
        ZExt = "zext",
        /// Integer widened with its sign.
        SExt = "sext",
        /// Float to a narrower format, rounded to nearest even.
        FpTrunc = "fptrunc",
        /// Float to a wider format, exact.
        FpExt = "fpext",
        /// Float to unsigned integer: truncated, modulo 2^width; 0 for NaN and infinity.
        FpToUi = "fptoui",
        /// Float to signed integer: truncated, modulo 2^width; 0 for NaN and infinity.
        FpToSi = "fptosi",
        /// Unsigned integer to float, rounded to nearest even.
        UiToFp = "uitofp",
        /// Signed integer to float, rounded to nearest even.
        SiToFp = "sitofp",
        /// The pattern of a pointer, cut or filled with zeros.
        PtrToInt = "ptrtoint",
        /// A pointer with this pattern, cut or filled with zeros.
        IntToPtr = "inttoptr",
        /// The same pattern under another type.
        BitCast = "bitcast",
    }
}

op_enum! {
    /// A question about two integer operands: would the operation be undefined, or lose bits?
    Pred {
        /// The unsigned sum does not fit.
        UAddOverflow = "uadd.overflow",
        /// The signed sum does not fit.
        SAddOverflow = "sadd.overflow",
        /// The unsigned difference is negative.
        USubOverflow = "usub.overflow",
        /// The signed difference does not fit.
        SSubOverflow = "ssub.overflow",
        /// The unsigned product does not fit.
        UMulOverflow = "umul.overflow",
        /// The signed product does not fit.
        SMulOverflow = "smul.overflow",
        /// The signed quotient does not fit: `INT_MIN / -1`.
        SDivOverflow = "sdiv.overflow",
        /// The second operand is 0.
        DivByZero = "div.by.zero",
        /// The second operand is at least the width.
        ShiftTooFar = "shift.too.far",
        /// A left shift (amount modulo the width) loses a one: LLVM's `nuw`.
        UShlOverflow = "ushl.overflow",
        /// A left shift (amount modulo the width) loses a bit that is not the result's sign: LLVM's `nsw`.
        SShlOverflow = "sshl.overflow",
        /// The unsigned remainder is not 0.
        UDivInexact = "udiv.inexact",
        /// The signed remainder is not 0.
        SDivInexact = "sdiv.inexact",
        /// A logical right shift (amount modulo the width) loses a one.
        LShrInexact = "lshr.inexact",
        /// An arithmetic right shift (amount modulo the width) loses a one.
        AShrInexact = "ashr.inexact",
    }
}

op_enum! {
    /// One family for LLVM's intrinsics and C's mathematical functions.
    MathOp {
        /// Number of ones.
        Ctpop = "ctpop",
        /// Number of leading zeros; the width for 0.
        Ctlz = "ctlz",
        /// Number of trailing zeros; the width for 0.
        Cttz = "cttz",
        /// Bytes in reverse order (of the pattern filled up to whole bytes, cut to the width again).
        Bswap = "bswap",
        /// Bits in reverse order.
        BitReverse = "bitreverse",
        /// The high half of the first two operands side by side, shifted left by the third modulo the width.
        Fshl = "fshl",
        /// The low half of the first two operands side by side, shifted right by the third modulo the width.
        Fshr = "fshr",
        /// Absolute value; that of `INT_MIN` wraps.
        Abs = "abs",
        /// Signed minimum.
        SMin = "smin",
        /// Signed maximum.
        SMax = "smax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned difference, at least 0.
        USubSat = "usub.sat",
        /// Unsigned sum, at most the greatest value.
        UAddSat = "uadd.sat",
        /// Signed difference, kept in range.
        SSubSat = "ssub.sat",
        /// Signed sum, kept in range.
        SAddSat = "sadd.sat",
        /// Signed left shift (amount modulo the width), kept in range.
        SShlSat = "sshl.sat",
        /// Unsigned left shift (amount modulo the width), kept in range.
        UShlSat = "ushl.sat",
        /// The sign bit flipped, also of a NaN.
        FNeg = "fneg",
        /// The sign bit cleared, also of a NaN.
        Fabs = "fabs",
        /// Square root, correctly rounded in every format.
        Sqrt = "sqrt",
        /// Down to an integer.
        Floor = "floor",
        /// Up to an integer.
        Ceil = "ceil",
        /// Toward zero to an integer.
        TruncF = "ftrunc",
        /// To the nearest integer, ties to even.
        Rint = "rint",
        /// To the nearest integer, ties to even.
        NearbyInt = "nearbyint",
        /// To the nearest integer, ties away from zero.
        Round = "round",
        /// To the nearest integer, ties to even.
        RoundEven = "roundeven",
        /// `a * b + c` with one rounding.
        Fma = "fma",
        /// `a * b + c` with two roundings: LLVM leaves the choice, clang -O0 on x86-64 makes this one.
        FMulAdd = "fmuladd",
        /// The lesser operand, and if one is a NaN the other: C's `fmin`. We take -0 to be less than +0.
        MinNum = "minnum",
        /// The greater operand, and if one is a NaN the other: C's `fmax`. We take -0 to be less than +0.
        MaxNum = "maxnum",
        /// The lesser operand, a NaN if one is; -0 is less than +0.
        Minimum = "minimum",
        /// The greater operand, a NaN if one is; -0 is less than +0.
        Maximum = "maximum",
        /// The first operand with the sign bit of the second.
        CopySign = "copysign",
        /// Sine.
        Sin = "sin",
        /// Cosine.
        Cos = "cos",
        /// Tangent.
        Tan = "tan",
        /// Arc sine.
        Asin = "asin",
        /// Arc cosine.
        Acos = "acos",
        /// Arc tangent.
        Atan = "atan",
        /// Arc tangent of the quotient, in the right quadrant.
        Atan2 = "atan2",
        /// Hyperbolic sine.
        Sinh = "sinh",
        /// Hyperbolic cosine.
        Cosh = "cosh",
        /// Hyperbolic tangent.
        Tanh = "tanh",
        /// Inverse hyperbolic sine.
        Asinh = "asinh",
        /// Inverse hyperbolic cosine.
        Acosh = "acosh",
        /// Inverse hyperbolic tangent.
        Atanh = "atanh",
        /// e to the power of the operand.
        Exp = "exp",
        /// 2 to the power of the operand.
        Exp2 = "exp2",
        /// 10 to the power of the operand.
        Exp10 = "exp10",
        /// `exp(x) - 1`.
        Expm1 = "expm1",
        /// Natural logarithm.
        Log = "log",
        /// Logarithm to base 2.
        Log2 = "log2",
        /// Logarithm to base 10.
        Log10 = "log10",
        /// `log(1 + x)`.
        Log1p = "log1p",
        /// The first operand to the power of the second.
        Pow = "pow",
        /// The first operand to the power of the second, a signed integer of any width.
        Powi = "powi",
        /// Cube root.
        Cbrt = "cbrt",
        /// Length of the hypotenuse.
        Hypot = "hypot",
        /// The same as [`BinOp::FRem`].
        Fmod = "fmod",
        /// Remainder of the division rounded to nearest even, exact.
        Remainder = "remainder",
        /// Error function.
        Erf = "erf",
        /// Complement of the error function.
        Erfc = "erfc",
        /// Gamma function.
        TGamma = "tgamma",
        /// Logarithm of the absolute value of the gamma function.
        LGamma = "lgamma",
        /// The first operand times 2 to the power of the second, a signed integer of any width; rounded once.
        Ldexp = "ldexp",
    }
}

/// The pattern of all [`MathOp`]s on integers: a `match` that leaves them to someone else names them, so that a new
/// operation is a compile error there and not a panic.
macro_rules! int_math {
    () => {
        MathOp::Ctpop
            | MathOp::Ctlz
            | MathOp::Cttz
            | MathOp::Bswap
            | MathOp::BitReverse
            | MathOp::Fshl
            | MathOp::Fshr
            | MathOp::Abs
            | MathOp::SMin
            | MathOp::SMax
            | MathOp::UMin
            | MathOp::UMax
            | MathOp::USubSat
            | MathOp::UAddSat
            | MathOp::SSubSat
            | MathOp::SAddSat
            | MathOp::SShlSat
            | MathOp::UShlSat
    };
}

/// The pattern of all [`MathOp`]s without a closed form: what we know of them is a host routine for `f32` and `f64`.
macro_rules! transcendental_math {
    () => {
        MathOp::Sin
            | MathOp::Cos
            | MathOp::Tan
            | MathOp::Asin
            | MathOp::Acos
            | MathOp::Atan
            | MathOp::Atan2
            | MathOp::Sinh
            | MathOp::Cosh
            | MathOp::Tanh
            | MathOp::Asinh
            | MathOp::Acosh
            | MathOp::Atanh
            | MathOp::Exp
            | MathOp::Exp2
            | MathOp::Exp10
            | MathOp::Expm1
            | MathOp::Log
            | MathOp::Log2
            | MathOp::Log10
            | MathOp::Log1p
            | MathOp::Pow
            | MathOp::Cbrt
            | MathOp::Hypot
            | MathOp::Erf
            | MathOp::Erfc
            | MathOp::TGamma
            | MathOp::LGamma
    };
}

/// The pattern of all [`MathOp`]s that only move the sign bit.
macro_rules! sign_math {
    () => {
        MathOp::FNeg | MathOp::Fabs | MathOp::CopySign
    };
}

/// The pattern of all [`MathOp`]s on a float and an integer exponent.
macro_rules! exponent_math {
    () => {
        MathOp::Powi | MathOp::Ldexp
    };
}

/// The pattern of all other [`MathOp`]s on floats: IEEE 754 or C define their results exactly.
macro_rules! rounded_math {
    () => {
        MathOp::Sqrt
            | MathOp::Floor
            | MathOp::Ceil
            | MathOp::TruncF
            | MathOp::Rint
            | MathOp::NearbyInt
            | MathOp::Round
            | MathOp::RoundEven
            | MathOp::Fma
            | MathOp::FMulAdd
            | MathOp::MinNum
            | MathOp::MaxNum
            | MathOp::Minimum
            | MathOp::Maximum
            | MathOp::Fmod
            | MathOp::Remainder
    };
}

/// The pattern of all [`MathOp`]s on floats.
macro_rules! float_math {
    () => {
        crate::ops::sign_math!()
            | crate::ops::exponent_math!()
            | crate::ops::rounded_math!()
            | crate::ops::transcendental_math!()
    };
}

pub(crate) use {exponent_math, float_math, int_math, rounded_math, sign_math, transcendental_math};

impl BinOp {
    /// Whether the operands are floats.
    pub const fn is_float(self) -> bool {
        match self {
            BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => false,
            BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::And | BinOp::Or | BinOp::Xor => false,
        }
    }

    /// Whether swapping the operands never changes the result; floats included, since there is only one computed NaN.
    pub const fn is_commutative(self) -> bool {
        match self {
            BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::FAdd | BinOp::FMul => true,
            BinOp::Sub | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => false,
            BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::FSub | BinOp::FDiv | BinOp::FRem => false,
        }
    }

    /// Whether this is a quotient or a remainder of integers, which a zero divisor makes undefined in C.
    pub const fn is_int_division(self) -> bool {
        matches!(self, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
    }

    /// Whether the second operand is a shift amount.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::LShr | BinOp::AShr)
    }
}

impl CmpOp {
    /// Whether the operands are floats.
    pub const fn is_float(self) -> bool {
        match self {
            CmpOp::Eq | CmpOp::Ne | CmpOp::Ugt | CmpOp::Uge | CmpOp::Ult | CmpOp::Ule => false,
            CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle => false,
            CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => true,
            CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => true,
            CmpOp::FFalse | CmpOp::FTrue => true,
        }
    }

    /// Whether the operands are read as signed integers.
    pub const fn is_signed(self) -> bool {
        matches!(self, CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle)
    }

    /// Whether swapping the operands never changes the result.
    pub fn is_commutative(self) -> bool {
        self.swapped() == self
    }

    /// The comparison that says of `(b, a)` what this one says of `(a, b)`.
    pub const fn swapped(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Eq,
            CmpOp::Ne => CmpOp::Ne,
            CmpOp::Ugt => CmpOp::Ult,
            CmpOp::Uge => CmpOp::Ule,
            CmpOp::Ult => CmpOp::Ugt,
            CmpOp::Ule => CmpOp::Uge,
            CmpOp::Sgt => CmpOp::Slt,
            CmpOp::Sge => CmpOp::Sle,
            CmpOp::Slt => CmpOp::Sgt,
            CmpOp::Sle => CmpOp::Sge,
            CmpOp::FOeq => CmpOp::FOeq,
            CmpOp::FOgt => CmpOp::FOlt,
            CmpOp::FOge => CmpOp::FOle,
            CmpOp::FOlt => CmpOp::FOgt,
            CmpOp::FOle => CmpOp::FOge,
            CmpOp::FOne => CmpOp::FOne,
            CmpOp::FOrd => CmpOp::FOrd,
            CmpOp::FUno => CmpOp::FUno,
            CmpOp::FUeq => CmpOp::FUeq,
            CmpOp::FUgt => CmpOp::FUlt,
            CmpOp::FUge => CmpOp::FUle,
            CmpOp::FUlt => CmpOp::FUgt,
            CmpOp::FUle => CmpOp::FUge,
            CmpOp::FUne => CmpOp::FUne,
            CmpOp::FFalse => CmpOp::FFalse,
            CmpOp::FTrue => CmpOp::FTrue,
        }
    }

    /// The comparison that holds exactly where this one does not.
    pub const fn negated(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Ugt => CmpOp::Ule,
            CmpOp::Uge => CmpOp::Ult,
            CmpOp::Ult => CmpOp::Uge,
            CmpOp::Ule => CmpOp::Ugt,
            CmpOp::Sgt => CmpOp::Sle,
            CmpOp::Sge => CmpOp::Slt,
            CmpOp::Slt => CmpOp::Sge,
            CmpOp::Sle => CmpOp::Sgt,
            CmpOp::FOeq => CmpOp::FUne,
            CmpOp::FOgt => CmpOp::FUle,
            CmpOp::FOge => CmpOp::FUlt,
            CmpOp::FOlt => CmpOp::FUge,
            CmpOp::FOle => CmpOp::FUgt,
            CmpOp::FOne => CmpOp::FUeq,
            CmpOp::FOrd => CmpOp::FUno,
            CmpOp::FUno => CmpOp::FOrd,
            CmpOp::FUeq => CmpOp::FOne,
            CmpOp::FUgt => CmpOp::FOle,
            CmpOp::FUge => CmpOp::FOlt,
            CmpOp::FUlt => CmpOp::FOge,
            CmpOp::FUle => CmpOp::FOgt,
            CmpOp::FUne => CmpOp::FOeq,
            CmpOp::FFalse => CmpOp::FTrue,
            CmpOp::FTrue => CmpOp::FFalse,
        }
    }
}

impl CastOp {
    /// Whether the value cast is a float.
    pub const fn from_float(self) -> bool {
        matches!(self, CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToUi | CastOp::FpToSi)
    }

    /// Whether the result is a float by the nature of the cast; a [`CastOp::BitCast`] may have any type.
    pub const fn to_float(self) -> bool {
        matches!(self, CastOp::FpTrunc | CastOp::FpExt | CastOp::UiToFp | CastOp::SiToFp)
    }

    /// Whether a float is on either side.
    pub const fn is_float(self) -> bool {
        self.from_float() || self.to_float()
    }
}

impl Pred {
    /// Whether swapping the operands never changes the answer.
    pub const fn is_commutative(self) -> bool {
        matches!(self, Pred::UAddOverflow | Pred::SAddOverflow | Pred::UMulOverflow | Pred::SMulOverflow)
    }
}

impl MathOp {
    /// The number of operands: 1, 2 or 3.
    pub const fn arity(self) -> usize {
        match self {
            MathOp::Fshl | MathOp::Fshr | MathOp::Fma | MathOp::FMulAdd => 3,
            MathOp::SMin | MathOp::SMax | MathOp::UMin | MathOp::UMax => 2,
            MathOp::USubSat | MathOp::UAddSat | MathOp::SSubSat | MathOp::SAddSat => 2,
            MathOp::SShlSat | MathOp::UShlSat => 2,
            MathOp::MinNum | MathOp::MaxNum | MathOp::Minimum | MathOp::Maximum | MathOp::CopySign => 2,
            MathOp::Atan2 | MathOp::Pow | MathOp::Powi | MathOp::Hypot => 2,
            MathOp::Fmod | MathOp::Remainder | MathOp::Ldexp => 2,
            MathOp::Ctpop | MathOp::Ctlz | MathOp::Cttz | MathOp::Bswap | MathOp::BitReverse | MathOp::Abs => 1,
            MathOp::FNeg | MathOp::Fabs | MathOp::Sqrt | MathOp::Floor | MathOp::Ceil | MathOp::TruncF => 1,
            MathOp::Rint | MathOp::NearbyInt | MathOp::Round | MathOp::RoundEven => 1,
            MathOp::Sin | MathOp::Cos | MathOp::Tan | MathOp::Asin | MathOp::Acos | MathOp::Atan => 1,
            MathOp::Sinh | MathOp::Cosh | MathOp::Tanh | MathOp::Asinh | MathOp::Acosh | MathOp::Atanh => 1,
            MathOp::Exp | MathOp::Exp2 | MathOp::Exp10 | MathOp::Expm1 => 1,
            MathOp::Log | MathOp::Log2 | MathOp::Log10 | MathOp::Log1p | MathOp::Cbrt => 1,
            MathOp::Erf | MathOp::Erfc | MathOp::TGamma | MathOp::LGamma => 1,
        }
    }

    /// Whether the result is a float.
    pub const fn is_float(self) -> bool {
        match self {
            int_math!() => false,
            float_math!() => true,
        }
    }

    /// Whether the result comes from a host routine that need not be correctly rounded. Such a result may differ in its
    /// last bits from another machine's, and a context that reasons about all executions must not rely on it.
    pub const fn is_transcendental(self) -> bool {
        match self {
            int_math!() | sign_math!() | exponent_math!() | rounded_math!() => false,
            transcendental_math!() => true,
        }
    }

    /// Whether swapping the (two) operands never changes the result.
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            MathOp::SMin
                | MathOp::SMax
                | MathOp::UMin
                | MathOp::UMax
                | MathOp::UAddSat
                | MathOp::SAddSat
                | MathOp::MinNum
                | MathOp::MaxNum
                | MathOp::Minimum
                | MathOp::Maximum
        )
    }

    /// Whether the second operand is an integer although the first is a float.
    pub const fn takes_int_exponent(self) -> bool {
        matches!(self, MathOp::Powi | MathOp::Ldexp)
    }
}

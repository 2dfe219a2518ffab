//! Float operations on patterns.

use candor_bits::{Bits, CmpOp, FloatClass, FloatKind, MathOp, Scalar};
use candor_bits::{float_from_f64, math};

use super::kind_of;
use crate::float_format::exponent_bits;
use crate::{Op, Term, TermPool};

impl TermPool {
    /// The float with this pattern of [`FloatKind::bits`] bits.
    pub fn fp_from_bits(&mut self, kind: FloatKind, pattern: Term) -> Term {
        if let Some(bits) = self.const_bits(pattern)
            && self.rewriting
        {
            return self.fp_const(kind, &bits);
        }
        match kind {
            FloatKind::X87 => self.fp_from_x87(pattern),
            FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => {
                self.fp_from_ieee(kind, pattern)
            }
        }
    }

    /// The pattern of [`FloatKind::bits`] bits of a float; for the NaN the positive quiet one without payload.
    pub fn fp_to_bits(&mut self, a: Term) -> Term {
        let ieee = self.fp_to_ieee(a);
        match self.float_kind(a) {
            FloatKind::X87 => {
                // The integer bit is one unless the exponent field is zero.
                let exponent = self.extract(ieee, 63, 15);
                let is_bottom = self.is_zero(exponent);
                let normal = self.not(is_bottom);
                let integer_bit = self.bool_to_bv(normal);
                let (high, low) = (self.extract(ieee, 63, 16), self.trunc(ieee, 63));
                let low = self.concat(integer_bit, low);
                self.concat(high, low)
            }
            FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double | FloatKind::Quad => ieee,
        }
    }

    /// An x87 pattern: without the integer bit where it is as the exponent says. Where it is missing the x87 refuses the
    /// pattern, a NaN to us; where it is surplus (exponent field 0) the number has exponent field 1.
    fn fp_from_x87(&mut self, pattern: Term) -> Term {
        // What `fp_to_bits` made needs no repair.
        if let Some(x) = self.as_x87_of(pattern) {
            return x;
        }
        let (sign, exponent) = (self.extract(pattern, 79, 1), self.extract(pattern, 64, 15));
        let (integer_bit, fraction) = (self.bit(pattern, 63), self.trunc(pattern, 63));
        let is_bottom = self.is_zero(exponent);
        let one = self.bv(15, 1);
        let pseudo = self.and(is_bottom, integer_bit);
        let exponent = self.ite(pseudo, one, exponent);
        let high = self.concat(sign, exponent);
        let ieee = self.concat(high, fraction);
        let value = self.fp_from_ieee(FloatKind::X87, ieee);
        let supported = self.or(is_bottom, integer_bit);
        let nan = self.fp_nan(FloatKind::X87);
        self.ite(supported, value, nan)
    }

    /// The float that `fp_to_bits` was given, if this is its result.
    fn as_x87_of(&mut self, pattern: Term) -> Option<Term> {
        let (high, _) = self.as_binary(Op::Concat, pattern)?;
        let (ieee, _) = self.as_extract(high)?;
        let x = self.as_unary(Op::FpToIeee, ieee)?;
        (self.float_kind(x) == FloatKind::X87 && self.fp_to_bits(x) == pattern).then_some(x)
    }

    /// Whether the class of a float pattern is among those of `mask`, the bits of LLVM's `is.fpclass`
    /// ([`FloatClass::mask`]). Decided on the pattern, which unlike a float term knows quiet from signaling NaNs.
    pub fn float_class_is(&mut self, kind: FloatKind, pattern: Term, mask: u32) -> Term {
        let mut any = Term::FALSE;
        for class in CLASSES {
            if mask & class.mask() != 0 {
                let is_class = self.is_class(kind, pattern, class);
                any = self.or(any, is_class);
            }
        }
        any
    }

    fn is_class(&mut self, kind: FloatKind, pattern: Term, class: FloatClass) -> Term {
        let x = self.fp_from_bits(kind, pattern);
        let (is_class, negative) = match class {
            FloatClass::SignalingNan | FloatClass::QuietNan => {
                let quiet = self.bit(pattern, kind.precision() - 2);
                let is_nan = self.fp_is_nan(x);
                let wanted = if class == FloatClass::QuietNan { quiet } else { self.not(quiet) };
                return self.and(is_nan, wanted);
            }
            FloatClass::NegInfinity => (self.fp_is_inf(x), true),
            FloatClass::PosInfinity => (self.fp_is_inf(x), false),
            FloatClass::NegNormal => (self.fp_is_normal(x), true),
            FloatClass::PosNormal => (self.fp_is_normal(x), false),
            FloatClass::NegSubnormal => (self.fp_is_subnormal(x), true),
            FloatClass::PosSubnormal => (self.fp_is_subnormal(x), false),
            FloatClass::NegZero => (self.fp_is_zero(x), true),
            FloatClass::PosZero => (self.fp_is_zero(x), false),
        };
        let sign = self.bit(pattern, kind.bits() - 1);
        let wanted = if negative { sign } else { self.not(sign) };
        self.and(is_class, wanted)
    }

    /// [`candor_bits::float_to_int_fits`] on terms: whether the truncated value of a float pattern is an integer of this
    /// width.
    pub fn float_to_int_fits(&mut self, kind: FloatKind, pattern: Term, width: u32, signed: bool) -> Term {
        let x = self.fp_from_bits(kind, pattern);
        if let Some((source, source_signed)) = self.as_exact_integer(x)
            && (signed || !source_signed)
        {
            let needed = self.width(source) + u32::from(signed && !source_signed);
            if needed <= width {
                return Term::TRUE;
            }
        }
        let n_magnitude = if signed { width - 1 } else { width };
        // Above: x < 2^n; where that is no number of the format, every finite x is less.
        let below_limit = match power_of_two(kind, n_magnitude) {
            Some(limit) => {
                let limit = self.fp_const(kind, &limit);
                self.fp_lt(x, limit)
            }
            None => {
                let (is_nan, is_inf) = (self.fp_is_nan(x), self.fp_is_inf(x));
                let special = self.or(is_nan, is_inf);
                self.not(special)
            }
        };
        let above_limit = self.above_lower_limit(kind, x, n_magnitude, signed);
        self.and(below_limit, above_limit)
    }

    /// Below: trunc(x) >= -2^n (or 0) exactly when x > -2^n - 1 (or -1). Where that is no number of the format, there is no
    /// number between it and -2^n, so x >= -2^n says the same.
    fn above_lower_limit(&mut self, kind: FloatKind, x: Term, n_magnitude: u32, signed: bool) -> Term {
        let ty = Scalar::Float(kind);
        let minus_one = float_from_f64(kind, -1.0);
        if !signed {
            let minus_one = self.fp_const(kind, &minus_one);
            return self.fp_lt(minus_one, x);
        }
        let Some(power) = power_of_two(kind, n_magnitude) else {
            // The upper side has excluded infinities.
            return Term::TRUE;
        };
        let least = math(MathOp::FNeg, ty, &[&power]);
        if n_magnitude < kind.precision() {
            let below = candor_bits::binary(candor_bits::BinOp::FAdd, ty, &least, &minus_one);
            let below = self.fp_const(kind, &below);
            return self.fp_lt(below, x);
        }
        let least = self.fp_const(kind, &least);
        self.fp_le(least, x)
    }

    /// `fptoui` and `fptosi`, which are the same modulo 2^width: the mantissa shifted by the exponent.
    pub(super) fn float_to_int(&mut self, kind: FloatKind, width: u32, pattern: Term) -> Term {
        let x = self.fp_from_bits(kind, pattern);
        if let Some((source, signed)) = self.as_exact_integer(x) {
            return if signed { self.resize_signed(source, width) } else { self.resize(source, width) };
        }
        let ieee = self.fp_to_ieee(x);
        let (n_fraction, n_exponent) = (kind.precision() - 1, exponent_bits(kind));
        let bias = (1_u64 << (n_exponent - 1)) - 1;
        let exponent = self.extract(ieee, n_fraction, n_exponent);
        let magnitude = self.shifted_mantissa(ieee, exponent, n_fraction, bias, width);
        // Below 1 (the bias) nothing is left, and NaN and infinity (all ones) give 0.
        let (least, ones) = (self.bv(n_exponent, bias), self.bv_ones(n_exponent));
        let (too_small, special) = (self.ult(exponent, least), self.eq(exponent, ones));
        let none = self.or(too_small, special);
        let negated = self.neg(magnitude);
        let negative = self.bit(ieee, n_fraction + n_exponent);
        let value = self.ite(negative, negated, magnitude);
        let zero = self.bv_zero(width);
        self.ite(none, zero, value)
    }

    /// The mantissa times 2^(exponent - bias - fraction bits), truncated, modulo 2^width, for an exponent of at least the bias.
    fn shifted_mantissa(&mut self, ieee: Term, exponent: Term, n_fraction: u32, bias: u64, width: u32) -> Term {
        let n_exponent = self.width(exponent);
        let one = self.bv(1, 1);
        let fraction = self.trunc(ieee, n_fraction);
        let mantissa = self.concat(one, fraction);
        let unit = bias + u64::from(n_fraction);
        // Shifts are modulo the width, so the amounts are computed in vectors that hold both the amount and the pattern,
        // and an amount too large is handled apart.
        let right_width = (n_fraction + 1).max(n_exponent);
        let unit_term = self.bv(n_exponent, unit);
        let right_amount = self.sub(unit_term, exponent);
        let right_amount = self.resize(right_amount, right_width);
        let wide_mantissa = self.zext(mantissa, right_width);
        let right = self.lshr(wide_mantissa, right_amount);
        let right = self.resize(right, width);
        let left_width = width.max(n_exponent);
        let left_amount = self.sub(exponent, unit_term);
        let too_far = if u64::from(width) < 1 << n_exponent {
            let limit = self.bv(n_exponent, u64::from(width));
            self.uge(left_amount, limit)
        } else {
            Term::FALSE
        };
        let left_amount = self.resize(left_amount, left_width);
        let left_mantissa = self.resize(mantissa, left_width);
        let left = self.shl(left_mantissa, left_amount);
        let left = self.resize(left, width);
        let zero = self.bv_zero(width);
        let left = self.ite(too_far, zero, left);
        let is_left = self.ugt(exponent, unit_term);
        self.ite(is_left, left, right)
    }

    /// The integer that a float was made from without rounding, and whether it is signed.
    fn as_exact_integer(&self, x: Term) -> Option<(Term, bool)> {
        let node = self.node(x);
        let signed = match node.op {
            Op::FpFromSbv => true,
            Op::FpFromUbv => false,
            _ => return None,
        };
        let kind = self.float_kind(x);
        let n_bits = self.width(node.a());
        let exact = n_bits <= kind.precision() && n_bits < 1 << (exponent_bits(kind) - 1);
        exact.then(|| (node.a(), signed))
    }

    pub(super) fn float_of(&mut self, ty: Scalar, pattern: Term) -> Term {
        self.fp_from_bits(kind_of(ty), pattern)
    }

    pub(super) fn float_binary(
        &mut self,
        ty: Scalar,
        a: Term,
        b: Term,
        op: fn(&mut TermPool, Term, Term) -> Term,
    ) -> Term {
        let (x, y) = (self.float_of(ty, a), self.float_of(ty, b));
        let result = op(self, x, y);
        self.fp_to_bits(result)
    }

    pub(super) fn compare_floats(&mut self, op: CmpOp, ty: Scalar, a: Term, b: Term) -> Term {
        let (x, y) = (self.float_of(ty, a), self.float_of(ty, b));
        match op {
            CmpOp::FOeq => self.fp_eq(x, y),
            CmpOp::FOlt => self.fp_lt(x, y),
            CmpOp::FOle => self.fp_le(x, y),
            CmpOp::FOgt => self.fp_lt(y, x),
            CmpOp::FOge => self.fp_le(y, x),
            CmpOp::FOne => {
                let (less, greater) = (self.fp_lt(x, y), self.fp_lt(y, x));
                self.or(less, greater)
            }
            CmpOp::FOrd => self.fp_ordered(x, y),
            CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => {
                let ordered = self.compare_floats(op.negated(), ty, a, b);
                self.not(ordered)
            }
            CmpOp::FFalse | CmpOp::FTrue => self.bool_const(op == CmpOp::FTrue),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Ugt | CmpOp::Uge | CmpOp::Ult | CmpOp::Ule => {
                panic!("{op} does not compare floats")
            }
            CmpOp::Sgt | CmpOp::Sge | CmpOp::Slt | CmpOp::Sle => panic!("{op} does not compare floats"),
        }
    }

    pub(super) fn math_floats(&mut self, op: MathOp, kind: FloatKind, args: &[Term]) -> Option<Term> {
        let a = args[0];
        // These three move bits, also those of a NaN.
        let sign_idx = kind.bits() - 1;
        match op {
            MathOp::FNeg => {
                let sign = self.bv_const(Bits::signed_min(kind.bits()));
                return Some(self.xor(a, sign));
            }
            MathOp::Fabs => {
                let rest = self.trunc(a, sign_idx);
                return Some(self.zext(rest, kind.bits()));
            }
            MathOp::CopySign => {
                let (sign, rest) = (self.extract(args[1], sign_idx, 1), self.trunc(a, sign_idx));
                return Some(self.concat(sign, rest));
            }
            _ if op.is_transcendental() || op == MathOp::Powi => return None,
            _ => {}
        }
        let x = self.fp_from_bits(kind, a);
        if op == MathOp::Ldexp {
            let exponent = self.const_bits(args[1])?.to_i64()?;
            let scale = scale(kind, exponent)?;
            let scale = self.fp_const(kind, &scale);
            let scaled = self.fp_mul(x, scale);
            return Some(self.fp_to_bits(scaled));
        }
        let rest: Vec<Term> = args[1..].iter().map(|arg| self.fp_from_bits(kind, *arg)).collect();
        let result = self.rounded_math(op, x, &rest);
        Some(self.fp_to_bits(result))
    }

    fn rounded_math(&mut self, op: MathOp, x: Term, rest: &[Term]) -> Term {
        match op {
            MathOp::Sqrt => self.fp_sqrt(x),
            MathOp::Floor => self.fp_floor(x),
            MathOp::Ceil => self.fp_ceil(x),
            MathOp::TruncF => self.fp_trunc(x),
            MathOp::Rint | MathOp::NearbyInt | MathOp::RoundEven => self.fp_round_even(x),
            MathOp::Round => self.fp_round_away(x),
            MathOp::Fma => self.fp_fma(x, rest[0], rest[1]),
            MathOp::FMulAdd => {
                let product = self.fp_mul(x, rest[0]);
                self.fp_add(product, rest[1])
            }
            MathOp::MinNum => self.fp_min(x, rest[0], /* keeps_nan */ false),
            MathOp::MaxNum => self.fp_max(x, rest[0], /* keeps_nan */ false),
            MathOp::Minimum => self.fp_min(x, rest[0], /* keeps_nan */ true),
            MathOp::Maximum => self.fp_max(x, rest[0], /* keeps_nan */ true),
            MathOp::Fmod => self.fp_fmod(x, rest[0]),
            MathOp::Remainder => self.fp_rem(x, rest[0]),
            _ => panic!("{op} is not a rounded float operation"),
        }
    }
}

const CLASSES: [FloatClass; 10] = [
    FloatClass::SignalingNan,
    FloatClass::QuietNan,
    FloatClass::NegInfinity,
    FloatClass::NegNormal,
    FloatClass::NegSubnormal,
    FloatClass::NegZero,
    FloatClass::PosZero,
    FloatClass::PosSubnormal,
    FloatClass::PosNormal,
    FloatClass::PosInfinity,
];

/// 2^n, if that is a finite number of the format.
fn power_of_two(kind: FloatKind, n: u32) -> Option<Bits> {
    scale(kind, i64::from(n))
}

/// 2^n, if that is a normal number of the format.
fn scale(kind: FloatKind, n: i64) -> Option<Bits> {
    let one = float_from_f64(kind, 1.0);
    let power = math(MathOp::Ldexp, Scalar::Float(kind), &[&one, &Bits::from_i64(64, n)]);
    let normal = candor_bits::float_class(kind, &power) == FloatClass::PosNormal;
    normal.then_some(power)
}

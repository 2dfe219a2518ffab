//! The public operations: by type and width to the module that knows the meaning.

use crate::ops::{float_math, int_math};
use crate::{BinOp, Bits, CmpOp, FloatKind, MathOp, Pred, Scalar, float, small, wide};

/// A binary operation on two values of type `ty`; a pointer counts as an integer as wide as its pattern.
#[inline]
pub fn binary(op: BinOp, ty: Scalar, a: &Bits, b: &Bits) -> Bits {
    check_operand(ty, a);
    check_operand(ty, b);
    match ty {
        Scalar::Int(_) | Scalar::Ptr => match both_small(a, b) {
            Some((width, a, b)) => Bits::new(width, small::binary(op, width, a, b)),
            None => wide::binary(op, a, b),
        },
        Scalar::Float(kind) => float::binary(op, kind, a, b),
    }
}

/// A comparison of two values of type `ty`; a pointer counts as an integer as wide as its pattern.
#[inline]
pub fn compare(op: CmpOp, ty: Scalar, a: &Bits, b: &Bits) -> bool {
    check_operand(ty, a);
    check_operand(ty, b);
    match ty {
        Scalar::Int(_) | Scalar::Ptr => compare_ints(op, a, b),
        Scalar::Float(kind) => float::compare(op, kind, a, b),
    }
}

/// A question about two integers (or pointers) of this width.
#[inline]
pub fn predicate(p: Pred, width: u32, a: &Bits, b: &Bits) -> bool {
    check_operand(Scalar::Int(width), a);
    check_operand(Scalar::Int(width), b);
    match both_small(a, b) {
        Some((width, a, b)) => small::predicate(p, width, a, b),
        None => wide::predicate(p, a, b),
    }
}

/// A mathematical operation on values of type `ty`, as many as its [arity](MathOp::arity). The result has type `ty` too. Only
/// the second operand of [`MathOp::Powi`] and [`MathOp::Ldexp`] is of another type, a signed integer of any width.
pub fn math(op: MathOp, ty: Scalar, args: &[&Bits]) -> Bits {
    assert_eq!(args.len(), op.arity(), "operands of {op}");
    check_operand(ty, args[0]);
    match op {
        int_math!() => math_ints(op, args),
        float_math!() => {
            let kind = ty.float_kind().unwrap_or_else(|| panic!("{op} is not an operation on {ty}"));
            float::math(op, kind, args)
        }
    }
}

fn math_ints(op: MathOp, args: &[&Bits]) -> Bits {
    let width = args[0].width();
    if width > 64 {
        return wide::math(op, args);
    }
    Bits::new(width, small::math_int(op, width, first_limbs(args)))
}

/// The low limbs of up to three operands; zeros for those that are missing.
pub(crate) fn first_limbs(args: &[&Bits]) -> [u64; 3] {
    std::array::from_fn(|arg_idx| args.get(arg_idx).map_or(0, |arg| arg.limb(0)))
}

fn compare_ints(op: CmpOp, a: &Bits, b: &Bits) -> bool {
    if let Some((width, a, b)) = both_small(a, b) {
        return small::compare(op, width, a, b);
    }
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ugt => a.cmp_unsigned(b).is_gt(),
        CmpOp::Uge => a.cmp_unsigned(b).is_ge(),
        CmpOp::Ult => a.cmp_unsigned(b).is_lt(),
        CmpOp::Ule => a.cmp_unsigned(b).is_le(),
        CmpOp::Sgt => a.cmp_signed(b).is_gt(),
        CmpOp::Sge => a.cmp_signed(b).is_ge(),
        CmpOp::Slt => a.cmp_signed(b).is_lt(),
        CmpOp::Sle => a.cmp_signed(b).is_le(),
        CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => {
            panic!("{op} does not compare integers")
        }
        CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => {
            panic!("{op} does not compare integers")
        }
        CmpOp::FFalse | CmpOp::FTrue => panic!("{op} does not compare integers"),
    }
}

#[inline]
fn both_small(a: &Bits, b: &Bits) -> Option<(u32, u64, u64)> {
    (a.width() <= 64).then(|| (a.width(), a.limb(0), b.limb(0)))
}

#[inline]
fn check_operand(ty: Scalar, a: &Bits) {
    debug_assert!(
        a.width() == ty.width(/* pointer_width */ a.width()),
        "a pattern of {} bits as a value of type {ty}",
        a.width()
    );
}

/// Whether the host computes in this format.
#[inline]
pub(crate) fn is_host(kind: FloatKind) -> bool {
    matches!(kind, FloatKind::Single | FloatKind::Double)
}

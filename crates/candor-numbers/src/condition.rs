//! Conditions: whether a comparison of abstract integers has one answer, and what is left of an operand where it holds.

use candor_bits::{CmpOp, small};

use crate::abstract_int::AbstractInt;

/// The answer of a comparison of integers, if it is the same for all of them.
pub fn compare(op: CmpOp, a: AbstractInt, b: AbstractInt) -> Option<bool> {
    match (may_hold(op, a, b), may_hold(op.negated(), a, b)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        // Neither can be only where there are no operands.
        (true, true) | (false, false) => None,
    }
}

fn may_hold(op: CmpOp, a: AbstractInt, b: AbstractInt) -> bool {
    match op {
        CmpOp::Eq => a.meet(b).is_some(),
        CmpOp::Ne => a.as_constant().is_none() || a != b,
        CmpOp::Ult => a.unsigned().0 < b.unsigned().1,
        CmpOp::Ule => a.unsigned().0 <= b.unsigned().1,
        CmpOp::Slt => a.signed().0 < b.signed().1,
        CmpOp::Sle => a.signed().0 <= b.signed().1,
        CmpOp::Ugt | CmpOp::Uge | CmpOp::Sgt | CmpOp::Sge => may_hold(op.swapped(), b, a),
        CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => true,
        CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => true,
        CmpOp::FFalse | CmpOp::FTrue => true,
    }
}

/// The elements of `a` that compare so with some element of `b`; `None` if there are none.
pub fn refine(op: CmpOp, a: AbstractInt, b: AbstractInt) -> Option<AbstractInt> {
    let top = AbstractInt::top(a.width());
    let ((least, greatest), (signed_least, signed_greatest)) = (top.unsigned(), top.signed());
    let ((low, high), (signed_low, signed_high)) = (b.unsigned(), b.signed());
    match op {
        CmpOp::Eq => a.meet(b),
        CmpOp::Ne => b.as_constant().map_or(Some(a), |pattern| without(a, pattern)),
        CmpOp::Ult => a.with_unsigned(least, high.checked_sub(1)?),
        CmpOp::Ule => a.with_unsigned(least, high),
        CmpOp::Ugt => a.with_unsigned(low.checked_add(1)?, greatest),
        CmpOp::Uge => a.with_unsigned(low, greatest),
        CmpOp::Slt => a.with_signed(signed_least, signed_high.checked_sub(1)?),
        CmpOp::Sle => a.with_signed(signed_least, signed_high),
        CmpOp::Sgt => a.with_signed(signed_low.checked_add(1)?, signed_greatest),
        CmpOp::Sge => a.with_signed(signed_low, signed_greatest),
        CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => Some(a),
        CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => Some(a),
        CmpOp::FFalse | CmpOp::FTrue => Some(a),
    }
}

/// Takes out one pattern where it is at an end of an interval.
fn without(a: AbstractInt, pattern: u64) -> Option<AbstractInt> {
    let number = small::sext(a.width(), pattern);
    let ((low, high), (signed_low, signed_high)) = (a.unsigned(), a.signed());
    if low == high && low == pattern {
        return None;
    }
    let (at_low, at_high) = (u64::from(low == pattern), u64::from(high == pattern));
    let left = a.with_unsigned(low + at_low, high - at_high)?;
    left.with_signed(signed_low + i64::from(signed_low == number), signed_high - i64::from(signed_high == number))
}

//! Conditions: whether a comparison of abstract integers has one answer, and what is left of an operand where it holds.

use candor_bits::small::mask;
use candor_bits::{BinOp, CmpOp, Pred, small};

use crate::abstract_int::AbstractInt;
use crate::operator::{binary, corners, exact, wide_signed, wide_unsigned};

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

/// The answer to the question whether an operation goes wrong, if it is the same for all operands.
pub fn predicate(pred: Pred, a: AbstractInt, b: AbstractInt) -> Option<bool> {
    let width = a.width();
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return Some(small::predicate(pred, width, a, b));
    }
    let constant = |pattern| AbstractInt::constant(width, pattern);
    match pred {
        Pred::UAddOverflow => leaves(BinOp::Add, wide_unsigned, a, b),
        Pred::USubOverflow => leaves(BinOp::Sub, wide_unsigned, a, b),
        Pred::UMulOverflow => leaves(BinOp::Mul, wide_unsigned, a, b),
        Pred::SAddOverflow => leaves(BinOp::Add, wide_signed, a, b),
        Pred::SSubOverflow => leaves(BinOp::Sub, wide_signed, a, b),
        Pred::SMulOverflow => leaves(BinOp::Mul, wide_signed, a, b),
        Pred::SDivOverflow => {
            let is_least = compare(CmpOp::Eq, a, constant(1 << (width - 1)));
            let by_minus_one = compare(CmpOp::Eq, b, constant(mask(width)));
            if is_least == Some(false) || by_minus_one == Some(false) { Some(false) } else { None }
        }
        Pred::DivByZero => compare(CmpOp::Eq, b, constant(0)),
        Pred::ShiftTooFar => compare(CmpOp::Uge, b, constant(u64::from(width))),
        Pred::UDivInexact => compare(CmpOp::Ne, binary(BinOp::URem, a, b), constant(0)),
        Pred::SDivInexact => compare(CmpOp::Ne, binary(BinOp::SRem, a, b), constant(0)),
        Pred::UShlOverflow | Pred::SShlOverflow | Pred::LShrInexact | Pred::AShrInexact => None,
    }
}

/// Whether exact results lie outside of what the width can hold.
fn leaves(op: BinOp, wide: fn(AbstractInt) -> (i128, i128), a: AbstractInt, b: AbstractInt) -> Option<bool> {
    let (least, most) = wide(AbstractInt::top(a.width()));
    let (low, high) = corners(exact(op), wide(a), wide(b))?;
    match (least <= low && high <= most, high < least || most < low) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        (false, false) => None,
    }
}

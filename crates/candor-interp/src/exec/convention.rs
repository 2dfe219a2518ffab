//! Calls through a type that is not the callee's own: what the machine's calling convention makes of them.
//!
//! `int strlen(char *);` is wrong but works: the caller looks at the low half of what comes back. Old code is full of that, so
//! a call is only refused when a value would arrive in another kind of register, or partly unwritten.

use candor_ir::{Arg, Call, CastOp, Function, Scalar, SigParam, Target};

use super::arith::cast_value;
use crate::control::Control;
use crate::state::State;

/// Whether the call works although the types may differ.
pub fn is_compatible(target: &Target, call: &Call, callee: &Function) -> bool {
    let params = &callee.signature.params;
    let open = callee.signature.variadic || callee.unprototyped;
    let enough = if open { call.args.len() >= params.len() } else { call.args.len() == params.len() };
    let fits = |(arg, param): (&Arg, &SigParam)| {
        // Without its prototype, a library function is called with `int` where it takes `size_t`.
        let arrives = arrives(target, arg.ty, param.ty) || (callee.library && is_int(arg.ty) && is_int(param.ty));
        arrives && arg.byval.map(|byval| byval.size) == param.byval.map(|byval| byval.size)
    };
    let (given, wanted) = (&callee.signature.results, &call.signature.results);
    let results = wanted.is_empty()
        || given.is_empty()
        || (wanted.len() == given.len() && given.iter().zip(wanted).all(|(&from, &to)| arrives(target, from, to)));
    enough && results && call.args.iter().zip(params).all(fits)
}

/// Whether a value of one type is whole when looked at as the other: the same, the low part of an integer, a pointer as
/// the integer of its width. Who takes a `short` or a `_Bool` relies on an extension that only its own type makes.
fn arrives(target: &Target, from: Scalar, to: Scalar) -> bool {
    let (given, wanted) = (target.bits_of(from), target.bits_of(to));
    from == to || (is_int(from) && is_int(to) && given >= wanted && wanted >= INT_BITS)
}

/// The bits of an `int`: what is narrower is passed extended to it.
const INT_BITS: u32 = 32;

/// Passed in the registers for integers.
fn is_int(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int(_) | Scalar::Ptr)
}

/// The value as the other side sees it.
#[inline]
pub(super) fn arrive<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    target: &Target,
    from: Scalar,
    to: Scalar,
    value: &C::Value,
) -> C::Value {
    if from == to { value.clone() } else { converted(cx, state, target, from, to, value) }
}

#[cold]
fn converted<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    target: &Target,
    from: Scalar,
    to: Scalar,
    value: &C::Value,
) -> C::Value {
    let op = match (from, to) {
        (Scalar::Ptr, Scalar::Int(_)) => CastOp::PtrToInt,
        (Scalar::Int(_), Scalar::Ptr) => CastOp::IntToPtr,
        (Scalar::Int(from), Scalar::Int(to)) if from > to => CastOp::Trunc,
        (Scalar::Int(_), Scalar::Int(_)) => CastOp::SExt,
        _ => CastOp::BitCast,
    };
    cast_value(cx, state, target.pointer_bits, op, from, to, value)
}

//! The elementary functions of math.h, by name.

use candor_ir::{FloatKind, MathOp, Scalar};
use smallvec::SmallVec;

use super::{Done, Site};
use crate::control::Control;
use crate::exec;
use crate::state::State;
use crate::stop::Step;

/// A function of math.h.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MathFn {
    pub op: MathOp,
}

/// `sqrt`, `sqrtf`, `sqrtl`; the type comes from the call.
pub(super) fn lookup(name: &str) -> Option<MathFn> {
    let found = by_base_name(name)
        .or_else(|| by_base_name(name.strip_suffix('f')?))
        .or_else(|| by_base_name(name.strip_suffix('l')?))?;
    Some(MathFn { op: found })
}

fn by_base_name(name: &str) -> Option<MathOp> {
    Some(match name {
        "sqrt" => MathOp::Sqrt,
        "fabs" => MathOp::Fabs,
        "floor" => MathOp::Floor,
        "ceil" => MathOp::Ceil,
        "trunc" => MathOp::TruncF,
        "rint" => MathOp::Rint,
        "nearbyint" => MathOp::NearbyInt,
        "round" => MathOp::Round,
        "roundeven" => MathOp::RoundEven,
        "fma" => MathOp::Fma,
        "fmin" => MathOp::MinNum,
        "fmax" => MathOp::MaxNum,
        "copysign" => MathOp::CopySign,
        "sin" => MathOp::Sin,
        "cos" => MathOp::Cos,
        "tan" => MathOp::Tan,
        "asin" => MathOp::Asin,
        "acos" => MathOp::Acos,
        "atan" => MathOp::Atan,
        "atan2" => MathOp::Atan2,
        "sinh" => MathOp::Sinh,
        "cosh" => MathOp::Cosh,
        "tanh" => MathOp::Tanh,
        "asinh" => MathOp::Asinh,
        "acosh" => MathOp::Acosh,
        "atanh" => MathOp::Atanh,
        "exp" => MathOp::Exp,
        "exp2" => MathOp::Exp2,
        "exp10" => MathOp::Exp10,
        "expm1" => MathOp::Expm1,
        "log" => MathOp::Log,
        "log2" => MathOp::Log2,
        "log10" => MathOp::Log10,
        "log1p" => MathOp::Log1p,
        "pow" => MathOp::Pow,
        "cbrt" => MathOp::Cbrt,
        "hypot" => MathOp::Hypot,
        "fmod" => MathOp::Fmod,
        "remainder" | "drem" => MathOp::Remainder,
        "erf" => MathOp::Erf,
        "erfc" => MathOp::Erfc,
        "tgamma" => MathOp::TGamma,
        "lgamma" | "gamma" => MathOp::LGamma,
        _ => return None,
    })
}

pub(super) fn call<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    function: MathFn,
) -> Step<Done<C>> {
    let ty = at.call.signature.results.first().copied().unwrap_or(Scalar::Float(FloatKind::Double));
    for arg in at.args {
        exec::usable(cx, state, at.inst, arg)?;
    }
    let mut args: SmallVec<[&C::Value; 3]> = SmallVec::new();
    for idx in 0..function.op.arity() {
        args.push(at.arg(idx)?);
    }
    Ok(Done::Value(cx.math(&mut state.path, function.op, ty, &args)))
}

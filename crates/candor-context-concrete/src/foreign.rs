//! Pointers that come from code that candor does not know.
//!
//! A number does not tell where it comes from, so an address counts as one of them if it is near one. That may be wrong, and
//! then costs a fault that somebody else may find; the other way round it would be one that does not exist.

use candor_interp::{Choice, ChoiceKind, Native, State, lookup_native};
use candor_ir::{Callee, InstKind, Scalar};

use crate::choices::ChoiceSource;
use crate::context::ConcreteContext;
use crate::value::Value;

/// How far from a pointer one may look for what it points to.
const REACH: u64 = 1 << 16;

/// Whether an address is near a pointer that the execution was given. Whoever follows what others have found takes
/// their word for it.
pub(crate) fn is_near_one(cx: &ConcreteContext<'_>, state: &State<ConcreteContext<'_>>, address: u64) -> bool {
    if matches!(cx.choices, ChoiceSource::Queues(_) | ChoiceSource::Replay(_)) {
        return false;
    }
    let is_near = |choice: &&Choice<Value>| {
        let given = choice.value.bits(64).to_u64_wrapping();
        address.abs_diff(given) < REACH && is_pointer(cx, choice)
    };
    state.log.to_vec().iter().any(is_near)
}

/// Whether a choice was made for a pointer, or for memory that may hold some.
fn is_pointer(cx: &ConcreteContext<'_>, choice: &Choice<Value>) -> bool {
    if choice.kind != ChoiceKind::Havoc || choice.width != cx.pointer_bits {
        return false;
    }
    let InstKind::Call(call) = &cx.program.functions[choice.site.func].insts[choice.site.inst].kind else {
        return false;
    };
    let fills = matches!(call.callee, Callee::Direct(func)
        if lookup_native(&cx.program.functions[func].name) == Some(Native::MakeForeign));
    fills || call.signature.results.contains(&Scalar::Ptr)
}

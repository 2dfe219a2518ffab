//! Memory that others give: blocks that pointers of unknown origin point to.
//!
//! Where a pointer comes from a function without a body, or from where nothing was written, it may be any pointer there is. An execution
//! in which it is null or points to a block of its own, of which nothing is known either, is one of those that are possible, and
//! the one that programs are written for. What was found in such executions can be replayed; what holds in them proves nothing.

use candor_ir::{Bits, CmpOp, Scalar};

use super::{At, next_name};
use crate::choice::ChoiceKind;
use crate::control::{Control, Decision};
use crate::image::{Image, MissingBodies, unblocked};
use crate::memory::{AccessMode, Allocation, Memory, ObjectKind};
use crate::state::State;
use crate::stop::Step;
use crate::touch;

/// How much memory there is before what such a pointer points to, and behind it: programs go from a member to the structure around it.
const BEFORE: u64 = 4096;
const BEHIND: u64 = 1 << 16;
const ALIGN: u32 = 16;

/// Whether a value of this type that comes from elsewhere is such a pointer.
pub(crate) fn is_given<C: Memory>(image: &Image<C>, ty: Scalar) -> bool {
    ty == Scalar::Ptr && image.options.missing_bodies == MissingBodies::GiveMemory
}

/// Null or a pointer to a block of its own.
pub(crate) fn pointer<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, kind: ChoiceKind) -> Step<C::Value> {
    let is_there = cx.choose(state, kind, Scalar::I1)?;
    let word = at.image.program.target.pointer_bits;
    let size = cx.constant(&Bits::new(word, BEFORE + BEHIND));
    let name = next_name(state);
    let request = Allocation { kind: ObjectKind::External, size, align: ALIGN, zeroed: false, name };
    let block = cx.allocate(state, request)?;
    let bytes = i64::try_from(BEFORE).expect("a small number");
    let pointer = cx.offset_const(&mut state.path, &block.pointer, bytes);
    let null = cx.constant(&Bits::zero(word));
    let is_there = cx.truth(&is_there);
    Ok(cx.select(&is_there, Scalar::Ptr, &pointer, &null))
}

/// Whether such a pointer is called: it points to a function of others then.
pub(super) fn is_function<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    pointer: &C::Value,
) -> Step<bool> {
    let null = cx.constant(&Bits::zero(at.image.program.target.pointer_bits));
    let is_null = cx.compare_pointers(state, CmpOp::Eq, pointer, &null);
    if cx.decide(state, &is_null)? == Decision::Both {
        let is_there = cx.not(&is_null);
        cx.assume(state, &is_there)?;
    }
    Ok(cx.is_external(state, pointer))
}

/// A pointer is about to be read. Where nothing was written there is one from now on.
pub(super) fn before_load<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>, ptr: &C::Value) -> Step<()> {
    if cx.is_unwritten(state, ptr, u64::from(at.image.program.target.pointer_bits / 8)) {
        let value = pointer(at, cx, state, ChoiceKind::Uninitialized)?;
        unblocked(touch::store(cx, state, ptr, Scalar::Ptr, &value, 1, AccessMode::Assumed))?;
    }
    Ok(())
}

//! Who points to what.

use candor_context_concrete::{Value, View};
use candor_context_symbolic::{Case, SymHeavy, SymValue};
use candor_interp::{Frame, ObjectId};
use triomphe::Arc;

use crate::segment::Symbolic;

/// Who holds a pointer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A register, a variable, or something that is not looked into.
    Root,
    /// An object of the heap, at this offset.
    Block(ObjectId, u64),
}

/// The objects that a value may point to.
pub(crate) fn targets(value: &SymValue) -> Vec<ObjectId> {
    match value {
        SymValue::Same(value) => match value.unmarked().view() {
            View::Ptr(object, _) => vec![object],
            View::Addr(address) => vec![address.object],
            View::Int(_) | View::Wide(_) | View::Undef(_) => Vec::new(),
        },
        SymValue::Term(_) => Vec::new(),
        SymValue::Heavy(heavy) => match &**heavy {
            SymHeavy::Pointer(cases) => cases.iter().filter_map(|case| case.object).collect(),
            SymHeavy::Address { objects, .. } => objects.iter().map(|(_, object)| *object).collect(),
            SymHeavy::Undef { value, .. } => targets(value),
            // Arrays are asked of their context.
            SymHeavy::Array(_) => Vec::new(),
        },
    }
}

/// Where a value points to, if it plainly is one pointer.
pub(crate) fn plain_pointer(value: &SymValue) -> Option<(ObjectId, i64)> {
    match value {
        SymValue::Same(value) => value.as_ptr(),
        SymValue::Term(_) | SymValue::Heavy(_) => None,
    }
}

/// Calls one object by the name of another, everywhere.
pub(crate) fn rename(state: &mut Symbolic, from: ObjectId, to: ObjectId) {
    let in_value = |value: &mut SymValue| {
        if let Some(new) = renamed(value, from, to) {
            *value = new;
        }
    };
    let in_frame = |frame: &mut Frame<SymValue>| {
        frame.regs.iter_mut().for_each(in_value);
        frame.varargs.iter_mut().for_each(in_value);
    };
    in_frame(&mut state.thread.top);
    for frame in &mut state.thread.below {
        if frame.regs.iter().chain(&frame.varargs).any(|value| targets(value).contains(&from)) {
            in_frame(Arc::make_mut(frame));
        }
    }
    state.thread.locals.iter_mut().for_each(|(_, value)| in_value(value));
    let holders: Vec<ObjectId> = state
        .memory
        .iter()
        .filter(|(_, object)| object.contents.cells().any(|(_, _, value)| targets(value).contains(&from)))
        .map(|(id, _)| id)
        .collect();
    for holder in holders {
        let Some(object) = state.memory.get_mut(holder) else { continue };
        let changed: Vec<(u64, u32, SymValue)> = object
            .contents
            .cells()
            .filter_map(|(at, size, value)| Some((at, size, renamed(value, from, to)?)))
            .collect();
        for (at, size, value) in changed {
            // A cell of the same size is in the same place.
            let put = object.contents.put_cell(at, u64::from(size), value);
            debug_assert!(put.is_ok(), "a cell is replaced by one like it");
        }
    }
}

/// The value with another name for an object, if it has it.
fn renamed(value: &SymValue, from: ObjectId, to: ObjectId) -> Option<SymValue> {
    if !targets(value).contains(&from) {
        return None;
    }
    match value {
        SymValue::Same(plain) => plain.as_ptr().map(|(_, offset)| SymValue::Same(Value::ptr(to, offset))),
        SymValue::Term(_) => None,
        SymValue::Heavy(heavy) => {
            let name = |object: ObjectId| if object == from { to } else { object };
            let new = match &**heavy {
                SymHeavy::Pointer(cases) => SymHeavy::Pointer(
                    cases.iter().map(|case| Case { object: case.object.map(name), ..*case }).collect(),
                ),
                SymHeavy::Undef { value, mask, cause } => {
                    SymHeavy::Undef { value: renamed(value, from, to)?, mask: *mask, cause: *cause }
                }
                SymHeavy::Address { .. } | SymHeavy::Array(_) => return None,
            };
            Some(SymValue::Heavy(Arc::new(new)))
        }
    }
}

/// Whether a name can be replaced everywhere: it is only in plain pointers.
pub(crate) fn is_in_pointers_only(value: &SymValue, object: ObjectId) -> bool {
    !targets(value).contains(&object) || renamed(value, object, object).is_some()
}

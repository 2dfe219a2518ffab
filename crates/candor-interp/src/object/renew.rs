//! Another life of a local variable.
//!
//! A variable in the body of a loop is a new object in each round. Nobody can tell it from the last round's unless a pointer to that
//! one is still there; then they must not be the same, because the pointer points to what no longer exists.

use super::domain::Domain;
use crate::memory::{Allocated, Allocation, ObjectId};
use crate::state::{Site, State};
use crate::stop::Stop;

/// Looks at so many objects and cells at most; with more of them it is taken for granted that one holds the pointer. A loop that
/// calls functions leaves ever more dead objects behind, and looking through them in each round would take for ever.
const MAX_OBJECTS: u32 = 1 << 10;
const MAX_CELLS: usize = 1 << 12;

/// Whether an object has ended and one of the values, or something in live memory, still points to it.
pub fn is_held<D: Domain>(cx: &mut D, state: &mut State<D>, object: ObjectId, values: &[D::Value]) -> bool {
    if state.memory.get(object).is_none_or(|found| found.ended.is_none()) {
        return false;
    }
    if state.memory.len() > MAX_OBJECTS {
        return true;
    }
    let mut held: Vec<D::Value> = values.to_vec();
    for (id, found) in state.memory.iter() {
        if id == object || cx.known(&found.live) == Some(false) {
            continue;
        }
        held.extend(found.contents.cells().map(|(_, _, value)| value.clone()).take(MAX_CELLS + 1));
        if let Some(array) = &found.array {
            let Some(pointers) = cx.array_pointers(array) else { return true };
            held.extend(pointers);
        }
        if held.len() > MAX_CELLS {
            return true;
        }
    }
    held.iter().any(|value| points_to(cx, state, value, object))
}

fn points_to<D: Domain>(cx: &mut D, state: &State<D>, value: &D::Value, object: ObjectId) -> bool {
    let may_point = cx.is_pointer(value) || cx.has_provenance(value);
    may_point && cx.targets(&state.path, value).iter().any(|target| target.place.object() == Some(object))
}

/// A new object for a variable that was made elsewhere.
pub fn new_life<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    request: Allocation<D::Value>,
    made: Site,
) -> Result<Allocated<D::Value>, Stop> {
    let new = super::allocate(cx, state, request)?;
    if let Some(found) = state.memory.get_mut(new.object) {
        found.made = made;
    }
    Ok(new)
}

//! Which objects more than one thread may use.
//!
//! A thread can only use what it has a pointer to, and pointers carry the object they point into. So an object belongs to the
//! thread that made it until a pointer to it is written to where another thread can read it: to a variable of static storage, to
//! an object that is shared already, into the arguments of a new thread. From then on it and all that can be reached from it
//! are shared, for good. Addresses that have been turned into integers may be guessed, so those objects count as shared.

use candor_ir::Program;
use rustc_hash::FxHashSet;

use super::domain::Domain;
use crate::control::Beyond;
use crate::memory::{ObjectId, ObjectKind};
use crate::state::State;

/// Marks variables of static storage, all that can be reached from them, and what has been exposed.
pub fn share_globals<D: Domain>(cx: &mut D, state: &mut State<D>) {
    let is_global = |cx: &D, kind| match kind {
        ObjectKind::Global(global) => is_shared_global(cx.program(), global),
        ObjectKind::Arguments | ObjectKind::External => true,
        _ => false,
    };
    let globals = state.memory.iter().filter(|(_, object)| object.exposed || is_global(cx, object.kind));
    let globals: Vec<ObjectId> = globals.map(|(id, _)| id).collect();
    share_objects(cx, state, globals);
}

/// Constants are not: nobody can change them.
fn is_shared_global(program: &Program, global: candor_ir::GlobalId) -> bool {
    let data = &program.globals[global];
    !data.constant && !data.thread_local
}

/// Marks what a value points to and all that can be reached from there.
pub fn share<D: Domain>(cx: &mut D, state: &mut State<D>, value: &D::Value) {
    let objects = objects_of(cx, state, value);
    share_objects(cx, state, objects);
}

/// The same for what is in the object that a pointer points to, but not for that object itself.
pub fn share_contents<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) {
    for object in objects_of(cx, state, ptr) {
        let Some(found) = state.memory.get(object) else { continue };
        if found.array.is_some() {
            share_objects(cx, state, vec![object]);
            continue;
        }
        let cells: Vec<D::Value> = found.contents.cells().map(|(_, _, value)| value.clone()).collect();
        for cell in cells {
            share(cx, state, &cell);
        }
    }
}

fn objects_of<D: Domain>(cx: &mut D, state: &State<D>, value: &D::Value) -> Vec<ObjectId> {
    cx.targets(&state.path, value).iter().filter_map(|target| target.place.object()).collect()
}

fn share_objects<D: Domain>(cx: &mut D, state: &mut State<D>, mut waiting: Vec<ObjectId>) {
    // Nobody can change a constant, but who has a pointer to it has the pointers in it.
    let mut constants: FxHashSet<ObjectId> = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        let Some(found) = state.memory.get(id) else { continue };
        let is_known = found.shared || found.constant && !constants.insert(id);
        if is_known || matches!(found.kind, ObjectKind::Function(_)) {
            continue;
        }
        let cells: Vec<D::Value> = found.contents.cells().map(|(_, _, value)| value.clone()).collect();
        // What is one value of the context's may hold any pointers.
        if found.array.is_some() && cx.beyond() != Beyond::Nothing {
            waiting.extend(state.memory.iter().map(|(id, _)| id));
        }
        if !found.constant
            && let Some(found) = state.memory.get_mut(id)
        {
            found.shared = true;
        }
        for cell in cells {
            waiting.extend(objects_of(cx, state, &cell));
        }
    }
}

/// Whether another thread may use what the pointer points to; of a pointer to nowhere nobody knows.
pub fn is_shared<D: Domain>(cx: &mut D, state: &mut State<D>, ptr: &D::Value) -> bool {
    let targets = cx.targets(&state.path, ptr);
    targets.iter().any(|target| match target.place.object() {
        None => true,
        // Contents that are one value of the context's may hold pointers that nobody has looked through.
        Some(object) => state.memory.get(object).is_none_or(|found| found.shared || found.array.is_some()),
    })
}

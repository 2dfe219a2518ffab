//! Which heap blocks can still be reached.

use std::collections::BTreeMap;

use super::domain::{Domain, Place};
use crate::memory::{ObjectId, ObjectKind};
use crate::state::State;
use crate::values::Logic;

/// Is every live heap block reachable from the roots and the live variables? Without roots: is no heap block alive?
///
/// Interior pointers count, and so do integers that remember an object.
pub fn no_leak<D: Domain>(cx: &mut D, state: &mut State<D>, roots: Option<&[D::Value]>) -> D::Bool {
    let blocks = live_blocks(cx, state);
    let mut reached = BTreeMap::new();
    if let Some(roots) = roots {
        reached = reachable(cx, state, roots);
    }
    let mut ok = cx.boolean(true);
    for block in blocks {
        let Some(found) = state.memory.get(block) else { continue };
        let dead = cx.not(&found.live.clone());
        let fine = match reached.get(&block) {
            Some(reached) => cx.logic(Logic::Or, &dead, reached),
            None => dead,
        };
        ok = cx.logic(Logic::And, &ok, &fine);
    }
    ok
}

fn live_blocks<D: Domain>(cx: &D, state: &State<D>) -> Vec<ObjectId> {
    let is_block = |object: &super::Object<D::Value, D::Bool>| {
        object.kind == ObjectKind::Heap && cx.known(&object.live) != Some(false)
    };
    state.memory.iter().filter(|(_, object)| is_block(object)).map(|(id, _)| id).collect()
}

/// When each object is reachable: a fixed point over guards.
fn reachable<D: Domain>(cx: &mut D, state: &mut State<D>, roots: &[D::Value]) -> BTreeMap<ObjectId, D::Bool> {
    let mut reached: BTreeMap<ObjectId, D::Bool> = BTreeMap::new();
    let mut work: Vec<(D::Value, D::Bool)> = Vec::new();
    let always = cx.boolean(true);
    work.extend(roots.iter().map(|root| (root.clone(), always.clone())));
    let variables: Vec<ObjectId> = state
        .memory
        .iter()
        .filter(|(_, object)| object.kind != ObjectKind::Heap && cx.known(&object.live) != Some(false))
        .map(|(id, _)| id)
        .collect();
    for variable in variables {
        push_contents(state, variable, &always, &mut work);
    }
    while let Some((value, guard)) = work.pop() {
        for target in cx.targets(&state.path, &value) {
            let Place::Object(object, _) = target.place else {
                continue;
            };
            let mut when = guard.clone();
            if let Some(here) = &target.guard {
                when = cx.logic(Logic::And, &when, here);
            }
            let before = reached.get(&object).cloned().unwrap_or_else(|| cx.boolean(false));
            let not_before = cx.not(&before);
            let news = cx.logic(Logic::And, &when, &not_before);
            if cx.known(&news) == Some(false) {
                continue;
            }
            let now = cx.logic(Logic::Or, &before, &when);
            reached.insert(object, now);
            push_contents(state, object, &news, &mut work);
        }
    }
    reached
}

fn push_contents<D: Domain>(state: &State<D>, object: ObjectId, guard: &D::Bool, work: &mut Vec<(D::Value, D::Bool)>) {
    if let Some(found) = state.memory.get(object) {
        work.extend(found.contents.cells().map(|(_, _, value)| (value.clone(), guard.clone())));
    }
}

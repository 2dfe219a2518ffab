//! Which heap blocks can still be reached.

use std::collections::BTreeMap;

use super::domain::Domain;
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

/// When each object is reachable.
///
/// Round by round, one step along the pointers in each: a path without a detour visits no block twice, so there are never more
/// rounds than blocks, even where the context cannot tell that a guard adds nothing new.
fn reachable<D: Domain>(cx: &mut D, state: &mut State<D>, roots: &[D::Value]) -> BTreeMap<ObjectId, D::Bool> {
    let always = cx.boolean(true);
    let mut frontier: Vec<(D::Value, D::Bool)> = roots.iter().map(|root| (root.clone(), always.clone())).collect();
    let is_variable = |object: &super::Object<D::Value, D::Bool>| object.kind != ObjectKind::Heap;
    let variables =
        state.memory.iter().filter(|(_, object)| is_variable(object) && cx.known(&object.live) != Some(false));
    let variables: Vec<(ObjectId, D::Bool)> = variables.map(|(id, object)| (id, object.live.clone())).collect();
    for (variable, live) in variables {
        push_contents(state, variable, &live, &mut frontier);
    }
    let n_blocks = live_blocks(cx, state).len();
    let mut reached: BTreeMap<ObjectId, D::Bool> = BTreeMap::new();
    for _ in 0..=n_blocks {
        let mut news: BTreeMap<ObjectId, D::Bool> = BTreeMap::new();
        for (value, guard) in std::mem::take(&mut frontier) {
            for target in cx.targets(&state.path, &value) {
                let Some(object) = target.place.object() else { continue };
                let is_block = |found: &super::Object<D::Value, D::Bool>| found.kind == ObjectKind::Heap;
                if !state.memory.get(object).is_some_and(is_block) {
                    continue;
                }
                let when = match &target.guard {
                    None => guard.clone(),
                    Some(here) => cx.logic(Logic::And, &guard, here),
                };
                let new = match reached.get(&object).cloned() {
                    None => when,
                    Some(before) => {
                        let not_before = cx.not(&before);
                        cx.logic(Logic::And, &when, &not_before)
                    }
                };
                if cx.known(&new) == Some(false) {
                    continue;
                }
                let sum = match news.get(&object).cloned() {
                    None => new,
                    Some(other) => cx.logic(Logic::Or, &other, &new),
                };
                news.insert(object, sum);
            }
        }
        if news.is_empty() {
            break;
        }
        for (object, new) in news {
            push_contents(state, object, &new, &mut frontier);
            let now = match reached.get(&object).cloned() {
                None => new,
                Some(before) => cx.logic(Logic::Or, &before, &new),
            };
            reached.insert(object, now);
        }
    }
    reached
}

fn push_contents<D: Domain>(state: &State<D>, object: ObjectId, guard: &D::Bool, work: &mut Vec<(D::Value, D::Bool)>) {
    if let Some(found) = state.memory.get(object) {
        work.extend(found.contents.cells().map(|(_, _, value)| (value.clone(), guard.clone())));
    }
}

//! Which heap blocks can still be reached.

use std::collections::BTreeMap;

use super::domain::Domain;
use crate::memory::{Keepers, ObjectId, ObjectKind};
use crate::state::State;
use crate::stop::Stop;
use crate::values::Logic;

/// Is every live heap block reachable from the keepers and the live variables? Without keepers: is no heap block alive?
///
/// Interior pointers count, and so do integers that remember an object.
pub fn no_leak<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    keepers: Option<&Keepers<D::Value>>,
) -> Result<D::Bool, Stop> {
    let blocks = live_blocks(cx, state);
    let mut reached = BTreeMap::new();
    if let Some(keepers) = keepers {
        reached = reachable(cx, state, keepers)?;
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
    Ok(ok)
}

fn live_blocks<D: Domain>(cx: &D, state: &State<D>) -> Vec<ObjectId> {
    let is_block = |object: &super::Object<D::Value, D::Bool>| {
        object.kind == ObjectKind::Heap && cx.known(&object.live) != Some(false)
    };
    state.memory.iter().filter(|(_, object)| is_block(object)).map(|(id, _)| id).collect()
}

/// A pointer from one block to another, or from a root, and when it is there.
struct Link<B> {
    from: Option<ObjectId>,
    to: ObjectId,
    guard: B,
}

/// When each block is reachable.
///
/// Blocks that do not point in circles are done in one pass, from the roots on. In a circle a path without a detour visits no
/// block twice, so that as many passes are enough as there are blocks in it, even where the context cannot tell that a pass
/// adds nothing new.
fn reachable<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    keepers: &Keepers<D::Value>,
) -> Result<BTreeMap<ObjectId, D::Bool>, Stop> {
    let links = links(cx, state, keepers)?;
    let mut reached: BTreeMap<ObjectId, D::Bool> = BTreeMap::new();
    for circle in circles(&links) {
        let into: Vec<&Link<D::Bool>> = links.iter().filter(|link| circle.contains(&link.to)).collect();
        for _ in 0..circle.len() {
            let mut changed = false;
            for link in &into {
                let from = match link.from {
                    None => None,
                    Some(from) => match reached.get(&from) {
                        Some(from) => Some(from.clone()),
                        None => continue,
                    },
                };
                let when = match from {
                    None => link.guard.clone(),
                    Some(from) => cx.logic(Logic::And, &from, &link.guard),
                };
                let now = match reached.get(&link.to) {
                    None => when,
                    Some(before) if cx.known(before) == Some(true) => continue,
                    Some(before) => {
                        let before = before.clone();
                        cx.logic(Logic::Or, &before, &when)
                    }
                };
                changed = true;
                reached.insert(link.to, now);
            }
            if !changed {
                break;
            }
        }
    }
    Ok(reached)
}

/// All pointers to blocks that are in registers, live variables and live blocks.
fn links<D: Domain>(cx: &mut D, state: &State<D>, keepers: &Keepers<D::Value>) -> Result<Vec<Link<D::Bool>>, Stop> {
    let always = cx.boolean(true);
    let mut pointers: Vec<(Option<ObjectId>, D::Value, D::Bool)> =
        keepers.registers.iter().map(|value| (None, value.clone(), always.clone())).collect();
    let left_over = left_over(cx, state, keepers);
    for (id, object) in state.memory.iter() {
        if cx.known(&object.live) != Some(false) && !left_over.contains(&id) {
            let from = (object.kind == ObjectKind::Heap).then_some(id);
            let cells = object.contents.cells();
            pointers.extend(cells.map(|(_, _, value)| (from, value.clone(), object.live.clone())));
            if let Some(array) = &object.array {
                let what = "leaks where an array holds too many pointers";
                let held = cx.array_pointers(array).ok_or_else(|| Stop::Unsupported(what.into()))?;
                pointers.extend(held.into_iter().map(|value| (from, value, object.live.clone())));
            }
        }
    }
    let mut links: BTreeMap<(Option<ObjectId>, ObjectId), D::Bool> = BTreeMap::new();
    for (from, value, live) in pointers {
        for target in cx.targets(&state.path, &value) {
            let Some(to) = target.place.object() else { continue };
            if from == Some(to) || state.memory.get(to).is_none_or(|found| found.kind != ObjectKind::Heap) {
                continue;
            }
            let guard = match &target.guard {
                None => live.clone(),
                Some(here) => cx.logic(Logic::And, &live, here),
            };
            let guard = match links.get(&(from, to)) {
                None => guard,
                Some(other) => {
                    let other = other.clone();
                    cx.logic(Logic::Or, &other, &guard)
                }
            };
            links.insert((from, to), guard);
        }
    }
    Ok(links.into_iter().map(|((from, to), guard)| Link { from, to, guard }).collect())
}

/// The memory that keeps nothing. A pointer to it that has been merged with others is none to go by.
fn left_over<D: Domain>(cx: &mut D, state: &State<D>, keepers: &Keepers<D::Value>) -> Vec<ObjectId> {
    let only = |pointer| match &cx.targets(&state.path, pointer)[..] {
        [target] => target.place.object(),
        _ => None,
    };
    keepers.left_over.iter().filter_map(only).collect()
}

/// Blocks that can reach each other, such that whoever points to a group comes before it.
///
/// Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion: lists get long.
fn circles<B>(links: &[Link<B>]) -> Vec<Vec<ObjectId>> {
    let mut successors: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    for link in links {
        successors.entry(link.to).or_default();
        if let Some(from) = link.from {
            successors.entry(from).or_default().push(link.to);
        }
    }
    let mut order: BTreeMap<ObjectId, (usize, usize)> = BTreeMap::new();
    let mut open: Vec<ObjectId> = Vec::new();
    let mut groups = Vec::new();
    for &start in successors.keys() {
        if order.contains_key(&start) {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((node, next)) = work.pop() {
            if next == 0 {
                order.insert(node, (order.len(), order.len()));
                open.push(node);
            }
            match successors[&node].get(next) {
                Some(&successor) => {
                    work.push((node, next + 1));
                    if !order.contains_key(&successor) {
                        work.push((successor, 0));
                    } else if open.contains(&successor) {
                        let index = order[&successor].0;
                        lower(&mut order, node, index);
                    }
                }
                None => {
                    let (index, lowest) = order[&node];
                    if let Some((parent, _)) = work.last() {
                        lower(&mut order, *parent, lowest);
                    }
                    if index == lowest {
                        let first = open.iter().position(|&other| other == node).unwrap_or(0);
                        groups.push(open.split_off(first));
                    }
                }
            }
        }
    }
    groups.reverse();
    groups
}

fn lower(order: &mut BTreeMap<ObjectId, (usize, usize)>, node: ObjectId, index: usize) {
    if let Some((_, lowest)) = order.get_mut(&node) {
        *lowest = (*lowest).min(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(from: u32, to: u32) -> Link<()> {
        Link { from: (from != 0).then_some(ObjectId(from)), to: ObjectId(to), guard: () }
    }

    #[test]
    fn circles_come_after_what_points_to_them() {
        // 0 is the roots: 0 -> 1 -> 2 <-> 3 -> 4, and 5 -> 1.
        let links = [link(0, 1), link(1, 2), link(2, 3), link(3, 2), link(3, 4), link(5, 1)];
        let groups = circles(&links);
        let position = |id: u32| groups.iter().position(|group| group.contains(&ObjectId(id))).unwrap();
        assert!(position(5) < position(1) && position(1) < position(2) && position(2) < position(4));
        assert_eq!(position(2), position(3));
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), 5);
    }
}

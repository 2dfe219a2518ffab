//! Which heap blocks can still be reached.

use std::collections::BTreeMap;

use candor_ir::{Bits, Endian};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::contents::{ByteView, Contents};
use super::domain::Domain;
use crate::memory::{Keepers, ObjectId, ObjectKind};
use crate::state::State;
use crate::stop::Stop;
use crate::values::Logic;

/// Is every live heap block reachable from the keepers and the live variables? Without keepers: is no heap block alive?
pub fn no_leak<D: Domain>(
    cx: &mut D,
    state: &mut State<D>,
    keepers: Option<&Keepers<D::Value>>,
) -> Result<D::Bool, Stop> {
    let mut ok = cx.boolean(true);
    for (_, fine) in kept_blocks(cx, state, keepers)? {
        ok = cx.logic(Logic::And, &ok, &fine);
    }
    Ok(ok)
}

/// The heap blocks that may be alive, and when each is kept or dead.
///
/// Interior pointers count, and so do integers that hold the whole address of an object they remember.
pub fn kept_blocks<D: Domain>(
    cx: &mut D,
    state: &State<D>,
    keepers: Option<&Keepers<D::Value>>,
) -> Result<Vec<(ObjectId, D::Bool)>, Stop> {
    let reached = match keepers {
        Some(keepers) => reachable(cx, state, keepers)?,
        None => BTreeMap::new(),
    };
    let mut blocks = Vec::new();
    for block in live_blocks(cx, state) {
        let Some(found) = state.memory.get(block) else { continue };
        let dead = cx.not(&found.live);
        let fine = match reached.get(&block) {
            Some(reached) => cx.logic(Logic::Or, &dead, reached),
            None => dead,
        };
        blocks.push((block, fine));
    }
    Ok(blocks)
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
    state: &State<D>,
    keepers: &Keepers<D::Value>,
) -> Result<BTreeMap<ObjectId, D::Bool>, Stop> {
    let links = links(cx, state, keepers)?;
    if links.iter().all(|link| cx.known(&link.guard) == Some(true)) {
        let always = cx.boolean(true);
        return Ok(reachable_in(&links).into_iter().map(|block| (block, always.clone())).collect());
    }
    let mut reached: BTreeMap<ObjectId, D::Bool> = BTreeMap::new();
    let circles = circles(&links);
    for (circle, into) in circles.iter().zip(links_into(&links, &circles)) {
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

/// The blocks that can be reached by links, which are in order, all of which are there.
fn reachable_in<B>(links: &[Link<B>]) -> FxHashSet<ObjectId> {
    let mut reached = FxHashSet::default();
    let mut work = vec![None];
    while let Some(from) = work.pop() {
        let first = links.partition_point(|link| link.from < from);
        for link in links[first..].iter().take_while(|link| link.from == from) {
            if reached.insert(link.to) {
                work.push(Some(link.to));
            }
        }
    }
    reached
}

/// The links to blocks of each circle, those from outside first and then in the order of the circle, in which blocks come after those
/// through which they were found.
fn links_into<'l, B>(links: &'l [Link<B>], circles: &[Vec<ObjectId>]) -> Vec<Vec<&'l Link<B>>> {
    let places = circles
        .iter()
        .enumerate()
        .flat_map(|(idx, circle)| circle.iter().enumerate().map(move |(place, &block)| (block, (idx, place))));
    let places: FxHashMap<ObjectId, (usize, usize)> = places.collect();
    let mut into: Vec<Vec<&Link<B>>> = circles.iter().map(|_| Vec::new()).collect();
    for link in links {
        into[places[&link.to].0].push(link);
    }
    for (idx, into) in into.iter_mut().enumerate() {
        into.sort_by_key(|link| link.from.map(|from| places[&from]).filter(|(of, _)| *of == idx));
    }
    into
}

/// All pointers to blocks that are in registers, live variables and live blocks.
fn links<D: Domain>(cx: &mut D, state: &State<D>, keepers: &Keepers<D::Value>) -> Result<Vec<Link<D::Bool>>, Stop> {
    let always = cx.boolean(true);
    let registers = held_by(cx, &keepers.registers);
    let mut pointers: Vec<(Option<ObjectId>, D::Value, D::Bool)> =
        registers.into_iter().map(|value| (None, value, always.clone())).collect();
    let left_over = left_over(cx, state, keepers);
    for (id, object) in state.memory.iter() {
        if cx.known(&object.live) != Some(false) && !left_over.contains(&id) {
            let from = (object.kind == ObjectKind::Heap).then_some(id);
            let held = held_in(cx, &object.contents);
            pointers.extend(held.into_iter().map(|value| (from, value, object.live.clone())));
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

/// The pointers in registers, and the numbers that hold a whole address, even where it lies in two that follow each other, as those of
/// a structure do.
fn held_by<D: Domain>(cx: &mut D, registers: &[D::Value]) -> Vec<D::Value> {
    let is_part = |cx: &D, value: &D::Value| cx.is_whole_address(value) == Some(false);
    let mut held: Vec<D::Value> = registers.iter().filter(|value| !is_part(cx, value)).cloned().collect();
    let n_bytes = cx.pointer_bits() / 8;
    for pair in registers.windows(2) {
        if !pair.iter().all(|value| is_part(cx, value)) {
            continue;
        }
        let bytes = pair.iter().flat_map(|value| (0..n_bytes).map(move |index| (value, index)));
        let bytes: SmallVec<[D::Value; 16]> = bytes.map(|(value, index)| cx.byte_of(value, index, n_bytes)).collect();
        let both = cx.join(&bytes);
        if cx.is_whole_address(&both) == Some(true) {
            held.push(both);
        }
    }
    held
}

/// The pointers in memory, and the numbers that hold a whole address, even where it lies in several cells.
fn held_in<D: Domain>(cx: &mut D, contents: &Contents<D::Value>) -> Vec<D::Value> {
    let mut held = Vec::new();
    for (offset, size, value) in contents.cells() {
        if cx.is_whole_address(value) != Some(false) {
            held.push(value.clone());
            continue;
        }
        let words = (offset..offset + u64::from(size)).filter_map(|start| word_at(cx, contents, start));
        let words: Vec<D::Value> = words.collect();
        held.extend(words.into_iter().filter(|word| cx.is_whole_address(word) == Some(true)));
    }
    held
}

/// The number, as wide as a pointer, that begins at a byte; pointers in it and what was never written are zeros.
fn word_at<D: Domain>(cx: &mut D, contents: &Contents<D::Value>, start: u64) -> Option<D::Value> {
    let end = start + u64::from(cx.pointer_bits() / 8);
    if end > contents.size() {
        return None;
    }
    let endian = cx.endian();
    let bytes = (start..end).map(|at| match contents.byte(at) {
        ByteView::Part { value, index, size } if !cx.is_pointer(value) => match endian {
            Endian::Little => cx.byte_of(value, index, size),
            Endian::Big => cx.byte_of(value, size - 1 - index, size),
        },
        ByteView::Plain(byte) => cx.constant(&Bits::new(8, u64::from(byte))),
        ByteView::Part { .. } | ByteView::Uninitialized => cx.constant(&Bits::zero(8)),
    });
    let mut bytes: SmallVec<[D::Value; 8]> = bytes.collect();
    if endian == Endian::Big {
        bytes.reverse();
    }
    Some(cx.join(&bytes))
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
    let mut order: FxHashMap<ObjectId, (usize, usize)> = FxHashMap::default();
    let mut open: Vec<ObjectId> = Vec::new();
    let mut is_open: FxHashSet<ObjectId> = FxHashSet::default();
    let mut groups = Vec::new();
    // A circle is gone through from where the roots point to.
    let from_roots = links.iter().filter(|link| link.from.is_none()).map(|link| link.to);
    for start in from_roots.chain(successors.keys().copied()) {
        if order.contains_key(&start) {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((node, next)) = work.pop() {
            if next == 0 {
                order.insert(node, (order.len(), order.len()));
                open.push(node);
                is_open.insert(node);
            }
            match successors[&node].get(next) {
                Some(&successor) => {
                    work.push((node, next + 1));
                    if !order.contains_key(&successor) {
                        work.push((successor, 0));
                    } else if is_open.contains(&successor) {
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
                        let first = open.iter().rposition(|&other| other == node).unwrap_or(0);
                        let group = open.split_off(first);
                        group.iter().for_each(|block| _ = is_open.remove(block));
                        groups.push(group);
                    }
                }
            }
        }
    }
    groups.reverse();
    groups
}

fn lower(order: &mut FxHashMap<ObjectId, (usize, usize)>, node: ObjectId, index: usize) {
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

    /// Links between blocks at random: circles are the same as those of who can reach whom and back.
    #[test]
    fn circles_are_those_who_reach_each_other() {
        let mut seed = 3u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for n_blocks in [1, 2, 5, 9, 14] {
            let links: Vec<Link<()>> =
                (0..n_blocks * 3 / 2).map(|_| link(random(n_blocks + 1), 1 + random(n_blocks))).collect();
            let next = |at: u32| links.iter().filter(move |link| link.from == Some(ObjectId(at))).map(|link| link.to.0);
            let reaches = |from: u32, to: u32| {
                let (mut seen, mut work) = (vec![from], vec![from]);
                while let Some(at) = work.pop() {
                    let new: Vec<u32> = next(at).filter(|other| !seen.contains(other)).collect();
                    seen.extend(&new);
                    work.extend(&new);
                }
                seen.contains(&to)
            };
            let groups = circles(&links);
            let position = |id: ObjectId| groups.iter().position(|group| group.contains(&id)).unwrap();
            for one in groups.iter().flatten() {
                for other in groups.iter().flatten() {
                    let is_same = reaches(one.0, other.0) && reaches(other.0, one.0);
                    assert_eq!(position(*one) == position(*other), is_same);
                    assert!(!reaches(one.0, other.0) || position(*one) <= position(*other));
                }
            }
            let mut sorted = links.iter().map(|link| (link.from, link.to)).collect::<Vec<_>>();
            sorted.sort_unstable();
            let sorted: Vec<Link<()>> = sorted.into_iter().map(|(from, to)| Link { from, to, guard: () }).collect();
            let reached = reachable_in(&sorted);
            let roots: Vec<u32> = links.iter().filter(|link| link.from.is_none()).map(|link| link.to.0).collect();
            for block in groups.iter().flatten() {
                assert_eq!(reached.contains(block), roots.iter().any(|root| reaches(*root, block.0)));
            }
            let into = links_into(&links, &groups);
            assert_eq!(into.iter().map(Vec::len).sum::<usize>(), links.len());
            assert!(into.iter().zip(&groups).all(|(into, group)| into.iter().all(|link| group.contains(&link.to))));
        }
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

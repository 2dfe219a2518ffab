//! Folding: nodes that only their neighbours point to become one segment.

use std::collections::{BTreeMap, BTreeSet};

use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::object::{Domain, Object};
use candor_interp::{ObjectId, ObjectKind, Stop};
use candor_term::Term;

use crate::layout::{Held, Part, parts};
use crate::references::{Holder, is_in_pointers_only, plain_pointer, targets};
use crate::segment::{Link, Segment, Shape, any_number};

/// Larger objects are no nodes.
const MAX_NODE_BYTES: u64 = 4096;

/// Who points to each object of the heap.
pub(crate) struct Pointers(BTreeMap<ObjectId, Vec<Holder>>);

impl Pointers {
    pub(crate) fn new(cx: &mut SymbolicContext, shape: &Shape) -> Option<Pointers> {
        let state = &shape.state;
        let mut holders: BTreeMap<ObjectId, Vec<Holder>> = BTreeMap::new();
        let mut add = |value: &SymValue, holder: Holder| {
            targets(value).into_iter().for_each(|object| holders.entry(object).or_default().push(holder));
        };
        for thread in state.threads() {
            let in_frames = thread.frames().flat_map(|frame| frame.regs.iter().chain(&frame.varargs));
            in_frames.for_each(|value| add(value, Holder::Root));
            thread.locals.iter().for_each(|(_, value)| add(value, Holder::Root));
            add(&thread.result, Holder::Root);
        }
        state.exit_status.iter().chain(&state.chosen).for_each(|value| add(value, Holder::Root));
        for (id, object) in state.memory.iter() {
            let is_block = object.kind == ObjectKind::Heap && object.live == Term::TRUE;
            for (at, _, value) in object.contents.cells() {
                add(value, if is_block { Holder::Block(id, at) } else { Holder::Root });
            }
            if let Some(array) = &object.array {
                cx.array_pointers(array)?.iter().for_each(|value| add(value, Holder::Root));
            }
        }
        Some(Pointers(holders))
    }

    fn of(&self, object: ObjectId) -> &[Holder] {
        self.0.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Whether these and no others point to an object.
    fn are(&self, object: ObjectId, wanted: &[Holder]) -> bool {
        let holders = self.of(object);
        holders.len() == wanted.len() && wanted.iter().all(|holder| holders.contains(holder))
    }
}

/// How much is forgotten.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Precision {
    /// A list of fewer nodes stays as it is.
    pub(crate) shortest: usize,
    /// Whether nodes that hold different constants stay apart.
    pub(crate) keeps_constants: bool,
    /// So many states that differ only in numbers are kept apart at each place.
    pub(crate) n_numbers: usize,
}

/// Folds what can be folded, as long as there is something.
pub(crate) fn fold(cx: &mut SymbolicContext, shape: &mut Shape, precision: Precision) -> Result<(), Stop> {
    loop {
        let Some(pointers) = Pointers::new(cx, shape) else { return Ok(()) };
        let pairs = neighbours(cx, shape, &pointers);
        let is_long = |pair: &Neighbours| {
            let has_segment = [pair.one, pair.other].iter().any(|id| shape.segment_of(*id).is_some());
            has_segment || n_nodes(&pairs, pair) >= precision.shortest
        };
        let long: Vec<&Neighbours> = pairs.iter().filter(|pair| is_long(pair)).collect();
        let mut folded = false;
        for pair in long {
            if fold_pair(cx, shape, pair, precision)? {
                folded = true;
                break;
            }
        }
        if !folded {
            return Ok(());
        }
    }
}

/// How many nodes there are in a row.
fn n_nodes(pairs: &[Neighbours], pair: &Neighbours) -> usize {
    let mut n_nodes = 2;
    let mut end = pair.other;
    while let Some(next) = pairs.iter().find(|next| next.one == end && next.next == pair.next) {
        end = next.other;
        n_nodes += 1;
        // In a ring.
        if end == pair.one || n_nodes > pairs.len() + 1 {
            return n_nodes;
        }
    }
    let mut start = pair.one;
    while let Some(before) = pairs.iter().find(|before| before.other == start && before.next == pair.next) {
        start = before.one;
        n_nodes += 1;
        if n_nodes > 2 * pairs.len() + 2 {
            break;
        }
    }
    n_nodes
}

/// Two nodes, or segments, that follow each other: the end of one and the start of the other.
struct Neighbours {
    /// The first node of the one and its last.
    first: ObjectId,
    one: ObjectId,
    /// The first node of the other and its last.
    other: ObjectId,
    last: ObjectId,
    next: Link,
    back: Option<Link>,
}

fn is_node(object: &Object<SymValue, Term>) -> bool {
    object.kind == ObjectKind::Heap
        && object.live == Term::TRUE
        && object.plain_size.is_some_and(|size| size <= MAX_NODE_BYTES)
        && object.base.is_none()
        && !object.exposed
        && !object.shared
        && object.array.is_none()
}

fn neighbours(cx: &SymbolicContext, shape: &Shape, pointers: &Pointers) -> Vec<Neighbours> {
    let mut found = Vec::new();
    for (one, object) in shape.state.memory.iter().filter(|(_, object)| is_node(object)) {
        for (at, _, value) in object.contents.cells() {
            let Some((other, to)) = plain_pointer(value) else { continue };
            let next = Link { at, to };
            let is_like = |other: &Object<SymValue, Term>| {
                is_node(other) && other.plain_size == object.plain_size && other.align == object.align
            };
            if other == one || !shape.state.memory.get(other).is_some_and(is_like) {
                continue;
            }
            found.extend(doubly(cx, shape, pointers, one, other, next).or_else(|| singly(shape, pointers, one, other, next)));
        }
    }
    found
}

/// Nothing but the first node points to the second.
fn singly(shape: &Shape, pointers: &Pointers, one: ObjectId, other: ObjectId, next: Link) -> Option<Neighbours> {
    let fits = |id: ObjectId| match shape.segment_of(id) {
        None => true,
        Some(first) => first == id && shape.segments[&id].back.is_none() && shape.segments[&id].next == next,
    };
    let is_apart = pointers.are(other, &[Holder::Block(one, next.at)]);
    (is_apart && fits(one) && fits(other)).then_some(Neighbours { first: one, one, other, last: other, next, back: None })
}

/// Both point to each other, and besides that only what follows points to the second; within segments nothing else does.
fn doubly(
    cx: &SymbolicContext,
    shape: &Shape,
    pointers: &Pointers,
    one: ObjectId,
    other: ObjectId,
    next: Link,
) -> Option<Neighbours> {
    let there = shape.state.memory.get(other)?;
    let back_at = there.contents.cells().find_map(|(at, _, value)| {
        let (object, to) = plain_pointer(value)?;
        (object == one && at != next.at).then_some(Link { at, to })
    })?;
    let back = back_at;
    // What looks like a neighbour may be the inside of a segment.
    let (before, after) = (shape.segment_of(one), shape.segment_of(other));
    if before.is_some() && before == after {
        return None;
    }
    let fits = |segment: &Segment| segment.next == next && segment.back.is_some_and(|(link, _)| link == back);
    let first = match before {
        None => one,
        Some(first) => {
            let segment = &shape.segments[&first];
            let inside = [Holder::Block(first, next.at), Holder::Block(other, back.at)];
            (fits(segment) && segment.last() == Some(one) && pointers.are(one, &inside)).then_some(first)?
        }
    };
    let last = match after {
        None => {
            let follower = plain_pointer(&shape.link(cx, other, next.at)?).map(|(object, _)| object);
            let is_from = |holder: &Holder| match *holder {
                Holder::Root => false,
                Holder::Block(from, at) => {
                    (from, at) == (one, next.at) || Some(from) == follower && at == back.at && from != one
                }
            };
            pointers.of(other).iter().all(is_from).then_some(other)?
        }
        Some(start) => {
            let segment = &shape.segments[&start];
            let last = segment.last()?;
            let inside = [Holder::Block(one, next.at), Holder::Block(last, back.at)];
            (fits(segment) && start == other && pointers.are(other, &inside)).then_some(last)?
        }
    };
    Some(Neighbours { first, one, other, last, next, back: Some(back) })
}

/// Makes two neighbours one segment; false if what they hold cannot be said at once.
fn fold_pair(
    cx: &mut SymbolicContext,
    shape: &mut Shape,
    pair: &Neighbours,
    precision: Precision,
) -> Result<bool, Stop> {
    let Neighbours { first, one, other, last, next, back } = *pair;
    let links: Vec<u64> = [Some(next.at), back.map(|link| link.at)].into_iter().flatten().collect();
    let mut any: BTreeSet<(u64, u64)> = BTreeSet::new();
    for id in [first, other] {
        any.extend(shape.segments.get(&id).into_iter().flat_map(|segment| segment.any.iter().copied()));
    }
    let (ours, theirs) = (shape.object(first)?, shape.object(last)?);
    let size = ours.plain_size.unwrap_or(0);
    let Some(all) = parts(&ours.contents, &theirs.contents, size) else { return Ok(false) };
    let pointer_bytes = u64::from(cx.pointer_bits() / 8);
    let mut forgotten: BTreeSet<(u64, u64)> = BTreeSet::new();
    for Part { at, size, held: [ours, theirs] } in all {
        if links.iter().any(|&link| at < link + pointer_bytes && link < at + size) {
            let is_inside = links.iter().any(|&link| link <= at && at + size <= link + pointer_bytes);
            match is_inside {
                true => continue,
                false => return Ok(false),
            }
        }
        if any.contains(&(at, size)) {
            // One of them is a node whose value may be no number.
            let is_fit = |held: &Held, cx: &mut SymbolicContext| {
                held.is_number(cx, size) && !(precision.keeps_constants && held.is_constant())
            };
            if is_fit(&ours, cx) && is_fit(&theirs, cx) {
                continue;
            }
            return Ok(false);
        }
        if ours.is_same(&theirs) && is_plain(&ours, &[first, one, other, last]) {
            continue;
        }
        if !ours.is_number(cx, size) || !theirs.is_number(cx, size) {
            return Ok(false);
        }
        if precision.keeps_constants && (ours.is_constant() || theirs.is_constant()) {
            return Ok(false);
        }
        forgotten.insert((at, size));
    }
    any.extend(&forgotten);
    let overlap = any.iter().zip(any.iter().skip(1)).any(|(one, next)| one.0 + one.1 > next.0);
    if overlap {
        return Ok(false);
    }
    let Some(end) = shape.link(cx, last, next.at) else { return Ok(false) };
    let targets: Vec<ObjectId> = match back {
        None => vec![first],
        Some(_) => vec![first, last],
    };
    for &target in &targets {
        for &(at, size) in &any {
            let value = any_number(cx, size);
            shape.put_sized(cx, target, at, size, value)?;
        }
    }
    shape.segments.remove(&first);
    shape.segments.remove(&other);
    match back {
        None => {
            shape.put(cx, first, next.at, end)?;
            shape.state.memory.remove(other);
            shape.segments.insert(first, Segment { next, back: None, any });
        }
        Some(link) => {
            let (to_last, to_first) = (cx.pointer(last, next.to), cx.pointer(first, link.to));
            shape.put(cx, first, next.at, to_last)?;
            shape.put(cx, last, link.at, to_first)?;
            for inner in [one, other].into_iter().filter(|id| ![first, last].contains(id)) {
                shape.state.memory.remove(inner);
            }
            shape.segments.insert(first, Segment { next, back: Some((link, last)), any });
        }
    }
    Ok(true)
}

/// Whether what all nodes hold does not name one of them.
fn is_plain(held: &Held, nodes: &[ObjectId]) -> bool {
    match held {
        Held::Value(value) => nodes.iter().all(|&node| !targets(value).contains(&node) && is_in_pointers_only(value, node)),
        Held::Unwritten | Held::Bytes(_) => true,
    }
}

//! Folding: nodes that only their neighbours point to become one segment.

use std::collections::BTreeMap;

use candor_context_concrete::Value;
use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::object::{Domain, Life, Object};
use candor_interp::{ObjectId, ObjectKind, Stop};
use candor_its::Polynomial;
use candor_term::Term;

use crate::layout::{Held, Part, parts};
use crate::references::{Holder, is_in_pointers_only, plain_pointer, targets};
use crate::segment::{Any, Common, Link, Owned, Segment, Shape, any_number};

/// Larger objects are no nodes.
const MAX_NODE_BYTES: u64 = 4096;

/// Who points to each object of the heap.
pub(crate) struct Pointers(BTreeMap<ObjectId, Vec<Holder>>);

impl Pointers {
    pub(crate) fn new(cx: &mut SymbolicContext, shape: &Shape) -> Option<Pointers> {
        let state = &shape.state;
        let mut holders: BTreeMap<ObjectId, Vec<Holder>> = BTreeMap::new();
        let mut add = |value: &SymValue, holder: Holder| {
            // That an object points to itself does not matter to others.
            let others =
                targets(value).into_iter().filter(|object| !matches!(holder, Holder::Block(id, _) if id == *object));
            others.for_each(|object| holders.entry(object).or_default().push(holder));
        };
        state.values().for_each(|value| add(value, Holder::Root));
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

/// What nodes may have to themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Parts {
    None,
    Own,
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
        // Lists that belong to nodes are folded before what they belong to.
        let mut folded = false;
        for parts in [Parts::None, Parts::Own] {
            for pair in &long {
                folded = folded || fold_pair(cx, shape, &pointers, pair, precision, parts)?;
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

/// Whether objects differ only in what they hold and when they lived.
fn is_like(one: &Object<SymValue, Term>, other: &Object<SymValue, Term>) -> bool {
    one.plain_size == other.plain_size
        && one.align == other.align
        && one.placement == other.placement
        && one.constant == other.constant
        && one.contents.fresh() == other.contents.fresh()
}

fn neighbours(cx: &SymbolicContext, shape: &Shape, pointers: &Pointers) -> Vec<Neighbours> {
    let mut found = Vec::new();
    let parts = shape.parts(cx);
    for (one, object) in shape.state.memory.iter().filter(|(id, object)| is_node(object) && !parts.contains(id)) {
        for (at, _, value) in object.contents.cells() {
            let Some((other, to)) = plain_pointer(value) else { continue };
            let next = Link { at, to };
            let is_neighbour = |other: &Object<SymValue, Term>| is_node(other) && is_like(object, other);
            if other == one || parts.contains(&other) || !shape.state.memory.get(other).is_some_and(is_neighbour) {
                continue;
            }
            found.extend(
                doubly(cx, shape, pointers, one, other, next).or_else(|| singly(shape, pointers, one, other, next)),
            );
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
    (is_apart && fits(one) && fits(other)).then_some(Neighbours {
        first: one,
        one,
        other,
        last: other,
        next,
        back: None,
    })
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
    // Seen from the other end it is the same list: the pointer that comes first in a node is the one to the next.
    let back = there.contents.cells().find_map(|(at, _, value)| {
        let (object, to) = plain_pointer(value)?;
        (object == one && at > next.at).then_some(Link { at, to })
    })?;
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
    pointers: &Pointers,
    pair: &Neighbours,
    precision: Precision,
    parts: Parts,
) -> Result<bool, Stop> {
    // What has been joined until something does not fit is dropped again.
    let mut folded = shape.clone();
    let is_folded = join_neighbours(cx, &mut folded, pointers, pair, precision, parts)?;
    if is_folded {
        *shape = folded;
    }
    Ok(is_folded)
}

fn join_neighbours(
    cx: &mut SymbolicContext,
    shape: &mut Shape,
    pointers: &Pointers,
    pair: &Neighbours,
    precision: Precision,
    parts: Parts,
) -> Result<bool, Stop> {
    let Neighbours { first, one, other, last, next, back } = *pair;
    let links: Vec<u64> = [Some(next.at), back.map(|link| link.at)].into_iter().flatten().collect();
    let sides = [first, other].map(|id| shape.segments.remove(&id));
    let lengths = sides.each_ref().map(|side| match side {
        None => Some(Polynomial::constant(1)),
        Some(segment) => segment.length.clone(),
    });
    let length = match lengths {
        [Some(one), Some(other)] => Some(one.plus(&other)),
        _ => None,
    };
    let sides = sides.map(|side| side.map(|segment| segment.common));
    let mut common = Common::default();
    sides.iter().flatten().for_each(|side| common.add(side.clone()));
    let mut joint = Joint { cx, shape, pointers, precision, parts };
    if !joint.contents(first, last, &links, &sides, &mut common)? || back.is_some() && !common.owned.is_empty() {
        return Ok(false);
    }
    let Some(end) = shape.link(cx, last, next.at) else { return Ok(false) };
    // A node that will be gone is no end.
    let gone = [one, other].into_iter().filter(|id| *id != first && (back.is_none() || *id != last));
    if gone.into_iter().any(|id| targets(&end).contains(&id)) {
        return Ok(false);
    }
    share_life(shape, &[first, one, other, last]);
    forget(cx, shape, first, &common.any)?;
    match back {
        None => {
            shape.put(cx, first, next.at, end)?;
            shape.state.memory.remove(other);
            shape.segments.insert(first, Segment { next, back: None, common, length });
        }
        Some(link) => {
            forget(cx, shape, last, &common.any)?;
            let (to_last, to_first) = (cx.pointer(last, next.to), cx.pointer(first, link.to));
            shape.put(cx, first, next.at, to_last)?;
            shape.put(cx, last, link.at, to_first)?;
            for inner in [one, other].into_iter().filter(|id| ![first, last].contains(id)) {
                shape.state.memory.remove(inner);
            }
            shape.segments.insert(first, Segment { next, back: Some((link, last)), common, length });
        }
    }
    Ok(true)
}

/// What is known of the time in which one of many objects lived is the time in which all did.
fn share_life(shape: &mut Shape, objects: &[ObjectId]) {
    let lives = objects.iter().filter_map(|id| shape.state.memory.get(*id)).map(|found| found.life);
    let Some(common) = lives.reduce(Life::common) else { return };
    for id in objects {
        if let Some(found) = shape.state.memory.get_mut(*id) {
            found.life = common;
        }
    }
}

/// Makes numbers of a node arbitrary.
fn forget(cx: &mut SymbolicContext, shape: &mut Shape, node: ObjectId, any: &Any) -> Result<(), Stop> {
    for &(at, size) in any {
        let value = any_number(cx, size);
        shape.put_sized(cx, node, at, size, value)?;
    }
    Ok(())
}

/// What two nodes hold, said at once.
struct Joint<'a> {
    cx: &'a mut SymbolicContext,
    shape: &'a mut Shape,
    pointers: &'a Pointers,
    precision: Precision,
    parts: Parts,
}

impl Joint<'_> {
    /// Adds to what is arbitrary, and to what belongs to each node, so that the first node stands for both; false if it cannot. The links are left out.
    fn contents(
        &mut self,
        first: ObjectId,
        second: ObjectId,
        links: &[u64],
        sides: &[Option<Common>; 2],
        common: &mut Common,
    ) -> Result<bool, Stop> {
        let Common { any, owned, selves } = common;
        let (ours, theirs) = (self.shape.object(first)?, self.shape.object(second)?);
        let size = ours.plain_size.unwrap_or(0);
        let Some(all) = parts(&ours.contents, &theirs.contents, size) else { return Ok(false) };
        let pointer_bytes = u64::from(self.cx.pointer_bits() / 8);
        for Part { at, size, held: [ours, theirs] } in all {
            let overlaps = |place: u64| at < place + pointer_bytes && place < at + size;
            if links.iter().any(|&link| overlaps(link)) {
                match links.iter().any(|&link| link <= at && at + size <= link + pointer_bytes) {
                    true => continue,
                    false => return Ok(false),
                }
            }
            let is_fit = |held: &Held, joint: &mut Self| {
                held.is_number(joint.cx, size) && !(joint.precision.keeps_constants && held.is_constant())
            };
            if any.contains(&(at, size)) {
                // One of them is a node whose value may be no number.
                if is_fit(&ours, self) && is_fit(&theirs, self) {
                    continue;
                }
                return Ok(false);
            }
            let is_owned = owned.keys().any(|&place| overlaps(place));
            if !is_owned && ours.is_same(&theirs) && is_plain(&ours, &[first, second]) {
                continue;
            }
            if !is_owned && is_fit(&ours, self) && is_fit(&theirs, self) {
                any.insert((at, size));
                continue;
            }
            let endian = self.cx.program().target.endian;
            let is_self = |held: &Held, node: ObjectId| {
                held.value(endian)
                    .and_then(|value| plain_pointer(&value))
                    .filter(|(to, _)| *to == node)
                    .map(|(_, to)| to)
            };
            let both = is_self(&ours, first).zip(is_self(&theirs, second));
            if both.is_some_and(|(one, other)| one == other) {
                selves.insert(at);
                continue;
            }
            let may_own = self.parts == Parts::Own && size == pointer_bytes && !selves.contains(&at);
            if !may_own || !self.own([(first, &ours), (second, &theirs)], sides, at, owned)? {
                return Ok(false);
            }
        }
        let overlap = any.iter().zip(any.iter().skip(1)).any(|(one, next)| one.0 + one.1 > next.0);
        Ok(!overlap)
    }

    /// What each of two nodes has to itself becomes one: an object that nothing else points to, or nothing.
    fn own(
        &mut self,
        nodes: [(ObjectId, &Held); 2],
        sides: &[Option<Common>; 2],
        at: u64,
        owned: &mut Owned,
    ) -> Result<bool, Stop> {
        let endian = self.cx.program().target.endian;
        let mut parts = Vec::new();
        for ((node, held), side) in nodes.into_iter().zip(sides) {
            let Some(value) = held.value(endian) else { return Ok(false) };
            // What many nodes point to is shared by them, unless it stands for what each has.
            let may_own = side.as_ref().is_none_or(|side| side.owned.contains_key(&at));
            let part = match plain_pointer(&value) {
                Some((part, to)) if may_own && self.is_private(part, node, at) => Some((part, to)),
                None if value == SymValue::Same(Value::Int(0)) => None,
                _ => return Ok(false),
            };
            parts.push(part);
        }
        let is_optional = parts.contains(&None);
        match parts[..] {
            [Some((ours, to)), Some((theirs, other))] => {
                if to != other || ours == theirs || !self.objects(ours, theirs)? {
                    return Ok(false);
                }
                self.shape.state.memory.remove(theirs);
            }
            [None, Some((theirs, to))] => {
                let pointer = self.cx.pointer(theirs, to);
                self.shape.put(self.cx, nodes[0].0, at, pointer)?;
                self.make_template(theirs)?;
            }
            [Some((ours, _)), None] => self.make_template(ours)?,
            _ => {}
        }
        let is_optional = is_optional || owned.get(&at) == Some(&true);
        owned.insert(at, is_optional);
        // Whoever may not be there keeps nothing from being lost.
        let part = parts.iter().flatten().next().map(|(part, _)| *part);
        Ok(!is_optional || part.is_none_or(|part| self.is_closed(part)))
    }

    /// Whether a part points only to itself and to what belongs to it.
    fn is_closed(&self, part: ObjectId) -> bool {
        let of_segment = self.shape.segments.get(&part).map(|segment| &segment.common);
        let common = of_segment.or_else(|| self.shape.templates.get(&part));
        let Some(object) = self.shape.state.memory.get(part) else { return false };
        object.contents.cells().all(|(at, _, value)| {
            let is_owned = common.is_some_and(|common| common.owned.contains_key(&at));
            targets(value).into_iter().all(|to| {
                let is_block = self.shape.state.memory.get(to).is_some_and(|found| found.kind == ObjectKind::Heap);
                to == part || !is_block || is_owned && self.is_closed(to)
            })
        })
    }

    /// Lets an object stand for many, and what only it points to for what belongs to each.
    fn make_template(&mut self, object: ObjectId) -> Result<(), Stop> {
        if self.shape.segments.contains_key(&object) || self.shape.templates.contains_key(&object) {
            return Ok(());
        }
        // A circle comes back to one that has begun.
        self.shape.templates.insert(object, Common::default());
        let mut common = Common::default();
        let cells = self.shape.object(object)?.contents.cells();
        let pointers: Vec<(u64, ObjectId)> =
            cells.filter_map(|(at, _, value)| plain_pointer(value).map(|(to, _)| (at, to))).collect();
        for (at, to) in pointers {
            if to == object {
                common.selves.insert(at);
            } else if self.is_private(to, object, at) {
                common.owned.insert(at, false);
                self.make_template(to)?;
            }
        }
        self.shape.templates.insert(object, common);
        Ok(())
    }

    /// Whether only this place points to an object, and the object itself.
    fn is_private(&self, object: ObjectId, node: ObjectId, at: u64) -> bool {
        let is_own = |holder: &Holder| match *holder {
            Holder::Root => false,
            Holder::Block(from, place) => (from, place) == (node, at) || from == object,
        };
        let is_simple = |found: &Object<SymValue, Term>| {
            found.contents.cells().all(|(_, _, value)| targets(value).is_empty() || plain_pointer(value).is_some())
        };
        let is_part = self.shape.state.memory.get(object).is_some_and(|found| is_node(found) && is_simple(found));
        let is_first = self.shape.segment_of(object).is_none_or(|first| first == object);
        let is_single = self.shape.segments.get(&object).is_none_or(|segment| segment.back.is_none());
        is_part && is_first && is_single && self.pointers.of(object).iter().all(is_own)
    }

    /// Joins two objects that belong to nodes, and the lists that begin with them; the first is left for both.
    fn objects(&mut self, ours: ObjectId, theirs: ObjectId) -> Result<bool, Stop> {
        let (one, other) = (self.shape.object(ours)?, self.shape.object(theirs)?);
        if !is_like(one, other) {
            return Ok(false);
        }
        share_life(self.shape, &[ours, theirs]);
        let [one, other] = [ours, theirs].map(|id| self.shape.segments.remove(&id));
        let next = match (&one, &other) {
            (Some(one), Some(other)) if one.next != other.next => return Ok(false),
            (Some(segment), _) | (None, Some(segment)) => Some(segment.next),
            (None, None) => None,
        };
        let mut common = Common::default();
        let mut sides = [one, other].map(|segment| segment.map(|segment| segment.common));
        for (id, side) in [ours, theirs].into_iter().zip(&mut sides) {
            // A part is a segment or a template, if it stands for many.
            let template = self.shape.templates.remove(&id);
            *side = side.take().or(template);
        }
        sides.iter().flatten().for_each(|side| common.add(side.clone()));
        if let Some(next) = next {
            // A ring of one points to itself where others point to the next.
            common.selves.remove(&next.at);
            let end = next.at + u64::from(self.cx.pointer_bits() / 8);
            let is_link = |at: u64, size: u64| at < end && next.at < at + size;
            if common.owned.contains_key(&next.at) || common.any.iter().any(|&(at, size)| is_link(at, size)) {
                return Ok(false);
            }
        }
        let links: Vec<u64> = next.iter().map(|link| link.at).collect();
        if let Some(next) = next {
            let ends = [ours, theirs].map(|id| self.shape.link(self.cx, id, next.at));
            let [Some(one), Some(other)] = ends else { return Ok(false) };
            let is_ring = plain_pointer(&one)
                .zip(plain_pointer(&other))
                .is_some_and(|(one, other)| one.0 == ours && other.0 == theirs && one.1 == other.1);
            if one != other && !is_ring {
                return Ok(false);
            }
        }
        if !self.contents(ours, theirs, &links, &sides, &mut common)? {
            return Ok(false);
        }
        forget(self.cx, self.shape, ours, &common.any)?;
        match next {
            Some(next) => _ = self.shape.segments.insert(ours, Segment { next, back: None, common, length: None }),
            None => _ = self.shape.templates.insert(ours, common),
        }
        Ok(true)
    }
}

/// Whether what all nodes hold does not name one of them.
fn is_plain(held: &Held, nodes: &[ObjectId]) -> bool {
    match held {
        Held::Value(value) => {
            nodes.iter().all(|&node| !targets(value).contains(&node) && is_in_pointers_only(value, node))
        }
        Held::Unwritten | Held::Bytes(_) => true,
    }
}

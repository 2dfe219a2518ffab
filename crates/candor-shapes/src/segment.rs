//! Segments: objects that stand for lists.

use std::collections::{BTreeMap, BTreeSet};

use candor_context_concrete::Value;
use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::object::{Domain, Object};
use candor_interp::{ObjectId, ObjectName, State, Stop};
use candor_term::{Sort, Term};

use crate::layout;
use crate::references::{plain_pointer, rename};

pub(crate) type Symbolic = State<SymbolicContext>;

/// How a node points to its neighbour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Where in the node the pointer is.
    pub(crate) at: u64,
    /// Where in the neighbour it points to.
    pub(crate) to: i64,
}

/// One node or more, each of which points to the next. The last one points to whatever the object holds in that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) next: Link,
    /// Where nodes point back to the one before, the object that stands for the last node, which may be the first. The first one points
    /// back to whatever its object holds.
    pub(crate) back: Option<(Link, ObjectId)>,
    pub(crate) any: Any,
    pub(crate) owned: Owned,
    /// Where each node points to itself.
    pub(crate) selves: BTreeSet<u64>,
}

/// Ranges (offset, size) that hold a number, in each node another one.
pub(crate) type Any = BTreeSet<(u64, u64)>;

/// Where nodes point to an object that each has to itself, and whether some have none. The segment's object points to one that stands for
/// all of them.
pub(crate) type Owned = BTreeMap<u64, bool>;

/// A state with segments, by the object that stands for the first node.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) state: Symbolic,
    pub(crate) segments: BTreeMap<ObjectId, Segment>,
    /// Objects that belong to the nodes of segments and are no segments themselves, and what is arbitrary in each.
    pub(crate) templates: BTreeMap<ObjectId, Any>,
}

impl Shape {
    /// The segment that begins or ends with an object.
    pub(crate) fn segment_of(&self, object: ObjectId) -> Option<ObjectId> {
        if self.segments.contains_key(&object) {
            return Some(object);
        }
        let mut ends = self.segments.iter().filter(|(_, segment)| segment.last() == Some(object));
        ends.next().map(|(first, _)| *first)
    }

    /// The states that this one stands for: the node in question is the only one of its segment, or there are more; and it has what nodes may
    /// have, or has not.
    pub(crate) fn unfold(self, cx: &mut SymbolicContext, names: &mut Names, touched: ObjectId) -> Result<Vec<Shape>, Stop> {
        let first = self.segment_of(touched).ok_or_else(|| Stop::Bug("an object that is no segment was unfolded".into()))?;
        let owned = self.segments[&first].owned.clone();
        let mut one = self.clone();
        one.unfold_only(cx, first)?;
        let mut more = self;
        more.unfold_one_of_several(cx, names, first, touched)?;
        let mut shapes = vec![one, more];
        for (at, _) in owned.into_iter().filter(|(_, optional)| *optional) {
            let mut without = Vec::new();
            for shape in &shapes {
                let mut shape = shape.clone();
                if let Some((part, _)) = shape.link(cx, touched, at).and_then(|value| plain_pointer(&value)) {
                    shape.discard(cx, part);
                }
                shape.put(cx, touched, at, SymValue::Same(Value::Int(0)))?;
                without.push(shape);
            }
            shapes.extend(without);
        }
        Ok(shapes)
    }

    fn unfold_only(&mut self, cx: &mut SymbolicContext, first: ObjectId) -> Result<(), Stop> {
        let Some(segment) = self.segments.remove(&first) else { return Err(no_such(first)) };
        if let Some((_, last)) = segment.back {
            let end = self.link(cx, last, segment.next.at).ok_or_else(|| no_such(last))?;
            self.put(cx, first, segment.next.at, end)?;
            self.state.memory.remove(last);
            rename(&mut self.state, last, first);
        }
        for &at in segment.owned.keys() {
            // What stood for all belongs to this one.
            let own = self.link(cx, first, at).and_then(|value| plain_pointer(&value));
            own.iter().for_each(|(part, _)| _ = self.templates.remove(part));
        }
        self.fill(cx, first, &segment)
    }

    /// The touched end of the segment becomes a node; the rest is a segment that begins or ends with a new object.
    fn unfold_one_of_several(
        &mut self,
        cx: &mut SymbolicContext,
        names: &mut Names,
        first: ObjectId,
        touched: ObjectId,
    ) -> Result<(), Stop> {
        let Some(segment) = self.segments.remove(&first) else { return Err(no_such(first)) };
        let rest = names.fresh(cx, &mut self.state)?;
        let mut copy = self.object(touched)?.clone();
        copy.ended = None;
        self.state.memory.insert(rest, copy);
        for &at in &segment.selves {
            let to = self.link(cx, touched, at).and_then(|value| plain_pointer(&value));
            let Some((_, to)) = to else { return Err(no_such(touched)) };
            let pointer = cx.pointer(rest, to);
            self.put(cx, rest, at, pointer)?;
        }
        let Segment { next, back, .. } = segment;
        match back {
            None => {
                let pointer = cx.pointer(rest, next.to);
                self.put(cx, touched, next.at, pointer)?;
                self.segments.insert(rest, segment.clone());
            }
            Some((link, last)) if touched == first => {
                // The rest begins with the new object, which the node points to and which points back to the node.
                let pointer = cx.pointer(rest, next.to);
                self.put(cx, touched, next.at, pointer)?;
                let pointer = cx.pointer(touched, link.to);
                self.put(cx, rest, link.at, pointer)?;
                let pointer = cx.pointer(last, next.to);
                self.put(cx, rest, next.at, pointer)?;
                let pointer = cx.pointer(rest, link.to);
                self.put(cx, last, link.at, pointer)?;
                self.segments.insert(rest, segment.clone());
            }
            Some((link, last)) => {
                let pointer = cx.pointer(rest, link.to);
                self.put(cx, last, link.at, pointer)?;
                let pointer = cx.pointer(last, next.to);
                self.put(cx, rest, next.at, pointer)?;
                let pointer = cx.pointer(first, link.to);
                self.put(cx, rest, link.at, pointer)?;
                let pointer = cx.pointer(rest, next.to);
                self.put(cx, first, next.at, pointer)?;
                self.segments.insert(first, Segment { back: Some((link, rest)), ..segment.clone() });
            }
        }
        for &at in segment.owned.keys() {
            let own = self.link(cx, touched, at).and_then(|value| plain_pointer(&value));
            let Some((part, to)) = own else { return Err(no_such(touched)) };
            let copy = self.copy(cx, names, part)?;
            let pointer = cx.pointer(copy, to);
            self.put(cx, touched, at, pointer)?;
        }
        self.fill(cx, touched, &segment)
    }

    /// Takes out an object that belongs to a node, with what belongs to its own nodes.
    fn discard(&mut self, cx: &SymbolicContext, part: ObjectId) {
        self.templates.remove(&part);
        if let Some(segment) = self.segments.remove(&part) {
            for &at in segment.owned.keys() {
                if let Some((inner, _)) = self.link(cx, part, at).and_then(|value| plain_pointer(&value)) {
                    self.discard(cx, inner);
                }
            }
        }
        self.state.memory.remove(part);
    }

    /// The objects that belong to nodes of segments.
    pub(crate) fn parts(&self, cx: &SymbolicContext) -> BTreeSet<ObjectId> {
        let mut parts: BTreeSet<ObjectId> = self.templates.keys().copied().collect();
        for (first, segment) in &self.segments {
            let owned = segment.owned.keys().filter_map(|&at| plain_pointer(&self.link(cx, *first, at)?));
            parts.extend(owned.map(|(part, _)| part));
        }
        parts
    }

    /// A copy of an object that belongs to a node, and of what belongs to its own nodes.
    fn copy(&mut self, cx: &mut SymbolicContext, names: &mut Names, part: ObjectId) -> Result<ObjectId, Stop> {
        let copy = names.fresh(cx, &mut self.state)?;
        let object = self.object(part)?.clone();
        let own: Vec<(u64, i64)> = object
            .contents
            .cells()
            .filter_map(|(at, _, value)| plain_pointer(value).filter(|(to, _)| *to == part).map(|(_, to)| (at, to)))
            .collect();
        self.state.memory.insert(copy, object);
        for (at, to) in own {
            let pointer = cx.pointer(copy, to);
            self.put(cx, copy, at, pointer)?;
        }
        if let Some(any) = self.templates.get(&part).cloned() {
            for (at, size) in any {
                let value = any_number(cx, size);
                self.put_sized(cx, copy, at, size, value)?;
            }
        }
        if let Some(segment) = self.segments.get(&part).cloned() {
            for &at in segment.owned.keys() {
                let inner = self.link(cx, part, at).and_then(|value| plain_pointer(&value));
                let Some((inner, to)) = inner else { return Err(no_such(part)) };
                let inner_copy = self.copy(cx, names, inner)?;
                let pointer = cx.pointer(inner_copy, to);
                self.put(cx, copy, at, pointer)?;
                if let Some(any) = self.templates.get(&inner).cloned() {
                    self.templates.insert(inner_copy, any);
                }
            }
            self.segments.insert(copy, segment);
        }
        Ok(copy)
    }

    /// Gives a node numbers of its own.
    fn fill(&mut self, cx: &mut SymbolicContext, node: ObjectId, segment: &Segment) -> Result<(), Stop> {
        for &(at, size) in &segment.any {
            let value = any_number(cx, size);
            self.put_sized(cx, node, at, size, value)?;
        }
        Ok(())
    }

    pub(crate) fn object(&self, id: ObjectId) -> Result<&Object<SymValue, Term>, Stop> {
        self.state.memory.get(id).ok_or_else(|| no_such(id))
    }

    /// Writes a pointer.
    pub(crate) fn put(&mut self, cx: &SymbolicContext, id: ObjectId, at: u64, value: SymValue) -> Result<(), Stop> {
        self.put_sized(cx, id, at, u64::from(cx.pointer_bits() / 8), value)
    }

    pub(crate) fn put_sized(
        &mut self,
        cx: &SymbolicContext,
        id: ObjectId,
        at: u64,
        size: u64,
        value: SymValue,
    ) -> Result<(), Stop> {
        let endian = cx.program().target.endian;
        let found = self.state.memory.get_mut(id).ok_or_else(|| no_such(id))?;
        layout::write(found, at, size, value, endian)
    }

    /// What a node holds in the place of a pointer.
    pub(crate) fn link(&self, cx: &SymbolicContext, id: ObjectId, at: u64) -> Option<SymValue> {
        layout::read(self.state.memory.get(id)?, at, u64::from(cx.pointer_bits() / 8), cx.program().target.endian)
    }
}

impl Segment {
    pub(crate) fn last(&self) -> Option<ObjectId> {
        self.back.map(|(_, last)| last)
    }
}

/// A number of so many bytes of which nothing is known.
pub(crate) fn any_number(cx: &mut SymbolicContext, n_bytes: u64) -> SymValue {
    let width = u32::try_from(8 * n_bytes).expect("a number is short");
    SymValue::Term(cx.pool.fresh_var("any", Sort::Bv(width)))
}

fn no_such(object: ObjectId) -> Stop {
    Stop::Bug(format!("the segment of object {} is not there", object.0))
}

/// Names for objects that no instruction makes.
#[derive(Default)]
pub(crate) struct Names(u32);

impl Names {
    fn fresh(&mut self, cx: &mut SymbolicContext, state: &mut Symbolic) -> Result<ObjectId, Stop> {
        self.0 += 1;
        let name = ObjectName { call_path: u64::MAX, site: state.thread.top.site(), ordinal: self.0 };
        cx.new_object_id(state, name)
    }
}

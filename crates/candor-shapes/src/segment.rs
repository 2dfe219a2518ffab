//! Segments: objects that stand for lists.

use std::collections::{BTreeMap, BTreeSet};

use candor_context_concrete::Value;
use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::object::{Domain, Object};
use candor_interp::{ObjectId, ObjectName, State, Stop};
use candor_its::Polynomial;
use candor_term::{Sort, Term};

use crate::layout;
use crate::references::{plain_pointer, rename};
use crate::transitions::Trail;

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
    pub(crate) common: Common,
    /// How many nodes there are, if it is one list and not what belongs to each of many nodes.
    pub(crate) length: Option<Polynomial>,
}

/// Objects that have become single ones.
#[derive(Default)]
struct Single {
    /// What they need not have, by object and place.
    optional: Vec<(ObjectId, u64)>,
    /// The places where they have something of their own.
    owned: BTreeMap<ObjectId, Vec<u64>>,
}

impl Single {
    fn note(&mut self, object: ObjectId, common: &Common) {
        let optional = common.owned.iter().filter(|(_, optional)| **optional);
        self.optional.extend(optional.map(|(at, _)| (object, *at)));
        self.owned.insert(object, common.owned.keys().copied().collect());
    }
}

/// What is said of many objects at once, besides what they all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Common {
    pub(crate) any: Any,
    pub(crate) owned: Owned,
    /// Where each points to itself.
    pub(crate) selves: BTreeSet<u64>,
}

impl Common {
    pub(crate) fn add(&mut self, other: Common) {
        self.any.extend(other.any);
        self.selves.extend(other.selves);
        for (at, optional) in other.owned {
            *self.owned.entry(at).or_insert(optional) |= optional;
        }
    }

    /// Whether whatever the other allows is allowed here.
    pub(crate) fn covers(&self, other: &Common) -> bool {
        let allows = |(at, optional): (&u64, &bool)| self.owned.get(at).is_some_and(|ours| *ours || !optional);
        self.selves == other.selves
            && other.any.is_subset(&self.any)
            && self.owned.len() == other.owned.len()
            && other.owned.iter().all(allows)
    }
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
    /// Objects that stand for what belongs to each node of a segment, and are no segments themselves.
    pub(crate) templates: BTreeMap<ObjectId, Common>,
    pub(crate) trail: Trail,
}

impl Shape {
    pub(crate) fn new(state: Symbolic) -> Shape {
        Shape { state, segments: BTreeMap::new(), templates: BTreeMap::new(), trail: Trail::default() }
    }

    /// The segment that begins or ends with an object.
    pub(crate) fn segment_of(&self, object: ObjectId) -> Option<ObjectId> {
        if self.segments.contains_key(&object) {
            return Some(object);
        }
        let mut ends = self.segments.iter().filter(|(_, segment)| segment.last() == Some(object));
        ends.next().map(|(first, _)| *first)
    }

    /// Whether an object is more than one.
    pub(crate) fn stands_for_many(&self, object: ObjectId) -> bool {
        self.templates.contains_key(&object) || self.segment_of(object).is_some()
    }

    /// The states that this one stands for: the node in question is the only one of its segment, or there are more; and it has what nodes may
    /// have, or has not.
    pub(crate) fn unfold(
        mut self,
        cx: &mut SymbolicContext,
        names: &mut Names,
        touched: ObjectId,
    ) -> Result<Vec<Shape>, Stop> {
        let first =
            self.segment_of(touched).ok_or_else(|| Stop::Bug("an object that is no segment was unfolded".into()))?;
        let segment = self.segments.get_mut(&first).ok_or_else(|| no_such(first))?;
        let length = segment.length.get_or_insert_with(|| self.trail.any_length()).clone();
        let mut single = Single::default();
        let mut one = self.clone();
        one.trail.is_one(&length);
        one.unfold_only(cx, first, &mut single)?;
        let mut shapes = one.without(cx, &single)?;
        let mut single = Single::default();
        let mut more = self;
        more.trail.at_least(&length, 2);
        more.unfold_one_of_several(cx, names, first, touched, &mut single)?;
        shapes.extend(more.without(cx, &single)?);
        Ok(shapes)
    }

    /// This state, and those without what objects need not have.
    fn without(self, cx: &SymbolicContext, single: &Single) -> Result<Vec<Shape>, Stop> {
        let mut shapes = vec![self];
        for &(object, at) in &single.optional {
            let mut without = Vec::new();
            for shape in &shapes {
                // What is left out has nothing to leave out.
                if shape.state.memory.get(object).is_none() {
                    continue;
                }
                let mut shape = shape.clone();
                if let Some((part, _)) = shape.part(cx, object, at) {
                    shape.discard(cx, part, single);
                }
                shape.put(cx, object, at, SymValue::Same(Value::Int(0)))?;
                without.push(shape);
            }
            shapes.extend(without);
        }
        Ok(shapes)
    }

    /// What an object points to from a place.
    fn part(&self, cx: &SymbolicContext, object: ObjectId, at: u64) -> Option<(ObjectId, i64)> {
        plain_pointer(&self.link(cx, object, at)?)
    }

    fn unfold_only(&mut self, cx: &mut SymbolicContext, first: ObjectId, single: &mut Single) -> Result<(), Stop> {
        let Some(segment) = self.segments.remove(&first) else { return Err(no_such(first)) };
        if let Some((_, last)) = segment.back {
            let end = self.link(cx, last, segment.next.at).ok_or_else(|| no_such(last))?;
            self.put(cx, first, segment.next.at, end)?;
            self.state.memory.remove(last);
            rename(&mut self.state, last, first);
        }
        // What stood for all belongs to this one.
        self.settle(cx, first, &segment.common, single)?;
        self.fill(cx, first, &segment.common)
    }

    /// The touched end of the segment becomes a node; the rest is a segment that begins or ends with a new object.
    fn unfold_one_of_several(
        &mut self,
        cx: &mut SymbolicContext,
        names: &mut Names,
        first: ObjectId,
        touched: ObjectId,
        single: &mut Single,
    ) -> Result<(), Stop> {
        let Some(mut segment) = self.segments.remove(&first) else { return Err(no_such(first)) };
        segment.length = segment.length.map(|length| length.plus_constant(-1));
        let rest = names.fresh(cx, &mut self.state)?;
        let mut copy = self.object(touched)?.clone();
        copy.ended = None;
        self.state.memory.insert(rest, copy);
        for &at in &segment.common.selves {
            let to = self.link(cx, touched, at).and_then(|value| plain_pointer(&value));
            let Some((_, to)) = to else { return Err(no_such(touched)) };
            let pointer = cx.pointer(rest, to);
            self.put(cx, rest, at, pointer)?;
        }
        let Segment { next, back, .. } = segment.clone();
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
        self.copy_parts(cx, names, touched, &segment.common, Some(single))?;
        self.fill(cx, touched, &segment.common)
    }

    /// What belongs to an object that has become a single one belongs to it alone.
    fn settle(
        &mut self,
        cx: &SymbolicContext,
        object: ObjectId,
        common: &Common,
        single: &mut Single,
    ) -> Result<(), Stop> {
        single.note(object, common);
        for &at in common.owned.keys() {
            let Some((part, _)) = self.part(cx, object, at) else { return Err(no_such(object)) };
            if let Some(inner) = self.templates.remove(&part) {
                self.settle(cx, part, &inner, single)?;
            }
        }
        Ok(())
    }

    /// Gives an object copies of what stands for what belongs to it: single ones, if there is a place to say what they need not have, or
    /// such that stand for many again.
    fn copy_parts(
        &mut self,
        cx: &mut SymbolicContext,
        names: &mut Names,
        object: ObjectId,
        common: &Common,
        mut single: Option<&mut Single>,
    ) -> Result<(), Stop> {
        if let Some(single) = &mut single {
            single.note(object, common);
        }
        for &at in common.owned.keys() {
            let Some((part, to)) = self.part(cx, object, at) else { return Err(no_such(object)) };
            let copy = self.copy(cx, names, part, single.as_deref_mut())?;
            let pointer = cx.pointer(copy, to);
            self.put(cx, object, at, pointer)?;
        }
        Ok(())
    }

    /// A copy of an object that belongs to a node, and of what belongs to it.
    fn copy(
        &mut self,
        cx: &mut SymbolicContext,
        names: &mut Names,
        part: ObjectId,
        single: Option<&mut Single>,
    ) -> Result<ObjectId, Stop> {
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
        if let Some(segment) = self.segments.get(&part).cloned() {
            // Its nodes are many, as before.
            self.copy_parts(cx, names, copy, &segment.common, None)?;
            self.segments.insert(copy, Segment { length: None, ..segment });
        } else if let Some(common) = self.templates.get(&part).cloned() {
            let is_single = single.is_some();
            self.copy_parts(cx, names, copy, &common, single)?;
            self.fill(cx, copy, &common)?;
            if !is_single {
                self.templates.insert(copy, common);
            }
        }
        Ok(copy)
    }

    /// Takes out an object that belongs to a node, with what belongs to it.
    fn discard(&mut self, cx: &SymbolicContext, part: ObjectId, single: &Single) {
        let of_segment = self.segments.remove(&part).map(|segment| segment.common);
        let of_many = self.templates.remove(&part).or(of_segment);
        let owned = match &of_many {
            Some(common) => common.owned.keys().copied().collect(),
            None => single.owned.get(&part).cloned().unwrap_or_default(),
        };
        for at in owned {
            if let Some((inner, _)) = self.part(cx, part, at) {
                self.discard(cx, inner, single);
            }
        }
        self.state.memory.remove(part);
    }

    /// The objects that belong to nodes of segments.
    pub(crate) fn parts(&self, cx: &SymbolicContext) -> BTreeSet<ObjectId> {
        let mut parts: BTreeSet<ObjectId> = self.templates.keys().copied().collect();
        let segments = self.segments.iter().map(|(first, segment)| (first, &segment.common));
        for (object, common) in segments.chain(&self.templates) {
            parts.extend(common.owned.keys().filter_map(|&at| self.part(cx, *object, at)).map(|(part, _)| part));
        }
        parts
    }

    /// Gives a node numbers of its own.
    fn fill(&mut self, cx: &mut SymbolicContext, node: ObjectId, common: &Common) -> Result<(), Stop> {
        for &(at, size) in &common.any {
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
        let name = ObjectName { call_path: ObjectName::UNFOLDED, site: state.thread.top.site(), ordinal: self.0 };
        cx.new_object_id(state, name)
    }
}

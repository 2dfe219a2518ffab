//! Sets of pointer targets, each kept once.
//!
//! A set holds pairs of an abstract object and an offset, and says whether the pointer may also be null or *unknown*: a number
//! that no object is known to belong to. By candor's memory model an unknown pointer can only hit objects whose address the
//! program has turned into a number, or that lie in such an object (*exposed* ones), so "unknown" is not "everything".
//!
//! Sets are numbered and equal ones have one number, so that comparing is free and unions are remembered.

use candor_ir::EntityRef;
use rustc_hash::FxHashMap;

use crate::object::ObjectIdx;

/// Bytes from the start of an object, or any.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset(i64);

impl Offset {
    /// Not known.
    pub const ANY: Offset = Offset(i64::MIN);

    pub fn at(bytes: i64) -> Offset {
        Offset(bytes)
    }

    pub fn known(self) -> Option<i64> {
        (self != Offset::ANY).then_some(self.0)
    }
}

impl std::fmt::Debug for Offset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.known() {
            Some(bytes) => write!(f, "{bytes}"),
            None => f.write_str("?"),
        }
    }
}

/// One place that a pointer may point to.
pub type Place = (ObjectIdx, Offset);

/// A set by its number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SetId(u32);

impl SetId {
    /// Nothing has been seen to flow here.
    pub(crate) const EMPTY: SetId = SetId(0);
    pub(crate) const NULL: SetId = SetId(1);
    pub(crate) const UNKNOWN: SetId = SetId(2);

    pub(crate) fn is_empty(self) -> bool {
        self == SetId::EMPTY
    }
}

/// The members of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Set {
    /// Sorted; an object with [`Offset::ANY`] has no other entry.
    pub(crate) places: Vec<Place>,
    pub(crate) null: bool,
    /// It may be a number that was computed from null, as the address of a member is, and belongs to no object either.
    pub(crate) near_null: bool,
    pub(crate) unknown: bool,
}

/// More offsets into one object than this are not told apart.
const MAX_OFFSETS: usize = 24;

impl Set {
    /// Brings the places into order; an object with too many offsets gets any.
    fn normalise(&mut self) {
        // Mostly there are two runs that are in order each, which this merges.
        self.places.sort();
        self.places.dedup();
        let mut kept: Vec<Place> = Vec::with_capacity(self.places.len());
        for run in self.places.chunk_by(|a, b| a.0 == b.0) {
            // The smallest offset of all is "any".
            if run[0].1 == Offset::ANY || run.len() > MAX_OFFSETS {
                kept.push((run[0].0, Offset::ANY));
            } else {
                kept.extend_from_slice(run);
            }
        }
        self.places = kept;
    }
}

/// All sets that occur.
#[derive(Clone, Debug)]
pub(crate) struct SetPool {
    sets: Vec<Set>,
    ids: FxHashMap<Set, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    /// Objects that an unknown pointer may be to: sets of unknown pointers need not name them.
    exposed: Vec<bool>,
    /// A set with more places than this is large, and is not kept if all of them are exposed.
    max_places: usize,
    large: Vec<SetId>,
}

impl SetPool {
    pub(crate) fn new() -> SetPool {
        let mut pool = SetPool {
            sets: Vec::new(),
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
            exposed: Vec::new(),
            max_places: usize::MAX,
            large: Vec::new(),
        };
        pool.add(Set::default());
        pool.add(Set { null: true, ..Set::default() });
        pool.add(Set { unknown: true, ..Set::default() });
        pool
    }

    pub(crate) fn get(&self, id: SetId) -> &Set {
        &self.sets[id.0 as usize]
    }

    pub(crate) fn expose(&mut self, objects: &[ObjectIdx]) {
        for idx in objects.iter().map(|object| object.index()) {
            if self.exposed.len() <= idx {
                self.exposed.resize(idx + 1, false);
            }
            self.exposed[idx] = true;
        }
        // What was a union of such sets may be one that names them.
        self.unions.clear();
    }

    pub(crate) fn is_exposed(&self, object: ObjectIdx) -> bool {
        self.exposed.get(object.index()).copied().unwrap_or(false)
    }

    /// From now on, sets with more places than this are large.
    pub(crate) fn limit(&mut self, max_places: usize) {
        self.max_places = max_places;
        self.unions.clear();
        let is_large = |(_, set): &(u32, &Set)| set.places.len() > max_places;
        self.large = (0..).zip(&self.sets).filter(is_large).map(|(idx, _)| SetId(idx)).collect();
    }

    /// Large sets that were not told of before.
    pub(crate) fn take_large(&mut self) -> Vec<SetId> {
        std::mem::take(&mut self.large)
    }

    pub(crate) fn add(&mut self, mut set: Set) -> SetId {
        if set.places.len() > self.max_places {
            let n_exposed = set.places.iter().filter(|place| self.is_exposed(place.0)).count();
            set.unknown |= n_exposed > self.max_places;
        }
        if set.unknown {
            set.places.retain(|&(object, _)| !self.is_exposed(object));
        }
        set.normalise();
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let id = SetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 sets"));
        if set.places.len() > self.max_places {
            self.large.push(id);
        }
        self.sets.push(set.clone());
        self.ids.insert(set, id);
        id
    }

    pub(crate) fn place(&mut self, object: ObjectIdx, offset: Offset) -> SetId {
        self.add(Set { places: vec![(object, offset)], ..Set::default() })
    }

    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let key = if a < b { (a, b) } else { (b, a) };
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let (one, other) = (self.get(a), self.get(b));
        let places = one.places.iter().chain(&other.places).copied().collect();
        let set = Set {
            places,
            null: one.null | other.null,
            near_null: one.near_null | other.near_null,
            unknown: one.unknown | other.unknown,
        };
        let id = self.add(set);
        self.unions.insert(key, id);
        id
    }

    /// Adds to a set in place; tells whether it grew.
    pub(crate) fn grow(&mut self, set: &mut SetId, more: SetId) -> bool {
        let new = self.union(*set, more);
        let grew = new != *set;
        *set = new;
        grew
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_sets() {
        let mut pool = SetPool::new();
        let object = ObjectIdx::from_u32(0);
        let (a, b) = (pool.place(object, Offset::at(0)), pool.place(object, Offset::at(8)));
        let both = pool.union(a, b);
        assert_eq!(pool.union(b, a), both);
        assert_eq!(pool.union(both, a), both);
        let any = pool.place(object, Offset::ANY);
        assert_eq!(pool.union(both, any), any);
        assert_eq!(pool.union(SetId::EMPTY, a), a);
    }

    #[test]
    fn too_many_offsets_are_any_offset() {
        let mut pool = SetPool::new();
        let object = ObjectIdx::from_u32(3);
        let places = (0..=24).map(|at| (object, Offset::at(at))).collect();
        let many = pool.add(Set { places, ..Set::default() });
        assert_eq!(many, pool.place(object, Offset::ANY));
    }

    #[test]
    fn large_sets_of_exposed_objects_are_unknown() {
        let mut pool = SetPool::new();
        let objects: Vec<ObjectIdx> = (0..6).map(ObjectIdx::from_u32).collect();
        let set_of = |objects: &[ObjectIdx]| Set {
            places: objects.iter().map(|&object| (object, Offset::at(0))).collect(),
            ..Set::default()
        };
        let (large, small) = (pool.add(set_of(&objects)), pool.add(set_of(&objects[..2])));
        pool.limit(4);
        assert_eq!((pool.take_large(), pool.take_large()), (vec![large], vec![]));
        // Nothing is left out that an unknown pointer may not be to.
        let null = pool.union(large, SetId::NULL);
        assert_eq!(pool.get(null).places.len(), 6);
        pool.expose(&objects);
        assert_eq!(pool.union(large, small), SetId::UNKNOWN);
        let few = pool.union(small, SetId::NULL);
        assert!(pool.get(few).places.len() == 2 && !pool.get(few).unknown);
    }
}

//! What rules want to know about pointers, and the decisions that rest on it.
//!
//! The decisions are those of "Joint Forces for Memory Safety Checking Revisited", section 3.2, on sets that are *valid*: whatever a
//! pointer is in some execution is in its set. [`NoFacts`] knows nothing and is therefore always right.

use candor_ir::{FuncId, GlobalId, InstId, Operand, Program};

/// A piece of memory, by where it is allocated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    Global(GlobalId),
    /// What an `alloca` allocates.
    Stack(FuncId, InstId),
    /// The copy that some by-value parameter is.
    Parameter,
    /// What a call of an allocating function allocates.
    Heap(FuncId, InstId),
    /// Anything else that is no memory to be accessed, as functions are.
    Other,
}

/// A place that a pointer may point to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub object: Object,
    /// In bytes; `None` when it is not known or not always the same.
    pub offset: Option<u64>,
    /// `None` when it is not known before the program runs.
    pub size: Option<u64>,
}

/// Everything that a pointer may be.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PointerSet {
    /// The instruction is never executed, or is known to be right for other reasons than those below.
    pub never: bool,
    /// It may be anything at all.
    pub unknown: bool,
    pub null: bool,
    /// It may point to what was freed or went out of scope.
    pub invalidated: bool,
    pub targets: Vec<Target>,
}

/// An analysis of pointers.
pub trait PointsTo {
    /// What `ptr` may be just before the instruction `at` is executed.
    ///
    /// Law: in every execution, the value is in the set.
    fn points_to(&self, program: &Program, func: FuncId, at: InstId, ptr: Operand) -> PointerSet;

    /// The objects that an unknown pointer may point to; `None` for any.
    ///
    /// Law: an access through an unknown pointer to another object is a fault.
    fn exposed(&self) -> Option<Vec<Object>>;
}

/// The analysis that knows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoFacts;

impl PointsTo for NoFacts {
    fn points_to(&self, _program: &Program, _func: FuncId, _at: InstId, _ptr: Operand) -> PointerSet {
        PointerSet { unknown: true, ..PointerSet::default() }
    }

    fn exposed(&self) -> Option<Vec<Object>> {
        None
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Maybe,
}

impl Truth {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Maybe => "maybe",
        }
    }
}

/// How far one can go from a pointer without leaving its object: in the worst case and in the best.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) min_before: u64,
    pub(crate) min_after: u64,
    pub(crate) max_before: u64,
    pub(crate) max_after: u64,
}

impl PointerSet {
    fn is_special(&self) -> bool {
        self.unknown || self.null || self.invalidated
    }

    /// Whether an access of so many bytes cannot go wrong; `None` bytes are not known.
    pub(crate) fn is_valid(&self, bytes: Option<u64>) -> Truth {
        if self.never {
            return Truth::True;
        }
        if self.is_invalid() == Truth::True {
            return Truth::False;
        }
        let fits = |target: &Target| match (target.offset, target.size, bytes) {
            _ if target.object == Object::Other => false,
            (Some(offset), Some(size), Some(bytes)) => offset.checked_add(bytes).is_some_and(|end| end <= size),
            _ => false,
        };
        let safe = !self.is_special() && !self.targets.is_empty() && self.targets.iter().all(fits);
        if safe { Truth::True } else { Truth::Maybe }
    }

    /// Whether there is nothing that the pointer could point to.
    pub(crate) fn is_invalid(&self) -> Truth {
        match (self.unknown, self.null || self.invalidated, self.targets.is_empty()) {
            (false, true, true) => Truth::True,
            (false, false, false) => Truth::False,
            _ => Truth::Maybe,
        }
    }

    /// Whether whatever it points to is of this kind.
    pub(crate) fn points_only_to(&self, kind: impl Fn(Object) -> bool) -> Truth {
        let n_fitting = self.targets.iter().filter(|target| kind(target.object)).count();
        match (self.unknown, n_fitting) {
            (true, _) => Truth::Maybe,
            (false, 0) => Truth::False,
            (false, n) if n == self.targets.len() => Truth::True,
            (false, _) => Truth::Maybe,
        }
    }

    /// The room around the pointer, if every target's is known.
    pub(crate) fn room(&self) -> Option<Room> {
        if self.is_special() {
            return None;
        }
        let sides: Option<Vec<(u64, u64)>> = self.targets.iter().map(sides).collect();
        let sides = sides.filter(|sides| !sides.is_empty())?;
        let (before, after) = (sides.iter().map(|side| side.0), sides.iter().map(|side| side.1));
        Some(Room {
            min_before: before.clone().min()?,
            min_after: after.clone().min()?,
            max_before: before.max()?,
            max_after: after.max()?,
        })
    }

    /// The targets with more room than the worst: an access near them is not decided by the worst case alone.
    pub(crate) fn undecided(&self) -> impl Iterator<Item = Object> {
        let room = self.room();
        let is_undecided = move |target: &&Target| match (room, sides(target)) {
            (Some(room), Some((before, after))) => before > room.min_before || after > room.min_after,
            _ => true,
        };
        self.targets.iter().filter(is_undecided).map(|target| target.object)
    }
}

/// The bytes before and after; none for a pointer behind its object.
fn sides(target: &Target) -> Option<(u64, u64)> {
    let (offset, size) = (target.offset?, target.size?);
    if target.object == Object::Other {
        return None;
    }
    Some((offset, size.checked_sub(offset)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor_ir::EntityRef;

    fn set(targets: &[(u64, u64)]) -> PointerSet {
        let target = |(idx, &(offset, size)): (usize, &(u64, u64))| Target {
            object: Object::Global(GlobalId::new(idx)),
            offset: Some(offset),
            size: Some(size),
        };
        PointerSet { targets: targets.iter().enumerate().map(target).collect(), ..PointerSet::default() }
    }

    /// The left half of the paper's figure 4: four objects, A to D.
    #[test]
    fn figure_4_several_objects() {
        let base = set(&[(6, 12), (3, 11), (8, 12), (3, 7)]);
        let room = Room { min_before: 3, min_after: 4, max_before: 8, max_after: 8 };
        assert_eq!(base.room(), Some(room));
        let tracked: Vec<Object> = base.undecided().collect();
        assert_eq!(tracked, [0, 1, 2].map(|idx| Object::Global(GlobalId::new(idx))), "D is decided by the worst case");
    }

    /// Its right half: the least room is also the most, and nothing needs to be tracked.
    #[test]
    fn figure_4_equal_room() {
        let base = set(&[(4, 12), (4, 12)]);
        assert_eq!(base.room(), Some(Room { min_before: 4, min_after: 8, max_before: 4, max_after: 8 }));
        assert_eq!(base.undecided().count(), 0);
    }

    #[test]
    fn a_safe_access_needs_every_target_and_nothing_else() {
        assert_eq!(set(&[(0, 4), (8, 12)]).is_valid(Some(4)), Truth::True);
        assert_eq!(set(&[(0, 4), (9, 12)]).is_valid(Some(4)), Truth::Maybe);
        assert_eq!(set(&[(0, 4)]).is_valid(None), Truth::Maybe);
        assert_eq!(PointerSet { null: true, ..set(&[(0, 4)]) }.is_valid(Some(4)), Truth::Maybe);
        assert_eq!(PointerSet { null: true, ..set(&[]) }.is_valid(Some(4)), Truth::False);
        assert_eq!(set(&[]).is_valid(Some(0)), Truth::Maybe, "an empty set says nothing");
    }

    #[test]
    fn unknown_is_never_a_reason() {
        let unknown = PointerSet { unknown: true, invalidated: true, ..PointerSet::default() };
        assert_eq!(unknown.is_invalid(), Truth::Maybe);
        assert_eq!(unknown.points_only_to(|_| true), Truth::Maybe);
        assert_eq!(unknown.room(), None);
    }
}

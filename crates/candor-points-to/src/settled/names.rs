//! Names of values: two registers with the same name are the same, as long as nothing that the name is made of has changed.

use candor_ir::{CastOp, CmpOp, ConstId, Scalar, ValueId};
use rustc_hash::FxHashMap;

use crate::set::Place;

/// The number of a name; equal names have equal numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NameId(u32);

/// What a value is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Const(ConstId),
    Register(ValueId),
    /// What a local variable holds that is used by name only, by the register with its address, read as that.
    Local(ValueId, Scalar),
    /// What lies so many bytes behind a pointer.
    Content(NameId, i64, Scalar),
    Shifted {
        base: NameId,
        offset: i64,
        index: NameId,
        scale: u64,
    },
    Cast(CastOp, NameId, Scalar),
    /// Equal, below, or below as unsigned numbers.
    Comparison(CmpOp, NameId, NameId),
    /// The other truth value.
    Not(NameId),
}

/// Where something may lie.
#[derive(Clone, Debug)]
pub(super) struct Location {
    pub(super) places: Vec<Place>,
    /// Besides, it may be anywhere in what is exposed, or nobody knows where.
    pub(super) unknown: bool,
    /// It may be in something that is exposed.
    pub(super) exposed: bool,
    pub(super) bytes: i64,
}

impl Location {
    fn overlaps(&self, other: &Location) -> bool {
        let meets = |a: &Place, b: &Place| {
            a.0 == b.0
                && match (a.1.known(), b.1.known()) {
                    (Some(at), Some(to)) => at < to.saturating_add(other.bytes) && to < at.saturating_add(self.bytes),
                    _ => true,
                }
        };
        let at_random = (self.unknown && (other.unknown || other.exposed)) || (self.exposed && other.unknown);
        at_random || self.places.iter().any(|a| other.places.iter().any(|b| meets(a, b)))
    }
}

/// All names of a function.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: FxHashMap<Name, NameId>,
    names: Vec<Name>,
    made_of: Vec<MadeOf>,
}

/// What a name depends on.
#[derive(Clone, Debug, Default)]
struct MadeOf {
    registers: Vec<ValueId>,
    locals: Vec<ValueId>,
    /// Names of memory that was read for it, itself included.
    contents: Vec<NameId>,
    /// Where it lies, if it is such a name.
    location: Option<Location>,
    /// What is asked to be null, or zero, if it is such a question.
    compared_with_null: Option<NameId>,
    /// The question whether this is null, or zero, if it was ever asked.
    asked_for_null: Option<NameId>,
}

impl Names {
    pub(super) fn add(&mut self, name: Name) -> NameId {
        if let Some(&id) = self.ids.get(&name) {
            return id;
        }
        let id = NameId(u32::try_from(self.made_of.len()).unwrap_or(u32::MAX));
        let mut made_of = MadeOf::default();
        match name {
            Name::Const(_) => {}
            Name::Register(value) => made_of.registers.push(value),
            Name::Local(local, _) => made_of.locals.push(local),
            Name::Content(base, ..) => {
                made_of.add(self.of(base));
                made_of.contents.push(id);
            }
            Name::Shifted { base, index, .. } => {
                made_of.add(self.of(base));
                made_of.add(self.of(index));
            }
            Name::Comparison(_, a, b) => {
                made_of.add(self.of(a));
                made_of.add(self.of(b));
            }
            Name::Cast(_, value, _) | Name::Not(value) => made_of.add(self.of(value)),
        }
        self.ids.insert(name, id);
        self.names.push(name);
        self.made_of.push(made_of);
        id
    }

    /// The name of a comparison: what asks the same has the same one, but for a `Not`.
    pub(super) fn add_comparison(
        &mut self,
        op: CmpOp,
        a: NameId,
        b: NameId,
        is_zero: impl Fn(ConstId) -> bool,
    ) -> Option<NameId> {
        let (op, a, b, not) = match op {
            CmpOp::Eq => (CmpOp::Eq, a.min(b), a.max(b), false),
            CmpOp::Ne => (CmpOp::Eq, a.min(b), a.max(b), true),
            CmpOp::Slt | CmpOp::Ult => (op, a, b, false),
            CmpOp::Sgt => (CmpOp::Slt, b, a, false),
            CmpOp::Ugt => (CmpOp::Ult, b, a, false),
            CmpOp::Sge => (CmpOp::Slt, a, b, true),
            CmpOp::Uge => (CmpOp::Ult, a, b, true),
            CmpOp::Sle => (CmpOp::Slt, b, a, true),
            CmpOp::Ule => (CmpOp::Ult, b, a, true),
            _ => return None,
        };
        let zero = |name: NameId| matches!(self.names[name.0 as usize], Name::Const(constant) if is_zero(constant));
        let (a_zero, b_zero) = (zero(a), zero(b));
        // Whether a truth value is zero is that it is not.
        let (name, not) = match (op, self.truth_value(a), self.truth_value(b)) {
            (CmpOp::Eq, Some(inner), _) if b_zero => (inner, !not),
            (CmpOp::Eq, _, Some(inner)) if a_zero => (inner, !not),
            _ => {
                let name = self.add(Name::Comparison(op, a, b));
                let null = if b_zero { Some(a) } else { Some(b).filter(|_| a_zero) };
                if let Some(null) = null.filter(|_| op == CmpOp::Eq) {
                    self.made_of[name.0 as usize].compared_with_null = Some(null);
                    self.made_of[null.0 as usize].asked_for_null = Some(name);
                }
                (name, not)
            }
        };
        Some(if not { self.add(Name::Not(name)) } else { name })
    }

    /// The comparison that a number was made of.
    fn truth_value(&self, name: NameId) -> Option<NameId> {
        match self.names[name.0 as usize] {
            Name::Cast(CastOp::ZExt, inner, _) => {
                self.truth_value(inner).or(Some(inner)).filter(|&inner| self.is_truth(inner))
            }
            _ => Some(name).filter(|&name| self.is_truth(name)),
        }
    }

    fn is_truth(&self, name: NameId) -> bool {
        matches!(self.names[name.0 as usize], Name::Comparison(..) | Name::Not(_))
    }

    /// The name without what turns it round, and the truth that it has then.
    pub(super) fn without_not(&self, name: NameId, truth: bool) -> (NameId, bool) {
        match self.names[name.0 as usize] {
            Name::Not(inner) => self.without_not(inner, !truth),
            _ => (name, truth),
        }
    }

    /// What a comparison asks to be null.
    pub(super) fn compared_with_null(&self, name: NameId) -> Option<NameId> {
        self.of(name).compared_with_null
    }

    /// The comparison that asks whether a value is null.
    pub(super) fn asked_for_null(&self, name: NameId) -> Option<NameId> {
        self.of(name).asked_for_null
    }

    /// The name of what lies behind a pointer, which may lie there.
    pub(super) fn add_content(&mut self, base: NameId, at: i64, ty: Scalar, location: Location) -> NameId {
        let id = self.add(Name::Content(base, at, ty));
        match &mut self.made_of[id.0 as usize].location {
            // Of registers that are the same more may be known here than there: all of it counts.
            Some(known) => {
                known.unknown |= location.unknown;
                known.exposed |= location.exposed;
                for place in location.places {
                    if !known.places.contains(&place) {
                        known.places.push(place);
                    }
                }
            }
            known => *known = Some(location),
        }
        id
    }

    fn of(&self, name: NameId) -> &MadeOf {
        &self.made_of[name.0 as usize]
    }

    /// Whether a name is made of a register.
    pub(super) fn depends_on(&self, name: NameId, register: ValueId) -> bool {
        self.of(name).registers.contains(&register)
    }

    /// Whether a name is made of what a variable holds.
    pub(super) fn depends_on_local(&self, name: NameId, local: ValueId) -> bool {
        self.of(name).locals.contains(&local)
    }

    /// Whether memory was read for it.
    pub(super) fn has_contents(&self, name: NameId) -> bool {
        !self.of(name).contents.is_empty()
    }

    /// Whether a write to a location may change what the name stands for.
    pub(super) fn may_change(&self, name: NameId, written: &Location) -> bool {
        let may_overlap = |content: &NameId| {
            let location = &self.made_of[content.0 as usize].location;
            location.as_ref().is_none_or(|location| location.overlaps(written))
        };
        self.of(name).contents.iter().any(may_overlap)
    }
}

impl MadeOf {
    fn add(&mut self, other: &MadeOf) {
        self.registers.extend(&other.registers);
        self.locals.extend(&other.locals);
        self.contents.extend(&other.contents);
    }
}

//! How an access has to be guarded: not at all, or by the cheapest check that settles it.
//!
//! After section 4 of Chalupa, Strejček, Vitovská, "Joint Forces for Memory Safety Checking Revisited" (STTT 2020): the first rule
//! that applies, from "cannot go wrong" to "look in all lists". What has to be tracked so that the checks find it is taken from
//! the pointer that was shifted (the paper's list and its prose differ here), and an unknown pointer asks for exposed objects
//! only, because no other object can be hit by one.

use candor_interp::Site;
use candor_ir::{FuncId, InstKind, Operand, Program};

use crate::access::{Access, accesses};
use crate::object::AbstractObject;
use crate::query::{PointsTo, Targets};

/// The check that an access needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// It cannot go wrong.
    None,
    /// It goes wrong whenever it is executed.
    Fail,
    /// It lies around a pointer of which everything is known.
    Bounds(Bounds),
    /// It is to the heap, if it is to anything.
    Heap,
    Stack,
    Globals,
    /// It may be to anything.
    Pointer,
}

/// How far one may go from a pointer: `min` whatever it points to, `max` for some of what it points to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The pointer from which the accessed one was computed.
    pub base: Operand,
    pub min_before: u64,
    pub min_after: u64,
    pub max_before: u64,
    pub max_after: u64,
}

impl Bounds {
    /// No object is smaller or larger than others, so nothing ever has to be looked up.
    pub fn is_exact(&self) -> bool {
        self.min_before == self.max_before && self.min_after == self.max_after
    }
}

/// The accesses of an instruction and the check that each needs.
pub fn guards(program: &Program, points_to: &PointsTo, site: Site) -> Vec<(Access, Guard)> {
    let kind = &program.functions[site.func].insts[site.inst].kind;
    // What the platform touches on behalf of a call is its own business.
    if matches!(kind, InstKind::Call(_)) {
        return Vec::new();
    }
    let guard = |access: Access| {
        let guard = guard(program, points_to, site, &access);
        (access, guard)
    };
    let accesses = accesses(program, site);
    // Reading and writing one place is one dereference.
    let once = matches!(kind, InstKind::AtomicRmw { .. } | InstKind::AtomicCas { .. });
    accesses.into_iter().skip(usize::from(once)).map(guard).collect()
}

fn guard(program: &Program, points_to: &PointsTo, site: Site, access: &Access) -> Guard {
    let targets = points_to.targets(site, access.ptr);
    if points_to.is_settled(site)
        || targets.is_empty()
        || points_to.is_in_bounds(program, site, access.ptr, access.bytes)
    {
        return Guard::None;
    }
    if targets.objects.is_empty() && !targets.unknown {
        return Guard::Fail;
    }
    if let Some(bounds) = bounds(program, points_to, site, access.ptr) {
        return Guard::Bounds(bounds);
    }
    by_kind(&targets)
}

fn by_kind(targets: &Targets) -> Guard {
    let all =
        |is: fn(AbstractObject) -> bool| !targets.unknown && targets.objects.iter().all(|&(object, _)| is(object));
    if all(is_heap) {
        Guard::Heap
    } else if all(is_stack) {
        Guard::Stack
    } else if all(is_global) {
        Guard::Globals
    } else {
        Guard::Pointer
    }
}

fn is_heap(object: AbstractObject) -> bool {
    matches!(object, AbstractObject::Heap(_))
}

fn is_stack(object: AbstractObject) -> bool {
    matches!(object, AbstractObject::Stack(_) | AbstractObject::ByVal(..) | AbstractObject::VarArgs(_))
}

fn is_global(object: AbstractObject) -> bool {
    matches!(object, AbstractObject::Global(_))
}

/// The bounds around the pointer that this one was computed from, if everything is known of that where it is used.
fn bounds(program: &Program, points_to: &PointsTo, site: Site, ptr: Operand) -> Option<Bounds> {
    let mut base = ptr;
    while let Some(before) = shifted_from(program, points_to, site.func, base) {
        base = before;
        if let Some(found) = bounds_around(points_to, site, base) {
            return Some(found);
        }
    }
    None
}

/// The pointer that this one was computed from.
fn shifted_from(program: &Program, points_to: &PointsTo, func: FuncId, ptr: Operand) -> Option<Operand> {
    let Operand::Value(value) = ptr else { return None };
    let inst = points_to.definition(func, value)?;
    match program.functions[func].insts[inst].kind {
        InstKind::PtrAdd { base, .. } => Some(base),
        _ => None,
    }
}

fn bounds_around(points_to: &PointsTo, site: Site, base: Operand) -> Option<Bounds> {
    let targets = points_to.targets(site, base);
    if !targets.is_valid() {
        return None;
    }
    let mut found: Option<Bounds> = None;
    for (object, offset) in targets.objects {
        let before = offset.known().and_then(|at| u64::try_from(at).ok())?;
        let after = points_to.size(object)?.checked_sub(before)?;
        let bounds = found.get_or_insert(Bounds {
            base,
            min_before: before,
            min_after: after,
            max_before: before,
            max_after: after,
        });
        bounds.min_before = bounds.min_before.min(before);
        bounds.max_before = bounds.max_before.max(before);
        bounds.min_after = bounds.min_after.min(after);
        bounds.max_after = bounds.max_after.max(after);
    }
    found
}

/// The objects that a check has to find when it is made: those that must be tracked.
pub fn tracked_for(points_to: &PointsTo, site: Site, access: &Access, guard: &Guard) -> Vec<AbstractObject> {
    match guard {
        // Heap blocks are always tracked.
        Guard::None | Guard::Fail | Guard::Heap => Vec::new(),
        Guard::Bounds(bounds) => {
            let targets = points_to.targets(site, bounds.base);
            let undecided = |&(object, offset): &(AbstractObject, crate::Offset)| {
                let before = offset.known().and_then(|at| u64::try_from(at).ok()).unwrap_or(u64::MAX);
                let after = points_to.size(object).and_then(|size| size.checked_sub(before)).unwrap_or(u64::MAX);
                before > bounds.min_before || after > bounds.min_after
            };
            targets.objects.iter().filter(|target| undecided(target)).map(|&(object, _)| object).collect()
        }
        Guard::Stack | Guard::Globals | Guard::Pointer => {
            let targets = points_to.targets(site, access.ptr);
            let mut objects: Vec<AbstractObject> = targets.objects.iter().map(|&(object, _)| object).collect();
            if targets.unknown {
                objects.extend(points_to.exposed().iter().map(|&object| points_to.object(object).what));
            }
            objects
        }
    }
}

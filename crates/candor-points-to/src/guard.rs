//! How an access has to be guarded: not at all, or by the cheapest check that settles it.
//!
//! After section 4 of Chalupa, Strejček, Vitovská, "Joint Forces for Memory Safety Checking Revisited" (STTT 2020): the first rule
//! that applies, from "cannot go wrong" to "look in all lists". What has to be tracked so that the checks find it is taken from
//! the pointer that was shifted (the paper's list and its prose differ here), and an unknown pointer asks for exposed objects
//! only, because no other object can be hit by one.
//!
//! Each step is a question of its own, for the rules that insert calls ask the same ones.

use candor_interp::{Native, Site, native_of};
use candor_ir::{Callee, FuncId, Function, InstKind, Operand, Program};

use crate::access::{Access, accesses, copied_arguments, native_accesses};
use crate::object::AbstractObject;
use crate::query::PointsTo;
use crate::set::Offset;

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

/// Where all is that a pointer may point to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Region {
    Heap,
    Stack,
    Globals,
}

impl Region {
    pub fn contains(self, object: AbstractObject) -> bool {
        match object {
            AbstractObject::Heap(_) => self == Region::Heap,
            AbstractObject::Stack(_) | AbstractObject::ByVal(..) => self == Region::Stack,
            AbstractObject::Global(_) => self == Region::Globals,
            // What the platform makes is where it likes.
            AbstractObject::VarArgs(_)
            | AbstractObject::Function(_)
            | AbstractObject::ArgumentList
            | AbstractObject::ArgumentStrings
            | AbstractObject::Environment => false,
        }
    }
}

/// The accesses of an instruction and the check that each needs.
pub fn guards(program: &Program, points_to: &PointsTo, site: Site) -> Vec<(Access, Guard)> {
    let guard = |access: Access| {
        let guard = guard(program, points_to, site, &access);
        (access, guard)
    };
    dereferences(program, site).into_iter().map(guard).collect()
}

/// The accesses that a check can be put before.
fn dereferences(program: &Program, site: Site) -> Vec<Access> {
    match &program.functions[site.func].insts[site.inst].kind {
        // Reading and writing one place is one dereference.
        InstKind::AtomicRmw { .. } | InstKind::AtomicCas { .. } => {
            accesses(program, site).into_iter().skip(1).collect()
        }
        // What else the platform touches is its own business.
        InstKind::VaStart { .. } | InstKind::VaCopy { .. } => Vec::new(),
        InstKind::Call(call) => {
            let mut found: Vec<Access> = copied_arguments(program, call);
            if let Callee::Direct(callee) = call.callee
                && fills_memory(&program.functions[callee])
            {
                found.extend(native_accesses(program, call, &program.functions[callee]));
            }
            found
        }
        // Any other is checked at each of its accesses.
        _ => accesses(program, site),
    }
}

/// Whether a platform function copies or fills as much memory as it is told to.
fn fills_memory(function: &Function) -> bool {
    matches!(
        native_of(function),
        Some(Native::MemCopy { .. } | Native::MemFill | Native::MakeSymbolic | Native::MakeInputs)
    )
}

fn guard(program: &Program, points_to: &PointsTo, site: Site, access: &Access) -> Guard {
    if cannot_fail(program, points_to, site, access.ptr, access.bytes) {
        return Guard::None;
    }
    if can_only_fail(points_to, site, access.ptr) {
        return Guard::Fail;
    }
    if let Some(bounds) = bounds(program, points_to, site, access.ptr) {
        return Guard::Bounds(bounds);
    }
    match region(points_to, site, access.ptr) {
        Some(Region::Heap) => Guard::Heap,
        Some(Region::Stack) => Guard::Stack,
        Some(Region::Globals) => Guard::Globals,
        None => Guard::Pointer,
    }
}

/// Whether an access of so many bytes cannot go wrong where the instruction is.
pub fn cannot_fail(program: &Program, points_to: &PointsTo, site: Site, ptr: Operand, bytes: Option<u64>) -> bool {
    let is_settled = || {
        let covers = |access: &Access| access.ptr == ptr && bytes.is_some() && bytes <= access.bytes;
        points_to.is_settled(site) && accesses(program, site).iter().all(covers)
    };
    is_settled() || is_inside(program, points_to, site, ptr, bytes)
}

/// The same where an access before this one may have gone wrong in the same way, and the execution went on: `a[i] += 1` reads `a[i]` first.
pub fn is_inside(program: &Program, points_to: &PointsTo, site: Site, ptr: Operand, bytes: Option<u64>) -> bool {
    bytes == Some(0) || points_to.targets(site, ptr).is_empty() || points_to.is_in_bounds(program, site, ptr, bytes)
}

/// Whether an access goes wrong whenever the instruction is executed.
pub fn can_only_fail(points_to: &PointsTo, site: Site, ptr: Operand) -> bool {
    let targets = points_to.targets(site, ptr);
    // The first unnamed arguments are in registers on a machine; the lists that candor makes have a null pointer for those.
    let may_be_registers = targets.null && points_to.has_lists();
    !targets.is_empty() && targets.objects.is_empty() && !targets.unknown && !may_be_registers
}

/// Where all is that the pointer may point to, if that is one list to look in.
pub fn region(points_to: &PointsTo, site: Site, ptr: Operand) -> Option<Region> {
    let targets = points_to.targets(site, ptr);
    let all = |region: &Region| targets.objects.iter().all(|&(object, _)| region.contains(object));
    let is_known = !targets.unknown && !targets.objects.is_empty();
    [Region::Heap, Region::Stack, Region::Globals].into_iter().find(|region| is_known && all(region))
}

/// The bounds around the pointer that this one was computed from, if everything is known of that where it is used.
pub fn bounds(program: &Program, points_to: &PointsTo, site: Site, ptr: Operand) -> Option<Bounds> {
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
    let InstKind::PtrAdd { base, .. } = program.functions[func].insts[inst].kind else { return None };
    Some(base)
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

/// What has to be tracked for a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked {
    pub objects: Vec<AbstractObject>,
    /// Besides, everything that unknown pointers may be to.
    pub exposed: bool,
}

/// The objects that a check has to find when it is made: those that must be tracked.
pub fn tracked_for(points_to: &PointsTo, site: Site, access: &Access, guard: &Guard) -> Tracked {
    match guard {
        // Heap blocks are always tracked.
        Guard::None | Guard::Fail | Guard::Heap => Tracked::default(),
        Guard::Bounds(bounds) => undecided_targets(points_to, site, bounds.base),
        Guard::Stack | Guard::Globals | Guard::Pointer => all_targets(points_to, site, access.ptr),
    }
}

/// All that a pointer may point to.
pub fn all_targets(points_to: &PointsTo, site: Site, ptr: Operand) -> Tracked {
    let targets = points_to.targets(site, ptr);
    let objects = targets.objects.iter().map(|&(object, _)| object).collect();
    Tracked { objects, exposed: targets.unknown }
}

/// The same without what the bounds around the pointer decide: where there is no more room than the least.
pub fn undecided_targets(points_to: &PointsTo, site: Site, base: Operand) -> Tracked {
    let Some(bounds) = bounds_around(points_to, site, base) else { return all_targets(points_to, site, base) };
    let is_undecided = |&(object, offset): &(AbstractObject, Offset)| {
        let before = offset.known().and_then(|at| u64::try_from(at).ok()).unwrap_or(u64::MAX);
        let after = points_to.size(object).and_then(|size| size.checked_sub(before)).unwrap_or(u64::MAX);
        before > bounds.min_before || after > bounds.min_after
    };
    let targets = points_to.targets(site, base).objects;
    let objects = targets.into_iter().filter(is_undecided).map(|(object, _)| object).collect();
    Tracked { objects, exposed: false }
}

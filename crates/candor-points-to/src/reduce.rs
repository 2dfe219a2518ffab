//! Clearing the bits of checks that cannot fail.

use candor_interp::{Native, Site, native_of};
use candor_ir::{Check, CheckSet, FuncId, InstKind, Operand, Program, PtrIndex};

use crate::access::accesses;
use crate::census::Level;
use crate::object::AbstractObject;
use crate::query::PointsTo;

/// A check that was cleared because it cannot fail.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cleared {
    pub site: Site,
    pub checks: CheckSet,
}

/// What makes an access one to memory that is not there.
const DEREF: CheckSet = CheckSet::of(Check::NullDereference)
    .with(Check::OutOfBounds)
    .with(Check::UseAfterFree)
    .with(Check::UseAfterScope)
    .with(Check::InvalidPointer);

/// Clears the checks of accesses that cannot go wrong, and tells which. Whether what is read was ever written is not looked at.
pub fn reduce(program: &mut Program, points_to: &PointsTo, level: Level) -> Vec<Cleared> {
    if level == Level::Basic {
        return Vec::new();
    }
    let mut cleared = Vec::new();
    for func in program.functions.keys() {
        for inst in program.functions[func].insts.keys() {
            let site = Site { func, inst };
            let checks = program.functions[func].insts[inst].checks.intersection(cannot_fail(program, points_to, site));
            if !checks.is_empty() {
                cleared.push(Cleared { site, checks });
            }
        }
    }
    if level == Level::RcRt && !allocates(program, points_to) {
        cleared.extend(leak_checks(program));
    }
    for Cleared { site, checks } in &cleared {
        let bits = &mut program.functions[site.func].insts[site.inst].checks;
        checks.iter().for_each(|check| bits.remove(check));
    }
    cleared
}

fn cannot_fail(program: &Program, points_to: &PointsTo, site: Site) -> CheckSet {
    // What is never executed is reported as such by those who explore, with all its checks.
    if !points_to.is_reached(site) {
        return CheckSet::EMPTY;
    }
    if let InstKind::PtrAdd { index: Some(index), .. } = &program.functions[site.func].insts[site.inst].kind {
        let fits = distance_fits(program, points_to, site.func, index);
        return if fits { CheckSet::of(Check::OutOfBounds) } else { CheckSet::EMPTY };
    }
    if points_to.access_is_safe(program, site).is_none() {
        return CheckSet::EMPTY;
    }
    let mut checks = DEREF;
    let accesses = accesses(program, site);
    // Of what is only known to be there it is not known what it is.
    if accesses.iter().any(|access| points_to.targets(site, access.ptr).unknown) {
        return checks;
    }
    let objects = |ptr| points_to.targets(site, ptr).objects;
    let is_constant = |what: AbstractObject| match what {
        AbstractObject::Global(global) => program.globals[global].constant,
        AbstractObject::Function(_) => true,
        _ => false,
    };
    let writes = accesses.iter().filter(|access| access.write);
    if !writes.flat_map(|access| objects(access.ptr)).any(|(what, _)| is_constant(what)) {
        checks.insert(Check::WriteToConst);
    }
    let is_aligned = |access: &crate::Access| {
        let align = i64::from(access.align.max(1));
        objects(access.ptr).iter().all(|&(what, offset)| {
            i64::from(alignment(program, what)) >= align && offset.known().is_some_and(|at| at % align == 0)
        })
    };
    if accesses.iter().all(is_aligned) {
        checks.insert(Check::MisalignedAccess);
    }
    checks
}

/// Whether the distance in bytes that an index stands for is one that addresses can have.
fn distance_fits(program: &Program, points_to: &PointsTo, func: FuncId, index: &PtrIndex) -> bool {
    let Some(most) = index.most(program.target.pointer_bits) else { return true };
    let Operand::Value(value) = index.index else { return false };
    let is_near = |end: i64| end.unsigned_abs() <= most;
    points_to.number(func, value).is_some_and(|number| is_near(number.signed().0) && is_near(number.signed().1))
}

/// What the address of an object is a multiple of.
fn alignment(program: &Program, what: AbstractObject) -> u32 {
    match what {
        AbstractObject::Global(global) => program.globals[global].align,
        AbstractObject::Stack(site) => {
            let InstKind::Alloca { align, .. } = program.functions[site.func].insts[site.inst].kind else { return 1 };
            align
        }
        // What others make has the alignment they like.
        _ => 1,
    }
}

/// Whether anything that may be executed takes memory from the heap.
pub fn allocates(program: &Program, points_to: &PointsTo) -> bool {
    let is_called = |func: FuncId| points_to.call_graph().callers(func).iter().any(|&site| points_to.is_reached(site));
    program
        .functions
        .iter()
        .any(|(func, function)| native_of(function).is_some_and(Native::allocates) && is_called(func))
}

fn leak_checks(program: &Program) -> Vec<Cleared> {
    let leaks = CheckSet::of(Check::MemoryLeak).with(Check::MemoryCleanup);
    let mut found = Vec::new();
    for (func, function) in program.functions.iter() {
        for (inst, data) in function.insts.iter() {
            let checks = data.checks.intersection(leaks);
            if !checks.is_empty() {
                found.push(Cleared { site: Site { func, inst }, checks });
            }
        }
    }
    found
}

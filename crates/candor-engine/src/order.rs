//! Where the order in which clang evaluates operands can matter: a call writes what another one reads or writes, or what the source
//! itself reads.
//!
//! Which memory is not looked at: a function that writes something that is not its own variable may matter to any that reads something.

use candor_interp::{Continuation, Native, Site, lookup_native};
use candor_ir::{
    Callee, Const, EntityRef, Evaluation, FuncId, Function, Inst, InstKind, LocId, Operand, Program, ValueId,
};
use rustc_hash::FxHashMap;

/// What a function does to memory that is not its own, with all that it calls.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
struct Effects {
    reads: bool,
    writes: bool,
}

/// The first place among those visited where the order of two calls can matter.
pub(crate) fn first_open_order(program: &Program, visited: impl Fn(Site) -> bool) -> Option<LocId> {
    // Whoever knows only the calls that were made knows nothing of a function that makes none; `main` is always there.
    let is_call = |inst: &Inst| matches!(inst.kind, InstKind::Call(_));
    let is_visited = |func: FuncId, function: &Function| {
        let is_visited = |inst| visited(Site { func, inst });
        function.insts.keys().any(is_visited) || !function.insts.values().any(is_call) || function.name == "main"
    };
    let with_some = program.functions.iter().filter(|(_, function)| !function.unordered.is_empty());
    let mut places = with_some.filter(|(func, function)| is_visited(*func, function)).peekable();
    places.peek()?;
    let effects = effects(program);
    let of = |done: &Vec<Evaluation>| {
        let each = done.iter().map(|evaluation| match evaluation {
            Evaluation::Call(Some(callee)) => effects[callee.index()],
            Evaluation::Call(None) => Effects { reads: true, writes: true },
            Evaluation::Read => Effects { reads: true, writes: false },
        });
        each.fold(Effects::default(), join)
    };
    let matters = |operands: &[Vec<Evaluation>]| {
        let all: Vec<Effects> = operands.iter().map(of).collect();
        let collides = |a: &Effects, b: &Effects| a.writes && (b.reads || b.writes) || b.writes && a.reads;
        all.iter().enumerate().any(|(idx, a)| all[idx + 1..].iter().any(|b| collides(a, b)))
    };
    places.flat_map(|(_, function)| &function.unordered).find(|place| matters(&place.operands)).map(|place| place.loc)
}

impl Effects {
    const ALL: Effects = Effects { reads: true, writes: true };
}

fn join(a: Effects, b: Effects) -> Effects {
    Effects { reads: a.reads || b.reads, writes: a.writes || b.writes }
}

/// The effects of every function, by a fixed point over the calls.
fn effects(program: &Program) -> Vec<Effects> {
    let own: Vec<(Effects, Vec<FuncId>)> =
        program.functions.values().map(|function| own_effects(program, function)).collect();
    let mut all: Vec<Effects> = own.iter().map(|(effects, _)| *effects).collect();
    loop {
        let mut changed = false;
        for (idx, (_, callees)) in own.iter().enumerate() {
            let joined = callees.iter().fold(all[idx], |sum, callee| join(sum, all[callee.index()]));
            changed |= joined != all[idx];
            all[idx] = joined;
        }
        if !changed {
            return all;
        }
    }
}

fn own_effects(program: &Program, function: &Function) -> (Effects, Vec<FuncId>) {
    if !function.is_defined() {
        return (effects_without_body(&function.name), Vec::new());
    }
    let mut bases: FxHashMap<ValueId, Option<Operand>> = FxHashMap::default();
    for inst in function.insts.values() {
        match (&inst.kind, inst.result) {
            (InstKind::Alloca { .. }, Some(result)) => _ = bases.insert(result, None),
            (InstKind::PtrAdd { base, .. }, Some(result)) => _ = bases.insert(result, Some(*base)),
            // Any other pointer is taken for one that others have too.
            _ => {}
        }
    }
    let (mut effects, mut callees) = (Effects::default(), Vec::new());
    for inst in function.insts.values() {
        inst.kind.for_each_access(|access| {
            let is_own = is_own(&bases, access.ptr);
            effects.reads |= access.kind.reads() && !is_own && !is_constant(program, access.ptr);
            effects.writes |= access.kind.changes() && !is_own;
        });
        if let InstKind::Call(call) = &inst.kind {
            match call.callee {
                Callee::Direct(callee) => callees.push(callee),
                Callee::Indirect(_) => effects = Effects::ALL,
            }
        }
    }
    (effects, callees)
}

/// Whether a pointer points into a variable of the function itself.
fn is_own(bases: &FxHashMap<ValueId, Option<Operand>>, ptr: Operand) -> bool {
    let mut at = ptr;
    loop {
        let Operand::Value(value) = at else { return false };
        match bases.get(&value) {
            Some(None) => return true,
            Some(Some(base)) => at = *base,
            None => return false,
        }
    }
}

fn is_constant(program: &Program, ptr: Operand) -> bool {
    let Operand::Const(constant) = ptr else { return false };
    matches!(*program.consts.get(constant), Const::Global(global, _) if program.globals[global].constant)
}

/// What a function without a body does; one that the platform does not know changes nothing, which is said elsewhere.
fn effects_without_body(name: &str) -> Effects {
    let Some(native) = lookup_native(name) else { return Effects::default() };
    match native.continuation() {
        Continuation::Behind | Continuation::Conditional if !matches!(native, Native::Thread(_)) => {
            Effects { reads: native.reads_memory(), writes: native.changes_memory() }
        }
        // The order decides what is done at all.
        Continuation::Behind | Continuation::Conditional | Continuation::Waits | Continuation::Twice => Effects::ALL,
        Continuation::Jump | Continuation::EndsThread | Continuation::EndsProgram { .. } | Continuation::Stops => {
            Effects::ALL
        }
    }
}

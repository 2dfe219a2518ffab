//! Cleaning states up, so that those which differ in nothing that matters are the same.

use std::collections::BTreeSet;

use candor_context_symbolic::{Path, SymHeavy, SymValue, SymbolicContext};
use candor_explore::Order;
use candor_interp::object::Domain;
use candor_interp::{ObjectId, ObjectKind};
use candor_ir::{Check, CheckSet, EntityRef, Program, ValueId};
use candor_term::{Term, free_vars};
use rustc_hash::FxHashSet;
use triomphe::Arc;

use crate::references::targets;
use crate::segment::Shape;

/// Clears registers that nobody reads any more.
pub(crate) fn clear(program: &Program, order: &mut Order, shape: &mut Shape) {
    let thread = &mut shape.state.thread;
    let facts = order.facts(program, thread.top.func);
    let function = &program.functions[thread.top.func];
    let bb = function.block_of(thread.top.pc);
    for (idx, reg) in thread.top.regs.iter_mut().enumerate() {
        if !facts.liveness.is_live_in(bb, ValueId::new(idx)) {
            *reg = Default::default();
        }
    }
    for frame in &mut thread.below {
        let facts = order.facts(program, frame.func);
        let live = facts.liveness.live_after(&program.functions[frame.func], frame.pc);
        let is_live = |idx: usize| live.binary_search(&ValueId::new(idx)).is_ok();
        let empty = SymValue::default();
        if frame.regs.iter().enumerate().any(|(idx, reg)| !is_live(idx) && *reg != empty) {
            let frame = Arc::make_mut(frame);
            let dead = frame.regs.iter_mut().enumerate().filter(|(idx, _)| !is_live(*idx));
            dead.for_each(|(_, reg)| *reg = empty.clone());
        }
    }
}

/// Takes out objects that nothing points to; why that cannot be done.
pub(crate) fn sweep(cx: &mut SymbolicContext, checks: CheckSet, shape: &mut Shape) -> Result<(), &'static str> {
    let state = &shape.state;
    let mut reached: BTreeSet<ObjectId> = BTreeSet::new();
    let mut work: Vec<ObjectId> = Vec::new();
    work.extend(state.values().flat_map(targets));
    work.extend(state.thread.frames().flat_map(|frame| frame.locals.iter().map(|(_, object)| *object)));
    work.extend(state.memory.exposed.iter().copied());
    let is_kept = |kind: &ObjectKind| !matches!(kind, ObjectKind::Heap | ObjectKind::Stack | ObjectKind::VarArgs);
    work.extend(state.memory.iter().filter(|(_, object)| is_kept(&object.kind)).map(|(id, _)| id));
    while let Some(id) = work.pop() {
        if !reached.insert(id) {
            continue;
        }
        let Some(object) = state.memory.get(id) else { continue };
        work.extend(object.contents.cells().flat_map(|(_, _, value)| targets(value)));
        if let Some(array) = &object.array {
            let held = cx.array_pointers(array).ok_or("an array holds too many pointers")?;
            work.extend(held.iter().flat_map(targets));
        }
    }
    let lost: Vec<ObjectId> = state.memory.iter().map(|(id, _)| id).filter(|id| !reached.contains(id)).collect();
    let counts = [Check::MemoryLeak, Check::MemoryCleanup].iter().any(|check| checks.contains(*check));
    for id in lost {
        let is_block = |id| {
            shape.state.memory.get(id).is_some_and(|found| found.kind == ObjectKind::Heap && found.live != Term::FALSE)
        };
        if counts && is_block(id) {
            return Err("memory may be lost");
        }
        shape.segments.remove(&id);
        shape.templates.remove(&id);
        shape.state.memory.remove(id);
    }
    let gone: Vec<ObjectId> = shape
        .segments
        .iter()
        .filter(|(first, segment)| {
            let is_there = |id: ObjectId| shape.state.memory.get(id).is_some();
            !is_there(**first) || segment.last().is_some_and(|last| !is_there(last))
        })
        .map(|(first, _)| *first)
        .collect();
    gone.iter().for_each(|first| _ = shape.segments.remove(first));
    Ok(())
}

/// Keeps of the path what is about variables that the state still has.
pub(crate) fn forget_facts(cx: &mut SymbolicContext, shape: &mut Shape) {
    let mut terms: Vec<Term> = Vec::new();
    shape.state.values().for_each(|value| terms_of(value, &mut terms));
    for (_, object) in shape.state.memory.iter() {
        terms.push(object.live);
        terms_of(&object.size, &mut terms);
        object.base.iter().chain(&object.array).for_each(|value| terms_of(value, &mut terms));
        object.contents.cells().for_each(|(_, _, value)| terms_of(value, &mut terms));
    }
    let held: FxHashSet<Term> = free_vars(&cx.pool, &terms).into_iter().collect();
    let facts = shape.state.path.facts();
    let is_about = |fact: &Term| free_vars(&cx.pool, &[*fact]).iter().all(|var| held.contains(var));
    let kept: Vec<Term> = facts.iter().copied().filter(is_about).collect();
    if kept.len() < facts.len() {
        let mut path = Path::default();
        kept.into_iter().for_each(|fact| path.push(&mut cx.pool, fact));
        shape.state.path = path;
    }
}

/// The terms that a value is made of.
pub(crate) fn terms_of(value: &SymValue, terms: &mut Vec<Term>) {
    match value {
        SymValue::Same(_) => {}
        SymValue::Term(term) => terms.push(*term),
        SymValue::Heavy(heavy) => match &**heavy {
            SymHeavy::Pointer(cases) => terms.extend(cases.iter().flat_map(|case| [case.guard, case.offset])),
            SymHeavy::Address { number, objects, .. } => {
                terms.push(*number);
                terms.extend(objects.iter().map(|(guard, _)| *guard));
            }
            SymHeavy::Array(array) => {
                terms.push(array.term);
                terms.extend(array.mask.iter().chain(&array.objects));
            }
            SymHeavy::Undef { value, mask, .. } => {
                terms.push(*mask);
                terms_of(value, terms);
            }
        },
    }
}

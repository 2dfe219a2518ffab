//! Pointers that may point to several places: one state for each.

use candor_context_symbolic::{Case, SymHeavy, SymValue, SymbolicContext};
use candor_interp::ObjectId;
use candor_term::Term;
use triomphe::Arc;

use crate::segment::Shape;

/// A guard on which it depends where some pointer points.
pub(crate) fn undecided(shape: &Shape) -> Option<Term> {
    let guard = |value: &SymValue| match value {
        SymValue::Heavy(heavy) => match &**heavy {
            SymHeavy::Pointer(cases) if cases.len() > 1 => cases.first().map(|case| case.guard),
            _ => None,
        },
        SymValue::Same(_) | SymValue::Term(_) => None,
    };
    let state = &shape.state;
    let mut registers = state.thread.frames().flat_map(|frame| &frame.regs);
    let in_memory = || {
        state.memory.iter().flat_map(|(_, object)| object.contents.cells().map(|(_, _, value)| value)).find_map(guard)
    };
    registers.find_map(guard).or_else(in_memory)
}

/// Leaves out where pointers cannot point, by what the path knows.
pub(crate) fn decide(cx: &mut SymbolicContext, shape: &mut Shape) {
    let path = shape.state.path.clone();
    let mut decided = |value: &SymValue| -> Option<SymValue> {
        let SymValue::Heavy(heavy) = value else { return None };
        let SymHeavy::Pointer(cases) = &**heavy else { return None };
        let is_possible = |case: &&Case, cx: &mut SymbolicContext| path.knows(&mut cx.pool, case.guard) != Some(false);
        let is_certain = |case: &&Case, cx: &mut SymbolicContext| path.knows(&mut cx.pool, case.guard) == Some(true);
        let mut kept: Vec<Case> = match cases.iter().find(|case| is_certain(case, cx)) {
            Some(certain) => vec![*certain],
            None => cases.iter().filter(|case| is_possible(case, cx)).copied().collect(),
        };
        if kept.len() == cases.len() || kept.is_empty() {
            return None;
        }
        if let [only] = &mut kept[..] {
            only.guard = Term::TRUE;
        }
        Some(cx.pointer_of(&kept))
    };
    let replace = |value: &mut SymValue, decided: &mut dyn FnMut(&SymValue) -> Option<SymValue>| {
        if let Some(new) = decided(value) {
            *value = new;
        }
    };
    let thread = &mut shape.state.thread;
    thread.top.regs.iter_mut().for_each(|value| replace(value, &mut decided));
    for frame in &mut thread.below {
        if frame.regs.iter().any(|value| decided(value).is_some()) {
            Arc::make_mut(frame).regs.iter_mut().for_each(|value| replace(value, &mut decided));
        }
    }
    let ids: Vec<ObjectId> = shape.state.memory.iter().map(|(id, _)| id).collect();
    for id in ids {
        let Some(object) = shape.state.memory.get(id) else { continue };
        let changed: Vec<(u64, u32, SymValue)> =
            object.contents.cells().filter_map(|(at, size, value)| Some((at, size, decided(value)?))).collect();
        let Some(object) = shape.state.memory.get_mut(id).filter(|_| !changed.is_empty()) else { continue };
        for (at, size, value) in changed {
            // There is a cell of this size, and now another one.
            let put = object.contents.put_cell(at, u64::from(size), value);
            debug_assert!(put.is_ok(), "a cell is replaced by one like it");
        }
    }
}

//! Functions that call themselves, by one activation: its arguments may be anything, and so may what calls of the same function in it
//! return.
//!
//! That covers all activations only where they differ in nothing but their arguments. So it is done for functions of numbers alone:
//! they have no pointers, and neither they nor what they call write memory or make and free objects.

use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::{Image, Native, Outcome, Step, leave};
use candor_ir::{Callee, EntityRef, FuncId, InstKind, Operand, Scalar};
use candor_term::Sort;
use rustc_hash::FxHashSet;

use crate::explore::Symbolic;

/// Whether a function and all that it calls are of numbers alone.
pub(crate) fn is_of_numbers(image: &Image<SymbolicContext>, func: FuncId) -> bool {
    let mut seen = FxHashSet::from_iter([func]);
    let mut work = vec![func];
    while let Some(func) = work.pop() {
        let Some(callees) = callees_of_numbers(image, func) else { return false };
        work.extend(callees.into_iter().filter(|callee| seen.insert(*callee)));
    }
    true
}

/// Whom a function calls; `None` if it is not of numbers by itself.
fn callees_of_numbers(image: &Image<SymbolicContext>, func: FuncId) -> Option<Vec<FuncId>> {
    let function = &image.program.functions[func];
    if let Some(native) = image.natives[func.index()] {
        let is_harmless = matches!(
            native,
            Native::Exit
                | Native::Abort
                | Native::Assume
                | Native::Assert
                | Native::AssertFail
                | Native::ErrorCall
                | Native::Nondet(_)
                | Native::NondetBits
                | Native::Math(_)
        );
        return is_harmless.then(Vec::new);
    }
    let signature = &function.signature;
    let passed = signature.params.iter().map(|param| param.ty).chain(signature.results.iter().copied());
    if signature.variadic || !passed.into_iter().all(|ty| matches!(ty, Scalar::Int(_))) {
        return None;
    }
    if function.values.values().any(|value| value.ty == Scalar::Ptr) {
        return None;
    }
    let mut callees = Vec::new();
    for inst in function.insts.values() {
        match &inst.kind {
            InstKind::Binary { .. }
            | InstKind::Predicate { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Math { .. }
            | InstKind::IsFpClass { .. }
            | InstKind::Undef { .. }
            | InstKind::Freeze { .. }
            | InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::Jump { .. }
            | InstKind::Branch { .. }
            | InstKind::Switch(_)
            | InstKind::Return { .. }
            | InstKind::Unreachable
            | InstKind::Trap
            // What nobody writes is the same for all.
            | InstKind::Load { ptr: Operand::Const(_), .. } => {}
            InstKind::Call(call) => match call.callee {
                Callee::Direct(callee) => callees.push(callee),
                Callee::Indirect(_) => return None,
            },
            _ => return None,
        }
    }
    Some(callees)
}

/// At the start of a function of numbers: the first activation goes on with any arguments, one within it ends with any results.
pub(crate) fn enter(
    image: &Image<SymbolicContext>,
    cx: &mut SymbolicContext,
    state: &mut Symbolic,
    is_first: bool,
) -> Step<Outcome<SymbolicContext>> {
    let function = &image.program.functions[state.thread.top.func];
    let anything = |cx: &mut SymbolicContext, ty: Scalar| {
        SymValue::Term(cx.pool.fresh_var("activation", Sort::Bv(image.program.target.bits_of(ty))))
    };
    if is_first {
        for &param in &function.params {
            let value = anything(cx, function.values[param].ty);
            state.thread.top.regs[param.index()] = value;
        }
        return Ok(Outcome::Next);
    }
    let results: Vec<SymValue> = function.signature.results.iter().map(|&ty| anything(cx, ty)).collect();
    leave(image, cx, state, results)
}

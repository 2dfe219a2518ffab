//! Functions that call themselves, by one activation: its arguments may be anything, and calls of the same function in it may return
//! anything that is known of its results (`system`). Where it has returned to the caller, its arguments are those of the call.
//!
//! That covers all activations only where they differ in nothing but their arguments. So it is done for functions of numbers alone:
//! they have no pointers, and neither they nor what they call write memory or make and free objects. While an activation is under way,
//! nothing but functions of numbers runs.

use candor_analysis::{Cfg, Loops};
use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::{Frame, Image, Native, OnReturn, handlers_of_abort, lookup_native};
use candor_ir::{Callee, EntityRef, FuncId, Function, InstId, InstKind, Operand, Program, Scalar, ValueId};
use candor_term::{Sort, Term};
use rustc_hash::FxHashSet;

use candor_merge::Symbolic;

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
        let runs_nothing_else = match native {
            Native::Exit => image.program.destructors.is_empty(),
            // With a model of it, handlers run.
            Native::Abort | Native::AssertFail => handlers_of_abort(&image.program).is_none(),
            Native::Quit
            | Native::Assume
            | Native::Assert
            | Native::ErrorCall
            | Native::Nondet(_)
            | Native::NondetBits
            | Native::Outside
            | Native::Math(_) => true,
            // Any other may do more than compute numbers: then the function is called once for each activation.
            _ => false,
        };
        if !runs_nothing_else {
            return None;
        }
        // A body of the user's may run all the same.
        if !function.is_defined() {
            return Some(Vec::new());
        }
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
            | InstKind::PoisonIf { .. }
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
            // Any other may do more than compute numbers: then the function is called once for each activation.
            _ => return None,
        }
    }
    Some(callees)
}

/// Whether no call of the function that its activations have made before can have ended the program, or that function has no such call: it
/// calls itself in one place only, and not in a loop.
pub(crate) fn calls_come_back(program: &Program, func: FuncId) -> bool {
    let callees = |func: FuncId| program.functions[func].insts.values().filter_map(|inst| inst.kind.direct_callee());
    let mut seen = FxHashSet::from_iter([func]);
    let mut work = vec![func];
    let mut n_calls = 0;
    while let Some(caller) = work.pop() {
        for callee in callees(caller) {
            // Through others it may be called any number of times.
            n_calls += if callee != func {
                0
            } else if caller == func {
                1
            } else {
                2
            };
            if seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    let function = &program.functions[func];
    let is_first = || n_calls == 1 && Loops::new(function, &Cfg::new(function)).loops.is_empty();
    seen.iter().all(|func| !ends_program(&program.functions[*func])) || is_first()
}

/// Whether a function may end the program by itself.
fn ends_program(function: &Function) -> bool {
    let ends = |kind: &InstKind| matches!(kind, InstKind::Assume { .. } | InstKind::Unreachable | InstKind::Trap);
    match lookup_native(&function.name) {
        Some(Native::Nondet(_) | Native::NondetBits | Native::Outside | Native::Math(_)) => false,
        // Any other may end the program, as far as is known here.
        Some(_) => true,
        None => !function.is_defined() || function.insts.values().any(|inst| ends(&inst.kind)),
    }
}

/// Whether the function that begins is called within an activation of itself. What the platform starts is no such activation: it has not
/// begun with any arguments, and other functions run while it is under way.
pub(crate) fn is_within(state: &Symbolic) -> bool {
    let func = state.thread.top.func;
    let is_called = |frame: &Frame<_>| matches!(frame.on_return, OnReturn::Caller | OnReturn::Uninterrupted);
    state.thread.below.iter().any(|frame| frame.func == func && is_called(frame))
}

/// Lets the function that begins have any arguments.
pub(crate) fn begin(program: &Program, cx: &mut SymbolicContext, state: &mut Symbolic) {
    let function = &program.functions[state.thread.top.func];
    for &param in &function.params {
        state.thread.top.regs[param.index()] = anything(program, cx, function.values[param].ty);
    }
}

/// What the function that begins has been given for a parameter.
pub(crate) fn number(
    image: &Image<SymbolicContext>,
    cx: &mut SymbolicContext,
    state: &Symbolic,
    param: ValueId,
) -> Term {
    let ty = image.program.functions[state.thread.top.func].values[param].ty;
    let bits = image.program.target.bits_of(ty);
    let value = state.thread.top.regs[param.index()].clone();
    cx.as_number(&value, bits).unwrap_or_else(|| cx.pool.fresh_var("argument", Sort::Bv(bits)))
}

/// Any results for the function that begins.
pub(crate) fn any_results(image: &Image<SymbolicContext>, cx: &mut SymbolicContext, state: &Symbolic) -> Vec<SymValue> {
    let results = &image.program.functions[state.thread.top.func].signature.results;
    results.iter().map(|&ty| anything(&image.program, cx, ty)).collect()
}

/// Stands for the result of the function that begins, where it comes back to its caller with one number.
pub(crate) fn result(image: &Image<SymbolicContext>, cx: &mut SymbolicContext, state: &Symbolic) -> Option<Term> {
    let frame = &state.thread.top;
    let comes_back = matches!(frame.on_return, OnReturn::Caller | OnReturn::Uninterrupted);
    match image.program.functions[frame.func].signature.results[..] {
        [Scalar::Int(bits @ 1..=64)] if comes_back => Some(cx.pool.fresh_var("result", Sort::Bv(bits))),
        _ => None,
    }
}

/// What the function has returned behind whose call a state stands, as a number of so many bits.
pub(crate) fn returned_number(
    image: &Image<SymbolicContext>,
    cx: &mut SymbolicContext,
    state: &Symbolic,
    bits: u32,
) -> Option<Term> {
    let frame = &state.thread.top;
    let function = &image.program.functions[frame.func];
    let before = frame.pc.index().checked_sub(1)?;
    let InstKind::Call(call) = &function.insts[InstId::new(before)].kind else { return None };
    let &[register] = &call.results[..] else { return None };
    if function.values[register].ty != Scalar::Int(bits) {
        return None;
    }
    let value = frame.regs[register.index()].clone();
    cx.as_number(&value, bits)
}

fn anything(program: &Program, cx: &mut SymbolicContext, ty: Scalar) -> SymValue {
    SymValue::Term(cx.pool.fresh_var("activation", Sort::Bv(program.target.bits_of(ty))))
}

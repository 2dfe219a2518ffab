//! Calls whose order C leaves open: `f(g(), h())`, `g() + h()`, `*g() = h()`.
//!
//! clang without optimisation keeps in registers only what belongs to one full expression, so that two operands of an
//! instruction that are both computed by calls are operands of the source. What a pass has moved to registers would look the same:
//! this is found while a body is copied, and only in what we have compiled ourselves. Operators that order their operands
//! (`&&`, `||`, `?:` and the comma) are control flow and are not met.

use candor_ir::{Callee, Function, InstId, InstKind, Operand, Unordered, ValueId};
use rustc_hash::FxHashMap;

/// The calls that a register is computed from.
type Calls = Vec<InstId>;

pub(crate) fn unordered(func: &Function) -> Vec<Unordered> {
    let mut calls: FxHashMap<ValueId, Calls> = FxHashMap::default();
    let mut found: Vec<Unordered> = Vec::new();
    for (id, inst) in &func.insts {
        let mut operands: Vec<Calls> = Vec::new();
        inst.kind.for_each_operand(|operand| {
            if let Operand::Value(value) = operand
                && let Some(of_operand) = calls.get(&value)
            {
                operands.push(of_operand.clone());
            }
        });
        let is_call = matches!(inst.kind, InstKind::Call(_));
        if operands.is_empty() && !is_call {
            continue;
        }
        let is_known = found.last().is_some_and(|last| last.loc == inst.loc);
        if !is_known && has_open_order(&operands) && !inst.kind.is_terminator() {
            let operands = operands.iter().map(|calls| calls.iter().map(|&call| callee(func, call)).collect());
            found.push(Unordered { loc: inst.loc, operands: operands.collect() });
        }
        let mut all: Calls = operands.into_iter().flatten().collect();
        all.extend(is_call.then_some(id));
        all.sort_unstable();
        all.dedup();
        inst.for_each_result(|result| _ = calls.insert(result, all.clone()));
    }
    found
}

/// Whether two operands have calls of their own.
fn has_open_order(operands: &[Calls]) -> bool {
    let has_own = |calls: &Calls, others: &Calls| calls.iter().any(|call| !others.contains(call));
    let is_open = |(idx, calls): (usize, &Calls)| {
        operands[idx + 1..].iter().any(|others| has_own(calls, others) && has_own(others, calls))
    };
    operands.iter().enumerate().any(is_open)
}

/// Whom a call calls; `None` through a pointer.
fn callee(func: &Function, call: InstId) -> Option<candor_ir::FuncId> {
    match &func.insts[call].kind {
        InstKind::Call(call) => match call.callee {
            Callee::Direct(callee) => Some(callee),
            Callee::Indirect(_) => None,
        },
        _ => None,
    }
}

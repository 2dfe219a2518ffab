//! Calls that are looked for: a thread that is about to call a function breaks a check, so that engines find it.

use candor_ir::{
    Callee, Check, CheckSet, CmpOp, Const, FuncId, Function, Inst, InstId, InstKind, LocId, Operand, Program, Scalar,
    ValueData,
};

use super::build::{insert_before, native, plain_call};

/// The check that a call breaks.
const BROKEN: Check = Check::ErrorCall;

const INT: Scalar = Scalar::Int(32);

/// From now on the thread of this number breaks a check before it calls the function. False if it may be called through a pointer,
/// which is not seen.
pub(crate) fn fail_before(program: &mut Program, thread: u32, func: FuncId) -> bool {
    if program.consts.iter().any(|(_, constant)| *constant == Const::Function(func)) {
        return false;
    }
    let current = native(program, "__candor_self");
    let number: Operand = program.consts.add(Const::int(32, u64::from(thread))).into();
    for function in program.functions.values_mut() {
        let is_call = |inst: &Inst| match &inst.kind {
            InstKind::Call(call) => call.callee == Callee::Direct(func),
            _ => false,
        };
        let calls = function.insts.iter().filter(|(_, inst)| is_call(inst));
        let calls: Vec<(InstId, LocId)> = calls.map(|(inst, data)| (inst, data.loc)).collect();
        if calls.is_empty() {
            continue;
        }
        let claims = calls.into_iter().map(|(inst, loc)| (inst, claim(function, current, number, loc))).collect();
        insert_before(function, claims);
    }
    true
}

/// That the thread is another one.
fn claim(function: &mut Function, current: FuncId, number: Operand, loc: LocId) -> Vec<Inst> {
    let own = function.values.push(ValueData { ty: INT, name: None });
    let is_other = function.values.push(ValueData { ty: Scalar::I1, name: None });
    let ask = Inst::new(plain_call(current, &[], &[(INT, own)]), None, loc);
    let compare = InstKind::Compare { op: CmpOp::Ne, ty: INT, a: Operand::Value(own), b: number };
    let compare = Inst::new(compare, Some(is_other), loc);
    let mut check = Inst::new(InstKind::Check { check: BROKEN, ok: Operand::Value(is_other) }, None, loc);
    check.checks = CheckSet::of(BROKEN);
    vec![ask, compare, check]
}

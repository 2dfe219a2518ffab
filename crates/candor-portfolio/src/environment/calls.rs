//! Calls that are looked for: a thread that is about to call a function breaks a check, so that engines find it.

use std::collections::BTreeMap;

use candor_ir::{Callee, CmpOp, Const, FuncId, Inst, InstId, InstKind, LocId, Program, Scalar};

use super::build::{insert_before, native};
use super::piece::Piece;

/// From now on the thread of this number breaks a check before it calls the function. False if it may be called through a pointer,
/// which is not seen.
pub(crate) fn fail_before(program: &mut Program, thread: u32, func: FuncId) -> bool {
    if program.consts.iter().any(|(_, constant)| *constant == Const::Function(func)) {
        return false;
    }
    let current = native(program, "__candor_self");
    let callers: Vec<FuncId> = program.functions.keys().collect();
    for caller in callers {
        let is_call = |inst: &Inst| match &inst.kind {
            InstKind::Call(call) => call.callee == Callee::Direct(func),
            // Any other calls nothing.
            _ => false,
        };
        let calls = program.functions[caller].insts.iter().filter(|(_, inst)| is_call(inst));
        let calls: Vec<(InstId, LocId)> = calls.map(|(inst, data)| (inst, data.loc)).collect();
        let mut claims = BTreeMap::new();
        for (inst, loc) in calls {
            let mut piece = Piece::new(program, caller, loc);
            let own = piece.call(current, Scalar::Int(32));
            let number = piece.constant(32, thread.into());
            piece.fail_unless(CmpOp::Ne, 32, own, number);
            claims.insert(inst, piece.insts);
        }
        insert_before(&mut program.functions[caller], claims);
    }
    true
}

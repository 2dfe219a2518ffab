//! Where executions that never end must come by.

use candor_analysis::{Cfg, Loops};
use candor_interp::{Native, lookup_native};
use candor_ir::{Callee, Check, EntityRef, Function, Inst, InstKind, Program};

/// Asks for [`Check::Termination`] where the program's own loops begin another round, and where it calls an error function of which
/// nobody knows what it does; nowhere else.
pub fn check_endings(program: &mut Program) {
    let is_open =
        |function: &Function| !function.is_defined() && lookup_native(&function.name) == Some(Native::ErrorCall);
    let open: Vec<bool> = program.functions.values().map(is_open).collect();
    let is_open_call = |inst: &Inst| match &inst.kind {
        InstKind::Call(call) => matches!(call.callee, Callee::Direct(callee) if open[callee.index()]),
        _ => false,
    };
    for function in program.functions.values_mut().filter(|function| function.is_defined()) {
        for inst in function.insts.values_mut() {
            inst.checks.remove(Check::Termination);
            if is_open_call(inst) {
                inst.checks.insert(Check::Termination);
            }
        }
        if function.library {
            continue;
        }
        let loops = Loops::new(function, &Cfg::new(function));
        for entry in loops.loops.values().flat_map(|of| &of.entries) {
            let first = function.blocks[*entry].first;
            function.insts[first].checks.insert(Check::Termination);
        }
    }
}

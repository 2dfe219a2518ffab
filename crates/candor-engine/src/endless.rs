//! Where executions that never end must come by.

use candor_analysis::{Cfg, Loops};
use candor_interp::{Native, lookup_native};
use candor_ir::{BlockId, Callee, Check, EntityRef, Function, Inst, InstId, InstKind, Program};

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

/// Where leaks are checked, asks for them also where a loop that nothing leads out of begins another round: nobody would look later.
pub fn check_losses(program: &mut Program) {
    let mut insts = program.functions.values().flat_map(|function| function.insts.values());
    if !insts.any(|inst| inst.checks.contains(Check::MemoryLeak)) {
        return;
    }
    for function in program.functions.values_mut().filter(|function| function.is_defined() && !function.library) {
        for inst in last_of_endless_rounds(function) {
            function.insts[inst].checks.insert(Check::MemoryLeak);
        }
    }
}

/// The ends of blocks that lead back to the start of a loop that no edge leaves.
fn last_of_endless_rounds(function: &Function) -> Vec<InstId> {
    let loops = Loops::new(function, &Cfg::new(function));
    let mut found = Vec::new();
    for (id, data) in &loops.loops {
        let targets = |bb: BlockId| function.successors(bb).into_iter().map(|edge| function.edges[edge].target);
        let blocks = loops.blocks(id);
        if blocks.iter().all(|&bb| targets(bb).all(|target| loops.contains(id, target))) {
            let last = blocks.iter().filter(|&&bb| targets(bb).any(|target| data.entries.contains(&target)));
            found.extend(last.map(|&bb| function.terminator(bb)));
        }
    }
    found
}

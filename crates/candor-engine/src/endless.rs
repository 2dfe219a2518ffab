//! Where executions that never end must come by.

use candor_analysis::{Cfg, Loops};
use candor_interp::{Native, lookup_native};
use candor_ir::{BlockId, Check, EntityRef, Function, Inst, InstId, InstKind, Program};

/// Asks for [`Check::Termination`] where the program's own loops begin another round, and where it calls an error function, which is
/// an end; nowhere else.
pub fn check_endings(program: &mut Program) {
    let is_error = |function: &Function| lookup_native(&function.name) == Some(Native::ErrorCall);
    let errors: Vec<bool> = program.functions.values().map(is_error).collect();
    let calls_error = |inst: &Inst| inst.kind.direct_callee().is_some_and(|callee| errors[callee.index()]);
    for function in program.functions.values_mut().filter(|function| function.is_defined()) {
        for inst in function.insts.values_mut() {
            inst.checks.remove(Check::Termination);
            if calls_error(inst) {
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

/// Takes back the checks for lost memory wherever a function other than `main` returns, which leaves those where an execution ends: a
/// block that is lost stays lost. To look at all of memory at every return makes building a list quadratic (28 s instead of 0.3 s for
/// 3000 elements), and pays only for those who want to know in which function the block is lost.
pub fn check_losses_at_ends(program: &mut Program) {
    let main = program.function_named("main");
    for (func, function) in program.functions.iter_mut() {
        for inst in function.insts.values_mut().filter(|inst| matches!(inst.kind, InstKind::Return { .. })) {
            if Some(func) != main {
                inst.checks.remove(Check::MemoryLeak);
            }
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

//! Where executions that never end must come by.

use candor_analysis::{Cfg, Loops};
use candor_interp::{Native, lookup_native};
use candor_ir::{BlockId, Callee, Check, Const, EntityRef, Function, Inst, InstId, InstKind, Program};

/// Asks for [`Check::Termination`] where the program's own loops begin another round, where functions begin that may call themselves, and
/// where it calls an error function, which is an end; nowhere else.
pub fn check_endings(program: &mut Program) {
    let is_error = |function: &Function| lookup_native(&function.name) == Some(Native::ErrorCall);
    let errors: Vec<bool> = program.functions.values().map(is_error).collect();
    let calls_error = |inst: &Inst| inst.kind.direct_callee().is_some_and(|callee| errors[callee.index()]);
    let recursive = recursive_functions(program);
    for (func, function) in program.functions.iter_mut().filter(|(_, function)| function.is_defined()) {
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
        if recursive[func.index()] {
            let entry = function.entry();
            let first = function.blocks[entry].first;
            function.insts[first].checks.insert(Check::Termination);
            // Room for local variables is made where nobody has written anything: what is told of the function is told of its first line.
            if program.source.get(function.insts[first].loc).is_none() {
                let locs = function.block_insts(entry).map(|inst| function.insts[inst].loc);
                let first_loc = locs.into_iter().find(|loc| program.source.get(*loc).is_some());
                function.insts[first].loc = first_loc.unwrap_or(function.insts[first].loc);
            }
        }
    }
}

/// Which functions may be called while they are under way. A call through a pointer may be one of any function whose address is
/// somewhere in the program: all of these are the callees of one node more.
fn recursive_functions(program: &Program) -> Vec<bool> {
    let by_pointer = program.functions.len();
    let mut callees: Vec<Vec<usize>> = vec![Vec::new(); by_pointer + 1];
    for (func, function) in &program.functions {
        for inst in function.insts.values() {
            let InstKind::Call(call) = &inst.kind else { continue };
            callees[func.index()].push(match call.callee {
                Callee::Direct(callee) => callee.index(),
                Callee::Indirect(_) => by_pointer,
            });
        }
    }
    callees[by_pointer].extend(program.consts.iter().filter_map(|(_, constant)| match constant {
        Const::Function(func) => Some(func.index()),
        _ => None,
    }));
    // When a function was last met on a walk from another one, by the number of the walk.
    let mut met = vec![usize::MAX; by_pointer + 1];
    let mut calls_itself = |func: usize| {
        let mut work = callees[func].clone();
        while let Some(callee) = work.pop() {
            if met[callee] != func {
                met[callee] = func;
                work.extend(&callees[callee]);
            }
        }
        met[func] == func
    };
    (0..by_pointer).map(|func| calls_itself(func)).collect()
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

//! Going straight to where a jump leads: blocks of which a slice has left nothing but their jump are passed by.

use candor_ir::{BlockId, Const, EdgeId, EntityRef, FuncId, Function, InstKind, Operand, Program};

/// Leads edges past blocks that only jump on, and makes branches whose ways are the same into jumps. Functions with labels as
/// values are left alone, as constants name their blocks.
pub(crate) fn thread_jumps(program: &mut Program) {
    let mut has_labels = vec![false; program.functions.len()];
    for (_, constant) in program.consts.iter() {
        if let Const::BlockAddress(func, _) = constant {
            has_labels[func.index()] = true;
        }
    }
    for func in program.functions.keys().filter(|func: &FuncId| !has_labels[func.index()]) {
        let function = &mut program.functions[func];
        if function.is_defined() {
            pass_by(function);
            join_ways(function);
        }
    }
}

fn pass_by(function: &mut Function) {
    for edge in function.edges.keys().collect::<Vec<EdgeId>>() {
        // A block may be passed by once: those that jump in a circle stay.
        let mut n_left = function.blocks.len();
        while let Some((target, args)) = onward(function, function.edges[edge].target) {
            if n_left == 0 {
                break;
            }
            n_left -= 1;
            (function.edges[edge].target, function.edges[edge].args) = (target, args);
        }
    }
}

/// Where a block leads that does nothing else, and with which arguments.
fn onward(function: &Function, bb: BlockId) -> Option<(BlockId, Vec<Operand>)> {
    let block = &function.blocks[bb];
    let only_jumps = block.params.is_empty() && block.end.index() == block.first.index() + 1;
    let terminator = &function.insts[function.terminator(bb)];
    match terminator.kind {
        InstKind::Jump { edge } if only_jumps && terminator.checks.is_empty() => {
            let edge = &function.edges[edge];
            (edge.target != bb).then(|| (edge.target, edge.args.clone()))
        }
        _ => None,
    }
}

fn join_ways(function: &mut Function) {
    for bb in function.blocks.keys().collect::<Vec<BlockId>>() {
        let inst = function.terminator(bb);
        let InstKind::Branch { then, or_else, .. } = function.insts[inst].kind else { continue };
        let (one, other) = (&function.edges[then], &function.edges[or_else]);
        if function.insts[inst].checks.is_empty() && one.target == other.target && one.args == other.args {
            function.insts[inst].kind = InstKind::Jump { edge: then };
        }
    }
}

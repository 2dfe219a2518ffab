//! Going straight to where a jump leads: blocks of which a slice has left nothing but their jump are passed by.

use candor_ir::{BlockId, Const, ConstPool, EdgeId, EntityRef, FuncId, Function, InstKind, Operand, Program};

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
            go_where_it_leads(function, &program.consts);
            join_ways(function);
        }
    }
}

/// Leads edges that bring a truth value to a block which only asks for it straight to the answer: what is left of `a && b`.
fn go_where_it_leads(function: &mut Function, consts: &ConstPool) {
    let asking: Vec<Option<Asking>> = function.blocks.keys().map(|bb| Asking::new(function, bb)).collect();
    for edge in function.edges.keys().collect::<Vec<EdgeId>>() {
        let target = function.edges[edge].target;
        let Some(asking) = &asking[target.index()] else { continue };
        let Operand::Const(arg) = function.edges[edge].args[asking.param_idx] else { continue };
        let Const::Int(bits) = consts.get(arg) else { continue };
        let next = &function.edges[if bits.is_zero() { asking.or_else } else { asking.then }];
        let (params, given) = (&function.blocks[target].params, &function.edges[edge].args);
        let stands_for = |operand: &Operand| match params.iter().position(|&param| *operand == param.into()) {
            Some(idx) => given[idx],
            None => *operand,
        };
        let (target, args) = (next.target, next.args.iter().map(stands_for).collect());
        (function.edges[edge].target, function.edges[edge].args) = (target, args);
    }
}

/// A block that does nothing but branch on one of its parameters; nobody else reads these.
struct Asking {
    param_idx: usize,
    then: EdgeId,
    or_else: EdgeId,
}

impl Asking {
    fn new(function: &Function, bb: BlockId) -> Option<Asking> {
        let block = &function.blocks[bb];
        let inst = function.terminator(bb);
        let only_branches = block.end.index() == block.first.index() + 1 && function.insts[inst].checks.is_empty();
        let InstKind::Branch { cond: Operand::Value(cond), then, or_else } = function.insts[inst].kind else {
            return None;
        };
        let param_idx = block.params.iter().position(|&param| param == cond).filter(|_| only_branches)?;
        let is_param = |operand: &Operand| block.params.iter().any(|&param| *operand == param.into());
        let mut is_private = true;
        for (_, other) in function.insts.iter().filter(|(id, _)| *id != inst) {
            other.kind.for_each_operand(|operand| is_private &= !is_param(&operand));
        }
        for (_, data) in function.edges.iter().filter(|&(edge, _)| edge != then && edge != or_else) {
            is_private &= !data.args.iter().any(is_param);
        }
        is_private.then_some(Asking { param_idx, then, or_else })
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
    let InstKind::Jump { edge } = terminator.kind else { return None };
    let edge = &function.edges[edge];
    let goes_by = only_jumps && terminator.checks.is_empty() && edge.target != bb;
    goes_by.then(|| (edge.target, edge.args.clone()))
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

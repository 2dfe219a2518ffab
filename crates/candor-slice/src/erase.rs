//! Taking out what was not marked: in place, or for good.

use candor_analysis::reachable;
use candor_interp::{Native, Site, abort_model, native_of};
use candor_ir::{
    Bits, Callee, CheckSet, Const, ConstPool, EdgeId, EntityRef, FuncId, Function, Inst, InstKind, Operand, Program,
    Scalar, ValueId,
};
use candor_points_to::PointsTo;

use crate::ahead::Ahead;
use crate::mark::{Marks, Slice};
use crate::thread::thread_jumps;

/// What an instruction becomes that does nothing: an assumption that holds, or, since registers must be defined, a zero.
fn nothing(consts: &mut ConstPool, result: Option<Scalar>) -> InstKind {
    match result {
        Some(ty) => InstKind::Freeze { ty, value: Operand::Const(zero(consts, ty)) },
        None => InstKind::Assume { cond: Operand::Const(consts.add(Const::int(1, 1))) },
    }
}

/// Whether an instruction does nothing, if its result is not read.
fn is_nothing(consts: &ConstPool, kind: &InstKind) -> bool {
    match kind {
        InstKind::Assume { cond: Operand::Const(cond) } => *consts.get(*cond) == Const::int(1, 1),
        InstKind::Freeze { value: Operand::Const(_), .. } => true,
        // Any other stays, which is never wrong.
        _ => false,
    }
}

/// Makes everything that is not marked do nothing. Instructions, blocks and edges keep their numbers.
pub(crate) fn erase(program: &mut Program, points_to: &PointsTo, marks: &Marks, ahead: &Ahead) -> Slice {
    let mut slice = Slice::default();
    let needed_params: Vec<Vec<bool>> = program
        .functions
        .iter()
        .map(|(func, function)| function.params.iter().map(|&param| marks.value(func, param)).collect())
        .collect();
    for func in program.functions.keys() {
        erase_in(program, points_to, marks, ahead, func, &needed_params, &mut slice);
    }
    slice
}

fn erase_in(
    program: &mut Program,
    points_to: &PointsTo,
    marks: &Marks,
    ahead: &Ahead,
    func: FuncId,
    needed_params: &[Vec<bool>],
    slice: &mut Slice,
) {
    let ways = Ways::new(points_to, func, &program.functions[func]);
    let is_empty = !marks.insts[func.index()].iter().any(|&kept| kept);
    let is_exit = program.library_function(EXIT) == Some(func);
    for inst in program.functions[func].insts.keys() {
        let kept = marks.inst(Site { func, inst }) || ends_program(program, func, inst);
        let site = Site { func, inst };
        if marks.is_only_checked(site, &program.functions[func].insts[inst]) {
            slice.only_checked.push(site);
        }
        if kept {
            slice.n_kept += 1;
        } else {
            // Jumps and returns stay where anything does: they are how control gets on.
            let terminator = program.functions[func].insts[inst].kind.is_terminator();
            let stays = terminator && !is_empty;
            slice.n_kept += usize::from(stays);
            slice.n_erased += usize::from(!stays);
        }
        // The end of the program itself is all that comes behind what the platform calls last.
        let is_over = !kept && !is_exit && !ahead.comes(program, Site { func, inst });
        if is_over && program.functions[func].insts[inst].kind.is_terminator() {
            return_at(program, func, inst);
            continue;
        }
        erase_inst(program, marks, func, inst, kept, needed_params, &ways);
    }
    clear_edges(program, marks, func);
}

/// Behind this nothing that matters can come, whatever the program did there: it may have gone on for ever, or ended.
fn return_at(program: &mut Program, func: FuncId, inst: candor_ir::InstId) {
    let Program { functions, consts, .. } = program;
    let function = &mut functions[func];
    let values = function.signature.results.iter().map(|&ty| Operand::Const(zero(consts, ty))).collect();
    let data = &mut function.insts[inst];
    (data.kind, data.checks, data.result) = (InstKind::Return { values }, CheckSet::EMPTY, None);
}

fn erase_inst(
    program: &mut Program,
    marks: &Marks,
    func: FuncId,
    inst: candor_ir::InstId,
    kept: bool,
    needed_params: &[Vec<bool>],
    ways: &Ways,
) {
    let Program { functions, consts, .. } = program;
    let function = &functions[func];
    let data = &function.insts[inst];
    let replacement = match &data.kind {
        InstKind::Return { values } => {
            let kinds: Vec<Scalar> = function.signature.results.clone();
            let values = values.iter().enumerate().map(|(idx, &value)| {
                let ty = kinds.get(idx).copied().unwrap_or(Scalar::Int(32));
                readable(consts, marks, func, value, ty)
            });
            let values = values.collect();
            Some((InstKind::Return { values }, data.checks))
        }
        InstKind::Call(call) if kept => {
            let mut call = call.clone();
            if let Callee::Direct(callee) = call.callee {
                for (idx, arg) in call.args.iter_mut().enumerate() {
                    let needed = needed_params[callee.index()].get(idx).copied().unwrap_or(true);
                    if !needed && arg.byval.is_none() {
                        arg.value = readable(consts, marks, func, arg.value, arg.ty);
                    }
                }
            }
            // Through a pointer, no callee may need what another one does.
            for arg in &mut call.args {
                if arg.byval.is_none() {
                    arg.value = readable(consts, marks, func, arg.value, arg.ty);
                }
            }
            Some((InstKind::Call(call), data.checks))
        }
        // What nobody reads is not computed.
        &InstKind::Store { ty, ptr, value, flags } if kept => {
            let value = readable(consts, marks, func, value, ty);
            Some((InstKind::Store { ty, ptr, value, flags }, data.checks))
        }
        &InstKind::MemFill { dst, byte, len, width } if kept => {
            let byte = readable(consts, marks, func, byte, Scalar::Int(8));
            Some((InstKind::MemFill { dst, byte, len, width }, data.checks))
        }
        _ if kept => None,
        InstKind::Jump { .. } => None,
        kind if kind.is_terminator() => ways.out(function, kind).map(|edge| (InstKind::Jump { edge }, CheckSet::EMPTY)),
        // Any other that is not kept has been found not to matter.
        _ => {
            let ty = only_result(data).map(|result| function.values[result].ty);
            Some((nothing(consts, ty), CheckSet::EMPTY))
        }
    };
    if let Some((kind, checks)) = replacement {
        let data = &mut functions[func].insts[inst];
        if matches!(kind, InstKind::Freeze { .. }) {
            data.result = only_result(data);
        }
        data.kind = kind;
        data.checks = checks;
    }
}

/// What the platform calls when `main` has returned; it does not return itself.
const EXIT: &str = "exit";

/// Whether this is the last instruction of all, which every slice has.
fn ends_program(program: &Program, func: FuncId, inst: candor_ir::InstId) -> bool {
    let function = &program.functions[func];
    let callee = function.insts[inst].kind.direct_callee().filter(|_| function.name == EXIT && function.library);
    callee.is_some_and(|callee| native_of(&program.functions[callee]) == Some(Native::Exit))
}

/// The register that an instruction defines; those with several are never taken out.
fn only_result(inst: &Inst) -> Option<ValueId> {
    let mut only = None;
    inst.for_each_result(|result| only = only.or(Some(result)));
    only
}

/// The operand if it is still computed, otherwise zero.
fn readable(consts: &mut ConstPool, marks: &Marks, func: FuncId, operand: Operand, ty: Scalar) -> Operand {
    match operand {
        Operand::Value(value) if !marks.value(func, value) => Operand::Const(zero(consts, ty)),
        other => other,
    }
}

fn zero(consts: &mut ConstPool, ty: Scalar) -> candor_ir::ConstId {
    consts.add(match ty {
        Scalar::Int(width) => Const::Int(Bits::zero(width)),
        Scalar::Float(kind) => Const::Float(kind, Bits::zero(kind.bits())),
        Scalar::Ptr => Const::Null,
    })
}

/// How to get to the end of a function.
struct Ways {
    /// For each block, how many blocks away the nearest return is; where there is none, any other end is further away than all of
    /// those.
    to_end: Vec<u32>,
    /// Whether an execution may go along each edge.
    taken: Vec<bool>,
}

impl Ways {
    fn new(points_to: &PointsTo, func: FuncId, function: &Function) -> Ways {
        let taken: Vec<bool> = function.edges.keys().map(|edge| points_to.may_take(func, edge)).collect();
        Ways { to_end: distances(function, &taken), taken }
    }

    /// The edge by which control goes on where it does not matter which: the one nearest to the end of the function, so that nothing
    /// goes round for ever that was left out.
    fn out(&self, function: &Function, kind: &InstKind) -> Option<EdgeId> {
        let mut edges = Vec::new();
        kind.for_each_edge(|edge| edges.push(edge));
        let key = |edge: &EdgeId| (!self.taken[edge.index()], self.to_end[function.edges[*edge].target.index()]);
        edges.into_iter().min_by_key(key)
    }
}

fn distances(function: &Function, taken: &[bool]) -> Vec<u32> {
    let mut to_end = vec![u32::MAX; function.blocks.len()];
    if !function.is_defined() {
        return to_end;
    }
    let cfg = candor_analysis::Cfg::of_edges(function, |edge| taken[edge.index()]);
    let returns =
        |bb: candor_ir::BlockId| matches!(function.insts[function.terminator(bb)].kind, InstKind::Return { .. });
    let ends: Vec<candor_ir::BlockId> = function.blocks.keys().filter(|&bb| cfg.successors(bb).is_empty()).collect();
    let far = u32::MAX / 2;
    for start in [0, far] {
        let from = ends.iter().copied().filter(|&bb| returns(bb) == (start == 0));
        let mut queue: std::collections::VecDeque<(candor_ir::BlockId, u32)> = from.map(|bb| (bb, start)).collect();
        while let Some((bb, distance)) = queue.pop_front() {
            if to_end[bb.index()] == u32::MAX {
                to_end[bb.index()] = distance;
                queue.extend(cfg.predecessors(bb).iter().map(|link| (link.block, distance + 1)));
            }
        }
    }
    to_end
}

/// Parameters of blocks that nobody reads get zeros.
fn clear_edges(program: &mut Program, marks: &Marks, func: FuncId) {
    let Program { functions, consts, .. } = program;
    let function = &mut functions[func];
    let edges: Vec<EdgeId> = function.edges.keys().collect();
    for edge in edges {
        let params: Vec<ValueId> = function.blocks[function.edges[edge].target].params.clone();
        for (idx, param) in params.into_iter().enumerate() {
            let arg = function.edges[edge].args[idx];
            let gone = matches!(arg, Operand::Value(value) if !marks.value(func, value));
            if !marks.value(func, param) && gone {
                let ty = function.values[param].ty;
                function.edges[edge].args[idx] = Operand::Const(zero(consts, ty));
            }
        }
    }
    function.debug_values.retain(|debug| match debug.value {
        Operand::Value(value) => marks.value(func, value),
        Operand::Const(_) => true,
    });
}

/// Takes out instructions that do nothing, jumps that lead to others, and the bodies of functions that nobody calls or points to.
pub fn shrink(program: &mut Program) {
    let consts = program.consts.clone();
    for func in program.functions.keys() {
        let read = read_registers(&program.functions[func]);
        let is_unread = |result: Option<ValueId>| result.is_none_or(|result| !read[result.index()]);
        candor_analysis::remove_insts(program, func, |inst| is_nothing(&consts, &inst.kind) && is_unread(inst.result));
    }
    let needed = needed_functions(program);
    for func in program.functions.keys() {
        if !needed[func.index()] && program.functions[func].is_defined() {
            let old = &program.functions[func];
            let mut empty = Function::declare(old.name.clone(), old.signature.clone());
            (empty.internal, empty.library) = (false, old.library);
            program.functions[func] = empty;
        }
    }
    thread_jumps(program);
    candor_analysis::tidy(program);
}

fn read_registers(function: &Function) -> Vec<bool> {
    let mut read = vec![false; function.values.len()];
    let mut mark = |operand: Operand| {
        if let Operand::Value(value) = operand {
            read[value.index()] = true;
        }
    };
    function.insts.values().for_each(|inst| inst.kind.for_each_operand(&mut mark));
    function.edges.values().flat_map(|edge| &edge.args).for_each(|&arg| mark(arg));
    read
}

/// Functions that are called from `main` on, or that a constant names.
fn needed_functions(program: &Program) -> Vec<bool> {
    let mut work: Vec<FuncId> = program.function_named("main").into_iter().collect();
    work.extend(program.constructors.iter().chain(&program.destructors));
    work.extend(program.library_function(EXIT));
    for (_, constant) in program.consts.iter() {
        if let Const::Function(func) | Const::BlockAddress(func, _) = constant {
            work.push(*func);
        }
    }
    reachable(program.functions.len(), work, |func| {
        program.functions[func]
            .insts
            .values()
            .filter_map(|inst| match &inst.kind {
                InstKind::Call(call) => match call.callee {
                    Callee::Direct(callee) => Some(callee),
                    Callee::Indirect(_) => None,
                },
                // Any other calls nothing.
                _ => None,
            })
            .flat_map(|callee| abort_model(program, &program.functions[callee]).into_iter().chain([callee]))
    })
}

//! Checks that count only at the end of a trail: each instruction with such checks is there twice, with them and without, and the trail
//! says which of the two an execution comes to.
//!
//! That arithmetic goes wrong unchecked and the execution goes on is not what C says; what is found behind it has to be replayed on
//! the program as it is.

use candor_ir::{
    Block, BlockId, Callee, CheckSet, Const, Edge, EntityRef, FuncId, Function, Inst, InstId, InstKind, LocId, Operand,
    Ordering, PrimaryMap, Program, ValueData, ValueId,
};

use super::build::users;
use super::piece::Piece;
use super::trail::{COUNTER_BITS, Trail};

/// Has the checks on a line, or on all lines, count only when the trail has been followed to its end.
pub(crate) fn check_late(program: &mut Program, trail: Trail, line: Option<u32>) {
    if trail.end == 0 {
        return;
    }
    let counter: Operand = program.consts.add(Const::Global(trail.counter, 0)).into();
    for func in users(program) {
        let is_late = late(program, func, line);
        if is_late.contains(&true) {
            rebuild(program, func, counter, trail.end, &is_late);
        }
    }
}

/// Which instructions of a function to double.
fn late(program: &Program, func: FuncId, line: Option<u32>) -> Vec<bool> {
    let function = &program.functions[func];
    // Numbers of blocks must stay where code asks for their addresses.
    let is_address = |constant: &Const| matches!(constant, Const::BlockAddress(of, _) if *of == func);
    if program.consts.iter().any(|(_, constant)| is_address(constant)) {
        return Vec::new();
    }
    let on_line = |loc: LocId| line.is_none_or(|line| program.source.get(loc).is_some_and(|loc| loc.line == line));
    let can_be_twice = |kind: &InstKind| match kind {
        InstKind::Alloca { .. } | InstKind::Unsupported { .. } => false,
        InstKind::Call(call) => match call.callee {
            Callee::Direct(callee) => !program.functions[callee].is_defined(),
            Callee::Indirect(_) => false,
        },
        // Any other has no effect but its own.
        kind => !kind.is_terminator(),
    };
    let is_late = |inst: &Inst| !inst.checks.is_empty() && on_line(inst.loc) && can_be_twice(&inst.kind);
    function.insts.values().map(is_late).collect()
}

/// The function under construction, and what has gone where.
struct Rebuilding {
    insts: PrimaryMap<InstId, Inst>,
    blocks: PrimaryMap<BlockId, Block>,
    /// The new first block of each old one, and the new place of each old instruction.
    new_blocks: Vec<BlockId>,
    new_insts: Vec<InstId>,
}

impl Rebuilding {
    /// Ends the block that began here.
    fn end_block(&mut self, params: Vec<ValueId>, first: InstId, name: Option<String>) -> BlockId {
        self.blocks.push(Block { params, first, end: self.insts.next_key(), name })
    }
}

fn rebuild(program: &mut Program, func: FuncId, counter: Operand, end: u32, is_late: &[bool]) {
    let old_insts = std::mem::take(&mut program.functions[func].insts);
    let old_blocks = std::mem::take(&mut program.functions[func].blocks);
    let n_old_edges = program.functions[func].edges.len();
    let mut new = Rebuilding {
        insts: PrimaryMap::new(),
        blocks: PrimaryMap::new(),
        new_blocks: Vec::new(),
        new_insts: Vec::new(),
    };
    let mut old_insts = old_insts.into_iter();
    for (_, block) in old_blocks {
        new.new_blocks.push(new.blocks.next_key());
        let (mut params, mut name) = (block.params, block.name);
        let mut first = new.insts.next_key();
        for (id, inst) in old_insts.by_ref().take(block.end.index() - block.first.index()) {
            new.new_insts.push(new.insts.next_key());
            if is_late[id.index()] {
                let results = results(&inst);
                let before = (std::mem::replace(&mut params, results), first, name.take());
                twice(program, func, counter, end, &mut new, before, inst);
                first = new.insts.next_key();
            } else {
                new.insts.push(inst);
            }
        }
        new.end_block(params, first, name);
    }
    new.new_insts.push(new.insts.next_key());
    let function = &mut program.functions[func];
    (function.insts, function.blocks) = (new.insts, new.blocks);
    for (idx, edge) in function.edges.values_mut().enumerate() {
        if idx < n_old_edges {
            edge.target = new.new_blocks[edge.target.index()];
        }
    }
    for debug_value in &mut function.debug_values {
        debug_value.at = new.new_insts[debug_value.at.index()];
    }
}

fn results(inst: &Inst) -> Vec<ValueId> {
    let mut results = Vec::new();
    inst.for_each_result(|value| results.push(value));
    results
}

/// Ends a block with the question whether the trail is at its end, and adds one block for each answer; the next block takes the
/// results as its parameters.
fn twice(
    program: &mut Program,
    func: FuncId,
    counter: Operand,
    end: u32,
    new: &mut Rebuilding,
    (params, first, name): (Vec<ValueId>, InstId, Option<String>),
    inst: Inst,
) {
    let mut piece = Piece::new(program, func, inst.loc);
    let now = piece.load(COUNTER_BITS, counter, Ordering::SeqCst);
    let at_end = piece.constant(COUNTER_BITS, end.into());
    let cond = piece.equal(COUNTER_BITS, now, at_end);
    for inst in piece.insts {
        new.insts.push(inst);
    }
    let loc = inst.loc;
    let answers = BlockId::new(new.blocks.len() + 1);
    let behind = BlockId::new(answers.index() + 2);
    let function = &mut program.functions[func];
    let [then, or_else] =
        [0, 1].map(|idx| function.edges.push(Edge { target: BlockId::new(answers.index() + idx), args: Vec::new() }));
    new.insts.push(Inst::new(InstKind::Branch { cond, then, or_else }, None, loc));
    new.end_block(params, first, name);
    for checks in [inst.checks, CheckSet::EMPTY] {
        let first = new.insts.next_key();
        let (copy, args) = renamed(function, &inst);
        new.insts.push(Inst { checks, ..copy });
        let edge = function.edges.push(Edge { target: behind, args });
        new.insts.push(Inst::new(InstKind::Jump { edge }, None, loc));
        new.end_block(Vec::new(), first, None);
    }
}

/// The same instruction with registers of its own for its results.
fn renamed(function: &mut Function, inst: &Inst) -> (Inst, Vec<Operand>) {
    let mut copy = inst.clone();
    let mut fresh = |value: &mut ValueId| {
        let ty = function.values[*value].ty;
        *value = function.values.push(ValueData { ty, name: None });
        Operand::from(*value)
    };
    let mut args: Vec<Operand> = Vec::new();
    args.extend(copy.result.as_mut().map(&mut fresh));
    match &mut copy.kind {
        InstKind::Call(call) => args.extend(call.results.iter_mut().map(&mut fresh)),
        InstKind::AtomicCas { success, .. } => args.extend(success.as_mut().map(&mut fresh)),
        // Any other has at most the one result above; what is not supported is not gone behind.
        _ => {}
    }
    (copy, args)
}

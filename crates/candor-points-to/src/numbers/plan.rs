//! What the visits of a function have in common.

use std::collections::BTreeSet;

use candor_analysis::Cfg;
use candor_ir::{BinOp, BlockId, Const, ConstId, EntityRef, Function, InstId, InstKind, Operand, Program, ValueId};
use candor_numbers::AbstractInt;

use crate::work::Users;

pub(super) struct Plan {
    pub(super) cfg: Cfg,
    /// The instruction that defines each register.
    pub(super) definitions: Vec<Option<InstId>>,
    /// The blocks that have to be gone through again when a register grows. Those behind its definition in the same block are not
    /// among them: they come anyway.
    pub(super) users: Users<BlockId>,
    /// Whether other blocks than the one that defines it use each register.
    is_used_elsewhere: Vec<bool>,
    /// Numbers that are compared with, in order.
    pub(super) landmarks: Vec<i64>,
}

impl Plan {
    pub(super) fn new(program: &Program, function: &Function) -> Plan {
        let mut definitions = vec![None; function.values.len()];
        for (id, inst) in function.insts.iter() {
            inst.for_each_result(|value| definitions[value.index()] = Some(id));
        }
        let users = users(function, &definitions);
        let is_used_elsewhere = function.values.keys().map(|value| users.of(value).next().is_some()).collect();
        let landmarks = landmarks(program, function);
        Plan { cfg: Cfg::new(function), definitions, users, is_used_elsewhere, landmarks }
    }

    /// Whether what is known of a register matters behind the block that defines it.
    pub(super) fn is_used_elsewhere(&self, value: ValueId) -> bool {
        self.is_used_elsewhere[value.index()]
    }
}

/// The number that an operand is.
pub(super) fn constant(program: &Program, operand: Operand) -> Option<AbstractInt> {
    let Operand::Const(constant) = operand else { return None };
    match program.consts.get(constant) {
        Const::Int(bits) if bits.width() <= 64 => Some(AbstractInt::constant(bits.width(), bits.to_u64_wrapping())),
        _ => None,
    }
}

/// The address that a constant pointer is: zero for null, any other for what the program defines.
pub(super) fn address(program: &Program, constant: ConstId) -> Option<AbstractInt> {
    let width = program.target.pointer_bits;
    match *program.consts.get(constant) {
        Const::Null => Some(AbstractInt::constant(width, 0)),
        Const::Global(global, 0) if program.globals[global].init.is_some() => Some(not_null(width)),
        Const::Function(func) if program.functions[func].is_defined() => Some(not_null(width)),
        // What is defined nowhere may be null; the rest is no address.
        _ => None,
    }
}

/// Any address but null.
pub(super) fn not_null(width: u32) -> AbstractInt {
    AbstractInt::unsigned_between(width, 1, u64::MAX >> (64 - width)).unwrap_or(AbstractInt::top(width))
}

fn landmarks(program: &Program, function: &Function) -> Vec<i64> {
    let mut found = Vec::new();
    for inst in function.insts.values() {
        if let InstKind::Compare { a, b, .. } = inst.kind {
            for number in [constant(program, a), constant(program, b)].into_iter().flatten() {
                let (number, _) = number.signed();
                found.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn users(function: &Function, definitions: &[Option<InstId>]) -> Users<BlockId> {
    let mut defined_in: Vec<Option<BlockId>> =
        definitions.iter().map(|inst| inst.map(|inst| function.block_of(inst))).collect();
    let mut users = Vec::new();
    for (bb, block) in function.blocks.iter() {
        block.params.iter().for_each(|param| defined_in[param.index()] = Some(bb));
    }
    for bb in function.blocks.keys() {
        let mut used = BTreeSet::new();
        for inst in function.block_insts(bb) {
            let kind = &function.insts[inst].kind;
            kind.for_each_operand(|operand| need(function, definitions, operand, &mut used));
            kind.for_each_edge(|edge| {
                let (mut passed, edge) = (BTreeSet::new(), &function.edges[edge]);
                edge.args.iter().for_each(|&arg| need(function, definitions, arg, &mut passed));
                users.extend(passed.into_iter().map(|value| (value, edge.target)));
            });
        }
        let from_elsewhere = used.into_iter().filter(|value| defined_in[value.index()] != Some(bb));
        users.extend(from_elsewhere.map(|value| (value, bb)));
    }
    Users::new(users)
}

/// An operand, and what a condition on it speaks of.
fn need(function: &Function, definitions: &[Option<InstId>], operand: Operand, found: &mut BTreeSet<ValueId>) {
    let Operand::Value(value) = operand else { return };
    if !found.insert(value) {
        return;
    }
    let kind = definitions[value.index()].map(|inst| &function.insts[inst].kind);
    if let Some(kind @ (InstKind::Compare { .. } | InstKind::Cast { .. } | InstKind::Binary { op: BinOp::Xor, .. })) =
        kind
    {
        kind.for_each_operand(|operand| need(function, definitions, operand, found));
    }
}

//! Values that are looked for: a function whose variable has one breaks a check, so that engines find it.

use std::collections::BTreeMap;

use candor_ir::{CmpOp, Function, Inst, InstId, InstKind, LocId, Operand, Ordering, Program, Scalar, ValueId};
use candor_query::{LocalGoal, Operator};

use super::build::{insert_before, insert_behind};
use super::piece::Piece;

/// What can be said of a program that was changed so.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Whenever the variable has the value the check is broken.
    Always,
    /// It may also have the value without that: others can write it, or it is not alive where it is looked at.
    Sometimes,
}

/// From now on the first thread breaks a check when the variable has the value: right behind what writes it, or at each instruction of
/// the line. `None` if that cannot be arranged.
pub(crate) fn fail_when(program: &mut Program, goal: &LocalGoal) -> Option<Seen> {
    let function = &program.functions[goal.func];
    let made = function.insts.iter().find(|(_, inst)| inst.result == Some(goal.home)).map(|(inst, _)| inst)?;
    if function.block_of(made) != function.entry() {
        return None;
    }
    let seen = if is_own(function, goal) { Seen::Always } else { Seen::Sometimes };
    match goal.at {
        None => claim_behind_stores(program, goal),
        Some(line) => {
            let is_there = |inst: &Inst| program.source.get(inst.loc).is_some_and(|loc| loc.line == line);
            let is_of_use = |inst: InstId| inst > made && !is_dead(function, goal.home, inst);
            let there = function.insts.iter().filter(|(inst, data)| is_of_use(*inst) && is_there(data));
            let there: Vec<(InstId, LocId)> = there.map(|(inst, data)| (inst, data.loc)).collect();
            claim_before(program, goal, &there);
        }
    }
    Some(seen)
}

/// Whether only loads and stores of its own width use the variable, so that nobody else can write it.
fn is_own(function: &Function, goal: &LocalGoal) -> bool {
    let home = Operand::Value(goal.home);
    let ty = Scalar::Int(goal.width);
    let is_fine = |inst: &Inst| match &inst.kind {
        InstKind::Load { ptr, .. } if *ptr == home => true,
        InstKind::Store { ptr, value, ty: of, .. } if *ptr == home => *of == ty && *value != home,
        InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } if *ptr == home => true,
        // Any other must not use it.
        kind => {
            let mut uses = false;
            kind.for_each_operand(|operand| uses |= operand == home);
            !uses
        }
    };
    let is_on_edge = function.edges.values().any(|edge| edge.args.contains(&home));
    function.insts.values().all(is_fine) && !is_on_edge
}

/// Whether the variable has ended before an instruction, in the same block: it has no value there.
fn is_dead(function: &Function, home: ValueId, at: InstId) -> bool {
    let before = function.block_insts(function.block_of(at)).take_while(|inst| *inst < at);
    before.fold(false, |dead, inst| match function.insts[inst].kind {
        InstKind::LifetimeStart { ptr } if ptr == Operand::Value(home) => false,
        InstKind::LifetimeEnd { ptr } if ptr == Operand::Value(home) => true,
        // Any other neither begins nor ends its life.
        _ => dead,
    })
}

fn claim_behind_stores(program: &mut Program, goal: &LocalGoal) {
    let stores = program.functions[goal.func].insts.iter().filter_map(|(inst, data)| match data.kind {
        InstKind::Store { ptr, value, ty, .. } if ptr == Operand::Value(goal.home) && ty == Scalar::Int(goal.width) => {
            Some((inst, value, data.loc))
        }
        // Any other does not write the variable, which nothing but loads and stores use.
        _ => None,
    });
    let stores: Vec<(InstId, Operand, LocId)> = stores.collect();
    let mut claims = BTreeMap::new();
    for (inst, value, loc) in stores {
        let mut piece = Piece::new(program, goal.func, loc);
        claim(&mut piece, goal, value);
        claims.insert(inst, piece.insts);
    }
    insert_behind(&mut program.functions[goal.func], claims);
}

fn claim_before(program: &mut Program, goal: &LocalGoal, there: &[(InstId, LocId)]) {
    let mut claims = BTreeMap::new();
    for &(inst, loc) in there {
        let mut piece = Piece::new(program, goal.func, loc);
        let value = piece.load(goal.width, Operand::Value(goal.home), Ordering::None);
        claim(&mut piece, goal, value);
        claims.insert(inst, piece.insts);
    }
    insert_before(&mut program.functions[goal.func], claims);
}

/// That the value is another one.
fn claim(piece: &mut Piece<'_>, goal: &LocalGoal, value: Operand) {
    let number = piece.constant(goal.width, goal.number);
    piece.fail_unless(opposite(goal.operator, goal.signed), goal.width, value, number);
}

fn opposite(operator: Operator, signed: bool) -> CmpOp {
    match (operator, signed) {
        (Operator::Equal, _) => CmpOp::Ne,
        (Operator::Unequal, _) => CmpOp::Eq,
        (Operator::Less, true) => CmpOp::Sge,
        (Operator::Less, false) => CmpOp::Uge,
        (Operator::LessEqual, true) => CmpOp::Sgt,
        (Operator::LessEqual, false) => CmpOp::Ugt,
        (Operator::Greater, true) => CmpOp::Sle,
        (Operator::Greater, false) => CmpOp::Ule,
        (Operator::GreaterEqual, true) => CmpOp::Slt,
        (Operator::GreaterEqual, false) => CmpOp::Ult,
    }
}

//! `--ub-result fresh`: arithmetic that goes wrong gives any value.

use std::collections::BTreeMap;

use candor_ir::{
    BinOp, Check, CheckSet, FuncId, Inst, InstId, InstKind, LocId, Operand, Pred, Program, Scalar, ValueData, ValueId,
};

use super::build::{INPUT, insert_behind, native, users};
use super::piece::Piece;

/// An operation that may go wrong.
struct Risk {
    inst: InstId,
    ty: Scalar,
    a: Operand,
    b: Operand,
    result: ValueId,
    preds: Vec<Pred>,
    loc: LocId,
}

/// Behind each integer operation that is checked, its result is replaced where it went wrong.
pub(super) fn make_wrong_results_arbitrary(program: &mut Program) {
    for func in users(program) {
        let risks: Vec<Risk> =
            program.functions[func].insts.iter().filter_map(|(inst, data)| risk(inst, data)).collect();
        let mut extra = BTreeMap::new();
        for risk in risks {
            let inst = risk.inst;
            extra.insert(inst, replacement(program, func, &risk));
        }
        insert_behind(&mut program.functions[func], extra);
    }
}

fn risk(inst: InstId, data: &Inst) -> Option<Risk> {
    let InstKind::Binary { op, ty, a, b, .. } = data.kind else { return None };
    let preds = wrong_if(op, data.checks);
    let risk = Risk { inst, ty, a, b, result: data.result?, preds, loc: data.loc };
    (!risk.preds.is_empty()).then_some(risk)
}

/// What can go wrong and is checked. A division by zero has no result that one could replace.
fn wrong_if(op: BinOp, checks: CheckSet) -> Vec<Pred> {
    let ways: &[(Check, Pred)] = match op {
        BinOp::Add => &[(Check::SignedOverflow, Pred::SAddOverflow), (Check::UnsignedWrap, Pred::UAddOverflow)],
        BinOp::Sub => &[(Check::SignedOverflow, Pred::SSubOverflow), (Check::UnsignedWrap, Pred::USubOverflow)],
        BinOp::Mul => &[(Check::SignedOverflow, Pred::SMulOverflow), (Check::UnsignedWrap, Pred::UMulOverflow)],
        BinOp::Shl => &[
            (Check::ShiftOutOfRange, Pred::ShiftTooFar),
            (Check::SignedOverflow, Pred::SShlOverflow),
            (Check::UnsignedWrap, Pred::UShlOverflow),
        ],
        BinOp::LShr | BinOp::AShr => &[(Check::ShiftOutOfRange, Pred::ShiftTooFar)],
        BinOp::SDiv | BinOp::SRem => &[(Check::DivisionOverflow, Pred::SDivOverflow)],
        BinOp::UDiv | BinOp::URem | BinOp::And | BinOp::Or | BinOp::Xor => &[],
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => &[],
    };
    ways.iter().filter(|(check, _)| checks.contains(*check)).map(|(_, pred)| *pred).collect()
}

/// The operation gets another register for its result; the old one becomes that or anything.
fn replacement(program: &mut Program, func: FuncId, risk: &Risk) -> Vec<Inst> {
    let Risk { inst, ty, a, b, result, ref preds, loc } = *risk;
    let width = program.target.bits_of(ty);
    let input = native(program, INPUT);
    let function = &mut program.functions[func];
    let computed = function.values.push(ValueData { ty, name: None });
    function.insts[inst].result = Some(computed);
    let mut piece = Piece::new(program, func, loc);
    let wrong: Vec<Operand> =
        preds.iter().map(|&pred| piece.op(Scalar::I1, InstKind::Predicate { pred, width, a, b })).collect();
    let anything = piece.call(input, ty);
    if let Some(cond) = wrong.into_iter().reduce(|cond, next| piece.binary(BinOp::Or, Scalar::I1, cond, next)) {
        let select = InstKind::Select { ty, cond, a: anything, b: computed.into() };
        piece.insts.push(Inst::new(select, Some(result), loc));
    }
    piece.insts
}

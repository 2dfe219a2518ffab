//! `--ub-result fresh`: arithmetic that goes wrong gives any value.

use std::collections::BTreeMap;

use candor_ir::{
    BinOp, Check, CheckSet, FuncId, Inst, InstId, InstKind, LocId, Operand, Pred, Program, Scalar, ValueData, ValueId,
};

use super::build::{input_call, insert_behind, users};

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
    let function = &mut program.functions[func];
    let mut register = |ty| function.values.push(ValueData { ty, name: None });
    let computed = register(ty);
    let anything = register(ty);
    let wrong: Vec<ValueId> = preds.iter().map(|_| register(Scalar::I1)).collect();
    let either: Vec<ValueId> = preds.iter().skip(1).map(|_| register(Scalar::I1)).collect();
    function.insts[inst].result = Some(computed);
    let mut insts = Vec::new();
    for (&pred, &wrong) in preds.iter().zip(&wrong) {
        insts.push(Inst::new(InstKind::Predicate { pred, width, a, b }, Some(wrong), loc));
    }
    let mut cond = wrong[0];
    for (&next, &both) in wrong[1..].iter().zip(&either) {
        let poison = CheckSet::EMPTY;
        let or = InstKind::Binary { op: BinOp::Or, ty: Scalar::I1, a: cond.into(), b: next.into(), poison };
        insts.push(Inst::new(or, Some(both), loc));
        cond = both;
    }
    insts.push(Inst::new(input_call(program, ty, anything), None, loc));
    let select = InstKind::Select { ty, cond: cond.into(), a: anything.into(), b: computed.into() };
    insts.push(Inst::new(select, Some(result), loc));
    insts
}

//! What a witness says about inputs, as assumptions in the program: a search then only goes where the witness points.

use std::collections::BTreeMap;

use candor_bits::Bits;
use candor_interp::{Native, lookup_native};
use candor_ir::{
    BinOp, Callee, CmpOp, Const, FuncId, Function, Inst, InstId, InstKind, LocId, Operand, Program, Scalar, ValueData,
    ValueId,
};
use candor_witness::{Comparison, Hint, Operator};

use super::build::insert_behind;

/// A call that asks for a number, on a line that the witness speaks of.
struct Asking {
    inst: InstId,
    result: ValueId,
    width: u32,
    loc: LocId,
    line: u32,
    is_unsigned: bool,
}

/// Behind each call for an integer, its result is assumed to be as one of the hints for its line says.
pub(crate) fn restrict(program: &mut Program, hints: &[Hint]) {
    let mut of_line: BTreeMap<u32, Vec<&Hint>> = BTreeMap::new();
    for hint in hints {
        of_line.entry(hint.line).or_default().push(hint);
    }
    let users: Vec<FuncId> =
        program.functions.iter().filter(|(_, function)| !function.library).map(|(func, _)| func).collect();
    for func in users {
        let mut extra = BTreeMap::new();
        for asking in askings(program, &program.functions[func]) {
            if let Some(hints) = of_line.get(&asking.line) {
                extra.insert(asking.inst, assumption(program, func, &asking, hints));
            }
        }
        insert_behind(&mut program.functions[func], extra);
    }
}

fn askings(program: &Program, function: &Function) -> Vec<Asking> {
    let asking = |(inst, data): (InstId, &Inst)| {
        let InstKind::Call(call) = &data.kind else { return None };
        let Callee::Direct(callee) = call.callee else { return None };
        let callee = &program.functions[callee];
        let is_open = match lookup_native(&callee.name) {
            Some(native) => matches!(native, Native::Nondet(_)),
            None => true,
        };
        let (&[result], &[Scalar::Int(width)]) = (&call.results[..], &call.signature.results[..]) else { return None };
        let line = program.source.get(data.loc)?.line;
        let is_unsigned = callee.name.contains("nondet_u") || callee.name.contains("size_t");
        let is_asked = is_open && !callee.is_defined();
        is_asked.then_some(Asking { inst, result, width, loc: data.loc, line, is_unsigned })
    };
    function.insts.iter().filter_map(asking).collect()
}

/// One of the hints holds.
fn assumption(program: &mut Program, func: FuncId, asking: &Asking, hints: &[&Hint]) -> Vec<Inst> {
    let mut insts = Vec::new();
    let mut either: Option<Operand> = None;
    for hint in hints {
        let mut all: Option<Operand> = None;
        for comparison in &hint.comparisons {
            let holds = compare(program, func, asking, comparison, &mut insts);
            all = Some(join(program, func, BinOp::And, all, holds, asking.loc, &mut insts));
        }
        if let Some(all) = all {
            either = Some(join(program, func, BinOp::Or, either, all, asking.loc, &mut insts));
        }
    }
    insts.extend(either.map(|cond| Inst::new(InstKind::Assume { cond }, None, asking.loc)));
    insts
}

fn join(
    program: &mut Program,
    func: FuncId,
    op: BinOp,
    before: Option<Operand>,
    next: Operand,
    loc: LocId,
    insts: &mut Vec<Inst>,
) -> Operand {
    let Some(before) = before else { return next };
    let result = program.functions[func].values.push(ValueData { ty: Scalar::I1, name: None });
    let poison = candor_ir::CheckSet::EMPTY;
    insts.push(Inst::new(InstKind::Binary { op, ty: Scalar::I1, a: before, b: next, poison }, Some(result), loc));
    result.into()
}

fn compare(
    program: &mut Program,
    func: FuncId,
    asking: &Asking,
    comparison: &Comparison,
    insts: &mut Vec<Inst>,
) -> Operand {
    let constant: Operand = program.consts.add(Const::Int(Bits::from_i128(asking.width, comparison.value))).into();
    let result = program.functions[func].values.push(ValueData { ty: Scalar::I1, name: None });
    let op = match (comparison.operator, asking.is_unsigned) {
        (Operator::Equal, _) => CmpOp::Eq,
        (Operator::NotEqual, _) => CmpOp::Ne,
        (Operator::Less, false) => CmpOp::Slt,
        (Operator::Less, true) => CmpOp::Ult,
        (Operator::LessEqual, false) => CmpOp::Sle,
        (Operator::LessEqual, true) => CmpOp::Ule,
        (Operator::Greater, false) => CmpOp::Sgt,
        (Operator::Greater, true) => CmpOp::Ugt,
        (Operator::GreaterEqual, false) => CmpOp::Sge,
        (Operator::GreaterEqual, true) => CmpOp::Uge,
    };
    let kind = InstKind::Compare { op, ty: Scalar::Int(asking.width), a: asking.result.into(), b: constant };
    insts.push(Inst::new(kind, Some(result), asking.loc));
    result.into()
}

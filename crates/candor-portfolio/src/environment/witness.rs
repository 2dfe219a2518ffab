//! What a witness says about inputs, as assumptions in the program: a search then only goes where the witness points.

use std::collections::BTreeMap;

use candor_interp::{Native, NondetType, lookup_native};
use candor_ir::{BinOp, Callee, FuncId, Function, Inst, InstId, InstKind, LocId, Operand, Program, Scalar, ValueId};
use candor_witness::Hint;

use super::build::{insert_behind, users};
use super::piece::{Number, Piece};

/// A call that returns a number.
pub(super) struct Asking {
    pub(super) inst: InstId,
    pub(super) loc: LocId,
    pub(super) line: u32,
    /// Nobody but the one who answers knows what it returns.
    pub(super) is_open: bool,
    result: ValueId,
    width: u32,
    is_unsigned: bool,
}

impl Asking {
    pub(super) fn number(&self) -> Number {
        Number { value: self.result.into(), width: self.width, is_unsigned: self.is_unsigned }
    }
}

/// Behind each call for an integer, its result is assumed to be as one of the hints for its line says.
pub(crate) fn restrict(program: &mut Program, hints: &[Hint<'_>]) {
    let mut of_line: BTreeMap<u32, Vec<&Hint<'_>>> = BTreeMap::new();
    for hint in hints {
        of_line.entry(hint.line).or_default().push(hint);
    }
    for func in users(program) {
        let mut extra = BTreeMap::new();
        for asking in askings(program, &program.functions[func]).into_iter().filter(|asking| asking.is_open) {
            if let Some(hints) = of_line.get(&asking.line) {
                extra.insert(asking.inst, assumption(program, func, &asking, hints));
            }
        }
        insert_behind(&mut program.functions[func], extra);
    }
}

pub(super) fn askings(program: &Program, function: &Function) -> Vec<Asking> {
    let asking = |(inst, data): (InstId, &Inst)| {
        let InstKind::Call(call) = &data.kind else { return None };
        let Callee::Direct(callee) = call.callee else { return None };
        let callee = &program.functions[callee];
        let (&[result], &[Scalar::Int(width)]) = (&call.results[..], &call.signature.results[..]) else { return None };
        let line = program.source.get(data.loc)?.line;
        let native = lookup_native(&callee.name);
        let is_unsigned = width == 1 || native == Some(Native::Nondet(NondetType::Unsigned));
        let is_input = native.is_none_or(|native| matches!(native, Native::Nondet(_)));
        let is_open = is_input && !callee.is_defined();
        Some(Asking { inst, loc: data.loc, line, is_open, result, width, is_unsigned })
    };
    function.insts.iter().filter_map(asking).collect()
}

/// One of the hints holds.
fn assumption(program: &mut Program, func: FuncId, asking: &Asking, hints: &[&Hint<'_>]) -> Vec<Inst> {
    let mut piece = Piece::new(program, func, asking.loc);
    let mut either: Option<Operand> = None;
    for hint in hints {
        let holds = hint.comparisons.iter().map(|comparison| piece.compare(asking.number(), comparison));
        let holds: Vec<Operand> = holds.collect();
        if let Some(all) = piece.all(&holds) {
            either = Some(either.map_or(all, |before| piece.binary(BinOp::Or, Scalar::I1, before, all)));
        }
    }
    if let Some(cond) = either {
        piece.assume(cond);
    }
    piece.insts
}

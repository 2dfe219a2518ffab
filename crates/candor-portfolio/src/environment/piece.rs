//! Instructions under construction, to be put between those of a program. Nothing in them is checked but goals.

use candor_bits::Bits;
use candor_ir::{
    AccessFlags, BinOp, Check, CheckSet, CmpOp, Const, FuncId, Inst, InstKind, LocId, Operand, Ordering, Program,
    Scalar, ValueData,
};
use candor_witness::{Comparison, Operator};

use super::build::plain_call;

/// The check that breaks where something is that is looked for, so that engines find it.
const GOAL: Check = Check::ErrorCall;

pub(super) struct Piece<'p> {
    program: &'p mut Program,
    func: FuncId,
    loc: LocId,
    pub(super) insts: Vec<Inst>,
}

/// An integer of the program.
#[derive(Copy, Clone, Debug)]
pub(super) struct Number {
    pub(super) value: Operand,
    pub(super) width: u32,
    pub(super) is_unsigned: bool,
}

impl Number {
    fn range(&self) -> (i128, i128) {
        let width = self.width.clamp(1, 126);
        match self.is_unsigned {
            true => (0, (1 << width) - 1),
            false => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }
}

impl<'p> Piece<'p> {
    /// For a function, at a place of it.
    pub(super) fn new(program: &'p mut Program, func: FuncId, loc: LocId) -> Piece<'p> {
        Piece { program, func, loc, insts: Vec::new() }
    }

    pub(super) fn constant(&mut self, width: u32, value: i128) -> Operand {
        self.program.consts.add(Const::Int(Bits::from_i128(width, value))).into()
    }

    /// An instruction with a new register for its result.
    pub(super) fn op(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        let result = self.program.functions[self.func].values.push(ValueData { ty, name: None });
        self.insts.push(Inst::new(kind, Some(result), self.loc));
        result.into()
    }

    pub(super) fn binary(&mut self, op: BinOp, ty: Scalar, a: Operand, b: Operand) -> Operand {
        self.op(ty, InstKind::Binary { op, ty, a, b, poison: CheckSet::EMPTY })
    }

    pub(super) fn equal(&mut self, width: u32, a: Operand, b: Operand) -> Operand {
        self.op(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty: Scalar::Int(width), a, b })
    }

    pub(super) fn not(&mut self, cond: Operand) -> Operand {
        let one = self.constant(1, 1);
        self.binary(BinOp::Xor, Scalar::I1, cond, one)
    }

    pub(super) fn select(&mut self, ty: Scalar, cond: Operand, a: Operand, b: Operand) -> Operand {
        self.op(ty, InstKind::Select { ty, cond, a, b })
    }

    /// Whether all of them hold; `None` if there are none.
    pub(super) fn all(&mut self, conditions: &[Operand]) -> Option<Operand> {
        conditions.iter().copied().reduce(|all, next| self.binary(BinOp::And, Scalar::I1, all, next))
    }

    pub(super) fn compare(&mut self, number: Number, comparison: &Comparison) -> Operand {
        let (low, high) = number.range();
        // No such number has that value.
        if comparison.value < low || comparison.value > high {
            let holds = match comparison.operator {
                Operator::Equal => false,
                Operator::NotEqual => true,
                Operator::Less | Operator::LessEqual => comparison.value > high,
                Operator::Greater | Operator::GreaterEqual => comparison.value < low,
            };
            return self.constant(1, holds.into());
        }
        let b = self.constant(number.width, comparison.value);
        let op = match (comparison.operator, number.is_unsigned) {
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
        self.op(Scalar::I1, InstKind::Compare { op, ty: Scalar::Int(number.width), a: number.value, b })
    }

    /// Breaks the check that goals are looked for by, unless the comparison holds.
    pub(super) fn fail_unless(&mut self, op: CmpOp, width: u32, a: Operand, b: Operand) {
        let ok = self.op(Scalar::I1, InstKind::Compare { op, ty: Scalar::Int(width), a, b });
        let mut inst = Inst::new(InstKind::Check { check: GOAL, ok }, None, self.loc);
        inst.checks = CheckSet::of(GOAL);
        self.insts.push(inst);
    }

    /// What a function without parameters returns.
    pub(super) fn call(&mut self, func: FuncId, ty: Scalar) -> Operand {
        let result = self.program.functions[self.func].values.push(ValueData { ty, name: None });
        self.insts.push(Inst::new(plain_call(func, &[], &[(ty, result)]), None, self.loc));
        result.into()
    }

    pub(super) fn assume(&mut self, cond: Operand) {
        self.insts.push(Inst::new(InstKind::Assume { cond }, None, self.loc));
    }

    pub(super) fn load(&mut self, width: u32, ptr: Operand, ordering: Ordering) -> Operand {
        let ty = Scalar::Int(width);
        self.op(ty, InstKind::Load { ty, ptr, flags: flags(ordering) })
    }

    pub(super) fn store(&mut self, width: u32, ptr: Operand, value: Operand, ordering: Ordering) {
        let kind = InstKind::Store { ty: Scalar::Int(width), ptr, value, flags: flags(ordering) };
        self.insts.push(Inst::new(kind, None, self.loc));
    }
}

fn flags(ordering: Ordering) -> AccessFlags {
    AccessFlags { align: 1, volatile: false, ordering }
}

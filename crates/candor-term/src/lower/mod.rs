//! The operations of `candor-bits` as terms: the entry points that mirror [`candor_bits::binary`] and its siblings.
//!
//! Operands and results are patterns, that is bit-vectors, also where the type is a float; a context that keeps its values
//! as patterns needs nothing else. Between two float operations the way over patterns costs nothing: `from(to(x))` is `x`.

mod count;
mod float;
mod pred;

use candor_bits::{BinOp, CastOp, CmpOp, MathOp, Pred, Scalar};

use crate::{Term, TermPool};

impl TermPool {
    /// [`candor_bits::binary`] on terms: two patterns of type `ty`.
    pub fn binary(&mut self, op: BinOp, ty: Scalar, a: Term, b: Term) -> Term {
        match op {
            BinOp::Add => self.add(a, b),
            BinOp::Sub => self.sub(a, b),
            BinOp::Mul => self.mul(a, b),
            BinOp::UDiv => self.udiv(a, b),
            BinOp::SDiv => self.sdiv(a, b),
            BinOp::URem => self.urem(a, b),
            BinOp::SRem => self.srem(a, b),
            BinOp::Shl => self.shl(a, b),
            BinOp::LShr => self.lshr(a, b),
            BinOp::AShr => self.ashr(a, b),
            BinOp::And => self.and(a, b),
            BinOp::Or => self.or(a, b),
            BinOp::Xor => self.xor(a, b),
            BinOp::FAdd => self.float_binary(ty, a, b, TermPool::fp_add),
            BinOp::FSub => self.float_binary(ty, a, b, TermPool::fp_sub),
            BinOp::FMul => self.float_binary(ty, a, b, TermPool::fp_mul),
            BinOp::FDiv => self.float_binary(ty, a, b, TermPool::fp_div),
            BinOp::FRem => self.float_binary(ty, a, b, TermPool::fp_fmod),
        }
    }

    /// [`candor_bits::compare`] on terms: two patterns of type `ty`; the result is a boolean.
    pub fn compare(&mut self, op: CmpOp, ty: Scalar, a: Term, b: Term) -> Term {
        match op {
            CmpOp::Eq => self.eq(a, b),
            CmpOp::Ne => self.ne(a, b),
            CmpOp::Ugt => self.ugt(a, b),
            CmpOp::Uge => self.uge(a, b),
            CmpOp::Ult => self.ult(a, b),
            CmpOp::Ule => self.ule(a, b),
            CmpOp::Sgt => self.sgt(a, b),
            CmpOp::Sge => self.sge(a, b),
            CmpOp::Slt => self.slt(a, b),
            CmpOp::Sle => self.sle(a, b),
            CmpOp::FFalse => Term::FALSE,
            CmpOp::FTrue => Term::TRUE,
            CmpOp::FOeq | CmpOp::FOgt | CmpOp::FOge | CmpOp::FOlt | CmpOp::FOle | CmpOp::FOne | CmpOp::FOrd => {
                self.compare_floats(op, ty, a, b)
            }
            CmpOp::FUno | CmpOp::FUeq | CmpOp::FUgt | CmpOp::FUge | CmpOp::FUlt | CmpOp::FUle | CmpOp::FUne => {
                self.compare_floats(op, ty, a, b)
            }
        }
    }

    /// [`candor_bits::cast`] on terms: the pattern of type `from` as one of type `to`; `to_width` counts for pointers.
    pub fn cast(&mut self, op: CastOp, from: Scalar, to: Scalar, to_width: u32, a: Term) -> Term {
        let width = to.width(to_width);
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast => {
                self.resize(a, width)
            }
            CastOp::SExt => self.resize_signed(a, width),
            CastOp::FpTrunc | CastOp::FpExt => {
                let x = self.float_of(from, a);
                let converted = self.fp_to_fp(kind_of(to), x);
                self.fp_to_bits(converted)
            }
            CastOp::FpToUi | CastOp::FpToSi => self.float_to_int(kind_of(from), width, a),
            CastOp::UiToFp => {
                let x = self.fp_from_ubv(kind_of(to), a);
                self.fp_to_bits(x)
            }
            CastOp::SiToFp => {
                let x = self.fp_from_sbv(kind_of(to), a);
                self.fp_to_bits(x)
            }
        }
    }

    /// [`candor_bits::predicate`] on terms, as a cheap circuit; the result is a boolean.
    pub fn predicate(&mut self, pred: Pred, a: Term, b: Term) -> Term {
        pred::predicate(self, pred, a, b)
    }

    /// [`candor_bits::math`] on terms: patterns of type `ty`, as many as the operation's arity.
    ///
    /// `None` where no term says it: transcendental functions, whose results differ between machines, and powers with an
    /// integer exponent (`ldexp` by a constant within the range of the format is a product and is given).
    pub fn math(&mut self, op: MathOp, ty: Scalar, args: &[Term]) -> Option<Term> {
        assert_eq!(args.len(), op.arity(), "operands of {op}");
        if op.is_float() { self.math_floats(op, kind_of(ty), args) } else { Some(count::math_ints(self, op, args)) }
    }
}

fn kind_of(ty: Scalar) -> candor_bits::FloatKind {
    ty.float_kind().unwrap_or_else(|| panic!("{ty} where a float belongs"))
}

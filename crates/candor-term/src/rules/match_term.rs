//! Looking into terms: the patterns that rules are made of.

use candor_bits::{BinOp, Bits, Scalar, binary};

use crate::pool::{NO_TERM, Node};
use crate::{Op, Sort, Term, TermPool};

impl TermPool {
    /// The operand, if this operator is at the top.
    #[inline]
    pub(crate) fn as_unary(&self, op: Op, term: Term) -> Option<Term> {
        let node = self.node(term);
        (node.op == op).then(|| node.a())
    }

    /// The operands, if this operator is at the top.
    #[inline]
    pub(crate) fn as_binary(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        let node = self.node(term);
        (node.op == op).then(|| (node.a(), node.b()))
    }

    /// The first operand and the constant that is the second, if this operator is at the top.
    #[inline]
    pub(crate) fn as_with_constant(&self, op: Op, term: Term) -> Option<(Term, Bits)> {
        let (a, b) = self.as_binary(op, term)?;
        Some((a, self.const_bits(b)?))
    }

    /// Condition and branches, if this is an `ite`.
    #[inline]
    pub(crate) fn as_ite(&self, term: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(term);
        (node.op == Op::Ite).then(|| (node.a(), node.b(), node.c()))
    }

    /// The operand and the lowest bit, if this is an `extract`.
    #[inline]
    pub(crate) fn as_extract(&self, term: Term) -> Option<(Term, u32)> {
        let node = self.node(term);
        (node.op == Op::Extract).then(|| (node.a(), node.b().as_u32()))
    }

    /// Whether this is the constant false or 0.
    #[inline]
    pub(crate) fn is_const_zero(&self, term: Term) -> bool {
        self.is_const(term) && self.const_bits(term).is_some_and(|bits| bits.is_zero())
    }

    /// Whether this is the constant true or all ones.
    #[inline]
    pub(crate) fn is_const_ones(&self, term: Term) -> bool {
        self.is_const(term) && self.const_bits(term).is_some_and(|bits| bits.is_ones())
    }

    /// False or 0 of the sort of a term.
    pub(crate) fn zero_like(&mut self, term: Term) -> Term {
        match self.sort(term) {
            Sort::Bool => Term::FALSE,
            Sort::Bv(width) => self.bv_zero(width),
            sort @ (Sort::Float(_) | Sort::Array { .. }) => panic!("zero of sort {sort}"),
        }
    }

    /// True or all ones of the sort of a term.
    pub(crate) fn ones_like(&mut self, term: Term) -> Term {
        match self.sort(term) {
            Sort::Bool => Term::TRUE,
            Sort::Bv(width) => self.bv_ones(width),
            sort @ (Sort::Float(_) | Sort::Array { .. }) => panic!("ones of sort {sort}"),
        }
    }

    /// Whether one term is visibly the negation of the other.
    #[inline]
    pub(crate) fn are_complements(&self, a: Term, b: Term) -> bool {
        self.as_unary(Op::Not, a) == Some(b) || self.as_unary(Op::Not, b) == Some(a)
    }

    /// The term `-x`, if somebody has built it.
    pub(crate) fn negation_of(&self, x: Term) -> Option<Term> {
        self.find(&Node { op: Op::Neg, sort: self.node(x).sort, args: [x, NO_TERM, NO_TERM] })
    }

    /// A sum as base and constant; the constant is 0 if there is none.
    pub(crate) fn split_sum(&self, term: Term) -> (Term, Bits) {
        self.as_with_constant(Op::Add, term).unwrap_or_else(|| (term, Bits::zero(self.width(term))))
    }

    /// The sign bit of a bit-vector, where the term shows it.
    pub(crate) fn known_sign(&self, term: Term) -> Option<bool> {
        let mut term = term;
        loop {
            let node = self.node(term);
            match node.op {
                Op::Const => return self.const_bits(term).map(|bits| bits.sign_bit()),
                Op::Concat | Op::SExt => term = node.a(),
                _ => return None,
            }
        }
    }

    /// The constant high part and the rest, if a term has them; a constant has no rest and does not count.
    pub(crate) fn as_constant_prefix(&self, term: Term) -> Option<(Bits, Term)> {
        let (high, low) = self.as_binary(Op::Concat, term)?;
        Some((self.const_bits(high)?, low))
    }

    /// A number of bits that surely hold the unsigned value.
    pub(crate) fn unsigned_bits(&self, term: Term) -> u32 {
        let width = self.width(term);
        if let Some(bits) = self.const_bits(term) {
            return width - bits.leading_zeros();
        }
        match self.as_constant_prefix(term) {
            Some((high, _)) => width - high.leading_zeros(),
            None => width,
        }
    }

    /// A number of bits, at least one, that surely hold the signed value.
    pub(crate) fn signed_bits(&self, term: Term) -> u32 {
        let width = self.width(term);
        if let Some(bits) = self.const_bits(term) {
            let magnitude = if bits.sign_bit() { bits.not() } else { bits };
            return width - magnitude.leading_zeros() + 1;
        }
        if let Some(inner) = self.as_unary(Op::SExt, term) {
            return self.width(inner);
        }
        (self.unsigned_bits(term) + 1).min(width)
    }
}

/// `a + b` of constants.
pub(crate) fn sum(a: &Bits, b: &Bits) -> Bits {
    binary(BinOp::Add, Scalar::Int(a.width()), a, b)
}

/// `a - b` of constants.
pub(crate) fn difference(a: &Bits, b: &Bits) -> Bits {
    binary(BinOp::Sub, Scalar::Int(a.width()), a, b)
}

/// `a * b` of constants.
pub(crate) fn product(a: &Bits, b: &Bits) -> Bits {
    binary(BinOp::Mul, Scalar::Int(a.width()), a, b)
}

/// `k` if this is 2^k.
pub(crate) fn log2_exact(bits: &Bits) -> Option<u32> {
    (bits.count_ones() == 1).then(|| bits.trailing_zeros())
}

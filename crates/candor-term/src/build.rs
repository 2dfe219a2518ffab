//! Constructors for booleans, bit-vectors and arrays.
//!
//! Operands must have fitting sorts; that is checked by `debug_assert`, so an ill-sorted term panics in a debug build and is
//! a wrong term in a release build.

use candor_bits::Bits;

use crate::pool::{NO_TERM, SortId};
use crate::{Op, Sort, Term, TermPool};

macro_rules! binary_constructors {
    ($( $(#[$meta:meta])* $name:ident = $op:ident; )*) => {
        impl TermPool {
            $(
                $(#[$meta])*
                pub fn $name(&mut self, a: Term, b: Term) -> Term {
                    self.check_bv_pair(Op::$op, a, b);
                    let sort = self.node(a).sort;
                    self.make2(Op::$op, sort, a, b)
                }
            )*
        }
    };
}

binary_constructors! {
    /// `a + b` modulo 2^width.
    add = Add;
    /// `a * b` modulo 2^width.
    mul = Mul;
    /// Unsigned `a / b`; all ones if `b` is 0.
    udiv = UDiv;
    /// Signed `a / b`; by 0 it is -1, or 1 for a negative dividend.
    sdiv = SDiv;
    /// Unsigned remainder; `a` if `b` is 0.
    urem = URem;
    /// Signed remainder with the sign of `a`; `a` if `b` is 0.
    srem = SRem;
    /// `a << b`, the amount taken modulo the width.
    shl = Shl;
    /// Logical `a >> b`, the amount taken modulo the width.
    lshr = LShr;
    /// Arithmetic `a >> b`, the amount taken modulo the width.
    ashr = AShr;
}

macro_rules! comparison_constructors {
    ($( $name:ident = $build:expr; )*) => {
        impl TermPool {
            $(
                #[doc = concat!("The comparison `", stringify!($name), "` of two bit-vectors.")]
                pub fn $name(&mut self, a: Term, b: Term) -> Term {
                    let build: fn(&mut TermPool, Term, Term) -> Term = $build;
                    build(self, a, b)
                }
            )*
        }
    };
}

comparison_constructors! {
    ult = |pool, a, b| pool.less(Op::Ult, a, b);
    ule = |pool, a, b| pool.not_less(Op::Ult, b, a);
    ugt = |pool, a, b| pool.less(Op::Ult, b, a);
    uge = |pool, a, b| pool.not_less(Op::Ult, a, b);
    slt = |pool, a, b| pool.less(Op::Slt, a, b);
    sle = |pool, a, b| pool.not_less(Op::Slt, b, a);
    sgt = |pool, a, b| pool.less(Op::Slt, b, a);
    sge = |pool, a, b| pool.not_less(Op::Slt, a, b);
}

/// Booleans, and what is the same for all sorts.
impl TermPool {
    /// Negation of a boolean, or every bit of a bit-vector flipped.
    pub fn not(&mut self, a: Term) -> Term {
        debug_assert!(self.is_logical(a), "not of sort {}", self.sort(a));
        let sort = self.node(a).sort;
        self.make1(Op::Not, sort, a)
    }

    /// Conjunction of booleans, or bitwise.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.logical(Op::And, a, b)
    }

    /// Disjunction of booleans, or bitwise.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.logical(Op::Or, a, b)
    }

    /// Exclusive or of booleans, or bitwise.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        if self.sort(a) == Sort::Bool {
            return self.ne(a, b);
        }
        self.logical(Op::Xor, a, b)
    }

    /// If `a` then `b`, of booleans.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Conjunction of any number of booleans.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(Term::TRUE, |all, conjunct| self.and(all, conjunct))
    }

    /// Disjunction of any number of booleans.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        terms.into_iter().fold(Term::FALSE, |any, disjunct| self.or(any, disjunct))
    }

    /// Equality of two terms of one sort; for floats see [`Op::Eq`].
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "eq of two sorts");
        self.make2(Op::Eq, SortId::BOOL, a, b)
    }

    /// The negation of [`eq`](TermPool::eq).
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// `then` if `condition` holds, else `other`; of any sort.
    pub fn ite(&mut self, condition: Term, then: Term, other: Term) -> Term {
        debug_assert_eq!(self.sort(condition), Sort::Bool, "condition of ite");
        debug_assert_eq!(self.sort(then), self.sort(other), "branches of ite");
        let sort = self.node(then).sort;
        self.make(Op::Ite, sort, [condition, then, other])
    }

    fn logical(&mut self, op: Op, a: Term, b: Term) -> Term {
        debug_assert!(
            self.is_logical(a) && self.sort(a) == self.sort(b),
            "{op} of {} and {}",
            self.sort(a),
            self.sort(b)
        );
        let sort = self.node(a).sort;
        self.make2(op, sort, a, b)
    }

    fn is_logical(&self, term: Term) -> bool {
        matches!(self.sort(term), Sort::Bool | Sort::Bv(_))
    }
}

/// Bit-vectors.
impl TermPool {
    /// The constant with the low `width` bits of `value`.
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        self.bv_const(Bits::new(width, value))
    }

    /// The constant 0.
    pub fn bv_zero(&mut self, width: u32) -> Term {
        self.bv_const(Bits::zero(width))
    }

    /// The constant with all bits one.
    pub fn bv_ones(&mut self, width: u32) -> Term {
        self.bv_const(Bits::ones(width))
    }

    /// Two's complement.
    pub fn neg(&mut self, a: Term) -> Term {
        let sort = self.node(a).sort;
        debug_assert!(matches!(self.sort(a), Sort::Bv(_)), "neg of sort {}", self.sort(a));
        self.make1(Op::Neg, sort, a)
    }

    /// `a - b` modulo 2^width, built as `a + -b`.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let neg_b = self.neg(b);
        self.add(a, neg_b)
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let sort = self.bv_sort(self.width(high) + self.width(low));
        self.make2(Op::Concat, sort, high, low)
    }

    /// `width` bits from bit `low` upward.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        debug_assert!(
            low.checked_add(width).is_some_and(|end| end <= self.width(a)),
            "{width} bits from {low} of {} bits",
            self.width(a)
        );
        let sort = self.bv_sort(width);
        self.make(Op::Extract, sort, [a, Term::from_u32(low), NO_TERM])
    }

    /// The low `width` bits.
    pub fn trunc(&mut self, a: Term, width: u32) -> Term {
        self.extract(a, 0, width)
    }

    /// Widened with zeros to `width`, built as a concat.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        let own = self.width(a);
        debug_assert!(own <= width, "zext from {own} to {width} bits");
        if own == width {
            return a;
        }
        let zeros = self.bv_zero(width - own);
        self.concat(zeros, a)
    }

    /// Widened with copies of the sign bit to `width`.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        let own = self.width(a);
        debug_assert!(own <= width, "sext from {own} to {width} bits");
        if own == width {
            return a;
        }
        let sort = self.bv_sort(width);
        self.make1(Op::SExt, sort, a)
    }

    /// Cut or widened with zeros to `width`.
    pub fn resize(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.trunc(a, width) } else { self.zext(a, width) }
    }

    /// Cut or widened with copies of the sign bit to `width`.
    pub fn resize_signed(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.trunc(a, width) } else { self.sext(a, width) }
    }

    /// A boolean as a bit-vector of one bit.
    pub fn bool_to_bv(&mut self, a: Term) -> Term {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(a, one, zero)
    }

    /// A bit-vector of one bit as a boolean.
    pub fn bv_to_bool(&mut self, a: Term) -> Term {
        let one = self.bv(1, 1);
        self.eq(a, one)
    }

    /// Bit number `bit_idx` as a boolean.
    pub fn bit(&mut self, a: Term, bit_idx: u32) -> Term {
        let bit = self.extract(a, bit_idx, 1);
        self.bv_to_bool(bit)
    }

    /// Whether a bit-vector is 0.
    pub fn is_zero(&mut self, a: Term) -> Term {
        let zero = self.bv_zero(self.width(a));
        self.eq(a, zero)
    }

    /// Whether a bit-vector is negative.
    pub fn is_negative(&mut self, a: Term) -> Term {
        let zero = self.bv_zero(self.width(a));
        self.slt(a, zero)
    }

    fn less(&mut self, op: Op, a: Term, b: Term) -> Term {
        self.check_bv_pair(op, a, b);
        self.make2(op, SortId::BOOL, a, b)
    }

    fn not_less(&mut self, op: Op, a: Term, b: Term) -> Term {
        let less = self.less(op, a, b);
        self.not(less)
    }

    fn check_bv_pair(&self, op: Op, a: Term, b: Term) {
        debug_assert!(
            matches!(self.sort(a), Sort::Bv(_)) && self.sort(a) == self.sort(b),
            "{op} of {} and {}",
            self.sort(a),
            self.sort(b)
        );
    }
}

/// Arrays.
impl TermPool {
    /// The array with indices of `index` bits that has `element` everywhere. cvc5 takes it only if `element` is a constant.
    pub fn const_array(&mut self, index: u32, element: Term) -> Term {
        let element_width = self.width(element);
        let sort = self.sort_id_of(Sort::Array { index, element: element_width });
        self.make1(Op::ConstArray, sort, element)
    }

    /// The element of an array at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let element = self.check_index(array, index);
        let sort = self.bv_sort(element);
        self.make2(Op::Select, sort, array, index)
    }

    /// An array with one element replaced.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let element_width = self.check_index(array, index);
        debug_assert_eq!(element_width, self.width(element), "element of store");
        let sort = self.node(array).sort;
        self.make(Op::Store, sort, [array, index, element])
    }

    /// The width of the array's elements.
    fn check_index(&self, array: Term, index_term: Term) -> u32 {
        let Sort::Array { index, element } = self.sort(array) else { panic!("{} is no array", self.sort(array)) };
        debug_assert_eq!(index, self.width(index_term), "index of an array");
        element
    }
}

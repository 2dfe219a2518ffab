//! Operators with operands that make every rewrite rule fire: material for tests of the rules, here by evaluation and elsewhere
//! by a solver.
//!
//! ```
//! use candor_term::{TermPool, corpus};
//!
//! let mut pool = TermPool::new();
//! let shapes = corpus::shapes(&mut pool, 32);
//! pool.log_rewrites();
//! for shape in &shapes[..100] {
//!     shape.build(&mut pool);
//! }
//! for rewrite in pool.take_rewrites() {
//!     assert_eq!(pool.sort(rewrite.before), pool.sort(rewrite.after));
//!     // here a solver is asked whether the two can differ
//! }
//! ```

use candor_bits::{Bits, FloatKind, float_from_f64};

use crate::{Op, Sort, Term, TermPool, ieee_width};

/// An operator with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The operator.
    pub op: Op,
    /// The sort of the whole.
    pub sort: Sort,
    /// The operands.
    pub args: Vec<Term>,
    /// The lowest bit, of an [`Op::Extract`].
    pub low: u32,
}

impl Shape {
    /// The term, simplified as the pool does it.
    pub fn build(&self, pool: &mut TermPool) -> Term {
        pool.build(self.op, self.sort, &self.args, self.low)
    }

    /// The term as it stands.
    pub fn build_unsimplified(&self, pool: &mut TermPool) -> Term {
        pool.build_unsimplified(self.op, self.sort, &self.args, self.low)
    }

    fn new(op: Op, sort: Sort, args: &[Term]) -> Shape {
        Shape { op, sort, args: args.to_vec(), low: 0 }
    }
}

/// The variables of [`shapes`]: `x` and `y` of the width, `p` and `q` booleans.
pub fn vars(pool: &mut TermPool, width: u32) -> [Term; 4] {
    let sort = Sort::Bv(width);
    [pool.var("x", sort), pool.var("y", sort), pool.var("p", Sort::Bool), pool.var("q", Sort::Bool)]
}

/// Shapes of booleans and bit-vectors around one width, over the variables of [`vars`].
pub fn shapes(pool: &mut TermPool, width: u32) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let words = words(pool, width);
    let bools = bools(pool, width);
    word_shapes(width, &words, &mut shapes);
    bool_shapes(pool, &bools, &mut shapes);
    bit_shapes(pool, width, &words, &mut shapes);
    one_bit_shapes(pool, width, &mut shapes);
    shapes
}

/// Constants where rules look.
fn constants(pool: &mut TermPool, width: u32) -> Vec<Term> {
    let special = [0, 1, -1, 2, -2, 3, -3, 4, 5, -6].map(|value| Bits::from_i64(width, value));
    let limits = [Bits::signed_min(width), Bits::signed_max(width), Bits::signed_min(width).with_bit(0, true)];
    let mut terms: Vec<Term> = special.into_iter().chain(limits).map(|bits| pool.bv_const(bits)).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// Bit-vectors of the width, one or two operators deep.
fn words(pool: &mut TermPool, width: u32) -> Vec<Term> {
    let [x, y, p, q] = vars(pool, width);
    let constants = constants(pool, width);
    let mut words = vec![x, y];
    words.extend(&constants);
    words.extend([pool.not(x), pool.not(y), pool.neg(x), pool.neg(y)]);
    let pairs = [
        TermPool::add,
        TermPool::sub,
        TermPool::xor,
        TermPool::and,
        TermPool::or,
        TermPool::mul,
        TermPool::urem,
        TermPool::shl,
    ];
    for pair in pairs {
        let word = pair(pool, x, y);
        words.extend([word, pool.not(word), pool.neg(word)]);
    }
    let with_constant = [TermPool::add, TermPool::xor, TermPool::and, TermPool::or, TermPool::mul];
    for (op_idx, op) in with_constant.into_iter().enumerate() {
        // All for sums; every other one is enough for the rest.
        let step = if op_idx == 0 { 1 } else { 2 };
        for constant in constants.iter().step_by(step) {
            words.push(op(pool, x, *constant));
        }
    }
    // A mask of many runs, which stays a mask.
    let alternating = pool.bv_const(Bits::from_limbs(width, &[0x5555_5555_5555_5555; 8]));
    words.extend([alternating, pool.and(x, alternating), pool.or(x, alternating)]);
    let minus_one = pool.bv_ones(width);
    let difference = pool.sub(x, y);
    words.extend([pool.sub(y, x), pool.add(y, minus_one), pool.add(difference, minus_one)]);
    let one = pool.bv(width, 1);
    let next = pool.add(x, one);
    words.extend([pool.mul(x, next), pool.mul(next, next), pool.mul(x, x)]);
    let (not_x, not_y) = (pool.not(x), pool.not(y));
    words.extend([pool.and(not_x, y), pool.or(x, not_y), pool.or(not_x, y), pool.and(x, not_y)]);
    for (then, other) in [(constants[0], constants[1]), (x, constants[0]), (constants[1], y), (x, y)] {
        words.extend([pool.ite(p, then, other), pool.ite(q, then, other)]);
    }
    let nested = pool.ite(q, x, y);
    words.push(pool.ite(p, constants[0], nested));
    for narrow in 1..width.min(5) {
        words.extend(extended(pool, width, narrow));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Words made of fewer bits.
fn extended(pool: &mut TermPool, width: u32, narrow: u32) -> Vec<Term> {
    let [x, y, ..] = vars(pool, width);
    let (low_x, low_y) = (pool.trunc(x, narrow), pool.trunc(y, narrow));
    let high_x = pool.extract(x, width - narrow, narrow);
    let (rest_x, rest_y) = (pool.extract(x, narrow, width - narrow), pool.trunc(y, width - narrow));
    let (zeros, ones) = (pool.bv_zero(narrow), pool.bv_ones(narrow));
    vec![
        pool.zext(low_x, width),
        pool.sext(low_x, width),
        pool.zext(low_y, width),
        pool.sext(low_y, width),
        pool.zext(high_x, width),
        pool.concat(rest_x, zeros),
        pool.concat(ones, rest_y),
        pool.concat(rest_x, low_y),
        pool.concat(low_y, rest_x),
        pool.concat(low_x, rest_y),
    ]
}

/// Booleans, one to three operators deep.
fn bools(pool: &mut TermPool, width: u32) -> Vec<Term> {
    let [x, y, p, q] = vars(pool, width);
    let mut bools = vec![p, q, Term::TRUE, Term::FALSE];
    bools.extend([pool.and(p, q), pool.or(p, q), pool.eq(p, q), pool.eq(x, y), pool.ult(x, y), pool.slt(y, x)]);
    let (not_p, not_q) = (pool.not(p), pool.not(q));
    bools.extend([pool.and(not_p, q), pool.or(p, not_q), pool.or(not_p, q), pool.and(p, not_q)]);
    for constant in constants(pool, width) {
        bools.extend([pool.eq(x, constant), pool.ult(x, constant), pool.slt(x, constant)]);
    }
    let less = pool.ult(x, y);
    let both = pool.and(p, less);
    bools.extend([both, pool.and(both, q), pool.or(both, q), pool.ite(p, less, q), pool.ite(q, p, less)]);
    let positive = bools.clone();
    bools.extend(positive.into_iter().map(|term| pool.not(term)));
    bools.sort_unstable();
    bools.dedup();
    bools
}

/// Each operator on two words.
fn word_shapes(width: u32, words: &[Term], shapes: &mut Vec<Shape>) {
    const OPS: &[Op] = &[
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Add,
        Op::Mul,
        Op::UDiv,
        Op::SDiv,
        Op::URem,
        Op::SRem,
        Op::Shl,
        Op::LShr,
        Op::AShr,
        Op::Eq,
        Op::Ult,
        Op::Slt,
        Op::Concat,
    ];
    for op in OPS {
        let sort = match op {
            Op::Eq | Op::Ult | Op::Slt => Sort::Bool,
            Op::Concat => Sort::Bv(2 * width),
            _ => Sort::Bv(width),
        };
        for (a_idx, a) in words.iter().enumerate() {
            let first = if op.is_commutative() { a_idx } else { 0 };
            shapes.extend(words[first..].iter().map(|b| Shape::new(*op, sort, &[*a, *b])));
        }
    }
}

fn bool_shapes(pool: &TermPool, bools: &[Term], shapes: &mut Vec<Shape>) {
    for (a_idx, a) in bools.iter().enumerate() {
        shapes.push(Shape::new(Op::Not, Sort::Bool, &[*a]));
        for b in &bools[a_idx..] {
            for op in [Op::And, Op::Or, Op::Eq] {
                shapes.push(Shape::new(op, Sort::Bool, &[*a, *b]));
            }
        }
        for (b_idx, b) in bools.iter().enumerate().step_by(2) {
            let c = bools[(a_idx * 7 + b_idx * 3) % bools.len()];
            let not_b = pool.as_unary(Op::Not, *b).unwrap_or(*b);
            shapes.push(Shape::new(Op::Ite, Sort::Bool, &[*a, *b, c]));
            shapes.push(Shape::new(Op::Ite, Sort::Bool, &[*a, *b, not_b]));
            shapes.push(Shape::new(Op::Ite, Sort::Bool, &[*a, c, *a]));
        }
    }
}

/// Choices of words, and whatever takes words apart or widens them.
fn bit_shapes(pool: &mut TermPool, width: u32, words: &[Term], shapes: &mut Vec<Shape>) {
    let [x, y, p, q] = vars(pool, width);
    let sort = Sort::Bv(width);
    let (equal, not_p) = (pool.eq(x, y), pool.not(p));
    for (word_idx, word) in words.iter().enumerate() {
        let other = words[(word_idx * 5 + 3) % words.len()];
        for condition in [p, q, equal, not_p] {
            shapes.push(Shape::new(Op::Ite, sort, &[condition, *word, other]));
            shapes.push(Shape::new(Op::Ite, sort, &[condition, x, *word]));
            shapes.push(Shape::new(Op::Ite, sort, &[condition, *word, y]));
        }
        shapes.push(Shape::new(Op::Not, sort, &[*word]));
        shapes.push(Shape::new(Op::Neg, sort, &[*word]));
        shapes.push(Shape::new(Op::SExt, Sort::Bv(width + 3), &[*word]));
        let wide = [pool.sext(*word, width + 2), pool.concat(*word, y), pool.zext(*word, width + 2)];
        for term in wide.into_iter().chain([*word]) {
            shapes.push(Shape::new(Op::SExt, Sort::Bv(2 * width + 3), &[term]));
            let own = pool.width(term);
            for low in [0, 1, own / 2, own - 1] {
                for taken in [1, 2, own / 2, own.saturating_sub(low)] {
                    if taken > 0 && low + taken <= own {
                        let low_shape = Shape::new(Op::Extract, Sort::Bv(taken), &[term]);
                        shapes.push(Shape { low, ..low_shape });
                    }
                }
            }
        }
    }
    piece_shapes(pool, width, words, shapes);
    aligned_shapes(pool, width, shapes);
}

/// The lowest bits of sums and products of numbers whose lowest bit is known.
fn aligned_shapes(pool: &mut TermPool, width: u32, shapes: &mut Vec<Shape>) {
    if width < 2 {
        return;
    }
    let [x, y, ..] = vars(pool, width);
    let (zero, one) = (pool.bv_zero(1), pool.bv_ones(1));
    let with_low = |pool: &mut TermPool, term: Term, low: Term| {
        let rest = pool.trunc(term, width - 1);
        pool.concat(rest, low)
    };
    for (low_x, low_y) in [(zero, zero), (zero, one), (one, one)] {
        let (a, b) = (with_low(pool, x, low_x), with_low(pool, y, low_y));
        for term in [pool.add(a, b), pool.mul(a, b), pool.neg(a)] {
            shapes.push(Shape::new(Op::Extract, Sort::Bv(1), &[term]));
        }
    }
}

/// Pieces of words put together again.
fn piece_shapes(pool: &mut TermPool, width: u32, words: &[Term], shapes: &mut Vec<Shape>) {
    for word in words {
        for cut in 1..width.min(4) {
            let (high, low) = (pool.extract(*word, cut, width - cut), pool.trunc(*word, cut));
            let joined = pool.concat(low, high);
            let sign = pool.extract(*word, width - 1, 1);
            let signs = pool.sext(sign, cut);
            let cases = [(high, low), (high, joined), (sign, *word), (signs, *word), (joined, *word)];
            for (a, b) in cases {
                let sort = Sort::Bv(pool.width(a) + pool.width(b));
                shapes.push(Shape::new(Op::Concat, sort, &[a, b]));
            }
            let (high_zero, low_zero) = (pool.is_zero(high), pool.is_zero(low));
            shapes.push(Shape::new(Op::And, Sort::Bool, &[high_zero, low_zero]));
        }
    }
}

/// Single bits and booleans.
fn one_bit_shapes(pool: &mut TermPool, width: u32, shapes: &mut Vec<Shape>) {
    let [x, y, p, _] = vars(pool, width);
    let (bit_x, bit_y) = (pool.extract(x, 0, 1), pool.extract(y, width - 1, 1));
    let (zero, one, from_p) = (pool.bv(1, 0), pool.bv(1, 1), pool.bool_to_bv(p));
    let is_one = pool.bv_to_bool(bit_x);
    let bits = [bit_x, bit_y, zero, one, from_p, pool.not(bit_x)];
    for a in bits {
        shapes.push(Shape::new(Op::Neg, Sort::Bv(1), &[a]));
        for b in bits {
            for op in [Op::Eq, Op::Ult, Op::Slt] {
                shapes.push(Shape::new(op, Sort::Bool, &[a, b]));
            }
            for op in [Op::Add, Op::Mul, Op::Shl, Op::LShr, Op::AShr, Op::UDiv, Op::SRem, Op::Xor] {
                shapes.push(Shape::new(op, Sort::Bv(1), &[a, b]));
            }
            shapes.push(Shape::new(Op::Concat, Sort::Bv(2), &[a, b]));
            for condition in [is_one, p] {
                shapes.push(Shape::new(Op::Ite, Sort::Bv(1), &[condition, a, b]));
            }
        }
    }
}

/// Shapes of arrays, with indices and elements of these widths.
pub fn array_shapes(pool: &mut TermPool, index: u32, element: u32) -> Vec<Shape> {
    let sort = Sort::Array { index, element };
    let (a, i, j) = (pool.var("a", sort), pool.var("i", Sort::Bv(index)), pool.var("j", Sort::Bv(index)));
    let (v, w, p) = (pool.var("v", Sort::Bv(element)), pool.var("w", Sort::Bv(element)), pool.var("p", Sort::Bool));
    let (one, two) = (pool.bv(index, 1), pool.bv(index, 2));
    let indices = [i, j, pool.add(i, one), pool.add(i, two), one, two];
    let mut arrays = vec![a, pool.const_array(index, v)];
    for first in indices {
        let stored = pool.store(a, first, v);
        arrays.push(stored);
        arrays.extend(indices.map(|second| pool.store(stored, second, w)));
    }
    let mut shapes = Vec::new();
    for (array_idx, array) in arrays.iter().enumerate() {
        for at in indices {
            let there = pool.select(*array, at);
            shapes.push(Shape::new(Op::Select, Sort::Bv(element), &[*array, at]));
            for value in [v, w, there] {
                shapes.push(Shape::new(Op::Store, sort, &[*array, at, value]));
            }
        }
        for other in arrays.iter().skip(array_idx % 3).step_by(3).chain([&a]) {
            shapes.push(Shape::new(Op::Ite, sort, &[p, *array, *other]));
            shapes.push(Shape::new(Op::Ite, sort, &[p, *other, *array]));
        }
    }
    shapes
}

/// Shapes of floats of this format, and conversions from it to the others.
pub fn float_shapes(pool: &mut TermPool, kind: FloatKind) -> Vec<Shape> {
    let sort = Sort::Float(kind);
    let mut shapes = Vec::new();
    let floats = floats(pool, kind);
    let p = pool.var("p", Sort::Bool);
    for a in &floats {
        let unary =
            [Op::FpNeg, Op::FpAbs, Op::FpSqrt, Op::FpFloor, Op::FpCeil, Op::FpTrunc, Op::FpRoundEven, Op::FpRoundAway];
        shapes.extend(unary.map(|op| Shape::new(op, sort, &[*a])));
        shapes.push(Shape::new(Op::FpToIeee, Sort::Bv(ieee_width(kind)), &[*a]));
        let pattern = pool.fp_to_ieee(*a);
        shapes.push(Shape::new(Op::FpFromIeee, sort, &[pattern]));
        shapes.extend(CLASSES.map(|op| Shape::new(op, Sort::Bool, &[*a])));
        for b in &floats {
            shapes.extend([Op::FpAdd, Op::FpMul, Op::FpDiv, Op::FpRem].map(|op| Shape::new(op, sort, &[*a, *b])));
            shapes.extend([Op::FpEq, Op::FpLt, Op::FpLe, Op::Eq].map(|op| Shape::new(op, Sort::Bool, &[*a, *b])));
            shapes.push(Shape::new(Op::Ite, sort, &[p, *a, *b]));
        }
    }
    let (f, g) = (pool.var("f", sort), pool.var("g", sort));
    for other in FloatKind::ALL {
        let (other_f, other_g) = (pool.fp_to_fp(*other, f), pool.fp_to_fp(*other, g));
        shapes.extend([Op::FpEq, Op::FpLt, Op::FpLe].map(|op| Shape::new(op, Sort::Bool, &[other_f, other_g])));
        shapes.extend(CLASSES.map(|op| Shape::new(op, Sort::Bool, &[other_f])));
        let third = FloatKind::ALL.iter().filter(|third| *third != other);
        shapes.extend(third.map(|third| Shape::new(Op::FpToFp, Sort::Float(*third), &[other_f])));
    }
    shapes
}

const CLASSES: [Op; 6] = [Op::FpIsNan, Op::FpIsInf, Op::FpIsZero, Op::FpIsSubnormal, Op::FpIsNormal, Op::FpIsNegative];

fn floats(pool: &mut TermPool, kind: FloatKind) -> Vec<Term> {
    let sort = Sort::Float(kind);
    let (f, g) = (pool.var("f", sort), pool.var("g", sort));
    let (pattern, p) = (pool.var("b", Sort::Bv(kind.bits())), pool.var("p", Sort::Bool));
    let mut floats = vec![f, g, pool.fp_from_bits(kind, pattern)];
    // Beside one that fits every format, integers that overflow the range of some.
    for width in [8, 20, 200] {
        let integer = pool.var(&format!("m{width}"), Sort::Bv(width));
        floats.extend([pool.fp_from_sbv(kind, integer), pool.fp_from_ubv(kind, integer)]);
    }
    for value in [1.0, -1.0, 0.0, -0.0, 0.5, f64::INFINITY, f64::NAN] {
        let constant = pool.fp_const(kind, &float_from_f64(kind, value));
        floats.push(constant);
    }
    let constant = pool.fp_zero(kind);
    floats.extend([
        pool.fp_neg(f),
        pool.fp_abs(f),
        pool.fp_add(f, g),
        pool.fp_floor(f),
        pool.fp_round_away(g),
        pool.ite(p, f, constant),
        pool.ite(p, f, g),
    ]);
    floats
}

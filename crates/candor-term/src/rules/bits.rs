//! Moving bits: shifts, extract, concat, sign extension, masks.
//!
//! Everything that moves bits by a constant becomes concats of extracts, right-nested, where neighbours that came from one term
//! join again. A byte-wise copy of a word is then the word.

use candor_bits::Bits;
use smallvec::SmallVec;

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// How many parts of a concat are looked at.
const MAX_PARTS: usize = 16;
/// In how many pieces a mask may cut a term.
const MAX_MASK_RUNS: usize = 3;

type Parts = SmallVec<[Term; 8]>;

/// A shift by a constant amount (modulo the width) is a concat or a sign extension.
pub(super) fn shift_by_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let amount = pool.const_bits(node.b())?;
    let (x, width) = (node.a(), pool.width(node.a()));
    let n = amount_modulo(&amount, width);
    if n == 0 {
        return Some(x);
    }
    let shifted = match node.op {
        Op::Shl => {
            let (kept, zeros) = (pool.trunc(x, width - n), pool.bv_zero(n));
            pool.concat(kept, zeros)
        }
        Op::LShr => {
            let kept = pool.extract(x, n, width - n);
            pool.zext(kept, width)
        }
        _ => {
            let kept = pool.extract(x, n, width - n);
            pool.sext(kept, width)
        }
    };
    Some(shifted)
}

fn amount_modulo(amount: &Bits, width: u32) -> u32 {
    let modulus = Bits::new(amount.width().max(32), u64::from(width));
    let wide = amount.zext(modulus.width());
    let ty = candor_bits::Scalar::Int(modulus.width());
    let rest = candor_bits::binary(candor_bits::BinOp::URem, ty, &wide, &modulus);
    let rest = rest.to_u64().and_then(|rest| u32::try_from(rest).ok());
    rest.expect("less than the width")
}

/// `0 << y = 0`, `0 >> y = 0`, and the arithmetic `-1 >> y = -1`.
pub(super) fn shift_of_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let stays = pool.is_const_zero(node.a()) || node.op == Op::AShr && pool.is_const_ones(node.a());
    stays.then(|| node.a())
}

/// Of one bit, every amount is 0 modulo the width.
pub(super) fn shift_one_bit(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.width(node.a()) == 1).then(|| node.a())
}

/// `x << (y & 31)` is `x << y` at 32 bits; the mask has become `0 :: y[4:0]`.
pub(super) fn shift_masked_amount(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let width = pool.width(node.a());
    if !width.is_power_of_two() {
        return None;
    }
    let (_, masked) = pool.as_constant_prefix(node.b())?;
    if pool.width(masked) < width.ilog2() {
        return None;
    }
    let (y, low) = pool.as_extract(masked)?;
    if low != 0 || pool.width(y) != width {
        return None;
    }
    let sort = node.sort;
    Some(pool.make2(node.op, sort, node.a(), y))
}

/// All bits of a term are the term.
pub(super) fn extract_whole(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.sort(node.a()) == pool.sort_of_id(node.sort)).then(|| node.a())
}

/// The lowest bit and the number of bits that an extract takes.
fn range(pool: &TermPool, node: &Node) -> (u32, u32) {
    let width = pool.sort_of_id(node.sort).bv_width();
    (node.b().as_u32(), width.expect("an extract is a bit-vector"))
}

/// Bits of bits of `x` are bits of `x`.
pub(super) fn extract_extract(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let (x, inner_low) = pool.as_extract(node.a())?;
    Some(pool.extract(x, inner_low + low, width))
}

/// Bits of a concat are bits of its parts.
pub(super) fn extract_concat(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let (high_part, low_part) = pool.as_binary(Op::Concat, node.a())?;
    let cut = pool.width(low_part);
    if low >= cut {
        return Some(pool.extract(high_part, low - cut, width));
    }
    if low + width <= cut {
        return Some(pool.extract(low_part, low, width));
    }
    let above = pool.extract(high_part, 0, low + width - cut);
    let below = pool.extract(low_part, low, cut - low);
    Some(pool.concat(above, below))
}

/// Bits of a sign extension are bits of the operand, copies of its sign, or a sign extension.
pub(super) fn extract_sext(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let x = pool.as_unary(Op::SExt, node.a())?;
    let inner = pool.width(x);
    if low + width <= inner {
        return Some(pool.extract(x, low, width));
    }
    let first = low.min(inner - 1);
    let kept = pool.extract(x, first, inner - first);
    Some(pool.sext(kept, width))
}

/// Bits of a complement are a complement.
pub(super) fn extract_not(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let x = pool.as_unary(Op::Not, node.a())?;
    let bits = pool.extract(x, low, width);
    Some(pool.not(bits))
}

/// Bits of a choice with a constant branch are a choice.
pub(super) fn extract_ite(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let (p, x, y) = pool.as_ite(node.a())?;
    if !pool.is_const(x) && !pool.is_const(y) {
        return None;
    }
    let (x, y) = (pool.extract(x, low, width), pool.extract(y, low, width));
    Some(pool.ite(p, x, y))
}

/// Bits of a bitwise operation with a constant, if the constant's bits are all zero or all one: then no operation is left.
pub(super) fn extract_bitwise(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let inner = pool.node(node.a());
    if !matches!(inner.op, Op::And | Op::Or | Op::Xor) {
        return None;
    }
    let c = pool.const_bits(inner.b())?.extract(low, width);
    if !c.is_zero() && !c.is_ones() {
        return None;
    }
    let (x, c) = (pool.extract(inner.a(), low, width), pool.bv_const(c));
    let sort = node.sort;
    Some(pool.make2(inner.op, sort, x, c))
}

/// The lowest bits of a sum or a product are those of the operands' lowest bits: a constant where these are.
pub(super) fn extract_of_constant_low_bits(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (low, width) = range(pool, node);
    let inner = pool.node(node.a());
    if low + width > MOST_LOW_BITS || low + width >= pool.width(node.a()) {
        return None;
    }
    let mut lowest = |term| Some(pool.extract(term, 0, low + width)).filter(|term| pool.is_const(*term));
    let whole = match inner.op {
        Op::Add => {
            let (a, b) = (lowest(inner.a())?, lowest(inner.b())?);
            pool.add(a, b)
        }
        Op::Mul => {
            let (a, b) = (lowest(inner.a())?, lowest(inner.b())?);
            pool.mul(a, b)
        }
        Op::Neg => {
            let a = lowest(inner.a())?;
            pool.neg(a)
        }
        // Of others the lowest bits do not depend on the lowest bits alone, or there are rules for them.
        _ => return None,
    };
    Some(pool.extract(whole, low, width))
}

/// So many of the lowest bits are looked at: as many as tell how an address is aligned.
const MOST_LOW_BITS: u32 = 4;

/// `(x :: y) :: z = x :: (y :: z)`.
pub(super) fn concat_right_nested(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (x, y) = pool.as_binary(Op::Concat, node.a())?;
    let rest = pool.concat(y, node.b());
    Some(pool.concat(x, rest))
}

/// `c :: (d :: x) = cd :: x`.
pub(super) fn concat_constants(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let c = pool.const_bits(node.a())?;
    let (d, x) = pool.as_constant_prefix(node.b())?;
    let constant = pool.bv_const(Bits::concat(&c, &d));
    Some(pool.concat(constant, x))
}

/// Neighbouring bits of one term join: `x[15:8] :: x[7:0] = x[15:0]`, also with more parts below.
pub(super) fn concat_adjacent(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (next, rest) = match pool.as_binary(Op::Concat, node.b()) {
        Some((next, rest)) => (next, Some(rest)),
        None => (node.b(), None),
    };
    let (x, high_low) = pool.as_extract(node.a())?;
    let (y, low_low) = pool.as_extract(next)?;
    if x != y || low_low + pool.width(next) != high_low {
        return None;
    }
    let joined = pool.extract(x, low_low, pool.width(node.a()) + pool.width(next));
    Some(match rest {
        Some(rest) => pool.concat(joined, rest),
        None => joined,
    })
}

/// `~x :: ~y = ~(x :: y)`.
pub(super) fn concat_nots(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::Not, node.a())?;
    let y = pool.as_unary(Op::Not, node.b())?;
    let concat = pool.concat(x, y);
    Some(pool.not(concat))
}

/// Copies of the sign of `x` above `x` are a sign extension.
pub(super) fn concat_sign_copies(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let copied = pool.as_unary(Op::SExt, node.a()).unwrap_or(node.a());
    if pool.width(copied) != 1 || pool.is_const(copied) {
        return None;
    }
    let low_width = pool.width(node.b());
    let sign = match pool.as_extract(copied) {
        Some(_) => pool.extract(node.b(), low_width - 1, 1),
        // A single bit that is no extract can only be the sign of itself, or of its extension.
        None => pool.as_unary(Op::SExt, node.b()).unwrap_or(node.b()),
    };
    (sign == copied).then(|| pool.sext(node.b(), low_width + pool.width(node.a())))
}

/// Choices by one condition join, if a branch of each is a constant.
pub(super) fn concat_ites(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (p, x, y) = pool.as_ite(node.a())?;
    let (q, z, w) = pool.as_ite(node.b())?;
    let both_constant = |a, b| pool.is_const(a) && pool.is_const(b);
    if p != q || !both_constant(x, z) && !both_constant(y, w) {
        return None;
    }
    let (then, other) = (pool.concat(x, z), pool.concat(y, w));
    Some(pool.ite(p, then, other))
}

/// An extension of an extension is one extension.
pub(super) fn sext_sext(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let x = pool.as_unary(Op::SExt, node.a())?;
    let width = pool.sort_of_id(node.sort).bv_width()?;
    Some(pool.sext(x, width))
}

/// Where the sign is known the copies are a constant.
pub(super) fn sext_nonnegative(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let negative = pool.known_sign(node.a())?;
    let n_copies = pool.sort_of_id(node.sort).bv_width()? - pool.width(node.a());
    let copies = if negative { pool.bv_ones(n_copies) } else { pool.bv_zero(n_copies) };
    Some(pool.concat(copies, node.a()))
}

/// A mask of few runs of ones and zeros cuts a term into pieces: `x & 0x0ff0` is `0 :: x[11:4] :: 0`.
pub(super) fn mask_to_concat(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !matches!(pool.sort(node.a()), Sort::Bv(_)) {
        return None;
    }
    let mask = pool.const_bits(node.b())?;
    let runs = runs(&mask)?;
    let mut result = None;
    let mut low = 0;
    for (one, width) in runs {
        let piece = match (node.op, one) {
            (Op::And, true) | (Op::Or, false) => pool.extract(node.a(), low, width),
            (Op::And, false) => pool.bv_zero(width),
            _ => pool.bv_ones(width),
        };
        result = Some(match result {
            Some(below) => pool.concat(piece, below),
            None => piece,
        });
        low += width;
    }
    result
}

/// The runs of equal bits from the lowest upward, if they are few: their bit and their length.
fn runs(mask: &Bits) -> Option<SmallVec<[(bool, u32); MAX_MASK_RUNS]>> {
    let mut runs: SmallVec<[(bool, u32); MAX_MASK_RUNS]> = SmallVec::new();
    for bit_idx in 0..mask.width() {
        let bit = mask.bit(bit_idx);
        let n_runs = runs.len();
        match runs.last_mut() {
            Some((last, length)) if *last == bit => *length += 1,
            _ if n_runs == MAX_MASK_RUNS => return None,
            _ => runs.push((bit, 1)),
        }
    }
    Some(runs)
}

/// A bitwise operation on concats goes part by part, if in each part one side is a constant. So a bit-field assignment,
/// `(word & ~mask) | (value << shift)`, becomes a concat of the old bits and the new.
pub(super) fn bitwise_of_concats(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if pool.op(node.a()) != Op::Concat && pool.op(node.b()) != Op::Concat {
        return None;
    }
    let (a_parts, b_parts) = (parts(pool, node.a())?, parts(pool, node.b())?);
    let cuts = common_cuts(pool, &a_parts, &b_parts)?;
    let mut result = None;
    let mut low = 0;
    for end in cuts {
        let (x, y) = (pool.extract(node.a(), low, end - low), pool.extract(node.b(), low, end - low));
        let sort = pool.bv_sort(end - low);
        let piece = pool.make2(node.op, sort, x, y);
        result = Some(match result {
            Some(below) => pool.concat(piece, below),
            None => piece,
        });
        low = end;
    }
    result
}

/// The parts of a right-nested concat from the lowest upward, if they are few.
fn parts(pool: &TermPool, term: Term) -> Option<Parts> {
    let mut parts = Parts::new();
    let mut rest = term;
    while let Some((high, low)) = pool.as_binary(Op::Concat, rest) {
        parts.push(high);
        rest = low;
        if parts.len() >= MAX_PARTS {
            return None;
        }
    }
    parts.push(rest);
    parts.reverse();
    Some(parts)
}

/// Where the parts of either side end, if between two such places one side is always constant.
fn common_cuts(pool: &TermPool, a_parts: &[Term], b_parts: &[Term]) -> Option<SmallVec<[u32; 8]>> {
    let mut cuts = SmallVec::new();
    let (mut a_parts, mut b_parts) = (a_parts.iter(), b_parts.iter());
    let (mut a_part, mut b_part) = (a_parts.next()?, b_parts.next()?);
    let (mut a_end, mut b_end) = (pool.width(*a_part), pool.width(*b_part));
    loop {
        if !pool.is_const(*a_part) && !pool.is_const(*b_part) {
            return None;
        }
        let end = a_end.min(b_end);
        cuts.push(end);
        // Both sides are equally wide, so they run out together.
        if a_end == end {
            let Some(next) = a_parts.next() else {
                return Some(cuts);
            };
            a_part = next;
            a_end += pool.width(*next);
        }
        if b_end == end {
            b_part = b_parts.next()?;
            b_end += pool.width(*b_part);
        }
    }
}

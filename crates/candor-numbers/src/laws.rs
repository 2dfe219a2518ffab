//! The laws of the domain, over all its elements at three and four bits and over random ones at 64.

use std::collections::HashSet;

use candor_bits::small::{mask, sext};
use candor_bits::{BinOp, CastOp, CmpOp, MathOp, small};

use crate::{AbstractInt, binary, cast, compare, math, refine};

/// Every element of a width: all meets of an unsigned interval, a signed interval and known bits.
fn elements(width: u32) -> Vec<AbstractInt> {
    let n = 1_u64 << width;
    let pairs = || (0..n).flat_map(|low| (low..n).map(move |high| (low, high)));
    let unsigned: Vec<AbstractInt> =
        pairs().filter_map(|(low, high)| AbstractInt::unsigned_between(width, low, high)).collect();
    let by_sign = |pattern: u64| sext(width, pattern ^ n >> 1);
    let signed: Vec<AbstractInt> =
        pairs().filter_map(|(low, high)| AbstractInt::signed_between(width, by_sign(low), by_sign(high))).collect();
    let bits: Vec<AbstractInt> = (0..n)
        .flat_map(|zeros| (0..n).filter(move |ones| zeros & ones == 0).map(move |ones| (zeros, ones)))
        .map(|(zeros, ones)| AbstractInt::of_bits(width, crate::known_bits::KnownBits { zeros, ones }))
        .collect();
    let mut found = HashSet::new();
    for (a, b) in unsigned.iter().flat_map(|a| signed.iter().map(move |b| (a, b))) {
        let Some(both) = a.meet(*b) else { continue };
        found.extend(bits.iter().filter_map(|bits| both.meet(*bits)));
    }
    let mut found: Vec<AbstractInt> = found.into_iter().collect();
    found.sort_by_key(|element| format!("{element:?}"));
    found
}

fn members(a: AbstractInt) -> Vec<u64> {
    (0..=mask(a.width())).filter(|pattern| a.contains(*pattern)).collect()
}

fn int_ops() -> impl Iterator<Item = BinOp> {
    BinOp::ALL.iter().copied().filter(|op| !op.is_float())
}

fn int_compares() -> impl Iterator<Item = CmpOp> {
    CmpOp::ALL.iter().copied().filter(|op| !op.is_float())
}

/// Everything that is claimed of two operands, for one pair of their members.
fn check_pair(a: AbstractInt, b: AbstractInt, x: u64, y: u64, what: &Claims) {
    let width = a.width();
    for (op, result) in &what.results {
        let value = small::binary(*op, width, x, y);
        assert!(result.contains(value), "{x} {op} {y} = {value} not in {result:?}, of {a:?} and {b:?}");
    }
    for (op, result) in &what.math {
        let value = small::math_int(*op, width, [x, y, 0]);
        assert!(result.contains(value), "{op} of {x} and {y} = {value} not in {result:?}, of {a:?} and {b:?}");
    }
    for (op, answer, left) in &what.compared {
        let value = small::compare(*op, width, x, y);
        assert!(answer.is_none_or(|answer| answer == value), "{x} {op} {y}, of {a:?} and {b:?}");
        let stays = left.is_some_and(|left| left.contains(x));
        assert!(!value || stays, "{x} {op} {y}, of {a:?} and {b:?}: {left:?}");
    }
    assert!(what.join.contains(x) && what.join.contains(y), "join of {a:?} and {b:?}");
    assert!(what.widened.contains(x) && what.widened.contains(y), "{a:?} widened from {b:?}");
    assert!(x != y || what.meet.is_some_and(|meet| meet.contains(x)), "meet of {a:?} and {b:?}");
}

struct Claims {
    results: Vec<(BinOp, AbstractInt)>,
    math: Vec<(MathOp, AbstractInt)>,
    compared: Vec<(CmpOp, Option<bool>, Option<AbstractInt>)>,
    join: AbstractInt,
    meet: Option<AbstractInt>,
    widened: AbstractInt,
}

fn claims(a: AbstractInt, b: AbstractInt) -> Claims {
    let of_two = MathOp::ALL.iter().copied().filter(|op| !op.is_float() && op.arity() == 2);
    Claims {
        results: int_ops().map(|op| (op, binary(op, a, b))).collect(),
        math: of_two.map(|op| (op, math(op, &[a, b]))).collect(),
        compared: int_compares().map(|op| (op, compare(op, a, b), refine(op, a, b))).collect(),
        join: a.join(b),
        meet: a.meet(b),
        widened: a.widen(b, &[-1, 0, 2]),
    }
}

#[test]
fn operators_contain_their_results() {
    let all = elements(3);
    let members: Vec<Vec<u64>> = all.iter().map(|element| members(*element)).collect();
    for (a, xs) in all.iter().zip(&members) {
        for (b, ys) in all.iter().zip(&members) {
            let what = claims(*a, *b);
            for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
                check_pair(*a, *b, *x, *y, &what);
            }
            let is_less = |left: Option<AbstractInt>| left.is_none_or(|left| left.is_subset(a));
            assert!(is_less(what.meet) && what.compared.iter().all(|(_, _, left)| is_less(*left)), "{a:?} {b:?}");
            assert!(a.is_subset(&what.join) && b.is_subset(&what.join) && what.join.is_subset(&what.widened));
            assert!(!a.is_subset(b) || xs.iter().all(|x| ys.contains(x)), "{a:?} in {b:?}");
            assert_eq!((what.join, what.meet), (b.join(*a), b.meet(*a)));
        }
    }
}

#[test]
fn casts_contain_their_results() {
    for a in elements(4) {
        for (op, to) in
            [(CastOp::SExt, 6), (CastOp::ZExt, 6), (CastOp::Trunc, 3), (CastOp::Trunc, 1), (CastOp::BitCast, 4)]
        {
            let result = cast(op, a, to);
            for x in members(a) {
                let value = small::cast_int(op, 4, to, x);
                assert!(result.contains(value), "{op} of {x} = {value} not in {result:?}, of {a:?}");
            }
        }
    }
}

#[test]
fn lattice_laws() {
    for a in elements(4) {
        let top = AbstractInt::top(4);
        assert_eq!((a.join(a), a.meet(a)), (a, Some(a)));
        assert_eq!((a.join(top), a.meet(top)), (top, Some(a)));
        assert!(a.is_subset(&top) && a.is_subset(&a) && a.widen(a, &[]) == a);
        if let [only] = members(a)[..] {
            assert_eq!(a.as_constant(), Some(only), "{a:?}");
        }
    }
}

/// Whatever comes next, a widened chain is at its end after a few elements.
#[test]
fn widening_chains_are_finite() {
    let (all, mut random) = (elements(4), Random(7));
    for start in &all {
        let (mut now, mut length) = (*start, 0);
        for _ in 0..200 {
            let next = now.join(all[random.below(all.len())]);
            let widened = next.widen(now, &[0, 3]);
            length += u32::from(widened != now);
            now = widened;
        }
        assert!(length <= 8, "{start:?}: {length}");
    }
}

/// What the domain of intervals can say exactly is said.
#[test]
fn intervals_are_exact_where_nothing_wraps() {
    let between = |low, high| AbstractInt::signed_between(8, low, high).expect("not empty");
    let check = |op, a, b, expect: (i64, i64)| assert_eq!(binary(op, a, b).signed(), expect, "{a:?} {op} {b:?}");
    check(BinOp::Add, between(-3, 10), between(1, 4), (-2, 14));
    check(BinOp::Sub, between(-3, 10), between(1, 4), (-7, 9));
    check(BinOp::Mul, between(-3, 10), between(-2, 4), (-20, 40));
    check(BinOp::SDiv, between(-20, 10), between(2, 4), (-10, 5));
    check(BinOp::SRem, between(-20, 3), between(2, 6), (-5, 3));
    check(BinOp::And, between(-20, 10), between(2, 6), (0, 6));
    check(BinOp::URem, between(-20, 10), between(5, 5), (0, 4));
    check(BinOp::Shl, between(-3, 10), between(1, 2), (-12, 40));
    check(BinOp::AShr, between(-20, 10), between(1, 2), (-10, 5));
    // Steps of four, and without zero.
    let fours = binary(BinOp::Mul, between(0, 9), between(4, 4));
    assert_eq!(refine(CmpOp::Ult, fours, between(31, 31)).expect("some").signed(), (0, 28));
    let nonzero = refine(CmpOp::Ne, between(-5, 5), between(0, 0)).expect("some");
    assert_eq!((nonzero.signed(), compare(CmpOp::Eq, nonzero, between(0, 0))), ((-5, 5), Some(false)));
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = self.0 ^ self.0 >> 29;
        mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed >> 32
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("less than a usize")
    }

    /// A number near an end of an interval, a small one, or any.
    fn number(&mut self, width: u32) -> u64 {
        let near = [0, mask(width), 1 << (width - 1), mask(width) >> 1, self.next() >> self.below(64)];
        near[self.below(5)].wrapping_add(self.next() % 5).wrapping_sub(2) & mask(width)
    }

    /// An element with one of its members.
    fn element(&mut self, width: u32) -> (AbstractInt, u64) {
        let member = self.number(width);
        let mut element = AbstractInt::constant(width, member);
        for _ in 0..self.below(4) {
            let (low, high) = (self.number(width), self.number(width));
            let interval = match self.below(2) {
                0 => AbstractInt::unsigned_between(width, low, high),
                _ => AbstractInt::signed_between(width, sext(width, low), sext(width, high)),
            };
            element = element.join(interval.unwrap_or(AbstractInt::constant(width, low)));
        }
        (element, member)
    }
}

#[test]
fn random_operands_at_64_bits() {
    let mut random = Random(1);
    for round in 0..60_000 {
        let width = if round % 4 == 0 { 33 } else { 64 };
        let ((a, x), (b, y)) = (random.element(width), random.element(width));
        check_pair(a, b, x, y, &claims(a, b));
        check_pair(a, a, x, x, &claims(a, a));
        for (op, to) in [(CastOp::Trunc, 32), (CastOp::Trunc, 7), (CastOp::SExt, 64), (CastOp::ZExt, 64)] {
            assert!(cast(op, a, to).contains(small::cast_int(op, width, to, x)), "{op} of {x}, of {a:?}");
        }
    }
}

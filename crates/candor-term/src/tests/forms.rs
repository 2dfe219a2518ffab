//! What terms become: the normal forms that the rules are there for.

use candor_bits::{CmpOp, Pred, Scalar};

use crate::{Op, Sort, Term, TermPool, display};

struct Fixture {
    pool: TermPool,
    x: Term,
    y: Term,
    p: Term,
    q: Term,
}

fn fixture() -> Fixture {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let (p, q) = (pool.var("p", Sort::Bool), pool.var("q", Sort::Bool));
    Fixture { pool, x, y, p, q }
}

/// Builds a term over `x`, `y` (of 32 bits), `p` and `q`, and compares its readable form.
fn check(build: impl Fn(&mut TermPool, [Term; 4]) -> Term, expect: &str) {
    let Fixture { mut pool, x, y, p, q } = fixture();
    let term = build(&mut pool, [x, y, p, q]);
    assert_eq!(display(&pool, term), expect);
}

#[test]
fn sums_keep_their_constant_outside() {
    check(
        |pool, [x, y, ..]| {
            let (one, two) = (pool.bv(32, 1), pool.bv(32, 2));
            let (left, right) = (pool.add(one, x), pool.sub(y, two));
            pool.add(left, right)
        },
        "(add (add x y) -1:i32)",
    );
    check(|pool, [x, ..]| pool.sub(x, x), "0:i32");
    check(
        |pool, [x, y, ..]| {
            let sum = pool.add(x, y);
            pool.sub(sum, y)
        },
        "x",
    );
    check(|pool, [x, ..]| pool.add(x, x), "(concat x[30:0] 0:i1)");
}

#[test]
fn scaled_indices_differ_by_constants() {
    check(
        |pool, [x, ..]| {
            let (one, four) = (pool.bv(32, 1), pool.bv(32, 4));
            let next = pool.add(x, one);
            let (here, there) = (pool.mul(x, four), pool.mul(next, four));
            pool.sub(there, here)
        },
        "4:i32",
    );
}

#[test]
fn bytes_of_a_word_are_the_word() {
    check(
        |pool, [x, y, ..]| {
            let word = pool.add(x, y);
            let bytes = [24, 16, 8, 0].map(|low| pool.extract(word, low, 8));
            bytes.into_iter().reduce(|high, low| pool.concat(high, low)).expect("four bytes")
        },
        "(add x y)",
    );
    // Little-endian stores of a sign-extended byte.
    check(
        |pool, [x, ..]| {
            let byte = pool.trunc(x, 8);
            let word = pool.sext(byte, 32);
            let bytes = [24, 16, 8, 0].map(|low| pool.extract(word, low, 8));
            let low = pool.concat(bytes[2], bytes[3]);
            let high = pool.concat(bytes[0], bytes[1]);
            pool.concat(high, low)
        },
        "(sext i32 x[7:0])",
    );
}

#[test]
fn bit_fields_are_concats() {
    check(
        |pool, [x, y, ..]| {
            let (clear, mask, five) = (pool.bv(32, 0xffff_ff1f), pool.bv(32, 7), pool.bv(32, 5));
            let (old, new) = (pool.and(x, clear), pool.and(y, mask));
            let placed = pool.shl(new, five);
            pool.or(old, placed)
        },
        "(concat x[31:8] (concat y[2:0] x[4:0]))",
    );
}

#[test]
fn booleans_and_single_bits_convert_without_trace() {
    check(
        |pool, [x, y, ..]| {
            let less = pool.slt(x, y);
            let bit = pool.bool_to_bv(less);
            let int = pool.zext(bit, 32);
            let zero = pool.bv(32, 0);
            pool.compare(CmpOp::Ne, Scalar::I32, int, zero)
        },
        "(slt x y)",
    );
    check(
        |pool, [x, ..]| {
            let bit = pool.trunc(x, 1);
            let truth = pool.bv_to_bool(bit);
            let not = pool.not(truth);
            pool.bool_to_bv(not)
        },
        "(not x[0:0])",
    );
}

#[test]
fn comparisons_have_one_form() {
    check(
        |pool, [x, y, ..]| {
            let (le, gt) = (pool.ule(x, y), pool.ugt(x, y));
            pool.and(le, gt)
        },
        "false",
    );
    check(
        |pool, [x, ..]| {
            let five = pool.bv(32, 5);
            pool.sgt(x, five)
        },
        "(not (slt x 6:i32))",
    );
    check(
        |pool, [x, ..]| {
            let zero = pool.bv(32, 0);
            pool.ugt(x, zero)
        },
        "(not (eq x 0:i32))",
    );
    // An unsigned char is below 256, and not negative.
    check(
        |pool, [x, ..]| {
            let byte = pool.trunc(x, 8);
            let int = pool.zext(byte, 32);
            let (limit, zero) = (pool.bv(32, 256), pool.bv(32, 0));
            let (below, negative) = (pool.slt(int, limit), pool.slt(int, zero));
            let positive = pool.not(negative);
            pool.and(below, positive)
        },
        "true",
    );
    check(
        |pool, [x, ..]| {
            let byte = pool.trunc(x, 8);
            let int = pool.sext(byte, 32);
            let limit = pool.bv(32, 100);
            pool.slt(int, limit)
        },
        "(slt x[7:0] 100:i8)",
    );
}

#[test]
fn merged_paths_fold_back() {
    // (g & c) | (g & !c) = g
    check(
        |pool, [x, y, p, _]| {
            let c = pool.ult(x, y);
            let not_c = pool.not(c);
            let (then, other) = (pool.and(p, c), pool.and(p, not_c));
            pool.or(then, other)
        },
        "p",
    );
    check(
        |pool, [x, _, p, q]| {
            let inner = pool.ite(q, x, x);
            pool.ite(p, inner, x)
        },
        "x",
    );
    // A state variable that was 1, 2 or 3 is not 7.
    check(
        |pool, [_, _, p, q]| {
            let (one, two, three, seven) = (pool.bv(32, 1), pool.bv(32, 2), pool.bv(32, 3), pool.bv(32, 7));
            let inner = pool.ite(q, two, three);
            let state = pool.ite(p, one, inner);
            pool.eq(state, seven)
        },
        "false",
    );
    check(
        |pool, [_, _, p, q]| {
            let (one, two, three) = (pool.bv(32, 1), pool.bv(32, 2), pool.bv(32, 3));
            let inner = pool.ite(q, two, three);
            let state = pool.ite(p, one, inner);
            pool.eq(state, two)
        },
        "(and q (not p))",
    );
    check(
        |pool, [x, ..]| {
            let (one, two) = (pool.bv(32, 1), pool.bv(32, 2));
            let (is_one, is_two) = (pool.eq(x, one), pool.eq(x, two));
            let not_one = pool.not(is_one);
            pool.and(not_one, is_two)
        },
        "(eq x 2:i32)",
    );
}

#[test]
fn path_conditions_are_searched() {
    let Fixture { mut pool, x, .. } = fixture();
    let mut conditions = Vec::new();
    let mut path = Term::TRUE;
    for value in 0..6 {
        let constant = pool.bv(32, value);
        let shifted = pool.add(x, constant);
        let product = pool.mul(shifted, x);
        let condition = pool.ult(product, x);
        path = pool.and(path, condition);
        conditions.push(condition);
    }
    for condition in conditions {
        assert_eq!(pool.and(path, condition), path);
        let not = pool.not(condition);
        assert_eq!(pool.and(path, not), Term::FALSE);
        assert_eq!(pool.and(not, path), Term::FALSE);
    }
}

#[test]
fn overflow_checks_with_constants_are_comparisons() {
    check(
        |pool, [x, ..]| {
            let one = pool.bv(32, 1);
            pool.predicate(Pred::SAddOverflow, x, one)
        },
        "(eq x 2147483647:i32)",
    );
    check(
        |pool, [x, ..]| {
            let four = pool.bv(32, 4);
            pool.predicate(Pred::UMulOverflow, four, x)
        },
        "(not (ult x 1073741824:i32))",
    );
    check(
        |pool, [x, y, ..]| {
            let (wide_x, wide_y) = (pool.sext(x, 64), pool.sext(y, 64));
            let add = pool.predicate(Pred::SAddOverflow, wide_x, wide_y);
            let mul = pool.predicate(Pred::SMulOverflow, wide_x, wide_y);
            pool.or(add, mul)
        },
        "false",
    );
    check(
        |pool, [x, ..]| {
            let four = pool.bv(32, 4);
            let lost = pool.predicate(Pred::DivByZero, x, four);
            let far = pool.predicate(Pred::ShiftTooFar, x, four);
            pool.or(lost, far)
        },
        "false",
    );
}

#[test]
fn divisions_by_powers_of_two_are_no_divisions() {
    let Fixture { mut pool, x, .. } = fixture();
    let eight = pool.bv(32, 8);
    for op in [TermPool::udiv, TermPool::urem, TermPool::sdiv, TermPool::srem] {
        let term = op(&mut pool, x, eight);
        let stats = crate::statistics(&pool, &[term]);
        let divides = |op: &Op| matches!(op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem);
        assert!(!stats.by_op.iter().any(|(op, _)| divides(op)), "{}", display(&pool, term));
    }
    assert_eq!(display(&pool, pool.find_var("x").expect("x")), "x");
}

#[test]
fn shift_amounts_lose_their_mask() {
    check(
        |pool, [x, y, ..]| {
            let mask = pool.bv(32, 31);
            let amount = pool.and(y, mask);
            pool.shl(x, amount)
        },
        "(shl x y)",
    );
}

#[test]
fn equations_of_the_same_polynomials_are_one_term() {
    let square_of_next = |pool: &mut TermPool, x| {
        let one = pool.bv(32, 1);
        let next = pool.add(x, one);
        pool.mul(next, next)
    };
    check(
        |pool, [x, ..]| {
            let (next, two, one) = (square_of_next(pool, x), pool.bv(32, 2), pool.bv(32, 1));
            let (square, double) = (pool.mul(x, x), pool.mul(x, two));
            let sum = pool.add(square, double);
            let sum = pool.add(sum, one);
            pool.eq(next, sum)
        },
        "true",
    );
    check(
        |pool, [x, y, ..]| {
            let (next, square) = (square_of_next(pool, x), pool.mul(x, x));
            let rest = pool.sub(next, square);
            pool.eq(rest, y)
        },
        "(eq (concat x[30:0] 0:i1) (add y -1:i32))",
    );
    // What would get more products stays as it is.
    check(
        |pool, [x, y, ..]| {
            let (sum, difference) = (pool.add(x, y), pool.sub(x, y));
            let product = pool.mul(sum, difference);
            pool.eq(product, x)
        },
        "(eq x (mul (add x y) (add x (neg y))))",
    );
}

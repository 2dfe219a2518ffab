//! The printers.

use candor_bits::{BinOp, CastOp, FloatKind, Scalar};

use crate::{Smt2Writer, Sort, TermPool, display, smt2};

#[test]
fn shared_terms_have_their_own_lines() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
    let sum = pool.add(x, y);
    let square = pool.mul(sum, sum);
    let less = pool.slt(square, x);
    let text = display(&pool, less);
    assert_eq!(text, format!("{sum} = (add x y)\n(slt (mul {sum} {sum}) x)"));
}

#[test]
fn script_of_bit_vectors() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let shifted = pool.shl(x, y);
    let five = pool.bv(32, 5);
    let equal = pool.eq(shifted, five);
    assert_eq!(
        smt2(&pool, &[equal]),
        "(set-logic QF_BV)\n\
         (declare-const x (_ BitVec 32))\n\
         (declare-const y (_ BitVec 32))\n\
         (assert (= (bvshl x (bvand y #x0000001f)) #x00000005))\n\
         (check-sat)\n"
    );
}

#[test]
fn odd_widths_reduce_shift_amounts_by_division() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(5)), pool.var("y", Sort::Bv(5)));
    let shifted = pool.ashr(x, y);
    let less = pool.ult(shifted, y);
    assert!(smt2(&pool, &[less]).contains("(bvult (bvashr x (bvurem y #b00101)) y)"));
}

#[test]
fn the_pattern_of_a_float_is_defined_by_assertions() {
    let mut pool = TermPool::new();
    let f = pool.var("f", Sort::Float(FloatKind::Single));
    let bits = pool.fp_to_bits(f);
    let one = pool.bv(32, 1);
    let less = pool.ult(bits, one);
    let script = smt2(&pool, &[less]);
    assert!(script.contains("(set-logic QF_BVFP)"), "{script}");
    assert!(script.contains("((_ to_fp 8 24) bits!"), "{script}");
    assert!(script.contains("(=> (fp.isNaN f) (= bits!"), "{script}");
}

#[test]
fn names_are_quoted_and_kept_apart() {
    let mut pool = TermPool::new();
    let names = ["and", "a b", "main::x", "2x", "x|y", "x_y", "t5!", "select", "x.1", "+"];
    let vars = names.map(|name| pool.var(name, Sort::Bool));
    let all = pool.and_all(vars);
    let mut writer = Smt2Writer::new();
    let mut commands = String::new();
    writer.terms(&pool, &[all], &mut commands);
    let symbols: std::collections::BTreeSet<&str> = vars.iter().filter_map(|var| writer.symbol(*var)).collect();
    assert_eq!(symbols.len(), names.len());
    assert!(symbols.contains("|and (variable)|") && symbols.contains("|a b|") && symbols.contains("|main::x|"));
}

#[test]
fn a_writer_does_not_repeat_itself() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
    let sum = pool.add(x, y);
    let square = pool.mul(sum, sum);
    let (first, second) = (pool.ult(square, x), pool.ult(y, square));
    let mut writer = Smt2Writer::new();
    let mut commands = String::new();
    writer.terms(&pool, &[first], &mut commands);
    assert_eq!(commands.matches("declare-const").count(), 2);
    assert_eq!(commands.matches("define-fun").count(), 1);
    let mut more = String::new();
    writer.terms(&pool, &[second, first], &mut more);
    assert!(!more.contains("declare-const"), "{more}");
}

#[test]
fn floats_of_all_formats_have_sorts() {
    let mut pool = TermPool::new();
    let n = pool.var("n", Sort::Bv(32));
    let mut assertions = Vec::new();
    for kind in FloatKind::ALL {
        let ty = Scalar::Float(*kind);
        let a = pool.var(&format!("a_{kind}"), Sort::Bv(kind.bits()));
        let b = pool.cast(CastOp::SiToFp, Scalar::I32, ty, 0, n);
        let sum = pool.binary(BinOp::FAdd, ty, a, b);
        assertions.push(pool.compare(candor_bits::CmpOp::FOlt, ty, sum, b));
    }
    let script = smt2(&pool, &assertions);
    for sort in ["5 11", "8 8", "8 24", "11 53", "15 64", "15 113"] {
        assert!(script.contains(&format!("(_ to_fp {sort})")), "{sort} in {script}");
    }
}

//! Floats: what is simplified, and what must not be.

use candor_bits::{BinOp, CastOp, FloatKind, MathOp, Scalar, float_from_f64};

use crate::{Sort, Term, TermPool, display};

fn doubles(pool: &mut TermPool) -> (Term, Term) {
    (pool.var("a", Sort::Bv(64)), pool.var("b", Sort::Bv(64)))
}

#[test]
fn patterns_between_operations_vanish() {
    for (kind, ty) in [(FloatKind::Double, Scalar::F64), (FloatKind::X87, Scalar::Float(FloatKind::X87))] {
        let mut pool = TermPool::new();
        let (f, g) = (pool.var("f", Sort::Float(kind)), pool.var("g", Sort::Float(kind)));
        let (a, b) = (pool.fp_to_bits(f), pool.fp_to_bits(g));
        let sum = pool.binary(BinOp::FAdd, ty, a, b);
        let product = pool.binary(BinOp::FMul, ty, sum, a);
        let back = pool.fp_from_bits(kind, product);
        assert_eq!(display(&pool, back), "(fp.mul f (fp.add f g))", "{kind}");
    }
}

#[test]
fn adding_zero_is_not_nothing() {
    let mut pool = TermPool::new();
    let f = pool.var("f", Sort::Float(FloatKind::Double));
    let (zero, minus_zero, one) = (
        pool.fp_const(FloatKind::Double, &float_from_f64(FloatKind::Double, 0.0)),
        pool.fp_const(FloatKind::Double, &float_from_f64(FloatKind::Double, -0.0)),
        pool.fp_const(FloatKind::Double, &float_from_f64(FloatKind::Double, 1.0)),
    );
    assert_ne!(pool.fp_add(f, zero), f);
    assert_eq!(pool.fp_add(f, minus_zero), f);
    assert_eq!(pool.fp_sub(f, zero), f);
    assert_eq!(pool.fp_mul(f, one), f);
    let difference = pool.fp_sub(f, f);
    assert!(!pool.is_const(difference), "inf - inf is a NaN");
}

#[test]
fn integers_survive_the_way_through_floats() {
    let mut pool = TermPool::new();
    let n = pool.var("n", Sort::Bv(32));
    let double = pool.cast(CastOp::SiToFp, Scalar::I32, Scalar::F64, 0, n);
    let back = pool.cast(CastOp::FpToSi, Scalar::F64, Scalar::I32, 0, double);
    assert_eq!(back, n);
    let fits = pool.float_to_int_fits(FloatKind::Double, double, 32, /* signed */ true);
    assert_eq!(fits, Term::TRUE);
    let single = pool.cast(CastOp::SiToFp, Scalar::I32, Scalar::F32, 0, n);
    let back = pool.cast(CastOp::FpToSi, Scalar::F32, Scalar::I32, 0, single);
    assert_ne!(back, n, "a float has 24 bits");
}

#[test]
fn signs_are_bits() {
    let mut pool = TermPool::new();
    let (a, b) = doubles(&mut pool);
    let negated = pool.math(MathOp::FNeg, Scalar::F64, &[a]).expect("a term");
    let twice = pool.math(MathOp::FNeg, Scalar::F64, &[negated]).expect("a term");
    assert_eq!(twice, a);
    let signed = pool.math(MathOp::CopySign, Scalar::F64, &[a, b]).expect("a term");
    assert_eq!(display(&pool, signed), "(concat b[63:63] a[62:0])");
}

#[test]
fn constants_have_one_nan() {
    let mut pool = TermPool::new();
    let nan = pool.fp_nan(FloatKind::Single);
    let payload = candor_bits::Bits::new(32, 0xffc0_1234);
    assert_eq!(pool.fp_const(FloatKind::Single, &payload), nan);
    assert_eq!(pool.fp_eq(nan, nan), Term::FALSE);
    assert_eq!(pool.eq(nan, nan), Term::TRUE);
    // An x87 pattern without its integer bit is a NaN, a surplus one is a number.
    let unnormal = candor_bits::Bits::from_u128(80, 0x3fff_0000_0000_0000_0001);
    let pseudo = candor_bits::Bits::from_u128(80, 0x0000_8000_0000_0000_0001);
    let normal = candor_bits::Bits::from_u128(80, 0x0001_8000_0000_0000_0001);
    let nan = pool.fp_nan(FloatKind::X87);
    assert_eq!(pool.fp_const(FloatKind::X87, &unnormal), nan);
    assert_eq!(pool.fp_const(FloatKind::X87, &pseudo), pool.fp_const(FloatKind::X87, &normal));
}

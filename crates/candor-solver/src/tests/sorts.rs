//! Floats and arrays: values go into the solver and come out of it unchanged.

use candor_bits::{Bits, FloatKind, float_from_f64};
use candor_term::{Sort, Term, TermPool, Value, free_vars};

use crate::cache::satisfies;
use crate::{BitwuzlaSolver, Budget, Outcome, Solver};

fn check_model(pool: &TermPool, solver: &mut impl Solver, query: &[Term]) {
    assert_eq!(solver.check(pool, query, &Budget::unlimited()), Outcome::Sat);
    let model = solver.model(pool, &free_vars(pool, query)).expect("a model");
    assert!(satisfies(pool, &model, query));
}

#[test]
fn every_float_constant_survives() {
    check_float_constants(BitwuzlaSolver::new);
}

pub(super) fn check_float_constants<S: Solver>(new: impl Fn() -> S) {
    for kind in FloatKind::ALL {
        let mut pool = TermPool::plain();
        let mut solver = new();
        let f = pool.var("f", Sort::Float(*kind));
        for value in [0.0, -0.0, 1.0, -2.5, 1e-3, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let pattern = float_from_f64(*kind, value);
            let constant = pool.fp_const(*kind, &pattern);
            let equal = pool.eq(f, constant);
            assert_eq!(solver.check(&pool, &[equal], &Budget::unlimited()), Outcome::Sat);
            let found = solver.value(&pool, f).expect("a model");
            let expected = candor_term::evaluate(&pool, constant, &candor_term::Assignment::new());
            assert_eq!(found, expected, "{kind} {value}");
        }
    }
}

#[test]
fn models_of_float_queries_are_models() {
    for kind in [FloatKind::Half, FloatKind::Single, FloatKind::Double] {
        check_float_models(BitwuzlaSolver::incremental, kind);
    }
}

pub(super) fn check_float_models<S: Solver>(new: impl Fn() -> S, kind: FloatKind) {
    let mut pool = TermPool::plain();
    let mut solver = new();
    let (f, g) = (pool.var("f", Sort::Float(kind)), pool.var("g", Sort::Float(kind)));
    let sum = pool.fp_add(f, g);
    let absorbed = pool.fp_eq(sum, f);
    let one = pool.fp_const(kind, &float_from_f64(kind, 1.0));
    let more_than_one = pool.fp_lt(one, g);
    check_model(&pool, &mut solver, &[absorbed, more_than_one]);
    let root = pool.fp_sqrt(f);
    let (nan, not_negative) = (pool.fp_is_nan(root), pool.fp_is_negative(f));
    let not_negative = pool.not(not_negative);
    check_model(&pool, &mut solver, &[nan, not_negative]);
}

/// The pattern of a float is defined by assertions, which a pop must not take away.
#[test]
fn patterns_of_floats_outlive_levels() {
    check_float_patterns(BitwuzlaSolver::new());
}

pub(super) fn check_float_patterns(mut solver: impl Solver) {
    let mut pool = TermPool::plain();
    let kind = FloatKind::Single;
    let f = pool.var("f", Sort::Float(kind));
    let one = pool.fp_const(kind, &float_from_f64(kind, 1.0));
    let is_one = pool.eq(f, one);
    let pattern = pool.fp_to_ieee(f);
    let wrong = pool.bv(32, 0x3f80_0001);
    let is_wrong = pool.eq(pattern, wrong);
    solver.push();
    solver.push();
    solver.assert(&pool, is_wrong);
    assert_eq!(solver.check(&pool, &[is_one], &Budget::unlimited()), Outcome::Unsat);
    solver.pop();
    solver.pop();
    assert_eq!(solver.check(&pool, &[is_one, is_wrong], &Budget::unlimited()), Outcome::Unsat);
    assert_eq!(solver.check(&pool, &[is_wrong], &Budget::unlimited()), Outcome::Sat);
}

#[test]
fn models_of_array_queries_are_models() {
    check_array_models(BitwuzlaSolver::new());
}

pub(super) fn check_array_models(mut solver: impl Solver) {
    let mut pool = TermPool::plain();
    let sort = Sort::Array { index: 32, element: 8 };
    let (a, b) = (pool.var("a", sort), pool.var("b", sort));
    let (i, j) = (pool.var("i", Sort::Bv(32)), pool.var("j", Sort::Bv(32)));
    let (v, w) = (pool.bv(8, 0xab), pool.bv(8, 0xcd));
    let stored = pool.store(a, i, v);
    let stored = pool.store(stored, j, w);
    let (at_i, at_j) = (pool.select(stored, i), pool.select(stored, j));
    let different = pool.ne(at_i, at_j);
    let equal = pool.eq(stored, b);
    check_model(&pool, &mut solver, &[different, equal]);
    let filled = pool.const_array(32, v);
    let is_filled = pool.eq(a, filled);
    let (at_i, is_w) = (pool.select(b, i), pool.select(a, j));
    let (is_w, is_v) = (pool.eq(at_i, w), pool.eq(is_w, v));
    check_model(&pool, &mut solver, &[is_filled, is_w, is_v]);
    let Value::Array(array) = solver.value(&pool, a).expect("a model") else { panic!("an array") };
    assert_eq!(array.get(&Bits::new(32, 12_345)), &Bits::new(8, 0xab));
}

#[test]
fn wide_bit_vectors_survive() {
    check_wide(BitwuzlaSolver::new());
}

pub(super) fn check_wide(mut solver: impl Solver) {
    let mut pool = TermPool::plain();
    let x = pool.var("x", Sort::Bv(200));
    let pattern = Bits::from_limbs(200, &[1, 2, 3, 4]);
    let constant = pool.bv_const(pattern.clone());
    let equal = pool.eq(x, constant);
    assert_eq!(solver.check(&pool, &[equal], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(&pool, x).expect("a model"), Value::Bv(pattern));
}

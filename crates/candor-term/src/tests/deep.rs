//! Terms a million operators deep: everything must walk them without recursion.

use rustc_hash::FxHashMap;

use crate::{Assignment, Sort, SupportCache, TermPool, display, evaluate, free_vars, smt2, statistics, substitute};

const DEPTH: u32 = 1_000_000;

#[test]
fn a_million_operators() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let mut term = x;
    for _ in 0..DEPTH / 2 {
        let sum = pool.add(term, y);
        term = pool.xor(sum, x);
    }
    assert_eq!(statistics(&pool, &[term]).depth, DEPTH);
    assert_eq!(free_vars(&pool, &[term]), [x, y]);
    assert_eq!(SupportCache::new().support(&pool, term)[..], [x, y]);

    let mut assignment = Assignment::new();
    assignment.set_u64(&pool, x, 12345);
    assignment.set_u64(&pool, y, 678);
    let expected = (0..DEPTH / 2).fold(12345_u32, |value, _| value.wrapping_add(678) ^ 12345);
    let value = evaluate(&pool, term, &assignment).as_bits();
    assert_eq!(value.to_u64(), Some(u64::from(expected)));

    let (x_value, y_value) = (pool.bv(32, 12345), pool.bv(32, 678));
    let constants = FxHashMap::from_iter([(x, x_value), (y, y_value)]);
    let folded = substitute(&mut pool, &[term], &constants)[0];
    assert_eq!(pool.const_u64(folded), Some(u64::from(expected)));
}

#[test]
fn deep_terms_are_printed() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    let mut term = x;
    for _ in 0..20_000 {
        let product = pool.mul(term, y);
        term = pool.add(product, x);
    }
    let condition = pool.ult(term, y);
    assert!(display(&pool, condition).lines().count() > 1000);
    assert!(smt2(&pool, &[condition]).lines().count() > 1000);
}

#[test]
fn rules_that_walk_stop_somewhere() {
    let mut pool = TermPool::new();
    let mut choice = pool.bv(32, 0);
    let mut array = pool.var("m", Sort::Array { index: 32, element: 32 });
    for step in 0..20_000 {
        let condition = pool.fresh_var("c", Sort::Bool);
        let value = pool.bv(32, step);
        choice = pool.ite(condition, value, choice);
        array = pool.store(array, value, choice);
    }
    let (seven, far) = (pool.bv(32, 7), pool.bv(32, 1 << 30));
    let equal = pool.eq(choice, seven);
    assert!(!pool.is_const(equal));
    let element = pool.select(array, far);
    assert!(!pool.is_const(element));
    let narrow = pool.extract(choice, 0, 8);
    assert_eq!(pool.width(narrow), 8);
}

#[test]
fn sharing_is_not_unfolded() {
    let mut pool = TermPool::new();
    let mut term = pool.var("x", Sort::Bv(64));
    for _ in 0..200 {
        let not = pool.not(term);
        let shifted = pool.shl(not, term);
        term = pool.and(term, shifted);
    }
    let byte = pool.extract(term, 8, 8);
    let stats = statistics(&pool, &[byte]);
    assert!(stats.n_terms < 2000, "{} terms", stats.n_terms);
    assert!(stats.tree_size > 1 << 40);
    assert!(display(&pool, byte).lines().count() < 2000);
}

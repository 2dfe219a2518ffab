//! Arrays: reading over writing, and their values.

use candor_bits::Bits;

use crate::{ArrayValue, Assignment, Sort, Term, TermPool, Value, display, evaluate};

const MEMORY: Sort = Sort::Array { index: 64, element: 8 };

fn memory(pool: &mut TermPool) -> (Term, Term) {
    (pool.var("m", MEMORY), pool.var("base", Sort::Bv(64)))
}

#[test]
fn select_finds_its_store_past_others() {
    let mut pool = TermPool::new();
    let (m, base) = memory(&mut pool);
    let mut array = m;
    for offset in 0..100 {
        let (c, element) = (pool.bv(64, offset), pool.bv(8, offset));
        let index = pool.add(base, c);
        array = pool.store(array, index, element);
    }
    let c = pool.bv(64, 42);
    let index = pool.add(base, c);
    let element = pool.select(array, index);
    assert_eq!(pool.const_u64(element), Some(42));

    let c = pool.bv(64, 1000);
    let index = pool.add(base, c);
    let element = pool.select(array, index);
    assert_eq!(display(&pool, element), "(select m (add base 1000:i64))");
}

#[test]
fn select_stops_at_a_store_it_cannot_tell_apart() {
    let mut pool = TermPool::new();
    let (m, base) = memory(&mut pool);
    let (v, i) = (pool.var("v", Sort::Bv(8)), pool.var("i", Sort::Bv(64)));
    let one = pool.bv(64, 1);
    let next = pool.add(base, one);
    let first = pool.store(m, i, v);
    let second = pool.store(first, next, v);
    let element = pool.select(second, base);
    assert_eq!(display(&pool, element), "(select (store m i v) base)");
}

#[test]
fn joins_of_stores_are_stores() {
    let mut pool = TermPool::new();
    let (m, base) = memory(&mut pool);
    let (v, p) = (pool.var("v", Sort::Bv(8)), pool.var("p", Sort::Bool));
    let zero = pool.bv(8, 0);
    let (then, other) = (pool.store(m, base, v), pool.store(m, base, zero));
    let joined = pool.ite(p, then, other);
    assert_eq!(display(&pool, joined), "(store m base (ite p v 0:i8))");
    let one_sided = pool.ite(p, then, m);
    assert_eq!(display(&pool, one_sided), "(store m base (ite p v (select m base)))");
}

#[test]
fn array_values_compare_by_content() {
    let mut full = ArrayValue::new(1, Bits::zero(8));
    let mut other = ArrayValue::new(1, Bits::one(8));
    assert_ne!(full, other);
    full.set(Bits::zero(1), Bits::new(8, 7));
    full.set(Bits::one(1), Bits::new(8, 9));
    other.set(Bits::one(1), Bits::new(8, 9));
    assert_ne!(full, other);
    other.set(Bits::zero(1), Bits::new(8, 7));
    assert_eq!(full, other);
    other.set(Bits::zero(1), Bits::one(8));
    assert_eq!(other.entries().len(), 1);
}

#[test]
fn array_terms_have_array_values() {
    let mut pool = TermPool::plain();
    let (m, base) = memory(&mut pool);
    let p = pool.var("p", Sort::Bool);
    let v = pool.bv(8, 5);
    let stored = pool.store(m, base, v);
    let joined = pool.ite(p, stored, m);
    let equal = pool.eq(joined, m);
    let mut assignment = Assignment::new();
    let mut array = ArrayValue::new(64, Bits::new(8, 1));
    array.set(Bits::new(64, 3), Bits::new(8, 4));
    assignment.set(m, Value::Array(array.clone()));
    assignment.set_u64(&pool, base, 3);
    assert_eq!(evaluate(&pool, joined, &assignment), Value::Array(array.clone()));
    assert!(evaluate(&pool, equal, &assignment).as_bool());
    assignment.set_u64(&pool, p, 1);
    array.set(Bits::new(64, 3), Bits::new(8, 5));
    assert_eq!(evaluate(&pool, joined, &assignment), Value::Array(array));
    assert!(!evaluate(&pool, equal, &assignment).as_bool());
}

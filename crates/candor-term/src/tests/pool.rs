//! The arena and the driver of simplification.

use candor_bits::Bits;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::random::{Generator, copy_to, random_assignment};
use crate::{Evaluation, Op, Sort, Term, TermPool, substitute};

#[test]
fn equal_terms_are_one_term() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)));
    assert_eq!(pool.add(x, y), pool.add(y, x));
    assert_eq!(pool.var("x", Sort::Bv(32)), x);
    let n_terms = pool.len();
    pool.add(x, y);
    assert_eq!(pool.len(), n_terms);
    let wide = Bits::from_limbs(200, &[1, 2, 3, 4]);
    assert_eq!(pool.bv_const(wide.clone()), pool.bv_const(wide));
}

#[test]
fn truth_values_are_known() {
    let mut pool = TermPool::new();
    assert_eq!(pool.bool_const(true), Term::TRUE);
    assert_eq!(pool.const_bool(Term::FALSE), Some(false));
    assert_ne!(pool.bv(1, 1), Term::TRUE);
    assert_eq!(pool.not(Term::TRUE), Term::FALSE);
}

#[test]
fn fresh_variables_are_new() {
    let mut pool = TermPool::new();
    pool.var("v!0", Sort::Bool);
    let (first, second) = (pool.fresh_var("v", Sort::Bool), pool.fresh_var("v", Sort::Bv(3)));
    assert_ne!(first, second);
    assert_eq!(pool.var_name(first), Some("v!1"));
    assert_eq!(pool.vars().len(), 3);
}

#[test]
#[should_panic(expected = "two sorts")]
fn a_name_has_one_sort() {
    let mut pool = TermPool::new();
    pool.var("x", Sort::Bool);
    pool.var("x", Sort::Bv(1));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "add of i8 and i9")]
fn sorts_are_checked() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(9)));
    pool.add(x, y);
}

#[test]
fn a_plain_pool_changes_nothing() {
    let mut pool = TermPool::plain();
    let x = pool.var("x", Sort::Bv(8));
    let zero = pool.bv(8, 0);
    let sum = pool.add(zero, x);
    assert_eq!((pool.op(sum), pool.args(sum)), (Op::Add, &[zero, x][..]));
    let folded = pool.add(zero, zero);
    assert_eq!(pool.op(folded), Op::Add);
}

#[test]
fn rewrites_are_logged() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(8));
    let zero = pool.bv(8, 0);
    pool.log_rewrites();
    for _ in 0..2 {
        assert_eq!(pool.add(x, zero), x);
    }
    let rewrites = pool.take_rewrites();
    assert_eq!(rewrites.len(), 2);
    assert_eq!(rewrites[0].rule, "add_zero");
    assert_eq!(pool.args(rewrites[0].before), [x, zero]);
    assert_eq!(rewrites[0].after, x);
    assert!(pool.rule_hits().any(|(rule, n_hits)| rule.name == "add_zero" && n_hits == 2));
}

#[test]
fn simplified_terms_have_the_value_of_plain_ones() {
    for width in [3, 8, 32, 64] {
        let mut plain = TermPool::plain();
        let mut pool = TermPool::new();
        let mut generator = Generator::new(u64::from(width) + 50, width);
        let mut copies = FxHashMap::default();
        for _ in 0..1_500 {
            let sort = generator.rng.pick(&[Sort::Bool, Sort::Bv(width)]);
            let before = generator.term(&mut plain, sort, 4);
            let after = copy_to(&plain, &mut pool, &mut copies, before);
            for _ in 0..3 {
                let plain_assignment = random_assignment(&mut generator.rng, &plain);
                let mut assignment = crate::Assignment::new();
                for var in plain.vars() {
                    let name = plain.var_name(*var).expect("a variable");
                    let value = plain_assignment.get(*var).expect("assigned");
                    assignment.set(pool.var(name, plain.sort(*var)), value.clone());
                }
                let expected = Evaluation::new(&plain, &plain_assignment).value(before);
                assert_eq!(
                    Evaluation::new(&pool, &assignment).value(after),
                    expected,
                    "{}",
                    crate::display(&plain, before)
                );
            }
        }
    }
}

#[test]
fn substitution_is_simultaneous() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
    let difference = pool.sub(x, y);
    let swapped = FxHashMap::from_iter([(x, y), (y, x)]);
    let result = substitute(&mut pool, &[difference, x], &swapped);
    assert_eq!(result, [pool.sub(y, x), y]);
    let whole = FxHashMap::from_iter([(difference, x)]);
    let doubled = pool.mul(difference, difference);
    assert_eq!(substitute(&mut pool, &[doubled], &whole), [pool.mul(x, x)]);
}

#[test]
fn wide_vectors_work() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(1000));
    let high = pool.extract(x, 500, 500);
    let low = pool.trunc(x, 500);
    assert_eq!(pool.concat(high, low), x);
    let ones = pool.bv_ones(1000);
    assert_eq!(pool.and(x, ones), x);
    assert!(pool.memory_bytes() > 0);
}

#[test]
fn stored_terms_are_in_normal_form() {
    let mut pool = TermPool::new();
    for shape in crate::corpus::shapes(&mut pool, 3) {
        shape.build(&mut pool);
    }
    let terms: Vec<Term> = (0..pool.len()).map(EntityRef::new).collect();
    // The log makes the rules run also for terms that are stored.
    pool.log_rewrites();
    for term in terms {
        let args = pool.args(term).to_vec();
        assert_eq!(pool.rebuild(term, &args), term, "{}", crate::display(&pool, term));
    }
    let n_applied: u64 = pool.rule_hits().map(|(_, n_hits)| n_hits).sum();
    assert!(n_applied < 1_000_000, "{n_applied} rewrites: rules undo each other");
}

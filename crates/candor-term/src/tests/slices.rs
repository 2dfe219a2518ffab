//! Independence of constraints.

use crate::{Sort, SupportCache, Term, TermPool, independent_groups, relevant_to};

fn vars(pool: &mut TermPool) -> [Term; 5] {
    ["a", "b", "c", "d", "e"].map(|name| pool.var(name, Sort::Bv(8)))
}

#[test]
fn groups_share_no_variables() {
    let mut pool = TermPool::new();
    let [a, b, c, d, e] = vars(&mut pool);
    let constraints = [pool.ult(a, b), pool.ult(c, d), pool.ult(b, e), Term::TRUE, pool.slt(d, c)];
    let [ab, cd, be, yes, dc] = constraints;
    let mut cache = SupportCache::new();
    let groups = independent_groups(&pool, &mut cache, &constraints);
    assert_eq!(groups, [vec![ab, be], vec![cd, dc], vec![yes]]);
}

#[test]
fn only_what_matters_is_relevant() {
    let mut pool = TermPool::new();
    let [a, b, c, d, e] = vars(&mut pool);
    let constraints = [pool.ult(a, b), pool.ult(c, d), pool.ult(b, e)];
    let zero = pool.bv(8, 0);
    let query = pool.eq(e, zero);
    let mut cache = SupportCache::new();
    let relevant = relevant_to(&pool, &mut cache, &constraints, query);
    assert_eq!(relevant, [constraints[0], constraints[2]]);
    assert!(relevant_to(&pool, &mut cache, &constraints, Term::TRUE).is_empty());
}

#[test]
fn support_uses_what_it_knows() {
    let mut pool = TermPool::new();
    let [a, b, c, ..] = vars(&mut pool);
    let mut cache = SupportCache::new();
    let mut path = Term::TRUE;
    for _ in 0..100 {
        let (sum, product) = (pool.add(a, b), pool.mul(a, c));
        let fresh = pool.fresh_var("n", Sort::Bv(8));
        let (left, right) = (pool.add(sum, fresh), pool.mul(product, fresh));
        let condition = pool.ult(left, right);
        path = pool.and(path, condition);
        let support = cache.support(&pool, path);
        assert_eq!(support[..], crate::free_vars(&pool, &[path]));
    }
}

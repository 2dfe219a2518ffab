//! Arrays: reading over writing.

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// How many stores a select looks past.
const MAX_STORES: usize = 4096;

/// Whether two indices are visibly equal or visibly different: constants, or one base plus two constants.
fn same_index(pool: &TermPool, i: Term, j: Term) -> Option<bool> {
    if i == j {
        return Some(true);
    }
    if pool.is_const(i) && pool.is_const(j) {
        return Some(false);
    }
    let ((i_base, i_offset), (j_base, j_offset)) = (pool.split_sum(i), pool.split_sum(j));
    // Equal offsets from one base would be equal terms.
    (i_base == j_base && i_offset != j_offset).then_some(false)
}

/// A select finds the store to its index, past stores to other indices.
pub(super) fn select_over_stores(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (mut array, index) = (node.a(), node.b());
    for _ in 0..MAX_STORES {
        let store = pool.node(array);
        if store.op != Op::Store {
            break;
        }
        match same_index(pool, store.b(), index) {
            Some(true) => return Some(store.c()),
            Some(false) => array = store.a(),
            None => break,
        }
    }
    (array != node.a()).then(|| pool.select(array, index))
}

/// Every element of a constant array is the same.
pub(super) fn select_of_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    pool.as_unary(Op::ConstArray, node.a())
}

/// The later of two stores to one index counts.
pub(super) fn store_over_same_index(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let inner = pool.node(node.a());
    let same = inner.op == Op::Store && inner.b() == node.b();
    same.then(|| pool.store(inner.a(), node.b(), node.c()))
}

/// `store(a, i, select(a, i)) = a`.
pub(super) fn store_what_is_there(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.as_binary(Op::Select, node.c()) == Some((node.a(), node.b()))).then(|| node.a())
}

/// Storing in a constant array what it has everywhere changes nothing.
pub(super) fn store_into_constant(pool: &mut TermPool, node: &Node) -> Option<Term> {
    (pool.as_unary(Op::ConstArray, node.a()) == Some(node.c())).then(|| node.a())
}

/// `ite(p, store(a, i, x), store(a, i, y)) = store(a, i, ite(p, x, y))`.
pub(super) fn ite_same_index(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let (then, other) = (pool.node(node.b()), pool.node(node.c()));
    if then.op != Op::Store || other.op != Op::Store || (then.a(), then.b()) != (other.a(), other.b()) {
        return None;
    }
    let element = pool.ite(node.a(), then.c(), other.c());
    Some(pool.store(then.a(), then.b(), element))
}

/// `ite(p, store(a, i, x), a) = store(a, i, ite(p, x, select(a, i)))`: joins stay chains of stores.
pub(super) fn ite_one_store(pool: &mut TermPool, node: &Node) -> Option<Term> {
    if !matches!(pool.sort(node.b()), Sort::Array { .. }) {
        return None;
    }
    let (then, other) = (pool.node(node.b()), pool.node(node.c()));
    if then.op == Op::Store && then.a() == node.c() {
        let old = pool.select(then.a(), then.b());
        let element = pool.ite(node.a(), then.c(), old);
        return Some(pool.store(then.a(), then.b(), element));
    }
    if other.op == Op::Store && other.a() == node.b() {
        let old = pool.select(other.a(), other.b());
        let element = pool.ite(node.a(), old, other.c());
        return Some(pool.store(other.a(), other.b(), element));
    }
    None
}

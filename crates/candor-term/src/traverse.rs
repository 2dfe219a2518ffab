//! Walking terms without recursion.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Op, Term, TermPool};

/// All terms that the roots are made of, each once, operands before the terms they are part of. The order depends on the terms
/// only, first root first.
pub fn post_order(pool: &TermPool, roots: &[Term]) -> Vec<Term> {
    post_order_until(pool, roots, |_| false)
}

/// Like [`post_order`], but leaves out the terms where `stop` holds, and what is only below them.
pub(crate) fn post_order_until(pool: &TermPool, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    // A term and how many of its operands have been looked at.
    let mut stack: Vec<(Term, usize)> = Vec::new();
    for root in roots {
        if !stop(*root) && seen.insert(*root) {
            stack.push((*root, 0));
        }
        while let Some((term, n_done)) = stack.last_mut() {
            match pool.args(*term).get(*n_done) {
                Some(arg) => {
                    *n_done += 1;
                    if !stop(*arg) && seen.insert(*arg) {
                        stack.push((*arg, 0));
                    }
                }
                None => {
                    order.push(*term);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// The variables that occur in the roots, in ascending order.
pub fn free_vars(pool: &TermPool, roots: &[Term]) -> Vec<Term> {
    let mut vars = post_order(pool, roots);
    vars.retain(|term| pool.op(*term) == Op::Var);
    vars.sort_unstable();
    vars
}

/// How large terms are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// The number of different terms.
    pub n_terms: usize,
    /// The number of terms if nothing were shared; stops at the greatest number.
    pub tree_size: u64,
    /// The longest way from a root to a leaf, in operators.
    pub depth: u32,
    /// The number of different variables.
    pub n_vars: usize,
    /// How many terms have which operator, most frequent first.
    pub by_op: Vec<(Op, usize)>,
}

/// The size of the terms that the roots are made of.
pub fn statistics(pool: &TermPool, roots: &[Term]) -> Statistics {
    let order = post_order(pool, roots);
    let mut sizes: FxHashMap<Term, (u64, u32)> = FxHashMap::default();
    let mut counts = vec![0_usize; Op::ALL.len()];
    for term in &order {
        counts[usize::from(pool.op(*term) as u8)] += 1;
        let args = pool.args(*term).iter().map(|arg| sizes[arg]);
        let below = args.fold((0_u64, None), |(size, depth), (arg_size, arg_depth)| {
            (size.saturating_add(arg_size), depth.max(Some(arg_depth)))
        });
        let depth = below.1.map_or(0, |depth| depth + 1);
        sizes.insert(*term, (below.0.saturating_add(1), depth));
    }
    let mut by_op: Vec<(Op, usize)> = Op::ALL.iter().copied().zip(counts.iter().copied()).collect();
    by_op.retain(|(_, count)| *count > 0);
    by_op.sort_by_key(|(op, count)| (std::cmp::Reverse(*count), *op));
    Statistics {
        n_terms: order.len(),
        tree_size: roots.iter().fold(0, |size, root| size.saturating_add(sizes[root].0)),
        depth: roots.iter().map(|root| sizes[root].1).max().unwrap_or(0),
        n_vars: counts[usize::from(Op::Var as u8)],
        by_op,
    }
}

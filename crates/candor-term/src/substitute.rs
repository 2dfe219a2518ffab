//! Replacing terms by terms.

use rustc_hash::FxHashMap;

use crate::traverse::post_order_until;
use crate::{Term, TermPool};

/// The roots with every occurrence of a key of `replacements` replaced by its value, all at once: replacements are not searched
/// again. Keys are variables as a rule but may be any terms; the outermost occurrence counts.
pub fn substitute(pool: &mut TermPool, roots: &[Term], replacements: &FxHashMap<Term, Term>) -> Vec<Term> {
    let order = post_order_until(pool, roots, |term| replacements.contains_key(&term));
    let mut done = replacements.clone();
    for term in order {
        let args: smallvec::SmallVec<[Term; 3]> = pool.args(term).iter().map(|arg| done[arg]).collect();
        let unchanged = pool.args(term) == &args[..];
        let replaced = if unchanged { term } else { pool.rebuild(term, &args) };
        debug_assert_eq!(pool.sort(replaced), pool.sort(term));
        done.insert(term, replaced);
    }
    roots.iter().map(|root| done[root]).collect()
}

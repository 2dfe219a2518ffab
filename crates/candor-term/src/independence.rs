//! Independence: constraints that share no variable, not even through others, can be solved apart.
//!
//! After KLEE (Cadar, Dunbar, Engler, OSDI 2008): most queries concern few of the constraints of a path, and small queries
//! repeat.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::traverse::post_order_until;
use crate::{Op, Term, TermPool};

/// The variables of terms, remembered: those of a term that was asked for before are not searched again, also when it is part
/// of the next one. Belongs to one pool.
#[derive(Clone, Debug, Default)]
pub struct SupportCache {
    supports: FxHashMap<Term, Arc<[Term]>>,
}

impl SupportCache {
    /// Nothing is known yet.
    pub fn new() -> SupportCache {
        SupportCache::default()
    }

    /// The variables that occur in a term, ascending.
    pub fn support(&mut self, pool: &TermPool, term: Term) -> Arc<[Term]> {
        if let Some(support) = self.supports.get(&term) {
            return Arc::clone(support);
        }
        let order = post_order_until(pool, &[term], |below| self.supports.contains_key(&below));
        let mut vars: FxHashSet<Term> = FxHashSet::default();
        // A term with many variables may occur in many others: it counts once.
        let mut merged: FxHashSet<*const Term> = FxHashSet::default();
        let mut largest: Option<&Arc<[Term]>> = None;
        for below in order {
            if pool.op(below) == Op::Var {
                vars.insert(below);
            }
            for known in pool.args(below).iter().filter_map(|arg| self.supports.get(arg)) {
                if merged.insert(known.as_ptr()) {
                    vars.extend(known.iter().copied());
                    largest = largest.filter(|largest| largest.len() >= known.len()).or(Some(known));
                }
            }
        }
        let support = match largest.filter(|largest| largest.len() == vars.len()) {
            Some(same) => Arc::clone(same),
            None => {
                let mut vars: Vec<Term> = vars.into_iter().collect();
                vars.sort_unstable();
                vars.into()
            }
        };
        self.supports.insert(term, Arc::clone(&support));
        support
    }
}

/// Groups of constraints such that no variable occurs in two groups. Groups come in the order of their first constraints, and
/// constraints keep their order; one without variables is a group of its own.
pub fn independent_groups(pool: &TermPool, cache: &mut SupportCache, constraints: &[Term]) -> Vec<Vec<Term>> {
    let mut sets = DisjointSets::default();
    for constraint in constraints {
        let support = cache.support(pool, *constraint);
        for pair in support.windows(2) {
            sets.join(pair[0], pair[1]);
        }
    }
    let mut groups: Vec<Vec<Term>> = Vec::new();
    let mut group_of_root: FxHashMap<usize, usize> = FxHashMap::default();
    for constraint in constraints {
        let support = cache.support(pool, *constraint);
        let group_idx = match support.first() {
            Some(var) => *group_of_root.entry(sets.root_of(*var)).or_insert(groups.len()),
            None => groups.len(),
        };
        if group_idx == groups.len() {
            groups.push(Vec::new());
        }
        groups[group_idx].push(*constraint);
    }
    groups
}

/// The constraints that have to do with `query`: those that share a variable with it, directly or through others. If the
/// constraints are satisfiable, `query` is possible together with all of them exactly when it is possible with these.
pub fn relevant_to(pool: &TermPool, cache: &mut SupportCache, constraints: &[Term], query: Term) -> Vec<Term> {
    let mut sets = DisjointSets::default();
    for term in constraints.iter().chain([&query]) {
        let support = cache.support(pool, *term);
        for pair in support.windows(2) {
            sets.join(pair[0], pair[1]);
        }
    }
    let Some(query_var) = cache.support(pool, query).first().copied() else {
        return Vec::new();
    };
    let query_root = sets.root_of(query_var);
    let is_relevant = |constraint: &Term| {
        let support = cache.support(pool, *constraint);
        support.first().is_some_and(|var| sets.root_of(*var) == query_root)
    };
    let mut relevant = constraints.to_vec();
    let mut is_relevant = is_relevant;
    relevant.retain(|constraint| is_relevant(constraint));
    relevant
}

/// Union-find over variables.
#[derive(Default)]
struct DisjointSets {
    indices: FxHashMap<Term, usize>,
    parents: Vec<usize>,
}

impl DisjointSets {
    fn root_of(&mut self, var: Term) -> usize {
        let n_vars = self.parents.len();
        let mut var_idx = *self.indices.entry(var).or_insert(n_vars);
        if var_idx == n_vars {
            self.parents.push(var_idx);
        }
        while self.parents[var_idx] != var_idx {
            // Path halving.
            self.parents[var_idx] = self.parents[self.parents[var_idx]];
            var_idx = self.parents[var_idx];
        }
        var_idx
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a_root, b_root) = (self.root_of(a), self.root_of(b));
        self.parents[a_root] = b_root;
    }
}

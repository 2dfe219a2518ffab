//! Which functions have to do with what, and what of that can be afforded.
//!
//! What is known at each block of each function is kept only for what has to do with that function or with those that it calls. Where
//! that is too much all the same, because everything has to do with everything, what most functions have to do with is left out: all
//! states together stay linear in the size of the program.

use std::collections::BTreeMap;

use candor_ir::{EntityRef, FuncId};

use crate::call_graph::CallGraph;
use crate::solve::Solver;

/// All states together may have so many entries, or so many for each instruction.
const MAX_ENTRIES: usize = 400_000;
const MAX_ENTRIES_EACH: usize = 8;

/// A set of small numbers, one bit each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    /// An empty set of numbers below `n`.
    pub(crate) fn new(n: usize) -> BitSet {
        BitSet(vec![0; n.div_ceil(64)])
    }

    /// An empty set of the same numbers as another.
    fn like(other: &BitSet) -> BitSet {
        BitSet(vec![0; other.0.len()])
    }

    pub(crate) fn contains(&self, idx: usize) -> bool {
        self.0.get(idx / 64).is_some_and(|word| word & (1 << (idx % 64)) != 0)
    }

    pub(crate) fn insert(&mut self, idx: usize) {
        self.0[idx / 64] |= 1 << (idx % 64);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn intersect(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// Adds all of another set but some; tells whether anything was new.
    pub(crate) fn add(&mut self, other: &BitSet, except: Option<&BitSet>) -> bool {
        let mut changed = false;
        for (idx, (word, &other)) in self.0.iter_mut().zip(&other.0).enumerate() {
            let more = other & !except.and_then(|except| except.0.get(idx)).copied().unwrap_or(0);
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |(idx, &word): (usize, &u64)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(idx * 64 + bit)
            })
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// Callers have to do with what their callees have to do with, except for what these keep to themselves. Functions that call each
/// other have all to do with the same.
pub(crate) fn add_to_callers<'a>(graph: &CallGraph, sets: &mut [BitSet], own: impl Fn(FuncId) -> &'a BitSet) {
    let order = graph.bottom_up();
    for members in order.chunk_by(|&a, &b| graph.component(a) == graph.component(b)) {
        let outside = |callee: &FuncId| graph.component(*callee) != graph.component(members[0]);
        let callees = members.iter().flat_map(|&func| graph.callees(func)).map(|&(_, callee)| callee).filter(outside);
        // One of each component tells what all of them do.
        let callees: BTreeMap<usize, FuncId> = callees.map(|callee| (graph.component(callee), callee)).collect();
        let mut shared = BitSet::like(&sets[members[0].index()]);
        for &callee in callees.values() {
            shared.add(&sets[callee.index()], Some(own(callee)));
        }
        for &func in members.iter().filter(|_| members.len() > 1) {
            shared.add(&sets[func.index()], Some(own(func)));
        }
        for &func in members {
            sets[func.index()].add(&shared, None);
        }
    }
}

/// As many of the wanted as can be afforded, those that fewer functions have to do with first.
pub(crate) fn affordable(solver: &Solver<'_>, graph: &CallGraph, sets: &[BitSet], wanted: &BitSet, n: usize) -> BitSet {
    let mut costs = vec![0; n];
    let mut n_insts = 0;
    for (func, function) in solver.program.functions.iter().filter(|(func, _)| solver.reached[func.index()]) {
        n_insts += function.insts.len();
        // There is a state at each block, and one that each call passes.
        let n_states = function.blocks.len() + graph.callers(func).len();
        sets[func.index()].iter().for_each(|idx| costs[idx] += n_states);
    }
    let mut cheapest: Vec<usize> = wanted.iter().collect();
    cheapest.sort_by_key(|&idx| costs[idx]);
    let (mut left, mut kept) = (MAX_ENTRIES.max(n_insts * MAX_ENTRIES_EACH), BitSet::new(n));
    for idx in cheapest {
        if costs[idx] > left {
            break;
        }
        left -= costs[idx];
        kept.insert(idx);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let (mut a, mut b) = (BitSet::new(200), BitSet::new(200));
        [0, 63, 64, 199].into_iter().for_each(|idx| a.insert(idx));
        [63, 100].into_iter().for_each(|idx| b.insert(idx));
        assert!(a.contains(64) && !a.contains(65) && !a.contains(1_000) && BitSet::new(200).is_empty());
        assert!(a.clone().add(&b, None) && !a.clone().add(&b, Some(&b)));
        a.intersect(&b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [63]);
    }
}

//! The control-flow graph of a function: edges in both directions and reverse post-order.
//!
//! [`Function`](candor_ir::Function) knows the edges that leave a block; the rest is computed here, once, into flat
//! lists.

use candor_ir::{BlockId, EdgeId, EntityRef, Function, SecondaryMap};

/// An edge as seen from one of its ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub edge: EdgeId,
    /// The block at the other end.
    pub block: BlockId,
}

/// Edges and orders of one function; stale once its blocks or edges change.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Lists<Link>,
    predecessors: Lists<Link>,
    reverse_post_order: Vec<BlockId>,
    /// In reverse post-order; `None` for unreachable blocks.
    position: Vec<Option<usize>>,
}

impl Cfg {
    /// The graph of a function that has blocks.
    pub fn new(function: &Function) -> Cfg {
        Cfg::of_edges(function, |_| true)
    }

    /// The graph without some of the edges.
    pub fn of_edges(function: &Function, wanted: impl Fn(EdgeId) -> bool) -> Cfg {
        let successors = successor_lists(function, wanted);
        let predecessors = predecessor_lists(&successors, function.blocks.len());
        let reverse_post_order = reverse_post_order(&successors, function.entry(), function.blocks.len());
        let mut position = vec![None; function.blocks.len()];
        for (index, bb) in reverse_post_order.iter().enumerate() {
            position[bb.index()] = Some(index);
        }
        Cfg { successors, predecessors, reverse_post_order, position }
    }

    /// All blocks, reachable or not.
    pub fn n_blocks(&self) -> usize {
        self.position.len()
    }

    /// The edges out of a block in the terminator's order, each once.
    pub fn successors(&self, bb: BlockId) -> &[Link] {
        self.successors.of(bb.index())
    }

    /// The edges into a block, also those from unreachable blocks.
    pub fn predecessors(&self, bb: BlockId) -> &[Link] {
        self.predecessors.of(bb.index())
    }

    /// The reachable blocks, the entry first; every block comes before its successors except along edges that go round
    /// a loop.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.reverse_post_order
    }

    /// The place of a block in reverse post-order; `None` if it is unreachable.
    pub fn position(&self, bb: BlockId) -> Option<usize> {
        self.position[bb.index()]
    }

    pub fn is_reachable(&self, bb: BlockId) -> bool {
        self.position(bb).is_some()
    }
}

/// One list per block or other numbered thing, all in one vector.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    /// The list of number `i` is `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    pub(crate) fn of(&self, index: usize) -> &[T] {
        &self.items[self.starts[index]..self.starts[index + 1]]
    }
}

impl<T: Copy> Lists<T> {
    /// Sorts pairs by number; pairs of one number keep their order.
    pub(crate) fn group(pairs: &[(usize, T)], n_lists: usize) -> Lists<T> {
        let mut starts = vec![0; n_lists + 1];
        for (index, _) in pairs {
            starts[index + 1] += 1;
        }
        for index in 0..n_lists {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut items: Vec<T> = pairs.iter().map(|&(_, item)| item).collect();
        for &(index, item) in pairs {
            items[next[index]] = item;
            next[index] += 1;
        }
        Lists { starts, items }
    }
}

fn successor_lists(function: &Function, wanted: impl Fn(EdgeId) -> bool) -> Lists<Link> {
    // A switch may mention an edge in several cases.
    let mut seen: SecondaryMap<EdgeId, bool> = SecondaryMap::with_capacity(function.edges.len());
    let mut pairs = Vec::with_capacity(function.edges.len());
    for bb in function.blocks.keys() {
        function.insts[function.terminator(bb)].kind.for_each_edge(|edge| {
            if !std::mem::replace(&mut seen[edge], true) && wanted(edge) {
                let block = function.edges[edge].target;
                pairs.push((bb.index(), Link { edge, block }));
            }
        });
    }
    Lists::group(&pairs, function.blocks.len())
}

fn predecessor_lists(successors: &Lists<Link>, n_blocks: usize) -> Lists<Link> {
    let mut pairs = Vec::with_capacity(successors.items.len());
    for block in (0..n_blocks).map(BlockId::new) {
        for link in successors.of(block.index()) {
            pairs.push((link.block.index(), Link { edge: link.edge, block }));
        }
    }
    Lists::group(&pairs, n_blocks)
}

/// Visits successors from last to first, so that the first one (the body of a loop, the `then` of an `if`) comes first
/// in the order. The stack is explicit: generated code can be deeper than our own stack.
fn reverse_post_order(successors: &Lists<Link>, entry: BlockId, n_blocks: usize) -> Vec<BlockId> {
    let mut seen = vec![false; n_blocks];
    let mut order = Vec::with_capacity(n_blocks);
    let mut stack = vec![(entry, successors.of(entry.index()))];
    seen[entry.index()] = true;
    while let Some((bb, links)) = stack.last_mut() {
        let Some((link, rest)) = links.split_last() else {
            order.push(*bb);
            stack.pop();
            continue;
        };
        *links = rest;
        if !std::mem::replace(&mut seen[link.block.index()], true) {
            stack.push((link.block, successors.of(link.block.index())));
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{blocks, graph};

    #[test]
    fn a_diamond() {
        let function = graph(&[&[1, 2], &[3], &[3], &[]]);
        let cfg = Cfg::new(&function);
        assert_eq!(cfg.reverse_post_order(), blocks([0, 1, 2, 3]));
        let from: Vec<_> = cfg.predecessors(BlockId::new(3)).iter().map(|link| link.block).collect();
        assert_eq!(from, blocks([1, 2]));
        assert!(cfg.predecessors(BlockId::new(0)).is_empty());
    }

    #[test]
    fn the_body_of_a_loop_comes_before_its_exit() {
        let cfg = Cfg::new(&graph(&[&[1], &[2, 3], &[1], &[]]));
        assert_eq!(cfg.reverse_post_order(), blocks([0, 1, 2, 3]));
    }

    #[test]
    fn unreachable_blocks_have_no_place_but_edges() {
        let cfg = Cfg::new(&graph(&[&[2], &[2], &[]]));
        assert_eq!(cfg.reverse_post_order(), blocks([0, 2]));
        assert!(!cfg.is_reachable(BlockId::new(1)));
        assert_eq!(cfg.predecessors(BlockId::new(2)).len(), 2);
    }

    #[test]
    fn an_edge_of_several_cases_counts_once() {
        let mut function = graph(&[&[1, 2], &[], &[]]);
        crate::testing::make_switch_with_shared_edges(&mut function, BlockId::new(0));
        let cfg = Cfg::new(&function);
        assert_eq!(cfg.successors(BlockId::new(0)).len(), 2);
        assert_eq!(cfg.predecessors(BlockId::new(1)).len(), 1);
    }
}

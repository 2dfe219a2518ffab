//! Dominators and dominance frontiers.
//!
//! After Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001). Deviation: where paths meet we mark the
//! blocks that were walked over, and a later walk ends at a mark. Without that, a function of n lines `if (..) return
//! i;` takes n*n steps, as each of the n edges into the common return block walks up to the entry; with it, all walks
//! together are as long as the dominance frontiers are large.

use candor_ir::{BlockId, EntityRef, Function};

use crate::cfg::{Cfg, Lists};
use crate::worklist::until_stable;

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// `None` for the entry and for unreachable blocks.
    idom: Vec<Option<BlockId>>,
    children: Lists<BlockId>,
    /// For each reachable block, the numbers of the blocks it dominates: from its own up to the end.
    subtree: Vec<Option<(usize, usize)>>,
}

impl Dominators {
    pub fn new(function: &Function, cfg: &Cfg) -> Dominators {
        let order = cfg.reverse_post_order();
        let immediate = immediate_dominators(cfg);
        let mut idom = vec![None; cfg.n_blocks()];
        let mut pairs = Vec::with_capacity(order.len());
        for (&bb, &above) in order.iter().zip(&immediate).skip(1) {
            idom[bb.index()] = Some(order[above]);
            pairs.push((order[above].index(), bb));
        }
        let children = Lists::group(&pairs, cfg.n_blocks());
        let subtree = number_subtrees(&children, function.entry(), cfg.n_blocks());
        Dominators { idom, children, subtree }
    }

    /// The closest block that every way to `bb` leads through, other than itself; none for the entry and unreachable
    /// blocks.
    pub fn immediate(&self, bb: BlockId) -> Option<BlockId> {
        self.idom[bb.index()]
    }

    /// The blocks that `bb` dominates immediately, in reverse post-order.
    pub fn children(&self, bb: BlockId) -> &[BlockId] {
        self.children.of(bb.index())
    }

    /// Whether every way to the reachable block `bb` leads through `over`. A block dominates itself. Takes constant
    /// time.
    pub fn dominates(&self, over: BlockId, bb: BlockId) -> bool {
        match (self.subtree[over.index()], self.subtree[bb.index()]) {
            (Some((first, end)), Some((number, _))) => first <= number && number < end,
            (None, _) | (_, None) => false,
        }
    }

    pub fn frontiers(&self, cfg: &Cfg) -> Frontiers {
        let mut blocks = vec![Vec::new(); cfg.n_blocks()];
        for &bb in cfg.reverse_post_order() {
            let above = self.immediate(bb);
            for link in cfg.predecessors(bb).iter().filter(|link| cfg.is_reachable(link.block)) {
                self.add_to_frontiers(&mut blocks, link.block, bb, above);
            }
        }
        Frontiers { blocks }
    }

    /// Puts `bb` into the frontiers of `from` and its dominators below `above`.
    fn add_to_frontiers(&self, blocks: &mut [Vec<BlockId>], from: BlockId, bb: BlockId, above: Option<BlockId>) {
        let mut walker = Some(from);
        while let Some(here) = walker.filter(|_| walker != above) {
            let frontier = &mut blocks[here.index()];
            // Another edge into `bb` came this way: the blocks above have it too.
            if frontier.last() == Some(&bb) {
                return;
            }
            frontier.push(bb);
            walker = self.immediate(here);
        }
    }
}

/// For each block, where its dominance ends: blocks that it does not strictly dominate, one edge past some that it
/// dominates.
#[derive(Clone, Debug)]
pub struct Frontiers {
    blocks: Vec<Vec<BlockId>>,
}

impl Frontiers {
    /// Without repetition, in reverse post-order.
    pub fn of(&self, bb: BlockId) -> &[BlockId] {
        &self.blocks[bb.index()]
    }
}

/// Blocks are their positions in reverse post-order here, so that a dominator has a smaller number than what it
/// dominates. The entry dominates itself.
fn immediate_dominators(cfg: &Cfg) -> Vec<usize> {
    let order = cfg.reverse_post_order();
    let predecessors: Vec<Vec<usize>> = order
        .iter()
        .map(|&bb| cfg.predecessors(bb).iter().filter_map(|link| cfg.position(link.block)).collect())
        .collect();
    let mut idom: Vec<Option<usize>> = vec![None; order.len()];
    idom[0] = Some(0);
    let mut marks = vec![0; order.len()];
    let mut epoch = 0;
    until_stable(1..order.len(), |bb| {
        epoch += 1;
        let common = nearest_common(&idom, &predecessors[bb], &mut marks, epoch);
        std::mem::replace(&mut idom[bb], common) != common
    });
    idom.into_iter().map(|above| above.expect("a reachable block has a reachable predecessor")).collect()
}

/// The nearest block that dominates all those of `blocks` whose dominators are known yet.
///
/// Invariant: `common` dominates every block that is marked with this epoch.
fn nearest_common(idom: &[Option<usize>], blocks: &[usize], marks: &mut [usize], epoch: usize) -> Option<usize> {
    let mut known = blocks.iter().copied().filter(|&bb| idom[bb].is_some());
    let above = |bb: usize| idom[bb].expect("the dominators of a known block are known");
    let mut common = known.next()?;
    for mut walker in known {
        while walker != common && marks[walker] != epoch {
            let lower = if walker > common { &mut walker } else { &mut common };
            marks[*lower] = epoch;
            *lower = above(*lower);
        }
    }
    Some(common)
}

/// Numbers the tree in preorder.
fn number_subtrees(children: &Lists<BlockId>, entry: BlockId, n_blocks: usize) -> Vec<Option<(usize, usize)>> {
    let mut subtree = vec![None; n_blocks];
    let mut n_seen = 0;
    let mut stack = vec![(entry, children.of(entry.index()))];
    subtree[entry.index()] = Some((0, 0));
    while let Some((bb, below)) = stack.last_mut() {
        if let Some((&child, rest)) = below.split_first() {
            *below = rest;
            n_seen += 1;
            subtree[child.index()] = Some((n_seen, n_seen));
            stack.push((child, children.of(child.index())));
            continue;
        }
        if let Some((_, end)) = &mut subtree[bb.index()] {
            *end = n_seen + 1;
        }
        stack.pop();
    }
    subtree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, block, blocks, graph, random_graph};

    fn idoms(successors: &[&[usize]]) -> Vec<Option<usize>> {
        let function = graph(successors);
        let dominators = Dominators::new(&function, &Cfg::new(&function));
        function.blocks.keys().map(|bb| dominators.immediate(bb).map(BlockId::index)).collect()
    }

    #[test]
    fn a_diamond() {
        assert_eq!(idoms(&[&[1, 2], &[3], &[3], &[]]), [None, Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn the_entries_of_an_irreducible_region_are_siblings() {
        assert_eq!(idoms(&[&[1, 2], &[2], &[1, 3], &[]]), [None, Some(0), Some(0), Some(2)]);
    }

    #[test]
    fn unreachable_blocks_dominate_nothing() {
        let function = graph(&[&[2], &[2], &[]]);
        let dominators = Dominators::new(&function, &Cfg::new(&function));
        assert!(!dominators.dominates(block(1), block(2)));
        assert!(!dominators.dominates(block(0), block(1)));
        assert!(dominators.dominates(block(0), block(2)));
    }

    #[test]
    fn frontiers_of_a_loop() {
        let function = graph(&[&[1], &[2, 5], &[3, 4], &[4], &[1], &[]]);
        let cfg = Cfg::new(&function);
        let frontiers = Dominators::new(&function, &cfg).frontiers(&cfg);
        assert_eq!(frontiers.of(block(1)), blocks([1]));
        assert_eq!(frontiers.of(block(3)), blocks([4]));
        assert_eq!(frontiers.of(block(4)), blocks([1]));
        assert!(frontiers.of(block(0)).is_empty());
    }

    /// By definition: without `over`, is `bb` still reachable?
    fn dominates_by_definition(cfg: &Cfg, over: BlockId, bb: BlockId) -> bool {
        let entry = block(0);
        let mut seen = vec![false; cfg.n_blocks()];
        let mut work = vec![entry];
        while let Some(here) = work.pop() {
            if here == over || std::mem::replace(&mut seen[here.index()], true) {
                continue;
            }
            work.extend(cfg.successors(here).iter().map(|link| link.block));
        }
        !seen[bb.index()]
    }

    #[test]
    fn random_graphs_agree_with_the_definitions() {
        for seed in 0..500 {
            let function = random_graph(&mut Random::new(seed));
            let cfg = Cfg::new(&function);
            let dominators = Dominators::new(&function, &cfg);
            let frontiers = dominators.frontiers(&cfg);
            for &over in cfg.reverse_post_order() {
                for &bb in cfg.reverse_post_order() {
                    let expected = dominates_by_definition(&cfg, over, bb);
                    assert_eq!(dominators.dominates(over, bb), expected, "seed {seed}: {over} over {bb}");
                    let strictly = expected && over != bb;
                    let past = cfg.predecessors(bb).iter().any(|link| dominators.dominates(over, link.block));
                    let in_frontier = frontiers.of(over).contains(&bb);
                    assert_eq!(in_frontier, past && !strictly, "seed {seed}: {bb} in the frontier of {over}");
                }
            }
        }
    }
}

//! Post-dominators, and which branches decide whether a block is executed.
//!
//! The graph is turned round and given one end: blocks that return or end the program lead there, and so does one block of each
//! loop that nothing leaves, or its blocks would have no way to the end. After Ferrante, Ottenstein, Warren, "The Program
//! Dependence Graph and Its Use in Optimization" (1987). Control dependence by post-dominance takes for granted that loops end;
//! who does not want to must ask for the loops as well.

use candor_ir::{BlockId, EntityRef, Function};

use crate::cfg::Cfg;
use crate::worklist::until_stable;

/// The post-dominator tree of the reachable blocks of a function.
#[derive(Clone, Debug)]
pub struct PostDominators {
    /// The closest block that every way to the end leads through; `None` if that is the end itself.
    immediate: Vec<Option<BlockId>>,
}

impl PostDominators {
    pub fn new(function: &Function, cfg: &Cfg) -> PostDominators {
        let n_blocks = function.blocks.len();
        let ends = ends(cfg, n_blocks);
        let order = reverse_order(cfg, &ends, n_blocks);
        let mut position = vec![usize::MAX; n_blocks];
        for (idx, bb) in order.iter().enumerate() {
            position[bb.index()] = idx;
        }
        // Numbers are positions in the order; `order.len()` is the end.
        let end = order.len();
        let mut above: Vec<Option<usize>> = vec![None; end];
        until_stable(order.iter().enumerate().rev(), |(idx, bb)| {
            let mut common = ends[bb.index()].then_some(end);
            for link in cfg.successors(*bb) {
                let next = position[link.block.index()];
                if next == idx || above[next].is_none() {
                    continue;
                }
                common = Some(common.map_or(next, |common| nearest(&above, end, common, next)));
            }
            common.is_some() && std::mem::replace(&mut above[idx], common) != common
        });
        let mut immediate = vec![None; n_blocks];
        for (idx, &bb) in order.iter().enumerate() {
            immediate[bb.index()] = above[idx].filter(|&above| above != end).map(|above| order[above]);
        }
        PostDominators { immediate }
    }

    /// Of a function without blocks.
    pub fn empty() -> PostDominators {
        PostDominators { immediate: Vec::new() }
    }

    /// The closest block that every way from `bb` to the end leads through, other than itself; `None` if there is none.
    pub fn immediate(&self, bb: BlockId) -> Option<BlockId> {
        self.immediate[bb.index()]
    }

    /// For each block, the blocks whose branches decide whether it is executed, each once.
    pub fn control_dependences(&self, cfg: &Cfg) -> Vec<Vec<BlockId>> {
        let mut deciders = vec![Vec::new(); cfg.n_blocks()];
        for &from in cfg.reverse_post_order() {
            if cfg.successors(from).len() < 2 {
                continue;
            }
            for link in cfg.successors(from) {
                let mut walker = Some(link.block);
                while let Some(bb) = walker.filter(|_| walker != self.immediate(from)) {
                    let list: &mut Vec<BlockId> = &mut deciders[bb.index()];
                    if list.last() != Some(&from) {
                        list.push(from);
                    }
                    walker = self.immediate(bb);
                }
            }
        }
        deciders
    }
}

/// The nearest common post-dominator; larger numbers are closer to the end.
fn nearest(above: &[Option<usize>], end: usize, mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a == end || b == end {
            return end;
        }
        let lower = if a < b { &mut a } else { &mut b };
        *lower = above[*lower].unwrap_or(end);
    }
    a
}

/// Blocks that lead to the end: those without successors, and one of each part that nothing leaves.
fn ends(cfg: &Cfg, n_blocks: usize) -> Vec<bool> {
    let mut ends = vec![false; n_blocks];
    let mut reaches = vec![false; n_blocks];
    let mut mark = |bb: BlockId, reaches: &mut Vec<bool>| {
        ends[bb.index()] = true;
        let mut work = vec![bb];
        while let Some(bb) = work.pop() {
            if !std::mem::replace(&mut reaches[bb.index()], true) {
                work.extend(cfg.predecessors(bb).iter().map(|link| link.block));
            }
        }
    };
    for &bb in cfg.reverse_post_order() {
        if cfg.successors(bb).is_empty() {
            mark(bb, &mut reaches);
        }
    }
    // From the back: the last block of a part in the order is one that goes round it.
    for &bb in cfg.reverse_post_order().iter().rev() {
        if !reaches[bb.index()] {
            mark(bb, &mut reaches);
        }
    }
    ends
}

/// The blocks such that each comes before those that come after it in the program turned round: a post-order of the graph with
/// larger numbers nearer to the end.
fn reverse_order(cfg: &Cfg, ends: &[bool], n_blocks: usize) -> Vec<BlockId> {
    let mut seen = vec![false; n_blocks];
    let mut order = Vec::with_capacity(n_blocks);
    for &end in cfg.reverse_post_order().iter().filter(|bb| ends[bb.index()]) {
        if std::mem::replace(&mut seen[end.index()], true) {
            continue;
        }
        let mut stack = vec![(end, 0)];
        while let Some(&mut (bb, ref mut next)) = stack.last_mut() {
            let Some(link) = cfg.predecessors(bb).get(*next) else {
                order.push(bb);
                stack.pop();
                continue;
            };
            *next += 1;
            if cfg.is_reachable(link.block) && !std::mem::replace(&mut seen[link.block.index()], true) {
                stack.push((link.block, 0));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, block, graph, random_graph};

    fn post(successors: &[&[usize]]) -> Vec<Option<usize>> {
        let function = graph(successors);
        let found = PostDominators::new(&function, &Cfg::new(&function));
        function.blocks.keys().map(|bb| found.immediate(bb).map(BlockId::index)).collect()
    }

    #[test]
    fn a_diamond_meets_behind_it() {
        assert_eq!(post(&[&[1, 2], &[3], &[3], &[]]), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn a_loop_is_left_through_its_exit() {
        assert_eq!(post(&[&[1], &[2, 3], &[1], &[]]), [Some(1), Some(3), Some(1), None]);
    }

    #[test]
    fn endless_loops_have_an_end_of_their_own() {
        assert_eq!(post(&[&[1, 2], &[1], &[]]), [None, None, None]);
    }

    #[test]
    fn the_branch_of_an_if_decides_its_arms() {
        let function = graph(&[&[1, 2], &[3], &[3], &[]]);
        let cfg = Cfg::new(&function);
        let deciders = PostDominators::new(&function, &cfg).control_dependences(&cfg);
        assert_eq!(deciders, [vec![], vec![block(0)], vec![block(0)], vec![]]);
    }

    #[test]
    fn a_loop_decides_itself() {
        let function = graph(&[&[1], &[2, 3], &[1], &[]]);
        let cfg = Cfg::new(&function);
        let deciders = PostDominators::new(&function, &cfg).control_dependences(&cfg);
        assert_eq!(deciders, [vec![], vec![block(1)], vec![block(1)], vec![]]);
    }

    /// By definition: without the post-dominator, no end can be reached.
    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let function = random_graph(&mut random);
            let cfg = Cfg::new(&function);
            let found = PostDominators::new(&function, &cfg);
            let ends = ends(&cfg, function.blocks.len());
            for &bb in cfg.reverse_post_order() {
                let Some(post) = found.immediate(bb) else { continue };
                assert!(!reaches_end(&cfg, &ends, bb, post), "{bb} avoids {post}");
            }
        }
    }

    fn reaches_end(cfg: &Cfg, ends: &[bool], from: BlockId, without: BlockId) -> bool {
        let mut seen = vec![false; cfg.n_blocks()];
        let mut work = vec![from];
        while let Some(bb) = work.pop() {
            if bb == without || std::mem::replace(&mut seen[bb.index()], true) {
                continue;
            }
            if ends[bb.index()] {
                return true;
            }
            work.extend(cfg.successors(bb).iter().map(|link| link.block));
        }
        false
    }
}

//! Loops, also those with several entries, and an order of the blocks that keeps loops together.
//!
//! A loop is a strongly connected part of the graph; its *entries* are the blocks where control can come in from
//! outside. With one entry it is a natural loop with that header; with several (a `goto` into the middle) it is
//! irreducible. What is strongly connected after the edges to the entries are taken away are the loops inside. So all
//! ways round through one header make one loop, and a loop through an entry of an irreducible one is not told from it.
//!
//! After Steensgaard, "Sequentializing Program Dependence Graphs for Irreducible Programs" (1993); the order is a weak
//! topological order in the sense of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993), except
//! that irreducible loops keep all their entries. Takes time proportional to the size of the graph times the depth of
//! the nesting.

use candor_ir::{BlockId, EntityRef, Function, PrimaryMap};
use cranelift_entity::entity_impl;

use crate::cfg::Cfg;

/// A loop of one function. A loop has a greater number than those around it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

#[derive(Clone, Debug)]
pub struct Loop {
    /// Where control comes in, in reverse post-order. More than one: the loop is irreducible.
    pub entries: Vec<BlockId>,
    /// The next loop around.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Its blocks, as a range of [`Loops::order`].
    first: usize,
    end: usize,
}

impl Loop {
    pub fn is_irreducible(&self) -> bool {
        self.entries.len() > 1
    }
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    pub loops: PrimaryMap<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    order: Vec<BlockId>,
    /// In `order`; `None` for unreachable blocks.
    position: Vec<Option<usize>>,
}

impl Loops {
    pub fn new(function: &Function, cfg: &Cfg) -> Loops {
        let mut finder = Finder::new(cfg);
        let mut work = finder.components(&[function.entry()], /* region */ 0);
        work.reverse();
        while let Some(part) = work.pop() {
            match part {
                Part::Block(bb, parent) => finder.place(bb, parent),
                Part::Component(blocks, parent) => finder.open(blocks, parent, &mut work),
                Part::End(id) => finder.loops[id].end = finder.order.len(),
            }
        }
        finder.finish()
    }

    /// The reachable blocks such that each loop is one stretch, with an entry of it first, and every block comes before
    /// its successors except along edges that go round a loop. So all blocks of a loop come before any block that
    /// follows it.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The place of a block in [`order`](Loops::order); `None` if it is unreachable.
    pub fn position(&self, bb: BlockId) -> Option<usize> {
        self.position[bb.index()]
    }

    /// The blocks of a loop and of the loops inside it.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let Loop { first, end, .. } = self.loops[id];
        &self.order[first..end]
    }

    /// The smallest loop that a block belongs to.
    pub fn innermost(&self, bb: BlockId) -> Option<LoopId> {
        self.innermost[bb.index()]
    }

    /// How many loops a block is in.
    pub fn depth(&self, bb: BlockId) -> u32 {
        self.innermost(bb).map_or(0, |id| self.loops[id].depth)
    }

    /// Whether a block belongs to a loop or to one inside it.
    pub fn contains(&self, id: LoopId, bb: BlockId) -> bool {
        let Loop { first, end, .. } = self.loops[id];
        self.position(bb).is_some_and(|position| first <= position && position < end)
    }

    /// The loop that control goes round once more when it takes an edge between these blocks: the edge leads back in
    /// the [`order`](Loops::order), to an entry of that loop. In an irreducible loop, edges forward to another entry do
    /// not count.
    pub fn gone_round(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let back = self.position(to)? <= self.position(from)?;
        self.innermost(to).filter(|_| back)
    }

    /// The loops around a block, innermost first.
    pub fn around(&self, bb: BlockId) -> impl Iterator<Item = LoopId> {
        std::iter::successors(self.innermost(bb), |&id| self.loops[id].parent)
    }
}

/// A piece of the order to come.
enum Part {
    Block(BlockId, Option<LoopId>),
    Component(Vec<BlockId>, Option<LoopId>),
    End(LoopId),
}

/// What the search knows about a block.
#[derive(Copy, Clone, Default)]
struct Mark {
    /// The loop whose inside is being searched, as its number plus one; 0 is the whole function.
    region: usize,
    /// An entry of some loop: edges to it do not count any more.
    cut: bool,
    /// When it was met in the search of its region, counted from 1.
    met: usize,
    /// The earliest block on the stack that it is known to reach.
    low: usize,
    on_stack: bool,
}

struct Finder<'a> {
    cfg: &'a Cfg,
    marks: Vec<Mark>,
    loops: PrimaryMap<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    order: Vec<BlockId>,
}

impl<'a> Finder<'a> {
    fn new(cfg: &'a Cfg) -> Finder<'a> {
        Finder {
            cfg,
            marks: vec![Mark::default(); cfg.n_blocks()],
            loops: PrimaryMap::new(),
            innermost: vec![None; cfg.n_blocks()],
            order: Vec::with_capacity(cfg.n_blocks()),
        }
    }

    fn place(&mut self, bb: BlockId, parent: Option<LoopId>) {
        self.innermost[bb.index()] = parent;
        self.order.push(bb);
    }

    /// Makes a loop of a component and takes it apart.
    fn open(&mut self, blocks: Vec<BlockId>, parent: Option<LoopId>, work: &mut Vec<Part>) {
        let id = self.loops.next_key();
        let region = id.index() + 1;
        for bb in &blocks {
            self.marks[bb.index()].region = region;
            self.marks[bb.index()].met = 0;
        }
        let entries = self.entries(&blocks, region);
        for bb in &entries {
            self.marks[bb.index()].cut = true;
        }
        let last_first: Vec<_> = entries.iter().rev().copied().collect();
        let depth = parent.map_or(0, |parent| self.loops[parent].depth) + 1;
        let first = self.order.len();
        let end = first;
        self.loops.push(Loop { entries, parent, depth, first, end });
        work.push(Part::End(id));
        work.extend(self.components(&last_first, region).into_iter().rev());
    }

    fn entries(&self, blocks: &[BlockId], region: usize) -> Vec<BlockId> {
        let from_outside = |bb: BlockId| self.cfg.is_reachable(bb) && self.marks[bb.index()].region != region;
        let mut entries: Vec<_> = blocks
            .iter()
            .copied()
            .filter(|&bb| self.cfg.predecessors(bb).iter().any(|link| from_outside(link.block)))
            .collect();
        entries.sort_unstable_by_key(|&bb| self.cfg.position(bb));
        entries
    }

    /// The strongly connected components of a region in topological order. What is reachable from later roots comes
    /// first.
    ///
    /// After Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with an explicit stack.
    fn components(&mut self, roots: &[BlockId], region: usize) -> Vec<Part> {
        let mut found = Vec::new();
        let mut stack = Vec::new();
        let mut n_met = 0;
        for &root in roots {
            if self.marks[root.index()].met == 0 {
                self.search(root, region, &mut n_met, &mut stack, &mut found);
            }
        }
        found.reverse();
        found
    }

    fn search(
        &mut self,
        root: BlockId,
        region: usize,
        n_met: &mut usize,
        stack: &mut Vec<BlockId>,
        found: &mut Vec<Part>,
    ) {
        let cfg = self.cfg;
        let mut path = vec![(root, cfg.successors(root))];
        self.meet(root, n_met, stack);
        while let Some((bb, links)) = path.last_mut() {
            let bb = *bb;
            // From last to first, as in reverse post-order.
            if let Some((link, rest)) = links.split_last() {
                *links = rest;
                let next = link.block;
                let mark = self.marks[next.index()];
                if mark.region != region || mark.cut {
                    continue;
                }
                if mark.met == 0 {
                    self.meet(next, n_met, stack);
                    path.push((next, cfg.successors(next)));
                } else if mark.on_stack {
                    self.lower(bb, mark.met);
                }
                continue;
            }
            path.pop();
            let Mark { low, met, .. } = self.marks[bb.index()];
            if let Some(&(above, _)) = path.last() {
                self.lower(above, low);
            }
            if low == met {
                found.push(self.take_component(bb, region, stack));
            }
        }
    }

    fn meet(&mut self, bb: BlockId, n_met: &mut usize, stack: &mut Vec<BlockId>) {
        *n_met += 1;
        let mark = &mut self.marks[bb.index()];
        mark.met = *n_met;
        mark.low = *n_met;
        mark.on_stack = true;
        stack.push(bb);
    }

    fn lower(&mut self, bb: BlockId, low: usize) {
        let mark = &mut self.marks[bb.index()];
        mark.low = mark.low.min(low);
    }

    fn take_component(&mut self, root: BlockId, region: usize, stack: &mut Vec<BlockId>) -> Part {
        let start = stack.iter().rposition(|&bb| bb == root).expect("the root is on the stack");
        let blocks = stack.split_off(start);
        for bb in &blocks {
            self.marks[bb.index()].on_stack = false;
        }
        let parent = region.checked_sub(1).map(LoopId::new);
        let goes_round = blocks.len() > 1 || self.has_self_edge(root);
        if goes_round { Part::Component(blocks, parent) } else { Part::Block(root, parent) }
    }

    fn has_self_edge(&self, bb: BlockId) -> bool {
        !self.marks[bb.index()].cut && self.cfg.successors(bb).iter().any(|link| link.block == bb)
    }

    fn finish(self) -> Loops {
        let mut position = vec![None; self.cfg.n_blocks()];
        for (index, bb) in self.order.iter().enumerate() {
            position[bb.index()] = Some(index);
        }
        Loops { loops: self.loops, innermost: self.innermost, order: self.order, position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominators::Dominators;
    use crate::testing::{Random, block, blocks, graph, random_graph};

    fn loops_of(successors: &[&[usize]]) -> Loops {
        let function = graph(successors);
        Loops::new(&function, &Cfg::new(&function))
    }

    /// `entries: blocks` of each loop, sorted, indented by depth.
    #[track_caller]
    fn check(successors: &[&[usize]], expected: &[&str]) {
        let loops = loops_of(successors);
        let shown: Vec<_> = loops
            .loops
            .keys()
            .map(|id| {
                let found = &loops.loops[id];
                let mut inside = loops.blocks(id).to_vec();
                inside.sort_unstable();
                format!("{} {:?}: {:?}", found.depth, found.entries, inside)
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn straight_code_has_no_loops() {
        check(&[&[1, 2], &[3], &[3], &[]], &[]);
    }

    #[test]
    fn a_while_loop() {
        check(&[&[1], &[2, 3], &[1], &[]], &["1 [bb1]: [bb1, bb2]"]);
    }

    #[test]
    fn a_block_that_goes_back_to_itself() {
        check(&[&[1], &[1, 2], &[]], &["1 [bb1]: [bb1]"]);
    }

    #[test]
    fn two_ways_back_are_one_loop() {
        check(&[&[1], &[2, 3], &[1, 3], &[1, 4], &[]], &["1 [bb1]: [bb1, bb2, bb3]"]);
    }

    #[test]
    fn nested_loops() {
        let graph: &[&[usize]] = &[&[1], &[2, 6], &[3], &[4, 5], &[3], &[1], &[]];
        check(graph, &["1 [bb1]: [bb1, bb2, bb3, bb4, bb5]", "2 [bb3]: [bb3, bb4]"]);
        let loops = loops_of(graph);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|index| loops.depth(block(index))), [0, 1, 1, 2, 2, 1, 0]);
        assert_eq!(loops.around(block(4)).map(LoopId::index).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(loops.gone_round(block(4), block(3)), Some(LoopId::new(1)));
        assert_eq!(loops.gone_round(block(5), block(1)), Some(LoopId::new(0)));
        assert_eq!(loops.gone_round(block(2), block(3)), None);
    }

    #[test]
    fn an_irreducible_region_is_one_loop_with_two_entries() {
        let graph: &[&[usize]] = &[&[1, 2], &[2], &[1, 3], &[]];
        check(graph, &["1 [bb2, bb1]: [bb1, bb2]"]);
        assert!(loops_of(graph).loops[LoopId::new(0)].is_irreducible());
        assert_eq!(loops_of(graph).order(), blocks([0, 2, 1, 3]));
    }

    #[test]
    fn a_natural_loop_inside_an_irreducible_one() {
        check(
            &[&[1, 2], &[3], &[1, 5], &[4], &[3, 2], &[]],
            &["1 [bb2, bb1]: [bb1, bb2, bb3, bb4]", "2 [bb3]: [bb3, bb4]"],
        );
    }

    #[test]
    fn the_exit_comes_after_the_whole_loop() {
        // The exit is the first successor, so that plain reverse post-order puts it into the middle.
        let graph: &[&[usize]] = &[&[1], &[3, 2], &[1], &[]];
        assert_eq!(loops_of(graph).order(), blocks([0, 1, 2, 3]));
    }

    /// The laws of the order, on graphs of every shape.
    #[test]
    fn random_graphs_keep_the_laws() {
        for seed in 0..1000 {
            let function = random_graph(&mut Random::new(seed));
            let cfg = Cfg::new(&function);
            let loops = Loops::new(&function, &cfg);
            assert_eq!(loops.order().len(), cfg.reverse_post_order().len(), "seed {seed}");
            for &bb in loops.order() {
                for link in cfg.successors(bb) {
                    let forward = loops.position(bb) < loops.position(link.block);
                    let round = loops.gone_round(bb, link.block).is_some();
                    assert_eq!(forward, !round, "seed {seed}: {bb} to {}", link.block);
                    if let Some(id) = loops.gone_round(bb, link.block) {
                        let entered = loops.loops[id].entries.contains(&link.block);
                        assert!(entered && loops.contains(id, bb), "seed {seed}: {bb} to {}", link.block);
                    }
                }
            }
            check_loops(&function, &cfg, &loops, seed);
        }
    }

    fn check_loops(function: &Function, cfg: &Cfg, loops: &Loops, seed: u64) {
        let dominators = Dominators::new(function, cfg);
        for (id, found) in &loops.loops {
            let inside = loops.blocks(id);
            assert!(found.entries.contains(&inside[0]), "seed {seed}: {id} starts with an entry");
            for &bb in inside {
                let from_outside = cfg
                    .predecessors(bb)
                    .iter()
                    .any(|link| cfg.is_reachable(link.block) && !loops.contains(id, link.block));
                assert_eq!(found.entries.contains(&bb), from_outside, "seed {seed}: {bb} as entry of {id}");
                assert!(loops.around(bb).any(|around| around == id), "seed {seed}: {bb} in {id}");
            }
            if let [header] = found.entries[..] {
                assert!(inside.iter().all(|&bb| dominators.dominates(header, bb)), "seed {seed}: {id}");
            }
        }
        // An edge to a dominator always goes round a loop.
        for &bb in cfg.reverse_post_order() {
            for link in cfg.successors(bb).iter().filter(|link| dominators.dominates(link.block, bb)) {
                assert!(loops.gone_round(bb, link.block).is_some(), "seed {seed}");
            }
        }
    }
}

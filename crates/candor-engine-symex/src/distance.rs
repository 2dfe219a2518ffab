//! How many blocks away the nearest place of interest is, for a search that wants to get there.

use candor_interp::{Site, Thread};
use candor_ir::{BlockId, FuncId, Program};
use rustc_hash::FxHashMap;

/// Distances in blocks; a call counts as one.
#[derive(Debug, Default)]
pub(crate) struct Distances {
    of_block: FxHashMap<(FuncId, BlockId), u32>,
}

impl Distances {
    /// Distances to the sites for which `is_target` holds.
    pub(crate) fn new(program: &Program, is_target: impl Fn(Site) -> bool) -> Distances {
        let mut distances = Distances::default();
        for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined()) {
            for bb in function.blocks.keys() {
                if function.block_insts(bb).any(|inst| is_target(Site { func, inst })) {
                    distances.of_block.insert((func, bb), 0);
                }
            }
        }
        while distances.relax(program) {}
        distances
    }

    /// One round over all blocks, in the order that gets far; false if nothing has changed.
    fn relax(&mut self, program: &Program) -> bool {
        let mut has_changed = false;
        for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined()) {
            let blocks: Vec<BlockId> = function.blocks.keys().collect();
            for &bb in blocks.iter().rev() {
                let old = self.of_block.get(&(func, bb)).copied();
                let edges = function.successors(bb);
                let successors = edges.iter().map(|&edge| (func, function.edges[edge].target));
                let insts = function.block_insts(bb);
                let callees = insts.filter_map(|inst| function.insts[inst].kind.direct_callee());
                let entries = callees.map(|callee| (callee, BlockId::from_u32(0)));
                let nearest = successors.chain(entries).filter_map(|next| self.of_block.get(&next)).min();
                let Some(new) = nearest.map(|nearest| nearest + 1) else { continue };
                if old.is_none_or(|old| new < old) {
                    self.of_block.insert((func, bb), new);
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// How far a thread is away: from where it stands, or from where one of its callers goes on.
    pub(crate) fn of_thread<V>(&self, program: &Program, thread: &Thread<V>) -> u32 {
        let mut nearest = u32::MAX;
        for (n_returns, frame) in thread.frames().enumerate() {
            let bb = program.functions[frame.func].block_of(frame.pc);
            if let Some(&distance) = self.of_block.get(&(frame.func, bb)) {
                let returns = u32::try_from(n_returns).unwrap_or(u32::MAX);
                nearest = nearest.min(distance.saturating_add(returns));
            }
        }
        nearest
    }
}

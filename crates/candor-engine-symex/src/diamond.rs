//! Branches that come together again at once, such as `y = x > 0 ? 1 : 2;`: two paths there are worth one.
//!
//! Joining two states makes terms that a solver has to take apart again (Kuznetsov, Kinder, Bucur, Candea, "Efficient State Merging in
//! Symbolic Execution", PLDI 2012), so it is done only where little can differ: both ways are a few instructions that call nothing,
//! go round nothing, and move no pointers.

use candor_analysis::{Cfg, PostDominators};
use candor_ir::{BlockId, EntityRef, FuncId, Function, InstKind, Program, Scalar};
use rustc_hash::FxHashMap;

/// How much may lie between the branch and the place where its ways meet.
const MAX_BLOCKS: usize = 4;
const MAX_INSTRUCTIONS: usize = 24;

/// For each block of each function, where the ways from its branch meet, if that is near.
#[derive(Debug, Default)]
pub(crate) struct Diamonds {
    functions: FxHashMap<FuncId, Vec<Option<BlockId>>>,
}

impl Diamonds {
    pub(crate) fn join_of(&mut self, program: &Program, func: FuncId, bb: BlockId) -> Option<BlockId> {
        let found = self.functions.entry(func).or_insert_with(|| joins(&program.functions[func]));
        found[bb.index()]
    }
}

fn joins(function: &Function) -> Vec<Option<BlockId>> {
    let cfg = Cfg::new(function);
    let post = PostDominators::new(function, &cfg);
    let join = |bb: BlockId| {
        let branches = matches!(function.insts[function.terminator(bb)].kind, InstKind::Branch { .. });
        post.immediate(bb).filter(|&join| branches && is_near(function, &cfg, bb, join))
    };
    function.blocks.keys().map(join).collect()
}

/// Whether there is little between a branch and the block where its ways meet.
fn is_near(function: &Function, cfg: &Cfg, from: BlockId, join: BlockId) -> bool {
    if join == from || function.blocks[join].params.iter().any(|&param| function.values[param].ty == Scalar::Ptr) {
        return false;
    }
    let mut met: Vec<BlockId> = Vec::new();
    let mut work: Vec<BlockId> = cfg.successors(from).iter().map(|link| link.block).collect();
    let mut n_instructions = 0;
    while let Some(bb) = work.pop() {
        if bb == join || met.contains(&bb) {
            continue;
        }
        n_instructions += function.block_insts(bb).count();
        let is_plain = function.block_insts(bb).all(|inst| is_plain(&function.insts[inst].kind));
        if bb == from || !is_plain || met.len() == MAX_BLOCKS || n_instructions > MAX_INSTRUCTIONS {
            return false;
        }
        met.push(bb);
        work.extend(cfg.successors(bb).iter().map(|link| link.block));
    }
    true
}

fn is_plain(kind: &InstKind) -> bool {
    match kind {
        InstKind::Store { ty, .. } => *ty != Scalar::Ptr,
        InstKind::Load { .. }
        | InstKind::Binary { .. }
        | InstKind::Compare { .. }
        | InstKind::Predicate { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::PtrAdd { .. }
        | InstKind::Freeze { .. }
        | InstKind::Check { .. }
        | InstKind::Jump { .. }
        | InstKind::Branch { .. } => true,
        _ => false,
    }
}

//! Branches that come together again at once, such as `y = x > 0 ? 1 : 2;`: two paths there are worth one.
//!
//! Joining two states makes terms that a solver has to take apart again (Kuznetsov, Kinder, Bucur, Candea, "Efficient State Merging in
//! Symbolic Execution", PLDI 2012), so it is done only where little can differ: both ways are a few instructions that call nothing,
//! go round nothing, and move no pointers. In a loop that may go on for ever it is not done at all: there the search ends when a
//! state comes again, and joined states seldom do.

use candor_analysis::{Cfg, Endings, Loops, PostDominators};
use candor_context_symbolic::SymValue;
use candor_interp::{Site, Thread};
use candor_ir::{BlockId, EntityRef, FuncId, Function, InstKind, Operand, Program, Scalar};
use rustc_hash::FxHashMap;

/// How much may lie between the branch and the place where its ways meet.
const MAX_BLOCKS: usize = 4;
const MAX_INSTRUCTIONS: usize = 24;

/// What is known of the blocks of the functions that have been asked about.
#[derive(Debug, Default)]
pub(crate) struct Diamonds {
    functions: FxHashMap<FuncId, Vec<Block>>,
}

#[derive(Copy, Clone, Debug)]
struct Block {
    /// Where the ways from its branch meet, if that is near.
    join: Option<BlockId>,
    /// All loops around it count, so that they end.
    ends: bool,
}

impl Diamonds {
    /// Where the ways of the branch at the end of a block meet, if it pays to wait there.
    pub(crate) fn join_of(&mut self, program: &Program, thread: &Thread<SymValue>) -> Option<BlockId> {
        let mut waiting = thread.below.iter().map(|frame| frame.site());
        let here = self.at(program, thread.top.site());
        here.join.filter(|_| here.ends && waiting.all(|site| self.at(program, site).ends))
    }

    fn at(&mut self, program: &Program, site: Site) -> Block {
        let function = &program.functions[site.func];
        let found = self.functions.entry(site.func).or_insert_with(|| blocks(program, function));
        found[function.block_of(site.inst).index()]
    }
}

fn blocks(program: &Program, function: &Function) -> Vec<Block> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(function, &cfg);
    let endings = Endings::new(program, function, &cfg, &loops);
    let post = PostDominators::new(function, &cfg);
    let join = |bb: BlockId| {
        let branches = matches!(function.insts[function.terminator(bb)].kind, InstKind::Branch { .. });
        post.immediate(bb).filter(|&join| branches && is_near(function, &cfg, bb, join))
    };
    let ends = |bb: BlockId| loops.around(bb).all(|id| endings.ends(id));
    function.blocks.keys().map(|bb| Block { join: join(bb), ends: ends(bb) }).collect()
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
        | InstKind::PoisonIf { .. }
        | InstKind::Freeze { value: Operand::Const(_), .. }
        | InstKind::Check { .. }
        | InstKind::Jump { .. }
        | InstKind::Branch { .. } => true,
        // Any other keeps the paths apart, which is never wrong.
        _ => false,
    }
}

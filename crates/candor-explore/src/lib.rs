//! The order in which merging explorers let states go on, so that every join is reached by all before any goes on.
//!
//! The state that is furthest behind goes first, by its key: for each frame from the outermost in, the loops around the block
//! with the number of rounds, then the block in an order that keeps loops together, then the instruction. A state can only
//! reach places with greater keys than its own, so when the smallest key comes up, every state that can get there is there.

mod counts;
mod rounds;
mod same;

pub use counts::{Counted, LoopCount, LoopCounts};
pub use rounds::{Kept, Rounds};
pub use same::{Compare, Lost, Names, same_call, same_round, same_state, tells_apart};

use std::cell::RefCell;
use std::rc::Rc;

use candor_analysis::{Cfg, Link, Liveness, LoopId, Loops};
use candor_interp::{Frame, Memory, Site, State, Thread};
use candor_ir::{BlockId, EntityRef, FuncId, Function, InstId, Program, SecondaryMap};
use rustc_hash::FxHashMap;

/// How far a state has come; the smaller goes on first.
pub type Key = Vec<u64>;

/// An activation and the block it is in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub func: FuncId,
    pub call_path: u64,
    pub bb: BlockId,
}

impl Place {
    /// Where a frame stands.
    pub fn of<V>(program: &Program, frame: &Frame<V>) -> Place {
        let bb = program.functions[frame.func].block_of(frame.pc);
        Place { func: frame.func, call_path: frame.call_path, bb }
    }
}

/// What the order needs to know of a function.
#[derive(Debug)]
pub struct Facts {
    pub loops: Loops,
    pub liveness: Liveness,
    /// The registers on which what happens depends.
    pub needed: Liveness,
    /// The same as long as a loop goes round, for those loops that were asked about.
    needed_within: RefCell<FxHashMap<LoopId, Rc<Liveness>>>,
    /// Whether each instruction is the first of a block that an edge leads back to.
    begins_round: Vec<bool>,
}

impl Facts {
    fn new(function: &Function) -> Facts {
        let cfg = Cfg::new(function);
        let loops = Loops::new(function, &cfg);
        let mut begins_round = vec![false; function.insts.len()];
        for (bb, block) in function.blocks.iter() {
            let back = |link: &Link| loops.gone_round(link.block, bb).is_some();
            begins_round[block.first.index()] = cfg.predecessors(bb).iter().any(back);
        }
        let (liveness, needed) = (Liveness::new(function, &cfg), Liveness::needed(function, &cfg));
        Facts { loops, liveness, needed, needed_within: RefCell::default(), begins_round }
    }

    /// The registers on which it depends what happens as long as a loop goes round.
    pub fn needed_within(&self, function: &Function, id: LoopId) -> Rc<Liveness> {
        let make = || Rc::new(Liveness::needed_within(function, &Cfg::new(function), &self.loops, id));
        self.needed_within.borrow_mut().entry(id).or_insert_with(make).clone()
    }

    /// The loop that a block begins, if it is the innermost around it.
    pub fn loop_of(&self, bb: BlockId) -> Option<LoopId> {
        self.loops.around(bb).find(|&id| self.loops.loops[id].entries.contains(&bb))
    }

    /// Whether control may begin another round of a loop by getting to an instruction.
    pub fn begins_round(&self, inst: InstId) -> bool {
        self.begins_round[inst.index()]
    }
}

/// The order, with what it knows of functions that were met.
#[derive(Debug, Default)]
pub struct Order {
    facts: SecondaryMap<FuncId, Option<Rc<Facts>>>,
}

impl Order {
    pub fn facts(&mut self, program: &Program, func: FuncId) -> Rc<Facts> {
        self.facts[func].get_or_insert_with(|| Rc::new(Facts::new(&program.functions[func]))).clone()
    }

    /// How far a state has come.
    pub fn key<C: Memory>(&mut self, program: &Program, Counted { state, counts }: &Counted<State<C>>) -> Key {
        let mut key = Vec::with_capacity(4 * state.thread.depth());
        let below = state.thread.below.iter().map(|frame| &**frame);
        for (frame, n_below) in below.chain(std::iter::once(&state.thread.top)).zip(0..) {
            let counts = counts.at(n_below, frame);
            let bb = Place::of(program, frame).bb;
            let facts = self.facts(program, frame.func);
            let loops = &facts.loops;
            key.push(u64::from(frame.func.as_u32()));
            let mut around: Vec<_> = loops.around(bb).collect();
            around.sort_unstable();
            for (depth, id) in around.into_iter().enumerate() {
                let first = loops.blocks(id).first().and_then(|&bb| loops.position(bb)).unwrap_or(0);
                key.push(first as u64);
                key.push(u64::from(counts.get(depth).map_or(0, |count| count.rounds)));
            }
            key.push(loops.position(bb).unwrap_or(usize::MAX) as u64);
            key.push(u64::from(frame.pc.as_u32()));
        }
        key
    }

    /// The loops that a thread is in, by their first instructions: in every frame, those around where it stands. A thread that comes back to a
    /// state may go round any of them for ever, whichever it was noticed in.
    pub fn loops_around<V>(&mut self, program: &Program, thread: &Thread<V>) -> Vec<Site> {
        let mut found = Vec::new();
        for frame in thread.frames() {
            let facts = self.facts(program, frame.func);
            let function = &program.functions[frame.func];
            for id in facts.loops.around(function.block_of(frame.pc)) {
                let entries = facts.loops.loops[id].entries.iter();
                found.extend(entries.map(|&entry| Site { func: frame.func, inst: function.blocks[entry].first }));
            }
        }
        found
    }

    /// After a step from a place: how often each loop around has gone round. Gives the loop that goes round now.
    pub fn count_rounds<C: Memory>(
        &mut self,
        program: &Program,
        state: &State<C>,
        counts: &mut LoopCounts,
        from: Place,
    ) -> Option<LoopId> {
        let to = Place::of(program, &state.thread.top);
        let at_start = program.functions[to.func].blocks[to.bb].first == state.thread.top.pc;
        // A call or a return is no jump, and neither is going on in the middle of a block.
        if (to.func, to.call_path) != (from.func, from.call_path) || !at_start {
            return None;
        }
        let (from, to) = (from.bb, to.bb);
        let facts = self.facts(program, state.thread.top.func);
        let loops = &facts.loops;
        let shared = loops.around(from).filter(|&id| loops.contains(id, to)).count();
        let gone_round = loops.gone_round(from, to);
        let kept = gone_round.map_or(shared, |round| shared.min(loops.loops[round].depth as usize));
        let depth = loops.depth(to) as usize;
        let counts = counts.top_mut(&state.thread);
        counts.truncate(kept);
        counts.resize(depth, LoopCount::default());
        if let Some(round) = gone_round {
            counts[loops.loops[round].depth as usize - 1].go_round();
        }
        gone_round
    }
}

//! A small merging explorer: states wait in an order in which every join is reached by all before any goes on.
//!
//! The state that is furthest behind goes first, by its key: for each frame from the outermost in, the loops around the block
//! with the number of rounds, then the block in an order that keeps loops together, then the instruction. A state can only
//! reach places with greater keys than its own, so when the smallest key comes up, every state that can get there is there.

use std::collections::BTreeMap;

use candor_analysis::{Cfg, Loops};
use candor_interp::Control;
use candor_interp::{Frame, Halt, Image, Outcome, Resume, State, Stop, resume, run_block};
use candor_ir::{BlockId, FuncId, Program};
use rustc_hash::FxHashMap;

use crate::context::{WorldEnd, WorldsContext};
use crate::value::{WorldSet, WorldsValue};

/// How to explore.
#[derive(Clone, Debug)]
pub struct Config {
    /// Part the worlds of every n-th state in two without need, so that merging is exercised everywhere; 0 for never.
    pub scatter: u64,
    pub max_steps: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config { scatter: 0, max_steps: u64::MAX }
    }
}

/// What exploring took.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub n_forks: u64,
    pub n_merges: u64,
    /// Meetings of states that could not be merged.
    pub n_refused: u64,
    /// The most states that waited at once.
    pub max_states: usize,
}

type Worlds = State<WorldsContext>;
type Key = Vec<u64>;

/// An activation and the block it is in.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Place {
    func: FuncId,
    call_path: u64,
    bb: BlockId,
}

/// Runs all worlds to their ends, which the context then knows.
pub fn explore(image: &Image<WorldsContext>, cx: &mut WorldsContext, start: Worlds, config: &Config) -> Report {
    let mut explorer =
        Explorer { image, loops: FxHashMap::default(), waiting: BTreeMap::new(), report: Report::default() };
    explorer.push(start);
    let mut turn = 0u64;
    while let Some((_, states)) = explorer.waiting.pop_first() {
        for state in explorer.merge_all(cx, states) {
            turn += 1;
            if state.steps > config.max_steps {
                cx.end(state.path, &WorldEnd::Stop(Stop::Exhausted("steps".into())));
            } else if config.scatter != 0 && turn.is_multiple_of(config.scatter) && state.path.len() > 1 {
                let (even, odd) = part(&state);
                explorer.go_on(cx, even);
                explorer.go_on(cx, odd);
            } else {
                explorer.go_on(cx, state);
            }
        }
    }
    explorer.report
}

/// The state's worlds in two halves.
fn part(state: &Worlds) -> (Worlds, Worlds) {
    let mut half = WorldSet(0);
    for world in state.path.worlds().step_by(2) {
        half = half.or(WorldSet(1 << world));
    }
    let (mut even, mut odd) = (state.clone(), state.clone());
    even.path = half;
    odd.path = state.path.minus(half);
    (even, odd)
}

struct Explorer<'i> {
    image: &'i Image<WorldsContext>,
    loops: FxHashMap<FuncId, Loops>,
    waiting: BTreeMap<Key, Vec<Worlds>>,
    report: Report,
}

impl Explorer<'_> {
    fn push(&mut self, state: Worlds) {
        let key = self.key(&state);
        self.waiting.entry(key).or_default().push(state);
        let n_states = self.waiting.values().map(Vec::len).sum();
        self.report.max_states = self.report.max_states.max(n_states);
    }

    /// All states at one place, as few as possible.
    fn merge_all(&mut self, cx: &mut WorldsContext, states: Vec<Worlds>) -> Vec<Worlds> {
        let mut merged: Vec<Worlds> = Vec::new();
        for mut state in states {
            let mut idx = 0;
            while idx < merged.len() {
                match cx.merge(merged.swap_remove(idx), state) {
                    Ok(one) => {
                        self.report.n_merges += 1;
                        state = one;
                        idx = 0;
                    }
                    Err(both) => {
                        self.report.n_refused += 1;
                        let (other, same) = *both;
                        merged.push(other);
                        let last = merged.len() - 1;
                        merged.swap(idx, last);
                        state = same;
                        idx += 1;
                    }
                }
            }
            merged.push(state);
        }
        merged
    }

    /// Runs a state up to its next transfer of control.
    fn go_on(&mut self, cx: &mut WorldsContext, mut state: Worlds) {
        let from = place(&self.image.program, &state.thread.top);
        let outcome = run_block(self.image, cx, &mut state);
        self.settle(cx, state, from, outcome);
    }

    fn settle(
        &mut self,
        cx: &mut WorldsContext,
        mut state: Worlds,
        from: Place,
        outcome: Result<Outcome<WorldsContext>, Halt>,
    ) {
        match outcome {
            Ok(Outcome::Next) => {
                self.count_rounds(&mut state, from);
                self.push(state);
            }
            Ok(Outcome::Exit(status)) => end_worlds(cx, &state, &status),
            Ok(Outcome::Fork(ways)) => self.fork(cx, &state, from, ways),
            Err(Halt::Ended) => {}
            Err(Halt::Stop(stop)) => cx.end(state.path, &WorldEnd::Stop(*stop)),
        }
    }

    fn fork(&mut self, cx: &mut WorldsContext, state: &Worlds, from: Place, ways: Vec<(WorldSet, Resume)>) {
        self.report.n_forks += 1;
        for (guard, how) in ways {
            let mut copy = state.clone();
            copy.path = copy.path.and(guard);
            if copy.path.is_empty() {
                continue;
            }
            let outcome = resume(self.image, cx, &mut copy, how);
            self.settle(cx, copy, from, outcome);
        }
    }

    fn loops(&mut self, func: FuncId) -> &Loops {
        let program = &self.image.program;
        self.loops.entry(func).or_insert_with(|| {
            let function = &program.functions[func];
            Loops::new(function, &Cfg::new(function))
        })
    }

    /// After a jump inside a frame: how often each loop around has gone round.
    fn count_rounds(&mut self, state: &mut Worlds, from: Place) {
        let to = place(&self.image.program, &state.thread.top);
        let at_start = self.image.program.functions[to.func].blocks[to.bb].first == state.thread.top.pc;
        // A call or a return is no jump, and neither is going on in the middle of a block.
        if (to.func, to.call_path) != (from.func, from.call_path) || !at_start {
            return;
        }
        let (from, to) = (from.bb, to.bb);
        let loops = self.loops(state.thread.top.func);
        let rounds = &mut state.thread.top.iterations;
        let shared = loops.around(from).filter(|&id| loops.contains(id, to)).count();
        rounds.truncate(shared);
        rounds.resize(shared, 0);
        if let Some(round) = loops.gone_round(from, to) {
            let idx = loops.loops[round].depth as usize - 1;
            rounds.truncate(idx + 1);
            rounds.resize(idx + 1, 0);
            rounds[idx] += 1;
        }
        rounds.resize(loops.depth(to) as usize, 0);
    }

    fn key(&mut self, state: &Worlds) -> Key {
        let mut key = Vec::new();
        let frames: Vec<&Frame<WorldsValue>> = state.thread.frames().collect();
        for frame in frames.into_iter().rev() {
            let bb = place(&self.image.program, frame).bb;
            let loops = self.loops(frame.func);
            key.push(u64::from(frame.func.as_u32()));
            let mut around: Vec<_> = loops.around(bb).collect();
            around.sort_unstable();
            for (depth, id) in around.into_iter().enumerate() {
                let first = loops.blocks(id).first().and_then(|&bb| loops.position(bb)).unwrap_or(0);
                key.push(first as u64);
                key.push(u64::from(frame.iterations.get(depth).copied().unwrap_or(0)));
            }
            key.push(loops.position(bb).unwrap_or(usize::MAX) as u64);
            key.push(u64::from(frame.pc.as_u32()));
        }
        key
    }
}

fn place(program: &Program, frame: &Frame<WorldsValue>) -> Place {
    let bb = program.functions[frame.func].block_of(frame.pc);
    Place { func: frame.func, call_path: frame.call_path, bb }
}

fn end_worlds(cx: &mut WorldsContext, state: &Worlds, status: &WorldsValue) {
    for world in state.path.worlds() {
        let low = status.in_world(world).bits(8).to_u64_wrapping();
        cx.ends[world] = Some(WorldEnd::Exit(u8::try_from(low).expect("eight bits")));
    }
}

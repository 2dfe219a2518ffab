//! Moving states: merging them where they meet, going round loops, putting aside what has gone round too often.

use std::collections::BTreeMap;

use candor_analysis::LoopId;
use candor_context_symbolic::{Path, SameTerms, SymbolicContext};
use candor_explore::{Counted, Facts, Key, LoopCount, Lost, Order, Place, Rounds, same_state};
use candor_interp::object::Live;
use candor_interp::{Frame, Halt, Image, Outcome, Resume, Site, State, Stop, is_all_kept, resume, run_block};
use candor_ir::{BlockId, Check, CheckSet, FuncId, Scalar, ValueId};
use candor_term::Term;
use rustc_hash::FxHashMap;

use crate::cut::{Cut, CutKind};
use crate::heads::{Arrival, AtHead, Called};
use crate::reach::Visits;
use crate::settle::Settler;
use candor_engine::Bounds;
use candor_engine::Limits;

pub type Symbolic = State<SymbolicContext>;
/// A state on its way, with how often it has gone round loops.
pub type Moving = Counted<Symbolic>;

/// How often things may repeat before a state is put aside.
#[derive(Copy, Clone, Debug)]
pub struct Bound {
    /// Rounds of a loop that could also have ended, and activations of one function.
    pub open: u32,
    /// Rounds of a loop that could not have ended.
    pub forced: u32,
}

impl Bound {
    pub fn first() -> Bound {
        Bound { open: 1, forced: 20_000 }
    }

    pub fn next(self) -> Bound {
        Bound { open: self.open * 2, forced: self.forced.saturating_mul(4) }
    }
}

/// What is not looked for in executions that never end.
const LOST: &str = "memory leaked before a loop that may not terminate";
/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;

/// Why exploring paused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Explored {
    /// Nothing is left but what was put aside.
    All,
    /// There are many new claims.
    Claims,
    Limit(&'static str),
}

/// A state that candor cannot take further.
#[derive(Debug)]
pub struct Stopped {
    pub stop: Stop,
    pub at: Site,
    pub path: Path,
}

/// The states and where they wait.
pub struct Explorer<'i, H = ()> {
    image: &'i Image<SymbolicContext>,
    order: Order,
    waiting: BTreeMap<Key, Vec<Moving>>,
    /// States that have gone round too often for the bound.
    pub aside: Vec<Moving>,
    pub stopped: Vec<Stopped>,
    /// States that went beyond one of the user's bounds.
    pub cuts: Vec<Cut>,
    /// Instructions where a state has begun to run, and what held there.
    pub visited: Visits,
    pub n_blocks: u64,
    pub n_merges: u64,
    /// For each block that was merged at, the registers that matter there.
    live: FxHashMap<(FuncId, BlockId), Vec<u32>>,
    /// Whether pointers in registers keep memory reachable even when nothing reads them any more.
    registers_are_roots: bool,
    /// Whether blocks that nothing points to matter.
    leaks: bool,
    bounds: Bounds,
    /// What becomes of states at the heads of loops and where functions begin.
    pub heads: H,
    rounds: Rounds<Symbolic>,
    /// States that came back to where they had been, in loops: whatever they can do was begun there.
    pub endless: Vec<Endless>,
}

/// Executions that can go round for ever.
#[derive(Debug)]
pub struct Endless {
    /// All the loops that they are in.
    pub loops: Vec<Site>,
    pub path: Path,
}

impl<'i, H: AtHead> Explorer<'i, H> {
    pub fn new(image: &'i Image<SymbolicContext>, checks: CheckSet, bounds: Bounds, heads: H) -> Explorer<'i, H> {
        Explorer {
            image,
            order: Order::default(),
            waiting: BTreeMap::new(),
            aside: Vec::new(),
            stopped: Vec::new(),
            cuts: Vec::new(),
            visited: Visits::default(),
            n_blocks: 0,
            n_merges: 0,
            live: FxHashMap::default(),
            registers_are_roots: checks.contains(Check::MemoryLeak),
            leaks: checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup),
            bounds,
            heads,
            rounds: Rounds::default(),
            endless: Vec::new(),
        }
    }

    pub fn start(&mut self, state: Symbolic) {
        self.push(state.into());
    }

    fn push(&mut self, state: Moving) {
        let key = self.order.key(&self.image.program, &state);
        self.waiting.entry(key).or_default().push(state);
    }

    /// Lets the states that were put aside go on under a new bound.
    pub fn resume_aside(&mut self) {
        for state in std::mem::take(&mut self.aside) {
            self.push(state);
        }
    }

    pub fn n_waiting(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// Runs all states to their ends or to the bound, or until there are this many claims.
    pub fn run(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        max_claims: usize,
    ) -> Explored {
        while let Some((_, states)) = self.waiting.pop_first() {
            let mut states = self.merge_all(cx, states);
            while let Some(state) = states.pop() {
                let Some(state) = self.admit(cx, settler, limits, bound, state) else { continue };
                let halted = match self.go_on(cx, settler, limits, bound, max_claims, state) {
                    Ok(()) if cx.claims.len() >= max_claims => Explored::Claims,
                    Ok(()) => continue,
                    Err(reason) => Explored::Limit(reason),
                };
                states.into_iter().for_each(|state| self.push(state));
                return halted;
            }
        }
        Explored::All
    }

    /// All states at one place, as few as possible. Those with the longest common past are merged first, so that what they
    /// have in common is found.
    fn merge_all(&mut self, cx: &mut SymbolicContext, mut states: Vec<Moving>) -> Vec<Moving> {
        let mut done = Vec::new();
        states.sort_by_key(|state| state.path.depth());
        while let Some(state) = states.pop() {
            let Some(partner) = closest(&states, &state.path) else {
                done.push(state);
                break;
            };
            let other = states.remove(partner);
            let left = match self.merge(cx, other, state) {
                Ok(one) => {
                    self.n_merges += 1;
                    one
                }
                Err(both) => {
                    let (other, state) = *both;
                    done.push(state);
                    other
                }
            };
            let idx = states.partition_point(|state| state.path.depth() <= left.path.depth());
            states.insert(idx, left);
        }
        done
    }

    fn merge(&mut self, cx: &mut SymbolicContext, a: Moving, b: Moving) -> Result<Moving, Box<(Moving, Moving)>> {
        let program = &self.image.program;
        let place = Place::of(program, &a.thread.top);
        let function = &program.functions[place.func];
        if function.blocks[place.bb].first != a.thread.top.pc {
            return a.merge(b, |a, b| cx.merge_live(a, b, Live::All));
        }
        let live = self.live.entry((place.func, place.bb)).or_insert_with(|| {
            let facts = self.order.facts(program, place.func);
            let roots = self.registers_are_roots;
            let is_live = |value: &ValueId| {
                facts.liveness.is_live_in(place.bb, *value) || roots && function.values[*value].ty == Scalar::Ptr
            };
            function.values.keys().filter(is_live).map(ValueId::as_u32).collect()
        });
        a.merge(b, |a, b| cx.merge_live(a, b, Live::These(live)))
    }

    /// Runs a state until it has to wait for others.
    fn go_on(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        max_claims: usize,
        mut state: Moving,
    ) -> Result<(), &'static str> {
        loop {
            self.n_blocks += 1;
            if self.n_blocks.is_multiple_of(64)
                && let Some(reason) = limits.exceeded()
            {
                self.push(state);
                return Err(reason);
            }
            if self.n_blocks.is_multiple_of(16_384)
                && let Some(reason) = limits.exceeded_or_full()
            {
                self.push(state);
                return Err(reason);
            }
            let seen = self.visited.entry(state.thread.top.site()).or_default();
            let condition = state.path.condition();
            if seen.last() != Some(&condition) {
                seen.push(condition);
            }
            let from = Place::of(&self.image.program, &state.thread.top);
            let depth = state.thread.depth();
            match run_block(self.image, cx, &mut state) {
                Ok(Outcome::Next) => {
                    if !self.moved(cx, settler, limits, bound, &mut state, from, depth) {
                        return Ok(());
                    }
                    if !self.waiting.is_empty() || cx.claims.len() >= max_claims {
                        self.push(state);
                        return Ok(());
                    }
                    match self.admit(cx, settler, limits, bound, state) {
                        Some(admitted) => state = admitted,
                        None => return Ok(()),
                    }
                }
                Ok(Outcome::Exit(_)) | Err(Halt::Ended) => return Ok(()),
                Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                    self.stop(&state, Stop::Bug("the only thread waits or ended".into()));
                    return Ok(());
                }
                Ok(Outcome::Fork(ways)) => {
                    self.fork(cx, settler, limits, bound, state, from, ways, 0);
                    return Ok(());
                }
                Err(Halt::Stop(stop)) => {
                    self.stop(&state, *stop);
                    return Ok(());
                }
            }
        }
    }

    fn stop(&mut self, state: &Symbolic, stop: Stop) {
        let at = state.user_site(self.image);
        self.stopped.push(Stopped { stop, at, path: state.path.clone() });
    }

    /// Before a state goes on from where others may have joined it: has it gone round a loop too often, and can it be there at
    /// all?
    fn admit(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        mut state: Moving,
    ) -> Option<Moving> {
        if H::GENERALISES && self.begins_round(&state) {
            self.look_for_lost(cx, &state);
        }
        match self.heads.arrive(cx, &self.image.program, &mut self.order, &mut state) {
            Arrival::GoesOn => return Some(state),
            Arrival::Over => return None,
            Arrival::Unrolled => {}
        }
        let frame = &state.thread.top;
        let counts = state.counts.top(&state.thread);
        if counts.iter().all(|count| count.rounds == 0) {
            return Some(state);
        }
        let place = Place::of(&self.image.program, frame);
        let facts = self.order.facts(&self.image.program, place.func);
        let entered = facts.loops.around(place.bb).find(|&id| facts.loops.loops[id].entries.contains(&place.bb));
        let Some(id) = entered else { return Some(state) };
        let idx = facts.loops.loops[id].depth as usize - 1;
        let LoopCount { rounds, open, .. } = counts[idx];
        if rounds == 0 || self.image.program.functions[place.func].blocks[place.bb].first != frame.pc {
            return Some(state);
        }
        let beyond = open > bound.open || rounds > bound.forced;
        if open > 0 && (beyond || is_worth_asking(open)) && !settler.may_be_reached(cx, &state.path, limits) {
            return None;
        }
        // What is put aside comes here again, and has not been further in the meantime.
        if beyond {
            self.aside.push(state);
            return None;
        }
        if self.has_been_here(cx, &state, place) {
            self.look_for_lost(cx, &state);
            let loops = self.order.loops_around(&self.image.program, &state.thread);
            self.endless.push(Endless { loops, path: state.path.clone() });
            return None;
        }
        Some(state)
    }

    fn begins_round(&mut self, state: &Symbolic) -> bool {
        let facts = self.order.facts(&self.image.program, state.thread.top.func);
        facts.begins_round(state.thread.top.pc)
    }

    /// The check at exit does not see a leak in an execution that never ends.
    fn look_for_lost(&mut self, cx: &mut SymbolicContext, state: &Symbolic) {
        if !self.registers_are_roots {
            return;
        }
        let mut state = state.clone();
        let stop = match is_all_kept(self.image, cx, &mut state) {
            Ok(kept) => {
                let lost = cx.pool.not(kept);
                if state.path.knows(&mut cx.pool, lost) == Some(false) {
                    return;
                }
                state.path.push(&mut cx.pool, lost);
                Stop::Unsupported(LOST.to_owned())
            }
            Err(stop) => stop,
        };
        self.stop(&state, stop);
    }

    /// Whether a state that begins another round is the same as one of an earlier round whose executions its own are among.
    fn has_been_here(&mut self, cx: &mut SymbolicContext, state: &Symbolic, place: Place) -> bool {
        let lost = if self.leaks { Lost::Counts } else { Lost::Ignored };
        for earlier in self.rounds.earlier(place) {
            let goes_on = earlier.path.common_depth(&state.path) == earlier.path.depth();
            let mut compare = SameTerms::always(&mut cx.pool);
            let program = &self.image.program;
            if goes_on && same_state(&mut self.order, program, &earlier, state, lost, &mut compare) {
                return true;
            }
        }
        self.rounds.begin(place, state);
        false
    }

    /// After a step without a choice; false if the state has been put aside or dropped.
    #[expect(clippy::too_many_arguments, reason = "a step's surroundings")]
    fn moved(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        moving: &mut Moving,
        from: Place,
        depth: usize,
    ) -> bool {
        let Counted { state, counts } = &mut *moving;
        let round = self.order.count_rounds(&self.image.program, state, counts, from);
        let state = moving;
        if let Some(round) = round
            && self.cut_loop(state, round)
        {
            return false;
        }
        if state.thread.depth() > depth {
            if self.cut_call(state) {
                return false;
            }
            return self.called(cx, settler, limits, bound, state);
        }
        if state.thread.depth() < depth {
            self.heads.returned(self.image, cx, state, from.func);
        }
        true
    }

    /// Whether a state that goes round a loop has gone round more often than the user allows.
    fn cut_loop(&mut self, state: &Moving, round: LoopId) -> bool {
        let func = state.thread.top.func;
        let facts = self.order.facts(&self.image.program, func);
        let of_loop = &facts.loops.loops[round];
        let Some(&header) = of_loop.entries.first() else { return false };
        let Some(bound) = self.bounds.of_loop(func, header) else { return false };
        let counts = state.counts.top(&state.thread);
        let rounds = counts.get(of_loop.depth as usize - 1).map_or(0, |count| count.rounds);
        if rounds <= bound {
            return false;
        }
        let at = Site { func, inst: self.image.program.functions[func].blocks[header].first };
        self.cuts.push(Cut { kind: CutKind::Loop, bound, at, path: state.path.clone() });
        true
    }

    /// Whether a state that has called a function is deeper than the user allows.
    fn cut_call(&mut self, state: &Symbolic) -> bool {
        let Some(bound) = self.bounds.too_deep(&self.image.program, &state.thread) else { return false };
        let Some(caller) = state.thread.below.last() else { return false };
        self.cuts.push(Cut { kind: CutKind::Depth, bound, at: caller.site(), path: state.path.clone() });
        true
    }

    /// After a call: a function that is active too often waits.
    fn called(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        state: &mut Moving,
    ) -> bool {
        let func = state.thread.top.func;
        let is_same = |frame: &&Frame<_>| frame.func == func;
        let n_active = state.thread.frames().filter(is_same).count();
        let most_active = match self.heads.called(self.image, cx, state) {
            Called::Begins => bound.open as usize,
            Called::Waits => 0,
            Called::Replaced(Ok(Outcome::Next)) => return true,
            Called::Replaced(Err(Halt::Ended)) => return false,
            Called::Replaced(Err(Halt::Stop(stop))) => {
                self.stop(state, *stop);
                return false;
            }
            Called::Replaced(Ok(_)) => {
                self.stop(state, Stop::Bug("a call does not return to its caller".into()));
                return false;
            }
        };
        if n_active <= 1 || state.path.depth() == 0 {
            return true;
        }
        if !settler.may_be_reached(cx, &state.path, limits) {
            return false;
        }
        if n_active > most_active {
            self.aside.push(state.clone());
            return false;
        }
        true
    }

    #[expect(clippy::too_many_arguments, reason = "a step's surroundings")]
    fn fork(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        state: Moving,
        from: Place,
        ways: Vec<(Term, Resume)>,
        n_forks: u32,
    ) {
        let facts = self.order.facts(&self.image.program, from.func);
        let leaves = self.loops_left(&facts, from, state.thread.top.func, &ways);
        let depth = state.thread.depth();
        let mut path = state.path.clone();
        let mut rest = Some(state);
        let n_ways = ways.len();
        for (idx, (guard, how)) in ways.into_iter().enumerate() {
            // One after the other: each way excludes those before it, so that the paths have as much in common as can be.
            if path.knows(&mut cx.pool, guard) == Some(false) {
                continue;
            }
            let is_last = idx + 1 == n_ways || path.knows(&mut cx.pool, guard) == Some(true);
            let next = if is_last { rest.take() } else { rest.clone() };
            let Some(mut next) = next else { return };
            next.path = path.clone();
            next.path.push(&mut cx.pool, guard);
            let not = cx.pool.not(guard);
            if !is_last {
                path.push(&mut cx.pool, not);
            }
            self.take(cx, settler, limits, bound, next, from, depth, how, &leaves, n_forks);
        }
    }

    /// Which loops around the place (by depth, from 0) one of the ways leaves.
    fn loops_left(&self, facts: &Facts, from: Place, func: FuncId, ways: &[(Term, Resume)]) -> Vec<bool> {
        let function = &self.image.program.functions[func];
        let loops = &facts.loops;
        let mut around: Vec<_> = loops.around(from.bb).collect();
        around.sort_unstable();
        let leaves = |id| {
            ways.iter().any(|(_, how)| match how {
                Resume::Edge(edge) => !loops.contains(id, function.edges[*edge].target),
                Resume::Call(_) | Resume::Again => false,
            })
        };
        around.into_iter().map(leaves).collect()
    }

    #[expect(clippy::too_many_arguments, reason = "a step's surroundings")]
    fn take(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        mut state: Moving,
        from: Place,
        depth: usize,
        how: Resume,
        leaves: &[bool],
        n_forks: u32,
    ) {
        match resume(self.image, cx, &mut state, how) {
            Ok(Outcome::Next) => {}
            Ok(Outcome::Exit(_)) | Err(Halt::Ended) => return,
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                return self.stop(&state, Stop::Bug("the only thread waits or ended".into()));
            }
            // What is executed again under more knowledge may fork again, but not for ever.
            Ok(Outcome::Fork(_)) if n_forks >= MAX_FORKS => {
                return self.stop(&state, Stop::Bug("an instruction forks again and again".into()));
            }
            Ok(Outcome::Fork(ways)) => {
                return self.fork(cx, settler, limits, bound, state, from, ways, n_forks + 1);
            }
            Err(Halt::Stop(stop)) => return self.stop(&state, *stop),
        }
        if !self.moved(cx, settler, limits, bound, &mut state, from, depth) {
            return;
        }
        if matches!(how, Resume::Edge(_)) && leaves.contains(&true) {
            let to = Place::of(&self.image.program, &state.thread.top).bb;
            let loops = &self.order.facts(&self.image.program, from.func).loops;
            let n_shared = loops.around(from.bb).filter(|&id| loops.contains(id, to)).count();
            let Counted { state, counts } = &mut state;
            for (count, left) in counts.top_mut(&state.thread).iter_mut().zip(leaves).take(n_shared) {
                count.may_end |= *left;
            }
        }
        self.push(state);
    }
}

/// Which of the states, which are in the order of their depths, has the longest past in common with a path.
fn closest(states: &[Moving], path: &Path) -> Option<usize> {
    let mut best: Option<(u32, usize)> = None;
    for (idx, state) in states.iter().enumerate().rev() {
        // Nobody has more in common than all of their past.
        if best.is_some_and(|(common, _)| common >= state.path.depth()) {
            break;
        }
        let common = state.path.common_depth(path);
        if best.is_none_or(|(most, _)| common > most) {
            best = Some((common, idx));
        }
    }
    best.map(|(_, idx)| idx)
}

/// Whether to ask if a state that goes round a loop can be there at all: always at first, then ever more seldom, since a state
/// that cannot be there costs only what it does until the next question.
fn is_worth_asking(rounds: u32) -> bool {
    rounds <= 4 || rounds.is_power_of_two() || rounds.is_multiple_of(3) && (rounds / 3).is_power_of_two()
}

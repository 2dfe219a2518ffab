//! Moving states: merging them where they meet, going round loops, putting aside what has gone round too often.

use std::collections::BTreeMap;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_explore::{Facts, Key, Order, Place};
use candor_interp::{Frame, Halt, Image, Outcome, Resume, Site, State, Stop, resume, run_block};
use candor_ir::{EntityRef, FuncId, Scalar};
use candor_term::Term;
use rustc_hash::FxHashSet;

use crate::limits::Limits;
use crate::settle::Settler;

pub(crate) type Symbolic = State<SymbolicContext>;

/// How often things may repeat before a state is put aside.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bound {
    /// Rounds of a loop that could also have ended, and activations of one function.
    pub(crate) open: u32,
    /// Rounds of a loop that could not have ended.
    pub(crate) forced: u32,
}

impl Bound {
    pub(crate) fn first() -> Bound {
        Bound { open: 1, forced: 20_000 }
    }

    pub(crate) fn next(self) -> Bound {
        Bound { open: self.open * 2, forced: self.forced.saturating_mul(4) }
    }
}

/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;

/// Why exploring paused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Explored {
    /// Nothing is left but what was put aside.
    All,
    /// There are many new claims.
    Claims,
    Limit(&'static str),
}

/// A state that candor cannot take further.
#[derive(Debug)]
pub(crate) struct Stopped {
    pub(crate) stop: Stop,
    pub(crate) at: Site,
    pub(crate) path: Path,
}

/// The states and where they wait.
pub(crate) struct Explorer<'i> {
    image: &'i Image<SymbolicContext>,
    order: Order,
    waiting: BTreeMap<Key, Vec<Symbolic>>,
    /// States that have gone round too often for the bound.
    pub(crate) aside: Vec<Symbolic>,
    pub(crate) stopped: Vec<Stopped>,
    /// First instructions of blocks that a state has been in.
    pub(crate) visited: FxHashSet<Site>,
    pub(crate) n_blocks: u64,
    pub(crate) n_merges: u64,
    /// Whether pointers in registers keep memory reachable even when nothing reads them any more.
    registers_are_roots: bool,
}

impl<'i> Explorer<'i> {
    pub(crate) fn new(image: &'i Image<SymbolicContext>, registers_are_roots: bool) -> Explorer<'i> {
        Explorer {
            image,
            order: Order::default(),
            waiting: BTreeMap::new(),
            aside: Vec::new(),
            stopped: Vec::new(),
            visited: FxHashSet::default(),
            n_blocks: 0,
            n_merges: 0,
            registers_are_roots,
        }
    }

    pub(crate) fn push(&mut self, state: Symbolic) {
        let key = self.order.key(&self.image.program, &state);
        self.waiting.entry(key).or_default().push(state);
    }

    /// Lets the states that were put aside go on under a new bound.
    pub(crate) fn resume_aside(&mut self) {
        for state in std::mem::take(&mut self.aside) {
            self.push(state);
        }
    }

    pub(crate) fn n_waiting(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// Runs all states to their ends or to the bound, or until there are this many claims.
    pub(crate) fn run(
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
    fn merge_all(&mut self, cx: &mut SymbolicContext, mut states: Vec<Symbolic>) -> Vec<Symbolic> {
        let mut done = Vec::new();
        while states.len() > 1 {
            let Some(deepest) = (0..states.len()).max_by_key(|&idx| states[idx].path.depth()) else { break };
            let state = states.swap_remove(deepest);
            let partner = (0..states.len()).max_by_key(|&idx| states[idx].path.common_depth(&state.path));
            let Some(partner) = partner else { break };
            let other = states.swap_remove(partner);
            let merged = self.merge(cx, other, state);
            match merged {
                Ok(one) => {
                    self.n_merges += 1;
                    states.push(one);
                }
                Err(both) => {
                    let (other, state) = *both;
                    states.push(other);
                    done.push(state);
                }
            }
        }
        done.extend(states);
        done
    }

    fn merge(&mut self, cx: &mut SymbolicContext, a: Symbolic, b: Symbolic) -> candor_interp::Merged<SymbolicContext> {
        let program = &self.image.program;
        let place = Place::of(program, &a.thread.top);
        let facts = self.order.facts(program, place.func);
        let function = &program.functions[place.func];
        let at_start = function.blocks[place.bb].first == a.thread.top.pc;
        let roots = self.registers_are_roots;
        let is_live = |idx: usize| {
            let value = candor_ir::ValueId::new(idx);
            !at_start || facts.liveness.is_live_in(place.bb, value) || roots && function.values[value].ty == Scalar::Ptr
        };
        cx.merge_live(a, b, &is_live)
    }

    /// Runs a state until it has to wait for others.
    fn go_on(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        max_claims: usize,
        mut state: Symbolic,
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
            self.visited.insert(Site { func: state.thread.top.func, inst: state.thread.top.pc });
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
                }
                Ok(Outcome::Exit(_)) | Err(Halt::Ended) => return Ok(()),
                Ok(Outcome::Fork(ways)) => {
                    self.fork(cx, settler, limits, bound, &state, from, ways, 0);
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

    /// After a step without a choice; false if the state has been put aside or dropped.
    #[expect(clippy::too_many_arguments, reason = "a step's surroundings")]
    fn moved(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        state: &mut Symbolic,
        from: Place,
        depth: usize,
    ) -> bool {
        let round = self.order.count_rounds(&self.image.program, state, from);
        if round.is_some() && state.thread.top.iterations.iter().any(|&rounds| rounds > bound.forced) {
            self.aside.push(state.clone());
            return false;
        }
        if state.thread.depth() > depth {
            return self.called(cx, settler, limits, bound, state);
        }
        true
    }

    /// After a call: a function that is active too often waits.
    fn called(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        bound: Bound,
        state: &Symbolic,
    ) -> bool {
        let func = state.thread.top.func;
        let is_same = |frame: &&Frame<_>| frame.func == func;
        let n_active = state.thread.frames().filter(is_same).count();
        if n_active <= 1 || state.path.depth() == 0 {
            return true;
        }
        if !settler.may_be_reached(cx, &state.path, limits) {
            return false;
        }
        if n_active > bound.open as usize {
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
        state: &Symbolic,
        from: Place,
        ways: Vec<(Term, Resume)>,
        n_forks: u32,
    ) {
        let facts = self.order.facts(&self.image.program, from.func);
        let leaves = self.loops_left(&facts, from, state.thread.top.func, &ways);
        let depth = state.thread.depth();
        let mut path = state.path.clone();
        for (guard, how) in ways {
            // One after the other: each way excludes those before it, so that the paths have as much in common as can be.
            let not = cx.pool.not(guard);
            if path.knows(&mut cx.pool, guard) == Some(false) {
                continue;
            }
            let mut copy = state.clone();
            copy.path = path.clone();
            copy.path.push(&mut cx.pool, guard);
            let excluded = path.knows(&mut cx.pool, not) == Some(false);
            path.push(&mut cx.pool, not);
            self.take(cx, settler, limits, bound, copy, from, depth, how, &leaves, n_forks);
            if excluded {
                break;
            }
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
        mut state: Symbolic,
        from: Place,
        depth: usize,
        how: Resume,
        leaves: &[bool],
        n_forks: u32,
    ) {
        match resume(self.image, cx, &mut state, how) {
            Ok(Outcome::Next) => {}
            Ok(Outcome::Exit(_)) | Err(Halt::Ended) => return,
            // What is executed again under more knowledge may fork again, but not for ever.
            Ok(Outcome::Fork(_)) if n_forks >= MAX_FORKS => {
                return self.stop(&state, Stop::Bug("an instruction forks again and again".into()));
            }
            Ok(Outcome::Fork(ways)) => {
                return self.fork(cx, settler, limits, bound, &state, from, ways, n_forks + 1);
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
            let mut stays_open = false;
            let mut beyond = false;
            for (rounds, left) in state.thread.top.open_rounds.iter_mut().zip(leaves).take(n_shared) {
                if *left {
                    *rounds += 1;
                    stays_open = true;
                    beyond |= *rounds > bound.open;
                }
            }
            if stays_open && (beyond || is_worth_asking(&state)) && !settler.may_be_reached(cx, &state.path, limits) {
                return;
            }
            if beyond {
                self.aside.push(state);
                return;
            }
        }
        self.push(state);
    }
}

/// Whether to ask if a state that goes round a loop can be there at all: always at first, then ever more seldom, since a state
/// that cannot be there costs only what it does until the next question.
fn is_worth_asking(state: &Symbolic) -> bool {
    let rounds = state.thread.top.open_rounds.last().copied().unwrap_or(0);
    rounds <= 4 || (rounds & (rounds - 1)) == 0 || rounds % 3 == 0 && (rounds / 3).is_power_of_two()
}

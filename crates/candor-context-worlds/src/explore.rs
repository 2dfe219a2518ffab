//! A small merging explorer: states wait in the order of `candor-explore`, in which every join is reached by all before any
//! goes on.

use std::collections::BTreeMap;

use candor_explore::{Counted, Key, Order, Place};
use candor_interp::{Control, Halt, Image, Outcome, Resume, State, Stop, resume, run_block};

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

type Worlds = Counted<State<WorldsContext>>;

/// Runs all worlds to their ends, which the context then knows.
pub fn explore(
    image: &Image<WorldsContext>,
    cx: &mut WorldsContext,
    start: State<WorldsContext>,
    config: &Config,
) -> Report {
    let mut explorer = Explorer { image, order: Order::default(), waiting: BTreeMap::new(), report: Report::default() };
    explorer.push(start.into());
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
    order: Order,
    waiting: BTreeMap<Key, Vec<Worlds>>,
    report: Report,
}

impl Explorer<'_> {
    fn push(&mut self, state: Worlds) {
        let key = self.order.key(&self.image.program, &state);
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
                match merged.swap_remove(idx).merge(state, |a, b| cx.merge(a, b)) {
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
        let from = Place::of(&self.image.program, &state.thread.top);
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
                let Counted { state: of, counts } = &mut state;
                self.order.count_rounds(&self.image.program, of, counts, from);
                self.push(state);
            }
            Ok(Outcome::Exit(status)) => end_worlds(cx, &state, &status),
            Ok(Outcome::Fork(ways)) => self.fork(cx, &state, from, ways),
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                cx.end(state.path, &WorldEnd::Stop(Stop::Bug("the only thread waits or ended".into())));
            }
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
}

fn end_worlds(cx: &mut WorldsContext, state: &Worlds, status: &WorldsValue) {
    for world in state.path.worlds() {
        let low = status.in_world(world).bits(8).to_u64_wrapping();
        cx.ends[world] = Some(WorldEnd::Exit(u8::try_from(low).expect("eight bits")));
    }
}

//! One run: threads make steps, in an order that chance decides, until a formula holds.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use candor_context_concrete::{ConcreteContext, Moved, Network};
use candor_interp::{Options, State, Stop, ThreadId};
use candor_ir::{Check, CheckSet, Program};
use candor_query::{Goal, Look};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::inputs::{InputRules, Sampler};
use crate::random::Random;
use crate::scheduler::Scheduler;

/// What runs are made of.
#[derive(Clone, Debug)]
pub struct Walk {
    /// With the checks that the goal needs, and no others.
    pub program: Arc<Program>,
    pub start: Options,
    /// Runs begin when there are so many threads: before, the processes are only being set up.
    pub n_processes: u32,
    pub goal: Goal,
    /// The most steps of a run.
    pub bound: u64,
    pub scheduler: Scheduler,
    pub inputs: InputRules,
    pub seed: u64,
}

/// How often a run looks whether it is still of use.
const STEPS_PER_LOOK: u64 = 1024;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum RunOutcome {
    /// After so many steps the formula held.
    Satisfied(u64),
    /// It never did: the program ended, or made as many steps as it may.
    Unsatisfied,
    /// It did not until the program did something wrong that nobody asked for, behind which there is nothing.
    Faulty(Check),
    /// An assumption of the program did not hold: the run does not count.
    Dropped,
    /// Candor could not go on.
    Stopped(Stop),
}

type Here = State<ConcreteContext<'static>>;

/// Makes runs.
pub struct Walker {
    network: Network,
    sampler: Rc<RefCell<Sampler>>,
    goal: Goal,
    checks: CheckSet,
    bound: u64,
    scheduler: Scheduler,
    seed: u64,
    /// What all runs have in common.
    common: Common,
    /// Set when nobody waits for the rest of a run any more.
    pub(crate) is_over: Arc<AtomicBool>,
    /// States that earlier runs have come across, where somebody counts them.
    pub(crate) seen: FxHashSet<Box<[u64]>>,
}

/// The beginning of all runs, up to where chance has a say: run once.
enum Common {
    /// The state, and the steps that led to it.
    Open(Box<Here>, u64),
    /// All runs are the same.
    Decided(RunOutcome),
}

impl Walker {
    pub fn new(walk: &Walk) -> Result<Walker, Stop> {
        let sampler = Rc::new(RefCell::new(Sampler::new(Rc::new(walk.inputs.clone()))));
        let mut network = Network::load(&walk.program, walk.start.clone(), sampler.clone())?;
        let start = processes(&mut network, walk.n_processes)?;
        let mut walker = Walker {
            network,
            sampler,
            goal: walk.goal.clone(),
            checks: walk.goal.checks(),
            bound: walk.bound,
            scheduler: walk.scheduler.clone(),
            seed: walk.seed,
            common: Common::Open(Box::new(start), 0),
            is_over: Arc::default(),
            seen: FxHashSet::default(),
        };
        walker.run_common();
        Ok(walker)
    }

    /// Makes the run of this number.
    pub fn run(&mut self, number: u64) -> RunOutcome {
        let (mut state, steps) = match &self.common {
            Common::Decided(outcome) => return outcome.clone(),
            Common::Open(state, steps) => ((**state).clone(), *steps),
        };
        self.sampler.borrow_mut().random = Random::of_run(self.seed, number);
        self.walk(&mut state, steps, &mut |_, _| {})
    }

    /// Makes the run of this number from its very beginning, and shows every state on its way.
    pub(crate) fn see(&mut self, number: u64, see: &mut dyn FnMut(&mut Network, &mut Here)) -> RunOutcome {
        let mut state = self.network.start.clone();
        self.sampler.borrow_mut().random = Random::of_run(self.seed, number);
        self.walk(&mut state, 0, see)
    }

    fn holds(&mut self, state: &mut Here, broken: Option<Check>) -> bool {
        let mut look = Look { image: &self.network.image, cx: &mut self.network.cx, state };
        self.goal.holds(&mut look, broken)
    }

    fn walk(&mut self, state: &mut Here, mut steps: u64, see: &mut dyn FnMut(&mut Network, &mut Here)) -> RunOutcome {
        let mut waiting: SmallVec<[ThreadId; 8]> = SmallVec::new();
        let mut n_in_a_row = 0;
        loop {
            see(&mut self.network, state);
            if self.holds(state, None) {
                return RunOutcome::Satisfied(steps);
            }
            if steps == self.bound {
                return RunOutcome::Unsatisfied;
            }
            if steps.is_multiple_of(STEPS_PER_LOOK) && self.is_over.load(Ordering::Relaxed) {
                return RunOutcome::Stopped(Stop::Exhausted("enough runs".to_owned()));
            }
            loop {
                let last = state.thread.id;
                let Some(thread) = self.pick(state, &waiting, n_in_a_row) else {
                    return self.deadlock(state, steps);
                };
                if thread != last {
                    state.switch_to(thread);
                }
                let wakes = !waiting.is_empty() && self.network.may_wake(state);
                match self.network.step(state, thread) {
                    Moved::On => {
                        n_in_a_row = if thread == last { n_in_a_row + 1 } else { 1 };
                        if wakes {
                            waiting.clear();
                        }
                        break;
                    }
                    Moved::Blocked => waiting.push(thread),
                    moved => return self.end(state, steps, moved),
                }
            }
            steps += 1;
        }
    }

    /// The thread that makes the next step; `None` if nobody can.
    fn pick(&mut self, state: &Here, waiting: &[ThreadId], n_in_a_row: u64) -> Option<ThreadId> {
        if state.parked.is_empty() && waiting.is_empty() && !state.thread.ended {
            return Some(state.thread.id);
        }
        let is_able = |id: &ThreadId| !waiting.contains(id);
        let alive = state.threads().filter(|thread| !thread.ended).map(|thread| thread.id);
        let mut able: SmallVec<[ThreadId; 8]> = alive.filter(is_able).collect();
        able.sort();
        match able[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let random = &mut self.sampler.borrow_mut().random;
                Some(self.scheduler.pick(random, &able, state.thread.id, n_in_a_row))
            }
        }
    }

    fn deadlock(&mut self, state: &mut Here, steps: u64) -> RunOutcome {
        match self.checks.contains(Check::Deadlock) && self.holds(state, Some(Check::Deadlock)) {
            true => RunOutcome::Satisfied(steps),
            false => RunOutcome::Faulty(Check::Deadlock),
        }
    }

    /// What the step means that ended the run.
    fn end(&mut self, state: &mut Here, steps: u64, moved: Moved) -> RunOutcome {
        match moved {
            Moved::Broken(check) => match self.holds(state, Some(check)) {
                true => RunOutcome::Satisfied(steps),
                false => RunOutcome::Faulty(check),
            },
            Moved::Stopped(Stop::Unchecked(check)) => RunOutcome::Faulty(check),
            Moved::Stopped(stop) => RunOutcome::Stopped(stop),
            Moved::Dropped => RunOutcome::Dropped,
            Moved::Exit | Moved::On | Moved::Blocked => RunOutcome::Unsatisfied,
        }
    }

    /// Runs what all runs have in common: one thread, nothing left open.
    fn run_common(&mut self) {
        let Common::Open(start, from) = &self.common else { return };
        let (mut state, mut steps) = ((**start).clone(), *from);
        self.sampler.borrow_mut().is_common = true;
        let decided = loop {
            if self.holds(&mut state, None) {
                break Some(RunOutcome::Satisfied(steps));
            }
            if steps == self.bound {
                break Some(RunOutcome::Unsatisfied);
            }
            if !state.parked.is_empty() {
                break None;
            }
            let before = state.clone();
            let thread = state.thread.id;
            let moved = self.network.step(&mut state, thread);
            if self.sampler.borrow().was_asked {
                state = before;
                break None;
            }
            match moved {
                Moved::On => steps += 1,
                moved => break Some(self.end(&mut state, steps, moved)),
            }
        };
        self.sampler.borrow_mut().is_common = false;
        self.common = match decided {
            Some(outcome) => Common::Decided(outcome),
            None => Common::Open(Box::new(state), steps),
        };
    }
}

/// The state in which all processes are there and none has made a step.
fn processes(network: &mut Network, n_processes: u32) -> Result<Here, Stop> {
    let mut state = network.start.clone();
    while state.n_threads < n_processes {
        let thread = state.thread.id;
        match network.step(&mut state, thread) {
            Moved::On => {}
            Moved::Stopped(stop) => return Err(stop),
            Moved::Blocked | Moved::Exit | Moved::Broken(_) | Moved::Dropped => {
                return Err(Stop::Bug("the processes could not be set up".into()));
            }
        }
    }
    network.start = state.clone();
    Ok(state)
}

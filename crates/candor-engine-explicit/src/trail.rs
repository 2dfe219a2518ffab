//! How states were reached: a tree of transitions, and the schedule that leads to one of them.
//!
//! Every stored state has a leg here, so a leg is kept in sixteen bytes. Each worker has legs of its own, which others only read.

use std::sync::Mutex;

use candor_context_concrete::{Turn, TurnLength};
use candor_evidence::Settled;
use candor_interp::{ChoiceKind, ThreadId};

use crate::data::Data;
use crate::lists::Apart;

/// A place in the tree: a worker and one of its legs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrailId {
    worker: u16,
    leg: u32,
}

impl TrailId {
    /// Who went there first.
    pub(crate) fn worker(self) -> u16 {
        self.worker
    }
}

/// What one thread did in one transition.
#[derive(Clone, Debug)]
pub(crate) struct Leg<Ch> {
    pub(crate) thread: ThreadId,
    pub(crate) n_steps: u64,
    pub(crate) spurious: bool,
    /// What was left open.
    pub(crate) choices: Vec<Ch>,
    /// Whether there were several threads: before, nobody is scheduled.
    pub(crate) scheduled: bool,
}

const SPURIOUS: u32 = 1 << 31;
const SCHEDULED: u32 = 1 << 30;
/// The leg that no leg is before.
const NONE: u32 = u32::MAX;

#[derive(Copy, Clone)]
struct Packed {
    before: u32,
    before_worker: u16,
    thread: u16,
    /// With the two flags above.
    n_steps: u32,
    /// One past the place of its choices; zero if there are none.
    choices: u32,
}

const _: () = assert!(size_of::<Packed>() == 16);

struct Legs<Ch> {
    packed: Vec<Packed>,
    choices: Vec<Box<[Ch]>>,
}

pub(crate) struct Trails<Ch> {
    workers: Vec<Apart<Mutex<Legs<Ch>>>>,
}

impl<Ch: Clone> Trails<Ch> {
    pub(crate) fn new(n_workers: usize) -> Trails<Ch> {
        let legs = || Apart(Mutex::new(Legs { packed: Vec::new(), choices: Vec::new() }));
        Trails { workers: (0..n_workers).map(|_| legs()).collect() }
    }

    pub(crate) fn push(&self, worker: u16, before: Option<TrailId>, leg: &Leg<Ch>) -> TrailId {
        let mut legs = lock(&self.workers[usize::from(worker)]);
        let choices = match leg.choices.is_empty() {
            true => 0,
            false => {
                legs.choices.push(leg.choices.clone().into_boxed_slice());
                u32::try_from(legs.choices.len()).expect("fewer than four billion choices")
            }
        };
        let n_steps = u32::try_from(leg.n_steps).ok().filter(|&n_steps| n_steps < SCHEDULED);
        let flags = if leg.spurious { SPURIOUS } else { 0 } | if leg.scheduled { SCHEDULED } else { 0 };
        let packed = Packed {
            before: before.map_or(NONE, |before| before.leg),
            before_worker: before.map_or(0, |before| before.worker),
            thread: u16::try_from(leg.thread.0).expect("fewer than 65536 threads"),
            n_steps: n_steps.expect("a transition is shorter than a billion steps") | flags,
            choices,
        };
        let idx = u32::try_from(legs.packed.len()).ok().filter(|&idx| idx != NONE);
        legs.packed.push(packed);
        TrailId { worker, leg: idx.expect("fewer than four billion transitions") }
    }

    fn leg(&self, id: TrailId) -> (Option<TrailId>, Leg<Ch>) {
        let legs = lock(&self.workers[usize::from(id.worker)]);
        let packed = legs.packed[id.leg as usize];
        let choices = match packed.choices {
            0 => Vec::new(),
            idx => legs.choices[idx as usize - 1].to_vec(),
        };
        let before = TrailId { worker: packed.before_worker, leg: packed.before };
        let leg = Leg {
            thread: ThreadId(u32::from(packed.thread)),
            n_steps: u64::from(packed.n_steps & (SCHEDULED - 1)),
            spurious: packed.n_steps & SPURIOUS != 0,
            choices,
            scheduled: packed.n_steps & SCHEDULED != 0,
        };
        ((packed.before != NONE).then_some(before), leg)
    }

    /// The choices of the execution that goes this way and then further.
    pub(crate) fn choices<D: Data<Chosen = Ch>>(
        &self,
        data: &D,
        trail: Option<TrailId>,
        last: &[Leg<Ch>],
        model: &D::Model,
    ) -> Vec<Settled> {
        let mut legs: Vec<Leg<Ch>> = last.iter().rev().cloned().collect();
        let mut at = trail;
        while let Some(id) = at {
            let (before, leg) = self.leg(id);
            legs.push(leg);
            at = before;
        }
        legs.reverse();
        let mut settled = Vec::new();
        for leg in joined(data, legs) {
            if leg.scheduled {
                let n_steps = u32::try_from(leg.n_steps).unwrap_or(u32::MAX);
                let turn = Turn { thread: leg.thread, length: TurnLength::Steps(n_steps), spurious: leg.spurious };
                settled.push(Settled { kind: ChoiceKind::Schedule, value: turn.to_bits() });
            }
            settled.extend(data.settled(&leg.choices, model));
        }
        settled
    }

    /// The memory that legs take.
    pub(crate) fn n_bytes(&self) -> u64 {
        let n_bytes = |legs: &Legs<Ch>| {
            let choices: usize = legs.choices.iter().map(|choices| size_of_val(&**choices) + 16).sum();
            (legs.packed.len() * size_of::<Packed>() + choices) as u64
        };
        self.workers.iter().map(|legs| n_bytes(&lock(legs))).sum()
    }
}

fn lock<T>(mutex: &Apart<Mutex<T>>) -> std::sync::MutexGuard<'_, T> {
    mutex.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Turns of one thread that follow each other are one, unless the schedule has something to say in between.
fn joined<D: Data>(data: &D, legs: Vec<Leg<D::Chosen>>) -> Vec<Leg<D::Chosen>> {
    let mut joined: Vec<Leg<D::Chosen>> = Vec::new();
    for leg in legs {
        match joined.last_mut() {
            Some(last)
                if last.thread == leg.thread
                    && last.scheduled == leg.scheduled
                    && !last.spurious
                    && !leg.spurious
                    && !data.asks_scheduler(&last.choices)
                    && !data.asks_scheduler(&leg.choices) =>
            {
                last.n_steps += leg.n_steps;
                last.choices.extend(leg.choices);
            }
            Some(_) | None => joined.push(leg),
        }
    }
    joined
}

//! Many runs at once, counted in the order of their numbers.
//!
//! Workers take pieces of the sequence of numbers as they come to them, and hand in what they found; whoever counts puts the pieces in
//! order first. Otherwise short runs, which come in first, would count more often than long ones when the counting stops early.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use candor_interp::Stop;
use candor_ir::Check;

use crate::walk::{RunOutcome, Walk, Walker};

/// How long a piece is to take: long enough that handing it in costs nothing, short enough that nobody waits for it.
const PIECE_TIME: Duration = Duration::from_millis(4);
/// Runs in a piece at most.
const LARGEST_PIECE: u64 = 256;
/// Runs that a worker may be ahead of what has been counted.
const AHEAD: u64 = 4096;

/// Counts of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Runs that count.
    pub n_runs: u64,
    pub n_satisfied: u64,
    /// Runs that do not count: an assumption did not hold.
    pub n_dropped: u64,
    /// How often each number of steps led to satisfaction.
    pub lengths: BTreeMap<u64, u64>,
    /// Runs that ended in a fault that nobody asked for.
    pub faults: BTreeMap<Check, u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Undecided {
    /// Candor cannot run the program.
    Stopped(Stop),
    /// Somebody asked to stop, or a limit was reached.
    Interrupted,
    /// So many runs were made, which is the limit.
    MaxRuns(u64),
    /// Assumptions hold so rarely that runs that count are not found.
    Dropped(u64),
}

/// Runs without one that counts, after which one is no longer expected.
const MOST_DROPPED: u64 = 1_000_000;

impl Tally {
    /// Counts a run; whether it was a hit, if it counts at all.
    pub(crate) fn add(&mut self, outcome: &RunOutcome) -> Result<Option<bool>, Undecided> {
        let is_hit = match outcome {
            RunOutcome::Satisfied(steps) => {
                *self.lengths.entry(*steps).or_default() += 1;
                true
            }
            RunOutcome::Unsatisfied => false,
            RunOutcome::Faulty(check) => {
                *self.faults.entry(*check).or_default() += 1;
                false
            }
            RunOutcome::Dropped => {
                self.n_dropped += 1;
                let limit = MOST_DROPPED.saturating_mul(self.n_runs + 1);
                return if self.n_dropped < limit { Ok(None) } else { Err(Undecided::Dropped(self.n_dropped)) };
            }
            RunOutcome::Stopped(stop) => return Err(Undecided::Stopped(stop.clone())),
        };
        self.n_runs += 1;
        self.n_satisfied += u64::from(is_hit);
        Ok(Some(is_hit))
    }
}

/// How far the counting has come, for workers that are ahead.
#[derive(Default)]
struct Counted {
    n_runs: Mutex<u64>,
    changed: Condvar,
    is_over: Arc<AtomicBool>,
}

impl Counted {
    /// Waits until a run is not too far ahead; false if the counting is over.
    fn admits(&self, run: u64) -> bool {
        let mut n_runs = self.n_runs.lock().unwrap_or_else(PoisonError::into_inner);
        while run > *n_runs + AHEAD && !self.is_over.load(Ordering::Relaxed) {
            n_runs = self.changed.wait(n_runs).unwrap_or_else(PoisonError::into_inner);
        }
        !self.is_over.load(Ordering::Relaxed)
    }

    fn advance(&self, n_more: u64) {
        *self.n_runs.lock().unwrap_or_else(PoisonError::into_inner) += n_more;
        self.changed.notify_all();
    }

    fn end(&self) {
        let guard = self.n_runs.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_over.store(true, Ordering::Relaxed);
        drop(guard);
        self.changed.notify_all();
    }
}

/// Makes the runs 0, 1, 2, ... until `count` has enough. It sees them in this order, whatever the number of workers.
pub(crate) fn in_order<T: Send>(
    walk: &Walk,
    n_workers: usize,
    run: impl Fn(&mut Walker, u64) -> T + Sync,
    mut count: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Stop> {
    if n_workers <= 1 {
        let mut walker = Walker::new(walk)?;
        return match (0..).try_for_each(|number| count(run(&mut walker, number))) {
            ControlFlow::Break(()) | ControlFlow::Continue(()) => Ok(()),
        };
    }
    let (counted, next) = (Counted::default(), AtomicU64::new(0));
    let (sender, receiver) = mpsc::channel::<Result<(u64, Vec<T>), Stop>>();
    thread::scope(|scope| {
        for _ in 0..n_workers {
            let (sender, counted, next, run) = (sender.clone(), &counted, &next, &run);
            scope.spawn(move || work(walk, &sender, counted, next, run));
        }
        drop(sender);
        let result = count_pieces(&receiver, &counted, &mut count);
        counted.end();
        result
    })
}

fn work<T: Send>(
    walk: &Walk,
    sender: &mpsc::Sender<Result<(u64, Vec<T>), Stop>>,
    counted: &Counted,
    next: &AtomicU64,
    run: &(impl Fn(&mut Walker, u64) -> T + Sync),
) {
    let mut walker = match Walker::new(walk) {
        Ok(walker) => walker,
        Err(stop) => {
            // Nobody listens any more only if the counting is over.
            let (Ok(()) | Err(_)) = sender.send(Err(stop));
            return;
        }
    };
    walker.is_over = Arc::clone(&counted.is_over);
    let mut length = 1;
    loop {
        let start = next.fetch_add(length, Ordering::Relaxed);
        if !counted.admits(start) {
            return;
        }
        let since = Instant::now();
        let mut found = Vec::new();
        for number in start..start + length {
            if counted.is_over.load(Ordering::Relaxed) {
                return;
            }
            found.push(run(&mut walker, number));
        }
        if sender.send(Ok((start, found))).is_err() {
            return;
        }
        length = if since.elapsed() < PIECE_TIME { (length * 2).min(LARGEST_PIECE) } else { (length / 2).max(1) };
    }
}

fn count_pieces<T>(
    receiver: &mpsc::Receiver<Result<(u64, Vec<T>), Stop>>,
    counted: &Counted,
    count: &mut impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut early: BTreeMap<u64, Vec<T>> = BTreeMap::new();
    let mut next = 0;
    for received in receiver {
        let (start, found) = received?;
        early.insert(start, found);
        while let Some(found) = early.remove(&next) {
            let n_more = found.len() as u64;
            next += n_more;
            counted.advance(n_more);
            for outcome in found {
                if count(outcome).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

//! `EnumStatesSMC <=L n`: how many states do n runs of at most L steps come across?

use std::ops::ControlFlow;

use candor_query::{Look, next_race};
use rustc_hash::FxHashSet;

use crate::fingerprint::fingerprint;
use crate::walk::{RunOutcome, Walk, Walker};
use crate::workers::{Undecided, in_order};

/// What runs have come across.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    pub n_runs: u64,
    /// Different states.
    pub n_states: u64,
    /// States among them with a data race.
    pub n_races: u64,
    /// Why there are fewer runs than there were to be.
    pub undecided: Option<Undecided>,
}

/// A state, and whether there is a race in it.
type Met = (Box<[u64]>, bool);

/// Makes so many runs, whose goal is never reached. `watch` sees the counts after each and may say that it is enough.
pub fn cover(
    walk: &Walk,
    n_runs: u64,
    n_workers: usize,
    watch: &mut dyn FnMut(&Coverage) -> ControlFlow<()>,
) -> Coverage {
    let mut coverage = Coverage::default();
    let mut seen: FxHashSet<Box<[u64]>> = FxHashSet::default();
    let made = in_order(walk, n_workers, run, |(outcome, met)| {
        if let RunOutcome::Stopped(stop) = outcome {
            coverage.undecided = Some(Undecided::Stopped(stop));
            return ControlFlow::Break(());
        }
        for (state, has_race) in met {
            if seen.insert(state) {
                coverage.n_states += 1;
                coverage.n_races += u64::from(has_race);
            }
        }
        coverage.n_runs += 1;
        if coverage.n_runs >= n_runs {
            return ControlFlow::Break(());
        }
        let go_on = watch(&coverage);
        if go_on.is_break() {
            coverage.undecided = Some(Undecided::Interrupted);
        }
        go_on
    });
    if let Err(stop) = made {
        coverage.undecided = Some(Undecided::Stopped(stop));
    }
    coverage
}

/// A run, and the states on its way that this worker has not met before: each worker's runs come in order, so nothing is lost.
fn run(walker: &mut Walker, number: u64) -> (RunOutcome, Vec<Met>) {
    let mut met = Vec::new();
    let mut seen = std::mem::take(&mut walker.seen);
    let outcome = walker.see(number, &mut |network, state| {
        let words = fingerprint(&network.start, state);
        if !seen.contains(&words) {
            seen.insert(words.clone());
            let mut look = Look { image: &network.image, cx: &mut network.cx, state };
            met.push((words, next_race(&mut look).is_some()));
        }
    });
    walker.seen = seen;
    (outcome, met)
}

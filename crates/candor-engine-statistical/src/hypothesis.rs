//! `Pr[<=N](<> f) >= p`: is it so probable that a run satisfies a formula?

use std::ops::ControlFlow;

use candor_query::Direction;

use crate::sprt::{Decision, Sprt};
use crate::walk::{Walk, Walker};
use crate::workers::{Tally, Undecided, in_order};

/// The claim, and how sure the answer is to be.
#[derive(Copy, Clone, Debug)]
pub struct TestOptions {
    pub direction: Direction,
    pub threshold: f64,
    /// Half of the region around the threshold in which either answer is right.
    pub delta: f64,
    /// How often a true claim may be rejected.
    pub alpha: f64,
    /// How often a false claim may be accepted.
    pub beta: f64,
    pub max_runs: u64,
    pub n_workers: usize,
}

/// Whether the claim is believed.
#[derive(Clone, Debug, PartialEq)]
pub enum Hypothesis {
    Accepted,
    Rejected,
    Undecided(Undecided),
}

/// What the runs have shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    pub tally: Tally,
    pub hypothesis: Hypothesis,
}

/// Makes runs until they decide; `None` if the region around the threshold leaves the probabilities. `watch` sees the counts and how
/// far the test is, from -1 (rejected) to 1 (accepted), and may say that it is enough.
pub fn test(
    walk: &Walk,
    options: &TestOptions,
    watch: &mut dyn FnMut(&Tally, f64) -> ControlFlow<()>,
) -> Option<Tested> {
    let TestOptions { direction, threshold, delta, alpha, beta, .. } = *options;
    // At most p: the probability of the opposite is at least 1 - p.
    let theta = match direction {
        Direction::AtLeast => threshold,
        Direction::AtMost => 1.0 - threshold,
    };
    let mut sprt = Sprt::new(theta, delta, alpha, beta)?;
    let mut tally = Tally::default();
    let mut hypothesis = Hypothesis::Undecided(Undecided::Interrupted);
    let made = in_order(walk, options.n_workers, Walker::run, |outcome| {
        match tally.add(&outcome) {
            Ok(None) => {}
            Ok(Some(is_hit)) => {
                let decision = sprt.add(is_hit == (direction == Direction::AtLeast));
                if let Some(decision) = decision {
                    hypothesis = match decision {
                        Decision::Accept => Hypothesis::Accepted,
                        Decision::Reject => Hypothesis::Rejected,
                    };
                    return ControlFlow::Break(());
                }
            }
            Err(reason) => {
                hypothesis = Hypothesis::Undecided(reason);
                return ControlFlow::Break(());
            }
        }
        if tally.n_runs + tally.n_dropped >= options.max_runs {
            hypothesis = Hypothesis::Undecided(Undecided::MaxRuns(options.max_runs));
            return ControlFlow::Break(());
        }
        watch(&tally, sprt.progress())
    });
    if let Err(stop) = made {
        hypothesis = Hypothesis::Undecided(Undecided::Stopped(stop));
    }
    Some(Tested { tally, hypothesis })
}

//! `Pr[<=N](<> f)`: how probable is it that a run satisfies a formula?

use std::ops::ControlFlow;

use candor_query::Method;

use crate::interval::{Interval, chernoff_interval, chernoff_runs};
use crate::looks::Looks;
use crate::walk::{Walk, Walker};
use crate::workers::{Tally, Undecided, in_order};

/// What an estimate is to be like.
#[derive(Copy, Clone, Debug)]
pub struct EstimateOptions {
    /// One minus the confidence.
    pub alpha: f64,
    /// How wide the interval may be, from end to end.
    pub width: f64,
    pub method: Method,
    pub max_runs: u64,
    pub n_workers: usize,
}

/// What the runs have shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub tally: Tally,
    pub interval: Interval,
    /// Why the interval is wider than it was to be.
    pub undecided: Option<Undecided>,
}

/// Makes runs until the interval is narrow enough. `watch` sees the counts from time to time and may say that it is enough.
pub fn estimate(walk: &Walk, options: &EstimateOptions, watch: &mut dyn FnMut(&Tally) -> ControlFlow<()>) -> Estimate {
    let mut looks = Looks::new(options.alpha, options.width);
    let n_fixed = chernoff_runs(options.alpha, options.width);
    let mut tally = Tally::default();
    let mut undecided = None;
    let mut is_enough = |tally: &Tally| match options.method {
        Method::ClopperPearson => looks.is_reached(tally.n_satisfied, tally.n_runs),
        Method::Chernoff => tally.n_runs >= n_fixed,
    };
    let made = in_order(walk, options.n_workers, Walker::run, |outcome| {
        let counts = match tally.add(&outcome) {
            Ok(is_hit) => is_hit.is_some(),
            Err(reason) => {
                undecided = Some(reason);
                return ControlFlow::Break(());
            }
        };
        if counts && is_enough(&tally) {
            return ControlFlow::Break(());
        }
        let n_seen = tally.n_runs + tally.n_dropped;
        if n_seen >= options.max_runs {
            undecided = Some(Undecided::MaxRuns(options.max_runs));
            return ControlFlow::Break(());
        }
        if watch(&tally).is_break() {
            undecided = Some(Undecided::Interrupted);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if let Err(stop) = made {
        undecided = Some(Undecided::Stopped(stop));
    }
    let interval = match (options.method, &undecided) {
        (Method::Chernoff, None) => chernoff_interval(tally.n_satisfied, tally.n_runs, options.width),
        (Method::ClopperPearson, _) | (_, Some(_)) => looks.interval(tally.n_satisfied, tally.n_runs),
    };
    Estimate { tally, interval, undecided }
}

//! Where a probability lies, given how often something happened.

use crate::beta;

/// An interval of probabilities.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    pub lower: f64,
    pub upper: f64,
}

impl Interval {
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    pub fn contains(self, probability: f64) -> bool {
        self.lower <= probability && probability <= self.upper
    }
}

/// The interval of Clopper and Pearson ("The Use of Confidence or Fiducial Limits", Biometrika 1934): it contains the probability of
/// what happened in `n_hits` of `n_runs` runs with a confidence of at least one minus `alpha`.
pub fn clopper_pearson(n_hits: u64, n_runs: u64, alpha: f64) -> Interval {
    let (hits, misses) = (float(n_hits), float(n_runs - n_hits));
    let lower = if n_hits == 0 { 0.0 } else { beta::quantile(hits, misses + 1.0, alpha / 2.0) };
    // The upper point of one variable is one minus the lower point of its complement, which is exact for small alpha, too.
    let upper = if n_hits == n_runs { 1.0 } else { 1.0 - beta::quantile(misses, hits + 1.0, alpha / 2.0) };
    Interval { lower, upper }
}

/// How many runs the bound of Chernoff and Hoeffding (Okamoto 1958, Hoeffding 1963) asks for so that the interval of this width around
/// the share of hits contains the probability with a confidence of at least one minus `alpha`, whatever it is.
pub fn chernoff_runs(alpha: f64, width: f64) -> u64 {
    let half = width / 2.0;
    let runs = (libm::log(2.0 / alpha) / (2.0 * half * half)).ceil();
    // Any sensible number is below 2^53, where floats are whole.
    format!("{runs:.0}").parse().unwrap_or(u64::MAX)
}

/// The interval that goes with [`chernoff_runs`].
pub(crate) fn chernoff_interval(n_hits: u64, n_runs: u64, width: f64) -> Interval {
    let share = float(n_hits) / float(n_runs.max(1));
    Interval { lower: (share - width / 2.0).max(0.0), upper: (share + width / 2.0).min(1.0) }
}

/// Whether intervals have become narrow enough, asked after every run.
///
/// The interval itself costs more than many a run, so it is computed only where it may be narrow enough. A Clopper-Pearson interval is
/// wider than the one that the normal distribution gives; how much wider hardly changes from run to run once there are many of them. It
/// is tested below that nothing is missed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Narrow {
    alpha: f64,
    width: f64,
    /// The upper alpha/2 point of the normal distribution.
    z: f64,
    /// Up to so many runs the interval is about so many times as wide as the normal one.
    last: Option<(u64, f64)>,
}

const FEWEST_RUNS: u64 = 50;
/// With this many hits and this many misses, the ratio of the widths changes by less than a thousandth while there are as many runs more
/// as a fiftieth of the fewer ones of them.
const MANY: u64 = 200;
const STEADY: u64 = 50;

impl Narrow {
    pub(crate) fn new(alpha: f64, width: f64) -> Narrow {
        Narrow { alpha, width, z: normal_point(alpha / 2.0), last: None }
    }

    pub(crate) fn is_reached(&mut self, n_hits: u64, n_runs: u64) -> bool {
        let normal = self.normal_width(n_hits, n_runs);
        if n_runs >= FEWEST_RUNS && normal > 1.02 * self.width {
            return false;
        }
        if let Some((until, ratio)) = self.last
            && n_runs <= until
            && normal * ratio > 1.001 * self.width
        {
            return false;
        }
        let width = clopper_pearson(n_hits, n_runs, self.alpha).width();
        let fewer = n_hits.min(n_runs - n_hits);
        self.last = (fewer >= MANY).then(|| (n_runs + fewer / STEADY, width / normal));
        width <= self.width
    }

    fn normal_width(&self, n_hits: u64, n_runs: u64) -> f64 {
        let share = float(n_hits) / float(n_runs.max(1));
        2.0 * self.z * (share * (1.0 - share) / float(n_runs.max(1))).sqrt()
    }
}

/// The z above which a normal variable lies with this probability.
fn normal_point(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        match libm::erfc(middle / std::f64::consts::SQRT_2) / 2.0 > probability {
            true => low = middle,
            false => high = middle,
        }
    }
    f64::midpoint(low, high)
}

/// A count as a float: exact below 2^53, and no program is run more often.
pub(crate) fn float(count: u64) -> f64 {
    let high = u32::try_from(count >> 32).expect("32 bits");
    let low = u32::try_from(count & 0xFFFF_FFFF).expect("32 bits");
    f64::from(high) * 4_294_967_296.0 + f64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// The numbers of LODIN's second output, to all digits that it prints.
    #[test]
    fn lodins_interval_and_its_stopping_rule() {
        let interval = clopper_pearson(9269, 31_883, 0.05);
        assert_eq!(format!("{:.6} {:.6}", interval.lower, interval.upper), "0.285738 0.295738");
        near(interval.width(), 0.009_999_86, 1e-8);
        near(clopper_pearson(9269, 31_882, 0.05).width(), 0.010_000_11, 1e-8);
    }

    /// The examples of Newcombe ("Two-Sided Confidence Intervals for the Single Proportion", 1998) and others, with more digits from sums
    /// of binomial probabilities.
    #[test]
    fn published_intervals() {
        for (hits, runs, alpha, lower, upper) in [
            (81, 263, 0.05, 0.252_736_745_6, 0.367_621_922_6),
            (15, 148, 0.05, 0.057_844_010_1, 0.161_650_490_3),
            (0, 20, 0.05, 0.0, 0.168_433_471_0),
            (1, 29, 0.05, 0.000_872_646_9, 0.177_644_295_5),
            (5, 10, 0.05, 0.187_086_028_4, 0.812_913_971_6),
            (10, 10, 0.05, 1.0 - 0.308_497_107_8, 1.0),
            (50, 100, 0.01, 0.368_861_437_4, 0.631_138_562_6),
        ] {
            let interval = clopper_pearson(hits, runs, alpha);
            near(interval.lower, lower, 1e-10);
            near(interval.upper, upper, 1e-10);
        }
    }

    /// The number of runs after which the interval is narrow enough, if always the same share of them are hits.
    fn runs_needed(share: f64, alpha: f64, width: f64) -> u64 {
        let mut narrow = Narrow::new(alpha, width);
        let hits = |runs: u64| {
            let hits = (share * float(runs)).round();
            format!("{hits:.0}").parse::<u64>().expect("a small number")
        };
        (1..100_000).find(|&runs| narrow.is_reached(hits(runs), runs)).expect("a hundred thousand are enough")
    }

    #[test]
    fn numbers_of_runs() {
        assert_eq!(runs_needed(0.5, 0.05, 0.01), 38_612);
        assert_eq!(runs_needed(0.2907, 0.01, 0.05), 2226);
    }

    #[test]
    fn the_short_cut_never_hides_a_narrow_interval() {
        for alpha in [0.5, 0.2, 0.05, 0.01, 0.001] {
            let z = normal_point(alpha / 2.0);
            for runs in FEWEST_RUNS..400 {
                for hits in 0..=runs / 2 {
                    let exact = clopper_pearson(hits, runs, alpha).width();
                    let narrow = Narrow { alpha, width: exact, z, last: None };
                    assert!(narrow.normal_width(hits, runs) <= 1.02 * exact, "{hits} of {runs} at {alpha}");
                }
            }
        }
    }

    #[test]
    fn points_of_the_normal_distribution() {
        near(normal_point(0.025), 1.959_963_985, 1e-8);
        near(normal_point(0.005), 2.575_829_304, 1e-8);
    }

    #[test]
    fn chernoff() {
        assert_eq!(chernoff_runs(0.05, 0.02), 18_445);
        assert_eq!(chernoff_runs(0.05, 0.01), 73_778);
        let interval = chernoff_interval(1, 100, 0.1);
        assert_eq!((interval.lower, format!("{:.2}", interval.upper)), (0.0, "0.06".to_owned()));
    }

    /// How much wider an interval is than the normal one stays the same for a while, whatever happens in these runs.
    #[test]
    fn what_was_computed_is_good_for_a_while() {
        for alpha in [0.2, 0.05, 0.001] {
            let narrow = Narrow::new(alpha, 0.1);
            let ratio = |hits, runs| clopper_pearson(hits, runs, alpha).width() / narrow.normal_width(hits, runs);
            for (hits, misses) in [(200, 200), (200, 500), (200, 20_000), (200, 900_000), (3000, 200), (70_000, 31_000)]
            {
                let runs = hits + misses;
                let before = ratio(hits, runs);
                let most = hits.min(misses) / STEADY;
                for more in [1, most / 4, most / 2, most] {
                    for more_hits in [0, more / 3, more] {
                        let after = ratio(hits + more_hits, runs + more);
                        assert!(
                            after * 1.001 > before,
                            "{hits} of {runs} and {more_hits} of {more} at {alpha}: {before} {after}"
                        );
                    }
                }
            }
        }
    }
}

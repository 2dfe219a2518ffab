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
    fn lodins_interval() {
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

    #[test]
    fn chernoff() {
        assert_eq!(chernoff_runs(0.05, 0.02), 18_445);
        assert_eq!(chernoff_runs(0.05, 0.01), 73_778);
        let interval = chernoff_interval(1, 100, 0.1);
        assert_eq!((interval.lower, format!("{:.2}", interval.upper)), (0.0, "0.06".to_owned()));
    }
}

//! Sequential estimation: runs are made until the confidence interval is narrow enough.
//!
//! A Clopper-Pearson interval contains the probability with confidence 1 - alpha if the number of runs was fixed before. Who computes one
//! after every run and stops at the first that is narrow enough gets less: for an alpha of 0.05 they miss probabilities near the width in 6.5% of
//! the cases, since low shares of hits stop early. Here is a group sequential design instead (Jennison and Turnbull, "Group Sequential
//! Methods", 2000, chapters 8 and 12): runs are looked at when there are n_1 < n_2 < ... of them, each time a fifth more. At look i it is
//! enough if at most a_i of them were hits, or at most a_i misses: those for which the interval of Clopper and Pearson is narrow enough for an
//! alpha that is smaller (`SHARE`). The interval then holds all p for which neither a share of hits as low as that of the last look, t, nor
//! one as high is rarer than alpha/2. Say t is at most one half. Who stops at look i with a share of at most t had more than a_(i-1) hits and at
//! most t n_i, so that with S_i hits at look i
//!
//! ```text
//! P(as low) <= sum over the i with a_(i-1) < c_i of P(S_i <= c_i), where c_i = min(a_i, t n_i)
//! ```
//!
//! Let m be the first look at which a share of t is enough. Who stops with t or more had that share at m already, or few misses before:
//!
//! ```text
//! P(as high) <= P(S_m >= t n_m) + sum over i < m of P(S_i >= n_i - a_i)
//! ```
//!
//! Both are monotone in p. So the confidence is at least 1 - alpha for every alpha and width; a test enumerates it, and that the intervals are
//! narrow enough. It takes about half as many runs more as looking after every run.

use crate::beta;
use crate::interval::{Interval, clopper_pearson, float};

/// A look at the runs.
#[derive(Copy, Clone, Debug)]
struct Look {
    n_runs: u64,
    /// It is enough with at most so many hits or misses; `None`: with no number of them.
    most: Option<u64>,
}

impl Look {
    /// The most hits with which it is enough and whose share is at most that of `n_hits` in `n_runs`.
    fn most_up_to(self, n_hits: u64, n_runs: u64) -> Option<u64> {
        let share = u128::from(n_hits) * u128::from(self.n_runs) / u128::from(n_runs.max(1));
        self.most.map(|most| most.min(u64::try_from(share).unwrap_or(u64::MAX)))
    }
}

/// When to look, and what was enough so far.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    alpha: f64,
    width: f64,
    past: Vec<Look>,
    next: u64,
}

/// The share of alpha with which intervals have to be narrow enough. With one half some of those that are told would be too wide by
/// a fortieth.
const SHARE: f64 = 0.35;
/// Terms of the sums below this share of alpha are replaced by a bound that is cheap.
const NEGLIGIBLE: f64 = 1e-9;

impl Looks {
    pub(crate) fn new(alpha: f64, width: f64) -> Looks {
        // With fewer runs the interval is wider, whatever they were: 1 - (alpha/2)^(1/n) is its width without hits.
        let first = (libm::log(SHARE * alpha / 2.0) / libm::log1p(-width)).ceil();
        let first = if first.is_finite() { format!("{first:.0}").parse().unwrap_or(u64::MAX) } else { 1 };
        Looks { alpha, width, past: Vec::new(), next: first.max(1) }
    }

    /// Whether it is enough, asked after every run.
    pub(crate) fn is_reached(&mut self, n_hits: u64, n_runs: u64) -> bool {
        if n_runs != self.next {
            return false;
        }
        let look = self.look_at(n_runs, self.past.last().and_then(|look| look.most));
        self.past.push(look);
        self.next = after(n_runs);
        look.most.is_some_and(|most| n_hits.min(n_runs - n_hits) <= most)
    }

    /// A look after so many runs, if `before` was enough at the one before.
    fn look_at(&self, n_runs: u64, before: Option<u64>) -> Look {
        let is_narrow = |n_hits: u64| clopper_pearson(n_hits, n_runs, SHARE * self.alpha).width() <= self.width;
        let half = n_runs / 2;
        if is_narrow(half) {
            return Look { n_runs, most: Some(half) };
        }
        if !is_narrow(0) {
            return Look { n_runs, most: None };
        }
        let (mut good, mut bad) = (before.unwrap_or(0).min(half), half);
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match is_narrow(middle) {
                true => good = middle,
                false => bad = middle,
            }
        }
        Look { n_runs, most: Some(good) }
    }

    /// The interval after so many runs: those of a look at which it was enough, or of an end that has nothing to do with hits.
    pub(crate) fn interval(&self, n_hits: u64, n_runs: u64) -> Interval {
        if n_hits > n_runs - n_hits {
            let Interval { lower, upper } = self.interval(n_runs - n_hits, n_runs);
            return Interval { lower: 1.0 - upper, upper: 1.0 - lower };
        }
        let looks = self.looks_around(n_hits, n_runs);
        let (share, runs) = (float(n_hits) / float(n_runs.max(1)), float(n_runs.max(1)));
        let (rare, step) = (self.alpha / 2.0, (share * (1.0 - share) / runs).sqrt() + 1.0 / runs);
        let as_high = |p: f64| self.as_high(&looks, n_hits, n_runs, p);
        let lower = if n_hits == 0 { 0.0 } else { 1.0 - root(1.0 - share, step, rare, |q| as_high(1.0 - q)) };
        let upper =
            if n_hits == n_runs { 1.0 } else { root(share, step, rare, |p| self.as_low(&looks, n_hits, n_runs, p)) };
        Interval { lower, upper }
    }

    /// The looks up to an end, and those behind it at which a share as low could still be enough.
    fn looks_around(&self, n_hits: u64, n_runs: u64) -> Vec<Look> {
        let mut looks: Vec<Look> = self.past.iter().copied().filter(|look| look.n_runs <= n_runs).collect();
        if looks.last().is_none_or(|look| look.n_runs < n_runs) {
            // The runs end here, with whatever they have shown.
            looks.push(Look { n_runs, most: Some(n_runs) });
            return looks;
        }
        while let Some(&Look { n_runs: last, most }) = looks.last() {
            let next = self.look_at(after(last), most);
            if most.is_some_and(|most| most >= last / 2) || next.most_up_to(n_hits, n_runs) <= most {
                break;
            }
            looks.push(next);
        }
        looks
    }

    /// At least the probability of a share of hits that is as low.
    fn as_low(&self, looks: &[Look], n_hits: u64, n_runs: u64, p: f64) -> f64 {
        let mut before = None;
        let terms = looks.iter().map(|look| {
            let most = look.most_up_to(n_hits, n_runs);
            let is_new = most > before;
            before = before.max(look.most);
            most.filter(|_| is_new).map_or(0.0, |most| self.at_most(most, look.n_runs, p))
        });
        terms.sum()
    }

    /// At least the probability of a share of hits that is as high.
    fn as_high(&self, looks: &[Look], n_hits: u64, n_runs: u64, p: f64) -> f64 {
        let share = |look: &Look| u128::from(n_hits) * u128::from(look.n_runs);
        let is_enough =
            |look: &Look| look.most.is_some_and(|most| u128::from(most) * u128::from(n_runs) >= share(look));
        let mut sum = 0.0;
        let mut before = None;
        for look in looks {
            if is_enough(look) {
                let least = u64::try_from(share(look).div_ceil(u128::from(n_runs))).unwrap_or(u64::MAX);
                return sum + at_most(look.n_runs - least, look.n_runs, 1.0 - p);
            }
            if let Some(most) = look.most.filter(|_| look.most > before) {
                sum += self.at_most(most, look.n_runs, 1.0 - p);
            }
            before = before.max(look.most);
        }
        1.0
    }

    /// The probability of at most `k` hits in `n` runs, or a bound of it if it hardly matters.
    fn at_most(&self, k: u64, n: u64, p: f64) -> f64 {
        let bound = chernoff(k, n, p);
        if bound < NEGLIGIBLE * self.alpha { bound } else { at_most(k, n, p) }
    }
}

/// When to look again.
fn after(n_runs: u64) -> u64 {
    n_runs.saturating_add((n_runs / 5).max(1))
}

/// The probability of at most `k` hits in `n` runs if one is a hit with probability `p`.
fn at_most(k: u64, n: u64, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    beta::regularized(float(n - k), float(k) + 1.0, 1.0 - p)
}

/// A bound of [`at_most`] for shares below `p` (Chernoff 1952, Okamoto 1958); one for others.
fn chernoff(k: u64, n: u64, p: f64) -> f64 {
    let share = float(k) / float(n);
    if share >= p {
        return 1.0;
    }
    let part = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * libm::log(x / y) };
    libm::exp(-float(n) * (part(share, p) + part(1.0 - share, 1.0 - p)))
}

/// Where a function falls below `rare` that is above it at `from` and falls to zero at one; at most `CLOSE` behind that. By the method of
/// Illinois (Dowell and Jarratt 1971) on its logarithm, from a step that may have any length.
fn root(from: f64, step: f64, rare: f64, falls: impl Fn(f64) -> f64) -> f64 {
    const CLOSE: f64 = 1e-12;
    let error = |p: f64| libm::log(falls(p).max(1e-300) / rare);
    let mut low = (from, error(from));
    let mut high = low;
    while high.1 > 0.0 {
        if high.0 >= 1.0 {
            return 1.0;
        }
        low = high;
        let next = (high.0 + 2.0 * (high.0 - from).max(step)).min(1.0);
        high = (next, error(next));
    }
    while high.0 - low.0 > CLOSE {
        let next = low.0 + (high.0 - low.0) * low.1 / (low.1 - high.1);
        // Right beside an end, the root is likely to lie between.
        let next = next.clamp(low.0 + CLOSE / 2.0, high.0 - CLOSE / 2.0);
        let found = (next, error(next));
        if found.1 > 0.0 {
            (low, high.1) = (found, high.1 / 2.0);
        } else {
            (high, low.1) = (found, low.1 / 2.0);
        }
    }
    high.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place where runs may stop, and the logarithm of the number of ways that lead there.
    struct End {
        n_hits: u64,
        n_runs: u64,
        log_ways: f64,
        interval: Interval,
    }

    impl End {
        fn probability(&self, p: f64) -> f64 {
            let (hits, misses) = (float(self.n_hits), float(self.n_runs - self.n_hits));
            libm::exp(self.log_ways + hits * libm::log(p) + misses * libm::log1p(-p))
        }
    }

    /// All ends, by dynamic programming over the numbers of runs and hits. `stops` says with how many hits, or misses, it is enough, and
    /// `interval` what is said then.
    fn ends(mut stops: impl FnMut(u64) -> Option<u64>, mut interval: impl FnMut(u64, u64) -> Interval) -> Vec<End> {
        // The logarithms of how many ways lead to each number of hits without having stopped.
        let mut ways = vec![0.0_f64];
        let mut found = Vec::new();
        for n_runs in 1..10_000 {
            let mut more = vec![f64::NEG_INFINITY; ways.len() + 1];
            for (n_hits, &log) in ways.iter().enumerate().filter(|(_, log)| log.is_finite()) {
                more[n_hits] = log_sum(more[n_hits], log);
                more[n_hits + 1] = log_sum(more[n_hits + 1], log);
            }
            ways = more;
            let most = stops(n_runs);
            for (n_hits, log) in (0_u64..).zip(&mut ways).filter(|(_, log)| log.is_finite()) {
                if most.is_some_and(|most| n_hits.min(n_runs - n_hits) <= most) {
                    found.push(End { n_hits, n_runs, log_ways: *log, interval: interval(n_hits, n_runs) });
                    *log = f64::NEG_INFINITY;
                }
            }
            if ways.iter().all(|log| !log.is_finite()) {
                return found;
            }
        }
        panic!("ten thousand runs are enough")
    }

    fn log_sum(a: f64, b: f64) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        if low == f64::NEG_INFINITY { high } else { high + libm::log1p(libm::exp(low - high)) }
    }

    fn ends_of_looks(alpha: f64, width: f64) -> Vec<End> {
        let looks = std::cell::RefCell::new(Looks::new(alpha, width));
        let stops = |n_runs: u64| {
            let mut looks = looks.borrow_mut();
            // A look does not depend on what is seen.
            let is_look = looks.next == n_runs;
            looks.is_reached(0, n_runs);
            looks.past.last().filter(|_| is_look).and_then(|look| look.most)
        };
        ends(stops, |n_hits, n_runs| looks.borrow().interval(n_hits, n_runs))
    }

    /// The smallest probability that the interval contains p, and that p. Between the ends of intervals the coverage is a polynomial; it
    /// is smallest beside them, or in the middle at most.
    fn worst(ends: &[End]) -> (f64, f64) {
        let bounds = ends.iter().flat_map(|end| [end.interval.lower, end.interval.upper]);
        let mut at: Vec<f64> = bounds.flat_map(|p| [p * (1.0 - 1e-10), p * (1.0 + 1e-10)]).collect();
        at.extend((1..200).map(|part| f64::from(part) / 200.0));
        at.retain(|&p| p > 0.0 && p < 1.0);
        at.sort_by(f64::total_cmp);
        let middles: Vec<f64> = at.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
        at.extend(middles);
        let missed =
            |p: f64| -> f64 { ends.iter().filter(|end| !end.interval.contains(p)).map(|end| end.probability(p)).sum() };
        let covered = at.into_iter().map(|p| (1.0 - missed(p), p));
        covered.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are some")
    }

    #[test]
    fn the_confidence_is_what_is_promised() {
        for alpha in [0.5, 0.2, 0.05, 0.01, 0.001] {
            for width in [0.9, 0.5, 0.3, 0.2, 0.1] {
                let ends = ends_of_looks(alpha, width);
                let total: f64 = ends.iter().map(|end| end.probability(0.3)).sum();
                assert!((total - 1.0).abs() < 1e-9, "{alpha} {width}: {total}");
                let (covered, p) = worst(&ends);
                assert!(covered >= 1.0 - alpha - 1e-9, "{alpha} {width}: {covered} at {p}");
                let widest = ends.iter().map(|end| end.interval.width()).fold(0.0, f64::max);
                assert!(widest <= width + 1e-9, "{alpha} {width}: {widest}");
            }
        }
    }

    #[test]
    fn the_confidence_is_what_is_promised_for_narrow_intervals() {
        let ends = ends_of_looks(0.05, 0.05);
        let (covered, p) = worst(&ends);
        assert!(covered >= 0.95 - 1e-9, "{covered} at {p}");
    }

    /// Why looks are counted: with the interval of Clopper and Pearson after every run there is less confidence than it has.
    #[test]
    fn looking_after_every_run_promises_too_much() {
        let (alpha, width) = (0.05, 0.2);
        let stops = |n_runs: u64| {
            (0..=n_runs / 2).take_while(|&n_hits| clopper_pearson(n_hits, n_runs, alpha).width() <= width).last()
        };
        let (covered, _) = worst(&ends(stops, |n_hits, n_runs| clopper_pearson(n_hits, n_runs, alpha)));
        assert!(covered < 0.936, "{covered}");
    }

    /// The mean number of runs.
    fn mean(ends: &[End], p: f64) -> f64 {
        ends.iter().map(|end| end.probability(p) * float(end.n_runs)).sum()
    }

    /// Looking after every run takes 72, 328, 1021 and 1574 runs.
    #[test]
    fn the_number_of_runs() {
        let ends = ends_of_looks(0.05, 0.05);
        for (p, most) in [(0.001, 100.0), (0.05, 510.0), (0.2, 1660.0), (0.5, 2540.0)] {
            assert!(mean(&ends, p) <= most, "{p}: {}", mean(&ends, p));
        }
    }

    #[test]
    fn without_looks_it_is_the_interval_of_clopper_and_pearson() {
        for (n_hits, n_runs) in [(0, 20), (5, 10), (81, 263), (10, 10), (9269, 31_883)] {
            let (found, known) =
                (Looks::new(0.05, 0.5).interval(n_hits, n_runs), clopper_pearson(n_hits, n_runs, 0.05));
            assert!(
                (found.lower - known.lower).abs() < 1e-10 && (found.upper - known.upper).abs() < 1e-10,
                "{found:?}"
            );
        }
    }
}

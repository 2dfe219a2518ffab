//! Wald's sequential probability ratio test ("Sequential Tests of Statistical Hypotheses", 1945).
//!
//! Is a probability at least theta? With an indifference region of delta to either side: above theta + delta the claim is rejected
//! with a chance of at most alpha, below theta - delta it is accepted with a chance of at most beta, in between either is right.
//! The ratio of the likelihoods of theta - delta and theta + delta is kept as a logarithm.
//!
//! Wald's own limits, `(1 - beta) / alpha` and `beta / (1 - alpha)`, keep these promises only nearly: the ratio goes past a limit, not onto
//! it. With `1 / alpha` and `beta` they are kept: where theta + delta is right, the ratio is expected to stay what it is, and it
//! ever gets to `1 / alpha` with a chance of at most alpha (Ville's inequality).

/// What the runs so far say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The probability is at least theta.
    Accept,
    Reject,
}

/// A test under way.
#[derive(Clone, Debug)]
pub struct Sprt {
    ratio: f64,
    on_hit: f64,
    on_miss: f64,
    accept_below: f64,
    reject_above: f64,
}

impl Sprt {
    /// A test that has seen nothing yet; `None` unless 0 < theta - delta and theta + delta < 1.
    pub fn new(theta: f64, delta: f64, alpha: f64, beta: f64) -> Option<Sprt> {
        let (above, below) = (theta + delta, theta - delta);
        let is_valid = delta > 0.0 && below > 0.0 && above < 1.0;
        is_valid.then(|| Sprt {
            ratio: 0.0,
            on_hit: libm::log(below / above),
            on_miss: libm::log((1.0 - below) / (1.0 - above)),
            accept_below: libm::log(beta),
            reject_above: -libm::log(alpha),
        })
    }

    /// Takes a run into account.
    pub fn add(&mut self, is_hit: bool) -> Option<Decision> {
        self.ratio += if is_hit { self.on_hit } else { self.on_miss };
        match self.ratio {
            ratio if ratio <= self.accept_below => Some(Decision::Accept),
            ratio if ratio >= self.reject_above => Some(Decision::Reject),
            _ => None,
        }
    }

    /// How far the test has come: from -1 (reject) to 1 (accept).
    pub fn progress(&self) -> f64 {
        match self.ratio < 0.0 {
            true => self.ratio / self.accept_below,
            false => -self.ratio / self.reject_above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn straight(is_hit: bool) -> (u32, Decision) {
        let mut sprt = Sprt::new(0.5, 0.05, 0.05, 0.05).expect("is valid");
        (1..).find_map(|run| Some((run, sprt.add(is_hit)?))).expect("it ends")
    }

    #[test]
    fn fifteen_in_a_row_decide() {
        assert_eq!(straight(true), (15, Decision::Accept));
        assert_eq!(straight(false), (15, Decision::Reject));
    }

    #[test]
    fn the_region_must_fit() {
        assert!(Sprt::new(0.05, 0.05, 0.05, 0.05).is_none());
        assert!(Sprt::new(0.96, 0.05, 0.05, 0.05).is_none());
        assert!(Sprt::new(0.9, 0.05, 0.05, 0.05).is_some());
    }

    /// At the ends of the indifference region, where it is hardest, the test is wrong no more often than it may be.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let wrong = |probability: f64, right: Decision| {
            let mut random = Random::of_run(7, u64::from(right == Decision::Accept));
            let mut decide = || {
                let mut sprt = Sprt::new(0.3, 0.05, 0.05, 0.1).expect("is valid");
                loop {
                    if let Some(decision) = sprt.add(random.unit() < probability) {
                        return decision;
                    }
                }
            };
            (0..1000).filter(|_| decide() != right).count()
        };
        // Three standard deviations above 5% and 10% of a thousand.
        assert!(wrong(0.35, Decision::Accept) <= 71);
        assert!(wrong(0.25, Decision::Reject) <= 128);
    }

    /// The chance of an error after at most so many runs, exactly: all numbers of hits, with the chances to be undecided with each.
    #[test]
    fn the_exact_chance_of_an_error_is_within_the_promise() {
        for (theta, delta, alpha, beta) in [(0.5, 0.2, 0.05, 0.05), (0.5, 0.05, 0.05, 0.05), (0.3, 0.1, 0.1, 0.01)] {
            for (probability, wrong, promised) in
                [(theta + delta, Decision::Reject, alpha), (theta - delta, Decision::Accept, beta)]
            {
                let undecided = Sprt::new(theta, delta, alpha, beta).expect("is valid");
                let (mut open, mut chance) = (vec![(undecided, 1.0)], 0.0);
                for _ in 0..400 {
                    let mut next: Vec<(Sprt, f64)> = Vec::new();
                    for (sprt, weight) in open {
                        for (is_hit, share) in [(false, 1.0 - probability), (true, probability)] {
                            let mut sprt = sprt.clone();
                            let weight = weight * share;
                            match sprt.add(is_hit) {
                                Some(decision) if decision == wrong => chance += weight,
                                Some(_) => {}
                                // As many hits as the one before, in another order.
                                None => match next.last_mut() {
                                    Some((same, sum)) if (same.ratio - sprt.ratio).abs() < 1e-9 => *sum += weight,
                                    _ => next.push((sprt, weight)),
                                },
                            }
                        }
                    }
                    open = next;
                }
                assert!(chance <= promised, "{theta} {delta}: {chance} of {promised}");
            }
        }
    }
}

//! Chance: xoshiro256++ (Blackman, Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021), begun anew for every run.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The stream of one run: it depends on the seed and on the number of the run, and on nothing else.
    pub fn of_run(seed: u64, run: u64) -> Random {
        let mut state = mix(seed ^ 0x6C07_8965_3FA1_B4D3).wrapping_add(mix(run));
        Random(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            mix(state)
        }))
    }

    pub fn word(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let word = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        word
    }

    /// A number below a bound, each with the same chance (Lemire, "Fast Random Integer Generation in an Interval", 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below zero");
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            let low = product & u128::from(u64::MAX);
            // Only products whose low half is at least 2^64 mod bound fall evenly on the results.
            if low >= u128::from(bound) || low >= u128::from(bound.wrapping_neg() % bound) {
                return u64::try_from(product >> 64).expect("the high half of a product");
            }
        }
    }

    /// A number in [0, 1), a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.word() >> 32).expect("32 bits");
        let low = u32::try_from(self.word() >> 43).expect("21 bits");
        (f64::from(high) * f64::from(1u32 << 21) + f64::from(low)) / 9_007_199_254_740_992.0
    }
}

/// The last step of SplitMix64 (Steele, Lea, Flood 2014): a bijection that leaves no trace of how near its arguments were.
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first outputs of xoshiro256++ from the state 1, 2, 3, 4.
        let mut random = Random([1, 2, 3, 4]);
        assert_eq!([random.word(), random.word(), random.word()], [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random::of_run(1, 0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::try_from(random.below(6)).expect("small")] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn neighbouring_runs_have_nothing_in_common() {
        let mean = |seed| (0..4000).map(|run| Random::of_run(seed, run).unit()).sum::<f64>() / 4000.0;
        for seed in 0..5 {
            assert!((mean(seed) - 0.5).abs() < 0.02, "{seed}: {}", mean(seed));
        }
    }
}

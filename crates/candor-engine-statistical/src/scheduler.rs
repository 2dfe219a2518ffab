//! Which thread makes the next step.

use candor_interp::ThreadId;

use crate::random::Random;

/// How the next thread is picked among those that can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Scheduler {
    /// Each with the same chance, at every step: LODIN's.
    #[default]
    Uniform,
    /// `weights(1,3)`: by the weight of each thread; those beyond the list have the weight 1.
    Weights(Vec<f64>),
    /// `stay(p)`: the same one as before with this probability, otherwise any.
    Stay(f64),
    /// `turns(n)`: each makes n steps, in the order of their numbers.
    Turns(u64),
}

impl Scheduler {
    pub fn parse(text: &str) -> Result<Scheduler, String> {
        let wrong = || format!("`{text}` is no scheduler; there are uniform, weights(W,...), stay(P), turns(N)");
        if text.trim() == "uniform" {
            return Ok(Scheduler::Uniform);
        }
        let (name, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let inside = rest.strip_suffix(')').ok_or_else(wrong)?.trim();
        match name.trim() {
            "weights" => {
                let weight = |text: &str| text.trim().parse().ok().filter(|weight: &f64| *weight >= 0.0);
                let weights: Option<Vec<f64>> = inside.split(',').map(weight).collect();
                weights
                    .filter(|weights| weights.iter().sum::<f64>().is_finite())
                    .map(Scheduler::Weights)
                    .ok_or_else(wrong)
            }
            "stay" => {
                let p = inside.parse().ok().filter(|p| (0.0..1.0).contains(p));
                p.map(Scheduler::Stay).ok_or_else(wrong)
            }
            "turns" => inside.parse().ok().filter(|&n| n > 0).map(Scheduler::Turns).ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }

    /// One of the threads, of which there is at least one, in the order of their numbers. `last` made the step before, of
    /// which it has made `n_in_a_row`.
    pub(crate) fn pick(&self, random: &mut Random, able: &[ThreadId], last: ThreadId, n_in_a_row: u64) -> ThreadId {
        let any = |random: &mut Random| {
            let n_able = u64::try_from(able.len()).expect("few threads");
            able[usize::try_from(random.below(n_able)).expect("below the length")]
        };
        match self {
            Scheduler::Uniform => any(random),
            Scheduler::Weights(weights) => by_weight(weights, random, able).unwrap_or_else(|| any(random)),
            Scheduler::Stay(p) => match able.contains(&last) && random.unit() < *p {
                true => last,
                false => any(random),
            },
            Scheduler::Turns(n_steps) => match able.contains(&last) && !n_in_a_row.is_multiple_of(*n_steps) {
                true => last,
                false => *able.iter().find(|&&id| id > last).unwrap_or(&able[0]),
            },
        }
    }
}

/// `None` if none of them has any weight.
fn by_weight(weights: &[f64], random: &mut Random, able: &[ThreadId]) -> Option<ThreadId> {
    let weight = |id: &ThreadId| usize::try_from(id.0).ok().and_then(|idx| weights.get(idx)).copied().unwrap_or(1.0);
    let total: f64 = able.iter().map(weight).sum();
    let mut left = random.unit() * total;
    let mut last = None;
    for id in able {
        let own = weight(id);
        if own > 0.0 {
            last = Some(*id);
            if left < own {
                break;
            }
        }
        left -= own;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::float;

    fn share_of_first(text: &str) -> f64 {
        let scheduler = Scheduler::parse(text).expect("is one");
        let mut random = Random::of_run(11, 0);
        let able = [ThreadId(0), ThreadId(1)];
        let (mut last, mut n_in_a_row, mut n_first) = (ThreadId(0), 0, 0);
        for _ in 0..10_000 {
            let next = scheduler.pick(&mut random, &able, last, n_in_a_row);
            n_in_a_row = if next == last { n_in_a_row + 1 } else { 1 };
            last = next;
            n_first += u64::from(next == ThreadId(0));
        }
        float(n_first) / 10_000.0
    }

    #[test]
    fn shares() {
        for (text, expected) in
            [("uniform", 0.5), ("weights(3,1)", 0.75), ("weights(1,0)", 1.0), ("stay(0.9)", 0.5), ("turns(4)", 0.5)]
        {
            let share = share_of_first(text);
            assert!((share - expected).abs() < 0.03, "{text}: {share}");
        }
    }

    #[test]
    fn mistakes_are_refused() {
        for text in ["", "fair", "stay(1)", "turns(0)", "weights(-1)", "weights(a)"] {
            assert!(Scheduler::parse(text).is_err(), "{text}");
        }
    }
}

//! Distributions that inputs can have, and how they are written.

use candor_context_concrete::Number;

use crate::random::Random;

/// How probable each value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// `uniform(0,9)`: each integer from the first to the last.
    Uniform(i128, i128),
    /// `uniform(0.0,1.0)`: any real number from the first to the last, without it.
    Real(f64, f64),
    /// `bernoulli(p)`: 1 with this probability, else 0.
    Bernoulli(f64),
    /// `binomial(n,p)`: how many of n tries succeed.
    Binomial(u32, f64),
    /// `geometric(p)`: how many tries fail before the first one that succeeds.
    Geometric(f64),
    /// `values(1:0.5,7:2)`: these values, by their weights.
    Values(Vec<(i128, f64)>),
}

/// What is wrong with the text of a distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistributionError(pub String);

type Parsed<T> = Result<T, DistributionError>;

const KNOWN: &str = "uniform(A,B), bernoulli(P), binomial(N,P), geometric(P), values(V:W,...)";
/// Beyond this a geometric variable is as good as infinite.
const MOST_TRIES: u32 = 1 << 24;

impl Distribution {
    pub fn parse(text: &str) -> Parsed<Distribution> {
        let wrong = || DistributionError(format!("`{text}` is no distribution; there are {KNOWN}"));
        let (name, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let inside = rest.trim_end().strip_suffix(')').ok_or_else(wrong)?;
        let args: Vec<&str> = inside.split(',').map(str::trim).collect();
        match (name.trim(), &args[..]) {
            ("uniform", [first, last]) => uniform(text, first, last),
            ("bernoulli", [p]) => Ok(Distribution::Bernoulli(probability(p)?)),
            ("binomial", [n, p]) => {
                let n = n.parse().map_err(|_| DistributionError(format!("`{n}` is no number of tries")))?;
                Ok(Distribution::Binomial(n, probability(p)?))
            }
            ("geometric", [p]) => match probability(p)? {
                p if p > 0.0 => Ok(Distribution::Geometric(p)),
                _ => Err(DistributionError("a geometric variable of probability 0 is infinite".to_owned())),
            },
            ("values", values) => {
                let values = values.iter().map(|value| weighted(value)).collect::<Parsed<Vec<_>>>()?;
                match values.iter().map(|(_, weight)| weight).sum::<f64>() > 0.0 {
                    true => Ok(Distribution::Values(values)),
                    false => Err(DistributionError(format!("`{text}`: all weights are zero"))),
                }
            }
            _ => Err(wrong()),
        }
    }

    pub(crate) fn draw(&self, random: &mut Random) -> Number {
        match self {
            Distribution::Uniform(first, last) => {
                let n_above = u64::try_from(last - first).expect("checked when it was read");
                let above = match n_above.checked_add(1) {
                    Some(n_values) => random.below(n_values),
                    None => random.word(),
                };
                Number::Integer(first + i128::from(above))
            }
            Distribution::Real(first, last) => Number::Float(first + (last - first) * random.unit()),
            Distribution::Bernoulli(p) => Number::Integer(i128::from(random.unit() < *p)),
            Distribution::Binomial(n, p) => {
                let n_hits = (0..*n).filter(|_| random.unit() < *p).count();
                Number::Integer(i128::try_from(n_hits).expect("at most four billion"))
            }
            Distribution::Geometric(p) => {
                let n_misses = (0..MOST_TRIES).take_while(|_| random.unit() >= *p).count();
                Number::Integer(i128::try_from(n_misses).expect("few"))
            }
            Distribution::Values(values) => Number::Integer(one_of(values, random)),
        }
    }
}

fn one_of(values: &[(i128, f64)], random: &mut Random) -> i128 {
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mut left = random.unit() * total;
    for (value, weight) in values {
        if left < *weight {
            return *value;
        }
        left -= weight;
    }
    // Rounding may leave a little behind the last one that has any weight.
    values.iter().rev().find(|(_, weight)| *weight > 0.0).map_or(0, |(value, _)| *value)
}

fn uniform(text: &str, first: &str, last: &str) -> Parsed<Distribution> {
    if let (Ok(first), Ok(last)) = (first.parse::<i128>(), last.parse::<i128>()) {
        let is_range = last.checked_sub(first).is_some_and(|above| (0..=i128::from(u64::MAX)).contains(&above));
        return match is_range {
            true => Ok(Distribution::Uniform(first, last)),
            false => Err(DistributionError(format!("`{text}`: there is nothing from {first} to {last}"))),
        };
    }
    match (first.parse::<f64>(), last.parse::<f64>()) {
        (Ok(first), Ok(last)) if first < last && (last - first).is_finite() => Ok(Distribution::Real(first, last)),
        _ => Err(DistributionError(format!("`{text}`: there is nothing from {first} to {last}"))),
    }
}

fn probability(text: &str) -> Parsed<f64> {
    let probability = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
    probability.ok_or_else(|| DistributionError(format!("`{text}` is no probability")))
}

fn weighted(text: &str) -> Parsed<(i128, f64)> {
    let (value, weight) = text.split_once(':').unwrap_or((text, "1"));
    let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
    match (value.trim().parse(), weight) {
        (Ok(value), Some(weight)) => Ok((value, weight)),
        _ => Err(DistributionError(format!("`{text}` is no value with a weight, such as `7:0.5`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(text: &str) -> f64 {
        let distribution = Distribution::parse(text).expect("is one");
        let mut random = Random::of_run(3, 0);
        let number = |number| match number {
            Number::Integer(integer) => integer.to_string().parse::<f64>().expect("is a number"),
            Number::Float(float) => float,
        };
        (0..20_000).map(|_| number(distribution.draw(&mut random))).sum::<f64>() / 20_000.0
    }

    #[test]
    fn means() {
        for (text, expected) in [
            ("uniform(0,9)", 4.5),
            ("uniform(-3, 3)", 0.0),
            ("uniform(0.0,0.5)", 0.25),
            ("bernoulli(0.3)", 0.3),
            ("binomial(10,0.2)", 2.0),
            ("geometric(0.25)", 3.0),
            ("values(1:1,3:3)", 2.5),
        ] {
            let found = mean(text);
            assert!((found - expected).abs() < 0.1, "{text}: {found}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let message = |text| Distribution::parse(text).expect_err("is wrong").0;
        assert!(message("gauss(0,1)").contains("uniform(A,B)"));
        assert!(message("uniform(5,3)").contains("nothing from 5 to 3"));
        assert!(message("bernoulli(2)").contains("no probability"));
        assert!(message("values(a:1)").contains("no value"));
        assert!(message("values(1:0)").contains("all weights are zero"));
    }
}

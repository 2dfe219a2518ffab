//! The regularised incomplete beta function and its inverse.
//!
//! The continued fraction by Lentz's method, as in Press et al., "Numerical Recipes" (section 6.4), with as many terms as it needs:
//! it takes about the square root of the larger parameter, and parameters here are numbers of runs. (Libraries that stop after a
//! fixed number of terms are wrong for many runs.) The inverse by Newton's method, kept in a shrinking interval. Elementary
//! functions are those of `libm`, the same on every host.

/// I_x(a, b), the probability that a beta variable is at most x.
pub(crate) fn regularized(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = libm::exp(log_power(a, b, x));
    match x < (a + 1.0) / (a + b + 2.0) {
        true => front * fraction(a, b, x) / a,
        false => 1.0 - front * fraction(b, a, 1.0 - x) / b,
    }
}

/// The x with I_x(a, b) = p.
pub(crate) fn quantile(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let mut x = a / (a + b);
    for _ in 0..200 {
        let error = regularized(a, b, x) - p;
        match error > 0.0 {
            true => high = x,
            false => low = x,
        }
        let density = libm::exp(log_power(a, b, x) - libm::log(x) - libm::log1p(-x));
        let newton = x - error / density;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x {
            return next;
        }
        x = next;
    }
    x
}

/// ln(x^a (1-x)^b / B(a, b)).
fn log_power(a: f64, b: f64, x: f64) -> f64 {
    libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x)
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MAX_TERMS: u32 = 100_000;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for m in 1..MAX_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            factor = d * c;
            result *= factor;
        }
        if (factor - 1.0).abs() < 1e-16 {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1e-3), "{found} is not {expected}");
    }

    #[test]
    fn whole_parameters_are_sums_of_binomials() {
        // I_x(a, b) is the probability of at least a heads in a + b - 1 tosses.
        near(regularized(1.0, 1.0, 0.3), 0.3);
        near(regularized(2.0, 3.0, 0.4), 0.5248);
        near(regularized(3.0, 1.0, 0.5), 0.125);
        near(regularized(1.0, 10.0, 0.1), 1.0 - 0.9f64.powi(10));
    }

    #[test]
    fn both_sides_add_up_for_many_runs() {
        for (a, b, x) in [(9269.0, 22615.0, 0.2907), (20_000.0, 20_000.0, 0.5), (5.0, 1e6, 5e-6), (1e6, 2e6, 0.3333)] {
            // Differences of logarithms of large factorials lose a few digits.
            let sum = regularized(a, b, x) + regularized(b, a, 1.0 - x);
            assert!((sum - 1.0).abs() < 1e-9, "({a}, {b}) at {x}: {sum}");
        }
        assert!((regularized(20_000.0, 20_000.0, 0.5) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn the_quantile_is_the_inverse() {
        for (a, b) in [(1.0, 1.0), (1.0, 30.0), (5.0, 2.0), (300.0, 700.0), (9269.0, 22615.0), (1e5, 3.0)] {
            for p in [0.001, 0.025, 0.5, 0.975, 0.999] {
                let x = quantile(a, b, p);
                assert!((regularized(a, b, x) - p).abs() < 1e-9, "({a}, {b}) at {p}: {x}");
            }
        }
        near(quantile(1.0, 4.0, 0.975), 1.0 - 0.025f64.powf(0.25));
    }
}

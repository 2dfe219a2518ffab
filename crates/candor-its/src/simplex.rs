//! An exact simplex over rational numbers, with bounds on variables, free variables, and rows that come later.
//!
//! After Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (CAV 2006): feasibility is restored from any basis, so that a
//! problem with a new row or bound starts from the last solution. The objective is the primal simplex on the same tableau: largest
//! coefficient first, and Bland's rule once that has taken long, which cannot cycle.

use crate::limit::Limit;
use crate::rational::Rational;

/// A variable of the linear program.
pub(crate) type Column = usize;

/// A linear program: variables with bounds, some of which are sums of others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simplex {
    variables: Vec<Bounds>,
    /// For each basic variable its row: a coefficient for each non-basic one, by position.
    rows: Vec<Vec<Rational>>,
    basic: Vec<Column>,
    non_basic: Vec<Column>,
    n_pivots: u64,
    limit: Option<Limit>,
}

#[derive(Clone, Debug)]
struct Bounds {
    lower: Option<Rational>,
    upper: Option<Rational>,
    value: Rational,
    position: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    Basic(usize),
    NonBasic(usize),
}

/// A sum that is positive for all values within the bounds, or negative: the proof that there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// The factors of the bounds; positive for a lower bound, negative for an upper one.
    pub(crate) factors: Vec<(Column, Rational)>,
}

/// The least value of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Minimum {
    /// The value, and the factors of the bounds that prove it.
    Attained(Rational, Vec<(Column, Rational)>),
    /// There is none: along this direction the sum gets ever smaller.
    Unbounded(Vec<Rational>),
    /// The search was given up.
    GivenUp,
}

/// A linear program that needs more pivots is given up.
const MAX_PIVOTS: u64 = 20_000;
/// After so many pivots for one objective Bland's rule decides.
const N_GREEDY: u64 = 200;

impl Simplex {
    /// A program that is given up when the time is over.
    pub(crate) fn within(limit: &Limit) -> Simplex {
        Simplex { limit: Some(*limit), ..Simplex::default() }
    }

    fn is_given_up(&self, start: u64) -> bool {
        let n_pivots = self.n_pivots - start;
        n_pivots > MAX_PIVOTS || (n_pivots % 32 == 31 && self.limit.as_ref().is_some_and(Limit::is_over))
    }

    /// A new variable between these bounds.
    pub(crate) fn variable(&mut self, lower: Option<Rational>, upper: Option<Rational>) -> Column {
        let value = lower.clone().or(upper.clone()).unwrap_or(Rational::ZERO);
        let column = self.variables.len();
        let position = Position::NonBasic(self.non_basic.len());
        self.variables.push(Bounds { lower, upper, value, position });
        self.non_basic.push(column);
        self.rows.iter_mut().for_each(|row| row.push(Rational::ZERO));
        column
    }

    /// A new variable that is a sum of others, between these bounds.
    pub(crate) fn row(
        &mut self,
        sum: &[(Column, Rational)],
        lower: Option<Rational>,
        upper: Option<Rational>,
    ) -> Column {
        let column = self.variables.len();
        let row = self.in_terms_of_non_basic(sum);
        let value = self.evaluate(sum);
        let position = Position::Basic(self.rows.len());
        self.variables.push(Bounds { lower, upper, value, position });
        self.rows.push(row);
        self.basic.push(column);
        column
    }

    pub(crate) fn value(&self, column: Column) -> &Rational {
        &self.variables[column].value
    }

    fn evaluate(&self, sum: &[(Column, Rational)]) -> Rational {
        sum.iter()
            .fold(Rational::ZERO, |total, (column, factor)| total.add(&factor.multiply(&self.variables[*column].value)))
    }

    fn in_terms_of_non_basic(&self, sum: &[(Column, Rational)]) -> Vec<Rational> {
        let mut result = vec![Rational::ZERO; self.non_basic.len()];
        for (column, factor) in sum {
            match self.variables[*column].position {
                Position::NonBasic(index) => result[index] = result[index].add(factor),
                Position::Basic(row) => add_scaled(&mut result, &self.rows[row], factor),
            }
        }
        result
    }

    /// Finds values within all bounds, or the proof that there are none; `None` if that takes too long.
    pub(crate) fn solve(&mut self) -> Option<Result<(), Conflict>> {
        let start = self.n_pivots;
        loop {
            let Some(row) = self.violated(self.n_pivots - start <= N_GREEDY) else { return Some(Ok(())) };
            let bounds = &self.variables[self.basic[row]];
            let is_low = bounds.is_low();
            let target = if is_low { bounds.lower.clone() } else { bounds.upper.clone() }.unwrap_or(Rational::ZERO);
            // The variable that can be moved such that the row gets back to its bound, the first one in the order of columns.
            let can_move = |index: usize| {
                let factor = &self.rows[row][index];
                let other = &self.variables[self.non_basic[index]];
                !factor.is_zero() && if factor.is_positive() == is_low { other.can_rise() } else { other.can_fall() }
            };
            let entering = (0..self.non_basic.len()).filter(|&index| can_move(index));
            let Some(entering) = entering.min_by_key(|&index| self.non_basic[index]) else {
                return Some(Err(self.conflict(row, is_low)));
            };
            let step =
                target.subtract(&self.variables[self.basic[row]].value).multiply(&self.rows[row][entering].inverse());
            self.shift(entering, &step);
            self.pivot(row, entering);
            if self.is_given_up(start) {
                return None;
            }
        }
    }

    /// A row whose variable is out of its bounds: the one that is furthest out, or the first one.
    fn violated(&self, is_greedy: bool) -> Option<usize> {
        let violated = (0..self.basic.len()).filter(|&row| self.variables[self.basic[row]].is_violated());
        match is_greedy {
            true => violated.max_by_key(|&row| self.variables[self.basic[row]].excess()),
            false => violated.min_by_key(|&row| self.basic[row]),
        }
    }

    fn conflict(&self, row: usize, is_low: bool) -> Conflict {
        let sign = if is_low { Rational::ONE } else { Rational::ONE.negate() };
        let others = self.rows[row].iter().zip(&self.non_basic).filter(|(factor, _)| !factor.is_zero());
        let others = others.map(|(factor, &column)| (column, factor.multiply(&sign).negate()));
        Conflict { factors: std::iter::once((self.basic[row], sign.clone())).chain(others).collect() }
    }

    /// The least value of a sum within the bounds, from values within them.
    pub(crate) fn minimise(&mut self, sum: &[(Column, Rational)]) -> Minimum {
        let start = self.n_pivots;
        loop {
            let objective = self.in_terms_of_non_basic(sum);
            let is_greedy = self.n_pivots - start <= N_GREEDY;
            let Some(entering) = self.entering(&objective, is_greedy) else {
                let factors = objective.iter().zip(&self.non_basic).filter(|(factor, _)| !factor.is_zero());
                let factors = factors.map(|(factor, &column)| (column, factor.clone())).collect();
                return Minimum::Attained(self.evaluate(sum), factors);
            };
            let rises = objective[entering].is_negative();
            match self.longest_step(entering, rises) {
                None => return Minimum::Unbounded(self.direction(entering, rises)),
                Some((step, None)) => self.shift(entering, &step),
                Some((step, Some(row))) => {
                    self.shift(entering, &step);
                    self.pivot(row, entering);
                }
            }
            self.n_pivots += 1;
            if self.is_given_up(start) {
                return Minimum::GivenUp;
            }
        }
    }

    /// A non-basic variable whose move makes the objective smaller.
    fn entering(&self, objective: &[Rational], is_greedy: bool) -> Option<usize> {
        let helps = |index: usize| {
            let variable = &self.variables[self.non_basic[index]];
            match &objective[index] {
                factor if factor.is_zero() => false,
                factor if factor.is_positive() => variable.can_fall(),
                _ => variable.can_rise(),
            }
        };
        let candidates = (0..self.non_basic.len()).filter(|&index| helps(index));
        let size = |index: usize| {
            let factor = &objective[index];
            if factor.is_negative() { factor.negate() } else { factor.clone() }
        };
        match is_greedy {
            true => candidates.max_by(|&a, &b| size(a).cmp(&size(b)).then(self.non_basic[b].cmp(&self.non_basic[a]))),
            false => candidates.min_by_key(|&index| self.non_basic[index]),
        }
    }

    /// How far a non-basic variable can be moved, with the row that stops it, or its own bound; `None` if nothing does.
    fn longest_step(&self, entering: usize, rises: bool) -> Option<(Rational, Option<usize>)> {
        let variable = &self.variables[self.non_basic[entering]];
        let own = if rises { &variable.upper } else { &variable.lower };
        let mut best: Option<(Rational, Option<usize>)> =
            own.as_ref().map(|bound| (bound.subtract(&variable.value), None));
        for (row, factors) in self.rows.iter().enumerate() {
            let factor = &factors[entering];
            if factor.is_zero() {
                continue;
            }
            let basic = &self.variables[self.basic[row]];
            let bound = if factor.is_positive() == rises { &basic.upper } else { &basic.lower };
            let Some(bound) = bound else { continue };
            let step = bound.subtract(&basic.value).multiply(&factor.inverse());
            let is_better = match &best {
                None => true,
                Some((other, other_row)) => {
                    let order = if rises { step.cmp(other) } else { other.cmp(&step) };
                    let earlier = other_row.is_some_and(|other| self.basic[row] < self.basic[other]);
                    order.is_lt() || (order.is_eq() && earlier)
                }
            };
            if is_better {
                best = Some((step, Some(row)));
            }
        }
        best
    }

    fn direction(&self, entering: usize, rises: bool) -> Vec<Rational> {
        let sign = if rises { Rational::ONE } else { Rational::ONE.negate() };
        let mut result = vec![Rational::ZERO; self.variables.len()];
        for (row, &column) in self.basic.iter().enumerate() {
            result[column] = self.rows[row][entering].multiply(&sign);
        }
        result[self.non_basic[entering]] = sign;
        result
    }

    /// Moves a non-basic variable, and with it the basic ones.
    fn shift(&mut self, entering: usize, step: &Rational) {
        if step.is_zero() {
            return;
        }
        for (row, &column) in self.basic.iter().enumerate() {
            let factor = &self.rows[row][entering];
            if !factor.is_zero() {
                let value = self.variables[column].value.add(&factor.multiply(step));
                self.variables[column].value = value;
            }
        }
        let column = self.non_basic[entering];
        self.variables[column].value = self.variables[column].value.add(step);
    }

    /// Exchanges a basic variable with a non-basic one.
    fn pivot(&mut self, row: usize, entering: usize) {
        self.n_pivots += 1;
        let inverse = self.rows[row][entering].inverse();
        let mut pivot_row = std::mem::take(&mut self.rows[row]);
        pivot_row[entering] = Rational::ONE.negate();
        let negated = inverse.negate();
        pivot_row.iter_mut().filter(|factor| !factor.is_zero()).for_each(|factor| *factor = factor.multiply(&negated));
        for (other, factors) in self.rows.iter_mut().enumerate() {
            if other == row || factors[entering].is_zero() {
                continue;
            }
            let factor = std::mem::replace(&mut factors[entering], Rational::ZERO);
            add_scaled(factors, &pivot_row, &factor);
        }
        self.rows[row] = pivot_row;
        let (leaving, entered) = (self.basic[row], self.non_basic[entering]);
        self.basic[row] = entered;
        self.non_basic[entering] = leaving;
        self.variables[leaving].position = Position::NonBasic(entering);
        self.variables[entered].position = Position::Basic(row);
    }
}

fn add_scaled(target: &mut [Rational], source: &[Rational], factor: &Rational) {
    if factor.is_zero() {
        return;
    }
    for (target, source) in target.iter_mut().zip(source) {
        if !source.is_zero() {
            *target = target.add(&source.multiply(factor));
        }
    }
}

impl Bounds {
    fn is_low(&self) -> bool {
        self.lower.as_ref().is_some_and(|lower| self.value < *lower)
    }

    fn is_violated(&self) -> bool {
        self.is_low() || self.upper.as_ref().is_some_and(|upper| self.value > *upper)
    }

    /// How far the value is out of its bounds.
    fn excess(&self) -> Rational {
        let below = self.lower.as_ref().map(|lower| lower.subtract(&self.value)).filter(Rational::is_positive);
        let above = self.upper.as_ref().map(|upper| self.value.subtract(upper)).filter(Rational::is_positive);
        below.or(above).unwrap_or(Rational::ZERO)
    }

    fn can_rise(&self) -> bool {
        self.upper.as_ref().is_none_or(|upper| self.value < *upper)
    }

    fn can_fall(&self) -> bool {
        self.lower.as_ref().is_none_or(|lower| self.value > *lower)
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;

    fn whole(number: i64) -> Rational {
        Rational::from_integer(&IBig::from(number))
    }

    fn sum(factors: &[i64]) -> Vec<(Column, Rational)> {
        factors.iter().enumerate().map(|(column, &factor)| (column, whole(factor))).collect()
    }

    #[test]
    fn minima_have_proofs() {
        // x + y >= 2, x - y >= -1, x <= 5: the least of 2*x + y.
        let mut simplex = Simplex::default();
        let (x, y) = (simplex.variable(None, Some(whole(5))), simplex.variable(None, None));
        let first = simplex.row(&sum(&[1, 1]), Some(whole(2)), None);
        let second = simplex.row(&sum(&[1, -1]), Some(whole(-1)), None);
        assert_eq!(simplex.solve(), Some(Ok(())));
        let Minimum::Attained(value, factors) = simplex.minimise(&sum(&[2, 1])) else { panic!("there is one") };
        assert_eq!(value, whole(5).multiply(&whole(2).inverse()));
        assert_eq!(factors.len(), 2);
        assert!(factors.iter().all(|(column, factor)| [first, second].contains(column) && factor.is_positive()));
        assert_eq!(simplex.value(x).add(simplex.value(y)), whole(2));
        assert!(matches!(simplex.minimise(&sum(&[0, 1])), Minimum::Attained(value, _) if value == whole(-3)));
        assert!(matches!(simplex.minimise(&sum(&[0, -1])), Minimum::Attained(value, _) if value == whole(-6)));
    }

    #[test]
    fn directions_lead_down_and_conflicts_add_up() {
        let mut simplex = Simplex::default();
        let (x, y) = (simplex.variable(None, None), simplex.variable(None, None));
        simplex.row(&sum(&[1, 1]), Some(whole(0)), None);
        assert_eq!(simplex.solve(), Some(Ok(())));
        let Minimum::Unbounded(ray) = simplex.minimise(&sum(&[1, 2])) else { panic!("there is none") };
        assert!(ray[x].add(&ray[y]) >= Rational::ZERO && ray[x].add(&ray[y].multiply(&whole(2))).is_negative());
        simplex.row(&sum(&[-1, -1]), Some(whole(1)), None);
        let Some(Err(conflict)) = simplex.solve() else { panic!("a conflict") };
        assert_eq!(conflict.factors.len(), 2);
    }
}

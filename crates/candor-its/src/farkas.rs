//! Polyhedra over monomials, and implications between constraints with Farkas' lemma as their proof.
//!
//! Each product of variables is a dimension of its own, so that `x*y` is any number: what is proved so holds for the real products too.
//! What is known of squares of integers, and of products of two constraints, is added. A proof that `c >= 0` follows from constraints is a sum of them with factors that equals
//! `c` but for a constant that is not positive; [`Proof::check`] adds it up again with polynomials.

use rustc_hash::FxHashMap;

use dashu_int::IBig;

use crate::constraint::{Constraint, Relation};
use crate::polynomial::{Monomial, Polynomial};
use crate::rational::{Rational, common_multiple};
use crate::simplex::{Column, Minimum, Simplex};
use crate::transition::Transition;

/// What satisfies some constraints, over the rational numbers.
#[derive(Clone, Debug)]
pub(crate) struct Polyhedron {
    constraints: Vec<Constraint>,
    simplex: Simplex,
    columns: FxHashMap<Monomial, Column>,
    monomials: Vec<Monomial>,
    /// For each constraint the variable that is its value but for the constant.
    slacks: Vec<Column>,
}

/// Where a linear form is least.
pub(crate) enum Least {
    /// The value, at this point, with its proof.
    At(Rational, Point, Proof),
    /// It gets ever smaller in this direction.
    Towards(Point),
    Unknown,
}

/// A number for each monomial; those that are not here are zero.
pub(crate) type Point = FxHashMap<Monomial, Rational>;

/// Factors of constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    factors: Vec<(Constraint, Rational)>,
}

impl Polyhedron {
    /// The polyhedron, or the proof that it is empty. Dimensions are the monomials of the constraints and those given.
    ///
    /// `None` if the search for a point was given up.
    pub(crate) fn new(constraints: &[Constraint], others: &[Monomial]) -> Option<Result<Polyhedron, Proof>> {
        let mut result = Polyhedron {
            constraints: Vec::new(),
            simplex: Simplex::default(),
            columns: FxHashMap::default(),
            monomials: Vec::new(),
            slacks: Vec::new(),
        };
        let mentioned = constraints.iter().flat_map(|constraint| constraint.polynomial.terms().map(|(m, _)| m));
        for monomial in mentioned.chain(others).filter(|monomial| !monomial.is_empty()) {
            result.column(monomial);
        }
        let squares = result.monomials.iter().flat_map(square_facts);
        let facts: Vec<Constraint> = squares.chain(products(constraints, &result.columns)).collect();
        for constraint in constraints.iter().chain(&facts) {
            result.add(constraint);
        }
        match result.simplex.solve()? {
            Ok(()) => Some(Ok(result)),
            Err(conflict) => Some(Err(result.proof(&conflict.factors))),
        }
    }

    /// The states and choices with which a transition can be taken, unless there are none.
    pub(crate) fn of_transition(transition: &Transition) -> Option<Polyhedron> {
        match Polyhedron::new(&transition.guard, &monomials_of(transition)) {
            Some(Ok(polyhedron)) => Some(polyhedron),
            Some(Err(proof)) if proof.refutes(&transition.guard) => None,
            // Not known to be empty: as large as can be.
            Some(Err(_)) | None => Polyhedron::new(&[], &monomials_of(transition)).and_then(Result::ok),
        }
    }

    fn column(&mut self, monomial: &Monomial) -> Column {
        if let Some(&column) = self.columns.get(monomial) {
            return column;
        }
        let column = self.simplex.variable(None, None);
        self.columns.insert(monomial.clone(), column);
        self.monomials.push(monomial.clone());
        column
    }

    fn add(&mut self, constraint: &Constraint) {
        let sum = self.sum(&constraint.polynomial).unwrap_or_else(|| {
            constraint.polynomial.terms().filter(|(m, _)| !m.is_empty()).for_each(|(monomial, _)| {
                self.column(monomial);
            });
            self.sum(&constraint.polynomial).unwrap_or_default()
        });
        let bound = Rational::from_integer(&-constraint.polynomial.constant_part());
        let upper = (constraint.relation == Relation::Equal).then(|| bound.clone());
        let slack = self.simplex.row(&sum, Some(bound), upper);
        self.constraints.push(constraint.clone());
        self.slacks.push(slack);
    }

    /// The polynomial without its constant, if all of its monomials are dimensions.
    fn sum(&self, polynomial: &Polynomial) -> Option<Vec<(Column, Rational)>> {
        let terms = polynomial.terms().filter(|(monomial, _)| !monomial.is_empty());
        terms.map(|(monomial, number)| Some((*self.columns.get(monomial)?, Rational::from_integer(number)))).collect()
    }

    /// The least value of a linear form over the monomials.
    pub(crate) fn least(&mut self, form: &Polynomial) -> Least {
        let Some(sum) = self.sum(form) else {
            let free = form.terms().find(|(monomial, _)| !monomial.is_empty() && !self.columns.contains_key(*monomial));
            let direction = free.map(|(monomial, number)| {
                let sign = if *number > IBig::ZERO { Rational::ONE.negate() } else { Rational::ONE };
                (monomial.clone(), sign)
            });
            return Least::Towards(direction.into_iter().collect());
        };
        match self.simplex.minimise(&sum) {
            Minimum::Attained(value, factors) => {
                let value = value.add(&Rational::from_integer(&form.constant_part()));
                let values = self.monomials.iter().map(|m| (m.clone(), self.simplex.value(self.columns[m]).clone()));
                Least::At(value, values.collect(), self.proof(&factors))
            }
            Minimum::Unbounded(direction) => {
                let values = self.monomials.iter().map(|m| (m.clone(), direction[self.columns[m]].clone()));
                Least::Towards(values.filter(|(_, number)| !number.is_zero()).collect())
            }
            Minimum::GivenUp => Least::Unknown,
        }
    }

    /// The proof that a polynomial is not negative at any integers here. What is greater than minus one is not negative.
    pub(crate) fn implies(&mut self, polynomial: &Polynomial) -> Option<Proof> {
        match self.least(polynomial) {
            Least::At(value, _, proof) if value > Rational::ONE.negate() => Some(proof),
            Least::At(..) | Least::Towards(_) | Least::Unknown => None,
        }
    }

    fn proof(&self, factors: &[(Column, Rational)]) -> Proof {
        let constraint = |column: &Column| self.slacks.iter().position(|slack| slack == column);
        let factors = factors
            .iter()
            .filter_map(|(column, factor)| Some((self.constraints[constraint(column)?].clone(), factor.clone())));
        Proof { factors: factors.collect() }
    }
}

impl Proof {
    /// Whether this shows that the polynomial is not negative at any integers for which the premises hold.
    ///
    /// Its coefficients are integers, so that it is enough if it is greater than minus one.
    pub(crate) fn check(&self, premises: &[Constraint], conclusion: &Polynomial) -> bool {
        self.excess(premises, conclusion).is_some_and(|(rest, scale)| rest > -scale)
    }

    /// Whether this shows that the premises hold nowhere.
    pub(crate) fn refutes(&self, premises: &[Constraint]) -> bool {
        self.excess(premises, &Polynomial::default()).is_some_and(|(rest, _)| rest > IBig::ZERO)
    }

    /// What is left of the conclusion, times some positive number, without the sum of the premises: it must be a number. With it that
    /// positive number.
    fn excess(&self, premises: &[Constraint], conclusion: &Polynomial) -> Option<(IBig, IBig)> {
        let scale =
            self.factors.iter().fold(IBig::ONE, |scale, (_, factor)| common_multiple(&scale, &factor.denominator()));
        let mut rest = conclusion.scaled(&scale);
        for (constraint, factor) in &self.factors {
            let is_known =
                premises.contains(constraint) || is_square_fact(constraint) || is_product(premises, constraint);
            let has_sign = constraint.relation == Relation::Equal || !factor.is_negative();
            if !is_known || !has_sign {
                return None;
            }
            let whole = factor.numerator() * (&scale / factor.denominator());
            rest.add_scaled(&constraint.polynomial, &-whole);
        }
        Some((rest.as_constant()?, scale))
    }
}

/// More inequalities than this are not multiplied with each other.
const MAX_FACTORS: usize = 12;

/// Products of two inequalities, which are not negative either, as far as they speak of products that matter.
fn products(constraints: &[Constraint], columns: &FxHashMap<Monomial, Column>) -> Vec<Constraint> {
    if columns.keys().all(|monomial| monomial.len() < 2) {
        return Vec::new();
    }
    let factors = constraints.iter().filter(|c| c.relation == Relation::AtLeast && c.polynomial.is_linear());
    let factors: Vec<&Constraint> = factors.take(MAX_FACTORS).collect();
    let mut result = Vec::new();
    for (index, left) in factors.iter().enumerate() {
        for right in &factors[..=index] {
            let product = left.polynomial.times(&right.polynomial);
            if product.terms().all(|(monomial, _)| monomial.is_empty() || columns.contains_key(monomial)) {
                result.push(Constraint::at_least(product));
            }
        }
    }
    result
}

/// Whether the constraint says that the product of two of the premises is not negative.
fn is_product(premises: &[Constraint], constraint: &Constraint) -> bool {
    let inequalities = || premises.iter().filter(|premise| premise.relation == Relation::AtLeast);
    constraint.relation == Relation::AtLeast
        && inequalities()
            .any(|left| inequalities().any(|right| left.polynomial.times(&right.polynomial) == constraint.polynomial))
}

/// All monomials that matter to a transition: those of its guard and update, and the variables on their own.
pub(crate) fn monomials_of(transition: &Transition) -> Vec<Monomial> {
    let updates =
        transition.update.iter().flat_map(|polynomial| polynomial.terms().map(|(monomial, _)| monomial.clone()));
    let variables = transition.variables().into_iter().map(|variable| vec![variable]);
    updates.chain(variables).filter(|monomial| !monomial.is_empty()).collect()
}

/// What holds of a monomial because it is a square of an integer: `x*x >= 0`, `x*x >= x` and `x*x >= -x`.
fn square_facts(monomial: &Monomial) -> Vec<Constraint> {
    if monomial.is_empty() || !monomial.len().is_multiple_of(2) || monomial.chunks(2).any(|pair| pair[0] != pair[1]) {
        return Vec::new();
    }
    let mut square = Polynomial::default();
    square.add_term(monomial.clone(), IBig::ONE);
    let mut root = Polynomial::default();
    root.add_term(monomial.iter().copied().step_by(2).collect(), IBig::ONE);
    let facts = [square.clone(), square.minus(&root), square.plus(&root)];
    facts.into_iter().map(Constraint::at_least).collect()
}

fn is_square_fact(constraint: &Constraint) -> bool {
    constraint.polynomial.terms().any(|(monomial, _)| square_facts(monomial).contains(constraint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(state: &mut u64) -> i64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(*state >> 60).unwrap_or(0) - 8
    }

    /// A random linear polynomial over three variables.
    fn form(state: &mut u64) -> Polynomial {
        let mut result = Polynomial::constant(random(state));
        for variable in 0..3 {
            result.add_term(vec![variable], IBig::from(random(state) / 3));
        }
        result
    }

    #[test]
    fn proofs_add_up_and_agree_with_points() {
        let mut state = 11;
        let mut n_proved = 0;
        for _ in 0..400 {
            let premises: Vec<Constraint> = (0..4).map(|_| Constraint::at_least(form(&mut state))).collect();
            let conclusion = form(&mut state);
            let holds = |value: &dyn Fn(u32) -> IBig| premises.iter().all(|premise| premise.holds(&value));
            let points = (-3..=3).flat_map(|x| (-3..=3).flat_map(move |y| (-3..=3).map(move |z| [x, y, z])));
            let mut points = points.filter(|point| holds(&|v| IBig::from(point[usize::try_from(v).unwrap()])));
            match Polyhedron::new(&premises, &[]).expect("it is small") {
                Err(proof) => {
                    assert!(proof.refutes(&premises));
                    assert_eq!(points.next(), None);
                }
                Ok(mut polyhedron) => {
                    if let Some(proof) = polyhedron.implies(&conclusion) {
                        n_proved += 1;
                        assert!(proof.check(&premises, &conclusion));
                        assert!(!proof.check(&premises, &conclusion.plus_constant(-1_000_000)));
                        let value =
                            |point: [i32; 3]| conclusion.evaluate(&|v| IBig::from(point[usize::try_from(v).unwrap()]));
                        assert!(points.all(|point| value(point) >= IBig::ZERO));
                    }
                }
            }
        }
        assert!(n_proved > 5, "{n_proved}");
    }

    #[test]
    fn squares_are_not_negative() {
        let x = Polynomial::variable(0);
        let premises = [Constraint::at_least(Polynomial::constant(-1).minus(&x.times(&x)))];
        assert!(Polyhedron::new(&premises, &[]).expect("it is small").is_err_and(|proof| proof.refutes(&premises)));
    }
}

//! Transitions: a conjunction as guard, and a polynomial for each parameter of the next location.
//!
//! Variables below [`Graph::n_parameters`] are the parameters of the location that a transition leaves; all others are chosen at each step.

use rustc_hash::FxHashMap;

use dashu_int::IBig;

use crate::constraint::{Constraint, Relation};
use crate::polynomial::{Polynomial, Variable};

/// A step of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) guard: Vec<Constraint>,
    /// The parameters of the next location.
    pub(crate) update: Vec<Polynomial>,
    /// The rules that make up this step, in their order.
    pub(crate) rules: Vec<usize>,
}

/// A system made of transitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) entry: usize,
    /// The names of the locations and of their parameters.
    pub(crate) locations: Vec<(String, Vec<String>)>,
    /// Each location has at most as many parameters.
    pub(crate) n_parameters: usize,
    pub(crate) transitions: Vec<Transition>,
    /// The transitions from this one on stand for many rounds of a loop.
    pub(crate) n_plain: usize,
}

impl Graph {
    /// The number of the first variable that is no parameter.
    pub(crate) fn first_choice(&self) -> Variable {
        Variable::try_from(self.n_parameters).unwrap_or(Variable::MAX)
    }

    /// The name of a variable in a transition that leaves this location.
    pub(crate) fn name(&self, location: usize, variable: Variable) -> String {
        let names = &self.locations[location].1;
        let known = usize::try_from(variable).ok().and_then(|index| names.get(index));
        match known {
            Some(name) => name.clone(),
            None if variable < self.first_choice() => format!("arg{variable}"),
            None => format!("any{}", variable - self.first_choice()),
        }
    }
}

impl Transition {
    /// All variables that occur.
    pub(crate) fn variables(&self) -> std::collections::BTreeSet<Variable> {
        let guard = self.guard.iter().map(|constraint| &constraint.polynomial);
        guard.chain(&self.update).flat_map(Polynomial::variables).collect()
    }

    pub(crate) fn is_linear(&self) -> bool {
        let guard = self.guard.iter().map(|constraint| &constraint.polynomial);
        guard.chain(&self.update).all(Polynomial::is_linear)
    }

    /// Whether the other transition can come behind this one without polynomials that explode, as `x*x` does after `x*x*x`.
    pub(crate) fn composes(&self, next: &Transition) -> bool {
        let polynomials = next.guard.iter().map(|constraint| &constraint.polynomial).chain(&next.update);
        !polynomials.into_iter().any(|polynomial| polynomial.explodes(self.update.iter()))
    }

    /// This transition, then the other.
    pub(crate) fn then(&self, next: &Transition, n_parameters: usize) -> Transition {
        let first_choice = Variable::try_from(n_parameters).unwrap_or(Variable::MAX);
        let unused = self.variables().last().map_or(first_choice, |&last| first_choice.max(last + 1));
        let shift = unused - first_choice;
        let replacement = |variable: Variable| match usize::try_from(variable) {
            Ok(index) if index < n_parameters => Some(self.update.get(index).cloned().unwrap_or_default()),
            _ => Some(Polynomial::variable(variable + shift)),
        };
        let mut guard = self.guard.clone();
        guard.extend(next.guard.iter().map(|constraint| constraint.substitute(&replacement)));
        let update = next.update.iter().map(|polynomial| polynomial.substitute(&replacement)).collect();
        let rules = self.rules.iter().chain(&next.rules).copied().collect();
        Transition { from: self.from, to: next.to, guard, update, rules }
    }

    /// The same step in a simpler form, or nothing if its guard is plainly false.
    ///
    /// Choices that an equation determines are replaced, and those that only bound others are eliminated where Fourier and Motzkin's way
    /// is exact for integers: if of each pair of a lower and an upper bound one has the factor one. A step whose polynomials would
    /// explode stays as it is.
    pub(crate) fn simplified(self, first_choice: Variable) -> Option<Transition> {
        let mut simple = self.clone();
        loop {
            match simple.solve_equations(first_choice) {
                Solved::False => return None,
                Solved::TooLarge => return Some(self),
                Solved::Simple => {}
            }
            if !simple.eliminate_one(first_choice) {
                break;
            }
        }
        simple.renumber(first_choice);
        Some(simple)
    }

    /// Replaces choices that equations determine.
    fn solve_equations(&mut self, first_choice: Variable) -> Solved {
        let mut solved: FxHashMap<Variable, Polynomial> = FxHashMap::default();
        let mut rest = Vec::new();
        let (equations, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.guard).into_iter().partition(|constraint| constraint.relation == Relation::Equal);
        for equation in equations {
            let Some(polynomial) = resolve(&equation.polynomial, &solved) else { return Solved::TooLarge };
            let choice = polynomial.variables().into_iter().rev().find(|&variable| {
                let coefficient = polynomial.coefficient(variable);
                let is_unit = coefficient == IBig::ONE || coefficient == IBig::NEG_ONE;
                variable >= first_choice && is_unit && !polynomial.multiplies(variable)
            });
            match choice {
                Some(variable) => {
                    let coefficient = polynomial.coefficient(variable);
                    let mut value = polynomial;
                    value.add_term(vec![variable], -coefficient.clone());
                    solved.insert(variable, value.scaled(&-coefficient));
                }
                None => rest.push(Constraint::equal(polynomial)),
            }
        }
        let is_new = !solved.is_empty();
        rest.extend(others);
        for constraint in rest {
            let Some(polynomial) = resolve(&constraint.polynomial, &solved) else { return Solved::TooLarge };
            let constraint = Constraint { polynomial, ..constraint }.tightened();
            match constraint.truth() {
                Some(true) => {}
                Some(false) => return Solved::False,
                None => self.guard.push(constraint),
            }
        }
        let n_equations = n_equations_of(&self.guard);
        self.guard.sort();
        self.guard.dedup();
        drop_weaker(&mut self.guard);
        join_opposites(&mut self.guard);
        for polynomial in &mut self.update {
            let Some(resolved) = resolve(polynomial, &solved) else { return Solved::TooLarge };
            *polynomial = resolved;
        }
        // An equation that had no unit may have one now, and two inequalities may have become one.
        let n_now = n_equations_of(&self.guard);
        if n_now > n_equations || (is_new && n_now > 0) {
            return self.solve_equations(first_choice);
        }
        Solved::Simple
    }

    /// Eliminates one choice that only inequalities speak of.
    fn eliminate_one(&mut self, first_choice: Variable) -> bool {
        let in_update: std::collections::BTreeSet<Variable> =
            self.update.iter().flat_map(Polynomial::variables).collect();
        let variables = self.variables().split_off(&first_choice);
        for variable in variables.difference(&in_update) {
            if let Some(guard) = eliminate(&self.guard, *variable) {
                self.guard = guard;
                return true;
            }
        }
        false
    }

    /// Numbers choices without gaps, so that equal steps look the same.
    fn renumber(&mut self, first_choice: Variable) {
        let choices = self.variables().split_off(&first_choice);
        let numbers: FxHashMap<Variable, Variable> = choices.into_iter().zip(first_choice..).collect();
        let replacement = |variable| numbers.get(&variable).map(|&number| Polynomial::variable(number));
        for constraint in &mut self.guard {
            constraint.polynomial = constraint.polynomial.substitute(&replacement);
        }
        for polynomial in &mut self.update {
            *polynomial = polynomial.substitute(&replacement);
        }
        self.guard.sort();
    }
}

/// The guard without the variable, if that is exact for integers and no larger.
fn eliminate(guard: &[Constraint], variable: Variable) -> Option<Vec<Constraint>> {
    let (about, mut result): (Vec<_>, Vec<_>) =
        guard.iter().cloned().partition(|constraint| constraint.polynomial.mentions(variable));
    let is_simple = |constraint: &Constraint| {
        constraint.relation == Relation::AtLeast && !constraint.polynomial.multiplies(variable)
    };
    if !about.iter().all(is_simple) {
        return None;
    }
    let coefficient = |constraint: &Constraint| constraint.polynomial.coefficient(variable);
    let (lower, upper): (Vec<_>, Vec<_>) = about.iter().partition(|constraint| coefficient(constraint) > IBig::ZERO);
    if lower.len() * upper.len() > lower.len() + upper.len() + 1 {
        return None;
    }
    for low in &lower {
        for high in &upper {
            let (a, b) = (coefficient(low), -coefficient(high));
            if a != IBig::ONE && b != IBig::ONE {
                return None;
            }
            let mut sum = low.polynomial.scaled(&b);
            sum.add_scaled(&high.polynomial, &a);
            let bound = Constraint::at_least(sum).tightened();
            if bound.truth() != Some(true) {
                result.push(bound);
            }
        }
    }
    Some(result)
}

/// What became of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solved {
    Simple,
    /// No integers satisfy it.
    False,
    /// It was given up half-way.
    TooLarge,
}

/// The polynomial with solved variables replaced until none is left, unless it would explode.
fn resolve(polynomial: &Polynomial, solved: &FxHashMap<Variable, Polynomial>) -> Option<Polynomial> {
    let mut result = polynomial.clone();
    loop {
        let known: Vec<Variable> =
            result.variables().into_iter().filter(|variable| solved.contains_key(variable)).collect();
        if known.is_empty() {
            return Some(result);
        }
        let factors = known.iter().filter(|&&variable| result.multiplies(variable)).map(|variable| &solved[variable]);
        if result.explodes(factors) {
            return None;
        }
        result = result.substitute(&|variable| solved.get(&variable).cloned());
    }
}

fn n_equations_of(guard: &[Constraint]) -> usize {
    guard.iter().filter(|constraint| constraint.relation == Relation::Equal).count()
}

/// `p >= 0` and `-p >= 0` are `p = 0`. The result is sorted.
pub(crate) fn join_opposites(guard: &mut Vec<Constraint>) {
    guard.sort();
    let opposites: Vec<bool> = guard
        .iter()
        .map(|constraint| {
            let opposite = Constraint::at_least(constraint.polynomial.negated());
            constraint.relation == Relation::AtLeast && guard.binary_search(&opposite).is_ok()
        })
        .collect();
    for (constraint, has_opposite) in guard.iter_mut().zip(opposites) {
        if has_opposite {
            let negated = constraint.polynomial.negated();
            *constraint = Constraint::equal(constraint.polynomial.clone().min(negated));
        }
    }
    guard.sort();
    guard.dedup();
}

/// Of inequalities that differ in their constants only, keeps the strongest.
fn drop_weaker(guard: &mut Vec<Constraint>) {
    let mut strongest: FxHashMap<Polynomial, IBig> = FxHashMap::default();
    let key = |constraint: &Constraint| {
        let constant = constraint.polynomial.constant_part();
        (constraint.polynomial.minus(&Polynomial::constant(constant.clone())), constant)
    };
    for constraint in guard.iter().filter(|constraint| constraint.relation == Relation::AtLeast) {
        let (form, constant) = key(constraint);
        let least = strongest.entry(form).or_insert_with(|| constant.clone());
        if constant < *least {
            *least = constant;
        }
    }
    guard.retain(|constraint| {
        let (form, constant) = key(constraint);
        constraint.relation == Relation::Equal || strongest.get(&form) == Some(&constant)
    });
}

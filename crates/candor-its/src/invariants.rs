//! Invariants by template polyhedra: for each location the least values of some linear forms.
//!
//! After Sankaranarayanan, Sipma, Manna, "Scalable Analysis of Linear Systems Using Mathematical Programming" (VMCAI 2005): the forms are
//! fixed before the analysis, single parameters, sums and differences of two, and what guards compare; the effect of a transition on each
//! form is one linear program, which is exact. Values that keep falling are widened, to zero first and then to nothing, and a
//! descending round recovers some. Entry point: [`infer`].

use std::collections::BTreeSet;

use dashu_int::IBig;

use crate::constraint::Constraint;
use crate::farkas::{Least, Polyhedron, monomials_of};
use crate::limit::Limit;
use crate::polynomial::{Polynomial, Variable};
use crate::rational::Rational;
use crate::termination::Invariants;
use crate::transition::{Graph, Transition, join_opposites};

/// The lower bounds of a location's forms.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Element {
    /// No run gets here.
    Unreached,
    Bounds(Vec<Option<IBig>>),
}

/// How often a bound may fall before it is widened.
const N_PATIENT: usize = 3;
const MAX_FORMS: usize = 80;

/// Invariants for all locations; those of a location that cannot be reached are contradictory.
pub(crate) fn infer(graph: &Graph, limit: &Limit) -> Invariants {
    let forms: Vec<Vec<Polynomial>> = (0..graph.locations.len()).map(|location| forms(graph, location)).collect();
    let mut elements = vec![Element::Unreached; graph.locations.len()];
    elements[graph.entry] = Element::Bounds(vec![None; forms[graph.entry].len()]);
    if !ascend(graph, &forms, &mut elements, limit) {
        return vec![Vec::new(); graph.locations.len()];
    }
    for _ in 0..2 {
        if !limit.is_over() {
            descend(graph, &forms, &mut elements, limit);
        }
    }
    elements.iter().zip(&forms).map(|(element, forms)| element.constraints(forms)).collect()
}

/// The constraints without those that others imply, and equations in place of pairs of inequalities; all of them if there is no time.
pub(crate) fn concise(constraints: &[Constraint], limit: &Limit) -> Vec<Constraint> {
    let mut result = constraints.to_vec();
    for constraint in constraints.iter().rev() {
        if limit.is_over() {
            break;
        }
        let others: Vec<Constraint> = result.iter().filter(|other| *other != constraint).cloned().collect();
        let monomials: Vec<_> = constraint.polynomial.terms().map(|(monomial, _)| monomial.clone()).collect();
        let implied = |mut polyhedron: Polyhedron| polyhedron.implies(&constraint.polynomial).is_some();
        if Polyhedron::new(&others, &monomials).and_then(Result::ok).is_some_and(implied) {
            result = others;
        }
    }
    join_opposites(&mut result);
    result
}

impl Element {
    fn constraints(&self, forms: &[Polynomial]) -> Vec<Constraint> {
        match self {
            Element::Unreached => vec![Constraint::at_least(Polynomial::constant(-1))],
            Element::Bounds(bounds) => {
                let bounded = forms.iter().zip(bounds).filter_map(|(form, bound)| Some((form, bound.as_ref()?)));
                bounded
                    .map(|(form, bound)| Constraint::at_least(form.minus(&Polynomial::constant(bound.clone()))))
                    .collect()
            }
        }
    }
}

/// The forms of a location: parameters, sums and differences of two, and what guards of its transitions compare.
fn forms(graph: &Graph, location: usize) -> Vec<Polynomial> {
    let first_choice = graph.first_choice();
    let leaving = graph.transitions.iter().filter(|transition| transition.from == location);
    let variables: BTreeSet<Variable> =
        leaving.clone().flat_map(|t| t.variables()).filter(|&v| v < first_choice).collect();
    let mut result: Vec<Polynomial> = Vec::new();
    let mut add = |form: Polynomial| {
        for form in [form.negated(), form] {
            if result.len() < MAX_FORMS && !form.variables().is_empty() && !result.contains(&form) {
                result.push(form);
            }
        }
    };
    let parameters: Vec<Polynomial> = variables.iter().map(|&variable| Polynomial::variable(variable)).collect();
    parameters.iter().for_each(|parameter| add(parameter.clone()));
    for constraint in leaving.flat_map(|transition| &transition.guard) {
        let form = &constraint.polynomial;
        if form.is_linear() && form.variables().into_iter().all(|variable| variable < first_choice) {
            add(form.minus(&Polynomial::constant(form.constant_part())));
        }
    }
    if parameters.len() <= 6 {
        for (index, left) in parameters.iter().enumerate() {
            for right in &parameters[..index] {
                add(left.minus(right));
                add(left.plus(right));
            }
        }
    }
    result
}

/// Lets bounds fall until every transition keeps them; false if there was no time for that.
fn ascend(graph: &Graph, forms: &[Vec<Polynomial>], elements: &mut [Element], limit: &Limit) -> bool {
    let mut n_falls: Vec<Vec<usize>> = forms.iter().map(|forms| vec![0; forms.len()]).collect();
    let mut open: BTreeSet<usize> =
        graph.transitions.iter().enumerate().filter(|(_, t)| t.from == graph.entry).map(|(i, _)| i).collect();
    while let Some(index) = open.pop_first() {
        if limit.is_over() {
            return false;
        }
        let transition = &graph.transitions[index];
        let after = effect(transition, &elements[transition.from], forms);
        if join(&mut elements[transition.to], after, &mut n_falls[transition.to]) {
            let leaving = graph.transitions.iter().enumerate().filter(|(_, next)| next.from == transition.to);
            open.extend(leaving.map(|(next, _)| next));
        }
    }
    true
}

/// What holds after a transition from states of an element.
fn effect(transition: &Transition, before: &Element, forms: &[Vec<Polynomial>]) -> Element {
    if *before == Element::Unreached {
        return Element::Unreached;
    }
    let mut premises = transition.guard.clone();
    premises.extend(before.constraints(&forms[transition.from]));
    let mut polyhedron = match Polyhedron::new(&premises, &monomials_of(transition)) {
        Some(Ok(polyhedron)) => polyhedron,
        Some(Err(_)) => return Element::Unreached,
        None => return Element::Bounds(vec![None; forms[transition.to].len()]),
    };
    let bounds = forms[transition.to].iter().map(|form| {
        let after = form.substitute(&|variable| {
            let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
            Some(update.cloned().unwrap_or_default())
        });
        match polyhedron.least(&after) {
            Least::At(value, _, _) => Some(ceiling(&value)),
            Least::Towards(_) | Least::Unknown => None,
        }
    });
    Element::Bounds(bounds.collect())
}

fn ceiling(number: &Rational) -> IBig {
    let (numerator, denominator) = (number.numerator(), number.denominator());
    let quotient = &numerator / &denominator;
    if &quotient * denominator < numerator { quotient + IBig::ONE } else { quotient }
}

/// Lets the bounds fall to those of another element; whether one did.
fn join(element: &mut Element, other: Element, n_falls: &mut [usize]) -> bool {
    let Element::Bounds(new) = other else { return false };
    let Element::Bounds(old) = element else {
        *element = Element::Bounds(new);
        return true;
    };
    let mut has_changed = false;
    for ((old, new), n_falls) in old.iter_mut().zip(new).zip(n_falls) {
        let falls = match (&old, &new) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(old), Some(new)) => new < old,
        };
        if falls {
            *n_falls += 1;
            has_changed = true;
            *old = match new {
                Some(bound) if *n_falls <= N_PATIENT => Some(bound),
                Some(bound) if bound >= IBig::ZERO && *n_falls <= 2 * N_PATIENT => Some(IBig::ZERO),
                Some(_) | None => None,
            };
        }
    }
    has_changed
}

/// One round from bounds that every transition keeps to tighter ones of the same kind.
fn descend(graph: &Graph, forms: &[Vec<Polynomial>], elements: &mut [Element], limit: &Limit) {
    let before = elements.to_vec();
    for location in (0..graph.locations.len()).filter(|&location| location != graph.entry) {
        let mut joined = Element::Unreached;
        for transition in graph.transitions.iter().filter(|transition| transition.to == location) {
            if limit.is_over() {
                return;
            }
            let mut no_falls = vec![0; forms[location].len()];
            let after = effect(transition, &before[transition.from], forms);
            if let (Element::Bounds(bounds), Element::Bounds(new)) = (&mut joined, &after) {
                for (bound, new) in bounds.iter_mut().zip(new) {
                    *bound = match (bound.take(), new) {
                        (Some(bound), Some(new)) => Some(bound.min(new.clone())),
                        _ => None,
                    };
                }
            } else {
                join(&mut joined, after, &mut no_falls);
            }
        }
        elements[location] = joined;
    }
}

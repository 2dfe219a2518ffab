//! Synthesis of ranking functions: an affine function for each location, or a nested tuple of such.
//!
//! A nested ranking function (Leike and Heizmann, "Ranking Templates for Linear Loops", TACAS 2014) of depth d is `f1, ..., fd` with
//! `f1 - f1' >= 1`, `fk - fk' + f(k-1) >= 1` and `fd >= 0` on the transitions that it removes; on all others no `fk` increases. Depth one
//! is the common linear ranking function. The coefficients are found by counterexamples (Gonnord, Monniaux, Radanne, "Synthesis of Ranking
//! Functions Using Extremal Counterexamples", PLDI 2015): one small linear program proposes them, and for each transition the simplex
//! finds the vertex or the ray where they fail, which becomes a row of the first. Compared with Farkas' lemma in one linear program, no
//! multipliers are unknowns, and the programs stay as small as one transition.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;

use crate::farkas::{Least, Point, Polyhedron};
use crate::limit::Limit;
use crate::polynomial::{Polynomial, Variable};
use crate::rational::{Rational, common_multiple};
use crate::simplex::{Column, Minimum, Simplex};
use crate::transition::Transition;

/// An affine function for each location.
pub(crate) type Function = BTreeMap<usize, Polynomial>;

/// A transition with what satisfies its guard and the invariants of its location.
pub(crate) struct Edge<'g> {
    pub(crate) index: usize,
    pub(crate) transition: &'g Transition,
    pub(crate) polyhedron: Polyhedron,
    /// The parameters that occur in the transition.
    parameters: Vec<Variable>,
}

impl<'g> Edge<'g> {
    pub(crate) fn new(
        index: usize,
        transition: &'g Transition,
        polyhedron: Polyhedron,
        first_choice: Variable,
    ) -> Edge<'g> {
        let parameters = transition.variables().range(..first_choice).copied().collect();
        Edge { index, transition, polyhedron, parameters }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranking {
    pub(crate) functions: Vec<Function>,
    /// The transitions that can only be taken finitely often, each with the lower bound of the last function.
    pub(crate) removed: Vec<(usize, IBig)>,
}

/// An expression `sum of +-f(now or next) >= bound` on one transition.
struct Requirement {
    edge: usize,
    terms: Vec<Term>,
    bound: Bound,
}

struct Term {
    function: usize,
    is_next: bool,
    sign: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Number(i64),
    /// As much as possible, between zero and one.
    Slack(Column),
}

/// More rows than this in the program for the coefficients: given up.
const MAX_CUTS: usize = 400;
const MAX_CUTS_PER_EDGE: usize = 20;

/// Looks for a ranking function of this depth that removes these edges, or, if none is named, as many as possible by a function that is
/// bounded on all of them.
pub(crate) fn synthesise(edges: &mut [Edge<'_>], targets: &[usize], depth: usize, limit: &Limit) -> Option<Ranking> {
    if limit.is_over() {
        return None;
    }
    let mut master = Master::new(edges, depth, limit);
    let requirements = requirements(&mut master, edges.len(), targets, depth);
    let max_cuts = MAX_CUTS + MAX_CUTS_PER_EDGE * edges.len() * depth;
    let slacks: Vec<(Column, Rational)> = requirements
        .iter()
        .filter_map(|requirement| match requirement.bound {
            Bound::Slack(column) => Some((column, Rational::ONE.negate())),
            Bound::Number(_) => None,
        })
        .collect();
    let mut n_cuts = 0;
    while n_cuts < max_cuts && !limit.is_over() {
        master.simplex.solve()?.ok()?;
        if !slacks.is_empty() && master.simplex.minimise(&slacks) == Minimum::GivenUp {
            return None;
        }
        let (functions, scale) = master.functions(depth);
        let mut is_done = true;
        for requirement in &requirements {
            let edge = &mut edges[requirement.edge];
            let form = requirement.form(&functions, edge.transition);
            let bound = match requirement.bound {
                Bound::Number(number) => Rational::from_integer(&(IBig::from(number) * &scale)),
                Bound::Slack(column) => master.simplex.value(column).multiply(&Rational::from_integer(&scale)),
            };
            match edge.polyhedron.least(&form) {
                Least::At(value, _, _) if value >= bound => continue,
                Least::At(_, point, _) => master.cut(requirement, edge.transition, &point, /* is_point */ true),
                Least::Towards(direction) => {
                    master.cut(requirement, edge.transition, &direction, /* is_point */ false)
                }
                Least::Unknown => return None,
            }
            is_done = false;
            n_cuts += 1;
        }
        if is_done {
            return Some(conclude(edges, functions, targets)).filter(|ranking| !ranking.removed.is_empty());
        }
    }
    None
}

fn requirements(master: &mut Master, n_edges: usize, targets: &[usize], depth: usize) -> Vec<Requirement> {
    let now = |function| Term { function, is_next: false, sign: 1 };
    let next = |function| Term { function, is_next: true, sign: -1 };
    let mut result = Vec::new();
    for edge in 0..n_edges {
        let is_target = targets.contains(&edge);
        for function in 0..depth {
            let mut terms = vec![now(function), next(function)];
            let bound = match is_target {
                true => Bound::Number(1),
                false if depth == 1 => Bound::Slack(master.simplex.variable(Some(Rational::ZERO), Some(Rational::ONE))),
                false => Bound::Number(0),
            };
            if is_target && function > 0 {
                terms.push(now(function - 1));
            }
            result.push(Requirement { edge, terms, bound });
        }
        if is_target || targets.is_empty() {
            result.push(Requirement { edge, terms: vec![now(depth - 1)], bound: Bound::Number(0) });
        }
    }
    result
}

/// The ranking function, with all edges that it removes: the targets, and others that happen to decrease and are bounded.
fn conclude(edges: &mut [Edge<'_>], functions: Vec<Function>, targets: &[usize]) -> Ranking {
    let mut removed = Vec::new();
    let mut factor = IBig::ONE;
    for (position, edge) in edges.iter_mut().enumerate() {
        if targets.contains(&position) {
            removed.push((edge.index, IBig::ZERO));
            continue;
        }
        let [function] = &functions[..] else { continue };
        let requirement = Requirement {
            edge: position,
            terms: vec![Term { function: 0, is_next: false, sign: 1 }, Term { function: 0, is_next: true, sign: -1 }],
            bound: Bound::Number(1),
        };
        let decrease = edge.polyhedron.least(&requirement.form(&functions, edge.transition));
        let now = function.get(&edge.transition.from).cloned().unwrap_or_default();
        if let (Least::At(by, _, _), Least::At(bound, _, _)) = (decrease, edge.polyhedron.least(&now))
            && by.is_positive()
        {
            // Multiplied by this, the function decreases by one.
            factor = factor.max(ceiling(&by.inverse()));
            removed.push((edge.index, -ceiling(&bound.negate())));
        }
    }
    let scaled = |function: Function| function.into_iter().map(|(location, f)| (location, f.scaled(&factor))).collect();
    let functions = functions.into_iter().map(scaled).collect();
    let removed = removed.into_iter().map(|(edge, bound)| (edge, bound * &factor)).collect();
    Ranking { functions, removed }
}

fn ceiling(number: &Rational) -> IBig {
    let (numerator, denominator) = (number.numerator(), number.denominator());
    let quotient = &numerator / &denominator;
    if &quotient * denominator < numerator { quotient + IBig::ONE } else { quotient }
}

impl Requirement {
    /// The expression for these functions.
    fn form(&self, functions: &[Function], transition: &Transition) -> Polynomial {
        let mut result = Polynomial::default();
        for term in &self.terms {
            let value = value(&functions[term.function], transition, term.is_next);
            result.add_scaled(&value, &IBig::from(term.sign));
        }
        result
    }
}

/// The function before or after the transition, over the variables of the transition.
pub(crate) fn value(function: &Function, transition: &Transition, is_next: bool) -> Polynomial {
    match is_next {
        false => function.get(&transition.from).cloned().unwrap_or_default(),
        true => {
            let function = function.get(&transition.to).cloned().unwrap_or_default();
            function.substitute(&|variable| {
                let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
                Some(update.cloned().unwrap_or_default())
            })
        }
    }
}

/// The coefficient of a parameter, or the constant, as a variable of the linear program.
type Unknown = (Option<Variable>, Column);

/// The linear program whose unknowns are the coefficients of the functions.
struct Master {
    simplex: Simplex,
    /// The unknowns of each function at each location.
    unknowns: BTreeMap<(usize, usize), Vec<Unknown>>,
}

impl Master {
    fn new(edges: &[Edge<'_>], depth: usize, limit: &Limit) -> Master {
        let mut master = Master { simplex: Simplex::within(limit), unknowns: BTreeMap::new() };
        let mut variables: BTreeMap<usize, BTreeSet<Variable>> = BTreeMap::new();
        for edge in edges {
            variables.entry(edge.transition.from).or_default().extend(&edge.parameters);
            variables.entry(edge.transition.to).or_default();
        }
        for function in 0..depth {
            for (&location, variables) in &variables {
                let unknowns = variables.iter().map(|&variable| Some(variable)).chain([None]);
                let unknowns = unknowns.map(|unknown| (unknown, master.simplex.variable(None, None))).collect();
                master.unknowns.insert((function, location), unknowns);
            }
        }
        master
    }

    /// The functions that the current values stand for, all multiplied by a number that makes them whole.
    fn functions(&self, depth: usize) -> (Vec<Function>, IBig) {
        let columns = self.unknowns.values().flatten().map(|&(_, column)| self.simplex.value(column));
        let scale = columns.fold(IBig::ONE, |scale, value| common_multiple(&scale, &value.denominator()));
        let mut functions = vec![Function::new(); depth];
        for (&(function, location), unknowns) in &self.unknowns {
            let mut polynomial = Polynomial::default();
            for &(variable, column) in unknowns {
                let value = self.simplex.value(column);
                let whole = value.numerator() * (&scale / value.denominator());
                polynomial.add_term(variable.into_iter().collect(), whole);
            }
            functions[function].insert(location, polynomial);
        }
        (functions, scale)
    }

    /// The row that says that the requirement holds at this point, or in this direction from any point.
    fn cut(&mut self, requirement: &Requirement, transition: &Transition, point: &Point, is_point: bool) {
        let mut row = Vec::new();
        for term in &requirement.terms {
            let location = if term.is_next { transition.to } else { transition.from };
            let sign = Rational::from_integer(&IBig::from(term.sign));
            for &(variable, column) in &self.unknowns[&(term.function, location)] {
                let factor = match variable {
                    None if is_point => Rational::ONE,
                    None => Rational::ZERO,
                    Some(variable) => coordinate(transition, point, variable, term.is_next, is_point),
                };
                if !factor.is_zero() {
                    row.push((column, factor.multiply(&sign)));
                }
            }
        }
        let bound = match requirement.bound {
            Bound::Number(number) if is_point => Rational::from_integer(&IBig::from(number)),
            Bound::Slack(column) if is_point => {
                row.push((column, Rational::ONE.negate()));
                Rational::ZERO
            }
            Bound::Number(_) | Bound::Slack(_) => Rational::ZERO,
        };
        self.simplex.row(&row, Some(bound), None);
    }
}

/// A parameter before or after the transition, at a point or along a direction.
fn coordinate(transition: &Transition, point: &Point, variable: Variable, is_next: bool, is_point: bool) -> Rational {
    let at = |monomial: &Vec<Variable>| match (monomial.is_empty(), is_point) {
        (true, true) => Rational::ONE,
        (true, false) => Rational::ZERO,
        (false, _) => point.get(monomial).cloned().unwrap_or(Rational::ZERO),
    };
    if !is_next {
        return at(&vec![variable]);
    }
    let update = usize::try_from(variable).ok().and_then(|index| transition.update.get(index));
    let terms = update.into_iter().flat_map(Polynomial::terms);
    terms.fold(Rational::ZERO, |sum, (monomial, number)| {
        sum.add(&at(monomial).multiply(&Rational::from_integer(number)))
    })
}

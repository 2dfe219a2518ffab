//! Integer transition systems as they are written: locations, and rules with guards.

use crate::constraint::{Constraint, Relation};
use crate::polynomial::{Polynomial, Variable};

/// A system of rules over locations with integer parameters. A run starts at the entry with any integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// The locations; rules name them by their index.
    pub locations: Vec<Location>,
    /// Where runs start.
    pub entry: usize,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// A place of the program, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// How many parameters it has.
    pub arity: usize,
}

/// `from(x, y) -> to(s, t)`, for all integers for which the guard holds.
///
/// The first variables are the parameters of `from`; all others are chosen anew at each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The location on the left.
    pub from: usize,
    /// The location on the right.
    pub to: usize,
    /// The parameters on the right.
    pub update: Vec<Polynomial>,
    /// When the rule applies.
    pub guard: Formula,
    /// The line of the file that it starts at, from one.
    pub line: usize,
}

/// A formula without negations: those are pushed into the constraints when it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// One constraint.
    Atom(Constraint),
    /// All of these; none is true.
    And(Vec<Formula>),
    /// One of these; none is false.
    Or(Vec<Formula>),
}

impl Formula {
    /// Always true.
    pub const TRUE: Formula = Formula::And(Vec::new());
    /// Never true.
    pub const FALSE: Formula = Formula::Or(Vec::new());

    /// The opposite.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::Atom(constraint) => {
                let below = Formula::Atom(Constraint::at_least(constraint.polynomial.negated().plus_constant(-1)));
                match constraint.relation {
                    Relation::AtLeast => below,
                    Relation::Equal => {
                        let above = Formula::Atom(Constraint::at_least(constraint.polynomial.plus_constant(-1)));
                        Formula::Or(vec![above, below])
                    }
                }
            }
            Formula::And(parts) => Formula::Or(parts.iter().map(Formula::negated).collect()),
            Formula::Or(parts) => Formula::And(parts.iter().map(Formula::negated).collect()),
        }
    }

    /// The conjunctions whose disjunction this is; `None` if there are more than `limit`.
    pub(crate) fn conjunctions(&self, limit: usize) -> Option<Vec<Vec<Constraint>>> {
        let mut result = vec![Vec::new()];
        self.distribute(limit, &mut result)?;
        Some(result)
    }

    /// Adds this formula to each of some conjunctions.
    fn distribute(&self, limit: usize, result: &mut Vec<Vec<Constraint>>) -> Option<()> {
        match self {
            Formula::Atom(constraint) => result.iter_mut().for_each(|conjunction| conjunction.push(constraint.clone())),
            Formula::And(parts) => parts.iter().try_for_each(|part| part.distribute(limit, result))?,
            Formula::Or(parts) => {
                let before = std::mem::take(result);
                for part in parts {
                    let mut branch = before.clone();
                    part.distribute(limit, &mut branch)?;
                    result.append(&mut branch);
                    if result.len() > limit {
                        return None;
                    }
                }
            }
        }
        Some(())
    }
}

impl Rule {
    /// How many of the variables are parameters of the location on the left.
    pub fn n_parameters(&self, system: &System) -> usize {
        system.locations[self.from].arity
    }

    pub(crate) fn name(&self, variable: Variable) -> String {
        let known = usize::try_from(variable).ok().and_then(|index| self.variables.get(index));
        known.cloned().unwrap_or_else(|| format!("v{variable}"))
    }
}

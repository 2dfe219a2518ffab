//! Reading a rule: terms, formulas, and the numbering of its variables, which ARI and Horn clauses have in common.
//!
//! The parameters on the left are the first variables; a parameter that is no variable of its own becomes one with an equation. Variables
//! that a guard binds with `exists` are variables of the rule. `div` and `mod` by a number become constraints, and negations are pushed
//! into the comparisons.

use dashu_int::IBig;
use dashu_int::ops::Abs;
use rustc_hash::FxHashMap;

use crate::constraint::Constraint;
use crate::polynomial::{Polynomial, Variable};
use crate::sexpr::{Expressions, Node, ReadError};
use crate::system::{Formula, Location, Rule};

/// What a rule's expressions are read with: its variables, and what `div` and `mod` have added to the guard.
pub(crate) struct RuleReader<'a, 't> {
    expressions: &'a Expressions<'t>,
    locations: &'a FxHashMap<String, usize>,
    declared: &'a [Location],
    variables: Vec<String>,
    /// The variables that a name stands for, the innermost last.
    names: FxHashMap<&'t str, Vec<Variable>>,
    definitions: Vec<Formula>,
    /// Whether the formula at hand is below a negation, where `exists` would mean `forall`.
    is_negated: bool,
}

impl<'a, 't> RuleReader<'a, 't> {
    pub(crate) fn new(
        expressions: &'a Expressions<'t>,
        locations: &'a FxHashMap<String, usize>,
        declared: &'a [Location],
    ) -> RuleReader<'a, 't> {
        let (variables, names, definitions) = Default::default();
        RuleReader { expressions, locations, declared, variables, names, definitions, is_negated: false }
    }

    /// The rule from a location with these parameters to the right side, where the guards hold.
    pub(crate) fn read(
        mut self,
        (from, parameters): (usize, Vec<usize>),
        right: usize,
        guards: &[usize],
        line: usize,
    ) -> Result<Rule, ReadError> {
        parameters.iter().for_each(|&parameter| self.read_parameter(parameter));
        let mut parts = self.equations(&parameters)?;
        let (to, results) = self.read_side(right)?;
        let update = results.iter().map(|&id| self.read_term(id)).collect::<Result<Vec<_>, _>>()?;
        for &guard in guards {
            parts.push(self.read_formula(guard)?);
        }
        parts.append(&mut self.definitions);
        let guard = if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) };
        Ok(Rule { variables: self.variables, from, to, update, guard, line })
    }

    /// A location with the terms that it is given.
    pub(crate) fn read_side(&self, id: usize) -> Result<(usize, Vec<usize>), ReadError> {
        let (name, arguments) = match self.expressions.node(id) {
            Node::Word(_) => (id, &[][..]),
            Node::List(parts) => match parts.split_first() {
                Some((&name, arguments)) => (name, arguments),
                None => return Err(self.expressions.error(id, "expected a location with its parameters")),
            },
        };
        let word = self.expressions.word(name, "the name of a location")?;
        let Some(&location) = self.locations.get(word) else {
            return Err(self.expressions.error(name, format!("there is no location `{}`", word.escape_debug())));
        };
        let arity = self.declared[location].arity;
        if arity != arguments.len() {
            let message = format!("`{}` has {arity} parameters, and is given {}", word.escape_debug(), arguments.len());
            return Err(self.expressions.error(id, message));
        }
        Ok((location, arguments.to_vec()))
    }

    /// A parameter on the left: a variable of its own.
    fn read_parameter(&mut self, id: usize) {
        match self.expressions.node(id) {
            Node::Word(word) if number(word).is_none() && !self.names.contains_key(word) => {
                self.variable(word);
            }
            // Another term, or a variable once more: a new variable, which is equal to the term.
            Node::Word(_) | Node::List(_) => {
                self.fresh("arg");
            }
        }
    }

    /// The equations that parameters on the left stand for which are not variables of their own.
    fn equations(&mut self, parameters: &[usize]) -> Result<Vec<Formula>, ReadError> {
        let mut equations = Vec::new();
        for (index, &parameter) in parameters.iter().enumerate() {
            let term = self.read_term(parameter)?;
            let variable = Polynomial::variable(u32::try_from(index).unwrap_or(u32::MAX));
            if term != variable {
                equations.push(Formula::Atom(Constraint::equal(variable.minus(&term))));
            }
        }
        Ok(equations)
    }

    fn fresh(&mut self, name: &str) -> Variable {
        let mut unused = name.to_owned();
        while self.variables.contains(&unused) {
            unused.push('_');
        }
        self.variables.push(unused);
        u32::try_from(self.variables.len() - 1).unwrap_or(u32::MAX)
    }

    fn variable(&mut self, name: &'t str) -> Variable {
        if let Some(&variable) = self.names.get(name).and_then(|variables| variables.last()) {
            return variable;
        }
        let variable = self.fresh(name);
        self.names.entry(name).or_default().push(variable);
        variable
    }

    fn read_formula(&mut self, id: usize) -> Result<Formula, ReadError> {
        let expressions = self.expressions;
        let parts = match expressions.node(id) {
            Node::Word("true") => return Ok(Formula::TRUE),
            Node::Word("false") => return Ok(Formula::FALSE),
            Node::Word(word) => {
                return Err(expressions.error(id, format!("expected a formula, not `{}`", word.escape_debug())));
            }
            Node::List(parts) => parts,
        };
        let Some((&head, arguments)) = parts.split_first() else {
            return Err(expressions.error(id, "expected a formula"));
        };
        match (expressions.word(head, "an operator")?, arguments) {
            ("and", _) => Ok(Formula::And(self.read_formulas(arguments)?)),
            ("or", _) => Ok(Formula::Or(self.read_formulas(arguments)?)),
            ("not", [argument]) => self.read_negated(*argument),
            ("=>", [premise, conclusion]) => {
                Ok(Formula::Or(vec![self.read_negated(*premise)?, self.read_formula(*conclusion)?]))
            }
            ("exists", [bound, body]) => self.read_exists(*bound, *body),
            (operator @ ("=" | "<" | "<=" | ">" | ">=" | "distinct" | "!="), [_, _, ..]) => {
                let terms = arguments.iter().map(|&id| self.read_term(id)).collect::<Result<Vec<_>, _>>()?;
                let pairs = terms.windows(2).map(|pair| comparison(operator, &pair[0], &pair[1]));
                match (operator, terms.len()) {
                    ("distinct" | "!=", 3..) => Err(expressions.error(id, "only two terms can be `distinct` here")),
                    (_, 2) => Ok(pairs.collect::<Vec<_>>().remove(0)),
                    _ => Ok(Formula::And(pairs.collect())),
                }
            }
            (operator, _) => {
                let count = arguments.len();
                let message = format!("`{}` with {count} arguments is no formula", operator.escape_debug());
                Err(expressions.error(head, message))
            }
        }
    }

    fn read_formulas(&mut self, ids: &[usize]) -> Result<Vec<Formula>, ReadError> {
        ids.iter().map(|&id| self.read_formula(id)).collect()
    }

    fn read_negated(&mut self, id: usize) -> Result<Formula, ReadError> {
        let outer = std::mem::replace(&mut self.is_negated, true);
        let formula = self.read_formula(id);
        self.is_negated = outer;
        Ok(formula?.negated())
    }

    fn read_exists(&mut self, bound: usize, body: usize) -> Result<Formula, ReadError> {
        let expressions = self.expressions;
        if self.is_negated {
            return Err(expressions.error(bound, "`exists` below a negation is not understood"));
        }
        let mut words = Vec::new();
        for &pair in expressions.list(bound, "variables such as `((x Int))`")? {
            let [name, sort] = expressions.list(pair, "a variable such as `(x Int)`")? else {
                return Err(expressions.error(pair, "expected a variable such as `(x Int)`"));
            };
            if expressions.word(*sort, "`Int`")? != "Int" {
                return Err(expressions.error(*sort, "variables are of type `Int`"));
            }
            let word = expressions.word(*name, "the name of a variable")?;
            let variable = self.fresh(word);
            self.names.entry(word).or_default().push(variable);
            words.push(word);
        }
        let formula = self.read_formula(body)?;
        for word in words {
            self.names.entry(word).or_default().pop();
        }
        Ok(formula)
    }

    fn read_term(&mut self, id: usize) -> Result<Polynomial, ReadError> {
        let expressions = self.expressions;
        let parts = match expressions.node(id) {
            Node::Word(word) => {
                return Ok(match number(word) {
                    Some(number) => Polynomial::constant(number),
                    None => Polynomial::variable(self.variable(word)),
                });
            }
            Node::List(parts) => parts,
        };
        let Some((&head, arguments)) = parts.split_first() else {
            return Err(expressions.error(id, "expected a term"));
        };
        let operator = expressions.word(head, "an operator")?;
        let terms = arguments.iter().map(|&id| self.read_term(id)).collect::<Result<Vec<_>, _>>()?;
        match (operator, &terms[..]) {
            ("-", [term]) => Ok(term.negated()),
            ("+", [first, rest @ ..]) => Ok(rest.iter().fold(first.clone(), |sum, term| sum.plus(term))),
            ("-", [first, rest @ ..]) => Ok(rest.iter().fold(first.clone(), |sum, term| sum.minus(term))),
            ("*", [first, rest @ ..]) => self.product(id, first, rest),
            ("div" | "mod", [term, divisor]) => match divisor.as_constant() {
                Some(divisor) if divisor != IBig::ZERO => Ok(self.division(operator == "div", term, &divisor)),
                Some(_) | None => Err(expressions.error(id, "the divisor is no number but zero")),
            },
            (operator, _) => {
                let count = terms.len();
                Err(expressions.error(head, format!("`{}` with {count} arguments is no term", operator.escape_debug())))
            }
        }
    }

    fn product(&self, id: usize, first: &Polynomial, rest: &[Polynomial]) -> Result<Polynomial, ReadError> {
        rest.iter().try_fold(first.clone(), |product, factor| {
            // A few nested squares of sums would fill the memory.
            match product.terms().count() * factor.terms().count() <= 10_000
                && product.degree() + factor.degree() <= 100
            {
                true => Ok(product.times(factor)),
                false => Err(self.expressions.error(id, "this product is too large")),
            }
        })
    }

    /// `term = divisor * quotient + rest` with `0 <= rest < |divisor|`, as SMT-LIB defines both.
    fn division(&mut self, is_quotient: bool, term: &Polynomial, divisor: &IBig) -> Polynomial {
        let quotient = Polynomial::variable(self.fresh("quotient"));
        let rest = term.minus(&quotient.scaled(divisor));
        let above = divisor.abs() - IBig::ONE;
        self.definitions.push(Formula::Atom(Constraint::at_least(rest.clone())));
        self.definitions.push(Formula::Atom(Constraint::at_least(Polynomial::constant(above).minus(&rest))));
        if is_quotient { quotient } else { rest }
    }
}

/// A number of digits; a longer one than any real file has is taken for a name, so that it costs nothing.
fn number(word: &str) -> Option<IBig> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.len() <= 10_000 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

fn comparison(operator: &str, left: &Polynomial, right: &Polynomial) -> Formula {
    let difference = left.minus(right);
    let at_least = |polynomial| Formula::Atom(Constraint::at_least(polynomial));
    match operator {
        "<=" => at_least(difference.negated()),
        "<" => at_least(difference.negated().plus_constant(-1)),
        ">=" => at_least(difference),
        ">" => at_least(difference.plus_constant(-1)),
        "=" => Formula::Atom(Constraint::equal(difference)),
        _ => Formula::Atom(Constraint::equal(difference)).negated(),
    }
}

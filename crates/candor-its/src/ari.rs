//! Reading ARI, the format of the termination competition: `(format LCTRS)` over `(theory Ints)`.
//!
//! ```text
//! (format LCTRS)
//! (theory Ints)
//! (fun f (-> Int Int))
//! (entrypoint f)
//! (rule (f x) (f (- x 1)) :guard (> x 0))
//! ```
//! Variables that are not on the left are chosen anew at each step, and so are those that a guard binds with `exists`. `div` and `mod`
//! by a number become constraints. Entry point: [`read`].

use dashu_int::IBig;
use dashu_int::ops::Abs;
use rustc_hash::FxHashMap;

use crate::constraint::Constraint;
use crate::polynomial::{Polynomial, Variable};
use crate::sexpr::{Expressions, Node, ReadError};
use crate::system::{Formula, Location, Rule, System};

/// Reads a system.
pub fn read(text: &str) -> Result<System, ReadError> {
    let expressions = Expressions::read(text)?;
    let mut system = System::default();
    let mut entry = None;
    let mut locations = FxHashMap::default();
    for &root in &expressions.roots {
        let parts = expressions.list(root, "a declaration in parentheses")?;
        let Some((&head, arguments)) = parts.split_first() else {
            return Err(expressions.error(root, "an empty declaration"));
        };
        match expressions.word(head, "the kind of the declaration")? {
            "format" => expect_word(&expressions, root, arguments, "LCTRS")?,
            "theory" => expect_word(&expressions, root, arguments, "Ints")?,
            "fun" => {
                let location = read_location(&expressions, root, arguments)?;
                if locations.insert(location.name.clone(), system.locations.len()).is_some() {
                    return Err(
                        expressions.error(root, format!("`{}` is declared twice", location.name.escape_debug()))
                    );
                }
                system.locations.push(location);
            }
            "entrypoint" => match (arguments, entry) {
                ([name], None) => entry = Some((*name, expressions.word(*name, "the name of a location")?)),
                ([_], Some(_)) => return Err(expressions.error(root, "there is an entry point already")),
                _ => return Err(expressions.error(root, "an entry point is one location")),
            },
            "rule" => {
                let rule = RuleReader::new(&expressions, &locations, &system.locations).read(root, arguments)?;
                system.rules.push(rule);
            }
            // What the format allows to say about a file without meaning.
            "meta-info" | "sort" => {}
            other => return Err(expressions.error(head, format!("unknown declaration `{}`", other.escape_debug()))),
        }
    }
    let Some((at, name)) = entry else {
        return Err(expressions.error_at(text.len(), "the system has no entry point"));
    };
    let unknown = || expressions.error(at, format!("there is no location `{}`", name.escape_debug()));
    system.entry = *locations.get(name).ok_or_else(unknown)?;
    Ok(system)
}

fn expect_word(
    expressions: &Expressions<'_>,
    root: usize,
    arguments: &[usize],
    expected: &str,
) -> Result<(), ReadError> {
    // A theory may be followed by remarks of the form `:key value`.
    match arguments.first().map(|&id| (id, expressions.node(id))) {
        Some((_, Node::Word(word))) if *word == expected => Ok(()),
        Some((id, _)) => Err(expressions.error(id, format!("only `{expected}` is understood here"))),
        None => Err(expressions.error(root, format!("expected `{expected}`"))),
    }
}

fn read_location(expressions: &Expressions<'_>, root: usize, arguments: &[usize]) -> Result<Location, ReadError> {
    let [name, kind, ..] = arguments else {
        return Err(expressions.error(root, "expected a name and a type such as `(-> Int Int)`"));
    };
    let location_name = expressions.word(*name, "the name of a location")?.to_owned();
    if let Node::Word(_) = expressions.node(*kind) {
        return Ok(Location { name: location_name, arity: 0 });
    }
    let words = expressions.list(*kind, "a type")?;
    let Some((&arrow, sorts)) = words.split_first() else {
        return Err(expressions.error(*kind, "expected a type such as `(-> Int Int)`"));
    };
    let (Some((_, parameters)), "->") = (sorts.split_last(), expressions.word(arrow, "`->`")?) else {
        return Err(expressions.error(*kind, "expected a type such as `(-> Int Int)`"));
    };
    for &parameter in parameters {
        if expressions.word(parameter, "`Int`")? != "Int" {
            return Err(expressions.error(parameter, "parameters are of type `Int`"));
        }
    }
    Ok(Location { name: location_name, arity: parameters.len() })
}

/// What a rule's expressions are read with: its variables, and what `div` and `mod` have added to the guard.
struct RuleReader<'a, 't> {
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
    fn new(
        expressions: &'a Expressions<'t>,
        locations: &'a FxHashMap<String, usize>,
        declared: &'a [Location],
    ) -> RuleReader<'a, 't> {
        let (variables, names, definitions) = Default::default();
        RuleReader { expressions, locations, declared, variables, names, definitions, is_negated: false }
    }

    fn read(mut self, root: usize, arguments: &[usize]) -> Result<Rule, ReadError> {
        let expressions = self.expressions;
        let [left, right, options @ ..] = arguments else {
            return Err(expressions.error(root, "a rule has a left and a right side"));
        };
        let (from, parameters) = self.read_side(*left)?;
        for &parameter in &parameters {
            self.read_parameter(parameter)?;
        }
        let mut parts = self.equations(&parameters)?;
        let (to, results) = self.read_side(*right)?;
        let update = results.iter().map(|&id| self.read_term(id)).collect::<Result<Vec<_>, _>>()?;
        for pair in options.chunks(2) {
            match (expressions.word(pair[0], "`:guard`")?, pair.get(1)) {
                (":guard", Some(&guard)) => parts.push(self.read_formula(guard)?),
                (":guard", None) => return Err(expressions.error(pair[0], "this guard is empty")),
                (other, _) => {
                    return Err(
                        expressions.error(pair[0], format!("expected `:guard`, not `{}`", other.escape_debug()))
                    );
                }
            }
        }
        parts.append(&mut self.definitions);
        let guard = if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) };
        Ok(Rule { variables: self.variables, from, to, update, guard, line: expressions.line(root) })
    }

    fn read_side(&self, id: usize) -> Result<(usize, Vec<usize>), ReadError> {
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
    fn read_parameter(&mut self, id: usize) -> Result<(), ReadError> {
        match self.expressions.node(id) {
            Node::Word(word) if number(word).is_none() && !self.names.contains_key(word) => {
                self.variable(word);
            }
            // Another term, or a variable once more: a new variable, which is equal to the term.
            Node::Word(_) | Node::List(_) => {
                self.fresh("arg");
            }
        }
        Ok(())
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

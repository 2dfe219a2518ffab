//! Constrained Horn clauses over integers, and what Z3's Spacer finds for their predicates.
//!
//! Spacer answers with a formula for each predicate that makes all clauses true. Whoever asks checks these by other means: the clauses may
//! leave things out.

use std::fmt::Write as _;
use std::time::Duration;

use candor_z3_sys::{Context, Library};
use rustc_hash::FxHashMap;

use crate::expression::{Expression, ExpressionKind, Expressions};
use crate::sexpr::{Expressions as Text, Node};

/// A predicate of some integers.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Its number.
    pub predicate: usize,
    /// Of what.
    pub arguments: Vec<Expression>,
}

/// For all values of the variables: if the predicates hold and the condition does, so does the head; without one, that must not be.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What is known before.
    pub body: Vec<Atom>,
    /// The condition.
    pub condition: Expression,
    /// What follows.
    pub head: Option<Atom>,
}

/// Clauses about some predicates.
#[derive(Debug, Default)]
pub struct Clauses {
    /// The number of arguments of each predicate.
    pub arities: Vec<usize>,
    /// All clauses.
    pub clauses: Vec<Clause>,
}

impl Clauses {
    /// Formulas for the predicates that make all clauses true, over variables that are numbered like the arguments; `None` if Spacer finds
    /// none in this time, or there is no Z3.
    pub fn solve(&self, expressions: &mut Expressions, at_most: Duration) -> Option<Vec<Expression>> {
        let mut context = Context::new(Library::load(None).ok()?);
        // Versions before 4.8.13 do not know it.
        _ = context.evaluate("(set-option :fp.spacer.global true)");
        let question = self.question(expressions, at_most).ok()?;
        let answer = context.evaluate(&question).ok()?;
        if answer.trim() != "sat" {
            return None;
        }
        let model = context.evaluate("(get-model)").ok()?;
        self.read(expressions, &model)
    }

    /// The clauses as commands of SMT-LIB.
    fn question(&self, expressions: &Expressions, at_most: Duration) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        writeln!(text, "(set-logic HORN)(set-option :fp.engine spacer)")?;
        writeln!(text, "(set-option :fp.xform.slice false)(set-option :fp.xform.inline_linear false)")?;
        writeln!(text, "(set-option :fp.xform.inline_eager false)")?;
        for (idx, &arity) in self.arities.iter().enumerate() {
            writeln!(text, "(declare-fun P{idx} ({}) Bool)", "Int ".repeat(arity))?;
        }
        for clause in &self.clauses {
            write_clause(expressions, clause, &mut text)?;
        }
        // With `check-sat` alone, a context of 4.8.12 asks another solver.
        writeln!(text, "(check-sat-using (try-for horn {}))", at_most.as_millis())?;
        Ok(text)
    }

    /// The formulas of a model.
    fn read(&self, expressions: &mut Expressions, model: &str) -> Option<Vec<Expression>> {
        let text = Text::read(model).ok()?;
        let mut found: Vec<Option<Expression>> = vec![None; self.arities.len()];
        let roots = match text.roots[..] {
            [one] => text.list(one, "a model").ok()?.to_vec(),
            _ => text.roots.clone(),
        };
        for root in roots {
            let Node::List(parts) = text.node(root) else { continue };
            let &[define, name, parameters, _, body] = &parts[..] else { continue };
            if text.word(define, "define-fun").ok() != Some("define-fun") {
                continue;
            }
            let name = text.word(name, "a name").ok()?;
            let Some(predicate) = name.strip_prefix('P').and_then(|number| number.parse::<usize>().ok()) else {
                continue;
            };
            let mut names = FxHashMap::default();
            for (idx, &parameter) in (0u32..).zip(text.list(parameters, "parameters").ok()?) {
                let parameter = *text.list(parameter, "a parameter").ok()?.first()?;
                let name = text.word(parameter, "a name").ok()?;
                names.insert(name, expressions.variable(idx));
            }
            let mut reader = Reader { text: &text, expressions, names };
            // What cannot be read says nothing.
            let formula = reader.conjunction(body);
            *found.get_mut(predicate)? = Some(formula);
        }
        let anything = expressions.make(ExpressionKind::Truth(true));
        Some(found.into_iter().map(|formula| formula.unwrap_or(anything)).collect())
    }
}

fn write_clause(expressions: &Expressions, clause: &Clause, text: &mut String) -> std::fmt::Result {
    let atoms = || clause.body.iter().chain(&clause.head);
    let mut roots: Vec<Expression> = atoms().flat_map(|atom| atom.arguments.iter().copied()).collect();
    roots.push(clause.condition);
    let all = expressions.post_order(&roots);
    let mut n_uses: FxHashMap<Expression, usize> = FxHashMap::default();
    for part in all.iter().flat_map(|&expression| expressions.parts(expression)).chain(roots) {
        *n_uses.entry(part).or_default() += 1;
    }
    text.push_str("(assert (forall ((unused Int)");
    for &expression in &all {
        if let ExpressionKind::Variable(variable) = expressions.kind(expression) {
            write!(text, "(v{variable} Int)")?;
        }
    }
    text.push(')');
    let mut written: FxHashMap<Expression, String> = FxHashMap::default();
    let mut n_lets = 0;
    for expression in all {
        let form = form(expressions, expression, &written);
        let is_shared = n_uses.get(&expression).is_some_and(|n| *n > 1) && form.len() > 12;
        if is_shared {
            write!(text, "(let ((n{n_lets} {form}))")?;
            written.insert(expression, format!("n{n_lets}"));
            n_lets += 1;
        } else {
            written.insert(expression, form);
        }
    }
    let atom = |atom: &Atom| {
        if atom.arguments.is_empty() {
            return format!("P{}", atom.predicate);
        }
        let arguments: Vec<&str> = atom.arguments.iter().map(|argument| written[argument].as_str()).collect();
        format!("(P{} {})", atom.predicate, arguments.join(" "))
    };
    let body: Vec<String> = clause.body.iter().map(atom).collect();
    let head = clause.head.as_ref().map_or_else(|| "false".to_owned(), atom);
    write!(text, "(=> (and {} {}) {head})", body.join(" "), written[&clause.condition])?;
    writeln!(text, "{}))", ")".repeat(n_lets))
}

/// An expression by the texts of its parts.
fn form(expressions: &Expressions, expression: Expression, written: &FxHashMap<Expression, String>) -> String {
    let part = |part: &Expression| written[part].as_str();
    let all = |operator: &str, neutral: &str, parts: &[Expression]| match parts {
        [] => neutral.to_owned(),
        [one] => part(one).to_owned(),
        parts => format!("({operator} {})", parts.iter().map(part).collect::<Vec<_>>().join(" ")),
    };
    match expressions.kind(expression) {
        ExpressionKind::Number(number) => number_text(*number),
        ExpressionKind::Variable(variable) => format!("v{variable}"),
        ExpressionKind::Sum(a, b) => format!("(+ {} {})", part(a), part(b)),
        ExpressionKind::Multiple(by, of) => format!("(* {} {})", number_text(*by), part(of)),
        ExpressionKind::Quotient(of, by) => format!("(div {} {})", part(of), number_text(*by)),
        ExpressionKind::Remainder(of, by) => format!("(mod {} {})", part(of), number_text(*by)),
        ExpressionKind::Choice(condition, then, other) => {
            format!("(ite {} {} {})", part(condition), part(then), part(other))
        }
        ExpressionKind::Truth(value) => value.to_string(),
        ExpressionKind::Not(of) => format!("(not {})", part(of)),
        ExpressionKind::And(parts) => all("and", "true", parts),
        ExpressionKind::Or(parts) => all("or", "false", parts),
        ExpressionKind::AtMost(a, b) => format!("(<= {} {})", part(a), part(b)),
        ExpressionKind::Equal(a, b) => format!("(= {} {})", part(a), part(b)),
    }
}

fn number_text(number: i128) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}

/// Reads formulas of a model.
struct Reader<'t, 'e> {
    text: &'t Text<'t>,
    expressions: &'e mut Expressions,
    names: FxHashMap<&'t str, Expression>,
}

impl<'t> Reader<'t, '_> {
    /// A conjunction without the parts that cannot be read.
    fn conjunction(&mut self, id: usize) -> Expression {
        if let Node::List(parts) = self.text.node(id)
            && let Some((&first, rest)) = parts.split_first()
            && self.text.node(first) == &Node::Word("and")
        {
            let read = rest.iter().map(|&part| self.conjunction(part)).collect();
            return self.expressions.and(read);
        }
        if let Node::List(parts) = self.text.node(id)
            && let &[first, bound, body] = &parts[..]
            && self.text.node(first) == &Node::Word("let")
            && let Some(outer) = self.bind(bound)
        {
            let read = self.conjunction(body);
            self.names = outer;
            return read;
        }
        self.expression(id).unwrap_or_else(|| self.expressions.make(ExpressionKind::Truth(true)))
    }

    /// Gives names what they stand for, and returns what was known before.
    fn bind(&mut self, bound: usize) -> Option<FxHashMap<&'t str, Expression>> {
        let mut names = self.names.clone();
        for &pair in self.text.list(bound, "bound names").ok()? {
            let &[name, value] = self.text.list(pair, "a name and what it stands for").ok()? else { return None };
            let value = self.expression(value)?;
            names.insert(self.text.word(name, "a name").ok()?, value);
        }
        Some(std::mem::replace(&mut self.names, names))
    }

    fn expression(&mut self, id: usize) -> Option<Expression> {
        let text = self.text;
        match text.node(id) {
            Node::Word("true") => Some(self.expressions.make(ExpressionKind::Truth(true))),
            Node::Word("false") => Some(self.expressions.make(ExpressionKind::Truth(false))),
            Node::Word(word) => match word.parse() {
                Ok(number) => Some(self.expressions.number(number)),
                Err(_) => self.names.get(word).copied(),
            },
            Node::List(parts) => {
                let (&first, rest) = parts.split_first()?;
                let operator = text.word(first, "an operator").ok()?;
                if operator == "let" {
                    let &[bound, body] = rest else { return None };
                    let outer = self.bind(bound)?;
                    let read = self.expression(body);
                    self.names = outer;
                    return read;
                }
                let operands: Vec<Expression> =
                    rest.iter().map(|&part| self.expression(part)).collect::<Option<_>>()?;
                self.applied(operator, &operands)
            }
        }
    }

    fn applied(&mut self, operator: &str, operands: &[Expression]) -> Option<Expression> {
        let made = &mut *self.expressions;
        let number = |made: &Expressions, of: Expression| match *made.kind(of) {
            ExpressionKind::Number(number) => Some(number),
            _ => None,
        };
        Some(match (operator, operands) {
            ("and", _) => made.and(operands.to_vec()),
            ("or", _) => made.or(operands.to_vec()),
            ("not", &[of]) => made.not(of),
            ("=>", &[premise, conclusion]) => {
                let not = made.not(premise);
                made.or(vec![not, conclusion])
            }
            ("<=", &[a, b]) | (">=", &[b, a]) => made.at_most(a, b),
            ("<", &[a, b]) | (">", &[b, a]) => made.less(a, b),
            ("=", &[a, b]) => made.equal(a, b)?,
            ("distinct", &[a, b]) => {
                let equal = made.equal(a, b)?;
                made.not(equal)
            }
            ("+", &[first, ref rest @ ..]) => rest.iter().fold(first, |sum, &part| made.sum(sum, part)),
            ("-", &[of]) => match number(made, of) {
                Some(of) => made.number(of.checked_neg()?),
                None => made.make(ExpressionKind::Multiple(-1, of)),
            },
            ("-", &[a, b]) => {
                let minus = match number(made, b) {
                    Some(b) => made.number(b.checked_neg()?),
                    None => made.make(ExpressionKind::Multiple(-1, b)),
                };
                made.sum(a, minus)
            }
            ("*", &[a, b]) => match (number(made, a), number(made, b)) {
                (Some(by), _) => made.make(ExpressionKind::Multiple(by, b)),
                (_, Some(by)) => made.make(ExpressionKind::Multiple(by, a)),
                (None, None) => return None,
            },
            ("div", &[of, by]) => {
                let by = number(made, by).filter(|by| *by > 0)?;
                made.make(ExpressionKind::Quotient(of, by))
            }
            ("mod", &[of, by]) => {
                let by = number(made, by).filter(|by| *by > 0)?;
                made.make(ExpressionKind::Remainder(of, by))
            }
            ("ite", &[condition, then, other]) if made.is_integer(then) => {
                made.make(ExpressionKind::Choice(condition, then, other))
            }
            ("ite", &[condition, then, other]) => {
                let not = made.not(condition);
                let (one, two) = (made.or(vec![not, then]), made.or(vec![condition, other]));
                made.and(vec![one, two])
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x = y = 0; while (x < 10) { x++; y += 2; }` ends with `y == 20`.
    #[test]
    fn finds_that_a_number_is_twice_another() {
        if Library::load(None).is_err() {
            return;
        }
        let mut made = Expressions::default();
        let (x, y) = (made.variable(0), made.variable(1));
        let (zero, one, two, ten, twenty) =
            (made.number(0), made.number(1), made.number(2), made.number(10), made.number(20));
        let atom = |x: Expression, y: Expression| Atom { predicate: 0, arguments: vec![x, y] };
        let mut clauses = Clauses { arities: vec![2], clauses: Vec::new() };
        let truth = made.make(ExpressionKind::Truth(true));
        clauses.clauses.push(Clause { body: Vec::new(), condition: truth, head: Some(atom(zero, zero)) });
        let goes_on = made.less(x, ten);
        let (next_x, next_y) = (made.sum(x, one), made.sum(y, two));
        clauses.clauses.push(Clause { body: vec![atom(x, y)], condition: goes_on, head: Some(atom(next_x, next_y)) });
        let (over, equal) = (made.not(goes_on), made.equal(y, twenty).expect("both are integers"));
        let differs = made.not(equal);
        let wrong = made.and(vec![over, differs]);
        clauses.clauses.push(Clause { body: vec![atom(x, y)], condition: wrong, head: None });
        let found = clauses.solve(&mut made, Duration::from_secs(10)).expect("Spacer finds an invariant");
        assert!(made.post_order(&found).iter().any(|&part| made.kind(part) == &ExpressionKind::Variable(1)));
    }
}

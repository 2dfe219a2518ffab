//! Questions about integers to Z3, as SMT-LIB text.
//!
//! Whatever goes wrong is an unknown answer. A question has a limit of its own, which Z3 keeps by itself.

use std::time::Duration;

use candor_z3_sys::{Context, Library};
use dashu_int::IBig;

use crate::constraint::Constraint;
use crate::limit::Limit;
use crate::polynomial::Variable;
use crate::sexpr::{Expressions, Node};

/// A conversation with Z3.
pub(crate) struct Smt {
    context: Context,
}

/// Whether there are integers that satisfy all that was asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Satisfiable {
    Yes,
    No,
    Unknown,
}

impl Smt {
    pub(crate) fn new(library: Library) -> Smt {
        Smt { context: Context::new(library) }
    }

    /// Tells Z3 something; what it answers to declarations and assertions is nothing, or an error that shows at the next question.
    pub(crate) fn tell(&mut self, commands: &str) -> bool {
        self.context.evaluate(commands).is_ok()
    }

    pub(crate) fn check(&mut self, limit: &Limit, at_most: Duration) -> Satisfiable {
        let time = limit.left().min(at_most).as_millis();
        if limit.is_over() || time == 0 {
            return Satisfiable::Unknown;
        }
        match self.context.evaluate(&format!("(set-option :timeout {time})(check-sat)")) {
            Ok(answer) if answer.trim() == "sat" => Satisfiable::Yes,
            Ok(answer) if answer.trim() == "unsat" => Satisfiable::No,
            Ok(_) | Err(_) => Satisfiable::Unknown,
        }
    }

    /// The values of constants, after a positive answer. `true` is one, `false` zero.
    pub(crate) fn values(&mut self, names: &[String]) -> Option<Vec<IBig>> {
        if names.is_empty() {
            return Some(Vec::new());
        }
        let answer = self.context.evaluate(&format!("(get-value ({}))", names.join(" "))).ok()?;
        let expressions = Expressions::read(&answer).ok()?;
        let &[root] = &expressions.roots[..] else { return None };
        let pairs = expressions.list(root, "values").ok()?;
        pairs.iter().map(|&pair| number(&expressions, *expressions.list(pair, "a value").ok()?.get(1)?)).collect()
    }

    /// Whether the premises imply the conclusion for all integers.
    pub(crate) fn implies(
        &mut self,
        premises: &[Constraint],
        conclusion: &Constraint,
        limit: &Limit,
        at_most: Duration,
    ) -> bool {
        let all = premises.iter().chain([conclusion]);
        let variables: std::collections::BTreeSet<Variable> = all.flat_map(|c| c.polynomial.variables()).collect();
        let name = |variable: Variable| format!("v{variable}");
        let mut text = "(push)".to_owned();
        for variable in variables {
            text += &format!("(declare-const v{variable} Int)");
        }
        for premise in premises {
            text += &format!("(assert {})", premise.smtlib(&name));
        }
        text += &format!("(assert (not {}))", conclusion.smtlib(&name));
        let is_told = self.tell(&text);
        let answer = self.check(limit, at_most);
        let is_restored = self.tell("(pop)");
        is_told && is_restored && answer == Satisfiable::No
    }
}

fn number(expressions: &Expressions<'_>, id: usize) -> Option<IBig> {
    match expressions.node(id) {
        Node::Word("true") => Some(IBig::ONE),
        Node::Word("false") => Some(IBig::ZERO),
        Node::Word(digits) => digits.parse().ok(),
        Node::List(parts) => match parts[..] {
            [minus, digits] if expressions.node(minus) == &Node::Word("-") => Some(-number(expressions, digits)?),
            _ => None,
        },
    }
}

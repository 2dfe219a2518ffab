//! Queries as text: what is shown can be read again and is the same query.

use std::fmt;

use crate::ast::{Atom, Comparison, Direction, Formula, IntType, Method, Operator, Parameters, Query, Term, TermKind};

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::Reach(formula) => write!(f, "E<> {formula}"),
            Query::Estimate { bound, formula, parameters } => write!(f, "Pr[<={bound}](<> {formula}){parameters}"),
            Query::Test { bound, formula, direction, threshold, parameters } => {
                let sign = match direction {
                    Direction::AtLeast => ">=",
                    Direction::AtMost => "<=",
                };
                write!(f, "Pr[<={bound}](<> {formula}) {sign} {}{parameters}", threshold.value)
            }
            Query::EnumStates => f.write_str("EnumStates"),
            Query::EnumStatesSmc { bound, n_runs } => write!(f, "EnumStatesSMC <={bound} {n_runs}"),
        }
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [("Alpha", self.alpha), ("Beta", self.beta), ("Epsilon", self.epsilon), ("Delta", self.delta)];
        let numbers = numbers.iter().filter_map(|(name, number)| Some(format!("{name} = {}", (*number)?.value)));
        let method = self.method.map(|method| match method {
            Method::ClopperPearson => "Method = ClopperPearson".to_owned(),
            Method::Chernoff => "Method = Chernoff".to_owned(),
        });
        let given: Vec<String> = numbers.chain(method).collect();
        match given.is_empty() {
            true => Ok(()),
            false => write!(f, " {{{}}}", given.join(", ")),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Atom(atom) => atom.fmt(f),
            Formula::Not(formula) => write!(f, "not {formula}"),
            Formula::And(a, b) => write!(f, "({a} and {b})"),
            Formula::Or(a, b) => write!(f, "({a} or {b})"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::True => f.write_str("true"),
            Atom::False => f.write_str("false"),
            Atom::DataRace => f.write_str("DataRace"),
            Atom::DivZero => f.write_str("DivZero"),
            Atom::OverFlows => f.write_str("OverFlows"),
            Atom::Check(check) => f.write_str(check.id()),
            Atom::Calls { process, function } => write!(f, "[{process}.{}]", Word(&function.text)),
            Atom::At(line) => write!(f, "at {}", line.number),
            Atom::Comparison(comparison) => comparison.fmt(f),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operator = match self.operator {
            Operator::Less => "<",
            Operator::LessEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterEqual => ">=",
            Operator::Equal => "==",
            Operator::Unequal => "!=",
        };
        write!(f, "({} {operator} {}", self.left, self.right)?;
        match self.at {
            Some(line) => write!(f, " at {})", line.number),
            None => f.write_str(")"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TermKind::Number(number) => write!(f, "{number}")?,
            TermKind::Register(register) => {
                let (function, name) = (Word(&register.function.text), Part(&register.register.text));
                write!(f, "@{}.{function}.%{name}", register.process)?;
            }
            TermKind::Variable(variable) => {
                if let Some(process) = variable.process {
                    write!(f, "{process}.")?;
                }
                if let Some(function) = &variable.function {
                    Word(&function.text).fmt(f)?;
                }
                write!(f, "::{}", Word(&variable.name.text))?;
            }
        }
        self.ty.map_or(Ok(()), |ty| write!(f, ";{ty}"))
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { "si" } else { "ui" }, self.width)
    }
}

/// A name, in quotes where signs in it would be taken for others.
struct Word<'n>(&'n str);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_start = |char: char| char.is_alphabetic() || char == '_' || char == '$';
        let is_plain = self.0.starts_with(is_start) && self.0.chars().all(|char| is_start(char) || char.is_numeric());
        match is_plain {
            true => f.write_str(self.0),
            false => write!(f, "\"{}\"", self.0),
        }
    }
}

/// The same for registers, whose names may have more signs in them.
struct Part<'n>(&'n str);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '.' | '-');
        match !self.0.is_empty() && self.0.chars().all(is_part) {
            true => f.write_str(self.0),
            false => write!(f, "\"{}\"", self.0),
        }
    }
}

//! From text to queries, by recursive descent. The grammar is in `docs/reference/query.md`.

use candor_ir::Check;

use crate::ast::{
    Atom, Comparison, Direction, Formula, IntType, Line, Method, Name, Number, Operator, Parameters, Query, Register,
    Span, Term, TermKind, Variable,
};
use crate::error::QueryError;
use crate::names::suggestion;
use crate::token::{Spanned, Token, tokens};

/// All queries of a text, such as a file of them, each with its place.
pub fn parse_queries(text: &str) -> Result<Vec<(Query, Span)>, QueryError> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let mut queries = Vec::new();
    while parser.peek() != &Token::End {
        let start = parser.span();
        let query = parser.query()?;
        queries.push((query, start.to(parser.last_span())));
    }
    match queries.is_empty() {
        true => Err(QueryError::new("there is no query", parser.span()).with_help(START)),
        false => Ok(queries),
    }
}

/// The only query of a text.
pub fn parse_query(text: &str) -> Result<Query, QueryError> {
    let mut queries = parse_queries(text)?;
    match (queries.pop(), queries.is_empty()) {
        (Some((query, _)), true) => Ok(query),
        (Some((_, span)), false) => Err(QueryError::new("there is more than one query", span)),
        (None, _) => unreachable!("a text without queries is an error"),
    }
}

const START: &str = "a query starts with `E<>`, `Pr[<=N]`, `EnumStates` or `EnumStatesSMC`";
const ATOMS: &str = "such as `data-race`, `[0.f]`, `main::x == 3`, `at 12` or a formula in parentheses";
/// Formulas within formulas: as many as a stack can take and nobody writes.
const MAX_DEPTH: u32 = 200;

struct Parser {
    tokens: Vec<Spanned>,
    next: usize,
    depth: u32,
}

type Parsed<T> = Result<T, QueryError>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn span(&self) -> Span {
        self.tokens[self.next].span
    }

    fn last_span(&self) -> Span {
        self.tokens[self.next.saturating_sub(1)].span
    }

    fn bump(&mut self) -> Spanned {
        let token = self.tokens[self.next].clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        match self.eat_sign(sign) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn expected(&self, what: &str) -> QueryError {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Integer(integer) => format!("`{integer}`"),
            Token::Float(float) => format!("`{float}`"),
            Token::Register(name) => format!("`%{name}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the query".to_owned(),
        };
        QueryError::new(format!("{what} is expected here, not {found}"), self.span())
    }

    fn query(&mut self) -> Parsed<Query> {
        let start = self.bump();
        let Token::Word(word) = &start.token else {
            return Err(QueryError::new("this is no query", start.span).with_help(START));
        };
        match word.as_str() {
            "E" => {
                self.expect("<>")?;
                Ok(Query::Reach(self.formula()?))
            }
            "Pr" => self.probability(),
            "EnumStates" => Ok(Query::EnumStates),
            "EnumStatesSMC" => {
                self.expect("<=")?;
                let bound = self.count("how many steps a run has")?;
                let n_runs = self.count("the number of runs")?;
                Ok(Query::EnumStatesSmc { bound, n_runs })
            }
            other => Err(QueryError::new(format!("`{other}` is no query"), start.span).with_help(START)),
        }
    }

    fn probability(&mut self) -> Parsed<Query> {
        self.expect("[")?;
        self.expect("<=")?;
        let bound = self.count("how many steps a run has")?;
        self.expect("]")?;
        self.expect("(")?;
        self.expect("<>")?;
        let formula = self.formula()?;
        self.expect(")")?;
        let direction = match () {
            () if self.eat_sign(">=") => Direction::AtLeast,
            () if self.eat_sign("<=") => Direction::AtMost,
            () => {
                let parameters = self.parameters(&["Alpha", "Epsilon", "Method"])?;
                return Ok(Query::Estimate { bound, formula, parameters });
            }
        };
        let threshold = self.number("a probability")?;
        let parameters = self.parameters(&["Alpha", "Beta", "Delta"])?;
        Ok(Query::Test { bound, formula, direction, threshold, parameters })
    }

    /// A number of steps or runs: at least one.
    fn count(&mut self, what: &str) -> Parsed<u64> {
        let span = self.span();
        let Token::Integer(integer) = *self.peek() else { return Err(self.expected(what)) };
        self.bump();
        match u64::try_from(integer) {
            Ok(0) | Err(_) => Err(QueryError::new(format!("{what} is from 1 to {}", u64::MAX), span)),
            Ok(count) => Ok(count),
        }
    }

    fn number(&mut self, what: &str) -> Parsed<Number> {
        let span = self.span();
        let value = match *self.peek() {
            Token::Float(float) => float,
            Token::Integer(integer @ (0 | 1)) => f64::from(u8::from(integer == 1)),
            _ => return Err(self.expected(&format!("{what} between 0 and 1"))),
        };
        self.bump();
        match (0.0..=1.0).contains(&value) {
            true => Ok(Number { value, span }),
            false => Err(QueryError::new(format!("{what} is between 0 and 1"), span)),
        }
    }

    fn parameters(&mut self, allowed: &[&str]) -> Parsed<Parameters> {
        let mut parameters = Parameters::default();
        if !self.eat_sign("{") {
            return Ok(parameters);
        }
        while !self.eat_sign("}") {
            self.parameter(allowed, &mut parameters)?;
            if !self.eat_sign(",") && !self.is_sign("}") {
                return Err(self.expected("`,` or `}`"));
            }
        }
        Ok(parameters)
    }

    fn parameter(&mut self, allowed: &[&str], parameters: &mut Parameters) -> Parsed<()> {
        let Token::Word(word) = self.peek().clone() else { return Err(self.expected("the name of a parameter")) };
        let span = self.bump().span;
        let Some(name) = allowed.iter().find(|name| name.eq_ignore_ascii_case(&word)) else {
            let help = format!("there are {}", allowed.join(", "));
            return Err(QueryError::new(format!("there is no parameter `{word}` here"), span).with_help(help));
        };
        self.expect("=")?;
        if *name == "Method" {
            parameters.method = Some(self.method()?);
            return Ok(());
        }
        let number = self.number(name)?;
        let slot = match *name {
            "Alpha" => &mut parameters.alpha,
            "Beta" => &mut parameters.beta,
            "Epsilon" => &mut parameters.epsilon,
            _ => &mut parameters.delta,
        };
        if slot.replace(number).is_some() {
            return Err(QueryError::new(format!("{name} is given twice"), span));
        }
        if number.value == 0.0 || number.value == 1.0 {
            return Err(QueryError::new(format!("{name} lies between 0 and 1, without them"), number.span));
        }
        Ok(())
    }

    fn method(&mut self) -> Parsed<Method> {
        let method = match self.peek() {
            Token::Word(word) if word.eq_ignore_ascii_case("ClopperPearson") => Method::ClopperPearson,
            Token::Word(word) if word.eq_ignore_ascii_case("Chernoff") => Method::Chernoff,
            _ => return Err(self.expected("`ClopperPearson` or `Chernoff`")),
        };
        self.bump();
        Ok(method)
    }

    fn formula(&mut self) -> Parsed<Formula> {
        let mut formula = self.conjunction()?;
        while self.is_word("or") || self.is_sign("||") {
            self.bump();
            formula = Formula::Or(Box::new(formula), Box::new(self.conjunction()?));
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Parsed<Formula> {
        let mut formula = self.literal()?;
        while self.is_word("and") || self.is_sign("&&") {
            self.bump();
            formula = Formula::And(Box::new(formula), Box::new(self.literal()?));
        }
        Ok(formula)
    }

    fn literal(&mut self) -> Parsed<Formula> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(QueryError::new("this formula has too many formulas within formulas", self.span()));
        }
        let formula = if self.is_word("not") || self.is_sign("!") {
            self.bump();
            Formula::Not(Box::new(self.literal()?))
        } else if self.eat_sign("(") {
            let formula = self.formula()?;
            self.expect(")")?;
            formula
        } else {
            Formula::Atom(self.atom()?)
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn atom(&mut self) -> Parsed<Atom> {
        match self.peek().clone() {
            Token::Sign("[") => self.call(),
            Token::Word(word) if !self.is_followed_by("::") => self.named_atom(&word),
            Token::Sign("@" | "::" | "-") | Token::Word(_) | Token::Integer(_) => self.comparison(),
            Token::Sign(_) | Token::Float(_) | Token::Register(_) | Token::End => {
                Err(self.expected("a formula").with_help(ATOMS))
            }
        }
    }

    fn is_followed_by(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.next + 1), Some(Spanned { token: Token::Sign(found), .. }) if *found == sign)
    }

    fn named_atom(&mut self, word: &str) -> Parsed<Atom> {
        let span = self.bump().span;
        let atom = match word {
            "true" => Atom::True,
            "false" => Atom::False,
            "DataRace" => Atom::DataRace,
            "DivZero" => Atom::DivZero,
            "OverFlows" => Atom::OverFlows,
            "at" => Atom::At(self.line()?),
            _ => match Check::from_id(word) {
                Some(Check::DataRace) => Atom::DataRace,
                Some(Check::Termination | Check::Unwinding) => {
                    return Err(QueryError::new(format!("`{word}` is not about states"), span));
                }
                // Any other check is about the state before an instruction.
                Some(check) => Atom::Check(check),
                None => return Err(unknown_atom(word, span)),
            },
        };
        Ok(atom)
    }

    fn call(&mut self) -> Parsed<Atom> {
        self.expect("[")?;
        let process = self.process()?;
        self.expect(".")?;
        let function = self.name("the name of a function")?;
        self.expect("]")?;
        Ok(Atom::Calls { process, function })
    }

    fn process(&mut self) -> Parsed<u32> {
        let span = self.span();
        let Token::Integer(integer) = *self.peek() else { return Err(self.expected("the number of a process")) };
        self.bump();
        u32::try_from(integer).map_err(|_| QueryError::new("there are never so many processes", span))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let Token::Word(text) = self.peek().clone() else { return Err(self.expected(what)) };
        let span = self.bump().span;
        Ok(Name { text, span })
    }

    fn line(&mut self) -> Parsed<Line> {
        let span = self.span();
        let Token::Integer(integer) = *self.peek() else { return Err(self.expected("the number of a line")) };
        self.bump();
        let number = u32::try_from(integer).map_err(|_| QueryError::new("no file has so many lines", span))?;
        Ok(Line { number, span })
    }

    fn comparison(&mut self) -> Parsed<Atom> {
        let left = self.term()?;
        let operator = match self.peek() {
            Token::Sign("<") => Operator::Less,
            Token::Sign("<=") => Operator::LessEqual,
            Token::Sign(">") => Operator::Greater,
            Token::Sign(">=") => Operator::GreaterEqual,
            Token::Sign("==") => Operator::Equal,
            Token::Sign("!=") => Operator::Unequal,
            Token::Sign("=") => return Err(self.expected("a comparison").with_help("equality is `==`")),
            _ => return Err(self.expected("a comparison such as `==` or `<`")),
        };
        self.bump();
        let right = self.term()?;
        let at = match self.is_word("at") {
            true => {
                self.bump();
                Some(self.line()?)
            }
            false => None,
        };
        Ok(Atom::Comparison(Box::new(Comparison { left, operator, right, at })))
    }

    fn term(&mut self) -> Parsed<Term> {
        let start = self.span();
        let kind = match self.peek().clone() {
            Token::Sign("@") => self.register()?,
            Token::Integer(_) if self.is_followed_by(".") => {
                let process = Some(self.process()?);
                self.expect(".")?;
                self.variable(process)?
            }
            Token::Sign("-") | Token::Integer(_) => self.integer()?,
            Token::Sign("::") | Token::Word(_) => self.variable(None)?,
            _ => return Err(self.expected("a number, a variable or a register")),
        };
        let ty = match self.eat_sign(";") {
            true => Some(self.int_type()?),
            false => None,
        };
        Ok(Term { kind, ty, span: start.to(self.last_span()) })
    }

    fn integer(&mut self) -> Parsed<TermKind> {
        let is_negative = self.eat_sign("-");
        let Token::Integer(integer) = *self.peek() else { return Err(self.expected("a number")) };
        self.bump();
        Ok(TermKind::Number(if is_negative { -integer } else { integer }))
    }

    fn register(&mut self) -> Parsed<TermKind> {
        self.expect("@")?;
        let process = self.process()?;
        self.expect(".")?;
        let function = self.name("the name of a function")?;
        self.expect(".")?;
        let Token::Register(text) = self.peek().clone() else { return Err(self.expected("a register such as `%x`")) };
        let register = Name { text, span: self.bump().span };
        if !self.is_sign(";") {
            return Err(self.expected("`;` and the type of the register").with_help("such as `;ui32`"));
        }
        Ok(TermKind::Register(Register { process, function, register }))
    }

    fn variable(&mut self, process: Option<u32>) -> Parsed<TermKind> {
        let function = match self.is_sign("::") {
            true => None,
            false => Some(self.name("the name of a function")?),
        };
        if !self.eat_sign("::") {
            let help = "a variable of `main` is `main::x`, a global one is `::x`";
            return Err(self.expected("`::`").with_help(help));
        }
        let name = self.name("the name of a variable")?;
        Ok(TermKind::Variable(Variable { process, function, name }))
    }

    fn int_type(&mut self) -> Parsed<IntType> {
        let ty = match self.peek() {
            Token::Word(word) => IntType::from_name(word),
            _ => None,
        };
        let ty = ty.ok_or_else(|| self.expected("a type").with_help("one of ui8 ui16 ui32 ui64 si8 si16 si32 si64"))?;
        self.bump();
        Ok(ty)
    }
}

fn unknown_atom(word: &str, span: Span) -> QueryError {
    let error = QueryError::new(format!("there is no check or proposition `{word}`"), span);
    let ids = Check::ALL.iter().map(|check| check.id());
    let known = ids.chain(["DataRace", "DivZero", "OverFlows", "true", "false"]);
    match suggestion(word, known) {
        Some(meant) => error.with_help(format!("perhaps `{meant}` is meant")),
        None => error.with_help(format!("a variable of `main` is `main::{word}`, a global one is `::{word}`")),
    }
}

#[cfg(test)]
mod tests;

//! A parser for generated programs: recursive descent, precedence climbing for expressions.
//!
//! Features write C; this makes the tree of it. It reads what they write and no more: one declarator in each declaration, no statement
//! expressions, no comma operators, an empty statement behind a label only, names of types as [`is_type`] has them.

use super::ast::{Declaration, Expr, Item, Program, Stmt};

/// The tree of a whole program.
pub(crate) fn program(text: &str) -> Result<Program, String> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0 };
    let mut items = Vec::new();
    while parser.at < parser.tokens.len() {
        items.push(parser.item()?);
    }
    Ok(Program { items })
}

/// Whether a word begins a declaration or a cast.
fn is_type(word: &str) -> bool {
    const WORDS: [&str; 19] = [
        "int", "char", "short", "long", "unsigned", "signed", "float", "double", "void", "struct", "union", "enum",
        "const", "volatile", "static", "extern", "jmp_buf", "va_list", "_Bool",
    ];
    WORDS.contains(&word) || word.ends_with("_t") || word == "atomic_int" || word == "_Atomic"
}

/// Lines of the preprocessor are one token each.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            at += 1;
            continue;
        }
        let end = token_end(&chars, at)?;
        tokens.push(chars[at..end].iter().collect());
        at = end;
    }
    Ok(tokens)
}

fn token_end(chars: &[char], at: usize) -> Result<usize, String> {
    const OPERATORS: [&str; 23] = [
        "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "->", "+=", "-=", "*=", "/=",
        "%=", "&=", "|=", "^=", "##",
    ];
    let rest = &chars[at..];
    let word = |c: &char| c.is_alphanumeric() || *c == '_' || *c == '.';
    let length = match rest[0] {
        '#' => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        '"' | '\'' => {
            let closing = (1..rest.len()).find(|&idx| rest[idx] == rest[0] && rest[idx - 1] != '\\');
            closing.ok_or("a literal without an end")? + 1
        }
        c if c.is_ascii_digit() => rest.iter().position(|c| !word(c)).unwrap_or(rest.len()),
        c if c.is_alphabetic() || c == '_' => rest.iter().position(|c| !word(c) || *c == '.').unwrap_or(rest.len()),
        _ => {
            let starts =
                |operator: &&str| operator.chars().zip(rest).filter(|(a, b)| a == *b).count() == operator.len();
            OPERATORS.iter().copied().find(starts).map_or(1, str::len)
        }
    };
    Ok(at + length)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        let token = self.peek().to_owned();
        self.at += 1;
        token
    }

    fn take(&mut self, token: &str) -> bool {
        let taken = self.peek() == token;
        self.at += usize::from(taken);
        taken
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            return Ok(());
        }
        let from = self.at.saturating_sub(12);
        Err(format!("`{token}` expected after `{}`, not `{}`", self.tokens[from..self.at].join(" "), self.peek()))
    }

    /// Tokens up to one of these outside of brackets, which stays.
    fn until(&mut self, ends: &[&str]) -> Vec<String> {
        let (from, mut depth) = (self.at, 0_usize);
        while self.at < self.tokens.len() {
            let token = self.peek();
            if depth == 0 && ends.contains(&token) {
                break;
            }
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        self.tokens[from..self.at].to_vec()
    }

    fn item(&mut self) -> Result<Item, String> {
        if self.peek().starts_with('#') {
            return Ok(Item::Line(self.next()));
        }
        let from = self.at;
        let head = self.until(&["{", "=", ";"]);
        if self.peek() == "{" && head.last().is_some_and(|token| token == ")") {
            return Ok(Item::Function { head, body: self.block()? });
        }
        if self.peek() == "{" {
            // A type: its members are part of the head.
            self.at = from;
            let tokens = self.until(&[";"]);
            self.expect(";")?;
            return Ok(Item::Opaque(tokens));
        }
        if self.take(";") {
            return Ok(Item::Opaque(head));
        }
        self.expect("=")?;
        let init = Some(self.initializer()?);
        self.expect(";")?;
        Ok(Item::Declare(Declaration { head, init }))
    }

    /// A statement in braces, or a single one.
    fn block(&mut self) -> Result<Vec<Stmt>, String> {
        if !self.take("{") {
            return Ok(vec![self.statement()?]);
        }
        let mut stmts = Vec::new();
        while !self.take("}") {
            if self.at >= self.tokens.len() {
                return Err("a block without an end".to_owned());
            }
            stmts.push(self.statement()?);
        }
        Ok(stmts)
    }

    fn statement(&mut self) -> Result<Stmt, String> {
        let word = self.peek().to_owned();
        match word.as_str() {
            "{" => Ok(Stmt::Block(self.block()?)),
            "if" | "while" | "switch" | "for" | "do" => self.compound(&word),
            "case" => {
                self.at += 1;
                let value = self.conditional()?;
                self.expect(":")?;
                self.take(";");
                Ok(Stmt::Case(value))
            }
            _ if self.tokens.get(self.at + 1).is_some_and(|next| next == ":") => {
                self.at += 2;
                self.take(";");
                Ok(if word == "default" { Stmt::Default } else { Stmt::Label(word) })
            }
            _ => self.simple(),
        }
    }

    fn compound(&mut self, word: &str) -> Result<Stmt, String> {
        self.at += 1;
        if word == "do" {
            let body = self.block()?;
            self.expect("while")?;
            let condition = self.parenthesised()?;
            self.expect(";")?;
            return Ok(Stmt::DoWhile(body, condition));
        }
        if word == "for" {
            self.expect("(")?;
            let init = Box::new(self.simple()?);
            let condition = self.expression()?;
            self.expect(";")?;
            let step = self.expression()?;
            self.expect(")")?;
            return Ok(Stmt::For(init, condition, step, self.block()?));
        }
        let condition = self.parenthesised()?;
        let body = self.block()?;
        Ok(match word {
            "while" => Stmt::While(condition, body),
            "switch" => Stmt::Switch(condition, body),
            _ => {
                let other = if self.take("else") { self.block()? } else { Vec::new() };
                Stmt::If(condition, body, other)
            }
        })
    }

    fn parenthesised(&mut self) -> Result<Expr, String> {
        self.expect("(")?;
        let expr = self.expression()?;
        self.expect(")")?;
        Ok(expr)
    }

    /// What ends with a semicolon.
    fn simple(&mut self) -> Result<Stmt, String> {
        let stmt = match self.peek() {
            "return" => {
                self.at += 1;
                Stmt::Return(if self.peek() == ";" { None } else { Some(self.expression()?) })
            }
            "break" => {
                self.at += 1;
                Stmt::Break
            }
            "continue" => {
                self.at += 1;
                Stmt::Continue
            }
            "goto" => {
                self.at += 1;
                Stmt::Goto(self.next())
            }
            word if is_type(word) => {
                let head = self.until(&["=", ";"]);
                let init = if self.take("=") { Some(self.initializer()?) } else { None };
                Stmt::Declare(Declaration { head, init })
            }
            _ => Stmt::Expr(self.expression()?),
        };
        self.expect(";")?;
        Ok(stmt)
    }

    fn initializer(&mut self) -> Result<Expr, String> {
        if !self.take("{") {
            return self.expression();
        }
        let mut items = Vec::new();
        while !self.take("}") {
            let designator = if self.peek() == "." || self.peek() == "[" {
                let tokens = self.until(&["="]);
                self.expect("=")?;
                Some(tokens.concat())
            } else {
                None
            };
            items.push((designator, self.initializer()?));
            if !self.take(",") && self.peek() != "}" {
                return Err(format!("`,` expected in a list, not `{}`", self.peek()));
            }
        }
        Ok(Expr::List(items))
    }

    fn expression(&mut self) -> Result<Expr, String> {
        let left = self.conditional()?;
        const ASSIGNMENTS: [&str; 11] = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
        if !ASSIGNMENTS.contains(&self.peek()) {
            return Ok(left);
        }
        let operator = self.next();
        Ok(Expr::Binary(operator, Box::new(left), Box::new(self.expression()?)))
    }

    fn conditional(&mut self) -> Result<Expr, String> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let other = self.conditional()?;
        Ok(Expr::Conditional(Box::new(condition), Box::new(then), Box::new(other)))
    }

    fn binary(&mut self, least: usize) -> Result<Expr, String> {
        const LEVELS: [&[&str]; 10] = [
            &["||"],
            &["&&"],
            &["|"],
            &["^"],
            &["&"],
            &["==", "!="],
            &["<", ">", "<=", ">="],
            &["<<", ">>"],
            &["+", "-"],
            &["*", "/", "%"],
        ];
        let mut left = self.unary()?;
        while let Some(level) = LEVELS.iter().position(|level| level.contains(&self.peek())) {
            if level < least {
                break;
            }
            let operator = self.next();
            left = Expr::Binary(operator, Box::new(left), Box::new(self.binary(level + 1)?));
        }
        Ok(left)
    }

    /// Whether a type in parentheses begins there.
    fn is_cast(&self, at: usize) -> bool {
        let token = |at: usize| self.tokens.get(at).map_or("", String::as_str);
        token(at) == "(" && is_type(token(at + 1))
    }

    fn unary(&mut self) -> Result<Expr, String> {
        const OPERATORS: [&str; 8] = ["-", "+", "!", "~", "*", "&", "++", "--"];
        if OPERATORS.contains(&self.peek()) {
            let operator = self.next();
            return Ok(Expr::Prefix(operator, Box::new(self.unary()?)));
        }
        if self.peek() == "sizeof" && !self.is_cast(self.at + 1) {
            let operator = self.next();
            return Ok(Expr::Prefix(operator, Box::new(self.unary()?)));
        }
        if self.is_cast(self.at) {
            self.at += 1;
            let ty = self.until(&[")"]);
            self.expect(")")?;
            let operand = if self.peek() == "{" { self.initializer()? } else { self.unary()? };
            let cast = Expr::Cast(ty, Box::new(operand));
            return self.postfix(cast);
        }
        let primary = self.primary()?;
        self.postfix(primary)
    }

    fn primary(&mut self) -> Result<Expr, String> {
        if self.peek() == "(" {
            return self.parenthesised();
        }
        if is_type(self.peek()) {
            return Ok(Expr::Atom(self.until(&[",", ")"]).join(" ")));
        }
        let token = self.next();
        let starts = token.chars().next();
        if starts.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'')) {
            return Ok(Expr::Atom(token));
        }
        let from = self.at.saturating_sub(12);
        let end = self.at.min(self.tokens.len());
        Err(format!("an expression expected at the end of `{}`", self.tokens[from..end].join(" ")))
    }

    fn postfix(&mut self, mut expr: Expr) -> Result<Expr, String> {
        loop {
            match self.peek() {
                "(" => expr = Expr::Call(Box::new(expr), self.arguments()?),
                "[" => {
                    self.at += 1;
                    let index = self.expression()?;
                    self.expect("]")?;
                    expr = Expr::Index(Box::new(expr), Box::new(index));
                }
                "." | "->" => {
                    let operator = self.next();
                    expr = Expr::Member(Box::new(expr), operator, self.next());
                }
                "++" | "--" => expr = Expr::Postfix(Box::new(expr), self.next()),
                _ => return Ok(expr),
            }
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, String> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.expression()?);
            if !self.take(",") && self.peek() != ")" {
                return Err(format!("`,` expected among arguments, not `{}`", self.peek()));
            }
        }
        Ok(arguments)
    }
}

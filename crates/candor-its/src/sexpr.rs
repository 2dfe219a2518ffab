//! S-expressions with their places in the text.
//!
//! Nodes lie in one list and name each other by index, so that deep nesting costs no stack when they are dropped.

use std::fmt;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from one.
    pub line: usize,
    /// The column, from one, in characters.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Where a node starts in the text, in bytes.
type Offset = usize;

/// Deeper nesting is refused: whoever walks over expressions may recurse.
const MAX_DEPTH: usize = 3000;

/// Expressions of one text.
pub(crate) struct Expressions<'t> {
    text: &'t str,
    /// Where lines start.
    lines: Vec<Offset>,
    nodes: Vec<(Offset, Node<'t>)>,
    /// Those that are in no other.
    pub(crate) roots: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node<'t> {
    /// A word; `|a b|` is the word `a b`.
    Word(&'t str),
    List(Vec<usize>),
}

impl<'t> Expressions<'t> {
    pub(crate) fn read(text: &'t str) -> Result<Expressions<'t>, ReadError> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut result = Expressions { text, lines, nodes: Vec::new(), roots: Vec::new() };
        let mut open: Vec<(Offset, Vec<usize>)> = Vec::new();
        let mut rest = 0;
        while let Some((start, end, kind)) = next_token(text, rest).map_err(|(at, what)| result.error_at(at, what))? {
            rest = end;
            let node = match kind {
                Token::Open if open.len() >= MAX_DEPTH => return Err(result.error_at(start, "the nesting is too deep")),
                Token::Open => {
                    open.push((start, Vec::new()));
                    continue;
                }
                Token::Close => match open.pop() {
                    Some((start, children)) => (start, Node::List(children)),
                    None => return Err(result.error_at(start, "this `)` closes nothing")),
                },
                Token::Word(word) => (start, Node::Word(word)),
            };
            result.nodes.push(node);
            let id = result.nodes.len() - 1;
            match open.last_mut() {
                Some((_, children)) => children.push(id),
                None => result.roots.push(id),
            }
        }
        match open.last() {
            Some((start, _)) => Err(result.error_at(*start, "this `(` is never closed")),
            None => Ok(result),
        }
    }

    pub(crate) fn node(&self, id: usize) -> &Node<'t> {
        &self.nodes[id].1
    }

    /// The children of a list, or an error that says what was expected.
    pub(crate) fn list(&self, id: usize, expected: &str) -> Result<&[usize], ReadError> {
        match self.node(id) {
            Node::List(children) => Ok(children),
            Node::Word(word) => Err(self.error(id, format!("expected {expected}, not `{}`", word.escape_debug()))),
        }
    }

    pub(crate) fn word(&self, id: usize, expected: &str) -> Result<&'t str, ReadError> {
        match self.node(id) {
            Node::Word(word) => Ok(word),
            Node::List(_) => Err(self.error(id, format!("expected {expected}, not a list"))),
        }
    }

    pub(crate) fn error(&self, id: usize, message: impl Into<String>) -> ReadError {
        self.error_at(self.nodes[id].0, message)
    }

    pub(crate) fn line(&self, id: usize) -> usize {
        self.lines.partition_point(|&start| start <= self.nodes[id].0)
    }

    pub(crate) fn error_at(&self, offset: Offset, message: impl Into<String>) -> ReadError {
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = self.lines[line - 1];
        let column = self.text[start..offset].chars().count() + 1;
        ReadError { line, column, message: message.into() }
    }
}

enum Token<'t> {
    Open,
    Close,
    Word(&'t str),
}

type Found<'t> = Option<(Offset, Offset, Token<'t>)>;

fn next_token(text: &str, from: Offset) -> Result<Found<'_>, (Offset, &'static str)> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        match first {
            ';' => at += rest.find('\n').unwrap_or(rest.len()),
            '(' => return Ok(Some((at, at + 1, Token::Open))),
            ')' => return Ok(Some((at, at + 1, Token::Close))),
            '|' => {
                let Some(length) = rest[1..].find('|') else { return Err((at, "this `|` is never closed")) };
                return Ok(Some((at, at + length + 2, Token::Word(&rest[1..=length]))));
            }
            space if space.is_whitespace() => at += space.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || ['(', ')', ';', '|'].contains(&c);
                let length = rest.find(ends).unwrap_or(rest.len());
                return Ok(Some((at, at + length, Token::Word(&rest[..length]))));
            }
        }
    }
}

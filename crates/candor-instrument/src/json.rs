//! JSON in which every value knows where it stands.
//!
//! Rule files are written by hand, and most mistakes in them are not mistakes of JSON: a key that does not exist, a variable that
//! nothing binds. Such an error must name its line too, which the usual readers of JSON have forgotten by then.

use std::fmt;

/// A position in a rule file; both count from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with a rule file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {reason}")]
pub struct RuleError {
    pub at: Position,
    pub reason: String,
}

impl RuleError {
    pub(crate) fn new(at: Position, reason: impl Into<String>) -> RuleError {
        RuleError { at, reason: reason.into() }
    }
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: Position,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; keys are distinct.
    Object(Vec<(Key, Node)>),
}

#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) at: Position,
    pub(crate) name: String,
}

impl Value {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

/// Lists in lists in lists are no rule file; this keeps the reader's own stack small.
const MAX_DEPTH: u32 = 64;

/// The text of a file.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, RuleError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = good.rsplit('\n').next().unwrap_or_default();
        let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        let at = Position { line: count(good.matches('\n').count()), column: count(line.chars().count()) };
        RuleError::new(at, format!("the byte {:#04x} is no text in UTF-8", bytes[error.valid_up_to()]))
    })
}

/// Reads one value; nothing but white space may follow.
pub(crate) fn read(text: &str) -> Result<Node, RuleError> {
    let mut reader = Reader { rest: text.chars().collect(), next: 0, at: Position { line: 1, column: 1 }, depth: 0 };
    reader.skip_space();
    let node = reader.value()?;
    reader.skip_space();
    match reader.peek() {
        None => Ok(node),
        Some(c) => Err(reader.error(format!("{} after the end of the rules", show(c)))),
    }
}

struct Reader {
    rest: Vec<char>,
    next: usize,
    at: Position,
    depth: u32,
}

fn show(c: char) -> String {
    format!("`{}`", c.escape_default())
}

impl Reader {
    fn error(&self, reason: impl Into<String>) -> RuleError {
        RuleError::new(self.at, reason)
    }

    fn peek(&self) -> Option<char> {
        self.rest.get(self.next).copied()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.next += 1;
        if c == '\n' {
            self.at = Position { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            self.take();
        }
    }

    fn expect(&mut self, wanted: char, after: &str) -> Result<(), RuleError> {
        self.skip_space();
        match self.peek() {
            Some(c) if c == wanted => {
                self.take();
                Ok(())
            }
            Some(c) => Err(self.error(format!("`{wanted}` is missing {after}; here is {}", show(c)))),
            None => Err(self.error(format!("`{wanted}` is missing {after}; the file ends here"))),
        }
    }

    fn value(&mut self) -> Result<Node, RuleError> {
        let at = self.at;
        if self.depth == MAX_DEPTH {
            return Err(self.error("too many brackets in brackets"));
        }
        self.depth += 1;
        let value = match self.peek() {
            None => return Err(self.error("a value is missing; the file ends here")),
            Some('{') => self.object()?,
            Some('[') => self.list()?,
            Some('"') => Value::Text(self.text()?),
            Some(c) if c == '-' || c.is_ascii_digit() => self.number()?,
            Some(c) if c.is_ascii_alphabetic() => self.word()?,
            Some(c) => return Err(self.error(format!("a value cannot begin with {}", show(c)))),
        };
        self.depth -= 1;
        Ok(Node { at, value })
    }

    fn object(&mut self) -> Result<Value, RuleError> {
        self.take();
        let mut entries: Vec<(Key, Node)> = Vec::new();
        self.skip_space();
        if self.peek() == Some('}') {
            self.take();
            return Ok(Value::Object(entries));
        }
        loop {
            self.skip_space();
            let at = self.at;
            if self.peek() != Some('"') {
                return Err(self.error("a key in quotes is missing"));
            }
            let name = self.text()?;
            if entries.iter().any(|(key, _)| key.name == name) {
                return Err(RuleError::new(at, format!("the key `{name}` stands here twice")));
            }
            self.expect(':', "after the key")?;
            self.skip_space();
            let node = self.value()?;
            entries.push((Key { at, name }, node));
            self.skip_space();
            if self.peek() != Some(',') {
                break;
            }
            self.take();
        }
        self.expect('}', "at the end of the object")?;
        Ok(Value::Object(entries))
    }

    fn list(&mut self) -> Result<Value, RuleError> {
        self.take();
        let mut items = Vec::new();
        self.skip_space();
        if self.peek() == Some(']') {
            self.take();
            return Ok(Value::List(items));
        }
        loop {
            self.skip_space();
            items.push(self.value()?);
            self.skip_space();
            if self.peek() != Some(',') {
                break;
            }
            self.take();
        }
        self.expect(']', "at the end of the list")?;
        Ok(Value::List(items))
    }

    fn text(&mut self) -> Result<String, RuleError> {
        let start = self.at;
        self.take();
        let mut text = String::new();
        loop {
            match self.take() {
                None => return Err(RuleError::new(start, "this text has no end")),
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some('\n') => return Err(RuleError::new(start, "this text has no end on its line")),
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, RuleError> {
        let c = self.take().ok_or_else(|| self.error("the file ends in a text"))?;
        Ok(match c {
            '"' | '\\' | '/' => c,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let digits: Option<String> = (0..4).map(|_| self.take()).collect();
                let code = digits.and_then(|digits| u32::from_str_radix(&digits, 16).ok());
                code.and_then(char::from_u32).ok_or_else(|| self.error("`\\u` needs the four digits of a character"))?
            }
            other => return Err(self.error(format!("`\\{}` means nothing", other.escape_default()))),
        })
    }

    fn number(&mut self) -> Result<Value, RuleError> {
        let start = self.at;
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
            digits.push(c);
            self.take();
        }
        digits.parse().map(Value::Number).map_err(|_| RuleError::new(start, format!("`{digits}` is no whole number")))
    }

    fn word(&mut self) -> Result<Value, RuleError> {
        let start = self.at;
        let mut word = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
            word.push(c);
            self.take();
        }
        match word.as_str() {
            "null" => Ok(Value::Null),
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(RuleError::new(start, format!("`{word}` must stand in quotes"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(read(text).expect_err("is wrong").to_string(), expected);
    }

    #[test]
    fn values_know_their_places() {
        let node = read("{\n  \"a\": [1, \"x\\u0041\\n\"],\n  \"b\": true }").expect("is right");
        let Value::Object(entries) = node.value else { panic!("an object") };
        assert_eq!(
            (entries[1].0.at, entries[1].1.at),
            (Position { line: 3, column: 3 }, Position { line: 3, column: 8 })
        );
        let Value::List(items) = &entries[0].1.value else { panic!("a list") };
        assert!(matches!(&items[1].value, Value::Text(text) if text == "xA\n"));
        assert_eq!(items[1].at, Position { line: 2, column: 12 });
    }

    #[test]
    fn bytes_that_are_no_text_are_named_where_they_are() {
        assert_eq!(decode(b"{\n}"), Ok("{\n}"));
        let error = decode(b"{\n  \"\xc3\xa4\xff\": 1}").expect_err("is wrong");
        assert_eq!(error.to_string(), "2:5: the byte 0xff is no text in UTF-8");
        assert_eq!(decode(b"\xe4").expect_err("is wrong").to_string(), "1:1: the byte 0xe4 is no text in UTF-8");
    }

    #[test]
    fn mistakes_are_named_where_they_are() {
        check_error("", "1:1: a value is missing; the file ends here");
        check_error("{\"a\": 1,\n \"a\": 2}", "2:2: the key `a` stands here twice");
        check_error("[1 2]", "1:4: `]` is missing at the end of the list; here is `2`");
        check_error("{\"a\" 1}", "1:6: `:` is missing after the key; here is `1`");
        check_error("[1.5]", "1:2: `1.5` is no whole number");
        check_error("[yes]", "1:2: `yes` must stand in quotes");
        check_error("\n\"abc", "2:1: this text has no end");
        check_error("[] []", "1:4: `[` after the end of the rules");
        check_error("[\"\\q\"]", "1:5: `\\q` means nothing");
        check_error(&"[".repeat(100), "1:65: too many brackets in brackets");
    }
}

//! The parenthesised expressions that solvers answer with, read byte by byte.

use std::fmt;

/// Deeper answers are refused; dropping one takes stack for every level.
const MAX_DEPTH: usize = 10_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sexpr {
    /// A word, number, string (with its quotes) or quoted symbol (with its bars).
    Atom(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// What solvers write when something is wrong.
    pub(super) fn error(message: &str) -> Sexpr {
        let quoted = format!("\"{}\"", message.trim().replace('"', "\"\""));
        Sexpr::List(vec![Sexpr::Atom("error".to_owned()), Sexpr::Atom(quoted)])
    }

    pub(super) fn is_atom(&self, word: &str) -> bool {
        matches!(self, Sexpr::Atom(own) if own == word)
    }

    pub(super) fn as_atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(word) => Some(word),
            Sexpr::List(_) => None,
        }
    }

    pub(super) fn as_list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::Atom(_) => None,
            Sexpr::List(items) => Some(items),
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(word) => f.write_str(word),
            Sexpr::List(items) => {
                f.write_str("(")?;
                for (item_idx, item) in items.iter().enumerate() {
                    f.write_str(if item_idx == 0 { "" } else { " " })?;
                    item.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Puts expressions together from bytes.
#[derive(Default)]
pub(super) struct Reader {
    /// The lists that are open, outermost first.
    open: Vec<Vec<Sexpr>>,
    word: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Plain,
    /// Up to the end of the line.
    Comment,
    /// Up to this byte.
    Quoted(u8),
}

impl Reader {
    /// Takes the next byte, and returns the expression that it completes. After an error nothing more can be read.
    pub(super) fn feed(&mut self, byte: u8) -> Result<Option<Sexpr>, String> {
        match self.state {
            State::Comment => {
                if byte == b'\n' {
                    self.state = State::Plain;
                }
                Ok(None)
            }
            State::Quoted(end) => {
                self.word.push(byte);
                if byte == end {
                    self.state = State::Plain;
                }
                Ok(None)
            }
            State::Plain => self.feed_plain(byte),
        }
    }

    fn feed_plain(&mut self, byte: u8) -> Result<Option<Sexpr>, String> {
        match byte {
            b'(' => {
                let before = self.end_word();
                if self.open.len() >= MAX_DEPTH {
                    return Err("an answer is nested too deeply".to_owned());
                }
                self.open.push(Vec::new());
                Ok(before)
            }
            b')' => {
                self.end_word();
                let items = self.open.pop().ok_or("an answer has a parenthesis too many")?;
                Ok(self.add(Sexpr::List(items)))
            }
            b';' => {
                self.state = State::Comment;
                Ok(self.end_word())
            }
            b'"' | b'|' => {
                self.state = State::Quoted(byte);
                self.word.push(byte);
                Ok(None)
            }
            _ if byte.is_ascii_whitespace() => Ok(self.end_word()),
            _ => {
                self.word.push(byte);
                Ok(None)
            }
        }
    }

    fn end_word(&mut self) -> Option<Sexpr> {
        if self.word.is_empty() {
            return None;
        }
        let word = String::from_utf8_lossy(&std::mem::take(&mut self.word)).into_owned();
        self.add(Sexpr::Atom(word))
    }

    /// Puts an expression into the innermost open list; returns it if there is none.
    fn add(&mut self, sexpr: Sexpr) -> Option<Sexpr> {
        match self.open.last_mut() {
            Some(items) => {
                items.push(sexpr);
                None
            }
            None => Some(sexpr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut reader = Reader::default();
        let mut found = Vec::new();
        for byte in text.bytes() {
            found.extend(reader.feed(byte)?.map(|sexpr| sexpr.to_string()));
        }
        Ok(found)
    }

    #[test]
    fn answers_are_read_one_by_one() {
        assert_eq!(read("sat\nunsat\n").unwrap(), ["sat", "unsat"]);
        assert_eq!(read("((x #b01)\n (|a b| (_ bv3 8)))\nsat").unwrap(), ["((x #b01) (|a b| (_ bv3 8)))"]);
        assert_eq!(read("; noise (\n(error \"a \"\"b\"\" )\")").unwrap(), ["(error \"a \"\"b\"\" )\")"]);
        assert_eq!(read("sat(a)").unwrap(), ["sat", "(a)"]);
        assert_eq!(read("()\n").unwrap(), ["()"]);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(read(")").is_err());
        assert!(read(&"(".repeat(MAX_DEPTH + 1)).is_err());
    }
}

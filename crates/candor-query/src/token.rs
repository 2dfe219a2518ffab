//! The words of the language.

use crate::ast::Span;
use crate::error::QueryError;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A name or a keyword; check ids have dashes in them.
    Word(String),
    Integer(i128),
    Float(f64),
    /// `%name`.
    Register(String),
    /// Any of the signs below, as it is written.
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Spanned {
    pub(crate) token: Token,
    pub(crate) span: Span,
}

/// Longer signs come before those that they begin with.
const SIGNS: &[&str] = &[
    "<>", "<=", ">=", "==", "!=", "::", "&&", "||", "<", ">", "=", "!", "(", ")", "[", "]", "{", "}", ",", ";", ".",
    "@", "-",
];

/// The words of a text; the last one is its end.
pub(crate) fn tokens(text: &str) -> Result<Vec<Spanned>, QueryError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blank(text, at);
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            tokens.push(Spanned { token: Token::End, span: Span { start: at, end: at } });
            return Ok(tokens);
        };
        let (token, len) = match first {
            '0'..='9' => number(rest, at)?,
            '%' => register(rest, at)?,
            '"' => quoted(rest, at)?,
            _ if is_word_start(first) => word(rest),
            _ => sign(rest, first, at)?,
        };
        tokens.push(Spanned { token, span: Span { start: at, end: at + len } });
        at += len;
    }
}

/// Blanks and comments, which go from `//` or `#` to the end of the line.
fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = &text[at..];
        if !rest.starts_with("//") && !rest.starts_with('#') {
            return at;
        }
        at += rest.find('\n').unwrap_or(rest.len());
    }
}

fn is_word_start(char: char) -> bool {
    char.is_alphabetic() || char == '_' || char == '$'
}

fn is_word_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '$'
}

fn word(rest: &str) -> (Token, usize) {
    let mut len = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let goes_on = chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        let is_dash_within = char == '-' && goes_on && at > 0;
        if !is_word_char(char) && !is_dash_within {
            break;
        }
        len = at + char.len_utf8();
    }
    (Token::Word(rest[..len].to_owned()), len)
}

fn number(rest: &str, at: usize) -> Result<(Token, usize), QueryError> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(hex) = rest.strip_prefix("0x") {
        let len = hex.bytes().take_while(u8::is_ascii_hexdigit).count();
        let span = Span { start: at, end: at + 2 + len };
        let value = i128::from_str_radix(&hex[..len], 16);
        let value = value.map_err(|_| QueryError::new("this is no number", span))?;
        return Ok((Token::Integer(value), 2 + len));
    }
    let mut len = digits(rest);
    let mut is_float = false;
    if rest[len..].starts_with('.') && digits(&rest[len + 1..]) > 0 {
        is_float = true;
        len += 1 + digits(&rest[len + 1..]);
    }
    let exponent = rest[len..].strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['-', '+']).unwrap_or(rest));
    if let Some(power) = exponent.filter(|power| digits(power) > 0) {
        is_float = true;
        len = rest.len() - power.len() + digits(power);
    }
    let (text, span) = (&rest[..len], Span { start: at, end: at + len });
    let token = match is_float {
        true => text.parse().ok().map(Token::Float),
        false => text.parse().ok().map(Token::Integer),
    };
    let token = token.ok_or_else(|| QueryError::new("this number is too large", span))?;
    Ok((token, len))
}

fn register(rest: &str, at: usize) -> Result<(Token, usize), QueryError> {
    if rest[1..].starts_with('"') {
        let (name, len) = quoted(&rest[1..], at + 1)?;
        let Token::Word(name) = name else { unreachable!("quotes enclose a word") };
        return Ok((Token::Register(name), len + 1));
    }
    let is_part = |char: &char| is_word_char(*char) || matches!(char, '.' | '-');
    let len: usize = rest[1..].chars().take_while(is_part).map(char::len_utf8).sum();
    if len == 0 {
        let span = Span { start: at, end: at + 1 };
        return Err(QueryError::new("the name of a register is missing behind `%`", span));
    }
    Ok((Token::Register(rest[1..=len].to_owned()), len + 1))
}

/// A name with signs in it, such as `"llvm.memcpy"`.
fn quoted(rest: &str, at: usize) -> Result<(Token, usize), QueryError> {
    let span = Span { start: at, end: at + 1 };
    let end = rest[1..].find('"').ok_or_else(|| QueryError::new("this quote is never closed", span))?;
    Ok((Token::Word(rest[1..=end].to_owned()), end + 2))
}

fn sign(rest: &str, first: char, at: usize) -> Result<(Token, usize), QueryError> {
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => {
            let span = Span { start: at, end: at + first.len_utf8() };
            Err(QueryError::new(format!("`{}` means nothing in a query", first.escape_debug()), span))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Token> {
        tokens(text).expect("is made of words").into_iter().map(|spanned| spanned.token).collect()
    }

    #[test]
    fn processes_and_fractions_are_told_apart() {
        use Token::{End, Float, Integer, Sign, Word};
        let expected = vec![Sign("["), Integer(0), Sign("."), Word("f".into()), Sign("]"), Float(0.5), End];
        assert_eq!(words("[0.f] 0.5"), expected);
        assert_eq!(words("1e-3 0x1F"), vec![Float(0.001), Integer(31), End]);
    }

    #[test]
    fn check_ids_are_words_and_differences_are_not() {
        use Token::{End, Integer, Register, Sign, Word};
        assert_eq!(words("data-race"), vec![Word("data-race".into()), End]);
        assert_eq!(words("x -1"), vec![Word("x".into()), Sign("-"), Integer(1), End]);
        assert_eq!(words("%call.i%\"a b\""), vec![Register("call.i".into()), Register("a b".into()), End]);
    }

    #[test]
    fn comments_are_blank() {
        assert_eq!(words("# one\n true // two"), vec![Token::Word("true".into()), Token::End]);
    }
}

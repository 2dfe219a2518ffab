//! Conditions in witnesses: conjunctions of comparisons of something with a number. What has another form says nothing to us.

/// What a comparison is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The value that a function has returned.
    Result,
    Variable(String),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// `\result == 5`, `n < 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub subject: Subject,
    pub operator: Operator,
    pub value: i128,
}

/// The comparisons of a condition that can be understood; whatever stands beside them only makes it stronger.
pub(crate) fn comparisons(text: &str) -> Vec<Comparison> {
    let parts = text.split([';', '\n']).flat_map(|part| part.split("&&"));
    parts.filter(|part| !part.contains("||") && !part.contains('?')).filter_map(comparison).collect()
}

/// All comparisons of a condition that says nothing else.
pub(crate) fn conjunction(text: &str) -> Option<Vec<Comparison>> {
    let parts = text.split([';', '\n']).flat_map(|part| part.split("&&"));
    parts.map(str::trim).filter(|part| !part.is_empty()).map(comparison).collect()
}

/// Longer spellings first.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessEqual),
    (">=", Operator::GreaterEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

fn comparison(text: &str) -> Option<Comparison> {
    let text = bare(text);
    let (at, (spelling, operator)) =
        OPERATORS.iter().find_map(|entry| text.find(entry.0).map(|at| (at, *entry))).filter(|(at, _)| *at > 0)?;
    let (left, right) = (bare(&text[..at]), bare(&text[at + spelling.len()..]));
    if let (Some(subject), Some(value)) = (subject(left), number(right)) {
        return Some(Comparison { subject, operator, value });
    }
    let (subject, value) = (subject(right)?, number(left)?);
    Some(Comparison { subject, operator: turned(operator), value })
}

/// Without blanks and parentheses around it.
fn bare(mut text: &str) -> &str {
    loop {
        text = text.trim();
        match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            Some(inner) if is_balanced(inner) => text = inner,
            Some(_) | None => return text,
        }
    }
}

/// Whether every parenthesis in the text is closed in it, and none is closed that was not opened.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

fn subject(text: &str) -> Option<Subject> {
    if text == "\\result" || text == "__result" {
        return Some(Subject::Result);
    }
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| Subject::Variable(text.to_owned()))
}

/// An integer constant of C.
fn number(text: &str) -> Option<i128> {
    let text = match text.split_once(')') {
        // A cast in front of it.
        Some((cast, rest)) if cast.starts_with('(') && cast[1..].starts_with(|c: char| c.is_ascii_alphabetic()) => {
            bare(rest)
        }
        _ => text,
    };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, bare(rest)),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((digits, 10), |hex| (hex, 16));
    if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return None;
    }
    let magnitude = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Equal | Operator::NotEqual => operator,
        Operator::Less => Operator::Greater,
        Operator::LessEqual => Operator::GreaterEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterEqual => Operator::LessEqual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Operator, i128)]) {
        let found = comparisons(text);
        let found: Vec<(&str, Operator, i128)> = found
            .iter()
            .map(|comparison| match &comparison.subject {
                Subject::Result => ("\\result", comparison.operator, comparison.value),
                Subject::Variable(name) => (name.as_str(), comparison.operator, comparison.value),
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_is_to_be_avoided_must_be_understood_as_a_whole() {
        assert_eq!(conjunction("x == 1 && 4 > y;").map(|all| all.len()), Some(2));
        for text in ["x == 1 && f(y)", "x == 1 || y == 2", "x == 1; p->q == 2", "true"] {
            assert_eq!(conjunction(text), None, "{text}");
        }
    }

    #[test]
    fn forms() {
        check("\\result == 5;", &[("\\result", Operator::Equal, 5)]);
        check("(x == (-3)) && 4 > y", &[("x", Operator::Equal, -3), ("y", Operator::Less, 4)]);
        check(
            "n >= 0x1FU && n<=2147483648UL",
            &[("n", Operator::GreaterEqual, 31), ("n", Operator::LessEqual, 2_147_483_648)],
        );
        check("x == (unsigned char)7", &[("x", Operator::Equal, 7)]);
        check("a[3] == 1; p != q; x == 1 || y == 2; f(x) == 3; 1; ==; x ==", &[]);
    }
}

//! `--inputs FILE`: a plain list of numbers.
//!
//! Numbers are decimal or hexadecimal integers or floats such as `1.5`, `2e-3`, `inf` and `nan`, possibly negative, separated by
//! white space or commas; `#` starts a comment that ends with the line. The list is strict: the program must use all of it and
//! no more.

use candor_context_concrete::Number;

/// The numbers of a list, or what is wrong with it and in which line.
pub(crate) fn parse(text: &str) -> Result<Vec<Number>, String> {
    let mut numbers = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        for word in line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            let number = integer(word).map(Number::Integer).or_else(|| float(word).map(Number::Float));
            let number = number.ok_or_else(|| format!("line {}: `{word}` is not a number", idx + 1))?;
            numbers.push(number);
        }
    }
    Ok(numbers)
}

fn integer(word: &str) -> Option<i128> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    // `from_str_radix` would accept a second sign.
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let magnitude = match hex {
        Some(hex) if hex.starts_with(|c: char| c.is_ascii_hexdigit()) => i128::from_str_radix(hex, 16).ok()?,
        Some(_) => return None,
        None => digits.parse().ok()?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// What is written like a float: an integer that is too large for one is a mistake.
fn float(word: &str) -> Option<f64> {
    let magnitude = word.strip_prefix(['-', '+']).unwrap_or(word);
    let has_point =
        magnitude.starts_with(|c: char| c.is_ascii_digit() || c == '.') && magnitude.contains(['.', 'e', 'E']);
    (has_point || matches!(magnitude, "inf" | "nan")).then(|| word.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(numbers: &[i128]) -> Result<Vec<Number>, String> {
        Ok(numbers.iter().copied().map(Number::Integer).collect())
    }

    #[test]
    fn lists() {
        assert_eq!(parse("1, -2\n0x1F # 9 9\n\t+3,,4"), integers(&[1, -2, 31, 3, 4]));
        assert_eq!(parse("-0x80000000 18446744073709551615"), integers(&[-0x8000_0000, 18_446_744_073_709_551_615]));
        assert_eq!(parse(""), Ok(vec![]));
        let floats = [1.5, -0.25, 2000.0, f64::NEG_INFINITY].map(Number::Float);
        assert_eq!(parse("1.5 -.25 2e3 -inf"), Ok(floats.to_vec()));
    }

    #[test]
    fn mistakes_have_a_line() {
        for word in [
            "x",
            "1x",
            "0x",
            "--1",
            "+-1",
            "0x-1",
            "1.5.5",
            "e",
            "infinite",
            "999999999999999999999999999999999999999999",
        ] {
            assert_eq!(parse(&format!("1\n{word}")), Err(format!("line 2: `{word}` is not a number")));
        }
    }
}

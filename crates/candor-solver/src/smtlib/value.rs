//! Values as solvers write them.

use candor_bits::{Bits, FloatKind};
use candor_term::{ArrayValue, Sort, Value, exponent_bits, ieee_to_pattern, ieee_width, nan_pattern};
use rustc_hash::FxHashMap;

use super::sexpr::Sexpr;
use crate::pattern::from_digits;

/// The value of a sort that an expression stands for, if it is one that we understand.
pub(super) fn read(sort: Sort, sexpr: &Sexpr) -> Option<Value> {
    match sort {
        Sort::Bool => match sexpr.as_atom()? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Bv(width) => Some(Value::Bv(read_bv(width, sexpr)?)),
        Sort::Float(kind) => Some(Value::Float(kind, read_float(kind, sexpr)?)),
        Sort::Array { index, element } => Some(Value::Array(read_array(index, element, sexpr)?)),
    }
}

/// `#b0101`, `#x5` or `(_ bv5 4)`.
fn read_bv(width: u32, sexpr: &Sexpr) -> Option<Bits> {
    let bits = match sexpr {
        Sexpr::Atom(word) => read_literal(word)?,
        Sexpr::List(items) => {
            let [underscore, number, _] = &items[..] else { return None };
            let number = number.as_atom()?.strip_prefix("bv").filter(|_| underscore.is_atom("_"))?;
            Bits::from_decimal(width, number)?
        }
    };
    (bits.width() == width).then_some(bits)
}

fn read_literal(word: &str) -> Option<Bits> {
    if let Some(digits) = word.strip_prefix("#b") {
        let is_binary = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0' || digit == b'1');
        return is_binary.then(|| from_digits(digits));
    }
    let digits = word.strip_prefix("#x").filter(|digits| !digits.is_empty())?;
    let quads: Option<Vec<String>> = digits.chars().map(|digit| Some(format!("{:04b}", digit.to_digit(16)?))).collect();
    Some(from_digits(&quads?.concat()))
}

/// `(fp #b0 #b00000 #b0000000000)`, or a special value such as `(_ +oo 5 11)`.
fn read_float(kind: FloatKind, sexpr: &Sexpr) -> Option<Bits> {
    let (n_exponent, n_fraction) = (exponent_bits(kind), kind.precision() - 1);
    let ieee = |sign: &Bits, exponent: &Bits, fraction: &Bits| {
        ieee_to_pattern(kind, &Bits::concat(&Bits::concat(sign, exponent), fraction))
    };
    let sign = |is_negative| Bits::from_bool(is_negative);
    let (zeros, fraction) = (Bits::zero(n_exponent), Bits::zero(n_fraction));
    match sexpr.as_list()? {
        [head, s, e, f] if head.is_atom("fp") => {
            Some(ieee(&read_bv(1, s)?, &read_bv(n_exponent, e)?, &read_bv(n_fraction, f)?))
        }
        [underscore, name, _, _] if underscore.is_atom("_") => match name.as_atom()? {
            "+oo" => Some(ieee(&sign(false), &Bits::ones(n_exponent), &fraction)),
            "-oo" => Some(ieee(&sign(true), &Bits::ones(n_exponent), &fraction)),
            "+zero" => Some(ieee(&sign(false), &zeros, &fraction)),
            "-zero" => Some(ieee(&sign(true), &zeros, &fraction)),
            "NaN" => Some(nan_pattern(kind)),
            _ => None,
        },
        [_, pattern] => Some(ieee_to_pattern(kind, &read_bv(ieee_width(kind), pattern)?)),
        _ => None,
    }
}

/// Stores into a constant array, with names for parts.
fn read_array(index: u32, element: u32, sexpr: &Sexpr) -> Option<ArrayValue> {
    let mut names: FxHashMap<&str, &Sexpr> = FxHashMap::default();
    let mut stores = Vec::new();
    let mut rest = sexpr;
    let mut array = loop {
        match rest {
            // Taken out, so that nonsense like `(let ((a a)) a)` ends.
            Sexpr::Atom(name) => rest = names.remove(&name[..])?,
            Sexpr::List(items) => match &items[..] {
                [head, bindings, body] if head.is_atom("let") => {
                    for binding in bindings.as_list()? {
                        let [name, value] = binding.as_list()? else { return None };
                        names.insert(name.as_atom()?, value);
                    }
                    rest = body;
                }
                [head, below, at, value] if head.is_atom("store") => {
                    stores.push((read_bv(index, at)?, read_bv(element, value)?));
                    rest = below;
                }
                [head, value] if is_const(head) => break ArrayValue::new(index, read_bv(element, value)?),
                _ => return None,
            },
        }
    };
    for (at, value) in stores.into_iter().rev() {
        array.set(at, value);
    }
    Some(array)
}

/// `(as const SORT)`.
fn is_const(head: &Sexpr) -> bool {
    matches!(head.as_list(), Some([a, b, _]) if a.is_atom("as") && b.is_atom("const"))
}

#[cfg(test)]
mod tests {
    use super::super::sexpr::Reader;
    use super::*;

    fn read_text(sort: Sort, text: &str) -> Option<Value> {
        let mut reader = Reader::default();
        let bytes = text.bytes().chain([b'\n']);
        let found = bytes.filter_map(|byte| reader.feed(byte).expect("well formed")).next();
        read(sort, &found.expect("an expression"))
    }

    #[test]
    fn bit_vectors_in_every_notation() {
        for text in ["#b00101010", "#x2a", "#x2A", "(_ bv42 8)"] {
            assert_eq!(read_text(Sort::Bv(8), text), Some(Value::Bv(Bits::new(8, 42))), "{text}");
        }
        for text in ["#b0101010", "#x", "#b", "#xg0", "42", "(_ bv42)", "x"] {
            assert_eq!(read_text(Sort::Bv(8), text), None, "{text}");
        }
        assert_eq!(read_text(Sort::Bool, "true"), Some(Value::Bool(true)));
    }

    #[test]
    fn floats_in_every_notation() {
        let kind = FloatKind::Single;
        for (text, pattern) in [
            ("(fp #b1 #x80 #b10000000000000000000000)", 0xc040_0000),
            ("(_ +oo 8 24)", 0x7f80_0000),
            ("(_ -zero 8 24)", 0x8000_0000),
            ("(_ NaN 8 24)", 0x7fc0_0000),
        ] {
            assert_eq!(read_text(Sort::Float(kind), text), Some(Value::Float(kind, Bits::new(32, pattern))), "{text}");
        }
    }

    #[test]
    fn arrays_with_stores_and_names() {
        let text =
            "(let ((a!1 (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x1 #x07))) (store a!1 #x1 #x08))";
        let value = read_text(Sort::Array { index: 4, element: 8 }, text);
        let mut expected = ArrayValue::new(4, Bits::zero(8));
        expected.set(Bits::new(4, 1), Bits::new(8, 8));
        assert_eq!(value, Some(Value::Array(expected)));
    }
}

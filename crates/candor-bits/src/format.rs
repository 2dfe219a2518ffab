//! Floats in decimal, for messages.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{self, IeeeFloat};

use crate::float::{Parts, parts, to_pattern};
use crate::small::f32_of;
use crate::soft::in_format;
use crate::{Bits, FloatKind};

/// The shortest decimal number that reads back as this float: `0.1`, `1e300`, `-inf`, `nan`.
pub fn float_to_string(kind: FloatKind, a: &Bits) -> String {
    match parts(kind, to_pattern(a)) {
        Parts::Nan => return "nan".to_owned(),
        Parts::Infinite if a.sign_bit() => return "-inf".to_owned(),
        Parts::Infinite => return "inf".to_owned(),
        Parts::Finite { .. } => {}
    }
    match kind {
        FloatKind::Single => format!("{:?}", f32_of(a.limb(0))),
        FloatKind::Double => format!("{:?}", f64::from_bits(a.limb(0))),
        FloatKind::Half | FloatKind::BFloat | FloatKind::X87 | FloatKind::Quad => shortest_soft(kind, to_pattern(a)),
    }
}

/// Tries more and more digits until the number reads back. No format needs more than 36; nobody waits for a message.
fn shortest_soft(kind: FloatKind, pattern: u128) -> String {
    in_format!(kind, F => {
        let value = IeeeFloat::<F>::from_bits(pattern);
        let reads_back = |text: &String| {
            text.parse::<IeeeFloat<F>>().is_ok_and(|read| read.bitwise_eq(value))
        };
        let mut texts = (1..=36).map(|n_digits| format!("{value:.n_digits$}"));
        let text = texts.find(reads_back).unwrap_or_else(|| value.to_string());
        in_rust_spelling(&text)
    })
}

/// From `1.0E+300` and `2` to `1e300` and `2.0`, which is how `f64` is written.
fn in_rust_spelling(text: &str) -> String {
    match text.split_once('E') {
        Some((digits, exponent)) => {
            let digits = digits.strip_suffix(".0").unwrap_or(digits);
            format!("{digits}e{}", exponent.trim_start_matches('+'))
        }
        None if text.contains('.') => text.to_owned(),
        None => format!("{text}.0"),
    }
}

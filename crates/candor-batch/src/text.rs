//! Names as text: file names are bytes, tables and terminals want lines of text.
//!
//! What would break a line, hide on a terminal or is no UTF-8 is written `\t`, `\n`, `\r` or, byte by byte, `\xHH`; a backslash is `\\`.
//! Every sequence of bytes has exactly one such text, and [`unescape`] finds the bytes again.

use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The bytes as text without control characters.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => text.push_str("\\t"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\\' => text.push_str("\\\\"),
                c if c.is_control() || is_invisible(c) => {
                    push_bytes(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                c => text.push(c),
            }
        }
        push_bytes(&mut text, chunk.invalid());
    }
    text
}

/// The beginning of a text, for messages about it.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    escape(short.as_bytes())
}

pub(crate) fn escape_os(text: &OsStr) -> String {
    escape(text.as_bytes())
}

pub(crate) fn escape_path(path: &Path) -> String {
    escape_os(path.as_os_str())
}

/// The bytes that a text stands for. A backslash that begins none of the sequences stands for itself.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let (byte, len) = sequence(&rest[at..]);
        bytes.push(byte);
        rest = &rest[at + len..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Names in records: as text that stands for the bytes.
pub(crate) mod os_text {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStringExt;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(name: &impl AsRef<OsStr>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::escape_os(name.as_ref()))
    }

    pub(crate) fn deserialize<'de, T: From<OsString>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(OsString::from_vec(super::unescape(&text)).into())
    }
}

/// The same for several names.
pub(crate) mod os_texts {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStringExt;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: AsRef<OsStr>, S: Serializer>(names: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(names.iter().map(|name| super::escape_os(name.as_ref())))
    }

    pub(crate) fn deserialize<'de, T: From<OsString>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        Ok(texts.iter().map(|text| OsString::from_vec(super::unescape(text)).into()).collect())
    }
}

fn push_bytes(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        write!(text, "\\x{byte:02x}").expect("strings take everything");
    }
}

/// Characters that change how the text around them is shown.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The byte that a sequence at the start of the text stands for, and how long the sequence is.
fn sequence(text: &str) -> (u8, usize) {
    let hex = text.get(2..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    match (text.as_bytes().get(1), hex.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
        (Some(b't'), _) => (b'\t', 2),
        (Some(b'n'), _) => (b'\n', 2),
        (Some(b'r'), _) => (b'\r', 2),
        (Some(b'\\'), _) => (b'\\', 2),
        (Some(b'x'), Some(byte)) => (byte, 4),
        _ => (b'\\', 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let names: [&[u8]; 7] = [b"a.c", b"a\tb\n\"c'\\n", b"\\x41", b"\xff\xfe", "ä\u{202e}".as_bytes(), b"", &all];
        for name in names {
            let text = escape(name);
            assert!(!text.chars().any(char::is_control), "{text}");
            assert_eq!(unescape(&text), name, "{text}");
        }
        assert_eq!(escape(b"a\nb"), "a\\nb");
        assert_eq!(escape("ä".as_bytes()), "ä");
    }

    #[test]
    fn other_backslashes_stand_for_themselves() {
        assert_eq!(unescape("a\\qb\\x4"), b"a\\qb\\x4");
        assert_eq!(unescape("\\xää\\"), "\\xää\\".as_bytes());
    }
}

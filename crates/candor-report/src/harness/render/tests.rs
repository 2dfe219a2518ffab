//! Pieces of C as they appear.

use super::*;

#[test]
fn hostile_names_end_neither_strings_nor_comments() {
    assert_eq!(c_text(b"a\"b\\c\n\xff??/"), "a\\\"b\\\\c\\012\\377\\?\\?/");
    assert_eq!(comment("x */ evil \\"), "x * / evil /");
    assert_eq!(shell("it's"), "'it'\\''s'");
    assert_eq!(shell("-fsanitize=address,bounds"), "-fsanitize=address,bounds");
}

#[test]
fn numbers_become_words() {
    assert_eq!(words("0x2a"), "{ 0x2aULL }");
    assert_eq!(words("0x1ffffffffffffffff"), "{ 0xffffffffffffffffULL, 0x1ULL }");
}

//! Functions that a source defines as `inline` and that clang leaves out.
//!
//! Since C99 an `inline` definition is only a hint: without optimisation clang calls the function that some other file is to
//! define. Often there is none, because the program was written for GNU C of old, where `inline` defines it here. Such a function
//! must not be taken for one of which nothing is known: its body is there for everybody to read.

use std::path::PathBuf;
use std::{fs, mem};

use candor_evidence::Incomplete;
use candor_interp::lookup_native;
use candor_ir::Program;
use rustc_hash::FxHashSet;

/// What makes clang keep such functions: the old rules, or optimisation, of which only the first step is made.
pub(crate) const KEEPING: [&[&str]; 2] = [&["-fgnu89-inline"], &["-O1", "-Xclang", "-disable-llvm-passes"]];

/// Names that the sources define and the program does not have a body of the user's for.
pub(crate) fn left_out(program: &Program, files: &[PathBuf]) -> FxHashSet<String> {
    let is_missing = |name: &str| {
        let func = program.function_named(name);
        func.is_some_and(|func| !program.functions[func].is_defined() || program.functions[func].library)
    };
    let mut names = FxHashSet::default();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "c" || ext == "i")) {
        let Ok(source) = fs::read(file) else { continue };
        if !source.windows(b"inline".len()).any(|word| word == b"inline") {
            continue;
        }
        names.extend(definitions(&source).into_iter().filter(|name| is_missing(name)));
    }
    names
}

/// Functions that the sources define and that the program calls as if nothing were known of them: that they return anything and change
/// nothing is not true then, and nothing follows from it.
pub(crate) fn unused_bodies(program: &Program, files: &[PathBuf]) -> Vec<Incomplete> {
    let is_unknown = |name: &String| {
        let func = program.function_named(name);
        func.is_some_and(|func| !program.functions[func].is_defined()) && lookup_native(name).is_none()
    };
    let mut names: Vec<String> = left_out(program, files).into_iter().filter(is_unknown).collect();
    names.sort_unstable();
    let say = |name| Incomplete { reason: format!("the inline definition of `{name}` is not used"), at: None };
    names.into_iter().map(say).collect()
}

/// The names of functions that a source seems to define: outside of all braces, a name, parameters, and then a brace.
fn definitions(source: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut braces = 0_u32;
    // The name before the last parenthesis that was opened outside of all others, and whether that one is closed again.
    let mut candidate: Option<String> = None;
    let mut parens = 0_u32;
    let mut word = String::new();
    for token in (Tokens { source, at: 0 }) {
        match token {
            Token::Word(text) => {
                if parens == 0 {
                    candidate = None;
                    word = String::from_utf8_lossy(text).into_owned();
                }
            }
            Token::Sign(b'(') => {
                if parens == 0 && braces == 0 {
                    candidate = Some(mem::take(&mut word)).filter(|word| !word.is_empty());
                }
                parens += 1;
            }
            Token::Sign(b')') => parens = parens.saturating_sub(1),
            Token::Sign(b'{') => {
                if braces == 0 && parens == 0 {
                    found.extend(candidate.take());
                }
                braces += 1;
            }
            Token::Sign(b'}') => braces = braces.saturating_sub(1),
            Token::Sign(_) => {
                if parens == 0 {
                    candidate = None;
                    word.clear();
                }
            }
        }
    }
    found
}

enum Token<'s> {
    Word(&'s [u8]),
    Sign(u8),
}

/// The words and signs of a source, without comments, literals and directives.
struct Tokens<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> Tokens<'s> {
    /// Moves on to behind the first place where the text stands, or to the end.
    fn skip_past(&mut self, text: &[u8]) {
        let rest = &self.source[self.at..];
        let end = rest.windows(text.len()).position(|window| window == text);
        self.at += end.map_or(rest.len(), |end| end + text.len());
    }

    fn skip_literal(&mut self, quote: u8) {
        while let Some(&byte) = self.source.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote || byte == b'\n' {
                break;
            }
        }
    }

    /// A directive goes on behind a line that ends in a backslash.
    fn skip_directive(&mut self) {
        loop {
            let start = self.at;
            self.skip_past(b"\n");
            let line = self.source[start..self.at].trim_ascii_end();
            if line.last() != Some(&b'\\') || self.at >= self.source.len() {
                break;
            }
        }
    }
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Token<'s>;

    fn next(&mut self) -> Option<Token<'s>> {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        loop {
            let rest = self.source.get(self.at..)?;
            match *rest.first()? {
                byte if is_word(byte) => {
                    let len = rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len());
                    self.at += len;
                    return Some(Token::Word(&rest[..len]));
                }
                b'/' if rest.starts_with(b"/*") => {
                    self.at += 2;
                    self.skip_past(b"*/");
                }
                b'/' if rest.starts_with(b"//") => self.skip_past(b"\n"),
                b'#' => self.skip_directive(),
                quote @ (b'"' | b'\'') => {
                    self.at += 1;
                    self.skip_literal(quote);
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                byte => {
                    self.at += 1;
                    return Some(Token::Sign(byte));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::definitions;

    #[test]
    fn definitions_are_found_and_nothing_else() {
        let source = br#"
# 1 "a.c"
#define f(x) \
    g(x) {
typedef int (*handler)(int);
extern int declared(int a);
__inline void plain(void)
{ if (called(1)) { called(2); } }
inline __attribute__((unused)) int *with(int (*callback)(int), char c) { return "{(" ? 0 : '{'; }
/* int comment(void) { */ // int line(void) {
int table[] = { first(0) };
struct s { int x; } variable = { 1 };
static int last (void) { return 0; }
"#;
        assert_eq!(definitions(source), ["plain", "with", "last"]);
    }

    #[test]
    fn broken_text_does_no_harm() {
        for source in [&b"int f("[..], b"'", b"\"\\", b"/*", b"} ) f() {", b"#\\", b"\xff\xfe(){"] {
            assert!(definitions(source).len() <= 1);
        }
    }
}

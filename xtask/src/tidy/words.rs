//! Plain words: help texts, messages and pages use the field's terms, and every sentence has a subject.
//!
//! The lists below are the only place that says what is refused. A help text is a doc comment in the options of `candor`; a message is a
//! string in the code outside of tests that has several words.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::SourceFile;

/// How no help text begins: "What volatile variables hold" is a question, "Reads of volatile variables" names the thing.
const OPENINGS: [&str; 14] = [
    "What ",
    "Whether ",
    "Who ",
    "Whom ",
    "Whose ",
    "Which ",
    "Where ",
    "When ",
    "Why ",
    "How ",
    "Whatever ",
    "Whoever ",
    "Nobody ",
    "Somebody ",
];

/// What no message, help text or page contains, and a term to use instead.
const WORDS: [(&str, &str); 18] = [
    ("nobody", "name who: no thread, no process, the user"),
    ("somebody", "name who: another thread, another process, the user"),
    ("whoever", "name who: the caller, the reader"),
    ("go round", "iterate; the number of iterations"),
    ("goes round", "iterates; the number of iterations"),
    ("going round", "iterating"),
    ("were looked at", "were explored"),
    ("was looked at", "was explored"),
    ("foretells", "predicts"),
    ("for granted", "assumed"),
    ("in vain", "without success"),
    ("by chance", "at random"),
    ("for ever", "forever, or that it never ends"),
    ("looked at again", "explored, analysed or computed again"),
    ("of what is not", "name the thing: of a pointer that is not ..."),
    ("takes long", "name what was limited or reached"),
    ("leaves open", "a nondeterministic value, or unspecified"),
    ("cannot matter", "what nothing depends on"),
];

/// Calls whose strings are for programmers of candor, not for its users.
const INTERNAL: [&str; 9] =
    ["expect", "panic", "unreachable", "assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "bug"];

/// Help texts and messages.
pub(super) fn plain_words(files: &[SourceFile], complaints: &mut Vec<String>) {
    for file in files.iter().filter(|file| is_production(&file.path)) {
        if file.path.starts_with("crates/candor/src/options") {
            help_texts(file, complaints);
        }
        if let Ok(tokens) = file.text.parse::<TokenStream>() {
            strings(tokens, &file.path, complaints);
        }
    }
}

/// Pages of the book, and what else users read.
pub(super) fn plain_pages(pages: &[SourceFile], complaints: &mut Vec<String>) {
    for page in pages {
        for (idx, line) in page.text.lines().enumerate() {
            refused(line, |word, instead| {
                complaints.push(format!("{}:{}: `{word}`: write {instead}", page.path, idx + 1));
            });
        }
    }
}

fn is_production(path: &str) -> bool {
    path.ends_with(".rs") && path.contains("/src/") && !path.ends_with("tests.rs") && !path.starts_with("xtask/")
}

/// Doc comments of fields and variants; those of types and functions are for readers of the code.
fn help_texts(file: &SourceFile, complaints: &mut Vec<String>) {
    for (idx, line) in file.text.lines().enumerate() {
        let Some(text) = line.strip_prefix("    ").and_then(|line| line.trim_start().strip_prefix("/// ")) else {
            continue;
        };
        // A sentence with a full stop describes a function; help texts have none.
        if text.ends_with('.') {
            continue;
        }
        if let Some(opening) = OPENINGS.iter().find(|opening| text.starts_with(**opening)) {
            let opening = opening.trim_end();
            complaints.push(format!("{}:{}: a help text begins with `{opening}`: name the thing", file.path, idx + 1));
        }
        refused(text, |word, instead| {
            complaints.push(format!("{}:{}: `{word}`: write {instead}", file.path, idx + 1));
        });
    }
}

/// Every string but those in attributes (which doc comments are), in tests and in what only programmers see.
fn strings(tokens: TokenStream, path: &str, complaints: &mut Vec<String>) {
    let mut last = [String::new(), String::new()];
    for token in tokens {
        let mut word = String::new();
        match &token {
            TokenTree::Group(group) => {
                let is_attribute = last[1] == "#" || (last[0] == "#" && last[1] == "!");
                let is_attribute = is_attribute && group.delimiter() == Delimiter::Bracket;
                let is_test = group.delimiter() == Delimiter::Brace && last[0] == "mod" && last[1] == "tests";
                let called = if last[1] == "!" { &last[0] } else { &last[1] };
                if !is_attribute && !is_test && !INTERNAL.contains(&called.as_str()) {
                    strings(group.stream(), path, complaints);
                }
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.starts_with('"') && text.contains(' ') {
                    let line = literal.span().start().line;
                    refused(&text, |word, instead| {
                        complaints.push(format!("{path}:{line}: `{word}`: write {instead}"));
                    });
                }
            }
            TokenTree::Ident(ident) => word = ident.to_string(),
            TokenTree::Punct(punct) => word = punct.to_string(),
        }
        let [_, before] = last;
        last = [before, word];
    }
}

fn refused(text: &str, mut complain: impl FnMut(&str, &str)) {
    let text = text.to_lowercase();
    for (word, instead) in WORDS {
        let mut rest = text.as_str();
        while let Some(at) = rest.find(word) {
            let after = &rest[at + word.len()..];
            let is_word = !rest[..at].ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
            if is_word {
                complain(word, instead);
                break;
            }
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> Vec<String> {
        let mut complaints = Vec::new();
        plain_words(&[SourceFile { path: path.into(), text: text.into() }], &mut complaints);
        complaints
    }

    #[test]
    fn help_texts_name_the_thing() {
        let options = "crates/candor/src/options/check.rs";
        assert_eq!(complaints(options, "struct S {\n    /// What it holds\n    x: u8,\n}").len(), 1);
        assert_eq!(complaints(options, "struct S {\n    /// Reads of volatile variables\n    x: u8,\n}").len(), 0);
        assert_eq!(complaints("crates/candor/src/run.rs", "struct S {\n    /// What it holds\n    x: u8,\n}").len(), 0);
    }

    #[test]
    fn messages_have_a_subject() {
        let path = "crates/candor/src/run.rs";
        assert_eq!(complaints(path, "fn f() -> &'static str { \"nobody has written it\" }").len(), 1);
        assert_eq!(complaints(path, "fn f() -> &'static str { \"uninitialised memory\" }").len(), 0);
        assert_eq!(complaints(path, "fn f() { g().expect(\"nobody else has it\") }").len(), 0);
        assert_eq!(complaints(path, "mod tests { fn f() -> &'static str { \"nobody has it\" } }").len(), 0);
        assert_eq!(complaints(path, "//! What nobody has.\n\n/// Of what nobody has.\nfn f() {}").len(), 0);
    }
}

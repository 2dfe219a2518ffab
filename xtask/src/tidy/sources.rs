//! Rules about source files.

use super::SourceFile;

/// Longer files need a waiver.
const MOST_LINES: usize = 1000;
const LENGTH_WAIVER: &str = "// tidy: long file:";

fn rust(files: &[SourceFile]) -> impl Iterator<Item = &SourceFile> {
    files.iter().filter(|file| file.path.ends_with(".rs"))
}

/// Every Rust file opens with `//!`.
pub(super) fn module_headers(files: &[SourceFile], complaints: &mut Vec<String>) {
    for file in rust(files).filter(|file| !file.text.starts_with("//! ")) {
        complaints.push(format!("{}:1: the file does not open with a `//!` header", file.path));
    }
}

pub(super) fn file_lengths(files: &[SourceFile], complaints: &mut Vec<String>) {
    for file in rust(files) {
        let n_lines = file.text.lines().count();
        if n_lines > MOST_LINES && !file.text.contains(LENGTH_WAIVER) {
            let path = &file.path;
            complaints.push(format!("{path}: {n_lines} lines; split it, or say why not after `{LENGTH_WAIVER}`"));
        }
    }
}

/// Each open end has its number.
pub(super) fn fixmes(files: &[SourceFile], complaints: &mut Vec<String>) {
    // Written in pieces, so that this file does not complain about itself.
    let marks = [concat!("FIX", "ME"), concat!("TO", "DO"), concat!("XX", "X")];
    each_line(files, |file, number, line| {
        for mark in marks {
            let Some(at) = line.find(mark) else { continue };
            let numbered = line[at + mark.len()..]
                .strip_prefix("(#")
                .and_then(|rest| rest.split_once(')'))
                .is_some_and(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
            let is_word = !line[..at].ends_with(char::is_alphanumeric)
                && !line[at + mark.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_word && !(numbered && mark == marks[0]) {
                complaints.push(format!("{}:{number}: write {}(#number): what is left to do", file.path, marks[0]));
            }
        }
    });
}

/// What must not be in any Rust file: skipped tests, unwritten code, results thrown away without a word.
pub(super) fn forbidden(files: &[SourceFile], complaints: &mut Vec<String>) {
    let words = [
        (concat!("#[ign", "ore"), "a test that does not run; pin today's result under tests/known-wrong"),
        (concat!("tod", "o!("), "unwritten code"),
        (concat!("unimpl", "emented!("), "unwritten code"),
        (concat!("let ", "_ ="), "a result thrown away; a lost `Step` loses a fault, so match on it and say why"),
        (concat!(".ok", "();"), "a result thrown away; a lost `Step` loses a fault, so match on it and say why"),
        (concat!("drop", "(Step"), "a result thrown away"),
    ];
    each_line(files, |file, number, line| {
        if !file.path.ends_with(".rs") || line.trim_start().starts_with("//") {
            return;
        }
        for (word, why) in words {
            // `let x = y.ok();` keeps what it gets; only a statement of its own throws it away.
            let kept = word.starts_with(".ok") && (line.contains('=') || line.trim_start().starts_with("return"));
            let chained = word.starts_with(".ok") && line.trim_start().starts_with('.');
            if line.contains(word) && !kept && !chained {
                complaints.push(format!("{}:{number}: `{word}`: {why}", file.path));
            }
        }
    });
}

fn each_line(files: &[SourceFile], mut visit: impl FnMut(&SourceFile, usize, &str)) {
    for file in files {
        for (idx, line) in file.text.lines().enumerate() {
            visit(file, idx + 1, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(rule: fn(&[SourceFile], &mut Vec<String>), text: &str) -> usize {
        let mut complaints = Vec::new();
        rule(&[SourceFile { path: "a.rs".into(), text: text.into() }], &mut complaints);
        complaints.len()
    }

    #[test]
    fn open_ends_need_numbers() {
        assert_eq!(complaints(fixmes, concat!("// FIX", "ME(#12): later")), 0);
        assert_eq!(complaints(fixmes, concat!("// FIX", "ME: later")), 1);
        assert_eq!(complaints(fixmes, concat!("// TO", "DO(#3): later")), 1);
    }

    #[test]
    fn nothing_is_thrown_away() {
        assert_eq!(complaints(forbidden, concat!("    let ", "_ = step();")), 1);
        assert_eq!(complaints(forbidden, concat!("    step().ok", "();")), 1);
        assert_eq!(complaints(forbidden, concat!("    let n = text.parse().ok", "();")), 0);
        assert_eq!(complaints(forbidden, "let _x = 1;"), 0);
    }

    #[test]
    fn files_have_headers_and_ends() {
        assert_eq!(complaints(module_headers, "//! What it is.\n"), 0);
        assert_eq!(complaints(module_headers, "use x;\n"), 1);
        assert_eq!(complaints(file_lengths, &"\n".repeat(1001)), 1);
        assert_eq!(complaints(file_lengths, &format!("{LENGTH_WAIVER} a table\n{}", "\n".repeat(1001))), 0);
    }
}

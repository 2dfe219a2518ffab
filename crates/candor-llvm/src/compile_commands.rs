//! `compile_commands.json`: the flags that matter for the meaning of a file, relative to its own folder.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::clang::FileFlags;
use crate::error::FrontendError;
use crate::load::Unit;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    command: Option<String>,
}

/// The C files of a database; with `select` those whose path contains it.
pub(crate) fn read(path: &Path, select: Option<&str>) -> Result<Vec<Unit>, FrontendError> {
    let error = |message: String| FrontendError::CompileCommands { path: path.to_owned(), message };
    let text = fs::read_to_string(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => FrontendError::NotFound { path: path.to_owned() },
        _ => FrontendError::Io { path: path.to_owned(), source },
    })?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|e| error(e.to_string()))?;
    let base = path.parent().unwrap_or(Path::new(""));
    let mut units: Vec<Unit> = Vec::new();
    for entry in entries {
        let directory = absolute(&base.join(&entry.directory));
        let file = directory.join(&entry.file);
        let is_c = file.extension().is_some_and(|ext| ext == "c");
        let is_selected = select.is_none_or(|select| file.to_string_lossy().contains(select));
        // Build systems list a file once for each target that it goes into.
        let is_new = units.iter().all(|unit| unit.path != file);
        if is_c && is_selected && is_new {
            units.push(Unit { path: file, flags: flags_of(&entry, directory) });
        }
    }
    if units.is_empty() {
        let what = select.map_or("no C files".to_owned(), |select| format!("no C file whose path contains `{select}`"));
        return Err(error(format!("lists {what}")));
    }
    Ok(units)
}

/// The C files of a database, or the one of this name.
pub(crate) fn read_unit(path: &Path, only: Option<&Path>) -> Result<Vec<Unit>, FrontendError> {
    let mut units = read(path, None)?;
    if let Some(only) = only {
        let only = absolute(only);
        units.retain(|unit| unit.path == only);
        if units.is_empty() {
            let message = format!("does not list the C file {}", only.display());
            return Err(FrontendError::CompileCommands { path: path.to_owned(), message });
        }
    }
    Ok(units)
}

/// Our own working folder must not matter once clang runs in another one.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn flags_of(entry: &Entry, directory: PathBuf) -> FileFlags {
    let words = match &entry.command {
        Some(command) if entry.arguments.is_empty() => split_words(command),
        _ => entry.arguments.clone(),
    };
    let mut flags = FileFlags { directory: Some(directory), ..FileFlags::default() };
    let mut words = words.into_iter().skip(1);
    while let Some(word) = words.next() {
        add_flag(&mut flags, &word, &mut words);
    }
    flags
}

/// Flags with an argument that may stand in the same word or in the next.
const JOINED: [&str; 4] = ["-D", "-U", "-I", "-iquote"];

/// Flags whose argument is the next word.
const SEPARATE: [&str; 4] = ["-isystem", "-include", "-idirafter", "-imacros"];

/// Keeps what changes the meaning of the source. Warnings, optimisation, output names and the like say nothing to us.
fn add_flag(flags: &mut FileFlags, word: &str, words: &mut impl Iterator<Item = String>) {
    if let Some(std) = word.strip_prefix("-std=") {
        flags.std = Some(std.to_owned());
    } else if SEPARATE.contains(&word) || JOINED.contains(&word) {
        flags.args.push(word.into());
        flags.args.extend(words.next().map(OsString::from));
    } else if JOINED.iter().any(|flag| word.starts_with(flag)) || MEANINGFUL.contains(&word) {
        flags.args.push(word.into());
    } else if word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ" {
        words.next();
    }
}

const MEANINGFUL: [&str; 8] = [
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fms-extensions",
    "-fwrapv",
    "-fcommon",
    "-fgnu89-inline",
    "-ansi",
];

/// Splits a command as a shell would: blanks, quotes and backslashes.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut in_word = false;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n') => {
                if in_word {
                    words.push(std::mem::take(&mut word));
                    in_word = false;
                }
            }
            (None, '"' | '\'') => (quote, in_word) = (Some(c), true),
            (Some(open), _) if open == c => quote = None,
            (None | Some('"'), '\\') => {
                in_word = true;
                word.extend(chars.next());
            }
            _ => {
                in_word = true;
                word.push(c);
            }
        }
    }
    if in_word {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let words = split_words(r#"cc -DNAME=\"x y\" '-DQ=a b' -I "some dir" -c f.c"#);
        assert_eq!(words, ["cc", "-DNAME=\"x", "y\"", "-DQ=a b", "-I", "some dir", "-c", "f.c"]);
    }

    #[test]
    fn only_meaningful_flags_stay() {
        let command = "cc -O2 -Wall -DA=1 -U B -Iinc -I inc2 -isystem sys -std=c99 -include pre.h -o f.o -c f.c";
        let entry =
            Entry { directory: "/d".into(), file: "f.c".into(), arguments: vec![], command: Some(command.into()) };
        let flags = flags_of(&entry, "/d".into());
        assert_eq!(flags.std.as_deref(), Some("c99"));
        let expected = ["-DA=1", "-U", "B", "-Iinc", "-I", "inc2", "-isystem", "sys", "-include", "pre.h"];
        assert_eq!(flags.args, expected);
    }
}

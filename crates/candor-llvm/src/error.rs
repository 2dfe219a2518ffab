//! What can go wrong before a program exists, in words for its author.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why there is no program. Each message names the file.
#[derive(Debug, Error)]
pub enum FrontendError {
    #[error("no input files")]
    NoInput,
    #[error("{}: no such file", shown(path))]
    NotFound { path: PathBuf },
    #[error("{}: is a directory", shown(path))]
    IsDirectory { path: PathBuf },
    #[error("{}: {source}", shown(path))]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: unknown kind of file; candor reads .c, .i, .ll, .bc and compile_commands.json", shown(path))]
    UnknownKind { path: PathBuf },
    #[error("clang was not found (tried {tried}); install the package clang-22 or name another one with --clang")]
    ClangMissing { tried: String },
    #[error("{}: clang failed\n{stderr}", shown(path))]
    Clang { path: PathBuf, stderr: String },
    /// `message` starts with line and column where LLVM knows them.
    #[error("{}:{}{message}", shown(path), space_before(message))]
    Parse { path: PathBuf, message: String },
    #[error("{}: LLVM cannot read this file: {message}", shown(path))]
    Unreadable { path: PathBuf, message: String },
    #[error("{}: LLVM's verifier rejects this module: {message}", shown(path))]
    Verify { path: PathBuf, message: String },
    #[error("{}: {message}", shown(path))]
    Target { path: PathBuf, message: String },
    #[error("`{symbol}` is defined twice: in {} and in {}", shown(first), shown(second))]
    Link { symbol: String, first: PathBuf, second: PathBuf },
    #[error("{}: {message}", shown(path))]
    CompileCommands { path: PathBuf, message: String },
    #[error("cannot lay out candor's headers in {}: {source}", shown(path))]
    Headers { path: PathBuf, source: std::io::Error },
    #[error("candor's own libc module {module} is broken: {message}")]
    Libc { module: String, message: String },
}

/// `file.ll:3:16: ...`, but `file.bc: ...`.
fn space_before(message: &str) -> &'static str {
    if message.starts_with(|c: char| c.is_ascii_digit()) { "" } else { " " }
}

/// A name on one line, whatever is in it.
fn shown(path: &Path) -> String {
    let name = path.display().to_string();
    name.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_on_its_line() {
        let error = FrontendError::NotFound { path: "a\n\u{1b}\"b.c".into() };
        assert_eq!(error.to_string(), "a\\n\\u{1b}\"b.c: no such file");
    }
}

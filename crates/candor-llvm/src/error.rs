//! What can go wrong before a program exists, in words for its author.

use std::path::PathBuf;

use thiserror::Error;

/// Why there is no program. Each message names the file.
#[derive(Debug, Error)]
pub enum FrontendError {
    #[error("no input files")]
    NoInput,
    #[error("{}: no such file", path.display())]
    NotFound { path: PathBuf },
    #[error("{}: is a directory", path.display())]
    IsDirectory { path: PathBuf },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: unknown kind of file; candor reads .c, .i, .ll, .bc and compile_commands.json", path.display())]
    UnknownKind { path: PathBuf },
    #[error("clang was not found (tried {tried}); install the package clang-22 or name another one with --clang")]
    ClangMissing { tried: String },
    #[error("{}: clang failed\n{stderr}", path.display())]
    Clang { path: PathBuf, stderr: String },
    /// `message` starts with line and column where LLVM knows them.
    #[error("{}:{}{message}", path.display(), space_before(message))]
    Parse { path: PathBuf, message: String },
    #[error("{}: LLVM cannot read this file: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    #[error("{}: LLVM's verifier rejects this module: {message}", path.display())]
    Verify { path: PathBuf, message: String },
    #[error("{}: {message}", path.display())]
    Target { path: PathBuf, message: String },
    #[error("`{symbol}` is defined twice: in {} and in {}", first.display(), second.display())]
    Link { symbol: String, first: PathBuf, second: PathBuf },
    #[error("{}: {message}", path.display())]
    CompileCommands { path: PathBuf, message: String },
    #[error("cannot lay out candor's headers in {}: {source}", path.display())]
    Headers { path: PathBuf, source: std::io::Error },
    #[error("candor's own libc module {module} is broken: {message}")]
    Libc { module: String, message: String },
}

/// `file.ll:3:16: ...`, but `file.bc: ...`.
fn space_before(message: &str) -> &'static str {
    if message.starts_with(|c: char| c.is_ascii_digit()) { "" } else { " " }
}

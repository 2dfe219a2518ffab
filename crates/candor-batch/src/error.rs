//! What can be wrong with a batch as a whole.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::text::escape_path;

#[derive(Debug, Error)]
pub enum BatchError {
    #[error("{}: {source}", escape_path(.path))]
    Io { path: PathBuf, source: io::Error },
    #[error("{}:{line}: {message}", escape_path(.path))]
    Line { path: PathBuf, line: usize, message: String },
    #[error("{}: {message}", escape_path(.path))]
    Content { path: PathBuf, message: String },
    /// Another program that a batch needs.
    #[error("{program}: {message}")]
    Command { program: String, message: String },
}

impl BatchError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> BatchError {
        move |source| BatchError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn content(path: &Path, message: impl Into<String>) -> BatchError {
        BatchError::Content { path: path.to_owned(), message: message.into() }
    }
}

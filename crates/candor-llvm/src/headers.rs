//! Lays candor's own headers out where clang can read them.
//!
//! The folder's name carries a hash of the contents and appears only when it is complete (written under another name, then
//! renamed), so several candors may do this at once and an older one never reads the headers of a newer one.

use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use crate::error::FrontendError;

/// The folder to give to clang.
pub(crate) fn lay_out(
    headers: &[(&'static str, &'static str)],
    cache_dir: Option<&Path>,
) -> Result<PathBuf, FrontendError> {
    let name = format!("candor-include-{:016x}", hash_of(headers));
    let mut last_error = None;
    for base in cache_dir.map(Path::to_owned).into_iter().chain([std::env::temp_dir()]) {
        let dir = base.join(&name);
        if dir.is_dir() {
            return Ok(dir);
        }
        match write_all(headers, &base, &dir) {
            Ok(()) => return Ok(dir),
            Err(source) => last_error = Some(FrontendError::Headers { path: dir, source }),
        }
    }
    Err(last_error.expect("there is at least the folder of temporary files"))
}

fn hash_of(headers: &[(&str, &str)]) -> u64 {
    let mut hasher = FxHasher::default();
    headers.hash(&mut hasher);
    hasher.finish()
}

fn write_all(headers: &[(&str, &str)], base: &Path, dir: &Path) -> io::Result<()> {
    let unfinished = base.join(format!(".candor-include-{}", std::process::id()));
    let written = write_into(headers, &unfinished).and_then(|()| match fs::rename(&unfinished, dir) {
        // Someone else was faster, with the same contents.
        Err(_) if dir.is_dir() => Ok(()),
        renamed => renamed,
    });
    // Best effort: the folder is gone if it was renamed, and a leftover does no harm.
    drop(fs::remove_dir_all(&unfinished));
    written
}

fn write_into(headers: &[(&str, &str)], dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for (path, content) in headers {
        let path = dir.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(())
}

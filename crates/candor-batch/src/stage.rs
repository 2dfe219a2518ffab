//! Staging: what other machines need is put into the folder of the batch once, whoever uses it how often.
//!
//! Jobs run this very build of candor, also when it is built anew while they wait.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::BatchError;
use crate::folder::Folder;

const PROGRAM: &str = "candor";

/// The program in the folder, if it was put there before.
pub fn staged_program(folder: &Folder) -> Result<Option<PathBuf>, BatchError> {
    let path = folder.staged()?.join(PROGRAM);
    Ok(path.exists().then_some(path))
}

/// Puts a program into the folder, whole or not at all, and tells where it is. Another build than the one that the batch was begun with is
/// refused.
pub fn stage_program(folder: &Folder, program: &Path, is_same_build: bool) -> Result<PathBuf, BatchError> {
    let staged = folder.staged()?;
    if !is_same_build {
        let message = "does not have the candor that the batch was begun with any more, and this is another build";
        return Err(BatchError::content(&staged, message));
    }
    fs::create_dir_all(&staged).map_err(BatchError::io(&staged))?;
    let (part, whole) = (staged.join("candor.part"), staged.join(PROGRAM));
    let copy = || {
        fs::copy(program, &part)?;
        File::open(&part)?.sync_all()?;
        fs::rename(&part, &whole)
    };
    copy().map_err(BatchError::io(&whole))?;
    Ok(whole)
}

//! `cargo xtask reference`: writes the pages of the book that are made from the code.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::root;

/// The generated pages.
const PAGES: [&str; 2] = ["commands", "checks"];

pub(crate) fn reference(candor: &Path) -> Result<(), String> {
    for page in PAGES {
        let output = Command::new(candor).args(["__candor-reference", page]).output();
        let output = output.map_err(|error| format!("cannot run candor: {error}"))?;
        if !output.status.success() {
            return Err(format!("candor does not print the page `{page}`"));
        }
        let path = root().join("docs/reference").join(format!("{page}.md"));
        fs::write(&path, output.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("reference: {} is up to date", path.display());
    }
    Ok(())
}

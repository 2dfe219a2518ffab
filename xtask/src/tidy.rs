//! Rules of the house that no compiler knows.
//!
//! Each rule is a function from the files to complaints; [`tidy`] collects them all before it fails. It is also an
//! ordinary test of this crate. A rule's waiver, where there is one, is a comment that says why.

mod architecture;
mod book;
mod exhaustive;
mod sources;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use candor_ir::Check;

/// A text file of the project.
pub(crate) struct SourceFile {
    /// Relative to the project's folder.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Checks all rules.
pub(crate) fn tidy(root: &Path) -> Result<(), String> {
    let files = collect(root)?;
    let mut complaints = Vec::new();
    sources::module_headers(&files, &mut complaints);
    sources::file_lengths(&files, &mut complaints);
    sources::fixmes(&files, &mut complaints);
    sources::forbidden(&files, &mut complaints);
    exhaustive::no_catch_all(&files, &mut complaints);
    words::plain_words(&files, &mut complaints);
    let pages = book::pages(root);
    words::plain_pages(&pages, &mut complaints);
    book::summary(&pages, &mut complaints);
    book::dead_links(root, &pages, &mut complaints);
    check_pages(root, &mut complaints);
    architecture::names(root, &mut complaints)?;
    architecture::edges(root, &mut complaints)?;
    if complaints.is_empty() {
        println!("tidy: {} files are in order", files.len());
        return Ok(());
    }
    complaints.sort();
    Err(format!("{}\ntidy: {} complaints", complaints.join("\n"), complaints.len()))
}

/// All Rust and C files that people write.
fn collect(root: &Path) -> Result<Vec<SourceFile>, String> {
    let mut paths = Vec::new();
    for folder in ["crates", "xtask"] {
        walk(&root.join(folder), &mut paths);
    }
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let path = path.strip_prefix(root).unwrap_or(path).display().to_string();
        Ok(SourceFile { path, text })
    };
    paths.iter().map(read).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            walk(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs" || ext == "c" || ext == "h" || ext == "cpp") {
            found.push(path);
        }
    }
}

/// Every check has its page, and every page its check.
fn check_pages(root: &Path, complaints: &mut Vec<String>) {
    let folder = root.join("docs/checks");
    for check in Check::ALL {
        if !folder.join(format!("{check}.md")).exists() {
            complaints.push(format!("docs/checks/{check}.md: the page of this check is missing"));
        }
    }
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.strip_suffix(".md").and_then(Check::from_id).is_none() {
            complaints.push(format!("docs/checks/{name}: there is no such check"));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_project_is_tidy() {
        if let Err(complaints) = super::tidy(&crate::root()) {
            panic!("\n{complaints}");
        }
    }
}

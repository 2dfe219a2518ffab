//! The book in `docs`: every page is in the table of contents, and every link leads somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::SourceFile;

/// The table of contents, as mdBook reads it.
const SUMMARY: &str = "docs/SUMMARY.md";

/// What users read: the book and the pages of the project's folder.
pub(super) fn pages(root: &Path) -> Vec<SourceFile> {
    let mut paths = Vec::new();
    markdown(&root.join("docs"), &mut paths);
    paths.extend(["README.md", "ARCHITECTURE.md"].map(|name| root.join(name)));
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        Some(SourceFile { path: path.strip_prefix(root).unwrap_or(&path).display().to_string(), text })
    };
    paths.into_iter().filter_map(read).collect()
}

fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            markdown(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "md") {
            found.push(path);
        }
    }
}

/// Every page of the book is in its table of contents.
pub(super) fn summary(pages: &[SourceFile], complaints: &mut Vec<String>) {
    let Some(summary) = pages.iter().find(|page| page.path == SUMMARY) else {
        complaints.push(format!("{SUMMARY}: the table of contents is missing"));
        return;
    };
    let listed: BTreeSet<String> = links(&summary.text).map(|(_, target)| format!("docs/{target}")).collect();
    for page in pages.iter().filter(|page| page.path.starts_with("docs/") && page.path != SUMMARY) {
        if !listed.contains(&page.path) {
            complaints.push(format!("{}: the page is not in {SUMMARY}", page.path));
        }
    }
}

/// Every relative link leads to a file, and its fragment to a heading.
pub(super) fn dead_links(root: &Path, pages: &[SourceFile], complaints: &mut Vec<String>) {
    for page in pages {
        for (line, target) in links(&page.text).filter(|(_, target)| !target.contains("://")) {
            let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => PathBuf::from(&page.path),
                path => plain(&Path::new(&page.path).parent().unwrap_or(Path::new("")).join(path)),
            };
            if !root.join(&file).exists() {
                complaints.push(format!("{}:{line}: there is no {}", page.path, file.display()));
            } else if !fragment.is_empty() && !headings(&root.join(&file)).contains(fragment) {
                complaints.push(format!("{}:{line}: {} has no heading `#{fragment}`", page.path, file.display()));
            }
        }
    }
}

/// The targets of links, with their lines; code is skipped.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().flat_map(move |(idx, line)| {
        is_code ^= line.trim_start().starts_with("```");
        let line = if is_code { "" } else { line };
        // What stands between an odd backtick and the next is code.
        let is_text = move |at: usize| line[..at].matches('`').count() % 2 == 0;
        let ends = line.match_indices("](").filter(move |(at, _)| is_text(*at)).map(move |(at, _)| &line[at + 2..]);
        ends.filter_map(move |rest| Some((idx + 1, rest.split_once(')')?.0)))
    })
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn headings(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let keep = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == ' ';
    titles
        .map(|title| title.chars().filter(|c| keep(*c)).collect::<String>().to_lowercase().replace(' ', "-"))
        .collect()
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "See [a](b.md#c) and [d](e.md), `[x](<> f)`.\n```\n[no](link.md)\n```\n[f](https://example.org/x)\n";
        let found: Vec<(usize, &str)> = links(text).collect();
        assert_eq!(found, [(1, "b.md#c"), (1, "e.md"), (5, "https://example.org/x")]);
        assert_eq!(plain(Path::new("docs/how-to/../checks/a.md")), PathBuf::from("docs/checks/a.md"));
    }

    #[test]
    fn a_page_that_is_not_listed_is_named() {
        let page = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        let mut complaints = Vec::new();
        let pages =
            [page(SUMMARY, "- [A](a.md)\n"), page("docs/a.md", ""), page("docs/b.md", ""), page("README.md", "")];
        summary(&pages, &mut complaints);
        assert_eq!(complaints, ["docs/b.md: the page is not in docs/SUMMARY.md"]);
    }
}

//! File name patterns, as SV-COMP's `.set` files have them: `*`, `?`, `[a-z]`, and `**` for any number of folders.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files that a pattern stands for, sorted. A pattern without special characters stands for itself if it exists.
pub(crate) fn expand(base: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![base.to_owned()];
    for component in Path::new(pattern).components() {
        found = match component {
            Component::Normal(name) => found.iter().flat_map(|folder| entries(folder, name)).collect(),
            other => found.into_iter().map(|folder| folder.join(other)).collect(),
        };
    }
    found.retain(|path| path.is_file());
    found.sort();
    found.dedup();
    found
}

fn entries(folder: &Path, name: &OsStr) -> Vec<PathBuf> {
    let Some(name) = name.to_str().filter(|name| name.contains(['*', '?', '['])) else {
        return vec![folder.join(name)];
    };
    if name == "**" {
        return folders(folder);
    }
    let pattern: Vec<char> = name.chars().collect();
    let listed = fs::read_dir(folder).into_iter().flatten().flatten();
    let matching = listed.filter(|entry| {
        let name = entry.file_name();
        let name: Option<Vec<char>> = name.to_str().map(|name| name.chars().collect());
        name.is_some_and(|name| (name[0] != '.' || pattern[0] == '.') && matches(&pattern, &name))
    });
    matching.map(|entry| entry.path()).collect()
}

/// The folder and all below it; links are not followed, so that this ends.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(folders(&entry.path()));
        }
    }
    found
}

/// Whether a name is one of the pattern's. A star takes as little as it can and, when what follows does not fit, one more: only the last
/// star needs to be tried again, so that this takes at most the product of the lengths.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut pos) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while pos < name.len() {
        if pattern.get(at) == Some(&'*') {
            at += 1;
            star = Some((at, pos));
        } else if let Some(len) = one(&pattern[at..], name[pos]) {
            at += len;
            pos += 1;
        } else if let Some((after, taken)) = star {
            star = Some((after, taken + 1));
            (at, pos) = (after, taken + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&c| c == '*')
}

/// How much of the pattern stands for this one character.
fn one(pattern: &[char], c: char) -> Option<usize> {
    match *pattern.first()? {
        '?' => Some(1),
        '[' => match class(pattern) {
            Some(end) => is_in_class(&pattern[1..end], c).then_some(end + 1),
            None => (c == '[').then_some(1),
        },
        other => (other == c).then_some(1),
    }
}

/// Where the class that starts here ends; a bracket right at its start belongs to it.
fn class(pattern: &[char]) -> Option<usize> {
    let first = if pattern.get(1) == Some(&'!') { 3 } else { 2 };
    (first..pattern.len()).find(|&at| pattern[at] == ']')
}

fn is_in_class(class: &[char], c: char) -> bool {
    let (negated, mut rest) = match class {
        ['!', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let mut found = false;
    while let [first, tail @ ..] = rest {
        match tail {
            ['-', last, tail @ ..] => {
                found |= (*first..=*last).contains(&c);
                rest = tail;
            }
            _ => {
                found |= *first == c;
                rest = tail;
            }
        }
    }
    found != negated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, name: &str) -> bool {
        matches(&pattern.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>())
    }

    #[test]
    fn names() {
        for (pattern, name) in [
            ("*", ""),
            ("*.yml", "a.yml"),
            ("a*b*c", "aXbYbZc"),
            ("?[0-9].c", "x7.c"),
            ("[!a].c", "b.c"),
            ("[]x]", "]"),
            ("a[", "a["),
            ("**x", "x"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("*.yml", "a.ym"), ("a*b*c", "aXbY"), ("?", ""), ("[0-9]", "a"), ("[!a]", "a"), ("", "x")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
        assert!(!fits(&"*a".repeat(50), &"a".repeat(49)));
    }
}

//! Source text for snippets, read through the caller's function and kept.

use std::collections::BTreeMap;

/// Reads a file; `None` if that cannot be done.
type Reader<'r> = Box<dyn FnMut(&str) -> Option<Vec<u8>> + 'r>;

/// The source files that diagnostics quote. Files may be missing, may have changed since they were compiled and may hold
/// any bytes: what cannot be quoted is simply not shown.
pub struct SourceCache<'r> {
    read: Reader<'r>,
    /// Paths below this folder are shown relative to it.
    base: Option<String>,
    files: BTreeMap<String, Option<Vec<String>>>,
}

/// Files and lines above these sizes are not quoted.
const LARGEST_FILE: usize = 64 << 20;
const LONGEST_LINE: usize = 4000;

impl<'r> SourceCache<'r> {
    pub fn new(read: impl FnMut(&str) -> Option<Vec<u8>> + 'r) -> SourceCache<'r> {
        SourceCache { read: Box::new(read), base: None, files: BTreeMap::new() }
    }

    /// A cache without any files.
    pub fn empty() -> SourceCache<'static> {
        SourceCache::new(|_| None)
    }

    #[must_use]
    pub fn with_base(mut self, folder: &str) -> SourceCache<'r> {
        self.base = Some(format!("{}/", folder.trim_end_matches('/')));
        self
    }

    /// How a path is shown.
    pub fn display_path<'p>(&self, path: &'p str) -> &'p str {
        let relative = self.base.as_deref().and_then(|base| path.strip_prefix(base));
        relative.filter(|rest| !rest.is_empty()).unwrap_or(path)
    }

    /// The lines of a file, without their ends.
    pub(crate) fn lines(&mut self, path: &str) -> Option<&[String]> {
        if !self.files.contains_key(path) {
            let text = (self.read)(path).filter(|bytes| bytes.len() <= LARGEST_FILE);
            self.files.insert(path.to_owned(), text.map(|bytes| split_lines(&bytes)));
        }
        self.files.get(path)?.as_deref()
    }

    /// A line counted from 1, if it is there and short enough to be shown.
    pub fn line(&mut self, path: &str, line: u32) -> Option<&str> {
        let idx = usize::try_from(line).ok()?.checked_sub(1)?;
        let text = self.lines(path)?.get(idx)?;
        (text.len() <= LONGEST_LINE).then_some(text.as_str())
    }
}

/// Each byte that is no UTF-8 becomes `?`, so that columns, which count bytes, stay right.
fn split_lines(bytes: &[u8]) -> Vec<String> {
    let lines = bytes.split(|&byte| byte == b'\n');
    lines.map(|line| decode(line.strip_suffix(b"\r").unwrap_or(line))).collect()
}

fn decode(line: &[u8]) -> String {
    let mut text = String::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text.replace('\r', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_files_are_quoted_as_far_as_possible() {
        let mut text = b"one\r\ntwo \xff\xfe end\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', LONGEST_LINE + 1));
        let mut cache = SourceCache::new(|path| (path == "a.c").then(|| text.clone()));
        assert_eq!(cache.line("a.c", 1), Some("one"));
        assert_eq!(cache.line("a.c", 2), Some("two ?? end"));
        assert_eq!(cache.line("a.c", 3), None);
        assert_eq!(cache.line("a.c", 4), None);
        assert_eq!(cache.line("a.c", 0), None);
        assert_eq!(cache.line("a.c", u32::MAX), None);
        assert_eq!(cache.line("b.c", 1), None);
    }

    #[test]
    fn a_file_is_read_once() {
        let mut n_reads = 0;
        let mut cache = SourceCache::new(|_| {
            n_reads += 1;
            None
        });
        assert_eq!(cache.line("a.c", 1), None);
        assert_eq!(cache.line("a.c", 2), None);
        drop(cache);
        assert_eq!(n_reads, 1);
    }

    #[test]
    fn paths_below_the_base_are_shortened() {
        let cache = SourceCache::empty().with_base("/home/me");
        assert_eq!(cache.display_path("/home/me/a.c"), "a.c");
        assert_eq!(cache.display_path("/home/mean/a.c"), "/home/mean/a.c");
    }
}

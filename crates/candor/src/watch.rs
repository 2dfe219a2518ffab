//! `candor check --watch`: checks again whenever a file is saved.
//!
//! Each check is a process of its own, since a check ends its process where an engine does not come back. One that is still at work when a
//! file changes is stopped: its answer would be about what the file was.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::options::{CheckOptions, Format};
use crate::{console, status};

/// How often files are looked at.
const LOOK: Duration = Duration::from_millis(200);
/// Files of a folder that are looked at.
const MOST_FILES: usize = 10_000;
/// The extensions of files that belong to programs.
const EXTENSIONS: [&str; 6] = ["c", "h", "i", "ll", "bc", "json"];

/// When files were changed, and how long they are.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Checks until somebody has had enough.
pub(crate) fn watch(options: &CheckOptions) -> u8 {
    loop {
        let known = program_files(&options.frontend.files, &options.frontend.include_dirs);
        let before = stamps(options, &known);
        let mut child = match start() {
            Ok(child) => child,
            Err(error) => {
                return console::refuse(&format!("cannot run candor: {error}"), Format::Text, status::UNKNOWN);
            }
        };
        let mut is_running = true;
        while stamps(options, &known) == before {
            if is_running && !matches!(child.try_wait(), Ok(None)) {
                is_running = false;
                console::write_message("watching for changes; Ctrl-C ends it\n");
            }
            thread::sleep(LOOK);
        }
        // One that has ended cannot be stopped, and need not be.
        match child.kill().and_then(|()| child.wait()) {
            Ok(_) | Err(_) => {}
        }
    }
}

/// The same command without `--watch`.
fn start() -> io::Result<Child> {
    let mut args: Vec<OsString> = env::args_os().skip(1).collect();
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let own: Vec<OsString> = args.drain(..end).filter(|arg| arg != "--watch").collect();
    Command::new(env::current_exe()?).args(own).args(args).spawn()
}

/// When the files changed, and sources and headers beside those that were given and where headers are looked for.
fn stamps(options: &CheckOptions, known: &BTreeSet<PathBuf>) -> Stamps {
    let files = &options.frontend.files;
    let beside = files.iter().map(|file| folder_of(file));
    let folders = beside.chain(options.frontend.include_dirs.iter().cloned());
    let is_source = |path: &PathBuf| {
        path.extension().and_then(|extension| extension.to_str()).is_some_and(|name| EXTENSIONS.contains(&name))
    };
    let found = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().take(MOST_FILES).flatten());
    let found = found.map(|entry| entry.path()).filter(is_source);
    found.chain(known.iter().cloned()).filter_map(|path| Some((path.clone(), stamp(&path)?))).collect()
}

/// The files that were given, those of a compilation database, and what they include, wherever that is: also files that are not there yet.
fn program_files(files: &[PathBuf], include_dirs: &[PathBuf]) -> BTreeSet<PathBuf> {
    let is_database = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "json");
    let units = files.iter().filter(is_database).filter_map(|file| candor_llvm::database_files(file).ok()).flatten();
    let mut known: BTreeSet<PathBuf> = files.iter().cloned().chain(units).collect();
    let mut work: Vec<PathBuf> = known.iter().cloned().collect();
    // The same file may have several paths, as in `inc/../a.c`.
    let mut read: BTreeSet<PathBuf> = BTreeSet::new();
    while let Some(file) = work.pop() {
        if !fs::canonicalize(&file).is_ok_and(|path| read.insert(path)) {
            continue;
        }
        let text = fs::read(&file).unwrap_or_default();
        for name in String::from_utf8_lossy(&text).lines().filter_map(included) {
            let folders = [folder_of(&file)].into_iter().chain(include_dirs.iter().cloned());
            for path in folders.map(|folder| folder.join(name)) {
                if known.len() < MOST_FILES && known.insert(path.clone()) {
                    work.push(path);
                }
            }
        }
    }
    known
}

/// The name in `#include "inc/n.h"`.
fn included(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (name, end) = match name.strip_prefix('"') {
        Some(name) => (name, '"'),
        None => (name.strip_prefix('<')?, '>'),
    };
    name.split_once(end).map(|(name, _)| name)
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}

fn stamp(path: &Path) -> Option<(Option<SystemTime>, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_in_other_folders_are_watched() {
        let folder = env::temp_dir().join(format!("candor-watch-{}", std::process::id()));
        fs::create_dir_all(folder.join("inc")).expect("the folder can be made");
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("the file can be written");
        write("a.c", "#include \"inc/n.h\"\n  # include <m.h>\n#include N\nint main(void) { return N; }\n");
        write("inc/n.h", "#include \"later.h\"\n#include \"../a.c\"\n");
        let dirs = [folder.join("dir")];
        let known = program_files(&[folder.join("a.c")], &dirs);
        for name in ["a.c", "inc/n.h", "inc/later.h", "dir/later.h", "dir/m.h"] {
            assert!(known.contains(&folder.join(name)), "{name}: {known:?}");
        }
        assert!(known.len() < 10, "{known:?}");
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}

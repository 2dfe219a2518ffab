//! `candor check --watch`: checks again whenever a file is saved.
//!
//! Each check is a process of its own, since a check ends its process where an engine does not come back. One that is still at work when a
//! file changes is stopped: its answer would be about what the file was.

use std::collections::BTreeMap;
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
        let before = stamps(options);
        let mut child = match start() {
            Ok(child) => child,
            Err(error) => {
                return console::refuse(&format!("cannot run candor: {error}"), Format::Text, status::UNKNOWN);
            }
        };
        let mut is_running = true;
        while stamps(options) == before {
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

/// The files that the program may be made of: those that were given, and sources and headers beside them and where headers are looked for.
fn stamps(options: &CheckOptions) -> Stamps {
    let files = &options.frontend.files;
    let beside = files.iter().filter_map(|file| file.parent()).map(|folder| match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    });
    let folders = beside.chain(options.frontend.include_dirs.iter().map(PathBuf::as_path));
    let is_source = |path: &PathBuf| {
        path.extension().and_then(|extension| extension.to_str()).is_some_and(|name| EXTENSIONS.contains(&name))
    };
    let found = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().take(MOST_FILES).flatten());
    let found = found.map(|entry| entry.path()).filter(is_source);
    found.chain(files.iter().cloned()).filter_map(|path| Some((path.clone(), stamp(&path)?))).collect()
}

fn stamp(path: &Path) -> Option<(Option<SystemTime>, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

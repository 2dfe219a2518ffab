//! Compiled libraries, kept for the next clean build.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sources::Sources;

/// In the order in which the linker wants them.
pub(crate) const LIBRARIES: &[&str] = &["bitwuzla", "cadical"];

pub(crate) fn file_name(library: &str) -> String {
    format!("lib{library}.a")
}

/// A name for the libraries that changes with everything that goes into them: sources, foreign headers, the compiler and its
/// flags, and how this program calls it.
pub(crate) fn key(sources: &Sources, headers: &[u8]) -> String {
    let mut hash = Hash::new();
    for file in sources.all_files() {
        hash.add(file.file_name().expect("a file has a name").as_encoded_bytes());
        hash.add(&fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    }
    // Lines that begin with `#` name files, among them one in cargo's folder, which is another one for every build.
    for line in headers.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#")) {
        hash.add(line);
    }
    hash.add(&compiler_version());
    hash.add(env::var("CXXFLAGS").unwrap_or_default().as_bytes());
    hash.add(env::var("TARGET").unwrap_or_default().as_bytes());
    for file in sources.bitwuzla_files().iter().chain(&sources.cadical_files()) {
        hash.add(file.file_name().expect("a file has a name").as_encoded_bytes());
    }
    let own_files = [
        include_str!("compile.rs"),
        include_str!("generate.rs"),
        include_str!("patch.rs"),
        include_str!("../src/poll.h"),
        include_str!("../src/shim.cpp"),
    ];
    for own in own_files {
        hash.add(own.as_bytes());
    }
    format!("bitwuzla-{:016x}", hash.0)
}

fn compiler_version() -> Vec<u8> {
    let tool = crate::compile::settings().get_compiler();
    let output = Command::new(tool.path()).arg("--version").output();
    output.map(|output| output.stdout).unwrap_or_default()
}

/// The folder with the libraries of this key, if the cache has it.
pub(crate) fn find(key: &str) -> Option<PathBuf> {
    let folder = root()?.join(key);
    let complete = LIBRARIES.iter().all(|library| folder.join(file_name(library)).is_file());
    complete.then_some(folder)
}

/// Puts the libraries of a folder into the cache, and returns where they are now. Without a cache that can be written to they
/// stay where they are.
pub(crate) fn keep(key: &str, compiled: &Path) -> PathBuf {
    match root().and_then(|root| copy_to(&root, key, compiled).ok()) {
        Some(folder) => folder,
        None => compiled.to_owned(),
    }
}

/// Copies under another name first: a build that runs at the same time sees all the files or none.
fn copy_to(root: &Path, key: &str, compiled: &Path) -> std::io::Result<PathBuf> {
    let folder = root.join(key);
    let unfinished = root.join(format!("{key}.{}", std::process::id()));
    fs::create_dir_all(&unfinished)?;
    for library in LIBRARIES {
        fs::copy(compiled.join(file_name(library)), unfinished.join(file_name(library)))?;
    }
    if fs::rename(&unfinished, &folder).is_err() {
        // Somebody else was faster, with the same libraries, or left half a folder behind.
        fs::remove_dir_all(&unfinished)?;
    }
    find(key).ok_or_else(|| std::io::Error::other("an incomplete folder is in the way"))
}

fn root() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let in_user_cache = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    variable("CANDOR_CACHE_DIR").or_else(|| Some(in_user_cache()?.join("candor-build")))
}

/// FNV-1a, 64 bits, with the length of each part so that moving bytes from one part to the next is noticed.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, part: &[u8]) {
        let length = u64::try_from(part.len()).expect("a length fits").to_le_bytes();
        for byte in part.iter().chain(&length) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

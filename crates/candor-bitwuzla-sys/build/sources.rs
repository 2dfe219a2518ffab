//! Where the C++ sources are: in the unpacked crates that carry them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with the sources.
pub(crate) struct Sources {
    /// Has `src` and `include`.
    pub(crate) bitwuzla: PathBuf,
    /// Has `src`.
    pub(crate) cadical: PathBuf,
}

impl Sources {
    /// Asks cargo, which unpacks the crates if that has not been done.
    pub(crate) fn locate() -> Sources {
        let metadata = metadata();
        Sources {
            bitwuzla: crate_folder(&metadata, "bitwuzla-sys").join("bitwuzla"),
            cadical: crate_folder(&metadata, "cadical-sys").join("cadical"),
        }
    }

    /// All of Bitwuzla but its program, its Python module, and the readers of input files, which nothing else needs.
    pub(crate) fn bitwuzla_files(&self) -> Vec<PathBuf> {
        const LEFT_OUT: &[&str] = &["main", "api/python", "api/c/parser.cpp", "api/cpp/parser.cpp", "parser/btor2"];
        let src = self.bitwuzla.join("src");
        let mut files = files_below(&src, &["cpp"]);
        files.retain(|file| !LEFT_OUT.iter().any(|left_out| file.starts_with(src.join(left_out))));
        files
    }

    /// All of CaDiCaL but its programs.
    pub(crate) fn cadical_files(&self) -> Vec<PathBuf> {
        const PROGRAMS: &[&str] = &["cadical.cpp", "mobical.cpp", "ipasir.cpp"];
        let src = self.cadical.join("src");
        let mut files = files_below(&src, &["cpp"]);
        files.retain(|file| !PROGRAMS.iter().any(|program| *file == src.join(program)));
        files
    }

    /// Everything that a compiler may read, for the hash.
    pub(crate) fn all_files(&self) -> Vec<PathBuf> {
        let folders = [self.bitwuzla.join("src"), self.bitwuzla.join("include"), self.cadical.join("src")];
        folders.iter().flat_map(|folder| files_below(folder, &["cpp", "hpp", "h"])).collect()
    }
}

/// What cargo knows about the workspace, with the crates for other platforms.
fn metadata() -> String {
    let cargo = env::var_os("CARGO").expect("cargo sets CARGO");
    let manifest = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("Cargo.toml");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {errors}");
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// The folder of a crate. We look only for the paths of manifests, so a reader of JSON would be a large thing for a small task.
fn crate_folder(metadata: &str, name: &str) -> PathBuf {
    let manifests = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut folders = manifests.filter_map(|manifest| Path::new(manifest).parent());
    // `name-1.2.3` in cargo's registry, `name` in a folder of vendored crates.
    let is_wanted = |folder: &&Path| {
        let folder_name = folder.file_name().and_then(|file_name| file_name.to_str());
        let rest = folder_name.and_then(|folder_name| folder_name.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    folders.find(is_wanted).unwrap_or_else(|| panic!("cargo metadata does not mention {name}")).to_owned()
}

/// The files below a folder with one of these extensions, sorted.
fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

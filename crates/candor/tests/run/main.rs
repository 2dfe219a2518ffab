//! Runs every program under `tests/run` and compares what candor says with the expectations on its lines.
//!
//! `tests/README.md` describes the directives. `CANDOR_TEST=text` runs only programs whose path contains the text,
//! `CANDOR_BLESS=1` rewrites the expectations. Programs under `tests/known-wrong` state the right result, which candor does
//! not give yet; such a test fails when it does, and the program then moves to `tests/run`.

mod bless;
mod compare;
mod directives;
mod execute;
mod native;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::directives::{Directives, Variant};

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let wanted = env::var("CANDOR_TEST").unwrap_or_default();
    let mut trials = Vec::new();
    for (folder, right) in [("tests/run", true), ("tests/known-wrong", false)] {
        for path in programs(&root().join(folder)) {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            if name.contains(&wanted) {
                trials.extend(trials_of(&name, right));
            }
        }
    }
    libtest_mimic::run(&args, trials).exit_code()
}

/// The folder that holds `tests`.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_owned()
}

/// All test programs below a folder, in order of their names.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(programs(&path));
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "i" || ext == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn trials_of(name: &str, right: bool) -> Vec<Trial> {
    let text = fs::read(root().join(name)).unwrap_or_default();
    let directives = match Directives::parse(&String::from_utf8_lossy(&text)) {
        Ok(directives) if directives.part => return Vec::new(),
        Ok(directives) => Arc::new(directives),
        Err(error) => return vec![Trial::test(name.to_owned(), move || Err(Failed::from(error)))],
    };
    let trial = |variant: Variant| {
        let (name, directives) = (name.to_owned(), Arc::clone(&directives));
        Trial::test(format!("{name}{variant}"), move || check(&name, &directives, &variant, right))
    };
    directives.variants().into_iter().map(trial).collect()
}

fn check(name: &str, directives: &Directives, variant: &Variant, right: bool) -> Result<(), Failed> {
    let bless = right && env::var_os("CANDOR_BLESS").is_some_and(|value| value == "1");
    let outcome = compare::compare(name, directives, variant);
    let stderr = compare::compare_stderr(name, directives, variant, bless);
    match (outcome.and(stderr), right) {
        (Ok(()), true) => Ok(()),
        (Ok(()), false) => Err("this is right now: move it to tests/run".into()),
        (Err(_), false) => Ok(()),
        (Err(failure), true) if bless => bless::bless(name, directives, &failure).map_err(Failed::from),
        (Err(failure), true) => Err(failure.to_string().into()),
    }
}

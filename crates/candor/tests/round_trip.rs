//! What `candor dump --llvm` writes runs natively and under `candor run` like the program it was made from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Every n-th program of the language tests; all of them take minutes.
const STRIDE: usize = 5;

/// Programs that the text form cannot carry: assembly has no meaning here, and vectors in variadic calls are passed by value
/// classes that scalars do not have.
const LEFT_OUT: &[&str] = &["varargs_structs.c"];

fn candor(args: &[&str], path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(args).arg(path).stdin(Stdio::null()).output().expect("candor runs")
}

fn programs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/lang");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir).expect("test programs").map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let source = fs::read_to_string(path).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        source.contains("//@ run-native") && !source.contains("//@ args") && !LEFT_OUT.contains(&&*name)
    });
    paths.sort();
    paths.into_iter().step_by(STRIDE).collect()
}

/// Standard output and exit status, which is all that must be equal.
fn result(output: &Output) -> (String, Option<i32>) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn round_trip(path: &Path, scratch: &Path) -> Result<(), String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let expected = result(&candor(&["run"], path));
    let written = candor(&["dump", "--llvm"], path);
    if !written.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&written.stderr)));
    }
    let text = scratch.join(format!("{name}.ll"));
    let binary = scratch.join(&name);
    fs::write(&text, &written.stdout).expect("scratch files can be written");
    let compiled = Command::new("clang-22").args(["-w", "-O0"]).arg(&text).arg("-o").arg(&binary).arg("-lm").output();
    let compiled = compiled.expect("clang runs");
    if !compiled.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let native = result(&Command::new(&binary).stdin(Stdio::null()).output().expect("the program runs"));
    let again = result(&candor(&["run"], &text));
    if native != expected {
        return Err(format!("{name}: natively {native:?}, but the original gives {expected:?}"));
    }
    if again != expected {
        return Err(format!("{name}: read back {again:?}, but the original gives {expected:?}"));
    }
    Ok(())
}

#[test]
fn programs_written_as_llvm_ir_behave_the_same() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("round-trip");
    fs::create_dir_all(&scratch).expect("a scratch folder");
    let paths = programs();
    assert!(paths.len() > 15, "only {} programs were found", paths.len());
    let failures: Vec<String> = paths.iter().filter_map(|path| round_trip(path, &scratch).err()).collect();
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), paths.len(), failures.join("\n"));
}

//! The models agree with the host's C library.
//!
//! All model files are compiled natively with the address and undefined-behaviour sanitizers, their symbols renamed to candor_NAME,
//! and linked with the programs in `native/`, which call both libraries on large tables and compare what they do. The
//! sanitizers see what the interpreter would: a model that reads past an object or overflows fails here first.

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use candor_libc::DataModel;
use common::{builtin_headers, clang, find_tool, for_each, root, run};

const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];

#[test]
fn models_agree_with_the_host() {
    let clang = clang();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement");
    fs::create_dir_all(&directory).expect("a directory for the test");
    let renamed = directory.join("symbols");
    let mut renames = String::new();
    for symbol in candor_libc::symbols(DataModel::Lp64) {
        writeln!(renames, "{symbol} candor_{symbol}").expect("writing to a string");
    }
    fs::write(&renamed, renames).expect("a list of symbols");

    let builtin = builtin_headers(&clang);
    let objcopy = find_tool("CANDOR_LLVM_OBJCOPY", &["llvm-objcopy-22", "llvm-objcopy", "objcopy"]);
    let models = c_files(&root().join("src"));
    let programs = c_files(&root().join("tests/native"));
    let object = |source: &Path| directory.join(source.file_name().expect("a file")).with_extension("o");
    for_each(&models, |source| {
        let mut command = Command::new(&clang);
        command.args(["-std=gnu17", "-O1", "-g", "-ffp-contract=off", "-fno-builtin", "-ffreestanding", "-nostdinc"]);
        command.arg("-isystem").arg(root().join("include")).arg("-isystem").arg(&builtin).args(SANITIZERS);
        run(command.arg("-c").arg(source).arg("-o").arg(object(source)));
        run(Command::new(&objcopy).arg(format!("--redefine-syms={}", renamed.display())).arg(object(source)));
    });
    for_each(&programs, |source| {
        let mut command = Command::new(&clang);
        command.args(["-std=gnu17", "-O1", "-g", "-w", "-fno-builtin", "-c"]);
        run(command.arg(source).arg("-o").arg(object(source)));
    });
    let program = directory.join("agree");
    let objects = models.iter().chain(&programs).map(|source| object(source));
    run(Command::new(&clang).args(SANITIZERS).args(objects).arg("-lm").arg("-o").arg(&program));
    run(&mut Command::new(&program));
}

fn c_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory of the crate");
    let paths = entries.map(|entry| entry.expect("a directory of the crate").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

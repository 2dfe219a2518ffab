//! The models for 32 bits print what the host's library prints.
//!
//! There may be no 32-bit C library to compare with, so the program in `ilp32/` is built twice: for 32 bits from the models alone, on
//! bare system calls, and for the host as it is. A machine that cannot run 32-bit programs skips the comparison.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use candor_libc::DataModel;
use common::{builtin_headers, clang, find_tool, root, run};

#[test]
fn both_data_models_print_the_same() {
    let clang = clang();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ilp32");
    fs::create_dir_all(&directory).expect("a directory for the test");
    let sources = root().join("tests/ilp32");
    let host = directory.join("host");
    run(Command::new(&clang).args(["-O1", "-w", "-fno-builtin"]).arg(sources.join("program.c")).arg("-o").arg(&host));

    let archive = write_archive(&directory);
    let model = directory.join("model");
    let mut command = Command::new(&clang);
    command.args([
        "--target=i386-unknown-linux-gnu",
        "-O1",
        "-w",
        "-fno-builtin",
        "-nostdinc",
        "-nostdlib",
        "-static",
        "-fno-pic",
    ]);
    command.arg("-isystem").arg(root().join("include")).arg("-isystem").arg(builtin_headers(&clang));
    command.args([sources.join("program.c"), sources.join("start.c")]).arg(archive);
    command.arg(find_builtins(&clang)).arg("-o").arg(&model);
    run(&mut command);

    let Ok(output) = Command::new(&model).output() else {
        return; // this machine does not run 32-bit programs
    };
    let model_text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host_text = String::from_utf8_lossy(&run(&mut Command::new(&host)).stdout).into_owned();
    for (host_line, model_line) in host_text.lines().zip(model_text.lines()) {
        assert_eq!(host_line, model_line);
    }
    assert_eq!(host_text.len(), model_text.len());
    assert!(output.status.success(), "{}", output.status);
}

/// The embedded bitcode, made into object files and those into an archive, so that only what is needed is linked.
fn write_archive(directory: &Path) -> PathBuf {
    let clang = clang();
    let archive = directory.join("models.a");
    let mut objects = Vec::new();
    for module in candor_libc::modules(DataModel::Ilp32) {
        let bitcode = directory.join(format!("{}.bc", module.name));
        fs::write(&bitcode, module.bitcode).expect("a bitcode file");
        objects.push(bitcode.with_extension("o"));
    }
    common::for_each(&objects, |object| {
        let mut command = Command::new(&clang);
        command.args(["--target=i386-unknown-linux-gnu", "-O1", "-w", "-fno-pic", "-femulated-tls", "-c"]);
        run(command.arg(object.with_extension("bc")).arg("-o").arg(object));
    });
    if archive.exists() {
        fs::remove_file(&archive).expect("the old archive can be removed");
    }
    run(Command::new(find_tool("CANDOR_LLVM_AR", &["llvm-ar-22", "llvm-ar", "ar"]))
        .arg("rcs")
        .arg(&archive)
        .args(&objects));
    archive
}

/// The compiler's own support library: 64-bit division on a 32-bit machine.
fn find_builtins(clang: &str) -> PathBuf {
    let mut command = Command::new(clang);
    command.args(["--target=i386-unknown-linux-gnu", "--rtlib=compiler-rt", "-print-libgcc-file-name"]);
    PathBuf::from(String::from_utf8_lossy(&run(&mut command).stdout).trim())
}

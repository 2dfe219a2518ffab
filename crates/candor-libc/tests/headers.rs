//! Every header compiles alone, in both data models, under old and new C, without a warning and without system headers.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{builtin_headers, clang, for_each, root, run};

const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "i386-unknown-linux-gnu"];
const STANDARDS: [&str; 4] = ["gnu89", "gnu99", "gnu17", "gnu23"];

#[test]
fn every_header_compiles_alone() {
    let clang = clang();
    let builtin = builtin_headers(&clang);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("headers");
    fs::create_dir_all(&directory).expect("a directory for the test");
    let mut cases = Vec::new();
    for (header, _) in candor_libc::headers() {
        // Included twice: guards must work. GNU names are shown in the newest standard, where most is declared.
        let source = directory.join(format!("{}.c", header.replace('/', "_")));
        fs::write(&source, format!("#include <{header}>\n#include <{header}>\n")).expect("a source for the test");
        for target in TARGETS {
            cases.extend(STANDARDS.map(|standard| (source.clone(), target, standard)));
        }
    }
    for_each(&cases, |(source, target, standard)| {
        let mut command = Command::new(&clang);
        command.args([&format!("--target={target}"), &format!("-std={standard}")]);
        command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-nostdinc"]);
        if *standard == "gnu23" {
            command.arg("-D_GNU_SOURCE");
        }
        // -I, not -isystem: warnings in our headers count.
        run(command.arg("-I").arg(root().join("include")).arg("-isystem").arg(&builtin).arg(source));
    });
}

#[test]
fn all_headers_go_together() {
    let clang = clang();
    let includes: String = candor_libc::headers().iter().map(|(header, _)| format!("#include <{header}>\n")).collect();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("all_headers.c");
    fs::write(&source, format!("{includes}int main(void) {{ return 0; }}\n")).expect("a source for the test");
    for target in TARGETS {
        let mut command = Command::new(&clang);
        command.arg(format!("--target={target}")).args([
            "-fsyntax-only",
            "-Wall",
            "-Werror",
            "-nostdinc",
            "-D_GNU_SOURCE",
        ]);
        command.arg("-I").arg(root().join("include")).arg("-isystem").arg(builtin_headers(&clang));
        run(command.arg(&source));
    }
}

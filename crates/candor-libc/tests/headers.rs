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

/// What the headers about threads declare and nobody models; a program that calls one of these is not decided.
const NOT_MODELLED: [&str; 2] = ["pthread_atfork", "pthread_getschedparam"];

#[test]
fn functions_about_threads_are_modelled() {
    for header in ["pthread.h", "semaphore.h", "threads.h", "sched.h"] {
        let (_, text) = candor_libc::headers().iter().find(|(name, _)| *name == header).expect("the header");
        let names = declared(text);
        assert!(names.len() > 2, "{header} declares {names:?}");
        for name in names {
            let is_modelled = candor_libc::module_defining(&name, candor_libc::DataModel::Lp64).is_some();
            assert_eq!(is_modelled, !NOT_MODELLED.contains(&name.as_str()), "{header}: {name}");
        }
    }
}

/// The functions that a header declares: the word before the first parenthesis of each declaration that begins at a line's start.
fn declared(text: &str) -> Vec<String> {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let starts = |line: &&str| line.starts_with(|char: char| is_word(char)) && !line.starts_with("typedef");
    let heads = text.lines().filter(starts).filter_map(|line| line.split_once('(').map(|(head, _)| head));
    let names = heads.map(|head| head.rsplit(|char: char| !is_word(char)).next().unwrap_or_default().to_owned());
    names.filter(|name| !name.is_empty() && !name.starts_with("__")).collect()
}

//! Compiles every model file to LLVM bitcode, once per data model, and writes the tables that `lib.rs` includes.
//!
//! The flags keep undefined behaviour visible: no optimisation but none forbidden later, no built-in knowledge of the functions
//! being modelled. Line tables give library frames names and lines; paths in them are relative, so builds are reproducible.
//!
//! The compiler is `CANDOR_CLANG`, `clang-22` or `clang`; the symbol lister `CANDOR_LLVM_NM`, `llvm-nm-22` or `llvm-nm`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// A data model: the name of its Rust table and the compiler's target.
struct Target {
    table: &'static str,
    triple: &'static str,
}

const TARGETS: [Target; 2] = [
    Target { table: "LP64", triple: "x86_64-unknown-linux-gnu" },
    Target { table: "ILP32", triple: "i386-unknown-linux-gnu" },
];

const FLAGS: [&str; 15] = [
    "-std=gnu17",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-gline-tables-only",
    "-ffp-contract=off",
    "-fno-builtin",
    "-ffreestanding",
    "-fno-stack-protector",
    "-fno-pic",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-nostdinc",
    "-emit-llvm",
];

struct Tools {
    clang: String,
    nm: String,
    /// Where the compiler keeps `stddef.h` and the other freestanding headers.
    builtin_headers: PathBuf,
    root: PathBuf,
    out: PathBuf,
}

/// A compiled file and the symbols it defines.
struct Compiled {
    name: String,
    path: PathBuf,
    symbols: Vec<String>,
}

fn main() {
    let tools = find_tools();
    let sources = files_below(&tools.root.join("src"), "c");
    let headers = files_below(&tools.root.join("include"), "h");
    for directory in ["src", "include", "build.rs"] {
        println!("cargo::rerun-if-changed={directory}");
    }
    let mut text = String::new();
    for target in &TARGETS {
        write_tables(&mut text, target, &compile_all(&tools, target, &sources));
    }
    write_headers(&mut text, &tools.root.join("include"), &headers);
    fs::write(tools.out.join("tables.rs"), text).expect("the generated tables can be written");
}

fn find_tools() -> Tools {
    let clang = find_tool("CANDOR_CLANG", &["clang-22", "clang"]);
    let nm = find_tool("CANDOR_LLVM_NM", &["llvm-nm-22", "llvm-nm"]);
    let resources = output_of(Command::new(&clang).arg("-print-resource-dir"));
    Tools {
        builtin_headers: Path::new(resources.trim()).join("include"),
        root: PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo")),
        out: PathBuf::from(env::var("OUT_DIR").expect("set by cargo")),
        clang,
        nm,
    }
}

/// The program that the variable names, or the first candidate that runs.
fn find_tool(variable: &str, candidates: &[&str]) -> String {
    println!("cargo::rerun-if-env-changed={variable}");
    if let Ok(tool) = env::var(variable) {
        return tool;
    }
    let runs = |tool: &&&str| Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    match candidates.iter().find(runs) {
        Some(tool) => (*tool).to_owned(),
        None => panic!("none of {candidates:?} can be run: install clang-22 and llvm-22, or set {variable}"),
    }
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{errors}");
    String::from_utf8(output.stdout).expect("tools print UTF-8")
}

/// The files with the extension below a directory, sorted.
fn files_below(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("the crate's directories can be read") {
        let path = entry.expect("the crate's directories can be read").path();
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|actual| actual == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Compiles on all cores; the result is in the order of the sources.
fn compile_all(tools: &Tools, target: &Target, sources: &[PathBuf]) -> Vec<Compiled> {
    let next = AtomicUsize::new(0);
    let compiled = Mutex::new(BTreeMap::new());
    let n_workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                loop {
                    let source_idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = sources.get(source_idx) else { return };
                    let result = compile(tools, target, source);
                    compiled.lock().expect("no worker panics").insert(source_idx, result);
                }
            });
        }
    });
    compiled.into_inner().expect("no worker panics").into_values().collect()
}

fn compile(tools: &Tools, target: &Target, source: &Path) -> Compiled {
    let name = source.file_stem().and_then(|stem| stem.to_str()).expect("plain file names").to_owned();
    let path = tools.out.join(format!("{name}.{}.bc", target.table));
    // A relative path, so that the bitcode does not know where it was made.
    let relative = source.strip_prefix(&tools.root).expect("a source of the crate");
    let mut command = Command::new(&tools.clang);
    command.current_dir(&tools.root).arg(format!("--target={}", target.triple)).args(FLAGS);
    command.arg("-isystem").arg("include").arg("-isystem").arg(&tools.builtin_headers);
    command.arg("-fdebug-compilation-dir=candor-libc");
    output_of(command.arg("-c").arg(relative).arg("-o").arg(&path));
    let listing = output_of(Command::new(&tools.nm).args(["--defined-only", "--extern-only", "-j"]).arg(&path));
    Compiled { name, path, symbols: listing.split_whitespace().map(str::to_owned).collect() }
}

fn write_tables(text: &mut String, target: &Target, compiled: &[Compiled]) {
    let mut symbols = BTreeMap::new();
    let mut modules = String::new();
    for (index, file) in compiled.iter().enumerate() {
        let path = file.path.display().to_string();
        let name = &file.name;
        writeln!(modules, "        Module {{ name: {name:?}, bitcode: include_bytes!({path:?}), index: {index} }},")
            .expect("writing to a string");
        for symbol in &file.symbols {
            let earlier: Option<usize> = symbols.insert(symbol, index);
            let other = earlier.map(|earlier| &compiled[earlier].name);
            assert!(other.is_none(), "{symbol} is defined in {name} and in {other:?}");
        }
    }
    writeln!(text, "static {}: Tables = Tables {{\n    modules: &[\n{modules}    ],", target.table)
        .expect("writing to a string");
    let rows: Vec<_> = symbols.into_iter().collect();
    writeln!(text, "    symbols: &{rows:?},\n}};").expect("writing to a string");
}

fn write_headers(text: &mut String, root: &Path, headers: &[PathBuf]) {
    writeln!(text, "static HEADERS: &[(&str, &str)] = &[").expect("writing to a string");
    for header in headers {
        let relative = header.strip_prefix(root).expect("below the root").display().to_string();
        let path = header.display().to_string();
        writeln!(text, "    ({relative:?}, include_str!({path:?})),").expect("writing to a string");
    }
    writeln!(text, "];").expect("writing to a string");
}

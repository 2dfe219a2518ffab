//! Compiles the C++ shim against the headers of the LLVM that `llvm-sys` links.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src/llvm/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    let include = llvm_config(&["--includedir"]);
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/llvm/shim.cpp")
        .flag(format!("-isystem{include}"))
        .flag_if_supported("-fno-rtti")
        .opt_level(1)
        .warnings(false)
        .compile("candor_llvm_shim");
}

/// What `llvm-config` says, from the prefix that `llvm-sys` looks at or from the path.
fn llvm_config(args: &[&str]) -> String {
    let mut candidates = vec!["llvm-config-22".to_owned(), "llvm-config".to_owned()];
    if let Ok(prefix) = env::var("LLVM_SYS_221_PREFIX") {
        candidates.insert(0, format!("{prefix}/bin/llvm-config"));
    }
    for program in &candidates {
        if let Ok(output) = Command::new(program).args(args).output()
            && output.status.success()
        {
            return String::from_utf8_lossy(&output.stdout).trim().to_owned();
        }
    }
    panic!("llvm-config-22 was not found: install the package llvm-22-dev or set LLVM_SYS_221_PREFIX");
}

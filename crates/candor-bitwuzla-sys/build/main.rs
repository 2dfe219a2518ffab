//! Compiles Bitwuzla and CaDiCaL into two static libraries, or takes them from a cache.
//!
//! The sources are those that the crates `bitwuzla-sys` and `cadical-sys` carry; `cargo` has unpacked them, nothing is downloaded
//! here. A few places are changed, see `patch.rs`. Their own build files (meson, make) are not used: what they generate is small and is written by `generate.rs`.
//! From outside come the headers of SymFPU and GMP (`libsymfpu-dev` and `libgmp-dev` on Debian) and the shared GMP.
//!
//! Compiling costs minutes of processor time, so the libraries are kept in a cache folder under a hash of everything that
//! goes into them: `$CANDOR_CACHE_DIR`, or `candor-build` in the user's cache folder. It may be deleted at any time.

mod cache;
mod compile;
mod generate;
mod patch;
mod sources;

use std::env;
use std::path::{Path, PathBuf};

use crate::sources::Sources;

fn main() {
    for changing in ["build", "src/abi.c", "src/poll.h", "src/shim.cpp"] {
        println!("cargo::rerun-if-changed={changing}");
    }
    for variable in ["CANDOR_CACHE_DIR", "CXX", "CXXFLAGS"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let sources = Sources::locate();
    compile::check_numbers(&sources);
    let headers = compile::probe_headers(&out_dir);
    let key = cache::key(&sources, &headers);
    let folder = cache::find(&key).unwrap_or_else(|| {
        compile::compile(&sources, &out_dir);
        cache::keep(&key, &out_dir)
    });
    link(&folder);
}

fn link(folder: &Path) {
    println!("cargo::rustc-link-search=native={}", folder.display());
    for library in cache::LIBRARIES {
        // If somebody empties the cache, they are compiled again.
        println!("cargo::rerun-if-changed={}", folder.join(cache::file_name(library)).display());
        println!("cargo::rustc-link-lib=static={library}");
    }
    println!("cargo::rustc-link-lib=dylib=gmp");
    println!("cargo::rustc-link-lib=dylib=stdc++");
}

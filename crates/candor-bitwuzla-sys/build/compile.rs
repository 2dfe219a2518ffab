//! The calls of the compiler. The cache's key has this text in it, so whatever changes the libraries belongs here.

use std::path::Path;

use crate::sources::Sources;
use crate::{generate, patch};

/// Included by both libraries' sources, and found by the compiler only if the packages are installed.
const PROBE: &str =
    "#include <gmp.h>\n#include <gmpxx.h>\n#include <symfpu/core/add.h>\n#include <symfpu/utils/common.h>\n";

/// The preprocessed text of the foreign headers, which tells their versions as well.
pub(crate) fn probe_headers(out_dir: &Path) -> Vec<u8> {
    let probe = out_dir.join("probe.cpp");
    std::fs::write(&probe, PROBE).expect("OUT_DIR can be written to");
    let text = settings().file(&probe).try_expand();
    text.unwrap_or_else(|error| {
        panic!("the headers of GMP or SymFPU were not found; install libgmp-dev and libsymfpu-dev ({error})")
    })
}

pub(crate) fn compile(sources: &Sources, out_dir: &Path) {
    generate::config_header(&sources.bitwuzla, out_dir);
    let patched = out_dir.join("patched");
    let bitwuzla_files = patch::patch(sources, &patched);
    settings()
        .opt_level(3)
        .include(sources.cadical.join("src"))
        // No `build.hpp`, and no calls that only some systems have.
        .define("NBUILD", None)
        .define("NCLOSEFROM", None)
        .define("NUNLOCKED", None)
        .files(sources.cadical_files())
        .compile("cadical");
    settings()
        .opt_level(2)
        .include(out_dir)
        .include("src")
        .include(patched)
        .include(sources.bitwuzla.join("include"))
        .include(sources.bitwuzla.join("src"))
        .include(sources.bitwuzla.join("src/lib"))
        .include(sources.cadical.join("src"))
        .define("HAVE_RUSAGE", None)
        // Formats beyond those of IEEE 754: the x87's, and bfloat. Tests compare them with candor's own arithmetic.
        .define("BZLA_USE_FPEXP", None)
        .flag("-include")
        .flag("src/poll.h")
        .files(bitwuzla_files)
        .file("src/shim.cpp")
        .compile("bitwuzla");
}

/// Compares the numbers that the Rust side uses with the headers; nothing of it is linked.
pub(crate) fn check_numbers(sources: &Sources) {
    settings().cpp(false).std("c11").include(sources.bitwuzla.join("include")).file("src/abi.c").compile("abi");
}

/// What all files are compiled with, whatever the profile: an unoptimised solver is of no use to anybody.
pub(crate) fn settings() -> cc::Build {
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").define("NDEBUG", None).debug(false).warnings(false).flag_if_supported("-w");
    // No log of calls and no messages in CaDiCaL. Both libraries have to be told: the layout of its classes depends on it.
    build.define("NTRACING", None).define("QUIET", None);
    // The linking is told to cargo in one place, for compiled and cached libraries alike.
    build.cargo_metadata(false);
    build
}

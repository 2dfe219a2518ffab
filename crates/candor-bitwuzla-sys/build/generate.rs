//! The one file that Bitwuzla's own build generates and its sources include: `config.h`.

use std::fs;
use std::path::Path;

/// Writes `config.h` from its template. The values are only ever printed.
pub(crate) fn config_header(bitwuzla: &Path, out_dir: &Path) {
    let template = bitwuzla.join("src/config.h.in");
    let mut text = fs::read_to_string(&template).unwrap_or_else(|error| panic!("{}: {error}", template.display()));
    let values = [
        ("is_debug_build", "false"),
        ("is_dev_version", "false"),
        ("is_git_version", "false"),
        ("git_id", ""),
        ("version", "0.8.0"),
        ("license", "MIT; with CaDiCaL (MIT), SymFPU (BSD-3-Clause) and GMP (LGPL-3.0-or-later)"),
        ("os", std::env::consts::OS),
        ("cc", "cc"),
        ("cxx", "c++"),
    ];
    for (name, value) in values {
        text = text.replace(&format!("@{name}@"), value);
    }
    fs::write(out_dir.join("config.h"), text).expect("OUT_DIR can be written to");
}

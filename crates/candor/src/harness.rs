//! Harnesses as files: from options to what a native compiler must know, and from findings to C.

use std::fs;
use std::path::{Path, PathBuf};

use candor_report::{Build, SourceText, Violation, render_harness};

use crate::options::{CheckOptions, FrontendOptions};

/// How the program of these options is compiled, with what else clang turned out to need. Paths become absolute: results are used in
/// other folders, too.
pub(crate) fn build(options: &CheckOptions, needed_args: &[String]) -> Build {
    let FrontendOptions { files, data_model, defines, include_dirs, std, clang_arg, .. } = &options.frontend;
    let paths = |paths: &[PathBuf]| paths.iter().map(|path| absolute(path)).collect();
    Build {
        files: paths(files),
        data_model: data_model.name().to_owned(),
        defines: defines.clone(),
        include_dirs: paths(include_dirs),
        std: std.clone(),
        clang_args: clang_arg.iter().chain(needed_args).cloned().collect(),
        args: options.args.iter().map(|arg| arg.as_encoded_bytes().to_vec()).collect(),
        function: options.function.clone(),
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// The C text of a harness, and whether it includes the program.
pub(crate) struct Written {
    pub(crate) text: Vec<u8>,
    pub(crate) embeds_source: bool,
}

/// Writes the harness of a violation as C, or says why there is none.
pub(crate) fn write(violation: &Violation, build: &Build) -> Result<Written, String> {
    let harness = violation.harness.as_ref().ok_or("a bound that was hit cannot be seen natively")?;
    let about = format!("{}: {}", harness.check, violation.diagnostic.message);
    render(harness, build, &about)
}

/// The same from data that was read back.
pub(crate) fn render(harness: &candor_report::Harness, build: &Build, about: &str) -> Result<Written, String> {
    if build.files.iter().any(|file| file.ends_with(".json")) {
        return Err("harnesses are made for files given by name, not for a compile_commands.json".to_owned());
    }
    let source = match &build.files[..] {
        [file] if file.ends_with(".c") || file.ends_with(".i") => {
            let text = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
            Some(SourceText { path: file.clone(), text })
        }
        _ => None,
    };
    let about = format!("Written by candor. This program has a fault:\n{about}");
    let text = render_harness(harness, build, &about, source.as_ref());
    Ok(Written { text, embeds_source: source.is_some() })
}

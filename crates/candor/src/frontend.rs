//! From files and options to a program.

use std::env;
use std::fmt;
use std::path::PathBuf;

use candor_ir::Program;
use candor_llvm::{FrontendConfig, FrontendError};

use crate::options::FrontendOptions;
use crate::{console, environment};

/// Why there is no program.
#[derive(Debug)]
pub(crate) enum LoadError {
    Frontend(FrontendError),
    /// What `--entry` names cannot be started.
    Entry(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Frontend(error) => error.fmt(f),
            LoadError::Entry(message) => message.fmt(f),
        }
    }
}

/// Loads the program that the options name.
pub(crate) fn load(options: &FrontendOptions, unsigned_wrap: bool) -> Result<Program, LoadError> {
    let config = FrontendConfig {
        data_model: options.data_model.into(),
        defines: options.defines.clone(),
        include_dirs: options.include_dirs.clone(),
        std: options.std.clone(),
        extra_args: options.clang_arg.clone(),
        clang: options.clang.clone(),
        unsigned_wrap,
        unit: options.unit.clone(),
        cache_dir: cache_dir(),
        probe_command: probe_command(),
        ..FrontendConfig::default()
    };
    let mut program = candor_llvm::load(&options.files, &config).map_err(LoadError::Frontend)?;
    if !options.entry.is_empty() {
        let warnings = environment::start_processes(&mut program, &options.entry).map_err(LoadError::Entry)?;
        warnings.iter().for_each(|warning| console::write_message(&format!("warning: {warning}\n")));
    }
    Ok(program)
}

/// Where users' caches are kept, by the XDG rules.
fn cache_dir() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("candor"))
}

/// This program itself, reading a file of unknown origin in a process of its own.
fn probe_command() -> Option<Vec<String>> {
    let own = env::current_exe().ok()?.into_os_string().into_string().ok()?;
    Some(vec![own, "__candor-probe-ir".to_owned()])
}

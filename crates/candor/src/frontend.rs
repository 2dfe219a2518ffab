//! From files and options to a program.

use std::env;
use std::fmt;
use std::path::PathBuf;

use candor_ir::Program;
use candor_llvm::{FrontendConfig, FrontendError};

use crate::options::FrontendOptions;
use crate::{console, environment, inlines};

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
    let mut program = load_all(options, &config).map_err(LoadError::Frontend)?;
    if !options.entry.is_empty() {
        let warnings = environment::start_processes(&mut program, &options.entry).map_err(LoadError::Entry)?;
        warnings.iter().for_each(|warning| console::write_message(&format!("warning: {warning}\n")));
    }
    Ok(program)
}

/// Loads the files, in the way that leaves out the fewest functions that they define.
fn load_all(options: &FrontendOptions, config: &FrontendConfig) -> Result<Program, FrontendError> {
    let mut program = candor_llvm::load(&options.files, config)?;
    let mut n_left_out = inlines::left_out(&program, &options.files).len();
    let mut needed: &[&str] = &[];
    for ways in inlines::KEEPING {
        if n_left_out == 0 {
            break;
        }
        let mut config = config.clone();
        config.extra_args.extend(ways.iter().map(|&arg| arg.to_owned()));
        let Ok(other) = candor_llvm::load(&options.files, &config) else { continue };
        let n_still = inlines::left_out(&other, &options.files).len();
        if n_still < n_left_out {
            (program, n_left_out) = (other, n_still);
            needed = ways;
        }
    }
    options.needed_args.get_or_init(|| needed.iter().map(|&arg| arg.to_owned()).collect());
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

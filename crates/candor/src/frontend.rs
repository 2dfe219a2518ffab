//! From options to a program, and what of the process's environment that takes.

use std::env;
use std::path::PathBuf;

use candor_ir::Program;

use crate::console;
use crate::options::FrontendOptions;

/// Loads the program that the options name.
pub(crate) fn load(options: &FrontendOptions, unsigned_wrap: bool) -> Result<Program, String> {
    let mut source = options.source();
    source.frontend.unsigned_wrap = unsigned_wrap;
    let loaded = candor_portfolio::load(&source)?;
    warn(&loaded.warnings);
    Ok(loaded.program)
}

/// Says what is strange about a program.
pub(crate) fn warn(warnings: &[String]) {
    warnings.iter().for_each(|warning| console::write_message(&format!("warning: {warning}\n")));
}

/// Where users' caches are kept, by the XDG rules.
pub(crate) fn cache_dir() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("candor"))
}

/// This program itself, reading a file of unknown origin in a process of its own.
pub(crate) fn probe_command() -> Option<Vec<String>> {
    let own = env::current_exe().ok()?.into_os_string().into_string().ok()?;
    Some(vec![own, "__candor-probe-ir".to_owned()])
}

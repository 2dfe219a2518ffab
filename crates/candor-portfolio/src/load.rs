//! Loading: from files to a program.

use candor_ir::Program;
use candor_llvm::{FrontendConfig, FrontendError};

use crate::environment::start_processes;
use crate::inlines;
use crate::request::Source;

/// A program as it was written.
#[derive(Debug)]
pub struct Loaded {
    pub program: Program,
    /// What is strange about the entry functions.
    pub warnings: Vec<String>,
    /// What else clang needed to make a program of the files.
    pub needed_args: Vec<String>,
}

/// Loads the program that a source names.
pub fn load(source: &Source) -> Result<Loaded, String> {
    let (mut program, mut needed_args) = load_files(source).map_err(|error| error.to_string())?;
    needed_args.extend(candor_llvm::own_function_args(&program, source.frontend.data_model));
    let warnings = match source.entries.is_empty() {
        true => Vec::new(),
        false => start_processes(&mut program, &source.entries)?,
    };
    Ok(Loaded { program, warnings, needed_args })
}

/// Loads the files, in the way that leaves out the fewest functions that they define; with the further arguments that it took.
fn load_files(source: &Source) -> Result<(Program, Vec<String>), FrontendError> {
    let Source { files, frontend, .. } = source;
    let mut program = candor_llvm::load(files, frontend)?;
    let mut n_left_out = inlines::left_out(&program, files).len();
    let mut needed: &[&str] = &[];
    for ways in inlines::KEEPING {
        if n_left_out == 0 {
            break;
        }
        let more = ways.iter().map(|&arg| arg.to_owned());
        let extra_args = frontend.extra_args.iter().cloned().chain(more).collect();
        let config = FrontendConfig { extra_args, ..frontend.clone() };
        let Ok(other) = candor_llvm::load(files, &config) else { continue };
        let n_still = inlines::left_out(&other, files).len();
        if n_still < n_left_out {
            (program, n_left_out) = (other, n_still);
            needed = ways;
        }
    }
    Ok((program, needed.iter().map(|&arg| arg.to_owned()).collect()))
}

//! The options of `candor confirm`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::check::seconds;

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check --format json prog.c > result.json
  candor confirm result.json                  compile each harness with the matching sanitizer and run it
  candor confirm --keep natively result.json  ... and keep the C files and programs in a folder

Exit status: 0 every fault was reproduced, 1 one was not, 2 bad input or usage, 3 one could not be tried.";

#[derive(Debug, Args)]
pub(crate) struct ConfirmOptions {
    /// Report written by `candor check --format json`
    #[arg(value_name = "RESULT.json")]
    pub(crate) result: PathBuf,
    /// Time limit of each program
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Keep the harnesses and compiled programs in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Path of clang [default: the first that PATH has]
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
}

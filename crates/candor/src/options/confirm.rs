//! The options of `candor confirm`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::check::seconds;

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check --format json prog.c > result.json
  candor confirm result.json                  compile each fault's harness with the matching sanitizer, run it
  candor confirm --keep natively result.json  ... and keep the C files and programs in a folder

Exit status: 0 when every fault was seen natively, 1 when one was not, 2 for bad input or usage, 3 when one could not be tried.";

#[derive(Debug, Args)]
pub(crate) struct ConfirmOptions {
    /// What `candor check --format json` has written
    #[arg(value_name = "RESULT.json")]
    pub(crate) result: PathBuf,
    /// Give each program so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Write the harnesses and programs to this folder, and leave them there
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// The clang to use instead of the one found on the path
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
}

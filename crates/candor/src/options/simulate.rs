//! The options of `candor simulate`.

use std::ffi::OsString;
use std::path::PathBuf;

use candor_ir::Check;
use clap::Args;

use super::property::{Properties, PropertyParser};
use super::{FrontendOptions, check_parser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor simulate prog.c                        start; `help` lists the commands
  candor simulate prog.c --replay log           ... along a run recorded by `candor run --record log`
  candor check --format json prog.c > result
  candor simulate prog.c --replay result        ... or along a counterexample
  candor simulate prog.c < commands             commands from a script";

#[derive(Debug, Args)]
pub(crate) struct SimulateOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Follow a recorded run or the counterexample of a JSON report
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Number of the counterexample in the report
    #[arg(long, value_name = "N", default_value_t = 1, requires = "replay", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) violation: u32,
    /// Standard input of the program (candor's own has the commands)
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,

    /// Start with this function instead of `main`, with arbitrary arguments
    #[arg(long, value_name = "NAME", conflicts_with_all = ["args", "entry"])]
    pub(crate) function: Option<String>,
    /// Let malloc return NULL where the choices say so
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Check only these properties
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// Enable a check; `candor checks` lists them
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Disable a check
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,
}

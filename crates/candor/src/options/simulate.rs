//! The options of `candor simulate`.

use std::ffi::OsString;
use std::path::PathBuf;

use candor_ir::Check;
use clap::Args;

use super::property::{Properties, PropertyParser};
use super::{FrontendOptions, check_parser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor simulate prog.c                        step through it: `help` lists the commands
  candor simulate prog.c --replay log           ... along a run that `candor run --record log` has written down
  candor check --format json prog.c > result
  candor simulate prog.c --replay result        ... or along a counterexample
  candor simulate prog.c < commands             commands from a file";

#[derive(Debug, Args)]
pub(crate) struct SimulateOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Follow what `candor run --record` or `candor check --format json` has written
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Which of a result's counterexamples
    #[arg(long, value_name = "N", default_value_t = 1, requires = "replay", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) violation: u32,
    /// What the program reads from its standard input; that of candor has the commands
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,

    /// Start with this function instead of `main`, with any arguments
    #[arg(long, value_name = "NAME", conflicts_with_all = ["args", "entry"])]
    pub(crate) function: Option<String>,
    /// Let malloc fail where the choices say so
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Make only the checks of these properties, as `candor check` knows them
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// Switch a check on
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Switch a check off
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,
}

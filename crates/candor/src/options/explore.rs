//! The options of `candor explore`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_engine_symex::Search;
use candor_ir::Check;
use clap::Args;

use super::check::{SEARCHES, seconds};
use super::{Format, FrontendOptions, check_parser, one_of};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor explore prog.c                            explore every path, print the coverage
  candor explore --tests out prog.c                ... and write a test for each path
  candor explore --search coverage --max-paths 100 --tests out prog.c
                                                   100 paths, chosen for coverage
  candor run --replay out/test000001.log prog.c    replay the first path

Ctrl-C stops the search; the tests written so far stay.
Exit status: 0 all paths were explored without a fault, 1 a path has a fault, 2 bad input or usage, 3 paths remain.";

#[derive(Debug, Args)]
pub(crate) struct ExploreOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Write a test for each path and a harness for native builds to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) tests: Option<PathBuf>,
    /// Path selection
    #[arg(long, default_value = "interleaved", value_name = "ORDER", value_parser = one_of(&SEARCHES))]
    pub(crate) search: Search,
    /// Random seed
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Stop after N paths
    #[arg(long, value_name = "N")]
    pub(crate) max_paths: Option<u64>,
    /// Enable a check; `candor checks` lists them
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Disable a check
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,
    /// Let malloc return NULL
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Memory limit of candor
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// Format of the summary
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
}

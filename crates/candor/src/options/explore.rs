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
  candor explore prog.c                            follow every path, say what is covered
  candor explore --tests out prog.c                ... and write a test for each
  candor explore --search coverage --max-paths 100 --tests out prog.c
                                                   a hundred paths that cover much
  candor run --replay out/test000001.log prog.c    take the first path again

Ctrl-C stops the search; the tests that were written stay.
Exit status: 0 when all paths were seen and none has a fault, 1 when one has, 2 for bad input or usage, 3 when paths remain.";

#[derive(Debug, Args)]
pub(crate) struct ExploreOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Write a test for each path, and a harness for native builds, to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) tests: Option<PathBuf>,
    /// Which path goes on next
    #[arg(long, default_value = "interleaved", value_name = "ORDER", value_parser = one_of(&SEARCHES))]
    pub(crate) search: Search,
    /// Where chance begins
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Stop after so many paths
    #[arg(long, value_name = "N")]
    pub(crate) max_paths: Option<u64>,
    /// Switch a check on
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Switch a check off
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,
    /// Let malloc fail
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when candor needs more memory than this
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// How the summary is written
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
}

//! The options of `candor query`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_engine_explicit::Reduction;
use candor_engine_statistical::{InputRule, Scheduler, parse_rule};
use clap::Args;

use super::check::{REDUCTIONS, seconds};
use super::{Format, FrontendOptions, one_of};

/// The query is the last of the files, as far as options are concerned.
pub(super) const USAGE: &str = "\
candor query [OPTIONS] <FILES>... <QUERY> [-- <ARGS>...]
       candor query [OPTIONS] --file <QUERIES> <FILES>... [-- <ARGS>...]";

pub(super) const EXAMPLES: &str = "\
Examples:
  candor query prog.c 'E<> [0.error]'                      can `error` be called?
  candor query prog.c 'E<> (main::x == 3 at 12)'           can x be 3 in line 12?
  candor query prog.c 'Pr[<=5000](<> data-race)'           how probable is a race within 5000 steps?
  candor query prog.c 'Pr[<=5000](<> data-race) >= 0.4'    is it at least 0.4?
  candor query --entry f --entry g prog.c EnumStates       two functions side by side: how many states?
  candor query --file queries.q prog.c                     all queries of a file
  candor query --distribution 'x=uniform(0,9)' prog.c 'Pr[<=100](<> assertion)'

Exit status: 0 when every query is satisfied (an estimate always is), 1 when one is not, 2 for bad input or usage, 3 when one has no
answer.";

#[derive(Debug, Args)]
pub(crate) struct QueryOptions {
    /// Files as for the other commands; the last one is not a file but the query, unless --file is given
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Take the queries from a file
    #[arg(long, value_name = "QUERIES")]
    pub(crate) file: Option<PathBuf>,

    /// Which thread makes the next step: uniform, weights(W,...), stay(P) or turns(N)
    #[arg(long, value_name = "SCHEDULER", default_value = "uniform", value_parser = Scheduler::parse)]
    pub(crate) scheduler: Scheduler,
    /// How an input is distributed: by the variable it is stored in (x=uniform(0,9)), by its line (12=...), or all (*=...)
    #[arg(long, value_name = "INPUT=DISTRIBUTION", value_parser = parse_rule)]
    pub(crate) distribution: Vec<InputRule>,
    /// Where chance begins; the same seed gives the same answer
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// How many processors to use; 0 for all
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) workers: u16,
    /// Give up after so many runs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_runs: u64,
    /// Draw the lengths of satisfying runs: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub(crate) histogram: Option<PathBuf>,

    /// Which interleavings are left out when states are looked for, because others have the same effect
    #[arg(long, value_name = "REDUCTION", default_value = "persistent", value_parser = one_of(&REDUCTIONS))]
    pub(crate) reduction: Reduction,
    /// Let malloc fail
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when candor needs more memory than this
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// How the answers are written
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
}

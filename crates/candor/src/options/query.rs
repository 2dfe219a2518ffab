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
  candor query prog.c 'Pr[<=5000](<> data-race)'           probability of a race within 5000 steps
  candor query prog.c 'Pr[<=5000](<> data-race) >= 0.4'    is it at least 0.4?
  candor query --entry f --entry g prog.c EnumStates       two concurrent functions: number of states
  candor query --file queries.q prog.c                     all queries of a file
  candor query --distribution 'x=uniform(0,9)' prog.c 'Pr[<=100](<> assertion)'

Exit status: 0 every query is satisfied (an estimate always is), 1 one is not, 2 bad input or usage, 3 one has no answer.";

#[derive(Debug, Args)]
pub(crate) struct QueryOptions {
    // The last of the files is the query, unless --file is given.
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Read the queries from a file
    #[arg(long, value_name = "QUERIES")]
    pub(crate) file: Option<PathBuf>,

    /// Scheduler: uniform, weights(W,...), stay(P) or turns(N)
    #[arg(long, value_name = "SCHEDULER", default_value = "uniform", value_parser = Scheduler::parse)]
    pub(crate) scheduler: Scheduler,
    /// Distribution of an input, by variable (x=uniform(0,9)), by line (12=...), or of all inputs (*=...)
    #[arg(long, value_name = "INPUT=DISTRIBUTION", value_parser = parse_rule)]
    pub(crate) distribution: Vec<InputRule>,
    /// Random seed
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Number of threads; 0 for one per processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub(crate) workers: u16,
    /// Stop after N runs
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_runs: u64,
    /// Write a histogram of the lengths of satisfying runs (.svg or .png)
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) histogram: Option<PathBuf>,

    /// Partial-order reduction of reachability queries
    #[arg(long, value_name = "REDUCTION", default_value = "persistent", value_parser = one_of(&REDUCTIONS), hide_short_help = true)]
    pub(crate) reduction: Reduction,
    /// Let malloc return NULL
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Memory limit of candor
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// Format of the answers
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
}

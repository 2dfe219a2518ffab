//! The options of `candor batch` and `candor compare`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_batch::Backend;
use candor_llvm::DataModel;
use clap::{Args, ValueEnum};

use super::check::seconds;
use super::model_parser;

pub(super) const BATCH_EXAMPLES: &str = "\
Examples:
  candor batch tasks.tsv -o results                       a table: path, property, expected, data_model
  candor batch c/ReachSafety-Loops.set --timeout 900      SV-COMP sets and task definitions
  candor batch build/compile_commands.json                every `main` of a project
  candor batch --each-function build/compile_commands.json
  candor batch tasks.tsv -o results -- --malloc-may-fail  options of every `candor check`
  candor batch tasks.tsv -o results --backend slurm       on a cluster with a shared file system
  candor batch --resume -o results                        reattach to cluster jobs, resubmit lost ones
  candor batch --collect -o results                       collect the results so far, run nothing

A batch that was interrupted continues where it stopped when it is started again.
Exit status: 0 all tasks ran, 1 an answer is wrong or an unexpected violation was found, 2 bad input or usage, 3 the batch was
interrupted or no task has a verdict.";

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  candor compare old new                        two folders of `candor batch`
  candor compare --html page.html old new       also write a page for the browser
  candor compare --svg plots others.tsv new     a table: path, property, expected, answer, judged, seconds

Exit status: 0; 1 if answers contradict each other; 2 for bad input or usage.";

#[derive(Debug, Args)]
pub(crate) struct BatchOptions {
    /// Task tables (.tsv), SV-COMP .set or .yml files, a compile_commands.json, or programs
    #[arg(required_unless_present_any = PLANNED, conflicts_with_all = PLANNED, value_name = "TASKS")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Options of every `candor check`
    #[arg(last = true, conflicts_with_all = PLANNED, value_name = "OPTIONS")]
    pub(crate) args: Vec<OsString>,

    /// Folder for the results
    #[arg(short, long, value_name = "DIR", default_value = "candor-results")]
    pub(crate) output: PathBuf,
    /// Delete the results in the folder and start again
    #[arg(long, conflicts_with_all = PLANNED)]
    pub(crate) restart: bool,
    /// Continue the batch in the folder, without its task lists
    #[arg(long, conflicts_with = "collect")]
    pub(crate) resume: bool,
    /// Collect the results of cluster jobs, run nothing
    #[arg(long)]
    pub(crate) collect: bool,
    /// Base folder of relative paths in tables [default: the folder of the table]
    #[arg(long, conflicts_with_all = PLANNED, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Select the tasks with these properties; properties to check of programs
    #[arg(long, conflicts_with_all = PLANNED, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) property: Vec<String>,
    /// Data model of tasks without one
    #[arg(long, conflicts_with_all = PLANNED, value_name = "MODEL", value_parser = model_parser())]
    pub(crate) data_model: Option<DataModel>,
    /// Verify each function separately, for all arguments
    #[arg(long, conflicts_with_all = PLANNED)]
    pub(crate) each_function: bool,

    /// Time limit of each task
    #[arg(long, conflicts_with_all = PLANNED, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Memory limit of each task
    #[arg(long, conflicts_with_all = PLANNED, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// Tool that measures and limits time and memory
    #[arg(long, conflicts_with_all = PLANNED, value_name = "TOOL", default_value = "candor", hide_short_help = true)]
    pub(crate) measure: MeasuredBy,
    /// Parallel tasks [default: one per core]; on a cluster, concurrent jobs [default: no limit]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    /// Backend: `local`, `slurm`, or `print=slurm|parallel|kubernetes|hyperqueue` to write job files only
    #[arg(long, conflicts_with = "collect", value_name = "BACKEND", help_heading = "Clusters")]
    pub(crate) backend: Option<Backend>,
    /// Tasks per job [default: 10, more for more than 10,000 tasks]
    #[arg(long, conflicts_with = "collect", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Clusters", hide_short_help = true)]
    pub(crate) chunk: Option<u32>,
    /// Slurm partition
    #[arg(long, conflicts_with = "collect", value_name = "NAME", help_heading = "Clusters", hide_short_help = true)]
    pub(crate) partition: Option<String>,
    /// Slurm account
    #[arg(long, conflicts_with = "collect", value_name = "NAME", help_heading = "Clusters", hide_short_help = true)]
    pub(crate) account: Option<String>,
    /// Pass an argument to `sbatch`, as in --sbatch=--qos=low (repeatable)
    #[arg(
        long,
        conflicts_with = "collect",
        value_name = "ARGUMENT",
        allow_hyphen_values = true,
        help_heading = "Clusters",
        hide_short_help = true
    )]
    pub(crate) sbatch: Vec<String>,
    /// Copy the sources into the folder, for nodes without access to the original files
    #[arg(long, conflicts_with_all = PLANNED, help_heading = "Clusters", hide_short_help = true)]
    pub(crate) stage: bool,
}

/// With these the plan in the folder says everything.
const PLANNED: [&str; 2] = ["resume", "collect"];

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MeasuredBy {
    /// Candor itself, by process statistics
    Candor,
    /// `runexec` of BenchExec, with cgroups
    Benchexec,
}

/// The arguments of a job that runs one chunk of a batch.
#[derive(Debug, Args)]
pub(crate) struct ChunkOptions {
    /// The folder of the run
    pub(crate) run: PathBuf,
    /// The batch that the run must belong to
    pub(crate) id: String,
    pub(crate) chunk: usize,
}

#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Result folder of `candor batch`, or a table of results
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    /// Result folder or table to compare with
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
    /// List the tasks that only one of them solved
    #[arg(long)]
    pub(crate) list: bool,
    /// Write plots (scatter.svg, quantile.svg) to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a page for the browser: a table of both, sortable, and plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct FunctionsOptions {
    #[command(flatten)]
    pub(crate) frontend: super::FrontendOptions,
}

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
  candor batch tasks.tsv -o results                      a table: path, property, expected, data_model
  candor batch c/ReachSafety-Loops.set --timeout 900     SV-COMP's sets and task definitions
  candor batch build/compile_commands.json               each main of a project
  candor batch --each-function build/compile_commands.json
  candor batch tasks.tsv -o results -- --malloc-may-fail options for every `candor check`
  candor batch tasks.tsv -o results --backend slurm      on a cluster; the folder is on its shared file system
  candor batch --resume -o results                       follow the jobs of a cluster again, submit what they left
  candor batch --collect -o results                      gather what has come so far, and run nothing

A batch that was stopped, by Ctrl-C, kill -9 or a power cut, goes on where it was when it is started again.
Exit status: 0 when all tasks ran, 1 when an answer is wrong or a violation was found where nothing was expected, 2 for bad
input or usage, 3 when the batch was stopped.";

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  candor compare old new                        two folders of `candor batch`
  candor compare --svg plots others.tsv new     a table: path, property, expected, answer, judged, seconds

Exit status: 0; 1 when answers contradict each other; 2 for bad input or usage.";

#[derive(Debug, Args)]
pub(crate) struct BatchOptions {
    /// Tasks: tables (.tsv), SV-COMP's .set or .yml files, a compile_commands.json, or programs
    #[arg(required_unless_present_any = PLANNED, conflicts_with_all = PLANNED, value_name = "TASKS")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Options for every `candor check`
    #[arg(last = true, conflicts_with_all = PLANNED, value_name = "OPTIONS")]
    pub(crate) args: Vec<OsString>,

    /// The folder for results
    #[arg(short, long, value_name = "DIR", default_value = "candor-results")]
    pub(crate) output: PathBuf,
    /// Throw away what the folder holds and begin anew
    #[arg(long, conflicts_with_all = PLANNED)]
    pub(crate) restart: bool,
    /// Go on with the batch in the folder, without its lists
    #[arg(long, conflicts_with = "collect")]
    pub(crate) resume: bool,
    /// Gather the results that jobs have left in the folder, and run nothing
    #[arg(long)]
    pub(crate) collect: bool,
    /// What paths in tables are relative to, instead of the table's folder
    #[arg(long, conflicts_with_all = PLANNED, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Of lists only tasks with these properties; of programs, check these
    #[arg(long, conflicts_with_all = PLANNED, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) property: Vec<String>,
    /// How wide long and pointers are, where the task does not say
    #[arg(long, conflicts_with_all = PLANNED, value_name = "MODEL", value_parser = model_parser())]
    pub(crate) data_model: Option<DataModel>,
    /// Check every function of the programs alone, with any arguments
    #[arg(long, conflicts_with_all = PLANNED)]
    pub(crate) each_function: bool,

    /// How long each task may take
    #[arg(long, conflicts_with_all = PLANNED, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// How much memory each task may use
    #[arg(long, conflicts_with_all = PLANNED, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..=1 << 30))]
    pub(crate) memory_limit: u64,
    /// Who measures time and memory of tasks and limits them
    #[arg(long, conflicts_with_all = PLANNED, value_name = "WHO", default_value = "candor")]
    pub(crate) measure: MeasuredBy,
    /// How many tasks run at once; otherwise as many as there are cores. Of a cluster: how many jobs, otherwise as many as it allows
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,

    /// Where tasks run: `local`, `slurm`, or with `print=slurm|parallel|kubernetes|hyperqueue` wherever you submit what is written
    #[arg(long, conflicts_with = "collect", value_name = "WHERE", help_heading = "Clusters")]
    pub(crate) backend: Option<Backend>,
    /// How many tasks one job does, one after the other; otherwise 10, or more of more than 10,000
    #[arg(long, conflicts_with = "collect", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Clusters")]
    pub(crate) chunk: Option<u32>,
    /// The partition of Slurm
    #[arg(long, conflicts_with = "collect", value_name = "NAME", help_heading = "Clusters")]
    pub(crate) partition: Option<String>,
    /// The account of Slurm that pays
    #[arg(long, conflicts_with = "collect", value_name = "NAME", help_heading = "Clusters")]
    pub(crate) account: Option<String>,
    /// A further argument of `sbatch`, as in --sbatch=--qos=low; can be repeated
    #[arg(
        long,
        conflicts_with = "collect",
        value_name = "ARGUMENT",
        allow_hyphen_values = true,
        help_heading = "Clusters"
    )]
    pub(crate) sbatch: Vec<String>,
    /// Put the sources into the folder, too, in one file: for machines that do not see them where they are
    #[arg(long, conflicts_with_all = PLANNED, help_heading = "Clusters")]
    pub(crate) stage: bool,
}

/// With these the plan in the folder says everything.
const PLANNED: [&str; 2] = ["resume", "collect"];

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MeasuredBy {
    /// Candor itself: what it sees of the process
    Candor,
    /// `runexec` of BenchExec, with the cgroups of the system
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
    /// Folders of `candor batch` or tables of results
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
    /// Also list what only one of them solved
    #[arg(long)]
    pub(crate) list: bool,
    /// Write pictures (scatter.svg, quantile.svg) into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct FunctionsOptions {
    #[command(flatten)]
    pub(crate) frontend: super::FrontendOptions,
}

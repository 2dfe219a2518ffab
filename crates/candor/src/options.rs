//! The options of every command.

mod batch;
mod certify;
mod check;
mod confirm;
mod explore;
mod instrument;
mod its;
mod property;
mod query;
mod simulate;
mod validate;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use candor_ir::Check;
use candor_llvm::{DataModel, FrontendConfig};
use candor_portfolio::{Goals, Source};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use batch::{BatchOptions, ChunkOptions, CompareOptions, FunctionsOptions, MeasuredBy};
pub(crate) use certify::CertifyOptions;
pub(crate) use check::{CheckOptions, OF_QUESTIONS, Output, OutputKind, ReportFormat, WitnessKind};
pub(crate) use confirm::ConfirmOptions;
pub(crate) use explore::ExploreOptions;
pub(crate) use instrument::InstrumentOptions;
pub(crate) use its::ItsOptions;
pub(crate) use property::all_of;
pub(crate) use query::QueryOptions;
pub(crate) use simulate::SimulateOptions;
pub(crate) use validate::ValidateOptions;

use crate::{frontend, status};
use property::{Properties, PropertyParser};

const RUN_EXAMPLES: &str = "\
Examples:
  candor run prog.c                          run it; stop at the first undefined behaviour
  candor run a.c b.c -- one two              two files; the program gets two arguments
  candor run --data-model ILP32 prog.c       with 32-bit long and pointers
  candor run --check memory-leak prog.c      also look for leaks
  candor run --seed 7 --record log prog.c    random inputs, written down ...
  candor run --replay log prog.c             ... and used again

Exit status: the program's own; 134 when it has a fault; 125 when candor cannot go on; 126 for bad input or usage.";

/// Runs C programs, or checks all their executions, and explains every undefined behaviour it finds.
#[derive(Debug, Parser)]
#[command(
    name = "candor",
    version,
    after_help = "`candor run --help` and `candor check --help` have examples. `candor checks` lists all checks."
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Do not look for a candor.toml
    #[arg(long, global = true)]
    no_config: bool,
}

impl Options {
    /// How this command wants its messages.
    pub(crate) fn format(&self) -> Format {
        match &self.command {
            Command::Run(run) => run.format,
            Command::Check(check) => check.format.of_messages(),
            Command::Batch(_) | Command::Chunk(_) | Command::Compare(_) | Command::Functions(_) => Format::Text,
            Command::Certify(_) | Command::Confirm(_) | Command::Its(_) | Command::Validate(_) => Format::Text,
            Command::Completions { .. } | Command::Man { .. } | Command::Simulate(_) => Format::Text,
            Command::Explore(explore) => explore.format,
            Command::Query(query) => query.format,
            Command::Instrument(instrument) => instrument.format,
            Command::Dump(_) | Command::Slice(_) | Command::Explain(_) | Command::Checks | Command::ProbeIr(_) => {
                Format::Text
            }
        }
    }

    /// What the process exits with when candor itself fails.
    pub(crate) fn failure_status(&self) -> u8 {
        match &self.command {
            Command::Check(_)
            | Command::Explore(_)
            | Command::Query(_)
            | Command::Batch(_)
            | Command::Chunk(_)
            | Command::Compare(_)
            | Command::Functions(_)
            | Command::Certify(_)
            | Command::Confirm(_)
            | Command::Its(_)
            | Command::Validate(_) => status::UNKNOWN,
            Command::Completions { .. } | Command::Man { .. } => status::CANNOT_GO_ON,
            Command::Instrument(_) | Command::Slice(_) | Command::Simulate(_) => status::CANNOT_GO_ON,
            Command::Run(_) | Command::Dump(_) | Command::Explain(_) | Command::Checks | Command::ProbeIr(_) => {
                status::CANNOT_GO_ON
            }
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a program and stop at its first fault
    #[command(after_help = RUN_EXAMPLES)]
    Run(Box<RunOptions>),
    /// Check all executions of a program
    #[command(after_help = check::EXAMPLES)]
    Check(Box<CheckOptions>),
    /// Step through a program, forth and back, or along a counterexample
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(Box<SimulateOptions>),
    /// Follow the paths of a program and make a test of each
    #[command(after_help = explore::EXAMPLES)]
    Explore(Box<ExploreOptions>),
    /// Ask whether states can be reached, and how probable it is
    #[command(after_help = query::EXAMPLES, override_usage = query::USAGE)]
    Query(Box<QueryOptions>),
    /// Check many programs, each within its limits, and score the answers
    #[command(after_help = batch::BATCH_EXAMPLES)]
    Batch(Box<BatchOptions>),
    /// Compare two sets of results
    #[command(after_help = batch::COMPARE_EXAMPLES)]
    Compare(CompareOptions),
    /// Compile and run what `candor check --format json` has found, to see it fail natively
    #[command(after_help = confirm::EXAMPLES)]
    Confirm(ConfirmOptions),
    /// Insert calls that check a property, by rules, and write LLVM IR that can be compiled and run
    #[command(after_help = instrument::EXAMPLES)]
    Instrument(Box<InstrumentOptions>),
    /// Follow a verifier's witness to the violation that it speaks of
    #[command(after_help = validate::EXAMPLES)]
    Validate(ValidateOptions),
    /// Go through a proof that `candor check --certificate` has written, with another solver
    #[command(after_help = certify::EXAMPLES)]
    Certify(Box<CertifyOptions>),
    /// Decide whether all runs of an integer transition system end
    #[command(after_help = its::EXAMPLES)]
    Its(ItsOptions),
    /// Show a program in candor's intermediate representation, or what it claims as terms
    Dump(DumpOptions),
    /// Take out of a program what cannot matter to calls of some functions
    Slice(SliceOptions),
    /// Describe a check: what it finds, why that matters, how to fix it
    Explain(ExplainOptions),
    /// List all checks
    Checks,
    /// Print a script that completes candor's options in a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page of candor or of one of its commands
    Man {
        /// The command
        #[arg(value_name = "COMMAND")]
        name: Option<String>,
    },
    /// Read an LLVM file and tell whether that went well; candor runs itself so, in case LLVM crashes
    // The name is like no word, or it would be suggested for a misspelt one.
    #[command(hide = true, name = "__candor-probe-ir")]
    ProbeIr(ProbeOptions),
    /// List the functions of a program; batches run candor so
    #[command(hide = true, name = "__candor-functions")]
    Functions(FunctionsOptions),
    /// Do the tasks of a chunk; jobs of batches run candor so
    #[command(hide = true, name = "__candor-chunk")]
    Chunk(ChunkOptions),
}

#[derive(Debug, Args)]
pub(crate) struct FrontendOptions {
    /// C files (.c, .i), LLVM files (.ll, .bc), or a compile_commands.json
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// How wide long and pointers are
    #[arg(long, value_name = "MODEL", default_value = "LP64", value_parser = model_parser())]
    pub(crate) data_model: DataModel,
    /// Define a macro
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,
    /// Search this folder for headers
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    pub(crate) include_dirs: Vec<PathBuf>,
    /// The C standard, such as c99 or gnu17
    #[arg(long, value_name = "STANDARD")]
    pub(crate) std: Option<String>,
    /// A further argument for clang; may be given several times
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) clang_arg: Vec<String>,
    /// The clang to use instead of the one found on the path
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
    /// Of a compile_commands.json only this file
    #[arg(long, value_name = "FILE")]
    pub(crate) unit: Option<PathBuf>,
    /// Start with this function instead of `main`; given several times, all of them run side by side
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) entry: Vec<String>,
}

impl FrontendOptions {
    /// Where the program comes from.
    pub(crate) fn source(&self) -> Source {
        Source {
            files: self.files.clone(),
            frontend: FrontendConfig {
                data_model: self.data_model,
                defines: self.defines.clone(),
                include_dirs: self.include_dirs.clone(),
                std: self.std.clone(),
                extra_args: self.clang_arg.clone(),
                clang: self.clang.clone(),
                unit: self.unit.clone(),
                cache_dir: frontend::cache_dir(),
                probe_command: frontend::probe_command(),
                ..FrontendConfig::default()
            },
            entries: self.entry.clone(),
        }
    }

    /// `argv`: the first file's name stands for the program.
    pub(crate) fn program_args(&self, args: &[OsString]) -> Vec<Vec<u8>> {
        let name = self.files.first().map(|file| file.with_extension(""));
        let name = name.map(|name| name.into_os_string().into_encoded_bytes()).unwrap_or_default();
        let rest = args.iter().map(|arg| arg.clone().into_encoded_bytes());
        std::iter::once(name).chain(rest).collect()
    }
}

#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Switch a check on
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Switch a check off
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,

    /// Everything that the program leaves open is zero (the default)
    #[arg(long, group = "choices")]
    pub(crate) zero: bool,
    /// Everything that the program leaves open is random, from this seed
    #[arg(long, value_name = "N", group = "choices")]
    pub(crate) seed: Option<u64>,
    /// Take the program's inputs from a list of numbers
    #[arg(long, value_name = "FILE", group = "choices")]
    pub(crate) inputs: Option<PathBuf>,
    /// Make the choices of a recorded run again
    #[arg(long, value_name = "LOG", group = "choices")]
    pub(crate) replay: Option<PathBuf>,
    /// Write all choices of this run to a file
    #[arg(long, value_name = "LOG")]
    pub(crate) record: Option<PathBuf>,
    /// Let malloc fail where the choices say so
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,

    /// Give up after so many instructions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_steps: Option<u64>,
    /// Give up when the program's memory grows beyond this
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) max_memory: u64,

    /// How messages are written
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Whether messages have colours
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
}

impl RunOptions {
    /// The checks to make.
    pub(crate) fn goals(&self) -> Goals {
        Goals { properties: Vec::new(), on: self.check.clone(), off: self.no_check.clone() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct DumpOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Only this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// As LLVM IR
    #[arg(long, conflicts_with = "function")]
    pub(crate) llvm: bool,
    /// What it claims, as the terms that a solver would get
    #[arg(long, conflicts_with_all = ["function", "llvm"])]
    pub(crate) terms: bool,
    /// What an analysis finds out about it
    #[arg(long, value_name = "FACTS", conflicts_with_all = ["llvm", "terms"])]
    pub(crate) facts: Option<Facts>,
    /// With --facts: say on standard error how large the program is, and how long reading it and analysing it took
    #[arg(long, requires = "facts")]
    pub(crate) timings: bool,
    /// With --terms: how often loops go round
    #[arg(long, value_name = "N", requires = "terms", default_value_t = 8)]
    pub(crate) unwind: u32,
}

/// What analyses find out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Facts {
    /// Which block leads to which
    Cfg,
    /// The block that every way to a block leads through
    Dominators,
    /// The block that every way from a block leads through
    PostDominators,
    /// Loops, also those with several entries
    Loops,
    /// Registers that are still read, at the start of each block
    Liveness,
    /// Between which numbers registers lie
    Ranges,
    /// Who calls whom, through pointers too
    CallGraph,
    /// What functions read and write
    ModRef,
    /// What pointers may point to
    PointsTo,
    /// The same without regard to the order of events
    PointsToEver,
    /// How many checks and how much tracking memory safety needs
    Checks,
}

impl Facts {
    /// Whether they are about the whole program.
    pub(crate) fn are_of_all(self) -> bool {
        matches!(
            self,
            Facts::Ranges | Facts::CallGraph | Facts::ModRef | Facts::PointsTo | Facts::PointsToEver | Facts::Checks
        )
    }
}

#[derive(Debug, Args)]
pub(crate) struct SliceOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Keep what calls of this function depend on; may be given several times
    #[arg(long, value_name = "FUNCTION", required_unless_present = "property")]
    pub(crate) criterion: Vec<String>,
    /// Keep what the checks of these depend on, unless they cannot fail: names as for `candor check`
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// Where to write the LLVM IR; without it, to the standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainOptions {
    /// The check's id, as in error[id]
    #[arg(value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Check,
}

#[derive(Debug, Args)]
pub(crate) struct ProbeOptions {
    pub(crate) file: PathBuf,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Words that an option takes: each with its help and what it stands for.
type Words<T, const N: usize> = [(&'static str, &'static str, T); N];

/// One of several words, so that a wrong one is answered with the one that was probably meant.
fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    words: &'static Words<T, N>,
) -> impl TypedValueParser<Value = T> {
    let values = words.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values).try_map(|chosen| {
        let found = words.iter().find(|(word, _, _)| *word == chosen);
        found.map(|(_, _, value)| value.clone()).ok_or_else(|| format!("there is no `{chosen}`"))
    })
}

/// Data models by name.
fn model_parser() -> impl TypedValueParser<Value = DataModel> {
    const NAMES: [(DataModel, [&str; 2]); 2] = [(DataModel::Ilp32, ["ilp32", "32"]), (DataModel::Lp64, ["lp64", "64"])];
    PossibleValuesParser::new(NAMES.map(|(model, others)| PossibleValue::new(model.name()).aliases(others))).try_map(
        |word| {
            let found = NAMES.iter().find(|(model, others)| model.name() == word || others.contains(&&*word));
            found.map(|(model, _)| *model).ok_or_else(|| format!("there is no data model `{word}`"))
        },
    )
}

/// How many threads are at work; 0 stands for as many as there are processors.
pub(crate) fn n_workers(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        n_workers => n_workers,
    }
}

/// Check ids, so that a wrong one is answered with the one that was probably meant.
fn check_parser() -> impl TypedValueParser<Value = Check> {
    let ids = Check::ALL.iter().map(|check| PossibleValue::new(check.id()).help(check.summary()));
    PossibleValuesParser::new(ids).try_map(|id| Check::from_id(&id).ok_or_else(|| format!("there is no check `{id}`")))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_table_of_options_is_consistent() {
        Options::command().debug_assert();
    }

    fn run(args: &[&str]) -> Result<Box<RunOptions>, String> {
        let args = ["candor", "run"].iter().chain(args);
        match Options::try_parse_from(args).map_err(|error| error.to_string())?.command {
            Command::Run(run) => Ok(run),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn checks_are_switched() {
        let run = run(&["--check", "unsigned-wrap", "--no-check=assertion", "a.c", "--", "-x", "y"]).expect("is valid");
        assert!(run.goals().checks().contains(Check::UnsignedWrap));
        assert!(!run.goals().checks().contains(Check::Assertion));
        assert_eq!(run.args, ["-x", "y"]);
    }

    #[test]
    fn mistakes_are_explained() {
        assert!(run(&["--check", "out-of-bound", "a.c"]).unwrap_err().contains("'out-of-bounds'"));
        assert!(run(&[]).unwrap_err().contains("FILES"));
        assert!(run(&["--seed", "1", "--replay", "x", "a.c"]).unwrap_err().contains("cannot be used with"));
    }
}

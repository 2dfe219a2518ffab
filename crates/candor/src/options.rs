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
mod short;
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
pub(crate) use check::{
    CheckOptions, GraphFile, GraphKind, OF_QUESTIONS, Output, OutputKind, ReportFormat, WitnessKind,
};
pub(crate) use confirm::ConfirmOptions;
pub(crate) use explore::ExploreOptions;
pub(crate) use instrument::InstrumentOptions;
pub(crate) use its::ItsOptions;
pub(crate) use property::all_of;
pub(crate) use query::QueryOptions;
pub(crate) use short::short_help;
pub(crate) use simulate::SimulateOptions;
pub(crate) use validate::ValidateOptions;

use crate::{frontend, status};
use property::{Properties, PropertyParser};

/// The help of a command: its examples stand before its options.
const EXAMPLES_FIRST: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}";

/// Heading in the help.
const COMPILATION: &str = "Compilation";

const RUN_EXAMPLES: &str = "\
Examples:
  candor run prog.c                          run the program; stop at the first undefined behaviour
  candor run a.c b.c -- one two              two source files; two arguments for the program
  candor run --data-model ILP32 prog.c       32-bit long and pointers
  candor run --check memory-leak prog.c      also check for leaks
  candor run --seed 7 --record log prog.c    random inputs, recorded in `log` ...
  candor run --replay log prog.c             ... and replayed

Exit status: the program's own; 134 for a fault; 125 if candor cannot execute the program further; 126 for bad input or usage.";

const DUMP_EXAMPLES: &str = "\
Examples:
  candor dump prog.c                                     the intermediate representation
  candor dump --llvm prog.c                              LLVM IR
  candor dump --terms --unwind 4 prog.c                  verification conditions, with loops unrolled 4 times
  candor dump --facts points-to --function main prog.c   points-to sets in `main`";

const SLICE_EXAMPLES: &str = "\
Examples:
  candor slice --criterion reach_error prog.c -o out.ll  keep only what calls of `reach_error` depend on
  candor slice --property memory prog.c -o out.ll        keep only what memory checks depend on

The result is LLVM IR that can be compiled and run.";

/// Verifies C programs: proves the absence of bugs, or shows them with a replayed counterexample.
#[derive(Debug, Parser)]
#[command(
    name = "candor",
    version,
    after_help = "`candor check prog.c` is the place to start; `candor COMMAND --help` has examples. `candor checks` lists all checks."
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Ignore candor.toml
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
            Command::Completions { .. } | Command::Man { .. } | Command::Reference { .. } | Command::Simulate(_) => {
                Format::Text
            }
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
            Command::Completions { .. } | Command::Man { .. } | Command::Reference { .. } => status::CANNOT_GO_ON,
            Command::Instrument(_) | Command::Slice(_) | Command::Simulate(_) => status::CANNOT_GO_ON,
            Command::Run(_) | Command::Dump(_) | Command::Explain(_) | Command::Checks | Command::ProbeIr(_) => {
                status::CANNOT_GO_ON
            }
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Verify a program: check all executions for faults
    #[command(help_template = EXAMPLES_FIRST, after_help = check::EXAMPLES)]
    Check(Box<CheckOptions>),
    /// Execute a program and stop at the first undefined behaviour
    #[command(help_template = EXAMPLES_FIRST, after_help = RUN_EXAMPLES)]
    Run(Box<RunOptions>),
    /// Debug a program interactively, forth and back, or along a counterexample
    #[command(help_template = EXAMPLES_FIRST, after_help = simulate::EXAMPLES)]
    Simulate(Box<SimulateOptions>),
    /// Generate tests: explore paths symbolically and write an input for each
    #[command(help_template = EXAMPLES_FIRST, after_help = explore::EXAMPLES)]
    Explore(Box<ExploreOptions>),
    /// Answer reachability queries, and estimate probabilities (statistical model checking)
    #[command(help_template = EXAMPLES_FIRST, after_help = query::EXAMPLES, override_usage = query::USAGE)]
    Query(Box<QueryOptions>),
    /// Verify many programs with resource limits, locally or on a cluster
    #[command(help_template = EXAMPLES_FIRST, after_help = batch::BATCH_EXAMPLES)]
    Batch(Box<BatchOptions>),
    /// Compare the results of two batches
    #[command(help_template = EXAMPLES_FIRST, after_help = batch::COMPARE_EXAMPLES)]
    Compare(CompareOptions),
    /// Reproduce faults natively: compile the harnesses of a JSON report with sanitizers and run them
    #[command(help_template = EXAMPLES_FIRST, after_help = confirm::EXAMPLES)]
    Confirm(ConfirmOptions),
    /// Instrument a program by rules, for checking at run time; writes LLVM IR
    #[command(help_template = EXAMPLES_FIRST, after_help = instrument::EXAMPLES)]
    Instrument(Box<InstrumentOptions>),
    /// Validate a violation or correctness witness
    #[command(help_template = EXAMPLES_FIRST, after_help = validate::EXAMPLES)]
    Validate(ValidateOptions),
    /// Check a certificate with an independent solver
    #[command(help_template = EXAMPLES_FIRST, after_help = certify::EXAMPLES)]
    Certify(Box<CertifyOptions>),
    /// Decide termination of an integer transition system
    #[command(help_template = EXAMPLES_FIRST, after_help = its::EXAMPLES)]
    Its(ItsOptions),
    /// Print the intermediate representation, verification conditions, or analysis results
    #[command(help_template = EXAMPLES_FIRST, after_help = DUMP_EXAMPLES)]
    Dump(DumpOptions),
    /// Slice a program: keep only what a criterion depends on
    #[command(help_template = EXAMPLES_FIRST, after_help = SLICE_EXAMPLES)]
    Slice(SliceOptions),
    /// Explain a check: the fault, an example, the fix
    Explain(ExplainOptions),
    /// List all checks
    Checks,
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page of candor or of a command
    Man {
        /// Name of the command
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
    /// Print a page of the reference; `cargo xtask reference` runs candor so
    #[command(hide = true, name = "__candor-reference")]
    Reference {
        #[arg(value_name = "PAGE")]
        page: crate::reference::Page,
    },
    /// Do the tasks of a chunk; jobs of batches run candor so
    #[command(hide = true, name = "__candor-chunk")]
    Chunk(ChunkOptions),
}

#[derive(Debug, Args)]
pub(crate) struct FrontendOptions {
    /// C (.c, .i), LLVM (.ll, .bc) or compile_commands.json
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Width of long and pointers
    #[arg(long, value_name = "MODEL", default_value = "LP64", value_parser = model_parser(), help_heading = COMPILATION)]
    pub(crate) data_model: DataModel,
    /// Define a macro
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", help_heading = COMPILATION)]
    pub(crate) defines: Vec<String>,
    /// Add a folder to the search path for headers
    #[arg(short = 'I', long = "include-dir", value_name = "DIR", help_heading = COMPILATION)]
    pub(crate) include_dirs: Vec<PathBuf>,
    /// C standard, such as c99 or gnu17
    #[arg(long, value_name = "STANDARD", help_heading = COMPILATION, hide_short_help = true)]
    pub(crate) std: Option<String>,
    /// Pass an argument to clang (repeatable)
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = COMPILATION, hide_short_help = true)]
    pub(crate) clang_arg: Vec<String>,
    /// Path of clang [default: the first that PATH has]
    #[arg(long, value_name = "PATH", help_heading = COMPILATION, hide_short_help = true)]
    pub(crate) clang: Option<PathBuf>,
    /// Select one source file of a compile_commands.json
    #[arg(long, value_name = "FILE", help_heading = COMPILATION, hide_short_help = true)]
    pub(crate) unit: Option<PathBuf>,
    /// Entry function instead of `main`; several run as concurrent threads (repeatable)
    #[arg(long, value_name = "FUNCTION", hide_short_help = true)]
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

    /// Enable a check; `candor checks` lists them
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Disable a check
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,

    /// Nondeterministic values and uninitialised memory are 0 (default)
    #[arg(long, group = "choices")]
    pub(crate) zero: bool,
    /// Nondeterministic values and uninitialised memory are random, with this seed
    #[arg(long, value_name = "N", group = "choices")]
    pub(crate) seed: Option<u64>,
    /// Read the nondeterministic inputs from a list of numbers
    #[arg(long, value_name = "FILE", group = "choices")]
    pub(crate) inputs: Option<PathBuf>,
    /// Replay a recorded run
    #[arg(long, value_name = "LOG", group = "choices")]
    pub(crate) replay: Option<PathBuf>,
    /// Record all nondeterministic choices of this run
    #[arg(long, value_name = "LOG")]
    pub(crate) record: Option<PathBuf>,
    /// Let malloc return NULL where the choices say so
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,

    /// Stop after N instructions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_steps: Option<u64>,
    /// Memory limit of the program
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) max_memory: u64,

    /// Format of messages
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Colours in messages
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
    /// Print this function only
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Print LLVM IR
    #[arg(long, conflicts_with = "function")]
    pub(crate) llvm: bool,
    /// Print the verification conditions as SMT terms
    #[arg(long, conflicts_with_all = ["function", "llvm"])]
    pub(crate) terms: bool,
    /// Print the result of an analysis
    #[arg(long, value_name = "FACTS", conflicts_with_all = ["llvm", "terms"])]
    pub(crate) facts: Option<Facts>,
    /// With --facts: print program size and analysis time on standard error
    #[arg(long, requires = "facts")]
    pub(crate) timings: bool,
    /// With --terms: unroll loops at most N times
    #[arg(long, value_name = "N", requires = "terms", default_value_t = 8)]
    pub(crate) unwind: u32,
}

/// What analyses find out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Facts {
    /// Control-flow graph
    Cfg,
    /// Immediate dominator of each block
    Dominators,
    /// Immediate post-dominator of each block
    PostDominators,
    /// Loops, irreducible ones included
    Loops,
    /// Live registers at the start of each block
    Liveness,
    /// Intervals of integer registers
    Ranges,
    /// Call graph, calls through pointers included
    CallGraph,
    /// Objects that each function reads and writes
    ModRef,
    /// Flow-sensitive points-to sets
    PointsTo,
    /// Flow-insensitive points-to sets
    PointsToEver,
    /// Number of memory checks and tracked allocations
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
    /// Slicing criterion: calls of this function (repeatable)
    #[arg(long, value_name = "FUNCTION", required_unless_present = "property")]
    pub(crate) criterion: Vec<String>,
    /// Slicing criterion: the checks of these properties that may fail
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// Write the LLVM IR to this file instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainOptions {
    /// Id of the check, as in error[id]
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

    /// Examples come first, and every option has a sentence.
    #[test]
    fn help_is_complete() {
        let mut root = Options::command();
        root.build();
        let commands: Vec<_> = root.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
        for mut command in commands {
            let name = command.get_name().to_owned();
            for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
                assert!(arg.get_help().is_some(), "{name} --{}", arg.get_id());
            }
            let help = command.render_long_help().to_string();
            if let Some(examples) = help.find("Examples:") {
                assert!(help.find("Options:").is_none_or(|options| examples < options), "{name}");
            }
        }
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

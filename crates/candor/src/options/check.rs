//! The options of `candor check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_engine as engine;
use candor_ir::{Check, CheckSet};
use candor_solver::Choice;
use clap::{Args, ValueEnum};

use super::{Color, Format, FrontendOptions, check_parser};
use crate::property::{Properties, Property, PropertyParser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check prog.c                                 every check, in every execution
  candor check --property memory,overflow prog.c      only these
  candor check --unwind 10 prog.c                     loops go round at most ten times
  candor check --unwind main:12=100 prog.c            ... the one at line 12 a hundred times
  candor check --function parse prog.c                `parse` with any arguments instead of `main`
  candor check --timeout 60 --format json prog.c      at most a minute; the answer for programs
  candor check --svcomp --property unreach-call p.i   the last line is TRUE, FALSE or UNKNOWN
  candor check --solver z3 --smt2 queries prog.c      with another solver; its questions as files

Ctrl-C stops the search and shows what is known by then.
Exit status: 0 when everything holds, 1 when something is violated, 2 for bad input or usage, 3 when that is unknown.";

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// How executions are searched
    #[arg(long, default_value = "auto", value_name = "ENGINE")]
    pub(crate) engine: Engine,
    /// Which path symbolic execution follows next
    #[arg(long, default_value = "interleaved", value_name = "ORDER")]
    pub(crate) search: Search,
    /// Which interleavings of threads are left out because others have the same effect
    #[arg(long, value_name = "REDUCTION", value_enum, default_value = "persistent")]
    pub(crate) reduction: Reduction,
    /// Let explicit-state search work with terms instead of numbers, so that inputs may be anything
    #[arg(long)]
    pub(crate) symbolic_data: bool,
    /// What explicit-state search keeps of a state it has seen; with hashes nothing ever holds
    #[arg(long, value_name = "KIND", value_enum, default_value = "exact")]
    pub(crate) storage: Storage,
    /// How many processors explicit-state search uses; 0 for all
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) workers: usize,
    /// Stop explicit-state search after so many states
    #[arg(long, value_name = "N")]
    pub(crate) max_states: Option<u64>,
    /// Let explicit-state search look no further than so many transitions
    #[arg(long, value_name = "N")]
    pub(crate) max_transitions: Option<u32>,
    /// Check only these: memory, overflow, reach, race, cleanup, termination, all, what SV-COMP calls them, or what a .prp file says
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    property: Vec<Properties>,
    /// Switch a check on
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) check: Vec<Check>,
    /// Switch a check off
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true)]
    pub(crate) no_check: Vec<Check>,
    /// Start with this function instead of `main`, with any arguments
    #[arg(long, value_name = "NAME", conflicts_with_all = ["args", "entry"])]
    pub(crate) function: Option<String>,

    /// Loops go round at most this often; or those of a function (f=N), or the one at a line of it (f:12=N)
    #[arg(long, value_name = "[LOOP=]N", value_parser = unwind_parser)]
    pub(crate) unwind: Vec<Unwind>,
    /// At most this many functions of the program are active at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Stop after so many seconds and say what is known by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Stop when candor needs more memory than this
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,

    /// What pointer arguments of --function point to
    #[arg(long, value_name = "KIND", default_value = "fresh")]
    pub(crate) pointer_args: PointerArgs,
    /// How executions go on behind arithmetic that went wrong
    #[arg(long, value_name = "KIND", default_value = "end")]
    pub(crate) ub_result: UbResult,
    /// What volatile variables hold when they are read
    #[arg(long, value_name = "KIND", default_value = "plain")]
    pub(crate) volatile: Volatile,
    /// Also look for faults that an execution has only behind another fault
    #[arg(long)]
    pub(crate) no_shadowing: bool,
    /// Let malloc fail
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Which checks of memory are left out because a pointer analysis shows that they cannot fail
    #[arg(long, value_name = "LEVEL", default_value = "basic")]
    pub(crate) instrumentation: super::Instrumentation,
    /// Whether what cannot matter is taken out of the program before the search
    #[arg(long, value_name = "ON|OFF", default_value = "off")]
    pub(crate) slice: super::OnOff,
    /// Say how many checks and how much tracking memory safety needs at each level
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Who answers questions: `bitwuzla`, `z3` (its library, or the file that CANDOR_LIBZ3 names), or a command that reads SMT-LIB 2
    #[arg(long, value_name = "SOLVER", default_value = "bitwuzla", value_parser = solver_parser)]
    pub(crate) solver: Choice,
    /// Write everything that the solver is asked to files in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) smt2: Option<PathBuf>,

    /// Write a C program to this file that has the first fault found when it is compiled and run
    #[arg(long, value_name = "FILE.c")]
    pub(crate) harness: Option<PathBuf>,

    /// Answer as SV-COMP wants it: the last line is TRUE, FALSE or UNKNOWN
    #[arg(long, requires = "property")]
    pub(crate) svcomp: bool,
    /// How the answer is written
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
    /// Also write the answer to a file: text, json, sarif, junit, graphml or yaml; may be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output_parser)]
    pub(crate) output: Vec<Output>,
    /// Write a witness, as SV-COMP has them, for other verifiers
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    /// How the witness is written; usually what its file's name says
    #[arg(long, value_name = "FORMAT", requires = "witness")]
    pub(crate) witness_format: Option<WitnessKind>,
    /// Say who settled what, why the rest is unknown, and what to try next
    #[arg(long)]
    pub(crate) explain: bool,
    /// Whether the answer has colours
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
}

impl CheckOptions {
    /// The properties that were named or stand in files.
    pub(crate) fn properties(&self) -> impl Iterator<Item = Property> {
        self.property.iter().flat_map(|properties| properties.0.iter().copied())
    }

    /// The checks to make: those of the properties, or the usual ones; what is switched off stays off.
    pub(crate) fn checks(&self) -> CheckSet {
        let mut checks = match self.property.is_empty() {
            true => CheckSet::default_on(),
            false => self.properties().fold(CheckSet::EMPTY, |set, property| set.union(property.checks())),
        };
        self.check.iter().for_each(|&check| checks.insert(check));
        self.no_check.iter().for_each(|&check| checks.remove(check));
        checks
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Whatever suits the program, several at once where that helps
    Auto,
    /// Bounded model checking: all paths as one formula
    Bmc,
    /// Induction: each loop once, for all its rounds; proves, but finds no faults
    Loops,
    /// Symbolic execution: one path at a time
    Symex,
    /// Explicit-state search: all interleavings of threads, states stored
    Explicit,
}

/// Which interleavings are left out because others have the same effect.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduction {
    /// None: threads take turns after every instruction
    None,
    /// A thread goes on through what no other thread sees
    Chain,
    /// And alone, while nothing that other threads can do depends on its step
    Persistent,
}

/// What is kept of a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Storage {
    /// All of it
    Exact,
    /// A hash of 64 bits
    Hashed,
}

impl From<Storage> for candor_engine_explicit::Storage {
    fn from(storage: Storage) -> candor_engine_explicit::Storage {
        match storage {
            Storage::Exact => candor_engine_explicit::Storage::Exact,
            Storage::Hashed => candor_engine_explicit::Storage::Hashed,
        }
    }
}

impl From<Reduction> for candor_engine_explicit::Reduction {
    fn from(reduction: Reduction) -> candor_engine_explicit::Reduction {
        match reduction {
            Reduction::None => candor_engine_explicit::Reduction::None,
            Reduction::Chain => candor_engine_explicit::Reduction::Chain,
            Reduction::Persistent => candor_engine_explicit::Reduction::Persistent,
        }
    }
}

/// Which path goes on next.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Search {
    /// The one that forked last
    Dfs,
    /// The one that has waited longest
    Bfs,
    /// Any, by chance
    Random,
    /// One where few have been
    Coverage,
    /// One that is near something that may go wrong
    Distance,
    /// Each of these in turn
    Interleaved,
}

impl From<Search> for candor_engine_symex::Search {
    fn from(search: Search) -> candor_engine_symex::Search {
        match search {
            Search::Dfs => candor_engine_symex::Search::Dfs,
            Search::Bfs => candor_engine_symex::Search::Bfs,
            Search::Random => candor_engine_symex::Search::Random,
            Search::Coverage => candor_engine_symex::Search::Coverage,
            Search::Distance => candor_engine_symex::Search::Distance,
            Search::Interleaved => candor_engine_symex::Search::Interleaved,
        }
    }
}

/// How findings are written to standard output.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// One line for programs
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit XML, for continuous integration
    Junit,
}

impl ReportFormat {
    /// How everything else is written that has to be said.
    pub(crate) fn of_messages(self) -> Format {
        match self {
            ReportFormat::Text | ReportFormat::Sarif | ReportFormat::Junit => Format::Text,
            ReportFormat::Json => Format::Json,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WitnessKind {
    /// Format 1.0
    Graphml,
    /// Format 2.0
    Yaml,
}

/// A further file for the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) kind: OutputKind,
    pub(crate) path: PathBuf,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    Report(ReportFormat),
    Witness(WitnessKind),
}

fn output_parser(text: &str) -> Result<Output, String> {
    let (name, path) = text.split_once('=').ok_or("it has the form FORMAT=FILE")?;
    let report = ReportFormat::from_str(name, /* ignore_case */ false).map(OutputKind::Report);
    let kind = report.or_else(|_| WitnessKind::from_str(name, /* ignore_case */ false).map(OutputKind::Witness));
    let kind = kind.map_err(|_| format!("`{name}` is none of text, json, sarif, junit, graphml and yaml"))?;
    if path.is_empty() { Err("the file has no name".to_owned()) } else { Ok(Output { kind, path: path.into() }) }
}

/// A solver by name or by command. Z3's library is loaded here, so that it is known at once if there is none.
fn solver_parser(text: &str) -> Result<Choice, String> {
    let file = std::env::var_os("CANDOR_LIBZ3").filter(|file| !file.is_empty()).map(PathBuf::from);
    Choice::parse(text, file.as_deref())
}

/// A bound for all loops or for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unwind {
    pub(crate) single: Option<String>,
    pub(crate) bound: u32,
}

fn unwind_parser(text: &str) -> Result<Unwind, String> {
    let (single, number) = match text.rsplit_once('=') {
        Some(("", _)) => return Err("there is no loop before the `=`".to_owned()),
        Some((single, number)) => (Some(single.to_owned()), number),
        None => (None, text),
    };
    let bound = number.parse().map_err(|_| format!("`{number}` is not a number of iterations"))?;
    Ok(Unwind { single, bound })
}

/// What pointer arguments of the function point to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointerArgs {
    /// An object of their own
    Fresh,
    /// Nothing
    Null,
    /// Either
    Both,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UbResult {
    /// Not at all: the fault is their end
    End,
    /// With what machines compute
    Wrap,
    /// With any value
    Fresh,
}

impl From<UbResult> for engine::UbResult {
    fn from(result: UbResult) -> engine::UbResult {
        match result {
            UbResult::End => engine::UbResult::End,
            // The value has become part of the program.
            UbResult::Wrap | UbResult::Fresh => engine::UbResult::GoOn,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Volatile {
    /// What was written to them
    Plain,
    /// Anything
    Nondet,
}

/// A positive number of seconds, perhaps with a fraction.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number of seconds"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(format!("`{text}` is not a time to run for")),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Command, Options};

    fn check(args: &[&str]) -> Result<Box<CheckOptions>, String> {
        let args = ["candor", "check"].iter().chain(args);
        match Options::try_parse_from(args).map_err(|error| error.to_string())?.command {
            Command::Check(check) => Ok(check),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn properties_and_switches_select_checks() {
        let checks = |args: &[&str]| check(&[args, &["a.c"]].concat()).expect("is valid").checks();
        assert_eq!(checks(&[]), CheckSet::default_on());
        assert_eq!(checks(&["--property", "reach"]), CheckSet::of(Check::ErrorCall));
        let both = checks(&["--property", "reach,cleanup", "--check", "assertion", "--no-check", "error-call"]);
        assert_eq!(both, CheckSet::of(Check::MemoryCleanup).with(Check::Assertion));
    }

    #[test]
    fn bounds_are_for_all_loops_or_for_one() {
        let options = check(&["--unwind", "3", "--unwind", "main:9=7", "a.c"]).expect("is valid");
        let single = |single: Option<&str>, bound| Unwind { single: single.map(str::to_owned), bound };
        assert_eq!(options.unwind, [single(None, 3), single(Some("main:9"), 7)]);
        for bad in ["x", "=3", "main=", "main:9=-1", "99999999999"] {
            assert!(check(&["--unwind", bad, "a.c"]).is_err(), "{bad}");
        }
    }

    #[test]
    fn files_for_answers() {
        let options = check(&["--output", "sarif=a=b.sarif", "--output", "yaml=w", "a.c"]).expect("is valid");
        let kinds: Vec<OutputKind> = options.output.iter().map(|output| output.kind).collect();
        assert_eq!(kinds, [OutputKind::Report(ReportFormat::Sarif), OutputKind::Witness(WitnessKind::Yaml)]);
        assert_eq!(options.output[0].path, PathBuf::from("a=b.sarif"));
        for bad in ["sarif", "sarif=", "html=x", "=x"] {
            assert!(check(&["--output", bad, "a.c"]).is_err(), "{bad}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        assert!(check(&["--svcomp", "a.c"]).unwrap_err().contains("--property"));
        assert!(check(&["--property", "memry", "a.c"]).unwrap_err().contains("'memory'"));
        assert!(check(&["--timeout", "0", "a.c"]).is_err() && check(&["--engine", "magic", "a.c"]).is_err());
    }
}

//! The options of `candor check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_engine_explicit::{Reduction, Storage};
use candor_engine_symex::Search;
use candor_ir::Check;
use candor_points_to::Level;
use candor_portfolio::{
    Caller, Engine, Goals, PointerArgs, Request, Strategy, Surroundings, UbResult, Unwind, Volatile, World,
};
use candor_solver::Choice;
use candor_witness::Property;
use clap::{Args, ValueEnum};

use super::property::{Properties, PropertyParser, all_of};
use super::{Color, Format, FrontendOptions, Words, check_parser, n_workers, one_of};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check prog.c                                 all default checks, for all inputs and all schedules
  candor check --property memory,overflow prog.c      only these properties
  candor check --output html=report.html prog.c       also write a report for the browser
  candor check --function parse prog.c                verify `parse` for all arguments instead of `main`
  candor check --unwind 10 prog.c                     unroll every loop at most 10 times
  candor check --unwind main:12=100 prog.c            ... the loop at line 12 of `main` at most 100 times
  candor check --svcomp --property unreach-call p.i   competition mode: TRUE, FALSE or UNKNOWN on the last line

Ctrl-C stops the search and prints the results so far.
Exit status: 0 all checks hold, 1 a check is violated, 2 bad input or usage, 3 unknown,
4 with --function: the verdict depends on the caller.";

const ENGINES: Words<Engine, 7> = [
    ("auto", "Portfolio: choose engines for the program and run them side by side", Engine::Auto),
    ("bmc", "Bounded model checking: all paths in one formula", Engine::Bmc),
    ("loops", "Induction with inferred loop invariants: proves, and finds non-termination only", Engine::Loops),
    ("symex", "Symbolic execution, path by path", Engine::Symex),
    ("shapes", "Shape analysis of linked lists of any length: only proves", Engine::Shapes),
    (
        "values",
        "Path-sensitive values of variables whose address is not taken: only proves that errors are unreachable",
        Engine::Values,
    ),
    ("explicit", "Explicit-state model checking of all thread interleavings", Engine::Explicit),
];

pub(super) const SEARCHES: Words<Search, 6> = [
    ("dfs", "Depth first: the path that forked last", Search::Dfs),
    ("bfs", "Breadth first: the path that has waited longest", Search::Bfs),
    ("random", "A random path", Search::Random),
    ("coverage", "The path at the least covered code", Search::Coverage),
    ("distance", "The path closest to an open check", Search::Distance),
    ("interleaved", "All of these strategies in turn", Search::Interleaved),
];

pub(super) const REDUCTIONS: Words<Reduction, 3> = [
    ("none", "No reduction: a context switch is possible after every instruction", Reduction::None),
    ("chain", "Run thread-local steps without a context switch", Reduction::Chain),
    ("persistent", "Also persistent sets (partial-order reduction)", Reduction::Persistent),
];

const STORAGES: Words<Storage, 2> = [
    ("exact", "Complete states", Storage::Exact),
    ("hashed", "64-bit hashes: bug finding only, nothing is proved", Storage::Hashed),
];

const LEVELS: Words<Level, 3> = [
    ("basic", "Keep every check", Level::Basic),
    ("rc", "Drop checks that the pointer analysis proves", Level::Rc),
    ("rc+rt", "Also drop allocation tracking that no remaining check needs", Level::RcRt),
];

const POINTER_ARGS: Words<PointerArgs, 3> = [
    ("fresh", "A new array with arbitrary contents", PointerArgs::Fresh),
    ("null", "The null pointer", PointerArgs::Null),
    ("both", "Either of the two", PointerArgs::Both),
];

const CALLERS: Words<Caller, 6> = [
    ("all", "All of the following in turn, to see whether the verdict depends on the caller", Caller::All),
    ("any", "Arbitrary arguments", Caller::Any),
    (
        "careful",
        "Null-terminated strings, lengths that match their arrays, no unchecked null pointers",
        Caller::Careful,
    ),
    ("trusted", "Pointers to external memory of the size that is accessed", Caller::Trusted),
    ("ones", "The same, and every number is 1", Caller::Ones),
    ("zeros", "The same, and every number is 0", Caller::Zeros),
];

const UB_RESULTS: Words<UbResult, 3> = [
    ("end", "The path ends there", UbResult::End),
    ("wrap", "Two's-complement wrap-around", UbResult::Wrap),
    ("fresh", "An arbitrary value", UbResult::Fresh),
];

const VOLATILES: Words<Volatile, 2> = [
    ("plain", "Reads return the last write", Volatile::Plain),
    ("nondet", "Every read returns an arbitrary value", Volatile::Nondet),
];

const WORLDS: Words<World, 2> = [
    ("open", "Arbitrary arguments, files, environment variables and random numbers", World::Open),
    ("closed", "No arguments, files or environment variables; glibc's `rand` sequence", World::Closed),
];

// Headings in the help.
const PROPERTIES: &str = "Properties";
const LIMITS: &str = "Bounds and limits";
const ENGINE: &str = "Engines";
const ENVIRONMENT: &str = "Environment model";
const REPORT: &str = "Report";

/// Time limit of a check without `--timeout`.
const USUAL_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// Check only these: memory, overflow, reach, race, cleanup, termination, all, or a .prp file
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true, help_heading = PROPERTIES)]
    pub(crate) property: Vec<Properties>,
    /// Enable a check; `candor checks` lists them
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true, help_heading = PROPERTIES, hide_short_help = true)]
    pub(crate) check: Vec<Check>,
    /// Disable a check
    #[arg(long, value_name = "ID", value_parser = check_parser(), hide_possible_values = true, help_heading = PROPERTIES, hide_short_help = true)]
    pub(crate) no_check: Vec<Check>,
    /// Verify this function for all arguments, not `main`
    #[arg(long, value_name = "NAME", conflicts_with_all = ["args", "entry"], help_heading = PROPERTIES)]
    pub(crate) function: Option<String>,

    /// Unroll loops at most N times: all, those of a function (f=N), or the one at a line (f:12=N)
    #[arg(long, value_name = "[LOOP=]N", value_parser = unwind_parser, help_heading = LIMITS)]
    pub(crate) unwind: Vec<Unwind>,
    /// Limit the call depth to N active functions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS, hide_short_help = true)]
    pub(crate) depth: Option<u32>,
    /// Time limit; `none` for no limit [default: 60, with --svcomp none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_or_none, help_heading = LIMITS)]
    timeout: Option<Duration>,
    /// Stop at the first violation
    #[arg(long, help_heading = LIMITS)]
    pub(crate) stop_at_first: bool,
    /// Memory limit of candor
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30), help_heading = LIMITS, hide_short_help = true)]
    pub(crate) memory_limit: u64,

    /// Verification engine
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = one_of(&ENGINES), help_heading = ENGINE)]
    pub(crate) engine: Engine,
    /// Path selection of symbolic execution
    #[arg(long, default_value = "interleaved", value_name = "ORDER", value_parser = one_of(&SEARCHES), help_heading = ENGINE, hide_short_help = true)]
    pub(crate) search: Search,
    /// Partial-order reduction for programs with threads
    #[arg(long, value_name = "REDUCTION", default_value = "persistent", value_parser = one_of(&REDUCTIONS), help_heading = ENGINE, hide_short_help = true)]
    pub(crate) reduction: Reduction,
    /// Explicit-state search with symbolic data, for inputs with too many values
    #[arg(long, help_heading = ENGINE, hide_short_help = true)]
    pub(crate) symbolic_data: bool,
    /// Storage of visited states in explicit-state search
    #[arg(long, value_name = "KIND", default_value = "exact", value_parser = one_of(&STORAGES), help_heading = ENGINE, hide_short_help = true)]
    pub(crate) storage: Storage,
    /// Threads of explicit-state search; 0 for one per processor
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = ENGINE, hide_short_help = true)]
    pub(crate) workers: usize,
    /// Stop explicit-state search after N states
    #[arg(long, value_name = "N", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) max_states: Option<u64>,
    /// Limit the depth of explicit-state search to N transitions
    #[arg(long, value_name = "N", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) max_transitions: Option<u32>,
    /// Targets of the pointer arguments of --function
    #[arg(long, value_name = "KIND", default_value = "fresh", value_parser = one_of(&POINTER_ARGS), help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) pointer_args: PointerArgs,
    /// Arguments of --function
    #[arg(long, value_name = "KIND", default_value = "all", value_parser = one_of(&CALLERS), help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) caller: Caller,
    /// Result of undefined arithmetic after it was reported
    #[arg(long, value_name = "KIND", default_value = "end", value_parser = one_of(&UB_RESULTS), help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) ub_result: UbResult,
    /// Reads of volatile variables
    #[arg(long, value_name = "KIND", default_value = "plain", value_parser = one_of(&VOLATILES), help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) volatile: Volatile,
    /// Arguments, files, environment variables and random numbers
    #[arg(long, value_name = "WORLD", default_value = "open", value_parser = one_of(&WORLDS), help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) assume: World,
    /// Continue paths after faults that have a result, so that later faults are found too
    #[arg(long, help_heading = ENVIRONMENT, hide_short_help = true)]
    pub(crate) no_shadowing: bool,
    /// Let malloc return NULL
    #[arg(long, help_heading = ENVIRONMENT)]
    pub(crate) malloc_may_fail: bool,
    /// Use of the pointer analysis: memory checks that it may drop
    #[arg(long, value_name = "LEVEL", default_value = "basic", value_parser = one_of(&LEVELS), help_heading = ENGINE, hide_short_help = true)]
    pub(crate) instrumentation: Level,
    /// Slice the program with respect to its checks before verification
    #[arg(long, value_name = "ON|OFF", default_value = "off", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) slice: OnOff,
    /// Print the number of memory checks and tracked allocations at each --instrumentation level
    #[arg(long, help_heading = ENGINE, hide_short_help = true)]
    pub(crate) statistics: bool,

    /// SMT solver: `bitwuzla` (built in), `z3` (libz3), or a command that reads SMT-LIB 2
    #[arg(long, value_name = "SOLVER", default_value = "bitwuzla", value_parser = solver_parser, help_heading = ENGINE, hide_short_help = true)]
    pub(crate) solver: Choice,
    /// Write every solver query to this folder, as SMT-LIB 2
    #[arg(long, value_name = "DIR", help_heading = ENGINE, hide_short_help = true)]
    pub(crate) smt2: Option<PathBuf>,

    /// Write a C program that reproduces the first fault
    #[arg(long, value_name = "FILE.c", help_heading = REPORT)]
    pub(crate) harness: Option<PathBuf>,

    /// Competition mode: last line TRUE, FALSE or UNKNOWN
    #[arg(long, requires = "property", help_heading = REPORT)]
    pub(crate) svcomp: bool,
    /// Format of the report on standard output
    #[arg(long, default_value = "text", value_name = "FORMAT", help_heading = REPORT, hide_short_help = true)]
    pub(crate) format: ReportFormat,
    /// Also write a report: text, html, json, sarif, junit, graphml or yaml (repeatable)
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output_parser, help_heading = REPORT)]
    pub(crate) output: Vec<Output>,
    /// Write a verification witness (SV-COMP formats)
    #[arg(long, value_name = "FILE", help_heading = REPORT, hide_short_help = true)]
    pub(crate) witness: Option<PathBuf>,
    /// Format of the witness [default: by the extension of its file]
    #[arg(long, value_name = "FORMAT", requires = "witness", help_heading = REPORT, hide_short_help = true)]
    pub(crate) witness_format: Option<WitnessKind>,
    /// Write a certificate of the verdict, for `candor certify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["unwind", "depth"], help_heading = REPORT, hide_short_help = true)]
    pub(crate) certificate: Option<PathBuf>,
    /// Draw the symbolic execution graph of shape analysis: .svg, .dot or .html
    #[arg(long, value_name = "FILE", value_parser = graph_parser, help_heading = REPORT, hide_short_help = true)]
    pub(crate) graph: Option<GraphFile>,
    /// Show the engine of each result, and what else to try
    ///
    /// Which engine proved or refuted each check, why the rest is unknown, and commands to try.
    #[arg(long, help_heading = REPORT)]
    pub(crate) explain: bool,
    /// With --property termination: the verdict and the iteration bound of every loop
    #[arg(long, requires = "property", conflicts_with = "quiet", help_heading = REPORT, hide_short_help = true)]
    pub(crate) each_loop: bool,
    /// Print a table of checks, and every reason for unknown
    #[arg(long, short = 'v', conflicts_with = "quiet", help_heading = REPORT)]
    pub(crate) verbose: bool,
    /// Print a line for each violation, one for the verdict
    #[arg(long, short = 'q', conflicts_with = "explain", help_heading = REPORT)]
    pub(crate) quiet: bool,
    /// Check again whenever a source file is saved
    #[arg(long, help_heading = REPORT)]
    pub(crate) watch: bool,
    /// Print every step of counterexamples, without folding loops
    #[arg(long, help_heading = REPORT, hide_short_help = true)]
    pub(crate) full_trace: bool,
    /// Colours in the report
    #[arg(long, default_value = "auto", value_name = "WHEN", help_heading = REPORT, hide_short_help = true)]
    pub(crate) color: Color,
}

impl CheckOptions {
    /// What is asked for, as data.
    pub(crate) fn request(&self) -> Request {
        Request {
            source: self.frontend.source(),
            goals: Goals { properties: all_of(&self.property), on: self.check.clone(), off: self.no_check.clone() },
            surroundings: Surroundings {
                function: self.function.clone(),
                pointer_args: self.pointer_args,
                caller: self.caller,
                volatile: self.volatile,
                ub_result: self.ub_result,
                world: self.assume,
            },
            strategy: Strategy {
                engine: self.engine_to_use(),
                search: self.search,
                level: self.instrumentation,
                slice: self.slice == OnOff::On,
                reduction: self.reduction,
                symbolic_data: self.symbolic_data,
                storage: self.storage,
                workers: n_workers(self.workers),
                max_states: self.max_states,
                max_transitions: self.max_transitions,
                certificate: None,
            },
            competition: self.svcomp,
            stop_at_first: self.stop_at_first,
            args: self.frontend.program_args(&self.args),
            malloc_may_fail: self.malloc_may_fail,
            unwind: self.unwind.clone(),
            depth: self.depth,
            beyond_faults: self.no_shadowing,
            solver: self.solver.clone(),
            smt2: self.smt2.clone(),
            keeps_proof: self.certificate.is_some()
                || self.explain
                || self.each_loop
                || self.graph.is_some()
                || self.writes_witness()
                || self.writes_html(),
        }
    }

    /// Only shape analysis has a graph to draw.
    fn engine_to_use(&self) -> Engine {
        match (&self.graph, self.engine) {
            (Some(_), Engine::Auto) => Engine::Shapes,
            (_, engine) => engine,
        }
    }

    /// How long the search may take. Whoever runs competitions has limits of their own.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        match self.timeout {
            Some(Duration::MAX) => None,
            None => (!self.svcomp).then_some(USUAL_TIME),
            limit => limit,
        }
    }

    /// Whether violations are told to people while the search goes on.
    pub(crate) fn tells_what_is_found(&self) -> bool {
        self.format == ReportFormat::Text && !self.quiet && !self.svcomp
    }

    /// Whether a page is wanted, which shows what memory holds.
    pub(crate) fn writes_html(&self) -> bool {
        let is_html = |output: &Output| output.kind == OutputKind::Report(ReportFormat::Html);
        self.format == ReportFormat::Html || self.output.iter().any(is_html)
    }

    fn writes_witness(&self) -> bool {
        let is_witness = |output: &Output| matches!(output.kind, OutputKind::Witness(_));
        self.witness.is_some() || self.output.iter().any(is_witness)
    }

    /// What of the options decides what is asked, in words that mean the same on any command line; of the possible callers, one.
    pub(crate) fn question(&self, caller: Caller) -> Vec<String> {
        let mut words = vec![format!("--data-model={}", self.frontend.data_model.name())];
        let mut add = |name: &str, value: &str| words.push(format!("--{name}={value}"));
        let properties: Vec<&str> = all_of(&self.property).into_iter().map(Property::name).collect();
        if !properties.is_empty() {
            add("property", &properties.join(","));
        }
        self.check.iter().for_each(|check| add("check", check.id()));
        self.no_check.iter().for_each(|check| add("no-check", check.id()));
        self.function.iter().for_each(|name| add("function", name));
        self.frontend.entry.iter().for_each(|name| add("entry", name));
        add("pointer-args", word_of(&POINTER_ARGS, &self.pointer_args));
        if self.function.is_some() {
            add("caller", word_of(&CALLERS, &caller));
        }
        add("ub-result", word_of(&UB_RESULTS, &self.ub_result));
        add("volatile", word_of(&VOLATILES, &self.volatile));
        add("assume", word_of(&WORLDS, &self.assume));
        let flags =
            [(self.no_shadowing, "no-shadowing"), (self.malloc_may_fail, "malloc-may-fail"), (self.svcomp, "svcomp")];
        words.extend(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| format!("--{name}")));
        words
    }
}

/// The options that [`CheckOptions::question`] may have.
pub(crate) const OF_QUESTIONS: [&str; 14] = [
    "data-model",
    "property",
    "check",
    "no-check",
    "function",
    "entry",
    "pointer-args",
    "caller",
    "ub-result",
    "volatile",
    "assume",
    "no-shadowing",
    "malloc-may-fail",
    "svcomp",
];

fn word_of<T: PartialEq, const N: usize>(words: &Words<T, N>, value: &T) -> &'static str {
    words.iter().find(|(_, _, known)| known == value).map_or("", |(word, _, _)| word)
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnOff {
    On,
    Off,
}

/// How findings are written to standard output.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Compiler-style messages
    Text,
    /// One JSON record
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit XML, for continuous integration
    Junit,
    /// A self-contained page for the browser
    Html,
}

impl ReportFormat {
    /// How everything else is written that has to be said.
    pub(crate) fn of_messages(self) -> Format {
        match self {
            ReportFormat::Text | ReportFormat::Sarif | ReportFormat::Junit | ReportFormat::Html => Format::Text,
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

/// A picture of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphFile {
    pub(crate) kind: GraphKind,
    pub(crate) path: PathBuf,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GraphKind {
    Svg,
    Dot,
    Html,
}

fn graph_parser(text: &str) -> Result<GraphFile, String> {
    let path = PathBuf::from(text);
    let kind = match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => GraphKind::Svg,
        Some("dot" | "gv") => GraphKind::Dot,
        Some("html" | "htm") => GraphKind::Html,
        _ => return Err("the name of the file ends in .svg, .dot or .html".to_owned()),
    };
    Ok(GraphFile { kind, path })
}

fn output_parser(text: &str) -> Result<Output, String> {
    let (name, path) = text.split_once('=').ok_or("it has the form FORMAT=FILE")?;
    let report = ReportFormat::from_str(name, /* ignore_case */ false).map(OutputKind::Report);
    let kind = report.or_else(|_| WitnessKind::from_str(name, /* ignore_case */ false).map(OutputKind::Witness));
    let kind = kind.map_err(|_| format!("`{name}` is none of text, html, json, sarif, junit, graphml and yaml"))?;
    if path.is_empty() { Err("the file has no name".to_owned()) } else { Ok(Output { kind, path: path.into() }) }
}

/// A solver by name or by command. Z3's library is loaded here, so that it is known at once if there is none.
pub(super) fn solver_parser(text: &str) -> Result<Choice, String> {
    let file = std::env::var_os("CANDOR_LIBZ3").filter(|file| !file.is_empty()).map(PathBuf::from);
    Choice::parse(text, file.as_deref())
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

/// A positive number of seconds, perhaps with a fraction.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is not a number of seconds"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(format!("`{text}` is not a time to run for")),
    }
}

/// The same, or no limit.
fn seconds_or_none(text: &str) -> Result<Duration, String> {
    if text == "none" { Ok(Duration::MAX) } else { seconds(text) }
}

#[cfg(test)]
mod tests {
    use candor_ir::CheckSet;
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
        let checks = |args: &[&str]| check(&[args, &["a.c"]].concat()).expect("is valid").request().goals.checks();
        assert_eq!(checks(&[]), CheckSet::default_on());
        assert_eq!(checks(&["--property", "reach"]), CheckSet::of(Check::ErrorCall));
        let both = checks(&["--property", "reach,cleanup", "--check", "assertion", "--no-check", "error-call"]);
        assert_eq!(both, CheckSet::of(Check::MemoryCleanup).with(Check::Assertion));
    }

    #[test]
    fn time_is_limited_unless_somebody_else_sees_to_it() {
        let limit = |args: &[&str]| check(&[args, &["a.c"]].concat()).expect("is valid").time_limit();
        assert_eq!(limit(&[]), Some(Duration::from_secs(60)));
        assert_eq!(limit(&["--timeout", "2.5"]), Some(Duration::from_millis(2500)));
        assert_eq!(limit(&["--timeout", "none"]), None);
        assert_eq!(limit(&["--svcomp", "--property", "reach"]), None);
        assert!(check(&["--timeout", "never", "a.c"]).is_err());
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
        assert!(check(&["--output", "html=x", "a.c"]).expect("is valid").writes_html() && !options.writes_html());
        for bad in ["sarif", "sarif=", "htm=x", "=x"] {
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

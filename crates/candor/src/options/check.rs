//! The options of `candor check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use candor_engine_explicit::{Reduction, Storage};
use candor_engine_symex::Search;
use candor_ir::Check;
use candor_points_to::Level;
use candor_portfolio::{
    Engine, Goals, PointerArgs, Request, Strategy, Surroundings, UbResult, Unwind, Volatile, World,
};
use candor_solver::Choice;
use candor_witness::Property;
use clap::{Args, ValueEnum};

use super::property::{Properties, PropertyParser, all_of};
use super::{Color, Format, FrontendOptions, Words, check_parser, n_workers, one_of};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check prog.c                                 every check, in every execution
  candor check --property memory,overflow prog.c      only these
  candor check --unwind 10 prog.c                     loops go round at most ten times
  candor check --unwind main:12=100 prog.c            ... the one at line 12 a hundred times
  candor check --function parse prog.c                `parse` with any arguments instead of `main`
  candor check --timeout 60 --format json prog.c      at most a minute; the answer for programs
  candor check --svcomp --property unreach-call p.i   the last line is TRUE, FALSE or UNKNOWN
  candor check --output html=report.html prog.c       also a page to look at
  candor check --watch prog.c                         again, whenever a file is saved
  candor check --certificate proof.json prog.c        also write why it holds, for `candor certify`
  candor check --solver z3 --smt2 queries prog.c      with another solver; its questions as files

Ctrl-C stops the search and shows what is known by then.
Exit status: 0 when everything holds, 1 when something is violated, 2 for bad input or usage, 3 when that is unknown.";

const ENGINES: Words<Engine, 6> = [
    ("auto", "Whatever suits the program, several at once where that helps", Engine::Auto),
    ("bmc", "Bounded model checking: all paths as one formula", Engine::Bmc),
    (
        "loops",
        "Induction: each loop once, for all its rounds; proves, and finds no faults but endless loops",
        Engine::Loops,
    ),
    ("symex", "Symbolic execution: one path at a time", Engine::Symex),
    ("shapes", "Shape analysis: linked lists of any length; proves, and finds no faults", Engine::Shapes),
    ("explicit", "Explicit-state search: all interleavings of threads, states stored", Engine::Explicit),
];

pub(super) const SEARCHES: Words<Search, 6> = [
    ("dfs", "The one that forked last", Search::Dfs),
    ("bfs", "The one that has waited longest", Search::Bfs),
    ("random", "Any, by chance", Search::Random),
    ("coverage", "One where few have been", Search::Coverage),
    ("distance", "One that is near something that may go wrong", Search::Distance),
    ("interleaved", "Each of these in turn", Search::Interleaved),
];

pub(super) const REDUCTIONS: Words<Reduction, 3> = [
    ("none", "None: threads take turns after every instruction", Reduction::None),
    ("chain", "A thread goes on through what no other thread sees", Reduction::Chain),
    ("persistent", "And alone, while nothing that other threads can do depends on its step", Reduction::Persistent),
];

const STORAGES: Words<Storage, 2> =
    [("exact", "All of it", Storage::Exact), ("hashed", "A hash of 64 bits", Storage::Hashed)];

const LEVELS: Words<Level, 3> = [
    ("basic", "Nothing", Level::Basic),
    ("rc", "Checks that cannot fail", Level::Rc),
    ("rc+rt", "Those, and keeping track of memory that no check asks for", Level::RcRt),
];

const POINTER_ARGS: Words<PointerArgs, 3> = [
    ("fresh", "An object of their own", PointerArgs::Fresh),
    ("null", "Nothing", PointerArgs::Null),
    ("both", "Either", PointerArgs::Both),
];

const UB_RESULTS: Words<UbResult, 3> = [
    ("end", "Not at all: the fault is their end", UbResult::End),
    ("wrap", "With what machines compute", UbResult::Wrap),
    ("fresh", "With any value", UbResult::Fresh),
];

const VOLATILES: Words<Volatile, 2> =
    [("plain", "What was written to them", Volatile::Plain), ("nondet", "Anything", Volatile::Nondet)];

const WORLDS: Words<World, 2> = [
    ("open", "Arbitrary arguments, files, environment variables and random numbers", World::Open),
    ("closed", "No arguments, no files, no environment variables; random numbers as glibc gives them", World::Closed),
];

/// How long a search may take where nobody says.
const USUAL_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    /// How executions are searched
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = one_of(&ENGINES))]
    pub(crate) engine: Engine,
    /// Which path symbolic execution follows next
    #[arg(long, default_value = "interleaved", value_name = "ORDER", value_parser = one_of(&SEARCHES))]
    pub(crate) search: Search,
    /// Which interleavings of threads are left out because others have the same effect
    #[arg(long, value_name = "REDUCTION", default_value = "persistent", value_parser = one_of(&REDUCTIONS))]
    pub(crate) reduction: Reduction,
    /// Let explicit-state search work with terms instead of numbers, so that inputs may be anything
    #[arg(long)]
    pub(crate) symbolic_data: bool,
    /// What explicit-state search keeps of a state it has seen; with hashes nothing ever holds
    #[arg(long, value_name = "KIND", default_value = "exact", value_parser = one_of(&STORAGES))]
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
    pub(crate) property: Vec<Properties>,
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
    /// Stop after so many seconds and say what is known by then; `none` for no limit [default: 60, with --svcomp none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_or_none)]
    timeout: Option<Duration>,
    /// Stop at the first violation
    #[arg(long)]
    pub(crate) stop_at_first: bool,
    /// Stop when candor needs more memory than this
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub(crate) memory_limit: u64,

    /// What pointer arguments of --function point to
    #[arg(long, value_name = "KIND", default_value = "fresh", value_parser = one_of(&POINTER_ARGS))]
    pub(crate) pointer_args: PointerArgs,
    /// How executions go on behind arithmetic that went wrong
    #[arg(long, value_name = "KIND", default_value = "end", value_parser = one_of(&UB_RESULTS))]
    pub(crate) ub_result: UbResult,
    /// What volatile variables hold when they are read
    #[arg(long, value_name = "KIND", default_value = "plain", value_parser = one_of(&VOLATILES))]
    pub(crate) volatile: Volatile,
    /// What comes from outside: arguments that are not given, files, environment variables, random numbers
    #[arg(long, value_name = "WORLD", default_value = "open", value_parser = one_of(&WORLDS))]
    pub(crate) assume: World,
    /// Also look for faults that an execution has only behind another fault
    #[arg(long)]
    pub(crate) no_shadowing: bool,
    /// Let malloc fail
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
    /// Which checks of memory are left out because a pointer analysis shows that they cannot fail
    #[arg(long, value_name = "LEVEL", default_value = "basic", value_parser = one_of(&LEVELS))]
    pub(crate) instrumentation: Level,
    /// Whether what cannot matter is taken out of the program before the search
    #[arg(long, value_name = "ON|OFF", default_value = "off")]
    pub(crate) slice: OnOff,
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
    /// Also write the answer to a file: text, html, json, sarif, junit, graphml or yaml; may be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output_parser)]
    pub(crate) output: Vec<Output>,
    /// Write a witness, as SV-COMP has them, for other verifiers
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    /// How the witness is written; usually what its file's name says
    #[arg(long, value_name = "FORMAT", requires = "witness")]
    pub(crate) witness_format: Option<WitnessKind>,
    /// Write what holds to this file, for `candor certify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["unwind", "depth"])]
    pub(crate) certificate: Option<PathBuf>,
    /// Say who settled what, why the rest is unknown, and what to try next
    #[arg(long)]
    pub(crate) explain: bool,
    /// Say of every loop whether it ends, and after how many rounds at most, also where others are open; with `--property termination`
    #[arg(long, requires = "property", conflicts_with = "quiet")]
    pub(crate) each_loop: bool,
    /// List all checks by kind and every reason why something is unknown
    #[arg(long, short = 'v', conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Print one line for each violation and one for the verdict
    #[arg(long, short = 'q', conflicts_with = "explain")]
    pub(crate) quiet: bool,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// Print every step of a counterexample, and every iteration of its loops
    #[arg(long)]
    pub(crate) full_trace: bool,
    /// Whether the answer has colours
    #[arg(long, default_value = "auto", value_name = "WHEN")]
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
                volatile: self.volatile,
                ub_result: self.ub_result,
                world: self.assume,
            },
            strategy: Strategy {
                engine: self.engine,
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
                || self.writes_witness()
                || self.writes_html(),
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

    /// What of the options decides what is asked, in words that mean the same on any command line.
    pub(crate) fn question(&self) -> Vec<String> {
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
pub(crate) const OF_QUESTIONS: [&str; 13] = [
    "data-model",
    "property",
    "check",
    "no-check",
    "function",
    "entry",
    "pointer-args",
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
    /// For people
    Text,
    /// One line for programs
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit XML, for continuous integration
    Junit,
    /// A page to look at
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

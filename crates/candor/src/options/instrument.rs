//! The options of `candor instrument`.

use std::path::PathBuf;

use candor_instrument::Level;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{Format, FrontendOptions};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor instrument --rules memsafety prog.c -o out.ll --runtime rt.c    memory safety
  clang out.ll rt.c -o prog -lm && ./prog                                  ... checked at run time
  candor instrument --rules overflow prog.c -o out.ll --runtime rt.c     signed overflow
  candor instrument --rules mine.json prog.c -o out.ll --runtime rt.c    a property of your own
  candor instrument --rules memsafety --statistics prog.c                how many calls each level inserts

The page docs/reference/instrument.md says how rules are written.
Exit status: 0; 126 for bad input, bad rules or bad usage.";

#[derive(Debug, Args)]
pub(crate) struct InstrumentOptions {
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Rule set: memsafety, memcleanup, overflow, locks, or a rule file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) rules: String,
    /// Calls that the pointer analysis may drop: none, checks, or also tracking
    #[arg(long, value_name = "LEVEL", default_value = "rc+rt", value_parser = level_parser())]
    pub(crate) instrumentation: Level,
    /// Write the instrumented program, as LLVM IR
    #[arg(short, long, value_name = "FILE", required_unless_present = "statistics")]
    pub(crate) output: Option<PathBuf>,
    /// Write the C code of the monitor, to be linked with the program
    #[arg(long, value_name = "FILE")]
    pub(crate) runtime: Option<PathBuf>,
    /// Print the number of inserted calls at each level
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Format of the statistics
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .try_map(|name| Level::from_name(&name).ok_or_else(|| format!("there is no level `{name}`")))
}

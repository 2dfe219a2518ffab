//! The options of `candor its`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::check::seconds;

pub(super) const EXAMPLES: &str = "\
Examples:
  candor its loop.ari                  YES (terminates), NO or MAYBE, followed by the proof
  candor its --quiet loop.ari          ... without the proof
  candor its --timeout 300 loop.ari    ... within five minutes
  candor its --output plain.ari l.ari  also write the system as it was read
  candor its --output l.smt2 l.ari     ... as Horn clauses

ARI is the format of the termination competition:
  (format LCTRS)
  (theory Ints)
  (fun f (-> Int Int))
  (entrypoint f)
  (rule (f x) (f (- x 1)) :guard (> x 0))

Exit status: 0 for YES, 1 for NO, 2 for bad input or usage, 3 for MAYBE.";

#[derive(Debug, Args)]
pub(crate) struct ItsOptions {
    /// Integer transition system in ARI, or linear Horn clauses in SMT-LIB
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print the answer without its proof
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Time limit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Write the parsed system: Horn clauses for .smt2, otherwise ARI
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

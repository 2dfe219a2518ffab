//! The options of `candor certify`.

use std::path::PathBuf;
use std::time::Duration;

use candor_solver::Choice;
use clap::Args;

use super::FrontendOptions;
use super::check::{seconds, solver_parser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check --certificate proof.json prog.c   write down why everything holds
  candor certify proof.json prog.c               go through it again, with Z3 and without guessing
  candor certify --solver 'cvc5 --incremental' proof.json prog.c

What was asked stands in the certificate, and the answer says it. How the program is compiled does not: give -D, -I and so on again.
Exit status: 0 when everything follows, 1 when something does not or not in time, 2 for bad input or usage.";

#[derive(Debug, Args)]
pub(crate) struct CertifyOptions {
    /// What `candor check --certificate` has written
    #[arg(value_name = "CERTIFICATE")]
    pub(crate) certificate: PathBuf,
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// Who answers questions: `z3` (its library, or the file that CANDOR_LIBZ3 names), `bitwuzla`, or a command that reads SMT-LIB 2
    #[arg(long, value_name = "SOLVER", default_value = "z3", value_parser = solver_parser)]
    pub(crate) solver: Choice,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

//! The options of `candor certify`.

use std::path::PathBuf;
use std::time::Duration;

use candor_solver::Choice;
use clap::Args;

use super::FrontendOptions;
use super::check::{seconds, solver_parser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor check --certificate proof.json prog.c   write a certificate of the verdict
  candor certify proof.json prog.c               check it with Z3: no invariants are inferred
  candor certify --solver 'cvc5 --incremental' proof.json prog.c

The certificate contains the properties and options of the check, but not the compiler flags: repeat -D, -I and so on.
Exit status: 0 the certificate is valid, 1 it is not or the time is over, 2 bad input or usage.";

#[derive(Debug, Args)]
pub(crate) struct CertifyOptions {
    /// Certificate written by `candor check --certificate`
    #[arg(value_name = "CERTIFICATE")]
    pub(crate) certificate: PathBuf,
    #[command(flatten)]
    pub(crate) frontend: FrontendOptions,
    /// SMT solver: `z3` (libz3), `bitwuzla` (built in), or a command that reads SMT-LIB 2
    #[arg(long, value_name = "SOLVER", default_value = "z3", value_parser = solver_parser)]
    pub(crate) solver: Choice,
    /// Time limit
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

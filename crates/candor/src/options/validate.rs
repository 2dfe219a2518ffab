//! The options of `candor validate`.

use std::path::PathBuf;
use std::time::Duration;

use candor_llvm::DataModel;
use clap::Args;

use super::check::seconds;
use super::model_parser;
use super::property::{Properties, PropertyParser};

pub(super) const EXAMPLES: &str = "\
Examples:
  candor validate witness.yml prog.c          follow a witness, candor's own or another verifier's, to the violation
  candor validate --timeout 60 w.graphml p.i  ... for at most a minute
  candor validate correct.yml prog.c          see that nothing goes wrong, as a correctness witness says

Exit status: 0 when what the witness says is so, 1 when it is not, 2 for bad input or usage, 3 when that is unknown.";

#[derive(Debug, Args)]
pub(crate) struct ValidateOptions {
    /// A witness in GraphML (1.0) or YAML (2.x)
    #[arg(value_name = "WITNESS")]
    pub(crate) witness: PathBuf,
    /// The program that it is about
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Look for violations of these, and not of what the witness says
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// How wide long and pointers are; usually what the witness says
    #[arg(long, value_name = "MODEL", value_parser = model_parser())]
    pub(crate) data_model: Option<DataModel>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

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
  candor validate witness.yml prog.c          validate the violation witness of any verifier
  candor validate --timeout 60 w.graphml p.i  ... within a minute
  candor validate correct.yml prog.c          validate a correctness witness

Exit status: 0 the witness is confirmed, 1 it is rejected, 2 bad input or usage, 3 unknown.";

#[derive(Debug, Args)]
pub(crate) struct ValidateOptions {
    /// Witness in GraphML (1.0) or YAML (2.x)
    #[arg(value_name = "WITNESS")]
    pub(crate) witness: PathBuf,
    /// Program of the witness
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Properties to check [default: the specification of the witness]
    #[arg(long, value_name = "NAMES|FILE.prp", value_delimiter = ',', value_parser = PropertyParser::new(), hide_possible_values = true)]
    pub(crate) property: Vec<Properties>,
    /// Data model [default: that of the witness]
    #[arg(long, value_name = "MODEL", value_parser = model_parser())]
    pub(crate) data_model: Option<DataModel>,
    /// Time limit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

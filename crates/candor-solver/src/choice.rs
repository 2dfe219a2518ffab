//! Which solver to use, as users say it.

use std::path::Path;

use candor_z3_sys::{FILES, Library};

use crate::SmtlibSolver;

/// A solver that can be had.
#[derive(Clone, Debug, Default)]
pub enum Choice {
    /// Bitwuzla, which is always there.
    #[default]
    Bitwuzla,
    /// Z3 in this process.
    Z3(Library),
    /// A program and its options.
    Command(String),
}

impl Choice {
    /// Understands `bitwuzla`, `z3`, and everything else as a command. Z3 is loaded, from this file if one is given; the error says
    /// how it can be had.
    pub fn parse(text: &str, z3_file: Option<&Path>) -> Result<Choice, String> {
        match text.trim() {
            "bitwuzla" => Ok(Choice::Bitwuzla),
            "z3" => Library::load(z3_file).map(Choice::Z3).map_err(|error| no_z3(&error, z3_file)),
            command => Ok(Choice::Command(command.to_owned())),
        }
    }

    /// The solver, if it is one that is spoken to in SMT-LIB 2; engines know best how to use Bitwuzla.
    pub fn smtlib(&self) -> Option<SmtlibSolver> {
        match self {
            Choice::Bitwuzla => None,
            Choice::Z3(library) => Some(SmtlibSolver::z3(*library)),
            Choice::Command(command) => Some(SmtlibSolver::pipe(command)),
        }
    }
}

fn no_z3(error: &str, file: Option<&Path>) -> String {
    let help = match file {
        Some(file) => format!("{} was named as Z3's library", file.display()),
        None => format!("install {} (on Debian: apt-get install libz3-4)", FILES[0]),
    };
    format!("Z3 cannot be loaded: {error}; {help}")
}

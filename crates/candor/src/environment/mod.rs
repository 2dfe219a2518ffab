//! What surrounds a program when it is checked: who calls it, what changes behind its back, and what comes
//! of arithmetic that went wrong.
//!
//! All of it is written in candor's own IR and becomes part of the program. Engines and the replay need not know about it, so
//! what an engine explores and what the concrete machine replays is the same program.
//!
//! What was taken for granted comes back as sentences for the report.

mod build;
pub(crate) mod calls;
mod fresh;
mod harness;
mod late;
mod piece;
mod processes;
mod trail;
mod undefined;
pub(crate) mod values;
mod volatile;
mod witness;

use candor_ir::Program;

pub(crate) use late::check_late;
pub(crate) use processes::start_processes;
pub(crate) use trail::{Trail, lay};
pub(crate) use witness::restrict;

use crate::options::{CheckOptions, UbResult, Volatile};

/// Puts the program into the environment that the options ask for; says what that takes for granted, or what is wrong with it.
pub(crate) fn surround(program: &mut Program, options: &CheckOptions) -> Result<Vec<String>, String> {
    let mut assumptions = Vec::new();
    if let Some(name) = &options.function {
        assumptions.extend(harness::call_with_any_arguments(program, name, options.pointer_args)?);
    }
    assumptions.extend(undefined::define(program));
    match options.volatile {
        Volatile::Plain => assumptions.extend(volatile::say_if_read(program)),
        Volatile::Nondet => volatile::make_reads_arbitrary(program),
    }
    match options.ub_result {
        UbResult::End | UbResult::Wrap => {}
        UbResult::Fresh => fresh::make_wrong_results_arbitrary(program),
    }
    Ok(assumptions)
}

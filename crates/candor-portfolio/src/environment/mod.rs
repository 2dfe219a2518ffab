//! The harness of a program: a caller with arbitrary arguments, havocked volatile and undefined variables, processes side by side,
//! arbitrary results of arithmetic that went wrong; and instrumentation for what is looked for: the way of a witness, calls, values.
//!
//! All of it is written in candor's own IR and becomes part of the program. Engines and the replay need not know about it, so
//! what an engine explores and what the concrete machine replays is the same program.
//!
//! What was taken for granted comes back as sentences for the report.

mod bools;
mod build;
pub(crate) mod calls;
mod fresh;
mod harness;
mod late;
pub(crate) mod outside;
mod piece;
mod processes;
mod trail;
mod undefined;
pub(crate) mod values;
mod volatile;
mod witness;

use candor_ir::Program;

pub(crate) use harness::Granted;
pub(crate) use late::check_late;
pub(crate) use processes::start_processes;
pub(crate) use trail::{Trail, lay};
pub(crate) use witness::restrict;

use crate::request::{Request, UbResult, Volatile, World};

/// Puts the program into its surroundings; says what that takes for granted, or what is wrong with it.
pub(crate) fn surround(program: &mut Program, request: &Request) -> Result<Granted, String> {
    let surroundings = &request.surroundings;
    let mut granted = Granted::default();
    if surroundings.world == World::Open {
        outside::open(program);
    }
    if request.has_open_arguments() {
        outside::open_arguments(program);
    }
    if surroundings.world == World::Open {
        outside::open_environment(program);
    }
    if let Some(name) = &surroundings.function {
        let arguments = harness::Arguments { pointers: surroundings.pointer_args, caller: surroundings.caller };
        granted = harness::call_with_any_arguments(program, name, arguments)?;
    }
    let undefined = undefined::define(program);
    if surroundings.function.is_some() || undefined.is_some() {
        granted.assumptions.extend(bools::trust_all(program));
    }
    granted.assumptions.extend(undefined);
    match surroundings.volatile {
        Volatile::Plain => granted.assumptions.extend(volatile::say_if_read(program)),
        Volatile::Nondet => granted.assumptions.extend(volatile::make_reads_arbitrary(program)),
    }
    match surroundings.ub_result {
        UbResult::End | UbResult::Wrap => {}
        UbResult::Fresh => fresh::make_wrong_results_arbitrary(program),
    }
    Ok(granted)
}

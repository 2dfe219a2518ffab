//! The start of an engine that runs the symbolic context.

use std::sync::Arc;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_evidence::Mismatch;
use candor_interp::object::ObjectMemory;
use candor_interp::{Halt, Image, MissingBodies, State};
use candor_ir::{Check, CheckSet, InstKind, Operand, Program};

use crate::findings::checks_of;
use crate::options::Options;

/// A program ready to be explored.
pub type SymbolicStart = (SymbolicContext, Image<SymbolicContext>, State<SymbolicContext>);

/// Whether values can be poison that someone looks for: at a check of the operation that went wrong, or where it is frozen.
fn has_poison(program: &Program, checks: CheckSet) -> bool {
    let insts = || program.functions.values().flat_map(|function| function.insts.values());
    let freezes = insts().any(|inst| matches!(inst.kind, InstKind::Freeze { value: Operand::Value(_), .. }));
    insts().any(|inst| match &inst.kind {
        InstKind::Binary { poison, .. } => !poison.is_empty() && (freezes || !poison.intersection(checks).is_empty()),
        InstKind::PoisonIf { .. } => freezes,
        // Any other gives an arbitrary value at worst, which needs no mark unless one of the checks of those asks for it.
        _ => false,
    })
}

/// Starts a program. Behind the failure of the checks in `goes_on` executions go on.
pub fn start_symbolic(program: &Arc<Program>, options: &Options, goes_on: CheckSet) -> Result<SymbolicStart, Halt> {
    let checks = checks_of(program);
    let marks = checks.contains(Check::UninitializedRead)
        || checks.contains(Check::MissingReturn)
        || has_poison(program, checks);
    let mut cx = SymbolicContext::new(program.clone(), marks, goes_on);
    cx.beyond = options.beyond;
    // What is found there is replayed, and proves nothing: few executions do, and blocks are larger than what matters of them.
    let finds_only = options.start.missing_bodies == MissingBodies::GiveMemory;
    cx.tells_unwritten_apart = !finds_only;
    cx.places_in_order = finds_only;
    cx.met_foreign = Arc::clone(&options.met_foreign);
    // What holds where faults end executions need not hold behind faults.
    if goes_on.is_empty() {
        cx.settled = Arc::clone(&options.settled);
    }
    let (image, mut state) =
        Image::load(&mut cx, program.clone(), options.start.clone(), Path::default(), ObjectMemory::default())?;
    if options.beyond.is_foreign() {
        cx.make_others(&mut state)?;
    }
    Ok((cx, image, state))
}

/// Why a counterexample of a context cannot be shown, in words.
pub fn not_replayed(cx: &SymbolicContext, mismatch: &Mismatch) -> String {
    match mismatch {
        Mismatch::Otherwise { .. } if cx.free_math => {
            "it is only seen where elementary functions such as sin and exp give other results than here".to_owned()
        }
        _ => mismatch.to_string(),
    }
}

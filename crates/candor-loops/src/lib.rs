//! Induction over loops: havocs the variables that a loop modifies, executes one arbitrary iteration, and infers invariants; recursive
//! functions over integers are summarised in the same way.
//!
//! Entry points: [`prove`], and [`certify`] for a given proof. `prove` runs the program again and again until nothing
//! new turns up, `heads` executes iterations, `compare` finds what an iteration modifies, `guess` proposes invariants, `plan`
//! remembers what is known, `recursion` is about functions that call themselves. The rounds of the last run are a `system` of relations:
//! `strengthen` finds more that holds in all of them (`houdini`, `affine`, `elements`, `sums`, `exits`, `horn` by `integers`), `rank` shows that they come to an end, by what `measure`
//! proposes, and `lasso` and `recur` that they need not, which `approach` confirms. `written` makes a proof of all that, by `names` that other runs know, and in terms of the
//! `source`.

mod compare;
mod guess;
mod heads;
mod names;
mod plan;
mod prove;
mod recursion;
mod source;
mod system;
mod written;

mod affine;
mod elements;
mod exits;
mod horn;
mod houdini;
mod integers;
mod k_induction;
mod strengthen;
mod sums;

mod approach;
mod lasso;
mod measure;
mod rank;
mod recur;
mod relaxed;

use std::sync::Arc;

use candor_engine::{Options, Progress};
use candor_evidence::{Counterexample, Proof, Report};
use candor_ir::Program;

/// Shows what holds of every execution, by induction over the rounds of loops. What it does not show is
/// unknown; the only violations that it finds are loops that can go round for ever.
pub fn prove(program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    prove::run(program, options, progress)
}

/// Goes through a proof that somebody else has found: without guesses, and with whatever solver the options name. What follows from it
/// holds, the rest is unknown.
pub fn certify(
    program: &Arc<Program>,
    options: &Options,
    proof: &Proof,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    prove::certify(program, options, proof, progress)
}

/// Goes through the proof that an execution never ends; why it shows nothing, if it does not. Whether the execution is there at all is for a
/// replay to say.
pub fn certify_endless(program: &Arc<Program>, options: &Options, cex: &Counterexample) -> Result<(), &'static str> {
    approach::check(program, options, cex)
}

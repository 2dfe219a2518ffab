//! Whether a place is out of reach only because of what the program assumes.
//!
//! A copy of the program in which all assumptions hold by themselves is explored as far as the program was, without settling any
//! claim. Where executions get to there, but not in the program, an assumption stands before it.

use std::sync::Arc;
use std::time::Duration;

use candor_interp::{Native, Site, lookup_native};
use candor_ir::{Callee, Const, InstKind, Program};
use rustc_hash::FxHashSet;

use crate::walk::walk;
use candor_engine::Limits;
use candor_engine::Options;
use candor_merge::{Bound, never_reached};

/// What the second look may take at least; at most it takes as long as the first one.
const TIME: Duration = Duration::from_secs(1);
/// How often loops go round at least: an assumption may be all that bounds them.
const ROUNDS: u32 = 64;

/// Places that executions get to if the assumptions of the program do not count. Nothing if that takes too long.
pub(crate) fn reached_otherwise(
    program: &Program,
    options: &Options,
    limits: &Limits,
    bound: Bound,
) -> FxHashSet<Site> {
    let Some(copy) = without_assumptions(program) else { return FxHashSet::default() };
    let time = limits.elapsed().max(TIME);
    let time = limits.budget(Some(time)).time.unwrap_or(time);
    let options = Options { timeout: Some(time), smt2: None, ..options.clone() };
    let limits = Limits::new(&options);
    let Some(mut walk) = walk(&Arc::new(copy), &options, &limits, bound.open.max(ROUNDS)) else {
        return FxHashSet::default();
    };
    let never = never_reached(&mut walk.cx, &mut walk.settler, &limits, &walk.visits);
    walk.visits.into_keys().filter(|site| !never.contains(site)).collect()
}

/// The program with assumptions that always hold; `None` if it has none.
fn without_assumptions(program: &Program) -> Option<Program> {
    let mut copy = program.clone();
    let is_assume: Vec<bool> =
        program.functions.values().map(|function| lookup_native(&function.name) == Some(Native::Assume)).collect();
    let always = copy.consts.add(Const::int(1, 1));
    let mut n_changed = 0;
    for function in copy.functions.values_mut().filter(|function| !function.library) {
        for inst in function.insts.values_mut() {
            match &mut inst.kind {
                InstKind::Assume { cond } => {
                    *cond = always.into();
                    n_changed += 1;
                }
                InstKind::Call(call) => {
                    let Callee::Direct(callee) = call.callee else { continue };
                    let Some(arg) = call.args.first_mut() else { continue };
                    let Some(width) = arg.ty.int_width() else { continue };
                    if is_assume[callee.as_u32() as usize] {
                        arg.value = copy.consts.add(Const::int(width, 1)).into();
                        n_changed += 1;
                    }
                }
                // Any other assumes nothing; one that did would only keep code from being shown as unreachable for it.
                _ => {}
            }
        }
    }
    (n_changed > 0).then_some(copy)
}

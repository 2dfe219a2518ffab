//! What SV-COMP's memory safety does not count, though C does.
//!
//! Its tasks are written and judged by tools for which a value that nobody uses is not read (`(void)*p`), and for which functions of the
//! library are right whatever their arguments. An execution in which such an access goes wrong has no further meaning, so
//! that the answer can only be UNKNOWN; it is neither FALSE nor, after that access, TRUE.

use std::sync::Arc;

use candor_evidence::{CheckResult, CheckSite, Report, Status, beyond};
use candor_interp::Options;
use candor_ir::{Check, CheckGroup, Function, InstKind, Operand, Program, ValueId};
use rustc_hash::FxHashSet;

/// Takes back what a program claims and the competition does not ask for. All checks are still there, as the frontend made them.
pub(crate) fn leave_out(program: &mut Program) {
    for function in program.functions.values_mut() {
        let used = used_values(function);
        let is_library = function.library;
        for inst in function.insts.values_mut() {
            let InstKind::Load { flags, .. } = &inst.kind else { continue };
            let is_unused = !flags.volatile && inst.result.is_some_and(|result| !used.contains(&result));
            // `printf` with fewer arguments than its format asks for.
            let is_of_arguments = is_library && inst.checks.contains(Check::InvalidCall);
            if is_unused || is_of_arguments {
                let counted: Vec<Check> =
                    inst.checks.iter().filter(|check| check.group() == CheckGroup::Deref).collect();
                counted.into_iter().for_each(|check| inst.checks.remove(check));
            }
        }
    }
}

/// Lost memory counts at the end of an execution: where the same execution later frees or accesses wrongly, that is the answer.
pub(crate) fn prefer_later_faults(report: &mut Report, program: &Arc<Program>, start: &Options) {
    let mut later = Vec::new();
    for result in &mut report.checks {
        let Status::Violated(lost) = &result.status else { continue };
        if result.at.check != Check::MemoryLeak {
            continue;
        }
        let Some(found) = beyond(program, start, &lost.counterexample) else { continue };
        let Some(&site) = found.counterexample.position.last() else { continue };
        let at = CheckSite { check: found.counterexample.check, site };
        later.push(CheckResult { at, status: Status::Violated(Box::new(found)), engine: result.engine });
        result.status = Status::Unknown("the execution that loses memory comes to another fault".to_owned());
    }
    for found in later {
        report.checks.retain(|result| result.at != found.at);
        report.checks.push(found);
    }
}

fn used_values(function: &Function) -> FxHashSet<ValueId> {
    let mut used = FxHashSet::default();
    let mut note = |operand: Operand| {
        if let Operand::Value(value) = operand {
            used.insert(value);
        }
    };
    function.insts.values().for_each(|inst| inst.kind.for_each_operand(&mut note));
    function.edges.values().flat_map(|edge| edge.args.iter().copied()).for_each(&mut note);
    used
}

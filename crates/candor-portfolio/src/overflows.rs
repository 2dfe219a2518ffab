//! Executions that never end, as competitions count them.
//!
//! SV-COMP's labels are about C, and behind a signed overflow C defines nothing: `for (int i = 1; i <= n; i++)` goes on for ever where `n` is
//! the largest number and `i` wraps around, and is labelled as a loop that ends. So what never ends only because a signed number overflows
//! before, or some day, is no violation. It is no proof either: the engines let numbers wrap around. Where they have found such an
//! execution there is a second search, in which an overflow is the end of an execution.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use candor_engine::{Options, Progress};
use candor_evidence::{CheckResult, CycleOf, Report, Status, replay};
use candor_ir::{Check, Program};

use crate::beyond::until;
use crate::join::has_violation;
use crate::request::Request;
use crate::verify;

/// What a search says, without executions that never end because a signed number overflows; in `with_overflows` that is a fault.
pub(crate) fn left_out(
    request: &Request,
    with_overflows: &Arc<Program>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
    search: impl FnOnce(&mut dyn FnMut(&Progress)) -> Report,
) -> Report {
    let started = Instant::now();
    let counts = |result: &CheckResult| never_overflows(with_overflows, options, result);
    let mut report = search(&mut |told| {
        let violations = told.violations.iter().filter(|result| counts(result)).cloned().collect();
        progress(&Progress { violations, ..told.clone() });
    });
    let mut has_doubts = false;
    for result in &mut report.checks {
        if matches!(result.status, Status::Violated(_)) && !counts(result) {
            let reason = "the execution that never ends has a signed overflow, behind which C defines nothing";
            result.status = Status::Unknown(reason.to_owned());
            has_doubts = true;
        }
    }
    if !has_doubts || has_violation(&report) {
        return report;
    }
    let timeout = options.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
    let options = Options { timeout, stop_at_first: false, settled: Arc::default(), ..options.clone() };
    for result in endless(request, with_overflows, &options, progress) {
        report.checks.retain(|known| known.at != result.at);
        report.checks.push(result);
    }
    report.checks.sort_by_key(|result| result.at);
    report
}

/// Whether an execution that never ends does so without an overflow. That a state comes back is replayed; a set of states that is closed
/// was closed with numbers that wrap around.
fn never_overflows(with_overflows: &Arc<Program>, options: &Options, result: &CheckResult) -> bool {
    let Status::Violated(confirmed) = &result.status else { return false };
    let cex = &confirmed.counterexample;
    match cex.cycle.as_ref().map(|cycle| cycle.of) {
        None | Some(CycleOf::States { .. }) => replay(with_overflows, &options.start, cex).is_ok(),
        Some(CycleOf::Rounds { .. } | CycleOf::Calls) => false,
    }
}

/// An execution that never ends in a program in which overflows are faults.
fn endless(
    request: &Request,
    with_overflows: &Arc<Program>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Vec<CheckResult> {
    let is_found = AtomicBool::new(false);
    let is_endless =
        |result: &&CheckResult| result.at.check == Check::Termination && matches!(result.status, Status::Violated(_));
    let report = until(
        options,
        || is_found.load(Ordering::Relaxed),
        |options| {
            let whole = |result: &CheckResult| Some(result.clone());
            let mut tell = |told: &Progress| {
                let violations: Vec<CheckResult> = told.violations.iter().filter(is_endless).cloned().collect();
                is_found.fetch_or(!violations.is_empty(), Ordering::Relaxed);
                progress(&Progress { violations, ..told.clone() });
            };
            verify::explore(request, with_overflows, options, &mut Vec::new(), &whole, &mut tell)
        },
    );
    report.checks.iter().filter(is_endless).cloned().collect()
}

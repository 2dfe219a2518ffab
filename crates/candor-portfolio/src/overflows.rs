//! Executions that never end, as competitions count them.
//!
//! SV-COMP's labels are about C, and behind a signed overflow C defines nothing: `for (int i = 1; i <= n; i++)` goes on for ever where `n` is
//! the largest number and `i` wraps around, and is labelled as a loop that ends. So what never ends only because a signed number overflows
//! before, or some day, is no violation. It is no proof either: the engines let numbers wrap around.

use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_engine::{Options, Progress};
use candor_evidence::{CheckResult, CheckSite, CycleOf, Report, Status, replay};
use candor_ir::{Check, Program};
use rustc_hash::FxHashMap;

use crate::request::{Engine, Request, Strategy};
use crate::verify;

/// How long it may take to show that a cycle never comes to an overflow.
const AT_MOST: Duration = Duration::from_secs(10);

/// What a search says, without executions that never end because a signed number overflows.
pub(crate) fn left_out(
    request: &Request,
    with_overflows: &Arc<Program>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
    search: impl FnOnce(&mut dyn FnMut(&Progress)) -> Report,
) -> Report {
    let mut judge = Judge { request, with_overflows, options, started: Instant::now(), known: FxHashMap::default() };
    let mut report = search(&mut |told| {
        let violations = told.violations.iter().filter(|result| !judge.rests_on_overflow(result)).cloned().collect();
        progress(&Progress { violations, ..told.clone() });
    });
    for result in &mut report.checks {
        if judge.rests_on_overflow(result) {
            let reason = "the execution that never ends has a signed overflow, behind which C defines nothing";
            result.status = Status::Unknown(reason.to_owned());
        }
    }
    report
}

/// Tells whether executions rest on a signed overflow.
struct Judge<'a> {
    request: &'a Request,
    /// The program that is searched, but an overflow of signed numbers is a fault in it.
    with_overflows: &'a Arc<Program>,
    options: &'a Options,
    started: Instant,
    known: FxHashMap<CheckSite, bool>,
}

impl Judge<'_> {
    fn rests_on_overflow(&mut self, result: &CheckResult) -> bool {
        let Status::Violated(confirmed) = &result.status else { return false };
        if let Some(known) = self.known.get(&result.at) {
            return *known;
        }
        let cex = &confirmed.counterexample;
        let rests = match cex.cycle.map(|cycle| cycle.of) {
            // All of it is replayed.
            None | Some(CycleOf::States { .. }) => replay(self.with_overflows, &self.options.start, cex).is_err(),
            Some(CycleOf::Rounds { .. } | CycleOf::Calls) => !self.never_ends_without(result.at),
        };
        self.known.insert(result.at, rests);
        rests
    }

    /// Whether there is also a cycle that never comes to an overflow: here it is not one state that comes back, but a set of states
    /// that has to be closed.
    fn never_ends_without(&self, at: CheckSite) -> bool {
        let strategy = Strategy { engine: Engine::Loops, ..self.request.strategy.clone() };
        let request = Request { strategy, ..self.request.clone() };
        let left = self.options.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()));
        let timeout = Some(left.unwrap_or(AT_MOST).min(AT_MOST));
        let options = Options { timeout, stop_at_first: false, settled: Arc::default(), ..self.options.clone() };
        let mut found = Vec::new();
        let whole = |result: &CheckResult| Some(result.clone());
        let report = verify::explore(&request, self.with_overflows, &options, &mut found, &whole, &mut |_| {});
        let is_there = |result: &CheckResult| result.at == at && matches!(result.status, Status::Violated(_));
        debug_assert_eq!(at.check, Check::Termination);
        report.checks.iter().any(is_there)
    }
}

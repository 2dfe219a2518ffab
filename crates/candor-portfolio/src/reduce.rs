//! Reduction before a search: checks that a pointer analysis shows to hold are left out, and the program is sliced for the rest.
//!
//! What was left out is put back into the report, and a violation counts only if the whole program has it.

use std::sync::Arc;

use candor_engine as engine;
use candor_evidence::{CheckResult, CheckSite, Report, Status, replay};
use candor_interp::Site;
use candor_ir::{CheckSet, Program};
use candor_points_to::{Cleared, Config, Level, PointsTo, reduce};
use candor_slice::{slice, what_can_go_wrong};
use rustc_hash::FxHashMap;

use crate::request::Request;

/// A program made smaller, and the whole one.
pub(crate) struct Reduced {
    /// With all its instructions and checks.
    whole: Arc<Program>,
    /// What the engine is to look at; numbers of instructions are the same.
    pub(crate) program: Arc<Program>,
    cleared: Vec<Cleared>,
    /// Instructions were taken out, so that what is found has to be found again.
    sliced: bool,
}

/// Takes out what can be left out.
pub(crate) fn reduce_program(request: &Request, whole: Arc<Program>) -> Reduced {
    let level = request.strategy.level;
    let slices = request.strategy.slice;
    if level == Level::Basic && !slices {
        return Reduced { program: Arc::clone(&whole), whole, cleared: Vec::new(), sliced: false };
    }
    let config = Config { malloc_may_fail: request.malloc_may_fail, ..Config::default() };
    let points_to = PointsTo::analyse_with(&whole, config);
    let mut program = (*whole).clone();
    let cleared = reduce(&mut program, &points_to, level);
    if slices {
        let criteria = what_can_go_wrong(&program, &points_to, request.goals.must_end());
        slice(&mut program, &points_to, &criteria);
    }
    Reduced { whole, program: Arc::new(program), cleared, sliced: slices }
}

impl Reduced {
    /// The report of the whole program from that of the smaller one; `None` if it has a violation that only the smaller one is
    /// known to have: then the whole one has to be looked at.
    pub(crate) fn complete(&self, mut report: Report, options: &engine::Options) -> Option<Report> {
        if self.sliced {
            for result in &mut report.checks {
                *result = self.seen(result, options)?;
            }
            self.add_sliced(&mut report);
            // Invariants of the slice need not be invariants of the whole program: they are not shown to users. Facts of a certificate
            // stay, since `candor certify` shows them again on the whole program.
            for known in &mut report.proof.loops {
                known.in_source.clear();
                known.of_elements.clear();
                known.measure = None;
                known.bound = None;
                known.transition = None;
            }
        }
        for Cleared { site, checks } in &self.cleared {
            for check in checks.iter() {
                report.checks.push(held(CheckSite { check, site: *site }, "points-to"));
            }
        }
        if !self.cleared.is_empty() {
            let n_cleared = self.cleared.iter().map(|cleared| cleared.checks.iter().count()).sum::<usize>();
            report.statistics.push(("by_points_to", n_cleared.try_into().unwrap_or(u64::MAX)));
        }
        report.checks.sort_by_key(|result| result.at);
        Some(report)
    }

    /// A result for the smaller program as one for the whole; `None` if it is a violation that only the smaller one is known to have.
    pub(crate) fn seen(&self, result: &CheckResult, options: &engine::Options) -> Option<CheckResult> {
        let mut result = result.clone();
        if let (true, Status::Violated(confirmed)) = (self.sliced, &mut result.status) {
            **confirmed = replay(&self.whole, &options.start, &confirmed.counterexample).ok()?;
        }
        Some(result)
    }

    /// Checks of instructions that were sliced away: they cannot fail, or they would have been criteria.
    fn add_sliced(&self, report: &mut Report) {
        let cleared: FxHashMap<Site, CheckSet> =
            self.cleared.iter().map(|cleared| (cleared.site, cleared.checks)).collect();
        for at in engine::all_checks(&self.whole) {
            let was_cleared = cleared.get(&at.site).is_some_and(|checks| checks.contains(at.check));
            let bits = self.program.functions[at.site.func].insts[at.site.inst].checks;
            if !bits.contains(at.check) && !was_cleared {
                report.checks.push(held(at, "slice"));
            }
        }
    }
}

/// A check that cannot fail, and who says so.
fn held(at: CheckSite, who: &'static str) -> CheckResult {
    CheckResult { at, status: Status::Holds, engine: Some(who) }
}

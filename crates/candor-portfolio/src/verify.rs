//! Verifying: engines on the reduced program, then on the whole one where that does not settle the matter.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use candor_engine::{Options, Progress};
use candor_evidence::{CheckResult, Incomplete, Report, Status};
use candor_ir::Program;
use candor_witness::Property;

use crate::prepare::Prepared;
use crate::reduce::reduce_program;
use crate::request::{Budget, Request};
use crate::{beyond, competition, engines, functions, inlines, overflows};

/// Checks a program that was prepared for the request. What is told on the way names violations only as far as the whole program has
/// them: whoever has to answer before the search comes back can rely on them.
pub fn verify(
    request: &Request,
    prepared: &Prepared,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, String> {
    let program = &prepared.program;
    let options = Options { conditions: true, ..request.engine_options(program, budget)? };
    let gaps = unchecked_properties(request, program);
    let mut report = match gaps.len() == request.goals.properties.len() && !gaps.is_empty() {
        // No search could tell anything.
        true => Report::default(),
        false => match &prepared.with_overflows {
            Some(with_overflows) => overflows::left_out(request, with_overflows, &options, progress, |progress| {
                beyond::search(request, program, &options, progress)
            }),
            None => beyond::search(request, program, &options, progress),
        },
    };
    report.incomplete.extend(gaps);
    report.incomplete.extend(inlines::unused_bodies(program, &request.source.files));
    report.assumptions.splice(0..0, prepared.assumptions.iter().cloned());
    Ok(report)
}

/// Properties that no engine can judge: having found nothing must not count as a proof. That threads race can only be seen where
/// everything that starts them is modelled.
fn unchecked_properties(request: &Request, program: &Program) -> Vec<Incomplete> {
    let is_unchecked = |property: &&Property| match property {
        Property::NoDataRace => functions::may_start_threads(program),
        Property::UnreachCall
        | Property::NoOverflow
        | Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::Termination => false,
    };
    let say = |property: &Property| {
        let reason = format!("this engine does not check `{}`", property.name());
        Incomplete { reason, at: None }
    };
    request.goals.properties.iter().filter(is_unchecked).map(say).collect()
}

/// Has the engines look at the reduced program, or at the whole one.
pub(crate) fn search(
    request: &Request,
    program: &Arc<Program>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let reduced = reduce_program(request, Arc::clone(program));
    let mut found = Vec::new();
    // Where the slice is not to be trusted, neither is what was found out on it.
    let on_slice = Options { settled: Arc::default(), ..options.clone() };
    let see = |result: &CheckResult| reduced.seen(result, options);
    let report = explore(request, &reduced.program, &on_slice, &mut found, &see, progress);
    let mut report = reduced.complete(report, options).unwrap_or_else(|| {
        // Where the slice does not settle the matter the whole program may.
        explore(request, program, options, &mut found, &|result| Some(result.clone()), progress)
    });
    // What was seen in the whole program stays seen, even if the search does not come by again or does not come back.
    for result in found {
        let is_there = |other: &CheckResult| other.at == result.at && matches!(other.status, Status::Violated(_));
        if !report.checks.iter().any(is_there) {
            report.checks.retain(|other| other.at != result.at);
            report.checks.push(result);
        }
    }
    if request.competition {
        competition::prefer_later_faults(&mut report, program, &options.start);
    }
    report.checks.sort_by_key(|result| result.at);
    report
}

/// Runs the engine. A panic in it costs its answer, not the command's. What it finds counts at once as far as it can be seen in the
/// whole program.
pub(crate) fn explore(
    request: &Request,
    program: &Arc<Program>,
    options: &Options,
    found: &mut Vec<CheckResult>,
    see: &dyn Fn(&CheckResult) -> Option<CheckResult>,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        engines::run(&request.strategy, program, options, &mut |told| {
            let sign = |result: CheckResult| CheckResult { engine: result.engine.or(Some(told.engine)), ..result };
            // The whole program may be searched behind its slice.
            let is_new = |result: &CheckResult| found.iter().all(|known| known.at != result.at);
            let seen = told.violations.iter().filter_map(see).map(sign);
            let violations: Vec<CheckResult> = seen.filter(is_new).collect();
            found.extend(violations.iter().cloned());
            progress(&Progress { violations, ..told.clone() });
        })
    }));
    result.unwrap_or_else(|payload| {
        let reason = format!("internal error: {}; please report it", panic_text(&*payload));
        Report { checks: found.clone(), incomplete: vec![Incomplete { reason, at: None }], ..Report::default() }
    })
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

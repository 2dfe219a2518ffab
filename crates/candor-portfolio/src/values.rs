//! The engine `values`: where executions get to, by what variables hold that nobody has a pointer to (`candor_points_to::visits`).
//!
//! It judges calls of error functions and assertions; what else is checked stays unknown. It goes on behind faults of other properties, with any
//! results. What it relies on is that no write goes outside of its object, that memory is freed as C allows, that a `_Bool` holds 0 or 1, and that nothing
//! gets to what is declared unreachable: where that is not known, it is a condition of what holds; behind faults, it is what the report assumes.

use std::sync::Arc;

use candor_engine::{Findings, Limits, Options, Reached, all_checks, assumptions, checks_of};
use candor_evidence::{CheckSite, Report};
use candor_interp::{Beyond, MissingBodies, Native, Site, is_compatible, native_of};
use candor_ir::{Call, Callee, Check, FuncId, InstKind, Program};
use candor_points_to::{AbstractObject, GivenUp, PointsTo, Precision, Visits, all_accesses, is_inside, visits};
use rustc_hash::FxHashSet;

use crate::functions;

/// What is told apart, one after the other; and what if the first is too much.
const PRECISIONS: [Precision; 5] = [
    Precision { n_states: 60, pointers: false },
    Precision { n_states: 60, pointers: true },
    Precision { n_states: 400, pointers: false },
    Precision { n_states: 400, pointers: true },
    Precision { n_states: 3000, pointers: true },
];
const LEAST: Precision = Precision { n_states: 10, pointers: false };
/// What is assumed behind faults.
const WRITES: &str =
    "no write goes outside of its object or to memory that was freed, and nothing else is freed than C allows";
const CALLS: &str = "functions are called through pointers of unknown origin as they are defined";
const BOOLS: &str = "every `_Bool` holds 0 or 1";
const UNREACHABLE: &str = "no execution gets to what the program declares unreachable";

/// Whether it can judge all that is asked.
pub(crate) fn is_for(program: &Program) -> bool {
    checks_of(program).iter().all(is_judged)
}

fn is_judged(check: Check) -> bool {
    matches!(check, Check::ErrorCall | Check::Assertion)
}

pub(crate) fn check(program: &Arc<Program>, options: &Options) -> Report {
    // What comes behind a fault is its handler then.
    if functions::may_handle_faults(program) {
        return given_up(program, "value analysis does not follow handlers of faults", None);
    }
    if options.start.missing_bodies != MissingBodies::ReturnAnything {
        return given_up(program, "value analysis takes functions without a body to return anything", None);
    }
    let limits = Limits::new(options);
    let visits = match more_and_more(program, &limits) {
        Ok(visits) => visits,
        Err(GivenUp::TooLong) => return given_up(program, "there are too many values of variables", None),
        Err(GivenUp::Unknown(site)) => {
            return given_up(program, "value analysis does not know what this does", Some(site));
        }
    };
    let mut findings = Findings::default();
    for at in open(program, &visits) {
        findings.unknown.insert(at, "the values of variables do not exclude it".to_owned());
    }
    let is_shown = findings.unknown.is_empty();
    let mut assumed = assumptions(program, options, None, |site| visits.is_visited(site));
    if is_shown && options.beyond == Beyond::Nothing {
        let points_to = PointsTo::analyse(program);
        for (check, site) in relied_on(program, &points_to, &visits) {
            findings.unasked(check, &[site], program, options);
        }
    } else {
        let calls = if is_shown { calls(program, &visits) } else { Calls { misfit: None, is_open: false } };
        if let Some(site) = calls.misfit {
            return given_up(program, "this may call a function in another way than it is defined", Some(site));
        }
        assumed.push(WRITES.to_owned());
        assumed.extend(calls.is_open.then(|| CALLS.to_owned()));
        if visits.all().any(|site| visits.may_fail(site, Check::UnreachableCode)) {
            assumed.push(UNREACHABLE.to_owned());
        }
        if visits.all().any(|site| visits.may_fail(site, Check::InvalidBool)) {
            assumed.push(BOOLS.to_owned());
        }
    }
    let conditions = findings.conditions();
    let visited: FxHashSet<Site> = visits.all().collect();
    let reached = Reached::new(program, visited, FxHashSet::default());
    let checks = findings.results(program, &reached);
    Report { checks, incomplete: findings.incomplete, conditions, assumptions: assumed, ..Report::default() }
}

/// Tells more and more states apart until everything is shown, or it takes too long.
fn more_and_more(program: &Program, limits: &Limits) -> Result<Visits, GivenUp> {
    let is_enough = || limits.exceeded().is_some();
    let mut best = None;
    for precision in PRECISIONS {
        match visits(program, precision, &is_enough) {
            Ok(visits) if open(program, &visits).next().is_none() => return Ok(visits),
            Ok(visits) => best = Some(visits),
            Err(GivenUp::TooLong) if best.is_none() => return visits(program, LEAST, &is_enough),
            Err(given_up) => return best.ok_or(given_up),
        }
    }
    best.ok_or(GivenUp::TooLong)
}

/// What may be wrong.
fn open<'p>(program: &'p Program, visits: &'p Visits) -> impl Iterator<Item = CheckSite> + 'p {
    let is_open = |at: &CheckSite| !is_judged(at.check) || visits.may_fail(at.site, at.check);
    all_checks(program).filter(|at| visits.is_visited(at.site)).filter(is_open)
}

/// Nothing was found out.
pub(crate) fn given_up(program: &Program, reason: &str, at: Option<Site>) -> Report {
    let mut findings = Findings::default();
    findings.incomplete(reason, at);
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

/// Where executions may write outside of an object, read what was freed, free what must not be, call a function in another way than it is defined, or
/// get to what is declared unreachable.
fn relied_on(program: &Program, points_to: &PointsTo, visits: &Visits) -> Vec<(Check, Site)> {
    let mut found = Vec::new();
    for site in visits.all() {
        let accesses = all_accesses(program, points_to.call_graph(), site);
        let goes_wrong = |ptr, bytes| !is_inside(program, points_to, site, ptr, bytes);
        if accesses.iter().any(|access| access.write && goes_wrong(access.ptr, access.bytes)) {
            found.extend([(Check::OutOfBounds, site), (Check::UseAfterFree, site)]);
        } else if accesses.iter().any(|access| points_to.targets(site, access.ptr).invalidated) {
            found.push((Check::UseAfterFree, site));
        }
        let claimed = [Check::UnreachableCode, Check::InvalidBool];
        found.extend(claimed.into_iter().filter(|check| visits.may_fail(site, *check)).map(|check| (check, site)));
        let InstKind::Call(call) = &program.functions[site.func].insts[site.inst].kind else { continue };
        match call.callee {
            Callee::Indirect(_) => found.push((Check::InvalidCall, site)),
            Callee::Direct(callee) => {
                if !fits(program, call, callee) {
                    found.push((Check::InvalidCall, site));
                }
                let native = native_of(&program.functions[callee]);
                if matches!(native, Some(Native::Free | Native::Realloc)) {
                    found.extend([(Check::InvalidFree, site), (Check::DoubleFree, site)]);
                }
            }
        }
    }
    found
}

/// How functions are called through pointers.
struct Calls {
    /// Where one may be called with arguments or results that it does not have. Machines go on there, into the function: functions that do not
    /// fit were not visited.
    misfit: Option<Site>,
    /// Whether a pointer may lead to functions that are not known here, as one that others have made, or one behind faults.
    is_open: bool,
}

fn calls(program: &Program, visits: &Visits) -> Calls {
    let mut points_to = None;
    let mut found = Calls { misfit: None, is_open: false };
    for site in visits.all() {
        let InstKind::Call(call) = &program.functions[site.func].insts[site.inst].kind else { continue };
        let fits_all = match call.callee {
            Callee::Direct(callee) => fits(program, call, callee),
            Callee::Indirect(pointer) => {
                let targets = points_to.get_or_insert_with(|| PointsTo::analyse(program)).targets(site, pointer);
                found.is_open |= targets.unknown || targets.objects.is_empty();
                // Any other object is no function.
                targets.objects.iter().all(|(object, _)| match object {
                    AbstractObject::Function(callee) => fits(program, call, *callee),
                    _ => true,
                })
            }
        };
        if !fits_all {
            found.misfit.get_or_insert(site);
        }
    }
    found
}

/// Whether a function can be called this way. What has no body takes anything.
fn fits(program: &Program, call: &Call, callee: FuncId) -> bool {
    let function = &program.functions[callee];
    !function.is_defined() || native_of(function).is_some() || is_compatible(&program.target, call, function)
}

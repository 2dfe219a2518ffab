//! Searches behind what ends an execution without being asked about: pointers that come from elsewhere, and faults of other properties.
//!
//! A pointer that comes from a function without a body, or from a variable that is defined nowhere, is null or points to memory of others.
//! What is in that memory is not known: a read gives any value, each time, and a write changes any object whose address others may know,
//! since it may be this one. So what holds then holds whatever that memory is, as long as it is none of the objects whose addresses
//! nobody else knows.
//!
//! In competition mode that is so for every pointer to no object. SV-COMP judges one property, and its labels do not say what an execution does
//! behind a fault of another: some tools end it there, some go on with what a machine might do, and tasks are labelled either way. So a
//! proof has to cover all of these. A read through a pointer to no object, outside of its object or to a dead one gives any value, a
//! division by zero does, and a write to no object changes what others may know. A write outside of its object, or to a dead one, may change
//! anything: then the answer stays unknown, but for the engine `values`, whose reports assume that there is no such write. What is left in dead memory, or lies outside of objects, may be any pointer that the program
//! ever had: it stays unknown, too, what a write or `free` through one does that was read there. A pointer that nobody has written is
//! taken to point to none of the objects whose addresses nobody else knows: drivers use such pointers all the time.
//!
//! Where machines do different things the result is anything: of a float that does not fit an integer, of `INT_MIN / -1`. Where the
//! program has a handler for the signals of faults, what comes behind one is the handler, and nothing is shown.
//!
//! Pointer analysis and slicing know executions that end with their faults, so that the second search is about the whole program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use candor_engine::{Options, Progress, checks_of};
use candor_evidence::{Incomplete, Report};
use candor_interp::{Beyond, goes_on_after};
use candor_ir::{CheckGroup, Program};
use candor_solver::Interrupt;

use crate::join::{has_violation, is_settled};
use crate::request::{Caller, Request};
use crate::{functions, verify};

/// How much of the time the first search has once it cannot show any more that the property holds: from then on it finds violations only.
const FIRST_SHARE: f64 = 0.4;
/// How often to look whether it can.
const TICK: Duration = Duration::from_millis(20);

/// Searches, and where something is in the way searches again behind it.
pub(crate) fn search(
    request: &Request,
    program: &Arc<Program>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let started = Instant::now();
    if request.surroundings.caller >= Caller::Trusted {
        let options = Options { beyond: Beyond::Trusted, ..options.clone() };
        let whole = |result: &_| Some(Clone::clone(result));
        return verify::explore(request, program, &options, &mut Vec::new(), &whole, progress);
    }
    let first = match candor_interp::makes_threads(program) {
        // Only engines for one thread can go on.
        true => verify::search(request, program, options, progress),
        false => while_it_may_hold(request, options, |options| verify::search(request, program, options, progress)),
    };
    let Some(beyond) = what_is_beyond(request, program, options, &first) else {
        return if request.competition { without_conditions(first) } else { first };
    };
    // What was shown holds of executions that end there only.
    let options = Options {
        beyond,
        timeout: options.timeout.map(|timeout| timeout.saturating_sub(started.elapsed())),
        settled: Arc::default(),
        ..options.clone()
    };
    let mut found = Vec::new();
    let whole = |result: &_| Some(Clone::clone(result));
    let mut second = verify::explore(request, program, &options, &mut found, &whole, progress);
    let is_whole = is_settled(&second) && (second.conditions.is_empty() || !request.competition);
    if is_whole || has_violation(&second) {
        second.checks.sort_by_key(|result| result.at);
        return second;
    }
    let mut first = if request.competition { without_conditions(first) } else { first };
    for gap in second.incomplete {
        first.incomplete.push(Incomplete { reason: format!("the second search: {}", gap.reason), at: gap.at });
    }
    first
}

/// What a second search would go on behind, if there is something in the way of the first.
fn what_is_beyond(request: &Request, program: &Program, options: &Options, first: &Report) -> Option<Beyond> {
    // An engine that did not come back in time has told no conditions.
    let met = |what: &AtomicBool| what.load(Ordering::Relaxed) && !is_settled(first);
    let has_conditions = !first.conditions.is_empty() || met(&options.has_condition);
    let met_foreign = met(&options.met_foreign);
    if has_violation(first) || candor_interp::makes_threads(program) {
        return None;
    }
    if !request.competition {
        let is_careful = request.surroundings.caller >= Caller::Careful;
        return met_foreign.then_some(if is_careful { Beyond::Trusted } else { Beyond::Foreign });
    }
    // What memory safety does not count is a fault all the same: nothing is to be shown behind it.
    let is_about_memory = |check: candor_ir::Check| {
        matches!(check.group(), CheckGroup::Deref | CheckGroup::Memory | CheckGroup::Free) && !goes_on_after(check)
    };
    let asks_about_memory = request.goals.properties.iter().any(|property| property.is_about_memory())
        || checks_of(program).iter().any(is_about_memory);
    let goes_on = !asks_about_memory && !functions::may_handle_faults(program);
    ((has_conditions || met_foreign) && goes_on).then_some(Beyond::Everything)
}

/// A report in which faults of other properties are no conditions of what holds but gaps.
fn without_conditions(mut report: Report) -> Report {
    for at in std::mem::take(&mut report.conditions) {
        let reason = format!("{} can occur, but its check is switched off", at.check);
        report.incomplete.push(Incomplete { reason, at: Some(at.site) });
    }
    report
}

/// A search that is interrupted when it can no longer show that the property holds and has had its share of the time.
fn while_it_may_hold(request: &Request, options: &Options, search: impl FnOnce(&Options) -> Report) -> Report {
    let Some(timeout) = options.timeout else { return search(options) };
    let deadline = Instant::now() + timeout.mul_f64(FIRST_SHARE);
    let is_hopeless = || {
        let has_condition = request.competition && options.has_condition.load(Ordering::Relaxed);
        has_condition || options.met_foreign.load(Ordering::Relaxed)
    };
    until(options, || is_hopeless() && Instant::now() >= deadline, search)
}

/// A search that is interrupted as soon as this is so, or when the user has seen enough.
pub(crate) fn until(
    options: &Options,
    is_enough: impl Fn() -> bool + Sync,
    search: impl FnOnce(&Options) -> Report,
) -> Report {
    let enough = Interrupt::new();
    let watched = Options { interrupt: enough.clone(), ..options.clone() };
    let over = Interrupt::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.is_interrupted() && !enough.is_interrupted() {
                if options.interrupt.is_interrupted() || is_enough() {
                    enough.interrupt();
                }
                thread::sleep(TICK);
            }
        });
        let report = search(&watched);
        over.interrupt();
        report
    })
}

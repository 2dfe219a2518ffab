//! `candor check`: what is true of all executions.

use std::any::Any;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use candor_engine as engine;
use candor_evidence::{CheckResult, Incomplete, Report, Status, Verdict};
use candor_ir::{Check, CheckSet, Program};
use candor_report::{Diagnostic, Findings, Kind};
use candor_solver::Interrupt;

use crate::guard::{Cause, Guard, Limits};
use crate::options::{CheckOptions, Format, Unwind};
use crate::outputs::{self, Answer};
use crate::progress::ProgressLine;
use crate::property::svcomp_answer;
use crate::reduction::reduce_program;
use crate::run::{memory_in_use, program_args};
use crate::{advice, competition, console, engines, environment, facts, frontend, functions, harness, inlines, status};

/// Something that answers for all executions.
pub(crate) type Engine =
    fn(&CheckOptions, &Arc<Program>, &engine::Options, &mut dyn FnMut(&engine::Progress)) -> Report;

/// What is known while an engine is at work, for the guard, which may have to answer in its place.
struct SoFar {
    started: Instant,
    program: Option<Arc<Program>>,
    assumptions: Vec<String>,
    violations: Vec<CheckResult>,
    n_settled: u64,
}

impl Default for SoFar {
    fn default() -> SoFar {
        let (program, assumptions, violations) = (None, Vec::new(), Vec::new());
        SoFar { started: Instant::now(), program, assumptions, violations, n_settled: 0 }
    }
}

impl SoFar {
    /// What an engine has to say that was stopped for this reason.
    fn report(&self, reason: String) -> Report {
        Report {
            checks: self.violations.clone(),
            incomplete: vec![Incomplete { reason, at: None }],
            assumptions: self.assumptions.clone(),
            statistics: vec![("settled", self.n_settled)],
        }
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<SoFar>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, SoFar> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks a program. The engine is a parameter so that the command can be read, and tested, without one.
pub(crate) fn check(options: &Arc<CheckOptions>, engine: Engine) -> u8 {
    let started = Instant::now();
    let interrupt = Interrupt::new();
    let so_far = Shared::default();
    let guard = match start_guard(options, started, &interrupt, &so_far) {
        Ok(guard) => guard,
        Err(message) => return refuse(options, &message),
    };
    let checks = options.checks();
    let prepared = load(options, checks).and_then(|(program, assumptions)| {
        let engine_options = engine_options(options, &program, started, interrupt)?;
        Ok((program, assumptions, engine_options))
    });
    let (program, assumptions, engine_options) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            return match guard.finish() {
                // Ctrl-C reaches clang too.
                Some(cause) => give_up(options, cause),
                None => refuse(options, &message),
            };
        }
    };
    {
        let mut so_far = so_far.lock();
        so_far.program = Some(Arc::clone(&program));
        so_far.assumptions.clone_from(&assumptions);
    }
    let gaps = unchecked_properties(options, &program);
    let mut report = match gaps.len() == options.properties().count() && !gaps.is_empty() {
        // No search could tell anything.
        true => Report::default(),
        false => search(options, engine, &program, &engine_options, &so_far),
    };
    report.incomplete.extend(gaps);
    report.incomplete.extend(inlines::unused_bodies(&program, &options.frontend.files));
    report.assumptions.splice(0..0, assumptions);
    let cause = guard.finish();
    if let Some(cause) = cause {
        add_cause(&mut report, cause.reason(options.timeout, options.memory_limit));
    }
    answer(options, &findings(options, &report, &program, cause), started)
}

/// The findings of a report, with everything that their readers may need.
fn findings(options: &CheckOptions, report: &Report, program: &Program, cause: Option<Cause>) -> Findings {
    let checks = options.checks();
    let mut findings = Findings::new(report, program, |check| checks.contains(check));
    findings.build = harness::build(options);
    if !options.frontend.entry.is_empty() {
        // Natively there is a `main`.
        findings.violations.iter_mut().for_each(|violation| violation.harness = None);
    }
    findings.advice = advice::advice(options, &findings, cause);
    findings
}

fn start_guard(
    options: &Arc<CheckOptions>,
    started: Instant,
    interrupt: &Interrupt,
    so_far: &Shared,
) -> Result<Guard, String> {
    let deadline = options.timeout.and_then(|timeout| started.checked_add(timeout));
    let limits = Limits { deadline, max_memory: options.memory_limit.saturating_mul(1 << 20), memory_in_use };
    let (options, so_far) = (Arc::clone(options), so_far.clone());
    Guard::start(limits, interrupt.clone(), move |cause| answer_early(&options, &so_far, cause))
}

/// The answer in place of an engine that does not come back: what it had found by then.
fn answer_early(options: &CheckOptions, so_far: &Shared, cause: Cause) -> u8 {
    let so_far = so_far.lock();
    let Some(program) = &so_far.program else { return give_up(options, cause) };
    let report = so_far.report(cause.reason(options.timeout, options.memory_limit));
    console::write_message("\n");
    answer(options, &findings(options, &report, program, Some(cause)), so_far.started)
}

/// Everything that can be wrong before the search starts.
pub(crate) fn load(options: &CheckOptions, checks: CheckSet) -> Result<(Arc<Program>, Vec<String>), String> {
    load_changed(options, checks, |_| {})
}

/// The same for a program that somebody changes before it is prepared.
pub(crate) fn load_changed(
    options: &CheckOptions,
    checks: CheckSet,
    change: impl FnOnce(&mut Program),
) -> Result<(Arc<Program>, Vec<String>), String> {
    if let Some(folder) = &options.smt2 {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let unsigned_wrap = checks.contains(Check::UnsignedWrap);
    let mut program = frontend::load(&options.frontend, unsigned_wrap).map_err(|error| error.to_string())?;
    if options.svcomp {
        competition::leave_out(&mut program);
    }
    let mut selected = checks;
    if !asks_for_leaks(options, &program) {
        selected.remove(Check::MemoryLeak);
    }
    program.select_checks(selected);
    if options.statistics {
        let config = candor_points_to::Config {
            malloc_may_fail: options.malloc_may_fail,
            ..candor_points_to::Config::default()
        };
        console::write_message(&facts::checks(&program, config));
    }
    let assumptions = environment::surround(&mut program, options)?;
    let main = program.function_named("main").map(|main| &program.functions[main]);
    if !main.is_some_and(|main| main.is_defined()) {
        return Err(functions::missing_main(&program));
    }
    if options.function.is_some() {
        keep_what_is_passed(&mut program);
    }
    change(&mut program);
    debug_assert_eq!(candor_ir::verify_program(&program), Ok(()), "what was changed is still a program");
    candor_analysis::prepare(&mut program);
    if checks.contains(Check::Termination) {
        candor_engine::check_endings(&mut program);
    }
    if !names_leaks(options) {
        candor_engine::check_losses_at_ends(&mut program);
    }
    candor_engine::check_losses(&mut program);
    Ok((Arc::new(program), assumptions))
}

/// What candor's own caller has passed to a function, and what it has got back, is not lost when that caller ends.
fn keep_what_is_passed(program: &mut Program) {
    let Some(main) = program.function_named("main") else { return };
    program.functions[main].insts.values_mut().for_each(|inst| inst.checks.remove(Check::MemoryLeak));
}

/// Whether the user asks for lost memory, instead of what is usual.
fn names_leaks(options: &CheckOptions) -> bool {
    options.properties().next().is_some() || options.check.contains(&Check::MemoryLeak)
}

/// Whether lost memory is looked for. In two cases nobody looks for it unless it is asked for. In a program with threads, when a block
/// is lost depends on the order of all steps, so that no interleaving could be left out. Where one function is checked alone, only
/// its own end counts, which is no end of the program.
fn asks_for_leaks(options: &CheckOptions, program: &Program) -> bool {
    let is_asked = names_leaks(options);
    let has_threads = options.frontend.entry.len() > 1 || engines::makes_threads(program);
    options.checks().contains(Check::MemoryLeak) && (is_asked || !has_threads && options.function.is_none())
}

pub(crate) fn engine_options(
    options: &CheckOptions,
    program: &Program,
    started: Instant,
    interrupt: Interrupt,
) -> Result<engine::Options, String> {
    let all = options.unwind.iter().rev().find(|unwind| unwind.single.is_none());
    let mut unwind_loops = Vec::new();
    for Unwind { single, bound } in &options.unwind {
        if let Some(name) = single {
            unwind_loops.extend(engine::find_loops(program, name, *bound)?);
        }
    }
    // That executions end cannot be shown by leaving out those that take long.
    let asks_for_ends = options.checks().contains(Check::Termination);
    let timeout = options.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
    Ok(engine::Options {
        start: candor_interp::Options {
            args: program_args(&options.frontend, &options.args),
            malloc_may_fail: options.malloc_may_fail,
            open: true,
            missing_bodies: candor_interp::MissingBodies::ReturnAnything,
            ..candor_interp::Options::default()
        },
        unwind: all.map(|unwind| unwind.bound),
        unwind_loops,
        depth: options.depth,
        unwinding: !options.no_check.contains(&Check::Unwinding) || asks_for_ends,
        must_end: asks_for_ends,
        timeout,
        memory_limit: options.memory_limit.saturating_mul(1 << 20),
        interrupt,
        leaks: asks_for_leaks(options, program),
        ub_result: options.ub_result.into(),
        shadowing: !options.no_shadowing,
        stop_at_first: options.svcomp,
        solver: options.solver.clone(),
        smt2: options.smt2.clone(),
        settled: Arc::default(),
    })
}

/// Properties that the engine cannot judge: having found nothing must not count as a proof.
fn unchecked_properties(options: &CheckOptions, program: &Program) -> Vec<Incomplete> {
    let is_sequential = !functions::may_start_threads(program);
    let unbounded = options.properties().filter(|property| !property.is_bounded());
    let unbounded = unbounded.filter(|property| !(is_sequential && property.is_about_threads()));
    let say = |name: &str| Incomplete { reason: format!("this engine does not check `{name}`"), at: None };
    unbounded.map(|property| say(property.name())).collect()
}

/// Runs the engine on what is left of the program, and on all of it where that does not settle the matter.
fn search(
    command: &CheckOptions,
    check: Engine,
    program: &Arc<Program>,
    options: &engine::Options,
    so_far: &Shared,
) -> Report {
    let reduced = reduce_program(command, Arc::clone(program));
    // Where the slice is not to be trusted, neither is what was found out on it.
    let on_slice = engine::Options { settled: Arc::default(), ..options.clone() };
    let report = explore(command, check, &reduced.program, &on_slice, so_far, &|found| reduced.seen(found, options));
    let mut report = reduced.complete(report, options).unwrap_or_else(|| {
        // Where the slice does not settle the matter the whole program may.
        explore(command, check, program, options, so_far, &|found| Some(found.clone()))
    });
    // What was seen in the whole program stays seen, even if the search does not come by again or does not come back.
    for found in &so_far.lock().violations {
        let is_there = |result: &CheckResult| result.at == found.at && matches!(result.status, Status::Violated(_));
        if !report.checks.iter().any(is_there) {
            report.checks.retain(|result| result.at != found.at);
            report.checks.push(found.clone());
        }
    }
    if command.svcomp {
        competition::prefer_later_faults(&mut report, program, &options.start);
    }
    report.checks.sort_by_key(|result| result.at);
    report
}

/// Runs the engine. A panic in it costs its answer, not the command's. What it finds counts at once as far as it can be seen in the
/// whole program.
fn explore(
    command: &CheckOptions,
    check: Engine,
    program: &Arc<Program>,
    options: &engine::Options,
    so_far: &Shared,
    see: &dyn Fn(&CheckResult) -> Option<CheckResult>,
) -> Report {
    let mut line = ProgressLine::new();
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        check(command, program, options, &mut |progress| {
            let sign = |result: CheckResult| CheckResult { engine: result.engine.or(Some(progress.engine)), ..result };
            let seen: Vec<CheckResult> = progress.violations.iter().filter_map(see).map(sign).collect();
            {
                let mut so_far = so_far.lock();
                so_far.n_settled = progress.checks_settled;
                for found in seen {
                    // The whole program may be searched behind its slice.
                    if so_far.violations.iter().all(|known| known.at != found.at) {
                        so_far.violations.push(found);
                    }
                }
            }
            line.show(progress);
        })
    }));
    line.clear();
    result.unwrap_or_else(|payload| {
        let reason = format!("internal error: {}; please report it", panic_text(&*payload));
        let checks = so_far.lock().violations.clone();
        Report { checks, incomplete: vec![Incomplete { reason, at: None }], ..Report::default() }
    })
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

/// An engine may have finished just before it was stopped; then its answer stands.
pub(crate) fn add_cause(report: &mut Report, reason: String) {
    let is_open = |result: &CheckResult| matches!(result.status, Status::Unknown(_));
    if !report.incomplete.is_empty() || report.checks.iter().any(is_open) {
        report.incomplete.insert(0, Incomplete { reason, at: None });
    }
}

/// Says what is known and picks the exit code.
fn answer(options: &CheckOptions, findings: &Findings, started: Instant) -> u8 {
    let status = status::of_verdict(findings.verdict);
    say(options, Ok(findings), status, started.elapsed());
    let violated = findings.violations.first().and_then(|violation| violation.diagnostic.check);
    print_svcomp(options, findings.verdict, violated);
    status
}

fn say(options: &CheckOptions, outcome: Result<&Findings, &Diagnostic>, status: u8, elapsed: Duration) {
    let seconds = elapsed.as_secs_f64();
    for problem in outputs::write(options, &Answer { outcome, status, seconds }) {
        console::report_bare(&Diagnostic::bare(Kind::InputError, &problem), Format::Text, status);
    }
}

fn print_svcomp(options: &CheckOptions, verdict: Verdict, violated: Option<Check>) {
    if options.svcomp {
        console::print(&(svcomp_answer(verdict, violated) + "\n"));
    }
}

fn refuse(options: &CheckOptions, message: &str) -> u8 {
    let diagnostic = Diagnostic::bare(Kind::InputError, message);
    end_without_findings(options, &diagnostic, status::CHECK_BAD_INPUT)
}

/// The search was stopped before it began.
fn give_up(options: &CheckOptions, cause: Cause) -> u8 {
    let message = cause.reason(options.timeout, options.memory_limit);
    end_without_findings(options, &Diagnostic::bare(Kind::Limit, &message), status::UNKNOWN)
}

fn end_without_findings(options: &CheckOptions, diagnostic: &Diagnostic, status: u8) -> u8 {
    say(options, Err(diagnostic), status, Duration::ZERO);
    print_svcomp(options, Verdict::Unknown, None);
    status
}

#[cfg(test)]
mod tests {
    use candor_evidence::{CheckSite, Confirmed, Counterexample, Inputs, Trace};
    use candor_interp::{Detail, Fault, Site};
    use candor_ir::{FuncId, InstId};

    use super::*;

    #[test]
    fn a_violation_counts_although_the_engine_never_came_back() {
        let mut so_far = SoFar::default();
        assert_eq!(so_far.report("time".to_owned()).verdict(|_| true), Verdict::Unknown);
        let check = Check::ErrorCall;
        let fault =
            Fault { check, detail: Detail::None, object: None, thread: 0, stack: Vec::new(), others: Vec::new() };
        let counterexample = Counterexample { check, position: Vec::new(), choices: Vec::new() };
        let confirmed = Confirmed { counterexample, fault, trace: Trace::default(), inputs: Inputs::default() };
        let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
        let status = Status::Violated(Box::new(confirmed));
        so_far.violations.push(CheckResult::new(CheckSite { check, site }, status));
        assert_eq!(so_far.report("time".to_owned()).verdict(|_| true), Verdict::Violated);
    }
}

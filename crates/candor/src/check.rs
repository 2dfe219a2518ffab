//! `candor check`: what is true of all executions.

use std::any::Any;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use candor_engine_bmc as bmc;
use candor_evidence::{Incomplete, Report, Verdict};
use candor_ir::{Check, CheckSet, Program};
use candor_report::{Diagnostic, Findings, Kind};
use candor_solver::Interrupt;

use crate::guard::{Cause, Guard, Limits};
use crate::options::{CheckOptions, Engine as EngineName, Unwind};
use crate::progress::ProgressLine;
use crate::property::svcomp_answer;
use crate::run::{memory_in_use, program_args};
use crate::{console, frontend, status};

/// Something that answers for all executions.
pub(crate) type Engine = fn(Arc<Program>, &bmc::Options, &mut dyn FnMut(&bmc::Progress)) -> Report;

/// Checks a program. The engine is a parameter so that the command can be read, and tested, without one.
pub(crate) fn check(options: &CheckOptions, bmc: Engine) -> u8 {
    let started = Instant::now();
    let interrupt = Interrupt::new();
    let n_settled = Arc::new(AtomicU64::new(0));
    let guard = match start_guard(options, started, &interrupt, &n_settled) {
        Ok(guard) => guard,
        Err(message) => return refuse(options, &message),
    };
    let checks = options.checks();
    let program = match load(options, checks) {
        Ok(program) => program,
        Err(message) => {
            return match guard.finish() {
                // Ctrl-C reaches clang too.
                Some(cause) => give_up(options, cause),
                None => refuse(options, &message),
            };
        }
    };
    let engine = match options.engine {
        EngineName::Bmc => bmc,
    };
    let engine_options = engine_options(options, started, interrupt);
    let mut report = match unchecked_properties(options) {
        gaps if gaps.is_empty() => explore(engine, &program, &engine_options, &n_settled),
        incomplete => Report { incomplete, ..Report::default() },
    };
    if let Some(cause) = guard.finish() {
        add_cause(options, &mut report, cause);
    }
    answer(options, &Findings::new(&report, &program, |check| checks.contains(check)))
}

fn start_guard(
    options: &CheckOptions,
    started: Instant,
    interrupt: &Interrupt,
    n_settled: &Arc<AtomicU64>,
) -> Result<Guard, String> {
    let deadline = options.timeout.and_then(|timeout| started.checked_add(timeout));
    let limits = Limits { deadline, max_memory: options.memory_limit.saturating_mul(1 << 20), memory_in_use };
    let (timeout, memory_limit, svcomp) = (options.timeout, options.memory_limit, options.svcomp);
    let n_settled = Arc::clone(n_settled);
    Guard::start(limits, interrupt.clone(), move |cause| {
        let reason = reason(cause, timeout, memory_limit);
        let n_settled = n_settled.load(Ordering::Relaxed);
        console::write_message(&format!("\nverdict: unknown; {reason}; checks settled by then: {n_settled}\n"));
        if svcomp {
            console::print("UNKNOWN\n");
        }
    })
}

/// Everything that can be wrong before the search starts.
fn load(options: &CheckOptions, checks: CheckSet) -> Result<Arc<Program>, String> {
    if let Some(folder) = &options.smt2 {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let unsigned_wrap = checks.contains(Check::UnsignedWrap);
    let mut program = frontend::load(&options.frontend, unsigned_wrap).map_err(|error| error.to_string())?;
    let start = options.function.as_deref().unwrap_or("main");
    let mut named = program.functions.values().filter(|function| function.name == start);
    if !named.any(|function| function.is_defined()) {
        return Err(format!("there is no function `{start}`"));
    }
    program.select_checks(checks);
    candor_analysis::prepare(&mut program);
    Ok(Arc::new(program))
}

fn engine_options(options: &CheckOptions, started: Instant, interrupt: Interrupt) -> bmc::Options {
    let all = options.unwind.iter().rev().find(|unwind| unwind.single.is_none());
    let single = |unwind: &Unwind| Some((unwind.single.clone()?, unwind.bound));
    let timeout = options.timeout.map(|timeout| timeout.saturating_sub(started.elapsed()));
    bmc::Options {
        start: candor_interp::Options {
            args: program_args(&options.frontend, &options.args),
            malloc_may_fail: options.malloc_may_fail,
            missing_bodies: candor_interp::MissingBodies::ReturnAnything,
            ..candor_interp::Options::default()
        },
        function: options.function.clone(),
        unwind: all.map(|unwind| unwind.bound),
        unwind_loops: options.unwind.iter().filter_map(single).collect(),
        depth: options.depth,
        timeout,
        memory_limit: options.memory_limit.saturating_mul(1 << 20),
        interrupt,
        pointer_args: options.pointer_args.into(),
        ub_result: options.ub_result.into(),
        volatile: options.volatile.into(),
        shadowing: !options.no_shadowing,
        stop_at_first: options.svcomp,
        solver: options.solver.clone(),
        smt2: options.smt2.clone(),
    }
}

/// Properties that the engine cannot judge: having found nothing must not count as a proof.
fn unchecked_properties(options: &CheckOptions) -> Vec<Incomplete> {
    let unbounded = options.property.iter().filter(|property| !property.is_bounded());
    let say = |name: &str| Incomplete { reason: format!("this engine does not check `{name}`"), at: None };
    unbounded.map(|property| say(property.name())).collect()
}

/// Runs the engine. A panic in it costs its answer, not the command's.
fn explore(engine: Engine, program: &Arc<Program>, options: &bmc::Options, n_settled: &AtomicU64) -> Report {
    let mut line = ProgressLine::new();
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        engine(Arc::clone(program), options, &mut |progress| {
            n_settled.store(progress.checks_settled, Ordering::Relaxed);
            line.show(progress);
        })
    }));
    line.clear();
    result.unwrap_or_else(|payload| {
        let reason = format!("internal error: {}; please report it", panic_text(&*payload));
        Report { incomplete: vec![Incomplete { reason, at: None }], ..Report::default() }
    })
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

/// An engine may have finished just before it was stopped; then its answer stands.
fn add_cause(options: &CheckOptions, report: &mut Report, cause: Cause) {
    if !report.incomplete.is_empty() {
        let reason = reason(cause, options.timeout, options.memory_limit);
        report.incomplete.insert(0, Incomplete { reason, at: None });
    }
}

fn reason(cause: Cause, timeout: Option<Duration>, memory_limit: u64) -> String {
    match cause {
        Cause::User => "stopped by the user".to_owned(),
        Cause::Time => format!("{} seconds have passed", timeout.unwrap_or_default().as_secs_f64()),
        Cause::Memory => format!("{memory_limit} MB of memory are in use"),
    }
}

/// Says what is known and picks the exit code.
fn answer(options: &CheckOptions, findings: &Findings) -> u8 {
    let status = status::of_verdict(findings.verdict);
    console::print_findings(findings, status, options.format, options.color);
    let violated = findings.violations.first().and_then(|violation| violation.diagnostic.check);
    print_svcomp(options, findings.verdict, violated);
    status
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
    let message = reason(cause, options.timeout, options.memory_limit);
    end_without_findings(options, &Diagnostic::bare(Kind::Limit, &message), status::UNKNOWN)
}

fn end_without_findings(options: &CheckOptions, diagnostic: &Diagnostic, status: u8) -> u8 {
    console::print_refusal(diagnostic, status, options.format, options.color);
    print_svcomp(options, Verdict::Unknown, None);
    status
}

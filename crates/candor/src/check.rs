//! `candor check`: what is true of all executions.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use candor_engine::{Progress, all_checks};
use candor_evidence::{CheckResult, CheckSite, Incomplete, Proof, Report, Status, Verdict, film};
use candor_ir::{Check, Program};
use candor_portfolio::{Budget, Caller, OfFunction, Prepared, Request, verify, verify_function};
use candor_report::{Diagnostic, Findings, Kind, Reel};
use candor_witness::svcomp_answer;

use crate::found::FoundLines;
use crate::guard::{Cause, Guard};
use crate::options::{CheckOptions, Format};
use crate::outputs::{self, Answer, Evidence};
use crate::progress::{ProgressLine, lock};
use crate::{advice, certify, console, facts, frontend, harness, status};

/// The command, and what it asks for.
struct Asked {
    options: CheckOptions,
    request: Request,
}

/// A program that is ready, and what else clang needed for it.
#[derive(Clone)]
struct Subject {
    prepared: Prepared,
    needed_args: Vec<String>,
    /// The program without a caller, where a function is asked about that may have callers of several kinds.
    alone: Option<Arc<Program>>,
    caller: Caller,
}

/// What is known while engines are at work, for the guard, which may have to answer in their place.
struct SoFar {
    started: Instant,
    subject: Option<Subject>,
    violations: Vec<CheckResult>,
    n_settled: u64,
}

impl Default for SoFar {
    fn default() -> SoFar {
        SoFar { started: Instant::now(), subject: None, violations: Vec::new(), n_settled: 0 }
    }
}

impl SoFar {
    /// The report of engines that did not return in time, for this reason. It is not known which checks they had proved, so all checks
    /// without a violation are unknown.
    fn report(&self, reason: String) -> Report {
        let assumptions = self.subject.as_ref().map(|subject| subject.prepared.assumptions.clone());
        let mut checks = self.violations.clone();
        if let Some(subject) = &self.subject {
            checks.extend(open_checks(&subject.prepared.program, &self.violations, &reason));
        }
        Report {
            checks,
            incomplete: vec![Incomplete { reason, at: None }],
            conditions: Vec::new(),
            precondition: None,
            assumptions: assumptions.unwrap_or_default(),
            proof: Proof::default(),
            statistics: vec![("settled", self.n_settled)],
        }
    }

    fn note(&mut self, progress: &Progress) {
        self.n_settled = progress.checks_settled;
        self.violations.extend(progress.violations.iter().cloned());
    }
}

/// All checks but those that are violated, as unknown.
fn open_checks<'p>(
    program: &'p Program,
    violations: &'p [CheckResult],
    reason: &'p str,
) -> impl Iterator<Item = CheckResult> + 'p {
    let is_open = |at: &CheckSite| !violations.iter().any(|result| result.at == *at);
    all_checks(program).filter(is_open).map(|at| CheckResult::new(at, Status::Unknown(reason.to_owned())))
}

/// Checks a program.
pub(crate) fn check(options: CheckOptions) -> u8 {
    let started = Instant::now();
    let request = options.request();
    let asked = Arc::new(Asked { options, request });
    let budget = Budget::new(asked.options.time_limit(), asked.options.memory_limit);
    let so_far: Arc<Mutex<SoFar>> = Arc::default();
    let guard = match start_guard(&asked, &budget, &so_far) {
        Ok(guard) => guard,
        Err(message) => return refuse(&asked.options, &message),
    };
    let found = load(&asked).and_then(|subject| {
        lock(&so_far).subject = Some(subject.clone());
        let mut line = match asked.options.quiet {
            true => ProgressLine::hidden(),
            false => ProgressLine::since(started, asked.options.time_limit()),
        };
        let Some(program) = &subject.alone else {
            let mut found = FoundLines::new(asked.options.tells_what_is_found());
            let report = verify(&asked.request, &subject.prepared, &budget, &mut |progress| {
                lock(&so_far).note(progress);
                line.show(progress);
                found.see(progress, &subject.prepared.program);
            })?;
            return Ok((subject, report));
        };
        // What is found on the way is a fault of some callers only.
        let OfFunction { caller, prepared, report } =
            verify_function(&asked.request, program, &budget, &mut |progress| line.show(progress))?;
        Ok((Subject { prepared, caller, ..subject }, report))
    });
    let cause = guard.finish();
    match (found, cause) {
        (Ok((subject, mut report)), cause) => {
            if let Some(cause) = cause {
                add_cause(&mut report, cause.reason(asked.options.time_limit(), asked.options.memory_limit));
            }
            let mut findings = findings(&asked, &report, &subject, cause);
            if asked.options.writes_html() {
                add_films(&asked.request, &mut findings, &report, &subject);
            }
            let certificate = certificate(&asked.options, &findings, &report, &subject);
            let evidence = Evidence { certificate, graph: report.proof.graph.as_deref() };
            answer(&asked.options, &findings, evidence, started)
        }
        // Ctrl-C reaches clang too.
        (Err(_), Some(cause)) => give_up(&asked.options, cause),
        (Err(message), None) => refuse(&asked.options, &message),
    }
}

/// The findings of a report, with everything that their readers may need.
fn findings(asked: &Asked, report: &Report, subject: &Subject, cause: Option<Cause>) -> Findings {
    let checks = asked.request.goals.checks();
    let mut findings = Findings::new(report, &subject.prepared.program, |check| checks.contains(check));
    findings.build = harness::build(&asked.options, &subject.needed_args);
    if !asked.request.source.entries.is_empty() {
        // Natively there is a `main`.
        findings.violations.iter_mut().for_each(|violation| violation.harness = None);
    }
    findings.advice = advice::advice(&asked.options, &findings, (report, &subject.prepared.program), cause);
    findings
}

/// How many steps all films of a page have together: there may be a thousand violations.
const MOST_FILMED: usize = 400_000;

/// For pages: what memory holds at each step of the violations, as many of them as a page can take.
fn add_films(request: &Request, findings: &mut Findings, report: &Report, subject: &Subject) {
    let (checks, program, start) = (request.goals.checks(), &subject.prepared.program, request.start());
    let selected = report.checks.iter().filter(|result| checks.contains(result.at.check));
    let violated = selected.filter_map(|result| match &result.status {
        Status::Violated(confirmed) => Some(&confirmed.counterexample),
        Status::Holds | Status::Unreachable { .. } | Status::Unknown(_) => None,
    });
    let mut n_steps = 0;
    for (violation, counterexample) in findings.violations.iter_mut().zip(violated) {
        if n_steps >= MOST_FILMED {
            return;
        }
        let film = film(program, &start, counterexample);
        n_steps += film.as_ref().map_or(0, |film| film.steps.len());
        violation.reel = film.map(|film| Reel::new(film, program));
    }
}

fn start_guard(asked: &Arc<Asked>, budget: &Budget, so_far: &Arc<Mutex<SoFar>>) -> Result<Guard, String> {
    let (asked, so_far) = (Arc::clone(asked), so_far.clone());
    Guard::start(budget, move |cause| answer_early(&asked, &so_far, cause))
}

/// The answer in place of engines that do not come back: what they had found by then.
fn answer_early(asked: &Asked, so_far: &Mutex<SoFar>, cause: Cause) -> u8 {
    let (so_far, options) = (lock(so_far), &asked.options);
    let Some(subject) = &so_far.subject else { return give_up(options, cause) };
    let report = so_far.report(cause.reason(options.time_limit(), options.memory_limit));
    console::write_message("\n");
    answer(options, &findings(asked, &report, subject, Some(cause)), Evidence::default(), so_far.started)
}

/// Everything that can be wrong before the search starts.
fn load(asked: &Asked) -> Result<Subject, String> {
    let Asked { options, request } = asked;
    if let Some(folder) = &request.smt2 {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let loaded = request.load()?;
    frontend::warn(&loaded.warnings);
    if options.statistics {
        let malloc_may_fail = request.malloc_may_fail;
        let config = candor_points_to::Config { malloc_may_fail, ..candor_points_to::Config::default() };
        console::write_message(&facts::checks(&loaded.program, config));
    }
    let alone = request.asks_about_callers().then(|| Arc::new(loaded.program.clone()));
    let (prepared, caller) = (request.prepare(loaded.program)?, options.caller);
    Ok(Subject { prepared, needed_args: loaded.needed_args, alone, caller })
}

/// An engine may have finished just before it was stopped; then its answer stands.
pub(crate) fn add_cause(report: &mut Report, reason: String) {
    let is_open = |result: &CheckResult| matches!(result.status, Status::Unknown(_));
    if !report.incomplete.is_empty() || report.checks.iter().any(is_open) {
        report.incomplete.insert(0, Incomplete { reason, at: None });
    }
}

/// `--certificate`: why the verdict is so, so that `candor certify` can go through it again.
fn certificate(options: &CheckOptions, findings: &Findings, report: &Report, subject: &Subject) -> Option<String> {
    options.certificate.as_ref()?;
    certify::write(options, subject.caller, findings.verdict, report, &subject.prepared.program)
}

/// Says what is known and picks the exit code.
fn answer(options: &CheckOptions, findings: &Findings, evidence: Evidence<'_>, started: Instant) -> u8 {
    let status = status::of_verdict(findings.verdict);
    say(options, Ok(findings), evidence, status, started.elapsed());
    let violated = findings.violations.first().and_then(|violation| violation.diagnostic.check);
    print_svcomp(options, findings.verdict, violated);
    status
}

fn say(
    options: &CheckOptions,
    outcome: Result<&Findings, &Diagnostic>,
    evidence: Evidence<'_>,
    status: u8,
    elapsed: Duration,
) {
    let seconds = elapsed.as_secs_f64();
    for problem in outputs::write(options, &Answer { outcome, evidence, status, seconds }) {
        console::refuse(&problem, Format::Text, status);
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
    let message = cause.reason(options.time_limit(), options.memory_limit);
    end_without_findings(options, &Diagnostic::bare(Kind::Limit, &message), status::UNKNOWN)
}

fn end_without_findings(options: &CheckOptions, diagnostic: &Diagnostic, status: u8) -> u8 {
    say(options, Err(diagnostic), Evidence::default(), status, Duration::ZERO);
    print_svcomp(options, Verdict::Unknown, None);
    status
}

#[cfg(test)]
mod tests {
    use candor_evidence::{Confirmed, Counterexample, Inputs, Trace};
    use candor_interp::{Detail, Fault, Site};
    use candor_ir::{Endian, FuncId, Function, Inst, InstId, InstKind, LocId, Signature, Target};

    use super::*;

    #[test]
    fn a_violation_counts_although_the_engine_never_came_back() {
        let mut so_far = SoFar::default();
        assert_eq!(so_far.report("time".to_owned()).verdict(|_| true), Verdict::Unknown);
        let check = Check::ErrorCall;
        let fault =
            Fault { check, detail: Detail::None, object: None, thread: 0, stack: Vec::new(), others: Vec::new() };
        let counterexample = Counterexample { check, position: Vec::new(), choices: Vec::new(), cycle: None };
        let confirmed = Confirmed { counterexample, fault, trace: Trace::default(), inputs: Inputs::default() };
        let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
        let status = Status::Violated(Box::new(confirmed));
        so_far.violations.push(CheckResult::new(CheckSite { check, site }, status));
        assert_eq!(so_far.report("time".to_owned()).verdict(|_| true), Verdict::Violated);
    }

    #[test]
    fn what_no_engine_came_back_with_is_unknown() {
        let (data_layout, triple) = (String::new(), String::new());
        let mut program = Program::new(Target { pointer_bits: 64, endian: Endian::Little, data_layout, triple });
        let mut main = Function::declare("main", Signature::default());
        for _ in 0..2 {
            main.insts.push(Inst::new(InstKind::Unreachable, None, LocId::NOWHERE));
        }
        program.functions.push(main);
        let site = |inst| Site { func: FuncId::from_u32(0), inst: InstId::from_u32(inst) };
        let at = |inst| CheckSite { check: Check::UnreachableCode, site: site(inst) };
        let violations = [CheckResult::new(at(0), Status::Unknown("it was replayed".to_owned()))];
        let open: Vec<CheckResult> = open_checks(&program, &violations, "5 seconds have passed").collect();
        let [CheckResult { at: found, status: Status::Unknown(reason), .. }] = &open[..] else { panic!("{open:?}") };
        assert_eq!((*found, reason.as_str()), (at(1), "5 seconds have passed"));
    }
}

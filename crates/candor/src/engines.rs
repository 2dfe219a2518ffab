//! Which engines look at a program, and how their answers become one.
//!
//! Bounded model checking comes first: most programs that can be decided are decided by it within moments. What takes longer is
//! looked at by induction over loops and by symbolic execution as well, at the same time; the first whole answer counts, and what
//! each has settled is kept. What one has shown the others do not ask again. What the pointer analysis has shown
//! they ask all the same: it is a second opinion, and a difference is unknown.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use candor_engine::{Findings, Options, Progress, Reached};
use candor_engine_explicit::{DataKind, ExplicitOptions, Order};
use candor_engine_symex::{Search, SymexOptions};
use candor_evidence::{CheckResult, CheckSite, Incomplete, Report, Status};
use candor_interp::makes_threads;
use candor_ir::{Check, Program};
use candor_solver::Interrupt;
use rustc_hash::FxHashMap;

use crate::options::{CheckOptions, Engine};

/// How long bounded model checking has the machine to itself.
const HEAD_START: Duration = Duration::from_millis(500);
/// After this time there may be a second engine that takes long.
const LATER: Duration = Duration::from_secs(2);
/// How many engines work at the same time, at first; an induction is mostly over soon.
const AT_ONCE: usize = 2;
/// After this time all of them do.
const PATIENCE: Duration = Duration::from_secs(8);
/// How many executions with threads are tried before a search, for how long, and with how many steps each.
const N_TRIES: u64 = 400;
const TRY_TIME: Duration = Duration::from_millis(600);
const MAX_TRY_STEPS: u64 = 20_000;
/// How often to look whether the user has had enough.
const TICK: Duration = Duration::from_millis(20);
/// How long engines have to come back when no more is wanted of them; shorter than what the guard gives all of them together.
const GRACE: Duration = Duration::from_millis(300);
/// Engines recurse over terms; solvers over their own trees.
const STACK: usize = 256 << 20;

/// Checks a program with the engine that was asked for.
pub(crate) fn run(
    options: &CheckOptions,
    program: &Arc<Program>,
    engine: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    match options.engine {
        Engine::Bmc => candor_engine_bmc::check(Arc::clone(program), engine, progress).by("bmc"),
        Engine::Loops => candor_engine_bmc::prove(program, engine, progress).by("loops"),
        Engine::Symex => {
            let symex =
                SymexOptions { engine: engine.clone(), search: options.search.into(), ..SymexOptions::default() };
            candor_engine_symex::check(Arc::clone(program), &symex, progress).by("symex")
        }
        Engine::Explicit => explicit(options, program, engine, progress),
        // The other engines know one thread.
        Engine::Auto if makes_threads(program) => {
            tried_before(program, engine, |engine| explicit(options, program, engine, progress))
        }
        Engine::Auto => Portfolio::new(program, engine).run(progress),
    }
}

/// Checks a program with whatever suits it, for who has no options of `candor check`.
pub(crate) fn decide(
    program: &Arc<Program>,
    engine: &Options,
    n_workers: usize,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    if !makes_threads(program) {
        return Portfolio::new(program, engine).run(progress);
    }
    tried_before(program, engine, |engine| {
        let engine = engine.clone();
        let explicit = ExplicitOptions { engine, workers: n_workers, spurious: true, ..ExplicitOptions::default() };
        candor_engine_explicit::check(program, &explicit, progress).by("explicit")
    })
}

/// Tries a few executions with inputs and schedules by chance before a search: what is easy to find need not be looked for, and
/// a search that goes through all beginnings first may never get to it.
fn tried_before(program: &Arc<Program>, engine: &Options, search: impl FnOnce(&Options) -> Report) -> Report {
    let deadline = Instant::now() + engine.timeout.map_or(TRY_TIME, |timeout| TRY_TIME.min(timeout / 8));
    let mut found = None;
    let mut seed = 0;
    // Executions that never end are no faults that one could run into.
    while found.is_none()
        && seed < N_TRIES
        && !engine.must_end
        && Instant::now() < deadline
        && !engine.interrupt.is_interrupted()
    {
        found = candor_evidence::probe(program, &engine.start, seed, MAX_TRY_STEPS);
        seed += 1;
    }
    let Some(confirmed) = found else { return search(engine) };
    let Some(&site) = confirmed.counterexample.position.last() else { return search(engine) };
    let at = CheckSite { check: confirmed.counterexample.check, site };
    if engine.stop_at_first {
        let mut findings = Findings::default();
        findings.incomplete("the search was stopped at the first violation", None);
        findings.violated.insert(at, confirmed);
        let checks = findings.results(program, &Reached::default());
        return Report { checks, incomplete: findings.incomplete, ..Report::default() }.by("explicit");
    }
    let mut report = search(engine);
    match report.checks.iter_mut().find(|result| result.at == at) {
        Some(result) if matches!(result.status, Status::Violated(_)) => {}
        Some(result) => result.status = Status::Violated(Box::new(confirmed)),
        None => report.checks.push(CheckResult::new(at, Status::Violated(Box::new(confirmed)))),
    }
    report
}

fn explicit(
    options: &CheckOptions,
    program: &Arc<Program>,
    engine: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let order = match options.search {
        crate::options::Search::Bfs => Order::BreadthFirst,
        crate::options::Search::Dfs => Order::DepthFirst,
        _ => Order::Both,
    };
    let data = match options.engine {
        _ if options.symbolic_data => DataKind::Symbolic,
        Engine::Auto => DataKind::Fitting,
        Engine::Explicit | Engine::Bmc | Engine::Loops | Engine::Symex => DataKind::Concrete,
    };
    let workers = match options.workers {
        0 => thread::available_parallelism().map_or(1, usize::from),
        workers => workers,
    };
    let explicit = ExplicitOptions {
        engine: engine.clone(),
        order,
        reduction: options.reduction.into(),
        data,
        storage: options.storage.into(),
        workers,
        spurious: true,
        max_states: options.max_states,
        max_depth: options.max_transitions,
    };
    let mut report = candor_engine_explicit::check(program, &explicit, progress);
    // A search that has come to its end has seen all states, and executions may go round among them for ever.
    if engine.must_end {
        let reason = "explicit-state search does not find out whether executions end".to_owned();
        for result in report.checks.iter_mut().filter(|result| result.at.check == Check::Termination) {
            result.status = Status::Unknown(reason.clone());
        }
        report.incomplete.push(Incomplete { reason, at: None });
    }
    report.by("explicit")
}

/// An engine of the portfolio.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Member {
    Bmc,
    Loops,
    Symex,
}

impl Member {
    fn name(self) -> &'static str {
        match self {
            Member::Bmc => "bounded model checking",
            Member::Loops => "induction over loops",
            Member::Symex => "symbolic execution",
        }
    }

    fn check(self, program: Arc<Program>, options: Options, progress: &mut dyn FnMut(&Progress)) -> Report {
        match self {
            Member::Bmc => candor_engine_bmc::check(program, &options, progress).by("bmc"),
            Member::Loops => candor_engine_bmc::prove(&program, &options, progress).by("loops"),
            Member::Symex => {
                let symex = SymexOptions { engine: options, search: Search::Interleaved, ..SymexOptions::default() };
                candor_engine_symex::check(program, &symex, progress).by("symex")
            }
        }
    }
}

enum Message {
    Progress(Progress),
    Report(Member, Box<Report>),
}

/// Several engines at work on one program.
struct Portfolio<'a> {
    program: &'a Arc<Program>,
    options: &'a Options,
    started: Instant,
    /// Pulled when one engine has the whole answer.
    enough: Interrupt,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    waiting: Vec<Member>,
    running: Vec<(Member, JoinHandle<()>)>,
    answer: Option<Report>,
}

impl<'a> Portfolio<'a> {
    fn new(program: &'a Arc<Program>, options: &'a Options) -> Portfolio<'a> {
        let (sender, receiver) = mpsc::channel();
        // Symbolic execution knows no executions that go on behind a fault, and queries are written by one engine at a time.
        let is_for_bmc = !options.goes_on().is_empty() || options.smt2.is_some();
        // Who sets bounds wants to know whether they are hit.
        let is_bounded = options.unwind.is_some() || !options.unwind_loops.is_empty() || options.depth.is_some();
        let waiting = match (is_for_bmc, options.must_end || is_bounded) {
            (true, _) => vec![Member::Bmc],
            (false, true) => vec![Member::Symex, Member::Bmc],
            (false, false) => vec![Member::Symex, Member::Loops, Member::Bmc],
        };
        Portfolio {
            program,
            options,
            started: Instant::now(),
            enough: Interrupt::new(),
            sender,
            receiver,
            waiting,
            running: Vec::new(),
            answer: None,
        }
    }

    fn run(mut self, progress: &mut dyn FnMut(&Progress)) -> Report {
        self.start_next();
        self.listen(progress)
    }

    fn listen(mut self, progress: &mut dyn FnMut(&Progress)) -> Report {
        let mut last_call = None;
        while !self.running.is_empty() {
            if self.is_time_for_next() {
                self.start_next();
            }
            if self.options.interrupt.is_interrupted() {
                self.enough.interrupt();
            }
            if self.enough.is_interrupted() && Instant::now() >= *last_call.get_or_insert(Instant::now() + GRACE) {
                while let Ok(message) = self.receiver.try_recv() {
                    self.hear(message, progress);
                }
                self.leave_behind();
                break;
            }
            match self.receiver.recv_timeout(TICK) {
                Ok(message) => self.hear(message, progress),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        self.answer.unwrap_or_default()
    }

    fn hear(&mut self, message: Message, progress: &mut dyn FnMut(&Progress)) {
        match message {
            Message::Progress(told) => progress(&told),
            Message::Report(member, report) => self.take(member, *report),
        }
    }

    fn is_time_for_next(&self) -> bool {
        let Some(next) = self.waiting.last() else { return false };
        let elapsed = self.started.elapsed();
        let is_late = match next {
            // Executions that never end are found one at a time.
            _ if self.options.must_end => true,
            Member::Bmc | Member::Loops => elapsed >= HEAD_START,
            Member::Symex => elapsed >= LATER,
        };
        let has_room = self.running.len() < AT_ONCE || elapsed >= PATIENCE;
        is_late && has_room && !self.enough.is_interrupted()
    }

    fn start_next(&mut self) {
        let Some(member) = self.waiting.pop() else { return };
        let timeout = self.options.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()));
        let options = Options { timeout, interrupt: self.enough.clone(), ..self.options.clone() };
        let (program, sender) = (Arc::clone(self.program), self.sender.clone());
        let work = move || {
            let told = sender.clone();
            let engine = AssertUnwindSafe(|| {
                // Nobody listens any more once the answer is there.
                member.check(program, options, &mut |progress| _ = told.send(Message::Progress(progress.clone())))
            });
            let report = panic::catch_unwind(engine)
                .unwrap_or_else(|_| nothing(format!("internal error in {}; please report it", member.name())));
            _ = sender.send(Message::Report(member, Box::new(report)));
        };
        match thread::Builder::new().name(member.name().to_owned()).stack_size(STACK).spawn(work) {
            Ok(handle) => self.running.push((member, handle)),
            Err(error) => self.take(member, nothing(format!("{} could not be started: {error}", member.name()))),
        }
    }

    /// Engines that are stuck, as in a solver's preprocessing, are not waited for; they end with the process.
    fn leave_behind(&mut self) {
        for (member, _) in std::mem::take(&mut self.running) {
            self.add(member, nothing("it did not stop in time".to_owned()));
        }
    }

    /// An engine has ended. If it was the only one, the next begins.
    fn take(&mut self, member: Member, report: Report) {
        if let Some(idx) = self.running.iter().position(|(running, _)| *running == member) {
            // What a panicking engine had to say has been said by its own boundary.
            let _: Result<(), Box<dyn Any + Send>> = self.running.swap_remove(idx).1.join();
        }
        self.add(member, report);
        if self.running.is_empty() && !self.enough.is_interrupted() {
            self.start_next();
        }
    }

    /// What an engine says is added to what is known.
    fn add(&mut self, member: Member, report: Report) {
        let held = report.checks.iter().filter(|result| matches!(result.status, Status::Holds));
        self.options.settled.add(held.map(|result| (result.at.site, result.at.check)));
        let report = match self.answer.take() {
            None => report,
            Some(before) => join(before, report, member),
        };
        if is_settled(&report) || self.options.stop_at_first && has_violation(&report) {
            self.enough.interrupt();
        }
        self.answer = Some(report);
    }
}

/// What an engine has to say that has found out nothing.
fn nothing(reason: String) -> Report {
    Report { incomplete: vec![Incomplete { reason, at: None }], ..Report::default() }
}

fn has_violation(report: &Report) -> bool {
    report.checks.iter().any(|result| matches!(result.status, Status::Violated(_)))
}

/// Whether nothing is left to find out.
fn is_settled(report: &Report) -> bool {
    report.incomplete.is_empty() && !report.checks.iter().any(|result| matches!(result.status, Status::Unknown(_)))
}

/// What two engines have to say together. Of each check the better answer stands; every execution was looked at if one of
/// them has looked at all.
fn join(first: Report, second: Report, by: Member) -> Report {
    if is_settled(&first) {
        return first;
    }
    if is_settled(&second) {
        return second;
    }
    let mut checks: Vec<CheckResult> = first.checks;
    let index: FxHashMap<_, usize> = checks.iter().enumerate().map(|(idx, result)| (result.at, idx)).collect();
    for result in second.checks {
        match index.get(&result.at) {
            Some(&idx) if worth(&result.status) > worth(&checks[idx].status) => checks[idx] = result,
            Some(_) => {}
            None => checks.push(result),
        }
    }
    // Where something stays open, what one of them could not look at is the reason.
    let is_open = checks.iter().any(|result| matches!(result.status, Status::Unknown(_)));
    let incomplete = match (first.incomplete, second.incomplete) {
        (first, _) if first.is_empty() && !is_open => first,
        (_, second) if second.is_empty() && !is_open => second,
        (mut first, second) => {
            for gap in second {
                let reason = format!("{}: {}", by.name(), gap.reason);
                if !first.iter().any(|known| known.reason == gap.reason && known.at == gap.at) {
                    first.push(Incomplete { reason, at: gap.at });
                }
            }
            first
        }
    };
    let mut assumptions = first.assumptions;
    assumptions.extend(second.assumptions);
    let mut seen = Vec::new();
    assumptions.retain(|sentence| {
        let is_new = !seen.contains(sentence);
        seen.push(sentence.clone());
        is_new
    });
    let statistics = first.statistics.into_iter().chain(second.statistics).collect();
    Report { checks, incomplete, assumptions, statistics }
}

/// How much an answer says.
fn worth(status: &Status) -> u32 {
    match status {
        Status::Unknown(_) => 0,
        Status::Unreachable { vacuous } => 1 + u32::from(*vacuous),
        Status::Holds => 3,
        Status::Violated(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::{Endian, Target};

    use super::*;

    /// What is said when no more is wanted of the engines, one of which does not come back.
    fn with_one_stuck(answer: Option<Report>) -> Report {
        let (data_layout, triple) = (String::new(), String::new());
        let target = Target { pointer_bits: 64, endian: Endian::Little, data_layout, triple };
        let (program, options) = (Arc::new(Program::new(target)), Options::default());
        let mut portfolio = Portfolio::new(&program, &options);
        portfolio.waiting.clear();
        portfolio.running.push((Member::Bmc, thread::spawn(|| thread::sleep(Duration::from_secs(3600)))));
        portfolio.answer = answer;
        portfolio.enough.interrupt();
        portfolio.listen(&mut |_| {})
    }

    #[test]
    fn an_answer_does_not_wait_for_an_engine_that_is_stuck() {
        assert!(is_settled(&with_one_stuck(Some(Report::default()))));
    }

    #[test]
    fn an_engine_that_is_stuck_is_no_proof() {
        for before in [None, Some(nothing("the other did not finish".to_owned()))] {
            assert!(!is_settled(&with_one_stuck(before)));
        }
    }
}

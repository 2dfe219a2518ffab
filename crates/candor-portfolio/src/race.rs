//! A portfolio of engines on one program, started one after the other and then at work at the same time.
//!
//! Bounded model checking comes first: most programs that can be decided are decided by it within moments. Beside it a few executions
//! are tried with inputs by chance. What takes longer is looked at by induction over loops and by symbolic execution as well, at the same time; the first whole answer counts, and what
//! each has settled is kept. What one has shown the others do not ask again. What the pointer analysis has shown
//! they ask all the same: it is a second opinion, and a difference is unknown.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use candor_engine::{Options, Progress, all_checks};
use candor_engine_symex::Search;
use candor_evidence::{CheckResult, Report, Status};
use candor_interp::{Beyond, lookup_native};
use candor_ir::{FuncId, Function, Inst, InstKind, Operand, Program};
use candor_solver::Interrupt;
use rustc_hash::FxHashSet;
use rustix::process::Pid;

use crate::engines;
use crate::join::{has_violation, is_settled, join, join_tried, nothing};
use crate::values;

/// How long bounded model checking has the machine to itself.
const HEAD_START: Duration = Duration::from_millis(500);
/// When executions are tried.
const PROBES_AFTER: Duration = Duration::from_millis(50);
/// How long the shapes of memory are looked at: mostly it is soon clear whether there are few.
const SHAPES_AT_MOST: Duration = Duration::from_secs(20);
/// The same for values of variables.
const VALUES_AT_MOST: Duration = Duration::from_secs(10);
/// After this time there may be a second engine that takes long.
const LATER: Duration = Duration::from_secs(2);
/// How many engines work at the same time, at first; an induction is mostly over soon.
const AT_ONCE: usize = 2;
/// After this time all of them do.
const PATIENCE: Duration = Duration::from_secs(8);
/// How many times as long as the answer took an induction has afterwards, where a proof is wanted that can be checked.
const PROOF_TIMES: u32 = 2;
/// The niceness of engines that give way.
const LESS: i32 = 5;
/// How often to look whether the user has had enough.
const TICK: Duration = Duration::from_millis(20);
/// How long engines have to come back when no more is wanted of them; shorter than what a command gives all of them together.
const GRACE: Duration = Duration::from_millis(300);
/// Engines recurse over terms; solvers over their own trees.
const STACK: usize = 256 << 20;

/// Checks a program with one thread.
pub(crate) fn race(program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let mut portfolio = Portfolio::new(program, options);
    portfolio.start_next();
    portfolio.listen(progress)
}

/// An engine of the portfolio.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Member {
    Bmc,
    Probes,
    Values,
    Shapes,
    Loops,
    Symex,
    /// Symbolic execution where pointers of unknown origin point to external memory.
    Given,
}

impl Member {
    fn name(self) -> &'static str {
        match self {
            Member::Bmc => "bounded model checking",
            Member::Probes => "trying executions",
            Member::Values => "value analysis",
            Member::Shapes => "shape analysis",
            Member::Loops => "induction over loops",
            Member::Symex => "symbolic execution",
            Member::Given => "symbolic execution with external memory",
        }
    }

    /// Whether it looks at some executions only, to find violations.
    fn only_tries(self) -> bool {
        match self {
            Member::Probes | Member::Given => true,
            Member::Bmc | Member::Values | Member::Shapes | Member::Loops | Member::Symex => false,
        }
    }

    /// What there is to say, if anything.
    fn check(self, program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Option<Report> {
        Some(match self {
            Member::Bmc => engines::bmc(program, options, progress),
            Member::Probes => return engines::probes(program, options),
            Member::Values => engines::values(program, options),
            Member::Shapes => engines::shapes(program, options, progress),
            Member::Loops => engines::loops(program, options, progress),
            Member::Symex => engines::symex(Search::Interleaved, program, options, progress),
            Member::Given => engines::given(program, options, progress),
        })
    }
}

/// Whether the program, or what it calls of the library, takes memory from the heap.
fn makes_blocks(program: &Program) -> bool {
    let mut work: Vec<FuncId> =
        program.functions.iter().filter(|(_, function)| !function.library).map(|(func, _)| func).collect();
    let mut seen: FxHashSet<FuncId> = work.iter().copied().collect();
    while let Some(func) = work.pop() {
        for callee in program.functions[func].insts.values().filter_map(|inst| inst.kind.direct_callee()) {
            if lookup_native(&program.functions[callee].name).is_some_and(|native| native.allocates()) {
                return true;
            }
            if seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    false
}

/// Whether the program itself writes to elements of arrays by an index: what holds of all of them is for an induction to say.
fn fills_arrays(program: &Program) -> bool {
    let is_filled = |function: &Function| {
        let is_element = |inst: &&Inst| matches!(inst.kind, InstKind::PtrAdd { index: Some(_), .. });
        let elements: FxHashSet<_> =
            function.insts.values().filter(is_element).filter_map(|inst| inst.result).collect();
        let is_store = |inst: &Inst| match inst.kind {
            InstKind::Store { ptr: Operand::Value(ptr), .. } => elements.contains(&ptr),
            // Any other writes to no element, or not to one that it has computed for itself.
            _ => false,
        };
        function.insts.values().any(is_store)
    };
    program.functions.values().any(|function| !function.library && is_filled(function))
}

/// An engine at work.
struct Running {
    member: Member,
    handle: JoinHandle<()>,
    /// The number that the operating system gives its thread, once it has begun.
    thread: Arc<OnceLock<Pid>>,
}

enum Message {
    Progress(Progress),
    Report(Member, Option<Box<Report>>),
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
    running: Vec<Running>,
    /// Whether the other engines run at a lower priority than the loop proofs.
    has_given_way: bool,
    answer: Option<Report>,
    /// Whether nothing is known but what came of trying some executions.
    is_only_tried: bool,
    /// Everything holds, and until then an induction may find loop invariants: a proof without any has a second program go through
    /// every round of every loop again.
    proof_until: Option<Instant>,
}

impl<'a> Portfolio<'a> {
    fn new(program: &'a Arc<Program>, options: &'a Options) -> Portfolio<'a> {
        let (sender, receiver) = mpsc::channel();
        // Symbolic execution knows no executions that go on behind a fault, and queries are written by one engine at a time.
        let is_for_bmc = !options.goes_on().is_empty() || options.smt2.is_some();
        // Who sets bounds wants to know whether they are hit.
        let is_bounded = options.unwind.is_some() || !options.unwind_loops.is_empty() || options.depth.is_some();
        let waiting = match (is_for_bmc, is_bounded) {
            (true, _) => vec![Member::Bmc],
            (false, true) => vec![Member::Symex, Member::Bmc],
            (false, false) => {
                let mut waiting = vec![Member::Symex, Member::Loops];
                waiting.extend(makes_blocks(program).then_some(Member::Shapes));
                waiting.extend((!options.must_end && values::is_for(program)).then_some(Member::Values));
                if fills_arrays(program) {
                    waiting[1..].rotate_left(1);
                }
                waiting.extend((!options.must_end).then_some(Member::Probes));
                waiting.push(Member::Bmc);
                // Where nothing but errors that the program knows itself is looked for, memory may be as helpful as it can.
                let finds_behind = options.beyond == Beyond::Everything && values::is_for(program);
                waiting.extend(finds_behind.then_some(Member::Given));
                waiting
            }
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
            has_given_way: false,
            answer: None,
            is_only_tried: true,
            proof_until: None,
        }
    }

    fn listen(mut self, progress: &mut dyn FnMut(&Progress)) -> Report {
        let mut last_call = None;
        while !self.running.is_empty() {
            if self.is_time_for_next() {
                self.start_next();
            }
            self.give_way();
            if self.options.interrupt.is_interrupted() || self.proof_until.is_some_and(|until| Instant::now() >= until)
            {
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
            Message::Report(member, report) => self.take(member, report.map(|report| *report)),
        }
    }

    fn is_time_for_next(&self) -> bool {
        let Some(next) = self.waiting.last() else { return false };
        let elapsed = self.started.elapsed();
        let is_late = match next {
            // Executions that never end are found one at a time.
            _ if self.options.must_end || self.proof_until.is_some() => true,
            _ if self.running.iter().all(|running| running.member == Member::Probes) => true,
            Member::Probes => elapsed >= PROBES_AFTER,
            Member::Bmc | Member::Values | Member::Shapes | Member::Loops => elapsed >= HEAD_START,
            Member::Symex => elapsed >= LATER,
            Member::Given => true,
        };
        // Shapes and values are few or too many, so that others do not wait for them long, nor they for others.
        let is_brief = |member: &Member| match member {
            Member::Probes => true,
            Member::Shapes | Member::Values => elapsed >= LATER,
            Member::Bmc | Member::Loops | Member::Symex | Member::Given => false,
        };
        let n_running = self.running.iter().filter(|running| !is_brief(&running.member)).count();
        let has_room = n_running < AT_ONCE || is_brief(next) || elapsed >= PATIENCE || self.options.must_end;
        is_late && has_room && !self.enough.is_interrupted()
    }

    fn start_next(&mut self) {
        let Some(member) = self.waiting.pop() else { return };
        let timeout = self.options.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()));
        let timeout = match member {
            Member::Shapes => Some(timeout.map_or(SHAPES_AT_MOST, |left| SHAPES_AT_MOST.min(left))),
            Member::Values => Some(timeout.map_or(VALUES_AT_MOST, |left| VALUES_AT_MOST.min(left))),
            Member::Bmc | Member::Probes | Member::Loops | Member::Symex | Member::Given => timeout,
        };
        let options = Options { timeout, interrupt: self.enough.clone(), ..self.options.clone() };
        let (program, sender) = (Arc::clone(self.program), self.sender.clone());
        let number = Arc::new(OnceLock::new());
        let own_number = Arc::clone(&number);
        let work = move || {
            _ = own_number.set(rustix::thread::gettid());
            let told = sender.clone();
            let engine = AssertUnwindSafe(|| {
                // Nobody listens any more once the answer is there.
                member.check(&program, &options, &mut |progress| _ = told.send(Message::Progress(progress.clone())))
            });
            let report = panic::catch_unwind(engine)
                .unwrap_or_else(|_| Some(nothing(format!("internal error in {}; please report it", member.name()))));
            _ = sender.send(Message::Report(member, report.map(Box::new)));
        };
        match thread::Builder::new().name(member.name().to_owned()).stack_size(STACK).spawn(work) {
            Ok(handle) => self.running.push(Running { member, handle, thread: number }),
            Err(error) => self.take(member, Some(nothing(format!("{} could not be started: {error}", member.name())))),
        }
    }

    fn is_running(&self, member: Member) -> bool {
        self.running.iter().any(|running| running.member == member)
    }

    /// Termination that is not shown at once is mostly shown by loop proofs: after two seconds the other engines run at a lower priority.
    fn give_way(&mut self) {
        if self.has_given_way
            || !self.options.must_end
            || self.started.elapsed() < LATER
            || !self.is_running(Member::Loops)
        {
            return;
        }
        self.has_given_way = true;
        for running in self.running.iter().filter(|running| matches!(running.member, Member::Bmc | Member::Symex)) {
            if let Some(&thread) = running.thread.get() {
                // Where the system does not allow it, all get the same.
                _ = rustix::process::setpriority_process(Some(thread), LESS);
            }
        }
    }

    /// Engines that are stuck, as in a solver's preprocessing, are not waited for; they end with the process.
    fn leave_behind(&mut self) {
        for Running { member, .. } in std::mem::take(&mut self.running) {
            if member == Member::Probes {
                continue;
            }
            // Where no engine has said anything, all checks are open.
            let unknown = |at| CheckResult::new(at, Status::Unknown("timeout".to_owned()));
            let checks = match self.is_only_tried {
                true => all_checks(self.program).map(unknown).collect(),
                false => Vec::new(),
            };
            self.add(member, Report { checks, ..nothing("timeout".to_owned()) });
        }
    }

    /// An engine has ended. If it was the only one, the next begins.
    fn take(&mut self, member: Member, report: Option<Report>) {
        if let Some(idx) = self.running.iter().position(|running| running.member == member) {
            // What a panicking engine had to say has been said by its own boundary.
            let _: Result<(), Box<dyn Any + Send>> = self.running.swap_remove(idx).handle.join();
        }
        if let Some(report) = report {
            self.add(member, report);
        }
        if self.running.is_empty() && !self.enough.is_interrupted() {
            self.start_next();
        }
    }

    /// Whether an induction may still give a proof for what this engine has shown by going through all rounds of loops.
    fn may_be_proved(&self, member: Member, report: &Report) -> bool {
        let is_unrolled = matches!(member, Member::Bmc | Member::Symex) && !has_violation(report);
        let is_to_come = self.waiting.contains(&Member::Loops) || self.is_running(Member::Loops);
        self.options.keeps_proof && is_unrolled && report.proof.is_empty() && is_to_come
    }

    /// What an engine says is added to what is known.
    fn add(&mut self, member: Member, report: Report) {
        // A proof relies on nothing that others have shown.
        if !self.options.keeps_proof {
            let held = report.checks.iter().filter(|result| matches!(result.status, Status::Holds));
            self.options.settled.add(held.map(|result| (result.at.site, result.at.check)));
        }
        // That the search was stopped at the first violation is told.
        let only_tries = member.only_tries() && !self.options.stop_at_first;
        let report = match self.answer.take() {
            None => report,
            Some(before) if only_tries => join_tried(before, report, member.name()),
            Some(before) if self.is_only_tried => join_tried(report, before, Member::Probes.name()),
            Some(before) => join(before, report, member.name()),
        };
        self.is_only_tried &= only_tries;
        if is_settled(&report) && self.may_be_proved(member, &report) {
            self.waiting.retain(|waiting| *waiting == Member::Loops);
            self.proof_until.get_or_insert(Instant::now() + self.started.elapsed() * PROOF_TIMES);
        } else if is_settled(&report) || self.options.stop_at_first && has_violation(&report) {
            self.enough.interrupt();
        }
        self.answer = Some(report);
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
        let handle = thread::spawn(|| thread::sleep(Duration::from_secs(3600)));
        portfolio.running.push(Running { member: Member::Bmc, handle, thread: Arc::default() });
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

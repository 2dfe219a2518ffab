//! Single-stepping of a concrete execution: one step at a time, by any thread, forth and back.
//!
//! Where [`run`](crate::run) goes to the end, this explorer does what it is told. Threads take turns as its owner likes, or as a log
//! says. A [`Moment`] is everything there is to know about an execution at a time, so that going back is having kept one.
//! A value that nobody has foretold is asked for: the step that needs it has not happened until it is there.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::Arc;

use candor_interp::object::ObjectMemory;
use candor_interp::{Halt, Image, Outcome, State, Stop, ThreadId, next_step, step};
use candor_ir::{Callee, InstKind, Program};

use crate::choices::{ChoiceSource, Question, RecordedChoice};
use crate::context::ConcreteContext;
use crate::race::Before;
use crate::run::{self, End};
use crate::schedule::{Scheduler, deadlock};
use crate::variables::Variables;

type Running = State<ConcreteContext<'static>>;

/// Instructions in a section that nobody interrupts: one that has more goes round in circles.
const MAX_SECTION: u64 = 10_000_000;

/// How to begin.
#[derive(Clone, Debug)]
pub struct MachineConfig {
    pub options: candor_interp::Options,
    pub choices: ChoiceSource,
    /// What the program reads.
    pub stdin: Vec<u8>,
    /// Whether the library shows what the program prints; who counts the steps of an execution counts them without.
    pub watched: bool,
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Stepped {
    /// The thread is at its next instruction.
    Moved,
    /// It has to wait for another thread, and is where it was.
    Waits,
    /// It asks for a value, and is where it was.
    Asks(Question),
    /// The execution is over; [`Machine::end`] says how.
    Ended,
}

/// What a thread can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    GoesOn,
    Waits,
    HasEnded,
}

/// Everything about an execution at one time.
#[derive(Clone, Debug)]
pub struct Moment {
    state: Running,
    scheduler: Scheduler<'static>,
    choices: ChoiceSource,
    variables: Variables,
    end: Option<End>,
    n_read: usize,
    n_written: usize,
}

impl Moment {
    pub fn state(&self) -> &State<ConcreteContext<'static>> {
        &self.state
    }
}

/// A byte that the program wrote, and to which file descriptor.
pub type Written = (i32, u8);

/// An execution that goes on when it is told to.
pub struct Machine {
    image: Image<ConcreteContext<'static>>,
    cx: ConcreteContext<'static>,
    state: Running,
    scheduler: Scheduler<'static>,
    variables: Variables,
    end: Option<End>,
    n_read: Rc<Cell<usize>>,
    written: Rc<RefCell<Vec<Written>>>,
}

/// What the program reads, from where it has come to.
struct Stdin {
    bytes: Vec<u8>,
    n_read: Rc<Cell<usize>>,
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.bytes.get(self.n_read.get()..).unwrap_or_default();
        let n_read = rest.read(buffer)?;
        self.n_read.set(self.n_read.get() + n_read);
        Ok(n_read)
    }
}

impl Machine {
    /// A program before its first instruction, or why it does not get that far.
    pub fn load(program: &Arc<Program>, config: MachineConfig) -> Result<Machine, End> {
        let n_read = Rc::new(Cell::new(0));
        let written = Rc::new(RefCell::new(Vec::new()));
        let input = Box::new(Stdin { bytes: config.stdin, n_read: Rc::clone(&n_read) });
        let output = Rc::clone(&written);
        let output = Box::new(move |fd, byte| output.borrow_mut().push((fd, byte)));
        let mut cx = ConcreteContext::new(Arc::clone(program), config.choices, input, output, u64::MAX);
        cx.watched = config.watched;
        let loaded = Image::load(&mut cx, Arc::clone(program), config.options, (), ObjectMemory::default());
        let (image, state) = loaded.map_err(run::early_end)?;
        let mut variables = Variables::default();
        variables.see(&image, &state);
        let scheduler = Scheduler::default();
        Ok(Machine { image, cx, state, scheduler, variables, end: None, n_read, written })
    }

    pub fn image(&self) -> &Image<ConcreteContext<'static>> {
        &self.image
    }

    pub fn state(&self) -> &State<ConcreteContext<'static>> {
        &self.state
    }

    /// What variables in registers were last given.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// How the execution ended, once it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Everything that the program has written so far.
    pub fn written(&self) -> Vec<Written> {
        self.written.borrow().clone()
    }

    /// Every choice so far, in order.
    pub fn log(&self) -> Vec<RecordedChoice> {
        let choices = self.state.log.to_vec();
        choices.into_iter().map(|choice| RecordedChoice::new(&self.image.program, choice)).collect()
    }

    /// Where the answers to the program's questions come from.
    pub fn choices_mut(&mut self) -> &mut ChoiceSource {
        &mut self.cx.choices
    }

    pub fn choices(&self) -> &ChoiceSource {
        &self.cx.choices
    }

    /// This moment, to come back to.
    pub fn moment(&self) -> Moment {
        Moment {
            state: self.state.clone(),
            scheduler: self.scheduler.clone(),
            choices: self.cx.choices.clone(),
            variables: self.variables.clone(),
            end: self.end.clone(),
            n_read: self.n_read.get(),
            n_written: self.written.borrow().len(),
        }
    }

    /// Goes to another moment of the same program.
    pub fn go_to(&mut self, moment: Moment) {
        self.state = moment.state;
        self.scheduler = moment.scheduler;
        self.cx.choices = moment.choices;
        self.variables = moment.variables;
        self.end = moment.end;
        self.n_read.set(moment.n_read);
        self.written.borrow_mut().truncate(moment.n_written);
        self.cx.spurious = false;
        self.cx.race = None;
    }

    /// Lets a thread make a step: an instruction, or all of a section that nobody interrupts. `spurious`: if it waits for
    /// a condition variable, it wakes although nobody told it to.
    pub fn step(&mut self, thread: ThreadId, spurious: bool) -> Stepped {
        if self.end.is_some() {
            return Stepped::Ended;
        }
        let is_alive = self.state.thread_of(thread).is_some_and(|thread| !thread.ended);
        // Who is in the middle of a section, as a log may have left it, must come out first.
        let is_free = self.state.thread.id == thread || self.state.thread.uninterrupted == 0;
        if !is_alive || !is_free {
            return Stepped::Waits;
        }
        let before = self.may_not_happen(thread).then(|| self.moment());
        self.state.switch_to(thread);
        self.cx.spurious = spurious;
        let stepped = self.step_section();
        self.cx.spurious = false;
        if let (Stepped::Waits | Stepped::Asks(_), Some(before)) = (&stepped, before) {
            self.go_to(before);
        }
        stepped
    }

    /// Whether the next step of a thread may turn out to be impossible now, so that it must be taken back.
    fn may_not_happen(&mut self, thread: ThreadId) -> bool {
        let running = self.state.thread.id;
        self.state.switch_to(thread);
        let next = next_step(&self.image, &mut self.cx, &mut self.state);
        let top = &self.state.thread.top;
        let inst = &self.image.program.functions[top.func].insts[top.pc];
        let may_ask = match &inst.kind {
            InstKind::Call(call) => match call.callee {
                Callee::Direct(func) => !self.image.program.functions[func].is_defined(),
                Callee::Indirect(_) => true,
            },
            // A weak one may fail for no reason.
            InstKind::AtomicCas { success, .. } => success.is_some(),
            // Any other leaves nothing open that somebody would be asked for.
            _ => false,
        };
        self.state.switch_to(running);
        may_ask || next.may_wait()
    }

    fn step_section(&mut self) -> Stepped {
        for _ in 0..MAX_SECTION {
            let stepped = self.step_once();
            if stepped != Stepped::Moved || self.state.thread.uninterrupted == 0 {
                return stepped;
            }
        }
        self.halted(Stop::Exhausted("an atomic section that does not end".into()).into())
    }

    fn step_once(&mut self) -> Stepped {
        let several = !self.state.parked.is_empty();
        if several && let Err(halt) = self.scheduler.races.before_step(&self.image, &mut self.cx, &mut self.state) {
            return self.halted(halt);
        }
        let was = Before::of(&self.state);
        let outcome = step(&self.image, &mut self.cx, &mut self.state);
        match outcome {
            Ok(Outcome::Next) => {
                if several {
                    self.scheduler.races.after_step(&self.image, &self.state, was);
                }
                self.variables.see(&self.image, &self.state);
                Stepped::Moved
            }
            Ok(Outcome::ThreadEnded) => {
                self.scheduler.races.end_section(self.state.thread.id);
                Stepped::Moved
            }
            Ok(Outcome::Blocked) => Stepped::Waits,
            Ok(Outcome::Exit(status)) => self.over(End::Exit(run::status_of(&status))),
            Ok(Outcome::Fork(_)) => self.halted(Stop::Bug("a concrete execution forked".into()).into()),
            Err(halt) => self.halted(halt),
        }
    }

    /// Makes the next step of an execution that a log describes, whichever thread's that is.
    pub fn follow(&mut self) -> Stepped {
        if self.end.is_some() {
            return Stepped::Ended;
        }
        let outcome = match self.state.parked.is_empty() {
            true => step(&self.image, &mut self.cx, &mut self.state),
            false => self.scheduler.advance(&self.image, &mut self.cx, &mut self.state, &mut step),
        };
        match outcome {
            Ok(Outcome::Next) => {
                self.variables.see(&self.image, &self.state);
                Stepped::Moved
            }
            Ok(Outcome::Exit(status)) => self.over(End::Exit(run::status_of(&status))),
            Ok(Outcome::Fork(_) | Outcome::Blocked | Outcome::ThreadEnded) => {
                self.halted(Stop::Bug("the only thread waits, ended or forked".into()).into())
            }
            Err(halt) => self.halted(halt),
        }
    }

    fn halted(&mut self, halt: Halt) -> Stepped {
        if let Some(question) = self.cx.question.take() {
            return Stepped::Asks(question);
        }
        let stack = run::stack(&self.image, &self.state);
        let end = match (halt, self.cx.fault.take()) {
            (Halt::Ended, Some((fault, _))) => End::Fault(fault),
            (Halt::Ended, None) => End::Assumption(stack),
            (Halt::Stop(stop), _) => End::Stop(*stop, stack),
        };
        self.over(end)
    }

    fn over(&mut self, end: End) -> Stepped {
        self.end = Some(end);
        Stepped::Ended
    }

    /// What each thread could do now, in order of their numbers. Nothing happens by asking.
    pub fn prospects(&mut self) -> Vec<(ThreadId, Prospect)> {
        let mut threads: Vec<(ThreadId, bool)> = self.state.threads().map(|thread| (thread.id, thread.ended)).collect();
        threads.sort_unstable();
        let now = self.moment();
        let mut prospects = Vec::new();
        for (thread, has_ended) in threads {
            let prospect = match (has_ended, self.end.is_some()) {
                (true, _) => Prospect::HasEnded,
                (false, true) => Prospect::Waits,
                (false, false) => {
                    let stepped = self.step(thread, /* spurious */ false);
                    self.go_to(now.clone());
                    if stepped == Stepped::Waits { Prospect::Waits } else { Prospect::GoesOn }
                }
            };
            prospects.push((thread, prospect));
        }
        prospects
    }

    /// Ends the execution with a deadlock if no thread can go on. Whether it did.
    pub fn end_if_stuck(&mut self) -> bool {
        let prospects = self.prospects();
        let is_stuck = self.end.is_none() && prospects.iter().all(|(_, prospect)| *prospect != Prospect::GoesOn);
        if is_stuck {
            let waiting: Vec<ThreadId> =
                prospects.iter().filter(|(_, p)| *p == Prospect::Waits).map(|(thread, _)| *thread).collect();
            let halt = deadlock(&self.image, &mut self.cx, &mut self.state, &waiting);
            self.halted(halt);
        }
        is_stuck
    }
}

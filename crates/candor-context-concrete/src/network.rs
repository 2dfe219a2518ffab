//! Threads as LODIN runs its processes: one of them makes one step, then anyone may.
//!
//! A step is one instruction, or the whole of a section that nobody interrupts. Whoever explores picks the thread; unlike in
//! [`run`](crate::run()) nothing is joined to longer turns, so that the number of steps and the chances of schedules are those of
//! the program as it is written.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use candor_interp::object::ObjectMemory;
use candor_interp::{Halt, Image, Options, Outcome, State, Stop, ThreadId, next_step, step};
use candor_ir::{Check, InstKind, Program};

use crate::choices::{ChoiceSource, Chooser};
use crate::context::ConcreteContext;

/// Instructions in a section that nobody interrupts: one that has more goes round in circles.
const MAX_SECTION: u64 = 10_000_000;

/// A program whose threads are stepped one by one.
pub struct Network {
    pub image: Image<ConcreteContext<'static>>,
    pub cx: ConcreteContext<'static>,
    /// Where every execution starts.
    pub start: State<ConcreteContext<'static>>,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Moved {
    /// The thread made it.
    On,
    /// It cannot be made now. Nothing has changed.
    Blocked,
    /// It ended the program.
    Exit,
    /// It broke a check. The threads stand where they stood.
    Broken(Check),
    /// It ended the execution without a word: an assumption does not hold.
    Dropped,
    /// Candor cannot make it.
    Stopped(Stop),
}

impl Network {
    /// Gets a program ready. What it leaves open is settled by the chooser; nobody sees what it prints.
    pub fn load(program: &Arc<Program>, options: Options, chooser: Rc<RefCell<dyn Chooser>>) -> Result<Network, Stop> {
        let choices = ChoiceSource::Chooser(chooser);
        let (input, output) = (Box::new(std::io::empty()), Box::new(|_, _| {}));
        let mut cx = ConcreteContext::new(program.clone(), choices, input, output, u64::MAX);
        cx.watched = false;
        match Image::load(&mut cx, program.clone(), options, (), ObjectMemory::default()) {
            Ok((image, start)) => Ok(Network { image, cx, start }),
            Err(Halt::Stop(stop)) => Err(*stop),
            Err(Halt::Ended) => Err(Stop::Bug("a program ended before it began".into())),
        }
    }

    /// Lets a thread make a step.
    pub fn step(&mut self, state: &mut State<ConcreteContext<'static>>, thread: ThreadId) -> Moved {
        if state.thread.id != thread {
            state.switch_to(thread);
        }
        let before = self.may_block(state).then(|| state.clone());
        let from = state.steps;
        loop {
            match step(&self.image, &mut self.cx, state) {
                Ok(Outcome::Next) if state.thread.uninterrupted == 0 => return Moved::On,
                Ok(Outcome::Next) if state.steps - from > MAX_SECTION => {
                    return Moved::Stopped(Stop::Exhausted(format!("{MAX_SECTION} steps in one atomic section")));
                }
                Ok(Outcome::Next) => {}
                Ok(Outcome::ThreadEnded) => return Moved::On,
                Ok(Outcome::Exit(_)) => return Moved::Exit,
                Ok(Outcome::Blocked) => match before {
                    Some(before) => {
                        *state = before;
                        return Moved::Blocked;
                    }
                    None => return Moved::Stopped(Stop::Bug("a thread waits outside of a section".into())),
                },
                Ok(Outcome::Fork(_)) => return Moved::Stopped(Stop::Bug("a concrete execution forked".into())),
                Err(Halt::Ended) => match self.cx.fault.take() {
                    Some((fault, _)) => return Moved::Broken(fault.check),
                    None => return Moved::Dropped,
                },
                Err(Halt::Stop(stop)) => return Moved::Stopped(*stop),
            }
        }
    }

    /// Whether the next step of the running thread may find that it cannot be made. Only calls may.
    fn may_block(&mut self, state: &mut State<ConcreteContext<'static>>) -> bool {
        let inst = &self.image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
        if !matches!(inst.kind, InstKind::Call(_)) || state.parked.is_empty() {
            return false;
        }
        next_step(&self.image, &mut self.cx, state).may_wait()
    }

    /// Whether the next step of the running thread can be of any use to a thread that waits.
    pub fn may_wake(&mut self, state: &mut State<ConcreteContext<'static>>) -> bool {
        let next = next_step(&self.image, &mut self.cx, state);
        if !next.is_visible() {
            let inst = &self.image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
            return matches!(inst.kind, InstKind::Return { .. } | InstKind::Call(_));
        }
        next.may_wait() || next.accesses.iter().any(|access| access.write)
    }
}

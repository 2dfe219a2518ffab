//! Which thread runs: turns, and what a turn is.
//!
//! An execution of several threads is cut into *transitions*: one step that other threads can see (see `next_step` of the
//! interpreter), with the whole section that nobody interrupts if it begins one, and the steps after it that nobody sees. A
//! *turn* gives a thread a number of transitions. Turns are choices of the kind "schedule", so that an execution is determined by
//! its log. A thread whose section cannot be run now is put back to where it stood and waits until another has moved.

use candor_interp::{Choice, ChoiceKind, Control, Halt, Image, Outcome, State, Step, Stop, ThreadId, next_step};
use candor_ir::{Bits, Check};

use crate::choices::{ChoiceSource, RecordedChoice};
use crate::context::ConcreteContext;
use crate::race::{Before, Races};
use crate::value::Value;

/// After so many steps that nobody sees a transition ends all the same: others may run while a thread goes round in circles.
pub const MAX_LOCAL_STEPS: u32 = 20_000;
/// Transitions in a turn that nobody has chosen.
const DEFAULT_TURN: u32 = 500;

/// How long a turn is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TurnLength {
    /// So many transitions.
    Transitions(u32),
    /// So many instructions: for whoever knows an execution by heart.
    Steps(u32),
}

/// A thread's turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub thread: ThreadId,
    pub length: TurnLength,
    /// It wakes from a wait for a condition variable although nobody told it to.
    pub spurious: bool,
}

const SPURIOUS: u64 = 1 << 63;
const IN_STEPS: u64 = 1 << 62;
const WIDTH: u32 = 64;

impl Turn {
    /// Whether a choice says which thread goes on.
    pub fn is_one(kind: ChoiceKind, value: &Bits) -> bool {
        kind == ChoiceKind::Schedule && value.width() == WIDTH
    }

    /// The turn as the value of a choice.
    pub fn to_bits(self) -> Bits {
        let spurious = if self.spurious { SPURIOUS } else { 0 };
        let (unit, length) = match self.length {
            TurnLength::Transitions(length) => (0, length),
            TurnLength::Steps(length) => (IN_STEPS, length),
        };
        Bits::new(WIDTH, spurious | unit | u64::from(self.thread.0) << 32 | u64::from(length))
    }

    pub fn from_bits(bits: &Bits) -> Turn {
        let word = bits.to_u64_wrapping();
        let half = |word: u64| u32::try_from(word & 0xFFFF_FFFF).expect("32 bits");
        let length = match word & IN_STEPS {
            0 => TurnLength::Transitions(half(word)),
            _ => TurnLength::Steps(half(word)),
        };
        let thread = ThreadId(half((word & !SPURIOUS & !IN_STEPS) >> 32));
        Turn { thread, length, spurious: word & SPURIOUS != 0 }
    }
}

type Running<'o> = State<ConcreteContext<'o>>;

/// Makes one step of the running thread.
pub(crate) type SingleStep<'s, 'o> = dyn FnMut(&Image<ConcreteContext<'o>>, &mut ConcreteContext<'o>, &mut Running<'o>) -> Step<Outcome<ConcreteContext<'o>>>
    + 's;

/// What the scheduler remembers between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scheduler<'o> {
    /// Transitions left in the present turn, after the one that is being made.
    left: u32,
    /// Steps left, in a turn that is counted so.
    steps_left: Option<u32>,
    /// Whether there has been a turn.
    started: bool,
    /// The present turn has just begun.
    fresh: bool,
    n_local: u32,
    /// Before the section that is being run.
    before: Option<Box<Running<'o>>>,
    /// Threads that could not go on, and that nobody has done anything for since.
    waiting: Vec<ThreadId>,
    /// A transition is being made; once it is complete, those that wait try again.
    in_transition: bool,
    pub(crate) races: Races,
}

/// What to do next.
enum Next {
    /// A step of the running thread.
    Step,
    /// Another thread; then look again.
    Again,
}

impl<'o> Scheduler<'o> {
    /// Takes an execution with several threads one step further, or hands over to another thread.
    pub(crate) fn advance(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &mut ConcreteContext<'o>,
        state: &mut Running<'o>,
        step: &mut SingleStep<'_, 'o>,
    ) -> Step<Outcome<ConcreteContext<'o>>> {
        if let Next::Again = self.prepare(image, cx, state)? {
            return Ok(Outcome::Next);
        }
        self.races.before_step(image, cx, state)?;
        let was = Before::of(state);
        let outcome = step(image, cx, state)?;
        match outcome {
            Outcome::Blocked => {
                let Some(before) = self.before.take() else {
                    return Err(Stop::Bug("a thread waits outside of a section".into()).into());
                };
                let steps = state.steps;
                *state = *before;
                state.steps = steps;
                self.races.forget_section(state.thread.id);
                self.waiting.push(state.thread.id);
                self.in_transition = false;
                self.pick(image, cx, state)?;
                Ok(Outcome::Next)
            }
            Outcome::ThreadEnded => {
                self.races.end_section(state.thread.id);
                self.waiting.clear();
                self.in_transition = false;
                if !state.has_others() {
                    return Err(Stop::Bug("the last thread ended without ending the program".into()).into());
                }
                self.pick(image, cx, state)?;
                Ok(Outcome::Next)
            }
            outcome => {
                self.races.after_step(image, state, was);
                Ok(outcome)
            }
        }
    }

    fn prepare(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &mut ConcreteContext<'o>,
        state: &mut Running<'o>,
    ) -> Step<Next> {
        let is_foretold = matches!(&cx.choices, ChoiceSource::Queues(queues) if queues.has(ChoiceKind::Schedule));
        if !self.started && is_foretold {
            self.pick(image, cx, state)?;
            return Ok(Next::Again);
        }
        match &mut self.steps_left {
            Some(0) => {
                self.pick(image, cx, state)?;
                return Ok(Next::Again);
            }
            Some(left) => {
                *left -= 1;
                return Ok(Next::Step);
            }
            None => {}
        }
        if state.thread.uninterrupted > 0 {
            return Ok(Next::Step);
        }
        let next = next_step(image, cx, state);
        if !self.fresh && !next.is_visible() && self.n_local < MAX_LOCAL_STEPS {
            self.n_local += 1;
            return Ok(Next::Step);
        }
        if std::mem::take(&mut self.in_transition) {
            self.waiting.clear();
            cx.spurious = false;
        }
        if !self.fresh {
            if self.left == 0 {
                self.pick(image, cx, state)?;
                return Ok(Next::Again);
            }
            self.left -= 1;
        }
        self.fresh = false;
        self.n_local = 0;
        self.in_transition = true;
        self.before = next.may_wait().then(|| Box::new(state.clone()));
        Ok(Next::Step)
    }

    /// Gives the next turn.
    fn pick(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &mut ConcreteContext<'o>,
        state: &mut Running<'o>,
    ) -> Step<()> {
        cx.spurious = false;
        let mut alive: Vec<ThreadId> = state.threads().filter(|thread| !thread.ended).map(|thread| thread.id).collect();
        alive.sort();
        let able: Vec<ThreadId> = alive.iter().copied().filter(|id| !self.waiting.contains(id)).collect();
        let turn = match (&able[..], &alive[..]) {
            (_, [only]) if !able.is_empty() && !self.is_in_steps(cx) => {
                Turn { thread: *only, length: TurnLength::Transitions(u32::MAX), spurious: false }
            }
            _ => match choose(cx, state, &able)? {
                Some(turn) => turn,
                None => return Err(deadlock(image, cx, state, &alive)),
            },
        };
        if !alive.contains(&turn.thread) {
            return Err(Stop::Mismatch(format!("thread {} is to run, but it does not exist", turn.thread.0)).into());
        }
        if state.thread.id != turn.thread {
            state.switch_to(turn.thread);
        }
        cx.spurious = turn.spurious;
        self.started = true;
        self.waiting.retain(|_| self.steps_left.is_none());
        (self.left, self.steps_left) = match turn.length {
            TurnLength::Transitions(length) => (length.saturating_sub(1), None),
            TurnLength::Steps(length) => (0, Some(length)),
        };
        self.fresh = true;
        Ok(())
    }

    /// Whether turns are counted in steps: then there are some for a single thread, too.
    fn is_in_steps(&self, cx: &ConcreteContext<'o>) -> bool {
        self.steps_left.is_some()
            && matches!(&cx.choices, ChoiceSource::Queues(queues) if queues.has(ChoiceKind::Schedule))
    }
}

/// Settles whose turn it is, and logs it. `None`: nobody can go on.
fn choose<'o>(cx: &mut ConcreteContext<'o>, state: &mut Running<'o>, able: &[ThreadId]) -> Result<Option<Turn>, Halt> {
    let mut choice = Choice {
        kind: ChoiceKind::Schedule,
        thread: state.thread.id,
        call_path: state.thread.top.call_path,
        site: state.thread.top.site(),
        ordinal: 0,
        width: WIDTH,
        value: Value::Int(0),
    };
    let turn = match &mut cx.choices {
        ChoiceSource::Zero
        | ChoiceSource::Inputs(_)
        | ChoiceSource::Numbers(_)
        | ChoiceSource::Hints(_)
        | ChoiceSource::Script(_)
        | ChoiceSource::Chooser(_)
        | ChoiceSource::Asked(_) => in_turn(state.thread.id, able),
        ChoiceSource::Seed(seed) | ChoiceSource::Likely(seed) => at_random(seed, able),
        ChoiceSource::Queues(queues) => match queues.pop(ChoiceKind::Schedule) {
            Some(bits) => Some(Turn::from_bits(&bits)),
            None => in_turn(state.thread.id, able),
        },
        ChoiceSource::Replay(_) => {
            if able.is_empty() {
                None
            } else {
                cx.choices.skip_addresses();
                let recorded = RecordedChoice::new(cx.program(), &choice);
                Some(Turn::from_bits(&cx.choices.next(&recorded)?))
            }
        }
    };
    if let Some(turn) = turn {
        choice.value = Value::from_bits(&turn.to_bits());
        state.log.push(choice);
    }
    Ok(turn)
}

/// The next thread after this one, round and round.
fn in_turn(after: ThreadId, able: &[ThreadId]) -> Option<Turn> {
    let next = able.iter().find(|&&id| id > after).or(able.first())?;
    Some(Turn { thread: *next, length: TurnLength::Transitions(DEFAULT_TURN), spurious: false })
}

/// Any thread, mostly for a short time: what goes wrong between two threads mostly goes wrong within a few steps.
fn at_random(seed: &mut u64, able: &[ThreadId]) -> Option<Turn> {
    let n_able = u64::try_from(able.len()).expect("few threads");
    let thread = usize::try_from(crate::choices::random_word(seed).checked_rem(n_able)?).expect("below the length");
    let word = crate::choices::random_word(seed);
    let length = match word & 7 {
        0..=4 => 1,
        5 => 2 + (word >> 8) % 3,
        6 => 5 + (word >> 8) % 20,
        _ => 20 + (word >> 8) % 200,
    };
    let n_transitions = u32::try_from(length).expect("small");
    Some(Turn { thread: able[thread], length: TurnLength::Transitions(n_transitions), spurious: false })
}

/// Nobody can go on. Blamed is the first thread that waits.
pub(crate) fn deadlock<'o>(
    image: &Image<ConcreteContext<'o>>,
    cx: &mut ConcreteContext<'o>,
    state: &mut Running<'o>,
    waiting: &[ThreadId],
) -> Halt {
    if let Some(&first) = waiting.first()
        && state.thread.id != first
    {
        state.switch_to(first);
    }
    let inst = &image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
    if !inst.checks.contains(Check::Deadlock) {
        return Stop::Unchecked(Check::Deadlock).into();
    }
    match cx.check(state, Check::Deadlock, &false) {
        Err(halt) => halt,
        Ok(()) => Stop::Bug("a deadlock was not reported".into()).into(),
    }
}

//! Running a program to its end: the simplest explorer.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

use candor_interp::object::ObjectMemory;
use candor_interp::{
    Fault, Halt, Image, Limits, MissingBodies, Options, Outcome, Position, Site, StackEntry, State, Step, Stop,
    run_block, step,
};
use candor_ir::Program;

use crate::choices::{ChoiceSource, RecordedChoice};
use crate::context::{ConcreteContext, Output};
use crate::repeat::{Repeats, Watch};
use crate::schedule::Scheduler;
use crate::value::Value;

/// How to run a program.
pub struct RunConfig<'o> {
    /// The arguments of `main`, the program's name first.
    pub args: Vec<Vec<u8>>,
    pub choices: ChoiceSource,
    pub max_steps: Option<u64>,
    /// Bytes that the process may use, and how many it uses now.
    pub max_memory: Option<(u64, Box<dyn Fn() -> u64 + 'o>)>,
    /// Asked now and then whether nobody wants to know the end any more.
    pub is_over: Option<Box<dyn Fn() -> bool + 'o>>,
    pub max_depth: usize,
    pub malloc_may_fail: bool,
    /// Whether the world outside is arbitrary: files, environment, random numbers.
    pub open: bool,
    pub missing_bodies: MissingBodies,
    pub stdin: Box<dyn Read + 'o>,
    pub output: Output<'o>,
    /// Whether anybody sees what the program prints: if not, the library takes short cuts.
    pub watched: bool,
    /// Whether to notice that the execution never ends.
    pub repeats: Repeats,
    /// Whether a data race is a fault, where it is checked; if not, the execution goes on behind it.
    pub races: bool,
    /// Whether a block counts as kept whose address may be hidden in a number; if not, the run ends there, since nobody can say.
    pub hidden_is_kept: bool,
}

impl Default for RunConfig<'_> {
    fn default() -> Self {
        RunConfig {
            args: vec![b"program".to_vec()],
            choices: ChoiceSource::Zero,
            max_steps: None,
            max_memory: None,
            is_over: None,
            max_depth: Limits::default().max_depth,
            malloc_may_fail: false,
            open: false,
            missing_bodies: MissingBodies::default(),
            stdin: Box::new(std::io::empty()),
            output: Box::new(|_, _| {}),
            watched: true,
            repeats: Repeats::default(),
            races: true,
            hidden_is_kept: false,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The program ended with this status.
    Exit(i32),
    Fault(Box<Fault>),
    /// An assumption of the program does not hold: the run is of no interest.
    Assumption(Vec<StackEntry>),
    Stop(Stop, Vec<StackEntry>),
}

/// A run and what it went through.
#[derive(Clone, Debug)]
pub struct RunResult {
    pub end: End,
    /// Where all frames stood at the end, outermost first.
    pub position: Position,
    pub steps: u64,
    /// Every choice that was made, in order.
    pub log: Vec<RecordedChoice>,
    /// Inputs or logged choices that nobody asked for.
    pub n_unused: usize,
    /// What it was foretold to read from its standard input, and read.
    pub stdin: Vec<u8>,
    /// If it never ends: how many of the choices come before those that are made again and again.
    pub n_before_cycle: Option<u64>,
    /// How often it came to where visits are counted ([`Repeats::Often`]).
    pub n_visits: u64,
    /// Numbers that were never addresses of objects and were used as pointers, and hit one.
    pub by_chance: Vec<u64>,
}

/// How many steps may pass at most before limits are looked at again.
const STEPS_PER_LOOK: u64 = 1 << 20;
/// How much memory may be asked for before limits are looked at again.
const BYTES_PER_LOOK: u64 = 1 << 26;

/// Sees an execution before each of its steps, without taking part.
pub type Watcher<'w, 'o> = dyn FnMut(&Image<ConcreteContext<'o>>, &State<ConcreteContext<'o>>) + 'w;

/// Runs a program to its end or to its first fault.
pub fn run(program: &Arc<Program>, config: RunConfig<'_>) -> RunResult {
    run_with(program, config, run_block, step)
}

/// [`run`], instruction by instruction, under someone's eyes.
pub fn watch<'o>(program: &Arc<Program>, config: RunConfig<'o>, watcher: &mut Watcher<'_, 'o>) -> RunResult {
    let watcher = RefCell::new(watcher);
    let watched = |image: &Image<ConcreteContext<'o>>, cx: &mut _, state: &mut State<ConcreteContext<'o>>| {
        (watcher.borrow_mut())(image, state);
        step(image, cx, state)
    };
    run_with(program, config, watched, watched)
}

/// Where there is one thread `advance` takes it further, where there are several `single` makes one step.
pub(crate) fn run_with<'o>(
    program: &Arc<Program>,
    config: RunConfig<'o>,
    advance: impl Advance<'o>,
    single: impl Advance<'o>,
) -> RunResult {
    let limits = Limits { max_depth: config.max_depth };
    let options = Options {
        limits,
        args: config.args,
        malloc_may_fail: config.malloc_may_fail,
        open: config.open,
        missing_bodies: config.missing_bodies,
        arrays_fit: false,
    };
    let max_bytes = config.max_memory.as_ref().map_or(u64::MAX, |(max, _)| *max);
    let mut cx = ConcreteContext::new(program.clone(), config.choices, config.stdin, config.output, max_bytes);
    cx.watched = config.watched;
    cx.races = config.races;
    cx.hidden_is_kept = config.hidden_is_kept;
    let (image, mut state) = match Image::load(&mut cx, program.clone(), options, (), ObjectMemory::default()) {
        Ok(loaded) => loaded,
        Err(halt) => {
            return RunResult {
                end: early_end(halt),
                position: Position::new(),
                steps: 0,
                log: Vec::new(),
                n_unused: 0,
                stdin: Vec::new(),
                n_before_cycle: None,
                n_visits: 0,
                by_chance: Vec::new(),
            };
        }
    };
    let room = Room {
        max_steps: config.max_steps.unwrap_or(u64::MAX),
        max_memory: config.max_memory.as_ref(),
        is_over: config.is_over.as_deref(),
    };
    let advance = noticing(config.repeats, advance);
    let (end, position) = explore(&image, &mut cx, &mut state, advance, single, &room);
    let log = state.log.to_vec().into_iter().map(|choice| RecordedChoice::new(program, choice)).collect();
    RunResult {
        end,
        position,
        steps: state.steps,
        log,
        n_unused: cx.choices.n_unused(),
        stdin: cx.stdin,
        n_before_cycle: cx.n_before_cycle,
        n_visits: cx.n_visits,
        by_chance: cx.by_chance,
    }
}

pub(crate) fn early_end(halt: Halt) -> End {
    match halt {
        Halt::Stop(stop) => End::Stop(*stop, Vec::new()),
        Halt::Ended => End::Assumption(Vec::new()),
    }
}

type MemoryLimit<'o> = (u64, Box<dyn Fn() -> u64 + 'o>);

/// How far a run may go.
struct Room<'r, 'o> {
    max_steps: u64,
    max_memory: Option<&'r MemoryLimit<'o>>,
    is_over: Option<&'r (dyn Fn() -> bool + 'o)>,
}

/// Takes an execution further: by a block, or by one watched instruction.
pub(crate) trait Advance<'o>:
    FnMut(
    &Image<ConcreteContext<'o>>,
    &mut ConcreteContext<'o>,
    &mut State<ConcreteContext<'o>>,
) -> Step<Outcome<ConcreteContext<'o>>>
{
}

impl<'o, F> Advance<'o> for F where
    F: FnMut(
        &Image<ConcreteContext<'o>>,
        &mut ConcreteContext<'o>,
        &mut State<ConcreteContext<'o>>,
    ) -> Step<Outcome<ConcreteContext<'o>>>
{
}

/// Looks for repeated states before each step.
fn noticing<'o>(repeats: Repeats, mut advance: impl Advance<'o>) -> impl Advance<'o> {
    let mut watch = Watch::new(repeats);
    move |image: &Image<_>, cx: &mut _, state: &mut _| {
        if let Some(watch) = &mut watch {
            watch.look(image, cx, state)?;
        }
        advance(image, cx, state)
    }
}

fn explore<'o>(
    image: &Image<ConcreteContext<'o>>,
    cx: &mut ConcreteContext<'o>,
    state: &mut State<ConcreteContext<'o>>,
    mut advance: impl Advance<'o>,
    mut single: impl Advance<'o>,
    room: &Room<'_, '_>,
) -> (End, Position) {
    let mut next_look = room.next_look(0);
    let mut scheduler = Scheduler::default();
    let end = loop {
        let outcome = match state.parked.is_empty() {
            true => advance(image, cx, state),
            false => scheduler.advance(image, cx, state, &mut single),
        };
        match outcome {
            Ok(Outcome::Next) => {}
            Ok(Outcome::Exit(status)) => break End::Exit(status_of(&status)),
            Ok(Outcome::Fork(_)) => {
                break End::Stop(Stop::Bug("a concrete execution forked".into()), stack(image, state));
            }
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                break End::Stop(Stop::Bug("the only thread waits or ended".into()), stack(image, state));
            }
            Err(Halt::Ended) => match cx.fault.take() {
                Some((fault, position)) => return (End::Fault(fault), position),
                None => break End::Assumption(stack(image, state)),
            },
            Err(Halt::Stop(stop)) => break End::Stop(*stop, stack(image, state)),
        }
        if state.steps >= next_look || cx.growth >= BYTES_PER_LOOK {
            next_look = room.next_look(state.steps);
            cx.growth = 0;
            if let Some(stop) = room.exhausted(state.steps) {
                break End::Stop(stop, stack(image, state));
            }
        }
    };
    (end, state.thread.position())
}

impl Room<'_, '_> {
    /// After how many steps to look at limits again: sooner when little memory is left, since each step may touch a page.
    fn next_look(&self, steps: u64) -> u64 {
        const PAGE: u64 = 1 << 12;
        const FEWEST: u64 = 1 << 13;
        let to_look = self.max_memory.map_or(STEPS_PER_LOOK, |(max, in_use)| {
            (max.saturating_sub(in_use()) / PAGE).clamp(FEWEST, STEPS_PER_LOOK)
        });
        (steps + to_look).min(self.max_steps)
    }

    fn exhausted(&self, steps: u64) -> Option<Stop> {
        if steps >= self.max_steps {
            return Some(Stop::Exhausted(format!("{} steps", self.max_steps)));
        }
        if self.is_over.is_some_and(|is_over| is_over()) {
            return Some(Stop::Exhausted("time".to_owned()));
        }
        let (max, in_use) = self.max_memory?;
        (in_use() > *max).then(|| Stop::Exhausted(format!("{} MB of memory", max >> 20)))
    }
}

/// The status as the operating system reports it: the low eight bits.
pub(crate) fn status_of(status: &Value) -> i32 {
    let low = status.bits(32).to_u64_wrapping() & 0xFF;
    i32::try_from(low).expect("eight bits")
}

pub(crate) fn stack<'o>(image: &Image<ConcreteContext<'o>>, state: &State<ConcreteContext<'o>>) -> Vec<StackEntry> {
    let frames = state.thread.frames();
    frames.map(|frame| StackEntry::at(&image.program, Site { func: frame.func, inst: frame.pc })).collect()
}

impl RunConfig<'_> {
    /// Inputs as plain numbers, each as wide as the question asks.
    pub fn with_inputs(mut self, inputs: impl IntoIterator<Item = i128>) -> Self {
        let inputs: VecDeque<_> = inputs.into_iter().map(|input| candor_ir::Bits::from_i128(128, input)).collect();
        self.choices = ChoiceSource::Inputs(inputs);
        self
    }
}

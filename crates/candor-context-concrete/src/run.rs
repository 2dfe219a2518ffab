//! Running a program to its end: the simplest explorer.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

use candor_interp::object::ObjectMemory;
use candor_interp::{Fault, Halt, Image, Limits, Options, Outcome, Site, StackEntry, State, Stop, run_block};
use candor_ir::Program;

use crate::choices::{ChoiceSource, RecordedChoice};
use crate::context::{ConcreteContext, Output};
use crate::value::Value;

/// How to run a program.
pub struct RunConfig<'o> {
    /// The arguments of `main`, the program's name first.
    pub args: Vec<Vec<u8>>,
    pub choices: ChoiceSource,
    pub max_steps: Option<u64>,
    /// Bytes that the process may use, and how many it uses now.
    pub max_memory: Option<(u64, Box<dyn Fn() -> u64 + 'o>)>,
    pub max_depth: usize,
    pub malloc_may_fail: bool,
    pub stdin: Box<dyn Read + 'o>,
    pub output: Output<'o>,
}

impl Default for RunConfig<'_> {
    fn default() -> Self {
        RunConfig {
            args: vec![b"program".to_vec()],
            choices: ChoiceSource::Zero,
            max_steps: None,
            max_memory: None,
            max_depth: Limits::default().max_depth,
            malloc_may_fail: false,
            stdin: Box::new(std::io::empty()),
            output: Box::new(|_, _| {}),
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
    pub steps: u64,
    /// Every choice that was made, in order.
    pub log: Vec<RecordedChoice>,
    /// Inputs or logged choices that nobody asked for.
    pub n_unused: usize,
}

/// How many steps may pass before limits are looked at again.
const STEPS_PER_LOOK: u64 = 1 << 20;
/// How much memory may be asked for before limits are looked at again.
const BYTES_PER_LOOK: u64 = 1 << 26;

/// Runs a program to its end or to its first fault.
pub fn run(program: &Arc<Program>, config: RunConfig<'_>) -> RunResult {
    let limits = Limits { max_depth: config.max_depth };
    let options = Options { limits, args: config.args, malloc_may_fail: config.malloc_may_fail };
    let max_bytes = config.max_memory.as_ref().map_or(u64::MAX, |(max, _)| *max);
    let mut cx = ConcreteContext::new(program.clone(), config.choices, config.stdin, config.output, max_bytes);
    let (image, mut state) = match Image::load(&mut cx, program.clone(), options, (), ObjectMemory::default()) {
        Ok(loaded) => loaded,
        Err(halt) => {
            return RunResult { end: early_end(halt), steps: 0, log: Vec::new(), n_unused: 0 };
        }
    };
    let max_steps = config.max_steps.unwrap_or(u64::MAX);
    let end = explore(&image, &mut cx, &mut state, max_steps, config.max_memory.as_ref());
    let log = state.log.to_vec().into_iter().map(|choice| RecordedChoice::new(program, choice)).collect();
    RunResult { end, steps: state.steps, log, n_unused: cx.choices.n_unused() }
}

fn early_end(halt: Halt) -> End {
    match halt {
        Halt::Stop(stop) => End::Stop(*stop, Vec::new()),
        Halt::Ended => End::Assumption(Vec::new()),
    }
}

type MemoryLimit<'o> = (u64, Box<dyn Fn() -> u64 + 'o>);

fn explore<'o>(
    image: &Image<ConcreteContext<'o>>,
    cx: &mut ConcreteContext<'o>,
    state: &mut State<ConcreteContext<'o>>,
    max_steps: u64,
    max_memory: Option<&MemoryLimit<'_>>,
) -> End {
    let mut next_look = STEPS_PER_LOOK.min(max_steps);
    loop {
        match run_block(image, cx, state) {
            Ok(Outcome::Next) => {}
            Ok(Outcome::Exit(status)) => return End::Exit(status_of(&status)),
            Ok(Outcome::Fork(_)) => {
                return End::Stop(Stop::Bug("a concrete execution forked".into()), stack(image, state));
            }
            Err(Halt::Ended) => {
                return match cx.fault.take() {
                    Some(fault) => End::Fault(fault),
                    None => End::Assumption(stack(image, state)),
                };
            }
            Err(Halt::Stop(stop)) => return End::Stop(*stop, stack(image, state)),
        }
        if state.steps >= next_look || cx.growth >= BYTES_PER_LOOK {
            next_look = (state.steps + STEPS_PER_LOOK).min(max_steps);
            cx.growth = 0;
            if let Some(stop) = exhausted(state.steps, max_steps, max_memory) {
                return End::Stop(stop, stack(image, state));
            }
        }
    }
}

fn exhausted(steps: u64, max_steps: u64, max_memory: Option<&MemoryLimit<'_>>) -> Option<Stop> {
    if steps >= max_steps {
        return Some(Stop::Exhausted(format!("{max_steps} steps")));
    }
    let (max, in_use) = max_memory?;
    (in_use() > *max).then(|| Stop::Exhausted(format!("{} MB of memory", max >> 20)))
}

/// The status as the operating system reports it: the low eight bits.
fn status_of(status: &Value) -> i32 {
    let low = status.bits(32).to_u64_wrapping() & 0xFF;
    i32::try_from(low).expect("eight bits")
}

fn stack<'o>(image: &Image<ConcreteContext<'o>>, state: &State<ConcreteContext<'o>>) -> Vec<StackEntry> {
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

//! Replays: a counterexample's choices, made again by the concrete machine.
//!
//! An engine that says "violated" may be wrong in a hundred ways: a term simplified too far, a merge that mixed two paths up, a
//! solver's bug. The concrete machine shares none of them. What it does not reproduce is never reported as a violation.

use std::fmt;
use std::sync::Arc;

use candor_bits::Bits;
use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, Repeats, RunConfig, RunResult, watch};
use candor_interp::{BadPointer, ChoiceKind, Detail, Fault, Options, Site, Stop};
use candor_ir::{Check, Program, Scalar};

use crate::counterexample::{Confirmed, Counterexample, Cycle, CycleOf, Settled};
use crate::inputs::{Answer, Listener};
use crate::trace::{N_FIRST, N_LAST, Recorder};

/// A replay that takes longer has lost its way: no formula describes an execution of this length.
const MAX_STEPS: u64 = 200_000_000;
/// Nor one that comes back to where it was only after so many.
const MAX_STEPS_ROUND: u64 = 20_000_000;

/// Why a replay does not show what an engine has foretold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It ended otherwise. Both sides are described for the people who will debug it.
    Otherwise { expected: String, actual: String },
    /// It came to where the fault should be, and to what is not supported.
    Unsupported(Stop),
    /// A pointer that came from outside as a number was used, and was the address of one of the program's own objects.
    ByChance,
    /// It came to an access through a pointer that others have made.
    Elsewhere,
    /// It came to where the fault should be, and another check failed there: two views of a pointer that is no address of anything.
    Another(Box<Counterexample>),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Otherwise { expected, actual } => {
                write!(
                    f,
                    "internal error: replay mismatch: symbolic execution predicts {expected}, the concrete run ends with {actual}"
                )
            }
            Mismatch::Unsupported(stop) => stop.fmt(f),
            Mismatch::Elsewhere => {
                f.write_str("the counterexample uses memory of unknown origin, which cannot be replayed")
            }
            Mismatch::Another(other) => {
                write!(f, "the counterexample ends with {} at the same place", other.check)
            }
            Mismatch::ByChance => f.write_str(
                "it is only seen where a pointer from outside happens to be the address of an object of the program",
            ),
        }
    }
}

impl std::error::Error for Mismatch {}

/// Runs the concrete machine with the choices of a counterexample. The run must end in the same fault at the same position:
/// every frame at the same instruction.
///
/// A choice that the counterexample does not have is zero; choices that nobody asks for are left over without harm.
///
/// Where memory that nobody wrote may hold zeros just as well, it does: that is easier to understand, and easier to have natively. If
/// not, perhaps it may hold what compilers fill it with so that such mistakes show.
pub fn replay(program: &Arc<Program>, start: &Options, cex: &Counterexample) -> Result<Confirmed, Mismatch> {
    if let Some(cycle) = &cex.cycle {
        return replay_cycle(program, start, cex, cycle);
    }
    let confirmed = replay_once(program, start, cex)?;
    let is_odd = |choice: &Settled| choice.kind == ChoiceKind::Uninitialized && !choice.value.is_zero();
    if !cex.choices.iter().any(is_odd) {
        return Ok(confirmed);
    }
    let plain = [0, filling(program)].into_iter().find_map(|byte| replay_once(program, start, &filled(cex, byte)).ok());
    Ok(plain.unwrap_or(confirmed))
}

/// The same for an execution that perhaps comes back to a state: whether it does has to turn out within so many steps.
pub fn replay_within(
    program: &Arc<Program>,
    start: &Options,
    cex: &Counterexample,
    max_steps: u64,
) -> Result<Confirmed, Mismatch> {
    // What is not there need not be recorded.
    let once = RunConfig { max_steps: Some(max_steps), ..of_cycle(program, start, cex) };
    let RunResult { end, position, .. } = watch(program, once, &mut |_, _| {});
    match end {
        End::Fault(fault) if fault.check == cex.check => replay(program, start, cex),
        end => Err(otherwise(program, cex, &end, &position)),
    }
}

/// An execution that comes back to a state where the counterexample says so.
fn of_cycle(program: &Program, start: &Options, cex: &Counterexample) -> RunConfig<'static> {
    let config = config(program, start, cex);
    match cex.cycle.as_ref().map(|cycle| cycle.of) {
        Some(CycleOf::States { most_visits }) => {
            RunConfig { repeats: Repeats::At { at: cex.position.clone(), most_visits }, ..config }
        }
        Some(CycleOf::Rounds { .. } | CycleOf::Calls) | None => config,
    }
}

/// So many rounds are made of a cycle that goes on for ever.
const N_ROUNDS: u64 = 1000;

/// A cycle that goes on for ever without coming back to where it has been: many rounds of it are made, one is shown.
fn replay_cycle(
    program: &Arc<Program>,
    start: &Options,
    cex: &Counterexample,
    cycle: &Cycle,
) -> Result<Confirmed, Mismatch> {
    if let CycleOf::States { .. } = cycle.of {
        let plain = Counterexample { cycle: None, ..cex.clone() };
        return confirm(program, of_cycle(program, start, cex), &plain);
    }
    let n_once = cex.choices.len().saturating_sub(cycle.n_choices);
    let mut long = cex.clone();
    for _ in 0..=N_ROUNDS {
        long.choices.extend_from_slice(&cex.choices[n_once..]);
    }
    let (at, n_visits) = match cycle.of {
        CycleOf::Rounds { n_visits } => (cex.position.clone(), n_visits),
        CycleOf::Calls | CycleOf::States { .. } => return replay_calls(program, start, cex, &long),
    };
    let often = Repeats::Often { at: at.clone(), n_visits: n_visits + N_ROUNDS };
    let RunResult { end, position, n_visits, .. } =
        watch(program, RunConfig { repeats: often, ..config(program, start, &long) }, &mut |_, _| {});
    match end {
        End::Fault(fault) if fault.check == cex.check && position == cex.position => {}
        end => return Err(otherwise(program, cex, &end, &position)),
    }
    let once = Repeats::Nth { at, n_visits: n_visits - N_ROUNDS + 1 };
    let confirmed = confirm(program, RunConfig { repeats: once, ..config(program, start, &long) }, &long)?;
    Ok(Confirmed { counterexample: cex.clone(), ..confirmed })
}

/// A function that calls itself for ever: many calls of it are made, the first within another is shown.
fn replay_calls(
    program: &Arc<Program>,
    start: &Options,
    cex: &Counterexample,
    long: &Counterexample,
) -> Result<Confirmed, Mismatch> {
    let within = |n_calls: u64| {
        let repeats = Repeats::Deep { at: cex.position.clone(), n_calls };
        RunConfig { repeats, ..config(program, start, long) }
    };
    let fault_of = |n_calls: u64| {
        let RunResult { end, position, .. } = watch(program, within(n_calls), &mut |_, _| {});
        match end {
            End::Fault(fault) if fault.check == cex.check => Ok(position),
            end => Err(otherwise(program, cex, &end, &position)),
        }
    };
    fault_of(N_ROUNDS)?;
    let second = Counterexample { position: fault_of(2)?, ..long.clone() };
    let confirmed = confirm(program, within(2), &second)?;
    Ok(Confirmed { counterexample: cex.clone(), ..confirmed })
}

fn otherwise(program: &Program, cex: &Counterexample, end: &End, position: &[Site]) -> Mismatch {
    let expected = describe_fault(program, cex.check, &cex.position);
    Mismatch::Otherwise { expected, actual: describe_end(program, end, position) }
}

/// The byte with which `-ftrivial-auto-var-init=pattern` fills variables, as clang has it.
pub fn filling(program: &Program) -> u8 {
    if program.target.pointer_bits == 32 { 0xFF } else { 0xAA }
}

/// So many bits of such bytes.
pub fn filled_bits(width: u32, byte: u8) -> Bits {
    let n_bytes = usize::try_from(width.div_ceil(8)).unwrap_or(0);
    Bits::from_le_bytes(width, &vec![byte; n_bytes])
}

/// The same execution with this byte wherever memory is read that nobody wrote.
fn filled(cex: &Counterexample, byte: u8) -> Counterexample {
    let mut plain = cex.clone();
    for choice in plain.choices.iter_mut().filter(|choice| choice.kind == ChoiceKind::Uninitialized) {
        choice.value = filled_bits(choice.value.width(), byte);
    }
    plain
}

fn replay_once(program: &Arc<Program>, start: &Options, cex: &Counterexample) -> Result<Confirmed, Mismatch> {
    confirm(program, config(program, start, cex), cex)
}

fn confirm(program: &Arc<Program>, config: RunConfig<'_>, cex: &Counterexample) -> Result<Confirmed, Mismatch> {
    let (mut recorder, mut listener) = (Recorder::keeping(N_FIRST, N_LAST), Listener::default());
    let result = watch(program, config, &mut |image, state| {
        recorder.before_step(image, state);
        listener.before_step(image, state);
    });
    let RunResult { end, position, log, stdin, n_before_cycle, by_chance, .. } = result;
    match end {
        End::Fault(fault) if fault.check == cex.check && position == cex.position => {
            // A number that others have returned may be near null by chance.
            if is_elsewhere(program, cex, &fault, NULL_PAGE) {
                return Err(Mismatch::Elsewhere);
            }
            let trace = recorder.finish(program, &log);
            let inputs = listener.finish(program, &log, stdin, n_before_cycle);
            if inputs.answers.iter().any(|answer| leads_to(answer, &by_chance)) {
                return Err(Mismatch::ByChance);
            }
            Ok(Confirmed { counterexample: cex.clone(), fault: *fault, trace, inputs })
        }
        End::Stop(stop @ Stop::Unsupported(_), _) if position == cex.position => Err(Mismatch::Unsupported(stop)),
        End::Stop(stop @ Stop::Unchecked(other), _)
            if position == cex.position && is_access(cex.check) && is_access(other) =>
        {
            Err(Mismatch::Unsupported(stop))
        }
        End::Fault(fault) if position == cex.position && is_access(cex.check) && is_access(fault.check) => {
            Err(Mismatch::Another(Box::new(Counterexample { check: fault.check, ..cex.clone() })))
        }
        End::Fault(fault) if is_elsewhere(program, cex, &fault, 1) => Err(Mismatch::Elsewhere),
        end => Err(otherwise(program, cex, &end, &position)),
    }
}

/// Whether the check says where a pointer leads.
fn is_access(check: Check) -> bool {
    matches!(check, Check::NullDereference | Check::InvalidPointer | Check::OutOfBounds | Check::UseAfterFree)
}

/// Whether an access went to memory of others: near a pointer that they have made, which is not null. No machine knows what is there.
fn is_elsewhere(program: &Program, cex: &Counterexample, fault: &Fault, least: u64) -> bool {
    let Detail::Access { pointer: Some(BadPointer::Address(address)), .. } = fault.detail else { return false };
    let is_near = |choice: &Settled| {
        address >= least
            && choice.kind == ChoiceKind::Havoc
            && choice.value.width() == program.target.pointer_bits
            && !choice.value.is_zero()
            && address.wrapping_sub(choice.value.to_u64_wrapping()).cast_signed().unsigned_abs() <= NEAR
    };
    cex.choices.iter().any(is_near)
}

/// An address below is null, or a member of a structure at null.
const NULL_PAGE: u64 = 4096;
/// How far from a pointer its object may reach.
const NEAR: u64 = 1 << 16;

/// Whether an answer is a pointer that comes so near to one of these addresses that it may be where they come from.
fn leads_to(answer: &Answer, addresses: &[u64]) -> bool {
    let is_pointer = answer.call.as_ref().is_some_and(|(_, results)| results.contains(&Scalar::Ptr));
    let is_near = |value: &Bits| addresses.iter().any(|&at| at.abs_diff(value.to_u64_wrapping()) <= NEAR);
    answer.kind == ChoiceKind::Input && is_pointer && answer.values.iter().any(is_near)
}

pub(crate) fn config(program: &Program, start: &Options, cex: &Counterexample) -> RunConfig<'static> {
    let mut queues = ChoiceQueues::default();
    for choice in &cex.choices {
        queues.push(choice.kind, choice.value.clone());
    }
    let is_endless = cex.check == Check::Termination;
    RunConfig {
        args: start.args.clone(),
        max_depth: start.limits.max_depth,
        malloc_may_fail: start.malloc_may_fail,
        open: start.open,
        missing_bodies: start.missing_bodies,
        choices: ChoiceSource::Queues(queues),
        max_steps: Some(if is_endless { MAX_STEPS_ROUND } else { MAX_STEPS }),
        repeats: if is_endless { repeats_of(program, cex) } else { Repeats::Unnoticed },
        // A schedule counts the steps of an execution that nobody watched.
        watched: !cex.choices.iter().any(Settled::is_turn),
        // What goes wrong behind a race goes wrong all the same.
        races: cex.check == Check::DataRace,
        ..RunConfig::default()
    }
}

/// How an execution that never ends shows: it comes back to a loop, or a function begins within itself.
fn repeats_of(program: &Program, cex: &Counterexample) -> Repeats {
    let begins = |site: &Site| {
        let function = &program.functions[site.func];
        function.blocks[function.entry()].first == site.inst
    };
    match cex.position.last().is_some_and(begins) {
        true => Repeats::Within(cex.position.clone()),
        false => Repeats::At { at: cex.position.clone(), most_visits: u64::MAX },
    }
}

fn describe_end(program: &Program, end: &End, position: &[Site]) -> String {
    match end {
        End::Fault(fault) => describe_fault(program, fault.check, position),
        End::Exit(status) => format!("exit status {status}"),
        End::Assumption(_) => format!("an assumption that does not hold {}", describe_position(program, position)),
        End::Stop(stop, _) => format!("\"{stop}\" {}", describe_position(program, position)),
    }
}

fn describe_fault(program: &Program, check: Check, position: &[Site]) -> String {
    format!("{check} {}", describe_position(program, position))
}

/// Innermost frame first, with instruction numbers: two instructions of one line are different positions.
fn describe_position(program: &Program, position: &[Site]) -> String {
    const MOST_FRAMES: usize = 8;
    let frame = |site: &Site| {
        let Some(function) = program.functions.get(site.func) else {
            return format!("{}", site.func);
        };
        let loc = function.insts.get(site.inst).and_then(|inst| program.source.get(inst.loc));
        let line = loc.map_or_else(String::new, |loc| format!(", line {}", loc.line));
        format!("`{}` ({}{line})", function.name, site.inst)
    };
    let mut frames: Vec<String> = position.iter().rev().take(MOST_FRAMES).map(frame).collect();
    if position.len() > MOST_FRAMES {
        frames.push(format!("{} more", position.len() - MOST_FRAMES));
    }
    format!("in {}", frames.join(" called from "))
}

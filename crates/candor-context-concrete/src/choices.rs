//! Where the answers to the program's questions come from.

use std::collections::VecDeque;

use candor_interp::{Choice, ChoiceKind, Stop};
use candor_ir::{Bits, Program};

use crate::value::Value;

/// How choices are settled.
#[derive(Clone, Debug, Default)]
pub enum ChoiceSource {
    /// Everything is zero.
    #[default]
    Zero,
    /// Pseudo-random from a seed.
    Seed(u64),
    /// Inputs from a list, strictly; other choices are zero.
    Inputs(VecDeque<Bits>),
    /// All choices from a log of an earlier run.
    Replay(VecDeque<RecordedChoice>),
}

/// A choice as it is written to a log: with names instead of ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedChoice {
    pub kind: ChoiceKind,
    pub thread: u32,
    pub function: String,
    pub line: u32,
    pub column: u32,
    pub call_path: u64,
    pub ordinal: u32,
    pub width: u32,
    pub value: Bits,
}

impl RecordedChoice {
    pub(crate) fn new(program: &Program, choice: &Choice<Value>) -> RecordedChoice {
        let function = &program.functions[choice.site.func];
        let loc = function.insts.get(choice.site.inst).and_then(|inst| program.source.get(inst.loc));
        RecordedChoice {
            kind: choice.kind,
            thread: choice.thread.0,
            function: function.name.clone(),
            line: loc.map_or(0, |loc| loc.line),
            column: loc.map_or(0, |loc| loc.column),
            call_path: choice.call_path,
            ordinal: choice.ordinal,
            width: choice.width,
            value: choice.value.bits(choice.width),
        }
    }
}

impl ChoiceSource {
    /// The value for a choice of this kind and width; `at` describes where it is made.
    pub(crate) fn next(&mut self, at: &RecordedChoice) -> Result<Bits, Stop> {
        match self {
            ChoiceSource::Zero => Ok(Bits::zero(at.width)),
            ChoiceSource::Seed(state) => Ok(random_bits(state, at.width)),
            ChoiceSource::Inputs(inputs) if at.kind == ChoiceKind::Input => {
                let next = inputs.pop_front();
                let next = next.ok_or_else(|| Stop::Exhausted(format!("no input is left for {}", place(at))))?;
                fit(&next, at.width).ok_or_else(|| {
                    Stop::Exhausted(format!("the input {} does not fit {}", next.signed_display(), place(at)))
                })
            }
            ChoiceSource::Inputs(_) => Ok(Bits::zero(at.width)),
            ChoiceSource::Replay(log) => {
                let next = log.pop_front();
                let next =
                    next.ok_or_else(|| Stop::Exhausted(format!("the log has no choice left for {}", place(at))))?;
                if same_place(&next, at) {
                    return Ok(next.value);
                }
                Err(Stop::Exhausted(format!(
                    "the run diverges from its log: {} instead of {}",
                    place(at),
                    place(&next)
                )))
            }
        }
    }

    /// How many inputs or logged choices have not been asked for.
    pub(crate) fn n_unused(&self) -> usize {
        match self {
            ChoiceSource::Zero | ChoiceSource::Seed(_) => 0,
            ChoiceSource::Inputs(inputs) => inputs.len(),
            ChoiceSource::Replay(log) => log.iter().filter(|choice| choice.kind != ChoiceKind::Address).count(),
        }
    }

    /// Addresses are chosen by the memory itself, the same way each time; a log's entries for them are stepped over.
    pub(crate) fn skip_addresses(&mut self) {
        if let ChoiceSource::Replay(log) = self {
            while log.front().is_some_and(|choice| choice.kind == ChoiceKind::Address) {
                log.pop_front();
            }
        }
    }
}

/// A given number as the bits of a choice, if they can hold it, as a signed or as an unsigned number.
pub fn fit(input: &Bits, width: u32) -> Option<Bits> {
    let bits = input.resize_signed(width);
    let signed = bits.resize_signed(input.width().max(width));
    let unsigned = bits.resize(input.width().max(width));
    let wide = input.resize_signed(input.width().max(width));
    (wide == signed || wide == unsigned).then_some(bits)
}

fn same_place(a: &RecordedChoice, b: &RecordedChoice) -> bool {
    a.kind == b.kind
        && a.thread == b.thread
        && a.function == b.function
        && a.call_path == b.call_path
        && a.ordinal == b.ordinal
        && a.width == b.width
}

fn place(choice: &RecordedChoice) -> String {
    let RecordedChoice { kind, function, line, width, .. } = choice;
    format!("the {} of {width} bits in `{function}` at line {line}", kind.name())
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, seedable, good enough to pick inputs.
fn random_word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

fn random_bits(state: &mut u64, width: u32) -> Bits {
    let n_limbs = usize::try_from(width.div_ceil(64)).expect("widths are small");
    let limbs: Vec<u64> = (0..n_limbs).map(|_| random_word(state)).collect();
    Bits::from_limbs(width, &limbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_fit_as_signed_or_unsigned_numbers() {
        let fits = |value: i128, width| fit(&Bits::from_i128(128, value), width).is_some();
        assert!(fits(-128, 8) && fits(127, 8) && fits(255, 8) && fits(0, 1) && fits(1, 1));
        assert!(!fits(256, 8) && !fits(-129, 8) && !fits(2, 1) && !fits(1 << 32, 32));
        assert!(fits(i128::from(u64::MAX), 64) && fits(-1, 128) && fits(7, 200));
    }
}

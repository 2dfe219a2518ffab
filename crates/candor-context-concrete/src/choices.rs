//! Where the answers to the program's questions come from.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::rc::Rc;

use candor_bits::float_from_f64;
use candor_interp::{Choice, ChoiceKind, Stop};
use candor_ir::{Bits, Program, Scalar};

use crate::value::Value;

/// How choices are settled.
#[derive(Clone, Debug, Default)]
pub enum ChoiceSource {
    /// Everything is zero.
    #[default]
    Zero,
    /// Pseudo-random from a seed.
    Seed(u64),
    /// Inputs by chance from a seed, such as programs are likely to go wrong with: small numbers, ends of ranges, any others; and
    /// any thread's turn. Other choices are zero.
    Likely(u64),
    /// Inputs from a list, strictly; other choices are zero.
    Inputs(VecDeque<Bits>),
    /// The same, as people write them.
    Numbers(VecDeque<Number>),
    /// All choices from a log of an earlier run.
    Replay(VecDeque<RecordedChoice>),
    /// All choices from one queue for each kind; where a queue is empty the choice is zero.
    Queues(ChoiceQueues),
    /// Inputs, and results of functions without a body, from hints in order, each with the line that it is about. A question is
    /// answered by the first of them for its line, or by the next one if that speaks of a variable a few lines below; those
    /// before it are dropped. Where none fits the choice is zero.
    Hints(VecDeque<LineHint>),
    /// All choices from somebody with rules of their own.
    Chooser(Rc<RefCell<dyn Chooser>>),
    /// All choices from a script, by whoever tries all answers.
    Script(Script),
    /// From somebody who is asked; for [`Machine`](crate::Machine)s.
    Asked(Answers),
}

/// Settles choices by rules of its own.
pub trait Chooser: fmt::Debug {
    /// A value of the type, as wide as the question asks.
    fn choose(&mut self, ty: Scalar, at: &RecordedChoice) -> Result<Bits, Stop>;
}

/// Answers for a stretch of an execution, in order. Where they are used up the execution stops and the question stays here, so that
/// whoever explores can run the stretch again with each answer that there is.
#[derive(Clone, Debug, Default)]
pub struct Script {
    given: Vec<Bits>,
    made: Vec<(ChoiceKind, Bits)>,
    open: Option<OpenChoice>,
    looked_at_addresses: bool,
}

/// A question that nobody has answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OpenChoice {
    pub kind: ChoiceKind,
    pub width: u32,
}

impl Script {
    pub fn new(given: Vec<Bits>) -> Script {
        Script { given, ..Script::default() }
    }

    /// The choices made so far.
    pub fn made(&self) -> &[(ChoiceKind, Bits)] {
        &self.made
    }

    /// The question that stopped the execution.
    pub fn open(&self) -> Option<OpenChoice> {
        self.open
    }

    /// Whether the execution has looked at the address of an object, of which only one was tried.
    pub fn has_looked_at_addresses(&self) -> bool {
        self.looked_at_addresses
    }

    pub(crate) fn note_address(&mut self) {
        self.looked_at_addresses = true;
    }

    pub(crate) fn ask(&mut self, kind: ChoiceKind, width: u32) -> Result<Bits, Stop> {
        match self.given.get(self.made.len()) {
            Some(bits) => {
                self.made.push((kind, bits.clone()));
                Ok(bits.clone())
            }
            None => {
                self.open = Some(OpenChoice { kind, width });
                Err(Stop::Unsupported(format!("an open choice of {width} bits ({})", kind.name())))
            }
        }
    }
}

/// What somebody has answered before the questions came, and what becomes of the other questions.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub given: VecDeque<Number>,
    pub otherwise: Otherwise,
}

/// What becomes of a question that nobody has answered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Otherwise {
    #[default]
    Ask,
    Zero,
    /// Random from here on.
    Random(u64),
}

/// A value that the program asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub ty: Scalar,
    /// Where it asks; the value means nothing.
    pub at: RecordedChoice,
}

impl Answers {
    /// The answer, if there is one. What an execution does not usually look at is zero without a question.
    pub(crate) fn next(&mut self, ty: Scalar, at: &RecordedChoice) -> Option<Bits> {
        match at.kind {
            ChoiceKind::Input | ChoiceKind::Havoc | ChoiceKind::AllocationFailure | ChoiceKind::Schedule => {}
            ChoiceKind::Uninitialized | ChoiceKind::Address | ChoiceKind::Undef => return Some(Bits::zero(at.width)),
        }
        if let Some(bits) = self.given.front().and_then(|number| number.bits(ty, at.width)) {
            self.given.pop_front();
            return Some(bits);
        }
        match &mut self.otherwise {
            Otherwise::Ask => None,
            Otherwise::Zero => Some(Bits::zero(at.width)),
            Otherwise::Random(seed) => Some(random_bits(seed, at.width)),
        }
    }
}

/// What somebody says about an input.
#[derive(Clone, Debug, PartialEq)]
pub struct LineHint {
    pub line: u32,
    /// It is about a variable that the input ends up in, so that it may stand behind the line that asks.
    pub is_of_variable: bool,
    pub number: Number,
}

/// How far below the question a hint about a variable may stand.
const NEAR_LINES: u32 = 3;

fn next_hint(hints: &mut VecDeque<LineHint>, ty: Scalar, at: &RecordedChoice) -> Option<Bits> {
    let is_near =
        |hint: &LineHint| hint.is_of_variable && (at.line..=at.line.saturating_add(NEAR_LINES)).contains(&hint.line);
    let idx = hints
        .iter()
        .position(|hint| hint.line == at.line)
        .or_else(|| hints.front().filter(|hint| is_near(hint)).map(|_| 0))?;
    let hint = hints.drain(..=idx).next_back()?;
    hint.number.bits(ty, at.width)
}

/// Values for choices, in the order in which each kind is asked for.
///
/// Unlike a log they do not say where a choice is made: whoever foresees an execution knows the order of its inputs, but not
/// how another context interleaves them with addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceQueues(BTreeMap<ChoiceKind, VecDeque<Bits>>);

impl ChoiceQueues {
    /// Adds a value behind those of its kind.
    pub fn push(&mut self, kind: ChoiceKind, value: Bits) {
        self.0.entry(kind).or_default().push_back(value);
    }

    /// The next value of a kind, if there is one.
    pub fn pop(&mut self, kind: ChoiceKind) -> Option<Bits> {
        self.0.get_mut(&kind)?.pop_front()
    }

    /// Whether there are values of a kind.
    pub fn has(&self, kind: ChoiceKind) -> bool {
        self.0.get(&kind).is_some_and(|values| !values.is_empty())
    }

    /// How many values are left.
    pub fn len(&self) -> usize {
        self.0.values().map(VecDeque::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A number as people write it: what it is as bits depends on the type of the question.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    /// The number in this type, if there is one; floats are rounded.
    pub fn bits(self, ty: Scalar, width: u32) -> Option<Bits> {
        match (self, ty) {
            (Number::Integer(integer), Scalar::Int(_) | Scalar::Ptr) => fit(&Bits::from_i128(128, integer), width),
            // By way of text, which is exact up to the one rounding that a double needs anyway.
            (Number::Integer(integer), Scalar::Float(kind)) => {
                Some(float_from_f64(kind, integer.to_string().parse().ok()?))
            }
            (Number::Float(float), Scalar::Float(kind)) => Some(float_from_f64(kind, float)),
            (Number::Float(_), Scalar::Int(_) | Scalar::Ptr) => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(integer) => integer.fmt(f),
            Number::Float(float) => write!(f, "{float:?}"),
        }
    }
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
    /// The value for a choice of this type; `at` describes where it is made.
    pub(crate) fn next_of(&mut self, ty: Scalar, at: &RecordedChoice) -> Result<Bits, Stop> {
        if let (ChoiceSource::Hints(hints), ChoiceKind::Input | ChoiceKind::Havoc) = (&mut *self, at.kind) {
            return Ok(next_hint(hints, ty, at).unwrap_or_else(|| Bits::zero(at.width)));
        }
        if let ChoiceSource::Chooser(chooser) = self {
            return chooser.borrow_mut().choose(ty, at);
        }
        let ChoiceSource::Numbers(numbers) = self else { return self.next(at) };
        if at.kind != ChoiceKind::Input {
            return Ok(Bits::zero(at.width));
        }
        let next = numbers.pop_front();
        let next = next.ok_or_else(|| Stop::Mismatch(format!("no input is left for {}", place(at))))?;
        let bits = next.bits(ty, at.width);
        bits.ok_or_else(|| Stop::Mismatch(format!("the input {next} does not fit {}", place(at))))
    }

    /// The value for a choice of this kind and width; `at` describes where it is made.
    pub(crate) fn next(&mut self, at: &RecordedChoice) -> Result<Bits, Stop> {
        match self {
            // Numbers need the type, too.
            ChoiceSource::Zero | ChoiceSource::Numbers(_) | ChoiceSource::Hints(_) | ChoiceSource::Asked(_) => {
                Ok(Bits::zero(at.width))
            }
            ChoiceSource::Chooser(chooser) => chooser.borrow_mut().choose(Scalar::Int(at.width), at),
            ChoiceSource::Seed(state) => Ok(random_bits(state, at.width)),
            ChoiceSource::Likely(state) if matches!(at.kind, ChoiceKind::Input | ChoiceKind::Havoc) => {
                Ok(likely_bits(state, at.width))
            }
            ChoiceSource::Likely(_) => Ok(Bits::zero(at.width)),
            ChoiceSource::Script(script) => script.ask(at.kind, at.width),
            ChoiceSource::Inputs(inputs) if at.kind == ChoiceKind::Input => {
                let next = inputs.pop_front();
                let next = next.ok_or_else(|| Stop::Mismatch(format!("no input is left for {}", place(at))))?;
                fit(&next, at.width).ok_or_else(|| {
                    Stop::Mismatch(format!("the input {} does not fit {}", next.signed_display(), place(at)))
                })
            }
            ChoiceSource::Inputs(_) => Ok(Bits::zero(at.width)),
            ChoiceSource::Replay(log) => {
                let next = log.pop_front();
                let next =
                    next.ok_or_else(|| Stop::Mismatch(format!("the log has no choice left for {}", place(at))))?;
                if same_place(&next, at) {
                    return Ok(next.value);
                }
                Err(Stop::Mismatch(format!("the run diverges from its log: {} instead of {}", place(at), place(&next))))
            }
            ChoiceSource::Queues(queues) => match queues.pop(at.kind) {
                Some(value) if value.width() == at.width => Ok(value),
                Some(value) => {
                    let given = value.width();
                    Err(Stop::Exhausted(format!("a choice of {given} bits is given for {}", place(at))))
                }
                None => Ok(Bits::zero(at.width)),
            },
        }
    }

    /// How many inputs or logged choices have not been asked for.
    pub(crate) fn n_unused(&self) -> usize {
        match self {
            ChoiceSource::Zero | ChoiceSource::Seed(_) | ChoiceSource::Likely(_) => 0,
            ChoiceSource::Script(_) | ChoiceSource::Chooser(_) => 0,
            ChoiceSource::Inputs(inputs) => inputs.len(),
            ChoiceSource::Numbers(numbers) => numbers.len(),
            ChoiceSource::Replay(log) => log.iter().filter(|choice| choice.kind != ChoiceKind::Address).count(),
            ChoiceSource::Queues(queues) => queues.len(),
            ChoiceSource::Hints(hints) => hints.len(),
            ChoiceSource::Asked(answers) => answers.given.len(),
        }
    }

    /// The address of the next object, where it has been foretold.
    pub(crate) fn next_address(&mut self) -> Option<Bits> {
        match self {
            ChoiceSource::Queues(queues) => queues.pop(ChoiceKind::Address),
            ChoiceSource::Replay(log) => {
                log.pop_front_if(|choice| choice.kind == ChoiceKind::Address).map(|choice| choice.value)
            }
            _ => None,
        }
    }

    /// Addresses that a log has and nobody asks for do no harm: they are stepped over.
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
pub(crate) fn random_word(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// Half of the numbers are from zero to three; the others are larger, or at the ends of what the width can hold.
fn likely_bits(state: &mut u64, width: u32) -> Bits {
    let word = random_word(state);
    let below = |bound: u64| Bits::new(64, (word >> 32) % bound).resize(width);
    match word % 16 {
        0..8 => below(4),
        8..10 => below(100),
        // The greatest number with a sign, and the least.
        10..12 if width > 1 => Bits::ones(width - 1).resize(width),
        12 if width > 1 => Bits::ones(width - 1).resize(width).not(),
        _ => random_bits(state, width),
    }
}

fn random_bits(state: &mut u64, width: u32) -> Bits {
    let n_limbs = usize::try_from(width.div_ceil(64)).expect("widths are small");
    let limbs: Vec<u64> = (0..n_limbs).map(|_| random_word(state)).collect();
    Bits::from_limbs(width, &limbs)
}

#[cfg(test)]
mod tests {
    use candor_ir::FloatKind;

    use super::*;

    fn question(kind: ChoiceKind, width: u32) -> RecordedChoice {
        RecordedChoice {
            kind,
            thread: 0,
            function: "main".to_owned(),
            line: 1,
            column: 1,
            call_path: 0,
            ordinal: 0,
            width,
            value: Bits::zero(width),
        }
    }

    #[test]
    fn queues_answer_each_kind_in_its_order() {
        let mut queues = ChoiceQueues::default();
        for (kind, value) in [(ChoiceKind::Input, 1), (ChoiceKind::Havoc, 7), (ChoiceKind::Input, 2)] {
            queues.push(kind, Bits::new(8, value));
        }
        let mut source = ChoiceSource::Queues(queues);
        assert_eq!(source.n_unused(), 3);
        let mut ask = |kind, width| source.next(&question(kind, width));
        assert_eq!(ask(ChoiceKind::Input, 8), Ok(Bits::new(8, 1)));
        assert_eq!(ask(ChoiceKind::Uninitialized, 32), Ok(Bits::zero(32)));
        assert_eq!(ask(ChoiceKind::Input, 8), Ok(Bits::new(8, 2)));
        assert_eq!(ask(ChoiceKind::Input, 8), Ok(Bits::zero(8)));
        assert!(matches!(ask(ChoiceKind::Havoc, 16), Err(Stop::Exhausted(_))));
        assert_eq!(source.n_unused(), 0);
    }

    #[test]
    fn hints_are_found_by_their_lines() {
        let hint = |line, is_of_variable, number| LineHint { line, is_of_variable, number: Number::Integer(number) };
        let hints = [hint(4, false, 7), hint(9, false, 8), hint(12, true, -1)];
        let mut source = ChoiceSource::Hints(hints.into());
        let mut ask = |line| {
            let at = RecordedChoice { line, ..question(ChoiceKind::Input, 32) };
            source.next_of(Scalar::Int(32), &at).map(|bits| bits.to_i64_wrapping())
        };
        assert_eq!((ask(3), ask(9), ask(4), ask(20), ask(10)), (Ok(0), Ok(8), Ok(0), Ok(0), Ok(-1)));
    }

    #[test]
    fn numbers_become_what_is_asked_for() {
        let double = Scalar::Float(FloatKind::Double);
        let bits = |number: Number, ty, width| number.bits(ty, width).map(|bits| bits.to_u64_wrapping());
        assert_eq!(bits(Number::Integer(-1), Scalar::Int(8), 8), Some(255));
        assert_eq!(bits(Number::Integer(3), double, 64), Some(3.0_f64.to_bits()));
        assert_eq!(bits(Number::Float(0.1), double, 64), Some(0.1_f64.to_bits()));
        let single = bits(Number::Float(0.1), Scalar::Float(FloatKind::Single), 32);
        assert_eq!(single, Some(u64::from(0.1_f32.to_bits())));
        assert_eq!(bits(Number::Float(1.0), Scalar::Int(32), 32), None);
    }

    #[test]
    fn inputs_fit_as_signed_or_unsigned_numbers() {
        let fits = |value: i128, width| fit(&Bits::from_i128(128, value), width).is_some();
        assert!(fits(-128, 8) && fits(127, 8) && fits(255, 8) && fits(0, 1) && fits(1, 1));
        assert!(!fits(256, 8) && !fits(-129, 8) && !fits(2, 1) && !fits(1 << 32, 32));
        assert!(fits(i128::from(u64::MAX), 64) && fits(-1, 128) && fits(7, 200));
    }
}

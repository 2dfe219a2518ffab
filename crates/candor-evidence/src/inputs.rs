//! What an execution was given from outside: enough to make it happen again anywhere, natively too.
//!
//! A choice log says what was chosen; a native program wants to know who asked. The listener sees the machine before every
//! instruction: choices that are new since the last one belong to the call that stood there.

use std::collections::BTreeSet;

use candor_bits::{Bits, Scalar};
use candor_context_concrete::{ConcreteContext, RecordedChoice, Value, View};
use candor_interp::object::{ByteView, View as CellView};
use candor_interp::{ChoiceKind, Image, Native, ObjectId, ObjectKind, State, lookup_native};
use candor_ir::{Call, Callee, EntityRef, FuncId, InstId, InstKind, Loc, Operand, Program};

use crate::trace::{chosen_number, chosen_text};

type MachineImage<'o> = Image<ConcreteContext<'o>>;
type MachineState<'o> = State<ConcreteContext<'o>>;

/// What an execution was given, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    pub answers: Vec<Answer>,
    /// If it never ends: how many of the answers are given once. The others are given again and again.
    pub n_once: Option<usize>,
    /// What it read from its standard input, which ends there.
    pub stdin: Vec<u8>,
    /// What the function was called with that a caller of candor's making has called.
    pub arguments: Vec<Argument>,
    /// The arguments of `main` that came from outside, without the name of the program.
    pub args: Vec<Vec<u8>>,
    /// Files and variables of the environment that were there before, in the order in which they were asked for.
    pub contents: Vec<(Outside, Vec<u8>)>,
    /// Variables that are defined nowhere, and what they held at the start.
    pub variables: Vec<(String, Vec<u8>)>,
    /// Functions without a body that it called.
    pub bodiless: BTreeSet<String>,
    /// Once there are several threads: which of them did how many things in turn that others may notice.
    pub turns: Vec<Turns>,
}

/// What a thread did before another one did something: reads and writes of variables that are not on a stack, in the user's own code,
/// calls that ask for input, and calls that lock a mutex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    pub thread: u32,
    pub n_events: u64,
}

/// Something of the environment that has a name and holds bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    File(Vec<u8>),
    Variable(Vec<u8>),
}

/// Choices that were made together: the results of one call, or what one instruction found open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub kind: ChoiceKind,
    /// The function that was called, and the types of its results. `None`: no call asked, as when memory is read that nobody wrote.
    pub call: Option<(String, Vec<Scalar>)>,
    /// Where that was, in the user's own code, and in which function.
    pub at: Option<(Loc, String)>,
    pub values: Vec<Bits>,
}

impl Answer {
    /// The one number that the call returned, with its type and the function.
    fn single(&self) -> Option<(&Bits, Scalar, &str)> {
        let (function, results) = self.call.as_ref()?;
        match (&self.values[..], &results[..]) {
            ([value], [ty]) => Some((value, *ty, function)),
            _ => None,
        }
    }

    /// The one number that the call returned, as C would write it; a character also as such.
    pub fn text(&self) -> Option<String> {
        self.single().map(|(value, ty, function)| chosen_text(value, Some(ty), Some(function)))
    }

    /// The same as a constant of C; `None` where C has none, or where nobody knows whether a small number is meant to have a sign.
    pub fn constant(&self) -> Option<String> {
        let (value, ty, function) = self.single()?;
        if ty == Scalar::Ptr {
            return Some(format!("{value:#x}"));
        }
        let number = chosen_number(value, Some(ty), Some(function));
        let names_type = matches!(lookup_native(function), Some(Native::Nondet(_)));
        let is_plain = value.width() >= 32 || names_type || !number.is_negative();
        (number.is_finite() && is_plain).then(|| number.to_string())
    }
}

/// An argument as it is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Number(Scalar, Bits),
    /// A pointer to the beginning of a block on the heap with these bytes.
    Block(Vec<u8>),
    /// A copy of these bytes, passed by value in memory.
    Copy(Vec<u8>),
    /// A pointer to the function of this name.
    Function(String),
}

/// A call that the machine stands at.
#[derive(Clone, Debug)]
struct Pending {
    callee: FuncId,
    results: Vec<Scalar>,
    caller: FuncId,
    loc: Option<Loc>,
    /// The variable that it gives its first value.
    defines: Option<ObjectId>,
    /// What it gives its contents, and how many bytes.
    fills: Option<(Outside, usize)>,
}

/// Choices up to this one belong to the call.
#[derive(Debug)]
struct Asked {
    end: u64,
    call: Option<Pending>,
}

/// Listens to an execution.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    asked: Vec<Asked>,
    call: Option<Pending>,
    arguments: Vec<Argument>,
    args: Option<Vec<Vec<u8>>>,
    /// How many choices went into the arguments.
    n_used_up: u64,
    variables: Vec<(String, Vec<u8>)>,
    bodiless: BTreeSet<FuncId>,
    turns: Vec<Turns>,
    /// What the library was asked for last.
    sought: Option<Outside>,
}

impl Listener {
    /// Looks at the state before an instruction.
    pub(crate) fn before_step<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>) {
        if let Some(object) = self.call.as_ref().and_then(|call| call.defines) {
            self.variables.extend(variable(image, state, object));
        }
        self.take(state.log.len());
        let program = &*image.program;
        let top = &state.thread.top;
        let function = &program.functions[top.func];
        if state.n_threads > 1 && is_noticed(image, state) {
            self.add_event(state.thread.id.0);
        }
        if self.args.is_none() {
            self.args = open_arguments(image, state);
        }
        let InstKind::Call(call) = &function.insts[top.pc].kind else { return };
        let Some(callee) = callee(image, state, call) else { return };
        let loc = program.source.get(function.insts[top.pc].loc).filter(|_| !function.library);
        let is_definition = lookup_native(&program.functions[callee].name) == Some(Native::MakeForeign);
        let block = call.args.first().filter(|_| is_definition);
        let defines =
            block.and_then(|block| read(image, state, block.value).unmarked().as_ptr()).map(|(object, _)| object);
        if let Some(sought) = sought(image, state, callee, call) {
            self.sought = Some(sought);
        }
        // What is asked for next has another name, or none.
        let fills = filled_bytes(image, state, callee, call).and_then(|n_bytes| Some((self.sought.take()?, n_bytes)));
        let results = call.signature.results.clone();
        self.call = Some(Pending { callee, results, caller: top.func, loc, defines, fills });
        // Only a caller of candor's making is a library function with nobody below it, except where a thread begins.
        let called = &program.functions[callee];
        if !called.is_defined() && !function.library {
            self.bodiless.insert(callee);
        }
        let is_first = state.thread.id.0 == 0 && state.thread.depth() == 1;
        if function.library && is_first && called.is_defined() && !called.library {
            self.arguments = call.args.iter().map(|arg| argument(image, state, arg)).collect();
            self.n_used_up = state.log.len();
        }
    }

    fn add_event(&mut self, thread: u32) {
        match self.turns.last_mut() {
            Some(last) if last.thread == thread => last.n_events += 1,
            Some(_) | None => self.turns.push(Turns { thread, n_events: 1 }),
        }
    }

    fn take(&mut self, n_choices: u64) {
        let call = self.call.take();
        if n_choices > self.asked.last().map_or(0, |asked| asked.end) {
            self.asked.push(Asked { end: n_choices, call });
        }
    }

    /// Everything that was given, once the machine has stopped.
    pub(crate) fn finish(
        mut self,
        program: &Program,
        log: &[RecordedChoice],
        stdin: Vec<u8>,
        n_before_cycle: Option<u64>,
    ) -> Inputs {
        self.take(u64::try_from(log.len()).unwrap_or(u64::MAX));
        let mut answers = Vec::new();
        let mut contents = Vec::new();
        let mut n_once = n_before_cycle.map(|_| 0);
        let mut choices = log.iter().enumerate().peekable();
        for Asked { end, call } in self.asked {
            let is_here = |idx: usize| u64::try_from(idx).is_ok_and(|idx| idx < end);
            // One instruction may find several things open, of several kinds.
            let mut here: Vec<Answer> = Vec::new();
            while let Some((idx, choice)) = choices.next_if(|(idx, _)| is_here(*idx)) {
                if u64::try_from(idx).is_ok_and(|idx| idx < self.n_used_up) {
                    continue;
                }
                let asks = matches!(
                    choice.kind,
                    ChoiceKind::Input | ChoiceKind::Havoc | ChoiceKind::AllocationFailure | ChoiceKind::Undef
                );
                let filled = call.as_ref().and_then(|call| call.fills.clone());
                if let Some((outside, n_bytes)) = filled.filter(|_| choice.kind == ChoiceKind::Input) {
                    contents.push((outside, choice.value.to_le_bytes(n_bytes).to_vec()));
                }
                match here.last_mut() {
                    Some(answer) if answer.kind == choice.kind => answer.values.push(choice.value.clone()),
                    Some(_) | None => {
                        let name = |func: FuncId| program.functions[func].name.clone();
                        let asker = call.as_ref().filter(|_| asks);
                        let at = asker.and_then(|call| Some((call.loc?, name(call.caller))));
                        let call = asker.map(|call| (name(call.callee), call.results.clone()));
                        here.push(Answer { kind: choice.kind, call, at, values: vec![choice.value.clone()] });
                    }
                }
            }
            answers.append(&mut here);
            if n_before_cycle.is_some_and(|n_before| end <= n_before) {
                n_once = Some(answers.len());
            }
        }
        let bodiless = self.bodiless.iter().map(|&func| program.functions[func].name.clone()).collect();
        Inputs {
            answers,
            n_once,
            stdin,
            arguments: self.arguments,
            args: self.args.unwrap_or_default(),
            contents,
            variables: self.variables,
            bodiless,
            turns: self.turns,
        }
    }
}

/// Whether what comes next is something of the user's that other threads may notice.
fn is_noticed<'o>(image: &MachineImage<'o>, state: &MachineState<'o>) -> bool {
    let top = &state.thread.top;
    let function = &image.program.functions[top.func];
    // clang does not watch functions that never return and never branch.
    let is_watched = !matches!(function.insts[function.terminator(function.entry())].kind, InstKind::Unreachable);
    if function.library {
        return false;
    }
    let (pointer, ty) = match &function.insts[top.pc].kind {
        InstKind::Load { ptr, ty, .. } | InstKind::Store { ptr, ty, .. } => (*ptr, *ty),
        InstKind::Call(call) => {
            let called = callee(image, state, call).map(|callee| &image.program.functions[callee]);
            return called.is_some_and(|called| called.name == MUTEX_LOCK || asks(called, call));
        }
        // Any other is no event that a harness counts.
        _ => return false,
    };
    let is_plain = [1, 8, 16, 32, 64, 128].contains(&image.program.target.bits_of(ty));
    let object = read(image, state, pointer).unmarked().as_ptr().and_then(|(object, _)| state.memory.get(object));
    let is_shared = object.is_some_and(|object| match object.kind {
        ObjectKind::Global(global) => !image.program.globals[global].thread_local,
        ObjectKind::Heap => true,
        ObjectKind::Stack
        | ObjectKind::Function(_)
        | ObjectKind::Arguments
        | ObjectKind::External
        | ObjectKind::VarArgs => false,
    });
    is_watched && is_plain && is_shared
}

const MUTEX_LOCK: &str = "pthread_mutex_lock";

/// Whether a call is for something that only the outside knows.
fn asks(called: &candor_ir::Function, call: &Call) -> bool {
    let native = lookup_native(&called.name);
    let is_open = native.is_none_or(|native| matches!(native, Native::Nondet(_) | Native::NondetBits | Native::Range));
    is_open && !called.is_defined() && !call.results.is_empty()
}

fn variable<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, object: ObjectId) -> Option<(String, Vec<u8>)> {
    let ObjectKind::Global(global) = state.memory.get(object)?.kind else { return None };
    Some((image.program.globals[global].name.clone(), bytes(image, state, object)))
}

fn callee<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, call: &Call) -> Option<FuncId> {
    let pointer = match call.callee {
        Callee::Direct(func) => return Some(func),
        Callee::Indirect(pointer) => read(image, state, pointer),
    };
    let (object, _) = pointer.unmarked().as_ptr()?;
    match state.memory.get(object)?.kind {
        ObjectKind::Function(func) => Some(func),
        ObjectKind::Global(_)
        | ObjectKind::Stack
        | ObjectKind::Heap
        | ObjectKind::Arguments
        | ObjectKind::External
        | ObjectKind::VarArgs => None,
    }
}

fn argument<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, arg: &candor_ir::Arg) -> Argument {
    let value = read(image, state, arg.value);
    match (arg.byval, value.view()) {
        (Some(_), View::Ptr(object, _)) => Argument::Copy(bytes(image, state, object)),
        (None, View::Ptr(object, 0)) => match state.memory.get(object).map(|found| found.kind) {
            Some(ObjectKind::Function(func)) => Argument::Function(image.program.functions[func].name.clone()),
            _ => Argument::Block(bytes(image, state, object)),
        },
        _ => Argument::Number(arg.ty, value.bits(image.program.target.bits_of(arg.ty))),
    }
}

/// The function of the library that makes a table of arguments.
const ARGUMENTS: &str = "__model_arguments";

/// The arguments that the call just before this instruction has made, without the first.
fn open_arguments<'o>(image: &MachineImage<'o>, state: &MachineState<'o>) -> Option<Vec<Vec<u8>>> {
    let top = &state.thread.top;
    let function = &image.program.functions[top.func];
    let before = InstId::new(top.pc.index().checked_sub(1)?);
    let InstKind::Call(call) = &function.insts[before].kind else { return None };
    let Callee::Direct(callee) = call.callee else { return None };
    let [table] = call.results[..] else { return None };
    if function.library || image.program.functions[callee].name != ARGUMENTS {
        return None;
    }
    let (table, _) = read(image, state, table.into()).unmarked().as_ptr()?;
    let found = state.memory.get(table)?;
    let mut args = Vec::new();
    let pointer_bytes = image.program.target.pointer_bytes();
    for at in (0..found.contents.size()).step_by(usize::try_from(pointer_bytes).ok()?).skip(1) {
        let CellView::Cell(text) = found.contents.view(at, pointer_bytes, image.program.target.endian) else {
            continue;
        };
        let (text, _) = text.unmarked().as_ptr()?;
        let mut text = bytes(image, state, text);
        text.truncate(text.iter().position(|byte| *byte == 0).unwrap_or(text.len()));
        args.push(text);
    }
    Some(args)
}

/// The models of the C library that ask for something by name: for a file, or for a variable of the environment.
const FILE_MODEL: &str = "__model_outside_file";
const VARIABLE_MODELS: [&str; 2] = ["getenv", "secure_getenv"];

/// What a call asks for, if the callee is one of these models.
fn sought<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, callee: FuncId, call: &Call) -> Option<Outside> {
    let function = &image.program.functions[callee];
    let is_file = function.name == FILE_MODEL;
    if !function.library || !(is_file || VARIABLE_MODELS.contains(&function.name.as_str())) {
        return None;
    }
    let (object, offset) = read(image, state, call.args.first()?.value).unmarked().as_ptr()?;
    let mut name: Vec<u8> = bytes(image, state, object).into_iter().skip(usize::try_from(offset).ok()?).collect();
    name.truncate(name.iter().position(|byte| *byte == 0).unwrap_or(name.len()));
    Some(if is_file { Outside::File(name) } else { Outside::Variable(name) })
}

/// How many bytes a call takes from outside of the program; tables of zeros are the library's own.
fn filled_bytes<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, callee: FuncId, call: &Call) -> Option<usize> {
    let is_filling = lookup_native(&image.program.functions[callee].name) == Some(Native::OutsideBlock);
    let [size, filling] = &call.args[..] else { return None };
    let number = |operand| read(image, state, operand).bits(64).to_u64_wrapping();
    let is_filled = is_filling && number(filling.value) != 0;
    is_filled.then(|| usize::try_from(number(size.value)).ok())?
}

/// What an object holds; what nobody has written is zero.
fn bytes<'o>(image: &MachineImage<'o>, state: &MachineState<'o>, object: ObjectId) -> Vec<u8> {
    let Some(found) = state.memory.get(object) else { return Vec::new() };
    let size = found.plain_size.unwrap_or(0);
    let is_little = image.program.target.endian == candor_ir::Endian::Little;
    let byte = |offset| match found.contents.byte(offset) {
        ByteView::Uninitialized => 0,
        ByteView::Plain(byte) => byte,
        ByteView::Part { value, index, size } => {
            let from_low = if is_little { index } else { size - 1 - index };
            let shifted = value.bits(size * 8).to_u64_wrapping() >> (from_low * 8).min(63);
            shifted.to_le_bytes()[0]
        }
    };
    (0..size).map(byte).collect()
}

fn read<'s, 'o>(image: &'s MachineImage<'o>, state: &'s MachineState<'o>, operand: Operand) -> &'s Value {
    match operand {
        Operand::Value(value) => &state.thread.top.regs[candor_ir::EntityRef::index(value)],
        Operand::Const(constant) => &image.consts[candor_ir::EntityRef::index(constant)],
    }
}

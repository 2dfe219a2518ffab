//! Harnesses: what a native program needs in order to go the way of a counterexample.
//!
//! The data is here, without any C: which functions have to be defined and what they answer, call by call; what stands on the
//! standard input; what a function is called with; which sanitizer sees the fault. [`render_harness`] writes it as one C
//! file, and [`Harness::clang_args`] says how that is compiled.
//!
//! Functions are defined under other names in C and get the right one from an assembler label. A prototype in the user's source,
//! whatever it says, thus never contradicts them, and they may stand in the same file as the source.

mod render;
mod sanitizer;
mod turns;

use std::collections::{BTreeMap, BTreeSet};

use candor_evidence::{Answer, Argument, Confirmed, Counterexample, Inputs, Outside, Settled, filled_bits, filling};
use candor_interp::{ChoiceKind, Native, NondetType, ThreadFn, lookup_native, starts_threads};
use candor_ir::{Bits, Callee, Check, FloatKind, FuncId, InstKind, Program, Scalar, assembly_text};
use serde::{Deserialize, Serialize};

pub use render::{SourceText, render_harness};
pub use sanitizer::Sanitizer;

/// How the program was compiled, as far as another compiler must know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    pub files: Vec<String>,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    pub defines: Vec<String>,
    pub include_dirs: Vec<String>,
    pub std: Option<String>,
    pub clang_args: Vec<String>,
    /// Arguments of the program, without its name.
    pub args: Vec<Vec<u8>>,
    /// What is called instead of `main`.
    pub function: Option<String>,
}

/// Everything that makes the fault happen again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harness {
    /// The check that fails, by its id.
    pub check: String,
    pub sanitizer: Sanitizer,
    pub functions: Vec<Stub>,
    /// Variables that are declared and defined nowhere.
    pub variables: Vec<StubVariable>,
    pub stdin: Vec<u8>,
    /// What the function that [`Build::function`] names is called with.
    pub arguments: Vec<StubArgument>,
    /// What `main` is called with, where [`Build::args`] does not say; without the name of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Vec<u8>>,
    /// Files and variables of the environment that have to be there, with their contents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(Vec<u8>, Vec<u8>)>,
    /// Whether each allocation fails, in order; empty if none does.
    pub allocations: Vec<bool>,
    /// The error function has a body in the program, so that entering it must be noticed.
    pub watch_entry_of: Option<String>,
    /// Functions that are declared and never called on the way: the linker must not miss them.
    pub uncalled: Vec<String>,
    /// `main` takes the environment, which is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_environment: bool,
    /// Which threads do how many things in turn that others may notice; empty if there is nothing to keep to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<(u32, u64)>,
    /// What memory holds that nobody has written, byte by byte.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fill: u8,
    /// A function calls itself for ever, which ends natively where the stack does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uses_up_stack: bool,
    /// What a native execution may do otherwise, in words.
    pub caveats: Vec<String>,
}

/// A function that the harness defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stub {
    pub name: String,
    pub role: Role,
    /// C types of its results: none, one, or the members of a structure.
    pub results: Vec<String>,
    /// The results, call by call, as hexadecimal numbers.
    pub answers: Vec<Vec<String>>,
    /// After the last answer come those from this one on again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_from: Option<usize>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It returns what was chosen.
    Answer,
    /// It fills a block with what was chosen.
    Fill,
    /// It ends the execution unless its argument holds; the C type of that.
    Assume,
    /// It fails unless its argument holds.
    Assert,
    /// It fails.
    Fail,
    /// It does nothing.
    Nothing,
    Malloc,
    Calloc,
}

/// A variable that the harness defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StubVariable {
    pub name: String,
    pub size: u64,
    /// What it holds at the start; zeros follow.
    pub bytes: Vec<u8>,
}

/// An argument of the function under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StubArgument {
    Number { c_type: String, value: String },
    Block { bytes: Vec<u8> },
    Copy { bytes: Vec<u8> },
    Function { name: String },
}

impl Harness {
    /// The harness for a violation; `None` if nothing could be seen natively: a bound was hit.
    pub fn new(confirmed: &Confirmed, program: &Program) -> Option<Harness> {
        let check = confirmed.fault.check;
        let sanitizer = Sanitizer::of(check)?;
        let inputs = &confirmed.inputs;
        let (functions, uncalled) = stubs(program, inputs);
        let failures: Vec<bool> = of_kind(inputs, ChoiceKind::AllocationFailure).map(|bits| !bits.is_zero()).collect();
        let is_defined =
            |name: &&str| program.function_named(name).is_some_and(|func| program.functions[func].is_defined());
        let error_function = ["reach_error", "__VERIFIER_error"].into_iter().find(is_defined);
        Some(Harness {
            check: check.id().to_owned(),
            sanitizer,
            functions,
            variables: undefined_variables(program, inputs),
            stdin: inputs.stdin.clone(),
            args: inputs.args.clone(),
            files: surroundings(inputs, |outside| match outside {
                Outside::File(name) => Some(name),
                Outside::Variable(_) => None,
            }),
            environment: surroundings(inputs, |outside| match outside {
                Outside::Variable(name) => Some(name),
                Outside::File(_) => None,
            }),
            arguments: inputs.arguments.iter().map(stub_argument).collect(),
            allocations: if failures.contains(&true) { failures } else { Vec::new() },
            watch_entry_of: error_function.filter(|_| check == Check::ErrorCall).map(str::to_owned),
            uncalled,
            takes_environment: takes_environment(program),
            turns: turns(program, sanitizer, confirmed),
            fill: fill(program, inputs),
            uses_up_stack: check == Check::Termination && begins_function(&confirmed.counterexample),
            caveats: caveats(program, confirmed),
        })
    }
}

/// What there is of one kind, by name. Of what was asked for again, the first answer: later ones are the program's own doing.
fn surroundings(inputs: &Inputs, name: impl Fn(&Outside) -> Option<&Vec<u8>>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut found: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for (outside, bytes) in &inputs.contents {
        if let Some(name) = name(outside)
            && found.iter().all(|(known, _)| known != name)
        {
            found.push((name.clone(), bytes.clone()));
        }
    }
    found
}

fn of_kind(inputs: &Inputs, kind: ChoiceKind) -> impl Iterator<Item = &Bits> {
    inputs.answers.iter().filter(move |answer| answer.kind == kind).flat_map(|answer| &answer.values)
}

fn is_zero(byte: &u8) -> bool {
    *byte == 0
}

/// What all memory may be filled with that nobody has written.
fn fill(program: &Program, inputs: &Inputs) -> u8 {
    let byte = filling(program);
    let is_filled = |bits: &Bits| *bits == filled_bits(bits.width(), byte);
    let has_any = of_kind(inputs, ChoiceKind::Uninitialized).any(|bits| !bits.is_zero());
    if has_any && of_kind(inputs, ChoiceKind::Uninitialized).all(is_filled) { byte } else { 0 }
}

/// Whose turn it is; the thread sanitizer finds what it looks for in any order.
fn turns(program: &Program, sanitizer: Sanitizer, confirmed: &Confirmed) -> Vec<(u32, u64)> {
    // An address on the stack is then not where the stack is.
    let moves_stack = confirmed.fault.check == Check::UseAfterScope;
    // Who starts threads otherwise does not give them numbers.
    let starts_otherwise = program.function_named("thrd_create").is_some();
    if sanitizer == Sanitizer::Thread || moves_stack || starts_otherwise {
        return Vec::new();
    }
    let mut turns: Vec<(u32, u64)> =
        confirmed.inputs.turns.iter().map(|turns| (turns.thread, turns.n_events)).collect();
    // Who comes to the fault may do so without anything else that others notice.
    if turns.last().is_some_and(|(last, _)| *last != confirmed.fault.thread) {
        turns.push((confirmed.fault.thread, 1));
    }
    turns
}

/// Whether the program returns or exits where the fault is.
fn ends_in_order(program: &Program, counterexample: &Counterexample) -> bool {
    let Some(site) = counterexample.position.last() else { return false };
    match &program.functions[site.func].insts[site.inst].kind {
        InstKind::Return { .. } => true,
        InstKind::Call(call) => match call.callee {
            Callee::Direct(callee) => {
                let native = lookup_native(&program.functions[callee].name);
                !matches!(native, Some(Native::Abort | Native::AssertFail | Native::ErrorCall))
            }
            Callee::Indirect(_) => false,
        },
        // Any other is not where a program ends in order.
        _ => false,
    }
}

/// Whether the place is the first of a function, where endless recursion is found.
fn begins_function(counterexample: &Counterexample) -> bool {
    counterexample.position.last().is_some_and(|site| site.inst.as_u32() == 0)
}

/// What no native execution can be told.
fn caveats(program: &Program, confirmed: &Confirmed) -> Vec<String> {
    let Confirmed { counterexample, fault, inputs, .. } = confirmed;
    let mut caveats: Vec<String> = sanitizer::blind_spot(fault).into_iter().map(str::to_owned).collect();
    if counterexample.check == Check::MemoryLeak && !ends_in_order(program, counterexample) {
        caveats.push("leaks are looked for natively only when the program ends in order".to_owned());
    }
    if of_kind(inputs, ChoiceKind::Uninitialized).any(|bits| !bits.is_zero()) {
        caveats.push("memory that was never written holds other values natively".to_owned());
    }
    if counterexample.choices.iter().any(Settled::is_turn) {
        caveats.push("threads may take turns as they like natively".to_owned());
    }
    let fails = |choice: &Settled| choice.kind == ChoiceKind::Schedule && !choice.is_turn() && !choice.value.is_zero();
    if counterexample.choices.iter().any(fails) {
        let sentence = "what may fail for no reason, such as a weak compare-and-exchange, need not fail natively";
        caveats.push(sentence.to_owned());
    }
    if counterexample.cycle.is_some() && !inputs.stdin.is_empty() {
        caveats.push("only the first rounds of the cycle have their standard input here".to_owned());
    }
    if counterexample.choices.iter().any(|choice| choice.kind == ChoiceKind::Address) {
        caveats.push("objects lie at other addresses natively".to_owned());
    }
    let is_external = |answer: &Answer| {
        let gives_pointer = answer.call.as_ref().is_some_and(|(_, results)| results.contains(&Scalar::Ptr));
        gives_pointer && answer.values.iter().any(|value| value.width() == 1 && !value.is_zero())
    };
    if inputs.answers.iter().any(is_external) {
        caveats.push("external memory is not there natively".to_owned());
    }
    let is_of_outside =
        |answer: &Answer| answer.call.as_ref().is_some_and(|(name, _)| lookup_native(name) == Some(Native::Outside));
    if inputs.answers.iter().any(is_of_outside) {
        caveats.push("clocks, signals and random bytes are the system's natively".to_owned());
    }
    let is_of_assembly = |answer: &Answer| answer.call.as_ref().is_some_and(|(name, _)| assembly_text(name).is_some());
    if inputs.answers.iter().any(is_of_assembly) {
        caveats.push("assembly gives natively what the machine gives".to_owned());
    }
    let replaces_heap = |name: &&str| {
        program.function_named(name).is_some_and(|func| {
            let function = &program.functions[func];
            function.is_defined() && !function.library
        })
    };
    if ["malloc", "calloc", "realloc", "free"].iter().any(replaces_heap) {
        caveats.push("the library of a sanitizer does not call the program's own malloc and free".to_owned());
    }
    let of_candor = |name: &str| program.function_named(name).is_some_and(|func| program.functions[func].library);
    let is_volatile = |answer: &Answer| {
        let called = answer.call.as_ref().map(|(name, _)| name.as_str());
        let is_read = |name| match lookup_native(name) {
            Some(Native::MakeInputs) => true,
            Some(Native::Nondet(_)) => of_candor(name),
            // Any other is called by the program itself.
            _ => false,
        };
        answer.kind == ChoiceKind::Input && called.is_some_and(is_read)
    };
    if inputs.answers.iter().any(is_volatile) {
        caveats.push("volatile variables do not change by themselves natively".to_owned());
    }
    caveats
}

fn takes_environment(program: &Program) -> bool {
    program.function_named("main").is_some_and(|main| program.functions[main].params.len() >= 3)
}

/// The functions to define, and those that remain without a body.
fn stubs(program: &Program, inputs: &Inputs) -> (Vec<Stub>, Vec<String>) {
    let mut answers: BTreeMap<&str, Vec<(usize, &Answer)>> = BTreeMap::new();
    for (idx, answer) in inputs.answers.iter().enumerate() {
        if let (Some((name, _)), ChoiceKind::Input | ChoiceKind::Havoc) = (&answer.call, answer.kind) {
            answers.entry(name).or_default().push((idx, answer));
        }
    }
    let mut stubs = Vec::new();
    let mut uncalled = Vec::new();
    for func in called_without_body(program) {
        let name = program.functions[func].name.as_str();
        let Some(role) = role(name) else { continue };
        let is_called = inputs.bodiless.contains(name);
        if role == Role::Answer && lookup_native(name).is_none() && !is_called {
            uncalled.push(name.to_owned());
            continue;
        }
        let given = answers.get(name).map_or(&[][..], Vec::as_slice);
        let results = match given.first().and_then(|(_, answer)| answer.call.as_ref()) {
            Some((_, results)) => results.clone(),
            None => program.functions[func].signature.results.clone(),
        };
        let results =
            if role == Role::Answer { results.iter().map(|&ty| c_type(ty, name)).collect() } else { Vec::new() };
        let values = |(_, answer): &(usize, &Answer)| answer.values.iter().map(hexadecimal).collect();
        let is_repeated = |(idx, _): &(usize, &Answer)| inputs.n_once.is_some_and(|n_once| *idx >= n_once);
        stubs.push(Stub {
            name: name.to_owned(),
            role,
            results,
            answers: given.iter().map(values).collect(),
            again_from: given.iter().position(is_repeated),
        });
    }
    (stubs, uncalled)
}

/// Functions without a body that the user's code may call.
fn called_without_body(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for function in program.functions.values().filter(|function| !function.library) {
        for inst in function.insts.values() {
            if let InstKind::Call(call) = &inst.kind
                && let Callee::Direct(func) = call.callee
                && !program.functions[func].is_defined()
            {
                found.insert(func);
            }
        }
    }
    let is_pointed_to = |func: &FuncId| {
        let function = &program.functions[*func];
        !function.is_defined() && !function.library
    };
    found.extend(program.functions.keys().filter(is_pointed_to));
    found
}

/// What the function is for; `None` for those that every C library has, and those that only candor calls.
fn role(name: &str) -> Option<Role> {
    let Some(native) = lookup_native(name) else {
        let is_ours = name.starts_with("llvm.") || assembly_text(name).is_some();
        return (!starts_threads(name) && !is_ours).then_some(Role::Answer);
    };
    match native {
        Native::Nondet(_) | Native::NondetBits | Native::Range => Some(Role::Answer),
        Native::MakeSymbolic => Some(Role::Fill),
        Native::Assume => Some(Role::Assume),
        Native::Assert => Some(Role::Assert),
        Native::ErrorCall => Some(Role::Fail),
        Native::AssertFail => (name != "__assert_fail" && name != "__assert").then_some(Role::Fail),
        // A sequential program has nothing to do there; one with threads is not reproduced by its inputs alone.
        Native::Thread(ThreadFn::Begin | ThreadFn::Leave) => Some(Role::Nothing),
        Native::Malloc => (name != "malloc").then_some(Role::Malloc),
        Native::Calloc => (name != "calloc").then_some(Role::Calloc),
        Native::Realloc
        | Native::Free
        | Native::AlignedAlloc
        | Native::MemCopy { .. }
        | Native::MemFill
        | Native::Put
        | Native::Get
        | Native::Exit
        | Native::Quit
        | Native::Abort
        | Native::SetJmp
        | Native::LongJmp
        | Native::IsWatched
        | Native::Check
        | Native::Arbitrary
        | Native::Outside
        | Native::IsOpen
        | Native::OutsideBlock
        | Native::MakeInputs
        | Native::MakeForeign
        | Native::Math(_)
        | Native::Thread(_)
        | Native::Unsupported => None,
    }
}

fn undefined_variables(program: &Program, inputs: &Inputs) -> Vec<StubVariable> {
    let given = inputs.variables.iter().map(|(name, bytes)| StubVariable {
        name: name.clone(),
        size: bytes.len() as u64,
        bytes: bytes.clone(),
    });
    let missing = program.globals.values().filter(|global| global.init.is_none() && !global.library);
    let missing =
        missing.map(|global| StubVariable { name: global.name.clone(), size: global.size.max(1), bytes: Vec::new() });
    given.chain(missing).collect()
}

fn stub_argument(argument: &Argument) -> StubArgument {
    match argument {
        Argument::Number(ty, bits) => StubArgument::Number { c_type: c_type(*ty, ""), value: hexadecimal(bits) },
        Argument::Block(bytes) => StubArgument::Block { bytes: bytes.clone() },
        Argument::Copy(bytes) => StubArgument::Copy { bytes: bytes.clone() },
        Argument::Function(name) => StubArgument::Function { name: name.clone() },
    }
}

fn hexadecimal(bits: &Bits) -> String {
    format!("{bits:#x}")
}

/// A C type of this size that functions of this name return. Callers may rely on how small integers are extended.
fn c_type(ty: Scalar, function: &str) -> String {
    let sign = match lookup_native(function) {
        Some(Native::Nondet(NondetType::Unsigned)) => "unsigned ",
        Some(_) | None => "signed ",
    };
    match ty {
        Scalar::Int(1) => "_Bool".to_owned(),
        Scalar::Int(8) => format!("{sign}char"),
        Scalar::Int(16) => format!("{sign}short"),
        Scalar::Int(32) => "int".to_owned(),
        Scalar::Int(64) => "long long".to_owned(),
        Scalar::Int(128) => "__int128".to_owned(),
        Scalar::Int(width) => format!("_BitInt({width})"),
        Scalar::Ptr => "void *".to_owned(),
        Scalar::Float(FloatKind::Half) => "_Float16".to_owned(),
        Scalar::Float(FloatKind::BFloat) => "__bf16".to_owned(),
        Scalar::Float(FloatKind::Single) => "float".to_owned(),
        Scalar::Float(FloatKind::Double) => "double".to_owned(),
        Scalar::Float(FloatKind::X87) => "long double".to_owned(),
        Scalar::Float(FloatKind::Quad) => "__float128".to_owned(),
    }
}

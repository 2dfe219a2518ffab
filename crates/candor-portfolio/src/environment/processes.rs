//! `--entry f --entry g`: several functions that run side by side, as LODIN's processes do.
//!
//! After Legay, Nowotka, Poulsen, "Automatic Verification of LLVM Code" (2022): a module has an ordered list of entry functions, and the
//! initial state has a process for each. Here process n is thread n: the first function runs on the first thread, each of the
//! others on a thread of its own, and all threads are there before any of them makes a step. Deviation: a process whose
//! function has returned is over, where theirs goes round for ever. An entry function is meant to have neither parameters nor
//! a result; one that has is warned about and started all the same.

use candor_ir::{
    CastOp, Check, CheckSet, CmpOp, Const, FuncId, Function, InstKind, Operand, Program, Scalar, SigParam, Signature,
    Symbol,
};

use super::build::{OneBlock, native, plain_call};
use super::harness::{Arguments, Granted, call_with_inputs, callee_named};
use crate::request::{Caller, PointerArgs};

/// How whoever starts them is shown in call stacks.
const STARTER: &str = "processes";
const INT: Scalar = Scalar::Int(32);

/// From now on the program starts with a process for each of these functions. What is strange about them, or why it cannot be.
pub(crate) fn start_processes(program: &mut Program, names: &[String]) -> Result<Vec<String>, String> {
    let mut warnings = Vec::new();
    if program.function_named("main").is_some() && !names.iter().any(|name| name == "main") {
        warnings.push("`main` is not among the entry functions and does not run".to_owned());
    }
    let funcs = names.iter().map(|name| callee_named(program, name)).collect::<Result<Vec<FuncId>, String>>()?;
    let mut entries = names.iter().map(String::as_str).zip(funcs);
    let Some(first) = entries.next() else { return Ok(warnings) };
    let mut stubs = Vec::new();
    for entry in entries {
        stubs.push(stub(program, entry, &mut warnings)?);
    }
    let starter = starter(program, first, &stubs, &mut warnings)?;
    let starter = program.functions.push(starter);
    program.symbols.insert("main".to_owned(), Symbol::Function(starter));
    Ok(warnings)
}

fn strange(name: &str, signature: &Signature) -> Vec<String> {
    let mut warnings = Vec::new();
    if !signature.params.is_empty() {
        warnings.push(format!("the entry function `{name}` has parameters; they may be anything"));
    }
    match signature.results.first() {
        Some(Scalar::Ptr) => warnings.push(format!("the entry function `{name}` returns a pointer, which is ignored")),
        Some(_) => warnings.push(format!("the entry function `{name}` returns a value, which is ignored")),
        None => {}
    }
    warnings
}

/// What a further process does: it calls its function.
fn stub(program: &mut Program, entry: (&str, FuncId), warnings: &mut Vec<String>) -> Result<FuncId, String> {
    let param = SigParam { ty: Scalar::Ptr, byval: None };
    let signature = Signature { params: vec![param, param], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(STARTER, signature));
    call_entry(&mut body, entry, warnings)?;
    let stub = body.finish(InstKind::Return { values: Vec::new() });
    Ok(program.functions.push(stub))
}

fn call_entry(body: &mut OneBlock<'_>, (name, func): (&str, FuncId), warnings: &mut Vec<String>) -> Result<(), String> {
    let callee = body.program.functions[func].clone();
    warnings.extend(strange(name, &callee.signature));
    let arguments = Arguments { pointers: PointerArgs::Fresh, caller: Caller::Any };
    let mut granted = Granted::default();
    call_with_inputs(body, name, func, &callee, arguments, &mut granted)?;
    warnings.extend(granted.assumptions);
    Ok(())
}

/// Makes the other threads in one go, calls the first function, and waits for the others to end.
fn starter(
    program: &mut Program,
    first: (&str, FuncId),
    stubs: &[FuncId],
    warnings: &mut Vec<String>,
) -> Result<Function, String> {
    let signature = Signature { results: vec![INT], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(STARTER, signature));
    if !stubs.is_empty() {
        start_all(&mut body, stubs);
    }
    call_entry(&mut body, first, warnings)?;
    if !stubs.is_empty() {
        wait_for_all(&mut body);
    }
    let success = body.constant(Const::int(32, 0));
    Ok(body.finish(InstKind::Return { values: vec![success] }))
}

/// Makes a thread for each, without letting any of them run yet.
fn start_all(body: &mut OneBlock<'_>, stubs: &[FuncId]) {
    let null = body.constant(Const::Null);
    call_platform(body, "__candor_atomic_begin", &[], None);
    for &stub in stubs {
        let run = body.constant(Const::Function(stub));
        let args = [(Scalar::Ptr, run), (Scalar::Ptr, null), (Scalar::Ptr, null)];
        call_platform(body, "__candor_spawn", &args, Some(INT));
    }
    call_platform(body, "__candor_atomic_end", &[], None);
}

/// A deadlock of the others is blamed on the thread that waits for them, which therefore checks for it.
fn wait_for_all(body: &mut OneBlock<'_>) {
    call_platform(body, "__candor_atomic_begin", &[], None);
    body.check_last(CheckSet::of(Check::Deadlock));
    let one = body.constant(Const::int(32, 1));
    let running = call_platform(body, "__candor_n_running", &[], Some(INT)).unwrap_or(one);
    let is_last = body.op(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty: INT, a: running, b: one });
    let cast = InstKind::Cast { op: CastOp::ZExt, from: Scalar::I1, to: INT, value: is_last };
    let is_last = body.op(INT, cast);
    call_platform(body, "__candor_await", &[(INT, is_last)], None);
    body.check_last(CheckSet::of(Check::Deadlock));
    call_platform(body, "__candor_atomic_end", &[], None);
}

fn call_platform(
    body: &mut OneBlock<'_>,
    name: &str,
    args: &[(Scalar, Operand)],
    result: Option<Scalar>,
) -> Option<Operand> {
    let func = native(body.program, name);
    let result = result.map(|ty| (ty, body.register(ty)));
    body.inst(plain_call(func, args, result.as_slice()), None);
    result.map(|(_, register)| register.into())
}

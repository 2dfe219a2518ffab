//! `--entry f --entry g`: several functions that run side by side, as LODIN has them.
//!
//! After Legay, Nowotka, Poulsen, "Automatic Verification of LLVM Code" (2022): a module has an ordered list of entry functions, and the
//! initial state has a process for each. Here process n is thread n: the first thread makes the others and then calls the
//! first function. Deviation: a process whose function has returned is over, where theirs goes round for ever. An entry
//! function is meant to have neither parameters nor a result; one that has is warned about and started all the same.

use candor_ir::{Const, FuncId, Function, InstKind, Program, Scalar, SigParam, Signature, Symbol};

use super::build::{OneBlock, native, plain_call};
use super::harness::{call_with_inputs, callee_named};
use crate::options::PointerArgs;

/// What ends a process; the library has it.
const END: &str = "__model_end_process";

/// What the library must be asked for.
pub(crate) const PROCESS_ROOTS: [&str; 1] = [END];

/// From now on the program starts with a process for each of these functions. What is strange about them, or why it cannot be.
pub(crate) fn start_processes(program: &mut Program, names: &[String]) -> Result<Vec<String>, String> {
    let mut warnings = Vec::new();
    if program.function_named("main").is_some() && !names.iter().any(|name| name == "main") {
        warnings.push("`main` is not among the entry functions and does not run".to_owned());
    }
    let funcs = names.iter().map(|name| callee_named(program, name)).collect::<Result<Vec<FuncId>, String>>()?;
    let mut others = Vec::new();
    for (number, (name, &func)) in names.iter().zip(&funcs).enumerate().skip(1) {
        let ptr = SigParam { ty: Scalar::Ptr, byval: None };
        let signature = Signature { params: vec![ptr, ptr], ..Signature::default() };
        let body = OneBlock::new(program, Function::declare(process_name(number), signature));
        let process = finish(body, name, func, &mut warnings)?;
        others.push(program.functions.push(process));
    }
    let signature = Signature { results: vec![Scalar::I32], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(process_name(0), signature));
    // All are there before any of them makes a step.
    let [begin, end] = ["__candor_atomic_begin", "__candor_atomic_end"].map(|name| native(body.program, name));
    body.inst(plain_call(begin, &[], &[]), None);
    for other in others {
        let spawn = native(body.program, "__candor_spawn");
        let [run, null] = [Const::Function(other), Const::Null].map(|constant| body.constant(constant));
        let number = body.register(Scalar::I32);
        let args = [run, null, null].map(|arg| (Scalar::Ptr, arg));
        body.inst(plain_call(spawn, &args, &[(Scalar::I32, number)]), None);
    }
    body.inst(plain_call(end, &[], &[]), None);
    let (Some(name), Some(&func)) = (names.first(), funcs.first()) else {
        return Err("there is no entry function".to_owned());
    };
    let first = finish(body, name, func, &mut warnings)?;
    let first = program.functions.push(first);
    program.symbols.insert("main".to_owned(), Symbol::Function(first));
    Ok(warnings)
}

fn process_name(number: usize) -> String {
    format!("process {number}")
}

/// Calls the function, and ends.
fn finish(mut body: OneBlock<'_>, name: &str, func: FuncId, warnings: &mut Vec<String>) -> Result<Function, String> {
    let callee = body.program.functions[func].clone();
    if !callee.signature.params.is_empty() {
        warnings.push(format!("the entry function `{name}` has parameters; they may be anything"));
    }
    match callee.signature.results.first() {
        Some(Scalar::Ptr) => {
            warnings.push(format!("the entry function `{name}` returns a pointer; nobody looks at it"))
        }
        Some(_) => warnings.push(format!("the entry function `{name}` returns a value; nobody looks at it")),
        None => {}
    }
    call_with_inputs(&mut body, name, func, &callee, PointerArgs::Fresh, warnings)?;
    let end = native(body.program, END);
    body.inst(plain_call(end, &[], &[]), None);
    Ok(body.finish(InstKind::Unreachable))
}

//! An open world: `main` gets arbitrary arguments, and random numbers are arbitrary numbers. Files and variables of the environment are
//! the business of the library's models, which ask whether the world is open.

use std::collections::BTreeMap;

use candor_ir::{
    CheckSet, Const, FuncId, Function, Inst, InstKind, LocId, Operand, Program, Scalar, Signature, ValueData, ValueId,
};

use super::build::{insert_before, plain_call};

/// The library's functions that make the table of arguments, and that say how many there are.
const ARGUMENTS: [(&str, Scalar); 2] = [("__model_n_arguments", Scalar::Int(32)), ("__model_arguments", Scalar::Ptr)];

/// Functions that have a body only where the world is closed: without one they return an arbitrary number.
const RANDOM: [&str; 2] = ["rand", "random"];

/// Opens the program to what comes from outside.
pub(super) fn open(program: &mut Program) {
    for name in RANDOM {
        if let Some(func) = program.function_named(name).filter(|&func| program.functions[func].library) {
            let Function { signature, .. } = &program.functions[func];
            program.functions[func] = Function { library: true, ..Function::declare(name, signature.clone()) };
        }
    }
}

/// Has `main` take the arguments that it looks at from the library instead of its caller, if nobody else calls it. Without the library's
/// functions, which are linked only where they are wanted, it keeps those that it is called with.
pub(super) fn open_arguments(program: &mut Program) {
    let Some(main) = program.function_named("main").filter(|&main| !is_used(program, main)) else { return };
    let sources = ARGUMENTS.map(|(name, ty)| program.function_named(name).map(|func| (func, ty)));
    let function = &mut program.functions[main];
    let params = function.params.clone();
    let mut calls = Vec::new();
    for (param, source) in params.into_iter().zip(sources) {
        let Some((source, ty)) = source.filter(|_| is_read(function, param)) else { continue };
        let value = function.values.push(ValueData { ty, name: None });
        replace(function, param, value);
        let (kind, checks, loc) = (plain_call(source, &[], &[(ty, value)]), CheckSet::EMPTY, LocId::NOWHERE);
        calls.push(Inst { kind, result: None, checks, loc });
    }
    let first = function.blocks[function.entry()].first;
    insert_before(function, BTreeMap::from([(first, calls)]));
}

/// Whether a function does more with a parameter than to keep it in a variable that is never read.
fn is_read(function: &Function, param: ValueId) -> bool {
    let insts = || function.insts.values();
    let uses = |inst: &Inst, value: ValueId| {
        let mut uses = false;
        inst.kind.for_each_operand(|operand| uses |= operand == Operand::Value(value));
        uses
    };
    let is_kept_in = |inst: &Inst| match inst.kind {
        InstKind::Store { ptr: Operand::Value(variable), value, .. } if value == Operand::Value(param) => {
            Some(variable)
        }
        // Any other looks at it.
        _ => None,
    };
    let in_edges = |value: ValueId| function.edges.values().any(|edge| edge.args.contains(&Operand::Value(value)));
    let is_only_written = |variable: ValueId| {
        !in_edges(variable)
            && insts().filter(|inst| uses(inst, variable)).all(|inst| {
                is_kept_in(inst).is_some()
                    || matches!(inst.kind, InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. })
            })
    };
    let is_unread = |inst: &Inst| is_kept_in(inst).is_some_and(is_only_written);
    in_edges(param) || insts().filter(|inst| uses(inst, param)).any(|inst| !is_unread(inst))
}

fn replace(function: &mut Function, old: ValueId, new: ValueId) {
    let replace = |operand: &mut Operand| {
        if *operand == Operand::Value(old) {
            *operand = Operand::Value(new);
        }
    };
    function.insts.values_mut().for_each(|inst| inst.kind.for_each_operand_mut(replace));
    function.edges.values_mut().flat_map(|edge| &mut edge.args).for_each(replace);
}

/// Whether the program calls a function by itself, or could.
fn is_used(program: &Program, func: FuncId) -> bool {
    let is_constant = program.consts.iter().any(|(_, constant)| *constant == Const::Function(func));
    let is_called = |inst: &Inst| match &inst.kind {
        InstKind::Call(call) => call.callee == candor_ir::Callee::Direct(func),
        // Any other calls nothing.
        _ => false,
    };
    is_constant || program.functions.values().flat_map(|function| function.insts.values()).any(is_called)
}

/// What the library's functions for arguments look like to who links them.
pub(crate) fn argument_functions() -> impl Iterator<Item = (&'static str, Signature)> {
    ARGUMENTS.into_iter().map(|(name, ty)| (name, Signature { results: vec![ty], ..Signature::default() }))
}

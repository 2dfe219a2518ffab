//! An open world: `main` gets arbitrary arguments, and random numbers are arbitrary numbers. Files and what `getenv` finds are
//! the business of the library's models, which ask whether the world is open; who looks at `environ` or `envp` gets a table of variables.

use std::collections::BTreeMap;
use std::ops::Range;

use candor_ir::{
    AccessFlags, CheckSet, Chunk, Const, FuncId, Function, GlobalId, Inst, InstKind, LocId, Operand, Ordering, Program,
    Scalar, Signature, Symbol, ValueData, ValueId,
};

use super::build::{OneBlock, insert_before, plain_call};

/// The library's functions that say how many arguments there are, and that make the table of arguments and that of variables.
const ARGUMENTS: [(&str, Scalar); 3] =
    [("__model_n_arguments", Scalar::Int(32)), ("__model_arguments", Scalar::Ptr), (VARIABLES, Scalar::Ptr)];
const VARIABLES: &str = "__model_variables";
/// Parameters of `main` that are about its arguments; the next is about the environment.
const N_OF_ARGUMENTS: usize = 2;

/// The function that gives `environ` its value, which runs before all others.
const DEFINER: &str = "__candor_define_environment";

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

/// Has `main` and functions that run before it take the arguments that they look at from the library instead of their caller, if nobody
/// else calls them. Without the library's functions, which are linked only where they are wanted, they keep those that they are called with.
pub(super) fn open_arguments(program: &mut Program) {
    take_from_library(program, 0..N_OF_ARGUMENTS);
}

/// The same for the environment, which is in `environ` as well.
pub(super) fn open_environment(program: &mut Program) {
    let is_taken = take_from_library(program, N_OF_ARGUMENTS..ARGUMENTS.len());
    let variables = program.function_named(VARIABLES);
    let (Some(variables), Some(Symbol::Global(environ))) = (variables, program.symbols.get("environ").copied()) else {
        return;
    };
    if !program.globals[environ].library || !(is_taken || is_named(program, environ)) {
        return;
    }
    let mut body = OneBlock::new(program, Function::declare(DEFINER, Signature::default()));
    let table = body.register(Scalar::Ptr);
    body.inst(plain_call(variables, &[], &[(Scalar::Ptr, table)]), None);
    let address = body.constant(Const::Global(environ, 0));
    let flags = AccessFlags { align: 1, volatile: false, ordering: Ordering::None };
    body.inst(InstKind::Store { ty: Scalar::Ptr, ptr: address, value: table.into(), flags }, None);
    let definer = body.finish(InstKind::Return { values: Vec::new() });
    let definer = program.functions.push(definer);
    program.constructors.insert(0, definer);
}

/// Has the functions that are called first get these parameters from the library; whether any does.
fn take_from_library(program: &mut Program, wanted: Range<usize>) -> bool {
    let sources = ARGUMENTS.map(|(name, ty)| program.function_named(name).map(|func| (func, ty)));
    let mut first: Vec<FuncId> = program.constructors.clone();
    first.extend(program.function_named("main"));
    let mut is_any_taken = false;
    for func in first {
        if program.functions[func].library || !program.functions[func].is_defined() || is_used(program, func) {
            continue;
        }
        let function = &mut program.functions[func];
        let params = function.params.clone();
        let mut calls = Vec::new();
        for (param, source) in params.into_iter().zip(sources).skip(wanted.start).take(wanted.len()) {
            let Some((source, ty)) = source.filter(|_| is_read(function, param)) else { continue };
            let value = function.values.push(ValueData { ty, name: None });
            replace(function, param, value);
            let (kind, checks, loc) = (plain_call(source, &[], &[(ty, value)]), CheckSet::EMPTY, LocId::NOWHERE);
            calls.push(Inst { kind, result: None, checks, loc });
        }
        is_any_taken |= !calls.is_empty();
        let first = function.blocks[function.entry()].first;
        insert_before(function, BTreeMap::from([(first, calls)]));
    }
    is_any_taken
}

/// Whether the program's own code names a variable.
fn is_named(program: &Program, global: GlobalId) -> bool {
    let is_it = |operand: Operand| match operand {
        Operand::Const(constant) => {
            matches!(program.consts.get(constant), Const::Global(named, _) if *named == global)
        }
        Operand::Value(_) => false,
    };
    let mut is_named = false;
    for function in program.functions.values().filter(|function| !function.library) {
        function.insts.values().for_each(|inst| inst.kind.for_each_operand(|operand| is_named |= is_it(operand)));
        is_named |= function.edges.values().flat_map(|edge| &edge.args).any(|&operand| is_it(operand));
    }
    let own = program.globals.values().filter(|global| !global.library);
    let mut chunks = own.flat_map(|global| &global.init).flat_map(|init| &init.chunks);
    is_named || chunks.any(|(_, chunk)| matches!(chunk, Chunk::Scalar(_, constant) if is_it((*constant).into())))
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

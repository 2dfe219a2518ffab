//! `candor instrument`: a program with calls that check a property, as LLVM IR, and the C code that they need.

mod facts;
mod names;
mod statistics;
mod thunks;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use candor_instrument::{Level, PLATFORM, Rules, Statistics, Subject};
use candor_interp::{errno, handlers_of_abort};
use candor_ir::{Arg, Call, Callee, CheckSet, FuncId, Inst, InstId, InstKind, Program};
use candor_llvm::{Reached, WriteOptions};
use candor_points_to::PointsTo;

pub(crate) use self::facts::Facts;
pub(crate) use self::thunks::with_thunks;

use crate::console;
use crate::frontend;
use crate::options::{Format, InstrumentOptions};
use crate::slice::what_stops;
use crate::status;

/// Objects keep this distance natively; the runtime's `RED_ZONE`.
const RED_ZONE: u64 = 64;

const WRITE: WriteOptions = WriteOptions { trap_checks: false, include_library: true, red_zone: RED_ZONE };

pub(crate) fn instrument(options: &InstrumentOptions) -> u8 {
    match try_instrument(options) {
        Ok(()) => status::SUCCESS,
        Err(message) => console::refuse(&message, options.format, status::BAD_INPUT),
    }
}

fn try_instrument(options: &InstrumentOptions) -> Result<(), String> {
    let set = read_rules(&options.rules)?;
    let mut program = frontend::load(&options.frontend, /* unsigned_wrap */ false)?;
    names::keep_apart(&mut program);
    names::tell_first_main(&mut program);
    let program = with_thunks(program);
    let reached = reached(&program);
    warn_of_obstacles(&program);
    let facts = Facts::for_native(&program, PointsTo::analyse(&program));
    let replaced = BTreeSet::new();
    let cx = Context { program: &program, reached: &reached, set: &set, facts: &facts, replaced: &replaced };
    if let Some(path) = &options.output {
        let (program, _) = apply(&cx, options.instrumentation)?;
        write(path, &candor_llvm::write_llvm_with(&native(program), &WRITE))?;
    }
    if let Some(path) = &options.runtime {
        let errno = if knows_errno(&program, &reached) { "#define CANDOR_ERRNO\n" } else { "" };
        let environment = if gets_environment(&program) { "#define CANDOR_ENVIRONMENT\n" } else { "" };
        write(path, &format!("{errno}{environment}{PLATFORM}\n{}", set.runtime))?;
    }
    if options.statistics {
        let columns = Level::ALL.iter().map(|&level| Ok(apply(&cx, level)?.1));
        let columns: Vec<Statistics> = columns.collect::<Result<_, String>>()?;
        console::print(&match options.format {
            Format::Text => statistics::table(&columns),
            Format::Json => statistics::json(&columns),
        });
    }
    Ok(())
}

/// Says where the program will stop, should it come there.
fn warn_of_obstacles(program: &Program) {
    for function in program.functions.values().filter(|function| !function.library) {
        for inst in function.insts.values() {
            if let Some(what) = what_stops(program, inst) {
                let line =
                    program.source.get(inst.loc).map_or_else(String::new, |loc| format!(" in line {}", loc.line));
                let name = &function.name;
                console::write_message(&format!(
                    "warning: unsupported: {what}{line} of `{name}`: the program stops there\n"
                ));
            }
        }
    }
}

/// The program with the calls that check memory safety at a level, in place of instructions of which nothing else matters, and how
/// many of those in the user's functions are there for the library's variables.
pub(crate) fn for_memory_safety(
    program: Program,
    facts: &Facts,
    level: candor_points_to::Level,
    replaced: &BTreeSet<(FuncId, InstId)>,
) -> (Program, u64) {
    let set = read_rules("memsafety").expect("the rules that come with candor are right");
    let level = match level {
        candor_points_to::Level::Basic => Level::Basic,
        candor_points_to::Level::Rc => Level::ReducedChecks,
        candor_points_to::Level::RcRt => Level::ReducedTracking,
    };
    let reached = reached(&program);
    let cx = Context { program: &program, reached: &reached, set: &set, facts, replaced };
    match apply(&cx, level) {
        Ok((program, statistics)) => (program, statistics.sum("remember_global").library),
        // It has functions of the same names, with other types.
        Err(_) => (program, 0),
    }
}

/// What there is of a program when it runs natively.
pub(crate) fn reached(program: &Program) -> Reached {
    candor_llvm::reached(&native(program.clone()), &WRITE)
}

/// A rule set, with the name by which messages call it.
struct Set {
    name: String,
    rules: Rules,
    runtime: String,
}

/// A name of what comes with candor, or else a file.
fn read_rules(name: &str) -> Result<Set, String> {
    if let Some(set) = candor_instrument::shipped(name) {
        let rules = candor_instrument::parse(set.rules.as_bytes()).map_err(|error| format!("{name}:{error}"))?;
        return Ok(Set { name: name.to_owned(), rules, runtime: set.runtime.to_owned() });
    }
    let path = Path::new(name);
    let text = fs::read(path).map_err(|error| {
        let names: Vec<&str> = candor_instrument::SHIPPED.iter().map(|set| set.name).collect();
        let hint =
            if name.contains(['.', '/']) { String::new() } else { format!("; rule sets are {}", names.join(", ")) };
        format!("{name}: {error}{hint}")
    })?;
    let rules = candor_instrument::parse(&text).map_err(|error| format!("{name}:{error}"))?;
    let runtime = match &rules.file {
        None => String::new(),
        Some((at, file)) => {
            let file = path.parent().unwrap_or(Path::new("")).join(file);
            fs::read_to_string(&file).map_err(|error| format!("{name}:{at}: {}: {error}", file.display()))?
        }
    };
    Ok(Set { name: name.to_owned(), rules, runtime })
}

/// Everything that stays the same at all levels.
struct Context<'a> {
    program: &'a Program,
    reached: &'a Reached,
    set: &'a Set,
    facts: &'a Facts,
    replaced: &'a BTreeSet<(FuncId, InstId)>,
}

fn apply(cx: &Context<'_>, level: Level) -> Result<(Program, Statistics), String> {
    let Context { program, reached, set, facts, replaced } = *cx;
    let (functions, globals) = (&reached.functions, &reached.globals);
    let subject = Subject { program, functions, globals, level, facts, replaced };
    candor_instrument::instrument(subject, &set.rules).map_err(|error| format!("{}:{error}", set.name))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The program as it runs natively. The models of the library serve this program only; the native library keeps its names for itself.
fn native(mut program: Program) -> Program {
    end_by_exit(&mut program);
    end_by_abort(&mut program);
    for function in program.functions.values_mut().filter(|function| function.library && function.is_defined()) {
        function.internal = true;
    }
    let errno = errno(&program);
    for (id, global) in program.globals.iter_mut().filter(|(_, global)| global.library && global.init.is_some()) {
        global.internal = Some(id) != errno;
    }
    program
}

/// Whether the model's `errno` is there. The runtime sets it where memory cannot be had.
fn knows_errno(program: &Program, reached: &Reached) -> bool {
    errno(program).is_some_and(|errno| reached.globals.contains(&errno))
}

/// Whether `main` has a third parameter. What others see of the environment is the model's.
fn gets_environment(program: &Program) -> bool {
    program.function_named("main").is_some_and(|main| program.functions[main].signature.params.len() > 2)
}

/// Handlers of signals are the model's, and what the rules look for at the end is the runtime's; the machine's own `abort` knows nothing
/// of either.
fn end_by_abort(program: &mut Program) {
    let is_defined = |func: &FuncId| program.functions[*func].is_defined();
    let Some(abort) = program.function_named("abort").filter(|abort| !is_defined(abort)) else { return };
    let Some(model) = handlers_of_abort(program).or_else(|| program.function_named(RUNTIME_ABORT)) else {
        RUNTIME_ABORT.clone_into(&mut program.functions[abort].name);
        return;
    };
    for function in program.functions.values_mut() {
        for inst in function.insts.values_mut() {
            if let InstKind::Call(call) = &mut inst.kind
                && call.callee == Callee::Direct(abort)
            {
                call.callee = Callee::Direct(model);
            }
        }
    }
}

const RUNTIME_ABORT: &str = "__candor_abort";

/// Returning from `main` means calling `exit`, which runs what was registered with it; the machine's own `exit` knows nothing
/// of that. By then the variables of `main` are gone.
fn end_by_exit(program: &mut Program) {
    let is_model = |func: &FuncId| program.functions[*func].is_defined() && program.functions[*func].library;
    let Some(exit) = program.function_named("exit").filter(is_model) else { return };
    let Some(main) = program.function_named("main") else { return };
    let signature = program.functions[exit].signature.clone();
    let function = &program.functions[main];
    let returns: Vec<InstId> = function.insts.keys().filter(|&inst| function.returns(inst)).collect();
    for (n, inst) in (0_u32..).zip(returns) {
        // Each insertion moves what follows by one.
        let at = InstId::from_u32(inst.as_u32() + n);
        let InstKind::Return { values } = &program.functions[main].insts[at].kind else { continue };
        let [status] = values[..] else { continue };
        let args = vec![Arg::new(signature.params[0].ty, status)];
        let call = Call { callee: Callee::Direct(exit), args, signature: signature.clone(), results: Vec::new() };
        let loc = program.functions[main].insts[at].loc;
        let call = Inst { kind: InstKind::Call(Box::new(call)), result: None, checks: CheckSet::EMPTY, loc };
        candor_instrument::insert_before(&mut program.functions[main], at, call);
    }
}

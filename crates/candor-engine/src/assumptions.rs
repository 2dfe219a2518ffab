//! What a result takes for granted, in sentences.

use std::collections::BTreeSet;

use candor_context_symbolic::SymbolicContext;
use candor_evidence::without_body;
use candor_interp::{Beyond, ChoiceKind, Continuation, MissingBodies, Native, Site, is_unmodelled, lookup_native};
use candor_ir::{
    Call, Callee, Const, FuncId, Function, InstId, InstKind, LocId, Operand, Program, Signature, Symbol, ValueId,
    VariableHome, assembly_text,
};
use candor_term::{Op, TermPool};
use rustc_hash::FxHashSet;

use crate::options::Options;
use crate::order::first_open_order;
use crate::surroundings::{ENVIRONMENT, granted};

/// What holds of the executions that were looked at but need not hold of all that there are. Without a context every value was
/// a number. `visited` knows the calls that were made, or the beginnings of blocks.
pub fn assumptions<'c>(
    program: &Program,
    options: &Options,
    cx: impl Into<Option<&'c SymbolicContext>>,
    visited: impl Fn(Site) -> bool,
) -> Vec<String> {
    let mut granted = Granted { program, options, missing: BTreeSet::new(), allocates: false, told: BTreeSet::new() };
    let mut by_address = None;
    // A caller that candor has written itself allocates what it passes.
    let is_ours = |func| program.function_named("main") == Some(func) && program.functions[func].library;
    for (func, function) in program.functions.iter().filter(|(func, _)| !is_ours(*func)) {
        let all = function.blocks.keys().flat_map(|bb| function.block_insts(bb).map(move |inst| (bb, inst)));
        for (bb, inst) in all {
            let is_visited = || visited(Site { func, inst: function.blocks[bb].first }) || visited(Site { func, inst });
            let kind = &function.insts[inst].kind;
            if matches!(kind, InstKind::Alloca { size: 2.., count: Some(_), .. })
                && options.start.arrays_fit
                && is_visited()
            {
                granted.told.insert(ARRAYS_FIT);
            }
            let InstKind::Call(call) = kind else { continue };
            if !is_visited() {
                continue;
            }
            match call.callee {
                Callee::Direct(callee) => granted.note(func, inst, call, callee),
                Callee::Indirect(_) => {
                    let by_address = by_address.get_or_insert_with(|| program.functions_by_address());
                    let may_be = |callee: &&FuncId| may_call(program, call, **callee);
                    by_address.iter().filter(may_be).for_each(|&callee| granted.note(func, inst, call, callee));
                }
            }
        }
    }
    let Granted { missing, allocates, mut told, .. } = granted;
    let mut sentences = Vec::new();
    if allocates && !options.start.malloc_may_fail {
        sentences.push(
            "malloc never fails, not even for 0 bytes, except for sizes beyond half of the address space".to_owned(),
        );
    }
    if options.start.missing_bodies != MissingBodies::Stop {
        sentences.extend(missing.into_iter().filter_map(|name| match assembly_text(name) {
            // Nobody could know more of it.
            Some("") => None,
            Some(text) => {
                Some(format!("inline assembly `{text}` changes nothing but its outputs, which get any value"))
            }
            None => Some(without_body(name)),
        }));
    }
    if options.start.missing_bodies == MissingBodies::GiveMemory {
        sentences.push("pointers of unknown origin are null or point to external memory of their own".to_owned());
    }
    if takes_environment(program) || (!options.start.open && reads_environ(program)) {
        told.insert(ENVIRONMENT);
    }
    sentences.extend(told.into_iter().map(str::to_owned));
    if let Some(loc) = first_open_order(program, &visited) {
        let place = say_place(program, loc);
        sentences.push(format!("operands and arguments are evaluated in the order of clang{place}"));
    }
    if let Some(loc) = program.lane_arithmetic {
        sentences.push(format!("sums, differences and products of vectors wrap around{}", say_place(program, loc)));
    }
    if let Some(loc) = program.promised {
        sentences.push(format!(
            "values are what attributes of the IR promise (noundef, nonnull, range, dereferenceable){}",
            say_place(program, loc)
        ));
    }
    sentences.extend(arguments(program, options));
    let Some(cx) = cx.into() else { return sentences };
    if cx.made_nan || looks_at_patterns(&cx.pool) {
        sentences.push(MADE_NAN.to_owned());
    }
    if cx.choices.iter().any(|chosen| chosen.kind == ChoiceKind::Address) {
        sentences
            .push("memory model: objects lie at addresses between 64 KiB and half of the address space".to_owned());
    }
    if cx.went_beyond {
        let sentence = "pointers of unknown origin are null or point to external memory, as large as it is used, aligned, and without \
                        overlaps; external code changes only objects whose addresses it was given, and calls nothing";
        sentences.push(sentence.to_owned());
        if options.beyond == Beyond::Trusted {
            sentences.push("pointers of unknown origin are not null where they are followed".to_owned());
        }
    }
    if cx.compared_literals {
        sentences.push(LITERALS_APART.to_owned());
    }
    if cx.free_math {
        let sentence = "elementary functions such as sin and pow give any result where their arguments are not known";
        sentences.push(sentence.to_owned());
    }
    sentences
}

/// What the calls of a program take for granted.
struct Granted<'a> {
    program: &'a Program,
    options: &'a Options,
    /// Functions without bodies.
    missing: BTreeSet<&'a str>,
    allocates: bool,
    told: BTreeSet<&'static str>,
}

impl<'a> Granted<'a> {
    /// A function that a call calls, or may call.
    fn note(&mut self, func: FuncId, inst: InstId, call: &Call, callee: FuncId) {
        let function = &self.program.functions[func];
        let callee = &self.program.functions[callee];
        match lookup_native(&callee.name) {
            _ if callee.is_defined() && callee.library => {
                self.told.extend(granted(self.program, function, call, &callee.name, self.options.start.open));
            }
            _ if callee.is_defined() => {}
            Some(native) => {
                self.allocates |= native.allocates();
                let size = call.args.get(1).map(|arg| arg.value);
                let to_nothing = native == Native::Realloc && may_be_zero(self.program, size);
                self.told.extend(to_nothing.then_some(REALLOC_TO_NOTHING));
                let by_jumps = native.continuation() == Continuation::Twice && changes_variables(function, inst);
                self.told.extend(by_jumps.then_some(KEPT_BY_JUMPS));
            }
            // Nobody goes on behind it.
            None if is_unmodelled(&callee.name) => {}
            None => _ = self.missing.insert(callee.name.as_str()),
        }
    }
}

/// Whether a call through a pointer may be one of this function: what it passes is as much as the function takes.
fn may_call(program: &Program, call: &Call, callee: FuncId) -> bool {
    let Signature { params, variadic, .. } = &program.functions[callee].signature;
    params.len() == call.args.len() || *variadic && params.len() <= call.args.len()
}

/// Whether `main` looks at the environment that its caller passes.
fn takes_environment(program: &Program) -> bool {
    let Some(main) = program.function_named("main").map(|main| &program.functions[main]) else { return false };
    main.params.get(2).is_some_and(|&environment| looks_at(main, &[environment]))
}

/// Whether a function looks at any of its parameters.
fn looks_at(function: &Function, params: &[ValueId]) -> bool {
    let is_one = |operand: Operand| matches!(operand, Operand::Value(value) if params.contains(&value));
    let mut looks = function.edges.values().any(|edge| edge.args.iter().any(|&arg| is_one(arg)));
    function.insts.values().for_each(|inst| inst.kind.for_each_operand(|operand| looks |= is_one(operand)));
    looks
}

/// Whether the program looks at the variable `environ` itself.
fn reads_environ(program: &Program) -> bool {
    let names = ["environ", "__environ", "_environ"];
    let globals = names.map(|name| program.symbols.get(name).copied());
    let is_environ = |operand: Operand| match operand {
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Global(global, _) => globals.contains(&Some(Symbol::Global(*global))),
            _ => false,
        },
        Operand::Value(_) => false,
    };
    let mut reads = false;
    for inst in program.functions.values().filter(|function| !function.library).flat_map(|f| f.insts.values()) {
        inst.kind.for_each_operand(|operand| reads |= is_environ(operand));
    }
    reads
}

/// What is taken for granted of the arguments that `main` is called with, if it looks at any.
fn arguments(program: &Program, options: &Options) -> Option<String> {
    let first = program.constructors.iter().copied().chain(program.function_named("main"));
    let mut first = first.map(|func| &program.functions[func]).filter(|function| !function.library);
    let n_args = options.start.args.len();
    let looks = first.any(|function| looks_at(function, &function.params[..function.params.len().min(2)]));
    looks.then(|| format!("argc is {n_args}, and argv holds what was given on the command line"))
}

/// C leaves open which NaN it is; processors make negative ones, too.
pub const MADE_NAN: &str = "a NaN that arithmetic makes is positive and has no payload";

/// C lets compilers keep one text within another.
pub const LITERALS_APART: &str = "string literals with different texts do not share their bytes";

const ARRAYS_FIT: &str = "arrays of variable length fit into half of the address space";

const REALLOC_TO_NOTHING: &str = "realloc to 0 bytes frees the block and returns null, as it does with glibc";

const KEPT_BY_JUMPS: &str =
    "variables that are not volatile keep what they get between setjmp and longjmp, as in code that is not optimised";

/// Whether a function writes variables that are not volatile and may do so behind this call of `setjmp`: C leaves open what is in them
/// when `longjmp` has come back.
fn changes_variables(function: &Function, setjmp: InstId) -> bool {
    let homes = function.vars.values().filter_map(|var| match var.home {
        VariableHome::Memory(home) => Some(Operand::Value(home)),
        VariableHome::Registers => None,
    });
    let homes: FxHashSet<Operand> = homes.collect();
    let entry = function.entry();
    // No loop leads back to the first block.
    let is_before = |inst: InstId| inst < setjmp && function.block_of(inst) == entry;
    function.insts.iter().any(|(id, inst)| {
        let is_volatile = matches!(&inst.kind, InstKind::Store { flags, .. } if flags.volatile);
        let mut changes = false;
        inst.kind.for_each_access(|access| changes |= access.kind.changes() && homes.contains(&access.ptr));
        changes && !is_volatile && !is_before(id)
    })
}

/// Whether an operand is anything but a constant other than zero.
fn may_be_zero(program: &Program, operand: Option<Operand>) -> bool {
    match operand {
        Some(Operand::Const(constant)) => !matches!(program.consts.get(constant), Const::Int(bits) if !bits.is_zero()),
        Some(Operand::Value(_)) | None => true,
    }
}

fn say_place(program: &Program, loc: LocId) -> String {
    program.source.get(loc).map(|loc| format!(", as in line {}", loc.line)).unwrap_or_default()
}

/// Whether anything depends on the pattern of a computed float, of which there are several if it is a NaN. Where ways meet, one
/// of two patterns is still only a pattern.
fn looks_at_patterns(pool: &TermPool) -> bool {
    let mut carriers = BTreeSet::new();
    for term in pool.terms() {
        let carries = pool.args(term).iter().any(|arg| carriers.contains(arg));
        match pool.op(term) {
            Op::FpToIeee => _ = carriers.insert(term),
            Op::Ite if carries => _ = carriers.insert(term),
            Op::FpFromIeee => {}
            _ if carries => return true,
            _ => {}
        }
    }
    false
}

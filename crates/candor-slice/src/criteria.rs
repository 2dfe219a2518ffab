//! What a slice is made for, and what every slice has to keep.

use std::collections::BTreeSet;

use candor_analysis::{Cfg, Endings, Loops, reachable};
use candor_interp::{Native, Site, ThreadFn, goes_on_after, native_of};
use candor_ir::{
    BinOp, BlockId, Call, Callee, Check, CheckSet, Const, EntityRef, FuncId, Function, InstId, InstKind, Life, Operand,
    Program, Signature,
};
use candor_points_to::PointsTo;

use crate::graph::all_accesses;

/// An instruction that a slice is made for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Criterion {
    pub site: Site,
    pub matters: Matters,
}

/// What of an instruction matters.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matters {
    /// Whether it gets that far and is right.
    Reaching,
    /// Besides, what it writes or reads.
    Contents,
    /// Besides, what the function that it calls is given.
    Arguments,
}

/// All calls of functions with these names, and all that these functions do, up to what they call the library with.
pub fn calls_of(program: &Program, points_to: &PointsTo, names: &[String]) -> Vec<Criterion> {
    let graph = points_to.call_graph();
    let named = program.functions.iter().filter(|(_, function)| names.contains(&function.name));
    let named: Vec<FuncId> = named.map(|(func, _)| func).collect();
    let mut found: BTreeSet<Site> = named.iter().flat_map(|&func| graph.callers(func).iter().copied()).collect();
    let own = |callee: &FuncId| !program.functions[*callee].library;
    let called = reachable(program.functions.len(), named, |func| {
        graph.callees(func).iter().map(|&(_, callee)| callee).filter(own)
    });
    for func in program.functions.keys().filter(|func| called[func.index()]) {
        let done = program.functions[func].insts.keys().map(|inst| Site { func, inst });
        found.extend(done.filter(|&site| points_to.is_reached(site)));
    }
    found.into_iter().map(|site| Criterion { site, matters: Matters::Arguments }).collect()
}

/// Who asks for functions to be called at the end.
const HANDLERS: [&str; 4] = ["atexit", "on_exit", "at_quick_exit", "__cxa_atexit"];

/// Every instruction that may end an execution by a fault, checked or not: those whose checks are on, and those after which
/// nothing can follow, unless the pointer analysis knows better. Where executions have to end, also what may keep them from it.
pub fn what_can_go_wrong(program: &Program, points_to: &PointsTo, must_end: bool) -> Vec<Criterion> {
    let allocates = allocates(program, points_to);
    let (lost, left) = (asks_for(program, Check::MemoryLeak), asks_for(program, Check::MemoryCleanup));
    // Blocks that are left are looked for when the program ends.
    let main = program.function_named("main");
    // Where something runs behind `main`, what ends the program before must stay; where executions have to end, whatever keeps them from it.
    let runs_later = must_end
        || HANDLERS.iter().any(|name| program.function_named(name).is_some())
        || !program.destructors.is_empty();
    let ends = |site: Site, kind: &InstKind| matches!(kind, InstKind::Return { .. }) && Some(site.func) == main;
    let mut found = Vec::new();
    for (func, function) in program.functions.iter().filter(|(func, _)| points_to.is_called(*func)) {
        let endings = if must_end { starts_of_ending_loops(program, points_to, func) } else { Vec::new() };
        for (inst, data) in function.insts.iter() {
            let site = Site { func, inst };
            let mut checks = data.checks;
            if endings.contains(&inst) {
                checks.remove(Check::Termination);
            }
            if !points_to.is_reached(site) {
                continue;
            }
            // Whether a block is lost depends on where pointers are.
            let contents = allocates && lost && keeps_pointers(program, points_to, site, &data.kind);
            let is_end = ends(site, &data.kind) || ends_all(program, points_to, site);
            let matters = contents
                // A loop, or a function that calls itself, begins here, and it is not known to end.
                || checks.contains(Check::Termination)
                || (runs_later && is_end)
                || can_go_wrong(program, points_to, site, &data.kind, checks)
                || (must_end && may_call_itself(program, points_to, site))
                || (allocates && (lost || left) && (is_end || keeps_blocks(program, points_to, site)));
            if matters {
                found.push(Criterion { site, matters: if contents { Matters::Contents } else { Matters::Reaching } });
            }
        }
        // Nothing comes behind a loop that is never left, but what is lost there is lost.
        if allocates && lost && !function.library {
            let rounds = last_of_endless_rounds(points_to, func, function);
            let sites = rounds.into_iter().map(|inst| Site { func, inst });
            found.extend(sites.map(|site| Criterion { site, matters: Matters::Reaching }));
        }
    }
    found
}

/// Where loops begin that surely end.
fn starts_of_ending_loops(program: &Program, points_to: &PointsTo, func: FuncId) -> Vec<InstId> {
    let function = &program.functions[func];
    let cfg = Cfg::of_edges(function, |edge| points_to.may_take(func, edge));
    let loops = Loops::new(function, &cfg);
    let endings = Endings::new(program, function, &cfg, &loops);
    let ending = loops.loops.iter().filter(|(id, _)| endings.ends(*id));
    ending.flat_map(|(_, data)| &data.entries).map(|&bb| function.blocks[bb].first).collect()
}

/// Whether a call is one of a function that may be active already.
fn may_call_itself(program: &Program, points_to: &PointsTo, site: Site) -> bool {
    points_to.call_graph().callees_at(site).any(|callee| goes_round(program, points_to, site.func, callee))
}

/// The ends of blocks that lead back to the start of a loop that no execution leaves.
fn last_of_endless_rounds(points_to: &PointsTo, func: FuncId, function: &Function) -> Vec<InstId> {
    let loops = Loops::new(function, &Cfg::new(function));
    let mut found = Vec::new();
    for (id, data) in &loops.loops {
        let targets = |bb: BlockId| {
            let edges = function.successors(bb).into_iter().filter(|&edge| points_to.may_take(func, edge));
            edges.map(|edge| function.edges[edge].target)
        };
        let blocks = loops.blocks(id);
        if blocks.iter().all(|&bb| targets(bb).all(|target| loops.contains(id, target))) {
            let last = blocks.iter().filter(|&&bb| targets(bb).any(|target| data.entries.contains(&target)));
            found.extend(last.map(|&bb| function.terminator(bb)));
        }
    }
    found
}

fn can_go_wrong(program: &Program, points_to: &PointsTo, site: Site, kind: &InstKind, checks: CheckSet) -> bool {
    match kind {
        InstKind::VaStart { .. } | InstKind::VaCopy { .. } => true,
        InstKind::Unsupported { .. } => true,
        InstKind::Binary { op: BinOp::SDiv | BinOp::SRem, b, .. } => !is_harmless_divisor(program, *b),
        InstKind::Binary { op: BinOp::UDiv | BinOp::URem, b, .. } => {
            !checks.is_empty() && !is_harmless_divisor(program, *b) || !is_not_zero(program, *b)
        }
        InstKind::Call(call) => call_can_go_wrong(program, points_to, site, call, checks),
        InstKind::Check { check, .. } => checks.contains(*check) || !goes_on_after(*check),
        InstKind::Return { .. } => {
            let of_main = program.functions[site.func].name == "main";
            let mut checks = checks;
            checks.remove(Check::MemoryLeak);
            checks.remove(Check::MemoryCleanup);
            of_main && !checks.is_empty()
        }
        kind if kind.may_access() => !checks.is_empty() || points_to.access_is_safe(program, site).is_none(),
        // Any other goes wrong only where it is checked; what ends an execution is always kept.
        _ => !checks.is_empty(),
    }
}

fn call_can_go_wrong(program: &Program, points_to: &PointsTo, site: Site, call: &Call, checks: CheckSet) -> bool {
    if matches!(call.callee, Callee::Indirect(_)) || call.args.iter().any(|arg| arg.byval.is_some()) {
        return true;
    }
    points_to.call_graph().callees_at(site).any(|func| {
        let callee = &program.functions[func];
        match native_of(callee) {
            Some(native) => native_can_go_wrong(native, checks),
            // A function that is only declared changes nothing, but it may not be possible to go on.
            None if !callee.is_defined() => true,
            None => !fits(call, &callee.signature),
        }
    })
}

/// Whether a call passes what a function takes, and takes what it returns.
fn fits(call: &Call, signature: &Signature) -> bool {
    let unnamed = signature.variadic && call.args.len() > signature.params.len();
    let n_named = if unnamed { signature.params.len() } else { call.args.len() };
    let passed = call.args[..n_named].iter().map(|arg| arg.ty);
    passed.eq(signature.params.iter().map(|param| param.ty)) && call.signature.results == signature.results
}

fn native_can_go_wrong(native: Native, checks: CheckSet) -> bool {
    match native {
        // These only make values.
        Native::Nondet(_) | Native::NondetBits | Native::Arbitrary | Native::Outside | Native::Range => false,
        Native::IsOpen | Native::OutsideBlock => false,
        // These end an execution, which is no fault in itself; what must not come behind them is kept from coming elsewhere.
        Native::ErrorCall => checks.contains(Check::ErrorCall),
        Native::AssertFail => checks.contains(Check::Assertion),
        Native::Abort => false,
        Native::Exit | Native::Quit | Native::Assume => {
            !checks.intersection(CheckSet::of(Check::UninitializedRead).with(Check::MissingReturn)).is_empty()
        }
        Native::IsWatched | Native::Get => false,
        // Programs with more than one thread are not sliced.
        Native::Thread(ThreadFn::Local | ThreadFn::Begin | ThreadFn::Leave) => false,
        Native::Put | Native::Math(_) | Native::Malloc | Native::Calloc | Native::AlignedAlloc => {
            let values =
                CheckSet::of(Check::UninitializedRead).with(Check::MissingReturn).with(Check::BadStdlibArgument);
            !checks.intersection(values).is_empty()
        }
        // Any other may.
        _ => true,
    }
}

fn number(program: &Program, operand: Operand) -> Option<&candor_ir::Bits> {
    let Operand::Const(constant) = operand else { return None };
    match program.consts.get(constant) {
        Const::Int(bits) => Some(bits),
        _ => None,
    }
}

fn is_not_zero(program: &Program, operand: Operand) -> bool {
    number(program, operand).is_some_and(|bits| !bits.is_zero())
}

/// Neither zero nor minus one.
fn is_harmless_divisor(program: &Program, operand: Operand) -> bool {
    number(program, operand).is_some_and(|bits| !bits.is_zero() && !bits.not().is_zero())
}

pub(crate) fn asks_for(program: &Program, check: Check) -> bool {
    program.functions.values().flat_map(|function| function.insts.values()).any(|inst| inst.checks.contains(check))
}

pub(crate) fn allocates(program: &Program, points_to: &PointsTo) -> bool {
    let is_allocator = |function: &Function| native_of(function).is_some_and(Native::allocates);
    let graph = points_to.call_graph();
    program.functions.iter().any(|(func, function)| is_allocator(function) && !graph.callers(func).is_empty())
}

/// Whether an instruction has to do with who points to what. Whether a block is lost depends on all of that.
/// Registers keep blocks reachable too, but that matters only where the program ends (`lost`).
fn keeps_pointers(program: &Program, points_to: &PointsTo, site: Site, kind: &InstKind) -> bool {
    let ends_memory = match kind.life() {
        Some(Life::Begins(_) | Life::Ends(_) | Life::EndsSinceMark) => true,
        Some(Life::Made | Life::EndsFrame) | None => false,
    };
    // A single byte is enough to lose a pointer: `*(char *)&p = 0`.
    let is_wide = |bytes: Option<u64>| bytes.is_none_or(|bytes| bytes >= program.target.pointer_bytes());
    let has_blocks = |ptr: Operand| {
        let mut objects = points_to.touched(site.func, ptr).into_iter();
        objects.any(|(object, _)| points_to.may_hold_block(points_to.object(object).what))
    };
    let accesses = all_accesses(program, points_to, site);
    ends_memory || accesses.iter().any(|access| access.write && (is_wide(access.bytes) || has_blocks(access.ptr)))
}

/// Whether an instruction makes heap blocks or frees them.
fn keeps_blocks(program: &Program, points_to: &PointsTo, site: Site) -> bool {
    points_to
        .call_graph()
        .callees_at(site)
        .any(|func| native_of(&program.functions[func]).is_some_and(|native| native.allocates() || native.frees()))
}

/// Whether an instruction ends the program: blocks that are left are looked for there too.
pub(crate) fn ends_all(program: &Program, points_to: &PointsTo, site: Site) -> bool {
    points_to
        .call_graph()
        .callees_at(site)
        .any(|func| native_of(&program.functions[func]).is_some_and(|native| native.continuation().ends_program()))
}

/// What may keep an execution from going on, or settles what the program leaves open: the order of inputs must stay.
pub(crate) fn always_kept(program: &Program, points_to: &PointsTo) -> Vec<Site> {
    let mut found = Vec::new();
    for (func, function) in program.functions.iter().filter(|(func, _)| points_to.is_called(*func)) {
        for (inst, data) in function.insts.iter() {
            let site = Site { func, inst };
            if points_to.is_reached(site) && is_always_kept(program, points_to, site, &data.kind) {
                found.push(site);
            }
        }
        // The models of the library are known to end.
        if !function.library {
            found.extend(loop_branches(program, points_to, func).map(|inst| Site { func, inst }));
        }
    }
    found
}

fn is_always_kept(program: &Program, points_to: &PointsTo, site: Site, kind: &InstKind) -> bool {
    let library = program.functions[site.func].library;
    match kind {
        kind if kind.may_stop() => true,
        InstKind::IndirectBranch { .. } | InstKind::StackSave | InstKind::StackRestore { .. } => true,
        // It defines two registers, and nothing else could stand in for it.
        InstKind::AtomicCas { success, .. } => success.is_some(),
        InstKind::Call(call) => {
            let graph = points_to.call_graph();
            let mut callees = graph.callees_at(site).peekable();
            // Nothing that defines several registers could stand in for it.
            call.results.len() > 1
                || callees.peek().is_none()
                || callees.any(|func| {
                    let callee = &program.functions[func];
                    match native_of(callee) {
                        Some(native) => native_is_kept(native, library),
                        None => !callee.is_defined() || goes_round(program, points_to, site.func, func),
                    }
                })
        }
        // Any other lets executions go on, and is kept where something that is kept depends on it.
        _ => false,
    }
}

fn native_is_kept(native: Native, library: bool) -> bool {
    match native {
        Native::Nondet(_)
        | Native::NondetBits
        | Native::Outside
        | Native::OutsideBlock
        | Native::MakeSymbolic
        | Native::MakeInputs
        | Native::MakeForeign
        | Native::Range => true,
        // What the models of output choose has no effect but on what is printed.
        Native::Arbitrary | Native::IsWatched | Native::Put => !library,
        Native::Malloc | Native::Calloc | Native::AlignedAlloc | Native::Realloc | Native::Free => false,
        Native::MemCopy { .. } | Native::MemFill | Native::Math(_) | Native::IsOpen => false,
        Native::Thread(ThreadFn::Local | ThreadFn::Begin | ThreadFn::Leave) => false,
        // The claims of the library's models are criteria where they are checked.
        Native::Check => false,
        // Any other is kept, which is never wrong.
        _ => true,
    }
}

/// A call of a function that may be active already: it may never end.
fn goes_round(program: &Program, points_to: &PointsTo, caller: FuncId, callee: FuncId) -> bool {
    let graph = points_to.call_graph();
    let together = !graph.cannot_reach(callee, caller) && !graph.cannot_reach(caller, callee);
    !program.functions[callee].library && graph.is_recursive(callee) && together
}

/// The branches that decide how often loops go round that may never end; one that nothing leaves is kept by its own jumps.
fn loop_branches(program: &Program, points_to: &PointsTo, func: FuncId) -> impl Iterator<Item = InstId> {
    let function = &program.functions[func];
    let cfg = Cfg::of_edges(function, |edge| points_to.may_take(func, edge));
    let loops = Loops::new(function, &cfg);
    let endings = Endings::new(program, function, &cfg, &loops);
    let mut found = Vec::new();
    for id in loops.loops.keys().filter(|&id| !endings.ends(id)) {
        let exits = |bb: &&candor_ir::BlockId| cfg.successors(**bb).iter().any(|link| !loops.contains(id, link.block));
        let blocks = loops.blocks(id);
        let before = found.len();
        found.extend(blocks.iter().filter(exits).map(|&bb| function.terminator(bb)));
        if found.len() == before {
            found.extend(blocks.iter().map(|&bb| function.terminator(bb)));
        }
    }
    found.retain(|&inst| points_to.is_reached(Site { func, inst }));
    found.into_iter()
}

//! The way that a witness describes, as part of the program: a counter that goes up where an execution passes the next waypoint, and
//! assumptions that no execution fulfils which passes one that is to be avoided before.
//!
//! An execution is on the way if the counter is at its end when the property breaks. That a function of errors is called breaks it for
//! sure, so that there the counter is assumed to be; for other checks whoever finds a violation has to look.

use std::collections::BTreeMap;

use candor_bits::Bits;
use candor_interp::{Native, lookup_native};
use candor_ir::{
    Block, BlockId, Callee, Check, CheckSet, Chunk, Const, Edge, EdgeId, EntityRef, FuncId, Function, Global, GlobalId,
    Init, Inst, InstId, InstKind, LocId, Operand, Ordering, Program, Scalar, Variable, VariableHome, c_type,
};
use candor_witness::{Comparison, Event, Segment, Subject, Way, Waypoint};

use super::build::{insert_before, users};
use super::piece::{Number, Piece};
use super::witness::askings;

/// Where an execution leaves its marks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Trail {
    pub(crate) counter: GlobalId,
    /// What the counter is at the end of the way.
    pub(crate) end: u32,
    /// Not every execution is on it.
    pub(crate) restricts: bool,
}

pub(super) const COUNTER_BITS: u32 = 32;

/// Where something happens that a waypoint speaks of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Before(InstId),
    Along(EdgeId),
}

/// A number to compare.
#[derive(Copy, Clone, Debug)]
enum Source {
    Result(Number),
    /// A variable: where it is.
    Memory(Number),
}

/// A waypoint at a place in the program.
struct Mark {
    segment: u32,
    is_to_follow: bool,
    conditions: Vec<(Source, Comparison)>,
}

type Marks = BTreeMap<FuncId, BTreeMap<Spot, Vec<Mark>>>;

/// Lays the trail. Segments whose waypoints are nowhere to be found in the program are left out.
pub(crate) fn lay(program: &mut Program, segments: &[Segment], avoid_at_end: &[Waypoint]) -> Trail {
    let mut marks = Marks::new();
    let mut end = 0;
    for segment in segments {
        let follow = find(program, &segment.follow);
        if follow.is_empty() {
            continue;
        }
        let avoid = segment.avoid.iter().flat_map(|point| find(program, point)).map(|found| (found, false));
        for ((func, spot, conditions), is_to_follow) in avoid.chain(follow.into_iter().map(|found| (found, true))) {
            let mark = Mark { segment: end, is_to_follow, conditions };
            marks.entry(func).or_default().entry(spot).or_default().push(mark);
        }
        end += 1;
    }
    for (func, spot, conditions) in avoid_at_end.iter().flat_map(|point| find(program, point)) {
        let mark = Mark { segment: end, is_to_follow: false, conditions };
        marks.entry(func).or_default().entry(spot).or_default().push(mark);
    }
    let restricts = !marks.is_empty();
    let trail = Trail { counter: add_counter(program), end, restricts };
    if restricts {
        for func in users(program) {
            let marks = marks.remove(&func).unwrap_or_default();
            mark(program, func, trail, marks);
        }
    }
    trail
}

fn add_counter(program: &mut Program) -> GlobalId {
    let zeros = vec![0; usize::try_from(COUNTER_BITS / 8).expect("a few bytes")];
    program.globals.push(Global {
        name: "candor.trail".into(),
        source_name: None,
        ty: "unsigned int".into(),
        size: u64::from(COUNTER_BITS / 8),
        align: COUNTER_BITS / 8,
        constant: false,
        thread_local: false,
        internal: true,
        library: true,
        init: Some(Init { chunks: vec![(0, Chunk::Bytes(zeros))] }),
        loc: LocId::NOWHERE,
    })
}

type Found = (FuncId, Spot, Vec<(Source, Comparison)>);

/// Where a waypoint may be passed.
fn find(program: &Program, point: &Waypoint) -> Vec<Found> {
    let mut found = Vec::new();
    for func in users(program) {
        let function = &program.functions[func];
        match &point.event {
            Event::Branch(way) => {
                let edges = branches(program, function, point, *way);
                found.extend(edges.into_iter().map(|edge| (func, Spot::Along(edge), Vec::new())));
            }
            Event::Return(comparisons) => {
                let on_line: Vec<_> = askings(program, function);
                let on_line: Vec<_> = on_line.into_iter().filter(|asking| asking.line == point.line).collect();
                // Where the line asks for input, it is that which is spoken of.
                let asks = on_line.iter().any(|asking| asking.is_open);
                // Of what others return, only the result itself is known.
                let is_of_result = comparisons.iter().all(|comparison| comparison.subject == Subject::Result);
                for asking in on_line.iter().filter(|asking| asking.is_open || !asks && is_of_result) {
                    let number = Source::Result(asking.number());
                    let conditions = comparisons.iter().map(|comparison| (number, comparison.clone())).collect();
                    // A call is never the last instruction of a block.
                    found.push((func, Spot::Before(InstId::new(asking.inst.index() + 1)), conditions));
                }
            }
            Event::Before(comparisons) => {
                let Some(conditions) = of_variables(program, function, comparisons) else { continue };
                let first = |bb: BlockId| {
                    function.block_insts(bb).find(|&inst| line_of(program, function, inst) == Some(point.line))
                };
                let firsts = function.blocks.keys().filter_map(first);
                found.extend(firsts.map(|inst| (func, Spot::Before(inst), conditions.clone())));
            }
        }
    }
    found
}

fn line_of(program: &Program, function: &Function, inst: InstId) -> Option<u32> {
    program.source.get(function.insts[inst].loc).map(|loc| loc.line)
}

/// What is compared, if all of it are integers that a function can see in memory.
fn of_variables(
    program: &Program,
    function: &Function,
    comparisons: &[Comparison],
) -> Option<Vec<(Source, Comparison)>> {
    let conditions = comparisons.iter().map(|comparison| {
        let Subject::Variable(name) = &comparison.subject else { return None };
        Some((Source::Memory(variable(program, function, name)?), comparison.clone()))
    });
    conditions.collect()
}

fn variable(program: &Program, function: &Function, name: &str) -> Option<Number> {
    let locals: Vec<&Variable> = function.vars.values().filter(|var| var.name == name).collect();
    let global = program.globals.iter().find(|(_, global)| global.name == name && !global.library);
    let (value, bytes, ty): (Operand, u64, &str) = match locals[..] {
        [] => {
            let (id, global) = global?;
            let address = program.consts.iter().find(|(_, constant)| **constant == Const::Global(id, 0))?;
            (address.0.into(), global.size, &global.ty)
        }
        [local] if global.is_none() => {
            let VariableHome::Memory(home) = local.home else { return None };
            let alloca = function.insts.values().find(|inst| inst.result == Some(home))?;
            let InstKind::Alloca { size, count: None, .. } = alloca.kind else { return None };
            (home.into(), size, &local.ty)
        }
        // One hides the other somewhere.
        _ => return None,
    };
    let is_signed = c_type::is_signed(ty).filter(|_| (1..=8).contains(&bytes))?;
    Some(Number { value, width: u32::try_from(bytes * 8).unwrap_or(64), is_unsigned: !is_signed })
}

/// The edges along which the branching statement at a place goes a way.
fn branches(program: &Program, function: &Function, point: &Waypoint, way: Way) -> Vec<EdgeId> {
    let decides = |bb: &BlockId| {
        let kind = &function.insts[function.terminator(*bb)].kind;
        match way {
            Way::Then | Way::Else => {
                matches!(kind, InstKind::Branch { .. }) && (!is_inside(function, *bb) || joins(function, *bb))
            }
            Way::Case(_) | Way::Default => matches!(kind, InstKind::Switch(_)),
        }
    };
    let loc = |bb: BlockId| program.source.get(function.insts[function.terminator(bb)].loc);
    let on_line = |bb: &BlockId| loc(*bb).is_some_and(|loc| loc.line == point.line);
    let heads: Vec<BlockId> = function.blocks.keys().filter(decides).filter(on_line).collect();
    // The keyword stands before its condition; the question mark behind.
    let columns: Vec<u32> = heads.iter().filter_map(|&bb| loc(bb)).map(|loc| loc.column).collect();
    let chosen = point.column.and_then(|column| {
        let behind = columns.iter().copied().filter(|&other| other >= column).min();
        behind.or_else(|| columns.iter().copied().max())
    });
    let is_chosen = |bb: &BlockId| chosen.is_none_or(|column| loc(*bb).is_some_and(|loc| loc.column == column));
    let is_same = |bb: BlockId| on_line(&bb);
    let mut edges: Vec<EdgeId> =
        heads.into_iter().filter(is_chosen).flat_map(|bb| ways_out(function, bb, way, &is_same)).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The edges of one statement that go a way. The parts of its condition are blocks of their own; where they join, another statement may
/// follow in the same block.
fn ways_out(function: &Function, head: BlockId, way: Way, is_same: &dyn Fn(BlockId) -> bool) -> Vec<EdgeId> {
    let mut found = Vec::new();
    let mut met = vec![head];
    let mut next = 0;
    while let Some(&bb) = met.get(next) {
        next += 1;
        match &function.insts[function.terminator(bb)].kind {
            InstKind::Switch(switch) => {
                let is_case = |value: &Bits| {
                    let wanted = if let Way::Case(wanted) = way { Some(wanted) } else { None };
                    wanted.is_some_and(|wanted| Bits::from_i128(switch.width, wanted) == *value)
                };
                let cases = switch.cases.iter().filter(|(value, _)| is_case(value)).map(|&(_, edge)| edge);
                let default = (way == Way::Default).then_some(switch.default);
                found.extend(cases.chain(default));
            }
            // Any other is told by the line that it leads to.
            kind => kind.for_each_edge(|edge| {
                let target = function.edges[edge].target;
                if is_inside(function, target) && (is_same(target) || !joins(function, target)) {
                    if !met.contains(&target) {
                        met.push(target);
                    }
                } else if matches!(kind, InstKind::Branch { .. }) && leads(function, target) == Some(way) {
                    found.push(edge);
                }
            }),
        }
    }
    found
}

/// Whether a block is part of a condition with `&&` or `||`. That is how clang names them.
fn is_inside(function: &Function, bb: BlockId) -> bool {
    function.blocks[bb].name.as_ref().is_some_and(|name| name.starts_with("land.") || name.starts_with("lor."))
}

/// Whether the parts of such a condition come together in a block.
fn joins(function: &Function, bb: BlockId) -> bool {
    function.blocks[bb].name.as_ref().is_some_and(|name| name.starts_with("land.end") || name.starts_with("lor.end"))
}

/// Which way a statement has gone if control comes to a block from its condition, by the name that clang gives to the block.
fn leads(function: &Function, bb: BlockId) -> Option<Way> {
    const THEN: [&str; 5] = ["if.then", "while.body", "for.body", "do.body", "cond.true"];
    const ELSE: [&str; 7] = ["if.else", "if.end", "while.end", "for.end", "for.cond.cleanup", "do.end", "cond.false"];
    let name = function.blocks[bb].name.as_deref()?.trim_end_matches(|c: char| c.is_ascii_digit());
    if THEN.contains(&name) {
        return Some(Way::Then);
    }
    ELSE.contains(&name).then_some(Way::Else)
}

/// Puts the marks of a function into it.
fn mark(program: &mut Program, func: FuncId, trail: Trail, marks: BTreeMap<Spot, Vec<Mark>>) {
    let counter: Operand = program.consts.add(Const::Global(trail.counter, 0)).into();
    let mut before: BTreeMap<InstId, Vec<Inst>> = BTreeMap::new();
    let mut along: Vec<(EdgeId, Vec<Inst>)> = Vec::new();
    for (spot, marks) in marks {
        let loc = match spot {
            Spot::Before(inst) => program.functions[func].insts[inst].loc,
            Spot::Along(_) => LocId::NOWHERE,
        };
        let insts = pass(Piece::new(program, func, loc), counter, &marks);
        match spot {
            Spot::Before(inst) => before.entry(inst).or_default().extend(insts),
            Spot::Along(edge) => along.push((edge, insts)),
        }
    }
    for inst in surely_wrong(program, func) {
        let loc = program.functions[func].insts[inst].loc;
        let mut piece = Piece::new(program, func, loc);
        let (now, end) =
            (piece.load(COUNTER_BITS, counter, Ordering::SeqCst), piece.constant(COUNTER_BITS, trail.end.into()));
        let is_there = piece.equal(COUNTER_BITS, now, end);
        piece.assume(is_there);
        let insts = piece.insts;
        before.entry(inst).or_default().extend(insts);
    }
    let function = &mut program.functions[func];
    insert_before(function, before);
    for (edge, insts) in along {
        split(function, edge, insts);
    }
}

/// What happens where waypoints are passed.
fn pass(mut piece: Piece<'_>, counter: Operand, marks: &[Mark]) -> Vec<Inst> {
    let now = piece.load(COUNTER_BITS, counter, Ordering::SeqCst);
    let mut later = now;
    for mark in marks {
        let segment = piece.constant(COUNTER_BITS, mark.segment.into());
        let mut conditions = vec![piece.equal(COUNTER_BITS, now, segment)];
        for (source, comparison) in &mark.conditions {
            let number = match *source {
                Source::Result(number) => number,
                Source::Memory(number) => {
                    Number { value: piece.load(number.width, number.value, Ordering::None), ..number }
                }
            };
            conditions.push(piece.compare(number, comparison));
        }
        let Some(is_passed) = piece.all(&conditions) else { continue };
        if mark.is_to_follow {
            let next = piece.constant(COUNTER_BITS, i128::from(mark.segment) + 1);
            later = piece.select(Scalar::Int(COUNTER_BITS), is_passed, next, later);
        } else {
            let is_avoided = piece.not(is_passed);
            piece.assume(is_avoided);
        }
    }
    if later != now {
        piece.store(COUNTER_BITS, counter, later, Ordering::SeqCst);
    }
    piece.insts
}

/// Calls that break the property whenever they are made.
fn surely_wrong(program: &Program, func: FuncId) -> Vec<InstId> {
    let errors = CheckSet::of(Check::ErrorCall).with(Check::Assertion);
    let is_wrong = |inst: &Inst| match &inst.kind {
        InstKind::Call(call) if !inst.checks.intersection(errors).is_empty() => match call.callee {
            Callee::Direct(callee) => {
                let native = lookup_native(&program.functions[callee].name);
                matches!(native, Some(Native::ErrorCall | Native::AssertFail))
            }
            Callee::Indirect(_) => false,
        },
        // Any other is no call.
        _ => false,
    };
    let insts = program.functions[func].insts.iter();
    insts.filter(|(_, inst)| is_wrong(inst)).map(|(id, _)| id).collect()
}

/// Puts a block of these instructions on an edge.
fn split(function: &mut Function, edge: EdgeId, insts: Vec<Inst>) {
    let Edge { target, args } = function.edges[edge].clone();
    let on = function.edges.push(Edge { target, args });
    let first = function.insts.next_key();
    for inst in insts {
        function.insts.push(inst);
    }
    function.insts.push(Inst::new(InstKind::Jump { edge: on }, None, LocId::NOWHERE));
    let end = function.insts.next_key();
    let block = function.blocks.push(Block { params: Vec::new(), first, end, name: None });
    function.edges[edge] = Edge { target: block, args: Vec::new() };
}

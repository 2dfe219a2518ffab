//! Which answers to a question an execution survives, where the program soon says what it assumes of them.
//!
//! `int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < 4);` has four answers worth trying among four billion. The code
//! behind the question is run with an interval for the answer, as far as comparisons with it go: an interval whose every number
//! ends at an assumption is dropped, one that takes several ways is cut in two. What is left over may be too much, never too
//! little.

use candor_bits::small;
use candor_context_concrete::Value;
use candor_interp::{Image, Native, ObjectId, State, abort_model};
use candor_ir::{
    BinOp, Bits, Call, Callee, CastOp, Check, CmpOp, EdgeId, EntityRef, FuncId, InstId, InstKind, Operand, Scalar,
    ValueId,
};
use rustc_hash::FxHashMap;

use crate::concrete::Cx;

/// How many instructions behind the question are looked at.
const MAX_STEPS: u32 = 256;
/// How many intervals are tried.
const MAX_INTERVALS: u32 = 4096;
/// How many calls deep assumptions are looked for.
const MAX_CALLS: usize = 4;

/// The answers to the question that the next instruction asks, if they are few.
pub(crate) fn survivors(image: &Image<Cx>, state: &State<Cx>, width: u32, most: usize) -> Option<Vec<Bits>> {
    let inst = &image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
    let InstKind::Call(call) = &inst.kind else { return None };
    let Callee::Direct(func) = call.callee else { return None };
    if !matches!(image.natives[func.index()], Some(Native::Nondet(_))) || width > 64 {
        return None;
    }
    let mut result = None;
    inst.for_each_result(|value| result = result.or(Some(value)));
    let mut found = Vec::new();
    let mut waiting = vec![(0, small::mask(width))];
    let mut n_intervals = 0;
    while let Some((low, high)) = waiting.pop() {
        n_intervals += 1;
        if n_intervals > MAX_INTERVALS {
            return None;
        }
        match Look::new(image, state, result?, (low, high)).run() {
            Way::Fails => {}
            Way::Splits if low < high => {
                let middle = low + (high - low) / 2;
                waiting.extend([(middle + 1, high), (low, middle)]);
            }
            Way::Splits | Way::GoesOn => {
                if usize::try_from(high - low).ok()? + found.len() >= most {
                    return None;
                }
                found.extend((low..=high).map(|value| Bits::new(width, value)));
            }
        }
    }
    Some(found)
}

/// Where an interval leads.
enum Way {
    /// To an assumption that does not hold.
    Fails,
    /// Different ways for different numbers.
    Splits,
    /// Somewhere.
    GoesOn,
}

/// What is known of a value: an interval of unsigned numbers, something else that is known, or nothing.
#[derive(Clone, Debug)]
enum Known {
    Between(u64, u64),
    Other(Value),
    Nothing,
}

struct LookFrame {
    func: FuncId,
    pc: InstId,
    regs: FxHashMap<ValueId, Known>,
}

/// One run with an interval.
struct Look<'a> {
    image: &'a Image<Cx>,
    state: &'a State<Cx>,
    frames: Vec<LookFrame>,
    /// What was stored on the way, by place and size.
    memory: FxHashMap<(ObjectId, i64, Scalar), Known>,
}

impl<'a> Look<'a> {
    fn new(image: &'a Image<Cx>, state: &'a State<Cx>, result: ValueId, (low, high): (u64, u64)) -> Look<'a> {
        let top = &state.thread.top;
        let regs = FxHashMap::from_iter([(result, Known::Between(low, high))]);
        let frame = LookFrame { func: top.func, pc: next(top.pc), regs };
        Look { image, state, frames: vec![frame], memory: FxHashMap::default() }
    }

    fn run(mut self) -> Way {
        for _ in 0..MAX_STEPS {
            if let Some(way) = self.step() {
                return way;
            }
        }
        Way::GoesOn
    }

    fn top(&mut self) -> &mut LookFrame {
        self.frames.last_mut().expect("a look has a frame")
    }

    fn read(&self, operand: Operand) -> Known {
        let frame = self.frames.last().expect("a look has a frame");
        let value = match operand {
            Operand::Const(constant) => &self.image.consts[constant.index()],
            Operand::Value(value) => match frame.regs.get(&value) {
                Some(known) => return known.clone(),
                None if self.frames.len() == 1 => &self.state.thread.top.regs[value.index()],
                None => return Known::Nothing,
            },
        };
        match value {
            Value::Int(number) => Known::Between(*number, *number),
            value => Known::Other(value.clone()),
        }
    }

    /// One instruction; where it leads if the look ends there.
    fn step(&mut self) -> Option<Way> {
        let image = self.image;
        let (func, pc) = (self.top().func, self.top().pc);
        let inst = &image.program.functions[func].insts[pc];
        if !inst.checks.is_empty() && !is_harmless(&inst.kind) {
            return Some(Way::GoesOn);
        }
        let known = match &inst.kind {
            InstKind::Compare { op, ty: Scalar::Int(width), a, b } => {
                compare(*op, *width, &self.read(*a), &self.read(*b))
            }
            InstKind::Cast { op, from: Scalar::Int(from), to: Scalar::Int(to), value } => {
                cast(*op, *from, *to, &self.read(*value))
            }
            InstKind::Binary { op, ty: Scalar::Int(width), a, b, .. } => {
                binary(*op, *width, &self.read(*a), &self.read(*b))
            }
            InstKind::PoisonIf { value, .. } => self.read(*value),
            InstKind::Freeze { value: value @ Operand::Const(_), .. } => self.read(*value),
            InstKind::Store { ty, ptr, value, .. } => {
                if !self.store(*ptr, *ty, *value) {
                    return Some(Way::GoesOn);
                }
                Known::Nothing
            }
            InstKind::Load { ty, ptr, .. } => match self.place(*ptr, *ty) {
                Some((object, offset)) => self.memory.get(&(object, offset, *ty)).cloned().unwrap_or(Known::Nothing),
                None => return Some(Way::GoesOn),
            },
            InstKind::Jump { edge } => {
                self.enter(*edge);
                return None;
            }
            InstKind::Branch { cond, then, or_else } => return self.branch(*cond, *then, *or_else),
            InstKind::Call(call) => return self.call(call),
            InstKind::Return { values } => {
                let results: Vec<Known> = values.iter().map(|value| self.read(*value)).collect();
                return self.leave(results);
            }
            InstKind::Check { ok, .. } => match self.read(*ok) {
                Known::Between(1, 1) => Known::Nothing,
                _ => return Some(Way::GoesOn),
            },
            InstKind::Predicate { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::PtrAdd { .. } => Known::Nothing,
            _ => return Some(Way::GoesOn),
        };
        let top = self.top();
        inst.for_each_result(|value| _ = top.regs.insert(value, known.clone()));
        top.pc = next(pc);
        None
    }

    fn branch(&mut self, cond: Operand, then: EdgeId, or_else: EdgeId) -> Option<Way> {
        match self.read(cond) {
            Known::Between(0, 0) => self.enter(or_else),
            Known::Between(1, 1) => self.enter(then),
            Known::Between(..) => return Some(Way::Splits),
            Known::Other(_) | Known::Nothing => return Some(Way::GoesOn),
        }
        None
    }

    fn enter(&mut self, edge: EdgeId) {
        let function = &self.image.program.functions[self.top().func];
        let edge = &function.edges[edge];
        let target = &function.blocks[edge.target];
        let args: Vec<Known> = edge.args.iter().map(|&arg| self.read(arg)).collect();
        let top = self.top();
        top.regs.extend(target.params.iter().copied().zip(args));
        top.pc = target.first;
    }

    fn call(&mut self, call: &Call) -> Option<Way> {
        let Callee::Direct(func) = call.callee else { return Some(Way::GoesOn) };
        let args: Vec<Known> = call.args.iter().map(|arg| self.read(arg.value)).collect();
        match self.image.natives[func.index()] {
            Some(Native::Assume) => match args.first() {
                Some(Known::Between(0, 0)) => Some(Way::Fails),
                Some(Known::Between(0, _)) => Some(Way::Splits),
                Some(Known::Between(..)) => {
                    self.top().pc = next(self.top().pc);
                    None
                }
                _ => Some(Way::GoesOn),
            },
            Some(Native::Abort) if self.aborts_quietly(func) => Some(Way::Fails),
            Some(_) => Some(Way::GoesOn),
            None => self.call_function(func, call, args),
        }
    }

    /// Whether an `abort` only ends the execution: no handler runs, and nobody asks for what is left allocated.
    fn aborts_quietly(&mut self, callee: FuncId) -> bool {
        let (func, pc) = (self.top().func, self.top().pc);
        let program = &self.image.program;
        let checks = program.functions[func].insts[pc].checks;
        let runs_handlers = abort_model(program, &program.functions[callee]).is_some();
        !runs_handlers && !checks.contains(Check::MemoryLeak) && !checks.contains(Check::MemoryCleanup)
    }

    /// Follows a call whose arguments and results arrive as they are: those that are converted, or structures that the callee gets
    /// copies of, end the look.
    fn call_function(&mut self, func: FuncId, call: &Call, args: Vec<Known>) -> Option<Way> {
        let function = &self.image.program.functions[func];
        let as_declared = call
            .args
            .iter()
            .zip(&function.params)
            .all(|(arg, &param)| arg.byval.is_none() && arg.ty == function.values[param].ty);
        let fits = function.params.len() == args.len()
            && as_declared
            && call.signature.results == function.signature.results
            && function.is_defined();
        if !fits || function.library || self.frames.len() > MAX_CALLS {
            return Some(Way::GoesOn);
        }
        let pc = function.blocks[function.entry()].first;
        let regs = function.params.iter().copied().zip(args).collect();
        self.frames.push(LookFrame { func, pc, regs });
        None
    }

    fn leave(&mut self, results: Vec<Known>) -> Option<Way> {
        if self.frames.len() == 1 {
            return Some(Way::GoesOn);
        }
        self.frames.pop();
        let image = self.image;
        let top = self.top();
        let inst = &image.program.functions[top.func].insts[top.pc];
        let mut results = results.into_iter();
        inst.for_each_result(|value| _ = top.regs.insert(value, results.next().unwrap_or(Known::Nothing)));
        top.pc = next(top.pc);
        None
    }

    /// The place that a pointer plainly points to, if it may be written and no other thread can.
    fn place(&self, ptr: Operand, ty: Scalar) -> Option<(ObjectId, i64)> {
        let Known::Other(value) = self.read(ptr) else { return None };
        let (object, offset) = value.as_ptr()?;
        let found = self.state.memory.get(object)?;
        let size = i64::try_from(self.image.program.target.store_bytes(ty)).ok()?;
        let fits =
            offset >= 0 && offset % size == 0 && offset.checked_add(size)? <= i64::try_from(found.plain_size?).ok()?;
        let is_aligned = i64::from(found.align) % size == 0;
        (fits && is_aligned && found.live && !found.constant && self.state.parked.is_empty())
            .then_some((object, offset))
    }

    fn store(&mut self, ptr: Operand, ty: Scalar, value: Operand) -> bool {
        let Some((object, offset)) = self.place(ptr, ty) else { return false };
        let value = self.read(value);
        // What overlaps is forgotten with all else of the object.
        self.memory.retain(|&(other, ..), _| other != object);
        self.memory.insert((object, offset, ty), value);
        true
    }
}

/// Whether the checks of an instruction cannot fail as it is looked at here.
fn is_harmless(kind: &InstKind) -> bool {
    let reads = matches!(kind, InstKind::Compare { .. } | InstKind::Cast { .. } | InstKind::Freeze { .. });
    // Of these it is looked at what they do, and the look ends where that is not known.
    let is_known =
        matches!(kind, InstKind::Branch { .. } | InstKind::Jump { .. } | InstKind::Call(_) | InstKind::Check { .. });
    reads || is_known || matches!(kind, InstKind::Load { .. } | InstKind::Store { .. })
}

fn next(inst: InstId) -> InstId {
    InstId::new(inst.index() + 1)
}

/// Whether the interval has numbers of one sign only.
fn has_one_sign(width: u32, low: u64, high: u64) -> bool {
    low >> (width - 1) & 1 == high >> (width - 1) & 1
}

fn compare(op: CmpOp, width: u32, a: &Known, b: &Known) -> Known {
    let (&Known::Between(a_low, a_high), &Known::Between(b_low, b_high)) = (a, b) else { return Known::Nothing };
    let undecided = Known::Between(0, 1);
    let truth = |truth: bool| Known::Between(u64::from(truth), u64::from(truth));
    let is_apart = a_high < b_low || b_high < a_low;
    match op {
        CmpOp::Eq | CmpOp::Ne if is_apart => return truth(op == CmpOp::Ne),
        CmpOp::Eq | CmpOp::Ne if a_low == a_high && b_low == b_high => return truth(op == CmpOp::Eq),
        CmpOp::Eq | CmpOp::Ne => return undecided,
        CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge => {
            if !has_one_sign(width, a_low, a_high) || !has_one_sign(width, b_low, b_high) {
                return undecided;
            }
        }
        CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => {}
        _ => return Known::Nothing,
    }
    // An order is decided if its two extreme cases agree.
    let (one, other) = (small::compare(op, width, a_low, b_high), small::compare(op, width, a_high, b_low));
    if one == other { truth(one) } else { undecided }
}

fn cast(op: CastOp, from: u32, to: u32, value: &Known) -> Known {
    let &Known::Between(low, high) = value else { return Known::Nothing };
    match op {
        CastOp::ZExt if to <= 64 => Known::Between(low, high),
        CastOp::Trunc if high <= small::mask(to) => Known::Between(low, high),
        CastOp::SExt if to <= 64 && has_one_sign(from, low, high) => {
            let extend = |number: u64| match number >> (from - 1) & 1 {
                0 => number,
                _ => number | small::mask(to) & !small::mask(from),
            };
            Known::Between(extend(low), extend(high))
        }
        _ => Known::Nothing,
    }
}

fn binary(op: BinOp, width: u32, a: &Known, b: &Known) -> Known {
    let (&Known::Between(a_low, a_high), &Known::Between(b_low, b_high)) = (a, b) else { return Known::Nothing };
    let is_bool = a_high <= 1 && b_high <= 1;
    match op {
        BinOp::And if is_bool => Known::Between(a_low & b_low, a_high & b_high),
        BinOp::Or if is_bool => Known::Between(a_low | b_low, a_high | b_high),
        BinOp::Xor if is_bool && b_low == b_high && b_low == 1 => Known::Between(1 - a_high, 1 - a_low),
        BinOp::Add if width <= 64 => {
            let sum = |a: u64, b: u64| a.checked_add(b).filter(|&sum| sum <= small::mask(width));
            match (sum(a_low, b_low), sum(a_high, b_high)) {
                (Some(low), Some(high)) => Known::Between(low, high),
                _ => Known::Nothing,
            }
        }
        _ => Known::Nothing,
    }
}

//! Whether a state of an execution satisfies a goal.
//!
//! Propositions are about the state *before* the next step, of whichever thread; only a broken check is about a step that is made.
//! States in the middle of a section that nobody interrupts are nobody's to look at.

use candor_context_concrete::{ConcreteContext, Value, View};
use candor_interp::object::View as Bytes;
use candor_interp::{
    Frame, Image, Native, NextAccess, NextAccesses, ObjectId, ObjectKind, State, Thread, ThreadId, next_accesses_of,
};
use candor_ir::{BinOp, Callee, Check, EntityRef, Inst, InstKind, Program};
use smallvec::SmallVec;

use crate::ast::Operator;
use crate::goal::{Compare, Form, Goal, Operand};

/// A state, with what is needed to look at it.
pub struct Look<'l, 'o> {
    pub image: &'l Image<ConcreteContext<'o>>,
    pub cx: &'l mut ConcreteContext<'o>,
    /// It comes back as it was.
    pub state: &'l mut State<ConcreteContext<'o>>,
}

impl Goal {
    /// Whether the state satisfies the goal. `broken` is the check that the step breaks which is made from here.
    pub fn holds(&self, look: &mut Look<'_, '_>, broken: Option<Check>) -> bool {
        match self {
            Goal::Constant(value) => *value,
            Goal::DataRace => broken == Some(Check::DataRace) || next_race(look).is_some(),
            Goal::DivZero => look.any_thread(divides_by_zero),
            Goal::OverFlows => overflows(look),
            Goal::Breaks(check) => broken == Some(*check),
            Goal::Calls(id, funcs) => {
                let thread = look.state.thread_of(*id).filter(|thread| !thread.ended);
                thread.is_some_and(|thread| {
                    let callee = callee_of(look.image, look.state, thread);
                    callee.is_some_and(|callee| funcs.contains(&callee))
                })
            }
            Goal::At(line) => look.any_thread(|program, _, thread| is_at(program, user_frame(program, thread), *line)),
            Goal::Compare(compare) => compare.holds(look),
            Goal::Not(goal) => !goal.holds(look, broken),
            Goal::And(a, b) => a.holds(look, broken) && b.holds(look, broken),
            Goal::Or(a, b) => a.holds(look, broken) || b.holds(look, broken),
        }
    }
}

impl<'o> Look<'_, 'o> {
    fn any_thread(&self, is_it: impl Fn(&Program, &Image<ConcreteContext<'o>>, &Thread<Value>) -> bool) -> bool {
        let threads = self.state.threads().filter(|thread| !thread.ended);
        threads.into_iter().any(|thread| is_it(&self.image.program, self.image, thread))
    }

    /// What a thread is about to use.
    fn accesses_of(&mut self, id: ThreadId) -> NextAccesses<Value> {
        next_accesses_of(self.image, self.cx, self.state, id)
    }
}

fn next_inst<'p>(program: &'p Program, thread: &Thread<Value>) -> &'p Inst {
    &program.functions[thread.top.func].insts[thread.top.pc]
}

pub(crate) fn divides(inst: &Inst) -> bool {
    matches!(inst.kind, InstKind::Binary { op: BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem, .. })
}

/// Two threads that are about to use the same bytes, one of them to write, one of them not atomically. It does not matter
/// which of them is which: the definition is symmetric.
pub fn next_race(look: &mut Look<'_, '_>) -> Option<(ThreadId, ThreadId)> {
    if look.state.parked.is_empty() {
        return None;
    }
    // The image outlives the look, so that nothing need be cloned to speak of it: this is done at every step of every run.
    let image = look.image;
    let busy =
        look.state.threads().filter(|thread| !thread.ended && next_inst(&image.program, thread).kind.may_access());
    let mut busy: SmallVec<[ThreadId; 8]> = busy.map(|thread| thread.id).collect();
    if busy.len() < 2 {
        return None;
    }
    busy.sort();
    let accesses: SmallVec<[(ThreadId, NextAccesses<Value>); 4]> =
        busy.into_iter().map(|id| (id, look.accesses_of(id))).collect();
    for (idx, (one, of_one)) in accesses.iter().enumerate() {
        for (other, of_other) in &accesses[idx + 1..] {
            if of_one.iter().any(|a| of_other.iter().any(|b| conflict(look, a, b))) {
                return Some((*one, *other));
            }
        }
    }
    None
}

fn conflict(look: &Look<'_, '_>, a: &NextAccess<Value>, b: &NextAccess<Value>) -> bool {
    if !(a.write || b.write) || a.atomic && b.atomic {
        return false;
    }
    let (Some((object, of_a)), Some((of_other, of_b))) = (a.ptr.unmarked().as_ptr(), b.ptr.unmarked().as_ptr()) else {
        return false;
    };
    let end = |start: i64, size: Option<u64>| {
        let size = size.and_then(|size| i64::try_from(size).ok());
        size.and_then(|size| start.checked_add(size)).unwrap_or(i64::MAX)
    };
    object == of_other && of_a < end(of_b, b.size) && of_b < end(of_a, a.size) && !is_library_object(look, object)
}

/// The library's own variables are its own business.
fn is_library_object(look: &Look<'_, '_>, object: ObjectId) -> bool {
    match look.state.memory.get(object).map(|found| found.kind) {
        Some(ObjectKind::Global(global)) => look.image.program.globals[global].library,
        _ => false,
    }
}

fn divides_by_zero(program: &Program, image: &Image<ConcreteContext<'_>>, thread: &Thread<Value>) -> bool {
    let inst = next_inst(program, thread);
    let InstKind::Binary { ty, b, .. } = inst.kind else { return false };
    if !divides(inst) {
        return false;
    }
    let divisor = match b {
        candor_ir::Operand::Value(value) => &thread.top.regs[value.index()],
        candor_ir::Operand::Const(constant) => &image.consts[constant.index()],
    };
    divisor.bits(program.target.bits_of(ty)).is_zero()
}

/// Some thread is about to use memory that is not, or no longer, part of an object.
fn overflows(look: &mut Look<'_, '_>) -> bool {
    let alive = look.state.threads().filter(|thread| !thread.ended);
    let ids: Vec<ThreadId> = alive.map(|thread| thread.id).collect();
    ids.into_iter().any(|id| {
        let accesses = if frees(look, id) { NextAccesses::new() } else { look.accesses_of(id) };
        accesses.iter().any(|access| is_outside(look, access))
    })
}

/// What a thread is about to free it does not use, even if it is wrong to free it.
fn frees(look: &Look<'_, '_>, id: ThreadId) -> bool {
    let Some(thread) = look.state.thread_of(id) else { return false };
    let Some(func) = callee_of(look.image, look.state, thread) else { return false };
    look.image.natives[func.index()].is_some_and(Native::frees)
}

fn is_outside(look: &Look<'_, '_>, access: &NextAccess<Value>) -> bool {
    if access.size == Some(0) {
        return false;
    }
    let Some((object, offset)) = access.ptr.unmarked().as_ptr() else { return true };
    let Some(found) = look.state.memory.get(object) else { return true };
    let (Some(whole), Ok(offset)) = (found.plain_size, u64::try_from(offset)) else { return true };
    let size = access.size.unwrap_or(1);
    !found.live || offset.checked_add(size).is_none_or(|end| end > whole)
}

/// The function that a thread is about to call.
fn callee_of(
    image: &Image<ConcreteContext<'_>>,
    state: &State<ConcreteContext<'_>>,
    thread: &Thread<Value>,
) -> Option<candor_ir::FuncId> {
    let InstKind::Call(call) = &next_inst(&image.program, thread).kind else { return None };
    let pointer = match call.callee {
        Callee::Direct(func) => return Some(func),
        Callee::Indirect(candor_ir::Operand::Value(value)) => &thread.top.regs[value.index()],
        Callee::Indirect(candor_ir::Operand::Const(constant)) => &image.consts[constant.index()],
    };
    let (object, _) = pointer.unmarked().as_ptr()?;
    match state.memory.get(object)?.kind {
        ObjectKind::Function(func) => Some(func),
        _ => None,
    }
}

/// The innermost frame that is the user's own code.
fn user_frame<'t>(program: &Program, thread: &'t Thread<Value>) -> &'t Frame<Value> {
    thread.frames().find(|frame| !program.functions[frame.func].library).unwrap_or(&thread.top)
}

fn is_at(program: &Program, frame: &Frame<Value>, line: u32) -> bool {
    let inst = &program.functions[frame.func].insts[frame.pc];
    let loc = program.source.get(inst.loc);
    loc.is_some_and(|loc| loc.line == line && !program.source.files[loc.file].library)
}

impl Compare {
    fn holds(&self, look: &Look<'_, '_>) -> bool {
        let is_free = |operand: &Operand| matches!(operand, Operand::Local { thread: None, .. });
        if is_free(&self.left) || is_free(&self.right) || self.at.is_some() {
            let alive = look.state.threads().filter(|thread| !thread.ended);
            return alive.into_iter().any(|thread| self.holds_of(look, Some(thread)));
        }
        self.holds_of(look, None)
    }

    /// Whether it holds if what belongs to no certain thread belongs to this one.
    fn holds_of(&self, look: &Look<'_, '_>, thread: Option<&Thread<Value>>) -> bool {
        if let (Some(line), Some(thread)) = (self.at, thread)
            && !self.is_at(look, thread, line)
        {
            return false;
        }
        match (self.left.number(look, thread), self.right.number(look, thread)) {
            (Some(a), Some(b)) => compare(self.operator, a, b),
            _ => false,
        }
    }

    /// Whether the frame of the variable, or without one the thread's own, is at a line.
    fn is_at(&self, look: &Look<'_, '_>, thread: &Thread<Value>, line: u32) -> bool {
        let program = &look.image.program;
        let frame_of = |operand: &Operand| match operand {
            Operand::Local { thread: id, func, .. } if id.is_none_or(|id| id == thread.id) => {
                Some(thread.frames().find(|frame| frame.func == *func))
            }
            Operand::Register { thread: id, .. } if *id == thread.id => Some(Some(&thread.top)),
            Operand::Local { .. } | Operand::Register { .. } | Operand::Number(_) | Operand::Global { .. } => None,
        };
        match frame_of(&self.left).or_else(|| frame_of(&self.right)) {
            Some(frame) => frame.is_some_and(|frame| is_at(program, frame, line)),
            // A register or variable of another thread says nothing about where this one is.
            None if self.names_a_thread() => false,
            None => is_at(program, user_frame(program, thread), line),
        }
    }

    fn names_a_thread(&self) -> bool {
        let names =
            |operand: &Operand| matches!(operand, Operand::Register { .. } | Operand::Local { thread: Some(_), .. });
        names(&self.left) || names(&self.right)
    }
}

fn compare(operator: Operator, a: i128, b: i128) -> bool {
    match operator {
        Operator::Less => a < b,
        Operator::LessEqual => a <= b,
        Operator::Greater => a > b,
        Operator::GreaterEqual => a >= b,
        Operator::Equal => a == b,
        Operator::Unequal => a != b,
    }
}

impl Operand {
    /// The number, if there is one now.
    fn number(&self, look: &Look<'_, '_>, thread: Option<&Thread<Value>>) -> Option<i128> {
        match self {
            Operand::Number(number) => Some(*number),
            Operand::Register { thread, func, value, form } => {
                let thread = look.state.thread_of(*thread).filter(|thread| !thread.ended && thread.top.func == *func);
                // As in LODIN: what has no value yet is zero.
                let bits = thread.map_or(0, |thread| thread.top.regs[value.index()].bits(64).to_u64_wrapping());
                Some(form.number(bits))
            }
            Operand::Local { thread: id, func, home, form } => {
                let thread = match id {
                    Some(id) => look.state.thread_of(*id).filter(|thread| !thread.ended),
                    None => thread,
                };
                let frame = thread?.frames().find(|frame| frame.func == *func)?;
                read(look, &frame.regs[home.index()], *form)
            }
            Operand::Global { global, form } => read(look, &look.image.global_pointers[global.index()], *form),
        }
    }
}

/// The number that a pointer points to, if all of it has been written and is no address.
fn read(look: &Look<'_, '_>, pointer: &Value, form: Form) -> Option<i128> {
    let (object, offset) = pointer.unmarked().as_ptr()?;
    let found = look.state.memory.get(object).filter(|found| found.live)?;
    let endian = look.image.program.target.endian;
    match found.contents.view(u64::try_from(offset).ok()?, u64::from(form.width / 8), endian) {
        Bytes::Plain(word) => Some(form.number(word)),
        Bytes::Cell(value) => match value.view() {
            View::Int(word) => Some(form.number(word)),
            View::Ptr(..) | View::Addr(..) | View::Wide(_) | View::Undef(_) => None,
        },
        _ => None,
    }
}

//! Executing instructions: one step, or a block at a time.

mod access;
mod arith;
mod call;
mod convention;
mod flow;
mod given;
mod varargs;

use candor_ir::{Check, EdgeId, EntityRef, FuncId, Inst, InstId, InstKind};

use crate::control::Control;
use crate::image::Image;
use crate::memory::Memory;
use crate::state::State;
use crate::stop::{Halt, Step};
use crate::values::{Conditions, Values};

pub(crate) use access::{
    copy_memory, end_life, fill_memory, is_beyond, load_checked, next_name, refuse_own, store_checked, unblock,
};
pub(crate) use arith::cast_value;
pub(crate) use call::{call_model, end_program, pop_frame, set_results, start_function};
pub use convention::is_compatible;
pub use flow::{goes_on_after, is_all_kept};
pub(crate) use given::{is_given, pointer as given_pointer};
pub use varargs::{UnnamedArg, unnamed_args};

pub(crate) use flow::{SIGNAL_ABORT, abort, end_locals_after, finish};

/// The instruction being executed, and the program it belongs to.
#[derive(Debug)]
pub(crate) struct At<'i, C: Memory> {
    pub(crate) image: &'i Image<C>,
    pub(crate) inst: &'i Inst,
}

// Derived, these would ask for contexts that can be copied.
impl<C: Memory> Clone for At<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Memory> Copy for At<'_, C> {}

/// How a state goes on after a choice that the explorer makes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Along this edge of the current function.
    Edge(EdgeId),
    /// Into this function, called by the current instruction.
    Call(FuncId),
    /// The current instruction is executed again, under what has been assumed.
    Again,
}

/// What became of the state.
#[derive(Debug)]
#[must_use]
pub enum Outcome<C: Values> {
    /// It stands before its next instruction.
    Next,
    /// It can go on in several ways. For each, the explorer takes a copy, assumes the guard, and calls [`resume`].
    Fork(Vec<(C::Bool, Resume)>),
    /// The program ended with this status, an `i32`.
    Exit(C::Value),
    /// The running thread must wait for another one: the explorer goes back to the state before the section that no other
    /// thread may interrupt, or before the instruction, and lets someone else run.
    Blocked,
    /// The running thread has ended; another one goes on.
    ThreadEnded,
}

/// What an instruction did to control.
pub(crate) enum Flow<C: Values> {
    /// On to the next instruction.
    Next,
    /// The program counter has been set.
    Moved,
    #[expect(clippy::box_collection, reason = "so that the result of every step fits in two registers")]
    Fork(Box<Vec<(C::Bool, Resume)>>),
    Exit(Box<C::Value>),
    Blocked,
    ThreadEnded,
}

/// Executes one instruction of the running thread.
pub fn step<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>) -> Step<Outcome<C>> {
    let function = &image.program.functions[state.thread.top.func];
    let inst = &function.insts[state.thread.top.pc];
    state.steps += 1;
    let flow = execute(At { image, inst }, cx, state)?;
    Ok(settle(state, flow))
}

/// Executes instructions up to the next transfer of control (a jump, a call, a return), or fewer.
pub fn run_block<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>) -> Step<Outcome<C>> {
    let function = &image.program.functions[state.thread.top.func];
    loop {
        let inst = &function.insts[state.thread.top.pc];
        state.steps += 1;
        match execute(At { image, inst }, cx, state)? {
            Flow::Next => advance(state),
            flow => return Ok(settle(state, flow)),
        }
    }
}

/// Continues a state that was forked; the guard has been assumed.
pub fn resume<C: Control>(image: &Image<C>, cx: &mut C, state: &mut State<C>, how: Resume) -> Step<Outcome<C>> {
    let function = &image.program.functions[state.thread.top.func];
    let flow = match how {
        Resume::Edge(edge) => {
            flow::enter(image, state, edge);
            Flow::Moved
        }
        Resume::Call(func) => {
            let InstKind::Call(call) = &function.insts[state.thread.top.pc].kind else {
                return Err(Halt::bug("a call was resumed where there is none"));
            };
            call::invoke(image, cx, state, call, func)?
        }
        Resume::Again => return step(image, cx, state),
    };
    Ok(settle(state, flow))
}

/// Ends the running function with these results, as if it had returned them where it is.
pub fn leave<C: Control>(
    image: &Image<C>,
    cx: &mut C,
    state: &mut State<C>,
    results: impl IntoIterator<Item = C::Value>,
) -> Step<Outcome<C>> {
    let inst = call::current_inst(image, state);
    let flow = call::return_from(image, cx, state, inst, results.into_iter().collect())?;
    Ok(settle(state, flow))
}

fn settle<C: Control>(state: &mut State<C>, flow: Flow<C>) -> Outcome<C> {
    match flow {
        Flow::Next => {
            advance(state);
            Outcome::Next
        }
        Flow::Moved => Outcome::Next,
        Flow::Fork(ways) => Outcome::Fork(*ways),
        Flow::Exit(status) => Outcome::Exit(*status),
        Flow::Blocked => Outcome::Blocked,
        Flow::ThreadEnded => Outcome::ThreadEnded,
    }
}

#[inline]
fn advance<C: Control>(state: &mut State<C>) {
    let pc = &mut state.thread.top.pc;
    *pc = InstId::new(pc.index() + 1);
}

/// The meaning of every instruction: one arm, one call.
#[inline]
fn execute<C: Control>(at: At<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Flow<C>> {
    match &at.inst.kind {
        InstKind::Binary { op, ty, a, b, poison } => arith::binary(at, cx, state, *op, *ty, *a, *b, *poison)?,
        InstKind::Predicate { pred, width, a, b } => arith::predicate(at, cx, state, *pred, *width, *a, *b),
        InstKind::Compare { op, ty, a, b } => arith::compare(at, cx, state, *op, *ty, *a, *b)?,
        InstKind::Cast { op, from, to, value } => arith::cast(at, cx, state, *op, *from, *to, *value)?,
        InstKind::Select { ty, cond, a, b } => arith::select(at, cx, state, *ty, *cond, *a, *b)?,
        InstKind::Math { op, ty, args } => arith::math(at, cx, state, *op, *ty, args),
        InstKind::IsFpClass { kind, value, mask } => arith::is_fp_class(at, cx, state, *kind, *value, *mask),
        InstKind::Undef { ty, cause } => arith::undef(at, cx, state, *ty, *cause)?,
        InstKind::PoisonIf { ty, value, wrong } => arith::poison_if(at, cx, state, *ty, *value, *wrong),
        InstKind::Freeze { ty, value } => arith::freeze(at, cx, state, *ty, *value)?,
        InstKind::PtrAdd { base, offset, index, .. } => {
            access::ptr_add(at, cx, state, *base, *offset, *index)?;
        }
        InstKind::Alloca { size, count, align } => access::alloca(at, cx, state, *size, *count, *align)?,
        InstKind::Load { ty, ptr, flags } => access::load(at, cx, state, *ty, *ptr, *flags)?,
        InstKind::Store { ty, ptr, value, flags } => access::store(at, cx, state, *ty, *ptr, *value, *flags)?,
        InstKind::AtomicRmw { op, ty, ptr, value, flags } => {
            access::atomic_rmw(at, cx, state, *op, *ty, *ptr, *value, *flags)?;
        }
        InstKind::AtomicCas { ty, ptr, expected, new, flags, failure, success } => {
            let swap = access::Swap { ty: *ty, ptr: *ptr, expected: *expected, new: *new, flags: *flags };
            return access::atomic_cas(at, cx, state, swap, *failure, *success);
        }
        // Under sequential consistency there is nothing to order.
        InstKind::Fence { ordering, .. } => access::note_order(state, *ordering),
        InstKind::MemCopy { dst, src, len, width, may_overlap, volatile: _ } => {
            access::mem_copy(at, cx, state, *dst, *src, *len, *width, *may_overlap)?;
        }
        InstKind::MemFill { dst, byte, len, width } => access::mem_fill(at, cx, state, *dst, *byte, *len, *width)?,
        InstKind::LifetimeStart { ptr } => access::start_life(at.image, cx, state, *ptr)?,
        InstKind::LifetimeEnd { ptr } => access::end_life(at.image, cx, state, *ptr)?,
        InstKind::Call(call) => return call::call(at, cx, state, call),
        InstKind::VaStart { list } => access::va_start(at, cx, state, *list)?,
        InstKind::VaCopy { dst, src } => access::va_copy(at, cx, state, *dst, *src)?,
        // The list's memory belongs to the program; nothing is held for it.
        InstKind::VaEnd { .. } => {}
        InstKind::StackSave => access::stack_save(at, cx, state),
        InstKind::StackRestore { mark } => access::stack_restore(at.image, cx, state, *mark)?,
        InstKind::ObjectSize { width, min, .. } => access::object_size(cx, state, at.inst, *width, *min),
        InstKind::Check { check, ok } => flow::check(at, cx, state, *check, *ok)?,
        InstKind::Assume { cond } => flow::assume(at, cx, state, *cond)?,
        InstKind::Unsupported { what, .. } => return Err(Halt::unsupported(what.clone())),
        InstKind::Jump { edge } => {
            flow::check_lost(at, cx, state)?;
            flow::enter(at.image, state, *edge);
            return Ok(Flow::Moved);
        }
        InstKind::Branch { cond, then, or_else } => {
            flow::check_lost(at, cx, state)?;
            return flow::branch(at, cx, state, *cond, *then, *or_else);
        }
        InstKind::Switch(switch) => {
            flow::check_lost(at, cx, state)?;
            return flow::switch(at, cx, state, switch);
        }
        InstKind::IndirectBranch { address, edges } => {
            flow::check_lost(at, cx, state)?;
            return flow::indirect_branch(at, cx, state, *address, edges);
        }
        InstKind::Return { values } => return call::ret(at, cx, state, values),
        InstKind::Unreachable => return flow::unreachable(cx, state, at.inst),
        InstKind::Trap => return flow::abort(at, cx, state, flow::SIGNAL_ILL),
    }
    Ok(Flow::Next)
}

/// Puts conditions to the context: those the instruction checks are checked; of the others, those that nothing can follow
/// end the execution all the same.
pub(crate) fn require<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    conditions: Conditions<C::Bool>,
) -> Step<()> {
    for (check, ok) in conditions {
        require_one(cx, state, inst, check, &ok)?;
    }
    Ok(())
}

/// [`require`] for a single condition.
#[inline]
pub(crate) fn require_one<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    inst: &Inst,
    check: Check,
    ok: &C::Bool,
) -> Step<()> {
    if inst.checks.contains(check) {
        cx.check(state, check, ok)
    } else if !flow::goes_on_after(check) {
        cx.unchecked(state, check, ok)
    } else {
        Ok(())
    }
}

/// Requires that a value be fit for use in a branch, as an address, a divisor or a library argument.
#[inline]
pub(crate) fn usable<C: Control>(cx: &mut C, state: &mut State<C>, inst: &Inst, value: &C::Value) -> Step<()> {
    let conditions = cx.use_conditions(value);
    if conditions.is_empty() {
        return Ok(());
    }
    require(cx, state, inst, conditions)
}

/// Writes the result register of an instruction.
#[inline]
pub(crate) fn set_result<C: Control>(state: &mut State<C>, inst: &Inst, value: C::Value) {
    if let Some(result) = inst.result {
        state.thread.top.set(result, value);
    }
}

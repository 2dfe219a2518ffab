//! What a transition uses that other threads may use, too.

use candor_interp::{Image, Native, ObjectId, OnReturn, ThreadFn, ThreadId, Values, next_step};
use candor_ir::{Call, Callee, EntityRef, InstKind};

use crate::data::{Data, State};

/// Something that threads share.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Bytes of an object.
    Bytes(ObjectId, i64, i64),
    /// That a thread has ended, and with what result.
    End(ThreadId),
    /// How a thread is: whether it has ended, its mark, whether anybody will ask for its result.
    Thread(ThreadId),
    /// How many threads there are.
    Count,
    /// Which number the next thread gets.
    Numbering,
}

/// The uses of a transition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    /// Nobody knows what it uses, or it concerns everybody.
    pub(crate) all: bool,
    /// With whether it is written.
    pub(crate) spots: Vec<(Spot, bool)>,
}

impl Footprint {
    pub(crate) fn everything(&mut self) {
        self.all = true;
    }

    fn add(&mut self, spot: Spot, write: bool) {
        if !self.spots.contains(&(spot, write)) {
            self.spots.push((spot, write));
        }
    }

    /// Adds what the next step of the running thread uses.
    pub(crate) fn record<D: Data>(&mut self, image: &Image<D::Cx>, data: &mut D, state: &mut State<D>) {
        if self.all {
            return;
        }
        let top = &state.thread.top;
        let inst = &image.program.functions[top.func].insts[top.pc];
        if let InstKind::Call(call) = &inst.kind
            && let Callee::Direct(func) = call.callee
            && let Some(Native::Thread(function)) = image.natives[func.index()]
        {
            let of = named_thread::<D>(image, data, state, call);
            if function == ThreadFn::End {
                self.record_all_locals::<D>(state);
            }
            return self.record_thread_function(state.thread.id, function, of);
        }
        let next = next_step(image, data.cx(), state);
        for access in next.accesses {
            let Some((object, start)) = D::place(&access.ptr) else { return self.everything() };
            let end = access.size.and_then(|size| i64::try_from(size).ok()).and_then(|size| start.checked_add(size));
            self.add(Spot::Bytes(object, start, end.unwrap_or(i64::MAX)), access.write);
        }
        if next.global {
            self.record_end_of_locals::<D>(image, state);
        }
    }

    fn record_thread_function(&mut self, own: ThreadId, function: ThreadFn, of: Option<ThreadId>) {
        match function {
            ThreadFn::Spawn => {
                self.add(Spot::Numbering, true);
                self.add(Spot::Count, true);
            }
            ThreadFn::End => {
                self.add(Spot::End(own), true);
                self.add(Spot::Count, true);
            }
            ThreadFn::NumberRunning => self.add(Spot::Count, false),
            ThreadFn::Progress | ThreadFn::Result | ThreadFn::Mark | ThreadFn::Forget | ThreadFn::SetMark => {
                let write = matches!(function, ThreadFn::Forget | ThreadFn::SetMark);
                match of {
                    Some(of) => self.add(Spot::Thread(of), write),
                    None => self.everything(),
                }
            }
            // What is waited for has been read before.
            ThreadFn::Await | ThreadFn::AwaitSignal => {}
            ThreadFn::Current | ThreadFn::Begin | ThreadFn::Leave | ThreadFn::Local => {}
            ThreadFn::May | ThreadFn::Unordered | ThreadFn::Pretend => {}
        }
    }

    /// With a thread its variables end.
    fn record_all_locals<D: Data>(&mut self, state: &State<D>) {
        let locals = state.thread.frames().flat_map(|frame| frame.locals.iter().map(|(_, object)| *object));
        let own = state.thread.locals.iter().filter_map(|(_, instance)| D::place(instance)).map(|(object, _)| object);
        let is_shared = |object: &ObjectId| state.memory.get(*object).is_none_or(|found| found.shared);
        for object in locals.chain(own).filter(is_shared) {
            self.add(Spot::Bytes(object, 0, i64::MAX), true);
        }
    }

    /// A variable that others can see ends; whatever else concerns everybody does so.
    fn record_end_of_locals<D: Data>(&mut self, image: &Image<D::Cx>, state: &State<D>) {
        let top = &state.thread.top;
        let is_return = matches!(image.program.functions[top.func].insts[top.pc].kind, InstKind::Return { .. });
        let is_inner = matches!(top.on_return, OnReturn::Caller | OnReturn::Uninterrupted);
        if !(is_return && is_inner) {
            return self.everything();
        }
        for &(_, object) in &top.locals {
            self.add(Spot::Bytes(object, 0, i64::MAX), true);
        }
    }
}

/// The thread that a function of the library's models is called with.
pub(crate) fn named_thread<D: Data>(
    image: &Image<D::Cx>,
    data: &mut D,
    state: &State<D>,
    call: &Call,
) -> Option<ThreadId> {
    let arg = call.args.first()?.value;
    let number = data.cx().plain(value_of::<D>(image, state, arg))?;
    u32::try_from(number).ok().map(ThreadId)
}

fn value_of<'s, D: Data>(
    image: &'s Image<D::Cx>,
    state: &'s State<D>,
    operand: candor_ir::Operand,
) -> &'s crate::data::Value<D> {
    match operand {
        candor_ir::Operand::Value(value) => &state.thread.top.regs[value.index()],
        candor_ir::Operand::Const(constant) => &image.consts[constant.index()],
    }
}

//! What a thread may still do, from where it stands: an answer that may say too much and never too little.
//!
//! A walk over the program from the thread's instruction on, through calls, and behind the calls of the frames below once what they
//! wait for may return. The walk does not go through a lock that is known to be held by someone else, nor into what only follows it.
//!
//! Which bytes an access may touch is what the pointer analysis says, for all threads alike: `int *mine = argument; (*mine)++` touches
//! every element of which some thread is given the address. So what functions are called with is followed from the thread's frames
//! on (`bound`): where that tells the one place that a pointer points to, only this place counts.

use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use candor_interp::{Continuation, Native, ObjectId, Site, ThreadFn};
use candor_ir::{Call, Callee, EntityRef, FuncId, InstId, InstKind, Life, Operand, Program};
use candor_points_to::{AbstractObject, ObjectIdx, Offset, PointsTo, all_accesses};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::bound::{Bindings, Bound, Plain};

/// A mutex: an object and an offset in it.
pub(crate) type Mutex = (ObjectIdx, i64);

/// Bytes of an object, from the first up to but not including the last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: i64,
    pub(crate) end: i64,
}

impl Span {
    const ALL: Span = Span { start: i64::MIN, end: i64::MAX };

    fn new(start: i64, bytes: Option<u64>) -> Span {
        let end = bytes.and_then(|bytes| i64::try_from(bytes).ok()).and_then(|bytes| start.checked_add(bytes));
        Span { start, end: end.unwrap_or(i64::MAX) }
    }

    fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// So many ranges of one object are told apart.
const MAX_SPANS: usize = 8;

/// Ranges of bytes, by object: abstract ones, or objects of the present state.
#[derive(Clone, Debug)]
struct Ranges<O>(FxHashMap<O, SmallVec<[Span; 2]>>);

impl<O> Default for Ranges<O> {
    fn default() -> Self {
        Ranges(FxHashMap::default())
    }
}

impl<O: Eq + Hash> Ranges<O> {
    fn insert(&mut self, object: O, span: Span) {
        let spans = self.0.entry(object).or_default();
        if spans.iter().any(|old| old.covers(span)) {
            return;
        }
        spans.retain(|old| !span.covers(*old));
        spans.push(span);
        if spans.len() > MAX_SPANS {
            let (start, end) = (spans.iter().map(|span| span.start).min(), spans.iter().map(|span| span.end).max());
            *spans = SmallVec::from_slice(&[Span { start: start.unwrap_or(i64::MIN), end: end.unwrap_or(i64::MAX) }]);
        }
    }

    fn overlaps(&self, object: &O, span: Span) -> bool {
        self.0.get(object).is_some_and(|spans| spans.iter().any(|other| other.overlaps(span)))
    }
}

/// Memory that a thread may use: objects as the pointer analysis knows them and, where the pointer itself is known, those of the state.
#[derive(Clone, Debug, Default)]
struct Uses {
    by_analysis: Ranges<ObjectIdx>,
    by_state: Ranges<ObjectId>,
}

/// An object in both worlds, with what is used of it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Used {
    pub(crate) object: ObjectId,
    pub(crate) known_as: ObjectIdx,
    pub(crate) span: Span,
    pub(crate) write: bool,
}

impl Uses {
    fn overlaps(&self, used: Used) -> bool {
        self.by_analysis.overlaps(&used.known_as, used.span) || self.by_state.overlaps(&used.object, used.span)
    }
}

/// What a thread may do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Future {
    /// Nobody knows.
    pub(crate) all: bool,
    reads: Uses,
    writes: Uses,
    /// It may end, of itself.
    pub(crate) ends: bool,
    /// It may join or detach a thread.
    pub(crate) joins: bool,
    /// It may look at how another thread is in other ways.
    pub(crate) peeks: bool,
    /// It may look at its own mark, which others may set.
    pub(crate) reads_own_mark: bool,
    /// It may look at how many threads there are.
    pub(crate) counts: bool,
    pub(crate) spawns: bool,
}

impl Future {
    /// Whether it may use bytes in a way that matters to a use of another thread.
    pub(crate) fn conflicts(&self, used: Used) -> bool {
        self.writes.overlaps(used) || used.write && self.reads.overlaps(used)
    }

    /// Whether it may write to any byte of an object.
    pub(crate) fn writes(&self, object: ObjectId, known_as: ObjectIdx) -> bool {
        self.writes.overlaps(Used { object, known_as, span: Span::ALL, write: true })
    }
}

/// What one instruction does, for the walk.
#[derive(Debug, Default)]
struct Effect {
    accesses: Vec<Touch>,
    /// Functions with bodies that it calls and waits for.
    callees: Vec<FuncId>,
    /// Functions that it sets off when the program ends.
    starts: Vec<FuncId>,
    /// Functions that new threads run.
    spawned: Vec<FuncId>,
    /// It is the call of a mutex's lock, and of exactly this one.
    locks: Option<Mutex>,
    function: Option<ThreadFn>,
    /// That function is asked about the running thread.
    is_about_itself: bool,
    /// Nothing follows.
    is_last: bool,
    /// What follows need not wait for those that are called.
    goes_on: bool,
    unknown: bool,
}

/// An access of an instruction, as the pointer analysis knows it.
#[derive(Debug)]
struct Touch {
    ptr: Operand,
    /// `None`: the whole object, from its first byte on, or nobody knows how much.
    bytes: Option<u64>,
    write: bool,
    objects: Vec<(ObjectIdx, Span)>,
}

/// A frame of a thread: where it stands, and what its function was called with as far as that is plain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    pub(crate) site: Site,
    pub(crate) args: SmallVec<[Option<Plain>; 4]>,
}

type ByFrames = FxHashMap<Box<[Standing]>, Rc<Future>>;

/// Futures that are kept; then it begins anew.
const MAX_KNOWN: usize = 1 << 16;

pub(crate) struct Futures {
    program: Arc<Program>,
    natives: Vec<Option<Native>>,
    points_to: PointsTo,
    objects: FxHashMap<AbstractObject, ObjectIdx>,
    effects: FxHashMap<Site, Rc<Effect>>,
    /// By the mutexes that another thread holds, and the frames of a thread.
    known: FxHashMap<Box<[Mutex]>, ByFrames>,
    n_known: usize,
    /// The values of constants, as far as they are plain.
    consts: Vec<Option<Plain>>,
    lock: Option<FuncId>,
    /// Mutexes that are variables and locked by name.
    pub(crate) mutexes: Vec<(candor_ir::GlobalId, Mutex)>,
}

impl Futures {
    pub(crate) fn new(program: &Arc<Program>, natives: &[Option<Native>]) -> Futures {
        let config = candor_points_to::Config { malloc_may_fail: true, ..candor_points_to::Config::default() };
        let points_to = PointsTo::flow_insensitive(program, config);
        let objects = points_to.objects().map(|(idx, data)| (data.what, idx)).collect();
        let lock = program.function_named("pthread_mutex_lock");
        let lock = lock.filter(|&lock| program.functions[lock].library && program.functions[lock].is_defined());
        let mut futures = Futures {
            program: program.clone(),
            natives: natives.to_vec(),
            points_to,
            objects,
            effects: FxHashMap::default(),
            known: FxHashMap::default(),
            n_known: 0,
            consts: Vec::new(),
            lock,
            mutexes: Vec::new(),
        };
        futures.mutexes = futures.find_mutexes();
        futures
    }

    /// Tells what the constants of the program are in the executions that are looked at.
    pub(crate) fn set_constants(&mut self, constants: impl FnOnce() -> Vec<Option<Plain>>) {
        if self.consts.is_empty() {
            self.consts = constants();
        }
    }

    /// The abstract object of this kind, made here.
    pub(crate) fn object(&self, what: AbstractObject) -> Option<ObjectIdx> {
        self.objects.get(&what).copied()
    }

    /// Whether the program may cancel threads.
    pub(crate) fn can_cancel(&self) -> bool {
        let cancel = self.program.function_named("pthread_cancel");
        cancel.is_some_and(|cancel| self.program.functions[cancel].is_defined())
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    fn find_mutexes(&self) -> Vec<(candor_ir::GlobalId, Mutex)> {
        let mut found = Vec::new();
        for (func, function) in self.program.functions.iter() {
            for inst in function.insts.keys() {
                let InstKind::Call(call) = &function.insts[inst].kind else { continue };
                let Some(mutex) = self.locked(func, call) else { continue };
                let AbstractObject::Global(global) = self.points_to.object(mutex.0).what else { continue };
                if !found.contains(&(global, mutex)) {
                    found.push((global, mutex));
                }
            }
        }
        found
    }

    /// The mutex that a call locks, if it is one variable's.
    fn locked(&self, func: FuncId, call: &Call) -> Option<Mutex> {
        let Callee::Direct(callee) = call.callee else { return None };
        if Some(callee) != self.lock {
            return None;
        }
        let (places, unknown) = self.points_to.places(func, call.args.first()?.value);
        let [(object, offset)] = places else { return None };
        let is_variable = matches!(self.points_to.object(*object).what, AbstractObject::Global(_));
        (is_variable && !unknown).then_some((*object, offset.known()?))
    }

    /// What a thread with these frames, outermost first, may do as long as these mutexes are locked by another.
    pub(crate) fn of(&mut self, frames: &[Standing], held: &[Mutex]) -> Rc<Future> {
        if let Some(future) = self.known.get(held).and_then(|known| known.get(frames)) {
            return future.clone();
        }
        let mut many = FxHashSet::default();
        let future = loop {
            match Walk::new(self, frames, held, &many).walk() {
                Ok(future) => break Rc::new(future),
                // Some function is called with several values where the walk had counted on one.
                Err(more) => many.extend(more),
            }
        };
        self.n_known += 1;
        if self.n_known > MAX_KNOWN {
            self.known.clear();
            self.n_known = 1;
        }
        self.known.entry(held.into()).or_default().insert(frames.into(), future.clone());
        future
    }

    fn effect(&mut self, site: Site) -> Rc<Effect> {
        if let Some(effect) = self.effects.get(&site) {
            return effect.clone();
        }
        let effect = Rc::new(self.find_effect(site));
        self.effects.insert(site, effect.clone());
        effect
    }

    fn find_effect(&self, site: Site) -> Effect {
        let mut effect = Effect::default();
        for access in all_accesses(&self.program, self.points_to.call_graph(), site) {
            self.touch(&mut effect, site.func, access.ptr, access.bytes, access.write);
        }
        let kind = &self.program.functions[site.func].insts[site.inst].kind;
        match kind.life() {
            Some(Life::Begins(ptr) | Life::Ends(ptr)) => {
                self.touch(&mut effect, site.func, ptr, None, /* write */ true);
            }
            // What a frame makes ends at the latest with it, which the walk counts from the start (`end_variables`).
            Some(Life::Made | Life::EndsSinceMark | Life::EndsFrame) | None => {}
        }
        effect.unknown |= matches!(kind, InstKind::IndirectBranch { .. });
        if let InstKind::Call(call) = kind {
            self.call(&mut effect, site, call);
        }
        effect
    }

    fn touch(&self, effect: &mut Effect, func: FuncId, ptr: Operand, bytes: Option<u64>, write: bool) {
        let span = |offset: Offset| match (offset.known(), bytes) {
            (Some(start), Some(bytes)) => Span::new(start, Some(bytes)),
            (None, _) | (_, None) => Span::ALL,
        };
        let objects = match self.thread_local(func, ptr) {
            Some(variable) => {
                let objects = self.points_to.touched(func, variable);
                objects.into_iter().map(|(object, _)| (object, Span::ALL)).collect()
            }
            None => {
                let objects = self.points_to.touched(func, ptr);
                objects.into_iter().map(|(object, offset)| (object, span(offset))).collect()
            }
        };
        effect.accesses.push(Touch { ptr, bytes, write, objects });
    }

    /// The variable whose instance a pointer points into, if it was computed from the running thread's own. The pointer analysis takes
    /// such pointers for unknown ones, since instances end with their threads, which does not matter here.
    fn thread_local(&self, func: FuncId, ptr: Operand) -> Option<Operand> {
        let mut ptr = ptr;
        loop {
            let Operand::Value(value) = ptr else { return None };
            match &self.program.functions[func].insts[self.points_to.definition(func, value)?].kind {
                InstKind::PtrAdd { base, .. } => ptr = *base,
                InstKind::Call(call) => {
                    let is_local = self.thread_function(call) == Some(ThreadFn::Local);
                    return if is_local { call.args.first().map(|arg| arg.value) } else { None };
                }
                // Any other pointer is what the pointer analysis says.
                _ => return None,
            }
        }
    }

    /// The function that a call names, if threads are made from it.
    fn thread_function(&self, call: &Call) -> Option<ThreadFn> {
        let Callee::Direct(callee) = call.callee else { return None };
        let Some(Native::Thread(function)) = self.natives[callee.index()] else { return None };
        Some(function)
    }

    /// Whether a function of threads is asked about the running one: `__candor_thread_mark(__candor_self())`.
    fn is_about_itself(&self, func: FuncId, call: &Call) -> bool {
        let Some(Operand::Value(value)) = call.args.first().map(|arg| arg.value) else { return false };
        let Some(inst) = self.points_to.definition(func, value) else { return false };
        let InstKind::Call(call) = &self.program.functions[func].insts[inst].kind else { return false };
        self.thread_function(call) == Some(ThreadFn::Current)
    }

    fn call(&self, effect: &mut Effect, site: Site, call: &Call) {
        effect.locks = self.locked(site.func, call);
        let callees: Vec<FuncId> = match call.callee {
            Callee::Direct(func) => vec![func],
            Callee::Indirect(_) => self.points_to.call_graph().callees_at(site).collect(),
        };
        effect.goes_on = callees.is_empty();
        for callee in callees {
            let is_defined = self.program.functions[callee].is_defined();
            effect.is_last = false;
            if let Some(native) = self.natives[callee.index()] {
                self.native(effect, site, call, native);
            }
            match is_defined {
                true => effect.callees.push(callee),
                false => effect.goes_on |= !effect.is_last,
            }
        }
        effect.is_last = effect.callees.is_empty() && !effect.goes_on;
    }

    fn native(&self, effect: &mut Effect, site: Site, call: &Call, native: Native) {
        let started =
            || self.points_to.call_graph().callees_at(site).filter(|&func| self.program.functions[func].is_defined());
        // Reads and writes are among the accesses of the instruction.
        if native.frees() {
            let Some(block) = call.args.first() else { return effect.unknown = true };
            self.touch(effect, site.func, block.value, None, /* write */ true);
        }
        match native.continuation() {
            Continuation::Behind | Continuation::Conditional | Continuation::Waits => {}
            Continuation::Twice | Continuation::Jump => effect.unknown = true,
            Continuation::EndsProgram { runs_handlers } => {
                effect.starts.extend(started().filter(|_| runs_handlers));
                effect.is_last = true;
            }
            Continuation::EndsThread | Continuation::Stops => effect.is_last = true,
        }
        if let Native::Thread(function) = native {
            effect.function = Some(function);
            effect.is_about_itself = self.is_about_itself(site.func, call);
            if function == ThreadFn::Spawn {
                effect.spawned.extend(started());
            }
        }
    }
}

/// One walk.
struct Walk<'f> {
    futures: &'f mut Futures,
    frames: &'f [Standing],
    held: &'f [Mutex],
    bindings: Bindings<'f>,
    future: Future,
    todo: Vec<Site>,
    seen: FxHashSet<Site>,
    entered: FxHashSet<FuncId>,
    returned: FxHashSet<FuncId>,
    /// Where to go on when a function returns.
    waiting: FxHashMap<FuncId, Vec<Site>>,
    /// Frames up to this one, from the innermost, may have returned.
    n_left: usize,
    /// What threads that it makes run.
    spawned: Vec<FuncId>,
}

impl<'f> Walk<'f> {
    fn new(
        futures: &'f mut Futures,
        frames: &'f [Standing],
        held: &'f [Mutex],
        many: &'f FxHashSet<Bound>,
    ) -> Walk<'f> {
        Walk {
            futures,
            frames,
            held,
            bindings: Bindings::new(many),
            future: Future::default(),
            todo: Vec::new(),
            seen: FxHashSet::default(),
            entered: FxHashSet::default(),
            returned: FxHashSet::default(),
            waiting: FxHashMap::default(),
            n_left: frames.len(),
            spawned: Vec::new(),
        }
    }

    /// What the thread may do, or parameters that turn out to have several values.
    fn walk(mut self) -> Result<Future, Vec<Bound>> {
        for frame in self.frames {
            self.bindings.bind(frame.site.func, frame.args.iter().copied());
            // All frames' variables end some time.
            self.end_variables(frame.site.func);
        }
        self.leave_frame();
        self.follow_all();
        // What its threads do counts as done by it, but it is they who end.
        let ends = self.future.ends;
        while !self.spawned.is_empty() && !self.future.all {
            std::mem::take(&mut self.spawned).into_iter().for_each(|func| self.enter_with_anything(func));
            self.follow_all();
        }
        self.future.ends = ends;
        self.bindings.finish().map(|()| self.future)
    }

    fn follow_all(&mut self) {
        while let Some(site) = self.todo.pop() {
            if self.future.all {
                return;
            }
            if self.seen.insert(site) {
                self.follow(site);
            }
        }
    }

    /// The next frame goes on: the innermost first of all, the others behind their calls.
    fn leave_frame(&mut self) {
        let is_innermost = self.n_left == self.frames.len();
        let Some(site) = self.n_left.checked_sub(1).map(|idx| self.frames[idx].site) else {
            return self.leave_last_frame();
        };
        self.n_left -= 1;
        let inst = if is_innermost { site.inst } else { next(site.inst) };
        self.todo.push(Site { func: site.func, inst });
    }

    /// The first function of the program returns: it ends, and what was registered for that runs.
    fn leave_last_frame(&mut self) {
        let program = self.futures.program.clone();
        let exit = program.library_function("exit");
        let constructors = &program.constructors;
        if self.frames.first().is_some_and(|frame| constructors.contains(&frame.site.func)) {
            self.future.all = true;
        }
        self.future.ends |= self.frames.first().map(|frame| frame.site.func) != program.function_named("main");
        for func in program.destructors.iter().copied().chain(exit) {
            self.enter_with_anything(func);
        }
    }

    /// Everything from an instruction to the end of its block, or to a call that has not come back.
    fn follow(&mut self, site: Site) {
        let program = self.futures.program.clone();
        let function = &program.functions[site.func];
        let bb = function.block_of(site.inst);
        for inst in function.block_insts(bb).filter(|&inst| inst >= site.inst) {
            let effect = self.futures.effect(Site { func: site.func, inst });
            if effect.locks.is_some_and(|mutex| self.held.contains(&mutex)) {
                return;
            }
            self.apply(&effect, site.func);
            if effect.is_last {
                return;
            }
            for &callee in &effect.callees {
                self.call(site.func, &function.insts[inst].kind, callee);
            }
            let has_returned = effect.callees.iter().any(|callee| self.returned.contains(callee));
            if !effect.callees.is_empty() && !effect.goes_on && !has_returned {
                let behind = Site { func: site.func, inst: next(inst) };
                for &callee in &effect.callees {
                    self.waiting.entry(callee).or_default().push(behind);
                }
                return;
            }
            if matches!(function.insts[inst].kind, InstKind::Return { .. }) {
                return self.return_from(site.func);
            }
        }
        for edge in function.successors(bb) {
            let target = function.edges[edge].target;
            self.todo.push(Site { func: site.func, inst: function.blocks[target].first });
        }
    }

    fn return_from(&mut self, func: FuncId) {
        if self.returned.insert(func) {
            let waiting = self.waiting.remove(&func).unwrap_or_default();
            self.todo.extend(waiting);
        }
        // The frame that has gone on last may be of this function.
        while self.frames.get(self.n_left).is_some_and(|frame| self.returned.contains(&frame.site.func)) {
            let was_last = self.n_left == 0;
            self.leave_frame();
            if was_last {
                return;
            }
        }
    }

    /// Enters a function with what the call passes.
    fn call(&mut self, caller: FuncId, kind: &InstKind, callee: FuncId) {
        let InstKind::Call(call) = kind else { return self.enter_with_anything(callee) };
        let program = self.futures.program.clone();
        let args =
            self.bindings.arguments(&program, &self.futures.points_to, &self.futures.consts, caller, call, callee);
        self.bindings.bind(callee, args.into_iter());
        self.enter(callee);
    }

    /// Enters a function of which nobody knows what it is called with.
    fn enter_with_anything(&mut self, func: FuncId) {
        let n_params = self.futures.program.functions[func].params.len();
        self.bindings.bind(func, std::iter::repeat_n(None, n_params));
        self.enter(func);
    }

    fn enter(&mut self, func: FuncId) {
        if self.entered.insert(func) {
            self.end_variables(func);
            let function = &self.futures.program.functions[func];
            let first = function.blocks[function.entry()].first;
            self.todo.push(Site { func, inst: first });
        }
    }

    /// With a thread its instances of thread-local variables end.
    fn end_thread_locals(&mut self) {
        let program = self.futures.program.clone();
        for (global, _) in program.globals.iter().filter(|(_, data)| data.thread_local) {
            if let Some(object) = self.futures.object(AbstractObject::Global(global)) {
                self.future.writes.by_analysis.insert(object, Span::ALL);
            }
        }
    }

    /// The variables of a function end with its call, which is as good as a write.
    fn end_variables(&mut self, func: FuncId) {
        let program = self.futures.program.clone();
        for (inst, data) in program.functions[func].insts.iter() {
            if matches!(data.kind, InstKind::Alloca { .. })
                && let Some(object) = self.futures.object(AbstractObject::Stack(Site { func, inst }))
            {
                self.future.writes.by_analysis.insert(object, Span::ALL);
            }
        }
    }

    fn apply(&mut self, effect: &Effect, func: FuncId) {
        self.future.all |= effect.unknown;
        for touch in &effect.accesses {
            self.touch(touch, func);
        }
        for &start in &effect.starts {
            self.enter_with_anything(start);
        }
        self.spawned.extend(&effect.spawned);
        let Some(function) = effect.function else { return };
        let program = &self.futures.program.functions[func];
        let is_join = program.library && matches!(program.name.as_str(), "pthread_join" | "pthread_detach");
        let is_create = program.library && program.name == "pthread_create";
        match function {
            ThreadFn::Spawn => self.future.spawns = true,
            ThreadFn::End => {
                self.future.ends = true;
                self.end_thread_locals();
            }
            ThreadFn::NumberRunning => self.future.counts = true,
            // The mark of a thread that it has just made.
            ThreadFn::SetMark if is_create => {}
            ThreadFn::Mark if effect.is_about_itself => self.future.reads_own_mark = true,
            ThreadFn::Progress | ThreadFn::Result | ThreadFn::Forget | ThreadFn::Mark | ThreadFn::SetMark => {
                self.future.joins |= is_join;
                self.future.peeks |= !is_join;
            }
            ThreadFn::Await | ThreadFn::AwaitSignal => {}
            ThreadFn::Current | ThreadFn::Begin | ThreadFn::Leave | ThreadFn::Local => {}
            ThreadFn::May | ThreadFn::Unordered | ThreadFn::Pretend => {}
        }
    }
}

impl Walk<'_> {
    fn touch(&mut self, touch: &Touch, func: FuncId) {
        let Futures { program, points_to, consts, .. } = &*self.futures;
        let value = self.bindings.value(program, points_to, consts, func, touch.ptr);
        let uses = if touch.write { &mut self.future.writes } else { &mut self.future.reads };
        match value {
            Some(Plain::Place(object, start)) => {
                let span = if touch.bytes.is_some() { Span::new(start, touch.bytes) } else { Span::ALL };
                uses.by_state.insert(object, span);
            }
            // A number is no place: either it is a fault, or the analysis knows where it leads.
            Some(Plain::Number(_)) | None => {
                for &(object, span) in &touch.objects {
                    uses.by_analysis.insert(object, span);
                }
            }
        }
    }
}

fn next(inst: InstId) -> InstId {
    InstId::new(inst.index() + 1)
}

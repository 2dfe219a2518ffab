//! What a thread may still do, from where it stands: an answer that may say too much and never too little.
//!
//! A walk over the program from the thread's instruction on, through calls, and behind the calls of the frames below once what they
//! wait for may return. Which objects an access may touch is what the pointer analysis says. The walk does not go through a lock that
//! is known to be held by someone else, nor into what only follows it.

use std::rc::Rc;
use std::sync::Arc;

use candor_interp::{Native, Site, ThreadFn};
use candor_ir::{Call, Callee, EntityRef, FuncId, InstId, InstKind, Operand, Program};
use candor_points_to::{AbstractObject, ObjectIdx, PointsTo, accesses};
use rustc_hash::{FxHashMap, FxHashSet};

/// A mutex: an object and an offset in it.
pub(crate) type Mutex = (ObjectIdx, i64);

/// A set of abstract objects.
#[derive(Clone, Debug, Default)]
struct Objects(Vec<u64>);

impl Objects {
    fn insert(&mut self, object: ObjectIdx) {
        let (word, bit) = (object.index() / 64, object.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn contains(&self, object: ObjectIdx) -> bool {
        self.0.get(object.index() / 64).is_some_and(|word| word >> (object.index() % 64) & 1 != 0)
    }
}

/// What a thread may do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Future {
    /// Nobody knows.
    pub(crate) all: bool,
    reads: Objects,
    writes: Objects,
    /// It may end, of itself.
    pub(crate) ends: bool,
    /// It may join or detach a thread.
    pub(crate) joins: bool,
    /// It may look at how a thread is in other ways.
    pub(crate) peeks: bool,
    /// It may look at how many threads there are.
    pub(crate) counts: bool,
    pub(crate) spawns: bool,
}

impl Future {
    /// Whether it may use an object in a way that matters to an access of another thread.
    pub(crate) fn conflicts(&self, object: ObjectIdx, write: bool) -> bool {
        self.writes.contains(object) || write && self.reads.contains(object)
    }

    pub(crate) fn writes(&self, object: ObjectIdx) -> bool {
        self.writes.contains(object)
    }
}

/// What one instruction does, for the walk.
#[derive(Debug, Default)]
struct Effect {
    accesses: Vec<(ObjectIdx, bool)>,
    /// Functions with bodies that it calls and waits for.
    callees: Vec<FuncId>,
    /// Functions that it sets off when the program ends.
    starts: Vec<FuncId>,
    /// Functions that new threads run.
    spawned: Vec<FuncId>,
    /// It is the call of a mutex's lock, and of exactly this one.
    locks: Option<Mutex>,
    function: Option<ThreadFn>,
    /// Nothing follows.
    is_last: bool,
    /// What follows need not wait for those that are called.
    goes_on: bool,
    unknown: bool,
}

type ByFrames = FxHashMap<Box<[Site]>, Rc<Future>>;

pub(crate) struct Futures {
    program: Arc<Program>,
    natives: Vec<Option<Native>>,
    points_to: PointsTo,
    objects: FxHashMap<AbstractObject, ObjectIdx>,
    effects: FxHashMap<Site, Rc<Effect>>,
    /// By the mutexes that another thread holds, and the frames of a thread.
    known: FxHashMap<Box<[Mutex]>, ByFrames>,
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
            lock,
            mutexes: Vec::new(),
        };
        futures.mutexes = futures.find_mutexes();
        futures
    }

    /// The abstract object of this kind, made here.
    pub(crate) fn object(&self, what: AbstractObject) -> Option<ObjectIdx> {
        self.objects.get(&what).copied()
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
    pub(crate) fn of(&mut self, frames: &[Site], held: &[Mutex]) -> Rc<Future> {
        if let Some(future) = self.known.get(held).and_then(|known| known.get(frames)) {
            return future.clone();
        }
        let future = Rc::new(Walk::new(self, frames, held).walk());
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
        for access in accesses(&self.program, site) {
            self.touch(&mut effect, site.func, access.ptr, access.write);
        }
        match &self.program.functions[site.func].insts[site.inst].kind {
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => {
                self.touch(&mut effect, site.func, *ptr, /* write */ true);
            }
            InstKind::IndirectBranch { .. } => effect.unknown = true,
            InstKind::Call(call) => self.call(&mut effect, site, call),
            _ => {}
        }
        effect
    }

    fn touch(&self, effect: &mut Effect, func: FuncId, ptr: Operand, write: bool) {
        effect.accesses.extend(self.points_to.touched(func, ptr).into_iter().map(|(object, _)| (object, write)));
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
        match native {
            Native::Free | Native::Realloc => {
                let Some(block) = call.args.first() else { return effect.unknown = true };
                self.touch(effect, site.func, block.value, /* write */ true);
            }
            Native::Exit | Native::Abort => {
                effect.starts.extend(started());
                effect.is_last = true;
            }
            Native::Quit | Native::AssertFail | Native::ErrorCall | Native::Unsupported => effect.is_last = true,
            Native::LongJmp | Native::SetJmp => effect.unknown = true,
            Native::Thread(function) => {
                effect.function = Some(function);
                effect.is_last |= function == ThreadFn::End;
                if function == ThreadFn::Spawn {
                    effect.spawned.extend(started());
                }
            }
            _ => {}
        }
    }
}

/// One walk.
struct Walk<'f> {
    futures: &'f mut Futures,
    frames: &'f [Site],
    held: &'f [Mutex],
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
    fn new(futures: &'f mut Futures, frames: &'f [Site], held: &'f [Mutex]) -> Walk<'f> {
        Walk {
            futures,
            frames,
            held,
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

    fn walk(mut self) -> Future {
        // All frames' variables end some time.
        for site in self.frames {
            self.end_variables(site.func);
        }
        self.leave_frame();
        self.follow_all();
        // What its threads do counts as done by it, but it is they who end.
        let ends = self.future.ends;
        while !self.spawned.is_empty() && !self.future.all {
            std::mem::take(&mut self.spawned).into_iter().for_each(|func| self.enter(func));
            self.follow_all();
        }
        self.future.ends = ends;
        self.future
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
        let Some(site) = self.n_left.checked_sub(1).map(|idx| self.frames[idx]) else { return self.leave_last_frame() };
        self.n_left -= 1;
        let inst = if is_innermost { site.inst } else { next(site.inst) };
        self.todo.push(Site { func: site.func, inst });
    }

    /// The first function of the program returns: it ends, and what was registered for that runs.
    fn leave_last_frame(&mut self) {
        let program = self.futures.program.clone();
        let exit = program.function_named("exit").filter(|&exit| program.functions[exit].is_defined());
        let constructors = &program.constructors;
        if self.frames.first().is_some_and(|site| constructors.contains(&site.func)) {
            self.future.all = true;
        }
        self.future.ends |= self.frames.first().map(|site| site.func) != program.function_named("main");
        for func in program.destructors.iter().copied().chain(exit) {
            self.enter(func);
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
                self.enter(callee);
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
        while self.frames.get(self.n_left).is_some_and(|site| self.returned.contains(&site.func)) {
            let was_last = self.n_left == 0;
            self.leave_frame();
            if was_last {
                return;
            }
        }
    }

    fn enter(&mut self, func: FuncId) {
        if self.entered.insert(func) {
            self.end_variables(func);
            let function = &self.futures.program.functions[func];
            let first = function.blocks[function.entry()].first;
            self.todo.push(Site { func, inst: first });
        }
    }

    /// The variables of a function end with its call, which is as good as a write.
    fn end_variables(&mut self, func: FuncId) {
        let program = self.futures.program.clone();
        for (inst, data) in program.functions[func].insts.iter() {
            if matches!(data.kind, InstKind::Alloca { .. })
                && let Some(object) = self.futures.object(AbstractObject::Stack(Site { func, inst }))
            {
                self.future.writes.insert(object);
            }
        }
    }

    fn apply(&mut self, effect: &Effect, func: FuncId) {
        self.future.all |= effect.unknown;
        for &(object, write) in &effect.accesses {
            let set = if write { &mut self.future.writes } else { &mut self.future.reads };
            set.insert(object);
        }
        for &start in &effect.starts {
            self.enter(start);
        }
        self.spawned.extend(&effect.spawned);
        let Some(function) = effect.function else { return };
        let program = &self.futures.program.functions[func];
        let is_join = program.library && matches!(program.name.as_str(), "pthread_join" | "pthread_detach");
        let is_create = program.library && program.name == "pthread_create";
        match function {
            ThreadFn::Spawn => self.future.spawns = true,
            ThreadFn::End => self.future.ends = true,
            ThreadFn::NumberRunning => self.future.counts = true,
            // The mark of a thread that it has just made.
            ThreadFn::SetMark if is_create => {}
            ThreadFn::Progress | ThreadFn::Result | ThreadFn::Forget | ThreadFn::Mark | ThreadFn::SetMark => {
                self.future.joins |= is_join;
                self.future.peeks |= !is_join;
            }
            ThreadFn::Await | ThreadFn::AwaitSignal => {}
            ThreadFn::Current | ThreadFn::Begin | ThreadFn::Leave | ThreadFn::May | ThreadFn::Local => {}
        }
    }
}

fn next(inst: InstId) -> InstId {
    InstId::new(inst.index() + 1)
}

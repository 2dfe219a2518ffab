//! The fixpoint: inclusion constraints, function by function, until nothing grows.
//!
//! After Andersen, "Program Analysis and Specialization for the C Programming Language" (1994), with offsets. There is one set
//! for each register (registers are assigned once, so that is flow-sensitive by itself), one for each cell of each object at all
//! times, and, on the second run, one for each *tracked* cell at each block: a cell of an object that stands for one piece of
//! memory at a time, where a store replaces what was there. The first run tracks nothing; it is the flow-insensitive variant,
//! and what the second one takes the call graph, the instances and the tracked cells from.
//!
//! Only instructions that pointers can flow through are looked at, and again only when something that they depend on has grown.

use std::collections::BTreeSet;
use std::rc::Rc;

use candor_interp::{Native, Site, errno, makes_threads};
use candor_ir::{
    CastOp, Const, ConstExpr, EntityRef, FuncId, InstId, InstKind, Operand, Program, SecondaryMap, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::agenda::Agenda;
use crate::assigned::assigned_first;
use crate::budget::{Budget, Haste};
use crate::contents::{Contents, is_function};
use crate::dispatch::Dispatch;
use crate::flow::{FlowStates, State};
use crate::fresh::written_when_new;
use crate::numbers::Numbers;
use crate::object::{AbstractObject, ObjectIdx, ObjectTable, natives};
use crate::set::{Offset, Set, SetId, SetPool};
use crate::track::Tracking;
use crate::work::{Plan, Point, Work};

/// What a run of the analysis is told.
#[derive(Copy, Clone, Debug, Default)]
pub struct Config {
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
    /// When precision is given up.
    pub haste: Haste,
}

/// One run.
pub(crate) struct Solver<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: Config,
    /// Bytes in a pointer.
    pub(crate) word: i64,
    /// What the platform does for each function, if it does.
    pub(crate) natives: Vec<Option<Native>>,
    /// Whether the program can make a second thread.
    pub(crate) spawns: bool,
    /// There is a function that notes where to jump back to.
    jumps: bool,
    pub(crate) pool: SetPool,
    pub(crate) objects: ObjectTable,
    pub(crate) consts: Vec<SetId>,
    pub(crate) regs: Vec<Vec<SetId>>,
    pub(crate) returns: Vec<Vec<SetId>>,
    pub(crate) contents: SecondaryMap<ObjectIdx, Option<Box<Contents>>>,
    /// Objects that unknown pointers may be to: their address may have become a number, or lies in such an object.
    pub(crate) exposed: BTreeSet<ObjectIdx>,
    /// Those of them that are functions.
    pub(crate) dispatch: Dispatch,
    /// Those of them with tracked cells.
    tracked_exposed: Rc<[ObjectIdx]>,
    /// Something is stored through unknown pointers.
    writes_exposed: bool,
    /// What was stored through unknown pointers when nothing was exposed yet.
    stored_nowhere: SetId,
    /// For each function, the variables that are written before they are read, once that is known.
    assigned: Vec<Option<Rc<FxHashSet<InstId>>>>,
    /// Sets that have been exposed.
    exposed_sets: FxHashSet<SetId>,
    /// Who depends on which objects are exposed, and on what functions return that the platform calls back.
    pub(crate) watches_exposed: FxHashSet<Point>,
    /// They have to be looked at again.
    pub(crate) wakes_watchers: bool,
    /// Who has read from each object.
    readers: FxHashMap<ObjectIdx, FxHashSet<Point>>,
    /// Objects that hold more than when their readers were last told.
    grown: Vec<ObjectIdx>,
    is_grown: SecondaryMap<ObjectIdx, bool>,
    pub(crate) calls: FxHashSet<(Site, FuncId)>,
    pub(crate) callers: Vec<Vec<Site>>,
    pub(crate) reached: Vec<bool>,
    /// What functions that the platform calls back have returned.
    pub(crate) callback_returns: SetId,
    /// Something makes the order of events impossible to follow: threads, or jumps out of functions.
    pub(crate) disorder: bool,
    pub(crate) plans: Vec<Option<Rc<Plan>>>,
    pub(crate) work: Vec<Work>,
    /// What is being looked at.
    pub(crate) now: Point,
    agenda: Agenda,
    pub(crate) tracking: Option<&'p Tracking>,
    /// What is known of numbers, if it is.
    pub(crate) numbers: Option<&'p Numbers>,
    pub(crate) flow: FlowStates,
    pub(crate) budget: Budget,
}

impl<'p> Solver<'p> {
    pub(crate) fn new(program: &'p Program, config: Config) -> Solver<'p> {
        let n = program.functions.len();
        let natives = natives(program);
        Solver {
            program,
            config,
            word: i64::try_from(program.target.pointer_bytes()).expect("pointers are small"),
            jumps: natives.contains(&Some(Native::SetJmp)),
            spawns: makes_threads(program),
            natives,
            pool: SetPool::new(),
            objects: ObjectTable::default(),
            consts: Vec::new(),
            regs: program.functions.values().map(|f| vec![SetId::EMPTY; f.values.len()]).collect(),
            returns: program.functions.values().map(|f| vec![SetId::EMPTY; f.signature.results.len()]).collect(),
            contents: SecondaryMap::new(),
            exposed: BTreeSet::new(),
            dispatch: Dispatch::default(),
            tracked_exposed: Rc::default(),
            writes_exposed: false,
            stored_nowhere: SetId::EMPTY,
            assigned: vec![None; n],
            exposed_sets: FxHashSet::default(),
            watches_exposed: FxHashSet::default(),
            wakes_watchers: false,
            readers: FxHashMap::default(),
            grown: Vec::new(),
            is_grown: SecondaryMap::new(),
            calls: FxHashSet::default(),
            callers: vec![Vec::new(); n],
            reached: vec![false; n],
            callback_returns: SetId::EMPTY,
            disorder: false,
            plans: vec![None; n],
            work: (0..n).map(|_| Work::default()).collect(),
            now: Point { func: FuncId::from_u32(0), step: 0 },
            agenda: Agenda::new(program.functions.keys().collect()),
            tracking: None,
            numbers: None,
            flow: FlowStates::default(),
            budget: Budget::of_first_run(program, config.haste),
        }
    }

    /// The second run, with the cells that the first one has found worth tracking.
    pub(crate) fn track(&mut self, tracking: &'p Tracking, numbers: &'p Numbers, first: &Solver<'_>, order: &[FuncId]) {
        (self.tracking, self.numbers) = (Some(tracking), Some(numbers));
        self.flow = FlowStates::new(self.program, tracking);
        self.objects = first.objects.clone();
        self.pool = first.pool.clone();
        self.assigned.clone_from(&first.assigned);
        self.exposed.clone_from(&first.exposed);
        self.dispatch.clone_from(&first.dispatch);
        let is_tracked = |object: &ObjectIdx| !tracking.cells_of(*object).is_empty();
        self.tracked_exposed = self.exposed.iter().copied().filter(is_tracked).collect();
        self.budget = Budget::of_second_run(self.program, self.config.haste);
        // Callers first: their callees know then what they are called with.
        self.agenda = Agenda::new(order.iter().rev().copied().collect());
    }

    /// Runs to the end; gives the functions that the platform calls.
    pub(crate) fn run(&mut self) -> Vec<FuncId> {
        self.evaluate_constants();
        let known: Vec<AbstractObject> = self.objects.objects.values().map(|data| data.what).collect();
        let globals = self.program.globals.keys().map(AbstractObject::Global);
        for what in known.into_iter().chain(globals) {
            self.object(what);
        }
        let roots = self.start();
        while let Some(func) = self.agenda.next() {
            self.visit(func);
            self.tell_readers();
            self.wake_watchers();
        }
        roots
    }

    /// If it takes long because pointers may be to many places, these are told apart no longer.
    fn relieve(&mut self) {
        if let Some(limit) = self.budget.new_limit() {
            self.pool.limit(limit);
        }
        for set in self.pool.take_large() {
            self.expose(set);
        }
    }

    /// The functions that the platform calls: constructors, `main`, and `exit` when `main` returns.
    fn start(&mut self) -> Vec<FuncId> {
        let program = self.program;
        let mut roots = program.constructors.clone();
        roots.extend(program.function_named("main"));
        for &root in &roots {
            self.pass_arguments_of_main(root);
        }
        roots.extend(program.library_function("exit"));
        roots.extend(&program.destructors);
        roots.retain(|&root| program.functions[root].is_defined());
        for &root in &roots {
            self.enter(root);
        }
        if self.tracking.is_some() {
            self.flow_into_roots(&roots);
        }
        roots
    }

    fn pass_arguments_of_main(&mut self, root: FuncId) {
        let list = self.object(AbstractObject::ArgumentList);
        let strings = self.object(AbstractObject::ArgumentStrings);
        let string = self.pool.place(strings, Offset::at(0));
        self.write_contents(list, Offset::ANY, string);
        self.write_data(strings, Offset::ANY, None);
        let argv = self.pool.place(list, Offset::at(0));
        let environment = self.object(AbstractObject::Environment);
        let envp = self.pool.place(environment, Offset::at(0));
        let params = self.program.functions[root].params.clone();
        for (param, set) in params.into_iter().zip([SetId::UNKNOWN, argv, envp]) {
            self.grow_reg(root, param, set);
        }
    }

    /// A function may be called.
    pub(crate) fn enter(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.reached[func.index()], true) {
            self.enqueue(func);
        }
    }

    /// Something that an instruction, or the start of a block, depends on has grown.
    pub(crate) fn mark(&mut self, point: Point) {
        self.work[point.func.index()].add(point.step);
        self.enqueue(point.func);
    }

    pub(crate) fn enqueue(&mut self, func: FuncId) {
        let may_start = self.reached[func.index()] && !self.agenda.is_under_way(func);
        if may_start && self.program.functions[func].is_defined() {
            self.agenda.add(func);
        }
    }

    /// Notes that a call may call a function; the call is looked at again when that returns more.
    pub(crate) fn note_call(&mut self, site: Site, func: FuncId) {
        if self.calls.insert((site, func)) {
            self.callers[func.index()].push(site);
            // Where its unnamed arguments lie depends on who calls.
            if self.program.functions[func].signature.variadic {
                self.work[func.index()].add_all();
                self.enqueue(func);
            }
        }
    }

    pub(crate) fn mark_callers(&mut self, func: FuncId) {
        for idx in 0..self.callers[func.index()].len() {
            let site = self.callers[func.index()][idx];
            let plan = self.plans[site.func.index()].as_ref();
            if let Some(step) = plan.and_then(|plan| plan.of_inst(site.inst)) {
                if let Some(call) = &mut self.work[site.func.index()].notes[step as usize].call {
                    call.changed.push(func);
                }
                self.mark(Point { func: site.func, step });
            }
        }
    }

    /// Visits a function at once if it is waiting to be visited, so that what it returns is known where it is called from. Without
    /// that, its caller would be visited again when it has returned.
    pub(crate) fn visit_now(&mut self, func: FuncId) {
        if self.agenda.take(func) {
            let now = self.now;
            self.visit(func);
            self.now = now;
        }
    }

    /// Looks at what is left to do in a function, until nothing is.
    fn visit(&mut self, func: FuncId) {
        self.agenda.begin(func);
        let plan = self.plan(func);
        self.tell_readers();
        while !self.work[func.index()].is_done() && !self.budget.is_used_up() {
            match self.flow.is_tracked(func) {
                true => self.visit_blocks(func, &plan),
                false => self.visit_steps(func, &plan),
            }
            self.relieve();
            self.tell_readers();
        }
        self.agenda.end(func);
        if !self.work[func.index()].is_done() && !self.budget.is_used_up() {
            self.enqueue(func);
        }
    }

    fn visit_steps(&mut self, func: FuncId, plan: &Plan) {
        let mut from = 0;
        while let Some(step) = self.work[func.index()].next(from) {
            if self.budget.is_used_up() {
                return;
            }
            self.relieve();
            self.work[func.index()].remove(step);
            from = step + 1;
            if let (_, Some(inst)) = plan.steps[step as usize] {
                self.now = Point { func, step };
                // Without a state, nothing is known to be out of reach.
                _ = self.transfer(Site { func, inst }, &mut None);
            }
        }
        if self.tracking.is_some() {
            self.now = Point { func, step: 0 };
            self.flow_from_root(func, None);
        }
    }

    fn plan(&mut self, func: FuncId) -> Rc<Plan> {
        if let Some(plan) = &self.plans[func.index()] {
            return plan.clone();
        }
        let (function, second) = (&self.program.functions[func], self.tracking.is_some());
        let matters = |inst: InstId| crate::transfer::matters(self.program, function, inst, second);
        let plan = Rc::new(Plan::new(self.program, function, matters));
        self.work[func.index()] = Work::new(&plan);
        self.plans[func.index()] = Some(plan.clone());
        plan
    }

    // Objects and constants.

    pub(crate) fn object(&mut self, what: AbstractObject) -> ObjectIdx {
        let object = self.objects.intern(self.program, what);
        if self.contents[object].is_none() {
            let mut contents = Contents::new(&self.objects.objects[object]);
            if let AbstractObject::Global(global) = what {
                let global = &self.program.globals[global];
                contents.initialise(&mut self.pool, self.program, global, &self.consts);
            }
            if let AbstractObject::Heap(Site { func, inst }) = what {
                contents.never_new(written_when_new(self.program, func, inst, self.word));
            }
            if let AbstractObject::Stack(Site { func, inst }) = what
                && self.assigned_first(func).contains(&inst)
            {
                contents.never_new(vec![0]);
            }
            self.contents[object] = Some(Box::new(contents));
            if self.exposed.contains(&object) {
                self.expose_contents(object);
            }
        }
        object
    }

    fn assigned_first(&mut self, func: FuncId) -> Rc<FxHashSet<InstId>> {
        let program = self.program;
        // With jumps back into a function, the order of its blocks says nothing.
        let jumps = self.jumps;
        let find = || Rc::new(if jumps { FxHashSet::default() } else { assigned_first(program, func) });
        self.assigned[func.index()].get_or_insert_with(find).clone()
    }

    fn evaluate_constants(&mut self) {
        let program = self.program;
        for (_, constant) in program.consts.iter() {
            let set = self.constant(constant);
            self.consts.push(set);
        }
    }

    fn constant(&mut self, constant: &Const) -> SetId {
        match constant {
            Const::Null => SetId::NULL,
            Const::Int(bits) if bits.is_zero() => SetId::NULL,
            Const::Int(_) | Const::Float(..) | Const::Undef(_) | Const::Poison(_) => SetId::UNKNOWN,
            Const::Global(global, offset) => {
                let object = self.bare_object(AbstractObject::Global(*global));
                let offset = self.clamp(object, *offset);
                self.pool.place(object, offset)
            }
            Const::Function(func) => {
                let object = self.bare_object(AbstractObject::Function(*func));
                self.pool.place(object, Offset::at(0))
            }
            Const::BlockAddress(func, _) => {
                let object = self.bare_object(AbstractObject::Function(*func));
                self.pool.place(object, Offset::ANY)
            }
            Const::Expr(expr) => match **expr {
                ConstExpr::Binary { a, b, .. } => self.number_from(&[a.index(), b.index()]),
                ConstExpr::Cast { op: CastOp::IntToPtr | CastOp::PtrToInt, value, .. } => {
                    self.number_from(&[value.index()])
                }
                ConstExpr::Cast { value, .. } => self.consts[value.index()],
                ConstExpr::PtrAdd { base, offset } => {
                    let bytes = crate::object::signed_constant(self.program, Operand::Const(offset));
                    self.shift(self.consts[base.index()], bytes)
                }
            },
        }
    }

    /// An object whose contents come later: constants are evaluated before initialisers.
    fn bare_object(&mut self, what: AbstractObject) -> ObjectIdx {
        if matches!(what, AbstractObject::Function(_)) {
            return self.object(what);
        }
        self.objects.intern(self.program, what)
    }

    /// A number that was computed from addresses.
    fn number_from(&mut self, consts: &[usize]) -> SetId {
        for &constant in consts {
            self.expose(self.consts[constant]);
        }
        SetId::UNKNOWN
    }

    // Sets of registers.

    pub(crate) fn set_of(&self, func: FuncId, operand: Operand) -> SetId {
        match operand {
            Operand::Value(value) => self.regs[func.index()][value.index()],
            Operand::Const(constant) => self.consts[constant.index()],
        }
    }

    pub(crate) fn grow_reg(&mut self, func: FuncId, value: ValueId, more: SetId) {
        if self.pool.grow(&mut self.regs[func.index()][value.index()], more) {
            if let Some(plan) = &self.plans[func.index()] {
                plan.users(value).for_each(|step| self.work[func.index()].add(step));
            }
            self.enqueue(func);
        }
    }

    /// The offset as it is kept: outside the object it is any.
    pub(crate) fn clamp(&self, object: ObjectIdx, offset: i64) -> Offset {
        const LIMIT: u64 = 1 << 20;
        let size = self.objects.objects[object].size.unwrap_or(LIMIT);
        match u64::try_from(offset) {
            Ok(bytes) if bytes <= size => Offset::at(offset),
            _ => Offset::ANY,
        }
    }

    /// The set moved by so many bytes, or by nobody knows how many.
    pub(crate) fn shift(&mut self, set: SetId, bytes: Option<i64>) -> SetId {
        if bytes == Some(0) {
            return set;
        }
        let old = self.pool.get(set);
        if old.places.is_empty() && !old.null && !old.near_null {
            return set;
        }
        // It may be null again: if nothing was added, if addresses wrap around, or if it was moved before.
        let stays = bytes.is_none_or(|bytes| bytes.trailing_zeros() >= 32);
        let (null, near_null) = (old.near_null || (old.null && stays), old.near_null || old.null);
        let (unknown, places) = (old.unknown, old.places.clone());
        let moved = |&(object, offset): &(ObjectIdx, Offset)| {
            let sum = offset.known().zip(bytes).and_then(|(offset, bytes)| offset.checked_add(bytes));
            (object, sum.map_or(Offset::ANY, |sum| self.clamp(object, sum)))
        };
        let places = places.iter().map(moved).collect();
        self.pool.add(Set { places, null, near_null, unknown })
    }

    /// The addresses of these objects have become numbers, or can be read through an unknown pointer.
    pub(crate) fn expose(&mut self, set: SetId) {
        // The first run has found all that can be, and the second needs them from the start.
        if self.tracking.is_some() || !self.exposed_sets.insert(set) {
            return;
        }
        let objects = self.pool.get(set).places.iter().map(|place| place.0);
        let new: Vec<ObjectIdx> = objects.filter(|object| !self.exposed.contains(object)).collect();
        if new.is_empty() {
            return;
        }
        self.exposed.extend(&new);
        self.pool.expose(&new);
        for &object in &new {
            if let AbstractObject::Function(func) = self.objects.objects[object].what {
                self.dispatch.expose(func);
            }
        }
        new.into_iter().for_each(|object| self.expose_contents(object));
        let stored = std::mem::replace(&mut self.stored_nowhere, SetId::EMPTY);
        self.expose(stored);
        self.wakes_watchers = true;
    }

    /// What an exposed object holds is exposed, and what is stored through unknown pointers may be in it.
    fn expose_contents(&mut self, object: ObjectIdx) {
        let Some(contents) = self.contents[object].as_deref() else { return };
        let held: Vec<SetId> = contents.cells.values().copied().chain([contents.anywhere]).collect();
        held.into_iter().for_each(|set| self.expose(set));
        if self.writes_exposed {
            self.write_contents(object, Offset::ANY, SetId::UNKNOWN);
        }
    }

    fn wake_watchers(&mut self) {
        if std::mem::take(&mut self.wakes_watchers) {
            let watchers = std::mem::take(&mut self.watches_exposed);
            watchers.iter().for_each(|&point| self.mark(point));
            self.watches_exposed = watchers;
        }
    }

    /// The places that a pointer is known to be to. Through an unknown one, exposed objects can be touched as well.
    pub(crate) fn accessed(&self, set: SetId) -> Vec<(ObjectIdx, Offset)> {
        let places = self.pool.get(set).places.iter().copied();
        places.filter(|&(object, _)| !is_function(&self.objects.objects[object])).collect()
    }

    pub(crate) fn is_unknown(&self, set: SetId) -> bool {
        self.pool.get(set).unknown
    }

    /// Stores a pointer, or with an unknown one anything else, through an unknown pointer. What is stored is exposed by that, so that
    /// whoever reads it gets an unknown pointer.
    pub(crate) fn put_exposed(&mut self, func: FuncId, state: &mut Option<State>, value: SetId) {
        self.watches_exposed.insert(self.now);
        match self.exposed.is_empty() {
            true => self.stored_nowhere = self.pool.union(self.stored_nowhere, value),
            false => self.expose(value),
        }
        if !self.writes_exposed {
            self.writes_exposed = true;
            let exposed: Vec<ObjectIdx> = self.exposed.iter().copied().collect();
            exposed.into_iter().for_each(|object| self.write_contents(object, Offset::ANY, SetId::UNKNOWN));
        }
        if state.is_none() {
            return;
        }
        for &object in self.tracked_exposed.clone().iter() {
            self.write_tracked(func, state, object, Offset::ANY, None, /* only */ false, |_, _| SetId::UNKNOWN);
        }
    }

    // Contents of objects.

    /// What is being looked at depends on what an object holds.
    pub(crate) fn watch(&mut self, object: ObjectIdx) {
        self.readers.entry(object).or_default().insert(self.now);
    }

    /// An object holds more than before; who has read from it is told later.
    fn note_growth(&mut self, object: ObjectIdx) {
        if !std::mem::replace(&mut self.is_grown[object], true) {
            self.grown.push(object);
        }
    }

    /// Tells those who have read from objects that have grown since, once for all that was written there in the meantime.
    pub(crate) fn tell_readers(&mut self) {
        for object in std::mem::take(&mut self.grown) {
            self.is_grown[object] = false;
            let readers = self.readers.get_mut(&object).map(std::mem::take).unwrap_or_default();
            #[expect(clippy::iter_over_hash_type, reason = "all of them are told before any of them is looked at")]
            for &point in &readers {
                self.work[point.func.index()].tell(point.step, object);
                self.enqueue(point.func);
            }
            self.readers.insert(object, readers);
        }
    }

    /// The places behind a pointer that the instruction has not looked at yet, or that may hold more than when it did.
    pub(crate) fn news(&mut self, ptr: SetId) -> Vec<(ObjectIdx, Offset)> {
        let note = &mut self.work[self.now.func.index()].notes[self.now.step as usize];
        let mut changed = std::mem::take(&mut note.changed);
        let seen = std::mem::replace(&mut note.seen, ptr);
        if seen == ptr && changed.is_empty() {
            return Vec::new();
        }
        changed.sort_unstable();
        changed.dedup();
        let seen = &self.pool.get(seen).places;
        let is_new = |place: &(ObjectIdx, Offset)| {
            let holds_data = !is_function(&self.objects.objects[place.0]);
            holds_data && (seen.binary_search(place).is_err() || changed.binary_search(&place.0).is_ok())
        };
        self.pool.get(ptr).places.iter().copied().filter(is_new).collect()
    }

    pub(crate) fn read_contents(&mut self, object: ObjectIdx, offset: Offset) -> SetId {
        self.watch(object);
        self.budget.access();
        let Some(contents) = &mut self.contents[object] else { return SetId::UNKNOWN };
        let touched = offset.known().is_some_and(|at| contents.touch(at));
        let set = contents.read(&mut self.pool, offset, self.word);
        if touched {
            self.note_growth(object);
        }
        set
    }

    pub(crate) fn write_contents(&mut self, object: ObjectIdx, offset: Offset, value: SetId) {
        self.budget.access();
        let Some(contents) = &mut self.contents[object] else { return };
        if contents.write(&mut self.pool, offset, value) {
            self.note_growth(object);
            if self.exposed.contains(&object) {
                self.expose(value);
            }
        }
    }

    pub(crate) fn write_data(&mut self, object: ObjectIdx, offset: Offset, bytes: Option<i64>) {
        self.budget.access();
        let Some(contents) = &mut self.contents[object] else { return };
        if contents.write_data(offset, bytes) {
            self.note_growth(object);
        }
    }

    /// What the platform does when it calls a function, if it is one of its own.
    pub(crate) fn native(&self, func: FuncId) -> Option<Native> {
        self.natives[func.index()]
    }

    pub(crate) fn errno(&mut self) -> Option<ObjectIdx> {
        errno(self.program).map(|global| self.object(AbstractObject::Global(global)))
    }

    pub(crate) fn kind(&self, site: Site) -> &'p InstKind {
        &self.program.functions[site.func].insts[site.inst].kind
    }
}

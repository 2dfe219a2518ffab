//! The fixpoint: inclusion constraints, function by function, until nothing grows.
//!
//! After Andersen, "Program Analysis and Specialization for the C Programming Language" (1994), with offsets. There is one set
//! for each register (registers are assigned once, so that is flow-sensitive by itself), one for each cell of each object at all
//! times, and, on the second run, one for each *tracked* cell at each block: a cell of an object that stands for one piece of
//! memory at a time, where a store replaces what was there. The first run tracks nothing; it is the flow-insensitive variant,
//! and what the second one takes the call graph, the instances and the tracked cells from.
//!
//! Only instructions that pointers can flow through are looked at. A function is visited again when something that it read
//! has grown.

use std::collections::BTreeSet;

use candor_interp::{Native, Site};
use candor_ir::{
    CastOp, Const, ConstExpr, EntityRef, FuncId, InstId, InstKind, Operand, Program, SecondaryMap, Symbol, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::NullTests;
use crate::contents::{Contents, is_function};
use crate::flow::{FlowStates, State};
use crate::fresh::written_when_new;
use crate::numbers::Numbers;
use crate::object::{AbstractObject, ObjectIdx, ObjectTable, native_of};
use crate::set::{Offset, Set, SetId, SetPool};
use crate::track::Tracking;

/// How deeply visits may lie in each other: each takes some of the stack.
const MAX_DEPTH: u32 = 60;

/// What a run of the analysis is told.
#[derive(Copy, Clone, Debug, Default)]
pub struct Config {
    /// Whether allocations may fail.
    pub malloc_may_fail: bool,
}

/// One run.
pub(crate) struct Solver<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: Config,
    /// Bytes in a pointer.
    pub(crate) word: i64,
    pub(crate) pool: SetPool,
    pub(crate) objects: ObjectTable,
    pub(crate) consts: Vec<SetId>,
    pub(crate) regs: Vec<Vec<SetId>>,
    pub(crate) returns: Vec<Vec<SetId>>,
    pub(crate) contents: SecondaryMap<ObjectIdx, Option<Box<Contents>>>,
    /// Objects whose address may have become a number.
    pub(crate) exposed: BTreeSet<ObjectIdx>,
    /// The same, as they were found.
    exposed_list: Vec<ObjectIdx>,
    /// What can be read through an unknown pointer, once that is known.
    exposed_read: Option<SetId>,
    /// How many of the exposed objects each set has been stored to.
    exposed_writes: FxHashMap<SetId, usize>,
    /// Sets that have been exposed.
    exposed_sets: FxHashSet<SetId>,
    /// Functions that depend on what is exposed.
    pub(crate) watches_exposed: FxHashSet<FuncId>,
    /// Functions that have read the contents of an object.
    readers: FxHashMap<ObjectIdx, Vec<FuncId>>,
    pub(crate) calls: FxHashSet<(Site, FuncId)>,
    callers: Vec<Vec<FuncId>>,
    pub(crate) reached: Vec<bool>,
    /// What functions that the platform calls back have returned.
    pub(crate) callback_returns: SetId,
    /// Something makes the order of events impossible to follow: threads, or jumps out of functions.
    pub(crate) disorder: bool,
    pub(crate) plans: Vec<Option<std::rc::Rc<Plan>>>,
    queue: BTreeSet<(usize, FuncId)>,
    /// The place of each function in the order of visits.
    rank: Vec<usize>,
    /// Functions that are being visited.
    visiting: Vec<bool>,
    depth: u32,
    pub(crate) tracking: Option<&'p Tracking>,
    /// What is known of numbers, if it is.
    pub(crate) numbers: Option<&'p Numbers>,
    pub(crate) flow: FlowStates,
    pub(crate) changed: bool,
}

/// The instructions of a function that matter, by block in reverse post-order.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) blocks: Vec<(candor_ir::BlockId, Vec<InstId>)>,
    /// What the branches at the ends of blocks ask.
    pub(crate) tests: NullTests,
}

impl<'p> Solver<'p> {
    pub(crate) fn new(program: &'p Program, config: Config) -> Solver<'p> {
        let n = program.functions.len();
        Solver {
            program,
            config,
            word: i64::try_from(program.target.pointer_bytes()).expect("pointers are small"),
            pool: SetPool::new(),
            objects: ObjectTable::default(),
            consts: Vec::new(),
            regs: program.functions.values().map(|f| vec![SetId::EMPTY; f.values.len()]).collect(),
            returns: program.functions.values().map(|f| vec![SetId::EMPTY; f.signature.results.len()]).collect(),
            contents: SecondaryMap::new(),
            exposed: BTreeSet::new(),
            exposed_list: Vec::new(),
            exposed_read: None,
            exposed_writes: FxHashMap::default(),
            exposed_sets: FxHashSet::default(),
            watches_exposed: FxHashSet::default(),
            readers: FxHashMap::default(),
            calls: FxHashSet::default(),
            callers: vec![Vec::new(); n],
            reached: vec![false; n],
            callback_returns: SetId::EMPTY,
            disorder: false,
            plans: vec![None; n],
            queue: BTreeSet::new(),
            rank: (0..n).collect(),
            visiting: vec![false; n],
            depth: 0,
            tracking: None,
            numbers: None,
            flow: FlowStates::default(),
            changed: false,
        }
    }

    /// The second run, with the cells that the first one has found worth tracking.
    pub(crate) fn track(&mut self, tracking: &'p Tracking, numbers: &'p Numbers, first: &Solver<'_>, order: &[FuncId]) {
        (self.tracking, self.numbers) = (Some(tracking), Some(numbers));
        self.flow = FlowStates::new(self.program, tracking);
        self.objects = first.objects.clone();
        self.pool = first.pool.clone();
        self.exposed.clone_from(&first.exposed);
        self.exposed_list.clone_from(&first.exposed_list);
        // Callers first: their callees know then what they are called with.
        for (rank, func) in order.iter().rev().enumerate() {
            self.rank[func.index()] = rank;
        }
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
        while let Some((_, func)) = self.queue.pop_first() {
            self.visit(func);
        }
        roots
    }

    /// The functions that the platform calls: constructors, `main`, and `exit` when `main` returns.
    fn start(&mut self) -> Vec<FuncId> {
        let program = self.program;
        let mut roots = program.constructors.clone();
        roots.extend(program.function_named("main"));
        for &root in &roots {
            self.pass_arguments_of_main(root);
        }
        roots.extend(program.function_named("exit").filter(|&exit| program.functions[exit].is_defined()));
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
        let envp = self.pool.place(list, Offset::ANY);
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

    pub(crate) fn enqueue(&mut self, func: FuncId) {
        if self.reached[func.index()] && self.program.functions[func].is_defined() {
            self.queue.insert((self.rank[func.index()], func));
        }
    }

    /// Notes that a call may call a function; the caller is visited again when that returns more.
    pub(crate) fn note_call(&mut self, site: Site, func: FuncId) {
        if self.calls.insert((site, func)) {
            let callers = &mut self.callers[func.index()];
            if !callers.contains(&site.func) {
                callers.push(site.func);
            }
            // Where its unnamed arguments lie depends on who calls.
            if self.program.functions[func].signature.variadic {
                self.enqueue(func);
            }
        }
    }

    pub(crate) fn enqueue_callers(&mut self, func: FuncId) {
        for caller in self.callers[func.index()].clone() {
            self.enqueue(caller);
        }
    }

    /// Visits a function at once if it is waiting to be visited, so that what it returns is known where it is called from. Without
    /// that, a function with a thousand calls would be visited anew after each of them.
    pub(crate) fn visit_now(&mut self, func: FuncId) {
        let waits = (self.rank[func.index()], func);
        if self.depth < MAX_DEPTH && !self.visiting[func.index()] && self.queue.remove(&waits) {
            let changed = self.changed;
            self.visit(func);
            self.changed = changed;
        }
    }

    fn visit(&mut self, func: FuncId) {
        self.visiting[func.index()] = true;
        self.depth += 1;
        self.visit_to_the_end(func);
        self.depth -= 1;
        self.visiting[func.index()] = false;
    }

    fn visit_to_the_end(&mut self, func: FuncId) {
        let plan = self.plan(func);
        loop {
            self.changed = false;
            match self.flow.is_tracked(func) {
                true => self.visit_blocks(func, &plan),
                false => self.visit_all(func, &plan),
            }
            if !self.changed {
                break;
            }
        }
        if self.tracking.is_some() && !self.flow.is_tracked(func) {
            self.flow_from_root(func, None);
        }
    }

    fn visit_all(&mut self, func: FuncId, plan: &Plan) {
        for &inst in plan.blocks.iter().flat_map(|(_, insts)| insts) {
            // Without a state, nothing is known to be out of reach.
            _ = self.transfer(Site { func, inst }, &mut None);
        }
    }

    fn plan(&mut self, func: FuncId) -> std::rc::Rc<Plan> {
        if let Some(plan) = &self.plans[func.index()] {
            return plan.clone();
        }
        let function = &self.program.functions[func];
        let cfg = candor_analysis::Cfg::new(function);
        let matters = |inst: &InstId| crate::transfer::matters(self.program, function, *inst, self.tracking.is_some());
        let blocks = cfg.reverse_post_order().iter();
        let blocks = blocks.map(|&bb| (bb, function.block_insts(bb).filter(&matters).collect())).collect();
        let plan = std::rc::Rc::new(Plan { blocks, tests: NullTests::new(self.program, function) });
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
            self.contents[object] = Some(Box::new(contents));
        }
        object
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
            self.changed = true;
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

    /// The addresses of these objects have become numbers.
    pub(crate) fn expose(&mut self, set: SetId) {
        // The first run has found all that can be, and the second needs them from the start.
        if self.tracking.is_some() || !self.exposed_sets.insert(set) {
            return;
        }
        let places = &self.pool.get(set).places;
        let new: Vec<ObjectIdx> =
            places.iter().map(|place| place.0).filter(|object| !self.exposed.contains(object)).collect();
        if new.is_empty() {
            return;
        }
        for object in new {
            if self.exposed.insert(object) {
                self.exposed_list.push(object);
            }
        }
        self.exposed_changed();
    }

    /// What can be read through an unknown pointer has grown.
    fn exposed_changed(&mut self) {
        self.exposed_read = None;
        let mut watchers: Vec<FuncId> = self.watches_exposed.iter().copied().collect();
        watchers.sort_unstable();
        watchers.into_iter().for_each(|func| self.enqueue(func));
    }

    /// The places that a pointer is known to be to. Through an unknown one, exposed objects can be touched as well.
    pub(crate) fn accessed(&self, set: SetId) -> Vec<(ObjectIdx, Offset)> {
        let places = self.pool.get(set).places.iter().copied();
        places.filter(|&(object, _)| !is_function(&self.objects.objects[object])).collect()
    }

    pub(crate) fn is_unknown(&self, set: SetId) -> bool {
        self.pool.get(set).unknown
    }

    /// The pointers that may be read through an unknown pointer. There are few such sets but many such reads, so it is kept.
    pub(crate) fn read_exposed(&mut self, func: FuncId) -> SetId {
        self.watches_exposed.insert(func);
        if let Some(set) = self.exposed_read {
            return set;
        }
        let mut set = SetId::UNKNOWN;
        for &object in &self.exposed_list {
            if let Some(contents) = self.contents[object].as_deref() {
                let more = contents.read(&mut self.pool, Offset::ANY, self.word);
                set = self.pool.union(set, more);
            }
        }
        self.exposed_read = Some(set);
        set
    }

    /// Stores a pointer, or with an unknown one anything else, through an unknown pointer.
    pub(crate) fn put_exposed(&mut self, func: FuncId, state: &mut Option<State>, value: SetId) {
        self.watches_exposed.insert(func);
        let value = self.pool.union(value, SetId::UNKNOWN);
        let done = self.exposed_writes.insert(value, self.exposed_list.len()).unwrap_or(0);
        for idx in done..self.exposed_list.len() {
            self.write_contents(self.exposed_list[idx], Offset::ANY, value);
        }
        let Some(tracking) = self.tracking.filter(|_| state.is_some()) else { return };
        for idx in 0..self.exposed_list.len() {
            let object = self.exposed_list[idx];
            if !tracking.cells_of(object).is_empty() {
                self.write_tracked(func, state, object, Offset::ANY, None, /* only */ false, |_, _| value);
            }
        }
    }

    // Contents of objects.

    pub(crate) fn watch(&mut self, func: FuncId, object: ObjectIdx) {
        let readers = self.readers.entry(object).or_default();
        if let Err(at) = readers.binary_search(&func) {
            readers.insert(at, func);
        }
    }

    fn tell_readers(&mut self, object: ObjectIdx) {
        for func in self.readers.get(&object).cloned().unwrap_or_default() {
            self.enqueue(func);
        }
        if self.exposed.contains(&object) {
            self.exposed_changed();
        }
    }

    pub(crate) fn read_contents(&mut self, func: FuncId, object: ObjectIdx, offset: Offset) -> SetId {
        self.watch(func, object);
        let Some(contents) = &mut self.contents[object] else { return SetId::UNKNOWN };
        let touched = offset.known().is_some_and(|at| contents.touch(at));
        let set = contents.read(&mut self.pool, offset, self.word);
        if touched {
            self.tell_readers(object);
        }
        set
    }

    pub(crate) fn write_contents(&mut self, object: ObjectIdx, offset: Offset, value: SetId) {
        let Some(contents) = &mut self.contents[object] else { return };
        if contents.write(&mut self.pool, offset, value) {
            self.tell_readers(object);
        }
    }

    pub(crate) fn write_data(&mut self, object: ObjectIdx, offset: Offset, bytes: Option<i64>) {
        let Some(contents) = &mut self.contents[object] else { return };
        if contents.write_data(offset, bytes) {
            self.tell_readers(object);
        }
    }

    /// What the platform does when it calls a function, if it is one of its own.
    pub(crate) fn native(&self, func: FuncId) -> Option<Native> {
        native_of(&self.program.functions[func])
    }

    pub(crate) fn global_named(&mut self, name: &str) -> Option<ObjectIdx> {
        match self.program.symbols.get(name)? {
            Symbol::Global(global) => Some(self.object(AbstractObject::Global(*global))),
            Symbol::Function(_) => None,
        }
    }

    pub(crate) fn kind(&self, site: Site) -> &'p InstKind {
        &self.program.functions[site.func].insts[site.inst].kind
    }
}

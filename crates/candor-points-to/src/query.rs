//! The results, and questions to them.

use candor_analysis::Cfg;
use candor_interp::Site;
use candor_ir::{
    Call, EdgeId, EntityRef, FuncId, Function, InstId, InstKind, Operand, Program, PtrIndex, Scalar, SecondaryMap,
    ValueId,
};
use candor_numbers::AbstractInt;
use rustc_hash::FxHashSet;

use crate::access::accesses;
use crate::call_graph::{CallGraph, Cycles};
use crate::instances::Instances;
use crate::life::{Fate, Lives};
use crate::numbers::Numbers;
use crate::object::{AbstractObject, ObjectData, ObjectIdx, ObjectTable};
use crate::set::{Offset, Place, SetId, SetPool};
use crate::settled::{Settled, settled};
use crate::solve::{Config, Solver};
use crate::track::Tracking;
use crate::waiting::holders;

/// Where the pointers of a program may point to.
#[derive(Debug)]
pub struct PointsTo {
    pool: SetPool,
    table: ObjectTable,
    consts: Vec<SetId>,
    regs: Vec<Vec<SetId>>,
    exposed: Vec<ObjectIdx>,
    graph: CallGraph,
    single: SecondaryMap<ObjectIdx, bool>,
    /// None for the flow-insensitive variant.
    lives: Option<Lives>,
    reached: Vec<bool>,
    disorder: bool,
    /// For each function, the edges that no execution takes.
    never_taken: Vec<FxHashSet<EdgeId>>,
    numbers: Numbers,
    /// For each function, the instruction that defines each register; the last number there is for none.
    definitions: Vec<Vec<InstId>>,
    /// Accesses that cannot go wrong because earlier ones did not.
    settled: FxHashSet<Site>,
    /// Instructions that no execution gets to, as far as branches tell.
    unreached: FxHashSet<Site>,
    /// The user's functions take unnamed arguments.
    has_lists: bool,
    /// The objects that may hold addresses of heap blocks.
    pub(crate) holders: FxHashSet<AbstractObject>,
}

/// What a pointer may point to where it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Objects that may still live, each with the offset into it.
    pub objects: Vec<(AbstractObject, Offset)>,
    /// It may be null, or computed from null.
    pub null: bool,
    /// It may be a number that belongs to no known object; then it can be into any exposed object.
    pub unknown: bool,
    /// What it points to may have been freed, or have left its scope.
    pub invalidated: bool,
}

impl Targets {
    /// Nothing was seen to get here: the instruction is never executed, or only behind something that ends the program.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.null && !self.unknown && !self.invalidated
    }

    /// It points to objects that live, whatever else may be true of them.
    pub fn is_valid(&self) -> bool {
        !self.null && !self.unknown && !self.invalidated && !self.objects.is_empty()
    }
}

/// Why an access cannot go wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No execution gets there.
    NeverExecuted,
    /// All it can touch lives and is large enough.
    InBounds,
    /// An access through the same pointer came before it, and did not go wrong.
    Settled,
}

impl PointsTo {
    /// Analyses a program: flow-sensitive where that pays.
    pub fn analyse(program: &Program) -> PointsTo {
        PointsTo::analyse_with(program, Config::default())
    }

    pub fn analyse_with(program: &Program, config: Config) -> PointsTo {
        let cycles = Cycles::new(program);
        let mut first = Solver::new(program, config);
        let roots = first.run();
        let graph = call_graph(&first, &cycles, roots.clone());
        let instances = Instances::new(&first, &graph, &cycles);
        if first.disorder {
            let lives = Lives::new(&first, &graph, &instances, &roots);
            let numbers = Numbers::of_each(program, &graph);
            return PointsTo { numbers, ..PointsTo::new(first, graph, instances, Some(lives)) };
        }
        let holders = holders(&first);
        let tracking = Tracking::new(&first, &graph, &instances);
        let numbers = Numbers::new(program, &graph);
        let mut second = Solver::new(program, config);
        second.track(&tracking, &numbers, &first, &graph.bottom_up());
        second.run();
        // Where everything has to do with everything, the order of events tells little and costs much.
        let solver = if second.budget.is_used_up() { first } else { second };
        let graph = call_graph(&solver, &cycles, roots.clone());
        let lives = Lives::new(&solver, &graph, &instances, &roots);
        let mut found = PointsTo::new(solver, graph, instances, Some(lives));
        found.numbers = numbers;
        // What is tracked is not in the contents at all times.
        found.holders = holders;
        found.settle(program)
    }

    /// The variant that does not regard the order of events: one set for each cell at all times, and whatever can die may be
    /// dead everywhere.
    pub fn flow_insensitive(program: &Program, config: Config) -> PointsTo {
        let cycles = Cycles::new(program);
        let mut solver = Solver::new(program, config);
        let roots = solver.run();
        let graph = call_graph(&solver, &cycles, roots);
        let instances = Instances::new(&solver, &graph, &cycles);
        let numbers = Numbers::of_each(program, &graph);
        PointsTo { numbers, ..PointsTo::new(solver, graph, instances, None) }
    }

    /// Nothing is known of numbers.
    fn new(solver: Solver<'_>, graph: CallGraph, instances: Instances, lives: Option<Lives>) -> PointsTo {
        let functions = solver.program.functions.keys();
        let mut never_taken: Vec<FxHashSet<EdgeId>> =
            functions.map(|func| solver.edges_never_taken(func).into_iter().collect()).collect();
        if let Some(lives) = &lives {
            for (func, function) in solver.program.functions.iter().filter(|(func, _)| solver.reached[func.index()]) {
                never_taken[func.index()].extend(edges_behind_ends(func, function, lives));
            }
        }
        let holders = holders(&solver);
        PointsTo {
            pool: solver.pool,
            table: solver.objects,
            consts: solver.consts,
            regs: solver.regs,
            exposed: solver.exposed.into_iter().collect(),
            graph,
            single: instances.single,
            lives,
            reached: solver.reached,
            disorder: solver.disorder,
            never_taken,
            numbers: Numbers::default(),
            definitions: solver.program.functions.values().map(definitions).collect(),
            settled: FxHashSet::default(),
            unreached: FxHashSet::default(),
            has_lists: solver.program.functions.values().any(takes_list),
            holders,
        }
    }

    fn settle(mut self, program: &Program) -> PointsTo {
        let Settled { accesses, never_taken } = settled(program, &self);
        self.settled = accesses;
        for (func, edge) in never_taken {
            self.never_taken[func.index()].insert(edge);
        }
        self.find_unreached(program);
        self
    }

    /// Blocks that only edges lead to which no execution takes.
    fn find_unreached(&mut self, program: &Program) {
        for (func, function) in program.functions.iter().filter(|(func, _)| self.reached[func.index()]) {
            let skips = function.is_defined() && !self.never_taken[func.index()].is_empty();
            if skips {
                let cfg = Cfg::of_edges(function, |edge| self.may_take(func, edge));
                let unreached = function.blocks.keys().filter(|&bb| !cfg.is_reachable(bb));
                let insts = unreached.flat_map(|bb| function.block_insts(bb));
                self.unreached.extend(insts.map(|inst| Site { func, inst }));
            }
        }
    }

    pub fn call_graph(&self) -> &CallGraph {
        &self.graph
    }

    /// Whether a function may be called.
    pub fn is_called(&self, func: FuncId) -> bool {
        self.reached[func.index()]
    }

    /// Whether an instruction may be executed, as far as calls and what never returns tell.
    pub fn is_reached(&self, site: Site) -> bool {
        let by_lives = self.lives.as_ref().is_none_or(|lives| lives.is_reached(site));
        self.is_called(site.func) && by_lives && !self.unreached.contains(&site)
    }

    /// Whether control may go along an edge, as far as is known of pointers that are asked to be null, of numbers that are compared,
    /// and of calls that never return.
    pub fn may_take(&self, func: FuncId, edge: EdgeId) -> bool {
        !self.never_taken[func.index()].contains(&edge)
    }

    pub fn object(&self, object: ObjectIdx) -> &ObjectData {
        &self.table.objects[object]
    }

    pub fn objects(&self) -> impl Iterator<Item = (ObjectIdx, &ObjectData)> {
        self.table.objects.iter()
    }

    /// The number of an object, if anything has to do with it.
    pub fn find(&self, what: AbstractObject) -> Option<ObjectIdx> {
        self.table.find(what)
    }

    /// Whether all pointers to an object are to the same memory at any one time.
    pub fn is_single(&self, object: ObjectIdx) -> bool {
        self.single[object]
    }

    /// Whether an unknown pointer may be to an object.
    pub(crate) fn is_exposed(&self, object: ObjectIdx) -> bool {
        self.pool.is_exposed(object)
    }

    /// Objects that unknown pointers may be to: their address may have become a number, or lies in such an object.
    pub fn exposed(&self) -> &[ObjectIdx] {
        &self.exposed
    }

    /// The objects that a call makes: a heap block, copies of arguments, unnamed arguments.
    pub fn made_at(&self, site: Site, call: &Call) -> Vec<ObjectIdx> {
        let copies = (0..).zip(&call.args).map(|(idx, _)| AbstractObject::ByVal(site, idx));
        let all = copies.chain([AbstractObject::VarArgs(site), AbstractObject::Heap(site)]);
        all.filter_map(|what| self.table.find(what)).collect()
    }

    /// Whether any of the user's functions takes unnamed arguments.
    pub(crate) fn has_lists(&self) -> bool {
        self.has_lists
    }

    /// Whether threads or jumps out of functions make it impossible to follow the order of events.
    pub fn is_disordered(&self) -> bool {
        self.disorder
    }

    /// The places that an operand may point to, dead or alive, and whether it may be unknown.
    pub fn places(&self, func: FuncId, operand: Operand) -> (&[Place], bool) {
        let set = self.pool.get(self.set_of(func, operand));
        (&set.places, set.unknown)
    }

    /// The objects that an access through an operand may touch: an unknown pointer may be into any exposed one.
    pub fn touched(&self, func: FuncId, operand: Operand) -> Vec<Place> {
        let (places, unknown) = self.places(func, operand);
        let mut places = places.to_vec();
        if unknown {
            places.extend(self.exposed.iter().map(|&object| (object, Offset::ANY)));
        }
        places
    }

    /// Which numbers an integer register may hold; `None` if nothing is known.
    pub fn number(&self, func: FuncId, value: ValueId) -> Option<AbstractInt> {
        self.numbers.of(func, value)
    }

    /// The number that an operand always is, if it is a register that is always the same one.
    pub fn only_number(&self, func: FuncId, operand: Operand) -> Option<i64> {
        self.numbers.only(func, operand)
    }

    /// The instruction that defines a register, if it is not a parameter.
    pub fn definition(&self, func: FuncId, value: ValueId) -> Option<InstId> {
        let inst = self.definitions[func.index()][value.index()];
        (inst != none()).then_some(inst)
    }

    fn set_of(&self, func: FuncId, operand: Operand) -> SetId {
        match operand {
            Operand::Value(value) => self.regs[func.index()][value.index()],
            Operand::Const(constant) => self.consts[constant.index()],
        }
    }

    /// What an operand may point to when the instruction uses it.
    pub fn targets(&self, site: Site, operand: Operand) -> Targets {
        let mut targets = Targets::default();
        if !self.is_reached(site) {
            return targets;
        }
        let set = self.pool.get(self.set_of(site.func, operand));
        (targets.null, targets.unknown) = (set.null || set.near_null, set.unknown);
        for &(object, offset) in &set.places {
            let fate = self.fate(site, object);
            targets.invalidated |= fate.is_some();
            if fate != Some(Fate::Dead) {
                targets.objects.push((self.table.objects[object].what, offset));
            }
        }
        targets
    }

    fn fate(&self, site: Site, object: ObjectIdx) -> Option<Fate> {
        match &self.lives {
            Some(lives) => lives.fate(site, object),
            None => match self.table.objects[object].what {
                AbstractObject::Global(_) | AbstractObject::Function(_) => None,
                AbstractObject::ArgumentList | AbstractObject::ArgumentStrings | AbstractObject::Environment => None,
                _ => Some(Fate::Doubtful),
            },
        }
    }

    /// Whether what a pointer points to plainly lives.
    fn lives(&self, program: &Program, site: Site, ptr: Operand, object: ObjectIdx) -> bool {
        match self.fate(site, object) {
            None => true,
            Some(Fate::Renewed) => match self.table.objects[object].what {
                AbstractObject::Stack(made) => {
                    made.func == site.func && self.root(program, site.func, ptr) == Some(made.inst)
                }
                _ => false,
            },
            Some(Fate::Doubtful | Fate::Dead) => false,
        }
    }

    /// The instruction that made a pointer, but for what was added to it.
    fn root(&self, program: &Program, func: FuncId, ptr: Operand) -> Option<InstId> {
        let mut ptr = ptr;
        loop {
            let Operand::Value(value) = ptr else { return None };
            let inst = self.definition(func, value)?;
            let InstKind::PtrAdd { base, .. } = program.functions[func].insts[inst].kind else { return Some(inst) };
            ptr = base;
        }
    }

    /// The size of an object, if it is always the same.
    pub fn size(&self, what: AbstractObject) -> Option<u64> {
        self.table.find(what).and_then(|object| self.table.objects[object].size)
    }

    /// Why none of the accesses that an instruction makes can be to memory that is not there; `None` if some may be.
    pub fn access_is_safe(&self, program: &Program, site: Site) -> Option<Reason> {
        if !self.is_reached(site) {
            return Some(Reason::NeverExecuted);
        }
        let kind = &program.functions[site.func].insts[site.inst].kind;
        // Calls have checks of every kind; what the platform touches is its own business.
        if matches!(kind, InstKind::Call(_) | InstKind::VaStart { .. } | InstKind::VaCopy { .. }) {
            return None;
        }
        let accesses = accesses(program, site);
        // What cannot be written is no place for a write.
        if accesses.iter().any(|access| access.write && self.may_be_constant(program, site.func, access.ptr)) {
            return None;
        }
        let safe = |access: &crate::Access| self.is_in_bounds(program, site, access.ptr, access.bytes);
        match !accesses.is_empty() && accesses.iter().all(safe) {
            true => Some(Reason::InBounds),
            false => self.is_settled(site).then_some(Reason::Settled),
        }
    }

    fn may_be_constant(&self, program: &Program, func: FuncId, ptr: Operand) -> bool {
        let is_constant = |what: AbstractObject| match what {
            AbstractObject::Global(global) => program.globals[global].constant,
            AbstractObject::Function(_) => true,
            _ => false,
        };
        let (places, unknown) = self.places(func, ptr);
        let exposed = self.exposed.iter().filter(|_| unknown);
        places
            .iter()
            .map(|(object, _)| object)
            .chain(exposed)
            .any(|&object| is_constant(self.table.objects[object].what))
    }

    /// Whether an access cannot go wrong because an earlier one through the same pointer did not.
    pub fn is_settled(&self, site: Site) -> bool {
        self.settled.contains(&site)
    }

    /// Whether a pointer is never null and always one that is known.
    pub(crate) fn is_surely_something(&self, func: FuncId, ptr: Operand) -> bool {
        let set = self.pool.get(self.set_of(func, ptr));
        !set.null && !set.near_null && !set.unknown && !set.places.is_empty()
    }

    /// Whether so many bytes from an operand on lie in what it points to if that lives at all.
    pub(crate) fn fits_if_it_lives(&self, func: FuncId, ptr: Operand, bytes: i64) -> bool {
        let set = self.pool.get(self.set_of(func, ptr));
        let fits = |&(object, offset): &Place| {
            let is_function = matches!(self.table.objects[object].what, AbstractObject::Function(_));
            let size = self.table.objects[object].size.filter(|_| !is_function);
            let end = offset.known().and_then(|at| u64::try_from(at.checked_add(bytes)?).ok());
            end.zip(size).is_some_and(|(end, size)| end <= size)
        };
        !set.unknown && !set.places.is_empty() && set.places.iter().all(fits)
    }

    /// Whether so many bytes from an operand on always lie in objects that live: because the offsets are known, or because the
    /// index that was added to a known place lies in a range.
    pub fn is_in_bounds(&self, program: &Program, site: Site, ptr: Operand, bytes: Option<u64>) -> bool {
        self.lies_in_objects(program, site, ptr, bytes)
            || bytes.is_some_and(|bytes| self.index_lies_in_objects(program, site, ptr, bytes))
    }

    /// The same for a pointer that was shifted from one of which it is known where it points to.
    fn index_lies_in_objects(&self, program: &Program, site: Site, ptr: Operand, bytes: u64) -> bool {
        let function = &program.functions[site.func];
        let (mut ptr, mut shift) = (ptr, (0, 0));
        while let Operand::Value(value) = ptr
            && let Some(inst) = self.definition(site.func, value)
            && let InstKind::PtrAdd { base, offset, index, .. } = function.insts[inst].kind
            && let Some(distance) = self.distance(Site { inst, ..site }, offset, index)
        {
            shift = (shift.0 + distance.0, shift.1 + distance.1);
            ptr = base;
            if self.lie_in_objects(program, site, ptr, shift, bytes) {
                return true;
            }
        }
        false
    }

    /// How far an instruction shifts a pointer, at least and at most.
    fn distance(&self, site: Site, offset: i64, index: Option<PtrIndex>) -> Option<(i128, i128)> {
        let by_index = match index {
            None => (0, 0),
            Some(PtrIndex { scale, .. }) => {
                let (low, high) = self.numbers.index(site)?.signed();
                (i128::from(low) * i128::from(scale), i128::from(high) * i128::from(scale))
            }
        };
        Some((by_index.0 + i128::from(offset), by_index.1 + i128::from(offset)))
    }

    /// Whether so many bytes always lie in objects that live, somewhere in a range around a pointer.
    fn lie_in_objects(&self, program: &Program, site: Site, ptr: Operand, shift: (i128, i128), bytes: u64) -> bool {
        let set = self.pool.get(self.set_of(site.func, ptr));
        let fits = |&(object, at): &Place| {
            let is_function = matches!(self.table.objects[object].what, AbstractObject::Function(_));
            let (at, size) = (i128::from(at.known()?), i128::from(self.table.objects[object].size?));
            let is_inside = at + shift.0 >= 0 && at + shift.1 + i128::from(bytes) <= size;
            Some(!is_function && is_inside && self.lives(program, site, ptr, object))
        };
        let all = set.places.iter().all(|place| fits(place) == Some(true));
        !set.null && !set.near_null && !set.unknown && !set.places.is_empty() && all
    }

    fn lies_in_objects(&self, program: &Program, site: Site, ptr: Operand, bytes: Option<u64>) -> bool {
        let set = self.pool.get(self.set_of(site.func, ptr));
        let is_null = set.null || set.near_null;
        !is_null && self.known_places_fit(program, site, ptr, bytes)
    }

    /// Whether a value behind a pointer always lies in an object that lives, if the one that it was shifted from is not null.
    pub(crate) fn lies_in_objects_unless_null(
        &self,
        program: &Program,
        site: Site,
        (ptr, root): (Operand, Operand),
        ty: Scalar,
    ) -> bool {
        let is_near_null = self.pool.get(self.set_of(site.func, root)).near_null;
        !is_near_null && self.known_places_fit(program, site, ptr, Some(program.target.store_bytes(ty)))
    }

    /// Whether so many bytes fit at all places that a pointer is known to point to.
    fn known_places_fit(&self, program: &Program, site: Site, ptr: Operand, bytes: Option<u64>) -> bool {
        let set = self.pool.get(self.set_of(site.func, ptr));
        let fits = |&(object, offset): &Place| {
            let end =
                offset.known().and_then(|at| u64::try_from(at).ok()).zip(bytes).and_then(|(at, n)| at.checked_add(n));
            let is_function = matches!(self.table.objects[object].what, AbstractObject::Function(_));
            let size = self.table.objects[object].size.filter(|_| !is_function);
            end.zip(size).is_some_and(|(end, size)| end <= size) && self.lives(program, site, ptr, object)
        };
        !set.unknown && !set.places.is_empty() && set.places.iter().all(fits)
    }
}

/// The edges out of blocks whose ends no execution gets to.
fn edges_behind_ends(func: FuncId, function: &Function, lives: &Lives) -> Vec<EdgeId> {
    let mut found = Vec::new();
    for bb in function.blocks.keys().filter(|_| function.is_defined()) {
        let inst = function.terminator(bb);
        if !lives.is_reached(Site { func, inst }) {
            function.insts[inst].kind.for_each_edge(|edge| found.push(edge));
        }
    }
    found
}

fn takes_list(function: &Function) -> bool {
    function.signature.variadic && function.is_defined() && !function.library
}

fn none() -> InstId {
    InstId::from_u32(u32::MAX - 1)
}

fn definitions(function: &Function) -> Vec<InstId> {
    let mut found = vec![none(); function.values.len()];
    for (id, inst) in function.insts.iter() {
        inst.for_each_result(|value| found[value.index()] = id);
    }
    found
}

fn call_graph(solver: &Solver<'_>, cycles: &Cycles, roots: Vec<FuncId>) -> CallGraph {
    let mut calls: Vec<(Site, FuncId)> = solver.calls.iter().copied().collect();
    calls.sort_unstable();
    CallGraph::new(solver.program, cycles, roots, &calls)
}

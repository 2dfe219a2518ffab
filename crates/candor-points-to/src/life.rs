//! Whether objects still live, at each instruction.
//!
//! An object is *dead* at an instruction if every pointer to it is to memory that was freed or left its scope, *doubtful* if
//! some may be. Keeping this with the objects instead of the pointers (as the papers do) makes a pointer that was loaded before
//! a `free` come out right when it is used behind it.

use std::rc::Rc;

use candor_analysis::until_stable;
use candor_interp::{Native, Renewals, Site};
use candor_ir::{BlockId, EdgeId, EntityRef, FuncId, InstId, InstKind, Life, Operand, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::agenda::Agenda;
use crate::call_graph::CallGraph;
use crate::instances::{Instances, owner};
use crate::object::{AbstractObject, ObjectIdx};
use crate::scope::{BitSet, add_to_callers, affordable};
use crate::set::SetId;
use crate::solve::Solver;

/// What has become of an object, if it does not plainly live.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    /// It lives, but a pointer that was there before may be to an earlier life. The variable itself, by name, is the present one.
    Renewed,
    Doubtful,
    Dead,
}

/// The objects that do not plainly live, in order.
type Fates = Rc<Vec<(ObjectIdx, Fate)>>;

/// The fates of objects wherever they matter.
#[derive(Clone, Debug)]
pub(crate) struct Lives {
    /// For each function, from which instruction on which fates hold, in order; none where nothing gets to.
    points: Vec<Vec<(InstId, Option<Fates>)>>,
    /// Objects that are not followed: too many functions have to do with them.
    doubtful: BitSet,
}

impl Lives {
    pub(crate) fn new(solver: &Solver<'_>, graph: &CallGraph, instances: &Instances, roots: &[FuncId]) -> Lives {
        let never_taken: Vec<Vec<EdgeId>> =
            solver.program.functions.keys().map(|func| solver.edges_never_taken(func)).collect();
        let mut search = Search::new(solver, graph, instances, &never_taken);
        search.run(roots);
        let points = solver.program.functions.keys().map(|func| search.points(func)).collect();
        Lives { points, doubtful: search.doubtful }
    }

    /// The fate of an object before an instruction; `None` if it plainly lives.
    pub(crate) fn fate(&self, site: Site, object: ObjectIdx) -> Option<Fate> {
        let fates = self.at(site)?;
        if self.doubtful.contains(object.index()) {
            return Some(Fate::Doubtful);
        }
        let idx = fates.binary_search_by_key(&object, |&(object, _)| object).ok()?;
        Some(fates[idx].1)
    }

    /// Whether an instruction may be executed at all.
    pub(crate) fn is_reached(&self, site: Site) -> bool {
        self.at(site).is_some()
    }

    fn at(&self, site: Site) -> Option<&Fates> {
        let points = &self.points[site.func.index()];
        let next = points.partition_point(|&(inst, _)| inst <= site.inst);
        points.get(next.checked_sub(1)?)?.1.as_ref()
    }
}

#[derive(Clone, Debug, Default)]
struct FunctionFates {
    blocks: Vec<Option<Fates>>,
    exit: Option<Fates>,
    /// When that has last changed.
    exit_changed: usize,
}

/// A call of several functions that was looked at.
#[derive(Clone, Debug)]
struct SeenCall {
    at: usize,
    before: Fates,
    after: Option<Fates>,
}

struct Search<'a, 'p> {
    solver: &'a Solver<'p>,
    graph: &'a CallGraph,
    instances: &'a Instances,
    functions: Vec<FunctionFates>,
    /// Whose end each function may bring about, itself or by what it calls.
    ends: Vec<BitSet>,
    /// What each function has pointers to, it or what it calls, and whose end it may bring about.
    scopes: Vec<BitSet>,
    doubtful: BitSet,
    /// The local variables of each function.
    locals: Vec<Vec<ObjectIdx>>,
    /// Objects whose end each call brings about when it is over.
    of_call: SecondaryMap<ObjectIdx, bool>,
    agenda: Agenda,
    roots: Vec<FuncId>,
    /// Counts changes of exits.
    clock: usize,
    seen_calls: FxHashMap<Site, SeenCall>,
    cfgs: Vec<Option<Rc<candor_analysis::Cfg>>>,
    /// The edges of each function that no execution takes.
    never_taken: &'a [Vec<EdgeId>],
    renewals: Renewals,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(
        solver: &'a Solver<'p>,
        graph: &'a CallGraph,
        instances: &'a Instances,
        never_taken: &'a [Vec<EdgeId>],
    ) -> Search<'a, 'p> {
        let n = solver.program.functions.len();
        let blocks = |func: FuncId| vec![None; solver.program.functions[func].blocks.len()];
        let functions = solver
            .program
            .functions
            .keys()
            .map(|func| FunctionFates { blocks: blocks(func), ..FunctionFates::default() })
            .collect();
        let mut search = Search {
            solver,
            graph,
            instances,
            functions,
            ends: vec![BitSet::default(); n],
            scopes: vec![BitSet::default(); n],
            doubtful: BitSet::default(),
            locals: vec![Vec::new(); n],
            of_call: SecondaryMap::new(),
            agenda: Agenda::new(graph.bottom_up().into_iter().rev().collect()),
            roots: Vec::new(),
            clock: 0,
            seen_calls: FxHashMap::default(),
            cfgs: vec![None; n],
            renewals: Renewals::new(solver.program),
            never_taken,
        };
        search.find_locals();
        search.find_ends();
        search.find_scopes();
        search
    }

    fn find_locals(&mut self) {
        for (object, data) in self.solver.objects.objects.iter() {
            match data.what {
                AbstractObject::Stack(site) => self.locals[site.func.index()].push(object),
                AbstractObject::ByVal(..) | AbstractObject::VarArgs(_) => {
                    self.of_call[object] = true;
                    if let Some(func) = owner(self.graph, data.what) {
                        self.locals[func.index()].push(object);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whose end each function may bring about.
    fn find_ends(&mut self) {
        let program = self.solver.program;
        let n_objects = self.solver.objects.objects.len();
        let no_one_else = self.by_name();
        for func in program.functions.keys() {
            let mut ends = BitSet::new(n_objects);
            for (inst, data) in program.functions[func].insts.iter().filter(|_| self.solver.reached[func.index()]) {
                let set = match data.kind.life() {
                    Some(Life::Ends(ptr)) => Some(ptr),
                    // Variables of the function itself are added below.
                    Some(Life::Made | Life::Begins(_) | Life::EndsSinceMark | Life::EndsFrame) => None,
                    None => self.freed(Site { func, inst }),
                };
                if let Some(ptr) = set {
                    let objects = self.objects_of(self.solver.set_of(func, ptr)).into_iter();
                    objects.filter(|&object| !self.instances.by_name[object]).for_each(|o| ends.insert(o.index()));
                }
            }
            let locals = self.locals[func.index()].iter().filter(|&&object| self.instances.escapes[object]);
            locals.filter(|&&object| !self.instances.by_name[object]).for_each(|object| ends.insert(object.index()));
            self.ends[func.index()] = ends;
        }
        // Copies of arguments end with the call, whoever was called.
        for (object, data) in self.solver.objects.objects.iter() {
            if let AbstractObject::ByVal(site, _) | AbstractObject::VarArgs(site) = data.what
                && self.instances.escapes[object]
            {
                self.ends[site.func.index()].insert(object.index());
            }
        }
        add_to_callers(self.graph, &mut self.ends, |_| &no_one_else);
        // Most functions end nothing, which is asked at each of their calls.
        self.ends.iter_mut().filter(|ends| ends.is_empty()).for_each(|ends| *ends = BitSet::default());
    }

    /// The variables that only their function can get at.
    fn by_name(&self) -> BitSet {
        let mut found = BitSet::new(self.solver.objects.objects.len());
        let objects = self.solver.objects.objects.keys().filter(|&object| self.instances.by_name[object]);
        objects.for_each(|object| found.insert(object.index()));
        found
    }

    fn find_scopes(&mut self) {
        let (solver, n_objects) = (self.solver, self.solver.objects.objects.len());
        let no_one_else = self.by_name();
        let mut ending = no_one_else.clone();
        for func in solver.program.functions.keys() {
            let mut scope = BitSet::new(n_objects);
            scope.add(&self.ends[func.index()], None);
            ending.add(&scope, None);
            let sets: FxHashSet<SetId> = solver.regs[func.index()].iter().copied().collect();
            #[expect(clippy::iter_over_hash_type, reason = "the order of a union does not matter")]
            for set in sets {
                solver.pool.get(set).places.iter().for_each(|place| scope.insert(place.0.index()));
            }
            self.locals[func.index()].iter().for_each(|object| scope.insert(object.index()));
            self.scopes[func.index()] = scope;
        }
        add_to_callers(self.graph, &mut self.scopes, |_| &no_one_else);
        for (object, data) in solver.objects.objects.iter() {
            if is_of_frame(data.what) {
                ending.insert(object.index());
            }
        }
        let kept = affordable(solver, self.graph, &self.scopes, &ending, n_objects);
        self.doubtful = BitSet::new(n_objects);
        self.doubtful.add(&ending, Some(&kept));
        self.scopes.iter_mut().for_each(|scope| scope.intersect(&kept));
    }

    /// The pointer that a call frees, if it may.
    fn freed(&self, site: Site) -> Option<Operand> {
        let InstKind::Call(call) = &self.solver.program.functions[site.func].insts[site.inst].kind else { return None };
        let frees = |func: FuncId| self.solver.native(func).is_some_and(Native::frees);
        self.graph.callees_at(site).any(frees).then(|| call.args.first().map(|arg| arg.value)).flatten()
    }

    /// The objects that a pointer may be into.
    fn objects_of(&self, set: SetId) -> Vec<ObjectIdx> {
        let set = self.solver.pool.get(set);
        let mut objects: Vec<ObjectIdx> = set.places.iter().map(|place| place.0).collect();
        if set.unknown {
            objects.extend(&self.solver.exposed);
        }
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    fn run(&mut self, roots: &[FuncId]) {
        self.roots = roots.to_vec();
        if self.solver.disorder {
            return self.run_without_order();
        }
        if let Some(&first) = roots.first() {
            self.join_entry(first, &Fates::default());
        }
        while let Some(func) = self.agenda.next() {
            self.visit(func);
        }
    }

    /// Whatever can end may have ended at any time; only variables that others cannot get at are followed.
    fn run_without_order(&mut self) {
        let mut ending: Vec<ObjectIdx> = Vec::new();
        for func in self.solver.program.functions.keys() {
            ending.extend(self.ends[func.index()].iter().map(ObjectIdx::new));
        }
        let objects = &self.solver.objects.objects;
        // Threads and jumps bring about the end of frames that nobody sees return.
        ending.extend(
            objects
                .iter()
                .filter(|(object, data)| is_of_frame(data.what) && !self.instances.by_name[*object])
                .map(|(object, _)| object),
        );
        ending.sort_unstable();
        ending.dedup();
        for func in self.solver.program.functions.keys().filter(|func| self.solver.reached[func.index()]) {
            let mut fates: Vec<(ObjectIdx, Fate)> = ending.iter().map(|&object| (object, Fate::Doubtful)).collect();
            if self.calls_setjmp(func) {
                fates.extend(self.locals[func.index()].iter().map(|&object| (object, Fate::Doubtful)));
                fates.sort_by_key(|fate| fate.0);
                fates.dedup_by_key(|fate| fate.0);
            }
            self.join_entry(func, &Rc::new(fates));
        }
        while let Some(func) = self.agenda.next() {
            self.visit(func);
        }
    }

    fn calls_setjmp(&self, func: FuncId) -> bool {
        let is_setjmp = |&(_, callee): &(InstId, FuncId)| self.solver.native(callee) == Some(Native::SetJmp);
        self.graph.callees(func).iter().any(is_setjmp)
    }

    fn join_entry(&mut self, func: FuncId, fates: &Fates) {
        if !self.solver.program.functions[func].is_defined() {
            return;
        }
        let mut fates = fates.clone();
        self.start(func, &mut fates);
        let entry = &mut self.functions[func.index()].blocks[0];
        if join(entry, &fates) {
            self.agenda.add(func);
        }
    }

    /// A function gets to know what has to do with it. What a call makes and nobody keeps is new at its start.
    fn start(&self, func: FuncId, fates: &mut Fates) {
        let is_own = |object: ObjectIdx| {
            let what = self.solver.objects.objects[object].what;
            let own = matches!(what, AbstractObject::Stack(site) | AbstractObject::Heap(site) if site.func == func);
            own && self.instances.single[object] && !self.instances.escapes[object]
        };
        let scope = &self.scopes[func.index()];
        let arrives = |&(object, _): &(ObjectIdx, Fate)| {
            scope.contains(object.index()) && (self.solver.disorder || !is_own(object))
        };
        if !fates.iter().all(arrives) {
            *fates = Rc::new(fates.iter().copied().filter(arrives).collect());
        }
    }

    /// Visits a function at once if it is waiting to be visited, so that its end is known where it is called from.
    fn visit_now(&mut self, func: FuncId) {
        if self.agenda.take(func) {
            self.visit(func);
        }
    }

    fn visit(&mut self, func: FuncId) {
        self.agenda.begin(func);
        self.visit_to_the_end(func);
        self.agenda.end(func);
    }

    fn cfg(&mut self, func: FuncId) -> Rc<candor_analysis::Cfg> {
        let make = || Rc::new(candor_analysis::Cfg::new(&self.solver.program.functions[func]));
        self.cfgs[func.index()].get_or_insert_with(make).clone()
    }

    fn visit_to_the_end(&mut self, func: FuncId) {
        let function = &self.solver.program.functions[func];
        let cfg = self.cfg(func);
        until_stable(cfg.reverse_post_order().iter(), |&bb| {
            let Some(mut fates) = self.functions[func.index()].blocks[bb.index()].clone() else { return false };
            if !function.block_insts(bb).all(|inst| self.step(Site { func, inst }, &mut fates)) {
                return false;
            }
            let mut has_changed = false;
            for link in cfg.successors(bb).iter().filter(|link| !self.never_taken[func.index()].contains(&link.edge)) {
                has_changed |= join(&mut self.functions[func.index()].blocks[link.block.index()], &fates);
            }
            self.leave(func, bb, &fates);
            has_changed
        });
    }

    fn leave(&mut self, func: FuncId, bb: BlockId, fates: &Fates) {
        let function = &self.solver.program.functions[func];
        if !matches!(function.insts[function.terminator(bb)].kind, InstKind::Return { .. }) {
            return;
        }
        if !join(&mut self.functions[func.index()].exit, fates) || self.solver.disorder {
            return;
        }
        self.clock += 1;
        self.functions[func.index()].exit_changed = self.clock;
        for site in self.graph.callers(func).to_vec() {
            if self.functions[site.func.index()].blocks.first().is_some_and(Option::is_some) {
                self.agenda.add(site.func);
            }
        }
        let next = self.roots.iter().position(|&root| root == func).map_or(self.roots.len(), |position| position + 1);
        for idx in next..self.roots.len() {
            self.join_entry(self.roots[idx], fates);
        }
    }

    /// The effect of an instruction; false if nothing comes after it.
    fn step(&mut self, site: Site, fates: &mut Fates) -> bool {
        let kind = &self.solver.program.functions[site.func].insts[site.inst].kind;
        if matches!(kind, InstKind::Call(_)) {
            return self.call(site, fates);
        }
        match kind.life() {
            Some(Life::Begins(ptr)) => self.revive(site, ptr, fates),
            Some(Life::Ends(ptr)) => self.end(self.solver.set_of(site.func, ptr), fates),
            Some(Life::EndsSinceMark) => self.end_blocks(site.func, fates),
            Some(Life::EndsFrame) => self.end_frame(site.func, fates),
            // One more variable; those that were made here before live on.
            Some(Life::Made) | None => {}
        }
        !matches!(kind, InstKind::Unsupported { .. })
    }

    /// The only object that a pointer can be into, if all pointers to that are to the same memory.
    fn only_instance(&self, set: SetId) -> Option<ObjectIdx> {
        let set = self.solver.pool.get(set);
        match &set.places[..] {
            [(object, _)] if !set.unknown && self.instances.single[*object] => Some(*object),
            _ => None,
        }
    }

    fn revive(&self, site: Site, ptr: Operand, fates: &mut Fates) {
        if let Some(object) = self.only_instance(self.solver.set_of(site.func, ptr))
            && !(self.solver.disorder && (self.calls_setjmp(site.func) || !self.instances.by_name[object]))
            && let Ok(idx) = fates.binary_search_by_key(&object, |fate| fate.0)
        {
            match self.renewals.is_renewal(site) {
                true => Rc::make_mut(fates)[idx].1 = Fate::Renewed,
                false => {
                    Rc::make_mut(fates).remove(idx);
                }
            }
        }
    }

    /// The life of what a pointer points to ends.
    fn end(&self, set: SetId, fates: &mut Fates) {
        match self.only_instance(set) {
            Some(object) => self.mark(fates, object, if self.solver.disorder { Fate::Doubtful } else { Fate::Dead }),
            None => self.doubt(fates, &self.objects_of(set)),
        }
    }

    /// What was allocated in blocks of a function may be gone.
    fn end_blocks(&self, func: FuncId, fates: &mut Fates) {
        let function = &self.solver.program.functions[func];
        let later = function.blocks[function.entry()].end;
        for &object in &self.locals[func.index()] {
            let is_dynamic = match self.solver.objects.objects[object].what {
                AbstractObject::Stack(site) => {
                    site.inst >= later
                        || matches!(function.insts[site.inst].kind, InstKind::Alloca { count: Some(_), .. })
                }
                _ => false,
            };
            if is_dynamic {
                self.mark(fates, object, Fate::Doubtful);
            }
        }
    }

    /// The local variables that others may still point to are gone.
    fn end_frame(&self, func: FuncId, fates: &mut Fates) {
        for &object in &self.locals[func.index()] {
            if self.instances.escapes[object] {
                let sure = self.instances.single[object] && !self.of_call[object];
                self.mark(fates, object, if sure { Fate::Dead } else { Fate::Doubtful });
            } else if let Ok(idx) = fates.binary_search_by_key(&object, |fate| fate.0)
                && !self.solver.disorder
            {
                Rc::make_mut(fates).remove(idx);
            }
        }
    }

    fn call(&mut self, site: Site, fates: &mut Fates) -> bool {
        let callees: Vec<FuncId> = self.graph.callees_at(site).collect();
        if let Some(ptr) = self.freed(site) {
            self.free(site, &callees, ptr, fates);
        }
        if self.solver.disorder {
            return true;
        }
        let several = callees.len() > 1;
        if let Some(seen) = self.seen_calls.get(&site).filter(|_| several)
            && seen.before == *fates
            && callees.iter().all(|callee| self.functions[callee.index()].exit_changed <= seen.at)
        {
            let after = seen.after.clone();
            let returns = after.is_some();
            *fates = after.unwrap_or_default();
            return returns;
        }
        let (before, at) = (fates.clone(), self.clock);
        let mut after: Option<Fates> = None;
        for callee in callees {
            let function = &self.solver.program.functions[callee];
            let way = match function.is_defined() {
                true => {
                    self.join_entry(callee, fates);
                    self.visit_now(callee);
                    let exit = self.functions[callee.index()].exit.clone();
                    exit.map(|exit| self.come_back(callee, fates, &exit))
                }
                false => {
                    let native = self.solver.native(callee);
                    native.is_none_or(|native| native.continuation().returns()).then(|| fates.clone())
                }
            };
            if let Some(way) = way {
                join(&mut after, &way);
            }
        }
        self.end_arguments(site, &mut after);
        if several {
            self.seen_calls.insert(site, SeenCall { at, before, after: after.clone() });
        }
        match after {
            Some(after) => {
                *fates = after;
                true
            }
            None => false,
        }
    }

    fn free(&self, site: Site, callees: &[FuncId], ptr: Operand, fates: &mut Fates) {
        let set = self.solver.set_of(site.func, ptr);
        // Only heap blocks can be freed, `realloc` may fail, a pointer may call something else altogether, and to free null ends nothing.
        let is_free = matches!(callees, [only] if self.solver.native(*only) == Some(Native::Free));
        let sure = is_free && !self.solver.pool.get(set).null;
        let is_heap = |object: ObjectIdx| matches!(self.solver.objects.objects[object].what, AbstractObject::Heap(_));
        match self.only_instance(set).filter(|_| sure && !self.solver.disorder) {
            Some(object) if is_heap(object) => self.mark(fates, object, Fate::Dead),
            _ => {
                let objects: Vec<ObjectIdx> = self.objects_of(set).into_iter().filter(|&o| is_heap(o)).collect();
                self.doubt(fates, &objects);
            }
        }
    }

    /// Fates after a call: what the callee cannot end is as before.
    fn come_back(&self, callee: FuncId, before: &Fates, exit: &Fates) -> Fates {
        let ends = &self.ends[callee.index()];
        if ends.is_empty() {
            return before.clone();
        }
        let mut after: Vec<(ObjectIdx, Fate)> = before
            .iter()
            .copied()
            .filter(|(object, fate)| *fate == Fate::Dead || !ends.contains(object.index()))
            .collect();
        let n_before = after.len();
        for &(object, fate) in exit.iter().filter(|(object, _)| ends.contains(object.index())) {
            if after[..n_before].binary_search_by_key(&object, |fate| fate.0).is_err() {
                after.push((object, fate));
            }
        }
        after.sort_by_key(|fate| fate.0);
        Rc::new(after)
    }

    /// Copies of arguments end with the call.
    fn end_arguments(&self, site: Site, after: &mut Option<Fates>) {
        let Some(fates) = after else { return };
        let InstKind::Call(call) = &self.solver.program.functions[site.func].insts[site.inst].kind else { return };
        let copies = (0..call.args.len()).filter(|&idx| call.args[idx].byval.is_some());
        let copies = copies.map(|idx| AbstractObject::ByVal(site, u32::try_from(idx).expect("few arguments")));
        for what in copies.chain([AbstractObject::VarArgs(site)]) {
            if let Some(object) = self.solver.objects.find(what).filter(|&object| self.instances.escapes[object]) {
                self.mark(fates, object, Fate::Doubtful);
            }
        }
    }

    /// Many objects, in order, may have ended.
    fn doubt(&self, fates: &mut Fates, objects: &[ObjectIdx]) {
        let is_new = |object: &&ObjectIdx| match fates.binary_search_by_key(*object, |fate| fate.0) {
            Ok(idx) => fates[idx].1 < Fate::Doubtful,
            Err(_) => !self.doubtful.contains(object.index()),
        };
        let new: Vec<ObjectIdx> = objects.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return;
        }
        let stay = fates.iter().copied().filter(|fate| new.binary_search(&fate.0).is_err());
        let mut all: Vec<(ObjectIdx, Fate)> = stay.chain(new.iter().map(|&object| (object, Fate::Doubtful))).collect();
        all.sort_by_key(|fate| fate.0);
        *fates = Rc::new(all);
    }

    fn mark(&self, fates: &mut Fates, object: ObjectIdx, fate: Fate) {
        match fates.binary_search_by_key(&object, |fate| fate.0) {
            // What is dead stays so, and what is doubtful does not live again.
            Ok(idx) => {
                if fate > fates[idx].1 {
                    Rc::make_mut(fates)[idx].1 = fate;
                }
            }
            Err(_) if self.doubtful.contains(object.index()) => {}
            Err(idx) => Rc::make_mut(fates).insert(idx, (object, fate)),
        }
    }

    /// The fates in a function, by instruction.
    fn points(&mut self, func: FuncId) -> Vec<(InstId, Option<Fates>)> {
        let function = &self.solver.program.functions[func];
        let mut points: Vec<(InstId, Option<Fates>)> = Vec::new();
        for bb in function.blocks.keys() {
            let mut now = self.functions[func.index()].blocks[bb.index()].clone();
            points.push((function.blocks[bb].first, now.clone()));
            for inst in function.block_insts(bb) {
                let Some(mut fates) = now.clone() else { break };
                let before = fates.clone();
                let goes_on = self.step(Site { func, inst }, &mut fates);
                now = goes_on.then_some(fates);
                if now.as_ref().is_none_or(|now| !Rc::ptr_eq(now, &before)) && !function.is_terminator(inst) {
                    points.push((InstId::new(inst.index() + 1), now.clone()));
                }
            }
        }
        points
    }
}

fn is_of_frame(what: AbstractObject) -> bool {
    matches!(what, AbstractObject::Stack(_) | AbstractObject::ByVal(..) | AbstractObject::VarArgs(_))
}

/// What holds of two ways together; tells whether the first has changed.
fn join(into: &mut Option<Fates>, other: &Fates) -> bool {
    let Some(old) = into else {
        *into = Some(other.clone());
        return true;
    };
    if Rc::ptr_eq(old, other) || **old == **other {
        return false;
    }
    let mut joined: Vec<(ObjectIdx, Fate)> = Vec::with_capacity(old.len().max(other.len()));
    let (mut a, mut b) = (old.iter().copied().peekable(), other.iter().copied().peekable());
    loop {
        let (object, fate) = match (a.peek().copied(), b.peek().copied()) {
            (Some(one), Some(two)) if one.0 == two.0 => {
                a.next();
                b.next();
                (one.0, if one.1 == two.1 { one.1 } else { Fate::Doubtful })
            }
            (Some(one), Some(two)) if one.0 < two.0 => {
                a.next();
                (one.0, one.1.min(Fate::Doubtful))
            }
            (Some(one), None) => {
                a.next();
                (one.0, one.1.min(Fate::Doubtful))
            }
            (_, Some(two)) => {
                b.next();
                (two.0, two.1.min(Fate::Doubtful))
            }
            (None, None) => break,
        };
        joined.push((object, fate));
    }
    if **old == joined {
        return false;
    }
    *old = Rc::new(joined);
    true
}

//! Which abstract objects stand for one piece of memory at a time.
//!
//! The papers ask whether an object is ever made twice. More can be said: if no pointer to a local variable or to a block
//! outlives the call that made it, then whoever has a pointer to it means the one of the present call.

use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, InstKind, Operand, Program, SecondaryMap, ValueId};
use rustc_hash::FxHashSet;

use crate::call_graph::{CallGraph, Cycles};
use crate::object::{AbstractObject, ObjectIdx};
use crate::set::SetId;
use crate::solve::Solver;

/// What is known about the instances of each object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    /// All pointers to it mean one piece of memory.
    pub(crate) single: SecondaryMap<ObjectIdx, bool>,
    /// A pointer to it may outlive the call that made it.
    pub(crate) escapes: SecondaryMap<ObjectIdx, bool>,
    /// A local variable that is only loaded and stored by name.
    pub(crate) by_name: SecondaryMap<ObjectIdx, bool>,
}

impl Instances {
    pub(crate) fn new(solver: &Solver<'_>, graph: &CallGraph, cycles: &Cycles) -> Instances {
        let program = solver.program;
        let mut found = Instances::default();
        let by_name: FxHashSet<Site> = program
            .functions
            .keys()
            .filter(|func| solver.reached[func.index()])
            .flat_map(|func| by_name(program, func))
            .collect();
        for (object, data) in solver.objects.objects.iter() {
            found.by_name[object] = matches!(data.what, AbstractObject::Stack(site) if by_name.contains(&site));
        }
        found.find_escapes(solver, graph);
        for (object, data) in solver.objects.objects.iter() {
            found.single[object] = match data.what {
                AbstractObject::Global(_) | AbstractObject::Function(_) => true,
                AbstractObject::ArgumentList | AbstractObject::Environment => true,
                AbstractObject::Stack(site) | AbstractObject::Heap(site) => {
                    let once_a_call = !cycles.contain(program, site);
                    let of_one_call =
                        !graph.is_recursive(site.func) && (graph.is_called_once(site.func) || !found.escapes[object]);
                    once_a_call && (found.by_name[object] || of_one_call)
                }
                AbstractObject::ByVal(..) | AbstractObject::VarArgs(_) | AbstractObject::ArgumentStrings => false,
            };
        }
        found
    }

    /// A pointer outlives the call if it is returned, or if it lies in memory that may: not in a local variable of the call
    /// itself or of one further down, and not in one that only its own call can write.
    fn find_escapes(&mut self, solver: &Solver<'_>, graph: &CallGraph) {
        let owners: SecondaryMap<ObjectIdx, Option<FuncId>> = {
            let mut owners = SecondaryMap::new();
            for (object, data) in solver.objects.objects.iter() {
                owners[object] = owner(graph, data.what);
            }
            owners
        };
        // Without an owner that one can name, the worst is assumed.
        for (object, data) in solver.objects.objects.iter() {
            let made_by_call = !matches!(data.what, AbstractObject::Global(_) | AbstractObject::Function(_));
            let is_anywhere = owners[object].is_none() || solver.exposed.contains(&object);
            self.escapes[object] = made_by_call && is_anywhere;
        }
        for func in solver.program.functions.keys() {
            for &set in &solver.returns[func.index()] {
                self.escape_all(solver, set, |_| true);
            }
        }
        self.escape_all(solver, solver.callback_returns, |_| true);
        for (holder, data) in solver.objects.objects.iter() {
            if self.by_name[holder] {
                continue;
            }
            let Some(contents) = &solver.contents[holder] else { continue };
            let holder_owner = match data.what {
                AbstractObject::Stack(site) => Some(site.func),
                AbstractObject::ByVal(..) | AbstractObject::VarArgs(_) => owners[holder],
                _ => None,
            };
            let outlives = |object: ObjectIdx| match (holder_owner, owners[object]) {
                (Some(holder), Some(func)) if holder == func => graph.is_recursive(func),
                (Some(holder), Some(func)) => !graph.cannot_reach(holder, func),
                _ => true,
            };
            for &set in contents.cells.values().chain([&contents.anywhere]) {
                self.escape_all(solver, set, outlives);
            }
        }
    }

    fn escape_all(&mut self, solver: &Solver<'_>, set: SetId, outlives: impl Fn(ObjectIdx) -> bool) {
        for &(object, _) in &solver.pool.get(set).places {
            if !self.escapes[object] && outlives(object) {
                self.escapes[object] = true;
            }
        }
    }
}

/// The function whose call makes the object, and whose end is the end of what is on its stack.
pub(crate) fn owner(graph: &CallGraph, what: AbstractObject) -> Option<FuncId> {
    match what {
        AbstractObject::Stack(site) | AbstractObject::Heap(site) => Some(site.func),
        AbstractObject::ByVal(site, _) | AbstractObject::VarArgs(site) => {
            let mut callees = graph.callees_at(site);
            let first = callees.next();
            first.filter(|_| callees.next().is_none())
        }
        AbstractObject::Global(_)
        | AbstractObject::Function(_)
        | AbstractObject::ArgumentList
        | AbstractObject::ArgumentStrings
        | AbstractObject::Environment => None,
    }
}

/// The local variables of a function that are only loaded and stored by name, so that nobody else has a pointer to them.
pub(crate) fn by_name(program: &Program, func: FuncId) -> Vec<Site> {
    let function = &program.functions[func];
    let mut other_use: SecondaryMap<ValueId, bool> = SecondaryMap::new();
    let mut mark = |operand: Operand| {
        if let Operand::Value(value) = operand {
            other_use[value] = true;
        }
    };
    for inst in function.insts.values() {
        match &inst.kind {
            InstKind::Load { .. } | InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } => {}
            InstKind::Store { value, .. } => mark(*value),
            // Any other may hand on whatever it is given.
            kind => kind.for_each_operand(&mut mark),
        }
    }
    function.edges.values().flat_map(|edge| &edge.args).for_each(|&arg| mark(arg));
    let locals = function.insts.iter().filter(|(_, inst)| matches!(inst.kind, InstKind::Alloca { .. }));
    let named = locals.filter(|(_, inst)| inst.result.is_some_and(|result| !other_use[result]));
    named.map(|(inst, _)| Site { func, inst }).collect()
}

//! The cells worth following through the program, and the functions that have to do with each.

use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, InstKind};
use rustc_hash::FxHashMap;

use crate::access::all_accesses;
use crate::call_graph::CallGraph;
use crate::instances::Instances;
use crate::object::{AbstractObject, ObjectIdx};
use crate::scope::{BitSet, add_to_callers, affordable};
use crate::set::Offset;
use crate::solve::Solver;

/// More cells of one object than this are not followed.
const MAX_CELLS: usize = 64;
/// A function with more blocks times cells than this is analysed without regard to order.
const MAX_STATES: usize = 400_000;
/// Which cells are followed where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracking {
    pub(crate) cells: Vec<(ObjectIdx, i64)>,
    /// For each cell, the function that is the only one to get at it: it is in a variable that is used by name.
    pub(crate) owners: Vec<Option<FuncId>>,
    by_object: FxHashMap<ObjectIdx, Vec<(i64, usize)>>,
    /// For each function, the cells that it or its callees touch; empty where order is not regarded.
    pub(crate) slots: Vec<Vec<usize>>,
    /// For each function, the cells that it or its callees may change, in order.
    pub(crate) changes: Vec<Vec<usize>>,
    /// Functions that are analysed without regard to order.
    pub(crate) given_up: Vec<bool>,
}

impl Tracking {
    pub(crate) fn new(solver: &Solver<'_>, graph: &CallGraph, instances: &Instances) -> Tracking {
        let mut tracking = Tracking::default();
        tracking.choose_cells(solver, instances);
        tracking.find_functions(solver, graph, instances);
        tracking
    }

    fn choose_cells(&mut self, solver: &Solver<'_>, instances: &Instances) {
        for object in solver.objects.objects.keys() {
            let Some(contents) = &solver.contents[object] else { continue };
            if !instances.single[object] || contents.cells.len() > MAX_CELLS {
                continue;
            }
            for &at in contents.cells.keys() {
                self.by_object.entry(object).or_default().push((at, self.cells.len()));
                self.cells.push((object, at));
                self.owners.push(match solver.objects.objects[object].what {
                    AbstractObject::Stack(site) if instances.by_name[object] => Some(site.func),
                    _ => None,
                });
            }
        }
    }

    /// The cells of an object, with their offsets.
    pub(crate) fn cells_of(&self, object: ObjectIdx) -> &[(i64, usize)] {
        self.by_object.get(&object).map_or(&[], Vec::as_slice)
    }

    /// The cell at a place.
    pub(crate) fn cell(&self, object: ObjectIdx, offset: Offset) -> Option<usize> {
        let at = offset.known()?;
        self.cells_of(object).iter().find(|(offset, _)| *offset == at).map(|&(_, cell)| cell)
    }

    /// The cells that an access to so many bytes may touch.
    pub(crate) fn cells_at(
        &self,
        object: ObjectIdx,
        offset: Offset,
        bytes: Option<i64>,
        word: i64,
    ) -> impl Iterator<Item = usize> {
        let stretch = offset.known().map(|start| (start, bytes.map_or(i64::MAX, |bytes| start.saturating_add(bytes))));
        let touches = move |at: i64| stretch.is_none_or(|(start, end)| at < end && start < at.saturating_add(word));
        self.cells_of(object).iter().filter(move |(at, _)| touches(*at)).map(|&(_, cell)| cell)
    }

    fn find_functions(&mut self, solver: &Solver<'_>, graph: &CallGraph, instances: &Instances) {
        let program = solver.program;
        let n_cells = self.cells.len();
        let mut touched = vec![BitSet::new(n_cells); program.functions.len()];
        let mut changed = touched.clone();
        let mut own = touched.clone();
        for (cell, &(object, _)) in self.cells.iter().enumerate() {
            if let AbstractObject::Stack(site) | AbstractObject::Heap(site) = solver.objects.objects[object].what {
                touched[site.func.index()].insert(cell);
                changed[site.func.index()].insert(cell);
                if !instances.escapes[object] {
                    own[site.func.index()].insert(cell);
                }
            }
        }
        let mut exposed = BitSet::new(n_cells);
        let of_exposed = solver.exposed.iter().flat_map(|&object| self.cells_of(object));
        of_exposed.for_each(|&(_, cell)| exposed.insert(cell));
        for func in program.functions.keys().filter(|func| solver.reached[func.index()]) {
            let (touched, changed) = (&mut touched[func.index()], &mut changed[func.index()]);
            let unknown = self.find_touched(solver, graph, func, touched, changed);
            if unknown.touched {
                touched.add(&exposed, None);
            }
            if unknown.changed {
                changed.add(&exposed, None);
            }
        }
        add_to_callers(graph, &mut touched, |func| &own[func.index()]);
        add_to_callers(graph, &mut changed, |func| &own[func.index()]);
        // What never changes holds what it always does.
        let mut changing = BitSet::new(n_cells);
        changed.iter().for_each(|cells| _ = changing.add(cells, None));
        let kept = affordable(solver, graph, &touched, &changing, n_cells);
        touched.iter_mut().chain(&mut changed).for_each(|cells| cells.intersect(&kept));
        self.by_object.values_mut().for_each(|cells| cells.retain(|&(_, cell)| kept.contains(cell)));
        self.by_object.retain(|_, cells| !cells.is_empty());
        self.given_up = vec![false; program.functions.len()];
        for func in program.functions.keys() {
            let slots: Vec<usize> = touched[func.index()].iter().collect();
            let too_large = slots.len().saturating_mul(program.functions[func].blocks.len()) > MAX_STATES;
            self.given_up[func.index()] = too_large;
            self.slots.push(if too_large { Vec::new() } else { slots });
        }
        self.changes = changed.iter().map(|cells| cells.iter().collect()).collect();
    }

    /// What a function itself touches and changes; tells whether it does so through unknown pointers, too.
    fn find_touched(
        &self,
        solver: &Solver<'_>,
        graph: &CallGraph,
        func: FuncId,
        touched: &mut BitSet,
        changed: &mut BitSet,
    ) -> Unknown {
        let (program, mut unknown) = (solver.program, Unknown::default());
        for (inst, data) in program.functions[func].insts.iter() {
            if !is_memory(&data.kind) {
                continue;
            }
            let site = Site { func, inst };
            for access in all_accesses(program, graph, site) {
                let set = solver.pool.get(solver.set_of(func, access.ptr));
                unknown.touched |= set.unknown;
                unknown.changed |= set.unknown && access.write;
                for &(object, offset) in &set.places {
                    let bytes = access.bytes.and_then(|bytes| i64::try_from(bytes).ok());
                    for cell in self.cells_at(object, offset, bytes, solver.word) {
                        touched.insert(cell);
                        if access.write {
                            changed.insert(cell);
                        }
                    }
                }
            }
        }
        unknown
    }
}

/// What is done through unknown pointers.
#[derive(Copy, Clone, Debug, Default)]
struct Unknown {
    touched: bool,
    changed: bool,
}

fn is_memory(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::AtomicCas { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemFill { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::Call(_)
    )
}

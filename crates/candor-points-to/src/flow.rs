//! Tracked cells at blocks: what the second run knows besides the contents of objects at all times.

use std::rc::Rc;

use candor_interp::Site;
use candor_ir::{BlockId, EdgeId, EntityRef, FuncId, InstKind, Program};
use rustc_hash::FxHashMap;

use crate::condition::NullTest;
use crate::object::ObjectIdx;
use crate::set::{Offset, Place, SetId};
use crate::solve::Solver;
use crate::track::Tracking;
use crate::work::{Plan, Point, Stretch};

/// One set for each cell that has to do with a function, in the order of its slots.
pub(crate) type State = Rc<Vec<SetId>>;

/// The states of all functions.
#[derive(Debug, Default)]
pub(crate) struct FlowStates {
    functions: Vec<FunctionStates>,
    roots: Vec<FuncId>,
    /// What each call has last passed on.
    passed: FxHashMap<(Site, FuncId), State>,
}

#[derive(Debug, Default)]
struct FunctionStates {
    tracked: bool,
    /// At the start of each block; none where nothing has come by yet.
    blocks: Vec<Option<State>>,
    exit: Option<State>,
}

impl FlowStates {
    pub(crate) fn new(program: &Program, tracking: &Tracking) -> FlowStates {
        let of_function = |func: FuncId| FunctionStates {
            tracked: !tracking.given_up[func.index()],
            blocks: vec![None; program.functions[func].blocks.len()],
            exit: None,
        };
        FlowStates { functions: program.functions.keys().map(of_function).collect(), ..FlowStates::default() }
    }

    pub(crate) fn is_tracked(&self, func: FuncId) -> bool {
        self.functions.get(func.index()).is_some_and(|states| states.tracked)
    }
}

impl Solver<'_> {
    /// The state before the program starts goes into the first function that the platform calls.
    pub(crate) fn flow_into_roots(&mut self, roots: &[FuncId]) {
        self.flow.roots = roots.to_vec();
        let Some(&first) = roots.first() else { return };
        let tracking = self.tracking.expect("only the second run has states");
        let mut state = Vec::new();
        for &cell in &tracking.slots[first.index()] {
            let (object, at) = tracking.cells[cell];
            // Nothing has been written yet but initialisers.
            let is_global = self.objects.objects[object].what.is_there_at_first();
            state.push(if is_global { self.read_contents(object, Offset::at(at)) } else { SetId::EMPTY });
        }
        // Cells of later roots only: they are in no slot of the first one.
        for &root in &roots[1..] {
            self.flow_initial(root, first);
        }
        self.join_entry(first, &Rc::new(state));
    }

    /// What the first root knows nothing of flows into a later one directly.
    fn flow_initial(&mut self, root: FuncId, first: FuncId) {
        let tracking = self.tracking.expect("only the second run has states");
        if !self.flow.is_tracked(root) {
            return;
        }
        let slots = &tracking.slots[root.index()];
        let mut state = Vec::with_capacity(slots.len());
        for &cell in slots {
            let (object, at) = tracking.cells[cell];
            let known = self.flow.is_tracked(first) && tracking.slots[first.index()].binary_search(&cell).is_ok();
            let is_global = self.objects.objects[object].what.is_there_at_first();
            let initial = is_global && !known;
            state.push(if initial { self.read_contents(object, Offset::at(at)) } else { SetId::EMPTY });
        }
        let entry = &mut self.flow.functions[root.index()].blocks[0];
        // It is not reached before the first root has ended, so this is a beginning only.
        *entry = Some(Rc::new(state));
    }

    fn join_entry(&mut self, func: FuncId, state: &State) {
        if !self.flow.is_tracked(func) {
            return;
        }
        let entry = &mut self.flow.functions[func.index()].blocks[0];
        if join(&mut self.pool, entry, state) {
            // The first block is the first step.
            self.mark(Point { func, step: 0 });
        }
    }

    /// Goes through blocks of a function where something is to do, until nothing is.
    pub(crate) fn visit_blocks(&mut self, func: FuncId, plan: &Plan) {
        let mut from = 0;
        while let Some(step) = self.work[func.index()].next(from) {
            if self.budget.is_used_up() {
                return;
            }
            let Stretch { bb, steps } = &plan.blocks[plan.steps[step as usize].0];
            from = steps.end;
            steps.clone().for_each(|step| self.work[func.index()].remove(step));
            let mut state = self.flow.functions[func.index()].blocks[bb.index()].clone();
            if state.is_none() {
                continue;
            }
            let goes_on = steps.clone().all(|step| {
                self.now = Point { func, step };
                let (_, inst) = plan.steps[step as usize];
                inst.is_none_or(|inst| self.transfer(Site { func, inst }, &mut state))
            });
            if let Some(state) = state.filter(|_| goes_on) {
                self.leave_block(func, *bb, plan, &state);
            }
        }
    }

    fn leave_block(&mut self, func: FuncId, bb: BlockId, plan: &Plan, state: &State) {
        let function = &self.program.functions[func];
        let terminator = &function.insts[function.terminator(bb)].kind;
        let mut edges = Vec::new();
        terminator.for_each_edge(|edge| edges.push(edge));
        let test = plan.tests.at(bb);
        edges.retain(|&edge| test.is_none_or(|test| self.never_taken(func, test) != Some(edge)));
        edges.retain(|&edge| self.numbers.is_none_or(|numbers| numbers.may_take(func, edge)));
        for edge in edges {
            let told = test.and_then(|test| self.told(func, test, edge, state));
            let target = function.edges[edge].target;
            let entry = &mut self.flow.functions[func.index()].blocks[target.index()];
            if join(&mut self.pool, entry, told.as_ref().unwrap_or(state)) {
                let step = plan.of_block(target).expect("it is reached from a block that is");
                self.mark(Point { func, step });
            }
        }
        if matches!(terminator, InstKind::Return { .. }) {
            let exit = &mut self.flow.functions[func.index()].exit;
            if join(&mut self.pool, exit, state) {
                self.mark_callers(func);
                self.flow_from_root(func, Some(state));
            }
        }
    }

    /// What the platform calls next starts where this one ended.
    pub(crate) fn flow_from_root(&mut self, func: FuncId, state: Option<&State>) {
        let roots = self.flow.roots.clone();
        let Some(position) = roots.iter().position(|&root| root == func) else { return };
        for &next in &roots[position + 1..] {
            self.flow_into(func, next, state);
        }
    }

    /// The state at a call goes into a callee, unless it has before.
    pub(crate) fn flow_into_call(&mut self, site: Site, callee: FuncId, state: Option<&State>) {
        let Some(tracking) = self.tracking.filter(|_| self.flow.is_tracked(callee)) else { return };
        if tracking.slots[callee.index()].is_empty() && self.flow.functions[callee.index()].blocks[0].is_some() {
            return;
        }
        let Some(given) = self.given(site.func, callee, state) else { return };
        if self.flow.passed.get(&(site, callee)).is_none_or(|passed| **passed != *given) {
            let given = Rc::new(given);
            self.flow.passed.insert((site, callee), given.clone());
            self.join_entry(callee, &given);
        }
    }

    /// The state of a caller goes into a callee.
    pub(crate) fn flow_into(&mut self, caller: FuncId, callee: FuncId, state: Option<&State>) {
        if let Some(given) = self.given(caller, callee, state) {
            self.join_entry(callee, &Rc::new(given));
        }
    }

    /// What a callee gets to see of the state of a caller; `None` if it is analysed without regard to order.
    fn given(&mut self, caller: FuncId, callee: FuncId, state: Option<&State>) -> Option<Vec<SetId>> {
        let tracking = self.tracking.filter(|_| self.flow.is_tracked(callee))?;
        let slots = &tracking.slots[callee.index()];
        let mut given = Vec::with_capacity(slots.len());
        for &cell in slots {
            let (object, at) = tracking.cells[cell];
            given.push(match state {
                Some(state) => slot(tracking, caller, cell).map_or(SetId::EMPTY, |slot| state[slot]),
                None => self.read_contents(object, Offset::at(at)),
            });
        }
        Some(given)
    }

    /// The state of a caller after a callee has returned; `None` if it has not been seen to return.
    pub(crate) fn flow_back(&mut self, caller: FuncId, callee: FuncId, before: State) -> Option<State> {
        let tracking = self.tracking?;
        let tracked = self.flow.is_tracked(callee);
        let exit = &self.flow.functions[callee.index()].exit;
        if tracked && exit.is_none() {
            return None;
        }
        let changes = &tracking.changes[callee.index()];
        if changes.is_empty() {
            return Some(before);
        }
        let exit = exit.clone();
        let mut after = before;
        for &cell in changes {
            let Some(idx) = slot(tracking, caller, cell) else { continue };
            // In recursion, the callee's variable of that name is another one.
            if tracking.owners[cell] == Some(caller) {
                continue;
            }
            let (object, at) = tracking.cells[cell];
            let set = match &exit {
                Some(exit) => slot(tracking, callee, cell).map_or(SetId::EMPTY, |slot| exit[slot]),
                None => self.read_contents(object, Offset::at(at)),
            };
            if after[idx] != set {
                Rc::make_mut(&mut after)[idx] = set;
            }
        }
        Some(after)
    }

    pub(crate) fn join_states(&mut self, a: Option<State>, b: Option<State>) -> Option<State> {
        match (a, b) {
            (Some(a), Some(b)) => {
                let mut joined = Some(a);
                join(&mut self.pool, &mut joined, &b);
                joined
            }
            (a, b) => a.or(b),
        }
    }

    /// Where in the states of a function the cell at a place is, if it is followed.
    pub(crate) fn slot_at(&self, func: FuncId, (object, offset): Place) -> Option<usize> {
        let tracking = self.tracking?;
        slot(tracking, func, tracking.cell(object, offset)?)
    }

    /// The state behind an edge of a branch on whether a pointer is null, if that was just read from a cell.
    fn told(&mut self, func: FuncId, test: &NullTest, edge: EdgeId, state: &State) -> Option<State> {
        let tracking = self.tracking?;
        let ptr = self.set_of(func, test.read?);
        let (object, offset) = *self.pool.get(ptr).places.first().filter(|_| self.is_only(ptr))?;
        let slot = slot(tracking, func, tracking.cell(object, offset)?)?;
        let old = state[slot];
        let new = if edge == test.null { self.if_null(old) } else { self.if_not_null(old) };
        if new.is_empty() || new == old {
            return None;
        }
        let mut state = state.clone();
        Rc::make_mut(&mut state)[slot] = new;
        Some(state)
    }

    /// Changes the cells that a store touches. `only`: it is plain that nothing else is touched, so whole cells are replaced.
    #[expect(clippy::too_many_arguments, reason = "where, how much, how surely and what")]
    pub(crate) fn write_tracked(
        &mut self,
        func: FuncId,
        state: &mut Option<State>,
        object: ObjectIdx,
        offset: Offset,
        bytes: Option<i64>,
        only: bool,
        value: impl Fn(&mut Self, i64) -> SetId,
    ) {
        let (Some(tracking), Some(state)) = (self.tracking, state) else { return };
        for cell in tracking.cells_at(object, offset, bytes, self.word) {
            let Some(slot) = slot(tracking, func, cell) else { continue };
            let at = tracking.cells[cell].1;
            let exact = offset
                .known()
                .zip(bytes)
                .is_some_and(|(start, bytes)| start <= at && at + self.word <= start.saturating_add(bytes));
            let new = value(self, at);
            let new = if only && exact { new } else { self.pool.union(state[slot], new) };
            if state[slot] != new {
                Rc::make_mut(state)[slot] = new;
            }
        }
    }
}

fn slot(tracking: &Tracking, func: FuncId, cell: usize) -> Option<usize> {
    tracking.slots[func.index()].binary_search(&cell).ok()
}

/// Adds a state to another; tells whether that grew.
fn join(pool: &mut crate::set::SetPool, into: &mut Option<State>, state: &State) -> bool {
    let Some(old) = into else {
        *into = Some(state.clone());
        return true;
    };
    if Rc::ptr_eq(old, state) {
        return false;
    }
    let mut grew = false;
    for idx in 0..old.len() {
        let new = pool.union(old[idx], state[idx]);
        if new != old[idx] {
            Rc::make_mut(old)[idx] = new;
            grew = true;
        }
    }
    grew
}

//! Interval analysis: which integers each register may hold, over the domain of `candor-numbers`, to a fixpoint with widening after
//! Cousot and Cousot (1977).
//!
//! Without optimisation everything is in variables. Those that are used by name only, local ones and global ones, are followed over all
//! functions together: a parameter is what any call passes, a result what any `return` gives, a global behind a call that may write it what
//! is ever stored there. Branches and assumptions narrow registers and the variables that they were just read from.
//!
//! Where threads or jumps make the order of events unknown, or where all functions together take too long, each function is analysed alone:
//! registers only, with any arguments, any results of calls and anything in variables.

mod cells;
mod narrow;
mod plan;
mod state;
mod visits;

pub use self::visits::{GivenUp, Precision, Visits, visits};

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use candor_analysis::Worklist;
use candor_interp::{Native, Site};
use candor_ir::{
    BlockId, Call, EdgeId, EntityRef, FuncId, Function, GlobalId, InstId, InstKind, Operand, Program, PtrIndex, Scalar,
    ValueId,
};
use candor_numbers::AbstractInt;
use rustc_hash::{FxHashMap, FxHashSet};

use self::cells::{Cell, Cells, initial};
use self::narrow::Look;
use self::plan::Plan;
use self::state::{Key, State};
use crate::agenda::Agenda;
use crate::call_graph::CallGraph;
use crate::object::natives;

/// What was found out.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    functions: Vec<OfFunction>,
}

/// What was found out about a function.
#[derive(Clone, Debug, Default)]
struct OfFunction {
    /// Of each register; `None` for what is no integer or is never computed.
    registers: Vec<Option<AbstractInt>>,
    /// Of each index, where it is added to a pointer.
    indexes: FxHashMap<InstId, AbstractInt>,
    /// The edges that no execution takes.
    never_taken: FxHashSet<EdgeId>,
}

impl Numbers {
    /// The numbers of a program whose events have an order.
    pub(crate) fn new(program: &Program, graph: &CallGraph) -> Numbers {
        let mut search = Search::new(program, graph, Cells::new(program, graph), /* alone */ false);
        search.start(graph.roots().iter().copied());
        match search.run() {
            true => Numbers { functions: search.found },
            false => Numbers::of_each(program, graph),
        }
    }

    /// Those of each function alone.
    pub(crate) fn of_each(program: &Program, graph: &CallGraph) -> Numbers {
        let mut search = Search::new(program, graph, Cells::none(program), /* alone */ true);
        search.start(program.functions.keys().filter(|&func| graph.is_called(func)));
        search.run();
        Numbers { functions: search.found }
    }

    /// What a register may hold.
    pub(crate) fn of(&self, func: FuncId, value: ValueId) -> Option<AbstractInt> {
        self.functions.get(func.index())?.registers.get(value.index()).copied()?
    }

    /// What an index may be where an instruction adds it to a pointer.
    pub(crate) fn index(&self, site: Site) -> Option<AbstractInt> {
        self.functions.get(site.func.index())?.indexes.get(&site.inst).copied()
    }

    /// The number that a register always is.
    pub(crate) fn only(&self, func: FuncId, operand: Operand) -> Option<i64> {
        let Operand::Value(value) = operand else { return None };
        let number = self.of(func, value)?;
        number.as_constant().map(|_| number.signed().0)
    }

    /// The edges of a function that no execution takes.
    pub(crate) fn never_taken(&self, func: FuncId) -> impl Iterator<Item = EdgeId> {
        self.functions.get(func.index()).into_iter().flat_map(|found| &found.never_taken).copied()
    }

    pub(crate) fn may_take(&self, func: FuncId, edge: EdgeId) -> bool {
        self.functions.get(func.index()).is_none_or(|found| !found.never_taken.contains(&edge))
    }
}

/// A search that gets longer than so many instructions, and than so many for each in the program, is given up.
const MAX_STEPS: usize = 1_000_000;
const MAX_STEPS_EACH: usize = 60;
/// What has grown so often is widened: to the next number that the function compares with, later to all there are.
const MAX_GROWTH: u32 = 3;

/// What callers pass and get.
#[derive(Clone, Debug, Default)]
struct Summary {
    params: Vec<Option<AbstractInt>>,
    results: Vec<Option<AbstractInt>>,
    /// Some call of it returns.
    returns: bool,
    growth: u32,
    /// How often what is passed has grown.
    n_passed: usize,
    /// How often what is returned has grown.
    n_returned: usize,
}

/// What a visit of a function has looked at outside of it, each time as the number of times that it had grown by then.
#[derive(Clone, Debug, Default)]
struct Seen {
    at_entry: usize,
    at_calls: FxHashMap<InstId, usize>,
}

/// What is ever stored in a global.
#[derive(Copy, Clone, Debug)]
struct Stored {
    number: AbstractInt,
    growth: u32,
}

struct Search<'a> {
    program: &'a Program,
    graph: &'a CallGraph,
    cells: Cells,
    natives: Vec<Option<Native>>,
    /// What is ever stored in each global that is a cell.
    globals: FxHashMap<GlobalId, Stored>,
    summaries: Vec<Summary>,
    found: Vec<OfFunction>,
    plans: Vec<Option<Rc<Plan>>>,
    visited: Vec<bool>,
    /// What the last visit of each function has seen of others.
    seen: Vec<Option<Seen>>,
    /// Those to visit, by their number in the call graph: callers wait until what they call is settled.
    agenda: Agenda,
    n_steps: usize,
    max_steps: usize,
    /// Nothing is known of other functions.
    alone: bool,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, graph: &'a CallGraph, cells: Cells, alone: bool) -> Search<'a> {
        let n = program.functions.len();
        let n_insts: usize = program.functions.values().map(|function| function.insts.len()).sum();
        let globals =
            cells.globals().map(|(id, width)| (id, Stored { number: initial(program, id, width), growth: 0 }));
        let globals = globals.collect();
        let summary = |function: &Function| Summary {
            params: vec![None; function.params.len()],
            results: vec![None; function.signature.results.len()],
            ..Summary::default()
        };
        Search {
            program,
            graph,
            cells,
            natives: natives(program),
            globals,
            summaries: program.functions.values().map(summary).collect(),
            found: vec![OfFunction::default(); n],
            plans: vec![None; n],
            visited: vec![false; n],
            seen: vec![None; n],
            agenda: Agenda::new(graph.bottom_up()),
            n_steps: 0,
            max_steps: if alone { usize::MAX } else { MAX_STEPS.max(n_insts * MAX_STEPS_EACH) },
            alone,
        }
    }

    /// These functions are called with anything.
    fn start(&mut self, roots: impl Iterator<Item = FuncId>) {
        for root in roots {
            let function = &self.program.functions[root];
            let all = function.params.iter().map(|&param| width(function, param).map(AbstractInt::top));
            self.summaries[root.index()].params = all.collect();
            self.enqueue(root);
        }
    }

    /// False if it took too long.
    fn run(&mut self) -> bool {
        while let Some(func) = self.agenda.next() {
            if self.has_news(func) {
                self.visit(func);
            }
            if self.n_steps > self.max_steps {
                return false;
            }
        }
        true
    }

    fn enqueue(&mut self, func: FuncId) {
        if self.program.functions[func].is_defined() {
            self.agenda.add(func);
        }
    }

    /// Something that a function depends on has grown. One that nobody calls yet is looked at when somebody does.
    fn enqueue_again(&mut self, func: FuncId) {
        if self.visited[func.index()] {
            self.enqueue(func);
        }
    }

    /// Whether anything that the last visit of a function has looked at has grown since.
    fn has_news(&self, func: FuncId) -> bool {
        self.seen[func.index()].as_ref().is_none_or(|seen| {
            let is_old = |(&inst, &n): (&InstId, &usize)| n == self.growth_at_call(Site { func, inst });
            seen.at_entry != self.growth_at_entry(func) || !seen.at_calls.iter().all(is_old)
        })
    }

    fn growth_at_entry(&self, func: FuncId) -> usize {
        let read = self.cells.read[func.index()].iter().map(|global| self.growth_of(*global));
        self.summaries[func.index()].n_passed + read.sum::<usize>()
    }

    fn growth_at_call(&self, site: Site) -> usize {
        let returned: usize = self.graph.callees_at(site).map(|callee| self.summaries[callee.index()].n_returned).sum();
        returned + self.written_by_call(site).map(|global| self.growth_of(global)).sum::<usize>()
    }

    fn growth_of(&self, global: GlobalId) -> usize {
        self.globals.get(&global).map_or(0, |stored| stored.growth as usize)
    }

    /// The globals that a function reads and that a call in it may write. Who calls what nobody knows may write all.
    fn written_by_call(&self, site: Site) -> impl Iterator<Item = GlobalId> {
        let writes = move |global: &GlobalId| {
            let mut callees = self.graph.callees_at(site).peekable();
            callees.peek().is_none() || callees.any(|callee| self.cells.written[callee.index()].contains(global))
        };
        self.cells.read[site.func.index()].iter().copied().filter(writes)
    }

    fn plan(&mut self, func: FuncId) -> Rc<Plan> {
        let make = || Rc::new(Plan::new(self.program, &self.program.functions[func]));
        self.plans[func.index()].get_or_insert_with(make).clone()
    }

    fn visit(&mut self, func: FuncId) {
        self.visited[func.index()] = true;
        self.agenda.begin(func);
        Visit::new(self, func).run();
        self.agenda.end(func);
    }

    /// Visits a function of which no call has returned yet, if one is waiting: else its caller would stop here and have to begin again.
    fn follow(&mut self, callee: FuncId) {
        if !self.summaries[callee.index()].returns && self.agenda.take(callee) {
            self.visit(callee);
        }
    }

    /// Something is stored in a global.
    fn store_global(&mut self, global: GlobalId, number: AbstractInt) {
        let Some(stored) = self.globals.get_mut(&global) else { return };
        let joined = stored.number.join(number);
        if joined == stored.number {
            return;
        }
        stored.growth += 1;
        stored.number = if stored.growth > MAX_GROWTH { joined.widen(stored.number, &[]) } else { joined };
        for reader in self.cells.readers.get(&global).cloned().unwrap_or_default() {
            self.enqueue_again(reader);
        }
    }

    /// A call passes these.
    fn pass(&mut self, callee: FuncId, args: &[Option<AbstractInt>]) {
        let function = &self.program.functions[callee];
        let summary = &mut self.summaries[callee.index()];
        let widths = function.params.iter().map(|&param| width(function, param));
        let (growth, most) = (summary.growth, MAX_GROWTH * 4);
        let grown = join_all(&mut summary.params, widths, args, || growth > most);
        if grown || !self.visited[callee.index()] {
            summary.growth += 1;
            summary.n_passed += 1;
            self.enqueue(callee);
        }
    }

    /// A function returns these.
    fn give(&mut self, func: FuncId, values: &[Option<AbstractInt>]) {
        let function = &self.program.functions[func];
        let summary = &mut self.summaries[func.index()];
        let first = !std::mem::replace(&mut summary.returns, true);
        let widths = function.signature.results.iter().map(|&ty| width_of(ty));
        let growth = &mut summary.growth;
        let grown = join_all(&mut summary.results, widths, values, || {
            *growth += 1;
            *growth > MAX_GROWTH * 8
        });
        if (grown || first) && !self.alone {
            summary.n_returned += 1;
            let callers: BTreeSet<FuncId> = self.graph.callers(func).iter().map(|site| site.func).collect();
            for caller in callers {
                self.enqueue_again(caller);
            }
        }
    }
}

/// Joins what is given, or anything where that is not known, to what is known; tells whether that has grown. What has grown too often
/// is widened.
fn join_all(
    known: &mut [Option<AbstractInt>],
    widths: impl Iterator<Item = Option<u32>>,
    given: &[Option<AbstractInt>],
    mut too_often: impl FnMut() -> bool,
) -> bool {
    let mut grown = false;
    for (idx, (known, width)) in known.iter_mut().zip(widths).enumerate() {
        let Some(width) = width else { continue };
        let fits = |number: &AbstractInt| number.width() == width;
        let given = given.get(idx).copied().flatten().filter(fits).unwrap_or(AbstractInt::top(width));
        let joined = known.map_or(given, |known| known.join(given));
        if *known != Some(joined) {
            grown = true;
            let is_widened = too_often();
            *known = Some(known.filter(|_| is_widened).map_or(joined, |known| joined.widen(known, &[])));
        }
    }
    grown
}

fn width(function: &Function, value: ValueId) -> Option<u32> {
    width_of(function.values[value].ty)
}

/// Pointers are no numbers here: which objects they point to is known.
fn width_of(ty: Scalar) -> Option<u32> {
    cells::width_of(ty, None)
}

/// One function from its entry on, with what is known of the others by now.
struct Visit<'s, 'a> {
    search: &'s mut Search<'a>,
    func: FuncId,
    function: &'a Function,
    plan: Rc<Plan>,
    regs: Vec<Option<AbstractInt>>,
    indexes: FxHashMap<InstId, AbstractInt>,
    growth: Vec<u32>,
    /// At the start of each block; `None` where nothing gets to.
    starts: Vec<Option<State>>,
    /// How often the start of each block has grown.
    rounds: Vec<u32>,
    /// Along each edge.
    edges: Vec<Option<State>>,
    /// At the end of each block, which registers hold what a variable holds.
    holds: Vec<FxHashMap<ValueId, Cell>>,
    /// The blocks to go through, again if something that they depend on has grown, by their places in reverse post-order.
    waiting: Worklist,
    seen: Seen,
}

/// On the way through a block.
struct Now {
    bb: BlockId,
    state: State,
    holds: FxHashMap<ValueId, Cell>,
    /// No variable has changed since the start of the block.
    plain: bool,
}

impl<'s, 'a> Visit<'s, 'a> {
    fn new(search: &'s mut Search<'a>, func: FuncId) -> Visit<'s, 'a> {
        let (function, plan) = (&search.program.functions[func], search.plan(func));
        let n = function.blocks.len();
        Visit {
            search,
            func,
            function,
            plan,
            regs: vec![None; function.values.len()],
            indexes: FxHashMap::default(),
            growth: vec![0; function.values.len()],
            starts: vec![None; n],
            rounds: vec![0; n],
            edges: vec![None; function.edges.len()],
            holds: vec![FxHashMap::default(); n],
            waiting: Worklist::new(n),
            seen: Seen::default(),
        }
    }

    fn run(mut self) {
        for (idx, &param) in self.function.params.iter().enumerate() {
            self.regs[param.index()] = self.search.summaries[self.func.index()].params[idx];
        }
        self.seen.at_entry = self.search.growth_at_entry(self.func);
        let plan = self.plan.clone();
        let order = plan.cfg.reverse_post_order();
        self.wait(self.function.entry());
        let mut from = 0;
        while let Some(place) = self.waiting.next(from).filter(|_| self.search.n_steps <= self.search.max_steps) {
            self.waiting.remove(place);
            from = place + 1;
            self.enter(order[place]);
            if let Some(state) = self.starts[order[place].index()].clone() {
                self.block(order[place], state);
            }
        }
        let never = self.function.edges.keys().filter(|edge| self.edges[edge.index()].is_none());
        self.search.found[self.func.index()] =
            OfFunction { never_taken: never.collect(), registers: self.regs, indexes: self.indexes };
        self.search.seen[self.func.index()] = Some(self.seen);
    }

    /// Globals hold at the start what is ever stored there.
    fn at_entry(&self) -> State {
        let read = self.search.cells.read[self.func.index()].iter();
        read.map(|&global| (Key::Cell(Cell::Global(global)), self.search.globals[&global].number)).collect()
    }

    /// What is known at the start of a block from the edges that lead there.
    fn enter(&mut self, bb: BlockId) {
        let links: Vec<(BlockId, EdgeId)> =
            self.plan.cfg.predecessors(bb).iter().map(|link| (link.block, link.edge)).collect();
        let mut joined: Option<State> = (bb == self.function.entry()).then(|| self.at_entry());
        for &(_, edge) in &links {
            let Some(state) = &self.edges[edge.index()] else { continue };
            joined = Some(match joined {
                None => state.clone(),
                Some(joined) => joined.join(state),
            });
            for (idx, &param) in self.function.blocks[bb].params.iter().enumerate() {
                let arg = self.function.edges[edge].args[idx];
                let state = self.edges[edge.index()].as_ref().expect("it was just there");
                let number = width(self.function, param).and_then(|width| self.number(state, arg, width));
                if let Some(number) = number {
                    self.grow(param, number);
                }
            }
        }
        let Some(joined) = joined else { return };
        let Some(old) = &self.starts[bb.index()] else {
            self.starts[bb.index()] = Some(joined);
            return;
        };
        let mut new = old.join(&joined);
        if new == *old {
            return;
        }
        self.rounds[bb.index()] += 1;
        let rounds = self.rounds[bb.index()];
        if rounds > MAX_GROWTH {
            let landmarks = if rounds > 3 * MAX_GROWTH { &[] } else { &self.plan.landmarks[..] };
            new.widen(old, landmarks);
        }
        self.starts[bb.index()] = Some(new);
    }

    fn grow(&mut self, value: ValueId, number: AbstractInt) {
        let old = self.regs[value.index()];
        let mut new = old.map_or(number, |old| old.join(number));
        if old == Some(new) {
            return;
        }
        self.growth[value.index()] += 1;
        let growth = self.growth[value.index()];
        if let Some(old) = old.filter(|_| growth > 4 * MAX_GROWTH) {
            let landmarks = if growth > 12 * MAX_GROWTH { &[] } else { &self.plan.landmarks[..] };
            new = new.widen(old, landmarks);
        }
        self.regs[value.index()] = Some(new);
        let plan = self.plan.clone();
        plan.users.of(value).for_each(|bb| self.wait(bb));
    }

    /// A block is to be gone through, if control can get there at all.
    fn wait(&mut self, bb: BlockId) {
        if let Some(place) = self.plan.cfg.position(bb) {
            self.waiting.add(place);
        }
    }

    fn look(&self) -> Look<'_> {
        let (program, registers) = (self.search.program, Some(&self.regs[..]));
        Look { program, function: self.function, plan: &self.plan, registers, pointers: None }
    }

    /// What an operand of a width may be; `None` while it has not been computed.
    fn number(&self, state: &State, operand: Operand, width: u32) -> Option<AbstractInt> {
        self.look().number(state, operand, width)
    }

    fn block(&mut self, bb: BlockId, state: State) {
        let mut now = Now { bb, state, holds: FxHashMap::default(), plain: true };
        for param in &self.function.blocks[bb].params {
            now.state.remove(Key::Register(*param));
        }
        for inst in self.function.block_insts(bb) {
            self.search.n_steps += 1;
            if !self.step(inst, &mut now) {
                return;
            }
        }
        self.leave(&now);
        if self.holds[bb.index()] != now.holds {
            self.holds[bb.index()] = now.holds;
            let plan = self.plan.clone();
            plan.cfg.successors(bb).iter().for_each(|link| self.wait(link.block));
        }
    }

    /// Goes past an instruction; false if nothing comes behind it.
    fn step(&mut self, inst: InstId, now: &mut Now) -> bool {
        let data = &self.function.insts[inst];
        match &data.kind {
            InstKind::Store { ptr, value, .. } => self.store(*ptr, *value, now),
            InstKind::Alloca { .. } => {
                if let Some(local) = data.result {
                    now.forget(Cell::Local(local));
                }
            }
            InstKind::LifetimeStart { ptr: Operand::Value(local) }
            | InstKind::LifetimeEnd { ptr: Operand::Value(local) } => now.forget(Cell::Local(*local)),
            InstKind::Call(call) => return self.call(inst, call, now),
            InstKind::Assume { cond } => return self.narrow_now(now, *cond, true),
            InstKind::AtomicCas { success: Some(success), .. } => {
                now.state.remove(Key::Register(*success));
                self.grow(*success, AbstractInt::top(1));
            }
            InstKind::Return { values } => {
                let results = values.iter().zip(&self.function.signature.results);
                let number = |(&value, &ty): (&Operand, &Scalar)| self.number(&now.state, value, width_of(ty)?);
                let values: Vec<Option<AbstractInt>> = results.map(number).collect();
                self.search.give(self.func, &values);
            }
            InstKind::PtrAdd { index: Some(PtrIndex { index, width, .. }), .. } if *width <= 64 => {
                let number = self.number(&now.state, *index, *width);
                self.indexes.extend(number.map(|number| (inst, number)));
            }
            // Any other writes no cell: cells are variables that nothing but loads and stores of their width use.
            _ => {}
        }
        let Some((result, width)) = data.result.and_then(|result| Some((result, width(self.function, result)?))) else {
            return true;
        };
        now.state.remove(Key::Register(result));
        let (held, number) = match &data.kind {
            InstKind::Load { ptr, .. } => {
                let cell = self.search.cells.at(self.func, *ptr).map(|(cell, _)| cell);
                let held = cell.and_then(|cell| now.state.get(Key::Cell(cell)));
                (cell, Some(held.unwrap_or(AbstractInt::top(width))))
            }
            // Any other gives what its operands come to.
            kind => (None, self.look().compute(&now.state, kind, width)),
        };
        if let Some(number) = number {
            self.grow(result, number);
            // It may have been more in another round, but not now.
            if self.regs[result.index()] != Some(number) {
                now.state.insert(Key::Register(result), number);
            }
        }
        match held {
            Some(cell) => _ = now.holds.insert(result, cell),
            None => _ = now.holds.remove(&result),
        }
        true
    }

    fn store(&mut self, ptr: Operand, value: Operand, now: &mut Now) {
        let Some((cell, width)) = self.search.cells.at(self.func, ptr) else { return };
        now.forget(cell);
        let known = self.number(&now.state, value, width);
        if let Cell::Global(global) = cell {
            self.search.store_global(global, known.unwrap_or(AbstractInt::top(width)));
            if !self.search.cells.read[self.func.index()].contains(&global) {
                return;
            }
        }
        if let Some(number) = known {
            now.state.insert(Key::Cell(cell), number);
            if let Operand::Value(value) = value {
                now.holds.insert(value, cell);
            }
        }
    }

    fn call(&mut self, inst: InstId, call: &Call, now: &mut Now) -> bool {
        let site = Site { func: self.func, inst };
        let callees: Vec<FuncId> = self.search.graph.callees_at(site).collect();
        let args = call.args.iter().map(|arg| self.number(&now.state, arg.value, width_of(arg.ty)?));
        let args: Vec<Option<AbstractInt>> = args.collect();
        let mut results: Vec<Option<AbstractInt>> = vec![None; call.results.len()];
        // Functions without a body here call others back as they like.
        let is_foreign = |callee: FuncId| {
            let is_native = self.search.natives[callee.index()].is_some();
            is_native || self.search.alone || !self.search.program.functions[callee].is_defined()
        };
        let own: Vec<FuncId> = callees.iter().copied().filter(|&callee| !is_foreign(callee)).collect();
        let passed = if own.len() < callees.len() { &[] } else { &args[..] };
        for &callee in &own {
            self.search.pass(callee, passed);
            self.search.follow(callee);
        }
        self.seen.at_calls.insert(inst, self.search.growth_at_call(site));
        let mut returns = callees.is_empty();
        let mut anything = callees.is_empty();
        for &callee in &callees {
            match self.search.natives[callee.index()] {
                Some(Native::Exit | Native::Quit | Native::Abort | Native::ErrorCall | Native::AssertFail) => {}
                Some(Native::Assume) => {
                    (returns, anything) = (true, true);
                    if let Some(arg) = call.args.first().filter(|_| callees.len() == 1)
                        && !self.narrow_now(now, arg.value, true)
                    {
                        return false;
                    }
                }
                // Any other returns, with any number.
                Some(_) => (returns, anything) = (true, true),
                None if !own.contains(&callee) => (returns, anything) = (true, true),
                None => {
                    let summary = &self.search.summaries[callee.index()];
                    returns |= summary.returns;
                    for (idx, result) in results.iter_mut().enumerate() {
                        let given = summary.results.get(idx).copied().flatten();
                        *result = match (*result, given) {
                            (Some(known), Some(given)) => Some(known.join(given)),
                            (known, given) => known.or(given),
                        };
                    }
                    anything |= self.search.program.functions[callee].signature.results != call.signature.results;
                }
            }
        }
        if !returns {
            return false;
        }
        // Globals that it may have written hold what is ever stored there. Those that the function does not read are in no state.
        for global in self.search.written_by_call(site) {
            now.forget(Cell::Global(global));
            now.state.insert(Key::Cell(Cell::Global(global)), self.search.globals[&global].number);
        }
        for (&value, number) in call.results.iter().zip(results) {
            now.state.remove(Key::Register(value));
            if let Some(width) = width(self.function, value) {
                self.grow(value, number.filter(|_| !anything).unwrap_or(AbstractInt::top(width)));
            }
        }
        true
    }

    /// Goes on along the edges of a block that may be taken.
    fn leave(&mut self, now: &Now) {
        let mut out: Vec<(EdgeId, Option<State>)> = Vec::new();
        match &self.function.insts[self.function.terminator(now.bb)].kind {
            InstKind::Branch { cond, then, or_else } => {
                for (edge, truth) in [(*then, true), (*or_else, false)] {
                    out.push((edge, self.narrowed(now, *cond, truth)));
                }
            }
            InstKind::Switch(switch) => out = self.look().ways(now, switch),
            // Any other tells nothing about numbers.
            kind => kind.for_each_edge(|edge| out.push((edge, Some(now.state.clone())))),
        }
        let mut new: BTreeMap<EdgeId, Option<State>> = BTreeMap::new();
        for (edge, state) in out {
            let joined = match (new.remove(&edge).flatten(), state) {
                (Some(a), Some(b)) => Some(a.join(&b)),
                (a, b) => a.or(b),
            };
            new.insert(edge, joined);
        }
        for (edge, mut state) in new {
            if let Some(state) = &mut state {
                let plan = &self.plan;
                state.retain(|key| !matches!(key, Key::Register(value) if !plan.is_used_elsewhere(value)));
            }
            let known = &mut self.edges[edge.index()];
            // What was possible in an earlier round stays so.
            if state.is_some() && *known != state {
                *known = state;
                self.wait(self.function.edges[edge].target);
            }
        }
    }
}

impl Now {
    fn forget(&mut self, cell: Cell) {
        self.state.remove(Key::Cell(cell));
        self.holds.retain(|_, held| *held != cell);
        self.plain = false;
    }
}

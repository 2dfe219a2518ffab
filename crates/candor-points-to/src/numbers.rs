//! Numbers: between which signed values each integer register lies, with what variables hold.
//!
//! Without optimisation everything is in variables, of which the ranges of registers know nothing. Here variables that are used by
//! name only are followed, local ones and global ones, over all functions together: intervals to a fixpoint with widening, after
//! Cousot and Cousot (1977). A parameter is what any call passes, a result what any `return` gives, a global behind a call that may
//! write it what is ever stored there. Branches and assumptions narrow registers and the variables that they were just read from.

mod cells;
mod narrow;
mod plan;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use candor_analysis::{Range, binary, cast, decide};
use candor_interp::{Native, Site};
use candor_ir::{
    BlockId, Call, EdgeId, EntityRef, FuncId, Function, GlobalId, InstId, InstKind, Operand, Program, Scalar, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::cells::{Cell, Cells, initial};
use self::plan::{Plan, constant};
use self::state::{Key, State};
use crate::agenda::Agenda;
use crate::call_graph::CallGraph;
use crate::object::natives;

/// What was found out.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// For each function, the range of each register; `None` for what is no number or is never computed.
    ranges: Vec<Vec<Option<Range>>>,
    /// For each function, the edges that no execution takes.
    never_taken: Vec<FxHashSet<EdgeId>>,
}

impl Numbers {
    /// The numbers of a program whose events have an order.
    pub(crate) fn new(program: &Program, graph: &CallGraph) -> Numbers {
        let mut search = Search::new(program, graph);
        match search.run() {
            true => Numbers { ranges: search.ranges, never_taken: search.never_taken },
            false => Numbers::default(),
        }
    }

    /// The range of a register.
    pub(crate) fn of(&self, func: FuncId, value: ValueId) -> Option<Range> {
        self.ranges.get(func.index())?.get(value.index()).copied()?
    }

    /// The number that a register always is.
    pub(crate) fn only(&self, func: FuncId, operand: Operand) -> Option<i64> {
        let Operand::Value(value) = operand else { return None };
        let range = self.of(func, value).filter(|range| range.low == range.high)?;
        i64::try_from(range.low).ok()
    }

    /// The edges of a function that no execution takes.
    pub(crate) fn never_taken(&self, func: FuncId) -> impl Iterator<Item = EdgeId> {
        self.never_taken.get(func.index()).into_iter().flatten().copied()
    }

    pub(crate) fn may_take(&self, func: FuncId, edge: EdgeId) -> bool {
        self.never_taken.get(func.index()).is_none_or(|edges| !edges.contains(&edge))
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
    params: Vec<Option<Range>>,
    results: Vec<Option<Range>>,
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
    range: Range,
    width: u32,
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
    ranges: Vec<Vec<Option<Range>>>,
    never_taken: Vec<FxHashSet<EdgeId>>,
    plans: Vec<Option<Rc<Plan>>>,
    visited: Vec<bool>,
    /// What the last visit of each function has seen of others.
    seen: Vec<Option<Seen>>,
    /// Those to visit, by their number in the call graph: callers wait until what they call is settled.
    agenda: Agenda,
    n_steps: usize,
    max_steps: usize,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, graph: &'a CallGraph) -> Search<'a> {
        let cells = Cells::new(program, graph);
        let n = program.functions.len();
        let n_insts: usize = program.functions.values().map(|function| function.insts.len()).sum();
        let globals =
            cells.globals().map(|(id, width)| (id, Stored { range: initial(program, id, width), width, growth: 0 }));
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
            ranges: vec![Vec::new(); n],
            never_taken: vec![FxHashSet::default(); n],
            plans: vec![None; n],
            visited: vec![false; n],
            seen: vec![None; n],
            agenda: Agenda::new(program.functions.keys().map(|func| graph.component(func)).collect()),
            n_steps: 0,
            max_steps: MAX_STEPS.max(n_insts * MAX_STEPS_EACH),
        }
    }

    /// False if it took too long.
    fn run(&mut self) -> bool {
        for &root in self.graph.roots() {
            let params = &self.program.functions[root].params;
            let all = params.iter().map(|&param| width(&self.program.functions[root], param).map(Range::full));
            self.summaries[root.index()].params = all.collect();
            self.enqueue(root);
        }
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

    fn global(&self, global: GlobalId) -> Range {
        self.globals.get(&global).map_or(Range::full(64), |stored| stored.range)
    }

    /// Something is stored in a global.
    fn store_global(&mut self, global: GlobalId, range: Range) {
        let Some(stored) = self.globals.get_mut(&global) else { return };
        let joined = stored.range.join(range);
        if joined == stored.range {
            return;
        }
        stored.growth += 1;
        stored.range = if stored.growth > MAX_GROWTH { Range::full(stored.width) } else { joined };
        for reader in self.cells.readers.get(&global).cloned().unwrap_or_default() {
            self.enqueue_again(reader);
        }
    }

    /// A call passes these.
    fn pass(&mut self, callee: FuncId, args: &[Option<Range>]) {
        let function = &self.program.functions[callee];
        let mut grown = !self.visited[callee.index()];
        let summary = &mut self.summaries[callee.index()];
        for (idx, &param) in function.params.iter().enumerate() {
            let Some(width) = width(function, param) else { continue };
            let given = args.get(idx).copied().flatten().unwrap_or(Range::full(width)).or_full(width);
            let known = &mut summary.params[idx];
            let joined = known.map_or(given, |known| known.join(given));
            if *known != Some(joined) {
                grown = true;
                let often = summary.growth > MAX_GROWTH * 4;
                *known = Some(if often { Range::full(width) } else { joined });
            }
        }
        if grown {
            summary.growth += 1;
            summary.n_passed += 1;
            self.enqueue(callee);
        }
    }

    /// A function returns these.
    fn give(&mut self, func: FuncId, values: &[Option<Range>]) {
        let function = &self.program.functions[func];
        let summary = &mut self.summaries[func.index()];
        let mut grown = !std::mem::replace(&mut summary.returns, true);
        for (idx, ty) in function.signature.results.iter().enumerate() {
            let &Scalar::Int(width) = ty else { continue };
            let given = values.get(idx).copied().flatten().unwrap_or(Range::full(width));
            let known = &mut summary.results[idx];
            let joined = known.map_or(given, |known| known.join(given));
            if *known != Some(joined) {
                grown = true;
                summary.growth += 1;
                *known = Some(if summary.growth > MAX_GROWTH * 8 { Range::full(width) } else { joined });
            }
        }
        if grown {
            summary.n_returned += 1;
            let callers: BTreeSet<FuncId> = self.graph.callers(func).iter().map(|site| site.func).collect();
            for caller in callers {
                self.enqueue_again(caller);
            }
        }
    }
}

fn width(function: &Function, value: ValueId) -> Option<u32> {
    match function.values[value].ty {
        Scalar::Int(width) if width <= 64 => Some(width),
        _ => None,
    }
}

/// One function from its entry on, with what is known of the others by now.
struct Visit<'s, 'a> {
    search: &'s mut Search<'a>,
    func: FuncId,
    function: &'a Function,
    plan: Rc<Plan>,
    regs: Vec<Option<Range>>,
    growth: Vec<u32>,
    /// At the start of each block; `None` where nothing gets to.
    starts: Vec<Option<State>>,
    /// How often the start of each block has grown.
    rounds: Vec<u32>,
    /// Along each edge.
    edges: Vec<Option<State>>,
    /// At the end of each block, which registers hold what a variable holds.
    holds: Vec<FxHashMap<ValueId, Cell>>,
    /// The blocks to go through, again if something that they depend on has grown.
    waiting: Vec<bool>,
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
            growth: vec![0; function.values.len()],
            starts: vec![None; n],
            rounds: vec![0; n],
            edges: vec![None; function.edges.len()],
            holds: vec![FxHashMap::default(); n],
            waiting: vec![false; n],
            seen: Seen::default(),
        }
    }

    fn run(mut self) {
        for (idx, &param) in self.function.params.iter().enumerate() {
            self.regs[param.index()] = self.search.summaries[self.func.index()].params[idx];
        }
        self.seen.at_entry = self.search.growth_at_entry(self.func);
        let plan = self.plan.clone();
        self.waiting[self.function.entry().index()] = true;
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) && self.search.n_steps <= self.search.max_steps {
            // Blocks that control cannot get to may be waiting, too.
            for &bb in plan.cfg.reverse_post_order() {
                if std::mem::take(&mut self.waiting[bb.index()]) {
                    goes_on = true;
                    self.enter(bb);
                    if let Some(state) = self.starts[bb.index()].clone() {
                        self.block(bb, state);
                    }
                }
            }
        }
        let never = self.function.edges.keys().filter(|edge| self.edges[edge.index()].is_none());
        self.search.never_taken[self.func.index()] = never.collect();
        self.search.ranges[self.func.index()] = self.regs;
        self.search.seen[self.func.index()] = Some(self.seen);
    }

    /// Globals hold at the start what is ever stored there.
    fn at_entry(&self) -> State {
        let read = self.search.cells.read[self.func.index()].iter();
        read.map(|&global| (Key::Cell(Cell::Global(global)), self.search.global(global))).collect()
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
                if let Some(range) = self.range(state, arg).filter(|_| width(self.function, param).is_some()) {
                    self.grow(param, range);
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
            new.widen(old, |key, known, range| range.widen(known, Range::full(self.key_width(key)), landmarks));
        }
        self.starts[bb.index()] = Some(new);
    }

    fn key_width(&self, key: Key) -> u32 {
        let of_cell = |operand| self.search.cells.at(self.func, operand).map(|(_, width)| width);
        let found = match key {
            Key::Register(value) => width(self.function, value),
            Key::Cell(Cell::Local(local)) => of_cell(local.into()),
            Key::Cell(Cell::Global(global)) => self.search.globals.get(&global).map(|stored| stored.width),
        };
        found.unwrap_or(64)
    }

    fn grow(&mut self, value: ValueId, range: Range) {
        let old = self.regs[value.index()];
        let mut new = old.map_or(range, |old| old.join(range));
        if old == Some(new) {
            return;
        }
        self.growth[value.index()] += 1;
        let growth = self.growth[value.index()];
        if let Some(old) = old.filter(|_| growth > 2 * MAX_GROWTH) {
            let full = Range::full(width(self.function, value).unwrap_or(64));
            let landmarks = if growth > 6 * MAX_GROWTH { &[] } else { &self.plan.landmarks[..] };
            new = new.widen(old, full, landmarks);
        }
        self.regs[value.index()] = Some(new);
        self.plan.users.of(value).for_each(|bb| self.waiting[bb.index()] = true);
    }

    fn constant(&self, operand: Operand) -> Option<i128> {
        constant(self.search.program, operand)
    }

    /// The range of an operand; `None` while it has none.
    fn range(&self, state: &State, operand: Operand) -> Option<Range> {
        match operand {
            Operand::Value(value) if width(self.function, value).is_none() => Some(Range::full(126)),
            Operand::Value(value) => {
                let known = self.regs[value.index()]?;
                state.get(Key::Register(value)).map_or(Some(known), |narrow| known.meet(narrow).or(Some(known)))
            }
            Operand::Const(_) => Some(self.constant(operand).map_or(Range::full(64), Range::single)),
        }
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
            self.plan.cfg.successors(bb).iter().for_each(|link| self.waiting[link.block.index()] = true);
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
                self.grow(*success, Range::full(1));
            }
            InstKind::Return { values } => {
                let values: Vec<Option<Range>> = values.iter().map(|&value| self.range(&now.state, value)).collect();
                self.search.give(self.func, &values);
            }
            _ => {}
        }
        let Some((result, width)) = data.result.and_then(|result| Some((result, width(self.function, result)?))) else {
            return true;
        };
        now.state.remove(Key::Register(result));
        let (held, range) = match &data.kind {
            InstKind::Load { ptr, .. } => match self.search.cells.at(self.func, *ptr) {
                Some((cell, _)) => (Some(cell), Some(self.read(&now.state, cell).unwrap_or(Range::full(width)))),
                None => (None, Some(Range::full(width))),
            },
            kind => (None, self.compute(&now.state, kind, width)),
        };
        if let Some(range) = range {
            self.grow(result, range);
            // It may have been more in another round, but not now.
            if self.regs[result.index()] != Some(range) {
                now.state.insert(Key::Register(result), range);
            }
        }
        match held {
            Some(cell) => _ = now.holds.insert(result, cell),
            None => _ = now.holds.remove(&result),
        }
        true
    }

    /// What a variable holds; `None` if that may be anything.
    fn read(&self, state: &State, cell: Cell) -> Option<Range> {
        state.get(Key::Cell(cell))
    }

    fn store(&mut self, ptr: Operand, value: Operand, now: &mut Now) {
        let Some((cell, width)) = self.search.cells.at(self.func, ptr) else { return };
        now.forget(cell);
        let known = match value {
            Operand::Value(_) => self.range(&now.state, value),
            Operand::Const(_) => self.constant(value).map(Range::single),
        };
        if let Cell::Global(global) = cell {
            self.search.store_global(global, known.unwrap_or(Range::full(width)));
            if !self.search.cells.read[self.func.index()].contains(&global) {
                return;
            }
        }
        if let Some(range) = known {
            now.state.insert(Key::Cell(cell), range);
            if let Operand::Value(value) = value {
                now.holds.insert(value, cell);
            }
        }
    }

    fn call(&mut self, inst: InstId, call: &Call, now: &mut Now) -> bool {
        let site = Site { func: self.func, inst };
        let callees: Vec<FuncId> = self.search.graph.callees_at(site).collect();
        let args: Vec<Option<Range>> = call.args.iter().map(|arg| self.range(&now.state, arg.value)).collect();
        let mut results: Vec<Option<Range>> = vec![None; call.results.len()];
        // Functions without a body here call others back as they like.
        let is_foreign = |callee: FuncId| {
            self.search.natives[callee.index()].is_some() || !self.search.program.functions[callee].is_defined()
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
                Some(_) => (returns, anything) = (true, true),
                None if !self.search.program.functions[callee].is_defined() => (returns, anything) = (true, true),
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
            now.state.insert(Key::Cell(Cell::Global(global)), self.search.global(global));
        }
        for (&value, range) in call.results.iter().zip(results) {
            now.state.remove(Key::Register(value));
            if let Some(width) = width(self.function, value) {
                let range = range.filter(|_| !anything).unwrap_or(Range::full(width));
                self.grow(value, range);
            }
        }
        true
    }

    /// The range of a result; `None` while an operand has none.
    fn compute(&self, state: &State, kind: &InstKind, width: u32) -> Option<Range> {
        let full = Range::full(width);
        let range = match kind {
            InstKind::Binary { op, a, b, .. } => binary(*op, self.range(state, *a)?, self.range(state, *b)?),
            InstKind::Cast { op, from: Scalar::Int(from), value, .. } if *from <= 64 => {
                cast(*op, *from, self.range(state, *value)?)
            }
            InstKind::Compare { op, ty: Scalar::Int(of), a, b } if *of <= 64 => {
                // As a signed number of one bit, true is minus one.
                let holds = decide(*op, self.range(state, *a)?, self.range(state, *b)?);
                holds.map(|holds| Range::single(if holds { -1 } else { 0 }))
            }
            InstKind::Select { a, b, .. } => Some(self.range(state, *a)?.join(self.range(state, *b)?)),
            InstKind::PoisonIf { value, .. } => Some(self.range(state, *value)?),
            // What was no value may become any.
            InstKind::Freeze { value: Operand::Value(_), .. } => None,
            InstKind::Freeze { value, .. } => Some(self.range(state, *value)?),
            // Everything else may give anything.
            _ => None,
        };
        Some(range.map_or(full, |range| range.or_full(width)))
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
            InstKind::Switch(switch) => {
                let known = self.range(&now.state, switch.value).unwrap_or(Range::full(64));
                let mut n_left = known.high - known.low + 1;
                for (bits, edge) in &switch.cases {
                    let case = i128::from(bits.to_i64_wrapping());
                    let taken = known.low <= case && case <= known.high;
                    n_left -= i128::from(taken);
                    let mut state = now.state.clone();
                    let fits = taken && self.set(&mut state, &now.holds, switch.value, Range::single(case));
                    out.push((*edge, fits.then_some(state)));
                }
                out.push((switch.default, (n_left > 0).then(|| now.state.clone())));
            }
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
                self.waiting[self.function.edges[edge].target.index()] = true;
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

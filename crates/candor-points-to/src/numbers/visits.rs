//! Reachable instructions, by an explicit-value analysis of integer variables, and of pointers as numbers, whose address is never taken.
//!
//! Paths are followed one by one as long as they differ in such numbers, like a machine of finitely many states: drivers count locks and
//! references in such variables, controllers keep their state there. Memory that pointers lead to may hold anything. What a function does with
//! the same arguments and variables is looked at once, for all callers (after Reps, Horwitz, Sagiv, POPL 1995). Where there are too many
//! states at one place, what they differ in most is forgotten: a counter on which nothing depends. Where that is not enough they are joined and widened. The idea of following values and leaving out memory is the explicit-value analysis of Beyer and Löwe
//! (FASE 2013).
//!
//! Calls through pointers call every function whose address somebody takes and that can be called so. Whatever the program does that goes wrong, such
//! as to read through a null pointer, has any result; but no write goes outside of its object, memory is freed as C allows, and nothing comes behind
//! what is declared unreachable.

use std::collections::BTreeSet;
use std::rc::Rc;

use candor_analysis::Liveness;
use candor_interp::{
    Native, Site, ThreadFn, UNSUPPORTED_DATA, handlers_of_abort, is_compatible, is_unmodelled, starts_threads,
    unknown_builtin,
};
use candor_ir::{
    BinOp, BlockId, Call, Callee, Check, EdgeId, EntityRef, FuncId, Function, GlobalId, InstId, InstKind, MathOp,
    Operand, Program, ValueId,
};
use candor_numbers::AbstractInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Now;
use super::cells::{Cell, Cells, initial};
use super::narrow::Look;
use super::plan::Plan;
use super::state::{Key, State};
use crate::object::natives;

/// A search that takes more steps is given up.
const MOST_STEPS: usize = 4_000_000;
/// So often something is forgotten at one place.
const MOST_FORGOTTEN: usize = 8;
/// What has been joined so often is widened to all numbers, and not just to the next one that the function compares with.
const MOST_JOINS: usize = 20;
/// How often to look whether it is enough.
const TICK: usize = 256;

/// Where executions get to.
#[derive(Debug)]
pub struct Visits {
    visited: Vec<Vec<bool>>,
    /// Where something is claimed that is not known to hold: errors and assertions, and what instructions claim by themselves.
    open: FxHashSet<(Site, Check)>,
}

impl Visits {
    /// Whether an execution may get to an instruction.
    pub fn is_visited(&self, site: Site) -> bool {
        self.visited[site.func.index()][site.inst.index()]
    }

    /// Whether what an instruction claims may be wrong: that it is not reached, or that a condition holds.
    pub fn may_fail(&self, site: Site, check: Check) -> bool {
        self.open.contains(&(site, check))
    }

    /// All instructions that an execution may get to.
    pub fn all(&self) -> impl Iterator<Item = Site> {
        self.visited.iter().enumerate().flat_map(|(func, insts)| {
            let site = move |(inst, _)| Site { func: FuncId::new(func), inst: InstId::new(inst) };
            insts.iter().enumerate().filter(|(_, visited)| **visited).map(site)
        })
    }
}

/// What is told apart.
#[derive(Copy, Clone, Debug)]
pub struct Precision {
    /// So many states at one place before something is forgotten, and so many ways to begin and to end one function.
    pub n_states: usize,
    /// Whether pointers are null. A driver of 10,000 lines takes 4 s without that and 11 s with it.
    pub pointers: bool,
}

/// Where executions of a program with one thread get to; or why that is not known.
pub fn visits(program: &Program, precision: Precision, is_enough: &dyn Fn() -> bool) -> Result<Visits, GivenUp> {
    let mut search = Search::new(program, precision);
    search.run(is_enough)?;
    Ok(Visits { visited: search.visited, open: search.open })
}

/// Why a search has come to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// There are too many states.
    TooLong,
    /// An execution may get to this, and it is not known what it does.
    Unknown(Site),
}

/// A function with arguments and variables, for all its callers.
struct Entry {
    func: FuncId,
    callers: Vec<Caller>,
    exits: Vec<Exit>,
    /// The states at the starts of blocks and behind calls.
    seen: FxHashMap<InstId, Seen>,
    n_forgotten: usize,
}

/// The states at one place.
#[derive(Default)]
struct Seen {
    states: Vec<State>,
    n_forgotten: usize,
    joins: usize,
}

/// Where a function is called from, and with what.
#[derive(Clone, PartialEq, Eq)]
enum Caller {
    Call {
        entry: usize,
        inst: InstId,
        state: State,
    },
    /// The platform calls constructors and `main`, one after the other.
    Startup {
        idx: usize,
        state: State,
    },
}

/// What a function leaves in variables, and returns.
#[derive(Clone, PartialEq, Eq)]
struct Exit {
    state: State,
    results: Vec<Option<AbstractInt>>,
}

/// What comes behind an instruction.
enum Flow {
    Next,
    /// Nothing, or nothing that is known yet.
    Over,
}

/// What a function may be needed for again and again.
struct Facts {
    plan: Plan,
    liveness: Liveness,
    /// The local variables that are read behind the start of each block before they are written.
    locals: Vec<FxHashSet<ValueId>>,
}

struct Search<'a> {
    program: &'a Program,
    cells: Cells,
    natives: Vec<Option<Native>>,
    facts: Vec<Option<Rc<Facts>>>,
    /// The variables that a call of each function reads or writes.
    touched: Vec<BTreeSet<GlobalId>>,
    /// Functions whose addresses are taken.
    pointed: Vec<FuncId>,
    startup: Vec<FuncId>,
    entries: Vec<Entry>,
    /// By function and what it begins with.
    numbers: FxHashMap<(FuncId, State), usize>,
    of_function: Vec<Vec<(usize, State)>>,
    /// How often something was forgotten where each function begins.
    n_forgotten: Vec<usize>,
    /// What is no longer followed; of locals and registers, in which function.
    forgotten: FxHashSet<(Option<FuncId>, Key)>,
    work: Vec<(usize, InstId, State)>,
    visited: Vec<Vec<bool>>,
    open: FxHashSet<(Site, Check)>,
    /// How many bits a pointer has, where pointers are numbers, too.
    pointers: Option<u32>,
    most: usize,
    n_steps: usize,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, precision: Precision) -> Search<'a> {
        let pointers = precision.pointers.then_some(program.target.pointer_bits);
        let cells = Cells::of_each(program, pointers);
        let pointed = program.functions_by_address();
        let n = program.functions.len();
        let mut search = Search {
            program,
            natives: natives(program),
            facts: vec![const { None }; n],
            touched: (0..n).map(|func| &cells.read[func] | &cells.written[func]).collect(),
            cells,
            pointed,
            startup: program.constructors.clone(),
            entries: Vec::new(),
            numbers: FxHashMap::default(),
            of_function: vec![Vec::new(); n],
            n_forgotten: vec![0; n],
            forgotten: FxHashSet::default(),
            work: Vec::new(),
            visited: program.functions.values().map(|function| vec![false; function.insts.len()]).collect(),
            open: FxHashSet::default(),
            pointers,
            most: precision.n_states,
            n_steps: 0,
        };
        search.startup.extend(program.function_named("main"));
        search.touch_in_callers();
        search
    }

    /// What a function touches its callers touch.
    fn touch_in_callers(&mut self) {
        let calls: Vec<(FuncId, Vec<FuncId>)> = self
            .program
            .functions
            .iter()
            .map(|(func, function)| {
                let calls = function.insts.values().filter_map(|inst| match &inst.kind {
                    InstKind::Call(call) => Some(self.callees(call)),
                    // Any other calls nobody.
                    _ => None,
                });
                (func, calls.flatten().collect())
            })
            .collect();
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for (func, callees) in &calls {
                for callee in callees.iter().filter(|callee| *callee != func) {
                    let more = self.touched[callee.index()].clone();
                    let known = &mut self.touched[func.index()];
                    let n_known = known.len();
                    known.extend(more);
                    has_grown |= known.len() > n_known;
                }
            }
        }
    }

    /// Whom a call may call.
    fn callees(&self, call: &Call) -> Vec<FuncId> {
        match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => {
                let fits = |func: &FuncId| {
                    let function = &self.program.functions[*func];
                    self.natives[func.index()].is_some() || is_compatible(&self.program.target, call, function)
                };
                self.pointed.iter().copied().filter(fits).collect()
            }
        }
    }

    fn facts(&mut self, func: FuncId) -> Rc<Facts> {
        let (program, cells) = (self.program, &self.cells);
        let make = || {
            let function = &program.functions[func];
            let plan = Plan::new(program, function);
            let liveness = Liveness::new(function, &plan.cfg);
            let locals = live_locals(cells, func, function);
            Rc::new(Facts { plan, liveness, locals })
        };
        self.facts[func.index()].get_or_insert_with(make).clone()
    }

    fn run(&mut self, is_enough: &dyn Fn() -> bool) -> Result<(), GivenUp> {
        let initial = self
            .cells
            .globals()
            .map(|(global, width)| (Key::Cell(Cell::Global(global)), initial(self.program, global, width)));
        let mut initial: Vec<(Key, AbstractInt)> = initial.filter(|(_, number)| !number.is_top()).collect();
        initial.sort_unstable_by_key(|entry| entry.0);
        initial.dedup();
        self.start(0, initial.into_iter().collect());
        // What runs at the end, or where the program is aborted, finds anything.
        let at_end = self.program.library_function("exit");
        let last: Vec<FuncId> =
            self.program.destructors.iter().copied().chain(handlers_of_abort(self.program)).chain(at_end).collect();
        for func in last {
            self.enter(func, State::default());
        }
        for round in 1_usize.. {
            let Some((entry, pc, state)) = self.work.pop() else { break };
            if self.n_steps > MOST_STEPS || round.is_multiple_of(TICK) && is_enough() {
                return Err(GivenUp::TooLong);
            }
            self.go_on(entry, pc, state)?;
        }
        Ok(())
    }

    /// The platform calls a constructor, or `main`.
    fn start(&mut self, idx: usize, state: State) {
        let Some(&func) = self.startup.get(idx) else { return };
        let begins = self.of_callee(func, &state).collect();
        let entry = self.enter(func, begins);
        self.call_from(entry, Caller::Startup { idx, state });
    }

    /// What variables hold that a function touches.
    fn of_callee(&self, func: FuncId, state: &State) -> impl Iterator<Item = (Key, AbstractInt)> {
        let touched = &self.touched[func.index()];
        state.iter().filter(|(key, _)| matches!(key, Key::Cell(Cell::Global(global)) if touched.contains(global)))
    }

    /// A function begins with this.
    fn enter(&mut self, func: FuncId, mut state: State) -> usize {
        self.leave_out(func, &mut state);
        let known = &self.of_function[func.index()];
        let n_forgotten = self.n_forgotten[func.index()];
        if known.len() >= self.most * (n_forgotten + 1) && n_forgotten < MOST_FORGOTTEN {
            let varied = most_varied(known.iter().map(|(_, state)| state));
            self.n_forgotten[func.index()] += 1;
            self.forget(func, varied);
            self.leave_out(func, &mut state);
        } else if let Some((entry, last)) = known.last().filter(|_| known.len() >= self.most * (n_forgotten + 1)) {
            if last.covers(&state) {
                return *entry;
            }
            let mut joined = last.join(&state);
            joined.widen(last, &[]);
            state = joined;
        }
        if let Some(&entry) = self.numbers.get(&(func, state.clone())) {
            return entry;
        }
        let entry = self.entries.len();
        let (callers, exits, seen) = (Vec::new(), Vec::new(), FxHashMap::default());
        self.entries.push(Entry { func, callers, exits, seen, n_forgotten: 0 });
        self.numbers.insert((func, state.clone()), entry);
        self.of_function[func.index()].push((entry, state.clone()));
        let function = &self.program.functions[func];
        self.arrive(entry, function.blocks[function.entry()].first, state);
        entry
    }

    /// Something is no longer followed.
    fn forget(&mut self, func: FuncId, key: Option<Key>) {
        self.forgotten.extend(key.map(|key| (owner(func, key), key)));
    }

    fn leave_out(&self, func: FuncId, state: &mut State) {
        if !self.forgotten.is_empty() {
            state.retain(|key| !self.forgotten.contains(&(owner(func, key), key)));
        }
    }

    /// Somebody calls a function and goes on with all that it may come back with.
    fn call_from(&mut self, entry: usize, caller: Caller) {
        if self.entries[entry].callers.contains(&caller) {
            return;
        }
        for exit in self.entries[entry].exits.clone() {
            self.come_back(entry, &caller, &exit);
        }
        self.entries[entry].callers.push(caller);
    }

    fn come_back(&mut self, entry: usize, caller: &Caller, exit: &Exit) {
        let func = self.entries[entry].func;
        let touched = &self.touched[func.index()];
        let is_kept = |key: &Key| !matches!(key, Key::Cell(Cell::Global(global)) if touched.contains(global));
        let (Caller::Call { state: before, .. } | Caller::Startup { state: before, .. }) = caller;
        let mut state: State = before.iter().filter(|(key, _)| is_kept(key)).chain(exit.state.iter()).collect();
        match *caller {
            Caller::Startup { idx, .. } => self.start(idx + 1, state),
            Caller::Call { entry: of_caller, inst, .. } => {
                let caller = &self.program.functions[self.entries[of_caller].func];
                let InstKind::Call(call) = &caller.insts[inst].kind else { return };
                let is_same = self.program.functions[func].signature.results == call.signature.results;
                for (idx, &result) in call.results.iter().enumerate() {
                    let number = exit.results.get(idx).copied().flatten().filter(|_| is_same);
                    let width = self.cells.width_of(caller.values[result].ty);
                    let number = number.filter(|number| width == Some(number.width()));
                    set(&mut state, result, number);
                }
                self.arrive(of_caller, InstId::new(inst.index() + 1), state);
            }
        }
    }

    /// A state gets to the start of a block, or behind a call.
    fn arrive(&mut self, entry: usize, pc: InstId, mut state: State) {
        let func = self.entries[entry].func;
        let facts = self.facts(func);
        self.leave_out(func, &mut state);
        let most = self.most;
        let seen = self.entries[entry].seen.entry(pc).or_default();
        if seen.states.len() >= most * (seen.n_forgotten + 1) && seen.n_forgotten < MOST_FORGOTTEN {
            seen.n_forgotten += 1;
            let varied = most_varied(seen.states.iter());
            self.forget(func, varied);
            self.leave_out(func, &mut state);
        }
        let seen = self.entries[entry].seen.entry(pc).or_default();
        if seen.states.iter().rev().any(|known| known.covers(&state)) {
            return;
        }
        if seen.states.len() >= most * (seen.n_forgotten + 1)
            && let Some(last) = seen.states.last()
        {
            let mut joined = last.join(&state);
            seen.joins += 1;
            let landmarks = if seen.joins > MOST_JOINS { &[] } else { &facts.plan.landmarks[..] };
            joined.widen(last, landmarks);
            state = joined;
            seen.states.pop();
        }
        seen.states.push(state.clone());
        self.work.push((entry, pc, state));
    }

    /// From the start of a block, or from behind a call, to its end.
    fn go_on(&mut self, entry: usize, pc: InstId, state: State) -> Result<(), GivenUp> {
        let func = self.entries[entry].func;
        let function = &self.program.functions[func];
        let facts = self.facts(func);
        let (program, pointers) = (self.program, self.pointers);
        let look = Look { program, function, plan: &facts.plan, registers: None, pointers };
        let bb = function.block_of(pc);
        let mut now = Now { bb, state, holds: FxHashMap::default(), plain: true };
        for inst in function.block_insts(bb).skip_while(|inst| *inst != pc) {
            self.n_steps += 1;
            self.visited[func.index()][inst.index()] = true;
            let flow = self.step(entry, look, Site { func, inst }, &mut now)?;
            if matches!(flow, Flow::Over) {
                return Ok(());
            }
        }
        self.leave(entry, &facts, look, &now);
        Ok(())
    }

    fn step(&mut self, entry: usize, look: Look<'_>, site: Site, now: &mut Now) -> Result<Flow, GivenUp> {
        let data = &look.function.insts[site.inst];
        match &data.kind {
            InstKind::Store { ptr, value, .. } => {
                if let Some((cell, width)) = self.cells.at(site.func, *ptr) {
                    now.forget(cell);
                    let number = look.number(&now.state, *value, width);
                    if let Some(number) = number.filter(|number| !number.is_top()) {
                        now.state.insert(Key::Cell(cell), number);
                    }
                    if let Operand::Value(value) = value {
                        now.holds.insert(*value, cell);
                    }
                }
            }
            InstKind::Alloca { .. } => data.result.into_iter().for_each(|local| now.forget(Cell::Local(local))),
            InstKind::LifetimeStart { ptr: Operand::Value(local) }
            | InstKind::LifetimeEnd { ptr: Operand::Value(local) } => now.forget(Cell::Local(*local)),
            InstKind::Call(call) => return self.call(entry, look, site, call, now),
            InstKind::Assume { cond } => {
                let holds = look.narrow(&mut now.state, &now.holds, *cond, true);
                return Ok(if holds { Flow::Next } else { Flow::Over });
            }
            InstKind::Check { check, ok } => self.claim(look, site, *check, *ok, now),
            InstKind::Return { values } => {
                let results = values.iter().zip(&look.function.signature.results);
                let number = |(&value, &ty): (&Operand, _)| look.number(&now.state, value, look.width_of(ty)?);
                let results: Vec<Option<AbstractInt>> = results.map(number).collect();
                let state = self.of_callee(site.func, &now.state).collect();
                self.exit(entry, Exit { state, results });
                return Ok(Flow::Over);
            }
            InstKind::Unreachable => {
                self.open.insert((site, Check::UnreachableCode));
                return Ok(Flow::Over);
            }
            InstKind::Trap => return Ok(Flow::Over),
            InstKind::Unsupported { .. } => return Err(GivenUp::Unknown(site)),
            // Any other writes no cell.
            _ => {}
        }
        if let InstKind::AtomicCas { success: Some(success), .. } = &data.kind {
            set(&mut now.state, *success, None);
        }
        let Some(result) = data.result else { return Ok(Flow::Next) };
        now.holds.remove(&result);
        let number = look.width(result).and_then(|width| match &data.kind {
            InstKind::Load { ptr, .. } => {
                let (cell, _) = self.cells.at(site.func, *ptr)?;
                now.holds.insert(result, cell);
                now.state.get(Key::Cell(cell))
            }
            // Any other gives what its operands come to.
            kind => look.compute(&now.state, kind, width).filter(|_| !may_go_wrong(look, &now.state, kind, width)),
        });
        set(&mut now.state, result, number);
        Ok(Flow::Next)
    }

    /// A condition is claimed to hold.
    fn claim(&mut self, look: Look<'_>, site: Site, check: Check, ok: Operand, now: &Now) {
        let mut state = now.state.clone();
        if look.narrow(&mut state, &now.holds, ok, false) {
            self.open.insert((site, check));
        }
    }

    fn call(&mut self, entry: usize, look: Look<'_>, site: Site, call: &Call, now: &mut Now) -> Result<Flow, GivenUp> {
        let callees = self.callees(call);
        // A pointer may lead to a function of others.
        let mut comes_back = matches!(call.callee, Callee::Indirect(_));
        for callee in callees {
            match self.natives[callee.index()] {
                Some(native) => comes_back |= self.platform(native, callee, look, site, call, now)?,
                None if !self.program.functions[callee].is_defined() => {
                    self.missing(callee, site)?;
                    comes_back = true;
                }
                None => {}
            }
            let function = &self.program.functions[callee];
            if function.is_defined() {
                let mut begins: Vec<(Key, AbstractInt)> = self.of_callee(callee, &now.state).collect();
                for (arg, &param) in call.args.iter().zip(&function.params) {
                    let width = look.width_of(function.values[param].ty);
                    // What is passed by value is a copy at an address of its own.
                    let width = width.filter(|width| look.width_of(arg.ty) == Some(*width) && arg.byval.is_none());
                    let number = width.and_then(|width| look.number(&now.state, arg.value, width));
                    begins.extend(number.filter(|it| !it.is_top()).map(|number| (Key::Register(param), number)));
                }
                let callee = self.enter(callee, begins.into_iter().collect());
                self.call_from(callee, Caller::Call { entry, inst: site.inst, state: now.state.clone() });
            }
        }
        for &result in &call.results {
            now.holds.remove(&result);
            set(&mut now.state, result, None);
        }
        Ok(if comes_back { Flow::Next } else { Flow::Over })
    }

    /// A function without a body returns anything, unless it is known to do more.
    fn missing(&self, callee: FuncId, site: Site) -> Result<(), GivenUp> {
        let name = &self.program.functions[callee].name;
        let does_more = is_unmodelled(name) || unknown_builtin(name).is_some() || starts_threads(name);
        if does_more { Err(GivenUp::Unknown(site)) } else { Ok(()) }
    }

    /// The platform does something; whether it comes back.
    fn platform(
        &mut self,
        native: Native,
        callee: FuncId,
        look: Look<'_>,
        site: Site,
        call: &Call,
        now: &mut Now,
    ) -> Result<bool, GivenUp> {
        let is_direct = matches!(call.callee, Callee::Direct(_));
        Ok(match native {
            Native::Exit | Native::Quit | Native::Abort => false,
            Native::ErrorCall => {
                self.open.insert((site, Check::ErrorCall));
                // Unchecked, a body runs if there is one.
                let is_checked = look.function.insts[site.inst].checks.contains(Check::ErrorCall);
                !is_checked && self.program.functions[callee].is_defined()
            }
            Native::AssertFail => {
                self.open.insert((site, Check::Assertion));
                false
            }
            Native::Assert => {
                match call.args.first() {
                    Some(arg) => self.claim(look, site, Check::Assertion, arg.value, now),
                    None => _ = self.open.insert((site, Check::Assertion)),
                }
                true
            }
            // The library claims nothing of this kind by it.
            Native::Check if look.function.library => true,
            Native::Check => {
                self.open.extend([(site, Check::Assertion), (site, Check::ErrorCall)]);
                true
            }
            Native::Assume => match call.args.first().filter(|_| is_direct) {
                Some(arg) => look.narrow(&mut now.state, &now.holds, arg.value, true),
                None => true,
            },
            Native::Unsupported if self.program.functions[callee].name == UNSUPPORTED_DATA => true,
            Native::SetJmp | Native::LongJmp | Native::Unsupported => return Err(GivenUp::Unknown(site)),
            Native::Thread(ThreadFn::Spawn | ThreadFn::End) => return Err(GivenUp::Unknown(site)),
            Native::Malloc
            | Native::Calloc
            | Native::Realloc
            | Native::Free
            | Native::AlignedAlloc
            | Native::MemCopy { .. }
            | Native::MemFill
            | Native::Put
            | Native::Get
            | Native::IsWatched
            | Native::Nondet(_)
            | Native::NondetBits
            | Native::Arbitrary
            | Native::Outside
            | Native::IsOpen
            | Native::OutsideBlock
            | Native::MakeSymbolic
            | Native::MakeInputs
            | Native::MakeForeign
            | Native::Range
            | Native::Math(_)
            | Native::Thread(_) => true,
        })
    }

    /// A function returns.
    fn exit(&mut self, entry: usize, mut exit: Exit) {
        let (func, most) = (self.entries[entry].func, self.most);
        self.leave_out(func, &mut exit.state);
        let known = &mut self.entries[entry];
        if known.exits.len() >= most * (known.n_forgotten + 1) && known.n_forgotten < MOST_FORGOTTEN {
            known.n_forgotten += 1;
            let varied = most_varied(known.exits.iter().map(|exit| &exit.state));
            self.forget(func, varied);
            self.leave_out(func, &mut exit.state);
        }
        let known = &mut self.entries[entry];
        if known.exits.contains(&exit) {
            return;
        }
        if known.exits.len() >= most * (known.n_forgotten + 1)
            && let Some(last) = known.exits.pop()
        {
            let mut state = last.state.join(&exit.state);
            state.widen(&last.state, &[]);
            let results = last.results.iter().zip(&exit.results).map(|(last, new)| match (last, new) {
                (Some(last), Some(new)) if new.is_subset(last) => Some(*last),
                (Some(last), Some(new)) if last.width() == new.width() => Some(last.join(*new).widen(*last, &[])),
                _ => None,
            });
            exit = Exit { results: results.collect(), state };
            let is_same = exit == last;
            known.exits.push(last);
            if is_same {
                return;
            }
            known.exits.pop();
        }
        known.exits.push(exit.clone());
        for caller in known.callers.clone() {
            self.come_back(entry, &caller, &exit);
        }
    }

    /// Goes on along the edges of a block that may be taken.
    fn leave(&mut self, entry: usize, facts: &Facts, look: Look<'_>, now: &Now) {
        let function = look.function;
        let mut out: Vec<(EdgeId, Option<State>)> = Vec::new();
        match &function.insts[function.terminator(now.bb)].kind {
            InstKind::Branch { cond, then, or_else } => {
                for (edge, truth) in [(*then, true), (*or_else, false)] {
                    let mut state = now.state.clone();
                    let may_be = look.narrow(&mut state, &now.holds, *cond, truth);
                    out.push((edge, may_be.then_some(state)));
                }
            }
            InstKind::Switch(switch) => out = look.ways(now, switch),
            // Any other tells nothing about numbers.
            kind => kind.for_each_edge(|edge| out.push((edge, Some(now.state.clone())))),
        }
        for (edge, state) in out {
            let Some(mut state) = state else { continue };
            let edge = &function.edges[edge];
            let params = &function.blocks[edge.target].params;
            let passed: Vec<Option<AbstractInt>> = params
                .iter()
                .zip(&edge.args)
                .map(|(&param, &arg)| look.number(&state, arg, look.width(param)?))
                .collect();
            for (&param, number) in params.iter().zip(passed) {
                set(&mut state, param, number);
            }
            state.retain(|key| match key {
                Key::Register(value) => params.contains(&value) || facts.liveness.is_live_in(edge.target, value),
                Key::Cell(Cell::Local(local)) => facts.locals[edge.target.index()].contains(&local),
                Key::Cell(Cell::Global(_)) => true,
            });
            self.arrive(entry, function.blocks[edge.target].first, state);
        }
    }
}

/// Whether machines give different results, or none: of a division by zero, and where numbers do not fit.
fn may_go_wrong(look: Look<'_>, state: &State, kind: &InstKind, width: u32) -> bool {
    if let InstKind::Math { op: MathOp::Ctlz | MathOp::Cttz, args, .. } = kind {
        return look.number(state, args[0], width).is_none_or(|number| number.contains(0));
    }
    let InstKind::Binary { op, a, b, .. } = kind else { return false };
    let Some((a, b)) = look.number(state, *a, width).zip(look.number(state, *b, width)) else { return true };
    match op {
        BinOp::UDiv | BinOp::URem => b.contains(0),
        BinOp::SDiv | BinOp::SRem => {
            b.contains(0) || b.contains(u64::MAX >> (64 - width)) && a.contains(1 << (width - 1))
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => b.unsigned().1 >= u64::from(width),
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => false,
        // Any other is of floats.
        _ => true,
    }
}

/// The function that something belongs to.
fn owner(func: FuncId, key: Key) -> Option<FuncId> {
    match key {
        Key::Register(_) | Key::Cell(Cell::Local(_)) => Some(func),
        Key::Cell(Cell::Global(_)) => None,
    }
}

/// What states differ in most.
fn most_varied<'s>(states: impl Iterator<Item = &'s State>) -> Option<Key> {
    let mut values: FxHashMap<Key, FxHashSet<AbstractInt>> = FxHashMap::default();
    for (key, number) in states.flat_map(State::iter) {
        values.entry(key).or_default().insert(number);
    }
    let most = values.into_iter().map(|(key, numbers)| (numbers.len(), key));
    most.max().filter(|(n_values, _)| *n_values > 1).map(|(_, key)| key)
}

/// A register holds this, or anything.
fn set(state: &mut State, register: ValueId, number: Option<AbstractInt>) {
    match number.filter(|number| !number.is_top()) {
        Some(number) => state.insert(Key::Register(register), number),
        None => state.remove(Key::Register(register)),
    }
}

/// For each block, the local variables that may be read behind its start before they are written.
fn live_locals(cells: &Cells, func: FuncId, function: &Function) -> Vec<FxHashSet<ValueId>> {
    let mut live: Vec<FxHashSet<ValueId>> = vec![FxHashSet::default(); function.blocks.len()];
    let local = |ptr: Operand| match cells.at(func, ptr) {
        Some((Cell::Local(local), _)) => Some(local),
        Some((Cell::Global(_), _)) | None => None,
    };
    let blocks: Vec<BlockId> = function.blocks.keys().collect();
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for &bb in blocks.iter().rev() {
            let mut now: FxHashSet<ValueId> = FxHashSet::default();
            let insts: Vec<InstId> = function.block_insts(bb).collect();
            for inst in insts.into_iter().rev() {
                let kind = &function.insts[inst].kind;
                kind.for_each_edge(|edge| now.extend(&live[function.edges[edge].target.index()]));
                match kind {
                    InstKind::Load { ptr, .. } => now.extend(local(*ptr)),
                    InstKind::Store { ptr, .. } => {
                        if let Some(local) = local(*ptr) {
                            now.remove(&local);
                        }
                    }
                    // Any other uses no local variable by its name.
                    _ => {}
                }
            }
            if now.len() > live[bb.index()].len() {
                live[bb.index()] = now;
                has_grown = true;
            }
        }
    }
    live
}

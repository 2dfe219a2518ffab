//! Accesses that an earlier one has settled.
//!
//! In `p->key = 1; p->next = q;` the second access cannot go wrong if the first did not: `p` is the same, it points to something
//! that lives, and if all that it may point to is large enough, what is accessed there does not matter. So it is for every access
//! that comes, on every way, behind one through the same pointer, when nothing in between may have ended a life. A forward analysis
//! of each function, after "available expressions" (Kildall 1973). Pointers are registers, or what a local variable holds that is only
//! loaded and stored by name.

use std::collections::{BTreeMap, BTreeSet};

use candor_analysis::Cfg;
use candor_interp::{Native, Site};
use candor_ir::{BlockId, EntityRef, FuncId, Function, Inst, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::FxHashSet;

use crate::access::root;
use crate::instances::by_name;
use crate::object::native_of;
use crate::query::PointsTo;

/// More than so many facts at once are not kept, and functions with more blocks are not looked at.
const MAX_FACTS: usize = 200;
const MAX_BLOCKS: usize = 4_000;

/// A pointer that was accessed through.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Register(ValueId),
    /// What a local variable holds, by the register with its address.
    Local(ValueId),
}

/// Bytes from a pointer on that were accessed, from and to; none at all says only that what it points to lives.
type Fact = (Base, i64, i64);
type Facts = BTreeSet<Fact>;

/// The accesses of a program that cannot go wrong because earlier ones did not.
pub(crate) fn settled(program: &Program, points_to: &PointsTo) -> FxHashSet<Site> {
    let mut found = FxHashSet::default();
    if points_to.is_disordered() {
        return found;
    }
    let ends = ends(program, points_to);
    for (func, function) in program.functions.iter().filter(|(func, _)| points_to.is_called(*func)) {
        if function.is_defined() && function.blocks.len() <= MAX_BLOCKS {
            Search::new(program, points_to, func, &ends).run(&mut found);
        }
    }
    found
}

/// For each function, whether a call of it may end the life of what was there before it.
fn ends(program: &Program, points_to: &PointsTo) -> Vec<bool> {
    let graph = points_to.call_graph();
    let mut ends: Vec<bool> = program.functions.values().map(ends_by_itself).collect();
    let mut work: Vec<FuncId> = program.functions.keys().filter(|func| ends[func.index()]).collect();
    while let Some(func) = work.pop() {
        for site in graph.callers(func) {
            if !std::mem::replace(&mut ends[site.func.index()], true) {
                work.push(site.func);
            }
        }
    }
    ends
}

fn ends_by_itself(function: &Function) -> bool {
    match native_of(function) {
        Some(
            Native::Nondet(_)
            | Native::NondetBits
            | Native::Arbitrary
            | Native::Range
            | Native::Assume
            | Native::Malloc
            | Native::Calloc
            | Native::AlignedAlloc
            | Native::MemCopy { .. }
            | Native::MemFill
            | Native::Math(_)
            | Native::Check
            | Native::Exit
            | Native::Abort
            | Native::AssertFail
            | Native::ErrorCall,
        ) => false,
        Some(_) => true,
        // Its own variables end with it, but no pointer to them was accessed through before.
        None => !function.is_defined(),
    }
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    func: FuncId,
    function: &'a Function,
    ends: &'a [bool],
    /// Registers with the addresses of variables that are used by name only.
    locals: FxHashSet<ValueId>,
}

/// What is known on the way through a block.
struct Now {
    facts: Facts,
    /// Registers that hold what a variable holds, as far as this block tells.
    holds: BTreeMap<ValueId, ValueId>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, points_to: &'a PointsTo, func: FuncId, ends: &'a [bool]) -> Search<'a> {
        let function = &program.functions[func];
        let locals = by_name(program, func).into_iter().filter_map(|site| function.insts[site.inst].result);
        Search { program, points_to, func, function, ends, locals: locals.collect() }
    }

    fn run(&self, found: &mut FxHashSet<Site>) {
        let cfg = Cfg::new(self.function);
        let mut entries: Vec<Option<Facts>> = vec![None; self.function.blocks.len()];
        entries[self.function.entry().index()] = Some(Facts::new());
        let mut changed = true;
        while changed {
            changed = false;
            for &bb in cfg.reverse_post_order() {
                let Some(facts) = entries[bb.index()].clone() else { continue };
                let facts = self.pass(bb, facts, |_| {});
                for link in cfg.successors(bb) {
                    changed |= meet(&mut entries[link.block.index()], &facts);
                }
            }
        }
        for &bb in cfg.reverse_post_order() {
            if let Some(facts) = entries[bb.index()].take() {
                self.pass(bb, facts, |site| _ = found.insert(site));
            }
        }
    }

    /// What is known at the end of a block; tells of accesses that are settled.
    fn pass(&self, bb: BlockId, facts: Facts, mut tell: impl FnMut(Site)) -> Facts {
        let mut now = Now { facts, holds: BTreeMap::new() };
        self.function.blocks[bb].params.iter().for_each(|&param| now.define(param));
        for inst in self.function.block_insts(bb) {
            let site = Site { func: self.func, inst };
            let data = &self.function.insts[inst];
            if self.step(site, data, &mut now) {
                tell(site);
            }
        }
        now.facts
    }

    /// Goes past an instruction; true if it is an access that is settled.
    fn step(&self, site: Site, data: &Inst, now: &mut Now) -> bool {
        let mut settled = false;
        match &data.kind {
            InstKind::Load { ty, ptr, .. } => settled = self.access(site, *ptr, *ty, now),
            InstKind::Store { ty, ptr, value, .. } => match self.local(*ptr) {
                Some(local) => now.store(local, *value),
                None => settled = self.access(site, *ptr, *ty, now),
            },
            InstKind::Call(_) => {
                let mut callees = self.points_to.call_graph().callees_at(site).peekable();
                if callees.peek().is_none() || callees.any(|callee| self.ends[callee.index()]) {
                    now.facts.clear();
                }
            }
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => match self.local(*ptr) {
                Some(local) => {
                    [Base::Local(local), Base::Register(local)].into_iter().for_each(|base| now.forget(base))
                }
                None => now.facts.clear(),
            },
            InstKind::StackRestore { .. } | InstKind::VaEnd { .. } | InstKind::Unsupported { .. } => now.facts.clear(),
            // These write to memory that nobody goes by here, and end nothing.
            _ => {}
        }
        data.for_each_result(|result| now.define(result));
        if let (InstKind::Load { ty: Scalar::Ptr, ptr, flags }, Some(result)) = (&data.kind, data.result)
            && let Some(local) = self.local(*ptr).filter(|_| !flags.volatile)
        {
            now.holds.insert(result, local);
        }
        settled
    }

    fn local(&self, ptr: Operand) -> Option<ValueId> {
        match ptr {
            Operand::Value(value) if self.locals.contains(&value) => Some(value),
            _ => None,
        }
    }

    fn access(&self, site: Site, ptr: Operand, ty: Scalar, now: &mut Now) -> bool {
        let Some((root, at)) =
            root(self.program, self.function, |value| self.points_to.definition(self.func, value), ptr)
        else {
            return false;
        };
        let Some(end) = i64::try_from(self.program.target.store_bytes(ty)).ok().and_then(|n| at.checked_add(n)) else {
            return false;
        };
        let bases = [Some(Base::Register(root)), now.holds.get(&root).map(|&local| Base::Local(local))];
        let settled = bases.iter().flatten().any(|&base| {
            now.facts_of(base).any(|(_, from, to)| from <= at && end <= to)
                || (now.facts_of(base).next().is_some() && self.points_to.fits_if_it_lives(self.func, ptr, end - at))
        });
        if now.facts.len() < MAX_FACTS {
            bases.iter().flatten().for_each(|&base| now.facts.extend([(base, 0, 0), (base, at, end)]));
        }
        settled && self.points_to.is_reached(site)
    }
}

impl Now {
    fn facts_of(&self, base: Base) -> impl Iterator<Item = Fact> {
        self.facts.range((base, i64::MIN, i64::MIN)..=(base, i64::MAX, i64::MAX)).copied()
    }

    fn forget(&mut self, base: Base) {
        self.facts.retain(|fact| fact.0 != base);
        if let Base::Local(local) = base {
            self.holds.retain(|_, held| *held != local);
        }
    }

    /// A register gets a new value.
    fn define(&mut self, value: ValueId) {
        self.facts.retain(|fact| fact.0 != Base::Register(value));
        self.holds.remove(&value);
    }

    /// A variable gets a new value: all that is known of that is now known of the variable.
    fn store(&mut self, local: ValueId, value: Operand) {
        let known: Vec<Fact> = match value {
            Operand::Value(value) => {
                let held = self.holds.get(&value).map(|&local| Base::Local(local));
                [Some(Base::Register(value)), held].into_iter().flatten().flat_map(|base| self.facts_of(base)).collect()
            }
            Operand::Const(_) => Vec::new(),
        };
        self.forget(Base::Local(local));
        self.facts.extend(known.into_iter().map(|(_, from, to)| (Base::Local(local), from, to)));
        if let Operand::Value(value) = value {
            self.holds.insert(value, local);
        }
    }
}

/// What is known on both of two ways; tells whether that is less than before.
fn meet(into: &mut Option<Facts>, other: &Facts) -> bool {
    match into {
        None => {
            *into = Some(other.clone());
            true
        }
        Some(facts) => {
            let before = facts.len();
            facts.retain(|fact| other.contains(fact));
            facts.len() < before
        }
    }
}

//! Accesses that an earlier one has settled, and branches that an earlier one has decided.
//!
//! In `p->key = 1; p->next = q;` the second access cannot go wrong if the first did not: `p` is the same, it points to something
//! that lives, and if all that it may point to is large enough, what is accessed there does not matter. So it is for every access
//! that comes, on every way, behind one through the same pointer, when nothing in between may have ended a life. A forward analysis
//! of each function, after "available expressions" (Kildall 1973). What is the same pointer is told by names (see [`names`]), so that
//! `p->next->key` is known behind `p->next->next`, until something is written that may be `p->next`. By the same names, whoever asks
//! again what was asked before, or whether something is null that was accessed, gets one answer only.

mod names;

use std::collections::{BTreeMap, BTreeSet};

use candor_analysis::{Cfg, reachable, until_stable};
use candor_interp::{Continuation, Native, Site, errno, native_of};
use candor_ir::{
    BinOp, BlockId, Const, ConstId, EdgeId, EntityRef, FuncId, Function, Inst, InstKind, Life, Operand, Ordering,
    Program, PtrIndex, Scalar, ValueId,
};
use rustc_hash::FxHashSet;

use self::names::{Location, Name, NameId, Names};
use crate::access::root;
use crate::instances::by_name;
use crate::object::AbstractObject;
use crate::query::PointsTo;
use crate::set::Offset;

/// More than so many facts at once are not kept, and functions with more blocks are not looked at.
const MAX_FACTS: usize = 200;
const MAX_BLOCKS: usize = 4_000;

/// Bytes from a pointer on that were accessed, from and to; none at all says only that what it points to lives.
type Fact = (NameId, i64, i64);

/// What is known at some place.
#[derive(Clone, Debug, Default)]
struct Facts {
    accessed: BTreeSet<Fact>,
    /// Comparisons, and whether they hold.
    truths: BTreeMap<NameId, bool>,
}

/// What follows for a program.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// Accesses that cannot go wrong because earlier ones did not.
    pub(crate) accesses: FxHashSet<Site>,
    /// Edges that no execution takes, by function.
    pub(crate) never_taken: Vec<(FuncId, EdgeId)>,
}

pub(crate) fn settled(program: &Program, points_to: &PointsTo) -> Settled {
    let mut found = Settled::default();
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
    let own = program.functions.iter().filter(|(_, function)| ends_by_itself(function)).map(|(func, _)| func);
    reachable(program.functions.len(), own, |func| graph.callers(func).iter().map(|site| site.func))
}

fn ends_by_itself(function: &Function) -> bool {
    match native_of(function) {
        Some(native) => native.frees() || !goes_straight_on(native),
        // Its own variables end with it, but no pointer to them was accessed through before.
        None => !function.is_defined(),
    }
}

/// Whether what was known before a call is still there behind it, but for what the call itself changes: no other thread, and no jump,
/// comes in between.
fn goes_straight_on(native: Native) -> bool {
    match native.continuation() {
        Continuation::Behind | Continuation::Conditional => !matches!(native, Native::Thread(_)),
        // Nobody asks what is known there.
        Continuation::EndsProgram { .. } | Continuation::Stops => true,
        Continuation::Waits | Continuation::Twice | Continuation::Jump | Continuation::EndsThread => false,
    }
}

/// Whether a platform function leaves what was in memory as it is, but for `errno`.
fn leaves_memory(function: &Function) -> bool {
    native_of(function).is_some_and(|native| !native.changes_memory() && goes_straight_on(native))
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    func: FuncId,
    function: &'a Function,
    ends: &'a [bool],
    /// Registers with the addresses of variables that are used by name only.
    locals: FxHashSet<ValueId>,
    names: Names,
}

/// What is known on the way through a block.
struct Now {
    facts: Facts,
    /// What registers are, as far as this block tells.
    holds: BTreeMap<ValueId, NameId>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, points_to: &'a PointsTo, func: FuncId, ends: &'a [bool]) -> Search<'a> {
        let function = &program.functions[func];
        let locals = by_name(program, func).into_iter().filter_map(|site| function.insts[site.inst].result);
        let names = Names::default();
        Search { program, points_to, func, function, ends, locals: locals.collect(), names }
    }

    fn run(&mut self, found: &mut Settled) {
        let cfg = Cfg::of_edges(self.function, |edge| self.points_to.may_take(self.func, edge));
        let mut entries: Vec<Option<Facts>> = vec![None; self.function.blocks.len()];
        entries[self.function.entry().index()] = Some(Facts::default());
        until_stable(cfg.reverse_post_order().iter(), |&bb| {
            let Some(facts) = entries[bb.index()].clone() else { return false };
            let now = self.pass(bb, facts, |_| {});
            let mut has_changed = false;
            for link in cfg.successors(bb) {
                if let Some(facts) = self.along(bb, link.edge, &now) {
                    has_changed |= meet(&mut entries[link.block.index()], &facts);
                }
            }
            has_changed
        });
        for &bb in cfg.reverse_post_order() {
            let Some(facts) = entries[bb.index()].clone() else { continue };
            let now = self.pass(bb, facts, |site| _ = found.accesses.insert(site));
            for link in cfg.successors(bb) {
                if self.along(bb, link.edge, &now).is_none() {
                    found.never_taken.push((self.func, link.edge));
                }
            }
        }
    }

    /// What is known where control leaves a block by an edge; `None` if it never does.
    fn along(&mut self, bb: BlockId, edge: EdgeId, now: &Now) -> Option<Facts> {
        let InstKind::Branch { cond, then, or_else } = self.function.insts[self.function.terminator(bb)].kind else {
            return Some(now.facts.clone());
        };
        if then == or_else {
            return Some(now.facts.clone());
        }
        let name = self.name(cond, now);
        let (name, truth) = self.names.without_not(name, edge == then);
        if self.decided(name, now).is_some_and(|known| known != truth) {
            return None;
        }
        let mut facts = now.facts.clone();
        if facts.truths.len() < MAX_FACTS {
            facts.truths.insert(name, truth);
        }
        Some(facts)
    }

    /// Whether a comparison is known to hold or not to.
    fn decided(&self, name: NameId, now: &Now) -> Option<bool> {
        let known = now.facts.truths.get(&name).copied();
        known.or_else(|| {
            let compared = self.names.compared_with_null(name)?;
            // What was accessed is not null.
            now.facts_of(compared).next().map(|_| false)
        })
    }

    fn is_not_null(&self, name: NameId, now: &Now) -> bool {
        self.names.asked_for_null(name).is_some_and(|question| now.facts.truths.get(&question) == Some(&false))
    }

    /// What is known at the end of a block; tells of accesses that are settled.
    fn pass(&mut self, bb: BlockId, facts: Facts, mut tell: impl FnMut(Site)) -> Now {
        let mut now = Now { facts, holds: BTreeMap::new() };
        for &param in &self.function.blocks[bb].params {
            self.define(param, &mut now);
        }
        for inst in self.function.block_insts(bb) {
            let site = Site { func: self.func, inst };
            let function = self.function;
            if self.step(site, &function.insts[inst], &mut now) {
                tell(site);
            }
        }
        now
    }

    /// Goes past an instruction; true if it is an access that is settled.
    fn step(&mut self, site: Site, data: &Inst, now: &mut Now) -> bool {
        let mut settled = false;
        match &data.kind {
            InstKind::Load { ty, ptr, .. } => settled = self.access(site, *ptr, *ty, now),
            InstKind::Store { ty, ptr, value, flags } => match self.local(*ptr) {
                Some(local) => self.store_local(site, (local, *ty), *value, now),
                None => {
                    settled = self.access(site, *ptr, *ty, now);
                    let plain = !flags.volatile && flags.ordering == Ordering::None;
                    self.store(site, *ptr, *ty, *value, plain, now);
                }
            },
            InstKind::Call(_) => self.call(site, now),
            InstKind::Unsupported { .. } => now.clear(),
            // Any other does what the accounts of accesses and lives say.
            kind => self.other(kind, now),
        }
        let name = self.name_result(&data.kind, now);
        data.for_each_result(|result| self.define(result, now));
        if let Some((name, result)) = name.zip(data.result) {
            // One that is made of what the register was before is gone by now.
            if !self.names.depends_on(name, result) {
                now.holds.insert(result, name);
            }
        }
        if let InstKind::Call(call) = &data.kind {
            self.made(site, call.results.first().copied(), now);
        }
        settled
    }

    fn other(&mut self, kind: &InstKind, now: &mut Now) {
        if kind.changes_memory() {
            self.forget_contents(now);
        }
        match kind.life() {
            Some(Life::Begins(ptr) | Life::Ends(ptr)) => match self.local(ptr) {
                Some(local) => {
                    let names = &self.names;
                    now.forget(|name| names.depends_on_local(name, local) || names.depends_on(name, local));
                }
                None => now.clear(),
            },
            Some(Life::EndsSinceMark) => now.clear(),
            // A new object has not been accessed yet, and no instruction follows a return: there is nothing to forget.
            Some(Life::Made | Life::EndsFrame) | None => {}
        }
    }

    /// A new block lives.
    fn made(&mut self, site: Site, result: Option<ValueId>, now: &mut Now) {
        let allocates =
            |func: FuncId| matches!(native_of(&self.program.functions[func]), Some(Native::Malloc | Native::Calloc));
        let mut callees = self.points_to.call_graph().callees_at(site);
        let is_new = callees.next().is_some_and(allocates) && callees.next().is_none();
        if let Some(result) = result.filter(|_| is_new)
            && self.points_to.is_surely_something(self.func, result.into())
        {
            let name = self.names.add(Name::Register(result));
            now.know((name, 0, 0));
        }
    }

    fn call(&mut self, site: Site, now: &mut Now) {
        let callees: Vec<FuncId> = self.points_to.call_graph().callees_at(site).collect();
        if callees.is_empty() || callees.iter().any(|callee| self.ends[callee.index()]) {
            now.clear();
        } else if !callees.iter().all(|&callee| leaves_memory(&self.program.functions[callee])) {
            self.forget_contents(now);
        } else if callees
            .iter()
            .any(|&callee| native_of(&self.program.functions[callee]).is_some_and(Native::sets_errno))
        {
            self.forget_errno(now);
        }
    }

    fn forget_errno(&self, now: &mut Now) {
        let errno = errno(self.program).map(AbstractObject::Global);
        let Some(object) = errno.and_then(|errno| self.points_to.find(errno)) else { return };
        let exposed = self.points_to.is_exposed(object);
        let location = Location { places: vec![(object, Offset::ANY)], unknown: false, exposed, bytes: i64::MAX };
        now.forget(|name| self.names.may_change(name, &location));
    }

    fn local(&self, ptr: Operand) -> Option<ValueId> {
        match ptr {
            Operand::Value(value) if self.locals.contains(&value) => Some(value),
            _ => None,
        }
    }

    /// A register gets a new value.
    fn define(&mut self, value: ValueId, now: &mut Now) {
        let names = &self.names;
        now.forget(|name| names.depends_on(name, value) || names.depends_on_local(name, value));
        now.holds.remove(&value);
    }

    /// What an instruction computes, if it has a name.
    fn name_result(&mut self, kind: &InstKind, now: &Now) -> Option<NameId> {
        // Some constants are another number at each evaluation.
        let mut is_fixed = true;
        kind.for_each_operand(|operand| {
            let constant = if let Operand::Const(id) = operand { Some(self.program.consts.get(id)) } else { None };
            is_fixed &= !matches!(constant, Some(Const::Undef(_) | Const::Poison(_)));
        });
        if !is_fixed {
            return None;
        }
        match *kind {
            InstKind::Load { ty, ptr, flags } if !flags.volatile && flags.ordering == Ordering::None => {
                if let Some(local) = self.local(ptr) {
                    return Some(self.names.add(Name::Local(local, ty)));
                }
                let (base, at) = self.place(ptr, now)?;
                Some(self.content(base, at, ty, ptr))
            }
            InstKind::PtrAdd { base, offset, index: Some(PtrIndex { index, scale, .. }), .. } => {
                let (base, at) = self.place(base, now)?;
                let index = self.name(index, now);
                Some(self.names.add(Name::Shifted { base, offset: at.checked_add(offset)?, index, scale }))
            }
            InstKind::Compare { op, ty: Scalar::Ptr | Scalar::Int(_), a, b } => {
                let (a, b) = (self.name(a, now), self.name(b, now));
                self.names.add_comparison(op, a, b, |constant| is_zero(self.program, constant))
            }
            InstKind::Binary { op: BinOp::Xor, ty: Scalar::Int(1), a, b: Operand::Const(b), .. } => {
                let is_true = matches!(self.program.consts.get(b), Const::Int(bits) if !bits.is_zero());
                let a = self.name(a, now);
                is_true.then(|| self.names.add(Name::Not(a)))
            }
            InstKind::Cast { op, from: Scalar::Int(_), to, value } => {
                let value = self.name(value, now);
                Some(self.names.add(Name::Cast(op, value, to)))
            }
            // Any other value has no name but its register's.
            _ => None,
        }
    }

    fn name(&mut self, operand: Operand, now: &Now) -> NameId {
        match operand {
            Operand::Const(constant) => self.names.add(Name::Const(constant)),
            Operand::Value(value) => match now.holds.get(&value) {
                Some(&name) => name,
                None => self.names.add(Name::Register(value)),
            },
        }
    }

    /// Where a pointer points to: the name of what it was computed from by constants only, and how far away it is.
    fn place(&mut self, ptr: Operand, now: &Now) -> Option<(NameId, i64)> {
        let Operand::Value(_) = ptr else { return Some((self.name(ptr, now), 0)) };
        let (root, at) = root(self.program, self.function, |value| self.points_to.definition(self.func, value), ptr)?;
        Some((self.name(root.into(), now), at))
    }

    /// The name of what lies at a place.
    fn content(&mut self, base: NameId, at: i64, ty: Scalar, ptr: Operand) -> NameId {
        let location = self.location(ptr, ty);
        self.names.add_content(base, at, ty, location)
    }

    fn location(&self, ptr: Operand, ty: Scalar) -> Location {
        let bytes = i64::try_from(self.program.target.store_bytes(ty)).unwrap_or(i64::MAX);
        let (places, unknown) = self.points_to.places(self.func, ptr);
        let exposed = places.iter().any(|place| self.points_to.is_exposed(place.0));
        Location { places: places.to_vec(), unknown, exposed, bytes }
    }

    fn access(&mut self, site: Site, ptr: Operand, ty: Scalar, now: &mut Now) -> bool {
        let Some((root, at)) =
            root(self.program, self.function, |value| self.points_to.definition(self.func, value), ptr)
        else {
            return false;
        };
        let Some(end) = i64::try_from(self.program.target.store_bytes(ty)).ok().and_then(|n| at.checked_add(n)) else {
            return false;
        };
        let bases = [self.names.add(Name::Register(root)), self.name(root.into(), now)];
        let settled = bases.iter().any(|&base| {
            now.facts_of(base).any(|(_, from, to)| from <= at && end <= to)
                || (now.facts_of(base).next().is_some() && self.points_to.fits_if_it_lives(self.func, ptr, end - at))
        });
        // One that is known not to be null need only be right otherwise.
        let settled = settled
            || (bases.iter().any(|&base| self.is_not_null(base, now))
                && self.points_to.lies_in_objects_unless_null(self.program, site, (ptr, root.into()), ty));
        for base in bases {
            now.know((base, 0, 0));
            now.know((base, at, end));
        }
        settled && self.points_to.is_reached(site)
    }

    /// A variable gets a new value: all that is known of that is now known of the variable.
    fn store_local(&mut self, site: Site, (local, ty): (ValueId, Scalar), value: Operand, now: &mut Now) {
        let known = self.known_of(site, value, now);
        let names = &self.names;
        now.forget(|name| names.depends_on_local(name, local));
        let name = self.names.add(Name::Local(local, ty));
        known.into_iter().for_each(|(from, to)| now.know((name, from, to)));
        if let Operand::Value(value) = value {
            now.holds.entry(value).or_insert(name);
        }
    }

    /// The same for what a pointer points to.
    fn store(&mut self, site: Site, ptr: Operand, ty: Scalar, value: Operand, plain: bool, now: &mut Now) {
        let known = self.known_of(site, value, now);
        let location = self.location(ptr, ty);
        let names = &self.names;
        now.forget(|name| names.may_change(name, &location));
        let place = self.place(ptr, now).filter(|_| plain && ty == Scalar::Ptr);
        if let Some((base, at)) = place {
            let name = self.content(base, at, ty, ptr);
            // What the pointer itself is made of may have been what was written.
            if !self.names.may_change(base, &location) {
                known.into_iter().for_each(|(from, to)| now.know((name, from, to)));
            }
        }
    }

    /// All that is known of a value.
    fn known_of(&mut self, site: Site, value: Operand, now: &Now) -> Vec<(i64, i64)> {
        let mut known = Vec::new();
        if let Operand::Value(register) = value {
            let names = [self.names.add(Name::Register(register)), self.name(value, now)];
            known.extend(names.into_iter().flat_map(|name| now.facts_of(name)).map(|(_, from, to)| (from, to)));
        }
        if self.points_to.is_surely_something(self.func, value) && self.points_to.targets(site, value).is_valid() {
            known.push((0, 0));
        }
        known
    }

    /// Anything that nobody goes by the name of may have been written.
    fn forget_contents(&self, now: &mut Now) {
        now.forget(|name| self.names.has_contents(name));
    }
}

impl Now {
    fn facts_of(&self, name: NameId) -> impl Iterator<Item = Fact> {
        self.facts.accessed.range((name, i64::MIN, i64::MIN)..=(name, i64::MAX, i64::MAX)).copied()
    }

    fn know(&mut self, fact: Fact) {
        if self.facts.accessed.len() < MAX_FACTS {
            self.facts.accessed.insert(fact);
        }
    }

    fn forget(&mut self, is_gone: impl Fn(NameId) -> bool) {
        self.facts.accessed.retain(|fact| !is_gone(fact.0));
        self.facts.truths.retain(|name, _| !is_gone(*name));
        self.holds.retain(|_, name| !is_gone(*name));
    }

    /// Something may have died, and anything may have been written.
    fn clear(&mut self) {
        self.facts = Facts::default();
        self.holds.clear();
    }
}

fn is_zero(program: &Program, constant: ConstId) -> bool {
    match program.consts.get(constant) {
        Const::Null => true,
        Const::Int(bits) => bits.is_zero(),
        _ => false,
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
            let before = facts.accessed.len() + facts.truths.len();
            facts.accessed.retain(|fact| other.accessed.contains(fact));
            facts.truths.retain(|name, truth| other.truths.get(name) == Some(truth));
            facts.accessed.len() + facts.truths.len() < before
        }
    }
}

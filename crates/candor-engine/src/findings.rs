//! What is known of each check at each instruction, and how that becomes results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use candor_evidence::{CheckResult, CheckSite, Confirmed, Incomplete, Status};
use candor_interp::{Site, lookup_native, may_skip_body};
use candor_ir::{Callee, Check, CheckSet, EntityRef, FuncId, Inst, InstId, InstKind, Program};
use rustc_hash::FxHashSet;

use crate::options::Options;

/// What is known so far.
#[derive(Debug, Default)]
pub struct Findings {
    pub violated: BTreeMap<CheckSite, Confirmed>,
    pub unknown: BTreeMap<CheckSite, String>,
    pub incomplete: Vec<Incomplete>,
    /// Faults that nobody asked about and that can occur, and where that is in the user's code.
    conditions: BTreeMap<CheckSite, Site>,
}

impl Findings {
    /// Something was not looked at.
    pub fn incomplete(&mut self, reason: impl Into<String>, at: Option<Site>) {
        let new = Incomplete { reason: reason.into(), at };
        if !self.incomplete.contains(&new) {
            self.incomplete.push(new);
        }
    }

    /// A fault that nobody asked about can occur here and ends an execution before what was asked about: a condition of what holds, or
    /// something that was not looked at.
    pub fn unasked(&mut self, check: Check, position: &[Site], program: &Program, options: &Options) {
        let Some(&site) = position.last() else { return };
        if !options.conditions {
            return self.incomplete(format!("{check} can occur, but its check is switched off"), Some(site));
        }
        options.has_condition.store(true, Ordering::Relaxed);
        let of_user = position.iter().rev().find(|site| !program.functions[site.func].library);
        self.conditions.insert(CheckSite { check, site }, *of_user.unwrap_or(&site));
    }

    /// The conditions of what holds, each once. They are taken out.
    pub fn conditions(&mut self) -> Vec<CheckSite> {
        let found = std::mem::take(&mut self.conditions).into_iter();
        let by_place: BTreeSet<CheckSite> = found.map(|(at, site)| CheckSite { check: at.check, site }).collect();
        by_place.into_iter().collect()
    }

    /// Whether there is nothing to be said against anything.
    pub fn is_quiet(&self) -> bool {
        self.violated.is_empty() && self.unknown.is_empty() && self.incomplete.is_empty()
    }

    /// Whether nothing remains to be found out about a check at an instruction.
    pub fn has(&self, site: &CheckSite) -> bool {
        self.violated.contains_key(site) || self.unknown.contains_key(site) || self.conditions.contains_key(site)
    }

    /// One result for each check of each instruction. What was found is taken out.
    pub fn results(&mut self, program: &Program, reached: &Reached) -> Vec<CheckResult> {
        let is_complete = self.incomplete.is_empty();
        let mut status = |at: CheckSite| match (self.violated.remove(&at), self.unknown.remove(&at)) {
            (Some(confirmed), _) => Status::Violated(Box::new(confirmed)),
            (None, Some(reason)) => Status::Unknown(reason),
            (None, None) if !is_complete => not_all_seen(),
            (None, None) => {
                let witness = witness(program, &reached.visited, at.site);
                reached.unless_reached(witness).unwrap_or(Status::Holds)
            }
        };
        let mut results: Vec<CheckResult> = all_checks(program).map(|at| CheckResult::new(at, status(at))).collect();
        // What was found where no instruction asks for it must not be lost: a result that nobody hears of would count as none.
        let rest = std::mem::take(&mut self.unknown);
        results.extend(rest.into_iter().map(|(at, reason)| CheckResult::new(at, Status::Unknown(reason))));
        let rest = std::mem::take(&mut self.violated);
        let violated = |found| Status::Violated(Box::new(found));
        results.extend(rest.into_iter().map(|(at, found)| CheckResult::new(at, violated(found))));
        results
    }
}

/// Which places executions get to.
#[derive(Debug, Default)]
pub struct Reached {
    /// Where states have been.
    pub visited: FxHashSet<Site>,
    /// Places among these that no execution gets to.
    pub never: FxHashSet<Site>,
    /// Places that some execution gets to if the program's assumptions do not count.
    pub against_assumptions: FxHashSet<Site>,
    /// Functions of the library that are called, and whose bodies may have been left aside because they do nothing wrong.
    aside: FxHashSet<FuncId>,
}

impl Reached {
    pub fn new(program: &Program, visited: FxHashSet<Site>, never: FxHashSet<Site>) -> Reached {
        let mut reached = Reached { visited, never, ..Reached::default() };
        reached.aside = reached.left_aside(program);
        reached
    }

    fn left_aside(&self, program: &Program) -> FxHashSet<FuncId> {
        let can_be = |func: FuncId| may_skip_body(&program.functions[func]);
        let calls = program.functions.iter().flat_map(|(func, function)| {
            let insts = function.insts.iter();
            insts.filter_map(move |(inst, data)| Some((Site { func, inst }, data.kind.direct_callee()?)))
        });
        calls
            .filter(|(_, callee)| can_be(*callee))
            .filter(|(site, _)| self.is_reached(witness(program, &self.visited, *site)))
            .map(|(_, callee)| callee)
            .collect()
    }

    fn is_reached(&self, site: Site) -> bool {
        self.visited.contains(&site) && !self.never.contains(&site)
    }

    /// What to say of a place that no execution gets to.
    pub fn unless_reached(&self, site: Site) -> Option<Status> {
        let is_reached = self.is_reached(site) || self.aside.contains(&site.func);
        let vacuous = self.against_assumptions.contains(&site);
        (!is_reached).then_some(Status::Unreachable { vacuous })
    }
}

/// Where a state must have been seen that gets to this instruction: at the start of its block, or behind the last call before it
/// that may not come back.
pub fn witness(program: &Program, visited: &FxHashSet<Site>, site: Site) -> Site {
    let Site { func, inst } = site;
    let function = &program.functions[func];
    let first = function.blocks[function.block_of(inst)].first;
    let may_stay = |before: &InstId| {
        let InstKind::Call(call) = &function.insts[*before].kind else { return false };
        match call.callee {
            Callee::Direct(callee) => program.functions[callee].is_defined(),
            // What is called may also be a function of the platform, behind which no state is seen.
            Callee::Indirect(_) => visited.contains(&Site { func, inst: InstId::new(before.index() + 1) }),
        }
    };
    let mut before = (first.index()..inst.index()).rev().map(InstId::new);
    let inst = before.find(may_stay).map_or(first, |call| InstId::new(call.index() + 1));
    Site { func, inst }
}

/// All checks that any instruction asks for.
pub fn checks_of(program: &Program) -> CheckSet {
    let insts = program.functions.values().flat_map(|function| function.insts.values());
    insts.fold(CheckSet::EMPTY, |all, inst| all.union(inst.checks))
}

/// The same, with leaks if blocks that are lost count and there can be any: nothing may be left in a program that would look for them.
pub fn checks_for(program: &Program, options: &Options) -> CheckSet {
    let checks = checks_of(program);
    let is_allocator =
        |func: FuncId| lookup_native(&program.functions[func].name).is_some_and(|native| native.allocates());
    let allocates = |inst: &Inst| inst.kind.direct_callee().is_some_and(is_allocator);
    let mut insts = program.functions.values().flat_map(|function| function.insts.values());
    if options.leaks && insts.any(allocates) { checks.with(Check::MemoryLeak) } else { checks }
}

/// Every check at every instruction, in the order of functions and instructions; but what is said of bounds is about loops.
pub fn all_checks(program: &Program) -> impl Iterator<Item = CheckSite> {
    let of_function = |func: FuncId| {
        let function = &program.functions[func];
        let of_inst = move |inst: InstId| {
            let checks = function.insts[inst].checks.iter().filter(|&check| check != Check::Unwinding);
            checks.map(move |check| CheckSite { check, site: Site { func, inst } })
        };
        function.insts.keys().flat_map(of_inst)
    };
    program.functions.keys().flat_map(of_function)
}

/// What to say of a check while a part of the executions is missing.
pub fn not_all_seen() -> Status {
    Status::Unknown("not all executions were explored".to_owned())
}

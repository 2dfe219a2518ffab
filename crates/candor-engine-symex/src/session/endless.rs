//! Executions that come back to where they have been: they need not be followed, and some never end.

use std::rc::Rc;

use candor_context_symbolic::SameTerms;
use candor_evidence::{CheckResult, CheckSite, Counterexample, Status, replay};
use candor_explore::{Lost, Place, same_call, same_round, same_state};
use candor_interp::is_all_kept;
use candor_ir::Check;
use candor_term::Term;

use super::Session;
use crate::oracle::{Answer, Effort};
use crate::walker::{Symbolic, Walker};

/// With so many calls of a function that are under way another one is compared.
const N_CALLS_COMPARED: usize = 8;
/// How many rounds that seem to go on for ever are replayed for nothing.
const MOST_TRIES: u32 = 64;

impl Session<'_> {
    /// Whether the walker begins another round of a loop in a state that it has been in before: then whatever can happen from here
    /// has been, or will be, seen from there. That it can go round for ever is a violation where executions have to end.
    pub(super) fn comes_back(&mut self, walker: &mut Walker, from: Place) -> bool {
        let facts = self.order.facts(self.program, walker.state.thread.top.func);
        if !facts.begins_round(walker.state.thread.top.pc) {
            return false;
        }
        let to = Place::of(self.program, &walker.state.thread.top);
        if (to.func, to.call_path) != (from.func, from.call_path) {
            return false;
        }
        if facts.loops.gone_round(from.bb, to.bb).is_none() {
            return false;
        }
        let must_end = self.options.engine.must_end;
        let leaks = self.checks.contains(Check::MemoryLeak) || self.checks.contains(Check::MemoryCleanup);
        let lost = if leaks { Lost::Counts } else { Lost::Ignored };
        for earlier in walker.rounds.earlier(to) {
            let pool = &mut self.cx.pool;
            let mut compare = if must_end { SameTerms::sometimes(pool) } else { SameTerms::always(pool) };
            let is_same = same_state(&mut self.order, self.program, &earlier, &walker.state, lost, &mut compare);
            let condition = compare.condition();
            if !is_same || condition == Term::FALSE {
                if must_end {
                    self.try_round(walker, &earlier);
                }
                continue;
            }
            if must_end {
                self.can_go_on_for_ever(walker, condition);
            }
            if condition == Term::TRUE {
                self.n_repeated += 1;
                self.look_for_lost(walker);
                return true;
            }
        }
        walker.rounds.begin(to, &walker.state);
        false
    }

    /// Whether the walker is where it has been as far as it matters for going round. Only a replay can tell that it has not left the loop
    /// in between, so that what it does not show was just a try.
    pub(super) fn try_round(&mut self, walker: &Walker, earlier: &Symbolic) {
        let at = CheckSite { check: Check::Termination, site: walker.state.thread.top.site() };
        if self.n_tries >= MOST_TRIES || self.findings.has(&at) {
            return;
        }
        let mut compare = SameTerms::sometimes(&mut self.cx.pool);
        let is_same = same_round(&mut self.order, self.program, earlier, &walker.state, &mut compare);
        let condition = compare.condition();
        if is_same && condition != Term::FALSE {
            self.try_cycle(walker, at, condition);
        }
    }

    /// Under this condition the walker may be where it has been: it counts if a replay shows it.
    pub(super) fn try_cycle(&mut self, walker: &Walker, at: CheckSite, condition: Term) {
        self.n_tries += 1;
        if let Answer::Possible(model) = self.ask(walker, Effort::Some, condition) {
            let position = walker.state.thread.position();
            let choices = walker.choices.settled(&self.cx.pool, &model);
            let foretold = Counterexample { check: Check::Termination, position, choices, cycle: None };
            if let Ok(confirmed) = replay(self.program, &self.options.engine.start, &foretold) {
                self.tell(vec![CheckResult::new(at, Status::Violated(Box::new(confirmed.clone())))]);
                self.findings.violated.insert(at, confirmed);
            }
        }
    }

    /// Whether the walker has called a function within itself as it was called before: if that can be, it calls itself for ever.
    pub(super) fn calls_again(&mut self, walker: &mut Walker, n_frames: usize) -> bool {
        let thread = &walker.state.thread;
        if !self.options.engine.must_end || thread.depth() <= n_frames {
            return false;
        }
        let site = thread.top.site();
        let function = &self.program.functions[site.func];
        let begins = function.blocks[function.entry()].first == site.inst;
        if !begins || !function.insts[site.inst].checks.contains(Check::Termination) {
            return false;
        }
        let at = CheckSite { check: Check::Termination, site };
        let calls = Rc::make_mut(&mut walker.calls);
        while calls.last().is_some_and(|call| call.thread.depth() >= walker.state.thread.depth()) {
            calls.pop();
        }
        let same_function = |call: &&Rc<Symbolic>| call.thread.top.func == site.func;
        let earlier: Vec<Rc<Symbolic>> =
            calls.iter().rev().filter(same_function).take(N_CALLS_COMPARED).cloned().collect();
        calls.push(Rc::new(walker.state.state.clone()));
        for call in earlier {
            if self.n_tries >= MOST_TRIES || self.findings.has(&at) {
                return false;
            }
            let mut compare = SameTerms::sometimes(&mut self.cx.pool);
            let is_same = same_call(&mut self.order, self.program, &call, &walker.state, &mut compare);
            let condition = compare.condition();
            if is_same && condition != Term::FALSE {
                self.try_cycle(walker, at, condition);
            }
            if is_same && condition == Term::TRUE && self.findings.violated.contains_key(&at) {
                return true;
            }
        }
        false
    }

    /// The check at exit does not see a leak in an execution that never ends.
    pub(super) fn look_for_lost(&mut self, walker: &mut Walker) {
        if !self.checks.contains(Check::MemoryLeak) {
            return;
        }
        let kept = is_all_kept(self.image, &mut self.cx, &mut walker.state);
        let is_kept = kept.is_ok_and(|kept| walker.state.path.knows(&mut self.cx.pool, kept) == Some(true));
        if !is_kept {
            let reason = "memory may be lost by executions that never end";
            self.findings.incomplete(reason, Some(walker.state.thread.top.site()));
        }
    }

    /// Under this condition the walker is in a state it has been in before. If that can be, what it has chosen in between can be
    /// chosen again and again.
    pub(super) fn can_go_on_for_ever(&mut self, walker: &Walker, condition: Term) {
        let position = walker.state.thread.position();
        let at = CheckSite { check: Check::Termination, site: walker.state.thread.top.site() };
        let is_always = condition == Term::TRUE;
        let is_known = self.findings.has(&at);
        if is_known && !(is_always && self.open_around(walker).next().is_some()) {
            return;
        }
        match self.ask(walker, if is_always { Effort::All } else { Effort::Some }, condition) {
            Answer::Impossible => return,
            Answer::Possible(model) if !is_known => self.confirm(walker, at, position, &model),
            // If it can go on for ever, that is known, or is seen again, or is not seen to end.
            Answer::Possible(_) | Answer::Unknown(_) => {}
        }
        if is_always {
            let reason = "this loop may not terminate: a path comes back to a state that it has been in";
            let open: Vec<CheckSite> = self.open_around(walker).collect();
            self.findings.unknown.extend(open.into_iter().map(|at| (at, reason.to_owned())));
        }
    }

    /// The loops that the walker is in and of which nothing has been said. If it comes back to a state and is not followed any further, of
    /// none of them is it known that they end.
    fn open_around(&mut self, walker: &Walker) -> impl Iterator<Item = CheckSite> {
        let loops = self.order.loops_around(self.program, &walker.state.thread).into_iter();
        let sites = loops.map(|site| CheckSite { check: Check::Termination, site });
        sites.filter(|site| !self.findings.has(site))
    }
}

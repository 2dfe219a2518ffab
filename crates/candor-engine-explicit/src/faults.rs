//! What goes wrong: claims that can fail, threads that wait for each other, accesses that race. The concrete machine has the last
//! word on each.

use std::slice;

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, RunConfig, watch};
use candor_evidence::{CheckResult, CheckSite, Counterexample, Settled, Status, replay};
use candor_interp::{NextAccess, NextAccesses, Position, Site, Thread, ThreadId, next_step_of};
use candor_ir::Check;

use crate::data::{About, Answer, Data, Path, State, Value};
use crate::node::Node;
use crate::search::{Entries, Tried, Waiting, Worker};
use crate::trail::{Leg, TrailId};
use crate::transition::{Claimed, SectionAccess};

impl<D: Data> Worker<'_, '_, D> {
    /// Asks whether claims can fail.
    pub(crate) fn settle(&mut self, trail: Option<TrailId>, claimed: Vec<Claimed<D>>) {
        for Claimed { claims, leg, is_goal, .. } in claimed {
            if is_goal {
                self.found_goal(trail, Some(&leg), /* new */ true);
            }
            // A query asks for states; what else goes wrong is not its business.
            let n_settled = if self.shared.is_query { 0 } else { claims.len() };
            for claim in &claims[..n_settled] {
                self.n_claims += 1;
                self.settle_one(trail, &leg, claim);
            }
        }
    }

    fn settle_one(&mut self, trail: Option<TrailId>, leg: &Leg<D::Chosen>, claim: &D::Claim) {
        let About { check, position, is_checked } = self.machine.data.about(claim);
        let site = CheckSite { check, site: *position.last().expect("a state has a frame") };
        if self.shared.findings().has(&site) {
            return;
        }
        match (self.machine.data.can_fail(claim, self.shared.limits), is_checked) {
            (Answer::No, _) => {}
            (Answer::Yes(model), true) => self.found(trail, Some(leg), check, position, &model),
            (Answer::Yes(_), false) => {
                let options = &self.shared.options.engine;
                self.shared.findings().unasked(check, &position, self.shared.program, options);
            }
            (Answer::Unknown(reason), true) => _ = self.shared.findings().unknown.insert(site, reason),
            (Answer::Unknown(reason), false) => self.shared.findings().incomplete(reason, Some(site.site)),
        }
    }

    /// Something can go wrong.
    fn found(
        &mut self,
        trail: Option<TrailId>,
        leg: Option<&Leg<D::Chosen>>,
        check: Check,
        position: Position,
        model: &D::Model,
    ) {
        let choices = self.shared.trails.choices(&self.machine.data, trail, leg.map_or(&[], slice::from_ref), model);
        self.confirm(Counterexample { check, position, choices, cycle: None });
    }

    fn confirm(&mut self, foretold: Counterexample) {
        let site = CheckSite { check: foretold.check, site: *foretold.position.last().expect("a frame") };
        if self.shared.findings().has(&site) {
            return;
        }
        match replay(self.shared.program, &self.shared.options.engine.start, &foretold) {
            Ok(confirmed) => {
                let status = Status::Violated(Box::new(confirmed.clone()));
                self.tell(vec![CheckResult::new(site, status)]);
                self.shared.findings().violated.insert(site, confirmed);
                if self.shared.options.engine.stop_at_first {
                    self.shared.findings().incomplete("the search was stopped at the first violation", None);
                    self.shared.stop();
                }
            }
            Err(mismatch) => {
                let reason = mismatch.to_string();
                self.shared.findings().unknown.insert(site, reason);
            }
        }
    }

    /// A state that was looked for.
    pub(crate) fn found_goal(&mut self, trail: Option<TrailId>, leg: Option<&Leg<D::Chosen>>, is_new: bool) {
        let no_paths: &[Vec<crate::data::Path<D>>] = &[];
        let Answer::Yes(model) = self.machine.data.at_once(no_paths, self.shared.limits) else { return };
        let shared = self.shared;
        let mut goals = shared.goals();
        goals.1 += u64::from(is_new);
        if goals.0.is_none() {
            let last = leg.map_or(&[][..], slice::from_ref);
            goals.0 = Some(shared.trails.choices(&self.machine.data, trail, last, &model));
        }
        if shared.options.engine.stop_at_first {
            shared.stop();
        }
    }

    /// Nobody can go on, in some execution.
    pub(crate) fn look_for_deadlock(&mut self, waiting: &Waiting<D>, tried: &[Tried<D>]) {
        let is_real = !waiting.node.rest.pretended;
        if !is_real || tried.is_empty() || tried.iter().any(|tried| tried.blocked.is_empty()) {
            return;
        }
        let first = tried.iter().map(|tried| tried.thread).min().expect("somebody waits");
        let Some(thread) = waiting.node.thread_of(first) else { return };
        let position = thread.position();
        let inst = position.last().map(|site| &self.shared.program.functions[site.func].insts[site.inst]);
        if !inst.is_some_and(|inst| inst.checks.contains(Check::Deadlock)) {
            return;
        }
        if self.shared.is_query {
            let state = waiting.node.state(Some(first));
            if self.machine.data.is_goal_by(self.machine.image, &state, Check::Deadlock) {
                self.found_goal(waiting.trail, None, /* new */ true);
            }
            return;
        }
        let lists: Vec<_> = tried.iter().map(|tried| tried.blocked.clone()).collect();
        match self.machine.data.at_once(&lists, self.shared.limits) {
            Answer::No => {}
            Answer::Yes(model) => self.found(waiting.trail, None, Check::Deadlock, position, &model),
            Answer::Unknown(reason) => self.shared.findings().incomplete(reason, position.last().copied()),
        }
    }

    /// Two threads that are about to use the same bytes, one of them to write, one of them not atomically.
    pub(crate) fn look_for_races(&mut self, waiting: &Waiting<D>, entries: &Entries<D>) {
        let node = &waiting.node;
        let mut state = None;
        for (slot, entry) in node.threads.iter().zip(entries) {
            if entry.accesses.get().is_none() {
                let accesses = self.next_accesses(node, &slot.thread, &mut state);
                entry.accesses.get_or_init(|| accesses);
            }
        }
        let accesses = |idx: usize| entries[idx].accesses.get().map_or(&[][..], |accesses| &accesses[..]);
        for one in 0..entries.len() {
            if accesses(one).is_empty() {
                continue;
            }
            for other in one + 1..entries.len() {
                if accesses(one).iter().any(|a| accesses(other).iter().any(|b| conflict::<D>(a, b))) {
                    let [one, other] = [one, other].map(|idx| &*node.threads[idx].thread);
                    let legs = [one, other].map(|thread| next_leg(thread.id));
                    self.found_race(waiting, [one, other].map(|thread| thread.top.site()), legs, node.path.clone());
                }
            }
        }
    }

    /// Accesses inside an atomic section of a thread's turn, and what other threads are about to access outside of any.
    pub(crate) fn look_for_races_with_section(
        &mut self,
        waiting: &Waiting<D>,
        thread: ThreadId,
        entries: &Entries<D>,
        in_sections: &[SectionAccess<D>],
    ) {
        for (slot, entry) in waiting.node.threads.iter().zip(entries).filter(|(slot, _)| slot.thread.id != thread) {
            let accesses = entry.accesses.get().map_or(&[][..], |accesses| &accesses[..]);
            for section in in_sections {
                if accesses.iter().any(|access| conflict::<D>(access, &section.access)) {
                    let legs = [next_leg(slot.thread.id), section.leg.clone()];
                    let sites = [slot.thread.top.site(), section.site];
                    self.found_race(waiting, sites, legs, section.path.clone());
                }
            }
        }
    }

    /// What a thread is about to use, in the user's own code or for it.
    fn next_accesses(
        &mut self,
        node: &Node<D>,
        thread: &Thread<Value<D>>,
        state: &mut Option<State<D>>,
    ) -> NextAccesses<Value<D>> {
        if thread.ended || thread.uninterrupted > 0 || !self.is_about_to_access(thread) {
            return NextAccesses::new();
        }
        let state = state.get_or_insert_with(|| node.state(None));
        next_step_of(self.machine.image, self.machine.data.cx(), state, thread.id).accesses
    }

    /// Whether the next instruction of a thread is one that may use memory; cheap.
    fn is_about_to_access(&self, thread: &Thread<Value<D>>) -> bool {
        self.shared.program.functions[thread.top.func].insts[thread.top.pc].kind.may_access()
    }

    /// Lets both go on and asks the concrete machine, which looks for races by itself and may see an earlier one.
    fn found_race(
        &mut self,
        waiting: &Waiting<D>,
        [site, other_site]: [Site; 2],
        legs: [Leg<D::Chosen>; 2],
        path: Path<D>,
    ) {
        if waiting.node.rest.pretended {
            // There may be an execution in which the lock could not be had.
            self.pairs.unreal.insert((site, other_site));
            return;
        }
        self.pairs.real.insert((site, other_site));
        if self.raced.contains(&(site, other_site)) {
            return;
        }
        let choices = match self.machine.data.at_once(&[vec![path]], self.shared.limits) {
            Answer::Yes(model) => self.shared.trails.choices(&self.machine.data, waiting.trail, &legs, &model),
            Answer::No => return,
            Answer::Unknown(reason) => return self.shared.findings().incomplete(reason, Some(site)),
        };
        match self.watch(&choices) {
            (End::Fault(fault), position) if fault.check == Check::DataRace => {
                // An earlier race of the same execution may hide this one, which then is still to be found.
                if position.last().is_some_and(|found| [site, other_site].contains(found)) {
                    self.raced.insert((site, other_site));
                }
                self.confirm(Counterexample { check: Check::DataRace, position, choices, cycle: None });
            }
            // Any other end leaves it open whether there is a race.
            _ => self.shared.findings().incomplete("a possible data race could not be replayed", Some(site)),
        }
    }

    fn watch(&self, choices: &[Settled]) -> (End, Position) {
        let mut queues = ChoiceQueues::default();
        for choice in choices {
            queues.push(choice.kind, choice.value.clone());
        }
        let start = &self.shared.options.engine.start;
        let config = RunConfig {
            args: start.args.clone(),
            max_depth: start.limits.max_depth,
            malloc_may_fail: start.malloc_may_fail,
            open: start.open,
            missing_bodies: start.missing_bodies,
            choices: ChoiceSource::Queues(queues),
            max_steps: Some(100_000_000),
            watched: false,
            ..RunConfig::default()
        };
        let result = watch(self.shared.program, config, &mut |_, _| {});
        (result.end, result.position)
    }
}

/// The next step of a thread, alone.
fn next_leg<Ch>(thread: ThreadId) -> Leg<Ch> {
    Leg { thread, n_steps: 1, spurious: false, choices: Vec::new(), scheduled: true }
}

/// Whether two accesses are a race if they happen at the same time; where pointers are not plain, perhaps.
fn conflict<D: Data>(a: &NextAccess<Value<D>>, b: &NextAccess<Value<D>>) -> bool {
    if !(a.write || b.write) || a.atomic && b.atomic {
        return false;
    }
    match (place::<D>(a), place::<D>(b)) {
        (Some((object_a, start_a, end_a)), Some((object_b, start_b, end_b))) => {
            object_a == object_b && start_a < end_b && start_b < end_a
        }
        _ => true,
    }
}

/// Where an access is, if it is plainly in one place.
fn place<D: Data>(access: &NextAccess<Value<D>>) -> Option<(candor_interp::ObjectId, i64, i64)> {
    let (object, offset) = D::place(&access.ptr)?;
    let end = access.size.and_then(|size| i64::try_from(size).ok()).and_then(|size| offset.checked_add(size));
    Some((object, offset, end.unwrap_or(i64::MAX)))
}

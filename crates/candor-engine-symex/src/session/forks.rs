//! Where executions part, and where they meet again.

use candor_explore::Place;
use candor_interp::object::Live;
use candor_interp::{Resume, resume};
use candor_term::Term;

use super::{Before, Session};
use crate::walker::Walker;

/// How many blocks lie at most between a branch and where its ways meet, with those that the branch itself leads to.
const MAX_BLOCKS_TO_JOIN: u32 = 6;

impl Session<'_> {
    /// One walker for each way that can be taken.
    pub(super) fn fork(&mut self, walker: Walker, ways: Vec<(Term, Resume)>, n_forks: u32) {
        let mut path = walker.state.path.clone();
        let join = self.join_ahead(&walker, &ways);
        let mut arrived = Vec::new();
        let n_ways = ways.len();
        let mut rest = Some(walker);
        for (idx, (guard, how)) in ways.into_iter().enumerate() {
            // One after the other: each way excludes those before it.
            let known = path.knows(&mut self.cx.pool, guard);
            if known == Some(false) {
                continue;
            }
            let is_last = idx + 1 == n_ways || known == Some(true);
            let next = if is_last { rest.take() } else { rest.clone() };
            let Some(mut next) = next else { break };
            next.state.path = path.clone();
            next.state.path.push(&mut self.cx.pool, guard);
            next.n_forks += 1;
            self.walkers.n_begun += 1;
            let not = self.cx.pool.not(guard);
            if !is_last {
                path.push(&mut self.cx.pool, not);
            }
            match self.find_model(&mut next) {
                true => arrived.extend(self.take(next, how, n_forks)),
                false => self.walkers.n_ended += 1,
            }
        }
        if let Some(join) = join {
            arrived = self.bring_together(arrived, join);
        }
        arrived.into_iter().for_each(|walker| self.wait(walker));
    }

    /// Where the ways of a branch meet again, if that is near.
    pub(super) fn join_ahead(&mut self, walker: &Walker, ways: &[(Term, Resume)]) -> Option<Place> {
        let is_branch = ways.len() == 2 && ways.iter().all(|(_, how)| matches!(how, Resume::Edge(_)));
        if !self.options.merge || !is_branch {
            return None;
        }
        let here = Place::of(self.program, &walker.state.thread.top);
        let bb = self.diamonds.join_of(self.program, &walker.state.thread)?;
        Some(Place { bb, ..here })
    }

    /// Lets two walkers go on to where their ways meet, and makes them one if that can be done.
    pub(super) fn bring_together(&mut self, walkers: Vec<Walker>, join: Place) -> Vec<Walker> {
        if walkers.len() != 2 {
            return walkers;
        }
        let mut there: Vec<Walker> = Vec::new();
        for walker in walkers {
            there.extend(self.go_to(walker, join));
        }
        // One that has forked on the way goes on elsewhere; the other goes on here.
        let [a, b] = match <[Walker; 2]>::try_from(there) {
            Ok(both) => both,
            Err(fewer) => return fewer,
        };
        // What was chosen on the way belongs to one of them only.
        if !a.choices.are(&b.choices) || !self.is_at(&a, join) || !self.is_at(&b, join) {
            return vec![a, b];
        }
        let Walker { state: one, choices, model, n_forks, rounds, calls, footprints, .. } = a;
        match one.merge(b.state, |a, b| self.cx.merge_live(a, b, Live::All)) {
            Ok(state) => {
                self.n_merged += 1;
                self.walkers.n_ended += 1;
                // An execution that takes one of the ways takes both together.
                let n_modelled = state.path.depth();
                vec![Walker {
                    state,
                    choices,
                    model: model.or(b.model),
                    n_modelled,
                    n_forks,
                    rounds,
                    calls,
                    footprints,
                }]
            }
            Err(apart) => {
                let (one, other) = *apart;
                let (n_one, n_other) = (one.path.depth(), other.path.depth());
                let first =
                    Walker { state: one, choices, model, n_modelled: n_one, n_forks, rounds, calls, footprints };
                vec![first, Walker { state: other, n_modelled: n_other, ..b }]
            }
        }
    }

    pub(super) fn is_at(&self, walker: &Walker, place: Place) -> bool {
        let top = &walker.state.thread.top;
        let here = Place::of(self.program, top);
        (here.func, here.call_path, here.bb) == (place.func, place.call_path, place.bb)
            && self.program.functions[place.func].blocks[place.bb].first == top.pc
    }

    /// Runs a walker to a place a few blocks away; none if it ended or forked on the way.
    pub(super) fn go_to(&mut self, mut walker: Walker, place: Place) -> Option<Walker> {
        for _ in 0..MAX_BLOCKS_TO_JOIN {
            if self.is_at(&walker, place) || self.is_over() {
                break;
            }
            walker = self.run_one(walker)?;
        }
        Some(walker)
    }

    pub(super) fn take(&mut self, mut walker: Walker, how: Resume, n_forks: u32) -> Option<Walker> {
        let before = Before::of(self.program, &walker);
        let outcome = resume(self.image, &mut self.cx, &mut walker.state, how);
        self.follow(walker, before, outcome, n_forks + 1)
    }
}

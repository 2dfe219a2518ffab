//! How states were reached: a tree of transitions, and the schedule that leads to one of them.

use candor_context_concrete::{Turn, TurnLength};
use candor_context_symbolic::SymbolicContext;
use candor_evidence::Settled;
use candor_interp::{ChoiceKind, ThreadId};
use candor_term::{Assignment, Evaluation};

/// A place in the tree.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrailId(u32);

/// What one thread did in one transition.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub(crate) thread: ThreadId,
    pub(crate) n_steps: u64,
    pub(crate) spurious: bool,
    /// What was left open, as indices into the context's choices.
    pub(crate) choices: Vec<u32>,
    /// Whether there were several threads: before, nobody is scheduled.
    pub(crate) scheduled: bool,
}

#[derive(Default)]
pub(crate) struct Trails {
    legs: Vec<(Option<TrailId>, Leg)>,
}

impl Trails {
    pub(crate) fn push(&mut self, before: Option<TrailId>, leg: Leg) -> TrailId {
        let id = TrailId(u32::try_from(self.legs.len()).expect("fewer than four billion transitions"));
        self.legs.push((before, leg));
        id
    }

    /// The choices of the execution that goes this way and then one more, with the values of an assignment.
    pub(crate) fn choices(
        &self,
        cx: &SymbolicContext,
        trail: Option<TrailId>,
        last: Option<&Leg>,
        model: &Assignment,
    ) -> Vec<Settled> {
        let mut legs: Vec<&Leg> = last.into_iter().collect();
        let mut at = trail;
        while let Some(TrailId(idx)) = at {
            let (before, leg) = &self.legs[idx as usize];
            legs.push(leg);
            at = *before;
        }
        legs.reverse();
        let mut evaluation = Evaluation::new(&cx.pool, model);
        let mut settled = Vec::new();
        for leg in joined(cx, &legs) {
            if leg.scheduled {
                let n_steps = u32::try_from(leg.n_steps).unwrap_or(u32::MAX);
                let turn = Turn { thread: leg.thread, length: TurnLength::Steps(n_steps), spurious: leg.spurious };
                settled.push(Settled { kind: ChoiceKind::Schedule, value: turn.to_bits() });
            }
            for &idx in &leg.choices {
                let chosen = &cx.choices[idx as usize];
                settled.push(Settled { kind: chosen.kind, value: evaluation.value(chosen.value).as_bits() });
            }
        }
        settled
    }
}

/// Turns of one thread that follow each other are one, unless the schedule has something to say in between.
fn joined(cx: &SymbolicContext, legs: &[&Leg]) -> Vec<Leg> {
    let asks = |leg: &Leg| leg.choices.iter().any(|&idx| cx.choices[idx as usize].kind == ChoiceKind::Schedule);
    let mut joined: Vec<Leg> = Vec::new();
    for leg in legs {
        match joined.last_mut() {
            Some(last)
                if last.thread == leg.thread
                    && last.scheduled == leg.scheduled
                    && !last.spurious
                    && !leg.spurious
                    && !asks(last)
                    && !asks(leg) =>
            {
                last.n_steps += leg.n_steps;
                last.choices.extend(&leg.choices);
            }
            Some(_) | None => joined.push((*leg).clone()),
        }
    }
    joined
}

//! Executions that never end: one that gets into a state it has been in before can go round for ever, and so can one that calls a function
//! within itself with everything that it can see as it was.

use candor_explore::{Lost, Order, Place, same_call, same_round, same_state};
use candor_interp::{Control, Image, Position, State, Step, Stop};
use candor_ir::Check;

use crate::context::ConcreteContext;
use crate::same::SameValues;

/// When a run looks out for a state that it has been in before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    #[default]
    Unnoticed,
    /// At every loop that is checked for [`Check::Termination`], where nothing was chosen or read in between: there is no way out.
    Forced,
    /// At this position, whatever was chosen in between: it can be chosen again and again. Given up after so many visits, each of which is
    /// compared with all before it.
    At { at: Position, most_visits: u64 },
    /// Where an execution has come to this position so often without leaving the loop that it is in: some engine says that it goes on so.
    Often { at: Position, n_visits: u64 },
    /// Where it comes to this position for the n-th time in all.
    Nth { at: Position, n_visits: u64 },
    /// At this position, where a function begins within an activation of its own: whatever was chosen in between can be chosen again and
    /// again.
    Within(Position),
    /// Where the function that begins at this position has called itself so deep within that call: some engine says that it goes on so.
    Deep { at: Position, n_calls: u64 },
}

type Running<'o> = State<ConcreteContext<'o>>;

/// A state to come back to.
#[derive(Debug)]
struct Seen<'o> {
    state: Running<'o>,
    n_read: u64,
    /// The execution has not left the loop since.
    stays: bool,
}

/// What a run has seen.
#[derive(Debug)]
pub(crate) struct Watch<'o> {
    repeats: Repeats,
    order: Order,
    seen: Vec<Seen<'o>>,
    n_visits: u64,
}

impl<'o> Watch<'o> {
    /// `None` if there is nothing to look out for.
    pub(crate) fn new(repeats: Repeats) -> Option<Watch<'o>> {
        let watch = Watch { repeats, order: Order::default(), seen: Vec::new(), n_visits: 0 };
        (watch.repeats != Repeats::Unnoticed).then_some(watch)
    }

    /// Before a step: fails the check if the execution has been here before, with everything as it is now.
    pub(crate) fn look(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &mut ConcreteContext<'o>,
        state: &mut Running<'o>,
    ) -> Step<()> {
        self.leave(image, state);
        if !self.is_of_interest(image, state) {
            return Ok(());
        }
        match &self.repeats {
            Repeats::Often { n_visits, .. } | Repeats::Nth { n_visits, .. } => return self.count(cx, state, *n_visits),
            Repeats::Deep { n_calls, at } => {
                let is_deep = calls_within(at, state) == *n_calls;
                return self.call(cx, state, is_deep);
            }
            Repeats::Within(at) => {
                let is_there = *at == state.thread.position();
                let (program, order) = (&image.program, &mut self.order);
                let is_same = |seen: &Seen<'o>| same_call(order, program, &seen.state, state, &mut SameValues);
                let found = if is_there { self.seen.iter().map(is_same).rposition(|is_same| is_same) } else { None };
                if let Some(idx) = found {
                    self.seen.truncate(idx + 1);
                }
                return self.call(cx, state, found.is_some());
            }
            Repeats::Unnoticed | Repeats::Forced | Repeats::At { .. } => {}
        }
        let is_forced = |seen: &Seen<'o>| seen.n_read == cx.n_read && seen.state.log.len() == state.log.len();
        let forced = self.repeats == Repeats::Forced;
        for seen in self.seen.iter().filter(|seen| !forced || is_forced(seen)) {
            let order = &mut self.order;
            let program = &image.program;
            if same_state(order, program, &seen.state, state, Lost::Ignored, &mut SameValues)
                || seen.stays && same_round(order, program, &seen.state, state, &mut SameValues)
            {
                cx.n_before_cycle = Some(seen.state.log.len());
                return cx.check(state, Check::Termination, &false);
            }
        }
        self.remember(cx, state);
        match self.repeats {
            Repeats::At { most_visits, .. } if self.n_visits > most_visits => {
                Err(Stop::Exhausted("no state has come back".to_owned()).into())
            }
            _ => Ok(()),
        }
    }

    /// One more visit; fails the check if it is the one that was asked for.
    fn count(&mut self, cx: &mut ConcreteContext<'o>, state: &mut Running<'o>, n_visits: u64) -> Step<()> {
        cx.n_visits += 1;
        let stays = self.seen.last().is_some_and(|seen| seen.stays);
        self.n_visits = if stays || matches!(self.repeats, Repeats::Nth { .. }) { self.n_visits + 1 } else { 1 };
        let before = self.seen.pop();
        if self.n_visits == n_visits {
            cx.n_before_cycle = Some(before.map_or(0, |seen| seen.state.log.len()));
            return cx.check(state, Check::Termination, &false);
        }
        self.seen.push(Seen { state: state.clone(), n_read: cx.n_read, stays: true });
        Ok(())
    }

    /// A function begins; fails the check if it is the call that was asked for.
    fn call(&mut self, cx: &mut ConcreteContext<'o>, state: &mut Running<'o>, is_it: bool) -> Step<()> {
        if is_it {
            cx.n_before_cycle = Some(self.seen.last().map_or(0, |seen| seen.state.log.len()));
            return cx.check(state, Check::Termination, &false);
        }
        self.seen.push(Seen { state: state.clone(), n_read: cx.n_read, stays: true });
        Ok(())
    }

    /// Notes which loops the execution has left, or which calls.
    fn leave(&mut self, image: &Image<ConcreteContext<'o>>, state: &Running<'o>) {
        if let Repeats::Within(_) | Repeats::Deep { .. } = self.repeats {
            let depth = state.thread.depth();
            while self.seen.last().is_some_and(|seen| seen.state.thread.depth() > depth) {
                self.seen.pop();
            }
            return;
        }
        for seen in self.seen.iter_mut().filter(|seen| seen.stays) {
            let (then, now) = (&seen.state.thread, &state.thread);
            let at = |depth: usize| now.below.get(depth).map_or(&now.top, |frame| &**frame);
            seen.stays = now.depth() >= then.depth() && {
                let (then, now) =
                    (Place::of(&image.program, &then.top), Place::of(&image.program, at(then.below.len())));
                let facts = self.order.facts(&image.program, then.func);
                let is_same = (then.func, then.call_path) == (now.func, now.call_path);
                is_same && facts.loop_of(then.bb).is_some_and(|id| facts.loops.contains(id, now.bb))
            };
        }
    }

    fn is_of_interest(&self, image: &Image<ConcreteContext<'o>>, state: &Running<'o>) -> bool {
        let site = state.thread.top.site();
        match &self.repeats {
            Repeats::Unnoticed => false,
            Repeats::Forced => image.program.functions[site.func].insts[site.inst].checks.contains(Check::Termination),
            Repeats::At { at: position, .. }
            | Repeats::Often { at: position, .. }
            | Repeats::Nth { at: position, .. } => {
                position.last() == Some(&site) && *position == state.thread.position()
            }
            Repeats::Within(position) => position.last() == Some(&site),
            Repeats::Deep { at, .. } => at.last() == Some(&site) && calls_within(at, state) > 0,
        }
    }

    /// A run may be long: of all states only one is kept, ever later ones, so that whatever goes round is met twice in the end. A
    /// foretold run is short.
    fn remember(&mut self, cx: &ConcreteContext<'o>, state: &Running<'o>) {
        self.n_visits += 1;
        if self.repeats == Repeats::Forced {
            if !self.n_visits.is_power_of_two() {
                return;
            }
            self.seen.clear();
        }
        self.seen.push(Seen { state: state.clone(), n_read: cx.n_read, stays: true });
    }
}

/// How many activations of the function that begins at a position there are, from the call of that position on. None if that call is
/// not under way.
fn calls_within(at: &Position, state: &Running<'_>) -> u64 {
    let Some((begun, callers)) = at.split_last() else { return 0 };
    let position = state.thread.position();
    let is_under_way = position.len() >= at.len()
        && position[..callers.len()] == *callers
        && position[callers.len()].func == begun.func;
    if !is_under_way {
        return 0;
    }
    position[callers.len()..].iter().filter(|site| site.func == begun.func).count() as u64
}

//! Executions that never end: one that gets into a state it has been in before can go round for ever.

use candor_explore::{Lost, Order, same_state};
use candor_interp::{Control, Image, Position, State, Step};
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
    /// At this position, whatever was chosen in between: it can be chosen again and again.
    At(Position),
}

type Running<'o> = State<ConcreteContext<'o>>;

/// A state to come back to.
#[derive(Debug)]
struct Seen<'o> {
    state: Running<'o>,
    n_read: u64,
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
        if !self.is_of_interest(image, state) {
            return Ok(());
        }
        let is_forced = |seen: &Seen<'o>| seen.n_read == cx.n_read && seen.state.log.len() == state.log.len();
        let forced = self.repeats == Repeats::Forced;
        for seen in self.seen.iter().filter(|seen| !forced || is_forced(seen)) {
            let order = &mut self.order;
            if same_state(order, &image.program, &seen.state, state, Lost::Ignored, &mut SameValues) {
                cx.n_before_cycle = Some(seen.state.log.len());
                return cx.check(state, Check::Termination, &false);
            }
        }
        self.remember(cx, state);
        Ok(())
    }

    fn is_of_interest(&self, image: &Image<ConcreteContext<'o>>, state: &Running<'o>) -> bool {
        let site = state.thread.top.site();
        match &self.repeats {
            Repeats::Unnoticed => false,
            Repeats::Forced => image.program.functions[site.func].insts[site.inst].checks.contains(Check::Termination),
            Repeats::At(position) => position.last() == Some(&site) && *position == state.thread.position(),
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
        self.seen.push(Seen { state: state.clone(), n_read: cx.n_read });
    }
}

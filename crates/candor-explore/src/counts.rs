//! Loop counters: how often the loops around each activation have gone round. They belong to the explorer and lie beside the state,
//! since no execution can see them.

use std::ops::{Deref, DerefMut};

use candor_interp::{Frame, Thread};
use candor_ir::FuncId;
use smallvec::SmallVec;

/// The counters of one loop.
#[derive(Copy, Clone, Debug, Default)]
pub struct LoopCount {
    /// Rounds that are over.
    pub rounds: u32,
    /// Those of them that could also have been the last.
    pub open: u32,
    /// Whether the present round could have been the last.
    pub may_end: bool,
}

impl LoopCount {
    /// The present round is over.
    pub(crate) fn go_round(&mut self) {
        self.rounds += 1;
        self.open += u32::from(std::mem::take(&mut self.may_end));
    }

    /// What holds of two states together.
    fn merge(&mut self, LoopCount { rounds, open, may_end }: LoopCount) {
        self.rounds = self.rounds.max(rounds);
        self.open = self.open.max(open);
        self.may_end |= may_end;
    }
}

/// The counters of an activation, which function and call path tell from others at its depth: between two looks of the explorer it may
/// have returned and another one begun. Of the loops around the block that it is in, outermost first.
type OfFrame = ((FuncId, u64), SmallVec<[LoopCount; 2]>);

/// The counters of a thread, by the depth of the activation.
#[derive(Clone, Debug, Default)]
pub struct LoopCounts(Vec<OfFrame>);

fn name_of<V>(frame: &Frame<V>) -> (FuncId, u64) {
    (frame.func, frame.call_path)
}

impl LoopCounts {
    /// Of an activation with so many others below it; none if it has not gone into a loop.
    pub fn at<V>(&self, depth: usize, frame: &Frame<V>) -> &[LoopCount] {
        self.0.get(depth).filter(|(name, _)| *name == name_of(frame)).map_or(&[], |(_, loops)| loops)
    }

    /// Of the running function.
    pub fn top<V>(&self, thread: &Thread<V>) -> &[LoopCount] {
        self.at(thread.below.len(), &thread.top)
    }

    /// The same, to be changed.
    pub fn top_mut<V>(&mut self, thread: &Thread<V>) -> &mut SmallVec<[LoopCount; 2]> {
        let (depth, name) = (thread.below.len(), name_of(&thread.top));
        let is_of_another = |(other, _): &OfFrame| *other != name;
        self.0.truncate(if self.0.get(depth).is_some_and(is_of_another) { depth } else { depth + 1 });
        let missing = thread.below.iter().map(|frame| name_of(frame)).chain([name]).skip(self.0.len());
        self.0.extend(missing.map(|name| (name, SmallVec::new())));
        &mut self.0[depth].1
    }

    /// What holds of two states at the same place together.
    fn merge(&mut self, other: &LoopCounts) {
        for ((_, a), (_, b)) in self.0.iter_mut().zip(&other.0).filter(|((a, _), (b, _))| a == b) {
            a.iter_mut().zip(b).for_each(|(a, b)| a.merge(*b));
        }
    }
}

/// A state and the loop counters of its explorer.
#[derive(Clone, Debug)]
pub struct Counted<S> {
    pub state: S,
    pub counts: LoopCounts,
}

impl<S> From<S> for Counted<S> {
    fn from(state: S) -> Self {
        Counted { state, counts: LoopCounts::default() }
    }
}

impl<S> Deref for Counted<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

impl<S> DerefMut for Counted<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.state
    }
}

/// One for two, or both back.
type OneOrBoth<S> = Result<S, Box<(S, S)>>;

impl<S> Counted<S> {
    /// One for two, if their states can be merged.
    pub fn merge(self, other: Self, merge: impl FnOnce(S, S) -> OneOrBoth<S>) -> OneOrBoth<Self> {
        let (mut counts, others) = (self.counts, other.counts);
        let state = merge(self.state, other.state).map_err(|both| {
            let (a, b) = *both;
            Box::new((Counted { state: a, counts: counts.clone() }, Counted { state: b, counts: others.clone() }))
        })?;
        counts.merge(&others);
        Ok(Counted { state, counts })
    }
}

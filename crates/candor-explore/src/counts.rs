//! Loop counters: how often the loops around each activation have gone round. They belong to the explorer and lie beside the state,
//! since no execution can see them.

use std::ops::{Deref, DerefMut};

use candor_interp::{Frame, Memory, Merged, State, Thread};
use candor_ir::FuncId;
use smallvec::SmallVec;

/// The counters of one loop.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
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

/// The counters of an activation. It is told from others at the same depth by its function and call path: between two looks of the
/// explorer it may have returned and another one begun.
#[derive(Clone, Debug)]
struct OfFrame {
    func: FuncId,
    call_path: u64,
    /// Of the loops around the block that it is in, outermost first.
    loops: SmallVec<[LoopCount; 2]>,
}

impl OfFrame {
    fn new<V>(frame: &Frame<V>) -> OfFrame {
        OfFrame { func: frame.func, call_path: frame.call_path, loops: SmallVec::new() }
    }

    fn is_of<V>(&self, frame: &Frame<V>) -> bool {
        (self.func, self.call_path) == (frame.func, frame.call_path)
    }
}

/// The counters of a thread, by the depth of the activation.
#[derive(Clone, Debug, Default)]
pub struct LoopCounts(Vec<OfFrame>);

impl LoopCounts {
    /// Of an activation with so many others below it; none if it has not gone into a loop.
    pub fn at<V>(&self, depth: usize, frame: &Frame<V>) -> &[LoopCount] {
        self.0.get(depth).filter(|counts| counts.is_of(frame)).map_or(&[], |counts| &counts.loops)
    }

    /// Of the running function.
    pub fn top<V>(&self, thread: &Thread<V>) -> &[LoopCount] {
        self.at(thread.below.len(), &thread.top)
    }

    /// The same, to be changed.
    pub fn top_mut<V>(&mut self, thread: &Thread<V>) -> &mut SmallVec<[LoopCount; 2]> {
        let depth = thread.below.len();
        self.0.truncate(depth + 1);
        self.0.extend(thread.below[self.0.len().min(depth)..].iter().map(|frame| OfFrame::new(frame)));
        match self.0.get_mut(depth) {
            Some(counts) if counts.is_of(&thread.top) => {}
            Some(counts) => *counts = OfFrame::new(&thread.top),
            None => self.0.push(OfFrame::new(&thread.top)),
        }
        &mut self.0[depth].loops
    }

    /// What holds of two states at the same place together.
    fn merge(&mut self, other: &LoopCounts) {
        for (a, b) in self.0.iter_mut().zip(&other.0).filter(|(a, b)| (a.func, a.call_path) == (b.func, b.call_path)) {
            a.loops.iter_mut().zip(&b.loops).for_each(|(a, b)| a.merge(*b));
        }
    }
}

/// A state and the loop counters of its explorer.
#[derive(Debug)]
pub struct Counted<C: Memory> {
    pub state: State<C>,
    pub counts: LoopCounts,
}

// Derived, it would ask for contexts that can be cloned.
impl<C: Memory> Clone for Counted<C> {
    fn clone(&self) -> Self {
        Counted { state: self.state.clone(), counts: self.counts.clone() }
    }
}

impl<C: Memory> From<State<C>> for Counted<C> {
    fn from(state: State<C>) -> Self {
        Counted { state, counts: LoopCounts::default() }
    }
}

impl<C: Memory> Deref for Counted<C> {
    type Target = State<C>;

    fn deref(&self) -> &State<C> {
        &self.state
    }
}

impl<C: Memory> DerefMut for Counted<C> {
    fn deref_mut(&mut self) -> &mut State<C> {
        &mut self.state
    }
}

impl<C: Memory> Counted<C> {
    /// One for two, if their states can be merged.
    pub fn merge(
        self,
        other: Self,
        merge: impl FnOnce(State<C>, State<C>) -> Merged<C>,
    ) -> Result<Self, Box<(Self, Self)>>
    where
        C: candor_interp::Control,
    {
        let (mut counts, others) = (self.counts, other.counts);
        match merge(self.state, other.state) {
            Ok(state) => {
                counts.merge(&others);
                Ok(Counted { state, counts })
            }
            Err(both) => {
                let (a, b) = *both;
                Err(Box::new((Counted { state: a, counts }, Counted { state: b, counts: others })))
            }
        }
    }
}

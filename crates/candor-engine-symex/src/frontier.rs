//! Where walkers wait, and which goes on next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::FxHashMap;

use crate::walker::Walker;

/// Which walker goes on next.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Search {
    /// The one that forked last.
    Dfs,
    /// The one that has waited longest.
    Bfs,
    /// Any, by chance.
    Random,
    /// One where few have been.
    Coverage,
    /// One that is near something that may go wrong.
    Distance,
    /// Each of these in turn, so that no kind of program is hard for all of them.
    #[default]
    Interleaved,
}

/// What a frontier knows about a walker that comes to wait.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Rank {
    /// How often others have been where it is.
    pub(crate) n_visits: u32,
    /// How far away something that may go wrong is.
    pub(crate) distance: u32,
}

/// Waiting walkers.
pub(crate) struct Frontier {
    search: Search,
    walkers: FxHashMap<u64, Walker>,
    next_id: u64,
    /// The ways in which walkers are picked, and whose turn it is. Each lists every walker; those that are gone are skipped.
    queues: Vec<Queue>,
    turn: usize,
    random: SplitMix,
}

#[derive(Debug)]
enum Queue {
    Stack(Vec<u64>),
    Line(VecDeque<u64>),
    Urn(Vec<u64>),
    Coverage(BinaryHeap<Reverse<(u32, Reverse<u64>)>>),
    Distance(BinaryHeap<Reverse<(u32, u32, Reverse<u64>)>>),
}

impl Frontier {
    pub(crate) fn new(search: Search, seed: u64) -> Frontier {
        let one = |search| match search {
            Search::Bfs => Queue::Line(VecDeque::new()),
            Search::Random => Queue::Urn(Vec::new()),
            Search::Coverage => Queue::Coverage(BinaryHeap::new()),
            Search::Distance => Queue::Distance(BinaryHeap::new()),
            Search::Dfs | Search::Interleaved => Queue::Stack(Vec::new()),
        };
        let queues = match search {
            Search::Interleaved => {
                [Search::Dfs, Search::Coverage, Search::Distance, Search::Random].map(one).into_iter().collect()
            }
            search => vec![one(search)],
        };
        Frontier { search, walkers: FxHashMap::default(), next_id: 0, queues, turn: 0, random: SplitMix(seed) }
    }

    pub(crate) fn len(&self) -> usize {
        self.walkers.len()
    }

    pub(crate) fn push(&mut self, walker: Walker, rank: Rank) {
        let id = self.next_id;
        self.next_id += 1;
        self.walkers.insert(id, walker);
        for queue in &mut self.queues {
            queue.push(id, rank);
        }
    }

    /// The walker that goes on next.
    pub(crate) fn pop(&mut self) -> Option<Walker> {
        self.turn = (self.turn + 1) % self.queues.len();
        let queue = &mut self.queues[self.turn];
        loop {
            let id = queue.pop(&mut self.random)?;
            if let Some(walker) = self.walkers.remove(&id) {
                if self.search == Search::Interleaved && queue.len() > 4 * self.walkers.len() + 4096 {
                    self.forget_gone();
                }
                return Some(walker);
            }
        }
    }

    fn forget_gone(&mut self) {
        for queue in &mut self.queues {
            queue.retain(|id| self.walkers.contains_key(&id));
        }
    }

    /// Gives up all but the oldest walkers; says how many are lost.
    pub(crate) fn keep_oldest(&mut self, n_kept: usize) -> usize {
        let mut ids: Vec<u64> = self.walkers.keys().copied().collect();
        ids.sort_unstable();
        let lost = ids.split_off(n_kept.min(ids.len()));
        for id in &lost {
            self.walkers.remove(id);
        }
        self.forget_gone();
        lost.len()
    }
}

impl Queue {
    fn push(&mut self, id: u64, rank: Rank) {
        match self {
            Queue::Stack(ids) | Queue::Urn(ids) => ids.push(id),
            Queue::Line(ids) => ids.push_back(id),
            Queue::Coverage(heap) => heap.push(Reverse((rank.n_visits, Reverse(id)))),
            Queue::Distance(heap) => heap.push(Reverse((rank.distance, rank.n_visits, Reverse(id)))),
        }
    }

    fn pop(&mut self, random: &mut SplitMix) -> Option<u64> {
        match self {
            Queue::Stack(ids) => ids.pop(),
            Queue::Line(ids) => ids.pop_front(),
            Queue::Urn(ids) if ids.is_empty() => None,
            Queue::Urn(ids) => Some(ids.swap_remove(random.below(ids.len()))),
            Queue::Coverage(heap) => heap.pop().map(|Reverse((_, Reverse(id)))| id),
            Queue::Distance(heap) => heap.pop().map(|Reverse((_, _, Reverse(id)))| id),
        }
    }

    fn len(&self) -> usize {
        match self {
            Queue::Stack(ids) | Queue::Urn(ids) => ids.len(),
            Queue::Line(ids) => ids.len(),
            Queue::Coverage(heap) => heap.len(),
            Queue::Distance(heap) => heap.len(),
        }
    }

    fn retain(&mut self, mut keep: impl FnMut(u64) -> bool) {
        match self {
            Queue::Stack(ids) | Queue::Urn(ids) => ids.retain(|&id| keep(id)),
            Queue::Line(ids) => ids.retain(|&id| keep(id)),
            Queue::Coverage(heap) => heap.retain(|Reverse((_, Reverse(id)))| keep(*id)),
            Queue::Distance(heap) => heap.retain(|Reverse((_, _, Reverse(id)))| keep(*id)),
        }
    }
}

/// Chance that is the same every time: the SplitMix64 generator (Steele, Lea, Flood, OOPSLA 2014).
#[derive(Debug)]
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below a bound that is not 0.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }
}

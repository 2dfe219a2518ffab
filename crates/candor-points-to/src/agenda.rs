//! Which functions to visit: the next one in order, or one that is called at once.
//!
//! Whoever comes to a call wants to know what the callee makes of it. If that is waiting to be visited, it is visited there and then;
//! otherwise the caller would have to be visited again when it has been.

use std::collections::BTreeSet;

use candor_ir::{EntityRef, FuncId};

/// How deeply visits may lie in each other: each takes some of the stack.
const MAX_DEPTH: u32 = 60;

#[derive(Debug, Default)]
pub(crate) struct Agenda {
    /// By rank.
    waiting: BTreeSet<(usize, FuncId)>,
    is_waiting: Vec<bool>,
    /// The place of each function in the order of visits.
    rank: Vec<usize>,
    is_under_way: Vec<bool>,
    depth: u32,
}

impl Agenda {
    pub(crate) fn new(rank: Vec<usize>) -> Agenda {
        let none = vec![false; rank.len()];
        Agenda { is_waiting: none.clone(), is_under_way: none, rank, ..Agenda::default() }
    }

    /// Functions in the order in which they are to be visited.
    pub(crate) fn in_order(n_functions: usize, order: impl Iterator<Item = FuncId>) -> Agenda {
        let mut ranks = vec![0; n_functions];
        order.enumerate().for_each(|(rank, func)| ranks[func.index()] = rank);
        Agenda::new(ranks)
    }

    pub(crate) fn add(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.is_waiting[func.index()], true) {
            self.waiting.insert((self.rank[func.index()], func));
        }
    }

    /// The next function to visit, which waits no longer.
    pub(crate) fn next(&mut self) -> Option<FuncId> {
        let (_, func) = self.waiting.pop_first()?;
        self.is_waiting[func.index()] = false;
        Some(func)
    }

    /// Whether a function is to be visited at once; then it waits no longer.
    pub(crate) fn take(&mut self, func: FuncId) -> bool {
        let may_begin = self.depth < MAX_DEPTH && !self.is_under_way[func.index()];
        let taken = may_begin && std::mem::take(&mut self.is_waiting[func.index()]);
        if taken {
            self.waiting.remove(&(self.rank[func.index()], func));
        }
        taken
    }

    pub(crate) fn begin(&mut self, func: FuncId) {
        self.is_under_way[func.index()] = true;
        self.depth += 1;
    }

    pub(crate) fn end(&mut self, func: FuncId) {
        self.depth -= 1;
        self.is_under_way[func.index()] = false;
    }

    pub(crate) fn is_under_way(&self, func: FuncId) -> bool {
        self.is_under_way[func.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_come_in_order_and_once() {
        let [a, b, c] = [0, 1, 2].map(FuncId::new);
        let mut agenda = Agenda::in_order(3, [c, a, b].into_iter());
        [a, b, a, c].into_iter().for_each(|func| agenda.add(func));
        assert_eq!(agenda.next(), Some(c));
        agenda.begin(c);
        agenda.add(c);
        // It is under way already, and another one is waiting.
        assert!(!agenda.take(c) && agenda.take(b) && !agenda.take(b));
        agenda.end(c);
        assert_eq!([agenda.next(), agenda.next(), agenda.next()], [Some(c), Some(a), None]);
    }
}

//! Which functions to visit: the next one in order, or one that is called at once.
//!
//! Whoever comes to a call wants to know what the callee makes of it. If that is waiting to be visited, it is visited there and then;
//! otherwise the caller would have to be visited again when it has been.

use candor_analysis::Worklist;
use candor_ir::{EntityRef, FuncId};

/// How deeply visits may lie in each other: each takes some of the stack.
const MAX_DEPTH: u32 = 60;

#[derive(Debug, Default)]
pub(crate) struct Agenda {
    /// By place in the order.
    waiting: Worklist,
    order: Vec<FuncId>,
    /// The place of each function in the order of visits.
    place: Vec<usize>,
    is_under_way: Vec<bool>,
    depth: u32,
}

impl Agenda {
    /// All functions, in the order in which they are to be visited.
    pub(crate) fn new(order: Vec<FuncId>) -> Agenda {
        let n = order.len();
        let mut place = vec![0; n];
        order.iter().enumerate().for_each(|(idx, func)| place[func.index()] = idx);
        Agenda { waiting: Worklist::new(n), order, place, is_under_way: vec![false; n], depth: 0 }
    }

    pub(crate) fn add(&mut self, func: FuncId) {
        self.waiting.add(self.place[func.index()]);
    }

    /// The next function to visit, which waits no longer.
    pub(crate) fn next(&mut self) -> Option<FuncId> {
        self.waiting.pop().map(|place| self.order[place])
    }

    /// Whether a function is to be visited at once; then it waits no longer.
    pub(crate) fn take(&mut self, func: FuncId) -> bool {
        let may_begin = self.depth < MAX_DEPTH && !self.is_under_way[func.index()];
        may_begin && self.waiting.remove(self.place[func.index()])
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
        let mut agenda = Agenda::new(vec![c, a, b]);
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

//! Which parts of a program paths come by.

use std::rc::Rc;

use candor_interp::Site;
use candor_ir::{BlockId, FuncId};
use rustc_hash::FxHashSet;

/// From which block to which other of the same function control has gone.
pub(crate) type Transfer = (FuncId, BlockId, BlockId);

/// Where executions have been.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Instructions at which a walker has begun to run.
    pub visited: FxHashSet<Site>,
    /// From which block to which other of the same function control has gone.
    pub edges: FxHashSet<(FuncId, BlockId, BlockId)>,
}

impl Coverage {
    fn without(&self, other: &Coverage) -> Coverage {
        Coverage {
            visited: self.visited.difference(&other.visited).copied().collect(),
            edges: self.edges.difference(&other.edges).copied().collect(),
        }
    }
}

/// Where one walker has been, as far as no path that has ended was there before. Walkers that have forked share it as long as they
/// can.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprints(Rc<Coverage>);

impl Footprints {
    /// The walker begins to run at an instruction.
    pub(crate) fn visit(&mut self, ended: &Coverage, site: Site) {
        if !ended.visited.contains(&site) && !self.0.visited.contains(&site) {
            self.own(ended).visited.insert(site);
        }
    }

    /// The walker goes from one block to another.
    pub(crate) fn cross(&mut self, ended: &Coverage, transfer: Transfer) {
        if !ended.edges.contains(&transfer) && !self.0.edges.contains(&transfer) {
            self.own(ended).edges.insert(transfer);
        }
    }

    /// The path of the walker has ended.
    pub(crate) fn add_to(&self, ended: &mut Coverage) {
        ended.visited.extend(&self.0.visited);
        ended.edges.extend(&self.0.edges);
    }

    fn own(&mut self, ended: &Coverage) -> &mut Coverage {
        if Rc::get_mut(&mut self.0).is_none() {
            self.0 = Rc::new(self.0.without(ended));
        }
        Rc::get_mut(&mut self.0).expect("nobody else has it")
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::EntityRef;

    use super::*;

    #[test]
    fn only_paths_that_ended_count() {
        let transfer = |to: usize| (FuncId::new(0), BlockId::new(0), BlockId::new(to));
        let mut ended = Coverage::default();
        let mut one = Footprints::default();
        one.cross(&ended, transfer(1));
        let mut other = one.clone();
        one.cross(&ended, transfer(2));
        other.cross(&ended, transfer(3));
        assert!(ended.edges.is_empty());
        one.add_to(&mut ended);
        assert_eq!(ended.edges, FxHashSet::from_iter([transfer(1), transfer(2)]));
        // What is covered already is not noted again.
        other.cross(&ended, transfer(2));
        other.clone().cross(&ended, transfer(4));
        other.add_to(&mut ended);
        assert_eq!(ended.edges, FxHashSet::from_iter([transfer(1), transfer(2), transfer(3)]));
    }
}

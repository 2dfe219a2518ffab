//! Where values of a slot meet: the iterated dominance frontier of the blocks that change it.
//!
//! The end of a life counts as a change. That adds no parameter to a block where the slot is live, for then a dead slot
//! would be accessed; it makes the debug values right.

use candor_ir::{BlockId, EntityRef, Scalar};

use super::liveness::{Flow, for_each_live};
use super::slots::{Action, Slot, SlotId, Slots};
use crate::cfg::Cfg;
use crate::dominators::{Dominators, Frontiers};

/// A parameter that a block is to get for a slot.
#[derive(Copy, Clone, Debug)]
pub(super) struct NewParam {
    pub(super) slot: SlotId,
    pub(super) ty: Scalar,
    /// Whether some load reads it. If not, it is there to keep what it points to.
    pub(super) is_live: bool,
}

/// What happens at the starts of blocks.
pub(super) struct Plan {
    params: Vec<Vec<NewParam>>,
    /// Where values meet that nobody reads: the source variables have no known value from there on.
    pub(super) unknown: Vec<(BlockId, SlotId)>,
}

impl Plan {
    pub(super) fn params(&self, bb: BlockId) -> &[NewParam] {
        &self.params[bb.index()]
    }
}

pub(super) fn place(cfg: &Cfg, dominators: &Dominators, slots: &Slots, keeps_dead: impl Fn(Scalar) -> bool) -> Plan {
    let frontiers = dominators.frontiers(cfg);
    let mut plan = Plan { params: vec![Vec::new(); cfg.n_blocks()], unknown: Vec::new() };
    let mut reached = vec![None; cfg.n_blocks()];
    for_each_live(cfg, slots, |id, bit, flow| {
        let slot = &slots.slots[id];
        let Some(ty) = slot.ty else { return };
        let mut place = Place { flow, bit, frontiers: &frontiers, reached: &mut reached, plan: &mut plan };
        place.one(cfg, slot, id, ty, keeps_dead(ty));
    });
    plan
}

struct Place<'a> {
    flow: &'a Flow<'a>,
    bit: usize,
    frontiers: &'a Frontiers,
    /// The latest slot for which a block was found to be a meeting point.
    reached: &'a mut [Option<SlotId>],
    plan: &'a mut Plan,
}

impl Place<'_> {
    fn one(&mut self, cfg: &Cfg, slot: &Slot, id: SlotId, ty: Scalar, keep_dead: bool) {
        // The entry block changes every slot, but nothing comes back to it: its frontier is empty.
        let changes = slot.events.iter().filter(|event| event.action != Action::Load && cfg.is_reachable(event.bb));
        let mut work: Vec<BlockId> = changes.map(|event| event.bb).collect();
        work.dedup();
        while let Some(bb) = work.pop() {
            for &meeting in self.frontiers.of(bb) {
                if self.reached[meeting.index()].replace(id) == Some(id) {
                    continue;
                }
                let is_live = self.flow.is_wanted_at(meeting, self.bit);
                if is_live || keep_dead {
                    self.plan.params[meeting.index()].push(NewParam { slot: id, ty, is_live });
                    work.push(meeting);
                } else if !slot.vars.is_empty() {
                    self.plan.unknown.push((meeting, id));
                    work.push(meeting);
                }
            }
        }
    }
}

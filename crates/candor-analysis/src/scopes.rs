//! Which variables are in scope, by the markers of their lives.

use std::collections::BTreeSet;

use candor_ir::{BlockId, Function, InstId, Life, Operand, SecondaryMap, ValueId};

use crate::cfg::Cfg;
use crate::worklist::until_stable;

/// The pointers to variables with markers that no way to an instruction has begun without ending them.
pub fn out_of_scope(function: &Function, at: InstId) -> Vec<ValueId> {
    let cfg = Cfg::new(function);
    let mut begun: SecondaryMap<BlockId, BTreeSet<ValueId>> = SecondaryMap::new();
    until_stable(cfg.reverse_post_order().iter(), |&bb| {
        let mut live = begun[bb].clone();
        go_through(function, function.block_insts(bb), &mut live);
        cfg.successors(bb).iter().fold(false, |changed, link| {
            let n_before = begun[link.block].len();
            begun[link.block].extend(&live);
            changed || begun[link.block].len() != n_before
        })
    });
    let bb = function.block_of(at);
    let mut live = std::mem::take(&mut begun[bb]);
    go_through(function, function.block_insts(bb).take_while(|&inst| inst < at), &mut live);
    let begins = function.insts.values().filter_map(|inst| {
        let Some(Life::Begins(Operand::Value(ptr))) = inst.kind.life() else { return None };
        Some(ptr)
    });
    let mut ended: Vec<ValueId> = begins.filter(|ptr| !live.contains(ptr)).collect();
    ended.sort_unstable();
    ended.dedup();
    ended
}

fn go_through(function: &Function, insts: impl Iterator<Item = InstId>, live: &mut BTreeSet<ValueId>) {
    for inst in insts {
        match function.insts[inst].kind.life() {
            Some(Life::Begins(Operand::Value(ptr))) => _ = live.insert(ptr),
            Some(Life::Ends(Operand::Value(ptr))) => _ = live.remove(&ptr),
            // These have no markers.
            Some(Life::Begins(_) | Life::Ends(_) | Life::Made | Life::EndsSinceMark | Life::EndsFrame) | None => {}
        }
    }
}

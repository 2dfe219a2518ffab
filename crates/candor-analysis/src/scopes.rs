//! Which variables are in scope, by the markers of their lives.

use std::collections::BTreeSet;

use candor_ir::{BlockId, Function, InstId, InstKind, Operand, SecondaryMap, ValueId};

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
    let begins = function.insts.values().filter_map(|inst| match inst.kind {
        InstKind::LifetimeStart { ptr: Operand::Value(ptr) } => Some(ptr),
        _ => None,
    });
    let mut ended: Vec<ValueId> = begins.filter(|ptr| !live.contains(ptr)).collect();
    ended.sort_unstable();
    ended.dedup();
    ended
}

fn go_through(function: &Function, insts: impl Iterator<Item = InstId>, live: &mut BTreeSet<ValueId>) {
    for inst in insts {
        match function.insts[inst].kind {
            InstKind::LifetimeStart { ptr: Operand::Value(ptr) } => _ = live.insert(ptr),
            InstKind::LifetimeEnd { ptr: Operand::Value(ptr) } => _ = live.remove(&ptr),
            _ => {}
        }
    }
}

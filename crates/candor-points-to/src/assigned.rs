//! Variables that are written before they are read.
//!
//! Without regard to order, a pointer variable may hold what was there before anything was written, and whatever is done through an
//! unknown pointer may be done to all that is exposed. Most variables are written first on every way, which a forward analysis of
//! their function shows: those that are used by name only, so that nobody else can see them before.

use candor_analysis::{Cfg, until_stable};
use candor_ir::{EntityRef, FuncId, InstId, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::instances::by_name;

/// One bit for each variable: whether it has been written for sure.
type Written = Vec<u64>;

/// The variables of a function that never hold a pointer that nobody has written when they are read, by their allocations.
pub(crate) fn assigned_first(program: &Program, func: FuncId) -> FxHashSet<InstId> {
    let function = &program.functions[func];
    let mut numbers: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut variables: Vec<(InstId, bool)> = Vec::new();
    for inst in by_name(program, func).into_iter().map(|site| site.inst) {
        if let Some(local) = function.insts[inst].result {
            numbers.insert(local, variables.len());
            variables.push((inst, true));
        }
    }
    let number = |operand: Operand| match operand {
        Operand::Value(value) => numbers.get(&value).copied(),
        Operand::Const(_) => None,
    };
    let cfg = Cfg::new(function);
    // At the start of each block; as long as nothing is known, everything is written.
    let all = vec![u64::MAX; variables.len().div_ceil(64)];
    let mut starts: Vec<Written> = vec![all; function.blocks.len()];
    starts[function.entry().index()].fill(0);
    until_stable(cfg.reverse_post_order().iter(), |&bb| {
        let mut written = starts[bb.index()].clone();
        for inst in function.block_insts(bb) {
            let (variable, is_written) = match function.insts[inst].kind {
                InstKind::Store { ty: Scalar::Ptr, ptr, .. } => (number(ptr), true),
                InstKind::Alloca { .. } => (function.insts[inst].result.and_then(|local| number(local.into())), false),
                InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => (number(ptr), false),
                InstKind::Load { ptr, .. } => {
                    if let Some(variable) = number(ptr) {
                        variables[variable].1 &= written[variable / 64] & (1 << (variable % 64)) != 0;
                    }
                    continue;
                }
                // Any other has nothing to do with variables that are used by name only.
                _ => continue,
            };
            if let Some(variable) = variable {
                let (word, bit) = (&mut written[variable / 64], 1 << (variable % 64));
                *word = if is_written { *word | bit } else { *word & !bit };
            }
        }
        let mut has_changed = false;
        for link in cfg.successors(bb) {
            for (into, &from) in starts[link.block.index()].iter_mut().zip(&written) {
                has_changed |= *into & !from != 0;
                *into &= from;
            }
        }
        has_changed
    });
    variables.into_iter().filter(|(_, first)| *first).map(|(inst, _)| inst).collect()
}

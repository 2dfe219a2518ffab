//! Dominance: every use is reached only through its definition.
//!
//! Dominators after Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The verifier computes its own instead
//! of asking candor-analysis: that crate lies above, and a verifier should not trust what it verifies.

use std::fmt;

use cranelift_entity::{EntityRef, SecondaryMap};

use super::{Verifier, place_of};
use crate::function::Function;
use crate::ids::{BlockId, InstId, ValueId};
use crate::inst::Operand;

/// Where a register gets its value.
#[derive(Copy, Clone, Default)]
enum Definition {
    /// Before the entry block: a parameter of the function.
    #[default]
    Entry,
    BlockParam(BlockId),
    Inst(BlockId, InstId),
}

pub(super) fn check(cx: &mut Verifier<'_>) {
    let function = cx.function;
    let dominators = Dominators::compute(function);
    let definitions = definitions(function);
    for bb in function.blocks.keys().filter(|&bb| dominators.is_reachable(bb)) {
        for inst in function.block_insts(bb) {
            function.insts[inst].kind.for_each_operand(|operand| {
                check_use(cx, &dominators, &definitions, operand, bb, Some(inst), place_of(function, inst));
            });
        }
        for edge in function.successors(bb) {
            for &arg in &function.edges[edge].args {
                check_use(cx, &dominators, &definitions, arg, bb, None, format_args!("{edge} from {bb}"));
            }
        }
    }
}

fn definitions(function: &Function) -> SecondaryMap<ValueId, Definition> {
    let mut definitions = SecondaryMap::new();
    for (bb, block) in &function.blocks {
        for &param in &block.params {
            definitions[param] = Definition::BlockParam(bb);
        }
        for inst in function.block_insts(bb) {
            function.insts[inst].for_each_result(|value| definitions[value] = Definition::Inst(bb, inst));
        }
    }
    definitions
}

/// A use in `bb`, by instruction `at` or, without one, at the end of the block.
fn check_use(
    cx: &mut Verifier<'_>,
    dominators: &Dominators,
    definitions: &SecondaryMap<ValueId, Definition>,
    operand: Operand,
    bb: BlockId,
    at: Option<InstId>,
    place: impl fmt::Display,
) {
    let Operand::Value(value) = operand else { return };
    let definition = definitions[value];
    let ok = match definition {
        Definition::Entry => true,
        Definition::BlockParam(home) => dominators.dominates(home, bb),
        Definition::Inst(home, inst) if home == bb => at.is_none_or(|at| inst < at),
        Definition::Inst(home, _) => dominators.dominates(home, bb),
    };
    cx.expect(ok, place, || format!("uses {value}, {definition}, which does not dominate this use"));
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Definition::Entry => f.write_str("a parameter of the function"),
            Definition::BlockParam(home) => write!(f, "a parameter of {home}"),
            Definition::Inst(home, inst) => write!(f, "defined by {inst} in {home}"),
        }
    }
}

struct Dominators {
    /// The immediate dominator of each reachable block; the entry's is itself.
    idom: SecondaryMap<BlockId, Option<BlockId>>,
    /// Position in reverse post-order.
    order: SecondaryMap<BlockId, usize>,
}

impl Dominators {
    fn compute(function: &Function) -> Dominators {
        let blocks = reverse_post_order(function);
        let mut order = SecondaryMap::new();
        let mut predecessors: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::new();
        for (index, &bb) in blocks.iter().enumerate() {
            order[bb] = index;
            for edge in function.successors(bb) {
                predecessors[function.edges[edge].target].push(bb);
            }
        }
        let mut dominators = Dominators { idom: SecondaryMap::new(), order };
        dominators.idom[function.entry()] = Some(function.entry());
        let mut changed = true;
        while changed {
            changed = false;
            for &bb in blocks.iter().skip(1) {
                let known = predecessors[bb].iter().copied().filter(|&pred| dominators.is_reachable(pred));
                let idom = known.reduce(|a, b| dominators.common(a, b));
                if dominators.idom[bb] != idom {
                    dominators.idom[bb] = idom;
                    changed = true;
                }
            }
        }
        dominators
    }

    fn is_reachable(&self, bb: BlockId) -> bool {
        self.idom[bb].is_some()
    }

    /// The closest block that dominates both.
    fn common(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        while a != b {
            let later = if self.order[a] > self.order[b] { &mut a } else { &mut b };
            *later = self.idom[*later].expect("dominators of reachable blocks are reachable");
        }
        a
    }

    /// Whether every way to the reachable block `bb` leads through `over`.
    fn dominates(&self, over: BlockId, bb: BlockId) -> bool {
        self.is_reachable(over) && self.common(over, bb) == over
    }
}

fn reverse_post_order(function: &Function) -> Vec<BlockId> {
    let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::new();
    let mut order = Vec::with_capacity(function.blocks.len());
    // An explicit stack of (block, successors still to visit): generated code can be deeper than our own stack.
    let mut stack = vec![(function.entry(), function.successors(function.entry()))];
    seen[BlockId::new(0)] = true;
    while let Some((bb, edges)) = stack.last_mut() {
        let Some(edge) = edges.pop() else {
            order.push(*bb);
            stack.pop();
            continue;
        };
        let target = function.edges[edge].target;
        if !std::mem::replace(&mut seen[target], true) {
            stack.push((target, function.successors(target)));
        }
    }
    order.reverse();
    order
}

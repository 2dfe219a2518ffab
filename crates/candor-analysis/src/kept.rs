//! Which registers of a waiting function keep what they point to from being lost: those that are read when it goes on, and those that
//! hold its variables, whether or not anybody reads these again. What else registers hold is left over from expressions.

use candor_ir::{DebugValue, EntityRef, Function, InstId, Operand, SecondaryMap, ValueId, VarId};

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::liveness::Liveness;
use crate::temporaries::Temporaries;

/// What there is to know of a function to tell what it keeps.
#[derive(Clone, Debug)]
pub struct Kept {
    cfg: Cfg,
    liveness: Liveness,
    dominators: Dominators,
    temporaries: Temporaries,
}

impl Kept {
    pub fn new(function: &Function) -> Kept {
        let cfg = Cfg::new(function);
        let (liveness, dominators) = (Liveness::new(function, &cfg), Dominators::new(function, &cfg));
        let temporaries = match function.has_all_vars {
            true => Temporaries::new(function, &dominators),
            false => Temporaries::default(),
        };
        Kept { cfg, liveness, dominators, temporaries }
    }

    /// The registers that keep what they point to while the function waits at an instruction, without its results. Where it is not
    /// known which values variables have, all of them do.
    pub fn at(&self, function: &Function, inst: InstId) -> Vec<ValueId> {
        if !function.has_all_vars {
            return function.values.keys().collect();
        }
        let mut kept = self.liveness.live_after(function, inst);
        kept.extend(self.held(function, inst));
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// The pointers to memory that keeps nothing while the function waits at an instruction, though it is there: what an expression has
    /// left over.
    pub fn left_over_at(&self, function: &Function, inst: InstId) -> Vec<ValueId> {
        self.temporaries.dead_after(function, &self.cfg, inst)
    }

    /// The registers that hold variables at an instruction.
    pub fn held(&self, function: &Function, inst: InstId) -> Vec<ValueId> {
        variables_at(function, &self.dominators, inst).into_iter().map(|(_, value)| value).collect()
    }
}

/// Which variables are held in which registers at an instruction: for each the latest debug value on the way up the dominator tree. Only
/// where it is known which values variables have.
pub fn variables_at(function: &Function, dominators: &Dominators, inst: InstId) -> Vec<(VarId, ValueId)> {
    let mut found = Vec::new();
    let mut is_known: SecondaryMap<VarId, bool> = SecondaryMap::new();
    let (mut bb, mut end) = (function.block_of(inst), InstId::new(inst.index() + 1));
    loop {
        for debug_value in debug_values(function, function.blocks[bb].first, end).iter().rev() {
            let is_latest = !std::mem::replace(&mut is_known[debug_value.var], true);
            if let (true, Operand::Value(value)) = (is_latest, debug_value.value) {
                found.push((debug_value.var, value));
            }
        }
        let Some(above) = dominators.immediate(bb) else { return found };
        (bb, end) = (above, function.blocks[above].end);
    }
}

/// The debug values of a range of instructions.
fn debug_values(function: &Function, start: InstId, end: InstId) -> &[DebugValue] {
    let position = |inst: InstId| function.debug_values.partition_point(|debug_value| debug_value.at < inst);
    &function.debug_values[position(start)..position(end)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Build;

    #[test]
    fn a_variable_keeps_its_value_until_it_has_another() {
        let mut build = Build::new();
        let one = build.int(32, 1);
        build.block(&[]);
        build.variable("x");
        let variable = VarId::new(0);
        let (first, second) = (build.add(one, one), build.add(one, one));
        let [Operand::Value(first), Operand::Value(second)] = [first, second] else { panic!("registers") };
        let calls = [0, 1].map(|_| {
            build.observe(one);
            InstId::new(build.function.insts.len() - 1)
        });
        build.jump(1, &[]);
        build.block(&[]);
        build.observe(second.into());
        let last = InstId::new(build.function.insts.len() - 1);
        build.ret(&[]);
        for (&at, value) in calls.iter().zip([first, second]) {
            build.function.debug_values.push(DebugValue { at, var: variable, value: value.into() });
        }
        let kept = Kept::new(&build.function);
        // Nobody knows what it does with registers.
        assert_eq!(kept.at(&build.function, last).len(), build.function.values.len());
        build.function.has_all_vars = true;
        let found = [calls[0], calls[1], last].map(|call| kept.at(&build.function, call));
        assert_eq!(found, [vec![first, second], vec![second], vec![second]]);
    }
}

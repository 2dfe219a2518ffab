//! Which registers are still read behind an instruction: the others do not tell states apart.

use std::rc::Rc;

use candor_analysis::{Cfg, Liveness};
use candor_ir::{EntityRef, FuncId, Function, InstId, Operand, Program, ValueId};
use rustc_hash::FxHashMap;

/// The live registers before instructions, found out when they are asked for.
#[derive(Default)]
pub(crate) struct LiveRegisters {
    functions: FxHashMap<FuncId, Liveness>,
    before: FxHashMap<(FuncId, InstId), Rc<[ValueId]>>,
}

impl LiveRegisters {
    /// The registers that are read at or behind an instruction, in order. With `after_call` the instruction is a call that has not
    /// come back: what it is called with has been read, and its results have not been written.
    pub(crate) fn at(&mut self, program: &Program, func: FuncId, inst: InstId, after_call: bool) -> Rc<[ValueId]> {
        let at = if after_call { InstId::new(inst.index() + 1) } else { inst };
        let function = &program.functions[func];
        let live = match self.before.get(&(func, at)) {
            Some(live) => live.clone(),
            None => {
                let liveness = self.functions.entry(func).or_insert_with(|| {
                    let cfg = Cfg::new(function);
                    Liveness::new(function, &cfg)
                });
                let live: Rc<[ValueId]> = live_before(function, liveness, at).into();
                self.before.insert((func, at), live.clone());
                live
            }
        };
        if !after_call {
            return live;
        }
        let mut kept = live.to_vec();
        function.insts[inst].for_each_result(|result| kept.retain(|&value| value != result));
        kept.into()
    }
}

fn live_before(function: &Function, liveness: &Liveness, at: InstId) -> Vec<ValueId> {
    let bb = function.block_of(at);
    let mut live = vec![false; function.values.len()];
    for edge in function.successors(bb) {
        let edge = &function.edges[edge];
        let params = &function.blocks[edge.target].params;
        for value in function.values.keys() {
            if !params.contains(&value) && liveness.is_live_in(edge.target, value) {
                live[value.index()] = true;
            }
        }
        for (&param, &arg) in params.iter().zip(&edge.args) {
            if let Operand::Value(value) = arg
                && liveness.is_live_in(edge.target, param)
            {
                live[value.index()] = true;
            }
        }
    }
    for inst in function.block_insts(bb).rev().take_while(|&inst| inst >= at) {
        let inst = &function.insts[inst];
        inst.for_each_result(|value| live[value.index()] = false);
        inst.kind.for_each_operand(|operand| {
            if let Operand::Value(value) = operand {
                live[value.index()] = true;
            }
        });
    }
    function.values.keys().filter(|value| live[value.index()]).collect()
}

//! Which registers are still read behind an instruction: the others do not tell states apart.

use std::rc::Rc;

use candor_analysis::{Cfg, Liveness};
use candor_ir::{EntityRef, FuncId, Function, InstId, Operand, Program, ValueId};
use rustc_hash::FxHashMap;

/// The live registers before instructions, found out when they are asked for.
#[derive(Default)]
pub(crate) struct LiveRegisters {
    /// Every register counts as read.
    all: bool,
    functions: FxHashMap<FuncId, Liveness>,
    /// By instruction, and whether it is a call that has not come back.
    before: FxHashMap<(FuncId, InstId, bool), Rc<[ValueId]>>,
}

impl LiveRegisters {
    /// With all registers, read or not.
    pub(crate) fn new(all: bool) -> LiveRegisters {
        LiveRegisters { all, ..LiveRegisters::default() }
    }

    /// The registers that are read at or behind an instruction, in order. With `after_call` the instruction is a call that has not
    /// come back: what it is called with has been read, and its results have not been written.
    pub(crate) fn at(&mut self, program: &Program, func: FuncId, inst: InstId, after_call: bool) -> Rc<[ValueId]> {
        if let Some(live) = self.before.get(&(func, inst, after_call)) {
            return live.clone();
        }
        let function = &program.functions[func];
        let liveness = self.functions.entry(func).or_insert_with(|| Liveness::new(function, &Cfg::new(function)));
        let at = if after_call { InstId::new(inst.index() + 1) } else { inst };
        let mut live = match self.all {
            true => function.values.keys().collect(),
            false => live_before(function, liveness, at),
        };
        if after_call {
            function.insts[inst].for_each_result(|result| live.retain(|&value| value != result));
        }
        let live: Rc<[ValueId]> = live.into();
        self.before.insert((func, inst, after_call), live.clone());
        live
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

//! Which registers tell states apart: those that are still read behind an instruction and, where leaks are looked for, those that hold
//! variables.

use std::rc::Rc;
use std::sync::Arc;

use candor_analysis::{Cfg, Kept, Liveness};
use candor_ir::{EntityRef, FuncId, Function, InstId, Operand, Program, ValueId};
use rustc_hash::FxHashMap;

/// Which registers count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// Those that are read.
    Read,
    /// Besides, those that hold variables: they keep blocks from being lost.
    Held,
    All,
}

/// The registers that count before instructions, found out when they are asked for.
pub(crate) struct LiveRegisters {
    program: Arc<Program>,
    counting: Counting,
    functions: FxHashMap<FuncId, Liveness>,
    kept: FxHashMap<FuncId, Kept>,
    /// By instruction, and whether it is a call that has not come back.
    before: FxHashMap<(FuncId, InstId, bool), Rc<[ValueId]>>,
}

impl LiveRegisters {
    pub(crate) fn new(program: Arc<Program>, counting: Counting) -> LiveRegisters {
        let (functions, kept, before) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        LiveRegisters { program, counting, functions, kept, before }
    }

    /// The registers that count at an instruction, in order. With `after_call` the instruction is a call that has not
    /// come back: what it is called with has been read, and its results have not been written.
    pub(crate) fn at(&mut self, func: FuncId, inst: InstId, after_call: bool) -> Rc<[ValueId]> {
        if let Some(live) = self.before.get(&(func, inst, after_call)) {
            return live.clone();
        }
        let function = &self.program.functions[func];
        let liveness = self.functions.entry(func).or_insert_with(|| Liveness::new(function, &Cfg::new(function)));
        let at = if after_call { InstId::new(inst.index() + 1) } else { inst };
        let mut live = match self.counting {
            Counting::Read => live_before(function, liveness, at),
            Counting::Held if function.has_all_vars => {
                let mut live = live_before(function, liveness, at);
                live.extend(self.kept.entry(func).or_insert_with(|| Kept::new(function)).held(function, inst));
                live.sort_unstable();
                live.dedup();
                live
            }
            Counting::Held | Counting::All => function.values.keys().collect(),
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

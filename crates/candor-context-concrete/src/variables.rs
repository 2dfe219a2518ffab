//! What source variables that live in registers were last given.
//!
//! Registers are not variables: a variable is in one register here and in another one there, and `debug_values` say where it
//! changes. So whoever wants to know a variable's value has to watch.

use std::collections::BTreeMap;

use candor_interp::{Image, State, ThreadId};
use candor_ir::{EntityRef, Operand, VarId};

use crate::context::ConcreteContext;
use crate::value::Value;

/// The variables of all active functions, by thread and by how many functions are active below.
#[derive(Clone, Debug, Default)]
pub struct Variables(BTreeMap<(ThreadId, usize), Frame>);

#[derive(Clone, Debug, Default)]
struct Frame {
    call_path: u64,
    values: BTreeMap<VarId, Value>,
}

impl Variables {
    /// Looks at the running thread before its next instruction.
    pub(crate) fn see<'o>(&mut self, image: &Image<ConcreteContext<'o>>, state: &State<ConcreteContext<'o>>) {
        let top = &state.thread.top;
        let function = &image.program.functions[top.func];
        let start = function.debug_values.partition_point(|debug_value| debug_value.at < top.pc);
        for debug_value in function.debug_values[start..].iter().take_while(|debug_value| debug_value.at == top.pc) {
            let value = match debug_value.value {
                Operand::Value(value) => &top.regs[value.index()],
                Operand::Const(constant) => &image.consts[constant.index()],
            };
            let frame = self.0.entry((state.thread.id, state.thread.depth() - 1)).or_default();
            if frame.call_path != top.call_path {
                *frame = Frame { call_path: top.call_path, values: BTreeMap::new() };
            }
            frame.values.insert(debug_value.var, value.clone());
        }
    }

    /// What a variable of an active function was last given.
    pub fn get(&self, thread: ThreadId, n_below: usize, call_path: u64, var: VarId) -> Option<&Value> {
        let frame = self.0.get(&(thread, n_below)).filter(|frame| frame.call_path == call_path)?;
        frame.values.get(&var)
    }
}

//! What functions that wait keep from being lost. See [`Kept`]; here it is remembered for each call that was waited at.

use std::sync::{Arc, Mutex, PoisonError};

use candor_analysis::Kept;
use candor_ir::{EntityRef, FuncId, InstId, Operand, Program, ValueId};
use rustc_hash::FxHashMap;

use crate::memory::{Keepers, Memory};
use crate::state::{Frame, State, Thread};

/// What has been asked for so far.
#[derive(Debug, Default)]
pub struct Roots(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    functions: FxHashMap<FuncId, Kept>,
    calls: FxHashMap<(FuncId, InstId), Arc<Waiting>>,
}

/// A function that waits at an instruction.
#[derive(Debug)]
struct Waiting {
    /// The registers that keep what they point to.
    kept: Vec<ValueId>,
    /// The pointers to memory that keeps nothing.
    left_over: Vec<ValueId>,
}

impl Roots {
    /// What all threads keep, without the running function.
    pub fn of_waiting<C: Memory>(&self, program: &Program, state: &State<C>) -> Keepers<C::Value> {
        let mut keepers = Keepers { registers: Vec::new(), left_over: Vec::new() };
        for thread in state.threads() {
            // Instances of thread-local variables are objects, which keep what they hold by themselves.
            let Thread { id, top, below, jumps: _, uninterrupted: _, ended, result, mark: _, locals: _ } = thread;
            // What threads have left for those that join them is not lost.
            keepers.registers.push(result.clone());
            if *ended {
                continue;
            }
            below.iter().for_each(|frame| self.add(program, frame, &mut keepers));
            if *id != state.thread.id {
                self.add_next(program, top, &mut keepers);
            }
        }
        keepers
    }

    /// The same while the running function executes an instruction.
    pub fn of_all<C: Memory>(&self, program: &Program, state: &State<C>) -> Keepers<C::Value> {
        let mut keepers = self.of_waiting(program, state);
        self.add(program, &state.thread.top, &mut keepers);
        keepers
    }

    /// The same before it executes an instruction.
    pub fn of_all_before<C: Memory>(&self, program: &Program, state: &State<C>) -> Keepers<C::Value> {
        let mut keepers = self.of_waiting(program, state);
        self.add_next(program, &state.thread.top, &mut keepers);
        keepers
    }

    /// A function that has not executed its instruction yet: what this reads is still there.
    fn add_next<V: Clone>(&self, program: &Program, frame: &Frame<V>, keepers: &mut Keepers<V>) {
        let n_left_over = keepers.left_over.len();
        self.add(program, frame, keepers);
        keepers.left_over.truncate(n_left_over);
        program.functions[frame.func].insts[frame.pc].kind.for_each_operand(|operand| {
            if let Operand::Value(value) = operand {
                keepers.registers.extend(frame.regs.get(value.index()).cloned());
            }
        });
    }

    fn add<V: Clone>(&self, program: &Program, frame: &Frame<V>, keepers: &mut Keepers<V>) {
        // Objects of the function and its unnamed arguments keep what they hold by themselves.
        let Frame { func, pc, regs, locals: _, varargs: _, call_path: _, events: _, on_return: _ } = frame;
        let waiting = self.at(program, *func, *pc);
        // The registers of `main` are gone when it has returned.
        let values =
            |ids: &[ValueId]| -> Vec<V> { ids.iter().filter_map(|value| regs.get(value.index())).cloned().collect() };
        keepers.registers.extend(values(&waiting.kept));
        keepers.left_over.extend(values(&waiting.left_over));
    }

    fn at(&self, program: &Program, func: FuncId, inst: InstId) -> Arc<Waiting> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { functions, calls } = &mut *known;
        let found = calls.entry((func, inst)).or_insert_with(|| {
            let function = &program.functions[func];
            let kept = functions.entry(func).or_insert_with(|| Kept::new(function));
            let (kept, left_over) = (kept.at(function, inst), kept.left_over_at(function, inst));
            Arc::new(Waiting { kept, left_over })
        });
        Arc::clone(found)
    }
}

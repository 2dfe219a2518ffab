//! Where executions that never end must come by.

use candor_ir::{Check, Program};

use crate::{Cfg, Loops};

/// Asks for [`Check::Termination`] where the program's own loops begin another round, and nowhere else.
pub fn check_loops(program: &mut Program) {
    for function in program.functions.values_mut().filter(|function| function.is_defined()) {
        for inst in function.insts.values_mut() {
            inst.checks.remove(Check::Termination);
        }
        if function.library {
            continue;
        }
        let loops = Loops::new(function, &Cfg::new(function));
        for entry in loops.loops.values().flat_map(|of| &of.entries) {
            let first = function.blocks[*entry].first;
            function.insts[first].checks.insert(Check::Termination);
        }
    }
}

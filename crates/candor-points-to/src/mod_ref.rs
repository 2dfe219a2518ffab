//! Which objects each function reads and writes, itself or by what it calls.

use std::collections::BTreeSet;

use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, Program};

use crate::access::all_accesses;
use crate::object::ObjectIdx;
use crate::query::PointsTo;

/// What a function touches, and its callees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    pub read: BTreeSet<ObjectIdx>,
    pub written: BTreeSet<ObjectIdx>,
}

/// What all functions touch.
#[derive(Clone, Debug)]
pub struct ModRef {
    functions: Vec<Touched>,
}

impl ModRef {
    pub fn new(program: &Program, points_to: &PointsTo) -> ModRef {
        let mut functions = vec![Touched::default(); program.functions.len()];
        for (func, function) in program.functions.iter().filter(|(func, _)| points_to.is_called(*func)) {
            let touched = &mut functions[func.index()];
            for inst in function.insts.keys() {
                for access in all_accesses(program, points_to.call_graph(), Site { func, inst }) {
                    let objects = points_to.touched(func, access.ptr).into_iter().map(|place| place.0);
                    let set = if access.write { &mut touched.written } else { &mut touched.read };
                    set.extend(objects);
                }
            }
        }
        let mut found = ModRef { functions };
        found.propagate(points_to);
        found
    }

    pub fn of(&self, func: FuncId) -> &Touched {
        &self.functions[func.index()]
    }

    /// Callers touch what their callees touch.
    fn propagate(&mut self, points_to: &PointsTo) {
        let graph = points_to.call_graph();
        let order = graph.bottom_up();
        let mut changed = true;
        while changed {
            changed = false;
            for &func in &order {
                for &(_, callee) in graph.callees(func).iter().filter(|(_, callee)| *callee != func) {
                    let more = std::mem::take(&mut self.functions[callee.index()]);
                    let touched = &mut self.functions[func.index()];
                    let before = touched.read.len() + touched.written.len();
                    touched.read.extend(&more.read);
                    touched.written.extend(&more.written);
                    changed |= touched.read.len() + touched.written.len() > before;
                    self.functions[callee.index()] = more;
                }
            }
        }
    }
}

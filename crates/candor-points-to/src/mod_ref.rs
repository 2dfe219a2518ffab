//! Which objects each function reads and writes, itself or by what it calls.

use std::collections::BTreeSet;

use candor_analysis::until_stable;
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
        let size = |touched: &Touched| touched.read.len() + touched.written.len();
        until_stable(graph.bottom_up().iter(), |&func| {
            let n_before = size(&self.functions[func.index()]);
            for &(_, callee) in graph.callees(func).iter().filter(|(_, callee)| *callee != func) {
                let more = std::mem::take(&mut self.functions[callee.index()]);
                let touched = &mut self.functions[func.index()];
                touched.read.extend(&more.read);
                touched.written.extend(&more.written);
                self.functions[callee.index()] = more;
            }
            size(&self.functions[func.index()]) > n_before
        });
    }
}

//! What keeps heap blocks from being lost when the program ends while functions wait. At the end of `main` only memory does, and what was
//! lost before stays lost.

use candor_analysis::{Cfg, Kept, Loops, reachable};
use candor_interp::Site;
use candor_ir::{EntityRef, FuncId, Function, Program, Scalar, ValueId};
use candor_points_to::PointsTo;
use rustc_hash::FxHashMap;

use crate::criteria::ends_all;

/// The registers that a slice has to keep for a leak check.
pub(crate) struct Lost {
    /// For each function, whether the program may end in it or in what it calls, or go on there for ever.
    may_end: Vec<bool>,
    functions: FxHashMap<FuncId, (Kept, Loops)>,
}

impl Lost {
    pub(crate) fn new(program: &Program, points_to: &PointsTo) -> Lost {
        let ends = |func: FuncId, function: &Function| {
            let has_loops = || !function.library && !Loops::new(function, &Cfg::new(function)).loops.is_empty();
            let mut insts = function.insts.keys();
            function.is_defined()
                && (insts.any(|inst| ends_all(program, points_to, Site { func, inst })) || has_loops())
        };
        let called = program.functions.iter().filter(|(func, _)| points_to.is_called(*func));
        let own = called.filter(|(func, function)| ends(*func, function)).map(|(func, _)| func);
        let callers = |func| points_to.call_graph().callers(func).iter().map(|site| site.func);
        let may_end = reachable(program.functions.len(), own, callers);
        Lost { may_end, functions: FxHashMap::default() }
    }

    /// The registers that may keep blocks if the program ends in a call, or goes on for ever there or in a loop. Where it is not known
    /// which these are, a slice may lack some: then it has a leak that the whole program has not, which is found out by the replay.
    pub(crate) fn kept_at(&mut self, program: &Program, points_to: &PointsTo, site: Site) -> Vec<ValueId> {
        let function = &program.functions[site.func];
        let (kept, loops) = self.functions.entry(site.func).or_insert_with(|| {
            let cfg = Cfg::new(function);
            (Kept::new(function), Loops::new(function, &cfg))
        });
        let kind = &function.insts[site.inst].kind;
        let may_end = if kind.is_terminator() {
            loops.innermost(function.block_of(site.inst)).is_some()
        } else {
            let mut callees = points_to.call_graph().callees_at(site);
            callees.any(|callee| self.may_end[callee.index()]) || ends_all(program, points_to, site)
        };
        if !may_end || !function.has_all_vars {
            return Vec::new();
        }
        let may_point = |value: &ValueId| match function.values[*value].ty {
            Scalar::Ptr => true,
            Scalar::Int(width) => width >= program.target.pointer_bits,
            Scalar::Float(_) => false,
        };
        kept.at(function, site.inst).into_iter().filter(may_point).collect()
    }
}

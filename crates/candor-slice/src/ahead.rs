//! Whether a criterion may still come: what holds up an execution matters only before one.

use candor_analysis::Cfg;
use candor_interp::Site;
use candor_ir::{BlockId, EntityRef, FuncId, Function, Program};
use candor_points_to::PointsTo;

use crate::criteria::Criterion;

/// From which blocks a criterion can be reached, in the function itself or after it has returned.
pub(crate) struct Ahead {
    /// For each function, for each block, whether one can be met from its start on before the function returns.
    blocks: Vec<Vec<bool>>,
    /// For each function, whether one can be met after it has returned.
    behind: Vec<bool>,
}

impl Ahead {
    pub(crate) fn new(program: &Program, points_to: &PointsTo, criteria: &[Criterion]) -> Ahead {
        let mut ahead = Ahead {
            blocks: program.functions.values().map(|function| vec![false; function.blocks.len()]).collect(),
            behind: vec![false; program.functions.len()],
        };
        let graph = points_to.call_graph();
        let mut work: Vec<(FuncId, BlockId)> =
            criteria.iter().map(|at| (at.site.func, program.functions[at.site.func].block_of(at.site.inst))).collect();
        let cfg = |(func, function): (FuncId, &Function)| {
            function.is_defined().then(|| Cfg::of_edges(function, |edge| points_to.may_take(func, edge)))
        };
        let cfgs: Vec<Option<Cfg>> = program.functions.iter().map(cfg).collect();
        while let Some((func, bb)) = work.pop() {
            if std::mem::replace(&mut ahead.blocks[func.index()][bb.index()], true) {
                continue;
            }
            let function = &program.functions[func];
            if let Some(cfg) = &cfgs[func.index()] {
                work.extend(cfg.predecessors(bb).iter().map(|link| (func, link.block)));
            }
            // Whoever calls the function meets it, if it is met from the entry on.
            if bb == function.entry() {
                work.extend(
                    graph
                        .callers(func)
                        .iter()
                        .map(|site| (site.func, program.functions[site.func].block_of(site.inst))),
                );
                ahead.comes_later(program, points_to, func, &mut work);
            }
            ahead.reaches(program, points_to, func, bb, &mut work);
        }
        ahead
    }

    /// What nobody calls comes in an order of its own: constructors, `main`, what runs at the end.
    fn comes_later(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        func: FuncId,
        work: &mut Vec<(FuncId, BlockId)>,
    ) {
        let roots = points_to.call_graph().roots();
        let Some(position) = roots.iter().position(|&root| root == func) else { return };
        for &earlier in &roots[..position] {
            if !std::mem::replace(&mut self.behind[earlier.index()], true) {
                self.mark_all(program, earlier, work);
            }
        }
    }

    /// What is called in a block may return to it.
    fn reaches(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        func: FuncId,
        bb: BlockId,
        work: &mut Vec<(FuncId, BlockId)>,
    ) {
        let graph = points_to.call_graph();
        for inst in program.functions[func].block_insts(bb) {
            for callee in graph.callees_at(Site { func, inst }) {
                if !std::mem::replace(&mut self.behind[callee.index()], true) {
                    self.mark_all(program, callee, work);
                }
            }
        }
    }

    /// Behind the end of a function a criterion can be met, so it can from all its blocks.
    fn mark_all(&self, program: &Program, func: FuncId, work: &mut Vec<(FuncId, BlockId)>) {
        work.extend(program.functions[func].blocks.keys().map(|bb| (func, bb)));
    }

    /// Whether a criterion may come at or behind an instruction.
    pub(crate) fn comes(&self, program: &Program, site: Site) -> bool {
        self.blocks[site.func.index()][program.functions[site.func].block_of(site.inst).index()]
    }
}

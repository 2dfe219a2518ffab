//! Going back from the criteria: marking what they depend on.

use candor_interp::{Native, Site, native_of};
use candor_ir::{
    Bits, BlockId, Check, Const, EntityRef, FuncId, Inst, InstId, InstKind, Operand, Program, Scalar, ValueId,
};
use candor_points_to::PointsTo;

use crate::ahead::Ahead;
use rustc_hash::FxHashMap;

use crate::criteria::{Criterion, Matters, allocates, always_kept, asks_for};
use crate::erase::erase;
use crate::graph::{Facts, Origin, Write, all_accesses};
use crate::lost::Lost;
use crate::reaching::{Reaching, Read};

/// What became of a program.
#[derive(Clone, Debug, Default)]
pub struct Slice {
    pub n_kept: usize,
    pub n_erased: usize,
    /// Loads and stores that are kept for their checks alone: nobody uses what is read, or reads what is written.
    pub only_checked: Vec<Site>,
}

/// Keeps what the criteria depend on and what may keep an execution from going on; everything else does nothing afterwards.
/// Programs in which the order of events cannot be followed stay as they are.
pub fn slice(program: &mut Program, points_to: &PointsTo, criteria: &[Criterion]) -> Slice {
    if points_to.is_disordered() {
        let n_kept = program.functions.values().map(|function| function.insts.len()).sum();
        return Slice { n_kept, ..Slice::default() };
    }
    put_numbers(program, points_to);
    let ahead = Ahead::new(program, points_to, criteria);
    let marks = {
        let mut marking = Marking::new(program, points_to);
        for criterion in criteria {
            match criterion.matters {
                Matters::Reaching => marking.keep(criterion.site),
                Matters::Contents => marking.keep_contents(criterion.site),
                Matters::Arguments => marking.keep_arguments(criterion.site),
            }
        }
        let holds_up = always_kept(program, points_to).into_iter().filter(|&site| ahead.comes(program, site));
        holds_up.for_each(|site| marking.keep(site));
        marking.run();
        marking.marks
    };
    erase(program, points_to, &marks, &ahead)
}

/// Registers that are always the same number become that number, so that nothing depends on them. Where it is asked whether values
/// were ever written, it is not the number alone that matters.
fn put_numbers(program: &mut Program, points_to: &PointsTo) {
    if asks_for(program, Check::UninitializedRead) || asks_for(program, Check::MissingReturn) {
        return;
    }
    let Program { functions, consts, .. } = program;
    for func in functions.keys().filter(|&func| points_to.is_called(func)) {
        let function = &mut functions[func];
        let number = |operand: Operand| {
            let Operand::Value(value) = operand else { return None };
            let width = function.values[value].ty.int_width()?;
            Some((width, points_to.only_number(func, operand)?))
        };
        let mut known: FxHashMap<Operand, Operand> = FxHashMap::default();
        for value in function.values.keys() {
            if let Some((width, number)) = number(value.into()) {
                known.insert(value.into(), consts.add(Const::Int(Bits::from_i64(width, number))).into());
            }
        }
        let put = |operand: &mut Operand| *operand = known.get(operand).copied().unwrap_or(*operand);
        // Of the bound of an array, the machine looks at what is compared: zero is wrong, but makes an object all the same.
        let is_bound = |inst: &&mut Inst| matches!(inst.kind, InstKind::Check { check: Check::VlaBound, .. });
        let others = function.insts.values_mut().filter(|inst| !is_bound(inst));
        others.for_each(|inst| inst.kind.for_each_operand_mut(put));
        function.edges.values_mut().for_each(|edge| edge.args.iter_mut().for_each(put));
    }
}

/// What is kept.
pub(crate) struct Marks {
    /// For each function, its instructions.
    pub(crate) insts: Vec<Vec<bool>>,
    /// The same, of those whose contents matter: what is written somebody reads, what is read somebody uses.
    pub(crate) contents: Vec<Vec<bool>>,
    /// For each function, the registers that something kept reads.
    pub(crate) values: Vec<Vec<bool>>,
}

impl Marks {
    pub(crate) fn inst(&self, site: Site) -> bool {
        self.insts[site.func.index()][site.inst.index()]
    }

    pub(crate) fn value(&self, func: FuncId, value: ValueId) -> bool {
        self.values[func.index()][value.index()]
    }

    /// Whether an access is there for its checks alone.
    pub(crate) fn is_only_checked(&self, site: Site, inst: &Inst) -> bool {
        let unread = match inst.kind {
            InstKind::Load { .. } => inst.result.is_none_or(|result| !self.value(site.func, result)),
            InstKind::Store { .. } => !self.contents[site.func.index()][site.inst.index()],
            // Any other is executed as it is.
            _ => false,
        };
        unread && self.inst(site)
    }
}

struct Marking<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    facts: Facts,
    reaching: Reaching,
    /// If it is asked whether blocks are lost.
    lost: Option<Lost>,
    marks: Marks,
    /// Functions of which anything is kept.
    called: Vec<bool>,
    work: Vec<Work>,
}

/// What has been marked and not yet gone back from.
enum Work {
    Inst(Site),
    Contents(Site),
}

impl<'a> Marking<'a> {
    fn new(program: &'a Program, points_to: &'a PointsTo) -> Marking<'a> {
        let facts = Facts::new(program, points_to);
        let marks = Marks {
            insts: program.functions.values().map(|function| vec![false; function.insts.len()]).collect(),
            contents: program.functions.values().map(|function| vec![false; function.insts.len()]).collect(),
            values: program.functions.values().map(|function| vec![false; function.values.len()]).collect(),
        };
        let called = vec![false; program.functions.len()];
        let may_lose = asks_for(program, Check::MemoryLeak) && allocates(program, points_to);
        let lost = may_lose.then(|| Lost::new(program, points_to));
        Marking { program, points_to, facts, reaching: Reaching::default(), lost, marks, called, work: Vec::new() }
    }

    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Inst(site) => self.expand(site),
                Work::Contents(site) => self.expand_contents(site),
            }
        }
    }

    fn keep(&mut self, site: Site) {
        let mark = &mut self.marks.insts[site.func.index()][site.inst.index()];
        if !std::mem::replace(mark, true) {
            self.work.push(Work::Inst(site));
        }
    }

    /// Keeps an instruction, and what it moves.
    fn keep_contents(&mut self, site: Site) {
        self.keep(site);
        let mark = &mut self.marks.contents[site.func.index()][site.inst.index()];
        if !std::mem::replace(mark, true) {
            self.work.push(Work::Contents(site));
        }
    }

    /// Keeps an instruction, what it moves, and what the function that it calls is given: numbers, and memory that pointers are to.
    fn keep_arguments(&mut self, site: Site) {
        self.keep_contents(site);
        let kind = &self.program.functions[site.func].insts[site.inst].kind;
        if let InstKind::Call(call) = kind {
            self.need_all(site.func, kind);
            for arg in call.args.iter().filter(|arg| arg.ty == Scalar::Ptr) {
                for (object, offset) in self.points_to.touched(site.func, arg.value) {
                    self.keep_writes_to(site, Read { object, offset, bytes: None });
                }
            }
        }
    }

    /// Keeps what an instruction needs.
    fn expand(&mut self, site: Site) {
        let Site { func, inst } = site;
        let function = &self.program.functions[func];
        self.keep_deciders(func, function.block_of(inst));
        self.keep_callers(func);
        match &function.insts[inst].kind {
            InstKind::Call(_) => self.expand_call(site),
            // Its values are kept one by one, as callers ask for them. Of `main`'s, the platform may ask whether it is one.
            InstKind::Return { .. } => {
                let checks = function.insts[inst].checks;
                let asks = checks.contains(Check::MissingReturn) || checks.contains(Check::UninitializedRead);
                if asks && function.name == "main" {
                    self.need_all(func, &function.insts[inst].kind);
                }
            }
            // Whether a store is right has nothing to do with what is stored.
            InstKind::Store { ptr, .. } => self.need(func, *ptr),
            InstKind::MemFill { dst, len, .. } => {
                self.need(func, *dst);
                self.need(func, *len);
            }
            // Any other needs all that it is given.
            kind => {
                self.need_all(func, kind);
                self.need_kept(site);
            }
        }
        self.keep_lives(site);
    }

    /// Keeps what is stored, and who has written what is read.
    fn expand_contents(&mut self, site: Site) {
        let kind = &self.program.functions[site.func].insts[site.inst].kind;
        if matches!(kind, InstKind::Store { .. } | InstKind::MemFill { .. }) {
            self.need_all(site.func, kind);
        }
        self.keep_writes(site);
    }

    fn need_all(&mut self, func: FuncId, kind: &InstKind) {
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        operands.into_iter().for_each(|operand| self.need(func, operand));
    }

    fn keep_deciders(&mut self, func: FuncId, bb: BlockId) {
        let Some(facts) = &self.facts.functions[func.index()] else { return };
        let function = &self.program.functions[func];
        let branches: Vec<InstId> =
            facts.deciders[bb.index()].iter().map(|&decider| function.terminator(decider)).collect();
        branches.into_iter().for_each(|inst| self.keep(Site { func, inst }));
    }

    fn keep_callers(&mut self, func: FuncId) {
        if !std::mem::replace(&mut self.called[func.index()], true) {
            for site in self.points_to.call_graph().callers(func).to_vec() {
                self.keep(site);
            }
        }
    }

    /// Keeps where an operand comes from.
    fn need(&mut self, func: FuncId, operand: Operand) {
        let Operand::Value(value) = operand else { return };
        if std::mem::replace(&mut self.marks.values[func.index()][value.index()], true) {
            return;
        }
        let Some(facts) = &self.facts.functions[func.index()] else { return };
        match facts.origins[value.index()] {
            Origin::Inst(inst) => {
                let site = Site { func, inst };
                // What a call returns is one thing, what it writes for its callee another.
                if matches!(self.program.functions[func].insts[inst].kind, InstKind::Call(_)) {
                    self.keep(site);
                } else {
                    self.keep_contents(site);
                }
                self.need_result(func, inst, value);
            }
            Origin::Block(bb, idx) => {
                // Which value it is depends on where control comes from.
                for (from, edge) in facts.entering[bb.index()].clone() {
                    let function = &self.program.functions[func];
                    self.keep(Site { func, inst: function.terminator(from) });
                    self.need(func, function.edges[edge].args[idx]);
                }
            }
            Origin::Param(idx) => {
                for site in self.points_to.call_graph().callers(func).to_vec() {
                    self.keep(site);
                    if let InstKind::Call(call) = &self.program.functions[site.func].insts[site.inst].kind
                        && let Some(arg) = call.args.get(idx)
                    {
                        self.need(site.func, arg.value);
                    }
                }
            }
            Origin::Nowhere => {}
        }
    }

    /// Keeps what functions return where a call's result is needed.
    fn need_result(&mut self, func: FuncId, inst: InstId, value: ValueId) {
        let InstKind::Call(call) = &self.program.functions[func].insts[inst].kind else { return };
        let Some(idx) = call.results.iter().position(|&result| result == value) else { return };
        let callees: Vec<FuncId> = self.points_to.call_graph().callees_at(Site { func, inst }).collect();
        for callee in callees {
            let Some(facts) = &self.facts.functions[callee.index()] else { continue };
            for inst in facts.returns.clone() {
                self.keep(Site { func: callee, inst });
                if let InstKind::Return { values } = &self.program.functions[callee].insts[inst].kind
                    && let Some(&returned) = values.get(idx)
                {
                    self.need(callee, returned);
                }
            }
        }
    }

    /// Keeps what keeps blocks from being lost, where that may be looked for.
    fn need_kept(&mut self, site: Site) {
        let Some(lost) = &mut self.lost else { return };
        let kept = lost.kept_at(self.program, self.points_to, site);
        kept.into_iter().for_each(|value| self.need(site.func, value.into()));
    }

    fn expand_call(&mut self, site: Site) {
        self.need_kept(site);
        let InstKind::Call(call) = &self.program.functions[site.func].insts[site.inst].kind else { return };
        if let candor_ir::Callee::Indirect(callee) = call.callee {
            self.need(site.func, callee);
        }
        let callees: Vec<FuncId> = self.points_to.call_graph().callees_at(site).collect();
        // Arguments of functions with a body are kept as these need them, but not those that are copied.
        let with_bodies = |func: &FuncId| {
            let function = &self.program.functions[*func];
            function.is_defined() && native_of(function) != Some(Native::ErrorCall)
        };
        let all_needed = callees.is_empty() || !callees.iter().all(with_bodies);
        for (idx, arg) in call.args.iter().enumerate() {
            let unnamed = callees.iter().any(|&func| {
                let callee = &self.program.functions[func];
                callee.signature.variadic && idx >= callee.params.len()
            });
            if all_needed || arg.byval.is_some() || unnamed {
                self.need(site.func, arg.value);
            }
        }
        // A callee of which a parameter is kept already needs it from this call too.
        for &callee in &callees {
            let params = self.program.functions[callee].params.clone();
            for (idx, param) in params.into_iter().enumerate() {
                if self.marks.value(callee, param)
                    && let Some(arg) = call.args.get(idx)
                {
                    self.need(site.func, arg.value);
                }
            }
        }
    }

    /// Keeps who ends what an instruction touches.
    fn keep_lives(&mut self, site: Site) {
        let checked = !self.program.functions[site.func].insts[site.inst].checks.is_empty()
            || self.points_to.access_is_safe(self.program, site).is_none();
        if checked {
            for access in all_accesses(self.program, self.points_to, site) {
                for (object, _) in self.points_to.touched(site.func, access.ptr) {
                    self.keep_ends(object);
                }
            }
        }
        self.keep_freed(site);
    }

    /// Keeps who writes what an instruction reads.
    fn keep_writes(&mut self, site: Site) {
        for access in all_accesses(self.program, self.points_to, site).into_iter().filter(|access| !access.write) {
            for (object, offset) in self.points_to.touched(site.func, access.ptr) {
                self.keep_writes_to(site, Read { object, offset, bytes: access.bytes });
            }
        }
    }

    fn keep_writes_to(&mut self, site: Site, read: Read) {
        let writes = self.facts.writes[read.object].iter();
        let writes: Vec<Write> = writes.filter(|write| write.overlaps(read.offset, read.bytes)).copied().collect();
        let is_new = |write: &Write| !self.marks.contents[write.site.func.index()][write.site.inst.index()];
        if !writes.iter().any(is_new) {
            return;
        }
        let sites = self.reaching.writes(self.program, self.points_to, &self.facts, site, read, &writes);
        sites.into_iter().for_each(|site| self.keep_contents(site));
    }

    fn keep_ends(&mut self, object: candor_points_to::ObjectIdx) {
        for site in self.facts.ends[object].clone() {
            self.keep(site);
        }
    }

    /// Whether a `free` is right depends on who else frees.
    fn keep_freed(&mut self, site: Site) {
        let InstKind::Call(call) = &self.program.functions[site.func].insts[site.inst].kind else { return };
        let frees = |func: FuncId| native_of(&self.program.functions[func]).is_some_and(Native::frees);
        if self.points_to.call_graph().callees_at(site).any(frees)
            && let Some(arg) = call.args.first()
        {
            for (object, _) in self.points_to.touched(site.func, arg.value) {
                self.keep_ends(object);
            }
        }
    }
}

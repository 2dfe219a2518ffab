//! Which instructions may change whether a goal holds.
//!
//! A search that leaves out interleavings must not leave out states that a query asks for. So it has to know which steps such a state
//! may lie behind: those that write what the goal reads, those that stand where the goal looks or may break what it asks for, and those right before them. Calls and
//! returns go to places that are not known here and always count.

use candor_interp::Site;
use candor_ir::{
    BlockId, Callee, CheckSet, EntityRef, FuncId, Function, Inst, InstId, InstKind, Life, Program, ValueId,
};

use crate::goal::{Compare, Goal, Operand};
use crate::holds::divides;

/// The instructions behind which a goal may hold that did not before, or the other way round.
#[derive(Clone, Debug)]
pub struct Visible {
    /// For each function, for each instruction.
    sites: Vec<Vec<bool>>,
    reads_registers: bool,
}

/// What a goal looks at.
#[derive(Debug, Default)]
struct Interests {
    calls: Vec<FuncId>,
    lines: Vec<u32>,
    divisions: bool,
    accesses: bool,
    /// Contents of memory.
    memory: bool,
    /// Whether objects live.
    lives: bool,
    registers: Vec<(FuncId, ValueId)>,
    variables: bool,
    /// What steps may break.
    checks: CheckSet,
}

impl Visible {
    pub fn new(program: &Program, goal: &Goal) -> Visible {
        let mut interests = Interests::default();
        interests.collect(goal);
        let sites = program.functions.iter().map(|(func, function)| interests.in_function(program, func, function));
        Visible { sites: sites.collect(), reads_registers: !interests.registers.is_empty() || interests.variables }
    }

    pub fn may_change(&self, site: Site) -> bool {
        self.sites[site.func.index()].get(site.inst.index()).copied().unwrap_or(true)
    }

    /// Whether the goal may depend on registers that the program does not read any more.
    pub fn reads_registers(&self) -> bool {
        self.reads_registers
    }
}

impl Interests {
    fn collect(&mut self, goal: &Goal) {
        match goal {
            Goal::Constant(_) => {}
            Goal::Breaks(check) => self.checks.insert(*check),
            Goal::DataRace => self.accesses = true,
            Goal::OverFlows => (self.accesses, self.lives) = (true, true),
            Goal::DivZero => self.divisions = true,
            Goal::Calls(_, funcs) => self.calls.extend(funcs),
            Goal::At(line) => self.lines.push(*line),
            Goal::Compare(compare) => self.collect_compare(compare),
            Goal::Not(goal) => self.collect(goal),
            Goal::And(a, b) | Goal::Or(a, b) => {
                self.collect(a);
                self.collect(b);
            }
        }
    }

    fn collect_compare(&mut self, compare: &Compare) {
        self.lines.extend(compare.at);
        for operand in [&compare.left, &compare.right] {
            match operand {
                Operand::Number(_) => {}
                Operand::Register { func, value, .. } => self.registers.push((*func, *value)),
                Operand::Local { .. } => (self.memory, self.lives, self.variables) = (true, true, true),
                Operand::Global { .. } => self.memory = true,
            }
        }
    }

    fn in_function(&self, program: &Program, func: FuncId, function: &Function) -> Vec<bool> {
        let stands = |inst: InstId| self.is_stood_at(program, &function.insts[inst]);
        let first_of = |block: BlockId| function.blocks[block].first;
        let mut visible = Vec::with_capacity(function.insts.len());
        for (inst, data) in function.insts.iter() {
            let mut leads_there = false;
            if data.kind.is_terminator() {
                data.kind.for_each_edge(|edge| leads_there |= stands(first_of(function.edges[edge].target)));
            } else {
                leads_there = stands(InstId::new(inst.index() + 1));
            }
            visible.push(stands(inst) || leads_there || self.is_changed_by(func, function, data));
        }
        visible
    }

    /// Whether it matters that a thread is about to execute the instruction.
    fn is_stood_at(&self, program: &Program, inst: &Inst) -> bool {
        let is_called = match &inst.kind {
            InstKind::Call(call) => match call.callee {
                Callee::Direct(callee) => self.calls.contains(&callee),
                Callee::Indirect(_) => !self.calls.is_empty(),
            },
            // Any other is no call.
            _ => false,
        };
        let line = program.source.get(inst.loc).map(|loc| loc.line);
        let may_break = !self.checks.intersection(inst.checks).is_empty();
        is_called
            || may_break
            || line.is_some_and(|line| self.lines.contains(&line))
            || self.divisions && divides(inst)
            || self.accesses && inst.kind.may_access()
    }

    /// Whether executing the instruction changes what is looked at, wherever it stands.
    fn is_changed_by(&self, func: FuncId, function: &Function, inst: &Inst) -> bool {
        if matches!(inst.kind, InstKind::Call(_)) {
            return true;
        }
        let writes = match inst.kind.life() {
            Some(Life::EndsFrame) => return true,
            Some(Life::Made | Life::Begins(_) | Life::Ends(_) | Life::EndsSinceMark) => self.lives || self.memory,
            None => self.memory && inst.kind.changes_memory(),
        };
        writes || self.registers.iter().any(|&(of, value)| of == func && sets(function, inst, value))
    }
}

/// Whether an instruction sets a register, or leads to a block that does on the way in.
fn sets(function: &Function, inst: &Inst, value: ValueId) -> bool {
    let mut is_set = false;
    inst.for_each_result(|result| is_set |= result == value);
    inst.kind.for_each_edge(|edge| {
        let target = function.edges[edge].target;
        is_set |= function.blocks[target].params.contains(&value);
    });
    is_set
}

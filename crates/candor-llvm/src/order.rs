//! Calls whose order C leaves open: `f(g(), h())`, `g() + h()`, `*g() = h()`, `{ g(), h() }`; and reads beside calls: `n + g()`.
//!
//! clang without optimisation keeps in registers only what belongs to one full expression, so that two operands of an
//! instruction that are both computed by calls are operands of the source. Structures go through temporaries in memory, which are no
//! variables. What a pass has moved to registers would look the same: this is found while a body is copied, and only in what we have
//! compiled ourselves. Operators that order their operands (`&&`, `||`, `?:` and the comma) are control flow and are not met.

use candor_ir::{
    Callee, Evaluation, Function, Inst, InstId, InstKind, LocId, Operand, Program, Unordered, ValueId, VariableHome,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clang::Place;

/// The calls and reads that an operand is computed from.
type Done = Vec<InstId>;

pub(crate) fn unordered(func: &Function) -> Vec<Unordered> {
    let mut search =
        Search { func, locals: Locals::new(func), done: FxHashMap::default(), elements: FxHashMap::default() };
    let mut found: Vec<Unordered> = Vec::new();
    for (id, inst) in &func.insts {
        let operands = search.operands(inst);
        let elements = search.element(inst, &operands);
        let is_known = found.last().is_some_and(|last| last.loc == inst.loc);
        let open = [&operands, &elements].into_iter().find(|operands| search.has_open_order(operands));
        if let Some(open) = open.filter(|_| !is_known && !inst.kind.is_terminator()) {
            let operands = open.iter().map(|done| done.iter().map(|&inst| search.evaluation(inst)).collect());
            found.push(Unordered { loc: inst.loc, operands: operands.collect() });
        }
        search.note(id, inst, operands);
    }
    found
}

/// Notes where the compiler saw an expression change a variable twice: bitcode does not tell where an expression ends.
pub(crate) fn note_unsequenced(program: &mut Program, place: &Place) {
    let source = &program.source;
    let is_there = |inst: &&Inst| {
        let loc = source.get(inst.loc);
        loc.is_some_and(|loc| loc.line == place.line && source.files[loc.file].path.ends_with(&place.file))
    };
    for function in program.functions.values_mut() {
        let Some(inst) = function.insts.values().find(is_there) else { continue };
        let change = vec![Evaluation::Call(None)];
        function.unordered.push(Unordered { loc: inst.loc, operands: vec![change.clone(), change] });
    }
}

/// What registers and temporaries are computed from.
struct Search<'f> {
    func: &'f Function,
    locals: Locals,
    /// Of a variable's address, what was done for its contents, if it is a temporary.
    done: FxHashMap<ValueId, Done>,
    /// What was done for the elements of one list of initialisers, by its variable and its place.
    elements: FxHashMap<(ValueId, LocId), Vec<Done>>,
}

impl Search<'_> {
    /// For each operand, what was done for it, if anything.
    fn operands(&self, inst: &Inst) -> Vec<Done> {
        let mut operands = Vec::new();
        inst.kind.for_each_operand(|operand| {
            let Operand::Value(value) = operand else { return };
            let home = self.locals.homes.get(&value).copied().filter(|home| self.locals.is_temporary(*home));
            operands.extend(self.done.get(&home.unwrap_or(value)).cloned());
        });
        operands
    }

    /// The elements of the list of initialisers that a store is for, up to its own: all have the place of the list.
    fn element(&mut self, inst: &Inst, operands: &[Done]) -> Vec<Done> {
        let InstKind::Store { ptr: Operand::Value(ptr), .. } = inst.kind else { return Vec::new() };
        let Some(&home) = self.locals.homes.get(&ptr).filter(|_| !operands.is_empty()) else { return Vec::new() };
        let elements = self.elements.entry((home, inst.loc)).or_default();
        elements.push(operands.concat());
        elements.clone()
    }

    /// Two operands have something of their own, and one of these is a call.
    fn has_open_order(&self, operands: &[Done]) -> bool {
        let calls = |inst: InstId| matches!(self.func.insts[inst].kind, InstKind::Call(_));
        let is_open = |a: &Done, b: &Done| {
            let own_of_a = a.iter().filter(|inst| !b.contains(inst));
            let own_of_b = b.iter().filter(|inst| !a.contains(inst));
            let (mut all, n_own_of_a) = (own_of_a.clone().chain(own_of_b.clone()), own_of_a.count());
            n_own_of_a > 0 && own_of_b.count() > 0 && all.any(|&inst| calls(inst))
        };
        operands.iter().enumerate().any(|(idx, a)| operands[idx + 1..].iter().any(|b| is_open(a, b)))
    }

    fn note(&mut self, id: InstId, inst: &Inst, operands: Vec<Done>) {
        let mut all: Done = operands.into_iter().flatten().collect();
        let mut is_done = matches!(inst.kind, InstKind::Call(_));
        inst.kind.for_each_access(|access| is_done |= access.kind.reads() && self.locals.may_be_written(access.ptr));
        all.extend(is_done.then_some(id));
        if all.is_empty() {
            return;
        }
        all.sort_unstable();
        all.dedup();
        inst.for_each_result(|result| _ = self.done.insert(result, all.clone()));
        if let Some(home) = self.temporary_written(inst) {
            self.done.insert(home, all);
        }
    }

    /// The temporary that an instruction fills. A structure that is too large for registers is returned through the first argument.
    fn temporary_written(&self, inst: &Inst) -> Option<ValueId> {
        let to = match &inst.kind {
            InstKind::Store { ptr, .. } => *ptr,
            InstKind::MemCopy { dst, .. } => *dst,
            InstKind::Call(call) if call.results.is_empty() => call.args.first()?.value,
            // Any other fills no temporary with what operands are.
            _ => return None,
        };
        let Operand::Value(to) = to else { return None };
        self.locals.homes.get(&to).copied().filter(|home| self.locals.is_temporary(*home))
    }

    fn evaluation(&self, inst: InstId) -> Evaluation {
        match &self.func.insts[inst].kind {
            InstKind::Call(call) => match call.callee {
                Callee::Direct(callee) => Evaluation::Call(Some(callee)),
                Callee::Indirect(_) => Evaluation::Call(None),
            },
            // It writes too, as something that is called might.
            InstKind::AtomicRmw { .. } | InstKind::AtomicCas { .. } => Evaluation::Call(None),
            // Any other is here for what it reads.
            _ => Evaluation::Read,
        }
    }
}

/// The variables and temporaries of a function.
struct Locals {
    /// Which of them a pointer points into.
    homes: FxHashMap<ValueId, ValueId>,
    named: FxHashSet<ValueId>,
    /// Those whose addresses others may have.
    shared: FxHashSet<ValueId>,
}

impl Locals {
    fn new(func: &Function) -> Locals {
        let named = func.vars.values().filter_map(|var| match var.home {
            VariableHome::Memory(home) => Some(home),
            VariableHome::Registers => None,
        });
        let mut locals = Locals { homes: FxHashMap::default(), named: named.collect(), shared: FxHashSet::default() };
        for inst in func.insts.values() {
            match (&inst.kind, inst.result) {
                (InstKind::Alloca { .. }, Some(result)) => _ = locals.homes.insert(result, result),
                (InstKind::PtrAdd { base: Operand::Value(base), .. }, Some(result)) => {
                    if let Some(&home) = locals.homes.get(base) {
                        locals.homes.insert(result, home);
                    }
                }
                (InstKind::Load { .. } | InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. }, _) => {}
                (InstKind::Store { value, .. }, _) => locals.share(*value),
                // Any other may hand on whatever it is given.
                (kind, _) => kind.for_each_operand(|operand| locals.share(operand)),
            }
        }
        locals
    }

    fn share(&mut self, operand: Operand) {
        if let Operand::Value(value) = operand
            && let Some(&home) = self.homes.get(&value)
        {
            self.shared.insert(home);
        }
    }

    fn is_temporary(&self, home: ValueId) -> bool {
        !self.named.contains(&home)
    }

    /// Whether somebody else may write what a pointer points to.
    fn may_be_written(&self, ptr: Operand) -> bool {
        let Operand::Value(value) = ptr else { return true };
        let home = self.homes.get(&value);
        home.is_none_or(|home| self.shared.contains(home) && !self.is_temporary(*home))
    }
}

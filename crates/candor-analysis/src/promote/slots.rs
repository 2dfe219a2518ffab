//! Which variables can be promoted, and what happens to them.

use candor_ir::{
    AccessFlags, BlockId, Const, ConstExpr, ConstId, ConstPool, Function, InstId, InstKind, Operand, Ordering,
    PrimaryMap, Scalar, SecondaryMap, Target, UndefCause, ValueId, VarId, Variable, VariableHome,
};
use cranelift_entity::entity_impl;
use cranelift_entity::packed_option::PackedOption;

use crate::temporaries;

/// A variable in memory that may be promoted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SlotId(u32);
entity_impl!(SlotId, "slot");

#[derive(Debug)]
pub(super) struct Slot {
    pub(super) alloca: InstId,
    pub(super) pointer: ValueId,
    /// The type of all accesses; `None` if there are none.
    pub(super) ty: Option<Scalar>,
    /// What is wrong with its value before the first store.
    pub(super) cause: UndefCause,
    /// The source variables that live here; several after inlining.
    pub(super) vars: Vec<VarId>,
    /// In layout order.
    pub(super) events: Vec<Event>,
}

/// What an instruction does to a slot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Load,
    Store,
    /// A new life, with a fresh value.
    Start,
    End,
}

#[derive(Copy, Clone, Debug)]
pub(super) struct Event {
    pub(super) bb: BlockId,
    pub(super) action: Action,
}

/// The slots of a function.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) slots: PrimaryMap<SlotId, Slot>,
    of_pointer: SecondaryMap<ValueId, PackedOption<SlotId>>,
}

impl Slots {
    /// The slot that a pointer leads to.
    pub(super) fn of(&self, ptr: Operand) -> Option<SlotId> {
        match ptr {
            Operand::Value(value) => self.of_pointer.get(value).and_then(|slot| slot.expand()),
            Operand::Const(_) => None,
        }
    }

    /// What an instruction does to a slot, if that is all it does with it.
    pub(super) fn action(&self, kind: &InstKind) -> Option<(SlotId, Action)> {
        let (ptr, action) = match kind {
            InstKind::Load { ptr, .. } => (*ptr, Action::Load),
            InstKind::Store { ptr, .. } => (*ptr, Action::Store),
            InstKind::LifetimeStart { ptr } => (*ptr, Action::Start),
            InstKind::LifetimeEnd { ptr } => (*ptr, Action::End),
            // Any other keeps the variable from being promoted.
            _ => return None,
        };
        Some((self.of(ptr)?, action))
    }

    /// Makes variables without names of those that debug info does not know and whose values have to be known.
    pub(super) fn name_all(&mut self, function: &mut Function, is_wanted: impl Fn(Scalar) -> bool) {
        for slot in self.slots.values_mut().filter(|slot| slot.vars.is_empty() && slot.ty.is_some_and(&is_wanted)) {
            let name = function.values[slot.pointer].name.as_deref().unwrap_or_default();
            if !temporaries::is_name(name) {
                slot.vars.push(function.vars.push(Variable::unnamed(slot.pointer)));
            }
        }
    }

    /// Leaves out the slots for which `keep` does not hold.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(SlotId, &Slot) -> bool) {
        for (id, slot) in std::mem::take(&mut self.slots) {
            let kept = keep(id, &slot);
            let pointer = slot.pointer;
            self.of_pointer[pointer] = kept.then(|| self.slots.push(slot)).into();
        }
    }
}

/// All slots whose accesses are of one type and whose address goes nowhere else. `None` if there are none.
pub(super) fn find(function: &mut Function, consts: &ConstPool, target: &Target) -> Option<Slots> {
    let mut slots = candidates(function);
    if slots.slots.is_empty() {
        return None;
    }
    let mut fit = SecondaryMap::with_default(true);
    inspect_uses(function, consts, target, &mut slots, &mut fit);
    slots.retain(|id, _| fit[id]);
    for (var, variable) in &function.vars {
        if let VariableHome::Memory(home) = variable.home
            && let Some(id) = slots.of(home.into())
        {
            slots.slots[id].vars.push(var);
        }
    }
    (!slots.slots.is_empty()).then_some(slots)
}

/// Fixed-size allocas of the entry block, which are executed once. What is allocated after a `stacksave` may end at a
/// `stackrestore`.
fn candidates(function: &Function) -> Slots {
    let mut slots = Slots { slots: PrimaryMap::new(), of_pointer: SecondaryMap::new() };
    for alloca in function.block_insts(function.entry()) {
        let inst = &function.insts[alloca];
        match (&inst.kind, inst.result) {
            (InstKind::StackSave, _) => break,
            (InstKind::Alloca { count: None, .. }, Some(pointer)) => {
                let is_result = function.values[pointer].name.as_deref() == Some("retval");
                let cause = if is_result { UndefCause::MissingReturn } else { UndefCause::Uninitialized };
                let (vars, events) = (Vec::new(), Vec::new());
                let id = slots.slots.push(Slot { alloca, pointer, ty: None, cause, vars, events });
                slots.of_pointer[pointer] = id.into();
            }
            // Any other makes no variable that could be promoted.
            _ => {}
        }
    }
    slots
}

/// Collects the events of each slot and finds out which slots are used in other ways. The function does not change:
/// reading operands in place just saves copies of the instructions.
fn inspect_uses(
    function: &mut Function,
    consts: &ConstPool,
    target: &Target,
    slots: &mut Slots,
    fit: &mut SecondaryMap<SlotId, bool>,
) {
    for bb in function.blocks.keys() {
        for inst in function.block_insts(bb) {
            let event = slots.action(&function.insts[inst].kind);
            if let Some((id, action)) = event {
                let Some((ty, ok)) = access(function, consts, target, &slots.slots[id], inst) else {
                    continue;
                };
                let slot = &mut slots.slots[id];
                let same_type = ty.is_none() || slot.ty.is_none() || slot.ty == ty;
                slot.ty = slot.ty.or(ty);
                slot.events.push(Event { bb, action });
                fit[id] &= ok && same_type;
            }
            let mut n_direct = u32::from(event.is_some());
            function.insts[inst].kind.for_each_operand_mut(|operand| {
                let Some(id) = slots.of(*operand) else { return };
                // The one direct use of the event above is fine.
                let is_direct = n_direct > 0 && event.is_some_and(|(direct, _)| direct == id);
                n_direct -= u32::from(is_direct);
                fit[id] &= is_direct;
            });
        }
    }
    let on_edges = function.edges.values().flat_map(|edge| edge.args.iter().copied());
    let shown = function.debug_values.iter().map(|debug_value| debug_value.value);
    for id in on_edges.chain(shown).filter_map(|operand| slots.of(operand)) {
        fit[id] = false;
    }
}

/// The type of an access, if it has one, and whether it is as simple as it must be.
fn access(
    function: &Function,
    consts: &ConstPool,
    target: &Target,
    slot: &Slot,
    inst: InstId,
) -> Option<(Option<Scalar>, bool)> {
    let InstKind::Alloca { size, align, .. } = function.insts[slot.alloca].kind else {
        return None;
    };
    let simple = |ty: Scalar, flags: AccessFlags| {
        let plain = !flags.volatile && flags.ordering == Ordering::None;
        plain && flags.align <= align && target.store_bytes(ty) <= size
    };
    match &function.insts[inst].kind {
        InstKind::Load { ty, flags, .. } => Some((Some(*ty), simple(*ty, *flags))),
        InstKind::Store { ty, value, flags, .. } => {
            let stays_the_same = match *value {
                Operand::Value(_) => true,
                Operand::Const(id) => !has_undef(consts, id),
            };
            Some((Some(*ty), stays_the_same && simple(*ty, *flags)))
        }
        // Any other event is the start or the end of a life.
        _ => Some((None, true)),
    }
}

/// Whether a constant is another value at each evaluation.
fn has_undef(consts: &ConstPool, id: ConstId) -> bool {
    match consts.get(id) {
        Const::Undef(_) => true,
        Const::Expr(expr) => match &**expr {
            ConstExpr::Binary { a, b, .. } => has_undef(consts, *a) || has_undef(consts, *b),
            ConstExpr::Cast { value, .. } => has_undef(consts, *value),
            ConstExpr::PtrAdd { base, offset } => has_undef(consts, *base) || has_undef(consts, *offset),
        },
        Const::Int(_) | Const::Float(..) | Const::Null | Const::Poison(_) => false,
        Const::Global(..) | Const::Function(_) | Const::BlockAddress(..) => false,
    }
}

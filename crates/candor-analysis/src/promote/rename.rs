//! The second half of promotion: a walk over the dominator tree that knows the value of each slot at every point.

use candor_ir::{
    BlockId, Const, ConstPool, DebugValue, EntityRef, Function, Inst, InstId, InstKind, Operand, Scalar, SecondaryMap,
    ValueData, ValueId, VariableHome,
};

use super::Promoted;
use super::place::Plan;
use super::slots::{Action, SlotId, Slots};
use crate::cfg::Cfg;
use crate::dominators::Dominators;

/// Replaces the accesses of all slots; gives the instructions to leave out.
pub(super) fn rename(
    function: &mut Function,
    consts: &mut ConstPool,
    cfg: &Cfg,
    dominators: &Dominators,
    slots: &Slots,
    plan: &Plan,
) -> (SecondaryMap<InstId, bool>, Promoted) {
    let mut cx = Renamer {
        function,
        consts,
        cfg,
        slots,
        plan,
        values: slots.slots.values().map(|slot| Value::Fresh(slot.alloca)).collect(),
        undo: Vec::new(),
        replaced: SecondaryMap::new(),
        undefs: SecondaryMap::new(),
        removed: SecondaryMap::new(),
        debug_values: Vec::new(),
        promoted: Promoted { variables: slots.slots.len(), ..Promoted::default() },
    };
    walk(&mut cx, dominators);
    rewrite_unreachable(&mut cx);
    settle_fresh(&mut cx);
    describe_variables(&mut cx);
    (cx.removed, cx.promoted)
}

/// The value of a slot at some point.
#[derive(Copy, Clone)]
enum Value {
    /// What it has since this `alloca` or `lifetime.start`; that becomes an instruction when someone looks.
    Fresh(InstId),
    Known(Operand),
    /// Its life has ended, and nobody looks before it starts again.
    Dead,
}

/// Before or after an instruction, in numbers that can be compared.
type Moment = (InstId, /* after */ bool);

struct Renamer<'a> {
    function: &'a mut Function,
    consts: &'a mut ConstPool,
    cfg: &'a Cfg,
    slots: &'a Slots,
    plan: &'a Plan,
    /// By slot, here and now.
    values: Vec<Value>,
    /// What slots were before, to return to when a subtree is left.
    undo: Vec<(SlotId, Value)>,
    /// What the results of removed loads stand for.
    replaced: SecondaryMap<ValueId, Option<Operand>>,
    /// The undefined value that an `alloca` or `lifetime.start` turns into.
    undefs: SecondaryMap<InstId, Option<ValueId>>,
    removed: SecondaryMap<InstId, bool>,
    debug_values: Vec<(Moment, SlotId, Operand)>,
    promoted: Promoted,
}

/// A step of the walk.
enum Visit {
    Enter(BlockId),
    /// Back to this length of the undo list.
    Leave(usize),
}

fn walk(cx: &mut Renamer<'_>, dominators: &Dominators) {
    let mut stack = vec![Visit::Enter(cx.function.entry())];
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Enter(bb) => {
                stack.push(Visit::Leave(cx.undo.len()));
                rewrite_block(cx, bb);
                stack.extend(dominators.children(bb).iter().rev().map(|&child| Visit::Enter(child)));
            }
            Visit::Leave(length) => {
                for (slot, value) in cx.undo.drain(length..).rev() {
                    cx.values[slot.index()] = value;
                }
            }
        }
    }
}

fn rewrite_block(cx: &mut Renamer<'_>, bb: BlockId) {
    let plan = cx.plan;
    let first = cx.function.blocks[bb].first;
    for param in plan.params(bb) {
        let value = cx.new_register(param.ty);
        cx.function.blocks[bb].params.push(value);
        cx.set(param.slot, (first, false), value.into());
        cx.promoted.params += 1;
    }
    for inst in cx.function.block_insts(bb) {
        let action = cx.slots.action(&cx.function.insts[inst].kind);
        cx.replace_operands(inst);
        if let Some((slot, action)) = action {
            cx.rewrite(inst, slot, action);
        }
    }
    let cfg = cx.cfg;
    for link in cfg.successors(bb) {
        let mut args = std::mem::take(&mut cx.function.edges[link.edge].args);
        args.iter_mut().for_each(|arg| *arg = cx.replacement(*arg));
        for param in plan.params(link.block) {
            // A parameter that nobody reads needs no undefined value of its own.
            let is_fresh = matches!(cx.values[param.slot.index()], Value::Fresh(_));
            args.push(match is_fresh && !param.is_live {
                true => cx.undef_const(param.ty),
                false => cx.read(param.slot, param.ty),
            });
        }
        cx.function.edges[link.edge].args = args;
    }
}

impl Renamer<'_> {
    fn new_register(&mut self, ty: Scalar) -> ValueId {
        self.function.values.push(ValueData { ty, name: None })
    }

    fn undef_const(&mut self, ty: Scalar) -> Operand {
        self.consts.add(Const::Undef(ty)).into()
    }

    fn replacement(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) => self.replaced.get(value).copied().flatten().unwrap_or(operand),
            Operand::Const(_) => operand,
        }
    }

    fn replace_operands(&mut self, inst: InstId) {
        let replaced = &self.replaced;
        self.function.insts[inst].kind.for_each_operand_mut(|operand| {
            if let Operand::Value(value) = *operand {
                *operand = replaced.get(value).copied().flatten().unwrap_or(*operand);
            }
        });
    }

    /// From this moment on, a slot has this value.
    fn set(&mut self, slot: SlotId, moment: Moment, value: Operand) {
        self.change(slot, Value::Known(value));
        self.debug_values.push((moment, slot, value));
    }

    fn change(&mut self, slot: SlotId, value: Value) {
        let before = std::mem::replace(&mut self.values[slot.index()], value);
        self.undo.push((slot, before));
    }

    /// The value of a slot here, for someone who wants it.
    fn read(&mut self, slot: SlotId, ty: Scalar) -> Operand {
        match self.values[slot.index()] {
            Value::Known(value) => value,
            Value::Fresh(site) => match self.undefs[site] {
                Some(value) => value.into(),
                None => {
                    let value = self.new_register(ty);
                    self.undefs[site] = Some(value);
                    value.into()
                }
            },
            Value::Dead => self.undef_const(ty),
        }
    }

    fn rewrite(&mut self, inst: InstId, slot: SlotId, action: Action) {
        self.removed[inst] = true;
        match (action, &self.function.insts[inst].kind) {
            (Action::Load, &InstKind::Load { ty, .. }) => {
                let value = self.read(slot, ty);
                if let Some(result) = self.function.insts[inst].result {
                    self.replaced[result] = Some(value);
                }
                self.promoted.loads += 1;
            }
            (Action::Store, &InstKind::Store { value, .. }) => {
                self.set(slot, (inst, true), value);
                self.promoted.stores += 1;
            }
            (Action::Start, _) => self.change(slot, Value::Fresh(inst)),
            (Action::End, _) => {
                self.change(slot, Value::Dead);
                self.forget(slot, (inst, true));
            }
            (Action::Load | Action::Store, _) => unreachable!("the action tells the kind of instruction"),
        }
    }

    /// From this moment on, the source variables of a slot have no known value.
    fn forget(&mut self, slot: SlotId, moment: Moment) {
        let slots = self.slots;
        if let Some(ty) = slots.slots[slot].ty
            && !slots.slots[slot].vars.is_empty()
        {
            let unknown = self.undef_const(ty);
            self.debug_values.push((moment, slot, unknown));
        }
    }
}

/// Blocks that are never executed stay valid: whatever they read is undefined.
fn rewrite_unreachable(cx: &mut Renamer<'_>) {
    let cfg = cx.cfg;
    let unreachable: Vec<BlockId> = cx.function.blocks.keys().filter(|&bb| !cfg.is_reachable(bb)).collect();
    for &bb in &unreachable {
        for inst in cx.function.block_insts(bb) {
            let Inst { kind, result, .. } = &cx.function.insts[inst];
            if cx.slots.action(kind).is_none() {
                continue;
            }
            cx.removed[inst] = true;
            if let (&InstKind::Load { ty, .. }, &Some(result)) = (kind, result) {
                cx.replaced[result] = Some(cx.undef_const(ty));
            }
        }
    }
    let plan = cx.plan;
    for &bb in &unreachable {
        cx.function.block_insts(bb).for_each(|inst| cx.replace_operands(inst));
        for link in cfg.successors(bb) {
            let mut args = std::mem::take(&mut cx.function.edges[link.edge].args);
            args.iter_mut().for_each(|arg| *arg = cx.replacement(*arg));
            args.extend(plan.params(link.block).iter().map(|param| cx.undef_const(param.ty)));
            cx.function.edges[link.edge].args = args;
        }
    }
}

/// Makes undefined values of the places where slots become fresh, or nothing where nobody looks.
fn settle_fresh(cx: &mut Renamer<'_>) {
    let slots = cx.slots;
    for (id, slot) in &slots.slots {
        settle_site(cx, id, slot.alloca);
    }
    for inst in cx.function.insts.keys() {
        if let Some((id, Action::Start)) = slots.action(&cx.function.insts[inst].kind) {
            settle_site(cx, id, inst);
        }
    }
}

fn settle_site(cx: &mut Renamer<'_>, id: SlotId, site: InstId) {
    let slots = cx.slots;
    let slot = &slots.slots[id];
    let (Some(value), Some(ty)) = (cx.undefs[site], slot.ty) else {
        cx.removed[site] = true;
        if site != slot.alloca {
            cx.forget(id, (site, true));
        }
        return;
    };
    let loc = cx.function.insts[site].loc;
    cx.function.insts[site] = Inst::new(InstKind::Undef { ty, cause: slot.cause }, Some(value), loc);
    cx.removed[site] = false;
    cx.debug_values.push(((site, true), id, value.into()));
    cx.promoted.undefs += 1;
}

/// Moves the homes of source variables from slots to debug values.
fn describe_variables(cx: &mut Renamer<'_>) {
    let (slots, plan) = (cx.slots, cx.plan);
    for &(bb, slot) in &plan.unknown {
        cx.forget(slot, (cx.function.blocks[bb].first, false));
    }
    let replaced = |operand| cx.replacement(operand);
    let old = cx.function.debug_values.iter();
    let mut all: Vec<(Moment, DebugValue)> =
        old.map(|old| ((old.at, false), DebugValue { value: replaced(old.value), ..*old })).collect();
    for &((inst, after), slot, value) in &cx.debug_values {
        let at = InstId::new(inst.index() + usize::from(after));
        let vars = slots.slots[slot].vars.iter();
        all.extend(vars.map(|&var| ((inst, after), DebugValue { at, var, value })));
    }
    all.sort_by_key(|(moment, _)| *moment);
    cx.function.debug_values = all.into_iter().map(|(_, debug_value)| debug_value).collect();
    for var in slots.slots.values().flat_map(|slot| &slot.vars) {
        cx.function.vars[*var].home = VariableHome::Registers;
    }
}

//! Putting a function back together after a pass: layout of instructions, numbers of registers.

use candor_ir::{
    Block, BlockId, EntityRef, FuncId, Function, Inst, InstId, InstKind, Operand, PrimaryMap, Program, SecondaryMap,
    ValueId, VarId, VariableHome, verify_function,
};

/// What becomes of the blocks and instructions.
#[derive(Default)]
pub(crate) struct Layout {
    /// The blocks that remain, in their new order; the entry first.
    pub(crate) heads: Vec<BlockId>,
    /// The block that is appended to this one.
    pub(crate) next: SecondaryMap<BlockId, Option<BlockId>>,
    /// Instructions to leave out; never the last one of a block that remains.
    pub(crate) removed: SecondaryMap<InstId, bool>,
}

/// Moves the instructions to their places and renumbers blocks and instructions, also in debug values. The targets of
/// edges are the caller's business: it gets the new number of each block that remains.
pub(crate) fn lay_out(function: &mut Function, layout: &Layout) -> SecondaryMap<BlockId, Option<BlockId>> {
    let n_insts = function.insts.len();
    let mut old_insts: Vec<Option<Inst>> =
        std::mem::take(&mut function.insts).into_iter().map(|(_, inst)| Some(inst)).collect();
    let mut old_blocks: Vec<Block> = std::mem::take(&mut function.blocks).into_iter().map(|(_, block)| block).collect();
    let mut places = SecondaryMap::with_capacity(n_insts);
    let mut n_passed = 0;
    let mut new_blocks = SecondaryMap::with_capacity(old_blocks.len());
    function.insts = PrimaryMap::with_capacity(n_insts);
    let mut removed_locs = Vec::new();
    for &head in &layout.heads {
        let first = function.insts.next_key();
        for bb in std::iter::successors(Some(head), |&bb| layout.next[bb]) {
            let Block { first, end, .. } = old_blocks[bb.index()];
            for inst in (first.index()..end.index()).map(InstId::new) {
                // For one that is left out, this is the next one that is not.
                places[inst] = Some(Place { inst: function.insts.next_key(), n_passed });
                n_passed += 1;
                let old = old_insts[inst.index()].take().expect("each instruction is laid out once");
                if !layout.removed[inst] {
                    function.insts.push(old);
                } else if matches!(old.kind, InstKind::Load { .. } | InstKind::Store { .. }) {
                    removed_locs.push((function.insts.next_key(), old.loc));
                }
            }
        }
        let end = function.insts.next_key();
        let Block { params, name, .. } = &mut old_blocks[head.index()];
        let (params, name) = (std::mem::take(params), name.take());
        new_blocks[head] = Some(function.blocks.push(Block { params, first, end, name }));
    }
    move_debug_values(function, &places);
    let earlier = function.removed_locs.iter().filter_map(|&(at, loc)| Some((places[at]?.inst, loc)));
    removed_locs.extend(earlier);
    removed_locs.sort_unstable();
    removed_locs.dedup();
    function.removed_locs = removed_locs;
    new_blocks
}

/// Where an instruction went.
#[derive(Copy, Clone)]
struct Place {
    inst: InstId,
    /// How many were laid out before it, also those left out: what happened at one place still has an order.
    n_passed: usize,
}

fn move_debug_values(function: &mut Function, places: &SecondaryMap<InstId, Option<Place>>) {
    function.debug_values.retain(|debug_value| places[debug_value.at].is_some());
    function.debug_values.sort_by_key(|debug_value| places[debug_value.at].map(|place| place.n_passed));
    for debug_value in &mut function.debug_values {
        debug_value.at = places[debug_value.at].map_or(debug_value.at, |place| place.inst);
    }
    // Of several values that a variable gets at one place, the last one counts.
    let mut kept: SecondaryMap<VarId, Option<InstId>> = SecondaryMap::new();
    let mut last_first: Vec<_> = std::mem::take(&mut function.debug_values);
    last_first.reverse();
    last_first.retain(|debug_value| kept[debug_value.var].replace(debug_value.at) != Some(debug_value.at));
    last_first.reverse();
    function.debug_values = last_first;
}

/// Takes instructions out of a function; never the last one of a block, and none whose result is still read.
pub fn remove_insts(program: &mut Program, func: FuncId, is_removed: impl Fn(&Inst) -> bool) {
    let function = &mut program.functions[func];
    let mut layout = Layout { heads: function.blocks.keys().collect(), ..Layout::default() };
    let mut any = false;
    for (id, inst) in function.insts.iter() {
        let removed = !inst.kind.is_terminator() && is_removed(inst);
        layout.removed[id] = removed;
        any |= removed;
    }
    if any {
        lay_out(function, &layout);
        compact_registers(function);
    }
    debug_assert!(check(program, func));
}

/// Whether a pass left the function well-formed. Large ones are taken on trust: the verifier's time grows with the
/// depth of the dominator tree.
pub(crate) fn check(program: &Program, func: FuncId) -> bool {
    program.functions[func].blocks.len() > 1000 || verify_function(program, func).is_ok()
}

/// Renumbers the registers that are still defined, and drops the others: a frame has a slot for each number.
pub(crate) fn compact_registers(function: &mut Function) {
    let new_ids = number_defined(function);
    for_each_definition_mut(function, |value| *value = new_ids[*value].expect("a definition defines"));
    let rename = |operand: &mut Operand| {
        if let Operand::Value(value) = operand {
            *value = new_ids[*value].expect("a register in use is defined");
        }
    };
    function.insts.values_mut().for_each(|inst| inst.kind.for_each_operand_mut(rename));
    function.edges.values_mut().for_each(|edge| edge.args.iter_mut().for_each(rename));
    function.debug_values.retain_mut(|debug_value| match &mut debug_value.value {
        Operand::Const(_) => true,
        Operand::Value(value) => match new_ids[*value] {
            Some(new) => {
                *value = new;
                true
            }
            None => false,
        },
    });
    for var in function.vars.values_mut() {
        if let VariableHome::Memory(value) = var.home {
            var.home = new_ids[value].map_or(VariableHome::Registers, VariableHome::Memory);
        }
    }
}

/// Keeps the data of the defined registers; gives their new numbers.
fn number_defined(function: &mut Function) -> SecondaryMap<ValueId, Option<ValueId>> {
    let mut defined: SecondaryMap<ValueId, bool> = SecondaryMap::with_capacity(function.values.len());
    for_each_definition_mut(function, |value| defined[*value] = true);
    let mut new_ids = SecondaryMap::with_capacity(function.values.len());
    for (value, data) in std::mem::take(&mut function.values) {
        if defined[value] {
            new_ids[value] = Some(function.values.push(data));
        } else {
            function.removed_names.extend(data.name);
        }
    }
    new_ids
}

fn for_each_definition_mut(function: &mut Function, mut f: impl FnMut(&mut ValueId)) {
    function.params.iter_mut().for_each(&mut f);
    function.blocks.values_mut().for_each(|block| block.params.iter_mut().for_each(&mut f));
    for inst in function.insts.values_mut() {
        inst.for_each_result_mut(&mut f);
    }
}

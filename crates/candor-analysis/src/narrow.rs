//! Index arithmetic without the widening: `a[i]` with an `int` index costs a sign extension and a 64-bit bounds check.
//!
//! A pointer computation extends its index by itself, and `sext(x) <u c` is `x <u c` when the constant is a non-negative number
//! of the narrow type, so neither needs the extended value. Extensions that nobody else uses are left out. On array code
//! this is every sixth instruction.

use candor_ir::{
    Bits, BlockId, CastOp, Check, CmpOp, Const, ConstPool, FuncId, Function, InstId, InstKind, Operand, Program,
    PtrIndex, Scalar, SecondaryMap, ValueId,
};

use crate::rebuild::{Layout, check, compact_registers, lay_out};

/// Narrows the index arithmetic of all functions.
pub fn narrow(program: &mut Program) {
    for func in program.functions.keys() {
        narrow_function(program, func);
    }
}

/// Narrows the index arithmetic of one function; tells how many instructions that saved.
pub fn narrow_function(program: &mut Program, func: FuncId) -> usize {
    let function = &mut program.functions[func];
    let extended = extensions(function);
    let pointer_bits = program.target.pointer_bits;
    for inst in function.insts.values_mut() {
        match &mut inst.kind {
            InstKind::PtrAdd { index: Some(index), .. } => {
                let widest = widest(&program.consts, index, &extended);
                narrow_index(index, &extended);
                if (PtrIndex { width: widest, ..*index }).most(pointer_bits).is_none() {
                    inst.checks.remove(Check::OutOfBounds);
                }
            }
            InstKind::Compare { op, ty, a, b } => narrow_compare(&mut program.consts, *op, ty, a, b, &extended),
            // Any other stays as it is.
            _ => {}
        }
    }
    let n_removed = drop_unused(function);
    debug_assert!(check(program, func));
    n_removed
}

/// What a register is the extension of.
#[derive(Copy, Clone)]
struct Extension {
    op: CastOp,
    from: u32,
    value: Operand,
}

fn extensions(function: &Function) -> SecondaryMap<ValueId, Option<Extension>> {
    let mut extended = SecondaryMap::with_default(None);
    for inst in function.insts.values() {
        if let (
            Some(result),
            InstKind::Cast { op: op @ (CastOp::SExt | CastOp::ZExt), from: Scalar::Int(from), value, .. },
        ) = (inst.result, &inst.kind)
        {
            extended[result] = Some(Extension { op: *op, from: *from, value: *value });
        }
    }
    extended
}

fn extension_of(operand: Operand, extended: &SecondaryMap<ValueId, Option<Extension>>) -> Option<Extension> {
    match operand {
        Operand::Value(value) => extended[value],
        Operand::Const(_) => None,
    }
}

/// A pointer computation takes its index as a signed number of any width.
fn narrow_index(index: &mut PtrIndex, extended: &SecondaryMap<ValueId, Option<Extension>>) {
    if let Some(Extension { op: CastOp::SExt, from, value }) = extension_of(index.index, extended) {
        *index = PtrIndex { index: value, width: from, scale: index.scale };
    }
}

/// The width of a signed number that an index always is.
fn widest(consts: &ConstPool, index: &PtrIndex, extended: &SecondaryMap<ValueId, Option<Extension>>) -> u32 {
    match (extension_of(index.index, extended), index.index) {
        (Some(Extension { op: CastOp::SExt, from, .. }), _) => from,
        (Some(Extension { op: CastOp::ZExt, from, .. }), _) => from + 1,
        (_, Operand::Const(constant)) => match consts.get(constant) {
            Const::Int(bits) => (1..=bits.width()).find(|&width| bits.trunc(width).sext(bits.width()) == *bits),
            _ => None,
        }
        .unwrap_or(index.width),
        _ => index.width,
    }
}

/// An unsigned comparison of an extended value with a constant that the narrow type can hold.
fn narrow_compare(
    consts: &mut ConstPool,
    op: CmpOp,
    ty: &mut Scalar,
    a: &mut Operand,
    b: &mut Operand,
    extended: &SecondaryMap<ValueId, Option<Extension>>,
) {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne | CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge) {
        return;
    }
    let (Some(Extension { op: extend, from, value }), Operand::Const(bound)) = (extension_of(*a, extended), *b) else {
        return;
    };
    let Const::Int(bound) = consts.get(bound) else { return };
    // A negative number, extended, is above every non-negative one, and so it is in the narrow type.
    let room = if extend == CastOp::SExt { from - 1 } else { from };
    let fits = bound.width() - bound.leading_zeros() <= room;
    if fits {
        let bound: Bits = bound.trunc(from);
        *ty = Scalar::Int(from);
        *a = value;
        *b = Operand::Const(consts.add(Const::Int(bound)));
    }
}

/// Leaves out extensions that nobody uses any more.
fn drop_unused(function: &mut Function) -> usize {
    let mut used: SecondaryMap<ValueId, bool> = SecondaryMap::new();
    let mut mark = |operand: Operand| {
        if let Operand::Value(value) = operand {
            used[value] = true;
        }
    };
    function.insts.values().for_each(|inst| inst.kind.for_each_operand(&mut mark));
    function.edges.values().for_each(|edge| edge.args.iter().copied().for_each(&mut mark));
    function.debug_values.iter().for_each(|debug| mark(debug.value));
    let is_extension = |kind: &InstKind| matches!(kind, InstKind::Cast { op: CastOp::SExt | CastOp::ZExt, .. });
    let unused: Vec<(InstId, ValueId)> = function
        .insts
        .iter()
        .filter(|(_, inst)| is_extension(&inst.kind))
        .filter_map(|(id, inst)| inst.result.filter(|&result| !used[result]).map(|result| (id, result)))
        .collect();
    if unused.is_empty() {
        return 0;
    }
    let mut layout = Layout { heads: function.blocks.keys().collect::<Vec<BlockId>>(), ..Layout::default() };
    for &(inst, result) in &unused {
        layout.removed[inst] = true;
        function.removed_names.extend(function.values[result].name.take());
    }
    lay_out(function, &layout);
    compact_registers(function);
    unused.len()
}

#[cfg(test)]
mod tests {
    use candor_bits::small;
    use candor_ir::BinOp;

    use super::*;

    /// Every operand and every constant of four bits, extended to six.
    #[test]
    fn narrow_comparisons_mean_the_same() {
        let ops = [CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Ugt, CmpOp::Uge];
        for (extend, room) in [(CastOp::SExt, 3), (CastOp::ZExt, 4)] {
            for x in 0..16u64 {
                for bound in 0..1u64 << room {
                    for op in ops {
                        let wide = small::cast_int(extend, 4, 6, x);
                        assert_eq!(
                            small::compare(op, 6, wide, bound),
                            small::compare(op, 4, x, bound),
                            "{x} {op:?} {bound}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_index_is_extended_by_the_pointer_computation() {
        for x in 0..16u64 {
            let wide = small::binary(BinOp::Mul, 6, small::cast_int(CastOp::SExt, 4, 6, x), 3);
            assert_eq!(small::sext(6, wide), small::sext(6, small::sext(4, x).wrapping_mul(3).cast_unsigned() & 63));
        }
    }
}

//! Constants: LLVM's constants as entries of the program's pool, aggregates as one entry for each leaf.

use std::rc::Rc;

use candor_ir::{BinOp, Bits, CastOp, Const, ConstExpr, ConstId, FloatKind, Scalar, Symbol};
use llvm_sys::LLVMOpcode;

use crate::gep::{self, Index};
use crate::layout::{Supported, Unsupported};
use crate::linker::{Linker, alias_target};
use crate::llvm::{Linkage, Value, ValueKind};
use crate::shape;

/// The leaves of a constant.
pub(crate) fn leaves(cx: &mut Linker, value: Value) -> Supported<Rc<[ConstId]>> {
    if let Some(consts) = cx.consts.get(&value) {
        return Ok(consts.clone());
    }
    let mut consts = Vec::new();
    collect(cx, value, &mut consts)?;
    let consts: Rc<[ConstId]> = consts.into();
    cx.consts.insert(value, consts.clone());
    Ok(consts)
}

/// A constant that is one scalar.
pub(crate) fn scalar(cx: &mut Linker, value: Value) -> Supported<ConstId> {
    match *leaves(cx, value)? {
        [only] => Ok(only),
        _ => Err(unsupported(value)),
    }
}

fn collect(cx: &mut Linker, value: Value, out: &mut Vec<ConstId>) -> Supported<()> {
    match value.kind() {
        ValueKind::Zero => {
            let types = cx.layout.leaves(value.ty())?;
            out.extend(types.scalars.iter().map(|&ty| cx.program.consts.add(zero(ty))));
            Ok(())
        }
        ValueKind::Undef | ValueKind::Poison => {
            let is_poison = value.kind() == ValueKind::Poison;
            let types = cx.layout.leaves(value.ty())?;
            let make = |&ty: &Scalar| if is_poison { Const::Poison(ty) } else { Const::Undef(ty) };
            out.extend(types.scalars.iter().map(|ty| cx.program.consts.add(make(ty))));
            Ok(())
        }
        ValueKind::Aggregate | ValueKind::Data => {
            // Refuses the huge ones before they are built.
            cx.layout.leaves(value.ty())?;
            for index in 0..value.ty().len() {
                let element = value.element(index).ok_or_else(|| unsupported(value))?;
                out.extend_from_slice(&leaves(cx, element)?);
            }
            Ok(())
        }
        ValueKind::Expr if is_vector_bitcast(value) => vector_bitcast(cx, value, out),
        ValueKind::Expr if value.const_opcode() == LLVMOpcode::LLVMGetElementPtr && value.ty().is_vector() => {
            let bases = leaves(cx, value.operand(0))?;
            for lane in 0..value.ty().len() {
                let base = usize::try_from(lane).ok().and_then(|lane| bases.get(lane)).or(bases.first());
                let base = *base.ok_or_else(|| unsupported(value))?;
                let constant = pointer_offset(cx, value, base, lane)?;
                out.push(cx.program.consts.add(constant));
            }
            Ok(())
        }
        _ => {
            let constant = single(cx, value)?;
            out.push(cx.program.consts.add(constant));
            Ok(())
        }
    }
}

/// The zero of a type.
pub(crate) fn zero(ty: Scalar) -> Const {
    match ty {
        Scalar::Int(width) => Const::int(width, 0),
        Scalar::Float(kind) => Const::Float(kind, Bits::new(kind.bits(), 0)),
        Scalar::Ptr => Const::Null,
    }
}

fn single(cx: &mut Linker, value: Value) -> Supported<Const> {
    match value.kind() {
        ValueKind::Int => Ok(Const::Int(int_bits(value))),
        ValueKind::Float => {
            let kind = float_kind(cx, value)?;
            Ok(Const::Float(kind, Bits::from_limbs(kind.bits(), &value.words())))
        }
        ValueKind::Null => Ok(Const::Null),
        ValueKind::Function | ValueKind::Global | ValueKind::Alias => address(cx, value),
        ValueKind::FunctionWrapper => single(cx, value.operand(0)),
        ValueKind::BlockAddress => block_address(cx, value),
        ValueKind::Expr => expression(cx, value),
        _ => Err(unsupported(value)),
    }
}

/// The bits of an integer constant.
pub(crate) fn int_bits(value: Value) -> Bits {
    let width = value.ty().int_width();
    match value.unsigned_int() {
        Some(word) => Bits::new(width, word),
        None => Bits::from_limbs(width, &value.words()),
    }
}

fn float_kind(cx: &Linker, value: Value) -> Supported<FloatKind> {
    match cx.layout.scalar(value.ty()) {
        Some(Scalar::Float(kind)) => Ok(kind),
        _ => Err(unsupported(value)),
    }
}

fn address(cx: &mut Linker, value: Value) -> Supported<Const> {
    // A weak reference that nobody defines is a null pointer.
    if matches!(value.linkage(), Linkage::LLVMExternalWeakLinkage) && !cx.is_linkable(&value.name()) {
        return Ok(Const::Null);
    }
    if value.kind() == ValueKind::Global && cx.is_in_assembly(&value.name()) {
        return Err(Unsupported(format!("the variable `{}`, which is written in assembly", value.name())));
    }
    if value.kind() == ValueKind::Alias && alias_target(value).is_none() {
        return single(cx, value.aliasee());
    }
    Ok(match cx.symbol_of(value) {
        Symbol::Function(func) => Const::Function(func),
        Symbol::Global(global) => Const::Global(global, 0),
    })
}

fn block_address(cx: &mut Linker, value: Value) -> Supported<Const> {
    let (function, block) = value.block_address();
    let shape = shape::of(cx, function)?;
    let Symbol::Function(func) = cx.symbol_of(function) else {
        return Err(unsupported(value));
    };
    let block = shape.block_id(block).ok_or_else(|| unsupported(value))?;
    Ok(Const::BlockAddress(func, block))
}

fn expression(cx: &mut Linker, value: Value) -> Supported<Const> {
    match value.const_opcode() {
        LLVMOpcode::LLVMGetElementPtr => {
            let base = scalar(cx, value.operand(0))?;
            pointer_offset(cx, value, base, 0)
        }
        LLVMOpcode::LLVMAdd => binary(cx, value, BinOp::Add),
        LLVMOpcode::LLVMSub => binary(cx, value, BinOp::Sub),
        LLVMOpcode::LLVMXor => binary(cx, value, BinOp::Xor),
        LLVMOpcode::LLVMMul => binary(cx, value, BinOp::Mul),
        LLVMOpcode::LLVMTrunc => cast(cx, value, CastOp::Trunc),
        LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMPtrToAddr => cast(cx, value, CastOp::PtrToInt),
        LLVMOpcode::LLVMIntToPtr => cast(cx, value, CastOp::IntToPtr),
        LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => same_or_bitcast(cx, value),
        _ => Err(unsupported(value)),
    }
}

fn operand_type(cx: &Linker, value: Value) -> Supported<Scalar> {
    cx.layout.scalar(value.ty()).ok_or_else(|| unsupported(value))
}

fn binary(cx: &mut Linker, value: Value, op: BinOp) -> Supported<Const> {
    let ty = operand_type(cx, value)?;
    let (a, b) = (scalar(cx, value.operand(0))?, scalar(cx, value.operand(1))?);
    Ok(Const::Expr(Box::new(ConstExpr::Binary { op, ty, a, b })))
}

fn cast(cx: &mut Linker, value: Value, op: CastOp) -> Supported<Const> {
    let (from, to) = (operand_type(cx, value.operand(0))?, operand_type(cx, value)?);
    let value = scalar(cx, value.operand(0))?;
    Ok(Const::Expr(Box::new(ConstExpr::Cast { op, from, to, value })))
}

fn same_or_bitcast(cx: &mut Linker, value: Value) -> Supported<Const> {
    if operand_type(cx, value)? == operand_type(cx, value.operand(0))? {
        let inner = scalar(cx, value.operand(0))?;
        return Ok(cx.program.consts.get(inner).clone());
    }
    cast(cx, value, CastOp::BitCast)
}

fn is_vector_bitcast(value: Value) -> bool {
    value.const_opcode() == LLVMOpcode::LLVMBitCast && (value.ty().is_vector() || value.operand(0).ty().is_vector())
}

/// The bits of all lanes under other types. Addresses among them are not supported.
fn vector_bitcast(cx: &mut Linker, value: Value, out: &mut Vec<ConstId>) -> Supported<()> {
    let source = leaves(cx, value.operand(0))?;
    let mut whole: Option<Bits> = None;
    for &lane in source.iter() {
        let (Const::Int(bits) | Const::Float(_, bits)) = cx.program.consts.get(lane) else {
            return Err(unsupported(value));
        };
        whole = Some(whole.map_or_else(|| bits.clone(), |low| Bits::concat(bits, &low)));
    }
    let whole = whole.ok_or_else(|| unsupported(value))?;
    let mut low = 0;
    for &ty in &cx.layout.leaves(value.ty())?.scalars {
        let width = cx.program.target.bits_of(ty);
        let bits = whole.extract(low, width);
        low += width;
        let lane = match ty {
            Scalar::Int(_) => Const::Int(bits),
            Scalar::Float(kind) => Const::Float(kind, bits),
            Scalar::Ptr if bits.is_zero() => Const::Null,
            Scalar::Ptr => return Err(unsupported(value)),
        };
        out.push(cx.program.consts.add(lane));
    }
    Ok(())
}

/// A lane of a constant `getelementptr`: an offset from a global where possible, else an expression.
fn pointer_offset(cx: &mut Linker, value: Value, base: ConstId, lane: u64) -> Supported<Const> {
    let steps = gep::lane_steps(&cx.layout, value, lane)?;
    let mut base = base;
    for Index { value: index, scale } in steps.indices {
        let offset = scaled_index(cx, index, scale)?;
        base = cx.program.consts.add(Const::Expr(Box::new(ConstExpr::PtrAdd { base, offset })));
    }
    Ok(match cx.program.consts.get(base).clone() {
        same if steps.offset == 0 => same,
        Const::Global(global, offset) => Const::Global(global, offset.wrapping_add(steps.offset)),
        _ => {
            let width = cx.program.target.pointer_bits;
            let offset = cx.program.consts.add(Const::int(width, steps.offset.cast_unsigned()));
            Const::Expr(Box::new(ConstExpr::PtrAdd { base, offset }))
        }
    })
}

/// An index that is itself an expression, in bytes and of the pointer's width.
fn scaled_index(cx: &mut Linker, index: Value, scale: u64) -> Supported<ConstId> {
    let width = cx.program.target.pointer_bits;
    let from = operand_type(cx, index)?;
    let mut value = scalar(cx, index)?;
    let to = Scalar::Int(width);
    if from != to {
        let op = if index.ty().int_width() > width { CastOp::Trunc } else { CastOp::SExt };
        value = cx.program.consts.add(Const::Expr(Box::new(ConstExpr::Cast { op, from, to, value })));
    }
    if scale == 1 {
        return Ok(value);
    }
    let scale = cx.program.consts.add(Const::int(width, scale));
    let product = ConstExpr::Binary { op: BinOp::Mul, ty: to, a: value, b: scale };
    Ok(cx.program.consts.add(Const::Expr(Box::new(product))))
}

fn unsupported(value: Value) -> Unsupported {
    let mut text = value.text();
    if text.len() > 200 {
        text.truncate(text.floor_char_boundary(200));
        text.push_str("...");
    }
    Unsupported(format!("the constant {text}"))
}

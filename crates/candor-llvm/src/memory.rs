//! Memory: allocas, loads, stores, atomics and pointer arithmetic.

use candor_ir::{
    AccessFlags, AtomicOp, BinOp, CastOp, Check, CheckSet, CmpOp, InstKind, Operand, Ordering, PtrIndex, Scalar,
    ValueData,
};
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp};

use crate::body::{Body, Regs};
use crate::gep::{self, Index};
use crate::layout::{Piece, Supported, Unsupported};
use crate::linker::Origin;
use crate::llvm::Value;
use crate::va_arg;

pub(crate) fn ordering(ordering: LLVMAtomicOrdering) -> Ordering {
    match ordering {
        LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic => Ordering::None,
        LLVMAtomicOrdering::LLVMAtomicOrderingUnordered => Ordering::Unordered,
        LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic => Ordering::Relaxed,
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquire => Ordering::Acquire,
        LLVMAtomicOrdering::LLVMAtomicOrderingRelease => Ordering::Release,
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquireRelease => Ordering::AcqRel,
        LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent => Ordering::SeqCst,
    }
}

fn access_flags(inst: Value) -> AccessFlags {
    AccessFlags { align: inst.alignment().max(1), volatile: inst.is_volatile(), ordering: ordering(inst.ordering()) }
}

/// The flags of a part of an access.
fn part_flags(flags: AccessFlags, offset: u64) -> AccessFlags {
    let known =
        if offset == 0 { flags.align } else { u32::try_from(1_u64 << offset.trailing_zeros().min(31)).unwrap_or(1) };
    AccessFlags { align: flags.align.min(known), ..flags }
}

pub(crate) fn load(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ptr = body.scalar(inst.operand(0))?;
    let flags = access_flags(inst);
    if let Some(ty) = body.cx.layout.scalar(inst.ty()) {
        let is_argument = body.origin != Origin::Foreign && va_arg::is_read(inst);
        let checks = if is_argument { CheckSet::of(Check::InvalidCall) } else { CheckSet::EMPTY };
        body.define_with(inst, ty, InstKind::Load { ty, ptr, flags }, checks);
        return Ok(());
    }
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let mut regs = Regs::new();
    for &piece in &leaves.pieces {
        load_piece(body, ptr, flags, piece, &mut regs);
    }
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

fn load_piece(body: &mut Body<'_>, base: Operand, flags: AccessFlags, piece: Piece, regs: &mut Regs) {
    match piece {
        Piece::Scalar { offset, ty } => {
            let ptr = body.offset(base, offset);
            regs.push(body.temp(ty, InstKind::Load { ty, ptr, flags: part_flags(flags, offset) }));
        }
        Piece::Packed { offset, width, count } => {
            let ty = Scalar::Int(width * count);
            let ptr = body.offset(base, offset);
            let whole = body.temp(ty, InstKind::Load { ty, ptr, flags: part_flags(flags, offset) });
            regs.extend(body.split_int(whole, width, count));
        }
    }
}

pub(crate) fn store(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (value, ptr) = (inst.operand(0), body.scalar(inst.operand(1))?);
    let flags = access_flags(inst);
    if let Some(ty) = body.cx.layout.scalar(value.ty()) {
        let value = body.scalar(value)?;
        body.effect(InstKind::Store { ty, ptr, value, flags });
        return Ok(());
    }
    let leaves = body.cx.layout.leaves(value.ty())?;
    let regs = body.regs(value)?;
    let mut next = 0;
    for &piece in &leaves.pieces {
        let (offset, ty, value) = match piece {
            Piece::Scalar { offset, ty } => {
                next += 1;
                (offset, ty, regs[next - 1])
            }
            Piece::Packed { offset, width, count } => {
                let first = next;
                next += usize::try_from(count).unwrap_or(0);
                (offset, Scalar::Int(width * count), body.join_ints(&regs[first..next], width))
            }
        };
        let ptr = body.offset(ptr, offset);
        body.effect(InstKind::Store { ty, ptr, value, flags: part_flags(flags, offset) });
    }
    Ok(())
}

pub(crate) fn alloca(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = inst.allocated_type();
    let count = inst.operand(0);
    let unit = body.cx.layout.data().alloc_size(ty);
    let align = inst.alignment().max(1);
    let kind = match count.unsigned_int() {
        Some(count) => {
            let size = unit.checked_mul(count).ok_or_else(|| Unsupported("an alloca beyond all bounds".to_owned()))?;
            InstKind::Alloca { size, count: None, align }
        }
        None => {
            let width = count.ty().int_width();
            InstKind::Alloca { size: unit, count: Some((body.scalar(count)?, width)), align }
        }
    };
    body.define(inst, Scalar::Ptr, kind);
    Ok(())
}

/// What a call of `alloca` makes: so many bytes, with the alignment that the compiler's own has.
const ALLOCA_ALIGN: u32 = 16;

pub(crate) fn called_alloca(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let bytes = inst.operand(0);
    let width = bytes.ty().int_width();
    let count = Some((body.scalar(bytes)?, width));
    body.define(inst, Scalar::Ptr, InstKind::Alloca { size: 1, count, align: ALLOCA_ALIGN });
    Ok(())
}

/// One addition for the constant part and the last variable index, one for each further index. The name goes to the last.
pub(crate) fn pointer_add(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    if inst.ty().is_vector() {
        return vector_pointer_add(body, inst);
    }
    let inbounds = inst.gep_inbounds();
    let mut steps = gep::steps(&body.cx.layout, inst)?;
    let mut base = body.scalar(inst.operand(0))?;
    let last = steps.indices.pop();
    for Index { value, scale } in steps.indices {
        let index = Some(PtrIndex { index: body.scalar(value)?, width: value.ty().int_width(), scale });
        base = body.temp(Scalar::Ptr, InstKind::PtrAdd { base, offset: 0, index, inbounds });
    }
    let index = match last {
        Some(Index { value, scale }) => {
            Some(PtrIndex { index: body.scalar(value)?, width: value.ty().int_width(), scale })
        }
        None => None,
    };
    if index.is_none() && steps.offset == 0 && body.origin != Origin::Foreign {
        // The first field, the first element: the same address.
        body.rename(inst, Regs::from_elem(base, 1));
        return Ok(());
    }
    body.define(inst, Scalar::Ptr, InstKind::PtrAdd { base, offset: steps.offset, index, inbounds });
    Ok(())
}

/// A vector of pointers: any of base and indexes may be a vector, the others are the same for all lanes.
fn vector_pointer_add(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let inbounds = inst.gep_inbounds();
    let lanes = usize::try_from(inst.ty().len()).unwrap_or(0);
    let steps = gep::steps(&body.cx.layout, inst)?;
    let bases = body.regs(inst.operand(0))?;
    let mut indices = Vec::new();
    for Index { value, scale } in steps.indices {
        let ty = if value.ty().is_vector() { value.ty().element() } else { value.ty() };
        indices.push((body.regs(value)?, ty.int_width(), scale));
    }
    let mut regs = Regs::new();
    let lane_of = |regs: &Regs, lane: usize| if regs.len() == 1 { regs[0] } else { regs[lane] };
    for lane in 0..lanes {
        let mut ptr = lane_of(&bases, lane);
        for (index, width, scale) in &indices {
            let index = Some(PtrIndex { index: lane_of(index, lane), width: *width, scale: *scale });
            ptr = body.temp(Scalar::Ptr, InstKind::PtrAdd { base: ptr, offset: 0, index, inbounds });
        }
        let last = InstKind::PtrAdd { base: ptr, offset: steps.offset, index: None, inbounds };
        regs.push(body.temp(Scalar::Ptr, last));
    }
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

pub(crate) fn atomic_rmw(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let op = rmw_op(inst.rmw_op()).ok_or_else(|| Unsupported(inst.text()))?;
    let ty = body.scalar_type(inst.ty())?;
    let (ptr, value) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
    body.define(inst, ty, InstKind::AtomicRmw { op, ty, ptr, value, flags: access_flags(inst) });
    Ok(())
}

fn rmw_op(op: LLVMAtomicRMWBinOp) -> Option<AtomicOp> {
    Some(match op {
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg => AtomicOp::Exchange,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAnd => AtomicOp::And,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpOr => AtomicOp::Or,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpMax => AtomicOp::Max,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpMin => AtomicOp::Min,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFAdd => AtomicOp::FAdd,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFSub => AtomicOp::FSub,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMax => AtomicOp::FMax,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMin => AtomicOp::FMin,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUIncWrap => AtomicOp::UIncWrap,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUDecWrap => AtomicOp::UDecWrap,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUSubCond => AtomicOp::USubCond,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUSubSat => AtomicOp::USubSat,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMaximum | LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMinimum => return None,
    })
}

/// The old value, and whether it was the expected one; if it is weak the instruction says itself whether it succeeded.
pub(crate) fn atomic_cas(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = body.scalar_type(inst.operand(1).ty())?;
    let ptr = body.scalar(inst.operand(0))?;
    let (expected, new) = (body.scalar(inst.operand(1))?, body.scalar(inst.operand(2))?);
    let flags = AccessFlags {
        align: inst.alignment().max(1),
        volatile: inst.is_volatile(),
        ordering: ordering(inst.cas_ordering()),
    };
    let failure = ordering(inst.cas_failure_ordering());
    let succeeds = inst.cas_is_weak().then(|| body.func.values.push(ValueData { ty: Scalar::I1, name: None }));
    let old = body.temp(ty, InstKind::AtomicCas { ty, ptr, expected, new, flags, failure, success: succeeds });
    let success = match succeeds {
        Some(success) => Operand::Value(success),
        None => body.temp(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty, a: old, b: expected }),
    };
    let regs: Regs = [old, success].into_iter().collect();
    body.name_parts(inst, &regs);
    body.bind(inst, regs);
    Ok(())
}

impl Body<'_> {
    /// A pointer so many bytes further.
    pub(crate) fn offset(&mut self, base: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return base;
        }
        let offset = offset.cast_signed();
        self.temp(Scalar::Ptr, InstKind::PtrAdd { base, offset, index: None, inbounds: true })
    }

    /// Takes an integer apart into `count` integers of `width` bits, the lowest first.
    pub(crate) fn split_int(&mut self, whole: Operand, width: u32, count: u32) -> Regs {
        let from = Scalar::Int(width * count);
        (0..count)
            .map(|i| {
                let mut part = whole;
                if i != 0 {
                    let amount = self.int(width * count, u64::from(i * width));
                    part = self.binary(BinOp::LShr, from, part, amount);
                }
                if count == 1 { part } else { self.cast(CastOp::Trunc, from, Scalar::Int(width), part) }
            })
            .collect()
    }

    /// Puts integers of `width` bits together, the first in the lowest bits.
    pub(crate) fn join_ints(&mut self, parts: &[Operand], width: u32) -> Operand {
        if let [only] = parts {
            return *only;
        }
        let total = width * u32::try_from(parts.len()).unwrap_or(0);
        let to = Scalar::Int(total);
        let mut whole = self.int(total, 0);
        for (i, part) in (0..).zip(parts) {
            let mut wide = self.cast(CastOp::ZExt, Scalar::Int(width), to, *part);
            if i == 0 {
                whole = wide;
                continue;
            }
            let amount = self.int(total, u64::from(width) * i);
            wide = self.binary(BinOp::Shl, to, wide, amount);
            whole = self.binary(BinOp::Or, to, whole, wide);
        }
        whole
    }
}

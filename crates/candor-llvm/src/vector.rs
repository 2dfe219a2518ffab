//! Vectors: lanes are registers, so shuffles are renaming and a variable index becomes a chain of selects.

use candor_ir::{CastOp, Check, CmpOp, Const, InstKind, Operand, Scalar};

use crate::body::{Body, Regs};
use crate::layout::Supported;
use crate::linker::Origin;
use crate::llvm::{Type, Value};

/// The lane that a constant index names; `None` if the index is not constant, an index past the end gives `Some(None)`.
fn constant_lane(index: Value, lanes: usize) -> Option<Option<usize>> {
    let index = index.unsigned_int()?;
    Some(usize::try_from(index).ok().filter(|index| *index < lanes))
}

/// Whether an index names a lane. In C, `v[i]` with another index is an access outside of the vector; in foreign IR it is poison.
fn check_lane(body: &mut Body<'_>, index: Value, lanes: usize) -> Supported<Operand> {
    let width = index.ty().int_width();
    let a = body.scalar(index)?;
    let count = u64::try_from(lanes).unwrap_or(u64::MAX);
    // An index that is too narrow to name another lane is always fine.
    if width < 64 && count >= 1 << width {
        return Ok(body.int(1, 1));
    }
    let b = body.int(width, count);
    let ok = body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Ult, ty: Scalar::Int(width), a, b });
    if body.origin != Origin::Foreign {
        body.effect(InstKind::Check { check: Check::OutOfBounds, ok });
    }
    Ok(ok)
}

pub(crate) fn extract_element(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let lanes = body.regs(inst.operand(0))?;
    let ty = body.scalar_type(inst.ty())?;
    if let Some(Some(lane)) = constant_lane(inst.operand(1), lanes.len()) {
        body.rename(inst, Regs::from_elem(lanes[lane], 1));
        return Ok(());
    }
    check_lane(body, inst.operand(1), lanes.len())?;
    let mut chosen = body.konst(Const::Poison(ty));
    for (lane, value) in lanes.iter().enumerate() {
        let cond = is_lane(body, inst.operand(1), lane)?;
        chosen = body.temp(ty, InstKind::Select { ty, cond, a: *value, b: chosen });
    }
    body.rename(inst, Regs::from_elem(chosen, 1));
    Ok(())
}

pub(crate) fn insert_element(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let mut lanes = body.regs(inst.operand(0))?;
    let value = body.scalar(inst.operand(1))?;
    let ty = body.lane_type(inst.ty())?;
    if let Some(Some(lane)) = constant_lane(inst.operand(2), lanes.len()) {
        lanes[lane] = value;
        body.rename(inst, lanes);
        return Ok(());
    }
    let ok = check_lane(body, inst.operand(2), lanes.len())?;
    let poison = body.konst(Const::Poison(ty));
    for lane in 0..lanes.len() {
        let cond = is_lane(body, inst.operand(2), lane)?;
        let written = body.temp(ty, InstKind::Select { ty, cond, a: value, b: lanes[lane] });
        lanes[lane] = body.temp(ty, InstKind::Select { ty, cond: ok, a: written, b: poison });
    }
    body.rename(inst, lanes);
    Ok(())
}

fn is_lane(body: &mut Body<'_>, index: Value, lane: usize) -> Supported<Operand> {
    let width = index.ty().int_width();
    let a = body.scalar(index)?;
    let b = body.int(width, u64::try_from(lane).unwrap_or(u64::MAX));
    Ok(body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Eq, ty: Scalar::Int(width), a, b }))
}

pub(crate) fn shuffle(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let ty = body.lane_type(inst.ty())?;
    let mut sources = body.regs(inst.operand(0))?;
    sources.extend(body.regs(inst.operand(1))?);
    let poison = body.konst(Const::Poison(ty));
    let lanes = inst.shuffle_mask().into_iter();
    let regs = lanes.map(|lane| lane.and_then(|lane| sources.get(lane).copied()).unwrap_or(poison)).collect();
    body.rename(inst, regs);
    Ok(())
}

/// The same bits under another type. Vectors go through one integer.
pub(crate) fn bitcast(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (from, to) = (inst.operand(0).ty(), inst.ty());
    let regs = body.regs(inst.operand(0))?;
    let (from_lane, to_lane) = (body.lane_type(from)?, body.lane_type(to)?);
    if lanes(from) == lanes(to) {
        let regs = regs.into_iter().map(|reg| reinterpret(body, from_lane, to_lane, reg)).collect();
        body.rename(inst, regs);
        return Ok(());
    }
    // Lane 0 lies at the lowest address: the low end of the whole, or its high end on big-endian machines.
    let big_endian = !body.cx.layout.data().is_little_endian();
    let mut regs = regs;
    if big_endian {
        regs.reverse();
    }
    let whole = join_lanes(body, &regs, from_lane);
    let mut regs = split_lanes(body, whole, to_lane, lanes(to));
    if big_endian {
        regs.reverse();
    }
    body.rename(inst, regs);
    Ok(())
}

fn lanes(ty: Type) -> u32 {
    if ty.is_vector() { u32::try_from(ty.len()).unwrap_or(0) } else { 1 }
}

/// One integer with the bits of all lanes.
pub(crate) fn join_lanes(body: &mut Body<'_>, regs: &[Operand], lane: Scalar) -> Operand {
    let width = body.cx.program.target.bits_of(lane);
    let ints: Vec<Operand> = regs.iter().map(|reg| reinterpret(body, lane, Scalar::Int(width), *reg)).collect();
    body.join_ints(&ints, width)
}

fn split_lanes(body: &mut Body<'_>, whole: Operand, lane: Scalar, count: u32) -> Regs {
    let width = body.cx.program.target.bits_of(lane);
    let parts = body.split_int(whole, width, count);
    parts.into_iter().map(|part| reinterpret(body, Scalar::Int(width), lane, part)).collect()
}

pub(crate) fn reinterpret(body: &mut Body<'_>, from: Scalar, to: Scalar, value: Operand) -> Operand {
    match (from, to) {
        _ if from == to => value,
        (Scalar::Ptr, Scalar::Int(_)) => body.cast(CastOp::PtrToInt, from, to, value),
        (Scalar::Int(_), Scalar::Ptr) => body.cast(CastOp::IntToPtr, from, to, value),
        _ => body.cast(CastOp::BitCast, from, to, value),
    }
}

//! Instructions: arithmetic, comparisons, conversions, control flow; the rest is sent to its own file.

use candor_ir::{BinOp, CastOp, Check, CheckSet, CmpOp, InstKind, MathOp, Operand, Scalar, Switch};
use llvm_sys::{LLVMAtomicOrdering, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};

use crate::body::{Body, Regs};
use crate::layout::{Supported, Unsupported};
use crate::linker::Origin;
use crate::llvm::{self, Value, ValueKind};
use crate::{call, constant, memory, poison, vector};

/// Copies one instruction that is neither a phi nor a terminator.
pub(crate) fn copy(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    copy_plainly(body, inst)?;
    // In code that we compiled the flags say nothing that checks do not say.
    if body.origin == Origin::Foreign { poison::mark(body, inst) } else { Ok(()) }
}

/// Copies an instruction without what its flags promise.
fn copy_plainly(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    if let Some(op) = binary_op(inst.opcode()) {
        return binary(body, inst, op);
    }
    match inst.opcode() {
        LLVMOpcode::LLVMLoad => memory::load(body, inst),
        LLVMOpcode::LLVMStore => memory::store(body, inst),
        LLVMOpcode::LLVMGetElementPtr => memory::pointer_add(body, inst),
        LLVMOpcode::LLVMAlloca => memory::alloca(body, inst),
        LLVMOpcode::LLVMAtomicRMW => memory::atomic_rmw(body, inst),
        LLVMOpcode::LLVMAtomicCmpXchg => memory::atomic_cas(body, inst),
        LLVMOpcode::LLVMFence => {
            let ordering = memory::ordering(inst.ordering());
            body.effect(InstKind::Fence { ordering });
            Ok(())
        }
        LLVMOpcode::LLVMCall => call::copy(body, inst),
        LLVMOpcode::LLVMICmp => compare(body, inst, int_compare(inst.int_predicate())),
        LLVMOpcode::LLVMFCmp => compare(body, inst, float_compare(inst.float_predicate())),
        LLVMOpcode::LLVMFNeg => each_lane(body, inst, |ty, args| InstKind::Math { op: MathOp::FNeg, ty, args }),
        LLVMOpcode::LLVMTrunc => {
            if is_atomic_bool(body, inst) {
                check_bool(body, inst.operand(0))?;
            }
            cast(body, inst, CastOp::Trunc)
        }
        LLVMOpcode::LLVMZExt => cast(body, inst, CastOp::ZExt),
        LLVMOpcode::LLVMSExt => cast(body, inst, CastOp::SExt),
        LLVMOpcode::LLVMFPToUI => cast(body, inst, CastOp::FpToUi),
        LLVMOpcode::LLVMFPToSI => cast(body, inst, CastOp::FpToSi),
        LLVMOpcode::LLVMUIToFP => cast(body, inst, CastOp::UiToFp),
        LLVMOpcode::LLVMSIToFP => cast(body, inst, CastOp::SiToFp),
        LLVMOpcode::LLVMFPTrunc => cast(body, inst, CastOp::FpTrunc),
        LLVMOpcode::LLVMFPExt => cast(body, inst, CastOp::FpExt),
        LLVMOpcode::LLVMPtrToInt if is_narrowing(body, inst) => {
            let narrow = narrowed_pointer(body, inst)?;
            body.rename(inst, Regs::from_elem(narrow, 1));
            Ok(())
        }
        LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMPtrToAddr => cast(body, inst, CastOp::PtrToInt),
        LLVMOpcode::LLVMIntToPtr => cast(body, inst, CastOp::IntToPtr),
        LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => vector::bitcast(body, inst),
        LLVMOpcode::LLVMSelect => select(body, inst),
        LLVMOpcode::LLVMFreeze => each_lane(body, inst, |ty, args| InstKind::Freeze { ty, value: args[0] }),
        LLVMOpcode::LLVMExtractValue => extract_value(body, inst),
        LLVMOpcode::LLVMInsertValue => insert_value(body, inst),
        LLVMOpcode::LLVMExtractElement => vector::extract_element(body, inst),
        LLVMOpcode::LLVMInsertElement => vector::insert_element(body, inst),
        LLVMOpcode::LLVMShuffleVector => vector::shuffle(body, inst),
        LLVMOpcode::LLVMVAArg => Err(Unsupported("the instruction va_arg".to_owned())),
        other => Err(Unsupported(format!("the instruction {}", opcode_name(other)))),
    }
}

fn opcode_name(opcode: LLVMOpcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}

fn binary_op(opcode: LLVMOpcode) -> Option<BinOp> {
    Some(match opcode {
        LLVMOpcode::LLVMAdd => BinOp::Add,
        LLVMOpcode::LLVMSub => BinOp::Sub,
        LLVMOpcode::LLVMMul => BinOp::Mul,
        LLVMOpcode::LLVMUDiv => BinOp::UDiv,
        LLVMOpcode::LLVMSDiv => BinOp::SDiv,
        LLVMOpcode::LLVMURem => BinOp::URem,
        LLVMOpcode::LLVMSRem => BinOp::SRem,
        LLVMOpcode::LLVMShl => BinOp::Shl,
        LLVMOpcode::LLVMLShr => BinOp::LShr,
        LLVMOpcode::LLVMAShr => BinOp::AShr,
        LLVMOpcode::LLVMAnd => BinOp::And,
        LLVMOpcode::LLVMOr => BinOp::Or,
        LLVMOpcode::LLVMXor => BinOp::Xor,
        LLVMOpcode::LLVMFAdd => BinOp::FAdd,
        LLVMOpcode::LLVMFSub => BinOp::FSub,
        LLVMOpcode::LLVMFMul => BinOp::FMul,
        LLVMOpcode::LLVMFDiv => BinOp::FDiv,
        LLVMOpcode::LLVMFRem => BinOp::FRem,
        _ => return None,
    })
}

fn binary(body: &mut Body<'_>, inst: Value, op: BinOp) -> Supported<()> {
    let poison = poison_of(body, inst, op);
    if body.origin == Origin::Compiled && is_pointer_difference(inst) {
        check_difference(body, inst)?;
    }
    if let Some(ty) = body.cx.layout.scalar(inst.ty()) {
        let (a, b) = (body.scalar(inst.operand(0))?, body.scalar(inst.operand(1))?);
        let checks = body.shape.fused_checks(inst);
        body.define_with(inst, ty, InstKind::Binary { op, ty, a, b, poison }, checks);
        return Ok(());
    }
    if body.origin == Origin::Compiled && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) {
        body.cx.program.lane_arithmetic.get_or_insert(body.loc);
    }
    // clang makes no claims of the lanes of a vector.
    let is_checked = body.origin == Origin::Compiled && op.is_shift();
    let checks = if is_checked { CheckSet::of(Check::ShiftOutOfRange) } else { CheckSet::EMPTY };
    each_lane_with(body, inst, checks, |ty, args| InstKind::Binary { op, ty, a: args[0], b: args[1], poison })
}

/// The name that clang gives the difference of two pointers before it divides by the size of what they point to. The same instructions under
/// another name are the difference of two integers, which may be anything.
const POINTER_DIFFERENCE: &str = "sub.ptr.sub";

fn is_pointer_difference(inst: Value) -> bool {
    if inst.opcode() != LLVMOpcode::LLVMSub || inst.ty().is_vector() {
        return false;
    }
    let name = inst.name();
    let number = name.strip_prefix(POINTER_DIFFERENCE);
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        && pointer_of(inst.operand(0)).is_some()
        && pointer_of(inst.operand(1)).is_some()
}

/// The pointer that an integer was just made from.
fn pointer_of(value: Value) -> Option<Value> {
    let is_cast = match value.kind() {
        ValueKind::Instruction => value.opcode() == LLVMOpcode::LLVMPtrToInt,
        ValueKind::Expr => value.const_opcode() == LLVMOpcode::LLVMPtrToInt,
        _ => false,
    };
    is_cast.then(|| value.operand(0))
}

/// Both pointers must point into one object. Whether they are equal is not asked, only what a comparison may be asked of.
fn check_difference(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let (Some(a), Some(b)) = (pointer_of(inst.operand(0)), pointer_of(inst.operand(1))) else { return Ok(()) };
    let (a, b) = (body.scalar(a)?, body.scalar(b)?);
    body.checked_temp(
        Scalar::Int(1),
        InstKind::Compare { op: CmpOp::Eq, ty: Scalar::Ptr, a, b },
        Check::PointerSubtraction,
    );
    Ok(())
}

/// What makes the result poison. In code that we compiled the checks have been made by then.
fn poison_of(body: &Body<'_>, inst: Value, op: BinOp) -> CheckSet {
    let mut poison = CheckSet::EMPTY;
    if body.origin != Origin::Foreign {
        return poison;
    }
    if matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl) {
        if inst.nsw() {
            poison.insert(Check::SignedOverflow);
        }
        if inst.nuw() {
            poison.insert(Check::UnsignedWrap);
        }
    }
    if op.is_shift() {
        poison.insert(Check::ShiftOutOfRange);
    }
    poison
}

/// An operation on each lane of its operands; `make` gets the lane's type and operands.
pub(crate) fn each_lane(
    body: &mut Body<'_>,
    inst: Value,
    make: impl Fn(Scalar, Vec<Operand>) -> InstKind,
) -> Supported<()> {
    each_lane_with(body, inst, CheckSet::EMPTY, make)
}

/// Likewise, with more checks than are natural.
fn each_lane_with(
    body: &mut Body<'_>,
    inst: Value,
    checks: CheckSet,
    make: impl Fn(Scalar, Vec<Operand>) -> InstKind,
) -> Supported<()> {
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let operands = inst.operands().map(|operand| body.regs(operand)).collect::<Supported<Vec<Regs>>>()?;
    if operands.iter().any(|regs| regs.len() < leaves.scalars.len()) {
        return Err(Unsupported(inst.text()));
    }
    let args = |lane: usize| operands.iter().map(|regs| regs[lane]).collect();
    body.define_each_with(inst, &leaves.scalars, checks, |lane, ty| make(ty, args(lane)));
    Ok(())
}

fn int_compare(predicate: LLVMIntPredicate) -> CmpOp {
    match predicate {
        LLVMIntPredicate::LLVMIntEQ => CmpOp::Eq,
        LLVMIntPredicate::LLVMIntNE => CmpOp::Ne,
        LLVMIntPredicate::LLVMIntUGT => CmpOp::Ugt,
        LLVMIntPredicate::LLVMIntUGE => CmpOp::Uge,
        LLVMIntPredicate::LLVMIntULT => CmpOp::Ult,
        LLVMIntPredicate::LLVMIntULE => CmpOp::Ule,
        LLVMIntPredicate::LLVMIntSGT => CmpOp::Sgt,
        LLVMIntPredicate::LLVMIntSGE => CmpOp::Sge,
        LLVMIntPredicate::LLVMIntSLT => CmpOp::Slt,
        LLVMIntPredicate::LLVMIntSLE => CmpOp::Sle,
    }
}

fn float_compare(predicate: LLVMRealPredicate) -> CmpOp {
    match predicate {
        LLVMRealPredicate::LLVMRealPredicateFalse => CmpOp::FFalse,
        LLVMRealPredicate::LLVMRealOEQ => CmpOp::FOeq,
        LLVMRealPredicate::LLVMRealOGT => CmpOp::FOgt,
        LLVMRealPredicate::LLVMRealOGE => CmpOp::FOge,
        LLVMRealPredicate::LLVMRealOLT => CmpOp::FOlt,
        LLVMRealPredicate::LLVMRealOLE => CmpOp::FOle,
        LLVMRealPredicate::LLVMRealONE => CmpOp::FOne,
        LLVMRealPredicate::LLVMRealORD => CmpOp::FOrd,
        LLVMRealPredicate::LLVMRealUNO => CmpOp::FUno,
        LLVMRealPredicate::LLVMRealUEQ => CmpOp::FUeq,
        LLVMRealPredicate::LLVMRealUGT => CmpOp::FUgt,
        LLVMRealPredicate::LLVMRealUGE => CmpOp::FUge,
        LLVMRealPredicate::LLVMRealULT => CmpOp::FUlt,
        LLVMRealPredicate::LLVMRealULE => CmpOp::FUle,
        LLVMRealPredicate::LLVMRealUNE => CmpOp::FUne,
        LLVMRealPredicate::LLVMRealPredicateTrue => CmpOp::FTrue,
    }
}

fn compare(body: &mut Body<'_>, inst: Value, op: CmpOp) -> Supported<()> {
    let ty = body.lane_type(inst.operand(0).ty())?;
    each_lane(body, inst, |_, args| InstKind::Compare { op, ty, a: args[0], b: args[1] })
}

fn cast(body: &mut Body<'_>, inst: Value, op: CastOp) -> Supported<()> {
    let from = body.lane_type(inst.operand(0).ty())?;
    let Some(to) = body.cx.layout.scalar(inst.ty()) else {
        if body.origin == Origin::Compiled && matches!(op, CastOp::FpToSi | CastOp::FpToUi) {
            for value in body.regs(inst.operand(0))? {
                let ok = poison::conversion_fits(body, inst, from, value)?;
                body.effect(InstKind::Check { check: Check::FloatCastOverflow, ok });
            }
        }
        return each_lane(body, inst, |to, args| InstKind::Cast { op, from, to, value: args[0] });
    };
    let value = body.scalar(inst.operand(0))?;
    // clang widens an index once for the check of the bounds and again for the access.
    if let Some(again) = body.known_cast(op, to, value) {
        body.rename(inst, Regs::from_elem(again, 1));
        return Ok(());
    }
    body.define(inst, to, InstKind::Cast { op, from, to, value });
    let result = body.scalar(inst)?;
    body.remember_cast(op, to, value, result);
    Ok(())
}

/// Whether C code reads an `_Atomic _Bool`. clang marks the reads of all others.
fn is_atomic_bool(body: &Body<'_>, cast: Value) -> bool {
    let read = cast.operand(0);
    body.origin == Origin::Compiled
        && !cast.ty().is_vector()
        && cast.ty().int_width() == 1
        && read.opcode_is(LLVMOpcode::LLVMLoad)
        && read.ordering() != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
}

/// A `_Bool` that is read holds 0 or 1.
fn check_bool(body: &mut Body<'_>, read: Value) -> Supported<()> {
    let width = read.ty().int_width();
    let (a, b) = (body.scalar(read)?, body.int(width, 1));
    let ok = body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Ule, ty: Scalar::Int(width), a, b });
    body.effect(InstKind::Check { check: Check::InvalidBool, ok });
    Ok(())
}

/// Whether C code converts a pointer to an integer type that has fewer bits, as `(int)p` does on 64-bit machines.
pub(crate) fn is_narrowing(body: &Body<'_>, cast: Value) -> bool {
    let word = body.cx.program.target.pointer_bits;
    body.origin == Origin::Compiled && !cast.ty().is_vector() && cast.ty().int_width() < word
}

/// Such a conversion, where C asks that the address fit the type, signed or not.
pub(crate) fn narrowed_pointer(body: &mut Body<'_>, cast: Value) -> Supported<Operand> {
    let word = Scalar::Int(body.cx.program.target.pointer_bits);
    let narrow = Scalar::Int(cast.ty().int_width());
    let pointer = body.scalar(cast.operand(0))?;
    let address = body.cast(CastOp::PtrToInt, Scalar::Ptr, word, pointer);
    let result = body.cast(CastOp::Trunc, word, narrow, address);
    let mut ok = body.int(1, 0);
    for op in [CastOp::ZExt, CastOp::SExt] {
        let back = body.cast(op, narrow, word, result);
        let same = body.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Eq, ty: word, a: back, b: address });
        ok = body.binary(BinOp::Or, Scalar::Int(1), ok, same);
    }
    body.effect(InstKind::Check { check: Check::PointerTruncation, ok });
    Ok(result)
}

/// What C asks of the condition of `?:`. In foreign IR a `select` is no branch: an unfit condition gives an unfit result.
fn condition_checks(body: &Body<'_>) -> CheckSet {
    match body.origin {
        Origin::Foreign => CheckSet::EMPTY,
        Origin::Compiled | Origin::Library => CheckSet::of(Check::UninitializedRead).with(Check::MissingReturn),
    }
}

/// One condition chooses whole aggregates; a vector of conditions chooses lane by lane.
fn select(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let conds = body.regs(inst.operand(0))?;
    let (a, b) = (body.regs(inst.operand(1))?, body.regs(inst.operand(2))?);
    let is_vector = inst.operand(0).ty().is_vector();
    let checks = if is_vector { CheckSet::EMPTY } else { condition_checks(body) };
    body.define_each_with(inst, &leaves.scalars, checks, |i, ty| {
        let cond = if is_vector { conds[i] } else { conds[0] };
        InstKind::Select { ty, cond, a: a[i], b: b[i] }
    });
    Ok(())
}

fn extract_value(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let aggregate = inst.operand(0);
    let regs = body.regs(aggregate)?;
    let (first, count) = body.cx.layout.leaf_range(aggregate.ty(), &inst.indices())?;
    body.rename(inst, regs[first..first + count].into());
    Ok(())
}

fn insert_value(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let mut regs = body.regs(inst.operand(0))?;
    let part = body.regs(inst.operand(1))?;
    let (first, count) = body.cx.layout.leaf_range(inst.ty(), &inst.indices())?;
    regs[first..first + count].copy_from_slice(&part);
    body.rename(inst, regs);
    Ok(())
}

/// Copies the instruction that ends a block.
pub(crate) fn copy_terminator(body: &mut Body<'_>, block: llvm::Block, inst: Value) -> Supported<()> {
    match inst.opcode() {
        LLVMOpcode::LLVMRet => {
            let values = if inst.num_operands() == 0 { Vec::new() } else { body.regs(inst.operand(0))?.to_vec() };
            body.effect(InstKind::Return { values });
        }
        LLVMOpcode::LLVMBr if inst.is_conditional() => {
            let cond = body.scalar(inst.operand(0))?;
            let then = body.edge(block, inst.successor(0))?;
            let or_else = body.edge(block, inst.successor(1))?;
            body.effect(InstKind::Branch { cond, then, or_else });
        }
        LLVMOpcode::LLVMBr => {
            let edge = body.edge(block, inst.successor(0))?;
            body.effect(InstKind::Jump { edge });
        }
        LLVMOpcode::LLVMSwitch => switch(body, block, inst)?,
        LLVMOpcode::LLVMIndirectBr => indirect_branch(body, block, inst)?,
        LLVMOpcode::LLVMUnreachable => body.effect(InstKind::Unreachable),
        other => return Err(Unsupported(format!("the instruction {}", opcode_name(other)))),
    }
    Ok(())
}

fn switch(body: &mut Body<'_>, block: llvm::Block, inst: Value) -> Supported<()> {
    let width = inst.operand(0).ty().int_width();
    let value = body.scalar(inst.operand(0))?;
    let default = body.edge(block, inst.successor(0))?;
    let mut cases = Vec::new();
    for number in 1..inst.num_successors() {
        let edge = body.edge(block, inst.successor(number))?;
        cases.push((constant::int_bits(inst.switch_case(number)), edge));
    }
    cases.sort_by(|(a, _), (b, _)| a.limbs().iter().rev().cmp(b.limbs().iter().rev()));
    body.effect(InstKind::Switch(Box::new(Switch { value, width, cases, default })));
    Ok(())
}

fn indirect_branch(body: &mut Body<'_>, block: llvm::Block, inst: Value) -> Supported<()> {
    let address = body.scalar(inst.operand(0))?;
    let mut edges = Vec::new();
    for target in inst.successors() {
        let edge = body.edge(block, target)?;
        let id = body.func.edges[edge].target;
        if edges.iter().all(|(earlier, _)| *earlier != id) {
            edges.push((id, edge));
        }
    }
    body.effect(InstKind::IndirectBranch { address, edges });
    Ok(())
}

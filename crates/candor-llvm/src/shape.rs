//! The shape a function will have: which blocks there are, and where the compiler's instrumentation becomes checks.
//!
//! clang marks undefined behaviour by a branch to a block that only traps, and says by a number what went wrong:
//! ```text
//!   %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)      becomes   %sum = add i32 %a, %b
//!   %sum = extractvalue { i32, i1 } %r, 0                                               with the check signed-overflow
//!   %bad = extractvalue { i32, i1 } %r, 1
//!   %ok = xor i1 %bad, true
//!   br i1 %ok, label %cont, label %trap
//! trap:
//!   call void @llvm.ubsantrap(i8 0)
//!   unreachable
//! ```
//! The block `cont` is then simply the rest of the block, so an addition costs one instruction again and not six and a
//! jump. Everything here is decided before copying, so that copying is one pass.

use std::rc::Rc;
use std::sync::OnceLock;

use candor_ir::{BlockId, Check, CheckSet, EntityRef};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use crate::layout::{Supported, Unsupported};
use crate::linker::Linker;
use crate::llvm::{Block, Value, ValueKind, intrinsic_number};
use crate::unevaluated;

/// What instrumentation claims where a block ends.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Claim {
    /// The condition holds, or with `negated` it does not.
    Holds { check: Check, cond: Value, negated: bool },
    /// A signed value is not negative.
    NonNegative { check: Check, value: Value },
}

/// How a block with instrumentation ends: claims, then the only way on.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) claims: SmallVec<[Claim; 1]>,
    pub(crate) next: Block,
}

/// The shape of one function.
#[derive(Default)]
pub(crate) struct Shape {
    /// Blocks that can be reached, in reverse post-order, without those that continue another one.
    pub(crate) order: Vec<Block>,
    ids: FxHashMap<Block, BlockId>,
    /// In the order of their ids; `None` for the address of a block that cannot be reached.
    pub(crate) blocks: Vec<Block>,
    checked: FxHashMap<Block, Checked>,
    merged: FxHashSet<Block>,
    /// Blocks that trap before they end.
    trapping: FxHashSet<Block>,
    skipped: FxHashSet<Value>,
    fused: FxHashMap<Value, CheckSet>,
    /// Blocks without an id.
    pub(crate) removed: Vec<Block>,
}

impl Shape {
    /// The id of a block that starts one of ours.
    pub(crate) fn block_id(&self, block: Block) -> Option<BlockId> {
        self.ids.get(&block).copied()
    }

    /// The claims where a block ends, if instrumentation ends it.
    pub(crate) fn checked(&self, block: Block) -> Option<&Checked> {
        self.checked.get(&block)
    }

    /// Whether the block continues the only one that leads to it.
    pub(crate) fn is_merged(&self, block: Block) -> bool {
        self.merged.contains(&block)
    }

    /// Whether an instruction only served a check that is expressed otherwise.
    pub(crate) fn is_skipped(&self, inst: Value) -> bool {
        self.skipped.contains(&inst)
    }

    /// The checks that instrumentation put before an operation.
    pub(crate) fn fused_checks(&self, inst: Value) -> CheckSet {
        self.fused.get(&inst).copied().unwrap_or(CheckSet::EMPTY)
    }

    /// Where a block leads.
    pub(crate) fn for_each_successor(&self, block: Block, mut f: impl FnMut(Block)) {
        if self.trapping.contains(&block) {
            return;
        }
        if let Some(checked) = self.checked.get(&block) {
            return f(checked.next);
        }
        let terminator = block.terminator();
        match terminator.opcode() {
            LLVMOpcode::LLVMBr | LLVMOpcode::LLVMSwitch | LLVMOpcode::LLVMIndirectBr => {
                terminator.successors().for_each(f);
            }
            // Returns and what we cannot follow.
            _ => {}
        }
    }

    /// The block that continues with this one after a check, and what it claims.
    pub(crate) fn checked_predecessor(&self, block: Block) -> Option<(Block, &[Claim])> {
        let mut before = self.checked.iter().filter(|(_, checked)| checked.next == block);
        let only = before.next().filter(|_| before.next().is_none() && block.num_predecessor_edges() == 1)?;
        Some((*only.0, &only.1.claims))
    }

    /// Claims nothing any more where a block ends.
    pub(crate) fn drop_claims(&mut self, block: Block) {
        if let Some(checked) = self.checked.get_mut(&block) {
            checked.claims.clear();
        }
    }

    /// Makes a block lead to another one without any condition.
    pub(crate) fn lead(&mut self, block: Block, next: Block) {
        self.checked.insert(block, Checked { claims: smallvec![], next });
    }

    /// Leaves out instructions whose results nobody needs.
    pub(crate) fn skip(&mut self, insts: impl IntoIterator<Item = Value>) {
        self.skipped.extend(insts);
    }

    pub(crate) fn skipped(&self) -> impl Iterator<Item = Value> {
        self.skipped.iter().copied()
    }
}

/// The shape of a function, computed once.
pub(crate) fn of(cx: &mut Linker, function: Value) -> Supported<Rc<Shape>> {
    if let Some(shape) = cx.shapes.get(&function) {
        return Ok(shape.clone());
    }
    function.materialize().map_err(Unsupported)?;
    let shape = Rc::new(compute(function));
    cx.shapes.insert(function, shape.clone());
    Ok(shape)
}

fn compute(function: Value) -> Shape {
    let blocks = function.blocks();
    let mut shape = Shape::default();
    for &block in &blocks {
        if block.insts().any(|inst| known().traps.contains(&called_intrinsic(inst))) {
            shape.trapping.insert(block);
        } else {
            recognize(&mut shape, block);
        }
    }
    let questions =
        blocks.iter().flat_map(|block| block.insts()).filter(|inst| called_intrinsic(*inst) == known().constant);
    questions.collect::<Vec<Value>>().into_iter().for_each(|question| unevaluated::leave_out(&mut shape, question));
    let Some(&entry) = blocks.first() else { return shape };
    shape.order = reverse_post_order(&shape, entry);
    let reachable: FxHashSet<Block> = shape.order.iter().copied().collect();
    merge_continuations(&mut shape, &reachable);
    for &block in &blocks {
        let is_target = is_address_taken(block);
        if (reachable.contains(&block) && !shape.merged.contains(&block)) || is_target {
            shape.ids.insert(block, BlockId::new(shape.blocks.len()));
            shape.blocks.push(block);
        } else {
            shape.removed.push(block);
        }
    }
    let merged = std::mem::take(&mut shape.merged);
    shape.order.retain(|block| !merged.contains(block));
    shape.merged = merged;
    shape
}

/// A block after a check that nothing else leads to continues the block before.
fn merge_continuations(shape: &mut Shape, reachable: &FxHashSet<Block>) {
    let mut n_edges: FxHashMap<Block, u32> = FxHashMap::default();
    for &block in &shape.order {
        shape.for_each_successor(block, |next| *n_edges.entry(next).or_default() += 1);
    }
    let continuations: Vec<Block> = shape
        .order
        .iter()
        .filter_map(|block| shape.checked.get(block).map(|checked| checked.next))
        .filter(|next| reachable.contains(next) && n_edges.get(next) == Some(&1) && !is_address_taken(*next))
        .collect();
    shape.merged.extend(continuations);
}

fn is_address_taken(block: Block) -> bool {
    block.value().users().iter().any(|user| user.kind() == ValueKind::BlockAddress)
}

fn reverse_post_order(shape: &Shape, entry: Block) -> Vec<Block> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(entry, Vec::new(), 0)];
    seen.insert(entry);
    shape.for_each_successor(entry, |next| stack[0].1.push(next));
    while let Some((block, successors, position)) = stack.last_mut() {
        if let Some(&next) = successors.get(*position) {
            *position += 1;
            if seen.insert(next) {
                let mut successors = Vec::new();
                shape.for_each_successor(next, |block| successors.push(block));
                stack.push((next, successors, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// The intrinsics that instrumentation uses, by LLVM's numbers.
struct Known {
    trap: u32,
    constant: u32,
    traps: [u32; 3],
    signed_overflow: [u32; 3],
    unsigned_overflow: [u32; 3],
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let overflow =
        |sign: &str| ["add", "sub", "mul"].map(|op| intrinsic_number(&format!("llvm.{sign}{op}.with.overflow")));
    KNOWN.get_or_init(|| Known {
        trap: intrinsic_number("llvm.ubsantrap"),
        constant: intrinsic_number("llvm.is.constant"),
        traps: ["llvm.trap", "llvm.debugtrap", "llvm.ubsantrap"].map(intrinsic_number),
        signed_overflow: overflow("s"),
        unsigned_overflow: overflow("u"),
    })
}

/// The number of the intrinsic that an instruction calls, 0 if it does not.
fn called_intrinsic(inst: Value) -> u32 {
    if !inst.opcode_is(LLVMOpcode::LLVMCall) {
        return 0;
    }
    let callee = inst.called_value();
    if callee.kind() == ValueKind::Function { callee.intrinsic_id() } else { 0 }
}

/// Whether an instruction computes a result and whether it overflows.
pub(crate) fn is_overflow_intrinsic(inst: Value) -> bool {
    let id = called_intrinsic(inst);
    known().signed_overflow.contains(&id) || known().unsigned_overflow.contains(&id)
}

/// What went wrong when this block runs, if it does nothing but trap.
fn trap_kind(block: Block) -> Option<u64> {
    let call = block.first().filter(|first| called_intrinsic(*first) == known().trap)?;
    let second = block.insts().nth(1)?;
    if second.opcode() != LLVMOpcode::LLVMUnreachable {
        return None;
    }
    call.operand(0).unsigned_int()
}

/// Finds out whether a block ends in a check, and which.
fn recognize(shape: &mut Shape, block: Block) {
    let branch = block.terminator();
    if branch.opcode() != LLVMOpcode::LLVMBr || !branch.is_conditional() {
        return;
    }
    let (then, or_else) = (branch.successor(0), branch.successor(1));
    let found = match (trap_kind(or_else), trap_kind(then)) {
        (Some(kind), None) => Trap { block, kind, cond: branch.operand(0), negated: false, next: then },
        (None, Some(kind)) => Trap { block, kind, cond: branch.operand(0), negated: true, next: or_else },
        _ => return,
    };
    match found.kind {
        kind::ADD_OVERFLOW | kind::MUL_OVERFLOW | kind::NEGATE_OVERFLOW | kind::SUB_OVERFLOW => overflow(shape, found),
        kind::SHIFT_OUT_OF_BOUNDS => shift(shape, found),
        kind::DIVREM_OVERFLOW => {
            // A division checks itself.
            skip_chain(shape, found.cond);
            found.replace(shape, smallvec![]);
        }
        kind::BUILTIN_UNREACHABLE => found.claim(shape, Check::UnreachableCode),
        kind::FLOAT_CAST_OVERFLOW => found.claim(shape, Check::FloatCastOverflow),
        kind::INVALID_BUILTIN => found.claim(shape, Check::BadStdlibArgument),
        kind::LOAD_INVALID_VALUE => found.claim(shape, Check::InvalidBool),
        kind::MISSING_RETURN => found.claim(shape, Check::MissingReturn),
        kind::OUT_OF_BOUNDS => found.claim(shape, Check::ArrayIndex),
        kind::VLA_BOUND => found.claim(shape, Check::VlaBound),
        // Instrumentation that we never ask for stays what it is: a branch to a trap.
        _ => {}
    }
}

/// clang's `SanitizerHandler`, by position.
mod kind {
    pub(super) const ADD_OVERFLOW: u64 = 0;
    pub(super) const BUILTIN_UNREACHABLE: u64 = 1;
    pub(super) const DIVREM_OVERFLOW: u64 = 3;
    pub(super) const FLOAT_CAST_OVERFLOW: u64 = 5;
    pub(super) const INVALID_BUILTIN: u64 = 8;
    pub(super) const LOAD_INVALID_VALUE: u64 = 10;
    pub(super) const MISSING_RETURN: u64 = 11;
    pub(super) const MUL_OVERFLOW: u64 = 12;
    pub(super) const NEGATE_OVERFLOW: u64 = 13;
    pub(super) const OUT_OF_BOUNDS: u64 = 18;
    pub(super) const SHIFT_OUT_OF_BOUNDS: u64 = 20;
    pub(super) const SUB_OVERFLOW: u64 = 21;
    pub(super) const VLA_BOUND: u64 = 24;
}

/// A branch to a block that traps.
struct Trap {
    block: Block,
    kind: u64,
    cond: Value,
    /// The trap is where the condition holds.
    negated: bool,
    next: Block,
}

impl Trap {
    fn replace(self, shape: &mut Shape, claims: SmallVec<[Claim; 1]>) {
        shape.checked.insert(self.block, Checked { claims, next: self.next });
    }

    /// Claims the condition as it stands, unless it is plainly true.
    fn claim(self, shape: &mut Shape, check: Check) {
        let claims = match self.cond.unsigned_int() {
            Some(value) if (value != 0) != self.negated => smallvec![],
            _ => smallvec![Claim::Holds { check, cond: self.cond, negated: self.negated }],
        };
        self.replace(shape, claims);
    }
}

/// Leaves out an instruction that computes only for its only user, and what it is computed from.
fn skip_chain(shape: &mut Shape, value: Value) {
    let is_pure = value.kind() == ValueKind::Instruction
        && matches!(
            value.opcode(),
            LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMXor
                | LLVMOpcode::LLVMICmp
                | LLVMOpcode::LLVMFCmp
                | LLVMOpcode::LLVMExtractValue
        );
    if is_pure && value.only_user().is_some() && shape.skipped.insert(value) {
        value.operands().for_each(|operand| skip_chain(shape, operand));
    }
}

/// `with.overflow` whose second result is looked at by the check alone becomes an operation that carries the check.
fn overflow(shape: &mut Shape, trap: Trap) {
    let bad = bad_bit(&trap);
    let source = bad.and_then(overflow_source);
    let check = match source {
        Some((_, check)) => check,
        None => Check::SignedOverflow,
    };
    let (Some(bad), Some((call, _))) = (bad, source) else {
        return trap.claim(shape, check);
    };
    let is_fusible = bad.only_user().is_some() && trap.cond.only_user().is_some() && call.block() == trap.block;
    if !is_fusible || another_bit_is_used(call, bad) {
        return trap.claim(shape, check);
    }
    shape.skipped.insert(bad);
    shape.skipped.insert(trap.cond);
    shape.fused.insert(call, CheckSet::of(check));
    trap.replace(shape, smallvec![]);
}

/// The value that is true when the operation went wrong.
fn bad_bit(trap: &Trap) -> Option<Value> {
    if trap.negated {
        return Some(trap.cond);
    }
    let is_not = trap.cond.opcode_is(LLVMOpcode::LLVMXor) && trap.cond.operand(1).unsigned_int() == Some(1);
    is_not.then(|| trap.cond.operand(0))
}

/// The call whose overflow bit this is, and what its overflow means.
fn overflow_source(bad: Value) -> Option<(Value, Check)> {
    if !bad.opcode_is(LLVMOpcode::LLVMExtractValue) || bad.indices() != [1] {
        return None;
    }
    let call = bad.operand(0);
    let id = called_intrinsic(call);
    if known().signed_overflow.contains(&id) {
        Some((call, Check::SignedOverflow))
    } else if known().unsigned_overflow.contains(&id) {
        Some((call, Check::UnsignedWrap))
    } else {
        None
    }
}

fn another_bit_is_used(call: Value, bad: Value) -> bool {
    call.users().into_iter().any(|user| {
        let is_sum = user.opcode_is(LLVMOpcode::LLVMExtractValue) && user.indices() == [0];
        user != bad && !is_sum
    })
}

/// Shifts. Right ones and unsigned left ones claim that the amount is small:
/// ```text
///   %ok = icmp ule i32 %amount, 31
///   br i1 %ok, label %cont, label %trap
/// ```
/// Signed left ones claim more, see [`signed_shift`].
fn shift(shape: &mut Shape, trap: Trap) {
    if trap.negated {
        return trap.claim(shape, Check::ShiftOutOfRange);
    }
    if let Some(pattern) = SignedShift::find(&trap) {
        return signed_shift(shape, trap, pattern);
    }
    let fused = amount_of(trap.cond).and_then(|amount| shift_by(trap.next, amount));
    match fused {
        Some(operation) if trap.cond.only_user().is_some() => {
            shape.skipped.insert(trap.cond);
            shape.fused.insert(operation, CheckSet::of(Check::ShiftOutOfRange));
            trap.replace(shape, smallvec![]);
        }
        _ => trap.claim(shape, Check::ShiftOutOfRange),
    }
}

/// The amount that a condition says to be small.
fn amount_of(cond: Value) -> Option<Value> {
    let is_bound = cond.opcode_is(LLVMOpcode::LLVMICmp) && cond.int_predicate() == LLVMIntPredicate::LLVMIntULE;
    is_bound.then(|| cond.operand(0))
}

/// How far after a check its operation may stand: only conversions come between.
const NEAR: usize = 4;

fn is_shift(inst: Value) -> bool {
    matches!(inst.opcode(), LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr)
}

/// The shift by this amount at the start of a block. An amount that was cut to fit does not count.
fn shift_by(block: Block, amount: Value) -> Option<Value> {
    let inst = block.insts().take(NEAR).find(|inst| is_shift(*inst))?;
    is_same_amount(inst.operand(1), amount).then_some(inst)
}

fn is_same_amount(used: Value, amount: Value) -> bool {
    used == amount || (used.opcode_is(LLVMOpcode::LLVMZExt) && used.operand(0) == amount)
}

/// A signed left shift: the amount must be small, and then no bit may be lost:
/// ```text
/// before:
///   %small = icmp ule i32 %amount, 31
///   br i1 %small, label %look, label %join
/// look:
///   %rest = sub i32 31, %amount
///   %lost = lshr i32 %base, %rest
///   %fits = icmp eq i32 %lost, 0
///   br label %join
/// join:
///   %base_ok = phi i1 [ true, %before ], [ %fits, %look ]
///   %ok = and i1 %small, %base_ok
///   br i1 %ok, label %cont, label %trap
/// ```
/// Parts that are constant are left out by clang.
struct SignedShift {
    before: Block,
    look: Block,
    small: Value,
    phi: Value,
    fits: Value,
}

impl SignedShift {
    fn find(trap: &Trap) -> Option<SignedShift> {
        let phi = if trap.cond.opcode_is(LLVMOpcode::LLVMAnd) {
            trap.cond.operands().find(|operand| operand.opcode_is(LLVMOpcode::LLVMPHI))?
        } else {
            trap.cond
        };
        if !phi.opcode_is(LLVMOpcode::LLVMPHI) || phi.block() != trap.block || phi.only_user().is_none() {
            return None;
        }
        let incoming = phi.incoming();
        let [one, two] = incoming[..] else { return None };
        let leads_to_look = |before: Block, look: Block| {
            let branch = before.terminator();
            branch.opcode() == LLVMOpcode::LLVMBr
                && branch.is_conditional()
                && branch.successor(0) == look
                && branch.successor(1) == trap.block
                && look.num_predecessor_edges() == 1
        };
        let (before, (fits, look)) = if leads_to_look(one.1, two.1) {
            (one.1, two)
        } else if leads_to_look(two.1, one.1) {
            (two.1, one)
        } else {
            return None;
        };
        let small = before.terminator().operand(0);
        let is_claimed = trap.cond == phi || trap.cond.operands().any(|operand| operand == small);
        (is_claimed && is_pure_block(look)).then_some(SignedShift { before, look, small, phi, fits })
    }

    /// The value that is shifted, as long as it is not known to fit.
    fn base(&self) -> Option<Value> {
        if !self.fits.opcode_is(LLVMOpcode::LLVMICmp) {
            return None;
        }
        let lost = self.fits.operand(0);
        lost.opcode_is(LLVMOpcode::LLVMLShr).then(|| lost.operand(0))
    }
}

fn is_pure_block(block: Block) -> bool {
    block.insts().all(|inst| {
        matches!(
            inst.opcode(),
            LLVMOpcode::LLVMSub
                | LLVMOpcode::LLVMLShr
                | LLVMOpcode::LLVMICmp
                | LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMTrunc
                | LLVMOpcode::LLVMBr
        )
    })
}

/// What C says: the base is not negative, and the result fits, which is the overflow check of `shl` itself.
fn signed_shift(shape: &mut Shape, trap: Trap, pattern: SignedShift) {
    let SignedShift { before, look, small, phi, fits } = pattern;
    let base = pattern.base();
    let operation = trap
        .next
        .insts()
        .take(NEAR)
        .find(|inst| is_shift(*inst))
        .filter(|inst| inst.opcode() == LLVMOpcode::LLVMShl && base.is_none_or(|base| inst.operand(0) == base));
    shape.skipped.insert(phi);
    shape.skipped.insert(trap.cond);
    let Some(operation) = operation else {
        // The straight line says the same: the amount is small, the rest is not lost.
        shape.checked.insert(before, Checked { claims: claims_of(Check::ShiftOutOfRange, small), next: look });
        shape.checked.insert(look, Checked { claims: smallvec![], next: trap.block });
        return trap.replace(shape, claims_of(Check::SignedOverflow, fits));
    };
    shape.skipped.extend(look.insts().filter(|inst| inst.opcode() != LLVMOpcode::LLVMBr));
    let is_nonnegative = base.is_none_or(|base| base.signed_int().is_some_and(|value| value >= 0));
    let is_fusible =
        is_nonnegative && amount_of(small).is_some_and(|amount| is_same_amount(operation.operand(1), amount));
    let mut checks = CheckSet::of(Check::SignedOverflow);
    let amount_claims = if is_fusible {
        checks.insert(Check::ShiftOutOfRange);
        // Its users are the branch and the conjunction, which are both gone.
        shape.skipped.insert(small);
        smallvec![]
    } else {
        claims_of(Check::ShiftOutOfRange, small)
    };
    shape.fused.insert(operation, checks);
    shape.checked.insert(before, Checked { claims: amount_claims, next: trap.block });
    let base_claims = match base {
        Some(value) if !is_nonnegative => smallvec![Claim::NonNegative { check: Check::SignedOverflow, value }],
        _ => smallvec![],
    };
    trap.replace(shape, base_claims);
}

/// A claim that is not plainly true.
fn claims_of(check: Check, cond: Value) -> SmallVec<[Claim; 1]> {
    if cond.unsigned_int() == Some(1) {
        return smallvec![];
    }
    smallvec![Claim::Holds { check, cond, negated: false }]
}

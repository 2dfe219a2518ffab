//! Instructions. What each one *means* is written once, in candor-interp.

use candor_bits::{BinOp, CastOp, CmpOp, MathOp, Pred, Scalar};

use crate::check::{Check, CheckSet};
use crate::function::Signature;
use crate::ids::{BlockId, ConstId, EdgeId, FuncId, LocId, ValueId};

/// What an instruction reads: a register or a constant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Value(ValueId),
    Const(ConstId),
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Operand {
        Operand::Value(value)
    }
}

impl From<ConstId> for Operand {
    fn from(value: ConstId) -> Operand {
        Operand::Const(value)
    }
}

/// An instruction with what all instructions have.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    pub kind: InstKind,
    /// The register it defines. Calls list theirs in [`Call::results`]; see [`Inst::for_each_result`].
    pub result: Option<ValueId>,
    /// What the interpreter evaluates before the effect.
    pub checks: CheckSet,
    pub loc: LocId,
}

/// Why a value is not a proper value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UndefCause {
    /// Memory or a variable that nobody wrote.
    Uninitialized,
    /// The value of a function that ended without `return`.
    MissingReturn,
    /// An LLVM poison value: the operation that this check is about went wrong.
    Poison(Check),
}

/// Order of an atomic access; `None` for an ordinary one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ordering {
    #[default]
    None,
    Unordered,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// What a memory access says besides its type and address.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccessFlags {
    /// The alignment the compiler promises, in bytes, a power of two.
    pub align: u32,
    pub volatile: bool,
    pub ordering: Ordering,
}

/// A run-time index of a pointer computation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PtrIndex {
    /// A signed integer.
    pub index: Operand,
    /// Its width in bits.
    pub width: u32,
    /// Bytes per unit.
    pub scale: u64,
}

impl PtrIndex {
    /// The largest index, in either direction, whose distance in bytes is a signed number of this width; none if all are.
    pub fn most(&self, pointer_bits: u32) -> Option<u64> {
        let most = (u64::MAX >> (65 - pointer_bits)) / self.scale.max(1);
        let largest = u64::MAX >> 65u32.saturating_sub(self.width).max(1);
        (most < largest).then_some(most)
    }
}

/// Read-modify-write operations.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// Whom a call calls.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// An aggregate passed by value: the callee gets a copy of the memory behind the pointer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ByVal {
    pub size: u64,
    pub align: u32,
}

/// An argument of a call.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    pub value: Operand,
    pub ty: Scalar,
    pub byval: Option<ByVal>,
    /// An unnamed argument that was a vector: machines pass those in other registers than integers.
    pub vector: bool,
}

impl Arg {
    pub fn new(ty: Scalar, value: Operand) -> Arg {
        Arg { value, ty, byval: None, vector: false }
    }
}

/// A call. Aggregates are passed and returned as several scalars.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub callee: Callee,
    pub args: Vec<Arg>,
    /// The type the call site believes the function to have.
    pub signature: Signature,
    pub results: Vec<ValueId>,
}

/// A multi-way branch on an integer.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    pub value: Operand,
    pub width: u32,
    /// Distinct constants in ascending unsigned order, and where they lead.
    pub cases: Vec<(candor_bits::Bits, EdgeId)>,
    pub default: EdgeId,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum InstKind {
    /// Arithmetic and logic on two operands of one type. A wrong operation is reported by the checks of the instruction or,
    /// with `poison`, becomes a poison value that is reported at its use (foreign IR).
    Binary {
        op: BinOp,
        ty: Scalar,
        a: Operand,
        b: Operand,
        poison: CheckSet,
    },
    /// Does the operation go wrong? An `i1`.
    Predicate {
        pred: Pred,
        width: u32,
        a: Operand,
        b: Operand,
    },
    /// A comparison; an `i1`.
    Compare {
        op: CmpOp,
        ty: Scalar,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        from: Scalar,
        to: Scalar,
        value: Operand,
    },
    Select {
        ty: Scalar,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// Intrinsics on one to three scalars of one type (the second operand of `powi` and `ldexp` is an i32).
    Math {
        op: MathOp,
        ty: Scalar,
        args: Vec<Operand>,
    },
    /// Which class of float is it (LLVM's `is.fpclass` mask)? An `i1`.
    IsFpClass {
        kind: candor_bits::FloatKind,
        value: Operand,
        mask: u32,
    },
    /// An arbitrary value that stays the same; `cause` says what is wrong with using it.
    Undef {
        ty: Scalar,
        cause: UndefCause,
    },
    /// The value, which is poison where `wrong` holds: in foreign IR, a promise such as `exact` was broken.
    PoisonIf {
        ty: Scalar,
        value: Operand,
        wrong: Operand,
    },
    /// Makes an undefined or poison value an arbitrary but proper one.
    Freeze {
        ty: Scalar,
        value: Operand,
    },
    /// Base + offset + index * scale, in bytes. `inbounds`: leaving the object is undefined.
    PtrAdd {
        base: Operand,
        offset: i64,
        index: Option<PtrIndex>,
        inbounds: bool,
    },
    /// A new object of `count` times `size` bytes in this frame.
    Alloca {
        size: u64,
        count: Option<(Operand, u32)>,
        align: u32,
    },
    Load {
        ty: Scalar,
        ptr: Operand,
        flags: AccessFlags,
    },
    Store {
        ty: Scalar,
        ptr: Operand,
        value: Operand,
        flags: AccessFlags,
    },
    /// Reads, computes, writes; the result is the old value.
    AtomicRmw {
        op: AtomicOp,
        ty: Scalar,
        ptr: Operand,
        value: Operand,
        flags: AccessFlags,
    },
    /// Compares with `expected`, writes `new` if equal; the result is the old value. `flags` has the order of a success, `failure` that
    /// of a failure. A weak one may fail although the values are equal, so it defines a second register, an `i1`: whether it succeeded.
    AtomicCas {
        ty: Scalar,
        ptr: Operand,
        expected: Operand,
        new: Operand,
        flags: AccessFlags,
        failure: Ordering,
        success: Option<ValueId>,
    },
    Fence {
        ordering: Ordering,
    },
    /// `memcpy`, or `memmove` when the ranges may overlap. `width` is that of the length.
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        width: u32,
        may_overlap: bool,
        /// Whether one of the two is volatile.
        volatile: bool,
    },
    MemFill {
        dst: Operand,
        byte: Operand,
        len: Operand,
        width: u32,
    },
    LifetimeStart {
        ptr: Operand,
    },
    LifetimeEnd {
        ptr: Operand,
    },
    Call(Box<Call>),
    VaStart {
        list: Operand,
    },
    VaCopy {
        dst: Operand,
        src: Operand,
    },
    VaEnd {
        list: Operand,
    },
    /// The frame's allocation mark, for a later [`StackRestore`](InstKind::StackRestore).
    StackSave,
    /// Ends the life of what the frame allocated since the mark.
    StackRestore {
        mark: Operand,
    },
    /// The number of bytes from the pointer to the end of its object, or what is given when nobody knows.
    ObjectSize {
        ptr: Operand,
        width: u32,
        min: bool,
    },
    /// The program's claim that `ok` holds, made by the compiler's instrumentation.
    Check {
        check: Check,
        ok: Operand,
    },
    /// Executions in which `cond` does not hold are of no interest.
    Assume {
        cond: Operand,
    },
    /// A named thing candor cannot execute.
    Unsupported {
        what: String,
        results: Vec<ValueId>,
    },

    // Terminators.
    Jump {
        edge: EdgeId,
    },
    Branch {
        cond: Operand,
        then: EdgeId,
        or_else: EdgeId,
    },
    Switch(Box<Switch>),
    /// Computed goto: one edge for each block the address may name.
    IndirectBranch {
        address: Operand,
        edges: Vec<(BlockId, EdgeId)>,
    },
    Return {
        values: Vec<Operand>,
    },
    Unreachable,
    /// Ends the program as if by a signal (`__builtin_trap`).
    Trap,
}

/// The operands of an instruction in a fixed order, by reference or by mutable reference: the one list of them.
macro_rules! visit_operands {
    ($kind:expr, $f:expr, [$($mut:tt)?]) => {
        match $kind {
            InstKind::Binary { a, b, .. } | InstKind::Predicate { a, b, .. } | InstKind::Compare { a, b, .. } => {
                $f(a);
                $f(b);
            }
            InstKind::Cast { value, .. } | InstKind::IsFpClass { value, .. } | InstKind::Freeze { value, .. } => {
                $f(value)
            }
            InstKind::PoisonIf { value, wrong, .. } => {
                $f(value);
                $f(wrong);
            }
            InstKind::Select { cond, a, b, .. } => {
                $f(cond);
                $f(a);
                $f(b);
            }
            InstKind::Math { args, .. } => {
                for arg in args {
                    $f(arg);
                }
            }
            InstKind::PtrAdd { base, index, .. } => {
                $f(base);
                if let Some(index) = index {
                    $f(&$($mut)? index.index);
                }
            }
            InstKind::Alloca { count, .. } => {
                if let Some((count, _)) = count {
                    $f(count);
                }
            }
            InstKind::Load { ptr, .. }
            | InstKind::LifetimeStart { ptr }
            | InstKind::LifetimeEnd { ptr }
            | InstKind::ObjectSize { ptr, .. } => $f(ptr),
            InstKind::Store { ptr, value, .. } | InstKind::AtomicRmw { ptr, value, .. } => {
                $f(ptr);
                $f(value);
            }
            InstKind::AtomicCas { ptr, expected, new, .. } => {
                $f(ptr);
                $f(expected);
                $f(new);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                $f(dst);
                $f(src);
                $f(len);
            }
            InstKind::MemFill { dst, byte, len, .. } => {
                $f(dst);
                $f(byte);
                $f(len);
            }
            InstKind::Call(call) => {
                if let Callee::Indirect(callee) = &$($mut)? call.callee {
                    $f(callee);
                }
                for arg in &$($mut)? call.args {
                    $f(&$($mut)? arg.value);
                }
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => $f(list),
            InstKind::VaCopy { dst, src } => {
                $f(dst);
                $f(src);
            }
            InstKind::StackRestore { mark } => $f(mark),
            InstKind::Check { ok, .. } => $f(ok),
            InstKind::Assume { cond } | InstKind::Branch { cond, .. } => $f(cond),
            InstKind::Switch(switch) => $f(&$($mut)? switch.value),
            InstKind::IndirectBranch { address, .. } => $f(address),
            InstKind::Return { values } => {
                for value in values {
                    $f(value);
                }
            }
            InstKind::Undef { .. }
            | InstKind::Fence { .. }
            | InstKind::StackSave
            | InstKind::Unsupported { .. }
            | InstKind::Jump { .. }
            | InstKind::Unreachable
            | InstKind::Trap => {}
        }
    };
}

/// The instructions that compute a register from registers and do nothing else, as a pattern.
macro_rules! computation {
    () => {
        InstKind::Binary { .. }
            | InstKind::Predicate { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::Math { .. }
            | InstKind::IsFpClass { .. }
            | InstKind::Undef { .. }
            | InstKind::Freeze { .. }
            | InstKind::PoisonIf { .. }
            | InstKind::PtrAdd { .. }
            | InstKind::ObjectSize { .. }
    };
}

/// The instructions that end a block, as a pattern.
macro_rules! terminator {
    () => {
        InstKind::Jump { .. }
            | InstKind::Branch { .. }
            | InstKind::Switch(_)
            | InstKind::IndirectBranch { .. }
            | InstKind::Return { .. }
            | InstKind::Unreachable
            | InstKind::Trap
    };
}

/// The edges of a terminator, by reference or by mutable reference: the one list of them. False for an instruction in the middle of a
/// block, which has none.
macro_rules! visit_edges {
    ($kind:expr, $f:expr, [$($mut:tt)?]) => {
        match $kind {
            InstKind::Jump { edge } => {
                $f(edge);
                true
            }
            InstKind::Branch { then, or_else, .. } => {
                $f(then);
                $f(or_else);
                true
            }
            InstKind::Switch(switch) => {
                $f(&$($mut)? switch.default);
                for (_, edge) in &$($mut)? switch.cases {
                    $f(edge);
                }
                true
            }
            InstKind::IndirectBranch { edges, .. } => {
                for (_, edge) in edges {
                    $f(edge);
                }
                true
            }
            InstKind::Return { .. } | InstKind::Unreachable | InstKind::Trap => true,
            computation!()
            | InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::AtomicCas { .. }
            | InstKind::Fence { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemFill { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::Call(_)
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::VaEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::Unsupported { .. } => false,
        }
    };
}

pub(crate) use {computation, terminator};

impl InstKind {
    pub fn is_terminator(&self) -> bool {
        self.visit_edges(|_| {})
    }

    /// The edges a terminator may take.
    pub fn for_each_edge(&self, f: impl FnMut(EdgeId)) {
        self.visit_edges(f);
    }

    /// Every edge, to be replaced.
    pub fn for_each_edge_mut(&mut self, mut f: impl FnMut(&mut EdgeId)) {
        visit_edges!(self, f, [mut]);
    }

    /// Calls `f` for every edge that control may take; false for an instruction in the middle of a block, which has none.
    fn visit_edges(&self, mut f: impl FnMut(EdgeId)) -> bool {
        let mut visit = |edge: &EdgeId| f(*edge);
        visit_edges!(self, visit, [])
    }

    /// The function that a call names; `None` for a call through a pointer.
    pub fn direct_callee(&self) -> Option<FuncId> {
        let InstKind::Call(call) = self else { return None };
        match call.callee {
            Callee::Direct(func) => Some(func),
            Callee::Indirect(_) => None,
        }
    }

    /// Every operand, in a fixed order, without those on edges.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        let mut visit = |operand: &Operand| f(*operand);
        visit_operands!(self, visit, []);
    }

    /// Every operand, to be replaced.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        visit_operands!(self, f, [mut]);
    }
}

impl InstKind {
    /// The checks that the instruction's own meaning calls for. Overflow of arithmetic is not among them: whether `add` may
    /// wrap is the source language's business, and the front end says so bit by bit.
    pub fn natural_checks(&self) -> CheckSet {
        // The arithmetic ones are for poison: in foreign IR a wrong operation is reported where its result is used.
        const VALUE: CheckSet = CheckSet::of(Check::UninitializedRead)
            .with(Check::MissingReturn)
            .with(Check::SignedOverflow)
            .with(Check::UnsignedWrap)
            .with(Check::ShiftOutOfRange);
        const READ: CheckSet = VALUE
            .with(Check::NullDereference)
            .with(Check::OutOfBounds)
            .with(Check::UseAfterFree)
            .with(Check::UseAfterScope)
            .with(Check::InvalidPointer)
            .with(Check::MisalignedAccess);
        const WRITE: CheckSet = READ.with(Check::WriteToConst);
        match self {
            InstKind::Binary { op: BinOp::SDiv | BinOp::SRem, .. } => {
                VALUE.with(Check::DivisionByZero).with(Check::DivisionOverflow)
            }
            InstKind::Binary { op: BinOp::UDiv | BinOp::URem, .. } => VALUE.with(Check::DivisionByZero),
            InstKind::Load { flags, .. } => checked_access(READ, *flags),
            InstKind::Store { flags, .. } => checked_access(WRITE, *flags),
            InstKind::AtomicRmw { .. }
            | InstKind::AtomicCas { .. }
            | InstKind::MemFill { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. } => WRITE,
            InstKind::MemCopy { .. } => WRITE.with(Check::OverlappingCopy),
            // Of elements larger than a byte so many may be skipped that the number of bytes does not fit an address.
            InstKind::PtrAdd { inbounds: true, index: Some(PtrIndex { scale: 2.., .. }), .. } => {
                CheckSet::of(Check::PointerArithmetic).with(Check::OutOfBounds)
            }
            InstKind::PtrAdd { inbounds: true, .. } => CheckSet::of(Check::PointerArithmetic),
            InstKind::Compare { op, ty: Scalar::Ptr, .. } if !matches!(op, CmpOp::Eq | CmpOp::Ne) => {
                CheckSet::of(Check::PointerComparison)
            }
            // A call may turn out to be one of the platform, which has checks of every kind.
            InstKind::Call(_) => CheckSet::all(),
            InstKind::Check { check, .. } => CheckSet::of(*check).union(VALUE),
            InstKind::Alloca { count: Some(_), .. } => VALUE.with(Check::VlaBound),
            InstKind::Assume { .. }
            | InstKind::Branch { .. }
            | InstKind::Switch(_)
            | InstKind::IndirectBranch { .. } => VALUE,
            // The value matters when it is `main` that returns: then it is the argument of `exit`.
            InstKind::Return { .. } => VALUE.with(Check::MemoryLeak).with(Check::MemoryCleanup),
            InstKind::Unreachable => CheckSet::of(Check::UnreachableCode),
            InstKind::Trap => CheckSet::of(Check::MemoryLeak).with(Check::MemoryCleanup),
            // Right whatever the operands are, or poison that is reported at its use.
            computation!() => CheckSet::EMPTY,
            InstKind::Alloca { count: None, .. }
            | InstKind::Fence { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::VaEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Unsupported { .. }
            | InstKind::Jump { .. } => CheckSet::EMPTY,
        }
    }
}

/// What a volatile access does at an odd address is the machine's business, not C's.
fn checked_access(mut checks: CheckSet, flags: AccessFlags) -> CheckSet {
    if flags.volatile {
        checks.remove(Check::MisalignedAccess);
    }
    checks
}

/// The registers that an instruction defines, by reference or by mutable reference: the one list of them.
macro_rules! visit_results {
    ($inst:expr, $f:expr, [$($mut:tt)?], $iter:ident) => {
        $inst.result.$iter().for_each(&mut $f);
        match &$($mut)? $inst.kind {
            InstKind::Call(call) => call.results.$iter().for_each($f),
            InstKind::Unsupported { results, .. } => results.$iter().for_each($f),
            InstKind::AtomicCas { success, .. } => success.$iter().for_each($f),
            // Any other that defined a second register would be refused by the verifier at the first use of it.
            _ => {}
        }
    };
}

impl Inst {
    /// An instruction with its natural checks.
    pub fn new(kind: InstKind, result: Option<ValueId>, loc: LocId) -> Inst {
        let checks = kind.natural_checks();
        Inst { kind, result, checks, loc }
    }

    /// Every register the instruction defines.
    pub fn for_each_result(&self, mut f: impl FnMut(ValueId)) {
        let mut visit = |value: &ValueId| f(*value);
        visit_results!(self, visit, [], iter);
    }

    /// Every register the instruction defines, to be replaced.
    pub fn for_each_result_mut(&mut self, mut f: impl FnMut(&mut ValueId)) {
        visit_results!(self, f, [mut], iter_mut);
    }
}

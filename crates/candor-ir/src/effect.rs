//! Effects: the one account of which memory an instruction itself accesses, in terms of its operands, and of the lives that it begins
//! and ends.
//!
//! Scheduling, race detection, pointer analysis and slicing read this list; none of them has a list of its own. What a platform
//! function accesses is said beside the platform (`Native::for_each_access`), what any other callee does is in its body. The matches
//! have no catch-all arm, so a new instruction does not compile until it says what it touches.

use candor_bits::Scalar;

use crate::inst::{Call, InstKind, Operand, Ordering, computation, terminator};

/// What an access does to memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    Read,
    Write,
    /// Reads and writes as one operation, such as `atomic_fetch_add`.
    Update,
    /// Ends the life of a heap block.
    Free,
}

impl AccessKind {
    pub fn reads(self) -> bool {
        matches!(self, AccessKind::Read | AccessKind::Update)
    }

    /// Whether the access changes memory, so that it conflicts with every other access.
    pub fn changes(self) -> bool {
        !matches!(self, AccessKind::Read)
    }
}

/// How many bytes an access touches, from its pointer on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// A value of this type.
    Scalar(Scalar),
    Bytes(u64),
    /// As many as the operand says.
    Length(Operand),
    /// A `va_list`, whose size is the target's.
    VaList,
    /// The whole object.
    Object,
}

/// An access that an instruction makes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    pub kind: AccessKind,
    pub ptr: Operand,
    pub extent: Extent,
    /// The alignment it needs.
    pub align: u32,
    /// Atomic accesses do not race with each other.
    pub ordering: Ordering,
}

impl Access {
    /// A plain access of bytes.
    pub fn plain(kind: AccessKind, ptr: Operand, extent: Extent) -> Access {
        Access { kind, ptr, extent, align: 1, ordering: Ordering::None }
    }
}

/// What an instruction does to the lives of variables of its frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    /// A new one, which the instruction's result points to.
    Made,
    /// The variable behind the pointer lives anew, with contents that nobody has written.
    Begins(Operand),
    Ends(Operand),
    /// Those that the frame has made since a mark end.
    EndsSinceMark,
    /// All end.
    EndsFrame,
}

impl InstKind {
    /// Calls `f` for every access that the instruction makes itself, reads first. A call reads the structures that it passes by
    /// value; what its callee accesses is not listed here.
    pub fn for_each_access(&self, mut f: impl FnMut(Access)) {
        use AccessKind::{Read, Update, Write};
        match self {
            InstKind::Load { ty, ptr, flags } => {
                f(Access {
                    kind: Read,
                    ptr: *ptr,
                    extent: Extent::Scalar(*ty),
                    align: flags.align,
                    ordering: flags.ordering,
                });
            }
            InstKind::Store { ty, ptr, flags, .. } => {
                f(Access {
                    kind: Write,
                    ptr: *ptr,
                    extent: Extent::Scalar(*ty),
                    align: flags.align,
                    ordering: flags.ordering,
                });
            }
            InstKind::AtomicRmw { ty, ptr, flags, .. } | InstKind::AtomicCas { ty, ptr, flags, .. } => {
                f(Access {
                    kind: Update,
                    ptr: *ptr,
                    extent: Extent::Scalar(*ty),
                    align: flags.align,
                    ordering: flags.ordering,
                });
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                f(Access::plain(Read, *src, Extent::Length(*len)));
                f(Access::plain(Write, *dst, Extent::Length(*len)));
            }
            InstKind::MemFill { dst, len, .. } => f(Access::plain(Write, *dst, Extent::Length(*len))),
            InstKind::VaStart { list } => f(Access::plain(Write, *list, Extent::VaList)),
            InstKind::VaCopy { dst, src } => {
                f(Access::plain(Read, *src, Extent::VaList));
                f(Access::plain(Write, *dst, Extent::VaList));
            }
            InstKind::Call(call) => call.for_each_copied_argument(f),
            // Registers, and conditions that end the execution.
            computation!() | InstKind::Check { .. } | InstKind::Assume { .. } | InstKind::Fence { .. } => {}
            // Lives begin and end (see `life`), contents are neither read nor written.
            InstKind::Alloca { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::VaEnd { .. } => {}
            // Control, and the end of what can be executed.
            terminator!() | InstKind::Unsupported { .. } => {}
        }
    }

    /// Whose life the instruction begins or ends. Heap blocks are the platform's business (`Native`), copies of arguments live as long as
    /// the call.
    pub fn life(&self) -> Option<Life> {
        match self {
            InstKind::Alloca { .. } => Some(Life::Made),
            InstKind::LifetimeStart { ptr } => Some(Life::Begins(*ptr)),
            InstKind::LifetimeEnd { ptr } => Some(Life::Ends(*ptr)),
            InstKind::StackRestore { .. } => Some(Life::EndsSinceMark),
            InstKind::Return { .. } => Some(Life::EndsFrame),
            computation!()
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::AtomicCas { .. }
            | InstKind::Fence { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemFill { .. }
            | InstKind::Call(_)
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. }
            | InstKind::VaEnd { .. }
            | InstKind::StackSave
            | InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::Unsupported { .. } => None,
            // Nothing of the program runs behind these.
            InstKind::Unreachable | InstKind::Trap => None,
            InstKind::Jump { .. } | InstKind::Branch { .. } | InstKind::Switch(_) | InstKind::IndirectBranch { .. } => {
                None
            }
        }
    }
}

impl InstKind {
    /// Whether executing the instruction may access memory; of a call that is not known without its callee.
    pub fn may_access(&self) -> bool {
        let mut accesses = matches!(self, InstKind::Call(_));
        self.for_each_access(|_| accesses = true);
        accesses
    }

    /// Whether an execution may end at the instruction though all its checks hold. Of a call that is not known without its callee, and
    /// where `main` returns the platform goes on.
    pub fn may_stop(&self) -> bool {
        match self {
            InstKind::Assume { .. } | InstKind::Unsupported { .. } | InstKind::Unreachable | InstKind::Trap => true,
            computation!() | InstKind::Fence { .. } | InstKind::Check { .. } | InstKind::Call(_) => false,
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::AtomicCas { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemFill { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaCopy { .. } => false,
            InstKind::Alloca { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::VaEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Return { .. } => false,
            InstKind::Jump { .. } | InstKind::Branch { .. } | InstKind::Switch(_) | InstKind::IndirectBranch { .. } => {
                false
            }
        }
    }

    /// Whether the instruction itself writes memory; what a callee writes is not looked at.
    pub fn changes_memory(&self) -> bool {
        let mut changes = false;
        self.for_each_access(|access| changes |= access.kind.changes());
        changes
    }
}

impl Call {
    /// The structures that the call passes by value: the caller reads them when it makes the callee's copy.
    pub fn for_each_copied_argument(&self, mut f: impl FnMut(Access)) {
        for arg in &self.args {
            if let Some(byval) = arg.byval {
                f(Access::plain(AccessKind::Read, arg.value, Extent::Bytes(byval.size)));
            }
        }
    }
}

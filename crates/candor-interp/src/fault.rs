//! Faults: what the program did wrong, as data. Text is made by renderers.

use candor_bits::Numeral;
use candor_ir::{BinOp, Check, Loc, LocId, Program, Scalar};

use crate::memory::ObjectKind;
use crate::state::Site;

/// One entry of a call stack, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    pub function: String,
    pub loc: Option<Loc>,
    /// One of candor's libc models, not the user's code.
    pub library: bool,
}

/// The object that an access or a free was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectNote {
    pub kind: ObjectKind,
    /// The variable's name, if it has one.
    pub name: Option<String>,
    /// A string literal, whose name is the compiler's.
    pub is_literal: bool,
    pub size: Option<u64>,
    /// Where it was allocated or declared.
    pub made: Option<Loc>,
    /// Where it was freed, if it was.
    pub ended: Option<Loc>,
    pub ending: Ending,
    /// Where in the object the pointer points.
    pub offset: i64,
}

/// How the life of a variable ended, if it has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With its block or its function.
    Block,
    /// With a round of a loop; in a later one the variable lives again.
    Round,
    /// By a jump out of its block.
    Jump,
    /// With the block of a compound literal.
    Literal,
}

/// A pointer that leads nowhere, or not there. Into which object it points, [`Fault::object`] says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadPointer {
    /// Into no object; 0 is null.
    Address(u64),
    /// So far from the start of an object.
    Offset(i64),
}

/// What exactly was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// An access of `size` bytes (`None`: of a length that is not one number).
    Access {
        write: bool,
        size: Option<u64>,
        pointer: Option<BadPointer>,
    },
    /// An access whose address is not a multiple of `align`.
    Misaligned {
        write: bool,
        size: u64,
        align: u32,
        pointer: Option<BadPointer>,
    },
    /// An operation on integers.
    Arithmetic {
        op: BinOp,
        operands: [Numeral; 2],
    },
    /// A comparison of the compiler's: an index with the number of elements, the amount of a shift with the largest one.
    Compared {
        value: Numeral,
        bound: Numeral,
    },
    /// So many elements of so many bytes each, further than addresses of this width reach.
    Elements {
        count: Numeral,
        bytes_each: u64,
        width: u32,
    },
    /// A float that does not fit an integer type.
    FloatCast {
        value: Numeral,
        signed: bool,
        width: u32,
    },
    Free {
        pointer: Option<BadPointer>,
    },
    /// Blocks that are still allocated, or that nothing points to: how many, how many bytes.
    Leak {
        blocks: u64,
        bytes: u64,
    },
    /// A call of a function with another type.
    Call {
        callee: String,
    },
    /// An unnamed argument that is read as another type than was passed; with their sizes in bytes.
    Argument {
        read: (Scalar, u64),
        passed: (Scalar, u64),
    },
    /// The text that the program gives itself: a failed assertion's expression.
    Message(String),
    /// Nothing beyond what the check says.
    None,
}

/// A fault of the program: which check failed, where, and what with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub check: Check,
    pub detail: Detail,
    /// The object concerned; with leaks, the first of them.
    pub object: Option<ObjectNote>,
    pub thread: u32,
    /// Innermost first, frames of the libc models included.
    pub stack: Vec<StackEntry>,
    /// What other threads have to do with it: the other side of a data race, all who wait in a deadlock.
    pub others: Vec<Involved>,
}

/// What a thread does that is involved in another one's fault.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    Reads,
    Writes,
    Waits,
}

/// A thread that is involved in another one's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Involved {
    pub thread: u32,
    pub does: Doing,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
}

impl Fault {
    /// Where the user should look: the innermost place in code of their own.
    pub fn loc(&self) -> Option<Loc> {
        let user = self.stack.iter().find(|entry| !entry.library);
        user.or(self.stack.first()).and_then(|entry| entry.loc)
    }

    /// The library function the user called, when the fault happened inside one.
    pub fn library_function(&self) -> Option<&str> {
        let n_library = self.stack.iter().take_while(|entry| entry.library).count();
        let outermost = n_library.checked_sub(1)?;
        Some(&self.stack[outermost].function)
    }
}

/// The source position of an instruction.
pub(crate) fn loc_of(program: &Program, site: Site) -> LocId {
    program.functions[site.func].insts.get(site.inst).map_or(LocId::NOWHERE, |inst| inst.loc)
}

impl StackEntry {
    /// The entry for a frame that stands at this instruction.
    pub fn at(program: &Program, site: Site) -> StackEntry {
        let function = &program.functions[site.func];
        let loc = program.source.get(loc_of(program, site));
        StackEntry { function: function.name.clone(), loc, library: function.library }
    }
}

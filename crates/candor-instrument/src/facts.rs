//! What rules want to know about pointers.
//!
//! The decisions are those of "Joint Forces for Memory Safety Checking Revisited", section 3.2. They are made by the analysis, which
//! others ask too, so that all decide alike.

use candor_ir::{FuncId, GlobalId, InstId, Operand, Program, ValueId};

/// A piece of memory that rules can ask about, by where it is allocated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    Global(GlobalId),
    /// What an `alloca` allocates.
    Stack(FuncId, InstId),
    /// The copy that some by-value parameter is.
    Parameter,
}

/// Where memory is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Region {
    Heap,
    Stack,
    Globals,
}

/// The answer to a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    True,
    False,
    Maybe,
}

impl Truth {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Maybe => "maybe",
        }
    }
}

/// How far one can go from a pointer without leaving its object: in the worst case and in the best.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub min_before: u64,
    pub min_after: u64,
    pub max_before: u64,
    pub max_after: u64,
}

/// What a check of a pointer may have to find.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Targets {
    pub objects: Vec<Object>,
    /// Besides, everything that an unknown pointer may point to.
    pub unknown: bool,
}

/// An analysis of pointers. All questions are about a pointer just before an instruction is executed.
pub trait PointsTo {
    /// Whether an access of so many bytes cannot go wrong; `None` bytes are not known.
    ///
    /// Law: if so, it is right in every execution in which no earlier access went wrong.
    fn is_valid(&self, program: &Program, func: FuncId, at: InstId, ptr: Operand, bytes: Option<u64>) -> Truth;

    /// Whether there is nothing that the pointer could point to.
    fn is_invalid(&self, func: FuncId, at: InstId, ptr: Operand) -> Truth;

    /// Whether whatever it points to is there.
    fn points_only_to(&self, func: FuncId, at: InstId, ptr: Operand, region: Region) -> Truth;

    /// The pointer that this one was computed from and the room around that, if every target's is known.
    fn bounds(&self, program: &Program, func: FuncId, at: InstId, ptr: Operand) -> Option<(Operand, Room)>;

    /// What it may point to.
    ///
    /// Law: in every execution in which an access is right, it is to one of these objects or to the heap.
    fn targets(&self, func: FuncId, at: InstId, ptr: Operand) -> Targets;

    /// The targets with more room than the worst: an access near them is not decided by the worst case alone.
    fn undecided_targets(&self, func: FuncId, at: InstId, ptr: Operand) -> Targets;

    /// The objects that an unknown pointer may point to; `None` for any.
    ///
    /// Law: an access through an unknown pointer to another object is a fault.
    fn exposed(&self) -> Option<Vec<Object>>;

    /// Whether the program may take memory from the heap.
    fn allocates(&self) -> bool;

    /// Whether the program may end before the call returns.
    fn may_end(&self, func: FuncId, at: InstId) -> bool;

    /// The variables of a function, and its copies of arguments, that may hold addresses of heap blocks.
    fn holders(&self, func: FuncId) -> Vec<Object>;

    /// The registers that keep heap blocks from being lost while the program may end inside of a call.
    fn kept(&self, program: &Program, func: FuncId, at: InstId) -> Vec<ValueId>;

    /// The pointers to memory that keeps nothing while the program may end inside of a call: what expressions have left over.
    fn left_over(&self, program: &Program, func: FuncId, at: InstId) -> Vec<ValueId>;
}

//! Where values are kept: objects, pointers to them, accesses.

use std::fmt;

use candor_ir::{CmpOp, FuncId, GlobalId, Scalar};

use crate::state::{Site, State};
use crate::stop::Stop;
use crate::values::{Conditions, Values};

/// An object of one execution. Names come from the context, so that sibling states never mean different things by one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// What kind of object it is; it decides what may be done with it and how it ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Global(GlobalId),
    Function(FuncId),
    /// A local variable or parameter, made by the `alloca` at the site.
    Stack,
    Heap,
    /// `argv` and its strings.
    Arguments,
    /// The unnamed arguments of a variadic call.
    VarArgs,
    /// Memory of code that candor does not know.
    External,
}

impl ObjectKind {
    /// A number for each.
    pub(crate) fn code(self) -> u64 {
        match self {
            ObjectKind::Global(global) => u64::from(global.as_u32()) << 3,
            ObjectKind::Function(func) => u64::from(func.as_u32()) << 3 | 1,
            ObjectKind::Stack => 2,
            ObjectKind::Heap => 3,
            ObjectKind::Arguments => 4,
            ObjectKind::VarArgs => 5,
            ObjectKind::External => 6,
        }
    }
}

/// A name for a new object that is the same whenever the same event of the same execution happens.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectName {
    /// The calls that led here.
    pub call_path: u64,
    pub site: Site,
    /// Which of the frame's events this is.
    pub ordinal: u32,
}

/// In the place of a call path, for objects that no instruction makes.
impl ObjectName {
    pub const GLOBALS: u64 = u64::MAX;
    pub const FUNCTIONS: u64 = u64::MAX - 1;
    pub const ARGUMENTS: u64 = u64::MAX - 2;
    /// Of code that is not there.
    pub const OTHERS: u64 = u64::MAX - 3;
    /// Nodes of a list of which only some were told apart.
    pub const UNFOLDED: u64 = u64::MAX - 4;
}

/// A request for a new object.
#[derive(Clone, Debug)]
pub struct Allocation<V> {
    pub kind: ObjectKind,
    /// In bytes, an integer of pointer width.
    pub size: V,
    pub align: u32,
    pub zeroed: bool,
    pub name: ObjectName,
}

/// A new object and a pointer to its start.
#[derive(Clone, Debug)]
pub struct Allocated<V> {
    pub object: ObjectId,
    pub pointer: V,
}

/// Whether an access asks for its conditions or relies on them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AccessMode {
    /// Only asks: nothing happens even if it is allowed.
    Ask,
    /// Done only if plainly allowed; otherwise the conditions come back and nothing has happened.
    Checked,
    /// The conditions have been checked: executions that break them are no longer part of the state.
    Assumed,
}

/// Why an access did not happen.
#[derive(Clone, Debug)]
pub enum Blocked<B> {
    /// These must hold first.
    Conditions(Conditions<B>),
    /// It goes to memory of others, which executions may use.
    Elsewhere(Elsewhere<B>),
    Stop(Stop),
}

/// An access to memory of others.
#[derive(Clone, Debug)]
pub struct Elsewhere<B> {
    /// Where it holds the access goes there.
    pub condition: B,
    /// These must hold first.
    pub required: Conditions<B>,
    /// These are taken for granted of pointers to it.
    pub assumed: Conditions<B>,
}

impl<B> From<Stop> for Blocked<B> {
    fn from(stop: Stop) -> Blocked<B> {
        Blocked::Stop(stop)
    }
}

/// The functions a pointer may mean.
#[derive(Clone, Debug)]
pub struct Callees<B> {
    /// What must hold for it to be a function at all.
    pub conditions: Conditions<B>,
    /// Exclusive guards.
    pub targets: Vec<(B, FuncId)>,
    /// Where it is a function of others, which executions may call.
    pub elsewhere: Option<Elsewhere<B>>,
}

/// What keeps heap blocks from being lost, besides variables in memory and other blocks.
#[derive(Clone, Debug)]
pub struct Keepers<V> {
    /// What functions hold in registers.
    pub registers: Vec<V>,
    /// Pointers to memory that keeps nothing, though it is there.
    pub left_over: Vec<V>,
}

/// Where values are kept. Methods get the whole state because some accesses make a choice (the value of a byte that was
/// never written, the address of an object that nobody had asked for), and choices are logged there.
pub trait Memory: Values {
    /// The memory of a state: cheap to clone.
    type Memory: Clone + fmt::Debug;

    fn allocate(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<Self::Value>,
    ) -> Result<Allocated<Self::Value>, Stop>
    where
        Self: Sized;
    /// Ends the life of the heap object that the pointer points to the start of.
    fn free(&mut self, state: &mut State<Self>, ptr: &Self::Value, mode: AccessMode) -> Result<(), Blocked<Self::Bool>>
    where
        Self: Sized;
    /// The life of the object that the pointer plainly points into begins only now: nothing that has ended lived beside it.
    fn begin_life(&mut self, _state: &mut State<Self>, _ptr: &Self::Value)
    where
        Self: Sized,
    {
    }
    /// Gives the bytes in a range that nobody has written their values, which they keep from now on.
    fn settle(&mut self, _state: &mut State<Self>, _ptr: &Self::Value, _len: &Self::Value) -> Result<(), Stop>
    where
        Self: Sized,
    {
        Ok(())
    }
    /// Whether a local variable has ended and one of the values, or something in memory, still points to it.
    fn is_held(&mut self, _state: &mut State<Self>, _object: ObjectId, _values: &[Self::Value]) -> bool
    where
        Self: Sized,
    {
        false
    }
    /// A new object for a local variable that was made at another place.
    fn new_life(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<Self::Value>,
        _made: Site,
    ) -> Result<Allocated<Self::Value>, Stop>
    where
        Self: Sized,
    {
        self.allocate(state, request)
    }
    /// Starts or ends the life of a local variable; a new life starts uninitialised.
    fn set_alive(&mut self, state: &mut State<Self>, object: ObjectId, alive: bool)
    where
        Self: Sized;

    fn load(
        &mut self,
        state: &mut State<Self>,
        ptr: &Self::Value,
        ty: Scalar,
        align: u32,
        mode: AccessMode,
    ) -> Result<Self::Value, Blocked<Self::Bool>>
    where
        Self: Sized;
    fn store(
        &mut self,
        state: &mut State<Self>,
        ptr: &Self::Value,
        ty: Scalar,
        value: &Self::Value,
        align: u32,
        mode: AccessMode,
    ) -> Result<(), Blocked<Self::Bool>>
    where
        Self: Sized;
    /// Copies `len` bytes with their marks and provenance; ranges may overlap only with `may_overlap`.
    fn copy(
        &mut self,
        state: &mut State<Self>,
        dst: &Self::Value,
        src: &Self::Value,
        len: &Self::Value,
        may_overlap: bool,
        mode: AccessMode,
    ) -> Result<(), Blocked<Self::Bool>>
    where
        Self: Sized;
    /// Sets `len` bytes to an `i8`.
    fn fill(
        &mut self,
        state: &mut State<Self>,
        dst: &Self::Value,
        byte: &Self::Value,
        len: &Self::Value,
        mode: AccessMode,
    ) -> Result<(), Blocked<Self::Bool>>
    where
        Self: Sized;

    /// The pointer moved by a signed number of bytes of pointer width. It stays in its object's provenance wherever it goes.
    fn offset(&mut self, path: &mut Self::Path, ptr: &Self::Value, bytes: &Self::Value) -> Self::Value;
    fn offset_const(&mut self, path: &mut Self::Path, ptr: &Self::Value, bytes: i64) -> Self::Value;
    fn compare_pointers(&mut self, state: &mut State<Self>, op: CmpOp, a: &Self::Value, b: &Self::Value) -> Self::Bool
    where
        Self: Sized;
    /// Do both point into one object? (For the check `pointer-comparison`.)
    fn same_object(&mut self, state: &mut State<Self>, a: &Self::Value, b: &Self::Value) -> Self::Bool
    where
        Self: Sized;
    /// Does each point into an object, and do the objects differ? (For the check `pointer-subtraction`.)
    fn in_different_objects(&mut self, state: &mut State<Self>, a: &Self::Value, b: &Self::Value) -> Self::Bool
    where
        Self: Sized;
    /// Does it point into its object or one past the end? (For the check `pointer-arithmetic`.)
    fn in_bounds(&mut self, state: &mut State<Self>, ptr: &Self::Value) -> Self::Bool
    where
        Self: Sized;
    /// The address as an integer of pointer width. The object's address is chosen now if nobody has looked before.
    fn pointer_to_int(&mut self, state: &mut State<Self>, ptr: &Self::Value) -> Self::Value
    where
        Self: Sized;
    fn int_to_pointer(&mut self, state: &mut State<Self>, int: &Self::Value) -> Self::Value
    where
        Self: Sized;
    /// The size in bytes of the object and the offset into it, both of pointer width; `None` where that is not one pair.
    fn extent(&mut self, state: &mut State<Self>, ptr: &Self::Value) -> Option<(Self::Value, Self::Value)>
    where
        Self: Sized;
    /// The object a pointer points into, when it is plainly one.
    fn object_of(&mut self, state: &mut State<Self>, ptr: &Self::Value) -> Option<ObjectId>
    where
        Self: Sized;
    /// Whether the object that the pointer points into may hold bytes that nobody has written.
    fn may_be_unwritten(&mut self, _state: &mut State<Self>, _ptr: &Self::Value) -> bool
    where
        Self: Sized,
    {
        true
    }
    /// Whether the pointer plainly points to a byte that has been written and that can be read without a choice.
    fn is_written(&mut self, _state: &mut State<Self>, _ptr: &Self::Value) -> bool
    where
        Self: Sized,
    {
        false
    }
    /// Whether the pointer plainly points to so many bytes that were never written.
    fn is_unwritten(&mut self, _state: &mut State<Self>, _ptr: &Self::Value, _len: u64) -> bool
    where
        Self: Sized,
    {
        false
    }
    /// Whether the pointer plainly points into a block of external memory.
    fn is_external(&mut self, _state: &State<Self>, _ptr: &Self::Value) -> bool
    where
        Self: Sized,
    {
        false
    }
    /// How far it is to the zero that ends a text from outside, if the pointer plainly points into one that nobody has changed.
    fn text_length(&mut self, _state: &mut State<Self>, _ptr: &Self::Value) -> Option<Self::Value>
    where
        Self: Sized,
    {
        None
    }
    /// There will be several threads: everything that can be reached from variables of static storage may be used by all.
    fn share_globals(&mut self, _state: &mut State<Self>)
    where
        Self: Sized,
    {
    }
    /// Another thread may get hold of the value, and so of all that can be reached from it.
    fn share(&mut self, _state: &mut State<Self>, _value: &Self::Value)
    where
        Self: Sized,
    {
    }
    /// The same for the values in the object that a pointer points to.
    fn share_contents(&mut self, state: &mut State<Self>, ptr: &Self::Value)
    where
        Self: Sized,
    {
        self.share(state, ptr);
    }
    /// Whether another thread may use what the pointer points to, as far as one can tell.
    fn is_shared(&mut self, _state: &mut State<Self>, _ptr: &Self::Value) -> bool
    where
        Self: Sized,
    {
        true
    }
    /// The same for an object.
    fn is_object_shared(&mut self, _state: &mut State<Self>, _object: ObjectId) -> bool
    where
        Self: Sized,
    {
        true
    }
    fn callees(&mut self, state: &mut State<Self>, ptr: &Self::Value) -> Result<Callees<Self::Bool>, Stop>
    where
        Self: Sized;
    /// Is every live heap object reachable (with `None`: is no heap object alive)?
    fn no_leak(&mut self, state: &mut State<Self>, keepers: Option<&Keepers<Self::Value>>) -> Result<Self::Bool, Stop>
    where
        Self: Sized;
}

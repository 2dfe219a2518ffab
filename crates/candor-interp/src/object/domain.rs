//! What object memory asks of a context's values.

use candor_ir::{Endian, Program, Scalar};
use smallvec::SmallVec;

use super::table::ObjectMemory;
use crate::choice::ChoiceKind;
use crate::control::Control;
use crate::memory::{ObjectId, ObjectName};
use crate::state::State;
use crate::stop::Stop;
use crate::values::Values;

/// Where a pointer points in some of the executions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Object(ObjectId, i64),
    /// An integer without an object; null is address 0.
    Address(u64),
}

/// One of the places a pointer may point to, and when it does (`None`: always).
#[derive(Clone, Debug)]
pub struct Target<B> {
    pub guard: Option<B>,
    pub place: Place,
}

/// A context whose memory is an [`ObjectMemory`].
pub trait Domain: Control<Memory = ObjectMemory<<Self as Values>::Value, <Self as Values>::Bool>> {
    fn program(&self) -> &Program;

    /// All places, with exclusive guards, among the executions of this path.
    fn targets(&mut self, path: &Self::Path, ptr: &Self::Value) -> SmallVec<[Target<Self::Bool>; 1]>;
    /// All numbers that an integer may be, with exclusive guards, or `None` if there are too many to say.
    fn cases(&mut self, path: &Self::Path, value: &Self::Value) -> Option<Vec<(Option<Self::Bool>, u64)>>;
    fn pointer(&mut self, object: ObjectId, offset: i64) -> Self::Value;
    /// A truth value that is plainly one.
    fn known(&self, cond: &Self::Bool) -> Option<bool>;

    /// The id for a new object of this name.
    fn new_object_id(&mut self, state: &mut State<Self>, name: ObjectName) -> Result<ObjectId, Stop>;

    /// Byte number `index`, counted from the least significant, of a value of `n_bytes` bytes that is no pointer.
    fn byte_of(&mut self, value: &Self::Value, index: u32, n_bytes: u32) -> Self::Value;
    /// The value of these bytes, least significant first.
    fn join(&mut self, bytes: &[Self::Value]) -> Self::Value;
    /// Is it represented as a pointer into an object (so that looking at its bits needs an address)?
    fn is_pointer(&self, value: &Self::Value) -> bool;
    /// Does the integer come from a pointer, so that turning it back may find the object again?
    fn has_provenance(&self, value: &Self::Value) -> bool;
    /// The pointer with this address and the provenance of the integer; see [`int_to_pointer`](super::int_to_pointer).
    fn pointer_at(&mut self, state: &mut State<Self>, int: &Self::Value) -> Self::Value;
    /// The integer `base + offset`, remembering the object.
    fn exposed_int(&mut self, path: &mut Self::Path, object: ObjectId, base: &Self::Value, offset: i64) -> Self::Value;

    fn pointer_bits(&self) -> u32 {
        self.program().target.pointer_bits
    }

    fn endian(&self) -> Endian {
        self.program().target.endian
    }

    /// A byte that was never written: arbitrary, but the same from now on, and marked.
    fn arbitrary_byte(&mut self, state: &mut State<Self>) -> Result<Self::Value, Stop> {
        let byte = self.choose(state, ChoiceKind::Uninitialized, Scalar::Int(8)).map_err(|halt| match halt {
            crate::stop::Halt::Stop(stop) => *stop,
            crate::stop::Halt::Ended => Stop::Bug("a choice of a byte ended the execution".into()),
        })?;
        let always = self.boolean(true);
        Ok(self.mark(&always, candor_ir::UndefCause::Uninitialized, Scalar::Int(8), byte))
    }
}

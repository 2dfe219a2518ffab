//! What object memory asks of a context's values.

use candor_ir::{Endian, Program, Scalar};
use smallvec::SmallVec;

use super::table::{Object, ObjectMemory};
use crate::choice::ChoiceKind;
use crate::control::Control;
use crate::memory::{ObjectId, ObjectName};
use crate::state::State;
use crate::stop::Stop;
use crate::values::Values;

/// Where a pointer points in some of the executions.
#[derive(Clone, Debug, PartialEq)]
pub enum Place<V> {
    Object(ObjectId, i64),
    /// In an object at an offset that is not one number; signed, of pointer width.
    Within(ObjectId, V),
    /// An integer without an object; null is address 0.
    Address(u64),
    /// An address without an object that is not one number.
    Somewhere(V),
}

impl<V> Place<V> {
    /// The object pointed into, if there is one.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Place::Object(object, _) | Place::Within(object, _) => Some(*object),
            Place::Address(_) | Place::Somewhere(_) => None,
        }
    }
}

/// One of the places a pointer may point to, and when it does (`None`: always).
#[derive(Clone, Debug)]
pub struct Target<V, B> {
    pub guard: Option<B>,
    pub place: Place<V>,
}

/// The targets of a pointer; nearly always one.
pub type Targets<D> = SmallVec<[Target<<D as Values>::Value, <D as Values>::Bool>; 1]>;

/// Numbers that a value may be, each with its guard.
pub type Cases<B> = Vec<(Option<B>, u64)>;

/// When a pointer that comes from elsewhere is null.
#[derive(Clone, Debug)]
pub struct ForeignNull<B> {
    pub any: B,
    /// When it is null by what the program did: it was set to null, or read where the program has written.
    pub made_here: B,
    /// Whether it then leads to addresses of the first page only, as a member of a structure does and an element at any index does not.
    pub is_near: bool,
}

/// A context whose memory is an [`ObjectMemory`].
pub trait Domain: Control<Memory = ObjectMemory<<Self as Values>::Value, <Self as Values>::Bool>> {
    fn program(&self) -> &Program;

    /// All places, with exclusive guards, among the executions of this path.
    fn targets(&mut self, path: &Self::Path, ptr: &Self::Value) -> Targets<Self>;
    /// Pointers into two string literals are compared, of which C does not say whether they share bytes: contexts that tell
    /// what results rest on may want to know.
    fn compares_literals(&mut self) {}
    /// All numbers that an integer of pointer width may be, with exclusive guards, or `None` if there are too many to say.
    fn cases(&mut self, path: &Self::Path, value: &Self::Value) -> Option<Cases<Self::Bool>>;
    /// [`cases`](Domain::cases) of a value that is known to be at most `max`; `None`, too, if a context would have to count more than `most`
    /// of them. One that is no number need not be handled by
    /// contexts that have none.
    fn cases_up_to(
        &mut self,
        path: &Self::Path,
        value: &Self::Value,
        max: u64,
        _most: usize,
    ) -> Option<Cases<Self::Bool>> {
        let mut cases = self.cases(path, value)?;
        cases.retain(|(_, number)| *number <= max);
        Some(cases)
    }
    /// No execution has a greater number here.
    fn largest(&mut self, path: &Self::Path, value: &Self::Value) -> u64 {
        let cases = self.cases(path, value);
        cases.and_then(|cases| cases.iter().map(|(_, number)| *number).max()).unwrap_or(u64::MAX)
    }
    /// Whether an address that belongs to no object comes from code that candor does not know, so that nobody can say what it
    /// points to.
    fn is_foreign(&self, _state: &State<Self>, _place: &Place<Self::Value>) -> bool {
        false
    }

    /// Whether the pointer that such a place was computed from is null: a structure at address 0 has members at others.
    fn foreign_null(&mut self, _place: &Place<Self::Value>) -> Result<ForeignNull<Self::Bool>, Stop> {
        Err(Stop::Unsupported("access through a pointer of unknown origin".into()))
    }
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
    /// Of a number that comes from a pointer, whether the whole address is in it.
    fn is_whole_address(&self, value: &Self::Value) -> Option<bool>;
    /// The pointer with this address and the provenance of the integer; see [`int_to_pointer`](super::int_to_pointer).
    fn pointer_at(&mut self, state: &mut State<Self>, int: &Self::Value) -> Self::Value;
    /// The integer, of pointer width, remembering the object that it is an address of.
    fn exposed_int(&mut self, object: ObjectId, address: &Self::Value) -> Self::Value;
    /// Whether what is read where nobody has written is a choice that a replay has to make again; of an array's elements it is none.
    fn chooses_unwritten(&self) -> bool {
        true
    }
    /// The contents of an object as one value that can be read and written at any offset, for accesses of this size at this offset;
    /// `None` if the context has no such values or cannot make one of these contents.
    fn array_of(
        &mut self,
        _path: &Self::Path,
        _object: &Object<Self::Value, Self::Bool>,
        _n_bytes: u64,
        _offset: &Self::Value,
    ) -> Option<Self::Value> {
        None
    }
    /// What such a value has at an offset; `None` if it cannot be read so.
    fn array_read(
        &mut self,
        _path: &Self::Path,
        _array: &Self::Value,
        _offset: &Self::Value,
        _n_bytes: u64,
    ) -> Option<Self::Value> {
        None
    }
    /// Such a value with something else at an offset; `None` if it cannot be written so.
    fn array_write(
        &mut self,
        _path: &Self::Path,
        _array: &Self::Value,
        _offset: &Self::Value,
        _n_bytes: u64,
        _value: &Self::Value,
    ) -> Option<Self::Value> {
        None
    }
    /// The contents of an object as a value of the same kind as another.
    fn array_like(&mut self, _object: &Object<Self::Value, Self::Bool>, _model: &Self::Value) -> Option<Self::Value> {
        None
    }
    /// One of two such values; `None` if they are of different kinds.
    fn array_select(&mut self, _cond: &Self::Bool, _a: &Self::Value, _b: &Self::Value) -> Option<Self::Value> {
        None
    }
    /// The pointers in such a value; `None` if they cannot be told.
    fn array_pointers(&mut self, _array: &Self::Value) -> Option<Vec<Self::Value>> {
        Some(Vec::new())
    }
    /// Whether there is room for so many bytes that are about to be written at once.
    fn admit(&self, _n_bytes: u64) -> Result<(), Stop> {
        Ok(())
    }
    /// Until further notice only the executions of the guard make choices: a context that runs several as one looks at places
    /// where some of them are not.
    fn choose_only(&mut self, _guard: Option<&Self::Bool>) {}
    /// The address of an object is looked at that was chosen before, but maybe not by all of the executions that look now.
    fn look_at_base(&mut self, _state: &State<Self>, _base: &Self::Value) {}
    /// The address for an object that nobody has looked at before; `None` for the next free one.
    fn choose_base(&mut self, _state: &mut State<Self>, _object: ObjectId) -> Option<Self::Value> {
        None
    }

    fn pointer_bits(&self) -> u32 {
        self.program().target.pointer_bits
    }

    fn endian(&self) -> Endian {
        self.program().target.endian
    }

    /// What is merged for memory that one of two states has not written.
    fn unwritten(&mut self, ty: Scalar) -> Self::Value {
        let zero = self.constant(&candor_ir::Bits::zero(ty.width(self.pointer_bits())));
        let always = self.boolean(true);
        self.mark(&always, candor_ir::UndefCause::Uninitialized, ty, zero)
    }

    /// What was never written and is read as one number of this width: arbitrary, but the same from now on, and marked.
    fn arbitrary(&mut self, state: &mut State<Self>, width: u32) -> Result<Self::Value, Stop> {
        let ty = Scalar::Int(width);
        let value = self.choose(state, ChoiceKind::Uninitialized, ty).map_err(|halt| match halt {
            crate::stop::Halt::Stop(stop) => *stop,
            crate::stop::Halt::Ended => Stop::Bug("a choice of a value ended the execution".into()),
        })?;
        let always = self.boolean(true);
        Ok(self.mark(&always, candor_ir::UndefCause::Uninitialized, ty, value))
    }
}

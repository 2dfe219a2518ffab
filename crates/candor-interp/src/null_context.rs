//! The smallest context: every value is unknown. The example to copy when writing a new one.
//!
//! It computes nothing and remembers nothing, so every branch goes both ways and no check ever fails. That is of no use for
//! verification, but it shows what a context must say, and it drives the interpreter through code without data.

use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, FloatKind, MathOp, Pred, Scalar, UndefCause};

use crate::choice::ChoiceKind;
use crate::control::{Control, Decision, Merged};
use crate::memory::{AccessMode, Allocated, Allocation, Blocked, Callees, Keepers, Memory, ObjectId};
use crate::state::State;
use crate::stop::{Step, Stop};
use crate::values::{Conditions, Logic, Values};

/// A context that knows nothing.
#[derive(Clone, Debug, Default)]
pub struct NullContext {
    n_objects: u32,
}

impl Values for NullContext {
    type Value = ();
    type Bool = ();
    type Path = ();

    fn constant(&mut self, _: &Bits) {}
    fn boolean(&mut self, _: bool) {}
    fn binary(&mut self, _: &mut (), _: BinOp, _: Scalar, _: &(), _: &()) {}
    fn predicate(&mut self, _: &mut (), _: Pred, _: u32, _: &(), _: &()) {}
    fn compare(&mut self, _: &mut (), _: CmpOp, _: Scalar, _: &(), _: &()) {}
    fn cast(&mut self, _: &mut (), _: CastOp, _: Scalar, _: Scalar, _: &()) {}
    fn math(&mut self, _: &mut (), _: MathOp, _: Scalar, _: &[&()]) {}
    fn is_fp_class(&mut self, _: &mut (), _: FloatKind, _: &(), _: u32) {}
    fn select(&mut self, _: &(), _: Scalar, _: &(), _: &()) {}
    fn not(&mut self, _: &()) {}
    fn logic(&mut self, _: Logic, _: &(), _: &()) {}
    fn truth(&mut self, _: &()) {}
    fn value_of(&mut self, _: &()) {}
    fn use_conditions(&mut self, _: &()) -> Conditions<()> {
        Conditions::new()
    }
    fn mark(&mut self, _: &(), _: UndefCause, _: Scalar, _: ()) {}
    fn inherit(&mut self, _: &(), _: Scalar, _: ()) {}
    fn unmark(&mut self, _: &()) {}
    fn plain(&self, _: &()) -> Option<u64> {
        None
    }
}

impl Memory for NullContext {
    type Memory = ();

    fn allocate(&mut self, _: &mut State<Self>, _: Allocation<()>) -> Result<Allocated<()>, Stop> {
        self.n_objects += 1;
        Ok(Allocated { object: ObjectId(self.n_objects), pointer: () })
    }
    fn free(&mut self, _: &mut State<Self>, _: &(), _: AccessMode) -> Result<(), Blocked<()>> {
        Ok(())
    }
    fn set_alive(&mut self, _: &mut State<Self>, _: ObjectId, _: bool) {}
    fn load(&mut self, _: &mut State<Self>, _: &(), _: Scalar, _: u32, _: AccessMode) -> Result<(), Blocked<()>> {
        Ok(())
    }
    fn store(
        &mut self,
        _: &mut State<Self>,
        _: &(),
        _: Scalar,
        _: &(),
        _: u32,
        _: AccessMode,
    ) -> Result<(), Blocked<()>> {
        Ok(())
    }
    fn copy(&mut self, _: &mut State<Self>, _: &(), _: &(), _: &(), _: bool, _: AccessMode) -> Result<(), Blocked<()>> {
        Ok(())
    }
    fn fill(&mut self, _: &mut State<Self>, _: &(), _: &(), _: &(), _: AccessMode) -> Result<(), Blocked<()>> {
        Ok(())
    }
    fn offset(&mut self, _: &mut (), _: &(), _: &()) {}
    fn offset_const(&mut self, _: &mut (), _: &(), _: i64) {}
    fn compare_pointers(&mut self, _: &mut State<Self>, _: CmpOp, _: &(), _: &()) {}
    fn same_object(&mut self, _: &mut State<Self>, _: &(), _: &()) {}
    fn in_different_objects(&mut self, _: &mut State<Self>, _: &(), _: &()) {}
    fn in_bounds(&mut self, _: &mut State<Self>, _: &()) {}
    fn pointer_to_int(&mut self, _: &mut State<Self>, _: &()) {}
    fn int_to_pointer(&mut self, _: &mut State<Self>, _: &()) {}
    fn extent(&mut self, _: &mut State<Self>, _: &()) -> Option<((), ())> {
        None
    }
    fn object_of(&mut self, _: &mut State<Self>, _: &()) -> Option<ObjectId> {
        None
    }
    fn callees(&mut self, _: &mut State<Self>, _: &()) -> Result<Callees<()>, Stop> {
        Ok(Callees { conditions: Conditions::new(), targets: Vec::new(), elsewhere: None })
    }
    fn no_leak(&mut self, _: &mut State<Self>, _: Option<&Keepers<()>>) -> Result<(), Stop> {
        Ok(())
    }
}

impl Control for NullContext {
    fn check(&mut self, _: &mut State<Self>, _: Check, _: &()) -> Step<()> {
        Ok(())
    }
    fn assume(&mut self, _: &mut State<Self>, _: &()) -> Step<()> {
        Ok(())
    }
    fn decide(&mut self, _: &mut State<Self>, _: &()) -> Step<Decision> {
        Ok(Decision::Both)
    }
    fn choose(&mut self, _: &mut State<Self>, _: ChoiceKind, _: Scalar) -> Step<()> {
        Ok(())
    }
    fn merge(&mut self, a: State<Self>, b: State<Self>) -> Merged<Self> {
        if a.thread.position() == b.thread.position() { Ok(a) } else { Err(Box::new((a, b))) }
    }
    fn output(&mut self, _: &mut State<Self>, _: &(), _: &()) -> Step<()> {
        Ok(())
    }
    fn input(&mut self, _: &mut State<Self>) -> Step<()> {
        Ok(())
    }
}

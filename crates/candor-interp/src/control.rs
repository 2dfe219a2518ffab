//! What happens at checks, branches, choices and at the program's border.

use candor_ir::{Check, Scalar};

use crate::choice::ChoiceKind;
use crate::memory::{Memory, ObjectId};
use crate::platform::Filling;
use crate::state::State;
use crate::stop::{Halt, Step, Stop};
use crate::touch::Touch;

/// Which ways a condition can go on this path.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Always,
    Never,
    Both,
}

/// Which memory executions may use that is no object of the program's.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Beyond {
    /// None: to use it is a fault, or it is not known what happens.
    #[default]
    Nothing,
    /// What pointers point to that come from functions without a body and from variables that are defined nowhere.
    Foreign,
    /// The same, and whoever follows a pointer to it knows that it is not null: executions in which it is one are not looked at.
    Trusted,
    /// What any pointer points to that points to no object, unless the access is checked. Divisions by zero give anything, too.
    Everything,
}

impl Beyond {
    /// Whether that memory is an object of its own, in which pointers that come from elsewhere are offsets.
    pub fn is_foreign(self) -> bool {
        matches!(self, Beyond::Foreign | Beyond::Trusted)
    }
}

/// One state for two, or both back.
pub type Merged<C> = Result<State<C>, Box<(State<C>, State<C>)>>;

/// How executions branch and what becomes of faults.
pub trait Control: Memory + Sized {
    /// The program's claim `ok` at a check: tested, forked on, or recorded under the current guard. Executions in which it
    /// fails are no longer part of the state; if none is left the step halts with [`Halt::Ended`](crate::Halt::Ended).
    fn check(&mut self, state: &mut State<Self>, check: Check, ok: &Self::Bool) -> Step<()>;

    /// Something went wrong that is not checked and that nothing can follow, unless `ok`. The default gives up.
    fn unchecked(&mut self, state: &mut State<Self>, check: Check, ok: &Self::Bool) -> Step<()> {
        match self.decide(state, ok)? {
            Decision::Always => Ok(()),
            Decision::Never | Decision::Both => Err(Stop::Unchecked(check).into()),
        }
    }

    /// Which memory executions may use that is no object of the program's: a read gives [`anything`](Control::anything), a write changes
    /// what others may have a pointer to.
    fn beyond(&self) -> Beyond {
        Beyond::Nothing
    }

    /// Any value, of which nothing is logged: what an access gives that no machine could replay.
    fn anything(&mut self, _ty: Scalar) -> Step<Self::Value> {
        Err(Halt::bug("a value from nowhere"))
    }

    /// The same for what is left in dead memory or lies outside of objects: it may be a pointer to any object.
    fn remains(&mut self, ty: Scalar) -> Step<Self::Value> {
        self.anything(ty)
    }

    /// Whether a pointer to no object may come from there, so that it may point to an object that nobody else knows.
    fn may_be_own(&mut self, _state: &State<Self>, _ptr: &Self::Value) -> bool {
        false
    }

    /// Objects that others may have a pointer to hold anything from now on.
    fn disturb(&mut self, _state: &mut State<Self>) -> Step<()> {
        Ok(())
    }

    /// What memory of others holds that a pointer points to.
    fn read_elsewhere(&mut self, _state: &mut State<Self>, _ptr: &Self::Value, ty: Scalar) -> Step<Self::Value> {
        self.anything(ty)
    }

    /// The object of the program's that a pointer points to holds what comes from elsewhere, as far as it was written.
    fn fill_from_elsewhere(&mut self, _state: &mut State<Self>, _ptr: &Self::Value) -> Step<()> {
        Err(Halt::unsupported("a copy of memory of unknown origin"))
    }

    /// Refuses to copy what a pointer points to there, if it holds pointers to objects of the program's.
    fn may_copy_elsewhere(&mut self, _state: &mut State<Self>, _src: &Self::Value) -> Step<()> {
        Ok(())
    }

    /// It holds something else from now on, or anything where that is not said.
    fn write_elsewhere(
        &mut self,
        _state: &mut State<Self>,
        _ptr: &Self::Value,
        _written: Option<(Scalar, &Self::Value)>,
    ) -> Step<()> {
        Ok(())
    }

    /// Keeps the executions in which `cond` holds.
    fn assume(&mut self, state: &mut State<Self>, cond: &Self::Bool) -> Step<()>;

    /// Which ways `cond` can go.
    fn decide(&mut self, state: &mut State<Self>, cond: &Self::Bool) -> Step<Decision>;

    /// A value that the program does not determine. Logged.
    fn choose(&mut self, state: &mut State<Self>, kind: ChoiceKind, ty: Scalar) -> Step<Self::Value>;

    /// An access is about to be made; nothing but a comparison with what was announced depends on being told.
    #[inline(always)]
    fn before_access(&mut self, _touch: Touch<'_, Self::Value>) {}

    /// Whether it can run several threads. Without, making a second one is a [`Stop`].
    fn runs_threads(&self) -> bool {
        false
    }

    /// Whether a thread that waits for a condition variable wakes up now although nobody told it to, and a lock that is tried for is refused.
    fn wakes_spuriously(&self) -> bool {
        false
    }

    /// One state for both, at the same place, where that can be done; otherwise both come back.
    ///
    /// Law: every execution of the result is one of `a` or of `b`, and none is lost.
    fn merge(&mut self, a: State<Self>, b: State<Self>) -> Merged<Self>;

    /// Makes the contents of a new object one choice: at most [`MAX_OUTSIDE_BYTES`](crate::MAX_OUTSIDE_BYTES) arbitrary bytes.
    fn fill_from_outside(&mut self, _state: &mut State<Self>, _object: ObjectId, _filling: Filling) -> Step<()> {
        Err(Halt::unsupported("memory that comes from outside"))
    }

    /// A byte (an `i32`) written to a file descriptor.
    fn output(&mut self, state: &mut State<Self>, fd: &Self::Value, byte: &Self::Value) -> Step<()>;

    /// Whether anybody sees what the program prints. Where nobody does, numbers need not be turned into digits.
    fn is_watched(&self) -> bool {
        true
    }

    /// The next byte of the standard input as an `i32`, or -1.
    fn input(&mut self, state: &mut State<Self>) -> Step<Self::Value>;
}

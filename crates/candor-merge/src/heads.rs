//! What an explorer asks where a loop or a function begins, and where a function has returned.
//!
//! Bounded model checking unrolls: it has nothing to add, and `()` says so. Who argues about all rounds at once replaces what a loop
//! changes when a state arrives, and keeps the state that has made its round.

use candor_context_symbolic::SymbolicContext;
use candor_explore::Order;
use candor_interp::{Image, Outcome, Step};
use candor_ir::{FuncId, Program};

use crate::explore::{Moving, Symbolic};

/// What becomes of a state that stands at the start of a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The explorer counts rounds and decides.
    Unrolled,
    GoesOn,
    /// It stands for no execution that is not covered by others.
    Over,
}

/// What becomes of a call.
pub enum Called {
    /// The function begins.
    Begins,
    /// The function begins, and waits there with others that are active too often, if the call can be made.
    Waits,
    /// The call is over, or cannot be.
    Replaced(Step<Outcome<SymbolicContext>>),
}

/// Decides at the heads of loops and at calls.
pub trait AtHead {
    /// Whether one round stands for all, so that nobody comes by again to look for what was lost.
    const GENERALISES: bool;

    fn arrive(&mut self, cx: &mut SymbolicContext, program: &Program, order: &mut Order, state: &mut Moving)
    -> Arrival;

    /// A state has called a function, whose first instruction is next.
    fn called(&mut self, image: &Image<SymbolicContext>, cx: &mut SymbolicContext, state: &mut Symbolic) -> Called;

    /// A state has come back from this function, behind whose call it stands.
    fn returned(
        &mut self,
        image: &Image<SymbolicContext>,
        cx: &mut SymbolicContext,
        state: &mut Symbolic,
        from: FuncId,
    );
}

/// Every round is made as it is.
impl AtHead for () {
    const GENERALISES: bool = false;

    fn arrive(&mut self, _: &mut SymbolicContext, _: &Program, _: &mut Order, _: &mut Moving) -> Arrival {
        Arrival::Unrolled
    }

    fn called(&mut self, _: &Image<SymbolicContext>, _: &mut SymbolicContext, _: &mut Symbolic) -> Called {
        Called::Begins
    }

    fn returned(&mut self, _: &Image<SymbolicContext>, _: &mut SymbolicContext, _: &mut Symbolic, _: FuncId) {}
}

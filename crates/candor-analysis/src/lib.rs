//! Facts about candor IR, and the passes that rest on them.
//!
//! Facts are computed for one function and hold until it is changed: [`Cfg`] (edges backwards, reverse post-order),
//! [`Dominators`] with [`frontiers`](Dominators::frontiers), [`Loops`] (nesting, and the order that merging explorers
//! go by), [`Liveness`] (which registers are still read), [`PostDominators`] (which branches decide what is executed),
//! [`Endings`] (which loops surely end).
//!
//! Fixpoints are found by the drivers in `worklist`: [`reachable`], [`until_stable`], [`Worklist`].
//!
//! Passes keep every fault that the program has, with its kind and its place, and add none: [`promote`] moves local
//! variables from memory to registers, [`tidy`] joins blocks, [`narrow`] computes indexes in their own width.

mod worklist;

mod cfg;
mod dominators;
mod endings;
mod kept;
mod liveness;
mod loops;
mod post_dominators;
mod scopes;
mod temporaries;

mod narrow;
mod promote;
mod rebuild;
mod simplify;

mod prepare;

#[cfg(test)]
mod testing;

pub use cfg::{Cfg, Link};
pub use dominators::{Dominators, Frontiers};
pub use endings::Endings;
pub use kept::{Kept, variables_at};
pub use liveness::Liveness;
pub use loops::{Loop, LoopId, Loops};
pub use narrow::{narrow, narrow_function};
pub use post_dominators::PostDominators;
pub use prepare::prepare;
pub use promote::{Promoted, promote, promote_function};
pub use rebuild::remove_insts;
pub use scopes::out_of_scope;
pub use simplify::{tidy, tidy_function};
pub use worklist::{Worklist, reachable, until_stable};

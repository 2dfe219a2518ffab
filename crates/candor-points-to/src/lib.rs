//! Where pointers may point to.
//!
//! [`PointsTo::analyse`] computes, for a whole program, which objects each register may point into, at which offsets, and
//! whether it may be null, unknown, or *invalidated*: whether what it points to may have been freed or left its scope by the
//! time it is used. After Andersen (1994) for the inclusion constraints and Chalupa, Strejček, Vitovská, "Joint Forces for Memory
//! Safety Checking Revisited" (STTT 2020) for invalidation. Deviation: whether an object still lives is kept apart from who
//! points to it, as a state of the object at each instruction, so that registers are right wherever they are used.
//!
//! Validity is tested, not assumed: on concrete runs of all test programs every pointer that is used points to what is in its
//! set, and is marked as invalidated if what it points to is dead; every number lies in its range.
//!
//! Reading order: sets and objects, contents, the fixpoint with its transfer functions, calls; then the call graph, instances,
//! numbers, tracked cells and flow states of the second run; lives; queries, and what earlier accesses and branches have settled
//! by then. Then what follows from it: which check an access needs
//! ([`guards`]), how many that makes ([`Census`]), which bits of checks can be cleared ([`reduce`]), and
//! who reads and writes what ([`ModRef`]), where executions get to by what variables hold ([`visits`]), and what functions keep while the program may end inside of a call ([`Waiting`]).

mod access;
mod object;
mod set;

mod agenda;
mod assigned;
mod budget;
mod calls;
mod condition;
mod contents;
mod dispatch;
mod fresh;
mod solve;
mod transfer;
mod work;

mod call_graph;
mod flow;
mod instances;
mod scope;
mod track;

mod life;
mod numbers;
mod query;
mod settled;

mod census;
mod guard;
mod mod_ref;
mod reduce;
mod show;
mod waiting;

pub use access::{Access, accesses, all_accesses};
pub use budget::Haste;
pub use call_graph::CallGraph;
pub use census::{Census, Level, census_table};
pub use guard::{
    Bounds, Guard, Region, Tracked, all_targets, bounds, can_only_fail, cannot_fail, guards, is_inside, region,
    tracked_for, undecided_targets,
};
pub use mod_ref::{ModRef, Touched};
pub use numbers::{GivenUp, Precision, Visits, visits};
pub use object::{AbstractObject, ObjectData, ObjectIdx};
pub use query::{PointsTo, Reason, Targets};
pub use reduce::{Cleared, allocates, reduce};
pub use set::{Offset, Place};
pub use show::{object_name, show_targets};
pub use solve::Config;
pub use waiting::Waiting;

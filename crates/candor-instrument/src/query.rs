//! The queries that conditions may make, and what kinds of answers they have.

/// A question that a condition asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// Is an access of so many bytes through the pointer safe?
    IsValidPointer,
    /// Does the pointer certainly point to nothing: null, freed, out of scope?
    IsInvalid,
    PointsToHeap,
    PointsToStack,
    PointsToGlobal,
    /// The pointer that this one was computed from, and how much room there is around it.
    PointerBounds,
    IsRemembered,
    /// Must this object be tracked, as something that a pointer may point to was remembered?
    IsTracked,
    /// May the variable hold heap blocks while the program ends, as a rule said that it matters?
    IsHolder,
    /// May the program take memory from the heap?
    Allocates,
    /// May the program end before the call returns?
    MayEnd,
    /// Is anything in the function tracked, or a holder, that ends with it?
    RemembersStack,
    TypeOf,
    IsConstant,
    /// Does the instruction carry this check?
    HasCheck,
}

pub(crate) struct QueryShape {
    pub(crate) query: Query,
    pub(crate) name: &'static str,
    pub(crate) n_args: usize,
    /// How many variables an answer binds; 0: the answer is a word.
    pub(crate) n_bound: usize,
    /// The words that it can be; empty: any.
    pub(crate) answers: &'static [&'static str],
}

const THREE: &[&str] = &["true", "false", "maybe"];
const TWO: &[&str] = &["true", "false"];

const fn shape(
    query: Query,
    name: &'static str,
    n_args: usize,
    n_bound: usize,
    answers: &'static [&'static str],
) -> QueryShape {
    QueryShape { query, name, n_args, n_bound, answers }
}

pub(crate) const QUERIES: &[QueryShape] = &[
    shape(Query::IsValidPointer, "isValidPointer", 2, 0, THREE),
    shape(Query::IsInvalid, "isInvalid", 1, 0, THREE),
    shape(Query::PointsToHeap, "pointsToHeap", 1, 0, THREE),
    shape(Query::PointsToStack, "pointsToStack", 1, 0, THREE),
    shape(Query::PointsToGlobal, "pointsToGlobal", 1, 0, THREE),
    shape(Query::PointerBounds, "pointerBounds", 1, 5, &[]),
    shape(Query::IsRemembered, "isRemembered", 1, 0, TWO),
    shape(Query::IsTracked, "isTracked", 1, 0, TWO),
    shape(Query::IsHolder, "isHolder", 1, 0, TWO),
    shape(Query::Allocates, "allocates", 0, 0, TWO),
    shape(Query::MayEnd, "mayEnd", 0, 0, TWO),
    shape(Query::RemembersStack, "remembersStack", 0, 0, TWO),
    shape(Query::TypeOf, "typeOf", 1, 0, &[]),
    shape(Query::IsConstant, "isConstant", 1, 0, TWO),
    shape(Query::HasCheck, "hasCheck", 1, 0, TWO),
];

pub(crate) fn lookup(name: &str) -> Option<&'static QueryShape> {
    QUERIES.iter().find(|shape| shape.name == name)
}

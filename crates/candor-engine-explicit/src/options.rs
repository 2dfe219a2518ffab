//! How to search.

use candor_engine::Options;

/// Which state goes on next.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The newest: little memory, long counterexamples.
    #[default]
    DepthFirst,
    /// The oldest: the shortest counterexample, much memory.
    BreadthFirst,
    /// The newest and the oldest in turn: what goes wrong early is found early, and so is what goes wrong late.
    Both,
}

/// Which interleavings are left out because others have the same effect.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// None: threads take turns after every instruction.
    None,
    /// A thread goes on through what nobody sees.
    Chain,
    /// And one thread goes on alone while no other can do anything that its step depends on; see `persistent.rs`.
    #[default]
    Persistent,
}

/// What the program's data are in the search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum DataKind {
    /// Numbers: inputs of which there are few are tried one by one, others are not known.
    Concrete,
    /// Terms.
    Symbolic,
    /// Numbers, and terms if it turns out that those do not do.
    #[default]
    Fitting,
}

/// What is kept of a state that has been seen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// All of it.
    #[default]
    Exact,
    /// A hash of 64 bits. Two states may be taken for one, so nothing ever holds.
    Hashed,
}

/// How the engine runs.
#[derive(Clone, Debug, Default)]
pub struct ExplicitOptions {
    pub engine: Options,
    pub order: Order,
    pub reduction: Reduction,
    pub data: DataKind,
    pub storage: Storage,
    /// How many search at the same time; at least one does. Terms are for one.
    pub workers: usize,
    /// Whether who waits for a condition variable may wake up without being told, as POSIX allows.
    pub spurious: bool,
    /// Stop after so many states.
    pub max_states: Option<u64>,
    /// Do not look further than so many transitions.
    pub max_depth: Option<u32>,
}

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
}

/// Which interleavings are left out because others have the same effect.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// None: threads take turns after every instruction.
    None,
    /// A thread goes on through what nobody sees.
    #[default]
    Chain,
}

/// How the engine runs.
#[derive(Clone, Debug, Default)]
pub struct ExplicitOptions {
    pub engine: Options,
    pub order: Order,
    pub reduction: Reduction,
    /// Whether who waits for a condition variable may wake up without being told, as POSIX allows.
    pub spurious: bool,
    /// Stop after so many states.
    pub max_states: Option<u64>,
    /// Do not look further than so many transitions.
    pub max_depth: Option<u32>,
}

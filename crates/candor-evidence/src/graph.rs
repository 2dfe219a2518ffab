//! The symbolic execution graph of a proof: abstract states, and what leads from one to another.

/// Abstract states in which rounds of loops begin. Where the graph is whole, every execution is a way through it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateGraph {
    /// The first one is where executions start.
    pub states: Vec<GraphState>,
    pub moves: Vec<GraphMove>,
    /// Whether all that can come of the states is here.
    pub is_whole: bool,
    /// Why all ways through the graph end, if that was asked for and shown.
    pub ending: Vec<String>,
}

/// An abstract state, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphState {
    /// The function and the line.
    pub place: String,
    /// The call stack: who has called that function, the last one first.
    pub callers: Vec<String>,
    /// The variables and what they hold.
    pub variables: Vec<String>,
    /// The blocks of memory and what they hold.
    pub objects: Vec<String>,
    /// What is known of the numbers.
    pub facts: Vec<String>,
}

/// From one state to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphMove {
    pub from: usize,
    /// None where executions end.
    pub to: Option<usize>,
    pub kind: MoveKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveKind {
    /// Instructions are executed until the next round begins.
    Evaluation,
    /// The same, and what comes of it is an instance of a state that is there already.
    Instance,
}

//! States that went beyond one of the user's bounds.

use candor_context_symbolic::Path;
use candor_interp::Site;

/// What a state has hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum CutKind {
    Loop,
    Depth,
}

/// A state that went beyond a bound.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) kind: CutKind,
    pub(crate) bound: u32,
    /// The loop's first instruction, or the call.
    pub(crate) at: Site,
    pub(crate) path: Path,
}

impl Cut {
    pub(crate) fn reason(&self) -> String {
        let bound = self.bound;
        match self.kind {
            CutKind::Loop => format!("an execution may go round this loop more than {bound} times"),
            CutKind::Depth => format!("an execution may call functions more than {bound} deep"),
        }
    }
}

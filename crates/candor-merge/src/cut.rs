//! States that went beyond one of the user's bounds.

use candor_context_symbolic::Path;
use candor_interp::Site;

/// What a state has hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CutKind {
    Loop,
    Depth,
}

/// A state that went beyond a bound.
#[derive(Clone, Debug)]
pub struct Cut {
    pub kind: CutKind,
    pub bound: u32,
    /// The loop's first instruction, or the call.
    pub at: Site,
    pub path: Path,
}

impl Cut {
    pub fn reason(&self) -> String {
        let bound = self.bound;
        match self.kind {
            CutKind::Loop => format!("this loop may iterate more than {bound} times"),
            CutKind::Depth => format!("an execution may call functions more than {bound} deep"),
        }
    }
}

//! One state for two that meet.

use candor_interp::object::{Live, merge_into, same_place};
use candor_interp::{Merged, State};

use crate::context::WorldsContext;

/// Merges two states with different worlds that stand at the same place of the same activation. Worlds keep their choices in
/// the context, so the log stays as it is.
pub(crate) fn merge(cx: &mut WorldsContext, a: State<WorldsContext>, b: State<WorldsContext>) -> Merged<WorldsContext> {
    if !same_place(&a, &b) {
        return Err(Box::new((a, b)));
    }
    let first = a.path;
    let mut merged = a;
    match merge_into(cx, &first, &mut merged, &b, Live::All) {
        Ok(()) => {
            merged.path = merged.path.or(b.path);
            Ok(merged)
        }
        Err(_) => Err(Box::new((merged, b))),
    }
}

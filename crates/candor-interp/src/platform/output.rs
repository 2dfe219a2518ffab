//! The program's border: what it prints.

use super::{Done, Site};
use crate::control::Control;
use crate::exec;
use crate::state::State;
use crate::stop::Step;

pub(super) fn put<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (fd, byte) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    exec::usable(cx, state, at.inst, &byte)?;
    cx.output(state, &fd, &byte)?;
    Ok(Done::Nothing)
}

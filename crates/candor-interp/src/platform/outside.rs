//! Blocks of memory that come from outside of the program: texts of arguments and of the environment, contents of files.

use super::{Done, Site};
use crate::control::Control;
use crate::exec;
use crate::memory::{Allocation, ObjectKind};
use crate::state::State;
use crate::stop::{Halt, Step};

/// The most bytes that such a block has. The whole block is one choice of so many bytes, of which it takes the first.
pub const MAX_OUTSIDE_BYTES: u32 = 4096;

/// Of tables; texts lie anywhere.
const ALIGN: u32 = 16;

/// What is in a block from outside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Any bytes.
    Bytes,
    /// Any bytes but zero, and a zero at the end.
    Text,
}

/// `__candor_outside_block(size, filling)`: a block that is nobody's to free, of zeros, bytes (1) or a text (2).
pub(super) fn block<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (size, filling) = (at.arg(0)?.clone(), at.arg(1)?);
    let filling = match cx.plain(filling) {
        Some(0) => None,
        Some(1) => Some(Filling::Bytes),
        Some(2) => Some(Filling::Text),
        _ => return Err(Halt::unsupported("a block from outside with an unknown filling")),
    };
    let name = exec::next_name(state);
    let align = if filling.is_some() { 1 } else { ALIGN };
    let request = Allocation { kind: ObjectKind::Arguments, size, align, zeroed: true, name };
    let made = cx.allocate(state, request)?;
    if let Some(filling) = filling {
        cx.fill_from_outside(state, made.object, filling)?;
    }
    Ok(Done::Value(made.pointer))
}

//! Accesses to memory as the interpreter makes them: each is told to the context before it is made.
//!
//! What a step will access is announced from the program text (`next_accesses`), and scheduling and races depend on that. Tests
//! compare the two for every step. Only what candor itself does to memory before the program runs, `errno`, and reads of strings in
//! programs with one thread (`platform/shortcut.rs`) go past these functions.

use candor_ir::Scalar;

use crate::control::Control;
use crate::memory::{AccessMode, Blocked};
use crate::state::State;

/// An access that is about to be made.
#[derive(Copy, Clone, Debug)]
pub struct Touch<'v, V> {
    pub ptr: &'v V,
    pub extent: TouchExtent<'v, V>,
    pub write: bool,
}

/// How much is accessed.
#[derive(Copy, Clone, Debug)]
pub enum TouchExtent<'v, V> {
    Scalar(Scalar),
    /// So many bytes.
    Length(&'v V),
    /// The whole object: it is freed.
    Object,
}

#[inline(always)]
pub(crate) fn load<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    ptr: &C::Value,
    ty: Scalar,
    align: u32,
    mode: AccessMode,
) -> Result<C::Value, Blocked<C::Bool>> {
    cx.before_access(Touch { ptr, extent: TouchExtent::Scalar(ty), write: false });
    cx.load(state, ptr, ty, align, mode)
}

#[inline(always)]
pub(crate) fn store<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    ptr: &C::Value,
    ty: Scalar,
    value: &C::Value,
    align: u32,
    mode: AccessMode,
) -> Result<(), Blocked<C::Bool>> {
    cx.before_access(Touch { ptr, extent: TouchExtent::Scalar(ty), write: true });
    cx.store(state, ptr, ty, value, align, mode)
}

pub(crate) fn copy<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    dst: &C::Value,
    src: &C::Value,
    len: &C::Value,
    may_overlap: bool,
    mode: AccessMode,
) -> Result<(), Blocked<C::Bool>> {
    cx.before_access(Touch { ptr: src, extent: TouchExtent::Length(len), write: false });
    cx.before_access(Touch { ptr: dst, extent: TouchExtent::Length(len), write: true });
    cx.copy(state, dst, src, len, may_overlap, mode)
}

pub(crate) fn fill<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    dst: &C::Value,
    byte: &C::Value,
    len: &C::Value,
    mode: AccessMode,
) -> Result<(), Blocked<C::Bool>> {
    cx.before_access(Touch { ptr: dst, extent: TouchExtent::Length(len), write: true });
    cx.fill(state, dst, byte, len, mode)
}

pub(crate) fn free<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    ptr: &C::Value,
    mode: AccessMode,
) -> Result<(), Blocked<C::Bool>> {
    cx.before_access(Touch { ptr, extent: TouchExtent::Object, write: true });
    cx.free(state, ptr, mode)
}

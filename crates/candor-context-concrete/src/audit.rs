//! Whether the steps of an execution touch what was announced, no more and no less.
//!
//! Scheduling, races and reductions ask [`next_accesses`] what a step will access before it is made; the interpreter tells its context
//! what it accesses ([`Control::before_access`](candor_interp::Control)). A difference would be a lost race or a lost interleaving.

use std::cell::RefCell;
use std::sync::Arc;

use candor_interp::{Image, NextAccesses, ObjectId, State, TouchExtent, next_accesses, step};
use candor_ir::Program;

use crate::context::ConcreteContext;
use crate::run::{RunConfig, RunResult, run_with};
use crate::value::Value;

/// An access that was made.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    ptr: Value,
    /// `None`: the whole object.
    size: Option<u64>,
    write: bool,
}

impl Touched {
    pub(crate) fn new(pointer_bits: u32, touch: candor_interp::Touch<'_, Value>) -> Touched {
        let size = match touch.extent {
            TouchExtent::Scalar(ty) => Some(u64::from(ty.width(pointer_bits).div_ceil(8))),
            TouchExtent::Length(len) => Some(len.bits(pointer_bits).to_u64_wrapping()),
            TouchExtent::Object => None,
        };
        Touched { ptr: touch.ptr.clone(), size, write: touch.write }
    }
}

/// Runs a program and lists the steps whose accesses are not those that were announced.
pub fn audit<'o>(program: &Arc<Program>, config: RunConfig<'o>) -> (RunResult, Vec<String>) {
    let differences = RefCell::new(Vec::new());
    let audited = |image: &Image<ConcreteContext<'o>>, cx: &mut ConcreteContext<'o>, state: &mut State<_>| {
        let announced = next_accesses(image, cx, state);
        let (site, n_objects) = (state.thread.top.site(), state.memory.len());
        cx.touched = Some(Vec::new());
        let outcome = step(image, cx, state);
        let touched = cx.touched.take().unwrap_or_default();
        // A step that ends in a fault may not have come to all of its accesses.
        let is_whole = outcome.is_ok();
        let found = compare(state, &announced, &touched, n_objects, is_whole);
        let function = &image.program.functions[site.func];
        let loc = image.program.source.get(function.insts[site.inst].loc).map_or(0, |loc| loc.line);
        let place = |difference| format!("{}, line {loc}: {difference}", function.name);
        differences.borrow_mut().extend(found.map(place));
        outcome
    };
    let result = run_with(program, config, audited, audited);
    (result, differences.into_inner())
}

/// The first difference. What a step makes itself, such as the block that a `realloc` returns, is nobody else's yet.
fn compare(
    state: &State<ConcreteContext<'_>>,
    announced: &NextAccesses<Value>,
    touched: &[Touched],
    n_objects: u32,
    is_whole: bool,
) -> Option<String> {
    let range = |ptr: &Value, size: Option<u64>| range_of(state, ptr, size).filter(|range| range.0.0 < n_objects);
    let said: Vec<_> = announced.iter().map(|access| (range(&access.ptr, access.size), access.write)).collect();
    let done: Vec<_> = touched.iter().map(|access| (range(&access.ptr, access.size), access.write)).collect();
    let is_inside = |inner: Range, outer: Range| inner.0 == outer.0 && outer.1 <= inner.1 && inner.2 <= outer.2;
    for &(made, write) in &done {
        let Some(made) = made.filter(|made| made.1 < made.2) else { continue };
        let covers = |&(said, may_write): &(Option<Range>, bool)| {
            said.is_some_and(|said| is_inside(made, said)) && (may_write || !write)
        };
        if !said.iter().any(covers) {
            return Some(format!("access to {made:?} (write: {write}) was not announced: {said:?}"));
        }
    }
    for &(said, write) in said.iter().filter(|_| is_whole) {
        let Some(said) = said.filter(|said| said.1 < said.2) else { continue };
        if !done.iter().any(|&(made, _)| made.is_some_and(|made| is_inside(made, said))) {
            return Some(format!("access to {said:?} (write: {write}) was announced and not made: {done:?}"));
        }
    }
    None
}

/// An object, and its first byte and the one behind its last.
type Range = (ObjectId, i64, i64);

fn range_of(state: &State<ConcreteContext<'_>>, ptr: &Value, size: Option<u64>) -> Option<Range> {
    let (object, offset) = ptr.unmarked().as_ptr()?;
    match size {
        Some(size) => Some((object, offset, offset.saturating_add_unsigned(size))),
        None => {
            let size = state.memory.get(object)?.plain_size?;
            Some((object, 0, i64::try_from(size).unwrap_or(i64::MAX)))
        }
    }
}

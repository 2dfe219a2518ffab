//! Calls through unknown pointers: the exposed functions that they may get into.
//!
//! It may be any of them whose types fit, so calls of one shape have the same callees. These are found once for each shape.

use candor_interp::{Native, is_compatible};
use candor_ir::{Call, EntityRef, FuncId, Program, Scalar};
use rustc_hash::FxHashMap;

/// What a callee must fit to: the types of arguments, with the sizes of those that are copied, and of results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    args: Vec<(Scalar, Option<u64>)>,
    results: Vec<Scalar>,
}

impl Shape {
    fn new(call: &Call) -> Shape {
        let args = call.args.iter().map(|arg| (arg.ty, arg.byval.map(|byval| byval.size)));
        Shape { args: args.collect(), results: call.signature.results.clone() }
    }
}

/// The callees of calls of one shape, in order.
#[derive(Clone, Debug, Default)]
struct Fitting {
    callees: Vec<FuncId>,
    /// How many of the exposed functions have been asked.
    n_asked: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Dispatch {
    /// In the order in which they were exposed.
    exposed: Vec<FuncId>,
    by_shape: FxHashMap<Shape, Fitting>,
}

impl Dispatch {
    pub(crate) fn expose(&mut self, func: FuncId) {
        self.exposed.push(func);
    }

    pub(crate) fn exposed(&self) -> &[FuncId] {
        &self.exposed
    }

    /// The exposed functions that a call may get into, in order.
    pub(crate) fn callees(&mut self, program: &Program, natives: &[Option<Native>], call: &Call) -> &[FuncId] {
        let fitting = self.by_shape.entry(Shape::new(call)).or_default();
        if fitting.n_asked < self.exposed.len() {
            let new = self.exposed[fitting.n_asked..].iter().copied();
            fitting.callees.extend(new.filter(|&callee| may_enter(program, natives, call, callee)));
            fitting.callees.sort_unstable();
            fitting.n_asked = self.exposed.len();
        }
        &fitting.callees
    }
}

/// Whether a call through a pointer may get into a function. It gets into none whose types do not fit: that is refused.
pub(crate) fn may_enter(program: &Program, natives: &[Option<Native>], call: &Call, callee: FuncId) -> bool {
    let function = &program.functions[callee];
    let has_own_body = function.is_defined() && natives[callee.index()].is_none();
    !has_own_body || is_compatible(&program.target, call, function)
}

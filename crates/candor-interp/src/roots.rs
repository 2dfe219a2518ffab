//! Which registers of functions that wait keep heap blocks from being lost. See [`Kept`]; here it is remembered for each call that was
//! waited at.

use std::sync::{Arc, Mutex, PoisonError};

use candor_analysis::Kept;
use candor_ir::{FuncId, InstId, Program, ValueId};
use rustc_hash::FxHashMap;

/// What has been asked for so far.
#[derive(Debug, Default)]
pub(crate) struct Roots(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    functions: FxHashMap<FuncId, Kept>,
    calls: FxHashMap<(FuncId, InstId), Arc<[ValueId]>>,
}

impl Roots {
    /// The registers that keep what they point to while a function waits at an instruction.
    pub(crate) fn at(&self, program: &Program, func: FuncId, inst: InstId) -> Arc<[ValueId]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { functions, calls } = &mut *known;
        let found = calls.entry((func, inst)).or_insert_with(|| {
            let function = &program.functions[func];
            functions.entry(func).or_insert_with(|| Kept::new(function)).at(function, inst).into()
        });
        Arc::clone(found)
    }
}

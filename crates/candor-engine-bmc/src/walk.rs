//! Exploring without settling: where states come by, and what they claim.

use std::sync::Arc;

use candor_context_symbolic::SymbolicContext;
use candor_ir::Program;

use candor_engine::Limits;
use candor_engine::Options;
use candor_engine::{Bounds, checks_of, start_symbolic};
use candor_merge::{Bound, Explored, Explorer, Settler, Visits};

/// How far one came.
pub(crate) struct Walk {
    pub(crate) cx: SymbolicContext,
    pub(crate) settler: Settler,
    pub(crate) visits: Visits,
    /// Whether everything was seen, and nothing waits or was cut off.
    pub(crate) is_complete: bool,
}

/// Explores a program until loops have gone round so often; `None` if it cannot be started.
pub(crate) fn walk(program: &Arc<Program>, options: &Options, limits: &Limits, rounds: u32) -> Option<Walk> {
    let (mut cx, image, state) = start_symbolic(program, options, options.goes_on()).ok()?;
    let mut settler = Settler::new(options);
    let mut explorer = Explorer::new(&image, checks_of(program), Bounds::new(options), ());
    explorer.start(state);
    let mut bound = Bound::first();
    let explored = loop {
        let explored = explorer.run(&mut cx, &mut settler, limits, bound, usize::MAX);
        if explored != Explored::All || explorer.aside.is_empty() || bound.open >= rounds {
            break explored;
        }
        bound = bound.next();
        explorer.resume_aside();
    };
    let nothing_left = explorer.aside.is_empty() && explorer.stopped.is_empty() && explorer.cuts.is_empty();
    let is_complete = explored == Explored::All && nothing_left;
    Some(Walk { cx, settler, visits: std::mem::take(&mut explorer.visited), is_complete })
}

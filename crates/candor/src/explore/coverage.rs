//! How much of the user's code the paths came by.

use std::collections::BTreeSet;
use std::fmt;

use candor_engine::witness;
use candor_engine_symex::{Coverage, Explored};
use candor_interp::Site;
use candor_ir::Program;

/// A part of a whole.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// By paths that have ended.
    pub(super) n_covered: usize,
    /// By any execution, also where an assumption rules it out, or the search was stopped.
    pub(super) n_seen: usize,
    pub(super) n_all: usize,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { n_covered, n_seen, n_all } = *self;
        if n_all == 0 {
            return f.write_str("there are none");
        }
        write!(f, "{n_covered} of {n_all} covered ({}%)", n_covered * 100 / n_all)?;
        if n_seen > n_covered {
            write!(f, " by these paths, {n_seen} by all explored paths")?;
        }
        Ok(())
    }
}

/// What is covered of the functions of the user's.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Lines that have instructions.
    pub(super) lines: Share,
    /// Ways out of the places where control has more than one.
    pub(super) branches: Share,
}

pub(super) fn count(program: &Program, explored: &Explored) -> Counts {
    let (mut all, mut covered, mut seen) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let came_by = |coverage: &Coverage, site| coverage.visited.contains(&witness(program, &coverage.visited, site));
    let mut branches = Share::default();
    for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined() && !function.library)
    {
        let left = function.insts.iter().map(|(inst, data)| (inst, data.loc));
        // What was taken away was executed together with what follows it.
        for (inst, loc) in left.chain(function.removed_locs.iter().copied()) {
            let Some(loc) = program.source.get(loc) else { continue };
            let line = (loc.file, loc.line);
            all.insert(line);
            if came_by(&explored.ended, Site { func, inst }) {
                covered.insert(line);
            }
            if came_by(&explored.coverage, Site { func, inst }) {
                seen.insert(line);
            }
        }
        for bb in function.blocks.keys() {
            let targets: BTreeSet<_> =
                function.successors(bb).iter().map(|&edge| function.edges[edge].target).collect();
            if targets.len() > 1 {
                branches.n_all += targets.len();
                let taken = |coverage: &Coverage| {
                    targets.iter().filter(|&&to| coverage.edges.contains(&(func, bb, to))).count()
                };
                branches.n_covered += taken(&explored.ended);
                branches.n_seen += taken(&explored.coverage);
            }
        }
    }
    Counts { lines: Share { n_covered: covered.len(), n_seen: seen.len(), n_all: all.len() }, branches }
}

//! How much of the user's code executions came by.

use std::collections::BTreeSet;
use std::fmt;

use candor_engine::witness;
use candor_engine_symex::Coverage;
use candor_interp::Site;
use candor_ir::Program;

/// A part of a whole.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) n_covered: usize,
    pub(super) n_all: usize,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { n_covered, n_all } = *self;
        if n_all == 0 {
            return f.write_str("there are none");
        }
        write!(f, "{n_covered} of {n_all} covered ({}%)", n_covered * 100 / n_all)
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

pub(super) fn count(program: &Program, coverage: &Coverage) -> Counts {
    let (mut all, mut covered) = (BTreeSet::new(), BTreeSet::new());
    let mut branches = Share::default();
    for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined() && !function.library)
    {
        for inst in function.insts.keys() {
            let Some(loc) = program.source.get(function.insts[inst].loc) else { continue };
            let line = (loc.file, loc.line);
            all.insert(line);
            if coverage.visited.contains(&witness(program, &coverage.visited, Site { func, inst })) {
                covered.insert(line);
            }
        }
        for bb in function.blocks.keys() {
            let targets: BTreeSet<_> =
                function.successors(bb).iter().map(|&edge| function.edges[edge].target).collect();
            if targets.len() > 1 {
                branches.n_all += targets.len();
                branches.n_covered += targets.iter().filter(|&&to| coverage.edges.contains(&(func, bb, to))).count();
            }
        }
    }
    Counts { lines: Share { n_covered: covered.len(), n_all: all.len() }, branches }
}

//! Which writes may reach a read: reaching definitions, found backwards and only where they are asked for.
//!
//! From the read back over the blocks of its function, on through the callers where the function begins, up to writes that
//! surely cover what is read. What was called on the way is not entered: all that it may write, itself or by what it calls, counts.
//! A search that gets too long is answered with all writes that there are, which is always right.

use std::rc::Rc;

use candor_analysis::reachable;
use candor_interp::Site;
use candor_ir::{BlockId, EntityRef, FuncId, InstId, InstKind, Program};
use candor_points_to::{AbstractObject, ObjectIdx, Offset, PointsTo};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{Cover, Facts, Write};

/// How many instructions one search may look at, and all of them together.
const MAX_STEPS: usize = 20_000;
const MAX_STEPS_IN_ALL: usize = 100_000_000;

/// A stretch of an object that is read.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Read {
    pub(crate) object: ObjectIdx,
    pub(crate) offset: Offset,
    /// `None`: nobody knows how long it is.
    pub(crate) bytes: Option<u64>,
}

/// What searches have in common.
#[derive(Default)]
pub(crate) struct Reaching {
    /// For each function that was asked about, those that it may call, itself included.
    called: FxHashMap<FuncId, Rc<Vec<bool>>>,
    n_steps: usize,
}

impl Reaching {
    /// Of these writes, the ones that may reach a read at a site.
    pub(crate) fn writes(
        &mut self,
        program: &Program,
        points_to: &PointsTo,
        facts: &Facts,
        site: Site,
        read: Read,
        writes: &[Write],
    ) -> Vec<Site> {
        let all = || writes.iter().map(|write| write.site).collect();
        if self.n_steps > MAX_STEPS_IN_ALL {
            return all();
        }
        let mut search = Search {
            program,
            points_to,
            facts,
            reaching: self,
            read,
            writes,
            found: FxHashSet::default(),
            callees: FxHashSet::default(),
            met: FxHashSet::default(),
            work: Vec::new(),
            n_steps: 0,
        };
        let in_time = search.run(site);
        let (found, n_steps) = (search.found, search.n_steps);
        self.n_steps += n_steps;
        if !in_time {
            return all();
        }
        writes.iter().map(|write| write.site).filter(|site| found.contains(site)).collect()
    }

    fn called_by(&mut self, points_to: &PointsTo, func: FuncId, n_functions: usize) -> Rc<Vec<bool>> {
        let callees = |func| points_to.call_graph().callees(func).iter().map(|&(_, callee)| callee);
        let find = || Rc::new(reachable(n_functions, [func], callees));
        self.called.entry(func).or_insert_with(find).clone()
    }
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    facts: &'a Facts,
    reaching: &'a mut Reaching,
    read: Read,
    /// All that overlap with what is read, by site.
    writes: &'a [Write],
    found: FxHashSet<Site>,
    /// Functions whose writes have been counted.
    callees: FxHashSet<FuncId>,
    met: FxHashSet<(FuncId, InstId)>,
    /// Where to go back from: the instruction before this one is the next.
    work: Vec<(FuncId, InstId)>,
    n_steps: usize,
}

impl Search<'_> {
    /// False if it took too long.
    fn run(&mut self, site: Site) -> bool {
        self.work.push((site.func, site.inst));
        while let Some((func, inst)) = self.work.pop() {
            if self.n_steps > MAX_STEPS || self.found.len() == self.writes.len() {
                break;
            }
            self.go_back(func, inst);
        }
        self.n_steps <= MAX_STEPS
    }

    /// Goes back from an instruction to the start of its block, and on to those before it.
    fn go_back(&mut self, func: FuncId, from: InstId) {
        let function = &self.program.functions[func];
        let bb = function.block_of(from);
        let first = function.blocks[bb].first;
        for idx in (first.index()..from.index()).rev() {
            self.n_steps += 1;
            if self.is_covered(Site { func, inst: InstId::new(idx) }) {
                return;
            }
        }
        self.leave_block(func, bb);
    }

    fn leave_block(&mut self, func: FuncId, bb: BlockId) {
        let Some(facts) = &self.facts.functions[func.index()] else { return };
        let function = &self.program.functions[func];
        let before: Vec<InstId> =
            facts.entering[bb.index()].iter().map(|&(from, _)| function.blocks[from].end).collect();
        for end in before {
            // From behind the terminator on, which neither writes nor calls.
            let last = InstId::new(end.index() - 1);
            self.visit(func, last);
        }
        if bb == function.entry() {
            self.leave_function(func);
        }
    }

    fn visit(&mut self, func: FuncId, inst: InstId) {
        if self.met.insert((func, inst)) {
            self.work.push((func, inst));
        }
    }

    /// Goes on where the function was called from.
    fn leave_function(&mut self, func: FuncId) {
        let graph = self.points_to.call_graph();
        // What ran before a function that the platform calls is too much to go through.
        if graph.roots().iter().position(|&root| root == func).is_some_and(|position| position > 0) {
            self.found.extend(self.writes.iter().map(|write| write.site));
        }
        for &site in graph.callers(func) {
            if !self.is_covered_by(site) {
                self.visit(site.func, site.inst);
            }
        }
    }

    /// Notes what an instruction writes; true if nothing from before it can be read.
    fn is_covered(&mut self, site: Site) -> bool {
        let is_covered = self.is_covered_by(site) || self.makes(site);
        if !is_covered && matches!(self.program.functions[site.func].insts[site.inst].kind, InstKind::Call(_)) {
            let callees: Vec<FuncId> = self.points_to.call_graph().callees_at(site).collect();
            callees.into_iter().for_each(|callee| self.count_callee(callee));
        }
        is_covered
    }

    /// The same for what it writes itself.
    fn is_covered_by(&mut self, site: Site) -> bool {
        let first = self.writes.partition_point(|write| write.site < site);
        let mut covered = false;
        for write in self.writes[first..].iter().take_while(|write| write.site == site) {
            self.found.insert(site);
            covered |= self.covers(write);
        }
        covered
    }

    fn covers(&self, write: &Write) -> bool {
        match write.cover {
            Cover::Nothing => false,
            Cover::Object => true,
            Cover::Stretch => {
                let stretch = write.start.known().zip(write.bytes).zip(self.read.offset.known()).zip(self.read.bytes);
                stretch.is_some_and(|(((start, n_written), at), n_read)| {
                    let end = |from: i64, bytes: u64| i128::from(from) + i128::from(bytes);
                    start <= at && end(at, n_read) <= end(start, n_written)
                })
            }
        }
    }

    /// Whether an instruction makes the object, so that nothing was in it before.
    fn makes(&self, site: Site) -> bool {
        self.points_to.object(self.read.object).what == AbstractObject::Stack(site)
            && self.points_to.is_single(self.read.object)
    }

    fn count_callee(&mut self, callee: FuncId) {
        if !self.callees.insert(callee) || self.program.functions[callee].insts.is_empty() {
            return;
        }
        let called = self.reaching.called_by(self.points_to, callee, self.program.functions.len());
        let written = self.writes.iter().map(|write| write.site).filter(|site| called[site.func.index()]);
        self.found.extend(written);
    }
}

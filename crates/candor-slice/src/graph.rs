//! What depends on what, prepared for going backwards.

use candor_analysis::{Cfg, PostDominators};
use candor_interp::{Native, Site, errno, native_of};
use candor_ir::{
    BlockId, Call, EdgeId, EntityRef, FuncId, InstId, InstKind, Life, Operand, Program, SecondaryMap, ValueId,
};
use candor_points_to::{AbstractObject, Access, ObjectIdx, Offset, PointsTo};

/// Where a register comes from.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Origin {
    Inst(InstId),
    /// The parameter of a block.
    Block(BlockId, usize),
    Param(usize),
    Nowhere,
}

/// What is known of one function.
pub(crate) struct FunctionFacts {
    pub(crate) origins: Vec<Origin>,
    /// The blocks whose branches decide whether each block is executed.
    pub(crate) deciders: Vec<Vec<BlockId>>,
    /// The edges into each block, with the blocks they come from.
    pub(crate) entering: Vec<Vec<(BlockId, EdgeId)>>,
    pub(crate) returns: Vec<InstId>,
}

/// A stretch of an object that an instruction writes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Write {
    pub(crate) site: Site,
    pub(crate) start: Offset,
    /// `None`: up to the end.
    pub(crate) bytes: Option<u64>,
    pub(crate) cover: Cover,
}

/// What is surely there no more behind a write.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// It may write elsewhere, or to another object that goes by the same name.
    Nothing,
    /// Its stretch.
    Stretch,
    /// All that was in the object: it is a new one.
    Object,
}

impl Write {
    pub(crate) fn overlaps(&self, start: Offset, bytes: Option<u64>) -> bool {
        let (Some(a), Some(b)) = (self.start.known(), start.known()) else { return true };
        let end = |at: i64, bytes: Option<u64>| {
            bytes.and_then(|bytes| i64::try_from(bytes).ok()).map_or(i64::MAX, |bytes| at.saturating_add(bytes))
        };
        a < end(b, bytes) && b < end(a, self.bytes)
    }
}

/// Everything that a slice goes back over.
pub(crate) struct Facts {
    pub(crate) functions: Vec<Option<FunctionFacts>>,
    pub(crate) writes: SecondaryMap<ObjectIdx, Vec<Write>>,
    /// What may end the life of each object, or start it again.
    pub(crate) ends: SecondaryMap<ObjectIdx, Vec<Site>>,
}

impl Facts {
    pub(crate) fn new(program: &Program, points_to: &PointsTo) -> Facts {
        let of_function =
            |func: FuncId| points_to.is_called(func).then(|| FunctionFacts::new(program, points_to, func));
        let functions = program.functions.keys().map(of_function).collect();
        let mut facts = Facts { functions, writes: SecondaryMap::new(), ends: SecondaryMap::new() };
        for (func, function) in program.functions.iter().filter(|(func, _)| points_to.is_called(*func)) {
            for (inst, data) in function.insts.iter() {
                let site = Site { func, inst };
                if points_to.is_reached(site) {
                    facts.add(program, points_to, site, &data.kind);
                }
            }
        }
        facts
    }

    fn add(&mut self, program: &Program, points_to: &PointsTo, site: Site, kind: &InstKind) {
        let cover = match kind {
            InstKind::Store { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemFill { .. } => Cover::Stretch,
            // Any other may leave what was there.
            _ => Cover::Nothing,
        };
        for access in all_accesses(program, points_to, site).iter().filter(|access| access.write) {
            self.add_write(points_to, site, access.ptr, access.bytes, cover);
        }
        match kind.life() {
            // A new life starts with new contents; behind its end nothing can be read.
            Some(Life::Begins(ptr)) => {
                self.add_write(points_to, site, ptr, None, Cover::Object);
                self.add_end(points_to, site, ptr);
            }
            Some(Life::Ends(ptr)) => self.add_end(points_to, site, ptr),
            // What is new is found by its `alloca`; restored stacks are always kept, and so are returns of functions that are.
            Some(Life::Made | Life::EndsSinceMark | Life::EndsFrame) | None => {}
        }
        if let InstKind::Call(call) = kind {
            self.add_call(program, points_to, site, call);
        }
    }

    fn add_call(&mut self, program: &Program, points_to: &PointsTo, site: Site, call: &Call) {
        let callees = points_to.call_graph().callees_at(site);
        let natives: Vec<Native> = callees.filter_map(|func| native_of(&program.functions[func])).collect();
        if let Some(arg) = call.args.first().filter(|_| natives.iter().any(|native| native.frees())) {
            self.add_end(points_to, site, arg.value);
        }
        let errno = errno(program).and_then(|errno| points_to.find(AbstractObject::Global(errno)));
        if let Some(errno) = errno.filter(|_| natives.iter().any(|native| native.sets_errno())) {
            self.writes[errno].push(Write { site, start: Offset::ANY, bytes: None, cover: Cover::Nothing });
        }
        // The callee's own memory is written by the call: copies of arguments, unnamed arguments, new blocks.
        for object in points_to.made_at(site, call) {
            let cover = if points_to.is_single(object) { Cover::Object } else { Cover::Nothing };
            self.writes[object].push(Write { site, start: Offset::ANY, bytes: None, cover });
        }
    }

    fn add_write(&mut self, points_to: &PointsTo, site: Site, ptr: Operand, bytes: Option<u64>, cover: Cover) {
        let touched = points_to.touched(site.func, ptr);
        let (_, unknown) = points_to.places(site.func, ptr);
        let is_sure = touched.len() == 1 && !unknown && points_to.is_single(touched[0].0);
        let cover = if is_sure { cover } else { Cover::Nothing };
        for (object, start) in touched {
            self.writes[object].push(Write { site, start, bytes, cover });
        }
    }

    fn add_end(&mut self, points_to: &PointsTo, site: Site, ptr: Operand) {
        for (object, _) in points_to.touched(site.func, ptr) {
            self.ends[object].push(site);
        }
    }
}

/// The accesses of an instruction, with those of platform functions that it calls through a pointer.
pub(crate) fn all_accesses(program: &Program, points_to: &PointsTo, site: Site) -> Vec<Access> {
    candor_points_to::all_accesses(program, points_to.call_graph(), site)
}

impl FunctionFacts {
    fn new(program: &Program, points_to: &PointsTo, func: FuncId) -> FunctionFacts {
        let function = &program.functions[func];
        let mut origins = vec![Origin::Nowhere; function.values.len()];
        for (idx, &param) in function.params.iter().enumerate() {
            origins[param.index()] = Origin::Param(idx);
        }
        for (bb, block) in function.blocks.iter() {
            for (idx, &param) in block.params.iter().enumerate() {
                origins[param.index()] = Origin::Block(bb, idx);
            }
        }
        for (id, inst) in function.insts.iter() {
            inst.for_each_result(|value: ValueId| origins[value.index()] = Origin::Inst(id));
        }
        if !function.is_defined() {
            return FunctionFacts { origins, deciders: Vec::new(), entering: Vec::new(), returns: Vec::new() };
        }
        let cfg = Cfg::of_edges(function, |edge| points_to.may_take(func, edge));
        let post = PostDominators::new(function, &cfg);
        let mut entering = vec![Vec::new(); function.blocks.len()];
        for bb in function.blocks.keys() {
            entering[bb.index()] = cfg.predecessors(bb).iter().map(|link| (link.block, link.edge)).collect();
        }
        let returns = function.insts.iter().filter(|(_, inst)| matches!(inst.kind, InstKind::Return { .. }));
        FunctionFacts {
            origins,
            deciders: post.control_dependences(&cfg),
            entering,
            returns: returns.map(|(id, _)| id).collect(),
        }
    }
}

//! What functions keep from being lost while the program may end inside of a call. Inside candor the frames tell; who looks for lost
//! blocks from outside has to be told which variables and registers to look at.

use std::cell::OnceCell;

use candor_analysis::{Cfg, Dominators, Kept, reachable};
use candor_interp::{Native, Site, native_of};
use candor_ir::{EntityRef, FuncId, Function, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::FxHashSet;

use crate::object::AbstractObject;
use crate::query::PointsTo;
use crate::set::SetId;
use crate::solve::Solver;

/// The objects that may hold addresses of heap blocks, at whatever time.
pub(crate) fn holders(solver: &Solver<'_>) -> FxHashSet<AbstractObject> {
    let is_block = |object: AbstractObject| matches!(object, AbstractObject::Heap(_));
    let what = |object| solver.objects.objects[object].what;
    let numbers_are_blocks = solver.exposed.iter().any(|&object| is_block(what(object)));
    let has_blocks = |set: SetId| {
        let set = solver.pool.get(set);
        (set.unknown && numbers_are_blocks) || set.places.iter().any(|&(object, _)| is_block(what(object)))
    };
    let may_hold = |object| {
        let Some(contents) = solver.contents[object].as_deref() else { return false };
        let is_written = contents.cells.values().any(|&set| has_blocks(set)) || has_blocks(contents.anywhere);
        is_written || (numbers_are_blocks && contents.has_data_at_all()) || solver.exposed.contains(&object)
    };
    let objects = solver.objects.objects.keys();
    objects.filter(|&object| may_hold(object)).map(what).collect()
}

/// What waiting functions keep.
pub struct Waiting {
    /// For each function, whether the program may end in it.
    may_end: Vec<bool>,
    /// For each function, the variables and copies of arguments that may hold heap blocks.
    holders: Vec<Vec<AbstractObject>>,
    frames: Vec<OnceCell<Frame>>,
}

/// What there is to know of a function that waits.
struct Frame {
    kept: Kept,
    dominators: Dominators,
}

impl Waiting {
    pub fn new(program: &Program, points_to: &PointsTo) -> Waiting {
        let frames = program.functions.values().map(|_| OnceCell::new()).collect();
        Waiting { may_end: may_end(program, points_to), holders: all_holders(program, points_to), frames }
    }

    /// Whether the program may end before the call at the site returns.
    pub fn may_end(&self, points_to: &PointsTo, site: Site) -> bool {
        points_to.is_reached(site) && points_to.call_graph().callees_at(site).any(|callee| self.may_end[callee.index()])
    }

    /// The variables of a function, and its copies of arguments, that may hold heap blocks.
    pub fn holders(&self, func: FuncId) -> &[AbstractObject] {
        &self.holders[func.index()]
    }

    /// The registers that may keep a heap block from being lost while the call at the site is executed. Of unnamed arguments it is only
    /// known here how many there are, so they are the caller's.
    pub fn kept(&self, program: &Program, points_to: &PointsTo, site: Site) -> Vec<ValueId> {
        let function = &program.functions[site.func];
        let frame = self.frame(function, site.func);
        let mut kept = frame.kept.at(function, site.inst);
        kept.retain(|&value| frame.is_there(function, points_to, site, value));
        if let InstKind::Call(call) = &function.insts[site.inst].kind {
            let unnamed = call.args.iter().skip(call.signature.params.len());
            kept.extend(unnamed.filter_map(|arg| match arg.value {
                Operand::Value(value) => Some(value),
                Operand::Const(_) => None,
            }));
        }
        kept.retain(|&value| points_to.may_be_block(program, site.func, value));
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// The pointers to memory that keeps nothing while the call is executed, though it is there.
    pub fn left_over(&self, program: &Program, site: Site) -> Vec<ValueId> {
        let function = &program.functions[site.func];
        let mut left_over = self.frame(function, site.func).kept.left_over_at(function, site.inst);
        // A copy among the unnamed arguments is as good as what it was made from.
        if let InstKind::Call(call) = &function.insts[site.inst].kind {
            let mut unnamed = call.args.iter().skip(call.signature.params.len());
            let is_copied = unnamed.any(|arg| arg.byval.is_some());
            left_over.retain(|_| !is_copied);
        }
        left_over
    }

    fn frame(&self, function: &Function, func: FuncId) -> &Frame {
        self.frames[func.index()].get_or_init(|| {
            let cfg = Cfg::new(function);
            Frame { kept: Kept::new(function), dominators: Dominators::new(function, &cfg) }
        })
    }
}

impl Frame {
    /// Whether a register has its value whenever the instruction is executed.
    fn is_there(&self, function: &Function, points_to: &PointsTo, site: Site, value: ValueId) -> bool {
        let bb = function.block_of(site.inst);
        match points_to.definition(site.func, value) {
            Some(inst) if function.block_of(inst) == bb => inst < site.inst,
            Some(inst) => self.dominators.dominates(function.block_of(inst), bb),
            None => {
                let is_param = |(home, block): (_, &candor_ir::Block)| {
                    block.params.contains(&value) && self.dominators.dominates(home, bb)
                };
                function.params.contains(&value) || function.blocks.iter().any(is_param)
            }
        }
    }
}

/// Goes from the functions that end the program to those that call them.
fn may_end(program: &Program, points_to: &PointsTo) -> Vec<bool> {
    let own = program.functions.iter().filter(|(_, function)| ends(function)).map(|(func, _)| func);
    let callers = |func| points_to.call_graph().callers(func).iter().map(|site| site.func);
    reachable(program.functions.len(), own, callers)
}

/// Whether the platform ends the program when this is called; nobody knows what unknown functions do.
fn ends(function: &Function) -> bool {
    match native_of(function) {
        None => !function.is_defined(),
        Some(native) => matches!(native, Native::Exit | Native::Quit | Native::Abort | Native::Thread(_)),
    }
}

fn all_holders(program: &Program, points_to: &PointsTo) -> Vec<Vec<AbstractObject>> {
    let mut found = vec![Vec::new(); program.functions.len()];
    for (_, object) in points_to.objects().filter(|(_, object)| points_to.may_hold_block(object.what)) {
        match object.what {
            AbstractObject::Stack(site) => found[site.func.index()].push(object.what),
            AbstractObject::ByVal(site, _) => {
                for callee in points_to.call_graph().callees_at(site) {
                    found[callee.index()].push(object.what);
                }
            }
            _ => {}
        }
    }
    found
}

impl PointsTo {
    /// Whether an object may hold the address of a heap block, at whatever time.
    pub fn may_hold_block(&self, what: AbstractObject) -> bool {
        self.holders.contains(&what)
    }

    /// Whether a register may be the address of a heap block, or a number that is one.
    fn may_be_block(&self, program: &Program, func: FuncId, value: ValueId) -> bool {
        let is_block = |object| matches!(self.object(object).what, AbstractObject::Heap(_));
        let may_be_number = || self.exposed().iter().any(|&object| is_block(object));
        match program.functions[func].type_of(value) {
            Scalar::Ptr => {
                let (places, unknown) = self.places(func, value.into());
                places.iter().any(|&(object, _)| is_block(object)) || (unknown && may_be_number())
            }
            Scalar::Int(width) => width >= program.target.pointer_bits && may_be_number(),
            _ => false,
        }
    }
}

//! What the pointer analysis knows, as rules ask for it.

use candor_instrument::{Object, Region, Room, Targets, Truth};
use candor_interp::Site;
use candor_ir::{FuncId, InstId, Operand, Program, ValueId};
use candor_points_to::{
    AbstractObject, PointsTo, Tracked, Waiting, all_targets, allocates, bounds, can_only_fail, cannot_fail, region,
    undecided_targets,
};

/// The analysis of one program.
pub(crate) struct Facts {
    pub(crate) points_to: PointsTo,
    allocates: bool,
    /// For programs that run by themselves; inside candor the frames tell what they keep.
    waiting: Option<Waiting>,
}

impl Facts {
    pub(crate) fn new(program: &Program, points_to: PointsTo) -> Facts {
        let allocates = allocates(program, &points_to);
        Facts { points_to, allocates, waiting: None }
    }

    /// The same for a program that will run natively.
    pub(crate) fn for_native(program: &Program, points_to: PointsTo) -> Facts {
        let waiting = Some(Waiting::new(program, &points_to));
        Facts { waiting, ..Facts::new(program, points_to) }
    }

    /// What waits while the program may end inside of the call.
    fn waiting_at(&self, site: Site) -> Option<&Waiting> {
        self.waiting.as_ref().filter(|waiting| waiting.may_end(&self.points_to, site))
    }
}

/// The answers are the steps by which `guards` decides, so that what rules insert is what is counted and what is left out elsewhere.
impl candor_instrument::PointsTo for Facts {
    fn is_valid(&self, program: &Program, func: FuncId, inst: InstId, ptr: Operand, bytes: Option<u64>) -> Truth {
        let site = Site { func, inst };
        if cannot_fail(program, &self.points_to, site, ptr, bytes) {
            Truth::True
        } else if can_only_fail(&self.points_to, site, ptr) {
            Truth::False
        } else {
            Truth::Maybe
        }
    }

    fn is_invalid(&self, func: FuncId, inst: InstId, ptr: Operand) -> Truth {
        let site = Site { func, inst };
        if can_only_fail(&self.points_to, site, ptr) {
            Truth::True
        } else if self.points_to.targets(site, ptr).is_valid() {
            Truth::False
        } else {
            Truth::Maybe
        }
    }

    fn points_only_to(&self, func: FuncId, inst: InstId, ptr: Operand, wanted: Region) -> Truth {
        let site = Site { func, inst };
        let wanted = match wanted {
            Region::Heap => candor_points_to::Region::Heap,
            Region::Stack => candor_points_to::Region::Stack,
            Region::Globals => candor_points_to::Region::Globals,
        };
        if region(&self.points_to, site, ptr) == Some(wanted) {
            return Truth::True;
        }
        let targets = self.points_to.targets(site, ptr);
        let may_be_there = targets.unknown || targets.objects.iter().any(|&(object, _)| wanted.contains(object));
        if may_be_there { Truth::Maybe } else { Truth::False }
    }

    fn bounds(&self, program: &Program, func: FuncId, inst: InstId, ptr: Operand) -> Option<(Operand, Room)> {
        let found = bounds(program, &self.points_to, Site { func, inst }, ptr)?;
        let candor_points_to::Bounds { base, min_before, min_after, max_before, max_after } = found;
        Some((base, Room { min_before, min_after, max_before, max_after }))
    }

    fn targets(&self, func: FuncId, inst: InstId, ptr: Operand) -> Targets {
        targets(&all_targets(&self.points_to, Site { func, inst }, ptr))
    }

    fn undecided_targets(&self, func: FuncId, inst: InstId, ptr: Operand) -> Targets {
        targets(&undecided_targets(&self.points_to, Site { func, inst }, ptr))
    }

    fn exposed(&self) -> Option<Vec<Object>> {
        Some(self.points_to.exposed().iter().filter_map(|&idx| object(self.points_to.object(idx).what)).collect())
    }

    fn allocates(&self) -> bool {
        self.allocates
    }

    fn may_end(&self, func: FuncId, inst: InstId) -> bool {
        self.waiting_at(Site { func, inst }).is_some()
    }

    fn holders(&self, func: FuncId) -> Vec<Object> {
        let holders = self.waiting.as_ref().map_or(&[][..], |waiting| waiting.holders(func));
        holders.iter().filter_map(|&what| object(what)).collect()
    }

    fn kept(&self, program: &Program, func: FuncId, inst: InstId) -> Vec<ValueId> {
        let site = Site { func, inst };
        self.waiting_at(site).map(|waiting| waiting.kept(program, &self.points_to, site)).unwrap_or_default()
    }

    fn left_over(&self, program: &Program, func: FuncId, inst: InstId) -> Vec<ValueId> {
        let site = Site { func, inst };
        self.waiting_at(site).map(|waiting| waiting.left_over(program, site)).unwrap_or_default()
    }
}

fn targets(tracked: &Tracked) -> Targets {
    let objects = tracked.objects.iter().filter_map(|&what| object(what)).collect();
    Targets { objects, unknown: tracked.exposed }
}

/// The runtime keeps all others by itself.
fn object(what: AbstractObject) -> Option<Object> {
    match what {
        AbstractObject::Global(global) => Some(Object::Global(global)),
        AbstractObject::Stack(site) => Some(Object::Stack(site.func, site.inst)),
        AbstractObject::ByVal(..) => Some(Object::Parameter),
        AbstractObject::Heap(_)
        | AbstractObject::VarArgs(_)
        | AbstractObject::Function(_)
        | AbstractObject::ArgumentList
        | AbstractObject::ArgumentStrings
        | AbstractObject::Environment => None,
    }
}

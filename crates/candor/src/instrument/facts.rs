//! What the pointer analysis knows, as rules ask for it.

use candor_instrument::{Object, PointerSet, Target};
use candor_interp::Site;
use candor_ir::{FuncId, InstId, Operand, Program};
use candor_points_to::{AbstractObject, PointsTo, accesses};

/// The analysis of one program.
pub(crate) struct Facts(pub(crate) PointsTo);

impl candor_instrument::PointsTo for Facts {
    fn points_to(&self, program: &Program, func: FuncId, inst: InstId, ptr: Operand) -> PointerSet {
        let targets = self.0.targets(Site { func, inst }, ptr);
        let target = |&(what, offset): &(AbstractObject, candor_points_to::Offset)| Target {
            object: object(what),
            offset: offset.known().and_then(|bytes| u64::try_from(bytes).ok()),
            size: self.0.size(what),
        };
        PointerSet {
            never: targets.is_empty() || self.is_settled(program, Site { func, inst }, ptr),
            unknown: targets.unknown,
            null: targets.null,
            invalidated: targets.invalidated,
            targets: targets.objects.iter().map(target).collect(),
        }
    }

    fn exposed(&self) -> Option<Vec<Object>> {
        Some(self.0.exposed().iter().map(|&idx| object(self.0.object(idx).what)).collect())
    }
}

impl Facts {
    /// Whether an access needs no check because of an earlier one.
    fn is_settled(&self, program: &Program, site: Site, ptr: Operand) -> bool {
        self.0.is_settled(site) && accesses(program, site).iter().all(|access| access.ptr == ptr)
    }
}

fn object(what: AbstractObject) -> Object {
    match what {
        AbstractObject::Global(global) => Object::Global(global),
        AbstractObject::Stack(site) => Object::Stack(site.func, site.inst),
        AbstractObject::Heap(site) => Object::Heap(site.func, site.inst),
        AbstractObject::ByVal(..) => Object::Parameter,
        // The runtime keeps these by itself, in whatever list.
        AbstractObject::VarArgs(_)
        | AbstractObject::Function(_)
        | AbstractObject::ArgumentList
        | AbstractObject::ArgumentStrings => Object::Other,
    }
}

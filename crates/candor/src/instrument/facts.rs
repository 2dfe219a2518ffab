//! What the pointer analysis knows, as rules ask for it.

use candor_instrument::{Object, PointerSet, Target};
use candor_interp::Site;
use candor_ir::{FuncId, InstId, Operand, Program};
use candor_points_to::{AbstractObject, PointsTo, accesses};

/// The analysis of one program.
pub(crate) struct Facts {
    pub(crate) points_to: PointsTo,
    /// Some function takes unnamed arguments. Natively the first of them are in registers, for which candor's lists have a null pointer.
    has_lists: bool,
}

impl candor_instrument::PointsTo for Facts {
    fn points_to(&self, program: &Program, func: FuncId, inst: InstId, ptr: Operand) -> PointerSet {
        let targets = self.points_to.targets(Site { func, inst }, ptr);
        let may_be_registers = self.has_lists && targets.null && targets.objects.is_empty();
        let target = |&(what, offset): &(AbstractObject, candor_points_to::Offset)| Target {
            object: object(what),
            offset: offset.known().and_then(|bytes| u64::try_from(bytes).ok()),
            size: self.points_to.size(what),
        };
        PointerSet {
            never: targets.is_empty() || self.is_settled(program, Site { func, inst }, ptr),
            unknown: targets.unknown || may_be_registers,
            null: targets.null,
            invalidated: targets.invalidated,
            targets: targets.objects.iter().map(target).collect(),
        }
    }

    fn exposed(&self) -> Option<Vec<Object>> {
        Some(self.points_to.exposed().iter().map(|&idx| object(self.points_to.object(idx).what)).collect())
    }
}

impl Facts {
    pub(crate) fn new(program: &Program, points_to: PointsTo) -> Facts {
        let mut functions = program.functions.values();
        let has_lists = functions.any(|func| func.signature.variadic && func.is_defined() && !func.library);
        Facts { points_to, has_lists }
    }

    /// Whether an access needs no check because of an earlier one.
    fn is_settled(&self, program: &Program, site: Site, ptr: Operand) -> bool {
        self.points_to.is_settled(site) && accesses(program, site).iter().all(|access| access.ptr == ptr)
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

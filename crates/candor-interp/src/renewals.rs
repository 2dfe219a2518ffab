//! Local variables that may come to life again while something still points to the last life.

use candor_analysis::{Cfg, Liveness, Loops};
use candor_ir::{Call, Callee, EntityRef, FuncId, Function, InstId, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::platform::{self, Native};
use crate::state::Site;

/// The starts of lives that may not be the first ones.
#[derive(Debug, Default)]
pub struct Renewals {
    starts: FxHashMap<Site, Renewal>,
    variables: FxHashSet<(FuncId, ValueId)>,
}

/// A variable that comes to life again.
#[derive(Debug)]
pub(crate) struct Renewal {
    /// Its `alloca`.
    pub(crate) made: InstId,
    pub(crate) size: u64,
    pub(crate) align: u32,
    /// The registers that may hold a pointer to an earlier life.
    pub(crate) holders: Box<[ValueId]>,
}

impl Renewals {
    pub fn new(program: &Program) -> Renewals {
        let mut renewals = Renewals::default();
        for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined()) {
            renewals.add(program, func, function);
        }
        renewals
    }

    pub(crate) fn at(&self, site: Site) -> Option<&Renewal> {
        self.starts.get(&site)
    }

    /// Whether a life starts here while there may be pointers to an earlier one.
    pub fn is_renewal(&self, site: Site) -> bool {
        self.starts.contains_key(&site)
    }

    pub(crate) fn may_renew(&self, func: FuncId, variable: ValueId) -> bool {
        self.variables.contains(&(func, variable))
    }

    fn add(&mut self, program: &Program, func: FuncId, function: &Function) {
        let starts: Vec<(InstId, ValueId)> =
            starts(function).filter(|start| escapes(program, function, start.1)).collect();
        if starts.is_empty() {
            return;
        }
        let cfg = Cfg::new(function);
        let loops = Loops::new(function, &cfg);
        let repeated = |inst: InstId| loops.innermost(function.block_of(inst)).is_some();
        let starts: Vec<(InstId, ValueId)> = starts.into_iter().filter(|(inst, _)| repeated(*inst)).collect();
        if starts.is_empty() {
            return;
        }
        let liveness = Liveness::new(function, &cfg);
        for (inst, variable) in starts {
            let bb = function.block_of(inst);
            let mut above = FxHashSet::default();
            for before in (function.blocks[bb].first.index()..inst.index()).map(InstId::new) {
                function.insts[before].for_each_result(|result| {
                    above.insert(result);
                });
            }
            let may_hold = |value: &ValueId| {
                let wide_enough = match function.values[*value].ty {
                    Scalar::Ptr => true,
                    Scalar::Int(width) => width >= program.target.pointer_bits,
                    Scalar::Float(_) => false,
                };
                *value != variable && wide_enough && (liveness.is_live_in(bb, *value) || above.contains(value))
            };
            let Some((made, size, align)) = made_at(function, variable) else { continue };
            let holders = function.values.keys().filter(may_hold).collect();
            self.variables.insert((func, variable));
            self.starts.insert(Site { func, inst }, Renewal { made, size, align, holders });
        }
    }
}

/// Where lives of variables start.
fn starts(function: &Function) -> impl Iterator<Item = (InstId, ValueId)> {
    function.insts.iter().filter_map(|(inst, data)| match data.kind {
        InstKind::LifetimeStart { ptr: Operand::Value(value) } => Some((inst, value)),
        _ => None,
    })
}

/// The instruction that makes a variable of a size that is known.
fn made_at(function: &Function, variable: ValueId) -> Option<(InstId, u64, u32)> {
    function.insts.iter().find_map(|(inst, data)| match data.kind {
        InstKind::Alloca { size, count: None, align } if data.result == Some(variable) => Some((inst, size, align)),
        _ => None,
    })
}

/// Whether a pointer to the variable gets to where it may outlive it. It does not by being used to get at the variable.
fn escapes(program: &Program, function: &Function, variable: ValueId) -> bool {
    let mut derived = FxHashSet::from_iter([variable]);
    let mut grown = true;
    while grown {
        grown = false;
        for inst in function.insts.values() {
            if let InstKind::PtrAdd { base: Operand::Value(base), .. } = inst.kind
                && derived.contains(&base)
                && let Some(result) = inst.result
            {
                grown |= derived.insert(result);
            }
        }
    }
    let is_derived = |operand: &Operand| matches!(operand, Operand::Value(value) if derived.contains(value));
    let by_inst = function.insts.values().any(|inst| match &inst.kind {
        InstKind::PtrAdd { .. }
        | InstKind::Load { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemFill { .. }
        | InstKind::LifetimeStart { .. }
        | InstKind::LifetimeEnd { .. }
        | InstKind::Compare { .. } => false,
        InstKind::Store { value, .. } => is_derived(value),
        InstKind::Call(call) => keeps_pointers(program, call) && call.args.iter().any(|arg| is_derived(&arg.value)),
        kind => {
            let mut found = false;
            kind.for_each_operand(|operand| found |= is_derived(&operand));
            found
        }
    });
    by_inst || function.edges.values().flat_map(|edge| edge.args.iter()).any(is_derived)
}

/// Whether what is called may keep a pointer that it is given. What the platform does by itself keeps none, except for a new thread.
fn keeps_pointers(program: &Program, call: &Call) -> bool {
    let Callee::Direct(callee) = call.callee else { return true };
    match platform::lookup_undefined(program, &program.functions[callee]) {
        None | Some(Native::Thread(_)) => true,
        Some(_) => call.signature.results.contains(&Scalar::Ptr),
    }
}

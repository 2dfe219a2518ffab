//! Local variables that may come to life again while something still points to the last life.

use candor_analysis::{Cfg, Liveness, Loops};
use candor_ir::{Call, Callee, FuncId, Function, InstId, InstKind, Life, Operand, Program, Scalar, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::platform;
use crate::state::Site;

/// The starts of lives that may not be the first ones.
#[derive(Clone, Debug, Default)]
pub struct Renewals {
    starts: FxHashMap<Site, Renewal>,
    variables: FxHashSet<(FuncId, ValueId)>,
}

/// A variable that comes to life again.
#[derive(Clone, Debug)]
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
        if starts(function).next().is_none() {
            return;
        }
        let cfg = Cfg::new(function);
        let loops = Loops::new(function, &cfg);
        let mut starts: Vec<(InstId, ValueId)> = starts(function).collect();
        starts.retain(|(inst, _)| loops.innermost(function.block_of(*inst)).is_some());
        if starts.is_empty() {
            return;
        }
        // All variables at once: a function may have thousands of them.
        let variables = Variables::new(function);
        let escaped = variables.escaped(program, function);
        let liveness = Liveness::new(function, &cfg);
        for (inst, variable) in starts {
            let Some(&(made, size, align)) = variables.made.get(&variable) else { continue };
            if !escaped.contains(&variable) {
                continue;
            }
            let bb = function.block_of(inst);
            let above = function.blocks[bb].first..inst;
            let may_hold = |value: &ValueId| {
                *value != variable
                    && variables.may_hold(program, function, *value, variable)
                    && (liveness.is_live_in(bb, *value)
                        || variables.defined.get(value).is_some_and(|inst| above.contains(inst)))
            };
            let holders = variables.others.iter().copied().filter(may_hold).collect();
            self.variables.insert((func, variable));
            self.starts.insert(Site { func, inst }, Renewal { made, size, align, holders });
        }
    }
}

/// Where lives of variables start.
fn starts(function: &Function) -> impl Iterator<Item = (InstId, ValueId)> {
    function.insts.iter().filter_map(|(inst, data)| {
        let Some(Life::Begins(Operand::Value(value))) = data.kind.life() else { return None };
        Some((inst, value))
    })
}

/// What the registers of a function are to its variables.
#[derive(Default)]
struct Variables {
    /// The instruction that makes a variable of a size that is known, its size and its alignment.
    made: FxHashMap<ValueId, (InstId, u64, u32)>,
    /// The variable that a register points into, where it was computed from the variable's address alone.
    root: FxHashMap<ValueId, ValueId>,
    /// Where a register is defined.
    defined: FxHashMap<ValueId, InstId>,
    /// Registers that are not the address of a variable, in order.
    others: Vec<ValueId>,
}

impl Variables {
    fn new(function: &Function) -> Variables {
        let mut variables = Variables::default();
        for (inst, data) in &function.insts {
            data.for_each_result(|result| {
                variables.defined.insert(result, inst);
            });
            if let (InstKind::Alloca { size, count: None, align }, Some(result)) = (&data.kind, data.result) {
                variables.made.insert(result, (inst, *size, *align));
                variables.root.insert(result, result);
            }
        }
        // A definition may stand below its uses.
        while variables.grow(function) {}
        variables.others = function.values.keys().filter(|value| !variables.made.contains_key(value)).collect();
        variables
    }

    fn grow(&mut self, function: &Function) -> bool {
        let n_before = self.root.len();
        for inst in function.insts.values() {
            if let InstKind::PtrAdd { base: Operand::Value(base), .. } = inst.kind
                && let Some(&root) = self.root.get(&base)
                && let Some(result) = inst.result
            {
                self.root.insert(result, root);
            }
        }
        self.root.len() > n_before
    }

    /// Whether a register may hold a pointer to a variable: not if it points into another one.
    fn may_hold(&self, program: &Program, function: &Function, value: ValueId, variable: ValueId) -> bool {
        let wide_enough = match function.values[value].ty {
            Scalar::Ptr => true,
            Scalar::Int(width) => width >= program.target.pointer_bits,
            Scalar::Float(_) => false,
        };
        wide_enough && self.root.get(&value).is_none_or(|&root| root == variable)
    }

    /// The variables of which a pointer gets to where it may outlive them. It does not by being used to get at the variable.
    fn escaped(&self, program: &Program, function: &Function) -> FxHashSet<ValueId> {
        let mut escaped = FxHashSet::default();
        let mut escapes = |operand: Operand| {
            if let Operand::Value(value) = operand {
                escaped.extend(self.root.get(&value));
            }
        };
        for inst in function.insts.values() {
            match &inst.kind {
                InstKind::PtrAdd { .. }
                | InstKind::Load { .. }
                | InstKind::MemCopy { .. }
                | InstKind::MemFill { .. }
                | InstKind::LifetimeStart { .. }
                | InstKind::LifetimeEnd { .. }
                | InstKind::Compare { .. } => {}
                InstKind::Store { value, .. } => escapes(*value),
                InstKind::Call(call) if !keeps_pointers(program, call) => {}
                InstKind::Call(call) => call.args.iter().for_each(|arg| escapes(arg.value)),
                // Any other may pass on whatever it is given.
                kind => kind.for_each_operand(&mut escapes),
            }
        }
        function.edges.values().flat_map(|edge| &edge.args).copied().for_each(escapes);
        escaped
    }
}

/// Whether what is called may keep a pointer that it is given, or return it.
fn keeps_pointers(program: &Program, call: &Call) -> bool {
    let Callee::Direct(callee) = call.callee else { return true };
    let native = platform::native_of(&program.functions[callee]);
    native.is_none_or(|native| native.keeps_arguments() || !call.results.is_empty())
}

//! Memory in which clang keeps parts of expressions, such as structures on their way into a call. Source code has no name for it, and
//! clang does not always say when its life ends: that is when nobody can read it any more.
//!
//! An expression writes its temporaries before it reads them, so an evaluation never reads what an earlier one has left there. It starts at
//! the first instruction that has to do with a temporary or, if there are several first ones, where they part.

use candor_ir::{BlockId, Function, InstId, InstKind, Operand, SecondaryMap, ValueId, VariableHome};

use crate::cfg::Cfg;
use crate::dominators::Dominators;

/// What clang calls them.
const NAMES: [&str; 11] = [
    "tmp",
    "agg.tmp",
    "agg.tmp.ensured",
    "undef.agg.tmp",
    "ref.tmp",
    "byval-temp",
    "indirect-arg-temp",
    "coerce",
    "atomic-temp",
    ".atomictmp",
    ".atomicdst",
];

/// Whether clang gives this name to temporaries; variables can have it too.
pub(crate) fn is_name(name: &str) -> bool {
    NAMES.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// The temporaries of a function whose addresses go nowhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Temporaries(Vec<Temporary>);

#[derive(Clone, Debug)]
struct Temporary {
    pointer: ValueId,
    /// What reads, writes or copies it, in order.
    uses: Vec<InstId>,
    /// Where an evaluation starts.
    start: InstId,
}

impl Temporaries {
    pub(crate) fn new(function: &Function, dominators: &Dominators) -> Temporaries {
        let mut roots: SecondaryMap<ValueId, Option<ValueId>> = SecondaryMap::new();
        let candidates = candidates(function);
        for &pointer in &candidates {
            roots[pointer] = Some(pointer);
        }
        if candidates.is_empty() || !follow_shifts(function, &mut roots) {
            return Temporaries::default();
        }
        let mut found = Vec::new();
        for pointer in candidates {
            let Some(uses) = uses(function, &roots, pointer) else { continue };
            if let Some(start) = start(function, dominators, &uses) {
                found.push(Temporary { pointer, uses, start });
            }
        }
        Temporaries(found)
    }

    /// The pointers to those that nobody reads any more behind an instruction.
    pub(crate) fn dead_after(&self, function: &Function, cfg: &Cfg, inst: InstId) -> Vec<ValueId> {
        let dead = self.0.iter().filter(|temporary| !temporary.is_read_after(function, cfg, inst));
        dead.map(|temporary| temporary.pointer).collect()
    }
}

/// Memory of clang's names that is no variable's.
fn candidates(function: &Function) -> Vec<ValueId> {
    let made = function.insts.values().filter(|inst| matches!(inst.kind, InstKind::Alloca { count: None, .. }));
    let is_temporary = |pointer: &ValueId| function.values[*pointer].name.as_deref().is_some_and(is_name);
    let is_variable = |pointer: ValueId| {
        function.vars.values().any(|variable| variable.is_named() && variable.home == VariableHome::Memory(pointer))
    };
    made.filter_map(|inst| inst.result).filter(is_temporary).filter(|&pointer| !is_variable(pointer)).collect()
}

/// Finds out which pointers are into which temporaries; whether that could be done in one pass.
fn follow_shifts(function: &Function, roots: &mut SecondaryMap<ValueId, Option<ValueId>>) -> bool {
    let mut is_seen: SecondaryMap<ValueId, bool> = SecondaryMap::new();
    for inst in function.insts.values() {
        if let (InstKind::PtrAdd { base: Operand::Value(base), .. }, Some(result)) = (&inst.kind, inst.result)
            && let Some(root) = roots[*base]
        {
            if is_seen[result] {
                return false;
            }
            roots[result] = Some(root);
        }
        inst.kind.for_each_operand(|operand| {
            if let Operand::Value(value) = operand {
                is_seen[value] = true;
            }
        });
    }
    true
}

/// What has to do with a temporary; `None` if its address gets anywhere else.
fn uses(function: &Function, roots: &SecondaryMap<ValueId, Option<ValueId>>, pointer: ValueId) -> Option<Vec<InstId>> {
    let is_into = |operand: Operand| matches!(operand, Operand::Value(value) if roots[value] == Some(pointer));
    if function.edges.values().any(|edge| edge.args.iter().any(|&arg| is_into(arg))) {
        return None;
    }
    let mut uses = Vec::new();
    for (id, inst) in &function.insts {
        let mut n_used = 0;
        inst.kind.for_each_operand(|operand| n_used += usize::from(is_into(operand)));
        if n_used == 0 {
            continue;
        }
        match inst.kind {
            InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } | InstKind::PtrAdd { .. } => {}
            InstKind::Store { value, .. } if is_into(value) => return None,
            // Clang passes them only for results and for copies.
            InstKind::Load { .. } | InstKind::Store { .. } | InstKind::Call(_) => uses.push(id),
            InstKind::MemCopy { .. } | InstKind::MemFill { .. } => uses.push(id),
            // Any other may let the address get anywhere.
            _ => return None,
        }
    }
    Some(uses)
}

fn start(function: &Function, dominators: &Dominators, uses: &[InstId]) -> Option<InstId> {
    let mut above: BlockId = function.block_of(*uses.first()?);
    while !uses.iter().all(|&other| dominators.dominates(above, function.block_of(other))) {
        above = dominators.immediate(above)?;
    }
    let first = uses.iter().copied().find(|&other| function.block_of(other) == above);
    Some(first.unwrap_or_else(|| function.terminator(above)))
}

impl Temporary {
    fn is_read_after(&self, function: &Function, cfg: &Cfg, inst: InstId) -> bool {
        let mut is_seen: SecondaryMap<BlockId, bool> = SecondaryMap::new();
        let bb = function.block_of(inst);
        let mut work = vec![(bb, InstId::from_u32(inst.as_u32() + 1))];
        while let Some((bb, from)) = work.pop() {
            let end = function.blocks[bb].end;
            let next = self.uses.get(self.uses.partition_point(|&other| other < from)).filter(|&&other| other < end);
            let starts = (from..end).contains(&self.start);
            match next {
                Some(&next) if !starts || next < self.start => return true,
                _ if starts => continue,
                _ => {}
            }
            for link in cfg.successors(bb) {
                if !std::mem::replace(&mut is_seen[link.block], true) {
                    work.push((link.block, function.blocks[link.block].first));
                }
            }
        }
        false
    }
}

//! Compound literals, whose lives end with the blocks that they stand in. Clang says so for variables only; where a block is entered and
//! left, the scopes of debug info tell.

use candor_ir::{InstKind, LocId};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::debug;
use crate::linker::Origin;
use crate::llvm::{Block, Metadata, Value};
use crate::shape::Shape;

/// Before which instructions which literals begin or end.
#[derive(Default)]
pub(crate) struct Literals {
    marks: FxHashMap<Value, Vec<(Value, Mark)>>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Mark {
    Begin,
    /// Behind an instruction, if it is known which is the last of the scope.
    End(Option<Value>),
}

/// Finds the literals of a function that is the compiler's work.
pub(crate) fn find(function: Value, shape: &Shape, origin: Origin) -> Literals {
    let mut literals = Literals::default();
    if origin != Origin::Compiled {
        return literals;
    }
    let blocks = function.blocks();
    let Some(entry) = blocks.first() else { return literals };
    let is_literal =
        |inst: &Value| inst.opcode_is(LLVMOpcode::LLVMAlloca) && inst.name().starts_with(".compoundliteral");
    for literal in entry.insts().filter(is_literal) {
        if let Some(scope) = scope_of(literal) {
            for (at, mark) in marks(&blocks, shape, scope).into_iter().flatten() {
                literals.marks.entry(at).or_default().push((literal, mark));
            }
        }
    }
    literals
}

/// The innermost block that all has to do with a literal that is done with it; `None` if that is the whole function.
fn scope_of(literal: Value) -> Option<Metadata> {
    let scopes = literal.users().into_iter().filter_map(|user| user.debug_loc()?.location().2);
    let scope = scopes.reduce(|a, b| {
        let around = chain(b);
        chain(a).into_iter().find(|scope| around.contains(scope)).unwrap_or(a)
    })?;
    scope.scope_parent().is_some().then_some(scope)
}

/// A scope and those around it, the function's last.
fn chain(scope: Metadata) -> Vec<Metadata> {
    std::iter::successors(Some(scope), |scope| scope.scope_parent()).collect()
}

/// Where executions enter and leave a scope. `None` where that cannot be told: a block that is entered from both sides may be in the
/// middle of it.
fn marks(blocks: &[Block], shape: &Shape, scope: Metadata) -> Option<Vec<(Value, Mark)>> {
    let mut known: FxHashMap<Metadata, bool> = FxHashMap::default();
    let mut is_inside = |inst: Value| {
        let own = inst.debug_loc()?.location().2?;
        Some(*known.entry(own).or_insert_with(|| chain(own).contains(&scope)))
    };
    let places: Vec<(Block, Vec<(Value, bool)>)> = blocks
        .iter()
        .map(|&block| (block, block.insts().filter_map(|inst| Some((inst, is_inside(inst)?))).collect()))
        .collect();
    let came = came_from(&places, shape);
    let mut found = Vec::new();
    for (block, insts) in &places {
        let from = came.get(block).copied().unwrap_or_default();
        let Some(&(first, is_inside)) = insts.first() else { continue };
        match (is_inside, from) {
            (true, From { inside: true, outside: true }) => return None,
            (true, From { inside: false, .. }) => found.push((first, Mark::Begin)),
            (false, From { inside: true, .. }) => found.push((first, Mark::End(None))),
            (true, From { outside: false, .. }) | (false, From { inside: false, .. }) => {}
        }
        for pair in insts.windows(2) {
            match (pair[0].1, pair[1].1) {
                (false, true) => found.push((pair[1].0, Mark::Begin)),
                (true, false) => found.push((pair[1].0, Mark::End(Some(pair[0].0)))),
                (true, true) | (false, false) => {}
            }
        }
    }
    Some(found)
}

/// From where a block is entered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct From {
    inside: bool,
    outside: bool,
}

/// The same for all blocks. Those that say nothing of where they are pass on what they know.
fn came_from(places: &[(Block, Vec<(Value, bool)>)], shape: &Shape) -> FxHashMap<Block, From> {
    let mut came: FxHashMap<Block, From> = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for (block, insts) in places {
            let from = match insts.last() {
                Some(&(_, inside)) => From { inside, outside: !inside },
                None => came.get(block).copied().unwrap_or_default(),
            };
            shape.for_each_successor(*block, |next| {
                let next = came.entry(next).or_default();
                let sum = From { inside: next.inside || from.inside, outside: next.outside || from.outside };
                changed |= *next != sum;
                *next = sum;
            });
        }
    }
    came
}

impl Body<'_> {
    /// Begins and ends the literals for which that is due before an instruction.
    pub(crate) fn mark_literals(&mut self, inst: Value) {
        let Some(marks) = self.literals.marks.remove(&inst) else { return };
        for (literal, mark) in marks {
            let Ok(ptr) = self.scalar(literal) else { continue };
            let (at, kind) = match mark {
                Mark::Begin => (Some(inst), InstKind::LifetimeStart { ptr }),
                Mark::End(last) => (last, InstKind::LifetimeEnd { ptr }),
            };
            self.loc = at.map_or(LocId::NOWHERE, |at| debug::inst_loc(self.cx, at));
            self.effect(kind);
        }
    }
}

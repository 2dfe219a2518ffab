//! What is written to a new block before anybody else can see it.
//!
//! In `n = malloc(sizeof *n); n->next = list; list = n;` nobody ever reads a `next` that was not written, although blocks from the
//! same call are told apart nowhere else. For each call of `malloc`, a forward analysis of its function follows the newest block
//! up to where a pointer to it gets out: into other memory than variables that are used by name, into a call, or out of the function.
//! Cells that are written on every way to there, and not read before, are never as nobody has written them.

use std::collections::BTreeSet;

use candor_analysis::Cfg;
use candor_interp::{Native, native_of};
use candor_ir::{BlockId, EntityRef, FuncId, Function, Inst, InstId, InstKind, Operand, Program, Scalar, ValueId};
use rustc_hash::FxHashSet;

use crate::access::root;
use crate::instances::by_name;

/// Functions with more blocks are not looked at.
const MAX_BLOCKS: usize = 1_000;

/// From which byte of the block to which something was written.
type Stretches = BTreeSet<(i64, i64)>;

/// The offsets of pointers in the block that a call of `malloc` makes which are written before they can be read.
pub(crate) fn written_when_new(program: &Program, func: FuncId, made: InstId, word: i64) -> Vec<i64> {
    let function = &program.functions[func];
    if !is_malloc(program, &function.insts[made].kind) || function.blocks.len() > MAX_BLOCKS {
        return Vec::new();
    }
    let mut search = Search::new(program, func, made);
    search.run();
    // Without a way out, it is enough that nothing is read too early.
    let written = search.written.unwrap_or_default();
    let is_early = |at: i64| search.early.iter().any(|&(from, to)| from < at + word && at < to);
    written.into_iter().filter(|&(from, to)| to - from == word && !is_early(from)).map(|(from, _)| from).collect()
}

fn is_malloc(program: &Program, kind: &InstKind) -> bool {
    kind.direct_callee().and_then(|callee| native_of(&program.functions[callee])) == Some(Native::Malloc)
}

/// The newest block as long as it is to be found in this function only.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fresh {
    /// Registers and variables that hold its address for sure, and those that may. Variables are named by the register with their
    /// own address.
    registers: BTreeSet<ValueId>,
    variables: BTreeSet<ValueId>,
    maybe_registers: BTreeSet<ValueId>,
    maybe_variables: BTreeSet<ValueId>,
    written: Stretches,
}

struct Search<'a> {
    program: &'a Program,
    function: &'a Function,
    made: InstId,
    locals: FxHashSet<ValueId>,
    definitions: Vec<Option<InstId>>,
    /// What was written wherever a pointer got out; none if none has.
    written: Option<Stretches>,
    /// What was read before it was written.
    early: Stretches,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, func: FuncId, made: InstId) -> Search<'a> {
        let function = &program.functions[func];
        let locals = by_name(program, func).into_iter().filter_map(|site| function.insts[site.inst].result);
        let mut definitions = vec![None; function.values.len()];
        for (id, inst) in function.insts.iter() {
            inst.for_each_result(|value| definitions[value.index()] = Some(id));
        }
        let locals = locals.collect();
        Search { program, function, made, locals, definitions, written: None, early: Stretches::new() }
    }

    fn run(&mut self) {
        let cfg = Cfg::new(self.function);
        let mut entries: Vec<Option<Fresh>> = vec![None; self.function.blocks.len()];
        let mut work = vec![self.function.block_of(self.made)];
        while let Some(bb) = work.pop() {
            let after = self.pass(bb, entries[bb.index()].clone());
            let Some(after) = after else { continue };
            for link in cfg.successors(bb) {
                if join(&mut entries[link.block.index()], &after) {
                    work.push(link.block);
                }
            }
        }
    }

    fn pass(&mut self, bb: BlockId, mut fresh: Option<Fresh>) -> Option<Fresh> {
        for inst in self.function.block_insts(bb) {
            let data = &self.function.insts[inst];
            if let Some(mut now) = fresh.take() {
                fresh = if self.step(&mut now, data) { Some(now) } else { None };
            }
            if inst == self.made {
                // The one before, if it was still here, may be anywhere now.
                if let Some(old) = fresh.take() {
                    self.gets_out(&old);
                }
                let mut new = Fresh::default();
                data.for_each_result(|result| new.hold(result));
                fresh = Some(new);
            }
        }
        fresh
    }

    /// Goes past an instruction; false if the block cannot be followed behind it.
    fn step(&mut self, fresh: &mut Fresh, data: &Inst) -> bool {
        let stays = match &data.kind {
            InstKind::Load { ty, ptr, .. } => self.load(fresh, data, *ty, *ptr),
            InstKind::Store { ty, ptr, value, .. } => self.store(fresh, *ty, *ptr, *value),
            // Comparing it tells nobody; filling it is not taken for writing, which is right too.
            InstKind::Compare { .. } => true,
            InstKind::MemFill { dst, .. } => self.root(*dst).is_some() || !self.is_maybe(fresh, *dst),
            InstKind::PtrAdd { base, .. } => {
                let result = data.result.map(Operand::Value);
                !self.is_maybe(fresh, *base) || result.is_some_and(|result| self.is_constant_shift(result))
            }
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => {
                let local = self.local(*ptr);
                local.into_iter().for_each(|local| fresh.set_variable(local, false, false));
                true
            }
            // Any other that gets the address may hand it on; without it, nothing gets at the block.
            kind => !self.is_operand(fresh, kind),
        };
        if !stays {
            self.gets_out(fresh);
            return false;
        }
        if !matches!(data.kind, InstKind::Load { .. }) {
            data.for_each_result(|result| fresh.define(result));
        }
        true
    }

    fn load(&mut self, fresh: &mut Fresh, data: &Inst, ty: Scalar, ptr: Operand) -> bool {
        let Some(result) = data.result else { return false };
        if let Some(local) = self.local(ptr) {
            let (sure, maybe) = (fresh.variables.contains(&local), fresh.maybe_variables.contains(&local));
            fresh.define(result);
            // A part of the pointer, or the pointer as a number, cannot be followed.
            if maybe && ty != Scalar::Ptr {
                return false;
            }
            if sure {
                fresh.registers.insert(result);
            }
            if maybe {
                fresh.maybe_registers.insert(result);
            }
            return true;
        }
        if let Some((root, at)) = self.root(ptr).filter(|(root, _)| fresh.maybe_registers.contains(root)) {
            let end = at.saturating_add(self.bytes(ty));
            let is_written =
                fresh.registers.contains(&root) && fresh.written.iter().any(|&(from, to)| from <= at && end <= to);
            if !is_written {
                self.early.insert((at, end));
            }
        }
        fresh.define(result);
        true
    }

    fn store(&self, fresh: &mut Fresh, ty: Scalar, ptr: Operand, value: Operand) -> bool {
        let held = match value {
            Operand::Value(value) => (fresh.registers.contains(&value), fresh.maybe_registers.contains(&value)),
            Operand::Const(_) => (false, false),
        };
        if let Some(local) = self.local(ptr) {
            // The address of a member is not the one that is followed.
            if !held.1 && self.is_maybe(fresh, value) {
                return false;
            }
            fresh.set_variable(local, held.0, held.1);
            return true;
        }
        if self.is_maybe(fresh, value) {
            return false;
        }
        if let Some((root, at)) = self.root(ptr)
            && fresh.registers.contains(&root)
        {
            fresh.written.insert((at, at.saturating_add(self.bytes(ty))));
        }
        true
    }

    fn bytes(&self, ty: Scalar) -> i64 {
        i64::try_from(self.program.target.store_bytes(ty)).unwrap_or(i64::MAX)
    }

    fn local(&self, ptr: Operand) -> Option<ValueId> {
        match ptr {
            Operand::Value(value) if self.locals.contains(&value) => Some(value),
            _ => None,
        }
    }

    /// Whether any operand may be a pointer into the block, also those that go along edges.
    fn is_operand(&self, fresh: &Fresh, kind: &InstKind) -> bool {
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        kind.for_each_edge(|edge| operands.extend(&self.function.edges[edge].args));
        operands.into_iter().any(|operand| self.is_maybe(fresh, operand))
    }

    /// Whether an operand may be a pointer into the block.
    fn is_maybe(&self, fresh: &Fresh, operand: Operand) -> bool {
        self.root(operand).is_some_and(|(root, _)| fresh.maybe_registers.contains(&root))
    }

    /// Whether a pointer is computed from another by constants only.
    fn is_constant_shift(&self, ptr: Operand) -> bool {
        self.root(ptr).is_some_and(|(root, _)| Operand::Value(root) != ptr)
    }

    fn root(&self, ptr: Operand) -> Option<(ValueId, i64)> {
        root(self.program, self.function, |value| self.definitions[value.index()], ptr)
    }

    fn gets_out(&mut self, fresh: &Fresh) {
        match &mut self.written {
            None => self.written = Some(fresh.written.clone()),
            Some(written) => written.retain(|stretch| fresh.written.contains(stretch)),
        }
    }
}

impl Fresh {
    fn hold(&mut self, register: ValueId) {
        self.registers.insert(register);
        self.maybe_registers.insert(register);
    }

    /// A register gets another value.
    fn define(&mut self, register: ValueId) {
        self.registers.remove(&register);
        self.maybe_registers.remove(&register);
    }

    fn set_variable(&mut self, local: ValueId, sure: bool, maybe: bool) {
        self.variables.remove(&local);
        self.maybe_variables.remove(&local);
        if sure {
            self.variables.insert(local);
        }
        if maybe {
            self.maybe_variables.insert(local);
        }
    }
}

/// What holds on both of two ways; tells whether anything has changed. A way without a new block says nothing about it.
fn join(into: &mut Option<Fresh>, other: &Fresh) -> bool {
    let Some(old) = into else {
        *into = Some(other.clone());
        return true;
    };
    let new = Fresh {
        registers: old.registers.intersection(&other.registers).copied().collect(),
        variables: old.variables.intersection(&other.variables).copied().collect(),
        maybe_registers: old.maybe_registers.union(&other.maybe_registers).copied().collect(),
        maybe_variables: old.maybe_variables.union(&other.maybe_variables).copied().collect(),
        written: old.written.intersection(&other.written).copied().collect(),
    };
    let changed = new != *old;
    *old = new;
    changed
}

//! What each instruction does to sets of pointers.

use candor_interp::Site;
use candor_ir::{
    AtomicOp, CastOp, EntityRef, FuncId, Function, InstId, InstKind, Operand, Program, PtrIndex, Scalar, ValueId,
};

use crate::flow::State;
use crate::object::{AbstractObject, ObjectIdx, constant, signed_constant};
use crate::set::{Offset, Place, SetId};
use crate::solve::Solver;
use crate::work::Note;

/// Whether pointers can flow through an instruction. On the second run, what is exposed is known already.
pub(crate) fn matters(program: &Program, function: &Function, inst: InstId, second: bool) -> bool {
    let data = &function.insts[inst];
    let is_pointer = data.result.is_some_and(|result| function.values[result].ty == Scalar::Ptr);
    let edges_matter = |kind: &InstKind| {
        let mut found = false;
        kind.for_each_edge(|edge| {
            let target = &function.blocks[function.edges[edge].target];
            found |= target.params.iter().any(|&param| function.values[param].ty == Scalar::Ptr);
        });
        found
    };
    match &data.kind {
        InstKind::Load { .. } => is_pointer || !second,
        InstKind::Cast { from, .. } => is_pointer || (*from == Scalar::Ptr && !second),
        InstKind::Return { .. } | InstKind::Unsupported { .. } => true,
        // A new life starts with new contents.
        InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } => second,
        kind if kind.may_access() => true,
        kind if kind.is_terminator() => edges_matter(kind),
        // Any other only computes.
        kind => is_pointer || (!second && has_pointer_operand(program, function, kind)),
    }
}

/// Whether an instruction that is not about pointers has one as an operand all the same.
fn has_pointer_operand(_: &Program, function: &Function, kind: &InstKind) -> bool {
    let mut found = false;
    if matches!(kind, InstKind::Binary { .. } | InstKind::Math { .. } | InstKind::Select { .. }) {
        kind.for_each_operand(|operand| {
            found |= matches!(operand, Operand::Value(value) if function.values[value].ty == Scalar::Ptr);
        });
    }
    found
}

impl Solver<'_> {
    /// The effect of an instruction; false if nothing comes after it.
    pub(crate) fn transfer(&mut self, site: Site, state: &mut Option<State>) -> bool {
        let func = site.func;
        let result = self.program.functions[func].insts[site.inst].result;
        let kind = self.kind(site);
        self.budget.step();
        match kind {
            InstKind::Select { ty: Scalar::Ptr, a, b, .. } => {
                let set = self.pool.union(self.set_of(func, *a), self.set_of(func, *b));
                self.define(func, result, set);
            }
            InstKind::PoisonIf { ty: Scalar::Ptr, value, .. } => self.define(func, result, self.set_of(func, *value)),
            // What was no value may become any.
            InstKind::Freeze { ty: Scalar::Ptr, value: Operand::Value(_) } => {
                self.define(func, result, SetId::UNKNOWN);
            }
            InstKind::Freeze { ty: Scalar::Ptr, value } => self.define(func, result, self.set_of(func, *value)),
            InstKind::Undef { ty: Scalar::Ptr, .. } | InstKind::StackSave => self.define(func, result, SetId::UNKNOWN),
            InstKind::Cast { op, from, to, value } => self.cast(func, result, *op, *from, *to, *value),
            InstKind::PtrAdd { base, offset, index, .. } => {
                let bytes = self.distance(func, *offset, *index);
                let set = self.set_of(func, *base);
                let set = self.shift(set, bytes);
                self.define(func, result, set);
            }
            InstKind::Alloca { .. } => self.alloca(site, state, result),
            InstKind::Load { ty, ptr, .. } => self.load(func, state.as_ref(), *ty, *ptr, result),
            InstKind::Store { ty, ptr, value, .. } => self.store(func, state, *ty, *ptr, *value),
            InstKind::AtomicRmw { op, ty, ptr, value, .. } => {
                self.load(func, state.as_ref(), *ty, *ptr, result);
                match op {
                    AtomicOp::Exchange => self.store(func, state, *ty, *ptr, *value),
                    _ => self.store_data(func, state, *ptr, self.bytes_of(*ty)),
                }
            }
            InstKind::AtomicCas { ty, ptr, new, .. } => {
                self.load(func, state.as_ref(), *ty, *ptr, result);
                self.store_weakly(func, state, *ty, *ptr, *new);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let bytes = constant(self.program, *len);
                self.copy(func, state, self.set_of(func, *dst), self.set_of(func, *src), bytes);
            }
            InstKind::MemFill { dst, byte, len, .. } => self.fill(func, state, *dst, *byte, *len),
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => self.renew(func, state, *ptr),
            InstKind::Call(call) => return self.call(site, state, call),
            InstKind::VaStart { list } => self.va_start(func, state, *list),
            InstKind::VaCopy { dst, src } => {
                let bytes = Some(crate::access::VA_LIST_BYTES);
                self.copy(func, state, self.set_of(func, *dst), self.set_of(func, *src), bytes);
            }
            InstKind::Return { values } => self.give_back(func, values),
            // Nothing comes after it.
            InstKind::Unsupported { .. } => return false,
            kind if kind.is_terminator() => self.follow_edges(func, kind),
            // Any other exposes the pointers that it is given, and gives pointers to anything.
            _ => self.other(func, kind, result),
        }
        true
    }

    pub(crate) fn bytes_of(&self, ty: Scalar) -> Option<i64> {
        i64::try_from(self.program.target.store_bytes(ty)).ok()
    }

    pub(crate) fn define(&mut self, func: FuncId, result: Option<ValueId>, set: SetId) {
        if let Some(result) = result {
            self.grow_reg(func, result, set);
        }
    }

    /// Pointers that are computed with as if they were numbers become numbers.
    fn other(&mut self, func: FuncId, kind: &InstKind, result: Option<ValueId>) {
        let function = &self.program.functions[func];
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        for operand in operands {
            if matches!(operand, Operand::Value(value) if function.values[value].ty == Scalar::Ptr) {
                self.expose(self.set_of(func, operand));
            }
        }
        if result.is_some_and(|result| function.values[result].ty == Scalar::Ptr) {
            self.define(func, result, SetId::UNKNOWN);
        }
    }

    fn cast(&mut self, func: FuncId, result: Option<ValueId>, op: CastOp, from: Scalar, to: Scalar, value: Operand) {
        let set = self.set_of(func, value);
        match (from, to) {
            (Scalar::Ptr, Scalar::Ptr) => self.define(func, result, set),
            (Scalar::Ptr, _) => self.expose(set),
            (_, Scalar::Ptr) => {
                // Zero is null; any other number is anything.
                let is_zero = op == CastOp::IntToPtr && constant(self.program, value) == Some(0);
                self.define(func, result, if is_zero { SetId::NULL } else { SetId::UNKNOWN });
            }
            _ => {}
        }
    }

    fn distance(&self, func: FuncId, offset: i64, index: Option<PtrIndex>) -> Option<i64> {
        match index {
            None => Some(offset),
            Some(PtrIndex { index, scale, .. }) => {
                let known = || self.numbers.and_then(|numbers| numbers.only(func, index));
                let index = signed_constant(self.program, index).or_else(known)?;
                index.checked_mul(i64::try_from(scale).ok()?)?.checked_add(offset)
            }
        }
    }

    fn alloca(&mut self, site: Site, state: &mut Option<State>, result: Option<ValueId>) {
        let object = self.object(AbstractObject::Stack(site));
        let set = self.pool.place(object, Offset::at(0));
        self.define(site.func, result, set);
        self.make_new(site.func, state, object);
    }

    /// An object starts, or starts again.
    pub(crate) fn make_new(&mut self, func: FuncId, state: &mut Option<State>, object: ObjectIdx) {
        let initial = if self.objects.objects[object].zeroed { SetId::NULL } else { SetId::UNKNOWN };
        self.write_tracked(func, state, object, Offset::at(0), Some(i64::MAX), /* only */ true, |_, _| initial);
    }

    fn renew(&mut self, func: FuncId, state: &mut Option<State>, ptr: Operand) {
        let places = self.pool.get(self.set_of(func, ptr)).places.clone();
        let only = places.len() == 1;
        for (object, _) in places {
            self.write_tracked(func, state, object, Offset::at(0), Some(i64::MAX), only, |_, _| SetId::UNKNOWN);
        }
    }

    /// The pointer at a place: what is known of it now, or else at all times.
    pub(crate) fn read(&mut self, func: FuncId, state: Option<&State>, object: ObjectIdx, offset: Offset) -> SetId {
        match state.zip(self.slot_at(func, (object, offset))) {
            Some((state, slot)) => state[slot],
            None => self.read_contents(object, offset),
        }
    }

    fn load(&mut self, func: FuncId, state: Option<&State>, ty: Scalar, ptr: Operand, result: Option<ValueId>) {
        let ptr = self.set_of(func, ptr);
        let news = self.news(ptr);
        if ty != Scalar::Ptr {
            return self.expose_read(&news, self.bytes_of(ty));
        }
        let mut sum = self.note().sum;
        for (object, offset) in news {
            match self.slot_at(func, (object, offset)) {
                Some(slot) => {
                    let slots = &mut self.note().slots;
                    if let Err(at) = slots.binary_search(&slot) {
                        slots.insert(at, slot);
                    }
                }
                None => {
                    let more = self.read_contents(object, offset);
                    sum = self.pool.union(sum, more);
                }
            }
        }
        self.note().sum = sum;
        // Whatever unknown pointers are to holds unknown ones at most.
        let mut set = if self.is_unknown(ptr) { self.pool.union(sum, SetId::UNKNOWN) } else { sum };
        if let Some(state) = state {
            let note = &self.work[self.now.func.index()].notes[self.now.step as usize];
            set = note.slots.iter().fold(set, |set, &slot| self.pool.union(set, state[slot]));
        }
        self.define(func, result, set);
    }

    /// What the instruction that is being looked at has read so far.
    pub(crate) fn note(&mut self) -> &mut Note {
        &mut self.work[self.now.func.index()].notes[self.now.step as usize]
    }

    /// Pointers that are read as numbers.
    fn expose_read(&mut self, places: &[(ObjectIdx, Offset)], bytes: Option<i64>) {
        if self.tracking.is_some() {
            return;
        }
        for &(object, offset) in places {
            self.watch(object);
            let Some(contents) = self.contents[object].as_deref() else { continue };
            if contents.has_pointers() {
                let set = contents.overlapped(&mut self.pool, offset, bytes.unwrap_or(i64::MAX), self.word);
                self.expose(set);
            }
        }
    }

    fn store(&mut self, func: FuncId, state: &mut Option<State>, ty: Scalar, ptr: Operand, value: Operand) {
        if ty != Scalar::Ptr {
            return self.store_data(func, state, ptr, self.bytes_of(ty));
        }
        let set = self.set_of(func, value);
        self.put(func, state, self.set_of(func, ptr), set, /* replaces */ true);
    }

    fn store_weakly(&mut self, func: FuncId, state: &mut Option<State>, ty: Scalar, ptr: Operand, value: Operand) {
        match ty {
            Scalar::Ptr => self.put(func, state, self.set_of(func, ptr), self.set_of(func, value), false),
            _ => self.store_data(func, state, ptr, self.bytes_of(ty)),
        }
    }

    /// Whether an access through a set of pointers can only be to its one place. Through null there is none.
    pub(crate) fn is_only(&self, set: SetId) -> bool {
        let set = self.pool.get(set);
        set.places.len() == 1 && !set.unknown
    }

    /// Stores a pointer.
    pub(crate) fn put(&mut self, func: FuncId, state: &mut Option<State>, ptr: SetId, value: SetId, replaces: bool) {
        let only = replaces && self.is_only(ptr);
        if self.is_unknown(ptr) {
            self.put_exposed(func, state, value);
        }
        for (object, offset) in self.accessed(ptr) {
            self.write_contents(object, offset, value);
            let at = offset.known();
            let word = self.word;
            // A pointer that lands on part of another leaves neither.
            let value = |_: &mut Self, cell: i64| match at {
                Some(at) if at != cell => SetId::UNKNOWN,
                _ => value,
            };
            self.write_tracked(func, state, object, offset, Some(word), only, value);
            if at.is_none() {
                self.write_tracked(func, state, object, offset, Some(word), false, |_, _| SetId::UNKNOWN);
            }
        }
    }

    pub(crate) fn store_data(&mut self, func: FuncId, state: &mut Option<State>, ptr: Operand, bytes: Option<i64>) {
        let set = self.set_of(func, ptr);
        self.put_data(func, state, set, bytes);
    }

    /// Stores something other than a pointer.
    pub(crate) fn put_data(&mut self, func: FuncId, state: &mut Option<State>, ptr: SetId, bytes: Option<i64>) {
        let only = self.is_only(ptr);
        if self.is_unknown(ptr) {
            self.put_exposed(func, state, SetId::UNKNOWN);
        }
        for (object, offset) in self.accessed(ptr) {
            self.write_data(object, offset, bytes);
            self.write_tracked(func, state, object, offset, bytes, only, |_, _| SetId::UNKNOWN);
        }
    }

    fn fill(&mut self, func: FuncId, state: &mut Option<State>, dst: Operand, byte: Operand, len: Operand) {
        let bytes = constant(self.program, len).and_then(|len| i64::try_from(len).ok());
        let zero = constant(self.program, byte) == Some(0);
        let set = self.set_of(func, dst);
        self.put_bytes(func, state, set, zero, bytes);
    }

    /// Fills a range with a byte: zeros make null pointers.
    pub(crate) fn put_bytes(
        &mut self,
        func: FuncId,
        state: &mut Option<State>,
        dst: SetId,
        zero: bool,
        bytes: Option<i64>,
    ) {
        if !zero {
            return self.put_data(func, state, dst, bytes);
        }
        let only = self.is_only(dst);
        if self.is_unknown(dst) {
            self.put_exposed(func, state, SetId::NULL);
        }
        for (object, offset) in self.accessed(dst) {
            self.watch(object);
            let exact = offset.known().zip(bytes);
            let cells: Vec<i64> = match (exact, self.contents[object].as_deref()) {
                (Some((start, bytes)), Some(contents)) => {
                    contents.cells_within(start, start.saturating_add(bytes), self.word).collect()
                }
                _ => Vec::new(),
            };
            match exact {
                Some(_) => cells.into_iter().for_each(|at| self.write_contents(object, Offset::at(at), SetId::NULL)),
                None => {
                    // Some cells may be cut.
                    self.write_contents(object, Offset::ANY, SetId::NULL);
                    self.write_contents(object, Offset::ANY, SetId::UNKNOWN);
                }
            }
            if let Some((start, bytes)) = exact {
                self.cut_edges(object, start, start.saturating_add(bytes));
            }
            let word = self.word;
            let value = |solver: &mut Self, at: i64| {
                let whole = exact.is_some_and(|(start, bytes)| start <= at && at + word <= start.saturating_add(bytes));
                if whole { SetId::NULL } else { solver.pool.union(SetId::NULL, SetId::UNKNOWN) }
            };
            self.write_tracked(func, state, object, offset, bytes, only, value);
        }
    }

    /// A range that is overwritten may begin or end inside a pointer.
    fn cut_edges(&mut self, object: ObjectIdx, start: i64, end: i64) {
        let Some(contents) = self.contents[object].as_deref() else { return };
        let word = self.word;
        let cut: Vec<(i64, i64)> = contents
            .cells
            .range(start.saturating_sub(word - 1)..end)
            .filter(|&(&at, set)| !set.is_empty() && (at < start || at.saturating_add(word) > end))
            .map(|(&at, _)| (at.max(start), at.saturating_add(word).min(end)))
            .collect();
        for (from, to) in cut {
            self.write_data(object, Offset::at(from), Some(to - from));
        }
    }

    /// Copies memory.
    pub(crate) fn copy(&mut self, func: FuncId, state: &mut Option<State>, dst: SetId, src: SetId, bytes: Option<u64>) {
        let bytes = bytes.and_then(|bytes| i64::try_from(bytes).ok());
        let only = self.is_only(dst);
        let sources = self.accessed(src);
        let from_exposed = if self.is_unknown(src) { SetId::UNKNOWN } else { SetId::EMPTY };
        let before = state.clone();
        if self.is_unknown(dst) {
            let mut all = from_exposed;
            for &(object, _) in &sources {
                let more = self.read_contents(object, Offset::ANY);
                all = self.pool.union(all, more);
            }
            self.put_exposed(func, state, all);
        }
        for (to_object, to) in self.accessed(dst) {
            self.watch(to_object);
            let exact = to.known().zip(bytes);
            self.write_contents(to_object, Offset::ANY, from_exposed);
            for &(from_object, from) in &sources {
                self.copy_contents(func, before.as_ref(), (to_object, to), (from_object, from), bytes);
            }
            if let Some((start, bytes)) = exact {
                self.cut_edges(to_object, start, start.saturating_add(bytes));
            }
            let value = |solver: &mut Self, at: i64| {
                let mut set = from_exposed;
                for &(from_object, from) in &sources {
                    let place = match (to.known(), from.known()) {
                        (Some(to), Some(from)) => Offset::at(at - to + from),
                        _ => Offset::ANY,
                    };
                    let more = solver.read(func, before.as_ref(), from_object, place);
                    set = solver.pool.union(set, more);
                }
                let whole =
                    exact.is_some_and(|(start, bytes)| start <= at && at + solver.word <= start.saturating_add(bytes));
                if whole { set } else { solver.pool.union(set, SetId::UNKNOWN) }
            };
            self.write_tracked(func, state, to_object, to, bytes, only, value);
        }
    }

    /// The effect of a copy on what the target holds at all times.
    fn copy_contents(
        &mut self,
        func: FuncId,
        before: Option<&State>,
        (to_object, to): (ObjectIdx, Offset),
        (from_object, from): (ObjectIdx, Offset),
        bytes: Option<i64>,
    ) {
        self.watch(from_object);
        let (Some(start), Some(source_start), Some(bytes)) = (to.known(), from.known(), bytes) else {
            let value = self.read_contents(from_object, Offset::ANY);
            // The copy may end in the middle of a pointer.
            let value = self.pool.union(value, SetId::UNKNOWN);
            return self.write_contents(to_object, Offset::ANY, value);
        };
        let (Some(target), Some(source)) = (self.contents[to_object].as_deref(), self.contents[from_object].as_deref())
        else {
            return;
        };
        let (end, source_end) = (start.saturating_add(bytes), source_start.saturating_add(bytes));
        let shift = start.wrapping_sub(source_start);
        let mut cells: Vec<i64> = target.cells_within(start, end, self.word).collect();
        cells.extend(source.cells_within(source_start, source_end, self.word).map(|at| at.wrapping_add(shift)));
        cells.sort_unstable();
        cells.dedup();
        let data = source.data_within(source_start, source_end, self.word);
        let data_anywhere = source.has_data_anywhere();
        for at in cells {
            let value = self.read(func, before, from_object, Offset::at(at.wrapping_sub(shift)));
            self.write_contents(to_object, Offset::at(at), value);
        }
        for (from, to) in data {
            self.write_data(to_object, Offset::at(from.wrapping_add(shift)), Some(to - from));
        }
        if data_anywhere {
            self.write_data(to_object, Offset::at(start), Some(bytes));
        }
    }

    /// The list gets a pointer to the unnamed arguments of all calls of this function.
    fn va_start(&mut self, func: FuncId, state: &mut Option<State>, list: Operand) {
        let mut areas = SetId::EMPTY;
        for site in self.callers[func.index()].clone() {
            let object = self.object(AbstractObject::VarArgs(site));
            let area = self.pool.place(object, Offset::at(0));
            areas = self.pool.union(areas, area);
        }
        let list = self.set_of(func, list);
        // The structure of x86-64 has the pointer at offset 8, between numbers; elsewhere the list is the pointer.
        let is_structure = self.program.target.pointer_bits == 64;
        if is_structure {
            self.put_data(func, state, list, Some(8));
            let field = self.shift(list, Some(8));
            self.put(func, state, field, areas, /* replaces */ true);
            let last = self.shift(list, Some(16));
            self.put(func, state, last, SetId::NULL, /* replaces */ true);
        }
        // Other 64-bit machines keep a bare pointer.
        let bare = !is_structure || !self.program.target.triple.starts_with("x86_64");
        if bare {
            self.put(func, state, list, areas, /* replaces */ false);
        }
    }

    fn give_back(&mut self, func: FuncId, values: &[Operand]) {
        let function = &self.program.functions[func];
        for (idx, &value) in values.iter().enumerate() {
            if function.signature.results.get(idx) == Some(&Scalar::Ptr) {
                let set = self.set_of(func, value);
                let result = &mut self.returns[func.index()][idx];
                if self.pool.grow(result, set) {
                    self.mark_callers(func);
                }
            }
        }
    }

    fn follow_edges(&mut self, func: FuncId, kind: &InstKind) {
        let function = &self.program.functions[func];
        let mut edges = Vec::new();
        kind.for_each_edge(|edge| edges.push(edge));
        for edge in edges {
            let edge = &function.edges[edge];
            for (&param, &arg) in function.blocks[edge.target].params.iter().zip(&edge.args) {
                if function.values[param].ty == Scalar::Ptr {
                    let set = self.set_of(func, arg);
                    self.grow_reg(func, param, set);
                }
            }
        }
    }

    /// The functions that a pointer may be to, in order.
    pub(crate) fn functions_in(&mut self, set: SetId) -> Vec<FuncId> {
        let mut found = self.functions_named_in(set);
        if self.is_unknown(set) {
            self.watches_exposed.insert(self.now);
            found.extend(self.dispatch.exposed());
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// The same without those that an unknown pointer may be to.
    pub(crate) fn functions_named_in(&self, set: SetId) -> Vec<FuncId> {
        let function = |place: &Place| match self.objects.objects[place.0].what {
            AbstractObject::Function(func) => Some(func),
            _ => None,
        };
        let mut found: Vec<FuncId> = self.pool.get(set).places.iter().filter_map(function).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

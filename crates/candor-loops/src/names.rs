//! What states hold, by names that other runs know too.

use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_evidence::{Atom, Formula, Held as Named, ObjectKey, Storage};
use candor_interp::{Frame, ObjectId, ObjectKind};
use candor_ir::{EntityRef, GlobalId, Program, Scalar, ValueId};
use candor_merge::Symbolic;
use candor_term::Term;
use rustc_hash::FxHashMap;

use crate::guess::Kind;
use crate::heads::read;
use crate::plan::Cell;
use crate::system::{Part, RoundStart};

/// Objects of a run and their names.
pub(crate) struct Objects {
    keys: FxHashMap<ObjectId, ObjectKey>,
    ids: FxHashMap<ObjectKey, ObjectId>,
}

impl Objects {
    pub(crate) fn of(cx: &SymbolicContext) -> Objects {
        let mut objects = Objects { keys: FxHashMap::default(), ids: FxHashMap::default() };
        let mut before = None;
        let mut nth = 0;
        for (name, id) in cx.named_objects() {
            nth = if before == Some((name.call_path, name.site)) { nth + 1 } else { 0 };
            before = Some((name.call_path, name.site));
            let key = ObjectKey { call_path: name.call_path, site: name.site, nth };
            objects.keys.insert(id, key);
            objects.ids.insert(key, id);
        }
        objects
    }

    /// The globals of a state.
    pub(crate) fn globals(&self, state: &Symbolic) -> FxHashMap<ObjectKey, GlobalId> {
        let mut globals = FxHashMap::default();
        for (id, object) in state.memory.iter() {
            if let (ObjectKind::Global(global), Some(&key)) = (object.kind, self.keys.get(&id)) {
                globals.insert(key, global);
            }
        }
        globals
    }

    /// Whether a loop changes something.
    pub(crate) fn is_changed(&self, start: &RoundStart, named: Named) -> bool {
        let is_same = |object: ObjectId, key: ObjectKey| self.keys.get(&object) == Some(&key);
        let is_changed = |cell: Cell| match (storage_of(named), cell) {
            (Some(Storage::Register { below, value }), Cell::Register(changed)) => below == 0 && value == changed,
            (
                Some(Storage::Memory { object, offset, size }),
                Cell::Memory { object: changed, offset: from, size: bytes },
            ) => is_same(changed, object) && offset < from + u64::from(bytes) && from < offset + u64::from(size),
            (Some(Storage::Memory { object, .. }), Cell::Array { object: changed, .. }) => is_same(changed, object),
            (None, Cell::Memory { object: changed, .. } | Cell::Array { object: changed, .. }) => {
                matches!(named, Named::Contents(object) if is_same(changed, object))
            }
            (_, Cell::Register(_) | Cell::Memory { .. } | Cell::Array { .. }) => false,
            (_, Cell::Seen { .. } | Cell::Exposed(_) | Cell::Located(_)) => false,
        };
        let whole = start.arrays.iter().map(|array| array.changed());
        start.cells.iter().map(|(cell, _)| *cell).chain(whole).any(is_changed)
    }
}

/// Where something is held as one value.
fn storage_of(named: Named) -> Option<Storage> {
    match named {
        Named::Number(storage) | Named::Offset(storage) | Named::Anywhere(storage) => Some(storage),
        Named::Contents(_) | Named::Size(_) | Named::Result | Named::Index(_) => None,
    }
}

/// A formula about two states: where the loop was entered, and now.
pub(crate) fn evaluate(
    cx: &mut SymbolicContext,
    program: &Program,
    objects: &Objects,
    [before, now]: [&Symbolic; 2],
    formula: &Formula,
) -> Option<Term> {
    evaluate_with(cx, program, objects, [before, now], &|_| None, formula)
}

/// The same, with what is held by no state as well.
pub(crate) fn evaluate_with(
    cx: &mut SymbolicContext,
    program: &Program,
    objects: &Objects,
    [before, now]: [&Symbolic; 2],
    also: &dyn Fn(Named) -> Option<Term>,
    formula: &Formula,
) -> Option<Term> {
    let mut atoms = Vec::new();
    formula.for_each_atom(&mut |atom| atoms.push(atom));
    let mut values = FxHashMap::default();
    for atom in atoms {
        let state = if atom.at_entry { before } else { now };
        let value = match atom.held {
            Named::Result | Named::Index(_) => also(atom.held),
            named => look_up(cx, program, objects, state, named),
        };
        values.insert(atom, value?);
    }
    formula.term(&mut cx.pool, &values)
}

/// What a state holds under a name; `None` if there is no such number.
fn look_up(
    cx: &mut SymbolicContext,
    program: &Program,
    objects: &Objects,
    state: &Symbolic,
    named: Named,
) -> Option<Term> {
    match named {
        Named::Number(storage) => {
            let (value, bits) = stored(program, objects, state, storage)?;
            cx.as_number(&value, bits)
        }
        Named::Offset(storage) => {
            let (value, _) = stored(program, objects, state, storage)?;
            cx.as_place(&value).map(|(_, offset, _)| offset)
        }
        Named::Anywhere(storage) => {
            let (value, _) = stored(program, objects, state, storage)?;
            cx.offset_of_any(&value)
        }
        Named::Contents(key) => SymbolicContext::contents_of(state.memory.get(*objects.ids.get(&key)?)?),
        // It is not held by a state.
        Named::Result | Named::Index(_) => None,
        Named::Size(key) => {
            let size = state.memory.get(*objects.ids.get(&key)?)?.size.clone();
            let bits = cx.pointer_bits();
            cx.as_number(&size, bits)
        }
    }
}

/// A value and how many bits it has.
fn stored(program: &Program, objects: &Objects, state: &Symbolic, storage: Storage) -> Option<(SymValue, u32)> {
    match storage {
        Storage::Register { below, value } => {
            let frame = frame(state, below)?;
            let ty = program.functions[frame.func].values.get(value)?.ty;
            Some((frame.regs.get(value.index())?.clone(), program.target.bits_of(ty)))
        }
        Storage::Memory { object, offset, size } => {
            let object = *objects.ids.get(&object)?;
            let end = offset.checked_add(u64::from(size))?;
            let contents = &state.memory.get(object)?.contents;
            if !matches!(size, 1 | 2 | 4 | 8 | 16) || end > contents.size() {
                return None;
            }
            Some((read(program, state, object, offset, size)?, size * 8))
        }
    }
}

fn frame(state: &Symbolic, below: u32) -> Option<&Frame<SymValue>> {
    match usize::try_from(below).ok()? {
        0 => Some(&state.thread.top),
        n => state.thread.below.len().checked_sub(n).map(|idx| &*state.thread.below[idx]),
    }
}

/// The names of what the start of a round knows: what the loop changes as it is now, the rest as it was when the loop was entered.
pub(crate) fn names(
    cx: &mut SymbolicContext,
    program: &Program,
    objects: &Objects,
    start: &RoundStart,
) -> FxHashMap<Term, Atom> {
    let mut names = FxHashMap::default();
    for (cell, held) in &start.cells {
        let storage = match *cell {
            Cell::Register(value) => Some(Storage::Register { below: 0, value }),
            Cell::Memory { object, offset, size } => {
                objects.keys.get(&object).map(|&object| Storage::Memory { object, offset, size })
            }
            Cell::Array { .. } | Cell::Seen { .. } | Cell::Exposed(_) | Cell::Located(_) => None,
        };
        if let Some(storage) = storage {
            let held_there = match held.kind {
                Kind::Number => Named::Number(storage),
                Kind::Into(_) => Named::Offset(storage),
                Kind::Anywhere | Kind::Elsewhere => Named::Anywhere(storage),
            };
            names.insert(held.now, Atom { held: held_there, at_entry: false });
        }
    }
    for array in start.arrays.iter().filter(|array| array.part == Part::Elements) {
        if let Some(&key) = objects.keys.get(&array.object) {
            names.insert(array.now, Atom { held: Named::Contents(key), at_entry: false });
        }
    }
    for named in everything(program, objects, &start.before) {
        if let Some(term) = look_up(cx, program, objects, &start.before, named)
            && !cx.pool.is_const(term)
        {
            names.entry(term).or_insert(Atom { held: named, at_entry: true });
        }
    }
    names
}

/// All names under which a state may hold something that is not known.
fn everything(program: &Program, objects: &Objects, state: &Symbolic) -> Vec<Named> {
    let mut found = Vec::new();
    for below in 0..=u32::try_from(state.thread.below.len()).unwrap_or(0) {
        let Some(frame) = frame(state, below) else { break };
        for value in program.functions[frame.func].values.keys() {
            found.extend(in_register(program, frame, below, value));
        }
    }
    for (id, object) in state.memory.iter() {
        let Some(&key) = objects.keys.get(&id) else { continue };
        if object.array.is_some() {
            found.push(Named::Contents(key));
        }
        if object.plain_size.is_none() {
            found.push(Named::Size(key));
        }
        for (offset, size, value) in object.contents.cells() {
            let storage = Storage::Memory { object: key, offset, size };
            found.push(if matches!(value, SymValue::Term(_)) {
                Named::Number(storage)
            } else {
                Named::Offset(storage)
            });
        }
    }
    found
}

fn in_register(program: &Program, frame: &Frame<SymValue>, below: u32, value: ValueId) -> Option<Named> {
    let storage = Storage::Register { below, value };
    match (frame.regs.get(value.index())?, program.functions[frame.func].values[value].ty) {
        (SymValue::Same(_), _) => None,
        (_, Scalar::Ptr) => Some(Named::Offset(storage)),
        (SymValue::Term(_), Scalar::Int(_)) => Some(Named::Number(storage)),
        _ => None,
    }
}

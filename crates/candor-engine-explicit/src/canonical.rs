//! When two states are the same: a state as a list of words that is equal for states from which the same can happen.
//!
//! Left out is what no execution can see: registers that nobody reads any more, constants, what cannot be reached from
//! anywhere, the numbers of events. Objects that were made on the way are numbered in the order in which they are found from the
//! threads' registers and the variables on, so that it does not matter in which order they were made.

use candor_context_concrete::{Value, View};
use candor_context_symbolic::{SymHeavy, SymValue, SymbolicContext};
use candor_interp::object::{Object, Piece};
use candor_interp::{Frame, Image, ObjectId, ObjectKind, OnReturn, State, Thread};
use candor_ir::{EntityRef, Program};
use candor_term::{SupportCache, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::live::LiveRegisters;
use crate::store::Part;

type Symbolic = State<SymbolicContext>;

/// What is needed to name states.
pub(crate) struct Canon {
    /// Memory at the start: what still is as it was then need not be looked at.
    start: Symbolic,
    live: LiveRegisters,
    supports: SupportCache,
    /// Whether blocks that nothing points to count.
    leaks: bool,
}

/// Numbers for objects, given as they are met.
struct Names {
    n_fixed: u32,
    numbers: FxHashMap<ObjectId, u32>,
    found: Vec<ObjectId>,
    /// Terms that occur.
    terms: Vec<Term>,
}

impl Names {
    fn of(&mut self, object: ObjectId) -> u64 {
        if object.0 < self.n_fixed {
            return u64::from(object.0);
        }
        let next = self.n_fixed + u32::try_from(self.found.len()).expect("few objects");
        let number = *self.numbers.entry(object).or_insert_with(|| {
            self.found.push(object);
            next
        });
        u64::from(number)
    }

    fn term(&mut self, part: &mut Part, term: Term) {
        self.terms.push(term);
        part.push(term.index() as u64);
    }
}

impl Canon {
    pub(crate) fn new(start: &Symbolic, leaks: bool) -> Canon {
        Canon { start: start.clone(), live: LiveRegisters::default(), supports: SupportCache::new(), leaks }
    }

    /// The parts of a state.
    pub(crate) fn parts(
        &mut self,
        image: &Image<SymbolicContext>,
        cx: &SymbolicContext,
        state: &Symbolic,
    ) -> Vec<Part> {
        let n_fixed = self.start.memory.len();
        let mut names = Names { n_fixed, numbers: FxHashMap::default(), found: Vec::new(), terms: Vec::new() };
        let mut parts = vec![self.rest(state, &mut names)];
        let mut threads: Vec<&Thread<SymValue>> = state.threads().collect();
        threads.sort_by_key(|thread| thread.id);
        for thread in threads {
            let part = self.thread(&image.program, thread, &mut names);
            parts.push(part);
        }
        for id in state.memory.differing(&self.start.memory).into_iter().filter(|id| id.0 < n_fixed) {
            if let Some(object) = state.memory.get(id) {
                let mut part = vec![u64::from(id.0)];
                write_object(&mut part, object, &mut names);
                parts.push(part);
            }
        }
        let mut next = 0;
        while let Some(&id) = names.found.get(next) {
            next += 1;
            let mut part = Vec::new();
            if let Some(object) = state.memory.get(id) {
                write_object(&mut part, object, &mut names);
            }
            parts.push(part);
        }
        if self.leaks {
            let is_lost = |id: ObjectId, object: &Object<SymValue, Term>| {
                object.kind == ObjectKind::Heap && object.live != Term::FALSE && !names.numbers.contains_key(&id)
            };
            let n_lost = state.memory.iter().filter(|(id, object)| is_lost(*id, object)).count();
            parts.push(vec![n_lost as u64]);
        }
        parts.push(self.path(cx, state, &names));
        parts
    }

    fn rest(&self, state: &Symbolic, names: &mut Names) -> Part {
        let mut part = vec![u64::from(state.n_threads), u64::from(state.weakly_ordered)];
        if let Some(status) = &state.exit_status {
            write_value(&mut part, status, names);
        }
        for &object in &state.memory.exposed {
            part.push(names.of(object));
        }
        part
    }

    fn thread(&mut self, program: &Program, thread: &Thread<SymValue>, names: &mut Names) -> Part {
        let mut part = vec![
            u64::from(thread.id.0),
            u64::from(thread.ended),
            u64::from(thread.mark),
            u64::from(thread.uninterrupted),
            thread.below.len() as u64,
        ];
        if thread.ended {
            write_value(&mut part, &thread.result, names);
            return part;
        }
        for frame in &thread.below {
            self.frame(&mut part, program, frame, true, names);
        }
        self.frame(&mut part, program, &thread.top, false, names);
        for (global, instance) in &thread.locals {
            part.push(u64::from(global.as_u32()));
            write_value(&mut part, instance, names);
        }
        for jump in &thread.jumps {
            part.extend([jump.depth as u64, jump.call_path, u64::from(jump.pc.as_u32())]);
        }
        part
    }

    fn frame(&mut self, part: &mut Part, program: &Program, frame: &Frame<SymValue>, waits: bool, names: &mut Names) {
        let on_return = match frame.on_return {
            OnReturn::Caller => 0,
            OnReturn::Uninterrupted => 1,
            OnReturn::Thread => 2,
            OnReturn::Startup(n) => 3 + 2 * u64::from(n),
            OnReturn::Destructor(n) => 4 + 2 * u64::from(n),
        };
        part.extend([u64::from(frame.func.as_u32()), u64::from(frame.pc.as_u32()), on_return]);
        part.push(frame.locals.len() as u64);
        for (_, object) in &frame.locals {
            part.push(names.of(*object));
        }
        for &value in &*self.live.at(program, frame.func, frame.pc, waits) {
            write_value(part, &frame.regs[value.index()], names);
        }
        if let Some(varargs) = &frame.varargs {
            write_value(part, varargs, names);
        }
    }

    /// What holds on the way here and is about something that still matters. The rest can hold whatever that is.
    fn path(&mut self, cx: &SymbolicContext, state: &Symbolic, names: &Names) -> Part {
        let facts = state.path.facts();
        let mut roots = names.terms.clone();
        roots.sort_unstable();
        roots.dedup();
        let mut kept = relevant_facts(cx, &mut self.supports, &facts, &roots);
        kept.sort_unstable();
        kept.dedup();
        kept.into_iter().map(|fact| fact.index() as u64).collect()
    }
}

/// The facts that share variables with the roots, also through others. Where something is known of addresses, all of them.
fn relevant_facts(cx: &SymbolicContext, supports: &mut SupportCache, facts: &[Term], roots: &[Term]) -> Vec<Term> {
    if facts.is_empty() || !cx.facts.is_empty() {
        return facts.to_vec();
    }
    let mut vars: FxHashSet<Term> = FxHashSet::default();
    for &root in roots {
        vars.extend(supports.support(&cx.pool, root).iter().copied());
    }
    let mut rest = facts.to_vec();
    let mut kept = Vec::new();
    loop {
        let n_kept = kept.len();
        rest.retain(|&fact| {
            let support = supports.support(&cx.pool, fact);
            let is_relevant = support.iter().any(|var| vars.contains(var));
            if is_relevant {
                vars.extend(support.iter().copied());
                kept.push(fact);
            }
            !is_relevant
        });
        if kept.len() == n_kept {
            return kept;
        }
    }
}

fn write_object(part: &mut Part, object: &Object<SymValue, Term>, names: &mut Names) {
    let kind = match object.kind {
        ObjectKind::Global(global) => u64::from(global.as_u32()) << 3,
        ObjectKind::Function(_) => 1,
        ObjectKind::Stack => 2,
        ObjectKind::Heap => 3,
        ObjectKind::Arguments => 4,
        ObjectKind::VarArgs => 5,
    };
    part.push(kind);
    names.term(part, object.live);
    write_value(part, &object.size, names);
    part.push(u64::from(object.align));
    if let Some(base) = &object.base {
        // Where addresses have been looked at it matters who lived when.
        part.extend([object.life.born, object.life.died]);
        write_value(part, base, names);
    }
    part.push(u64::from(object.exposed));
    if object.live == Term::FALSE {
        return;
    }
    if let Some(array) = &object.array {
        write_value(part, array, names);
        return;
    }
    for (start, len) in object.contents.touched_ranges() {
        part.push(start);
        for piece in object.contents.pieces(start, len) {
            write_piece(part, &piece, names);
        }
    }
}

fn write_piece(part: &mut Part, piece: &Piece<SymValue>, names: &mut Names) {
    match piece {
        Piece::Bytes(bytes) => {
            part.extend([0, bytes.len() as u64]);
            write_bytes(part, bytes);
        }
        Piece::Uninitialized(len) => part.extend([1, *len]),
        Piece::Cell { size, value } => {
            part.extend([2, u64::from(*size)]);
            write_value(part, value, names);
        }
        Piece::Part { value, index, size } => {
            part.extend([3, u64::from(*index), u64::from(*size)]);
            write_value(part, value, names);
        }
    }
}

fn write_bytes(part: &mut Part, bytes: &[u8]) {
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        part.push(u64::from_le_bytes(word));
    }
}

fn write_value(part: &mut Part, value: &SymValue, names: &mut Names) {
    match value {
        SymValue::Same(value) => write_plain(part, value, names),
        SymValue::Term(term) => {
            part.push(10);
            names.term(part, *term);
        }
        SymValue::Heavy(heavy) => match &**heavy {
            SymHeavy::Pointer(cases) => {
                part.extend([11, cases.len() as u64]);
                for case in cases {
                    names.term(part, case.guard);
                    let object = case.object.map_or(u64::MAX, |object| names.of(object));
                    part.push(object);
                    names.term(part, case.offset);
                }
            }
            SymHeavy::Address { number, objects } => {
                part.extend([12, objects.len() as u64]);
                names.term(part, *number);
                for (guard, object) in objects {
                    names.term(part, *guard);
                    let object = names.of(*object);
                    part.push(object);
                }
            }
            SymHeavy::Array(array) => {
                part.extend([13, u64::from(array.element_bytes)]);
                names.term(part, array.term);
                if let Some(mask) = array.mask {
                    names.term(part, mask);
                }
            }
            SymHeavy::Undef { value, mask, cause } => {
                part.push(14);
                names.term(part, *mask);
                write_text(part, &format!("{cause:?}"));
                write_value(part, value, names);
            }
        },
    }
}

fn write_plain(part: &mut Part, value: &Value, names: &mut Names) {
    match value.view() {
        View::Int(word) => part.extend([0, word]),
        View::Ptr(object, offset) => {
            let object = names.of(object);
            part.extend([1, object, offset.cast_unsigned()]);
        }
        View::Addr(object, word) => {
            let object = names.of(object);
            part.extend([2, object, word]);
        }
        View::Wide(bits) => {
            part.push(3);
            write_text(part, &format!("{bits:?}"));
        }
        View::Undef(undef) => {
            part.push(4);
            write_text(part, &format!("{:?} {:?}", undef.mask, undef.cause));
            write_plain(part, &undef.value, names);
        }
    }
}

/// For what is rare.
fn write_text(part: &mut Part, text: &str) {
    part.push(text.len() as u64);
    write_bytes(part, text.as_bytes());
}

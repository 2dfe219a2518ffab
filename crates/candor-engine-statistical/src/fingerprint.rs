//! A state as a list of words, equal for equal states: what runs have come across is counted so.
//!
//! Everything counts that a formula can speak of: where threads stand, all their registers, all memory that can be reached. Objects
//! are numbered in the order in which they are found, so that it does not matter in which order they were made.

use candor_context_concrete::{ConcreteContext, Value, View};
use candor_interp::object::{Object, Piece};
use candor_interp::{Frame, ObjectId, ObjectKind, State, Thread};
use rustc_hash::FxHashMap;

type Here = State<ConcreteContext<'static>>;

struct Words {
    words: Vec<u64>,
    /// Objects that were there at the start keep their numbers.
    n_fixed: u32,
    numbers: FxHashMap<ObjectId, u64>,
    found: Vec<ObjectId>,
}

/// The words of a state of a program that started so.
pub(crate) fn fingerprint(start: &Here, state: &Here) -> Box<[u64]> {
    let n_fixed = start.memory.len();
    let mut words = Words { words: Vec::new(), n_fixed, numbers: FxHashMap::default(), found: Vec::new() };
    let mut threads: Vec<&Thread<Value>> = state.threads().collect();
    threads.sort_by_key(|thread| thread.id);
    for thread in threads {
        words.thread(thread);
    }
    for id in state.memory.differing(&start.memory).into_iter().filter(|id| id.0 < n_fixed) {
        words.push(u64::from(id.0));
        words.object(state.memory.get(id));
    }
    let mut next = 0;
    while let Some(&id) = words.found.get(next) {
        next += 1;
        words.object(state.memory.get(id));
    }
    words.words.into_boxed_slice()
}

impl Words {
    fn push(&mut self, word: u64) {
        self.words.push(word);
    }

    fn count(&mut self, count: usize) {
        self.push(u64::try_from(count).expect("counts fit in a word"));
    }

    fn thread(&mut self, thread: &Thread<Value>) {
        self.push(u64::from(thread.id.0) << 1 | u64::from(thread.ended));
        self.push(u64::from(thread.mark));
        self.value(&thread.result);
        if thread.ended {
            return;
        }
        self.count(thread.depth());
        for frame in thread.frames() {
            self.frame(frame);
        }
        for (global, instance) in &thread.locals {
            self.push(u64::from(global.as_u32()));
            self.value(instance);
        }
    }

    fn frame(&mut self, frame: &Frame<Value>) {
        self.push(u64::from(frame.func.as_u32()) << 32 | u64::from(frame.pc.as_u32()));
        for register in &frame.regs {
            self.value(register);
        }
        self.count(frame.locals.len());
        for (_, object) in &frame.locals {
            self.name(*object);
        }
        if let Some(varargs) = &frame.varargs {
            self.value(varargs);
        }
    }

    fn name(&mut self, object: ObjectId) {
        if object.0 < self.n_fixed {
            return self.push(u64::from(object.0));
        }
        let next = u64::from(self.n_fixed) + u64::try_from(self.found.len()).expect("few objects");
        let number = *self.numbers.entry(object).or_insert_with(|| {
            self.found.push(object);
            next
        });
        self.push(number);
    }

    fn value(&mut self, value: &Value) {
        match value.view() {
            View::Int(word) => self.words.extend([0, word]),
            View::Ptr(object, offset) => {
                self.push(1);
                self.name(object);
                self.push(offset.cast_unsigned());
            }
            View::Addr(address) => {
                self.push(2);
                self.name(address.object);
                self.text(2, &format!("{:?} {:?}", address.bits, address.own));
            }
            View::Wide(bits) => self.text(3, &format!("{bits:?}")),
            View::Undef(undef) => {
                self.text(4, &format!("{:?}", undef.mask));
                self.value(&undef.value);
            }
        }
    }

    /// For what is rare.
    fn text(&mut self, kind: u64, text: &str) {
        self.push(kind);
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.push(u64::from_le_bytes(word));
        }
    }

    fn object(&mut self, object: Option<&Object<Value, bool>>) {
        let Some(object) = object else { return self.push(u64::MAX) };
        let kind = match object.kind {
            ObjectKind::Global(global) => u64::from(global.as_u32()) << 3,
            ObjectKind::Function(_) => 1,
            ObjectKind::Stack => 2,
            ObjectKind::Heap => 3,
            ObjectKind::Arguments => 4,
            ObjectKind::VarArgs => 5,
            ObjectKind::External => 6,
        };
        self.words.extend([kind, u64::from(object.live)]);
        self.value(&object.size);
        if !object.live {
            return;
        }
        for (start, len) in object.contents.touched_ranges() {
            self.push(start);
            for piece in object.contents.pieces(start, len) {
                self.piece(&piece);
            }
        }
    }

    fn piece(&mut self, piece: &Piece<Value>) {
        match piece {
            Piece::Bytes(bytes) => {
                self.push(0);
                self.bytes(bytes);
            }
            Piece::Uninitialized(len) => self.words.extend([1, *len]),
            Piece::Cell { size, value } => {
                self.words.extend([2, u64::from(*size)]);
                self.value(value);
            }
            Piece::Part { value, index, size } => {
                self.words.extend([3, u64::from(*index), u64::from(*size)]);
                self.value(value);
            }
        }
    }
}

//! What nodes hold, part by part.

use candor_context_concrete::Value;
use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::Stop;
use candor_interp::object::{Contents, Object, Piece, View};
use candor_ir::Endian;
use candor_term::Term;

/// Bytes that nobody has written as one value are compared in pieces of this size.
const WORD: u64 = 4;

/// What is in a part of a node.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    Unwritten,
    Bytes(Vec<u8>),
    Value(SymValue),
}

/// A part of two nodes, cut in the same way.
pub(crate) struct Part {
    pub(crate) at: u64,
    pub(crate) size: u64,
    pub(crate) held: [Held; 2],
}

impl Held {
    /// Whether it is a number that may be used.
    pub(crate) fn is_number(&self, cx: &mut SymbolicContext, size: u64) -> bool {
        match self {
            Held::Bytes(_) => true,
            Held::Value(value) => cx.as_number(value, bits(size)).is_some(),
            // Where nobody looks for what was never written, it is just any number.
            Held::Unwritten => !cx.marks(),
        }
    }

    /// Whether it is the same in all executions.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Held::Bytes(_) => true,
            Held::Value(value) => matches!(value, SymValue::Same(_)),
            Held::Unwritten => false,
        }
    }

    pub(crate) fn is_same(&self, other: &Held) -> bool {
        match (self, other) {
            (Held::Unwritten, Held::Unwritten) => true,
            (Held::Bytes(one), Held::Bytes(other)) => one == other,
            (Held::Value(one), Held::Value(other)) => one == other,
            _ => false,
        }
    }

    /// The same as a value.
    pub(crate) fn value(&self, endian: Endian) -> Option<SymValue> {
        match self {
            Held::Unwritten => None,
            Held::Value(value) => Some(value.clone()),
            Held::Bytes(bytes) if bytes.len() <= 8 => {
                let ordered: Vec<u8> = match endian {
                    Endian::Little => bytes.clone(),
                    Endian::Big => bytes.iter().rev().copied().collect(),
                };
                let word = ordered.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
                Some(SymValue::Same(Value::Int(word)))
            }
            Held::Bytes(_) => None,
        }
    }
}

pub(crate) fn bits(n_bytes: u64) -> u32 {
    u32::try_from(8 * n_bytes).expect("a value is short")
}

/// Two contents of one size cut into the same parts; nothing if values overlap otherwise.
pub(crate) fn parts(one: &Contents<SymValue>, other: &Contents<SymValue>, size: u64) -> Option<Vec<Part>> {
    let mut sides = [Cursor::new(one, size), Cursor::new(other, size)];
    let mut at = 0;
    let mut parts = Vec::new();
    while at < size {
        let whole = sides.iter().find_map(Cursor::whole);
        let room = sides.iter().map(Cursor::left).min()?;
        let len = match whole {
            Some(len) if len <= room => len,
            Some(_) => return None,
            None => room.min(WORD - at % WORD),
        };
        let held = [sides[0].take(len)?, sides[1].take(len)?];
        parts.push(Part { at, size: len, held });
        at += len;
    }
    Some(parts)
}

/// A way through the pieces of contents.
struct Cursor {
    pieces: std::vec::IntoIter<Piece<SymValue>>,
    now: Option<Piece<SymValue>>,
}

impl Cursor {
    fn new(contents: &Contents<SymValue>, size: u64) -> Cursor {
        let mut pieces = contents.pieces(0, size).into_iter();
        let now = pieces.next();
        Cursor { pieces, now }
    }

    /// How long the value is that begins here and cannot be cut.
    fn whole(&self) -> Option<u64> {
        match &self.now {
            Some(Piece::Cell { size, .. }) => Some(u64::from(*size)),
            _ => None,
        }
    }

    fn left(&self) -> u64 {
        self.now.as_ref().map_or(0, Piece::len)
    }

    fn take(&mut self, len: u64) -> Option<Held> {
        let piece = self.now.take()?;
        let (held, rest) = match piece {
            Piece::Cell { size, value } if u64::from(size) == len => (Held::Value(value), None),
            Piece::Bytes(mut bytes) => {
                let rest = bytes.split_off(usize::try_from(len).ok()?);
                (Held::Bytes(bytes), (!rest.is_empty()).then_some(Piece::Bytes(rest)))
            }
            Piece::Uninitialized(all) => (Held::Unwritten, (all > len).then(|| Piece::Uninitialized(all - len))),
            Piece::Cell { .. } | Piece::Part { .. } => return None,
        };
        self.now = rest.or_else(|| self.pieces.next());
        Some(held)
    }
}

/// What an object holds in a place, if that is one value.
pub(crate) fn read(object: &Object<SymValue, Term>, at: u64, size: u64, endian: Endian) -> Option<SymValue> {
    if at + size > object.plain_size? || object.array.is_some() {
        return None;
    }
    match object.contents.view(at, size, endian) {
        View::Plain(word) => Some(SymValue::Same(Value::Int(word))),
        View::Cell(value) => Some(value.clone()),
        View::Mixed => None,
    }
}

/// Writes a value to a place that held one before, or bytes.
pub(crate) fn write(
    object: &mut Object<SymValue, Term>,
    at: u64,
    size: u64,
    value: SymValue,
    endian: Endian,
) -> Result<(), Stop> {
    let cut = || Stop::Bug("a value of a node is cut".into());
    if let SymValue::Same(Value::Int(word)) = value {
        return if object.contents.put_plain(at, size, word, endian) { Ok(()) } else { Err(cut()) };
    }
    object.contents.put_cell(at, size, value).map_err(|_| cut())
}

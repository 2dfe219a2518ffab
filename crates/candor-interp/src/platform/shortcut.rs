//! Functions of the library whose result can often be said at once.
//!
//! Their bodies are loops over the bytes of strings and blocks. Where every byte that such a loop may read is plainly there, the
//! result is one value made of these bytes, without rounds and without branches. Otherwise the body runs: it finds what is
//! wrong with the string, and what another thread does to it meanwhile.

use candor_ir::{BinOp, Bits, CastOp, CmpOp, Function, Scalar};

use crate::control::Control;
use crate::memory::AccessMode;
use crate::state::State;
use crate::values::Logic;

/// So many bytes may leave it open whether the loop ends there.
const MAX_OPEN: usize = 128;

/// A function that reads bytes until something is the case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut {
    /// `strlen(s)`.
    Length,
    /// `strnlen(s, n)`.
    LengthUpTo,
    /// `strchrnul(s, c)`.
    FindOrEnd,
    /// `memchr(s, c, n)`.
    FindUpTo,
    /// `strcmp(a, b)`.
    Compare,
    /// `strncmp(a, b, n)`.
    CompareUpTo,
    /// `memcmp(a, b, n)`.
    CompareBlocks,
}

/// What a function of the library is, if it is one of these. A function of the user's with such a name is not.
pub(crate) fn lookup(function: &Function) -> Option<Shortcut> {
    if !function.library || !function.is_defined() {
        return None;
    }
    Some(match &*function.name {
        "strlen" => Shortcut::Length,
        "strnlen" => Shortcut::LengthUpTo,
        "strchrnul" => Shortcut::FindOrEnd,
        "memchr" => Shortcut::FindUpTo,
        "strcmp" => Shortcut::Compare,
        "strncmp" => Shortcut::CompareUpTo,
        "memcmp" => Shortcut::CompareBlocks,
        _ => return None,
    })
}

/// The result of a call; `None` if the body has to run.
pub(crate) fn result<C: Control>(
    cx: &mut C,
    state: &mut State<C>,
    shortcut: Shortcut,
    word: u32,
    args: &[C::Value],
) -> Option<C::Value> {
    let alone = state.n_threads == 1;
    if !alone || args.iter().any(|arg| !cx.use_conditions(arg).is_empty()) {
        return None;
    }
    let mut strings = Strings { cx, state, word };
    match (shortcut, args) {
        (Shortcut::Length, [s]) => strings.length(s, None),
        (Shortcut::LengthUpTo, [s, n]) => strings.length(s, Some(strings.cx.plain(n)?)),
        (Shortcut::FindOrEnd, [s, c]) => strings.find(s, c, None),
        (Shortcut::FindUpTo, [s, c, n]) => strings.find(s, c, Some(strings.cx.plain(n)?)),
        (Shortcut::Compare, [a, b]) => strings.compare(a, b, None, /* to_zero */ true),
        (Shortcut::CompareUpTo, [a, b, n]) => {
            strings.compare(a, b, Some(strings.cx.plain(n)?), /* to_zero */ true)
        }
        (Shortcut::CompareBlocks, [a, b, n]) => {
            strings.compare(a, b, Some(strings.cx.plain(n)?), /* to_zero */ false)
        }
        _ => None,
    }
}

const BYTE: Scalar = Scalar::Int(8);
const INT: Scalar = Scalar::Int(32);

/// A round of a loop: whether it is the last one, and what the result is then.
type Round<C> = (<C as crate::Values>::Bool, <C as crate::Values>::Value);

struct Strings<'c, C: Control> {
    cx: &'c mut C,
    state: &'c mut State<C>,
    word: u32,
}

impl<C: Control> Strings<'_, C> {
    fn length(&mut self, s: &C::Value, limit: Option<u64>) -> Option<C::Value> {
        let text = self.cx.text_length(self.state, s).filter(|_| limit.is_none());
        if text.is_some() {
            return text;
        }
        self.first(Scalar::Int(self.word), |this, index| {
            let here = this.cx.constant(&Bits::new(this.word, index));
            if limit == Some(index) {
                return Some((this.cx.boolean(true), here));
            }
            let byte = this.byte(s, index)?;
            Some((this.is_zero(&byte), here))
        })
    }

    /// Without a limit the end of the string is found if nothing else is.
    fn find(&mut self, s: &C::Value, c: &C::Value, limit: Option<u64>) -> Option<C::Value> {
        let wanted = self.cx.cast(&mut self.state.path, CastOp::Trunc, INT, BYTE, c);
        self.first(Scalar::Ptr, |this, index| {
            if limit == Some(index) {
                let null = this.cx.constant(&Bits::zero(this.word));
                return Some((this.cx.boolean(true), null));
            }
            let byte = this.byte(s, index)?;
            let mut found = this.cx.compare(&mut this.state.path, CmpOp::Eq, BYTE, &byte, &wanted);
            if limit.is_none() {
                let ends = this.is_zero(&byte);
                found = this.cx.logic(Logic::Or, &found, &ends);
            }
            let here = this.cx.offset_const(&mut this.state.path, s, i64::try_from(index).ok()?);
            Some((found, here))
        })
    }

    fn compare(&mut self, a: &C::Value, b: &C::Value, limit: Option<u64>, to_zero: bool) -> Option<C::Value> {
        self.first(INT, |this, index| {
            if limit == Some(index) {
                return Some((this.cx.boolean(true), this.cx.constant(&Bits::zero(32))));
            }
            let (left, right) = (this.byte(a, index)?, this.byte(b, index)?);
            let path = &mut this.state.path;
            let mut ends = this.cx.compare(path, CmpOp::Ne, BYTE, &left, &right);
            let [wide_left, wide_right] = [&left, &right].map(|byte| this.cx.cast(path, CastOp::ZExt, BYTE, INT, byte));
            let difference = this.cx.binary(path, BinOp::Sub, INT, &wide_left, &wide_right);
            if to_zero {
                let both_end = this.is_zero(&left);
                ends = this.cx.logic(Logic::Or, &ends, &both_end);
            }
            Some((ends, difference))
        })
    }

    /// The result of the first round that is the last one.
    fn first(&mut self, ty: Scalar, mut round: impl FnMut(&mut Self, u64) -> Option<Round<C>>) -> Option<C::Value> {
        let mut earlier: Vec<Round<C>> = Vec::new();
        let mut index = 0;
        let last = loop {
            let (is_last, value) = round(self, index)?;
            match self.known(&is_last) {
                Some(true) => break value,
                Some(false) => {}
                None if earlier.len() == MAX_OPEN => return None,
                None => earlier.push((is_last, value)),
            }
            index += 1;
        };
        Some(
            earlier
                .into_iter()
                .rev()
                .fold(last, |later, (is_last, value)| self.cx.select(&is_last, ty, &value, &later)),
        )
    }

    fn known(&mut self, cond: &C::Bool) -> Option<bool> {
        let value = self.cx.value_of(cond);
        self.cx.plain(&value).map(|bit| bit != 0)
    }

    fn is_zero(&mut self, byte: &C::Value) -> C::Bool {
        let zero = self.cx.constant(&Bits::zero(8));
        self.cx.compare(&mut self.state.path, CmpOp::Eq, BYTE, byte, &zero)
    }

    /// A byte that is plainly there and may be used for anything.
    fn byte(&mut self, start: &C::Value, index: u64) -> Option<C::Value> {
        let at = self.cx.offset_const(&mut self.state.path, start, i64::try_from(index).ok()?);
        if !self.cx.is_written(self.state, &at) {
            return None;
        }
        let byte = self.cx.load(self.state, &at, BYTE, /* align */ 1, AccessMode::Checked).ok()?;
        self.cx.use_conditions(&byte).is_empty().then_some(byte)
    }
}

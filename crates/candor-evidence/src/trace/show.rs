//! Values as the user would write them.

use candor_bits::{Bits, Numeral, Scalar, float_to_string};
use candor_context_concrete::{ConcreteContext, Value, outside_name};
use candor_interp::object::{ByteView, Contents, View};
use candor_interp::{ObjectId, ObjectKind, Site, State};
use candor_ir::{Loc, Program, Variable, VariableHome, c_type};

use super::layout::{self, LeafKind};

type Here<'s, 'o> = &'s State<ConcreteContext<'o>>;

/// A value of a C type; `None` if nobody has given it one.
pub fn show_value(program: &Program, state: Here<'_, '_>, value: &Value, ty: Scalar, c_type: &str) -> Option<String> {
    if value.use_fault().is_some() {
        return None;
    }
    let text = match (ty, value.as_ptr()) {
        (_, Some((object, offset))) => address(program, state, (object, offset), c_type),
        (Scalar::Ptr, None) => match value.bits(program.target.pointer_bits).to_u64_wrapping() {
            0 => "NULL".to_owned(),
            address => format!("{address:#x}"),
        },
        (Scalar::Float(kind), None) => float_to_string(kind, &value.bits(kind.bits())),
        (Scalar::Int(width), None) => integer(&value.bits(width), c_type),
    };
    Some(text)
}

/// What stands at a place in memory, if it is one plain value.
pub fn show_memory(
    program: &Program,
    state: Here<'_, '_>,
    (object, offset): (ObjectId, i64),
    ty: Scalar,
    c_type: &str,
) -> Option<String> {
    let stored = stored(program, state, (object, offset), ty)?;
    show_value(program, state, &stored, ty, c_type)
}

/// What stands at a place in memory, if it is one plain value.
pub(super) fn stored(
    program: &Program,
    state: Here<'_, '_>,
    (object, offset): (ObjectId, i64),
    ty: Scalar,
) -> Option<Value> {
    let size = program.target.store_bytes(ty);
    let found = state.memory.get(object)?;
    match found.contents.view(u64::try_from(offset).ok()?, size, program.target.endian) {
        View::Plain(word) => Some(Value::from_bits(&Bits::new(ty.width(program.target.pointer_bits), word))),
        View::Cell(value) => Some(value.clone()),
        View::Mixed => None,
    }
}

/// An integer, signed unless its type says otherwise; a character also as such.
pub(super) fn integer(bits: &Bits, c_type: &str) -> String {
    let c_type = c_type::innermost(c_type);
    let is_unsigned = c_type::is_signed(&c_type) == Some(false) || bits.width() == 1;
    with_character(&Numeral::integer(bits.clone(), !is_unsigned), c_type::is_char(&c_type))
}

/// A number, and behind it the character that it stands for.
pub(super) fn with_character(number: &Numeral, is_char: bool) -> String {
    match number.bits().to_u64().and_then(|code| u8::try_from(code).ok()).map(char::from) {
        Some(char) if is_char && (char.is_ascii_graphic() || char == ' ') => format!("{number} '{char}'"),
        _ => number.to_string(),
    }
}

/// `&x`, `&s.next`, `&a[3]`, `f`, `block of line 7 + 8`.
fn address(program: &Program, state: Here<'_, '_>, (object, offset): (ObjectId, i64), c_type: &str) -> String {
    let Some(found) = state.memory.get(object) else {
        return "a pointer".to_owned();
    };
    let name = match found.kind {
        ObjectKind::Function(func) => return program.functions[func].name.clone(),
        ObjectKind::Heap => block_name(program, found.made),
        ObjectKind::Arguments => outside_name(program, found.made).to_owned(),
        ObjectKind::External => external_name(program, found.made),
        ObjectKind::VarArgs => "...".to_owned(),
        ObjectKind::Global(global) => {
            let global = &program.globals[global];
            format!("&{}", global.source_name.as_ref().unwrap_or(&global.name))
        }
        ObjectKind::Stack => variable_at(program, found.made)
            .map_or_else(|| "a local".to_owned(), |variable| format!("&{}", variable.name)),
    };
    let label = match found.kind {
        ObjectKind::Global(_) | ObjectKind::Stack if offset > 0 => {
            member(program, state, (object, offset), c_type).unwrap_or_default()
        }
        ObjectKind::Global(_)
        | ObjectKind::Stack
        | ObjectKind::Heap
        | ObjectKind::Function(_)
        | ObjectKind::Arguments
        | ObjectKind::External
        | ObjectKind::VarArgs => String::new(),
    };
    match offset {
        _ if !label.is_empty() => name + &label,
        0 => name,
        1.. => format!("{name} + {offset}"),
        _ => format!("{name} - {}", offset.unsigned_abs()),
    }
}

/// Sizes of the members that pointers to no particular type are taken to point to, in this order.
const PLAIN_SIZES: [u64; 5] = [1, 2, 4, 8, 16];

/// The member or element of a variable that a pointer of this type points to: `.next`, `[3]`, also behind the end of an array. Of several
/// that begin there, the one of the type that it points to; where it points to no particular type, the smallest.
fn member(program: &Program, state: Here<'_, '_>, (object, offset): (ObjectId, i64), c_type: &str) -> Option<String> {
    let whole = state.memory.get(object)?.plain_size?;
    let (_, of_object, _) = describe(program, state, object)?;
    let at = u64::try_from(offset).ok()?;
    let pointee = c_type::pointee(c_type).and_then(|pointee| layout::size_of(program, &pointee));
    if let Some((_, length)) = c_type::array(c_type::bare(&of_object)).filter(|_| at >= whole && whole > 0) {
        let step = whole.checked_div(length).filter(|step| *step > 0 && at.is_multiple_of(*step))?;
        return Some(format!("[{}]", at / step));
    }
    let inside = |size: u64| layout::path_to(program, &of_object, whole, at, size);
    let (label, _) = pointee.into_iter().chain(PLAIN_SIZES).filter(|size| *size > 0).find_map(inside)?;
    Some(label)
}

/// What a user calls the `size` bytes at an offset into an object, and its C type; `None` if it is nothing of theirs. A heap block is of the
/// type that pointers to it have.
pub(super) fn part(
    program: &Program,
    state: Here<'_, '_>,
    (object, offset): (ObjectId, i64),
    size: u64,
    heap_type: Option<&str>,
) -> Option<(String, String)> {
    let found = state.memory.get(object)?;
    let whole = found.plain_size?;
    let (name, c_type) = match found.kind {
        ObjectKind::Function(_) | ObjectKind::Arguments | ObjectKind::External | ObjectKind::VarArgs => return None,
        ObjectKind::Heap => {
            (format!("({})", describe(program, state, object)?.0), heap_type.unwrap_or_default().to_owned())
        }
        ObjectKind::Global(_) | ObjectKind::Stack => {
            let (name, c_type, _) = describe(program, state, object)?;
            (name, c_type)
        }
    };
    let inside = u64::try_from(offset).ok().and_then(|at| layout::path_to(program, &c_type, whole, at, size));
    Some(match inside {
        Some((label, c_type)) if !c_type.is_empty() => (name + &label, c_type),
        Some(_) | None if offset == 0 && found.kind != ObjectKind::Heap => (name, c_type),
        Some(_) | None => (format!("{name}+{offset}"), c_type),
    })
}

/// Bytes of a text that are shown, and elements of anything else.
const MAX_TEXT: u64 = 64;
const MAX_ELEMENTS: usize = 8;

/// What an array or a structure holds, as C would write it: `"abc"`, `{1, 2, 3}`, `{.key = 1, .next = NULL}`; `None` if too little is
/// known of it.
pub(super) fn literal(
    program: &Program,
    state: Here<'_, '_>,
    (object, offset): (ObjectId, i64),
    size: u64,
    c_type: &str,
) -> Option<String> {
    let found = state.memory.get(object)?;
    let start = u64::try_from(offset).ok()?;
    let leaves = layout::leaves(program, c_type, size, MAX_ELEMENTS + 1);
    let mut parts = Vec::new();
    for leaf in leaves.iter().take(MAX_ELEMENTS) {
        let at = i64::try_from(start + leaf.offset).ok()?;
        let value = match leaf.kind {
            LeafKind::Scalar(ty) => show_memory(program, state, (object, at), ty, &leaf.c_type),
            LeafKind::Text => text(&found.contents, start + leaf.offset, leaf.size),
            LeafKind::Bytes => return None,
        };
        let value = value.unwrap_or_else(|| "?".to_owned());
        let is_element = leaf.label.starts_with('[') && !leaf.label.contains('.');
        parts.push(if leaf.label.is_empty() || is_element { value } else { format!("{} = {value}", leaf.label) });
    }
    match &leaves[..] {
        [] => None,
        [only] if only.label.is_empty() => parts.pop(),
        _ if leaves.len() > MAX_ELEMENTS => Some(format!("{{{}, ...}}", parts.join(", "))),
        _ => Some(format!("{{{}}}", parts.join(", "))),
    }
}

/// A string literal; `None` if nothing was written.
pub(super) fn text(contents: &Contents<Value>, offset: u64, size: u64) -> Option<String> {
    let bytes = bytes(contents, offset, size.min(MAX_TEXT + 1));
    if bytes.iter().all(Option::is_none) {
        return None;
    }
    let end = bytes.iter().position(|byte| *byte == Some(0));
    // What nobody has written behind it is no part of it.
    let written = bytes.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let shown = bytes[..end.unwrap_or(written)].iter().take(usize::try_from(MAX_TEXT).unwrap_or(usize::MAX));
    let shown: String = shown.map(|byte| byte.map_or("?".to_owned(), |byte| byte.escape_ascii().to_string())).collect();
    let rest = if end.is_none() && written == bytes.len() && size > MAX_TEXT { "..." } else { "" };
    Some(format!("\"{shown}\"{rest}"))
}

/// Bytes of memory up to its end; `None` for those that nobody has written, and for parts of pointers.
pub(super) fn bytes(contents: &Contents<Value>, offset: u64, n_bytes: u64) -> Vec<Option<u8>> {
    let byte = |at: u64| match contents.byte(offset + at) {
        ByteView::Plain(byte) => Some(byte),
        ByteView::Uninitialized | ByteView::Part { .. } => None,
    };
    (0..n_bytes.min(contents.size().saturating_sub(offset))).map(byte).collect()
}

/// An object of the user's: its name, its C type, and where it was made; `None` for what is not theirs.
pub(super) fn describe(
    program: &Program,
    state: Here<'_, '_>,
    object: ObjectId,
) -> Option<(String, String, Option<Loc>)> {
    let found = state.memory.get(object)?;
    match found.kind {
        ObjectKind::Global(global) if !program.globals[global].library => {
            let global = &program.globals[global];
            let name = global.source_name.as_ref().unwrap_or(&global.name).clone();
            Some((name, global.ty.clone(), program.source.get(global.loc)))
        }
        ObjectKind::Stack => {
            let variable = variable_at(program, found.made).filter(|variable| variable.is_named())?;
            (!program.functions[found.made.func].library)
                .then(|| (variable.name.clone(), variable.ty.clone(), program.source.get(variable.loc)))
        }
        ObjectKind::Heap => Some((block_name(program, found.made), String::new(), loc_of(program, found.made))),
        ObjectKind::Arguments => {
            Some((outside_name(program, found.made).to_owned(), String::new(), loc_of(program, found.made)))
        }
        ObjectKind::External => Some((external_name(program, found.made), String::new(), loc_of(program, found.made))),
        ObjectKind::Global(_) | ObjectKind::Function(_) | ObjectKind::VarArgs => None,
    }
}

fn external_name(program: &Program, made: Site) -> String {
    match loc_of(program, made) {
        Some(loc) => format!("external memory of line {}", loc.line),
        None => "external memory".to_owned(),
    }
}

fn block_name(program: &Program, made: Site) -> String {
    match loc_of(program, made) {
        Some(loc) => format!("block of line {}", loc.line),
        None => "block".to_owned(),
    }
}

fn loc_of(program: &Program, site: Site) -> Option<Loc> {
    program.source.get(program.functions[site.func].insts.get(site.inst)?.loc)
}

/// The variable whose memory the instruction makes.
fn variable_at(program: &Program, made: Site) -> Option<&Variable> {
    let function = &program.functions[made.func];
    let result = function.insts.get(made.inst)?.result?;
    function.vars.values().find(|variable| variable.home == VariableHome::Memory(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_go_by_their_type() {
        let minus_two = Bits::from_i64(32, -2);
        assert_eq!(integer(&minus_two, "int"), "-2");
        assert_eq!(integer(&minus_two, "enum e"), "-2");
        assert_eq!(integer(&minus_two, "const unsigned int"), "4294967294");
        assert_eq!(integer(&minus_two, "uint32_t"), "4294967294");
        assert_eq!(integer(&Bits::new(8, 97), "char[4]"), "97 'a'");
        assert_eq!(integer(&Bits::new(8, 10), "char"), "10");
        assert_eq!(integer(&Bits::new(1, 1), ""), "1");
    }
}

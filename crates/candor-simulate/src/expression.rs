//! Expressions that can be shown: `x`, `a[3]`, `*p`, `s.member`, `p->member`, and what they come to.

use candor_context_concrete::{ConcreteContext, Machine, Value};
use candor_evidence::{show_memory, show_value};
use candor_interp::object::{ByteView, View};
use candor_interp::{Frame, ObjectId, State, Thread};
use candor_ir::c_type::{self, Shape};
use candor_ir::{Bits, EntityRef, Layout, Member, Program, Scalar, VarId, Variable, VariableHome};

/// Elements of an array that are shown.
const MOST_ELEMENTS: u64 = 32;
/// A longer text is not shown.
const MOST_CHARACTERS: u64 = 200;

/// An active function of a thread, to look up names in.
#[derive(Copy, Clone)]
pub(crate) struct Scope<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) thread: &'m Thread<Value>,
    /// `None` where no function of the user's is active.
    pub(crate) frame: Option<(usize, &'m Frame<Value>)>,
}

/// What a name or an expression stands for.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Memory { object: ObjectId, offset: i64, c_type: String, size: Option<u64> },
    Register { value: Value, c_type: String },
}

type Here<'m> = &'m State<ConcreteContext<'static>>;

impl<'m> Scope<'m> {
    fn program(&self) -> &'m Program {
        &self.machine.image().program
    }

    fn state(&self) -> Here<'m> {
        self.machine.state()
    }

    fn pointer_bits(&self) -> u32 {
        self.program().target.pointer_bits
    }

    /// What the structure of a type is made of.
    fn layout(&self, c_type: &str) -> Option<&'m Layout> {
        self.program().source.layout(c_type::bare(c_type))
    }

    fn shape(&self, c_type: &str, size: Option<u64>) -> Shape {
        match self.layout(c_type) {
            Some(_) => Shape::Other,
            None => c_type::shape(c_type, size, self.pointer_bits()),
        }
    }

    fn size_of(&self, c_type: &str) -> Option<u64> {
        if let Some(layout) = self.layout(c_type) {
            return Some(layout.size);
        }
        match c_type::shape(c_type, None, self.pointer_bits()) {
            Shape::Array(length, element) => self.size_of(&element)?.checked_mul(length),
            Shape::Scalar(_) | Shape::Other => c_type::size_of(c_type, self.pointer_bits()),
        }
    }

    /// The variables of the function, in the order of their declaration.
    pub(crate) fn locals(&self) -> Vec<(VarId, &'m Variable)> {
        let Some((_, frame)) = self.frame else { return Vec::new() };
        self.program().functions[frame.func].vars.iter().filter(|(_, variable)| variable.is_named()).collect()
    }

    /// A variable of the function, if it has come into being.
    pub(crate) fn local(&self, var: VarId) -> Option<Found> {
        let (n_below, frame) = self.frame?;
        let variable = &self.program().functions[frame.func].vars[var];
        match variable.home {
            VariableHome::Memory(home) => {
                let (object, offset) = frame.regs.get(home.index())?.unmarked().as_ptr()?;
                let size = self.state().memory.get(object)?.plain_size;
                Some(Found::Memory { object, offset, c_type: variable.ty.clone(), size })
            }
            VariableHome::Registers => {
                let value = self.machine.variables().get(self.thread.id, n_below, frame.call_path, var)?;
                Some(Found::Register { value: value.clone(), c_type: variable.ty.clone() })
            }
        }
    }

    /// The global variables of the user's, by name.
    pub(crate) fn globals(&self) -> Vec<(String, Found)> {
        let program = self.program();
        let own = program.globals.iter().filter(|(_, global)| !global.library && global.init.is_some());
        let mut found: Vec<(String, Found)> = own
            .filter(|(_, global)| program.source.get(global.loc).is_some() && !is_compilers(&global.name))
            .filter_map(|(id, global)| {
                let own = self.thread.locals.iter().find(|(other, _)| *other == id).map(|(_, instance)| instance);
                let pointer = own.unwrap_or(&self.machine.image().global_pointers[id.index()]);
                let (object, offset) = pointer.unmarked().as_ptr()?;
                let name = global.source_name.as_ref().unwrap_or(&global.name).clone();
                let c_type = global.ty.clone();
                Some((name, Found::Memory { object, offset, c_type, size: Some(global.size) }))
            })
            .collect();
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        found
    }

    fn named(&self, name: &str) -> Result<Found, String> {
        // Of several variables of a name the one declared last is the innermost, as far as it exists.
        let locals = self.locals().into_iter().rev().filter(|(_, variable)| variable.name == name);
        let locals: Vec<VarId> = locals.map(|(var, _)| var).collect();
        if let Some(found) = locals.iter().find_map(|&var| self.local(var)) {
            return Ok(found);
        }
        if let Some((_, found)) = self.globals().into_iter().find(|(global, _)| global == name) {
            return Ok(found);
        }
        match locals.is_empty() {
            false => Err(format!("`{name}` has no value yet")),
            true => Err(format!("there is no variable `{name}` here; `locals` and `globals` list them")),
        }
    }

    /// What an expression stands for.
    pub(crate) fn evaluate(&self, text: &str) -> Result<Found, String> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix('*') {
            return self.dereference(&self.evaluate(rest)?, 0);
        }
        if let Some(rest) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return self.evaluate(rest);
        }
        let Some(inner) = text.strip_suffix(']') else { return self.evaluate_name(text) };
        let open = matching_bracket(inner).ok_or_else(|| format!("a bracket is missing in `{text}`"))?;
        let index = self.index(inner[open + 1..].trim())?;
        let base = self.evaluate(&inner[..open])?;
        self.element(&base, index)
    }

    /// A variable, or a member of what stands before the last `.` or `->`. Names of the compiler's have points in them, too.
    fn evaluate_name(&self, text: &str) -> Result<Found, String> {
        let named = match is_name(text) {
            true => self.named(text),
            false => Err(format!("`{text}` is no expression that can be shown; `help print` has examples")),
        };
        let (Err(_), Some(point)) = (&named, text.rfind('.').max(text.rfind("->").map(|arrow| arrow + 1))) else {
            return named;
        };
        let name = text[point + 1..].trim();
        if !is_name(name) {
            return named;
        }
        match text[..point].strip_suffix('-') {
            Some(pointer) => self.member(&self.dereference(&self.evaluate(pointer)?, 0)?, name),
            None => self.member(&self.evaluate(&text[..point])?, name),
        }
    }

    fn member(&self, structure: &Found, name: &str) -> Result<Found, String> {
        let c_type = structure.c_type();
        let layout = self.layout(c_type).ok_or_else(|| format!("the members of `{c_type}` are not known"))?;
        let member = layout.members.iter().find(|member| member.name == name);
        let member = member.ok_or_else(|| format!("`{c_type}` has no member `{name}`"))?;
        match structure {
            Found::Memory { object, offset, .. } => Ok(member_at(*object, *offset, member)),
            Found::Register { .. } => Err(format!("the value of `{c_type}` is in no memory")),
        }
    }

    /// A number, or a variable that holds one.
    fn index(&self, text: &str) -> Result<i64, String> {
        if let Ok(number) = text.parse() {
            return Ok(number);
        }
        let found = self.evaluate(text)?;
        let (value, ty) = self.value(&found).ok_or_else(|| format!("`{text}` is no number"))?;
        match ty {
            Scalar::Int(width) => Ok(value.bits(width).to_i64_wrapping()),
            Scalar::Ptr | Scalar::Float(_) => Err(format!("`{text}` is no number")),
        }
    }

    fn element(&self, base: &Found, index: i64) -> Result<Found, String> {
        let Found::Memory { object, offset, c_type, size } = base else { return self.dereference(base, index) };
        match self.shape(c_type, *size) {
            Shape::Array(length, element) => {
                if u64::try_from(index).is_ok_and(|index| index >= length) || index < 0 {
                    return Err(format!("there are {length} elements, numbered from 0"));
                }
                let bytes = size.and_then(|size| size.checked_div(length));
                let bytes = bytes.or_else(|| self.size_of(&element));
                let bytes = bytes.ok_or_else(|| format!("how large `{element}` is cannot be told"))?;
                Ok(at(*object, *offset, index, bytes, element))
            }
            Shape::Scalar(_) | Shape::Other => self.dereference(base, index),
        }
    }

    /// What a pointer points to, so many elements further on.
    fn dereference(&self, pointer: &Found, index: i64) -> Result<Found, String> {
        let c_type = pointer.c_type();
        let target = c_type::pointee(c_type).ok_or_else(|| format!("`{c_type}` is not a pointer"))?;
        let value = self.value(pointer).map(|(value, _)| value).ok_or("the pointer has no value yet")?;
        let Some((object, offset)) = value.unmarked().as_ptr() else {
            return Err("the pointer points to no object".to_owned());
        };
        match self.size_of(&target) {
            Some(bytes) => Ok(at(object, offset, index, bytes, target)),
            None if index == 0 => {
                let rest = self.state().memory.get(object).and_then(|found| found.plain_size);
                let rest = rest.and_then(|size| size.checked_sub(u64::try_from(offset).ok()?));
                Ok(Found::Memory { object, offset, c_type: target, size: rest })
            }
            None => Err(format!("how large `{target}` is cannot be told")),
        }
    }

    /// The value itself, where there is just one.
    fn value(&self, found: &Found) -> Option<(Value, Scalar)> {
        match found {
            Found::Register { value, c_type } => {
                let Shape::Scalar(ty) = self.shape(c_type, None) else { return None };
                Some((value.clone(), ty))
            }
            Found::Memory { object, offset, c_type, size } => {
                let Shape::Scalar(ty) = self.shape(c_type, *size) else { return None };
                let bytes = self.program().target.store_bytes(ty);
                let found = self.state().memory.get(*object)?;
                let value = match found.contents.view(u64::try_from(*offset).ok()?, bytes, self.program().target.endian)
                {
                    View::Plain(word) => Value::from_bits(&Bits::new(ty.width(self.pointer_bits()), word)),
                    View::Cell(value) => value.clone(),
                    View::Mixed => return None,
                };
                Some((value, ty))
            }
        }
    }

    /// As C would write it; where there are characters, also as text.
    pub(crate) fn show(&self, found: &Found) -> String {
        match self.text(found) {
            Some(text) => format!("{} {text:?}", self.show_plainly(found)),
            None => self.show_plainly(found),
        }
    }

    /// The same, and behind a pointer what it points to.
    pub(crate) fn show_all(&self, found: &Found) -> String {
        let shown = self.show(found);
        match self.pointed(found) {
            Some(target) => format!("{shown} -> {target}"),
            None => shown,
        }
    }

    fn pointed(&self, found: &Found) -> Option<String> {
        if c_type::pointee(found.c_type())? == "char" {
            return None;
        }
        let target = self.dereference(found, 0).ok()?;
        let Found::Memory { object, offset, c_type, size } = &target else { return None };
        let whole = self.state().memory.get(*object).filter(|memory| memory.live)?.plain_size?;
        let end = u64::try_from(*offset).ok()?.checked_add(self.size_of(c_type)?)?;
        let is_known = end <= whole && (self.shape(c_type, *size) != Shape::Other || self.layout(c_type).is_some());
        is_known.then(|| self.show_plainly(&target))
    }

    /// The text that a pointer to characters points to.
    fn text(&self, found: &Found) -> Option<String> {
        if c_type::pointee(found.c_type())? != "char" {
            return None;
        }
        let (object, offset, _) = self.target(found).ok()?;
        let memory = self.state().memory.get(object).filter(|memory| memory.live)?;
        let start = u64::try_from(offset).ok()?;
        let mut text = String::new();
        for at in start..memory.plain_size?.min(start.saturating_add(MOST_CHARACTERS)) {
            match memory.contents.byte(at) {
                ByteView::Plain(0) => return Some(text),
                ByteView::Plain(byte) if byte.is_ascii() => text.push(char::from(byte)),
                ByteView::Plain(_) | ByteView::Uninitialized | ByteView::Part { .. } => return None,
            }
        }
        None
    }

    fn show_plainly(&self, found: &Found) -> String {
        match found {
            Found::Register { value, c_type } => {
                let shape = self.shape(c_type, None);
                let ty = match (shape, value.as_ptr()) {
                    (Shape::Scalar(ty), _) => ty,
                    (_, Some(_)) => Scalar::Ptr,
                    (_, None) => Scalar::Int(64),
                };
                show_value(self.program(), self.state(), value, ty, c_type).unwrap_or_else(nothing)
            }
            Found::Memory { object, offset, c_type, size } => self.show_memory(*object, *offset, c_type, *size),
        }
    }

    fn show_memory(&self, object: ObjectId, offset: i64, c_type: &str, size: Option<u64>) -> String {
        let Some(found) = self.state().memory.get(object) else { return "gone".to_owned() };
        if !found.live {
            return "gone".to_owned();
        }
        match self.shape(c_type, size) {
            Shape::Scalar(ty) => {
                show_memory(self.program(), self.state(), (object, offset), ty, c_type).unwrap_or_else(nothing)
            }
            Shape::Array(length, element) => {
                let bytes = size.and_then(|size| size.checked_div(length));
                let Some(bytes) = bytes.or_else(|| self.size_of(&element)) else {
                    return format!("{length} of `{element}`");
                };
                self.show_array(object, offset, length, bytes, &element)
            }
            Shape::Other => match (self.layout(c_type), size) {
                (Some(layout), _) => self.show_structure(object, offset, layout),
                (None, Some(size)) => format!("{size} bytes; `memory` shows them"),
                (None, None) => "an object; `memory` shows it".to_owned(),
            },
        }
    }

    fn show_structure(&self, object: ObjectId, offset: i64, layout: &Layout) -> String {
        let member = |member: &Member| match member_at(object, offset, member) {
            Found::Memory { object, offset, c_type, size } => {
                format!("{} = {}", member.name, self.show_memory(object, offset, &c_type, size))
            }
            Found::Register { .. } => String::new(),
        };
        let members: Vec<String> = layout.members.iter().map(member).collect();
        format!("{{{}}}", members.join(", "))
    }

    fn show_array(&self, object: ObjectId, offset: i64, length: u64, bytes: u64, element: &str) -> String {
        let shown = length.min(MOST_ELEMENTS);
        let one = |index: u64| {
            let index = i64::try_from(index).unwrap_or(0);
            match at(object, offset, index, bytes, element.to_owned()) {
                Found::Memory { object, offset, c_type, size } => self.show_memory(object, offset, &c_type, size),
                Found::Register { .. } => String::new(),
            }
        };
        let mut elements: Vec<String> = (0..shown).map(one).collect();
        if shown < length {
            elements.push(format!("and {} more", length - shown));
        }
        format!("{{{}}}", elements.join(", "))
    }

    /// Where an expression's bytes lie: those of the object itself, or of what a pointer in a register points to.
    pub(crate) fn bytes_of(&self, found: &Found) -> Result<(ObjectId, i64, Option<u64>), String> {
        match found {
            Found::Memory { object, offset, c_type, size } => {
                match self.shape(c_type, *size) {
                    // Of a pointer, what it points to is of more interest than its own bytes.
                    Shape::Scalar(Scalar::Ptr) => self.target(found),
                    _ => Ok((*object, *offset, *size)),
                }
            }
            Found::Register { .. } => self.target(found),
        }
    }

    fn target(&self, pointer: &Found) -> Result<(ObjectId, i64, Option<u64>), String> {
        let value = self.value(pointer).map(|(value, _)| value);
        let place = value.as_ref().and_then(|value| value.unmarked().as_ptr());
        place.map(|(object, offset)| (object, offset, None)).ok_or_else(|| "it is in no memory".to_owned())
    }
}

impl Found {
    fn c_type(&self) -> &str {
        match self {
            Found::Memory { c_type, .. } | Found::Register { c_type, .. } => c_type,
        }
    }
}

/// Strings have no names in the source, and the name of a function is no variable of the user's.
fn is_compilers(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("__PRETTY_FUNCTION__") || name.starts_with("__func__")
}

fn nothing() -> String {
    "uninitialised".to_owned()
}

fn at(object: ObjectId, offset: i64, index: i64, bytes: u64, c_type: String) -> Found {
    let step = i64::try_from(bytes).unwrap_or(i64::MAX);
    Found::Memory { object, offset: offset.wrapping_add(index.wrapping_mul(step)), c_type, size: Some(bytes) }
}

fn member_at(object: ObjectId, offset: i64, member: &Member) -> Found {
    let offset = offset.wrapping_add(i64::try_from(member.offset).unwrap_or(i64::MAX));
    Found::Memory { object, offset, c_type: member.ty.clone(), size: Some(member.size) }
}

fn is_name(text: &str) -> bool {
    let is_first = text.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    is_first && text.chars().all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '.')
}

/// Where the bracket was opened that this text has closed.
fn matching_bracket(inner: &str) -> Option<usize> {
    let mut depth = 0;
    for (idx, char) in inner.char_indices().rev() {
        match char {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(idx),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

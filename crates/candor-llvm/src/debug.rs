//! Debug info: where instructions stand in the source, what variables are called, where they live and what type they have.

use candor_ir::{FileId, Layout, Loc, LocId, Member, Operand, SourceFile, Variable, VariableHome};

use crate::body::Body;
use crate::linker::{Linker, Origin};
use crate::llvm::{DbgRecord, DbgRecordKind, Metadata, Value};

/// DWARF's numbers for the types that C has.
mod tag {
    pub(super) const ARRAY: u16 = 0x01;
    pub(super) const ENUM: u16 = 0x04;
    pub(super) const MEMBER: u16 = 0x0d;
    pub(super) const POINTER: u16 = 0x0f;
    pub(super) const STRUCT: u16 = 0x13;
    pub(super) const SUBROUTINE: u16 = 0x15;
    pub(super) const TYPEDEF: u16 = 0x16;
    pub(super) const UNION: u16 = 0x17;
    pub(super) const CONST: u16 = 0x26;
    pub(super) const VOLATILE: u16 = 0x35;
    pub(super) const RESTRICT: u16 = 0x37;
    pub(super) const ATOMIC: u16 = 0x47;
}

/// The position of an instruction. Of inlined code it is the innermost one.
pub(crate) fn inst_loc(cx: &mut Linker, inst: Value) -> LocId {
    inst.debug_loc().map_or(LocId::NOWHERE, |loc| loc_of(cx, loc))
}

fn loc_of(cx: &mut Linker, loc: Metadata) -> LocId {
    if let Some(&id) = cx.locs.get(&loc) {
        return id;
    }
    let (line, column, scope) = loc.location();
    let file = scope.and_then(Metadata::scope_file).map(|file| file_of(cx, file));
    let id = match file {
        // Line 0 is what the compiler says when it does not know.
        Some(file) if line != 0 => cx.program.source.add(Loc { file, line, column }),
        _ => LocId::NOWHERE,
    };
    cx.locs.insert(loc, id);
    id
}

fn file_of(cx: &mut Linker, file: Metadata) -> FileId {
    if let Some(&id) = cx.files.get(&file) {
        return id;
    }
    let (directory, name) = file.file_path();
    let is_relative = !name.starts_with('/') && !directory.is_empty();
    let path = if is_relative { format!("{directory}/{name}") } else { name };
    let id = cx.program.source.add_file(SourceFile { path, library: cx.origin == Origin::Library });
    cx.files.insert(file, id);
    id
}

pub(crate) fn function_loc(cx: &mut Linker, function: Value) -> LocId {
    let Some(subprogram) = function.subprogram() else {
        return LocId::NOWHERE;
    };
    match subprogram.scope_file() {
        Some(file) => {
            let file = file_of(cx, file);
            cx.program.source.add(Loc { file, line: subprogram.subprogram_line(), column: 0 })
        }
        None => LocId::NOWHERE,
    }
}

/// What the source says about a global.
pub(crate) struct GlobalSource {
    pub(crate) name: Option<String>,
    pub(crate) ty: String,
    pub(crate) loc: LocId,
}

pub(crate) fn global_source(cx: &mut Linker, global: Value) -> GlobalSource {
    let Some(variable) = global.global_variable() else {
        return GlobalSource { name: None, ty: String::new(), loc: LocId::NOWHERE };
    };
    let name = Some(variable.variable_name()).filter(|name| !name.is_empty());
    let ty = type_name(cx, variable.variable_type());
    GlobalSource { name, ty, loc: variable_loc(cx, variable, /* column */ 0) }
}

fn variable_loc(cx: &mut Linker, variable: Metadata, column: u32) -> LocId {
    let line = variable.variable_line();
    match variable.variable_file() {
        Some(file) if line != 0 => {
            let file = file_of(cx, file);
            cx.program.source.add(Loc { file, line, column })
        }
        _ => LocId::NOWHERE,
    }
}

/// Copies the debug records that stand before an instruction.
pub(crate) fn copy_records(body: &mut Body<'_>, inst: Value) {
    for record in inst.debug_records() {
        match record.kind() {
            DbgRecordKind::Label => {}
            DbgRecordKind::Declare => copy_declare(body, record),
            DbgRecordKind::Value => copy_value(body, record),
        }
    }
}

fn copy_declare(body: &mut Body<'_>, record: DbgRecord) {
    let (Some(variable), Some(value)) = (record.variable(), record.value()) else {
        return;
    };
    // Without a line it is the compiler's own, such as the length of an array.
    let is_ours = variable.variable_line() == 0;
    if is_ours || !record.expression_is_plain() || body.variables.contains_key(&variable) {
        return;
    }
    if let Ok(Operand::Value(address)) = body.known_scalar(value) {
        add_variable(body, record, variable, VariableHome::Memory(address));
    }
}

fn copy_value(body: &mut Body<'_>, record: DbgRecord) {
    let (Some(variable), Some(value)) = (record.variable(), record.value()) else {
        return;
    };
    if !record.expression_is_plain() {
        return;
    }
    let Ok(value) = body.known_scalar(value) else { return };
    if !body.variables.contains_key(&variable) {
        add_variable(body, record, variable, VariableHome::Registers);
    }
    let var = body.variables[&variable];
    let Some((block, position)) = body.position() else {
        return;
    };
    body.debug_values.push((block, position, var, value));
}

fn add_variable(body: &mut Body<'_>, record: DbgRecord, variable: Metadata, home: VariableHome) {
    let loc = match record.debug_loc() {
        Some(loc) => {
            let (_, column, _) = loc.location();
            variable_loc(body.cx, variable, column)
        }
        None => variable_loc(body.cx, variable, 0),
    };
    // A name may hide that it is a pointer, and what to: `handler h` points to a function, `handle h` to void.
    let declared = variable.variable_type();
    let pointee_bytes = declared.and_then(pointee_bytes);
    let hidden = declared.and_then(bare).filter(|ty| ty.tag() == tag::POINTER && pointee_bytes.is_none());
    let ty = type_name(body.cx, hidden.or(declared));
    let (name, param) = (variable.variable_name(), variable.variable_arg());
    let var = body.func.vars.push(Variable { name, ty, loc, home, param, pointee_bytes });
    body.variables.insert(variable, var);
}

/// What a pointer points to, in bytes, if that is a complete type.
fn pointee_bytes(ty: Metadata) -> Option<u64> {
    let ty = bare(ty)?;
    let target = (ty.tag() == tag::POINTER).then(|| ty.base_type())??;
    let bytes = bare(target)?.type_bits() / 8;
    (bytes > 0).then_some(bytes)
}

/// The type behind its names and qualifiers; `None` is void, or a type of a broken file that never ends.
fn bare(mut ty: Metadata) -> Option<Metadata> {
    const MOST_LAYERS: u32 = 100;
    for _ in 0..MOST_LAYERS {
        match ty.tag() {
            tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => ty = ty.base_type()?,
            _ => return Some(ty),
        }
    }
    None
}

/// A type as C writes it where no variable is named, such as `int (*)(char *)`.
fn type_name(cx: &mut Linker, ty: Option<Metadata>) -> String {
    let Some(ty) = ty else { return "void".to_owned() };
    if let Some(name) = cx.type_names.get(&ty) {
        return name.clone();
    }
    let name = spell(Some(ty), String::new());
    cx.type_names.insert(ty, name.clone());
    copy_layouts(cx, ty);
    name
}

/// Copies what the structures are made of that a type is about.
fn copy_layouts(cx: &mut Linker, ty: Metadata) {
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        if !cx.types_seen.insert(ty) {
            continue;
        }
        match ty.tag() {
            tag::STRUCT | tag::UNION => {
                add_layout(cx, &spell(Some(ty), String::new()), ty);
                waiting.extend(ty.elements().into_iter().flatten().filter_map(Metadata::base_type));
            }
            tag::TYPEDEF => {
                let target = bare(ty).filter(|target| matches!(target.tag(), tag::STRUCT | tag::UNION));
                if let Some(target) = target {
                    add_layout(cx, &ty.type_name(), target);
                }
                waiting.extend(ty.base_type());
            }
            tag::POINTER | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC | tag::ARRAY => {
                waiting.extend(ty.base_type());
            }
            // What is called has no layout, and the rest is made of nothing.
            _ => {}
        }
    }
}

fn add_layout(cx: &mut Linker, name: &str, structure: Metadata) {
    let mut members = Vec::new();
    add_members(&mut members, structure, 0, 0);
    if !members.is_empty() {
        cx.program.source.add_layout(name, Layout { size: structure.type_bits() / 8, members });
    }
}

/// Adds the members of a structure that lies so many bytes inside of another.
fn add_members(members: &mut Vec<Member>, structure: Metadata, start: u64, depth: u32) {
    const MOST_NESTED: u32 = 20;
    for member in structure.elements().into_iter().flatten().filter(|member| member.tag() == tag::MEMBER) {
        let Some(base) = member.base_type().filter(|_| depth < MOST_NESTED) else { continue };
        let (name, bits, at) = (member.type_name(), member.type_bits(), member.offset_bits());
        // A bit-field is smaller than its type.
        if bits % 8 != 0 || at % 8 != 0 || bare(base).is_none_or(|bare| bare.type_bits() != bits) {
            continue;
        }
        let offset = start + at / 8;
        match name.is_empty() {
            true => add_members(members, bare(base).unwrap_or(base), offset, depth + 1),
            false => members.push(Member { name, ty: spell(Some(base), String::new()), offset, size: bits / 8 }),
        }
    }
}

/// `declarator` is what stands around the variable so far: `*` for a pointer, `[4]` for an array.
fn spell(ty: Option<Metadata>, declarator: String) -> String {
    let Some(ty) = ty else { return join("void", &declarator) };
    match ty.tag() {
        tag::POINTER => spell_pointer(ty.base_type(), declarator),
        tag::CONST => spell_qualified(ty, "const", declarator),
        tag::VOLATILE => spell_qualified(ty, "volatile", declarator),
        tag::RESTRICT => spell(ty.base_type(), declarator),
        tag::ATOMIC => spell_qualified(ty, "_Atomic", declarator),
        tag::ARRAY => {
            let dimensions = dimensions(ty);
            spell(ty.base_type(), format!("{declarator}{dimensions}"))
        }
        tag::SUBROUTINE => spell_function(ty, declarator),
        tag::STRUCT => join(&tagged("struct", &ty.type_name()), &declarator),
        tag::UNION => join(&tagged("union", &ty.type_name()), &declarator),
        tag::ENUM => join(&tagged("enum", &ty.type_name()), &declarator),
        _ => match ty.type_name() {
            name if name.is_empty() => spell(ty.base_type(), declarator),
            name => join(&name, &declarator),
        },
    }
}

fn join(name: &str, declarator: &str) -> String {
    match declarator.chars().next() {
        None => name.to_owned(),
        Some('[') => format!("{name}{declarator}"),
        Some(_) => format!("{name} {declarator}"),
    }
}

fn tagged(keyword: &str, name: &str) -> String {
    if name.is_empty() { format!("{keyword} {{...}}") } else { format!("{keyword} {name}") }
}

fn spell_pointer(base: Option<Metadata>, declarator: String) -> String {
    let needs_parentheses = base.is_some_and(|base| matches!(base.tag(), tag::ARRAY | tag::SUBROUTINE));
    spell(base, if needs_parentheses { format!("(*{declarator})") } else { format!("*{declarator}") })
}

fn spell_qualified(ty: Metadata, qualifier: &str, declarator: String) -> String {
    let base = ty.base_type();
    if base.is_some_and(|base| base.tag() == tag::POINTER) {
        let declarator = if declarator.is_empty() { qualifier.to_owned() } else { format!("{qualifier} {declarator}") };
        return spell(base, declarator);
    }
    format!("{qualifier} {}", spell(base, declarator))
}

fn dimensions(ty: Metadata) -> String {
    let lengths = ty.elements().into_iter().map(|range| range.and_then(Metadata::subrange_len));
    lengths.map(|len| len.map_or("[]".to_owned(), |len| format!("[{len}]"))).collect()
}

fn spell_function(ty: Metadata, declarator: String) -> String {
    let elements = ty.elements();
    let result = elements.first().copied().flatten();
    let params: Vec<String> = elements
        .iter()
        .skip(1)
        .map(|param| match param {
            Some(param) => spell(Some(*param), String::new()),
            // A missing type after the first one stands for `...`.
            None => "...".to_owned(),
        })
        .collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    spell(result, format!("{declarator}({params})"))
}

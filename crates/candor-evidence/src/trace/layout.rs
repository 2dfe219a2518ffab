//! Layouts: which members and elements an object consists of, by its C type.

use candor_ir::c_type::{self, Shape};
use candor_ir::{Layout, Program, Scalar};

/// A part of an object that is shown as one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) offset: u64,
    pub(super) size: u64,
    /// `.next`, `[3].key`; empty for the whole.
    pub(super) label: String,
    pub(super) c_type: String,
    pub(super) kind: LeafKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum LeafKind {
    Scalar(Scalar),
    /// An array of characters.
    Text,
    /// Of a type that nobody knows.
    Bytes,
}

/// The parts of an object, at most so many.
pub(super) fn leaves(program: &Program, c_type: &str, size: u64, most: usize) -> Vec<Leaf> {
    let mut found = Vec::new();
    add_leaves(
        program,
        &Leaf { offset: 0, size, label: String::new(), c_type: c_type.to_owned(), kind: LeafKind::Bytes },
        most,
        &mut found,
    );
    found
}

fn add_leaves(program: &Program, whole: &Leaf, most: usize, found: &mut Vec<Leaf>) {
    if found.len() >= most || whole.size == 0 {
        return;
    }
    let inside = |offset: u64, size: u64, label: &str, c_type: &str| Leaf {
        offset: whole.offset + offset,
        size,
        label: format!("{}{label}", whole.label),
        c_type: c_type.to_owned(),
        kind: LeafKind::Bytes,
    };
    match shape(program, &whole.c_type, whole.size) {
        Shape::Scalar(ty) if program.target.store_bytes(ty) == whole.size => {
            found.push(Leaf { kind: LeafKind::Scalar(ty), ..whole.clone() });
        }
        Shape::Array(_, element) if c_type::is_char(&element) => {
            found.push(Leaf { kind: LeafKind::Text, ..whole.clone() });
        }
        Shape::Array(length, element) if length > 0 && whole.size.is_multiple_of(length) => {
            let size = whole.size / length;
            for idx in (0..length).take(most) {
                add_leaves(program, &inside(idx * size, size, &format!("[{idx}]"), &element), most, found);
            }
        }
        Shape::Scalar(_) | Shape::Array(..) | Shape::Other => match layout(program, &whole.c_type, whole.size) {
            Some(layout) => {
                for member in &layout.members {
                    let label = format!(".{}", member.name);
                    add_leaves(program, &inside(member.offset, member.size, &label, &member.ty), most, found);
                }
            }
            None => found.push(whole.clone()),
        },
    }
}

/// What a user calls the `size` bytes at an offset into something of a type, as in `[3].key`, and the type of that; `None` if they
/// are no part of it.
pub(super) fn path_to(program: &Program, c_type: &str, whole: u64, offset: u64, size: u64) -> Option<(String, String)> {
    let is_all = offset == 0 && size == whole;
    match shape(program, c_type, whole) {
        Shape::Array(length, element) if length > 0 && whole.is_multiple_of(length) && whole > 0 => {
            let step = whole / length;
            if offset >= whole {
                return None;
            }
            match path_to(program, &element, step, offset % step, size) {
                Some((label, inner)) => Some((format!("[{}]{label}", offset / step), inner)),
                // Several elements at once: the array, if it is from the first one on.
                None if size > step && size.is_multiple_of(step) && offset == 0 && size <= whole => {
                    Some((String::new(), c_type.to_owned()))
                }
                None => None,
            }
        }
        Shape::Scalar(_) | Shape::Array(..) | Shape::Other => match layout(program, c_type, whole) {
            Some(layout) => {
                let covers = |at: u64, n_bytes: u64| at <= offset && offset + size <= at + n_bytes;
                let member = layout.members.iter().find(|member| covers(member.offset, member.size));
                let inner = member.and_then(|member| {
                    let (label, c_type) = path_to(program, &member.ty, member.size, offset - member.offset, size)?;
                    Some((format!(".{}{label}", member.name), c_type))
                });
                inner.or_else(|| is_all.then(|| (String::new(), c_type.to_owned())))
            }
            None => is_all.then(|| (String::new(), c_type.to_owned())),
        },
    }
}

/// The type of a block of so many bytes to which a pointer to this type points: one of them, or an array; `None` if that says nothing.
pub(super) fn repeated(program: &Program, pointee: &str, size: u64) -> Option<String> {
    let bare = c_type::bare(pointee);
    let one = size_of(program, bare).filter(|one| *one > 0)?;
    match size / one {
        0 => None,
        1 if size == one && !c_type::is_char(bare) => Some(bare.to_owned()),
        // The rest is behind what any element covers.
        _ if !size.is_multiple_of(one) || bare.contains('[') || c_type::has_declarator(bare) => None,
        length => Some(format!("{bare}[{length}]")),
    }
}

/// How many bytes a type has.
pub(super) fn size_of(program: &Program, c_type: &str) -> Option<u64> {
    let bare = c_type::bare(c_type);
    if let Some(layout) = program.source.layout(bare) {
        return Some(layout.size);
    }
    match c_type::array(bare) {
        Some((element, length)) => size_of(program, &element)?.checked_mul(length),
        None => c_type::size_of(bare, program.target.pointer_bits),
    }
}

fn shape(program: &Program, c_type: &str, size: u64) -> Shape {
    match layout(program, c_type, size) {
        Some(_) => Shape::Other,
        None => c_type::shape(c_type, Some(size), program.target.pointer_bits),
    }
}

/// The members of a structure of the user's. What a type of the system consists of, such as `pthread_mutex_t`, has names that are
/// reserved, and is nobody's business.
fn layout<'p>(program: &'p Program, c_type: &str, size: u64) -> Option<&'p Layout> {
    let is_own = |layout: &&Layout| !layout.members.iter().any(|member| member.name.starts_with("__"));
    program.source.layout(c_type::bare(c_type)).filter(|layout| layout.size == size).filter(is_own)
}

#[cfg(test)]
mod tests {
    use candor_ir::{Endian, Member, Target};

    use super::*;

    fn program() -> Program {
        let (data_layout, triple) = (String::new(), String::new());
        let mut program = Program::new(Target { pointer_bits: 64, endian: Endian::Little, data_layout, triple });
        let member = |name: &str, ty: &str, offset, size| Member { name: name.into(), ty: ty.into(), offset, size };
        let members =
            vec![member("key", "int", 0, 4), member("name", "char[4]", 4, 4), member("next", "struct s *", 8, 8)];
        program.source.add_layout("struct s", Layout { size: 16, members });
        program.source.add_layout("lock_t", Layout { size: 4, members: vec![member("__word", "int", 0, 4)] });
        program
    }

    fn path(c_type: &str, whole: u64, offset: u64, size: u64) -> Option<String> {
        path_to(&program(), c_type, whole, offset, size).map(|(label, _)| label)
    }

    #[test]
    fn elements_have_an_index_and_members_a_name() {
        assert_eq!(path("int[10]", 40, 12, 4).as_deref(), Some("[3]"));
        assert_eq!(path("int[10]", 40, 12, 2), None);
        assert_eq!(path("int[10]", 40, 2, 4), None);
        assert_eq!(path("int[10]", 40, 40, 4), None);
        assert_eq!(path("int[2][5]", 40, 32, 4).as_deref(), Some("[1][3]"));
        assert_eq!(path("int[10]", 40, 0, 8).as_deref(), Some(""));
        assert_eq!(path("int[10]", 40, 4, 8), None);
        assert_eq!(path("int[10]", 40, 0, 44), None);
        assert_eq!(path("struct s[2]", 32, 20, 3).as_deref(), Some("[1].name"));
        assert_eq!(path("int[]", 40, 12, 4), None);
        assert_eq!(path("int", 4, 0, 4).as_deref(), Some(""));
        assert_eq!(path("struct s", 16, 0, 4).as_deref(), Some(".key"));
        assert_eq!(path("struct s", 16, 0, 16).as_deref(), Some(""));
        assert_eq!(path("const struct s[2]", 32, 24, 8).as_deref(), Some("[1].next"));
        assert_eq!(path("struct s", 16, 6, 1).as_deref(), Some(".name[2]"));
        assert_eq!(path("lock_t", 4, 0, 4).as_deref(), Some(""));
        assert_eq!(path("lock_t", 4, 2, 1), None);
    }

    #[test]
    fn objects_consist_of_what_is_shown_as_one_value() {
        let labels = |c_type: &str, size| -> Vec<String> {
            leaves(&program(), c_type, size, 5).into_iter().map(|leaf| leaf.label).collect()
        };
        assert_eq!(labels("struct s[2]", 32), ["[0].key", "[0].name", "[0].next", "[1].key", "[1].name"]);
        assert_eq!(labels("char[100]", 100), [""]);
        assert_eq!(labels("", 7), [""]);
    }

    #[test]
    fn blocks_are_what_pointers_to_them_say() {
        let of = |pointee: &str, size| repeated(&program(), pointee, size);
        assert_eq!(of("struct s", 16).as_deref(), Some("struct s"));
        assert_eq!(of("const struct s", 48).as_deref(), Some("struct s[3]"));
        assert_eq!(of("char", 1).as_deref(), Some("char[1]"));
        assert_eq!((of("struct s", 8), of("struct s", 17), of("void", 8), of("", 8)), (None, None, None, None));
    }
}

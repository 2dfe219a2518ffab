//! C types as debug information spells them, such as `const unsigned char[4]`: all that is known of a type by its name.

use candor_bits::{FloatKind, Scalar};

/// What a C type is, as far as its name tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Scalar(Scalar),
    /// So many of an element type.
    Array(u64, String),
    /// A structure, or a name that is not known.
    Other,
}

/// The shape of a type of this many bytes, if that is known.
pub fn shape(c_type: &str, size: Option<u64>, pointer_bits: u32) -> Shape {
    let bare = bare(c_type);
    if let Some((element, length)) = array(bare) {
        return Shape::Array(length, element);
    }
    if is_pointer(bare) {
        return Shape::Scalar(Scalar::Ptr);
    }
    if let Some(kind) = float(bare) {
        return Shape::Scalar(Scalar::Float(kind));
    }
    let is_structure = bare.starts_with("struct ") || bare.starts_with("union ");
    let bytes = size_of(bare, pointer_bits).or(size.filter(|_| !is_structure && !bare.starts_with("pthread_")));
    match bytes {
        Some(bytes @ (1 | 2 | 4 | 8 | 16)) => Shape::Scalar(Scalar::Int(u32::try_from(bytes * 8).unwrap_or(8))),
        _ => Shape::Other,
    }
}

/// The type without words that do not change its values.
pub fn bare(c_type: &str) -> &str {
    let mut bare = c_type.trim();
    loop {
        let before = bare;
        for word in ["const ", "volatile ", "_Atomic ", "static "] {
            bare = bare.strip_prefix(word).unwrap_or(bare).trim_start();
        }
        if let Some(inside) = bare.strip_prefix("_Atomic(").and_then(|rest| rest.strip_suffix(')')) {
            bare = inside;
        }
        for word in [" const", " volatile", " restrict"] {
            bare = bare.strip_suffix(word).unwrap_or(bare).trim_end();
        }
        if bare == before {
            return bare;
        }
    }
}

/// The format of a floating-point type.
pub fn float(c_type: &str) -> Option<FloatKind> {
    match bare(c_type) {
        "float" => Some(FloatKind::Single),
        "double" => Some(FloatKind::Double),
        "long double" => Some(FloatKind::X87),
        _ => None,
    }
}

pub fn is_pointer(c_type: &str) -> bool {
    bare(c_type).ends_with('*') || has_declarator(c_type)
}

/// Whether it is a pointer to a function or to an array, the star of which stands in parentheses.
pub fn has_declarator(c_type: &str) -> bool {
    c_type.contains("(*")
}

/// Whether it is a pointer to a function: parameters stand behind the parentheses of its star.
pub fn points_to_function(c_type: &str) -> bool {
    let behind = c_type.split_once("(*").and_then(|(_, rest)| rest.split_once(')'));
    behind.is_some_and(|(_, rest)| rest.starts_with('('))
}

/// Words that integer types are made of.
const WORDS: [&str; 8] = ["char", "short", "int", "long", "signed", "unsigned", "_Bool", "__int128"];
/// Other names of integer types that everybody knows.
const UNSIGNED: [&str; 20] = [
    "bool",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "ullong",
    "u8",
    "u16",
    "u32",
    "u64",
    "u_char",
    "u_short",
    "u_int",
    "u_long",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uintptr_t",
    "size_t",
];
const SIGNED: [&str; 8] = ["schar", "int8_t", "int16_t", "int32_t", "int64_t", "intptr_t", "ssize_t", "ptrdiff_t"];

/// Whether numbers of a type are signed; `None` for what is no integer type, and for names that a program gave to types.
pub fn is_signed(c_type: &str) -> Option<bool> {
    let bare = bare(c_type);
    let name = bare.strip_prefix("atomic_").unwrap_or(bare);
    if name.split(' ').all(|word| WORDS.contains(&word)) {
        return Some(!name.split(' ').any(|word| word == "unsigned" || word == "_Bool"));
    }
    let is_unsigned = UNSIGNED.contains(&name);
    (is_unsigned || SIGNED.contains(&name)).then_some(!is_unsigned)
}

/// Whether it is a type of characters.
pub fn is_char(c_type: &str) -> bool {
    matches!(bare(c_type), "char" | "signed char" | "unsigned char")
}

/// What an array, of arrays perhaps, has in the end; other types themselves.
pub fn innermost(c_type: &str) -> String {
    let mut element = c_type.to_owned();
    while let Some((inner, _)) = array(bare(&element)) {
        element = inner;
    }
    element
}

/// `int[2][3]` is two of `int[3]`.
pub fn array(bare: &str) -> Option<(String, u64)> {
    if has_declarator(bare) {
        return None;
    }
    let (element, rest) = bare.split_once('[')?;
    let (length, rest) = rest.split_once(']')?;
    Some((format!("{}{rest}", element.trim_end()), length.parse().ok()?))
}

/// The element type of a pointer.
pub fn pointee(c_type: &str) -> Option<String> {
    Some(bare(c_type).strip_suffix('*')?.trim_end().to_owned())
}

/// Sizes of types whose names everybody knows.
pub fn size_of(c_type: &str, pointer_bits: u32) -> Option<u64> {
    let word = u64::from(pointer_bits / 8);
    let bare = bare(c_type);
    if bare.ends_with('*') {
        return Some(word);
    }
    if let Some((element, length)) = array(bare) {
        return Some(size_of(&element, pointer_bits)? * length);
    }
    let size = match bare.strip_prefix("atomic_").unwrap_or(bare) {
        "char" | "signed char" | "unsigned char" | "schar" | "uchar" | "int8_t" | "uint8_t" | "_Bool" | "bool" => 1,
        "short" | "unsigned short" | "ushort" | "int16_t" | "uint16_t" => 2,
        "int" | "unsigned int" | "unsigned" | "uint" | "int32_t" | "uint32_t" | "float" => 4,
        "long" | "unsigned long" | "ulong" | "size_t" | "ssize_t" | "intptr_t" | "uintptr_t" | "ptrdiff_t" => word,
        "pthread_t" => word,
        "long long" | "unsigned long long" | "int64_t" | "uint64_t" | "double" => 8,
        other if other.starts_with("enum ") => 4,
        _ => return None,
    };
    Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_shapes() {
        let int = |bits| Shape::Scalar(Scalar::Int(bits));
        let shape = |c_type: &str| shape(c_type, None, 64);
        assert_eq!((shape("int"), shape("const unsigned char"), shape("long")), (int(32), int(8), int(64)));
        assert_eq!(
            (shape("atomic_int"), shape("_Atomic(int)"), shape("volatile _Atomic int")),
            (int(32), int(32), int(32))
        );
        assert_eq!(shape("int[2][3]"), Shape::Array(2, "int[3]".to_owned()));
        assert_eq!((shape("char *"), shape("int (*)(void)")), (Shape::Scalar(Scalar::Ptr), Shape::Scalar(Scalar::Ptr)));
        assert_eq!((shape("struct s"), shape("my_type")), (Shape::Other, Shape::Other));
        assert_eq!(super::shape("my_type", Some(2), 64), int(16));
        assert_eq!(size_of("int *[4]", 32), Some(16));
        assert_eq!(pointee("const char *"), Some("char".to_owned()));
        assert!(points_to_function("int (*)(void)") && !points_to_function("unsigned char (*)[4]"));
        assert!(has_declarator("int (*)(void)") && is_pointer("int (*)[3]") && !is_pointer("int"));
    }

    #[test]
    fn integer_types_have_a_sign() {
        for c_type in ["int", "const long long", "signed char", "char", "ssize_t", "atomic_int", "int32_t"] {
            assert_eq!(is_signed(c_type), Some(true), "{c_type}");
        }
        for c_type in ["unsigned int", "volatile _Bool", "size_t", "uint32_t", "atomic_uint", "_Atomic(unsigned long)"]
        {
            assert_eq!(is_signed(c_type), Some(false), "{c_type}");
        }
        for c_type in ["", "float", "enum e", "struct s", "my_type", "int *", "int[3]"] {
            assert_eq!(is_signed(c_type), None, "{c_type}");
        }
        assert_eq!((innermost("char[4][2]"), innermost("int")), ("char".to_owned(), "int".to_owned()));
        assert!(is_char("const unsigned char") && !is_char("int"));
    }
}

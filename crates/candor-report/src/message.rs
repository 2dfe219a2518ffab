//! The words for a fault: one sentence without its place.
//!
//! Entry point: [`message`]. One arm per check; each copes with every detail, since a context may know less than another
//! (an abstract one has no single offset). A message never says more than the detail does.

use candor_interp::{Detail, Ending, Fault, ObjectKind, ObjectNote};
use candor_ir::Check;

/// What went wrong, in one line, such as "read of 4 bytes at offset 16 of `a`, which has 16 bytes".
pub fn message(fault: &Fault) -> String {
    if let Detail::Message(text) = &fault.detail {
        return own_message(fault.check, text);
    }
    match fault.check {
        Check::NullDereference => null_dereference(fault),
        Check::OutOfBounds => out_of_bounds(fault),
        Check::UseAfterFree => format!("{} {}", action(fault), place_in(fault, "a freed ")),
        Check::UseAfterScope => use_after_scope(fault),
        Check::InvalidPointer => format!("{} {}", action(fault), through(fault)),
        Check::MisalignedAccess => misaligned(fault),
        Check::WriteToConst => format!("{} {}, which is constant", action(fault), place_in(fault, "a ")),
        Check::ArrayIndex => array_index(fault),
        Check::VlaBound => with_value(fault, "a variable-length array needs a positive bound"),
        Check::PointerComparison => "ordering comparison of pointers into different objects".to_owned(),
        Check::PointerArithmetic => pointer_arithmetic(fault),
        Check::PointerSubtraction => "difference of pointers into different objects".to_owned(),
        Check::PointerTruncation => "an address does not fit the integer type that it is converted to".to_owned(),
        Check::DoubleFree => format!("free of {} that is already freed", object(fault, "a ")),
        Check::InvalidFree => invalid_free(fault),
        Check::MemoryLeak => leak(fault, "can no longer be reached and can never be freed"),
        Check::MemoryCleanup => leak(fault, "still allocated when the program ends"),
        Check::SignedOverflow => overflow(fault, "a signed"),
        Check::DivisionByZero => division_by_zero(fault),
        Check::DivisionOverflow => overflow(fault, "a signed"),
        Check::ShiftOutOfRange => shift(fault),
        Check::FloatCastOverflow => float_cast(fault),
        Check::UnsignedWrap => overflow(fault, "an unsigned"),
        Check::UnreachableCode => "execution reached code that was declared unreachable".to_owned(),
        Check::MissingReturn => "use of the result of a function that ended without returning a value".to_owned(),
        Check::OverlappingCopy => overlapping(fault),
        Check::InvalidCall => invalid_call(fault),
        Check::BadStdlibArgument => "argument that the standard library does not allow".to_owned(),
        Check::InvalidBool => invalid_bool(fault),
        Check::UninitializedRead => uninitialized(fault),
        Check::Assertion => "assertion failed".to_owned(),
        Check::ErrorCall => error_call(fault),
        Check::Unwinding => "a loop or recursion bound was reached".to_owned(),
        Check::DataRace => format!("data race: unsynchronised {} {}", action(fault), place_in(fault, "")),
        Check::Deadlock => "deadlock: no thread can go on".to_owned(),
        Check::LockMisuse => "a lock is used against its rules".to_owned(),
        Check::Termination => "this execution never ends".to_owned(),
    }
}

/// Makes text from outside safe to show: one line, no control characters, of bounded length.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 2000;
    let mut safe: String =
        text.chars().take(LONGEST).map(|c| if hostile(c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        safe.push('…');
    }
    safe
}

/// The same for several lines, such as a compiler's messages.
pub(crate) fn printable_lines(text: &str) -> String {
    const MOST_LINES: usize = 200;
    let mut lines: Vec<String> =
        text.lines().take(MOST_LINES).map(|line| printable(&line.replace('\t', "    "))).collect();
    if text.lines().nth(MOST_LINES).is_some() {
        lines.push("...".to_owned());
    }
    lines.join("\n")
}

/// Control characters could drive the terminal; marks of text direction could make it show something else.
fn hostile(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The program, or a library model, says itself what is wrong.
fn own_message(check: Check, text: &str) -> String {
    let text = printable(text);
    match check {
        Check::Assertion if text.is_empty() => "assertion failed".to_owned(),
        Check::Assertion => format!("assertion failed: `{text}`"),
        Check::ErrorCall => format!("call of the error function `{text}`"),
        // Any other has no words but these.
        _ if text.is_empty() => check.summary().to_owned(),
        // Any other is told in the program's own words.
        _ => text,
    }
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

/// "read of 4 bytes".
fn action(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Access { write, size, .. } => access(*write, *size),
        Detail::Misaligned { write, size, .. } => access(*write, Some(*size)),
        Detail::Free { .. } => "free".to_owned(),
        Detail::Call { .. } => "call".to_owned(),
        Detail::Arithmetic { .. } | Detail::FloatCast | Detail::Leak { .. } | Detail::Message(_) | Detail::None => {
            "access".to_owned()
        }
    }
}

fn access(write: bool, size: Option<u64>) -> String {
    let verb = if write { "write" } else { "read" };
    match size {
        Some(size) => format!("{verb} of {}", bytes(size)),
        None => verb.to_owned(),
    }
}

/// The pointer's own text, where the detail has one.
fn pointer(fault: &Fault) -> Option<String> {
    match &fault.detail {
        Detail::Access { pointer, .. } | Detail::Free { pointer } => Some(printable(pointer)).filter(|p| !p.is_empty()),
        Detail::Misaligned { address, .. } => Some(printable(address)),
        Detail::Arithmetic { .. }
        | Detail::FloatCast
        | Detail::Leak { .. }
        | Detail::Call { .. }
        | Detail::Message(_)
        | Detail::None => None,
    }
}

/// "a heap block of 16 bytes", "`a`"; `article` goes before what has no name of its own.
fn describe(note: &ObjectNote, article: &str) -> String {
    if let Some(name) = note.name.as_deref().filter(|name| !name.is_empty()) {
        let is_literal = matches!(note.kind, ObjectKind::Global(_)) && (name == ".str" || name.starts_with(".str."));
        if is_literal {
            return format!("{article}string literal");
        }
        let name = printable(name);
        return match note.kind {
            ObjectKind::Function(_) => format!("the function `{name}`"),
            _ => format!("`{name}`"),
        };
    }
    let noun = match note.kind {
        ObjectKind::Global(_) => "global variable",
        ObjectKind::Function(_) => "function",
        ObjectKind::Stack => "local variable",
        ObjectKind::Heap => "heap block",
        ObjectKind::Arguments => "argument vector",
        ObjectKind::VarArgs => "list of variable arguments",
    };
    match note.size {
        Some(size) if note.kind != ObjectKind::VarArgs => format!("{article}{noun} of {}", bytes(size)),
        _ => format!("{article}{noun}"),
    }
}

/// ", which has 16 bytes", for objects whose description does not say so.
fn size_clause(note: &ObjectNote) -> String {
    match note.size {
        Some(size) if !describe(note, "").ends_with(&bytes(size)) => format!(", which has {}", bytes(size)),
        Some(_) | None => String::new(),
    }
}

fn object(fault: &Fault, article: &str) -> String {
    fault.object.as_ref().map_or_else(|| format!("{article}heap block"), |note| describe(note, article))
}

/// "at offset 16 of `a`", with a word before objects without a name.
fn place_in(fault: &Fault, article: &str) -> String {
    match &fault.object {
        Some(note) => {
            format!("at offset {} of {}", note.offset, describe(note, if article.is_empty() { "a " } else { article }))
        }
        None => through(fault),
    }
}

fn through(fault: &Fault) -> String {
    match pointer(fault) {
        Some(pointer) => format!("at {pointer}, which is not the address of any object"),
        None => "through a pointer that is not the address of any object".to_owned(),
    }
}

fn null_dereference(fault: &Fault) -> String {
    match (&fault.detail, pointer(fault)) {
        (Detail::Call { .. }, _) => "call through a null function pointer".to_owned(),
        // Not zero itself: a member or an element of what the null pointer would point to.
        (_, Some(pointer)) if pointer.contains("0x") => {
            format!("{} at {pointer}, which was made from a null pointer", action(fault))
        }
        // Of a call, or of a length that is not one number.
        (Detail::Access { size: None, .. }, _) => "use of a null pointer".to_owned(),
        _ => format!("{} through a null pointer", action(fault)),
    }
}

fn out_of_bounds(fault: &Fault) -> String {
    let Some(note) = &fault.object else {
        return match &fault.detail {
            Detail::Arithmetic { op: "*", operands, width } if operands.len() == 2 => format!(
                "{} elements of {} bytes each are further than {width}-bit addresses reach",
                printable(&operands[0]),
                printable(&operands[1])
            ),
            Detail::Arithmetic { operands, .. } if operands.len() == 2 => {
                format!("index {} is outside a vector of {} lanes", printable(&operands[0]), printable(&operands[1]))
            }
            _ => format!("{} outside any object", action(fault)),
        };
    };
    if note.kind == ObjectKind::VarArgs {
        return "`va_arg` reads more arguments than the call passed".to_owned();
    }
    format!("{} {}{}", action(fault), place_in(fault, "a "), size_clause(note))
}

fn use_after_scope(fault: &Fault) -> String {
    match &fault.object {
        Some(note) => {
            let end = match note.ending {
                Ending::Round => "ended with an earlier round of its loop",
                Ending::Block | Ending::Jump | Ending::Literal => "no longer exists",
            };
            format!("{} at offset {} of {}, which {end}", action(fault), note.offset, describe(note, "a "))
        }
        None => format!("{} of a local variable that no longer exists", action(fault)),
    }
}

fn misaligned(fault: &Fault) -> String {
    let Detail::Misaligned { align, address, .. } = &fault.detail else {
        return format!("{} at a misaligned address", action(fault));
    };
    let at = match &fault.object {
        Some(_) => place_in(fault, "a "),
        None => format!("at address {}", printable(address)),
    };
    format!("{} {at}, but its type needs an address that is a multiple of {align}", action(fault))
}

fn array_index(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { operands, .. } => match operands.as_slice() {
            [index] => format!("index {} is outside the declared array", printable(index)),
            [index, bound, ..] => {
                format!("index {} is outside an array of {} elements", printable(index), printable(bound))
            }
            [] => "index outside the declared array".to_owned(),
        },
        _ => "index outside the declared array".to_owned(),
    }
}

fn invalid_bool(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { operands, .. } if !operands.is_empty() => {
            format!("read of a `_Bool` that holds {}, which is neither 0 nor 1", printable(&operands[0]))
        }
        _ => "read of a `_Bool` that holds neither 0 nor 1".to_owned(),
    }
}

fn with_value(fault: &Fault, text: &str) -> String {
    match &fault.detail {
        Detail::Arithmetic { operands, .. } if !operands.is_empty() => {
            format!("{text}, not {}", printable(&operands[0]))
        }
        _ => text.to_owned(),
    }
}

fn pointer_arithmetic(fault: &Fault) -> String {
    match &fault.object {
        Some(note) => {
            format!(
                "pointer arithmetic leads to offset {} of {}{}",
                note.offset,
                describe(note, "a "),
                size_clause(note)
            )
        }
        None => "pointer arithmetic leaves its object".to_owned(),
    }
}

fn invalid_free(fault: &Fault) -> String {
    match &fault.object {
        Some(note) if note.kind == ObjectKind::Heap && note.offset != 0 => {
            format!("free of a pointer to offset {} of {}, not to its start", note.offset, describe(note, "a "))
        }
        Some(note) => format!("free of {}, which is not heap memory", describe(note, "a ")),
        None => match pointer(fault) {
            Some(pointer) => format!("free of {pointer}, which is not the address of a heap block"),
            None => "free of what is not the address of a heap block".to_owned(),
        },
    }
}

fn leak(fault: &Fault, what: &str) -> String {
    match &fault.detail {
        Detail::Leak { blocks: 1, bytes: n } => format!("a heap block of {} {}", bytes(*n), leak_verb(what, "is ")),
        Detail::Leak { blocks, bytes: n } => {
            format!("{blocks} heap blocks of {} in all {}", bytes(*n), leak_verb(what, "are "))
        }
        _ => format!("{} {}", object(fault, "a "), leak_verb(what, "is ")),
    }
}

fn leak_verb(what: &str, verb: &str) -> String {
    if what.starts_with("can ") { what.to_owned() } else { format!("{verb}{what}") }
}

/// "2147483647 + 1", as the program would write it.
fn expression(op: &str, operands: &[String]) -> String {
    let operands: Vec<String> = operands.iter().map(|operand| printable(operand)).collect();
    match operands.as_slice() {
        // Negation has no operator of its own in the IR.
        [zero, operand] if op == "-" && zero == "0" && operand.starts_with('-') => format!("-({operand})"),
        [lhs, rhs] => format!("{lhs} {op} {rhs}"),
        [operand] => format!("{op} {operand}"),
        _ => op.to_owned(),
    }
}

fn overflow(fault: &Fault, integer: &str) -> String {
    match &fault.detail {
        // The compiler's own test before a left shift, whose operands are not the program's.
        Detail::Arithmetic { op: "<", operands, .. } => match operands.first() {
            Some(value) if value.starts_with('-') => format!("left shift of the negative value {}", printable(value)),
            Some(_) | None => "left shift of a signed value that moves bits out of its type".to_owned(),
        },
        Detail::Arithmetic { op, operands, width } if !operands.is_empty() => {
            format!("`{}` does not fit {integer} integer of {width} bits", expression(op, operands))
        }
        _ => format!("the result does not fit {integer} integer of its type"),
    }
}

fn float_cast(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { op, operands, width } if !operands.is_empty() => {
            let integer = if *op == "fptoui" { "an unsigned" } else { "a signed" };
            format!("{} does not fit {integer} integer of {width} bits", printable(&operands[0]))
        }
        _ => "this floating-point value does not fit the integer type it is converted to".to_owned(),
    }
}

fn division_by_zero(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { op, operands, .. } if operands.len() == 2 => {
            format!("division by zero: `{}`", expression(op, operands))
        }
        _ => "division by zero".to_owned(),
    }
}

fn shift(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { op, operands, width } if operands.len() == 2 && *op != "<" => {
            amount(&operands[1], width.saturating_sub(1))
        }
        // The comparison of an amount with the largest one allowed.
        Detail::Arithmetic { operands, .. } if operands.len() == 2 => match operands[1].parse::<u32>() {
            Ok(largest) if largest > 0 && (largest + 1).is_power_of_two() => amount(&operands[0], largest),
            Ok(_) | Err(_) => "left shift of a signed value that moves bits out of its type".to_owned(),
        },
        _ => "shift by a negative amount, by the width of the type or more, or of bits out of a signed type".to_owned(),
    }
}

fn amount(amount: &str, largest: u32) -> String {
    format!("shift of a {}-bit value by {}; allowed are 0 to {largest}", u64::from(largest) + 1, printable(amount))
}

fn invalid_call(fault: &Fault) -> String {
    let named = match &fault.detail {
        Detail::Call { callee } if !callee.is_empty() => Some(printable(callee)),
        _ => None,
    };
    match (named, &fault.object) {
        (Some(callee), _) => format!("call of `{callee}` with a type that is not its own"),
        (None, Some(note)) if !matches!(note.kind, ObjectKind::Function(_)) => {
            format!("call of {}, which is no function", describe(note, "a "))
        }
        (None, _) => "call through a pointer that is no function of this type".to_owned(),
    }
}

fn overlapping(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Call { callee } if !callee.is_empty() => {
            format!("`{}` between memory ranges that overlap", printable(callee))
        }
        _ => "copy between memory ranges that overlap".to_owned(),
    }
}

fn uninitialized(fault: &Fault) -> String {
    match &fault.object {
        Some(note) => format!("use of an uninitialised value from {}", describe(note, "a ")),
        None => "use of an uninitialised value".to_owned(),
    }
}

fn error_call(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Call { callee } if !callee.is_empty() => format!("call of the error function `{}`", printable(callee)),
        _ => "call of an error function".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(kind: ObjectKind, name: Option<&str>, size: u64, offset: i64) -> ObjectNote {
        ObjectNote {
            kind,
            name: name.map(str::to_owned),
            size: Some(size),
            made: None,
            ended: None,
            ending: Ending::Block,
            offset,
        }
    }

    fn read(size: u64, pointer: &str) -> Detail {
        Detail::Access { write: false, size: Some(size), pointer: pointer.to_owned() }
    }

    fn numbers(op: &'static str, operands: &[&str]) -> Detail {
        Detail::Arithmetic { op, operands: operands.iter().map(|s| (*s).to_owned()).collect(), width: 32 }
    }

    #[track_caller]
    fn check(check: Check, detail: Detail, object: Option<ObjectNote>, expected: &str) {
        let fault = Fault { check, detail, object, thread: 0, stack: Vec::new(), others: Vec::new() };
        assert_eq!(message(&fault), expected);
    }

    #[test]
    fn accesses_name_object_and_offset() {
        let a = note(ObjectKind::Stack, Some("a"), 16, 16);
        check(Check::OutOfBounds, read(4, "a+16"), Some(a), "read of 4 bytes at offset 16 of `a`, which has 16 bytes");
        let block = note(ObjectKind::Heap, None, 8, -1);
        check(
            Check::OutOfBounds,
            read(1, ""),
            Some(block.clone()),
            "read of 1 byte at offset -1 of a heap block of 8 bytes",
        );
        check(
            Check::UseAfterFree,
            read(1, ""),
            Some(block),
            "read of 1 byte at offset -1 of a freed heap block of 8 bytes",
        );
        let x = note(ObjectKind::Stack, Some("x"), 4, 0);
        check(Check::UseAfterScope, read(4, ""), Some(x), "read of 4 bytes at offset 0 of `x`, which no longer exists");
        let x = ObjectNote { ending: Ending::Round, ..note(ObjectKind::Stack, Some("x"), 4, 0) };
        check(
            Check::UseAfterScope,
            read(4, ""),
            Some(x),
            "read of 4 bytes at offset 0 of `x`, which ended with an earlier round of its loop",
        );
        let literal = note(ObjectKind::Global(candor_ir::GlobalId::from_u32(0)), Some(".str.3"), 4, 0);
        let write = Detail::Access { write: true, size: Some(1), pointer: String::new() };
        check(
            Check::WriteToConst,
            write,
            Some(literal),
            "write of 1 byte at offset 0 of a string literal, which is constant",
        );
    }

    #[test]
    fn pointers_without_object() {
        check(Check::NullDereference, read(4, "a null pointer"), None, "read of 4 bytes through a null pointer");
        check(
            Check::NullDereference,
            read(4, "address 0x8"),
            None,
            "read of 4 bytes at address 0x8, which was made from a null pointer",
        );
        let call = Detail::Call { callee: String::new() };
        check(Check::NullDereference, call, None, "call through a null function pointer");
        let expected = "read of 4 bytes at address 0x1234, which is not the address of any object";
        check(Check::InvalidPointer, read(4, "address 0x1234"), None, expected);
    }

    #[test]
    fn arithmetic_shows_its_numbers() {
        let detail = numbers("+", &["2147483647", "1"]);
        check(Check::SignedOverflow, detail, None, "`2147483647 + 1` does not fit a signed integer of 32 bits");
        let detail = numbers("-", &["0", "-2147483648"]);
        check(Check::SignedOverflow, detail, None, "`-(-2147483648)` does not fit a signed integer of 32 bits");
        let detail = numbers("-", &["0", "1"]);
        check(Check::UnsignedWrap, detail, None, "`0 - 1` does not fit an unsigned integer of 32 bits");
        let detail = numbers("fptosi", &["10000000000.0"]);
        check(Check::FloatCastOverflow, detail, None, "10000000000.0 does not fit a signed integer of 32 bits");
        check(Check::SignedOverflow, numbers("<", &["-3", "0"]), None, "left shift of the negative value -3");
        check(
            Check::UnsignedWrap,
            numbers("-", &["4", "5"]),
            None,
            "`4 - 5` does not fit an unsigned integer of 32 bits",
        );
        check(Check::DivisionByZero, numbers("%", &["7", "0"]), None, "division by zero: `7 % 0`");
        check(
            Check::ShiftOutOfRange,
            numbers("<<", &["1", "32"]),
            None,
            "shift of a 32-bit value by 32; allowed are 0 to 31",
        );
        check(
            Check::ShiftOutOfRange,
            numbers("<", &["40", "31"]),
            None,
            "shift of a 32-bit value by 40; allowed are 0 to 31",
        );
        let moved = "left shift of a signed value that moves bits out of its type";
        check(Check::ShiftOutOfRange, numbers("<", &["40", "0"]), None, moved);
        check(Check::ArrayIndex, numbers("index", &["4", "4"]), None, "index 4 is outside an array of 4 elements");
        check(Check::VlaBound, numbers("", &["-1"]), None, "a variable-length array needs a positive bound, not -1");
    }

    #[test]
    fn frees_and_leaks() {
        let free = || Detail::Free { pointer: "0x10".to_owned() };
        let block = |offset| Some(note(ObjectKind::Heap, None, 8, offset));
        check(Check::DoubleFree, free(), block(0), "free of a heap block of 8 bytes that is already freed");
        check(
            Check::InvalidFree,
            free(),
            block(2),
            "free of a pointer to offset 2 of a heap block of 8 bytes, not to its start",
        );
        let x = Some(note(ObjectKind::Stack, Some("x"), 4, 0));
        check(Check::InvalidFree, free(), x, "free of `x`, which is not heap memory");
        check(Check::InvalidFree, free(), None, "free of 0x10, which is not the address of a heap block");
        let two = Detail::Leak { blocks: 2, bytes: 20 };
        check(
            Check::MemoryCleanup,
            two,
            None,
            "2 heap blocks of 20 bytes in all are still allocated when the program ends",
        );
        let one = Detail::Leak { blocks: 1, bytes: 1 };
        check(Check::MemoryLeak, one, None, "a heap block of 1 byte can no longer be reached and can never be freed");
    }

    #[test]
    fn the_programs_own_words() {
        check(Check::Assertion, Detail::Message("x == 4".to_owned()), None, "assertion failed: `x == 4`");
        let words = Detail::Message("base must be 0 or from 2 to 36".to_owned());
        check(Check::BadStdlibArgument, words, None, "base must be 0 or from 2 to 36");
    }

    #[test]
    fn every_check_has_words_whatever_the_detail() {
        let details = [
            read(4, "p"),
            Detail::Misaligned { write: true, size: 4, align: 4, address: "0x1".to_owned() },
            numbers("+", &[]),
            numbers("-", &["1"]),
            Detail::FloatCast,
            Detail::Free { pointer: String::new() },
            Detail::Leak { blocks: 0, bytes: 0 },
            Detail::Call { callee: "f".to_owned() },
            Detail::Message(String::new()),
            Detail::None,
        ];
        for &check in Check::ALL {
            for detail in &details {
                for object in [None, Some(note(ObjectKind::Heap, None, 8, 3))] {
                    let fault = Fault {
                        check,
                        detail: detail.clone(),
                        object,
                        thread: 0,
                        stack: Vec::new(),
                        others: Vec::new(),
                    };
                    let text = message(&fault);
                    assert!(text.len() > 8 && !text.contains("  ") && !text.ends_with(' '), "{check}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn hostile_names_cannot_drive_the_terminal() {
        let evil = note(ObjectKind::Stack, Some("a\u{1b}[2J\n\u{202e}b"), 1, 1);
        check(
            Check::OutOfBounds,
            read(1, ""),
            Some(evil),
            "read of 1 byte at offset 1 of `a�[2J��b`, which has 1 byte",
        );
        assert_eq!(printable(&"x".repeat(5000)).chars().count(), 2001);
    }
}

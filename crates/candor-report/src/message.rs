//! The words for a fault: one sentence without its place.
//!
//! Entry point: [`message`]. One arm per check; each copes with every detail, since a context may know less than another
//! (an abstract one has no single offset). A message never says more than the detail does.

use candor_bits::Numeral;
use candor_interp::{BadPointer, Detail, Ending, Fault, ObjectKind, ObjectNote};
use candor_ir::{BinOp, Check, Scalar};

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
        Check::VlaBound => vla_bound(fault),
        Check::PointerComparison => "ordering comparison of pointers into different objects".to_owned(),
        Check::PointerArithmetic => pointer_arithmetic(fault),
        Check::PointerSubtraction => "difference of pointers into different objects".to_owned(),
        Check::PointerTruncation => "an address does not fit the integer type that it is converted to".to_owned(),
        Check::DoubleFree => format!("free of {} that is already freed", object(fault, "a ")),
        Check::InvalidFree => invalid_free(fault),
        Check::MemoryLeak => format!("{} can no longer be reached and can never be freed", leaked(fault).0),
        Check::MemoryCleanup => {
            let (blocks, verb) = leaked(fault);
            format!("{blocks} {verb} still allocated when the program ends")
        }
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
        Detail::Arithmetic { .. }
        | Detail::Compared { .. }
        | Detail::Elements { .. }
        | Detail::FloatCast { .. }
        | Detail::Leak { .. }
        | Detail::Argument { .. }
        | Detail::Message(_)
        | Detail::None => "access".to_owned(),
    }
}

fn access(write: bool, size: Option<u64>) -> String {
    let verb = if write { "write" } else { "read" };
    match size {
        Some(size) => format!("{verb} of {}", bytes(size)),
        None => verb.to_owned(),
    }
}

/// The pointer itself, where the detail has one.
fn pointer(fault: &Fault) -> Option<BadPointer> {
    match &fault.detail {
        Detail::Access { pointer, .. } | Detail::Free { pointer } | Detail::Misaligned { pointer, .. } => *pointer,
        Detail::Arithmetic { .. }
        | Detail::Compared { .. }
        | Detail::Elements { .. }
        | Detail::FloatCast { .. }
        | Detail::Leak { .. }
        | Detail::Call { .. }
        | Detail::Argument { .. }
        | Detail::Message(_)
        | Detail::None => None,
    }
}

fn show_pointer(pointer: BadPointer) -> String {
    match pointer {
        BadPointer::Address(0) => "a null pointer".to_owned(),
        BadPointer::Address(address) => format!("address {address:#x}"),
        BadPointer::Offset(offset) => format!("offset {offset}"),
    }
}

/// "a heap block of 16 bytes", "`a`"; `article` goes before what has no name of its own.
fn describe(note: &ObjectNote, article: &str) -> String {
    if let Some(name) = note.name.as_deref().filter(|name| !name.is_empty()) {
        if note.is_literal {
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
        ObjectKind::External => "block of external memory",
    };
    match note.size {
        Some(size) if note.kind != ObjectKind::VarArgs => format!("{article}{noun} of {}", bytes(size)),
        _ => format!("{article}{noun}"),
    }
}

/// ", which has 16 bytes", for objects whose description does not say so: those with a name.
fn size_clause(note: &ObjectNote) -> String {
    let is_named = note.name.as_ref().is_some_and(|name| !name.is_empty());
    match note.size {
        Some(size) if is_named || note.kind == ObjectKind::VarArgs => format!(", which has {}", bytes(size)),
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
        Some(pointer) => format!("at {}, which is not the address of any object", show_pointer(pointer)),
        None => "through a pointer that is not the address of any object".to_owned(),
    }
}

fn null_dereference(fault: &Fault) -> String {
    match (&fault.detail, pointer(fault)) {
        (Detail::Call { .. }, _) => "call through a null function pointer".to_owned(),
        // Not zero itself: a member or an element of what the null pointer would point to.
        (_, Some(BadPointer::Address(address @ 1..))) => {
            format!("{} at address {address:#x}, which was made from a null pointer", action(fault))
        }
        // Of a call, or of a length that is not one number.
        (Detail::Access { size: None, .. }, _) => "use of a null pointer".to_owned(),
        _ => format!("{} through a null pointer", action(fault)),
    }
}

fn out_of_bounds(fault: &Fault) -> String {
    let Some(note) = &fault.object else {
        return match &fault.detail {
            Detail::Elements { count, bytes_each, width } => {
                format!("{count} elements of {bytes_each} bytes each are further than {width}-bit addresses reach")
            }
            Detail::Compared { value, bound } => format!("index {value} is outside a vector of {bound} lanes"),
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
                Ending::Round => "ended with an earlier iteration of its loop",
                Ending::Block | Ending::Jump | Ending::Literal => "no longer exists",
            };
            format!("{} at offset {} of {}, which {end}", action(fault), note.offset, describe(note, "a "))
        }
        None => format!("{} of a local variable that no longer exists", action(fault)),
    }
}

fn misaligned(fault: &Fault) -> String {
    let Detail::Misaligned { align, pointer, .. } = &fault.detail else {
        return format!("{} at a misaligned address", action(fault));
    };
    let at = match (&fault.object, pointer) {
        (Some(_), _) => place_in(fault, "a "),
        (None, Some(BadPointer::Address(address))) => format!("at address {address:#x}"),
        (None, Some(BadPointer::Offset(_)) | None) => "at a misaligned address".to_owned(),
    };
    format!("{} {at}, but its type needs an address that is a multiple of {align}", action(fault))
}

fn array_index(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Compared { value, bound } => format!("index {value} is outside an array of {bound} elements"),
        _ => "index outside the declared array".to_owned(),
    }
}

fn invalid_bool(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Compared { value, .. } => {
            format!("read of a `_Bool` that holds {value}, which is neither 0 nor 1")
        }
        _ => "read of a `_Bool` that holds neither 0 nor 1".to_owned(),
    }
}

fn vla_bound(fault: &Fault) -> String {
    let text = "a variable-length array needs a positive bound";
    match &fault.detail {
        Detail::Compared { value, .. } => format!("{text}, not {value}"),
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
            Some(pointer) => format!("free of {}, which is not the address of a heap block", show_pointer(pointer)),
            None => "free of a pointer that is not the address of a heap block".to_owned(),
        },
    }
}

/// The blocks of a leak, and the verb that goes with their number.
fn leaked(fault: &Fault) -> (String, &'static str) {
    match &fault.detail {
        Detail::Leak { blocks: 1, bytes: n } => (format!("a heap block of {}", bytes(*n)), "is"),
        Detail::Leak { blocks, bytes: n } => (format!("{blocks} heap blocks of {} in all", bytes(*n)), "are"),
        _ => (object(fault, "a "), "is"),
    }
}

/// "2147483647 + 1", as the program would write it.
fn expression(op: BinOp, operands: &[Numeral; 2]) -> String {
    let [lhs, rhs] = operands;
    // Negation has no operator of its own in the IR.
    if op == BinOp::Sub && lhs.bits().is_zero() && rhs.is_negative() {
        return format!("-({rhs})");
    }
    let symbol = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::SDiv | BinOp::UDiv => "/",
        BinOp::SRem | BinOp::URem => "%",
        BinOp::Shl => "<<",
        BinOp::LShr | BinOp::AShr => ">>",
        other => other.name(),
    };
    format!("{lhs} {symbol} {rhs}")
}

/// The width of the type that an operation is made in.
fn width(operands: &[Numeral; 2]) -> u32 {
    operands[0].bits().width()
}

fn overflow(fault: &Fault, integer: &str) -> String {
    match &fault.detail {
        // The compiler's own test before a left shift, whose operands are not the program's.
        Detail::Compared { value, .. } if value.is_negative() => format!("left shift of the negative value {value}"),
        Detail::Compared { .. } => "left shift of a signed value that moves bits out of its type".to_owned(),
        Detail::Arithmetic { op, operands } => {
            let width = width(operands);
            format!("`{}` does not fit {integer} integer of {width} bits", expression(*op, operands))
        }
        _ => format!("the result does not fit {integer} integer of its type"),
    }
}

fn float_cast(fault: &Fault) -> String {
    match &fault.detail {
        Detail::FloatCast { value, signed, width } => {
            let integer = if *signed { "a signed" } else { "an unsigned" };
            format!("{value} does not fit {integer} integer of {width} bits")
        }
        _ => "this floating-point value does not fit the integer type it is converted to".to_owned(),
    }
}

fn division_by_zero(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { op, operands } => format!("division by zero: `{}`", expression(*op, operands)),
        _ => "division by zero".to_owned(),
    }
}

fn shift(fault: &Fault) -> String {
    match &fault.detail {
        Detail::Arithmetic { operands, .. } => amount(&operands[1], width(operands).saturating_sub(1)),
        // The comparison of an amount with the largest one allowed.
        Detail::Compared { value, bound } => match bound.bits().to_u64().map(u32::try_from) {
            Some(Ok(largest)) if largest > 0 && (largest + 1).is_power_of_two() => amount(value, largest),
            Some(_) | None => "left shift of a signed value that moves bits out of its type".to_owned(),
        },
        _ => "shift by a negative amount, by the width of the type or more, or of bits out of a signed type".to_owned(),
    }
}

fn amount(amount: &Numeral, largest: u32) -> String {
    format!("shift of a {}-bit value by {amount}; allowed are 0 to {largest}", u64::from(largest) + 1)
}

fn invalid_call(fault: &Fault) -> String {
    if let Detail::Argument { read, passed } = &fault.detail {
        let show = |(ty, bytes): &(Scalar, u64)| match ty {
            Scalar::Int(_) => format!("an integer of {bytes} bytes"),
            Scalar::Float(_) => format!("a floating-point number of {bytes} bytes"),
            Scalar::Ptr => format!("a pointer of {bytes} bytes"),
        };
        return format!("{} is read as an argument where the call passed {}", show(read), show(passed));
    }
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
    use candor_bits::{Bits, FloatKind, float_from_f64};

    use super::*;

    fn note(kind: ObjectKind, name: Option<&str>, size: u64, offset: i64) -> ObjectNote {
        ObjectNote {
            kind,
            name: name.map(str::to_owned),
            is_literal: false,
            size: Some(size),
            made: None,
            ended: None,
            ending: Ending::Block,
            offset,
        }
    }

    fn read(size: u64, pointer: Option<BadPointer>) -> Detail {
        Detail::Access { write: false, size: Some(size), pointer }
    }

    fn signed(value: i64) -> Numeral {
        Numeral::Signed(Bits::from_i64(32, value))
    }

    fn numbers(op: BinOp, lhs: i64, rhs: i64) -> Detail {
        Detail::Arithmetic { op, operands: [lhs, rhs].map(signed) }
    }

    fn compared(value: i64, bound: i64) -> Detail {
        Detail::Compared { value: signed(value), bound: signed(bound) }
    }

    #[track_caller]
    fn check(check: Check, detail: Detail, object: Option<ObjectNote>, expected: &str) {
        let fault = Fault { check, detail, object, thread: 0, stack: Vec::new(), others: Vec::new() };
        assert_eq!(message(&fault), expected);
    }

    #[test]
    fn accesses_name_object_and_offset() {
        let a = note(ObjectKind::Stack, Some("a"), 16, 16);
        check(
            Check::OutOfBounds,
            read(4, Some(BadPointer::Offset(16))),
            Some(a),
            "read of 4 bytes at offset 16 of `a`, which has 16 bytes",
        );
        let block = note(ObjectKind::Heap, None, 8, -1);
        check(
            Check::OutOfBounds,
            read(1, None),
            Some(block.clone()),
            "read of 1 byte at offset -1 of a heap block of 8 bytes",
        );
        check(
            Check::UseAfterFree,
            read(1, None),
            Some(block),
            "read of 1 byte at offset -1 of a freed heap block of 8 bytes",
        );
        let x = note(ObjectKind::Stack, Some("x"), 4, 0);
        check(
            Check::UseAfterScope,
            read(4, None),
            Some(x),
            "read of 4 bytes at offset 0 of `x`, which no longer exists",
        );
        let x = ObjectNote { ending: Ending::Round, ..note(ObjectKind::Stack, Some("x"), 4, 0) };
        check(
            Check::UseAfterScope,
            read(4, None),
            Some(x),
            "read of 4 bytes at offset 0 of `x`, which ended with an earlier iteration of its loop",
        );
        let literal = note(ObjectKind::Global(candor_ir::GlobalId::from_u32(0)), Some(".str.3"), 4, 0);
        let literal = ObjectNote { is_literal: true, ..literal };
        let write = Detail::Access { write: true, size: Some(1), pointer: None };
        check(
            Check::WriteToConst,
            write,
            Some(literal),
            "write of 1 byte at offset 0 of a string literal, which is constant",
        );
    }

    #[test]
    fn pointers_without_object() {
        check(
            Check::NullDereference,
            read(4, Some(BadPointer::Address(0))),
            None,
            "read of 4 bytes through a null pointer",
        );
        check(
            Check::NullDereference,
            read(4, Some(BadPointer::Address(8))),
            None,
            "read of 4 bytes at address 0x8, which was made from a null pointer",
        );
        let call = Detail::Call { callee: String::new() };
        check(Check::NullDereference, call, None, "call through a null function pointer");
        let expected = "read of 4 bytes at address 0x1234, which is not the address of any object";
        check(Check::InvalidPointer, read(4, Some(BadPointer::Address(0x1234))), None, expected);
    }

    #[test]
    fn arithmetic_shows_its_numbers() {
        let detail = numbers(BinOp::Add, 2_147_483_647, 1);
        check(Check::SignedOverflow, detail, None, "`2147483647 + 1` does not fit a signed integer of 32 bits");
        let detail = numbers(BinOp::Sub, 0, -2_147_483_648);
        check(Check::SignedOverflow, detail, None, "`-(-2147483648)` does not fit a signed integer of 32 bits");
        let detail = numbers(BinOp::Sub, 0, 1);
        check(Check::UnsignedWrap, detail, None, "`0 - 1` does not fit an unsigned integer of 32 bits");
        let value = Numeral::Float(FloatKind::Double, float_from_f64(FloatKind::Double, 1e10));
        let detail = Detail::FloatCast { value, signed: true, width: 32 };
        check(Check::FloatCastOverflow, detail, None, "10000000000.0 does not fit a signed integer of 32 bits");
        check(Check::SignedOverflow, compared(-3, 0), None, "left shift of the negative value -3");
        check(
            Check::UnsignedWrap,
            numbers(BinOp::Sub, 4, 5),
            None,
            "`4 - 5` does not fit an unsigned integer of 32 bits",
        );
        check(Check::DivisionByZero, numbers(BinOp::SRem, 7, 0), None, "division by zero: `7 % 0`");
        check(
            Check::ShiftOutOfRange,
            numbers(BinOp::Shl, 1, 32),
            None,
            "shift of a 32-bit value by 32; allowed are 0 to 31",
        );
        check(Check::ShiftOutOfRange, compared(40, 31), None, "shift of a 32-bit value by 40; allowed are 0 to 31");
        let moved = "left shift of a signed value that moves bits out of its type";
        check(Check::ShiftOutOfRange, compared(40, 0), None, moved);
        check(Check::ArrayIndex, compared(4, 4), None, "index 4 is outside an array of 4 elements");
        check(Check::VlaBound, compared(-1, 0), None, "a variable-length array needs a positive bound, not -1");
    }

    #[test]
    fn frees_and_leaks() {
        let free = || Detail::Free { pointer: Some(BadPointer::Address(16)) };
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
        check(Check::InvalidFree, free(), None, "free of address 0x10, which is not the address of a heap block");
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
            read(4, None),
            Detail::Misaligned { write: true, size: 4, align: 4, pointer: Some(BadPointer::Address(1)) },
            numbers(BinOp::Add, 1, 2),
            compared(1, 2),
            Detail::Elements { count: signed(7), bytes_each: 4, width: 32 },
            Detail::FloatCast { value: signed(1), signed: true, width: 32 },
            Detail::Argument { read: (Scalar::Ptr, 8), passed: (Scalar::Int(32), 4) },
            Detail::Free { pointer: None },
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
            read(1, None),
            Some(evil),
            "read of 1 byte at offset 1 of `a�[2J��b`, which has 1 byte",
        );
        assert_eq!(printable(&"x".repeat(5000)).chars().count(), 2001);
    }
}

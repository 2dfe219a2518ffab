//! Whole diagnostics, as they appear.

use candor_interp::{Detail, Ending, Fault, ObjectKind, ObjectNote, StackEntry, Stop};
use candor_ir::{Check, Endian, Loc, Program, SourceFile, Target};

use super::*;

const SOURCE: &str = "#include <stdlib.h>\n\nint get(int *p, int i) {\n    return p[i];\n}\n\nint main(void) {\n    int *p = malloc(16);\n    return get(p, 4);\n}\n";

fn program() -> Program {
    let target = Target { pointer_bits: 64, endian: Endian::Little, data_layout: String::new(), triple: String::new() };
    let mut program = Program::new(target);
    program.source.add_file(SourceFile { path: "/src/a.c".into(), library: false });
    program.source.add_file(SourceFile { path: "/src/b\u{1b}[31m.c".into(), library: false });
    program
}

fn loc(file: u32, line: u32, column: u32) -> Loc {
    Loc { file: candor_ir::FileId::from_u32(file), line, column }
}

fn frame(function: &str, line: u32, column: u32) -> StackEntry {
    StackEntry { function: function.into(), loc: Some(loc(0, line, column)), library: false }
}

fn fault() -> Fault {
    Fault {
        check: Check::OutOfBounds,
        detail: Detail::Access { write: false, size: Some(4), pointer: None },
        object: Some(ObjectNote {
            kind: ObjectKind::Heap,
            name: None,
            is_literal: false,
            size: Some(16),
            made: Some(loc(0, 8, 14)),
            ended: None,
            ending: Ending::Block,
            offset: 16,
        }),
        thread: 0,
        stack: vec![frame("get", 4, 12), frame("main", 9, 12)],
        others: Vec::new(),
    }
}

fn render(diagnostic: &Diagnostic, source: &[u8]) -> String {
    let mut sources = SourceCache::new(|path| (path == "/src/a.c").then(|| source.to_vec())).with_base("/src");
    render_terminal(diagnostic, &mut sources, &TerminalStyle::default())
}

#[track_caller]
fn check(fault: &Fault, source: &[u8], expected: &str) {
    let text = render(&Diagnostic::from_fault(fault, &program()), source);
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn object_call_stack_and_help() {
    check(
        &fault(),
        SOURCE.as_bytes(),
        "\
error[out-of-bounds]: read of 4 bytes at offset 16 of a heap block of 16 bytes
 --> a.c:4:12
  |
4 |     return p[i];
  |            ^^^^
...
8 |     int *p = malloc(16);
  |              ---------- the block was allocated here
  |
  = note: `get` was called from `main` at a.c:9:12
  = help: compare the size that was allocated with the range of the index
  = help: `candor explain out-of-bounds` says more about this check
",
    );
}

#[test]
fn a_fault_inside_a_library_model_is_shown_at_the_call() {
    let mut fault = fault();
    fault.object = None;
    fault.stack[0].library = true;
    fault.stack[0].function = "strcpy".into();
    check(
        &fault,
        SOURCE.replace('\n', "\r\n").as_bytes(),
        "\
error[out-of-bounds]: read of 4 bytes outside any object
 --> a.c:9:12
  |
9 |     return get(p, 4);
  |            ^^^^^^^^^ in `strcpy`, called here
  |
  = help: the last element has the index size - 1; a string needs one byte more for its end
  = help: `candor explain out-of-bounds` says more about this check
",
    );
}

#[test]
fn missing_files_and_hostile_names() {
    let mut fault = fault();
    fault.object = Some(ObjectNote {
        kind: ObjectKind::Stack,
        name: Some("a".into()),
        is_literal: false,
        size: Some(16),
        made: Some(loc(1, 6, 0)),
        ended: None,
        ending: Ending::Block,
        offset: 16,
    });
    fault.stack = vec![StackEntry { function: "f\u{7}".into(), loc: Some(loc(1, 7, 3)), library: false }];
    check(
        &fault,
        b"",
        "\
error[out-of-bounds]: read of 4 bytes at offset 16 of `a`, which has 16 bytes
--> b\u{fffd}[31m.c:7:3
 = note: `a` is declared at b\u{fffd}[31m.c:6
 = help: the last element has the index size - 1; a string needs one byte more for its end
 = help: `candor explain out-of-bounds` says more about this check
",
    );
}

#[test]
fn any_source_at_any_place_renders() {
    let sources: [&[u8]; 6] =
        [b"", b"\xff\xfe\xfd", b"\t\tx[1\n\n\n", "öäü\u{202e}x\n".as_bytes(), &[b'y'; 10_000], b"\r\n\r\r\n\0"];
    for source in sources {
        for line in [0, 1, 2, 5, u32::MAX] {
            for column in [0, 1, 2, 3, 7, 9999, u32::MAX] {
                let mut fault = fault();
                fault.stack = vec![frame("main", line, column)];
                fault.object.as_mut().expect("it has one").made = Some(loc(0, line / 2 + 1, column));
                let text = render(&Diagnostic::from_fault(&fault, &program()), source);
                assert!(text.contains("a.c"), "{text}");
            }
        }
    }
}

#[test]
fn deep_recursion_is_summarised() {
    let mut fault = fault();
    fault.stack = (0..1000).map(|_| frame("get", 4, 12)).collect();
    let text = render(&Diagnostic::from_fault(&fault, &program()), SOURCE.as_bytes());
    assert!(text.contains("= note: `get` was called from `get` at a.c:4:12 (999 times)\n"), "{text}");
    fault.stack = (0..1000).map(|n| frame("get", 4, 11 + n % 2)).collect();
    let text = render(&Diagnostic::from_fault(&fault, &program()), SOURCE.as_bytes());
    assert!(text.contains("... and 991 more calls"), "{text}");
}

#[test]
fn stops_say_whose_problem_it_is() {
    let cases = [
        (Stop::Unsupported("inline assembly".into()), "error: unsupported: inline assembly\n"),
        (Stop::Exhausted("10 steps".into()), "error: limit reached: 10 steps\n"),
        (
            Stop::Malformed("there is no function `main`".into()),
            "error: malformed program: there is no function `main`\n",
        ),
        (Stop::Bug("lost".into()), "error: internal error: lost\n"),
    ];
    for (stop, expected) in cases {
        let text = render(&Diagnostic::from_stop(&stop, &[], &program()), b"");
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn colours_only_if_told() {
    let diagnostic = Diagnostic::from_fault(&fault(), &program());
    let style = TerminalStyle { colors: true, ..TerminalStyle::default() };
    assert!(render_terminal(&diagnostic, &mut SourceCache::empty(), &style).contains('\u{1b}'));
    assert!(!render(&diagnostic, b"").contains('\u{1b}'));
}

#[test]
fn spans_cover_words_and_brackets() {
    #[track_caller]
    fn check(line: &str, column: usize, expected: &str) {
        assert_eq!(&line[span_at(line, column)], expected);
    }
    check("  return a[i + 1];", 10, "a[i + 1]");
    check("  m[1][2] = 3;", 3, "m[1][2]");
    check("  f(g(x), 1) + 2;", 3, "f(g(x), 1)");
    check("  f(g(x),", 3, "f");
    check("  a / b;", 5, "/");
    check("  whole line ", 0, "whole line");
    check("  whole line ", 99, "whole line");
    check("", 1, "");
}

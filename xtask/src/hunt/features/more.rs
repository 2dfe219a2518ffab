//! Longer loops, layouts that depend on the data model, more of the library, rarer constructs.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "long-loop", add: long_loop },
    Feature { name: "long-loop-array", add: long_loop_array },
    Feature { name: "long-loop-list", add: long_loop_list },
    Feature { name: "long-loop-pointer", add: long_loop_pointer },
    Feature { name: "long-loop-nested", add: long_loop_nested },
    Feature { name: "long-recursion", add: long_recursion },
    Feature { name: "layout", add: layout },
    Feature { name: "long-overflow", add: long_overflow },
    Feature { name: "format", add: format },
    Feature { name: "parse-number", add: parse_number },
    Feature { name: "string-search", add: string_search },
    Feature { name: "flexible-array", add: flexible_array },
    Feature { name: "pointer-to-array", add: pointer_to_array },
    Feature { name: "function-result", add: function_result },
    Feature { name: "overflow-builtin", add: overflow_builtin },
    Feature { name: "longjmp-out", add: longjmp_out },
    Feature { name: "heap-struct", add: heap_struct },
    Feature { name: "heap-matrix", add: heap_matrix },
    Feature { name: "enum", add: enumeration },
    Feature { name: "duff", add: duff },
    Feature { name: "volatile", add: volatile },
    Feature { name: "at-exit", add: at_exit },
    Feature { name: "dangling-result", add: dangling_result },
    Feature { name: "char-arithmetic", add: char_arithmetic },
];

/// A sum over many rounds; the bound depends on an input.
fn long_loop(maker: &mut Maker) {
    let (i, sum, n) = (maker.name("i"), maker.name("n"), maker.name("n"));
    let rounds = maker.placed(0, 3);
    let (factor, step) = (maker.number(5, 60), maker.number(1, 3));
    maker.add(format!("int {n} = {} * {factor};", rounds.text));
    maker.add(format!("int {sum} = 0;"));
    maker.add(format!("for (int {i} = 0; {i} < {n}; {i}++) {{ {sum} += {step}; }}"));
    let exact = Known { text: format!("({sum} == {n} * {step})"), lo: 1, hi: 1 };
    if maker.chance(2) {
        maker.assert(&exact);
    }
    let most = rounds.hi * factor * step;
    maker.assert(&Known { text: sum.clone(), lo: most - 1, hi: most });
    maker.result(&masked(&sum));
}

fn long_loop_array(maker: &mut Maker) {
    let (array, i, n) = (maker.name("a"), maker.name("i"), maker.name("n"));
    let size = maker.number(10, 40);
    let bound = maker.at_most(size);
    maker.add(format!("int {array}[{size}] = {{0}};"));
    maker.add(format!("int {n} = {bound};"));
    let body = match maker.below(3) {
        0 => format!("{array}[{i}] = {i};"),
        1 => format!("{array}[{i}] = {i} > 0 ? {array}[{i} - 1] + 1 : 0;"),
        _ => format!("{array}[{n} - 1 - {i}] = {i} * 2;"),
    };
    maker.add(format!("for (int {i} = 0; {i} < {n}; {i}++) {{ {body} }}"));
    let index = maker.placed(0, 3);
    maker.result(&masked(&format!("{array}[{}]", index.text)));
}

fn long_loop_list(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (ty, head, i, node) = (maker.name("node"), maker.name("head"), maker.name("i"), maker.name("n"));
    let length = maker.placed(0, 3);
    let factor = maker.number(2, 5);
    maker.top(format!("struct {ty} {{ struct {ty} *next; int value; }};"));
    maker.add(format!("struct {ty} *{head} = 0;"));
    maker.add(format!(
        "for (int {i} = 0; {i} < {} * {factor}; {i}++) {{ struct {ty} *{node} = malloc(sizeof *{node}); {node}->next = {head}; {node}->value = {i}; {head} = {node}; }}",
        length.text
    ));
    let (count, at) = (maker.name("n"), maker.name("p"));
    maker.add(format!("int {count} = 0;"));
    maker.add(format!("for (struct {ty} *{at} = {head}; {at}; {at} = {at}->next) {{ {count}++; }}"));
    maker.assert(&Known { text: count, lo: length.hi * factor - 1, hi: length.hi * factor });
    let next = maker.name("p");
    let stop = if maker.risky() { format!("{head} && {head}->value != 1") } else { head.clone() };
    maker.add(format!("while ({stop}) {{ struct {ty} *{next} = {head}->next; free({head}); {head} = {next}; }}"));
}

fn long_loop_pointer(maker: &mut Maker) {
    let (array, p, end) = (maker.name("a"), maker.name("p"), maker.name("e"));
    let size = maker.number(8, 30);
    let length = maker.at_most(size);
    let ty = maker.pick(&["char", "int", "short"]);
    maker.add(format!("{ty} {array}[{size}] = {{1}};"));
    maker.add(format!("{ty} *{end} = {array} + {size};"));
    maker.add(format!("{ty} *{p} = {array};"));
    let guard = if maker.chance(2) {
        format!("{p} != {end} && {p} - {array} < {length}")
    } else {
        format!("{p} - {array} < {length}")
    };
    maker.add(format!("while ({guard}) {{ *{p} = 2; {p}++; }}"));
    maker.result(&masked(&format!("({array}[0] + (int)({p} - {array}))")));
}

fn long_loop_nested(maker: &mut Maker) {
    let (i, j, n, grid) = (maker.name("i"), maker.name("j"), maker.name("n"), maker.name("a"));
    let size = maker.number(4, 7);
    let most = maker.at_most(size);
    maker.add(format!("int {n} = {most};"));
    maker.add(format!("int {grid}[{size}][{size}] = {{{{0}}}};"));
    maker.add(format!(
        "for (int {i} = 0; {i} < {size}; {i}++) {{ for (int {j} = 0; {j} < {n}; {j}++) {{ if ({j} > {i}) {{ break; }} {grid}[{i}][{j}] = {i} - {j}; }} }}"
    ));
    maker.result(&masked(&format!("{grid}[2][1]")));
}

fn long_recursion(maker: &mut Maker) {
    let function = maker.name("f");
    let depth = maker.placed(0, 3);
    let (factor, step) = (maker.number(3, 12), maker.number(1, 2));
    maker.top(format!(
        "static int {function}(int n) {{ if (n <= 0) {{ return 0; }} return {step} + {function}(n - 1); }}"
    ));
    let most = depth.hi * factor * step;
    let known = Known { text: format!("{function}({} * {factor})", depth.text), lo: most - 1, hi: most };
    maker.assert(&known);
    maker.result(&masked(&known.text));
}

/// Sizes and offsets, which differ between data models.
fn layout(maker: &mut Maker) {
    maker.header("stddef.h");
    let (ty, var, bytes) = (maker.name("s"), maker.name("a"), maker.name("p"));
    let attribute = maker.pick(&["", "", "__attribute__((packed))"]);
    maker.top(format!("struct {attribute} {ty} {{ char a; long b; short c; void *d; char e[3]; }};"));
    let value = maker.small();
    maker.add(format!("struct {ty} {var} = {{1, {}, 2, 0, {{1, 2, 3}}}};", value.text));
    maker.add(format!("unsigned char *{bytes} = (unsigned char *)&{var};"));
    let member = maker.pick(&["b", "c", "e"]);
    maker.add(format!("{bytes}[offsetof(struct {ty}, {member})] = 7;"));
    let size = maker.number(18, 32);
    maker.assert(&Known { text: format!("(int)sizeof(struct {ty})"), lo: size, hi: size });
    maker.result(&masked(&format!("((int){var}.b + {var}.c + {var}.e[0])")));
}

/// Overflows with 32 bits only.
fn long_overflow(maker: &mut Maker) {
    let n = maker.name("n");
    let (value, factor) =
        (maker.placed(0, 3), maker.pick(&["1000000000L", "715827882L", "1073741824L", "2147483646L"]));
    maker.add(format!("long {n} = {};", value.text));
    let operator = maker.pick(&["*", "+", "-"]);
    maker.add(format!("{n} = {factor} {operator} {n};"));
    if maker.chance(2) {
        maker.add(format!("{n} += 2;"));
    }
    maker.result(&masked(&format!("(int)({n} % 100)")));
}

fn format(maker: &mut Maker) {
    maker.header("stdio.h");
    maker.header("string.h");
    let buffer = maker.name("s");
    let value = maker.small();
    let (text, longest) = match maker.below(4) {
        0 => ("\"%d\"", if value.lo < 0 { 3 } else { 2 }),
        1 => ("\"%03d\"", 4),
        2 => ("\"n=%d;\"", if value.lo < 0 { 6 } else { 5 }),
        _ => ("\"%x\"", if value.lo < 0 { 9 } else { 2 }),
    };
    let size = longest - usize::from(maker.risky());
    maker.add(format!("char {buffer}[{size}] = {{0}};"));
    if maker.chance(3) {
        maker.add(format!("int {buffer}n = snprintf({buffer}, sizeof({buffer}), {text}, {});", value.text));
        maker.result(&masked(&format!("({buffer}n + (int)strlen({buffer}))")));
    } else {
        maker.add(format!("sprintf({buffer}, {text}, {});", value.text));
        maker.result(&masked(&format!("({buffer}[0] - '0')")));
    }
}

fn parse_number(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (text, end) = (maker.name("s"), maker.name("e"));
    let (condition, divisor) = (maker.condition(), maker.divisor());
    maker.add(format!("const char *{text} = {condition} ? \"  42abc\" : \"-0x1f\";"));
    maker.add(format!("char *{end} = 0;"));
    let base = maker.pick(&["10", "16", "0"]);
    let n = maker.name("n");
    maker.add(format!("long {n} = strtol({text}, &{end}, {base});"));
    let last = if maker.risky() { format!("{end}[4]") } else { format!("*{end}") };
    maker.result(&masked(&format!("((int){n} / {divisor} + {last})")));
}

fn string_search(maker: &mut Maker) {
    maker.header("string.h");
    let (text, found) = (maker.name("s"), maker.name("p"));
    let letter = maker.placed(0, 3);
    maker.add(format!("char {text}[] = \"abcab\";"));
    let search = match maker.below(5) {
        0 => format!("strchr({text}, 'a' + {})", letter.text),
        1 => format!("strrchr({text}, 'a' + {})", letter.text),
        2 => format!("strstr({text}, {} > 1 ? \"ca\" : \"cc\")", letter.text),
        3 => format!("memchr({text}, 'a' + {}, 5)", letter.text),
        _ => format!("strpbrk({text}, {} > 1 ? \"xc\" : \"xy\")", letter.text),
    };
    maker.add(format!("char *{found} = {search};"));
    let guard = if maker.risky() { "1".to_owned() } else { found.clone() };
    maker.add(format!("if ({guard}) {{ *{found} = 'z'; }}"));
    maker.result(&masked(&format!("(int)strspn({text}, \"abz\")")));
}

fn flexible_array(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (ty, p) = (maker.name("s"), maker.name("p"));
    maker.top(format!("struct {ty} {{ int n; short data[]; }};"));
    let (size, value) = (maker.number(1, 3), maker.small());
    maker.add(format!("struct {ty} *{p} = malloc(sizeof(struct {ty}) + {size} * sizeof(short));"));
    maker.add(format!("{p}->n = {};", value.text));
    for idx in 0..size {
        maker.add(format!("{p}->data[{idx}] = {idx};"));
    }
    let index = maker.index(size);
    maker.add(format!("{p}->data[{index}]++;"));
    maker.result(&masked(&format!("({p}->n + {p}->data[0])")));
    maker.at_end(format!("free({p});"));
}

fn pointer_to_array(maker: &mut Maker) {
    let (grid, row, function) = (maker.name("a"), maker.name("p"), maker.name("f"));
    maker.top(format!("static int {function}(int (*rows)[2], int i) {{ return rows[i][1]; }}"));
    let index = maker.index(3);
    maker.add(format!("int {grid}[3][2] = {{{{1, 2}}, {{3, 4}}, {{5, 6}}}};"));
    maker.add(format!("int (*{row})[2] = &{grid}[1];"));
    maker.add(format!("(*{row})[0] += {row}[-1][1];"));
    maker.result(&masked(&format!("({function}({grid}, {index}) + {grid}[1][0])")));
}

/// A function that returns a pointer to a function.
fn function_result(maker: &mut Maker) {
    let (one, two, choose) = (maker.name("f"), maker.name("f"), maker.name("f"));
    maker.top(format!("static int {one}(int x) {{ return x + 1; }}"));
    maker.top(format!("static int {two}(int x) {{ return 8 / x; }}"));
    let default = if maker.risky() { "0" } else { one.as_str() }.to_owned();
    maker.top(format!(
        "static int (*{choose}(int k))(int) {{ if (k == 1) {{ return {two}; }} return k > 2 ? {default} : {one}; }}"
    ));
    let (key, value) = (maker.placed(0, 3), maker.placed(1, 3));
    maker.result(&masked(&format!("{choose}({})({})", key.text, value.text)));
}

fn overflow_builtin(maker: &mut Maker) {
    maker.header("limits.h");
    let (result, flag) = (maker.name("n"), maker.name("o"));
    let value = maker.small();
    let function = maker.pick(&["__builtin_add_overflow", "__builtin_sub_overflow", "__builtin_mul_overflow"]);
    let ty = maker.pick(&["int", "unsigned", "signed char", "long"]);
    let limit = maker.pick(&["INT_MAX", "INT_MIN", "127", "-128", "1"]);
    maker.add(format!("{ty} {result} = 0;"));
    maker.add(format!("int {flag} = {function}({}, {limit}, &{result});", value.text));
    let divisor = if maker.risky() { format!("(1 - {flag})") } else { format!("({flag} + 1)") };
    maker.result(&masked(&format!("(10 / {divisor} + (int){result})")));
}

/// Out of nested calls, over a block that is lost if it is risky.
fn longjmp_out(maker: &mut Maker) {
    maker.header("setjmp.h");
    maker.header("stdlib.h");
    let (buffer, inner, outer, code) = (maker.name("buffer"), maker.name("f"), maker.name("f"), maker.name("n"));
    maker.top(format!("static jmp_buf {buffer};"));
    maker.top(format!(
        "static void {inner}(int n) {{ if (n > 2) {{ longjmp({buffer}, n); }} if (n > 0) {{ {inner}(n + 1); }} }}"
    ));
    let release = if maker.risky() { "" } else { "if (x > 0) { free(p); p = 0; }" };
    maker.top(format!(
        "static int {outer}(int x) {{ int *p = malloc(4); *p = x; {release} {inner}(x); free(p); return x; }}"
    ));
    let value = maker.placed(-1, 2);
    maker.add(format!("int {code} = setjmp({buffer});"));
    maker.add(format!("if ({code} == 0) {{ {outer}({}); }}", value.text));
    maker.result(&masked(&code));
}

fn heap_struct(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (ty, make, drop, p) = (maker.name("s"), maker.name("f"), maker.name("f"), maker.name("p"));
    maker.top(format!("struct {ty} {{ int *data; int n; struct {ty} *other; }};"));
    maker.top(format!(
        "static struct {ty} *{make}(int n) {{ if (n <= 0) {{ return 0; }} struct {ty} *s = malloc(sizeof *s); s->data = calloc(n, sizeof(int)); s->n = n; s->other = 0; return s; }}"
    ));
    let whole = if maker.risky() { "" } else { "free(s->data);" };
    maker.top(format!("static void {drop}(struct {ty} *s) {{ if (!s) {{ return; }} {whole} free(s); }}"));
    let least = i64::from(!maker.risky());
    let size = maker.placed(least, 2);
    maker.add(format!("struct {ty} *{p} = {make}({});", size.text));
    maker.add(format!("{p}->data[{p}->n - 1] = {p}->n;"));
    if maker.chance(3) {
        maker.add(format!("{p}->other = {make}(1); {drop}({p}->other);"));
    }
    maker.result(&Known { text: format!("{p}->data[0]"), lo: 0, hi: 2 });
    maker.add(format!("{drop}({p});"));
}

fn heap_matrix(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (rows, i) = (maker.name("p"), maker.name("i"));
    let (index, value) = (maker.index(2), maker.small());
    maker.add(format!("int **{rows} = malloc(2 * sizeof(int *));"));
    maker.add(format!("for (int {i} = 0; {i} < 2; {i}++) {{ {rows}[{i}] = malloc(2 * sizeof(int)); {rows}[{i}][0] = {}; {rows}[{i}][1] = {i}; }}", value.text));
    maker.add(format!("{rows}[1][{index}] += 1;"));
    maker.result(&masked(&format!("{rows}[1][0]")));
    let first = i64::from(maker.risky());
    maker.add(format!("for (int {i} = {first}; {i} < 2; {i}++) {{ free({rows}[{i}]); }}"));
    maker.add(format!("free({rows});"));
}

fn enumeration(maker: &mut Maker) {
    let (ty, var, table) = (maker.name("e"), maker.name("n"), maker.name("t"));
    maker.top(format!("enum {ty} {{ {ty}a, {ty}b = 2, {ty}c }};"));
    let value = maker.placed(0, 3);
    maker.add(format!("enum {ty} {var} = {};", value.text));
    let size = if maker.risky() { 3 } else { 4 };
    maker.add(format!("int {table}[{size}] = {{[{ty}b] = 5}};"));
    maker.add(format!("{table}[{var}]++;"));
    maker.add(format!(
        "switch ({var}) {{ case {ty}a: {table}[0] = 3; break; case {ty}c: {table}[0] = 4; break; default: break; }}"
    ));
    maker.result(&masked(&format!("({table}[0] + {table}[2])")));
}

/// A jump into a loop.
fn duff(maker: &mut Maker) {
    let (n, sum) = (maker.name("n"), maker.name("n"));
    let (start, rounds) = (maker.placed(0, 3), maker.number(1, 2));
    maker.add(format!("int {n} = {rounds};"));
    maker.add(format!("int {sum} = 0;"));
    maker.add(format!(
        "switch ({}) {{ case 0: do {{ {sum}++; case 3: {sum} += 2; case 2: {sum}++; case 1: {sum}++; {n}--; }} while ({n} > 0); }}",
        start.text
    ));
    let known = Known { text: sum.clone(), lo: 1, hi: 5 * rounds };
    maker.assert(&known);
    maker.keep(&sum, 0, 10);
}

fn volatile(maker: &mut Maker) {
    let (n, p) = (maker.name("n"), maker.name("p"));
    let (value, divisor) = (maker.small(), maker.divisor());
    maker.add(format!("volatile int {n} = {};", value.text));
    maker.add(format!("volatile int *{p} = &{n};"));
    maker.add(format!("*{p} += 1;"));
    let known = Known { text: n.clone(), lo: value.lo + 1, hi: value.hi + 1 };
    maker.assert(&known);
    maker.result(&masked(&format!("({n} / {divisor})")));
}

/// Functions that run when the program ends.
fn at_exit(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (var, function) = (maker.name("g"), maker.name("f"));
    maker.top(format!("static int {var};"));
    let known = Known { text: var.clone(), lo: 0, hi: 3 };
    let claim = maker.nested(|maker| maker.assert(&known));
    maker.top(format!("static void {function}(void) {{ {claim} }}"));
    maker.add(format!("atexit({function});"));
    let value = maker.placed(0, 3);
    maker.add(format!("{var} = {};", value.text));
}

/// A pointer to a variable of a function that has returned.
fn dangling_result(maker: &mut Maker) {
    let (function, p) = (maker.name("f"), maker.name("p"));
    let storage = if maker.risky() { "" } else { "static " };
    maker.top(format!("static int {p}g = 1;"));
    maker.top(format!("static int *{function}(int x) {{ {storage}int local = 2; int *p = &local; *p = 2; if (x > 1) {{ return p; }} return &{p}g; }}"));
    let value = maker.small();
    maker.add(format!("int *{p} = {function}({});", value.text));
    let known = Known { text: format!("*{p}"), lo: 1, hi: 2 };
    maker.assert(&known);
    maker.result(&known);
}

fn char_arithmetic(maker: &mut Maker) {
    let (c, text) = (maker.name("c"), maker.name("s"));
    let value = maker.small();
    maker.add(format!("signed char {c} = (signed char)(125 + {});", value.text));
    let condition = if maker.risky() { format!("{c} > 0") } else { format!("{c} >= 125 || {c} < 0") };
    maker.assert(&Known { text: format!("({condition})"), lo: 1, hi: 1 });
    maker.add(format!("char {text}[4] = \"xyz\";"));
    maker.add(format!("{text}[1] -= 'a' - 'A';"));
    maker.add(format!("{c} ^= {text}[1];"));
    maker.result(&masked(&c));
}

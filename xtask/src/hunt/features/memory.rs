//! Arrays, VLAs, alloca, the heap with free and realloc, pointers to pointers, strings and functions of the library.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "array", add: array },
    Feature { name: "matrix", add: matrix },
    Feature { name: "vla", add: vla },
    Feature { name: "alloca", add: alloca },
    Feature { name: "heap", add: heap },
    Feature { name: "free", add: free },
    Feature { name: "realloc", add: realloc },
    Feature { name: "list", add: list },
    Feature { name: "pointer-to-pointer", add: pointer_to_pointer },
    Feature { name: "pointer-loop", add: pointer_loop },
    Feature { name: "scope", add: scope },
    Feature { name: "string", add: string },
    Feature { name: "string-library", add: string_library },
    Feature { name: "memory-library", add: memory_library },
    Feature { name: "number-library", add: number_library },
    Feature { name: "byte-access", add: byte_access },
    Feature { name: "calloc", add: calloc },
    Feature { name: "checked-malloc", add: checked_malloc },
];

fn array(maker: &mut Maker) {
    let name = maker.name("a");
    let value = maker.small();
    let place = maker.below(3);
    let declaration = format!("int {name}[4] = {{1, 2, 3, 4}};");
    match place {
        0 => maker.top(format!("static {declaration}")),
        1 => maker.add(format!("static {declaration}")),
        _ => maker.add(declaration),
    }
    let (write, read) = (maker.index(4), maker.index(4));
    maker.add(format!("{name}[{write}] = {};", value.text));
    let access = if maker.chance(2) { format!("{name}[{read}]") } else { format!("*({name} + {read})") };
    // The value was written before, or is one of the first.
    let known = Known { text: access, lo: value.lo.min(1), hi: value.hi.max(4) };
    if place == 2 {
        maker.result(&known);
    } else {
        maker.result(&masked(&known.text));
    }
}

fn matrix(maker: &mut Maker) {
    let name = maker.name("a");
    let (i, j) = (maker.index(2), maker.index(3));
    maker.add(format!("int {name}[2][3] = {{{{1, 2, 3}}, {{4, 5, 6}}}};"));
    maker.add(format!("{name}[1][{j}] += 2;"));
    maker.result(&masked(&format!("{name}[{i}][1]")));
}

fn vla(maker: &mut Maker) {
    let (n, name, i) = (maker.name("n"), maker.name("a"), maker.name("i"));
    let least = if maker.risky() { 0 } else { 1 };
    let size = maker.placed(least, 4);
    maker.add(format!("int {n} = {};", size.text));
    maker.add(format!("int {name}[{n}];"));
    maker.add(format!("for (int {i} = 0; {i} < {n}; {i}++) {{ {name}[{i}] = {i}; }}"));
    let index = if maker.risky() { maker.placed(0, 1).text } else { format!("({n} - 1)") };
    maker.result(&masked(&format!("({name}[{index}] + (int)(sizeof({name}) / sizeof(int)))")));
}

fn alloca(maker: &mut Maker) {
    maker.header("alloca.h");
    let (name, i) = (maker.name("p"), maker.name("i"));
    let size = maker.number(2, 4);
    let most = size + i64::from(maker.risky());
    let rounds = maker.placed(0, most);
    maker.add(format!("char *{name} = alloca({size});"));
    maker.add(format!("{name}[0] = 1;"));
    maker.add(format!("for (int {i} = 0; {i} < {}; {i}++) {{ {name}[{i}] = (char)({i} + 2); }}", rounds.text));
    maker.result(&Known { text: format!("{name}[0]"), lo: 1, hi: 2 });
}

fn heap(maker: &mut Maker) {
    maker.header("stdlib.h");
    let name = maker.name("p");
    let (value, size) = (maker.small(), maker.number(1, 3));
    maker.add(format!("int *{name} = malloc({size} * sizeof(int));"));
    for idx in 0..size {
        maker.add(format!("{name}[{idx}] = {};", if idx == 0 { value.text.clone() } else { idx.to_string() }));
    }
    let index = maker.index(size);
    maker.add(format!("{name}[{index}] += 1;"));
    maker.result(&masked(&format!("{name}[0]")));
    if maker.risky() {
        let condition = maker.condition();
        maker.add(format!("if ({condition}) {{ free({name}); }}"));
    } else {
        maker.at_end(format!("free({name});"));
    }
}

/// Use after free, double free and leaks on some paths.
fn free(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (name, done) = (maker.name("p"), maker.name("done"));
    let (condition, value) = (maker.condition(), maker.small());
    maker.add(format!("int *{name} = malloc(sizeof *{name});"));
    maker.add(format!("int {done} = {condition};"));
    maker.add(format!("*{name} = {};", value.text));
    maker.add(format!("if ({done}) {{ free({name}); }}"));
    let use_guard = if maker.risky() { maker.condition() } else { format!("!{done}") };
    maker.add(format!("if ({use_guard}) {{ *{name} += 1; }}"));
    let free_guard = if maker.risky() { maker.condition() } else { format!("!{done}") };
    maker.add(format!("if ({free_guard}) {{ free({name}); }}"));
    maker.keep(&done, 0, 1);
}

fn realloc(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (name, old) = (maker.name("p"), maker.name("q"));
    let (value, size) = (maker.small(), maker.placed(1, 3));
    maker.add(format!("int *{name} = malloc(2 * sizeof(int));"));
    maker.add(format!("{name}[0] = {}; {name}[1] = 5;", value.text));
    maker.add(format!("int *{old} = {name};"));
    maker.add(format!("{name} = realloc({name}, {} * sizeof(int));", size.text));
    let last = if maker.risky() { "1".to_owned() } else { format!("({} - 1)", size.text) };
    maker.add(format!("{name}[{last}] = 6;"));
    if maker.risky() {
        let condition = maker.condition();
        maker.add(format!("if ({condition}) {{ *{old} = 1; }}"));
    }
    maker.result(&masked(&format!("{name}[0]")));
    maker.add(format!("free({name});"));
}

fn list(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (ty, head, node, i) = (maker.name("node"), maker.name("head"), maker.name("n"), maker.name("i"));
    maker.top(format!("struct {ty} {{ int value; struct {ty} *next; }};"));
    let (length, value) = (maker.placed(0, 3), maker.small());
    maker.add(format!("struct {ty} *{head} = 0;"));
    maker.add(format!(
        "for (int {i} = 0; {i} < {}; {i}++) {{ struct {ty} *{node} = malloc(sizeof *{node}); {node}->value = {} + {i}; {node}->next = {head}; {head} = {node}; }}",
        length.text, value.text
    ));
    let guard = if maker.risky() { "1".to_owned() } else { head.clone() };
    let first = maker.name("v");
    maker.add(format!("int {first} = 0;"));
    maker.add(format!("if ({guard}) {{ {first} = {head}->value; }}"));
    let next = maker.name("n");
    let body = if maker.risky() {
        format!("free({head}); {head} = {head}->next;")
    } else {
        format!("struct {ty} *{next} = {head}->next; free({head}); {head} = {next};")
    };
    let condition = if maker.risky() { format!("{head} && {head}->next") } else { head.clone() };
    maker.add(format!("while ({condition}) {{ {body} }}"));
    maker.keep(&first, value.lo.min(0), value.hi.max(0) + 2);
}

fn pointer_to_pointer(maker: &mut Maker) {
    let (a, b, p, q) = (maker.name("a"), maker.name("b"), maker.name("p"), maker.name("q"));
    let (value, condition) = (maker.small(), maker.condition());
    maker.add(format!("int {a} = {};", value.text));
    maker.add(format!("int {b} = 2;"));
    let start = if maker.risky() { "0".to_owned() } else { format!("&{b}") };
    maker.add(format!("int *{p} = {start};"));
    maker.add(format!("int **{q} = &{p};"));
    maker.add(format!("if ({condition}) {{ *{q} = &{a}; }}"));
    maker.add(format!("**{q} += 1;"));
    maker.add(format!("*{q} = &{b};"));
    let known = Known { text: format!("(*{p} + {a})"), lo: 2 + value.lo, hi: 4 + value.hi };
    maker.assert(&known);
    maker.result(&known);
}

fn pointer_loop(maker: &mut Maker) {
    let (array, p, sum) = (maker.name("a"), maker.name("p"), maker.name("n"));
    let size = maker.number(2, 4);
    let most = size + i64::from(maker.risky());
    let end = maker.placed(0, most);
    let step = maker.pick(&["int", "short", "char"]);
    maker.add(format!("{step} {array}[{size}] = {{3, 1}};"));
    maker.add(format!("int {sum} = 0;"));
    // The pointer itself never leaves the array by more than its end.
    maker.add(format!("{step} *{p} = {array};"));
    maker.add(format!("while ({p} - {array} < {}) {{ {sum} += *{p}; {p}++; }}", end.text));
    maker.keep(&sum, 0, 4);
}

/// Pointers to variables of blocks and functions that have ended.
fn scope(maker: &mut Maker) {
    let (p, outer, inner) = (maker.name("p"), maker.name("a"), maker.name("b"));
    let (condition, value) = (maker.condition(), maker.small());
    maker.add(format!("int {outer} = {};", value.text));
    maker.add(format!("int *{p} = &{outer};"));
    let target = if maker.risky() { inner.clone() } else { outer.clone() };
    maker.add(format!("{{ int {inner} = 3; if ({condition}) {{ {p} = &{target}; }} {inner} += *{p}; }}"));
    maker.result(&masked(&format!("*{p}")));
}

fn string(maker: &mut Maker) {
    let (text, i, n) = (maker.name("s"), maker.name("i"), maker.name("n"));
    let letters = maker.pick(&["\"abc\"", "\"\"", "\"a\\0b\"", "\"xyzzy\""]);
    let style = maker.below(2);
    maker.add(if style == 0 {
        format!("const char *{text} = {letters};")
    } else {
        format!("char {text}[] = {letters};")
    });
    maker.add(format!("int {n} = 0;"));
    let size = if letters.contains("\\0") { 4 } else { letters.len() - 1 };
    let index = maker.index(i64::try_from(size).expect("strings are short"));
    maker.add(format!("for (int {i} = 0; {text}[{i}]; {i}++) {{ {n} += {text}[{i}] == 'z'; }}"));
    maker.result(&masked(&format!("({n} + ({text}[{index}] != 0))")));
}

fn string_library(maker: &mut Maker) {
    maker.header("string.h");
    let (buffer, source) = (maker.name("s"), maker.name("t"));
    let extra = usize::from(!maker.risky());
    let (short, long) = (maker.pick(&["\"a\"", "\"\""]), maker.pick(&["\"abc\"", "\"bcde\""]));
    let size = long.len() - 2 + extra;
    let condition = maker.condition();
    maker.add(format!("char {buffer}[{size}] = {{0}};"));
    maker.add(format!("const char *{source} = {condition} ? {long} : {short};"));
    let text = match maker.below(3) {
        0 => format!("strcpy({buffer}, {source});"),
        1 => format!("strcat({buffer}, {source});"),
        _ => format!("memcpy({buffer}, {source}, strlen({source}) + 1);"),
    };
    maker.add(text);
    let value = match maker.below(4) {
        0 => format!("(int)strlen({buffer})"),
        1 => format!("strcmp({buffer}, \"abc\") > 0"),
        2 => format!("strchr({buffer}, 'c') != 0"),
        _ => format!("strncmp({buffer}, {source}, 2) == 0"),
    };
    maker.result(&masked(&format!("({value})")));
}

fn memory_library(maker: &mut Maker) {
    maker.header("string.h");
    let (one, two) = (maker.name("a"), maker.name("b"));
    let most = if maker.risky() { 4 } else { 3 };
    let count = maker.placed(0, most);
    maker.add(format!("int {one}[3] = {{1, 2, 3}};"));
    maker.add(format!("int {two}[3] = {{0}};"));
    let text = match maker.below(4) {
        0 => format!("memcpy({two}, {one}, {} * sizeof(int));", count.text),
        1 => format!("memset({two}, 1, {} * sizeof(int));", count.text),
        2 => format!(
            "memmove({one} + 1, {one}, ({} % 3) * sizeof(int)); memcpy({two}, {one}, sizeof({one}));",
            count.text
        ),
        _ => format!("if (memcmp({one}, {two}, {} * sizeof(int)) != 0) {{ {two}[0] = 2; }}", count.text),
    };
    maker.add(text);
    maker.result(&masked(&format!("({two}[0] + {one}[2])")));
}

fn number_library(maker: &mut Maker) {
    maker.header("stdlib.h");
    maker.header("limits.h");
    let value = maker.small();
    let number = match maker.below(3) {
        0 => format!("abs({})", value.text),
        1 => {
            let least = if maker.risky() { "INT_MIN" } else { "INT_MIN + 1" };
            format!("abs({} == 1 ? {least} : 5)", value.text)
        }
        _ => format!("atoi({} > 0 ? \"12\" : \"-7x\")", value.text),
    };
    maker.result(&masked(&number));
}

fn byte_access(maker: &mut Maker) {
    let (n, p) = (maker.name("n"), maker.name("p"));
    let (value, index) = (maker.small(), maker.index(4));
    maker.add(format!("unsigned {n} = {} + 256u;", value.text));
    maker.add(format!("unsigned char *{p} = (unsigned char *)&{n};"));
    maker.add(format!("{p}[{index}] ^= 1;"));
    maker.result(&masked(&format!("(int)({n} >> 8)")));
}

fn calloc(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (name, function) = (maker.name("p"), maker.name("f"));
    let least = i64::from(!maker.risky());
    let size = maker.placed(least, 3);
    maker.top(format!("static long *{function}(int n) {{ return calloc(n, sizeof(long)); }}"));
    maker.add(format!("long *{name} = {function}({});", size.text));
    maker.add(format!("{name}[0] += 2;"));
    maker.result(&Known { text: format!("(int){name}[0]"), lo: 2, hi: 2 });
    maker.at_end(format!("free({name});"));
}

/// Allocations whose failure is looked at; a block is lost, or a null pointer used, where it is risky.
fn checked_malloc(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (function, p, q) = (maker.name("f"), maker.name("p"), maker.name("q"));
    let give_up = if maker.risky() { "" } else { "free(one);" };
    let keep = if maker.risky() {
        "one = two; two = realloc(one, 8); if (!two) { return 2; }"
    } else {
        "two = realloc(one, 8); if (!two) { free(one); return 2; }"
    };
    maker.top(format!(
        "static int {function}(int x) {{ int *one = malloc(4); if (!one) {{ return 1; }} *one = x; int *two = one; {keep} one = malloc(4); \
         if (!one) {{ one = two; {give_up} return 3; }} two[1] = *two; *one = two[1]; free(one); free(two); return 0; }}"
    ));
    let (value, condition) = (maker.small(), maker.condition());
    maker.add(format!("int *{p} = calloc(1, sizeof(int));"));
    let guard = if maker.risky() { condition } else { p.clone() };
    maker.add(format!("if ({guard}) {{ *{p} += {}; }}", value.text));
    maker.add(format!("int {q} = {function}({});", value.text));
    maker.keep(&q, 0, 3);
    maker.at_end(format!("free({p});"));
}

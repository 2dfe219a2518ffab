//! Random assignments of pointers: to variables, elements, members, heap blocks; copied, passed, stored, converted, pointed to.
//!
//! What a pointer points to decides what a write changes, so that a claim about a variable fails if any analysis of pointers goes wrong.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] =
    &[Feature { name: "pointer-soup", add: pointers }, Feature { name: "callback-soup", add: callbacks }];

/// The things that pointers point to, the pointers, and the functions that take them.
struct Cast {
    numbers: [String; 2],
    array: String,
    pointers: [String; 2],
    table: String,
    double: String,
    structure: String,
    global: String,
    identity: String,
    put: String,
}

fn pointers(maker: &mut Maker) {
    maker.header("string.h");
    let cast = declare(maker);
    for _ in 0..4 + maker.below(6) {
        let text = step(maker, &cast);
        let text = if maker.chance(4) { format!("if ({}) {{ {text} }}", maker.condition()) } else { text };
        maker.add(text);
    }
    if maker.chance(4) {
        scope(maker, &cast);
    }
    let number = &cast.numbers[maker.below(2)];
    maker.assert(&Known { text: number.clone(), lo: 0, hi: 3 });
    let value = access(maker, &cast);
    maker.result(&masked(&value));
}

fn declare(maker: &mut Maker) -> Cast {
    let ty = maker.name("s");
    let cast = Cast {
        numbers: [maker.name("n"), maker.name("n")],
        array: maker.name("a"),
        pointers: [maker.name("p"), maker.name("p")],
        table: maker.name("t"),
        double: maker.name("d"),
        structure: maker.name("s"),
        global: maker.name("g"),
        identity: maker.name("f"),
        put: maker.name("f"),
    };
    let Cast { numbers: [x, y], array, pointers: [p, q], table, double, structure, global, identity, put } = &cast;
    maker.top(format!("struct {ty} {{ int n; int *p; int **d; }};"));
    maker.top(format!("static int {global}n = 2;"));
    maker.top(format!("static int *{global} = &{global}n;"));
    maker.top(format!("static int *{identity}(int *p) {{ {global} = p; return p; }}"));
    maker.top(format!("static void {put}(int **to, int *p) {{ if (to != &{global}) {{ *to = p; }} }}"));
    let value = maker.placed(0, 3);
    let lines = [
        format!("int {x} = {};", value.text),
        format!("int {y} = 1;"),
        format!("int {array}[2] = {{2, 3}};"),
        format!("int *{p} = &{x};"),
        format!("int *{q} = {array};"),
        format!("int *{table}[2] = {{&{y}, &{array}[1]}};"),
        format!("int **{double} = &{p};"),
        format!("struct {ty} {structure} = {{1, &{y}, &{q}}};"),
    ];
    for line in lines {
        maker.add(line);
    }
    // The global pointer must not outlive what it points to.
    maker.at_end(format!("{global} = &{global}n;"));
    cast
}

/// A pointer's value.
fn target(maker: &mut Maker, cast: &Cast) -> String {
    let Cast { numbers: [x, y], array, structure, global, identity, .. } = cast;
    match maker.below(10) {
        0 => format!("&{x}"),
        1 => format!("&{y}"),
        2 => format!("&{array}[{}]", maker.placed(0, 1).text),
        3 => format!("&{structure}.n"),
        4 => format!("&{global}n"),
        5 => format!("{identity}({})", pointer(maker, cast)),
        6 => format!("(int *)(unsigned long){}", pointer(maker, cast)),
        7 if maker.risky() => "0".to_owned(),
        _ => pointer(maker, cast),
    }
}

/// A place that holds a pointer.
fn pointer(maker: &mut Maker, cast: &Cast) -> String {
    let Cast { pointers, table, double, structure, global, .. } = cast;
    match maker.below(8) {
        0..=2 => pointers[maker.below(2)].clone(),
        3 => format!("{table}[{}]", maker.placed(0, 1).text),
        4 => format!("*{double}"),
        5 => format!("{structure}.p"),
        6 => format!("*{structure}.d"),
        _ => global.clone(),
    }
}

/// A number, through a pointer.
fn access(maker: &mut Maker, cast: &Cast) -> String {
    match maker.below(3) {
        0 => format!("**{}", cast.double),
        _ => format!("*{}", pointer(maker, cast)),
    }
}

fn step(maker: &mut Maker, cast: &Cast) -> String {
    let Cast { pointers: [p, q], table, double, structure, put, .. } = cast;
    match maker.below(9) {
        0 | 1 => format!("{} = {};", pointer(maker, cast), target(maker, cast)),
        2 | 3 => {
            let (to, from) = (access(maker, cast), access(maker, cast));
            format!("{to} = ({from} + {}) & 3;", maker.number(0, 3))
        }
        4 => {
            let place = maker.pick(&["&P", "&Q", "&T[0]", "&T[1]", "S.d"]);
            let place =
                place.replace('P', p).replace('Q', q).replace('T', table).replace("S.", &format!("{structure}."));
            format!("{} = {place};", maker.pick(&[double.as_str(), &format!("{structure}.d")]).to_owned())
        }
        5 => format!(
            "{put}({}, {});",
            maker.pick(&[double.as_str(), &format!("{structure}.d")]).to_owned(),
            target(maker, cast)
        ),
        6 => format!("memcpy(&{table}[{}], &{p}, sizeof({p}));", maker.number(0, 1)),
        7 => format!("memcpy(&{q}, {table} + {}, sizeof({q}));", maker.number(0, 1)),
        _ => format!("if ({} == {}) {{ {} += 1; }}", pointer(maker, cast), pointer(maker, cast), cast.numbers[0]),
    }
}

/// A pointer to a variable of an inner block, used inside, and outside where it is risky.
fn scope(maker: &mut Maker, cast: &Cast) {
    let inner = maker.name("z");
    let p = &cast.pointers[0];
    let back = if maker.risky() { String::new() } else { format!("{p} = &{};", cast.numbers[1]) };
    let condition = maker.condition();
    maker.add(format!("{{ int {inner} = 2; if ({condition}) {{ {p} = &{inner}; }} *{p} = (*{p} + 1) & 3; {back} }}"));
    maker.add(format!("*{p} &= 3;"));
}

/// Functions that are called through members, tables and parameters.
fn callbacks(maker: &mut Maker) {
    let (op, ty, s) = (format!("{}_t", maker.name("op")), maker.name("s"), maker.name("s"));
    let functions = [maker.name("f"), maker.name("f"), maker.name("f")];
    maker.top(format!("typedef int (*{op})(int *, int);"));
    maker.top(format!("struct {ty} {{ {op} call; int n; {op} table[2]; }};"));
    let divisor = if maker.risky() { "*p" } else { "(*p + 1)" };
    maker.top(format!("static int {}(int *p, int n) {{ *p = (*p + n) & 3; return *p; }}", functions[0]));
    maker.top(format!("static int {}(int *p, int n) {{ return n / {divisor}; }}", functions[1]));
    maker.top(format!("static int {}(int *p, int n) {{ *p ^= 1; return n & 1; }}", functions[2]));
    let apply = maker.name("f");
    maker.top(format!("static int {apply}({op} f, int *p, int n) {{ return f ? f(p, n) : -1; }}"));
    let number = maker.name("n");
    let value = maker.placed(0, 3);
    maker.add(format!("int {number} = {};", value.text));
    maker.add(format!("struct {ty} {s} = {{{}, 1, {{{}, {}}}}};", functions[0], functions[1], functions[2]));
    for _ in 0..2 + maker.below(4) {
        let (function, index) = (functions[maker.below(3)].clone(), maker.placed(0, 1).text);
        let text = match maker.below(7) {
            0 => format!("{s}.call = {s}.table[{index}];"),
            1 => format!("{s}.table[{index}] = {function};"),
            2 => format!("{s}.n += {s}.call(&{number}, {});", maker.number(0, 3)),
            3 => format!("{s}.n = {s}.table[{index}](&{s}.n, {number}) & 3;"),
            4 => format!("{number} = {apply}({s}.call, &{s}.n, 2) & 3;"),
            5 if maker.risky() => format!("if ({}) {{ {s}.call = 0; }}", maker.condition()),
            _ => format!(
                "{number} = {apply}({}, &{number}, 1) & 3;",
                if maker.chance(3) { "0" } else { function.as_str() }
            ),
        };
        maker.add(text);
    }
    maker.assert(&Known { text: format!("({s}.n & 7)"), lo: 0, hi: 7 });
    maker.result(&masked(&format!("({number} + {s}.n)")));
}

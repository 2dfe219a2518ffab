//! Random statements over one kind of thing: heap blocks, numbers in loops, floats, bytes of structures, strings.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "heap-soup", add: heap },
    Feature { name: "loop-soup", add: loops },
    Feature { name: "float-soup", add: floats },
    Feature { name: "byte-soup", add: bytes },
    Feature { name: "string-soup", add: strings },
    Feature { name: "integer-soup", add: integers },
];

/// Pointers to blocks that are made, used and freed; a null pointer says that there is none.
///
/// Pointers are only compared with null: whether a new block lies where a freed one was is open.
fn heap(maker: &mut Maker) {
    maker.header("stdlib.h");
    let pointers: Vec<String> = (0..3).map(|_| maker.name("p")).collect();
    let (alias, total) = (maker.name("q"), maker.name("n"));
    for pointer in pointers.iter().chain([&alias]) {
        maker.add(format!("int *{pointer} = 0;"));
    }
    maker.add(format!("int {total} = 0;"));
    for _ in 0..3 + maker.below(5) {
        let pointer = &pointers[maker.below(3)];
        let text = heap_step(maker, pointer, &alias, &total);
        let text = if maker.chance(3) { format!("if ({}) {{ {text} }}", maker.condition()) } else { text };
        maker.add(text);
    }
    for pointer in &pointers {
        if !maker.risky() || maker.chance(2) {
            maker.at_end(format!("free({pointer});"));
        }
    }
    maker.result(&masked(&total));
}

fn heap_step(maker: &mut Maker, one: &str, alias: &str, total: &str) -> String {
    let value = maker.small().text;
    let guard = if maker.risky() { "1" } else { one };
    let index = maker.index(2);
    match maker.below(9) {
        0 | 1 => format!("if (!{one}) {{ {one} = malloc(2 * sizeof(int)); {one}[0] = {value}; {one}[1] = 1; }}"),
        2 if maker.risky() => format!("{one} = calloc(2, sizeof(int));"),
        2 => format!("free({one}); {one} = calloc(2, sizeof(int));"),
        3 if maker.risky() => format!("free({one});"),
        3 => format!("free({one}); {one} = 0;"),
        4 => format!("if ({guard}) {{ {total} += {one}[{index}]; }}"),
        5 => format!("{alias} = {one};"),
        6 if maker.risky() => format!("if ({alias}) {{ {total} += {alias}[0]; }}"),
        6 | 7 => format!("if ({guard}) {{ {one}[0] = {total} & 3; }}"),
        _ => format!("if ({one}) {{ {one} = realloc({one}, 2 * sizeof(int)); {one}[1] = 4; }}"),
    }
}

/// Linear updates in loops of up to a hundred rounds, and claims about what they leave.
fn loops(maker: &mut Maker) {
    let (x, y, i) = (maker.name("n"), maker.name("n"), maker.name("i"));
    let (start, rounds) = (maker.small(), maker.placed(0, 3));
    let factor = maker.number(3, 30);
    maker.add(format!("int {x} = {};", start.text));
    let first = maker.number(0, 3);
    maker.add(format!("int {y} = {first};"));
    let mut body = String::new();
    for _ in 0..1 + maker.below(3) {
        let step = maker.number(1, 3);
        let (to, from) = if maker.chance(2) { (&x, &y) } else { (&y, &x) };
        let limit = maker.number(0, 40);
        body.push_str(&match maker.below(7) {
            0 | 1 => format!("{to} += {step};"),
            2 => format!("if ({to} > {limit}) {{ {to} = {}; }}", maker.number(0, 3)),
            3 => format!("if ({from} < {limit}) {{ {to} += {step}; }} else {{ {to} -= {step}; }}"),
            4 => format!("if ({i} == {limit}) {{ {}; }}", maker.pick(&["break", "continue"])),
            5 => format!("{to} = ({to} + {from}) % {};", limit + 2),
            _ => format!("{to} = {i} - {step};"),
        });
    }
    match maker.below(3) {
        0 => maker.add(format!("for (int {i} = 0; {i} < {} * {factor}; {i}++) {{ {body} }}", rounds.text)),
        1 => maker.add(format!("for (int {i} = {} * {factor}; {i} > 0; {i} -= 2) {{ {body} }}", rounds.text)),
        _ => {
            let body = body.replace("continue;", "break;");
            maker.add(format!("int {i} = 0; while ({i} < {} * {factor}) {{ {body} {i} += 3; }}", rounds.text));
        }
    }
    for _ in 0..1 + maker.below(2) {
        let (var, limit) = (maker.pick(&[x.as_str(), y.as_str()]).to_owned(), maker.number(-3, 60));
        let operator = maker.pick(&["<=", ">=", "!=", "<"]);
        maker.assert(&Known { text: format!("({var} {operator} {limit})"), lo: 1, hi: 1 });
    }
    let (array, index) = (maker.name("a"), maker.pick(&["& 7", "% 8"]));
    maker.add(format!("int {array}[8] = {{1}};"));
    maker.result(&masked(&format!("{array}[{x} {index}]")));
}

fn floats(maker: &mut Maker) {
    let ty = maker.pick(&["float", "double"]);
    let vars: Vec<String> = (0..2).map(|_| maker.name("d")).collect();
    for var in &vars {
        let value = maker.small();
        maker.add(format!("{ty} {var} = {};", value.text));
    }
    for _ in 0..2 + maker.below(3) {
        let (to, from) = (&vars[maker.below(2)], &vars[maker.below(2)]);
        let text = match maker.below(8) {
            0 => format!("{to} = {to} + {from} * 0.25;"),
            1 => format!("{to} = {to} / ({from} - 1);"),
            2 => format!("if ({to} < {from}) {{ {to} = -{from}; }}"),
            3 => format!("{to} *= 3;"),
            4 => format!("{to} = (float){to} + 0.1f;"),
            5 => format!("{to} = (int)({from} > -1000 && {from} < 1000 ? {from} : 7);"),
            6 => format!("{to} = ({to} == {from}) + 0.5;"),
            _ => format!("{to} -= {from};"),
        };
        maker.add(text);
    }
    let (one, two) = (&vars[0], &vars[1]);
    let claim = match maker.below(5) {
        0 => format!("({one} == {one})"),
        1 => format!("({one} < 100 || {one} >= 100)"),
        2 => format!("({one} != {two})"),
        3 => format!("({one} * 0 == 0)"),
        _ => format!("({one} <= {}.5)", maker.number(0, 9)),
    };
    maker.assert(&Known { text: claim, lo: 1, hi: 1 });
    if maker.risky() {
        maker.result(&masked(&format!("(int){two}")));
    }
}

/// A structure that is also seen as bytes.
fn bytes(maker: &mut Maker) {
    maker.header("string.h");
    let (ty, one, two, raw, n) = (maker.name("s"), maker.name("a"), maker.name("b"), maker.name("c"), maker.name("n"));
    maker.top(format!("struct {ty} {{ short s; unsigned b : 5; unsigned c : 11; int i; signed char t[4]; }};"));
    let value = maker.small();
    maker.add(format!("struct {ty} {one} = {{1, 2, 3, {}, {{4, 5, 6, 7}}}};", value.text));
    maker.add(format!("struct {ty} {two} = {one};"));
    maker.add(format!("unsigned char {raw}[sizeof(struct {ty})] = {{0}};"));
    maker.add(format!("int {n} = 0;"));
    for _ in 0..2 + maker.below(4) {
        let (s, index) = (maker.pick(&[one.as_str(), two.as_str()]).to_owned(), maker.index(4));
        let text = match maker.below(8) {
            0 => format!("memcpy({raw}, &{s}, sizeof({s}));"),
            1 => format!("memcpy(&{s}, {raw}, sizeof({s}));"),
            2 => format!("{s}.b += {s}.t[{index}];"),
            3 => format!("{raw}[{index} + 4] ^= 5;"),
            4 => format!("{s}.t[{index}] = (signed char)({s}.i * 60);"),
            5 => format!("{n} += ((unsigned char *)&{s})[{index}];"),
            6 => format!("{s}.c = {s}.c * 7 + {s}.b;"),
            _ => format!("if ({s}.i > 1) {{ {one} = {two}; }}"),
        };
        maker.add(text);
    }
    maker.assert(&Known { text: format!("({one}.i & 7)"), lo: 0, hi: 7 });
    maker.result(&masked(&format!("({n} + {two}.b + {two}.t[1])")));
}

fn strings(maker: &mut Maker) {
    maker.header("string.h");
    maker.header("ctype.h");
    let (text, other, n) = (maker.name("s"), maker.name("t"), maker.name("n"));
    maker.add(format!("char {text}[8] = \"ab\";"));
    maker.add(format!("char {other}[8] = {{0}};"));
    maker.add(format!("int {n} = 0;"));
    for _ in 0..2 + maker.below(4) {
        let (to, from) = if maker.chance(2) { (&text, &other) } else { (&other, &text) };
        let (value, index) = (maker.placed(0, 3).text, maker.index(8));
        let guard = if maker.risky() { "1".to_owned() } else { format!("strlen({to}) + strlen({from}) < 8") };
        let step = match maker.below(8) {
            0 => format!("if ({guard}) {{ strcat({to}, {from}); }}"),
            1 => format!("strcpy({to}, {from});"),
            2 => format!("{to}[{index}] = (char)('a' + {value});"),
            3 => format!("{n} += strcmp({to}, {from}) < 0;"),
            4 => format!("if (strlen({to}) < 5) {{ strcat({to}, {value} > 1 ? \"xyz\" : \"c\"); }}"),
            5 => format!("{n} += (int)strlen({to});"),
            6 => format!("{to}[0] = (char)toupper({to}[0]);"),
            _ => format!("strncpy({to}, {from}, {value});"),
        };
        maker.add(step);
        maker.add(format!("{text}[7] = 0; {other}[7] = 0;"));
    }
    maker.assert(&Known { text: format!("(int)strlen({text})"), lo: 0, hi: 7 });
    maker.result(&masked(&n));
}

/// Numbers of all widths and signs.
fn integers(maker: &mut Maker) {
    const TYPES: [&str; 9] = [
        "signed char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long",
        "long long",
    ];
    let vars: Vec<(String, &str)> = (0..3).map(|_| (maker.name("z"), maker.pick(&TYPES))).collect();
    for (name, ty) in &vars {
        let value = maker.small();
        maker.add(format!("{ty} {name} = ({ty}){};", value.text));
    }
    for _ in 0..3 + maker.below(4) {
        let ((to, ty), (from, _), (other, _)) = (&vars[maker.below(3)], &vars[maker.below(3)], &vars[maker.below(3)]);
        let constant = maker.pick(&["1", "100", "255", "32767", "65535", "-7", "2147483647", "4294967295u"]);
        let text = match maker.below(9) {
            0 => format!("{to} = ({ty})({from} + {other});"),
            1 => format!("{to} = ({ty})({from} - {constant});"),
            2 => format!("{to} = {from} < {other};"),
            3 => format!("{to} ^= {constant};"),
            4 => format!("{to} = ({ty})({from} >> ({other} & 7));"),
            5 => format!("if ({from} > {constant}) {{ {to}--; }}"),
            6 => format!("{to} = ({ty})({from} * ({other} & 15));"),
            7 => format!("{to} = ({ty})({from} % (({other} & 3) + {}));", i64::from(!maker.risky())),
            _ => format!("{to} = ({ty})~{from};"),
        };
        maker.add(text);
    }
    let (one, two) = (&vars[0].0, &vars[1].0);
    let operator = maker.pick(&["!=", "<=", "<"]);
    let limit = maker.pick(&["0", "255", "65535", "1000", "-1"]);
    maker.assert(&Known { text: format!("({one} {operator} {limit})"), lo: 1, hi: 1 });
    maker.result(&masked(&format!("(int)({one} ^ {two})")));
}

//! Structures by value, unions, bit-fields, arrays of structures, compound literals.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "struct-argument", add: struct_argument },
    Feature { name: "struct-result", add: struct_result },
    Feature { name: "struct-copy", add: struct_copy },
    Feature { name: "struct-array", add: struct_array },
    Feature { name: "nested-struct", add: nested_struct },
    Feature { name: "large-struct", add: large_struct },
    Feature { name: "union", add: union },
    Feature { name: "bit-field", add: bit_field },
    Feature { name: "signed-bit-field", add: signed_bit_field },
    Feature { name: "compound-literal", add: compound_literal },
    Feature { name: "global-struct", add: global_struct },
];

fn struct_argument(maker: &mut Maker) {
    let (ty, function, var) = (maker.name("s"), maker.name("f"), maker.name("a"));
    let second = maker.pick(&["char", "short", "int", "long", "double"]);
    maker.top(format!("struct {ty} {{ int a; {second} b; int c[2]; }};"));
    let operator = maker.pick(&["+", "-", "*"]);
    maker.top(format!("static int {function}(struct {ty} s) {{ s.a = s.a {operator} (int)s.b; s.c[1] = s.a; return s.c[1] + s.c[0]; }}"));
    let (first, other, third) = (maker.small(), maker.small(), maker.small());
    maker.add(format!("struct {ty} {var} = {{{}, {}, {{{}, 1}}}};", first.text, other.text, third.text));
    let index = maker.index(2);
    maker.add(format!("{var}.c[{index}] += 1;"));
    maker.result(&masked(&format!("({function}({var}) + {var}.a)")));
}

fn struct_result(maker: &mut Maker) {
    let (ty, function) = (maker.name("s"), maker.name("f"));
    let member = maker.pick(&["char", "int", "long", "float"]);
    maker.top(format!("struct {ty} {{ {member} a; int b; }};"));
    let (value, divisor) = (maker.small(), maker.divisor());
    maker.top(format!(
        "static struct {ty} {function}(int x, int y) {{ struct {ty} s = {{x, 12 / y}}; if (x > 1) {{ s.b = s.b - x; }} return s; }}"
    ));
    maker.result(&masked(&format!("{function}({}, {divisor}).b", value.text)));
    if maker.chance(2) {
        let value = maker.small();
        let known = Known { text: format!("(int){function}({}, 1).a", value.text), lo: value.lo, hi: value.hi };
        maker.assert(&known);
    }
}

fn struct_copy(maker: &mut Maker) {
    let (ty, one, other) = (maker.name("s"), maker.name("a"), maker.name("b"));
    maker.top(format!("struct {ty} {{ int *p; int v; char name[3]; }};"));
    let value = maker.small();
    let target = maker.name("t");
    maker.add(format!("int {target} = {};", value.text));
    maker.add(format!("struct {ty} {one} = {{&{target}, 1, {{'a', 'b', 0}}}};"));
    maker.add(format!("struct {ty} {other} = {one};"));
    maker.add(format!("*{other}.p += 1;"));
    if maker.chance(2) {
        let condition = maker.condition();
        let reset = if maker.risky() { "0".to_owned() } else { format!("&{other}.v") };
        maker.add(format!("if ({condition}) {{ {one}.p = {reset}; }}"));
    }
    let index = maker.index(3);
    maker.add(format!("{other}.name[{index}] = 'c';"));
    maker.result(&masked(&format!("(*{one}.p + {target} + {other}.name[0])")));
}

fn struct_array(maker: &mut Maker) {
    let (ty, array) = (maker.name("s"), maker.name("a"));
    maker.top(format!("struct {ty} {{ short key; int value; }};"));
    let value = maker.small();
    maker.add(format!("struct {ty} {array}[3] = {{{{1, {}}}, {{2, 5}}, {{3, 7}}}};", value.text));
    let index = maker.index(3);
    if maker.chance(2) {
        let pointer = maker.name("p");
        maker.add(format!("struct {ty} *{pointer} = &{array}[0];"));
        maker.add(format!("{pointer} = {pointer} + 1;"));
        maker.add(format!("{pointer}->value = {pointer}->key + {array}[{index}].value;"));
    } else {
        maker.add(format!("{array}[1].value = {array}[{index}].value;"));
    }
    maker.result(&masked(&format!("{array}[1].value")));
}

fn nested_struct(maker: &mut Maker) {
    let (inner, outer, var) = (maker.name("s"), maker.name("s"), maker.name("a"));
    maker.top(format!("struct {inner} {{ char tag; int data[2]; }};"));
    maker.top(format!("struct {outer} {{ struct {inner} first; struct {inner} rest[2]; struct {outer} *next; }};"));
    let value = maker.small();
    let (i, j) = (maker.index(2), maker.placed(0, 1).text);
    maker.add(format!(
        "struct {outer} {var} = {{{{'x', {{1, {}}}}}, {{{{'y', {{2, 3}}}}, {{'z', {{4, 5}}}}}}, 0}};",
        value.text
    ));
    if maker.chance(2) {
        let condition = maker.condition();
        maker.add(format!("if ({condition}) {{ {var}.next = &{var}; }}"));
        let guard = if maker.risky() { "1".to_owned() } else { format!("{var}.next") };
        maker.add(format!("if ({guard}) {{ {var}.next->first.tag = 'w'; }}"));
    }
    maker.add(format!("{var}.rest[{j}].data[{i}] = {var}.first.data[1];"));
    maker.result(&masked(&format!("({var}.rest[1].data[0] + {var}.first.tag)")));
}

/// Large enough to be passed in memory.
fn large_struct(maker: &mut Maker) {
    let (ty, function, var) = (maker.name("s"), maker.name("f"), maker.name("a"));
    maker.top(format!("struct {ty} {{ long a[4]; int b; }};"));
    maker.top(format!(
        "static struct {ty} {function}(struct {ty} s, int i) {{ s.a[i] = s.b; s.b = (int)s.a[0]; return s; }}"
    ));
    let (value, index) = (maker.small(), maker.index(4));
    maker.add(format!("struct {ty} {var} = {{{{1, 2, 3, 4}}, {}}};", value.text));
    maker.add(format!("{var} = {function}({var}, {index});"));
    maker.result(&masked(&format!("{var}.b")));
}

fn union(maker: &mut Maker) {
    let (ty, var) = (maker.name("u"), maker.name("a"));
    maker.top(format!(
        "union {ty} {{ int i; unsigned char bytes[4]; struct {{ short low; short high; }} halves; unsigned u; }};"
    ));
    let value = maker.small();
    maker.add(format!("union {ty} {var} = {{{}}};", value.text));
    let index = maker.index(4);
    match maker.below(3) {
        0 => maker.add(format!("{var}.bytes[{index}] = 1;")),
        1 => maker.add(format!("{var}.halves.high = (short)({var}.bytes[{index}] + 1);")),
        _ => maker.add(format!("{var}.u = {var}.u + {var}.bytes[{index}];")),
    }
    let low = Known { text: format!("{var}.bytes[0]"), lo: 0, hi: 255 };
    if maker.chance(2) {
        maker.assert(&low);
    }
    maker.result(&masked(&format!("{var}.halves.low")));
}

fn bit_field(maker: &mut Maker) {
    let (ty, var) = (maker.name("s"), maker.name("a"));
    maker.top(format!("struct {ty} {{ unsigned a : 3; unsigned b : 5; unsigned : 0; unsigned c : 1; int d; }};"));
    let (value, other) = (maker.small(), maker.placed(0, 4));
    maker.add(format!("struct {ty} {var} = {{{}, {}, 1, 2}};", other.text, other.text));
    maker.add(format!("{var}.a += {};", value.text));
    maker.add(format!("{var}.b = {var}.b * 9u + {var}.a;"));
    maker.add(format!("{var}.c = !{var}.c;"));
    let known = Known { text: format!("(int){var}.a"), lo: 0, hi: 7 };
    if maker.chance(2) {
        maker.assert(&known);
    }
    let divisor = if maker.risky() { format!("{var}.a") } else { format!("({var}.a + 1)") };
    maker.result(&masked(&format!("(int)(20u / {divisor} + {var}.b)")));
}

fn signed_bit_field(maker: &mut Maker) {
    let (ty, var) = (maker.name("s"), maker.name("a"));
    maker.top(format!("struct {ty} {{ char tag; signed a : 3; signed b : 12; long c : 33; _Bool d : 1; }};"));
    let value = maker.small();
    maker.add(format!("struct {ty} {var} = {{'t', 1, 100, 5, 1}};"));
    maker.add(format!("{var}.a = {};", value.text));
    maker.add(format!("{var}.b -= {var}.a;"));
    maker.add(format!("{var}.c = {var}.c * 1000 + {var}.b;"));
    maker.add(format!("{var}.d = {};", value.text));
    let known = Known { text: format!("{var}.a"), lo: -4, hi: 3 };
    maker.assert(&known);
    maker.result(&masked(&format!("({var}.b + {var}.d + (int){var}.c)")));
}

fn compound_literal(maker: &mut Maker) {
    let (ty, function, pointer) = (maker.name("s"), maker.name("f"), maker.name("p"));
    maker.top(format!("struct {ty} {{ int a; int b; }};"));
    maker.top(format!("static int {function}(const struct {ty} *s) {{ return s->a - s->b; }}"));
    let (value, index) = (maker.small(), maker.index(3));
    maker.add(format!("int *{pointer} = (int[3]){{1, 2, {}}};", value.text));
    maker.add(format!("{pointer}[{index}]++;"));
    maker.result(&masked(&format!("{function}(&(struct {ty}){{.b = {pointer}[2], .a = 4}})")));
}

fn global_struct(maker: &mut Maker) {
    let (ty, var, pointer) = (maker.name("s"), maker.name("g"), maker.name("g"));
    maker.top(format!("struct {ty} {{ int n; int *at; int data[3]; }};"));
    maker.top(format!("static struct {ty} {var} = {{2, &{var}.data[1], {{7, 8, 9}}}};"));
    maker.top(format!("static struct {ty} *{pointer} = &{var};"));
    let most = if maker.risky() { 2 } else { 1 };
    let offset = maker.placed(0, most).text;
    maker.add(format!("{pointer}->n += *({var}.at + {offset});"));
    let index = maker.index(3);
    maker.add(format!("{pointer}->data[{index}] = {pointer}->n;"));
    maker.result(&masked(&format!("{var}.n")));
}

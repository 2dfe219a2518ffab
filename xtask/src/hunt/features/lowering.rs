//! What compilers take apart: structures of random members by value, through pointers and `...`; pointers as bytes and bits; wide numbers.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "struct-passing", add: passing },
    Feature { name: "struct-variadic", add: variadic },
    Feature { name: "pointer-bytes", add: bytes },
    Feature { name: "pointer-bits", add: bits },
    Feature { name: "wide-number", add: wide },
    Feature { name: "union-passing", add: union_passing },
    Feature { name: "packed", add: packed },
];

/// A member: its declaration, an initialiser and a claim that holds of it, `M` for its name and `V` for the value.
const MEMBERS: [(&str, &str, &str); 12] = [
    ("char M", "V", "M == V"),
    ("short M", "V", "M == V"),
    ("int M", "V", "M == V"),
    ("long M", "V", "M == V"),
    ("long long M", "V", "M == V"),
    ("float M", "V", "M == V"),
    ("double M", "V", "M == V"),
    ("_Bool M", "V", "M == (V != 0)"),
    ("char M[3]", "{V, 1, 2}", "M[0] == V"),
    ("int M[2]", "{1, V}", "M[1] == V"),
    ("signed M : 5", "V", "M == V"),
    ("struct { short x; float y; } M", "{V, 2}", "M.x == V"),
];

/// A type of random members; an initialiser and a claim about each.
fn structure(maker: &mut Maker, keyword: &str, value: &str) -> (String, Vec<String>, Vec<String>) {
    let ty = maker.name("s");
    let (mut members, mut values, mut claims) = (String::new(), Vec::new(), Vec::new());
    for idx in 0..=maker.below(4) {
        let (declaration, init, claim) = MEMBERS[maker.below(MEMBERS.len())];
        let name = format!("m{idx}");
        members.push_str(&format!("{}; ", declaration.replace('M', &name)));
        values.push(init.replace('V', value));
        claims.push(claim.replace('M', &format!("s.{name}")).replace('V', "v"));
    }
    maker.top(format!("{keyword} {ty} {{ {members}}};"));
    (ty, values, claims)
}

fn passing(maker: &mut Maker) {
    let value = maker.small();
    let name = maker.name("v");
    maker.add(format!("int {name} = {};", value.text));
    let (ty, values, claims) = structure(maker, "struct", &name);
    let (check, give, var, pointer) = (maker.name("f"), maker.name("f"), maker.name("a"), maker.name("p"));
    maker.top(format!("static int {check}(char before, struct {ty} s, int v) {{ return {}; }}", claims.join(" && ")));
    maker.top(format!("static struct {ty} {give}(int n, struct {ty} s, double d) {{ if (n > 0) {{ return s; }} return {give}(n + 1, s, d); }}"));
    maker.add(format!("struct {ty} {var} = {{{}}};", values.join(", ")));
    maker.add(format!("struct {ty} (*{pointer})(int, struct {ty}, double) = {give};"));
    let depth = maker.placed(0, 1).text;
    maker.add(format!("{var} = {pointer}({depth}, {var}, 0.5);"));
    maker.assert(&Known { text: format!("{check}(1, {var}, {name})"), lo: 1, hi: 1 });
    maker.keep(&name, value.lo, value.hi);
}

fn variadic(maker: &mut Maker) {
    maker.header("stdarg.h");
    let value = maker.small();
    let name = maker.name("v");
    maker.add(format!("int {name} = {};", value.text));
    let (ty, values, claims) = structure(maker, "struct", &name);
    let (function, var) = (maker.name("f"), maker.name("a"));
    maker.top(format!(
        "static int {function}(int v, ...) {{ va_list list; va_start(list, v); long long first = va_arg(list, long long); \
         struct {ty} s = va_arg(list, struct {ty}); double d = va_arg(list, double); va_end(list); return first == 7 && d == 0.5 && {}; }}",
        claims.join(" && ")
    ));
    maker.add(format!("struct {ty} {var} = {{{}}};", values.join(", ")));
    maker.assert(&Known { text: format!("{function}({name}, 7LL, {var}, 0.5)"), lo: 1, hi: 1 });
    maker.keep(&name, value.lo, value.hi);
}

/// A structure with a pointer, copied byte by byte.
fn bytes(maker: &mut Maker) {
    let (ty, one, two, i, n) = (maker.name("s"), maker.name("a"), maker.name("b"), maker.name("i"), maker.name("n"));
    maker.top(format!("struct {ty} {{ char c; int *p; short s; }};"));
    let value = maker.small();
    maker.add(format!("int {n} = {};", value.text));
    maker.add(format!("struct {ty} {one} = {{1, &{n}, 2}};"));
    maker.add(format!("struct {ty} {two} = {{0, 0, 0}};"));
    let bytes = if maker.risky() { format!("sizeof({one}) / 4") } else { format!("sizeof({one})") };
    let (from, to) = (format!("((char *)&{one})[{i}]"), format!("((char *)&{two})[{i}]"));
    maker.add(format!("for (unsigned {i} = 0; {i} < {bytes}; {i}++) {{ {to} = {from}; }}"));
    maker.add(format!("*{two}.p += {two}.c;"));
    let known = Known { text: n.clone(), lo: value.lo + 1, hi: value.hi + 1 };
    maker.assert(&known);
    maker.keep(&n, known.lo, known.hi);
}

/// Pointers as numbers: marked, swapped, added to.
fn bits(maker: &mut Maker) {
    let (array, p, q, u) = (maker.name("a"), maker.name("p"), maker.name("q"), maker.name("u"));
    let value = maker.placed(0, 1);
    maker.add(format!("int {array}[3] = {{1, 2, 3}};"));
    maker.add(format!("int *{p} = &{array}[{}];", value.text));
    maker.add(format!("int *{q} = {array};"));
    maker.add(format!("unsigned long {u} = (unsigned long){p};"));
    let text = match maker.below(5) {
        0 => format!("{u} |= 1; if ({u} & 1) {{ {q} = (int *)({u} & ~1ul); }}"),
        1 => format!("{q} = (int *)({u} + sizeof(int));"),
        2 => format!("{u} ^= (unsigned long){q}; {q} = (int *)({u} ^ (unsigned long){q});"),
        3 => format!("if ({u} - (unsigned long){q} == sizeof(int)) {{ {q} = {p} + 1; }}"),
        _ => {
            let step = if maker.risky() { 3 } else { 2 };
            format!("{q} = (int *)((unsigned long){q} + {step} * sizeof(int));")
        }
    };
    maker.add(text);
    maker.add(format!("*{q} += 1;"));
    maker.assert(&Known { text: format!("{array}[1]"), lo: 2, hi: 3 });
    maker.result(&Known { text: format!("*{p}"), lo: 1, hi: 4 });
}

fn wide(maker: &mut Maker) {
    let n = maker.name("w");
    let value = maker.small();
    let ty = maker.pick(&["long long", "unsigned long long", "long double", "long long"]);
    maker.add(format!("{ty} {n} = {};", value.text));
    let limit = if maker.risky() { "4611686018427387904" } else { "3074457345618258602" };
    let text = match maker.below(3) {
        0 => format!("{n} = {n} * {limit};"),
        1 => format!("{n} = {limit} + {n} * 2;"),
        _ => format!("{n} = {n} / 3 - {limit};"),
    };
    maker.add(text);
    let claim = maker.pick(&["< 1", ">= 0", "!= 3"]);
    maker.assert(&Known { text: format!("({n} {claim} || {n} != 0)"), lo: 1, hi: 1 });
    maker.result(&Known { text: format!("({n} > 0)"), lo: 0, hi: 1 });
}

fn union_passing(maker: &mut Maker) {
    let (ty, function, var) = (maker.name("u"), maker.name("f"), maker.name("a"));
    let member = maker.pick(&["double d", "long l", "char c[6]", "float f[3]", "struct { int x; char y; } p"]);
    maker.top(format!("union {ty} {{ int n; {member}; }};"));
    maker.top(format!("static union {ty} {function}(union {ty} u, int k) {{ u.n += k; return u; }}"));
    let (value, other) = (maker.small(), maker.small());
    maker.add(format!("union {ty} {var} = {{{}}};", value.text));
    let known = Known {
        text: format!("{function}({var}, {}).n", other.text),
        lo: value.lo + other.lo,
        hi: value.hi + other.hi,
    };
    maker.assert(&known);
    maker.result(&known);
}

fn packed(maker: &mut Maker) {
    let (ty, var) = (maker.name("s"), maker.name("a"));
    maker.top(format!("struct __attribute__((packed)) {ty} {{ char a; int b; short c[2]; long d; }};"));
    let (value, index) = (maker.small(), maker.index(2));
    maker.add(format!("struct {ty} {var} = {{1, {}, {{2, 3}}, 4}};", value.text));
    maker.add(format!("{var}.c[{index}] += {var}.b;"));
    maker.add(format!("{var}.d = {var}.c[1] + {var}.d;"));
    maker.assert(&Known { text: format!("{var}.b"), lo: value.lo, hi: value.hi });
    maker.result(&masked(&format!("((int){var}.d + {var}.a)")));
}

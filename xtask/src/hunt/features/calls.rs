//! Function pointers, unprototyped and variadic calls, recursion, callbacks of the library.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "function-pointer", add: function_pointer },
    Feature { name: "function-table", add: function_table },
    Feature { name: "unprototyped", add: unprototyped },
    Feature { name: "variadic", add: variadic },
    Feature { name: "recursion", add: recursion },
    Feature { name: "mutual-recursion", add: mutual_recursion },
    Feature { name: "out-parameter", add: out_parameter },
    Feature { name: "static-local", add: static_local },
    Feature { name: "qsort", add: qsort },
];

fn function_pointer(maker: &mut Maker) {
    let (one, two, pointer) = (maker.name("f"), maker.name("f"), maker.name("p"));
    let divisor = maker.divisor();
    maker.top(format!("static int {one}(int x) {{ return x + 1; }}"));
    maker.top(format!("static int {two}(int x) {{ return 6 / (x + 2); }}"));
    let (condition, value) = (maker.condition(), maker.placed(-1, 3));
    let other = if maker.risky() { "0".to_owned() } else { two.clone() };
    maker.add(format!("int (*{pointer})(int) = {condition} ? {one} : {other};"));
    let guard = maker.condition();
    maker.add(format!("if ({guard}) {{ {pointer} = &{two}; }}"));
    maker.result(&masked(&format!("({pointer}({}) + 12 / {divisor})", value.text)));
}

fn function_table(maker: &mut Maker) {
    let (ty, one, two, table) = (maker.name("op_t"), maker.name("f"), maker.name("f"), maker.name("table"));
    let ty = format!("{ty}_t");
    maker.top(format!("typedef int (*{ty})(int, int);"));
    maker.top(format!("static int {one}(int a, int b) {{ return a - b; }}"));
    maker.top(format!("static int {two}(int a, int b) {{ return a * b; }}"));
    maker.top(format!("static const {ty} {table}[3] = {{{one}, {two}, {one}}};"));
    let (index, left, right) = (maker.placed(0, 2), maker.small(), maker.small());
    maker.result(&masked(&format!("{table}[{}]({}, {})", index.text, left.text, right.text)));
}

fn unprototyped(maker: &mut Maker) {
    let (function, helper) = (maker.name("f"), maker.name("f"));
    let (left, right) = (maker.small(), maker.small());
    maker.top(format!("static int {function}();"));
    maker.top(format!("static int {helper}(int x, int y) {{ return {function}(x, y) + 1; }}"));
    let index = maker.index(2);
    maker.top(format!("static int {function}(int a, int b) {{ int t[2] = {{a, b}}; return t[0] + t[1]; }}"));
    let array = maker.name("a");
    maker.add(format!("int {array}[2] = {{{helper}({}, {}), 3}};", left.text, right.text));
    maker.result(&masked(&format!("{array}[{index}]")));
}

fn variadic(maker: &mut Maker) {
    maker.header("stdarg.h");
    let function = maker.name("f");
    maker.top(format!(
        "static int {function}(int n, ...) {{ va_list list; int sum = 0; va_start(list, n); while (n > 0) {{ sum += va_arg(list, int); n--; }} \
         sum += (int)va_arg(list, double); va_end(list); return sum; }}"
    ));
    let (one, two) = (maker.small(), maker.small());
    let known = Known {
        text: format!("{function}(2, {}, {}, 1.5)", one.text, two.text),
        lo: one.lo + two.lo + 1,
        hi: one.hi + two.hi + 1,
    };
    maker.assert(&known);
    let divisor = maker.divisor();
    maker.result(&masked(&format!("({} / {divisor})", known.text)));
}

fn recursion(maker: &mut Maker) {
    let function = maker.name("f");
    let depth = maker.placed(0, 4);
    match maker.below(3) {
        0 => maker.top(format!("static int {function}(int n) {{ return n <= 0 ? 1 : n * {function}(n - 1); }}")),
        1 => maker.top(format!("static int {function}(int n) {{ if (n < 2) {{ return n; }} return {function}(n - 1) + {function}(n - 2); }}")),
        _ => {
            let size = if maker.risky() { 4 } else { 5 };
            maker.top(format!(
                "static int {function}(int n) {{ int a[{size}] = {{1, 2}}; a[n] = n; if (n > 0) {{ a[0] = {function}(n - 1); }} return a[0] + a[n]; }}"
            ));
        }
    }
    maker.result(&masked(&format!("{function}({})", depth.text)));
}

fn mutual_recursion(maker: &mut Maker) {
    let (even, odd) = (maker.name("f"), maker.name("f"));
    maker.top(format!("static int {odd}(int n);"));
    maker.top(format!("static int {even}(int n) {{ if (n == 0) {{ return 1; }} return {odd}(n - 1); }}"));
    maker.top(format!("static int {odd}(int n) {{ if (n == 0) {{ return 0; }} return {even}(n - 1); }}"));
    let depth = maker.placed(0, 5);
    let divisor =
        if maker.risky() { format!("{even}({})", depth.text) } else { format!("({odd}({}) + 1)", depth.text) };
    maker.result(&masked(&format!("(10 / {divisor})")));
}

fn out_parameter(maker: &mut Maker) {
    let (function, var) = (maker.name("f"), maker.name("v"));
    let check = if maker.risky() { "" } else { "if (!out) { return 0; } " };
    maker.top(format!("static int {function}(int x, int *out) {{ {check}*out = x + 1; return 1; }}"));
    let (value, condition) = (maker.small(), maker.condition());
    maker.add(format!("int {var} = 2;"));
    let known = Known { text: var.clone(), lo: (value.lo + 1).min(2), hi: (value.hi + 1).max(2) };
    maker.add(format!("{function}({}, {condition} ? &{var} : 0);", value.text));
    maker.keep(&var, known.lo, known.hi);
}

fn static_local(maker: &mut Maker) {
    let function = maker.name("f");
    let size = if maker.risky() { 2 } else { 3 };
    maker.top(format!(
        "static int {function}(int x) {{ static int calls; static int seen[{size}]; if (calls < 3) {{ seen[calls] = x; calls++; }} return seen[0]; }}"
    ));
    let (one, two) = (maker.small(), maker.small());
    maker.add(format!("{function}({});", one.text));
    maker.add(format!("{function}({});", two.text));
    let condition = maker.condition();
    maker.add(format!("if ({condition}) {{ {function}(7); }}"));
    maker.result(&masked(&format!("{function}(1)")));
}

fn qsort(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (function, array) = (maker.name("f"), maker.name("a"));
    maker.top(format!(
        "static int {function}(const void *a, const void *b) {{ return *(const int *)a - *(const int *)b; }}"
    ));
    let (one, two) = (maker.small(), maker.small());
    maker.add(format!("int {array}[3] = {{{}, 2, {}}};", one.text, two.text));
    maker.add(format!("qsort({array}, 3, sizeof(int), {function});"));
    let known = Known { text: format!("{array}[2]"), lo: one.lo.min(two.lo).min(2), hi: one.hi.max(two.hi).max(2) };
    maker.assert(&known);
    maker.result(&known);
}

//! Loops with break and continue, goto, switch, setjmp, short circuits.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "nested-loops", add: nested_loops },
    Feature { name: "while-loop", add: while_loop },
    Feature { name: "do-while", add: do_while },
    Feature { name: "goto", add: goto },
    Feature { name: "goto-cleanup", add: goto_cleanup },
    Feature { name: "switch", add: switch },
    Feature { name: "setjmp", add: setjmp },
    Feature { name: "short-circuit", add: short_circuit },
    Feature { name: "endless-loop", add: endless },
    Feature { name: "exit", add: exit },
];

fn nested_loops(maker: &mut Maker) {
    let (i, j, sum) = (maker.name("i"), maker.name("j"), maker.name("n"));
    let (outer, inner) = (maker.number(1, 3), maker.placed(0, 3));
    let (stop, skip) = (maker.number(0, 2), maker.condition());
    let index = maker.number(3, 5) - i64::from(maker.risky());
    let array = maker.name("a");
    maker.add(format!("int {sum} = 0;"));
    maker.add(format!("int {array}[{index}] = {{0}};"));
    let leave = maker.pick(&["break", "continue"]);
    maker.add(format!(
        "for (int {i} = 0; {i} < {outer}; {i}++) {{ if ({i} == 1 && {skip}) {{ continue; }} \
         for (int {j} = 0; {j} < {}; {j}++) {{ if ({i} + {j} == {stop}) {{ {leave}; }} {array}[{i} + {j}] += {j}; {sum} += {i} * {j} + 1; }} }}",
        inner.text
    ));
    let most = outer * inner.hi.max(0) * 7;
    maker.keep(&sum, 0, most);
    let known = Known { text: sum, lo: 0, hi: most };
    if maker.chance(2) {
        maker.assert(&known);
    }
}

fn while_loop(maker: &mut Maker) {
    let (n, i) = (maker.name("n"), maker.name("i"));
    let start = maker.placed(0, 5);
    let step = maker.number(1, 2);
    maker.add(format!("int {n} = {};", start.text));
    maker.add(format!("int {i} = 0;"));
    let condition = maker.condition();
    maker.add(format!("while ({n} > 0) {{ {n} -= {step}; {i}++; if ({condition} && {i} == 2) {{ break; }} }}"));
    let claim = Known { text: n.clone(), lo: 1 - step, hi: start.hi };
    maker.assert(&claim);
    maker.keep(&i, 0, 5);
}

fn do_while(maker: &mut Maker) {
    let (n, array) = (maker.name("n"), maker.name("a"));
    let start = maker.placed(0, 2);
    let size = if maker.risky() { 3 } else { 4 };
    maker.add(format!("int {n} = {};", start.text));
    maker.add(format!("unsigned char {array}[{size}] = {{1}};"));
    let limit = maker.placed(0, 4);
    maker.add(format!("do {{ {array}[{n}] = (unsigned char){n}; {n}++; }} while ({n} < 4 && {n} <= {});", limit.text));
    maker.result(&masked(&format!("({n} + {array}[0])")));
}

fn goto(maker: &mut Maker) {
    let (again, out, n) = (maker.name("again"), maker.name("out"), maker.name("n"));
    let start = maker.placed(0, 3);
    maker.add(format!("int {n} = {};", start.text));
    let (condition, divisor) = (maker.condition(), maker.divisor());
    maker.add(format!("{again}: if ({n} > 6) {{ goto {out}; }}"));
    maker.add(format!("{n} += 2;"));
    maker.add(format!("if ({condition}) {{ goto {again}; }}"));
    maker.add(format!("{n} = {n} * 4 / {divisor};"));
    maker.add(format!("{out}: {n}++;"));
    maker.keep(&n, 1, 40);
}

fn goto_cleanup(maker: &mut Maker) {
    maker.header("stdlib.h");
    let (function, value) = (maker.name("f"), maker.small());
    let label = if maker.risky() { "done" } else { "cleanup" };
    let early = maker.number(value.lo, value.hi);
    maker.top(format!(
        "static int {function}(int x) {{ int result = -1; int *p = malloc(2 * sizeof(int)); p[0] = x; p[1] = 1; \
         if (x == {early}) {{ goto {label}; }} result = p[0] + p[1]; cleanup: free(p); done: return result; }}"
    ));
    maker.result(&Known { text: format!("{function}({})", value.text), lo: value.lo.min(-1), hi: value.hi + 1 });
}

fn switch(maker: &mut Maker) {
    let (value, var) = (maker.small(), maker.name("n"));
    let other = maker.small();
    maker.add(format!("int {var} = 1;"));
    let leave = maker.pick(&["break;", ""]);
    let last = if maker.chance(2) { format!("default: {var} = {};", other.text) } else { String::new() };
    let divisor = maker.divisor();
    maker.add(format!(
        "switch ({}) {{ case -1: {var} = 3; break; case 0: case 1: {var} += 2; {leave} case 2: {var} = {var} * 8 / {divisor}; break; {last} }}",
        value.text
    ));
    let claim = masked(&var);
    maker.assert(&claim);
    maker.result(&claim);
}

fn setjmp(maker: &mut Maker) {
    maker.header("setjmp.h");
    let (buffer, function, n) = (maker.name("buffer"), maker.name("f"), maker.name("n"));
    let (value, limit) = (maker.small(), maker.small());
    maker.top(format!("static jmp_buf {buffer};"));
    maker
        .top(format!("static int {function}(int x, int y) {{ if (x > y) {{ longjmp({buffer}, x + 3); }} return x; }}"));
    maker.add(format!("volatile int {n} = 0;"));
    let divisor = if maker.risky() { n.clone() } else { format!("({n} + 1)") };
    maker.add(format!(
        "switch (setjmp({buffer})) {{ case 0: {n} = {n} + {function}({}, {}); break; case 4: {n} = 2; break; default: {n} = {n} + 5; break; }}",
        value.text, limit.text
    ));
    maker.result(&masked(&format!("(30 / (({divisor} & 7) + ({n} < 0)))")));
}

fn short_circuit(maker: &mut Maker) {
    let (pointer, target, count) = (maker.name("p"), maker.name("t"), maker.name("n"));
    let (condition, value) = (maker.condition(), maker.small());
    maker.add(format!("int {target} = {};", value.text));
    maker.add(format!("int {count} = 0;"));
    maker.add(format!("int *{pointer} = {condition} ? &{target} : 0;"));
    let operator = if maker.risky() { "||" } else { "&&" };
    maker.add(format!("if ({pointer} {operator} *{pointer} > 0) {{ {count}++; }}"));
    maker.add(format!("{count} += {pointer} ? *{pointer} : 7;"));
    maker.result(&masked(&count));
}

/// Goes on for ever for some inputs, if it is risky.
fn endless(maker: &mut Maker) {
    let n = maker.name("n");
    let start = maker.placed(0, 3);
    maker.add(format!("int {n} = {};", start.text));
    let step = if maker.risky() { 2 } else { 1 };
    maker.add(format!("while ({n} != 4) {{ {n} = ({n} + {step}) % 6; }}"));
    maker.keep(&n, 4, 4);
}

fn exit(maker: &mut Maker) {
    maker.header("stdlib.h");
    let condition = maker.condition();
    maker.add(format!("if ({condition}) {{ exit(3); }}"));
    maker.assert_something();
}

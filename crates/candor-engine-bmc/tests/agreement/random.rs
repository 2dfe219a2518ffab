//! Random programs over a few small inputs that go wrong in many ways, and often only for some inputs.

use std::fmt::Write;

const HEAD: &str = "\
#include <stdlib.h>
#include <string.h>
extern signed char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
struct record { int v; int *p; };
static int pick(int k, int v) { switch (k) { case 0: return v; case 1: return v + 1; case 5: return 7; default: return k; } }
static int down(int d, int v) { return d == 0 ? v : down(d - 1, v + d) - v; }
static int low(int d, int v) { return d < 0 ? v : d & 3; }
";

/// A program, by its number.
pub(crate) fn program(number: u64) -> String {
    let mut writer = Writer { state: number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, text: String::new(), n_loops: 0 };
    let wide = writer.pick(&["char", "char", "int"]);
    let flags = writer.pick(&["", "", "//@ flags: --check memory-leak\n"]);
    let (x, array) = (writer.pick(&["1", "a"]), writer.pick(&["[4] = {1, 2, 3}", "[5] = {0}", "[8] = {3, 2, 1}"]));
    let (p, block) = (writer.pick(&["&x", "&y", "array", "0"]), writer.pick(&["calloc(4, 4)", "calloc(2, 4)"]));
    writer.text = format!(
        "{flags}{HEAD}int main(void) {{
    int a = __VERIFIER_nondet_{wide}(), b = __VERIFIER_nondet_char() & 7, c = __VERIFIER_nondet_char();
    int x = {x}, y = 2, n = b, array{array}, *p = {p}, *q = &y, *h = {block};
    float f = (float)c;
    union {{ float f; signed char c[4]; }} both = {{1}};
    struct {{ unsigned u : 3; int s : 4; }} bits = {{0}};
    struct record records[2] = {{{{1, &y}}, {{2, 0}}}};
    int (*functions[2])(int, int) = {{pick, low}};
"
    );
    for depth in [2, 2, 1] {
        writer.statements(depth, 1, &mut Vec::new());
    }
    writer.text.push_str("    return x & 1;\n}\n");
    writer.text
}

struct Writer {
    state: u64,
    text: String,
    n_loops: usize,
}

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).expect("31 bits") % bound
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn line(&mut self, indent: usize, text: &str) {
        writeln!(self.text, "{:1$}{text}", "", 4 * indent).expect("a string takes any text");
    }

    /// An expression; what stands in it may itself be wrong, such as a division.
    fn expr(&mut self, depth: usize, loops: &[String]) -> String {
        if depth == 0 || self.below(5) == 0 {
            return match self.below(7 + loops.len()) {
                6 => (i64::try_from(self.below(12)).expect("small") - 3).to_string(),
                idx if idx > 6 => loops[idx - 7].clone(),
                idx => ["a", "b", "c", "x", "y", "n"][idx].to_owned(),
            };
        }
        let (one, two) = (self.expr(depth - 1, loops), self.expr(depth - 1, loops));
        match self.below(24) {
            0..=6 => format!("({one} {} {two})", self.pick(&["+", "-", "*"])),
            7 | 8 => format!("({one} {} {two})", self.pick(&["/", "%"])),
            9 | 10 => format!("({one} {} {two})", self.pick(&["&", "|", "^"])),
            11 => format!("({one} {} ({two} & 7))", self.pick(&["<<", ">>"])),
            12 => format!("({one} >> {two})"),
            13..=15 => format!("({one} {} {two})", self.pick(&["<", "==", ">", "!="])),
            16 => format!("({one} ? {two} : n)"),
            17 | 18 => format!("array[{one} & {}]", self.pick(&["3", "7"])),
            19 => "*p".to_owned(),
            20 => format!("h[{one} & 3]"),
            21 => format!("(int)(f * {one})"),
            22 => format!("pick({one}, {two})"),
            _ => format!("({}){one}", self.pick(&["signed char", "short", "unsigned char"])),
        }
    }

    fn statements(&mut self, depth: usize, indent: usize, loops: &mut Vec<String>) {
        for _ in 0..=self.below(3) {
            match self.below(10) {
                0 | 1 if depth > 0 => self.branch(depth, indent, loops),
                2 if depth > 0 => self.repeat(depth, indent, loops),
                _ => {
                    let statement = self.statement(loops);
                    self.line(indent, &statement);
                }
            }
        }
    }

    fn statement(&mut self, loops: &[String]) -> String {
        let (e, one, two) = (self.expr(2, loops), self.expr(1, loops), self.expr(1, loops));
        match self.below(24) {
            0..=4 => format!("{} = {e};", self.pick(&["x", "y", "n"])),
            5 | 6 => format!("array[{one} & {}] = {e};", self.pick(&["3", "3", "7"])),
            7 => format!("p = {};", self.pick(&["&x", "&y", "h", "0", "p + 1", "q"])),
            8 => format!("p = &array[{one} & 3];"),
            9 => format!("q = {};", self.pick(&["p", "h", "&n", "h + (b & 3)"])),
            10 => format!("*{} = {e};", self.pick(&["p", "q"])),
            11 => format!("if ({e}) free(h);"),
            12 => format!("if ({one}) h = calloc({two} & 3, 4);"),
            13 => format!("h = realloc(h, {});", self.pick(&["8", "24", "32"])),
            14 => format!("memcpy(array, array + ({one} & 3), ({two} & 3) * 4);"),
            15 => format!("memset(h, {one} & 1, {two} & 15);"),
            16 => format!("{{ int z = {one}; p = &z; {}}}", self.pick(&["p = &x; ", "", ""])),
            17 => format!("if ({e} == {}) reach_error();", self.below(9)),
            18 => format!("__VERIFIER_assume({one});"),
            19 => format!("x = down({one} & 3, {two});"),
            20 => format!("f = f {} (float){one};", self.pick(&["+", "*", "-", "/"])),
            21 => format!(
                "both.f = (float){one}; x = both.c[{two} & 3]; bits.u = {one}; bits.s = {two}; y = bits.u - bits.s;"
            ),
            22 => {
                format!("records[{one} & 1] = records[{two} & 1]; records[{two} & 1].v += 1; p = records[{one} & 1].p;")
            }
            _ => format!("x = functions[{one} & 1](a, {two});"),
        }
    }

    fn branch(&mut self, depth: usize, indent: usize, loops: &mut Vec<String>) {
        let cond = self.expr(2, loops);
        self.line(indent, &format!("if ({cond}) {{"));
        self.statements(depth - 1, indent + 1, loops);
        if self.below(2) == 0 {
            self.line(indent, "} else {");
            self.statements(depth - 1, indent + 1, loops);
        }
        self.line(indent, "}");
    }

    fn repeat(&mut self, depth: usize, indent: usize, loops: &mut Vec<String>) {
        let counter = format!("i{}", self.n_loops);
        self.n_loops += 1;
        let bound = self.pick(&["3", "(a & 3)", "(n & 3)", "(b & 1)"]);
        self.line(indent, &format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        loops.push(counter);
        self.statements(depth - 1, indent + 1, loops);
        if self.below(3) == 0 {
            let cond = self.expr(1, loops);
            self.line(indent + 1, &format!("if ({cond}) break;"));
        }
        loops.pop();
        self.line(indent, "}");
    }
}

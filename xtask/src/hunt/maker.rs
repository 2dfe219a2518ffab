//! What features share when they write a program: names, random numbers, and variables with the intervals of their values.
//!
//! Every integer variable in scope is known with an interval that holds all its values. Interval arithmetic places an expression where a
//! fault is just possible (`a[i]` with `i` from 0 to the number of elements) or just impossible, so that about half of the programs are
//! faulty, and only for some inputs.

use std::collections::BTreeSet;

use crate::random::Random;

/// An expression of type `int` and the interval of its values.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) text: String,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

/// How a program restricts an input to its range: the types and ranges of `runtime.c`.
struct Input {
    function: &'static str,
    ty: &'static str,
    lo: i64,
    hi: i64,
}

const INPUTS: [Input; 7] = [
    Input { function: "__VERIFIER_nondet_int", ty: "int", lo: -1, hi: 2 },
    Input { function: "__VERIFIER_nondet_uint", ty: "unsigned", lo: 0, hi: 2 },
    Input { function: "__VERIFIER_nondet_long", ty: "long", lo: -1, hi: 1 },
    Input { function: "__VERIFIER_nondet_char", ty: "char", lo: -1, hi: 1 },
    Input { function: "__VERIFIER_nondet_uchar", ty: "unsigned char", lo: 0, hi: 2 },
    Input { function: "__VERIFIER_nondet_short", ty: "short", lo: 0, hi: 1 },
    Input { function: "__VERIFIER_nondet_bool", ty: "_Bool", lo: 0, hi: 1 },
];

/// A program in the making.
pub(crate) struct Maker {
    random: Random,
    /// One in how many places that could have a fault may have one.
    caution: usize,
    n_names: usize,
    headers: BTreeSet<&'static str>,
    used_inputs: BTreeSet<usize>,
    /// Declarations and functions, in order.
    top: Vec<String>,
    /// Statements of the function that is being written.
    body: Vec<String>,
    /// What must be done at the end of it.
    last: Vec<String>,
    /// Variables in scope.
    ints: Vec<Known>,
    needs_error: bool,
}

impl Maker {
    pub(crate) fn new(seed: u64) -> Maker {
        let mut random = Random::new(seed);
        let caution = [2, 3, 4, 6, 1000][random.below(5)];
        Maker {
            random,
            caution,
            n_names: 0,
            headers: BTreeSet::new(),
            used_inputs: BTreeSet::new(),
            top: Vec::new(),
            body: Vec::new(),
            last: Vec::new(),
            ints: Vec::new(),
            needs_error: false,
        }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// A number from `lo` to `hi`.
    pub(crate) fn number(&mut self, lo: i64, hi: i64) -> i64 {
        let span = usize::try_from(hi - lo + 1).expect("intervals are small");
        lo + i64::try_from(self.random.below(span)).expect("it is below a small span")
    }

    pub(crate) fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    pub(crate) fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    /// Whether the next place may have a fault.
    pub(crate) fn risky(&mut self) -> bool {
        let caution = self.caution;
        self.chance(caution)
    }

    pub(crate) fn name(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }

    pub(crate) fn header(&mut self, name: &'static str) {
        self.headers.insert(name);
    }

    /// A declaration or function outside of functions.
    pub(crate) fn top(&mut self, text: impl Into<String>) {
        self.top.push(text.into());
    }

    /// A statement, or several.
    pub(crate) fn add(&mut self, text: impl Into<String>) {
        self.body.push(text.into());
    }

    /// A statement for the end of the function.
    pub(crate) fn at_end(&mut self, text: impl Into<String>) {
        self.last.push(text.into());
    }

    /// A variable that later fragments may use.
    pub(crate) fn keep(&mut self, name: &str, lo: i64, hi: i64) {
        self.ints.push(Known { text: name.to_owned(), lo, hi });
    }

    /// A new variable with a value, which later fragments may use.
    pub(crate) fn result(&mut self, value: &Known) {
        let name = self.name("v");
        self.add(format!("int {name} = {};", value.text));
        self.keep(&name, value.lo, value.hi);
    }

    /// An input that is restricted to its range; at the start of `main`, where nothing has to be undone yet, sometimes by a return.
    pub(crate) fn input(&mut self, at_start: bool) {
        let kind = if self.chance(2) { 0 } else { self.below(INPUTS.len()) };
        self.used_inputs.insert(kind);
        let Input { function, ty, lo, hi } = INPUTS[kind];
        let name = self.name("x");
        self.add(format!("{ty} {name} = {function}();"));
        if ty != "_Bool" {
            let style = self.below(if at_start { 4 } else { 1 });
            let outside = if lo == 0 && ty.starts_with("unsigned") {
                format!("{name} > {hi}")
            } else {
                format!("{name} < {lo} || {name} > {hi}")
            };
            let text = match style {
                0 | 1 => {
                    self.top_once("extern void __VERIFIER_assume(int);");
                    format!("__VERIFIER_assume(!({outside}));")
                }
                2 => {
                    self.header("stdlib.h");
                    format!("if ({outside}) abort();")
                }
                _ => format!("if ({outside}) return 0;"),
            };
            self.add(text);
        }
        let value = if ty == "int" { name } else { format!("(int){name}") };
        self.ints.push(Known { text: value, lo, hi });
    }

    /// A step of a thread that writes an atomic variable if an input says so.
    pub(crate) fn condition_on_input(&mut self, var: &str) -> String {
        const BOOL: usize = 6;
        self.used_inputs.insert(BOOL);
        let value = self.number(0, 2);
        format!("if ({}()) {{ atomic_store(&{var}, {value}); }}", INPUTS[BOOL].function)
    }

    fn top_once(&mut self, text: &str) {
        if !self.top.iter().any(|line| line == text) {
            self.top.insert(0, text.to_owned());
        }
    }

    /// A variable, or a small expression over variables.
    pub(crate) fn known(&mut self) -> Known {
        if self.ints.is_empty() {
            let value = self.number(0, 2);
            return Known { text: value.to_string(), lo: value, hi: value };
        }
        let idx = self.below(self.ints.len());
        let left = self.ints[idx].clone();
        match self.below(6) {
            0 => {
                let idx = self.below(self.ints.len());
                let right = self.ints[idx].clone();
                let text = format!("({} + {})", left.text, right.text);
                Known { text, lo: left.lo + right.lo, hi: left.hi + right.hi }
            }
            1 => {
                let factor = self.number(2, 3);
                let text = format!("({} * {factor})", left.text);
                Known { text, lo: left.lo * factor, hi: left.hi * factor }
            }
            2 => {
                let idx = self.below(self.ints.len());
                let right = self.ints[idx].clone();
                let condition = self.condition();
                let text = format!("({condition} ? {} : {})", left.text, right.text);
                Known { text, lo: left.lo.min(right.lo), hi: left.hi.max(right.hi) }
            }
            _ => left,
        }
    }

    /// A value in a small interval that begins at 0 or a little below.
    pub(crate) fn small(&mut self) -> Known {
        let known = self.known();
        if known.lo >= -2 && known.hi <= 6 {
            return known;
        }
        Known { text: format!("({} & 3)", known.text), lo: 0, hi: 3 }
    }

    /// A value from `lo` to `hi`: the whole of the interval where that is wide enough. `lo` is subtracted from, or
    /// a remainder taken, as needed.
    pub(crate) fn placed(&mut self, lo: i64, hi: i64) -> Known {
        let small = self.small();
        let shift = lo - small.lo;
        let moved = match shift {
            0 => small.text.clone(),
            1.. => format!("({} + {shift})", small.text),
            _ => format!("({} - {})", small.text, -shift),
        };
        if small.hi + shift <= hi {
            return Known { text: moved, lo, hi: small.hi + shift };
        }
        let span = hi - lo + 1;
        let from = small.lo;
        let base = if from == 0 { small.text } else { format!("({} + {})", small.text, -from) };
        let text = if lo == 0 { format!("({base} % {span})") } else { format!("({base} % {span} + {lo})") };
        Known { text, lo, hi }
    }

    /// An index for an array: inside of it, or, where risky, one element before or behind it for some values.
    pub(crate) fn index(&mut self, n_elements: i64) -> String {
        if !self.risky() {
            return self.placed(0, n_elements - 1).text;
        }
        if self.chance(4) {
            return self.placed(-1, n_elements - 1).text;
        }
        let small = self.small();
        let shift = n_elements - small.hi;
        if small.lo + shift < -1 {
            return self.placed(0, n_elements).text;
        }
        format!("({} + {shift})", small.text)
    }

    /// A divisor: positive, or, where risky, sometimes 0.
    pub(crate) fn divisor(&mut self) -> String {
        let lo = if self.risky() { 0 } else { 1 };
        self.placed(lo, 4).text
    }

    /// A value of at most `most`, or, where risky, sometimes one more; for sums that reach a limit.
    pub(crate) fn at_most(&mut self, most: i64) -> String {
        let hi = if self.risky() { most + 1 } else { most };
        let small = self.placed(hi - 2, hi);
        small.text
    }

    pub(crate) fn condition(&mut self) -> String {
        if self.ints.is_empty() {
            return self.pick(&["0", "1"]).to_owned();
        }
        let idx = self.below(self.ints.len());
        let known = self.ints[idx].clone();
        let limit = self.number(known.lo, known.hi);
        let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("{} {operator} {limit}", known.text)
    }

    /// An assertion, in one of the ways in which programs say it, that fails for some values if it is risky.
    pub(crate) fn assert(&mut self, known: &Known) {
        let claim = match self.below(3) {
            _ if self.risky() => format!("{} != {}", known.text, self.number(known.lo, known.hi)),
            0 => format!("{} <= {}", known.text, known.hi),
            1 => format!("{} >= {}", known.text, known.lo),
            _ => format!("{} != {}", known.text, known.hi + 1),
        };
        match self.below(3) {
            0 => {
                self.header("assert.h");
                self.add(format!("assert({claim});"));
            }
            1 => {
                self.needs_error = true;
                self.add(format!("if (!({claim})) reach_error();"));
            }
            _ => {
                self.needs_error = true;
                self.add(format!("__VERIFIER_assert({claim});"));
            }
        }
    }

    pub(crate) fn assert_something(&mut self) {
        let known = self.known();
        self.assert(&known);
    }

    /// Statements that `fill` adds, as one text; what it declares goes out of scope.
    pub(crate) fn nested(&mut self, fill: impl FnOnce(&mut Maker)) -> String {
        let body = std::mem::take(&mut self.body);
        let last = std::mem::take(&mut self.last);
        let n_ints = self.ints.len();
        fill(self);
        self.ints.truncate(n_ints);
        let mut text = std::mem::replace(&mut self.body, body).join("\n");
        let undone = std::mem::replace(&mut self.last, last);
        for line in undone.into_iter().rev() {
            text.push('\n');
            text.push_str(&line);
        }
        text
    }

    /// What `make` gives where no variable is in scope.
    pub(crate) fn outside<T>(&mut self, make: impl FnOnce(&mut Maker) -> T) -> T {
        let ints = std::mem::take(&mut self.ints);
        let made = make(self);
        self.ints = ints;
        made
    }

    /// A function with parameters in the intervals of the arguments that it is called with; its name and the call. `fill` sees the
    /// parameters only.
    pub(crate) fn function(&mut self, n_params: usize, fill: impl FnOnce(&mut Maker) -> Known) -> (String, Known) {
        let arguments: Vec<Known> = (0..n_params).map(|_| self.small()).collect();
        let ints = std::mem::take(&mut self.ints);
        let name = self.name("f");
        for argument in &arguments {
            let param = self.name("p");
            self.keep(&param, argument.lo, argument.hi);
        }
        let params: Vec<String> = self.ints.iter().map(|param| format!("int {}", param.text)).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let mut result = Known { text: "0".to_owned(), lo: 0, hi: 0 };
        let body = self.nested(|maker| {
            result = fill(maker);
            let value = maker.name("r");
            maker.add(format!("int {value} = {};", result.text));
            maker.at_end(format!("return {value};"));
            // What undoes things comes before the return.
            let last = maker.last.pop().expect("it was just added");
            maker.last.insert(0, last);
        });
        self.ints = ints;
        self.top(format!("static int {name}({params}) {{\n{body}\n}}"));
        let arguments: Vec<String> = arguments.into_iter().map(|argument| argument.text).collect();
        let call = format!("{name}({})", arguments.join(", "));
        (name, Known { text: call, lo: result.lo, hi: result.hi })
    }

    /// The whole program as C, `main` last.
    pub(crate) fn finish(mut self) -> String {
        let mut text = String::new();
        for header in &self.headers {
            text.push_str(&format!("#include <{header}>\n"));
        }
        for &kind in &self.used_inputs {
            text.push_str(&format!("extern {} {}(void);\n", INPUTS[kind].ty, INPUTS[kind].function));
        }
        if self.needs_error {
            text.push_str("extern void reach_error(void);\n");
            text.push_str("static void __VERIFIER_assert(int condition) { if (!condition) reach_error(); }\n");
        }
        for item in &self.top {
            text.push_str(item);
            text.push('\n');
        }
        self.last.reverse();
        text.push_str(&format!(
            "int main(void) {{\n{}\n{}\nreturn 0;\n}}\n",
            self.body.join("\n"),
            self.last.join("\n")
        ));
        text
    }
}

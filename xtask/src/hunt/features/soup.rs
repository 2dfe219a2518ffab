//! Random statements over a few variables: numbers, an array, a structure, a pointer that moves among them, nested control flow.
//!
//! Other features are shapes that people write; this one has no shape. Numbers stay small because every value that is stored is
//! masked; the masks decide whether an index or a divisor can be wrong.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "soup", add: in_place },
    Feature { name: "soup-in-function", add: in_function },
    Feature { name: "soup-of-globals", add: of_globals },
];

/// The variables of one soup.
struct Soup {
    numbers: Vec<String>,
    array: String,
    structure: String,
    pointer: String,
    helper: Option<String>,
    /// Where `goto` goes, if anywhere.
    out: Option<String>,
    in_loop: bool,
}

fn in_place(maker: &mut Maker) {
    let mut soup = declare(maker, "");
    let n_statements = 3 + maker.below(4);
    let text = statements(maker, &mut soup, n_statements, 2);
    maker.add(text);
    label(maker, &soup);
    maker.result(&masked(&soup.numbers[0]));
}

fn of_globals(maker: &mut Maker) {
    let mut soup = declare(maker, "static ");
    helper(maker, &mut soup);
    let n_statements = 3 + maker.below(4);
    let text = statements(maker, &mut soup, n_statements, 2);
    maker.add(text);
    label(maker, &soup);
    maker.result(&masked(&soup.numbers[0]));
}

fn in_function(maker: &mut Maker) {
    let n_params = 1 + maker.below(2);
    let (_, call) = maker.function(n_params, |maker| {
        let mut soup = declare(maker, "");
        let n_statements = 2 + maker.below(4);
        let text = statements(maker, &mut soup, n_statements, 2);
        maker.add(text);
        label(maker, &soup);
        masked(&soup.numbers[1])
    });
    maker.result(&call);
}

/// Variables, in the function or outside of it.
fn declare(maker: &mut Maker, storage: &str) -> Soup {
    let ty = maker.name("s");
    maker.top(format!("struct {ty} {{ char c; int n; unsigned f : 3; int *p; }};"));
    let soup = Soup {
        numbers: (0..3).map(|_| maker.name("n")).collect(),
        array: maker.name("a"),
        structure: maker.name("s"),
        pointer: maker.name("p"),
        helper: None,
        out: if maker.chance(3) { Some(maker.name("out")) } else { None },
        in_loop: false,
    };
    let value = maker.small();
    let (numbers, array, structure, pointer) = (&soup.numbers, &soup.array, &soup.structure, &soup.pointer);
    let lines = [
        format!("{storage}int {} = 1;", numbers[0]),
        format!("{storage}int {} = 2;", numbers[1]),
        format!("{storage}int {} = 0;", numbers[2]),
        format!("{storage}int {array}[4] = {{3, 1, 2, 0}};"),
        format!("{storage}struct {ty} {structure} = {{'a', 1, 2, &{}}};", numbers[1]),
        format!("{storage}int *{pointer} = &{array}[1];"),
    ];
    for line in lines {
        if storage.is_empty() {
            maker.add(line);
        } else {
            maker.top(line);
        }
    }
    maker.add(format!("{} = {};", numbers[0], value.text));
    soup
}

fn label(maker: &mut Maker, soup: &Soup) {
    if let Some(out) = &soup.out {
        maker.add(format!("{out}: {} ^= 1;", soup.numbers[1]));
    }
}

/// A function that changes what globals and its pointer say.
fn helper(maker: &mut Maker, soup: &mut Soup) {
    let name = maker.name("f");
    let body = maker.outside(|maker| statements(maker, soup, 2, 1));
    let number = &soup.numbers[1];
    let text =
        format!("static int {name}(int *q, int x) {{ {number} = x & 3; *q = {number} + 1; {body} return *q & 7; }}");
    // A jump cannot leave a function.
    maker.top(match &soup.out {
        Some(out) => text.replace(&format!("goto {out};"), "return 1;"),
        None => text,
    });
    soup.helper = Some(name);
}

fn statements(maker: &mut Maker, soup: &mut Soup, count: usize, depth: usize) -> String {
    (0..count).map(|_| statement(maker, soup, depth)).collect::<Vec<_>>().join("\n")
}

fn statement(maker: &mut Maker, soup: &mut Soup, depth: usize) -> String {
    match maker.below(if depth == 0 { 6 } else { 10 }) {
        0..=2 => {
            let (target, value) = (place(maker, soup), value(maker, soup, 2));
            let mask = maker.pick(&["& 3", "& 7", "& 1", "% 5"]);
            format!("{target} = ({value}) {mask};")
        }
        3 => {
            let (target, value) = (place(maker, soup), value(maker, soup, 1));
            let operator = maker.pick(&["+=", "-=", "^=", "|=", "&="]);
            format!("{target} {operator} ({value}) & 3;")
        }
        4 => aim(maker, soup),
        5 => jump(maker, soup),
        6 | 7 => {
            let condition = condition(maker, soup);
            let n_then = 1 + maker.below(2);
            let then = statements(maker, soup, n_then, depth - 1);
            let other = if maker.chance(2) {
                format!("else {{ {} }}", statements(maker, soup, 1, depth - 1))
            } else {
                String::new()
            };
            format!("if ({condition}) {{ {then} }} {other}")
        }
        8 => looped(maker, soup, depth),
        _ => {
            let value = value(maker, soup, 1);
            let (one, two) = (statements(maker, soup, 1, depth - 1), statements(maker, soup, 1, depth - 1));
            let leave = maker.pick(&["break;", ""]);
            let inside = std::mem::replace(&mut soup.in_loop, true);
            let three = statements(maker, soup, 1, 0).replace("continue;", "break;");
            soup.in_loop = inside;
            format!("switch (({value}) & 3) {{ case 0: {one} {leave} case 1: {two} break; default: {three} }}")
        }
    }
}

fn looped(maker: &mut Maker, soup: &mut Soup, depth: usize) -> String {
    let counter = maker.name("i");
    let bound =
        if maker.chance(2) { maker.number(1, 3).to_string() } else { format!("({} & 3)", value(maker, soup, 0)) };
    let inside = std::mem::replace(&mut soup.in_loop, true);
    soup.numbers.push(counter.clone());
    let n_statements = 1 + maker.below(2);
    let body = statements(maker, soup, n_statements, depth - 1);
    soup.numbers.pop();
    soup.in_loop = inside;
    // The counter is a copy, so that the loop ends whatever the body does with it.
    let rounds = maker.name("k");
    match maker.below(3) {
        0 => format!("for (int {rounds} = 0; {rounds} < {bound}; {rounds}++) {{ int {counter} = {rounds}; {body} }}"),
        1 => format!("int {rounds} = {bound}; while ({rounds} > 0) {{ {rounds}--; int {counter} = {rounds}; {body} }}"),
        _ => format!(
            "int {rounds} = 0; do {{ int {counter} = {rounds}; {rounds}++; {body} }} while ({rounds} < {bound});"
        ),
    }
}

/// Moves a pointer.
fn aim(maker: &mut Maker, soup: &Soup) -> String {
    let (pointer, structure) = (&soup.pointer, &soup.structure);
    let number = soup.numbers[maker.below(3)].clone();
    match maker.below(5) {
        0 => format!("{pointer} = &{number};"),
        1 => format!("{pointer} = &{}[{}];", soup.array, index(maker, soup)),
        2 => format!("{structure}.p = {pointer};"),
        3 => format!("{pointer} = {structure}.p;"),
        _ if maker.risky() => format!("{structure}.p = {} ? {pointer} : 0;", condition(maker, soup)),
        _ => format!("{pointer} = &{structure}.n;"),
    }
}

fn jump(maker: &mut Maker, soup: &Soup) -> String {
    let condition = condition(maker, soup);
    match (&soup.out, soup.in_loop) {
        (_, true) => format!("if ({condition}) {{ {} }}", maker.pick(&["break;", "continue;"])),
        (Some(out), false) => format!("if ({condition}) {{ goto {out}; }}"),
        (None, false) => match &soup.helper {
            Some(helper) => format!("{} = {helper}({}, {});", soup.numbers[0], soup.pointer, value(maker, soup, 1)),
            None => {
                let known = Known { text: format!("({} & 7)", value(maker, soup, 1)), lo: 0, hi: 7 };
                maker.nested(|maker| maker.assert(&known))
            }
        },
    }
}

fn index(maker: &mut Maker, soup: &Soup) -> String {
    let mask = if maker.risky() { "% 5" } else { "& 3" };
    let number = &soup.numbers[maker.below(soup.numbers.len())];
    format!("({number} {mask})")
}

/// Something that can be assigned to.
fn place(maker: &mut Maker, soup: &Soup) -> String {
    match maker.below(7) {
        // The counter of a loop may be written too.
        0..=2 => soup.numbers[maker.below(soup.numbers.len())].clone(),
        3 => format!("{}[{}]", soup.array, index(maker, soup)),
        4 => format!("*{}", soup.pointer),
        5 => format!("{}.{}", soup.structure, maker.pick(&["c", "n", "f"])),
        _ => format!("*{}.p", soup.structure),
    }
}

fn value(maker: &mut Maker, soup: &Soup, depth: usize) -> String {
    if depth == 0 || maker.chance(4) {
        return match maker.below(4) {
            0 => maker.number(0, 4).to_string(),
            1 => maker.small().text,
            _ => place(maker, soup),
        };
    }
    let (left, right) = (value(maker, soup, depth - 1), value(maker, soup, depth - 1));
    match maker.below(9) {
        0 => {
            let least = i64::from(!maker.risky());
            format!("({left}) / (({right} & 3) + {least})")
        }
        1 => {
            let most = if maker.risky() { 63 } else { 31 };
            format!("(int)(5u << (({left}) * 8 & {most})) % 9")
        }
        2 => format!("(({left}) < ({right}))"),
        3 => format!("({} ? {left} : {right})", condition(maker, soup)),
        4 => format!("({left}) * ({right})"),
        5 => format!("({left}) - ({right})"),
        6 => format!("(signed char)(({left}) * 50)"),
        7 => format!("(int)((unsigned)({left}) % 7u)"),
        _ => format!("({left}) + ({right})"),
    }
}

fn condition(maker: &mut Maker, soup: &Soup) -> String {
    match maker.below(5) {
        0 => maker.condition(),
        1 => format!("{} == &{}", soup.pointer, soup.numbers[maker.below(3)]),
        2 => format!("({} && {})", value(maker, soup, 0), value(maker, soup, 0)),
        _ => {
            let operator = maker.pick(&["<", ">", "==", "!=", "<="]);
            let limit = maker.number(0, 3);
            format!("({}) {operator} {limit}", value(maker, soup, 1))
        }
    }
}

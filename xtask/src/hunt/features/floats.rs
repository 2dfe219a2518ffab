//! Floating-point arithmetic, comparisons, conversions.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "float-arithmetic", add: arithmetic },
    Feature { name: "float-cast", add: cast },
    Feature { name: "float-compare", add: compare },
    Feature { name: "float-sum", add: sum },
    Feature { name: "float-library", add: library },
];

fn arithmetic(maker: &mut Maker) {
    let ty = maker.pick(&["float", "double"]);
    let (x, y) = (maker.name("d"), maker.name("d"));
    let (value, other) = (maker.small(), maker.small());
    maker.add(format!("{ty} {x} = {} * 0.5;", value.text));
    maker.add(format!("{ty} {y} = {x} - {};", other.text));
    let operator = maker.pick(&["+", "-", "*"]);
    maker.add(format!("{x} = {x} {operator} {y};"));
    maker.result(&masked(&format!("(int){x}")));
}

fn cast(maker: &mut Maker) {
    let x = maker.name("d");
    let value = maker.placed(0, 3);
    let most = value.hi + i64::from(!maker.risky());
    // Just inside of the range of the type, or just outside.
    let (ty, limit) = match maker.below(3) {
        0 => ("int", 2_147_483_648_i64 - most),
        1 => ("unsigned char", 256 - most),
        _ => ("short", 32768 - most),
    };
    maker.add(format!("double {x} = {limit}.0 + {};", value.text));
    maker.result(&masked(&format!("(int)({ty}){x}")));
}

fn compare(maker: &mut Maker) {
    let (x, y) = (maker.name("d"), maker.name("d"));
    let (value, other) = (maker.small(), maker.small());
    maker.add(format!("double {x} = (double){} / (double){};", value.text, other.text));
    maker.add(format!("double {y} = {x} * 0.0;"));
    // A division by zero gives an infinity or no number, and their products with zero are no numbers.
    let claim = if maker.risky() {
        format!("({y} == {y})")
    } else {
        format!("({y} == {y} || {x} != {x} || {x} > 1e300 || {x} < -1e300)")
    };
    maker.assert(&Known { text: claim, lo: 1, hi: 1 });
    maker.result(&Known { text: format!("({x} > 1.0)"), lo: 0, hi: 1 });
}

fn sum(maker: &mut Maker) {
    let (x, i) = (maker.name("d"), maker.name("i"));
    let rounds = maker.placed(0, 4);
    let ty = maker.pick(&["float", "double"]);
    maker.add(format!("{ty} {x} = 0;"));
    maker.add(format!("for (int {i} = 0; {i} < {}; {i}++) {{ {x} += 0.1; }}", rounds.text));
    let exact = if maker.risky() { "<= 0.3" } else { "< 0.45" };
    maker.assert(&Known { text: format!("({x} {exact})"), lo: 1, hi: 1 });
}

fn library(maker: &mut Maker) {
    maker.header("math.h");
    let x = maker.name("d");
    let value = maker.small();
    maker.add(format!("double {x} = {};", value.text));
    let function = maker.pick(&["fabs", "floor", "ceil", "trunc"]);
    maker.add(format!("{x} = {function}({x} / 2) + ({x} != {x});"));
    let divisor = maker.divisor();
    maker.result(&masked(&format!("((int){x} / {divisor})")));
}

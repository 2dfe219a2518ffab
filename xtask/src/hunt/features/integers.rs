//! Integer arithmetic at the limits of types: overflow, division, shifts, conversions.

use super::{Feature, Known, Maker, masked};

pub(super) const FEATURES: &[Feature] = &[
    Feature { name: "overflow", add: overflow },
    Feature { name: "division", add: division },
    Feature { name: "shift", add: shift },
    Feature { name: "conversion", add: conversion },
    Feature { name: "unsigned", add: unsigned },
    Feature { name: "bit-operations", add: bits },
    Feature { name: "long-long", add: long_long },
    Feature { name: "increment", add: increment },
];

fn overflow(maker: &mut Maker) {
    maker.header("limits.h");
    let distance = maker.number(0, 3);
    let value = maker.at_most(distance);
    let n = maker.name("n");
    let text = match maker.below(4) {
        0 => format!("int {n} = (INT_MAX - {distance}) + {value};"),
        1 => format!("int {n} = (INT_MIN + {distance}) - {value};"),
        2 => format!("int {n} = -((INT_MIN + {distance} + 1) - ({value} <= {distance} ? 1 : 2));"),
        _ => format!("int {n} = 715827882 * (3 + ({value} > {distance}));"),
    };
    maker.add(text);
    maker.result(&masked(&n));
}

fn division(maker: &mut Maker) {
    maker.header("limits.h");
    let (divisor, value) = (maker.divisor(), maker.small());
    let n = maker.name("n");
    let text = match maker.below(3) {
        0 => format!("int {n} = {} / {divisor};", value.text),
        1 => format!("int {n} = {} % {divisor};", value.text),
        _ => {
            let least = if maker.risky() { "" } else { " + 1" };
            format!("int {n} = (INT_MIN{least}) / ({} == 0 ? -1 : 2);", value.text)
        }
    };
    maker.add(text);
    maker.result(&masked(&n));
}

fn shift(maker: &mut Maker) {
    let (count, value) = (maker.at_most(31), maker.placed(0, 1));
    let n = maker.name("n");
    let text = match maker.below(3) {
        0 => format!("unsigned {n} = 1u << {count};"),
        1 => format!("int {n} = {} >> {count};", value.text),
        _ => {
            let count = maker.at_most(30);
            format!("int {n} = {} << {count};", value.text)
        }
    };
    maker.add(text);
    maker.result(&masked(&format!("(int)({n} >> 3)")));
}

fn conversion(maker: &mut Maker) {
    let ty = maker.pick(&["char", "signed char", "unsigned char", "short", "unsigned short", "_Bool", "long"]);
    let n = maker.name("c");
    let value = maker.small();
    let offset = maker.pick(&["0", "126", "254", "32766", "65534"]);
    maker.add(format!("{ty} {n} = ({ty})({} + {offset});", value.text));
    maker.add(format!("{n}++;"));
    let divisor = if maker.risky() { format!("(int){n}") } else { format!("((int){n} == 0 ? 1 : (int){n})") };
    maker.result(&masked(&format!("(1000 / {divisor})")));
}

fn unsigned(maker: &mut Maker) {
    let (n, array) = (maker.name("u"), maker.name("a"));
    let value = maker.small();
    maker.add(format!("unsigned {n} = {};", value.text));
    maker.add(format!("{n} -= 1;"));
    maker.add(format!("int {array}[4] = {{1, 2, 3, 4}};"));
    let guard = if maker.risky() { format!("(int){n} < 4 && (int){n} >= -1") } else { format!("{n} < 4u") };
    maker.add(format!("if ({guard}) {{ {array}[{n}] = 9; }}"));
    maker.result(&masked(&format!("({array}[0] + (int)({n} / 2))")));
}

fn bits(maker: &mut Maker) {
    let n = maker.name("n");
    let (one, two) = (maker.small(), maker.small());
    maker.add(format!("int {n} = ({} ^ {}) & 7;", one.text, two.text));
    maker.add(format!("{n} |= ~{} & 2;", one.text));
    maker.assert(&Known { text: n.clone(), lo: 0, hi: 7 });
    maker.keep(&n, 0, 7);
}

fn long_long(maker: &mut Maker) {
    let n = maker.name("n");
    let ty = maker.pick(&["long", "long long", "unsigned long", "unsigned long long"]);
    let value = maker.small();
    maker.add(format!("{ty} {n} = {};", value.text));
    maker.add(format!("{n} = {n} * 100000 + 3;"));
    let divisor = maker.divisor();
    maker.add(
        format!("{n} = ({n} << 2) / {divisor};").replace("<< 2", if ty.starts_with('u') { "<< 2" } else { "* 4" }),
    );
    maker.result(&masked(&format!("(int)({n} % 1000)")));
}

fn increment(maker: &mut Maker) {
    let (i, array) = (maker.name("i"), maker.name("a"));
    let start = maker.placed(0, 2);
    let size = if maker.risky() { start.hi + 1 } else { start.hi + 2 };
    maker.add(format!("int {i} = {};", start.text));
    maker.add(format!("int {array}[{size}] = {{1}};"));
    let text = match maker.below(3) {
        0 => format!("{array}[++{i}] = 2;"),
        1 => format!("{array}[{i}++] = 2; {array}[{i}] += 1;"),
        _ => format!("{array}[{i} += 1] = 3;"),
    };
    maker.add(text);
    maker.result(&masked(&format!("({array}[0] + {i}--)")));
}

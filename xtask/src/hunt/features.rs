//! The table of features: each adds a fragment to a program, in which a fault may be possible.

mod aggregates;
mod calls;
mod control;
mod floats;
mod integers;
mod lowering;
mod memory;
mod more;
mod pointers;
mod soup;
mod soups;
mod threads;

use super::maker::{Known, Maker};

/// A part of the language.
struct Feature {
    name: &'static str,
    add: fn(&mut Maker),
}

/// All features of programs without threads.
const FEATURES: &[&[Feature]] = &[
    aggregates::FEATURES,
    calls::FEATURES,
    control::FEATURES,
    floats::FEATURES,
    integers::FEATURES,
    lowering::FEATURES,
    memory::FEATURES,
    more::FEATURES,
    pointers::FEATURES,
    soup::FEATURES,
    soups::FEATURES,
];

fn all() -> Vec<&'static Feature> {
    FEATURES.iter().flat_map(|family| family.iter()).collect()
}

/// The names of all features.
pub(crate) fn names() -> Vec<&'static str> {
    let threads = threads::FEATURES.iter().map(|feature| feature.name);
    all().into_iter().map(|feature| feature.name).chain(threads).collect()
}

/// A program: its text and the features that it has.
pub(crate) struct Generated {
    pub(crate) text: String,
    pub(crate) features: Vec<&'static str>,
    pub(crate) has_threads: bool,
}

/// The program of a seed: every fourth has threads.
pub(crate) fn generate(seed: u64, only: Option<&str>) -> Generated {
    let mut maker = Maker::new(seed.wrapping_mul(0x0001_0000_01b3));
    let is_drawn = maker.chance(4);
    if only.map_or(is_drawn, |name| name.starts_with("thread-")) {
        threads::generate(maker, only)
    } else {
        sequential(maker, only)
    }
}

/// A program without threads: one to three fragments, some in functions, loops or branches of their own.
fn sequential(mut maker: Maker, only: Option<&str>) -> Generated {
    let table: Vec<&Feature> =
        all().into_iter().filter(|feature| only.is_none_or(|name| name == feature.name)).collect();
    for _ in 0..=maker.below(2) {
        maker.input(/* at the start */ true);
    }
    let mut features = Vec::new();
    for _ in 0..=maker.below(3) {
        let feature = draw(&mut maker, &table);
        place(&mut maker, feature);
        features.push(feature.name);
        if maker.chance(6) {
            maker.input(/* at the start */ false);
        }
    }
    if maker.chance(2) {
        maker.assert_something();
    }
    Generated { text: maker.finish(), features, has_threads: false }
}

/// Features without a shape are few but have more in them, so they are drawn more often.
fn draw(maker: &mut Maker, table: &[&'static Feature]) -> &'static Feature {
    let soups: Vec<&&Feature> = table.iter().filter(|feature| feature.name.contains("soup")).collect();
    if !soups.is_empty() && maker.chance(4) { soups[maker.below(soups.len())] } else { table[maker.below(table.len())] }
}

/// A fragment in `main`, in a function, in a branch or in a loop.
fn place(maker: &mut Maker, feature: &Feature) {
    match maker.below(8) {
        0 | 1 => {
            let n_params = 1 + maker.below(2);
            let (_, call) = maker.function(n_params, |maker| {
                (feature.add)(maker);
                maker.small()
            });
            maker.result(&call);
        }
        2 => {
            let condition = maker.condition();
            let body = maker.nested(feature.add);
            maker.add(format!("if ({condition}) {{\n{body}\n}}"));
        }
        3 => {
            let counter = maker.name("i");
            let body = maker.nested(|maker| {
                maker.keep(&counter, 0, 1);
                (feature.add)(maker);
            });
            maker.add(format!("for (int {counter} = 0; {counter} < 2; {counter}++) {{\n{body}\n}}"));
        }
        _ => (feature.add)(maker),
    }
}

/// A value that must be in an interval whatever the fragment has made of it.
fn masked(text: &str) -> Known {
    Known { text: format!("({text} & 3)"), lo: 0, hi: 3 }
}

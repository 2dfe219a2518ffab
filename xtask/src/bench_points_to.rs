//! How long the pointer analysis takes as programs grow.
//!
//! `bench points-to` writes programs from a seed that look like drivers: modules with structures, lists of them on the heap, tables of
//! functions, helpers that are passed pointers, and calls across modules. What is measured is `candor dump --facts call-graph`, which
//! needs the analysis and says how long it took.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::process;
use crate::random::Random;
use crate::scratch;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The seed of the programs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Runs of each; the best one counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Measure this file instead of generated programs; may be given several times
    #[arg(long, value_name = "FILE")]
    file: Vec<std::path::PathBuf>,
}

const LIMIT: Duration = Duration::from_secs(300);
const LINES: [usize; 5] = [3_750, 7_500, 15_000, 30_000, 60_000];
/// The goal: so many seconds for so many lines, and time that grows by at most this power of the size.
const GOAL: (usize, f64) = (30_000, 2.0);
const GROWTH_GOAL: f64 = 1.3;

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    println!("{:>8} {:>13} {:>9} {:>9}  program", "lines", "instructions", "reading", "analysis");
    match options.file.is_empty() {
        true => bench_generated(candor, options),
        false => bench_files(candor, options),
    }
}

fn bench_files(candor: &Path, options: &Options) -> Result<(), String> {
    let mut measured = Vec::new();
    for file in &options.file {
        let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let n_lines = text.iter().filter(|&&byte| byte == b'\n').count();
        measured.push(measure(candor, file, options.runs)?);
        measured[measured.len() - 1].print(n_lines, &file.display().to_string());
    }
    if let Some(growth) = growth(&measured) {
        println!("grows with power {growth:.2} of the number of instructions");
    }
    Ok(())
}

fn bench_generated(candor: &Path, options: &Options) -> Result<(), String> {
    let folder = scratch("bench")?;
    let (mut measured, mut at_goal) = (Vec::new(), f64::INFINITY);
    for n_lines in LINES {
        let path = folder.join(format!("drivers_{n_lines}.c"));
        let text = drivers(options.seed, n_lines);
        fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
        let times = measure(candor, &path, options.runs)?;
        times.print(text.lines().count(), &format!("seed {}", options.seed));
        if n_lines == GOAL.0 {
            at_goal = times.analysis;
        }
        measured.push(times);
    }
    let growth = growth(&measured).expect("there are several sizes");
    println!(
        "{at_goal:.2} s for {} lines (goal {}); grows with power {growth:.2} of the number of instructions (goal {GROWTH_GOAL})",
        GOAL.0, GOAL.1
    );
    if at_goal <= GOAL.1 && growth <= GROWTH_GOAL { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

/// The size of a program, and how many seconds reading and analysing it took.
#[derive(Copy, Clone, Debug)]
struct Measured {
    n_insts: f64,
    reading: f64,
    analysis: f64,
}

impl Measured {
    fn print(&self, n_lines: usize, what: &str) {
        let Measured { n_insts, reading, analysis } = self;
        println!("{n_lines:>8} {n_insts:>13} {reading:>7.2} s {analysis:>7.2} s  {what}");
    }
}

/// The power of the size that time grows with: the slope of the line through the logarithms that has the least squares.
fn growth(measured: &[Measured]) -> Option<f64> {
    let points = measured.iter().map(|times| (times.n_insts.ln(), times.analysis.max(0.001).ln()));
    let points: Vec<(f64, f64)> = points.collect();
    let n = points.iter().map(|_| 1.0).sum::<f64>();
    let mean =
        (points.iter().map(|point| point.0).sum::<f64>() / n, points.iter().map(|point| point.1).sum::<f64>() / n);
    let along: f64 = points.iter().map(|point| (point.0 - mean.0) * (point.1 - mean.1)).sum();
    let spread: f64 = points.iter().map(|point| (point.0 - mean.0).powi(2)).sum();
    (spread > 0.0).then_some(along / spread)
}

/// The best of some runs.
fn measure(candor: &Path, path: &Path, runs: u32) -> Result<Measured, String> {
    let mut best: Option<Measured> = None;
    for _ in 0..runs.max(1) {
        let mut dump = Command::new(candor);
        let finished = process::run(dump.args(["dump", "--facts", "call-graph", "--timings"]).arg(path), LIMIT)?;
        let said = finished.stderr_text();
        if finished.code() != Some(0) {
            return Err(format!("candor dump failed: {:?}\n{said}", finished.status));
        }
        let now = timings(&said).ok_or_else(|| format!("candor dump --timings said: {said}"))?;
        best = Some(match best {
            None => now,
            Some(best) => {
                Measured { reading: best.reading.min(now.reading), analysis: best.analysis.min(now.analysis), ..now }
            }
        });
    }
    best.ok_or_else(|| "there was no run".to_owned())
}

/// The numbers of `58610 instructions, reading 0.312 s, analysis 0.571 s`.
fn timings(said: &str) -> Option<Measured> {
    let (n_insts, rest) = said.lines().rev().find_map(|line| line.split_once(" instructions, reading "))?;
    let (reading, analysis) = rest.strip_suffix(" s")?.split_once(" s, analysis ")?;
    Some(Measured { n_insts: n_insts.parse().ok()?, reading: reading.parse().ok()?, analysis: analysis.parse().ok()? })
}

/// A program of about so many lines.
fn drivers(seed: u64, n_lines: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::from(
        "typedef unsigned long size_t;\nvoid *malloc(size_t);\nvoid free(void *);\nint __VERIFIER_nondet_int(void);\n\
         struct node { struct node *next, *previous; void *owner; int key; };\n",
    );
    let mut n_modules = 0;
    while text.lines().count() + 10 < n_lines {
        module(&mut text, &mut random, n_modules);
        n_modules += 1;
    }
    text.push_str("int main(void) {\n");
    for idx in 0..n_modules {
        writeln!(text, "    m{idx}_run();").expect("strings take all");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// One module: a structure, its list, its table of functions, helpers, and a function that goes through all of them.
fn module(text: &mut String, random: &mut Random, idx: usize) {
    let n_helpers = 4 + random.below(8);
    let mut line = |what: String| {
        text.push_str(&what);
        text.push('\n');
    };
    line(format!("struct m{idx}_device {{ struct node list; char *name; int *data; size_t size; int state[8]; }};"));
    line(format!(
        "struct m{idx}_ops {{ int (*open)(struct m{idx}_device *); int (*step)(struct m{idx}_device *, int); }};"
    ));
    line(format!(
        "static struct node m{idx}_all; static struct m{idx}_device *m{idx}_current; static int m{idx}_errors;"
    ));
    line(format!("struct m{idx}_device *m{idx}_make(size_t size) {{"));
    line(format!("    struct m{idx}_device *device = malloc(sizeof *device);"));
    line("    if (!device)\n        return 0;\n    device->size = size;".to_owned());
    line("    device->data = malloc(size * sizeof(int));\n    device->name = \"device\";".to_owned());
    line(format!("    device->list.next = m{idx}_all.next;\n    device->list.previous = &m{idx}_all;"));
    line(format!("    device->list.owner = device;\n    m{idx}_all.next = &device->list;\n    return device;\n}}"));
    for helper in 0..n_helpers {
        line(format!("static int m{idx}_help{helper}(struct m{idx}_device *device, int *out, int n) {{"));
        line("    int local[4], *cursor = local, i;\n    struct node *node = &device->list;".to_owned());
        for step in 0..1 + random.below(12) {
            line(match random.below(7) {
                0 => format!("    cursor = n > {step} ? local : device->data;"),
                1 => "    for (i = 0; i < 4; i++)\n        local[i] = *out + i;".to_owned(),
                2 => format!("    if (n == {step})\n        *out = *cursor;"),
                3 => "    while (node && node->key != n)\n        node = node->next;".to_owned(),
                4 => format!("    device->state[{}] += cursor[n & 3];", random.below(8)),
                5 => format!("    m{idx}_current = device;\n    m{idx}_errors += *out;"),
                _ => "    if (node)\n        device = node->owner;".to_owned(),
            });
        }
        if helper > 0 {
            line(format!("    n += m{idx}_help{}(device, &local[1], n - 1);", random.below(helper)));
        }
        if idx > 0 && random.below(4) == 0 {
            let other = idx - 1 - random.below(idx.min(5));
            line(format!("    if (n > 100)\n        m{other}_notify(&device->list, out);"));
        }
        line("    return n + *cursor;\n}".to_owned());
    }
    line(format!("void m{idx}_notify(struct node *node, int *count) {{"));
    line(format!("    node->next = m{idx}_all.next;\n    m{idx}_all.next = node;\n    *count += m{idx}_errors;\n}}"));
    line(format!("static int m{idx}_open(struct m{idx}_device *device) {{\n    int out = 0;"));
    line(format!("    return m{idx}_help{}(device, &out, 3);\n}}", n_helpers - 1));
    line(format!("static int m{idx}_step(struct m{idx}_device *device, int n) {{\n    int out = n;"));
    line(format!("    return m{idx}_help{}(device, &out, n) + out;\n}}", random.below(n_helpers)));
    line(format!("static struct m{idx}_ops m{idx}_ops = {{ m{idx}_open, m{idx}_step }};"));
    line(format!("int m{idx}_run(void) {{\n    struct m{idx}_ops *ops = &m{idx}_ops;"));
    line(format!(
        "    struct m{idx}_device *device = m{idx}_make(16);\n    if (!device || !device->data)\n        return -1;"
    ));
    line(
        "    if (ops->open(device))\n        for (int i = 0; i < 10; i++)\n            ops->step(device, i);"
            .to_owned(),
    );
    line(format!("    if (__VERIFIER_nondet_int())\n        device = m{idx}_current;\n    free(device->data);"));
    line("    free(device);\n    return 0;\n}".to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_power_of_the_size() {
        let of = |n_insts: f64| Measured { n_insts, reading: 0.0, analysis: n_insts.powf(1.5) / 1000.0 };
        let found = growth(&[of(100.0), of(300.0), of(1000.0), of(7000.0)]).expect("there are several sizes");
        assert!((found - 1.5).abs() < 1e-9, "{found}");
        assert!(growth(&[]).is_none() && growth(&[of(100.0), of(100.0)]).is_none());
    }
}

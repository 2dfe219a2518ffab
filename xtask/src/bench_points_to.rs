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
    println!("{:>8} {:>9} {:>9}  program", "lines", "reading", "analysis");
    for file in &options.file {
        let n_lines = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let n_lines = n_lines.iter().filter(|&&byte| byte == b'\n').count();
        let (reading, analysis) = measure(candor, file, options.runs)?;
        println!("{n_lines:>8} {reading:>7.2} s {analysis:>7.2} s  {}", file.display());
    }
    if !options.file.is_empty() {
        return Ok(());
    }
    let folder = scratch("bench")?;
    let mut times = Vec::new();
    for n_lines in LINES {
        let path = folder.join(format!("drivers_{n_lines}.c"));
        let text = drivers(options.seed, n_lines);
        fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
        let (reading, analysis) = measure(candor, &path, options.runs)?;
        println!("{:>8} {reading:>7.2} s {analysis:>7.2} s  seed {}", text.lines().count(), options.seed);
        times.push((n_lines, analysis));
    }
    let at_goal = times.iter().find(|(n_lines, _)| *n_lines == GOAL.0).map_or(f64::INFINITY, |&(_, time)| time);
    let growth = (times[4].1 / times[1].1).log2() / 3.0;
    println!(
        "{at_goal:.2} s for {} lines (goal {}); grows with power {growth:.2} (goal {GROWTH_GOAL})",
        GOAL.0, GOAL.1
    );
    if at_goal <= GOAL.1 && growth <= GROWTH_GOAL { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

/// Seconds for reading a program, and for analysing it.
fn measure(candor: &Path, path: &Path, runs: u32) -> Result<(f64, f64), String> {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for _ in 0..runs.max(1) {
        let mut dump = Command::new(candor);
        let finished = process::run(dump.args(["dump", "--facts", "call-graph", "--timings"]).arg(path), LIMIT)?;
        let said = finished.stderr_text();
        if finished.code() != Some(0) {
            return Err(format!("candor dump failed: {:?}\n{said}", finished.status));
        }
        let (reading, analysis) = timings(&said).ok_or_else(|| format!("candor dump --timings said: {said}"))?;
        best = (best.0.min(reading), best.1.min(analysis));
    }
    Ok(best)
}

/// The two numbers of `reading 0.312 s, analysis 0.571 s`.
fn timings(said: &str) -> Option<(f64, f64)> {
    let line = said.lines().rev().find_map(|line| line.strip_prefix("reading "))?;
    let (reading, analysis) = line.strip_suffix(" s")?.split_once(" s, analysis ")?;
    Some((reading.parse().ok()?, analysis.parse().ok()?))
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

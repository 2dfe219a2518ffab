//! `bench slice`: how many checks, how much tracking and how many instructions memory safety needs, over a list of tasks.
//!
//! The list is a table separated by tabs, with a first line that names the columns: `path` below the given folder, `property`, and
//! `data_model` if it is not always LP64. The numbers are those of `candor dump --facts checks`, added up; the goals are after Table 1
//! of Chalupa, Strejček, Vitovská, "Joint Forces for Memory Safety Checking Revisited" (STTT 2020).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The list of tasks
    #[arg(long, value_name = "FILE")]
    tasks: PathBuf,
    /// What the paths in the list start from
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,
    /// Only tasks of properties whose name starts so
    #[arg(long, value_name = "TEXT", default_value = "valid-mem")]
    property: String,
    /// Print the sizes of each task too
    #[arg(long)]
    each: bool,
}

const LIMIT: Duration = Duration::from_secs(300);
/// The goals, in per cent: dereferences without a check at least, tracking calls of basic at most, the sliced program with all
/// reductions of the unsliced basic one at most.
const UNCHECKED_GOAL: f64 = 86.0;
const TRACKING_GOAL: f64 = 5.0;
const SIZE_GOAL: f64 = 25.0;

/// One number for each level.
type Row = [u64; 3];

/// The rows of a table, by name.
type Table = BTreeMap<String, Row>;

pub(crate) fn bench(candor: &Path, options: &Options) -> Result<(), String> {
    let (mut sums, mut order, mut n_failed) = (Table::new(), Vec::new(), 0);
    for task in tasks(options)? {
        let rows = match measure(candor, options, &task) {
            Ok(rows) => rows,
            Err(message) => {
                println!("{}: {message}", task.path);
                n_failed += 1;
                continue;
            }
        };
        for (name, row) in rows {
            if options.each && name == SLICED {
                println!("{:>8} {}", row[2], task.path);
            }
            if !sums.contains_key(&name) {
                order.push(name.clone());
            }
            let sum = sums.entry(name).or_default();
            sum.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        }
    }
    println!("{:24}{:>10}{:>10}{:>10}", "", "basic", "rc", "rc+rt");
    for name in &order {
        let [basic, rc, rcrt] = sums[name];
        println!("{name:24}{basic:>10}{rc:>10}{rcrt:>10}");
    }
    if n_failed > 0 {
        return Err(format!("bench: {n_failed} programs could not be measured"));
    }
    judge(&sums)
}

const UNSLICED: &str = "with calls, not sliced";
const SLICED: &str = "with calls, sliced";

fn judge(sums: &Table) -> Result<(), String> {
    let number = |name: &str, level: usize| -> Result<f64, String> {
        let row = sums.get(name).ok_or_else(|| format!("there is no row \"{name}\""))?;
        u32::try_from(row[level]).map(f64::from).map_err(|error| error.to_string())
    };
    let percent = |part: f64, whole: f64| 100.0 * part / whole;
    let unchecked = 100.0 - percent(number("checks of accesses", 1)?, number("dereferences", 0)?);
    let tracking = percent(number("tracking", 2)?, number("tracking", 0)?);
    let size = percent(number(SLICED, 2)?, number(UNSLICED, 0)?);
    println!("dereferences without a check: {unchecked:.1}% (goal {UNCHECKED_GOAL}%)");
    println!("tracking calls: {tracking:.1}% of basic (goal {TRACKING_GOAL}%)");
    println!("sliced rc+rt: {size:.1}% of unsliced basic (goal {SIZE_GOAL}%)");
    let is_met = unchecked >= UNCHECKED_GOAL && tracking <= TRACKING_GOAL && size <= SIZE_GOAL;
    if is_met { Ok(()) } else { Err("bench: the goal is missed".to_owned()) }
}

struct Task {
    path: String,
    data_model: String,
}

fn tasks(options: &Options) -> Result<Vec<Task>, String> {
    let text = fs::read_to_string(&options.tasks).map_err(|error| format!("{}: {error}", options.tasks.display()))?;
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<&str>>());
    let names = lines.next().unwrap_or_default();
    let column = |wanted: &str| names.iter().position(|name| *name == wanted);
    let missing = |name: &str| format!("{}: there is no column `{name}`", options.tasks.display());
    let path = column("path").ok_or_else(|| missing("path"))?;
    let property = column("property").ok_or_else(|| missing("property"))?;
    let data_model = column("data_model");
    let wanted = lines.filter(|line| line.get(property).is_some_and(|name| name.starts_with(&options.property)));
    let task = |line: Vec<&str>| Task {
        path: line.get(path).copied().unwrap_or_default().to_owned(),
        data_model: data_model.and_then(|idx| line.get(idx).copied()).unwrap_or("LP64").to_owned(),
    };
    Ok(wanted.map(task).collect())
}

fn measure(candor: &Path, options: &Options, task: &Task) -> Result<Vec<(String, Row)>, String> {
    let mut dump = Command::new(candor);
    dump.args(["dump", "--facts", "checks", "--data-model", &task.data_model]).arg(options.folder.join(&task.path));
    let finished = process::run(&mut dump, LIMIT)?;
    if finished.code() != Some(0) {
        return Err(format!("candor dump failed: {:?}\n{}", finished.status, finished.stderr_text()));
    }
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    Ok(text.lines().filter_map(row).collect())
}

/// A line of the table: a name and three numbers.
fn row(line: &str) -> Option<(String, Row)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, numbers) = words.split_at(words.len().checked_sub(3)?);
    let numbers: Result<Vec<u64>, _> = numbers.iter().map(|word| word.parse()).collect();
    Some((name.join(" "), numbers.ok()?.try_into().ok()?))
}

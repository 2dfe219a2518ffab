//! A way of several threads: one column for each, in the order in which things happen.
//!
//! ```text
//!   how it happens in a.c, one column for each thread:
//!     thread 0, `main`              thread 1, `one`               thread 2, `two`
//!     20 pthread_create(&a, NULL,…                                                                // a = 2
//!                                    7 shared = 1;                                                // shared = 1
//!                                                                 12 pthread_mutex_lock(&mutex);  // mutex = 1
//! ```

use std::collections::BTreeMap;

use super::way::{Item, clip, comment, gap, rounds};
use crate::findings::{Step, Violation};
use crate::message::printable;
use crate::sources::SourceCache;

/// With more threads than this, columns would be too narrow to read.
const MOST_COLUMNS: usize = 5;
/// What all columns have together.
const TOTAL_WIDTH: usize = 102;
const WIDEST_COLUMN: usize = 46;
/// A line's number and the space behind it.
const NUMBER_WIDTH: usize = 5;

pub(super) fn are_wanted(items: &[Item<'_>]) -> bool {
    (2..=MOST_COLUMNS).contains(&threads(items).len())
}

/// The threads that do something, and the column of each.
fn threads(items: &[Item<'_>]) -> BTreeMap<u32, usize> {
    let mut threads: BTreeMap<u32, usize> = BTreeMap::new();
    for item in items {
        if let Item::Step(told) = item {
            threads.insert(told.step.thread, 0);
        }
    }
    threads.values_mut().enumerate().for_each(|(column_idx, column)| *column = column_idx);
    threads
}

pub(super) fn render(violation: &Violation, items: &[Item<'_>], more: &str, sources: &mut SourceCache<'_>) -> String {
    let threads = threads(items);
    let width = (TOTAL_WIDTH / threads.len()).min(WIDEST_COLUMN);
    let file = only_file(items);
    let place = file.map_or_else(String::new, |file| format!(" in {}", printable(sources.display_path(file))));
    let mut text = format!("  how it happens{place}, one column for each thread{more}:\n");
    let names = threads.keys().map(|&thread| name(violation, thread));
    text += &row(&names.collect::<Vec<String>>(), width, "");
    // The function that each column is in.
    let mut functions: BTreeMap<u32, (&str, usize)> = BTreeMap::new();
    for (idx, item) in items.iter().enumerate() {
        let told = match item {
            Item::Gap(n_steps) => {
                text += &gap(*n_steps);
                continue;
            }
            Item::Rounds(n_rounds) => {
                text += &rounds(*n_rounds);
                continue;
            }
            Item::Step(told) => told,
        };
        let step = told.step;
        let mut cells = vec![String::new(); threads.len()];
        let now = (step.function.as_str(), step.depth);
        let before = functions.insert(step.thread, now);
        // A thread's first function is in the column's title.
        if before.map_or(step.depth > 1, |before| before != now) {
            cells[threads[&step.thread]] = header(step, file, sources);
            text += &row(&cells, width, "");
        }
        cells[threads[&step.thread]] = cell(step, width, sources);
        text += &row(&cells, width, &comment(told, &items[idx + 1..]));
    }
    text
}

/// The file that everything happens in, if it is one.
fn only_file<'v>(items: &[Item<'v>]) -> Option<&'v str> {
    let mut files = items.iter().filter_map(|item| match item {
        Item::Step(told) => told.step.place.as_ref().map(|place| place.file.as_str()),
        Item::Gap(_) | Item::Rounds(_) => None,
    });
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}

fn name(violation: &Violation, thread: u32) -> String {
    let start = violation.steps.iter().find(|step| step.thread == thread && step.depth == 1);
    match start {
        Some(step) => format!("thread {thread}, `{}`", step.function),
        None => format!("thread {thread}"),
    }
}

fn header(step: &Step, only_file: Option<&str>, sources: &SourceCache<'_>) -> String {
    match &step.place {
        Some(place) if only_file.is_none() => {
            format!("in `{}`, {}:", step.function, printable(sources.display_path(&place.file)))
        }
        _ => format!("in `{}`:", step.function),
    }
}

fn cell(step: &Step, width: usize, sources: &mut SourceCache<'_>) -> String {
    let Some(place) = &step.place else { return String::new() };
    let source = sources.line(&place.file, place.line).unwrap_or_default();
    format!("{:>4} {}", place.line, clip(source, width - NUMBER_WIDTH - 2))
}

fn row(cells: &[String], width: usize, values: &str) -> String {
    let columns: String = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
    format!("    {columns}{values}").trim_end().to_owned() + "\n"
}

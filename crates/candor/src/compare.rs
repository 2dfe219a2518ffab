//! `candor compare`: two sets of results side by side.

use std::fs;
use std::path::Path;

use candor_batch::{ResultRow, compare, escape, quantile_plot, read_results, render_comparison, scatter_plot};

use crate::batch::{page, tasks_of_table};
use crate::options::{CompareOptions, Format};
use crate::{console, status};

pub(crate) fn run(options: &CompareOptions) -> u8 {
    compare_sets(options).unwrap_or_else(|message| console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT))
}

fn compare_sets(options: &CompareOptions) -> Result<u8, String> {
    let (first, second) = (read(&options.first)?, read(&options.second)?);
    let names = [&options.first, &options.second].map(|path| short_name(path));
    let names = [&*names[0], &*names[1]];
    let names = if names[0] == names[1] { ["first", "second"] } else { names };
    let comparison = compare(&first, &second);
    let summary = render_comparison(&comparison, names, options.list);
    console::print(&summary);
    let scatter = scatter_plot(names, &comparison.pairs);
    let quantiles = quantile_plot(&[(names[0], &*first), (names[1], &*second)]);
    if let Some(folder) = &options.svg {
        write(folder, "scatter.svg", &scatter)?;
        write(folder, "quantile.svg", &quantiles)?;
    }
    if let Some(path) = &options.html {
        let [of_first, of_second] = [&first, &second].map(|rows| tasks_of_table(rows));
        let runs = [(names[0], &*of_first), (names[1], &*of_second)];
        let plots = [("Quantile plot", &*quantiles), ("Times of the same tasks", &*scatter)];
        fs::write(path, page(&runs, &summary, &plots)).map_err(|error| format!("{}: {error}", shown(path)))?;
    }
    Ok(if comparison.contradictions.is_empty() { status::SUCCESS } else { status::VIOLATED })
}

/// A folder of a batch, or a table.
fn read(path: &Path) -> Result<Vec<ResultRow>, String> {
    let table = if path.is_dir() { path.join("results.tsv") } else { path.to_owned() };
    let text = fs::read(&table).map_err(|error| format!("{}: {error}", shown(&table)))?;
    read_results(&table, &text).map_err(|error| error.to_string())
}

fn short_name(path: &Path) -> String {
    path.file_stem().map_or_else(|| shown(path), |stem| shown(Path::new(stem)))
}

fn shown(path: &Path) -> String {
    escape(path.as_os_str().as_encoded_bytes())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("{}: {error}", shown(&path)))
}

//! The numbers of inserted calls, one column for each level, as a table or as JSON.

use candor_instrument::{Count, Statistics};
use serde::Serialize;

/// Rows are sorted as the paper's table is: checks, their sum, what is remembered, its sum, all else.
pub(crate) fn table(columns: &[Statistics]) -> String {
    let mut text = format!("{:<34}", "");
    for column in columns {
        text.push_str(&format!("{:>10}", column.level.name()));
    }
    text.push('\n');
    for part in ["check_", "remember_", ""] {
        for name in names(columns, part) {
            let row = |column: &Statistics| column.calls.get(name).copied().unwrap_or_default();
            push_row(&mut text, name.trim_start_matches("__candor_"), columns, row);
        }
        if !part.is_empty() && names(columns, part).next().is_some() {
            push_row(&mut text, &format!("sum of {part}*"), columns, |column| column.sum(part));
        }
    }
    push_row(&mut text, "instructions before", columns, |column| column.instructions);
    push_row(&mut text, "instructions after", columns, |column| column.instructions_after);
    text.push_str("The library's functions that the program uses are counted apart, in brackets.\n");
    text
}

/// The functions of one part of the table.
fn names<'a>(columns: &'a [Statistics], part: &str) -> impl Iterator<Item = &'a str> {
    let all = columns.first().into_iter().flat_map(|column| column.calls.keys().map(String::as_str));
    all.filter(move |name| match part {
        "" => !name.contains("check_") && !name.contains("remember_"),
        _ => name.contains(part),
    })
}

fn push_row(text: &mut String, name: &str, columns: &[Statistics], count: impl Fn(&Statistics) -> Count) {
    text.push_str(&format!("  {name:<32}"));
    for column in columns {
        text.push_str(&format!("{:>10}", count(column).own));
    }
    let library: Vec<String> = columns.iter().map(|column| count(column).library.to_string()).collect();
    text.push_str(&format!("   ({})\n", library.join(" ")));
}

#[derive(Serialize)]
struct Row<'a> {
    level: &'static str,
    calls: Vec<Entry<'a>>,
    instructions_before: Numbers,
    instructions_after: Numbers,
}

#[derive(Serialize)]
struct Entry<'a> {
    function: &'a str,
    program: u64,
    library: u64,
}

#[derive(Serialize)]
struct Numbers {
    program: u64,
    library: u64,
}

impl From<Count> for Numbers {
    fn from(count: Count) -> Numbers {
        Numbers { program: count.own, library: count.library }
    }
}

pub(crate) fn json(columns: &[Statistics]) -> String {
    let rows: Vec<Row<'_>> = columns.iter().map(row).collect();
    let text = serde_json::to_string_pretty(&rows).expect("numbers and names can be written");
    format!("{text}\n")
}

fn row(column: &Statistics) -> Row<'_> {
    let calls = column.calls.iter();
    Row {
        level: column.level.name(),
        calls: calls.map(|(function, count)| Entry { function, program: count.own, library: count.library }).collect(),
        instructions_before: column.instructions.into(),
        instructions_after: column.instructions_after.into(),
    }
}

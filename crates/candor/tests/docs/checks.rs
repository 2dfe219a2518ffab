//! The page of each check: its example has the fault, its repair has none, and the commands that it names are understood.
//!
//! A repair may be a part of a program: its declarations and functions replace those of the example that have the same name.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::{Block, Step};
use crate::{must_work, prepare, root, steps};

/// Checks that say nothing of a program alone: a loop ends or reaches a bound.
const BOUNDS: &str = "unwinding";

/// The ids of the checks that have a page.
pub(crate) fn ids() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs/checks")).expect("the pages can be listed");
    let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut ids: Vec<String> = names.filter_map(|name| name.strip_suffix(".md").map(str::to_owned)).collect();
    ids.sort();
    ids
}

/// What the page of a check says is so.
pub(crate) fn page_is_true(id: &str) -> Result<(), String> {
    let page = format!("docs/checks/{id}.md");
    let text = fs::read_to_string(root().join(&page)).map_err(|error| format!("{page}: {error}"))?;
    let example = program(&text, "## Example").ok_or_else(|| format!("{page}: there is no example"))?;
    let repair = program(&text, "## How to fix it").ok_or_else(|| format!("{page}: there is no repair"))?;
    let folder = prepare(&format!("examples/{id}"));
    let check = |program: &str, args: &[&str]| -> Result<Value, String> {
        fs::write(folder.join("prog.c"), program).map_err(|error| error.to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        command.current_dir(&folder).args(["check", "--format", "json", "--timeout", "60"]).args(args).arg("prog.c");
        let output = command.output().map_err(|error| error.to_string())?;
        let said = || String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{page}: {error}\n{}\n{program}", said()))
    };
    let found = |record: &Value| -> Vec<String> {
        let violations = record["violations"].as_array().into_iter().flatten();
        violations.filter_map(|violation| Some(violation["diagnostic"]["check"].as_str()?.to_owned())).collect()
    };
    if id == BOUNDS {
        let answers = [&example, &repair].map(|program| check(program, &["--engine", "bmc", "--unwind", "10"]));
        let [example, repair] = answers;
        return expect(&page, example?["verdict"] == "unknown" && repair?["verdict"] == "holds", "a bound of 10");
    }
    let with = found(&check(&example, &["--check", id])?);
    expect(&page, !with.is_empty() && with.iter().all(|other| other == id), &format!("the example has {with:?}"))?;
    let without = found(&check(&example, &["--no-check", id])?);
    expect(&page, !without.iter().any(|other| other == id), "`--no-check` does not switch it off")?;
    let repaired = check(&merged(&example, &repair), &["--check", id])?;
    expect(&page, repaired["verdict"] == "holds", &format!("the repair has {:?}", found(&repaired)))?;
    fs::write(folder.join("prog.c"), &example).map_err(|error| error.to_string())?;
    for command in named(&text) {
        must_work(&page, &format!("{command} prog.c"), &folder)?;
    }
    Ok(())
}

fn expect(page: &str, is_so: bool, what: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(format!("{page}: {what}")) }
}

/// The first program below a heading.
fn program(page: &str, heading: &str) -> Option<String> {
    let (_, section) = page.split_once(&format!("{heading}\n"))?;
    let section = section.split("\n## ").next()?;
    steps(section).into_iter().find_map(|step| match step {
        Step::Block(Block { language: "c", lines, .. }) => Some(lines.join("\n") + "\n"),
        Step::Block(_) | Step::Setup(_) => None,
    })
}

/// Whole command lines of `candor check` and `candor run` in the text, without a program.
fn named(page: &str) -> Vec<&str> {
    let spans = page.split('`').skip(1).step_by(2);
    spans.filter(|span| span.starts_with("candor check") || span.starts_with("candor run")).collect()
}

/// A declaration at the top of a file.
struct Item<'a> {
    /// What it declares; a directive of the preprocessor declares itself.
    name: &'a str,
    text: String,
}

/// The top of a file, declaration by declaration.
fn items(program: &str) -> Vec<Item<'_>> {
    let mut items: Vec<Item<'_>> = Vec::new();
    let (mut depth, mut is_open) = (0_isize, false);
    for line in program.lines().filter(|line| !line.trim().is_empty()) {
        if is_open {
            let item = items.last_mut().expect("one is open");
            item.text += &format!("{line}\n");
        } else {
            items.push(Item { name: name_of(line), text: format!("{line}\n") });
        }
        let code = line.split("//").next().unwrap_or_default().trim_end();
        depth += code.matches('{').count().cast_signed() - code.matches('}').count().cast_signed();
        is_open = !line.starts_with('#') && (depth > 0 || !code.ends_with([';', '}']));
    }
    items
}

/// `f` of `int f(int x) {`, `n` of `static int n = 1;`.
fn name_of(line: &str) -> &str {
    if line.starts_with('#') {
        return line;
    }
    let head = line.split(['(', '=', '[', ';', '{']).next().unwrap_or(line).trim_end();
    head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(head)
}

/// The example with the parts that are repaired.
fn merged(example: &str, repair: &str) -> String {
    let (old, new) = (items(example), items(repair));
    let replaced = |item: &Item<'_>| new.iter().find(|other| other.name == item.name);
    let kept = old.iter().map(|item| replaced(item).unwrap_or(item).text.as_str());
    // What the repair needs and the example has not, such as a header, stands before everything.
    let added = new.iter().filter(|item| !old.iter().any(|other| other.name == item.name));
    added.map(|item| item.text.as_str()).chain(kept).collect()
}

//! The steps that lead to a violation: function by function, each line with what it was given and what it changed.
//!
//! Where several threads take part, each has a column of its own; see `columns`.

use std::collections::BTreeMap;

use super::{columns, plural};
use crate::findings::{Input, Step, Violation};
use crate::message::printable;
use crate::sources::SourceCache;

/// Lines of a trace that are shown; of a longer one the first and the last.
const MOST_LINES: usize = 60;
const FIRST_LINES: usize = 20;

/// Widths of source text beyond which values no longer stand in one column.
const SOURCE_WIDTH: usize = 44;

/// What is shown of a way, in order.
pub(super) enum Item<'v> {
    Step(&'v Step),
    /// So many steps are left out.
    Gap(u64),
}

pub(super) fn way_there(violation: &Violation, sources: &mut SourceCache<'_>) -> String {
    let told = told_steps(violation);
    if told.len() < 2 {
        // The fault itself has been shown.
        return String::new();
    }
    let items = items(violation, &told);
    if columns::are_wanted(&items) {
        return columns::render(violation, &items, sources);
    }
    let mut text = "  how it happens:\n".to_owned();
    let mut function = None;
    for item in items {
        let step = match item {
            Item::Gap(n_steps) => {
                text += &gap(n_steps);
                function = None;
                continue;
            }
            Item::Step(step) => step,
        };
        let header = (step.thread, &step.function, step.depth);
        if function != Some(header) {
            text += &format!("  {}\n", step_header(step, sources));
            function = Some(header);
        }
        text += &step_line(step, sources);
    }
    text
}

pub(super) fn gap(n_steps: u64) -> String {
    format!("    ... {} ...\n", plural(n_steps, "step", "steps"))
}

fn items<'v>(violation: &'v Violation, told: &[(usize, &'v Step)]) -> Vec<Item<'v>> {
    let n_hidden = told.len().saturating_sub(MOST_LINES);
    let mut items = Vec::new();
    for (shown_idx, &(step_idx, step)) in told.iter().enumerate() {
        if n_hidden > 0 && shown_idx == FIRST_LINES {
            items.push(Item::Gap(left_out(violation, told, n_hidden)));
        }
        if n_hidden > 0 && (FIRST_LINES..FIRST_LINES + n_hidden).contains(&shown_idx) {
            continue;
        }
        if n_hidden == 0 && violation.steps_left_out > 0 && step_idx == violation.steps_before_gap {
            items.push(Item::Gap(violation.steps_left_out));
        }
        items.push(Item::Step(step));
    }
    items
}

/// Steps that say something, and the last one of each thread; with their indexes. What locks and unlocks says something if
/// there is somebody else.
fn told_steps(violation: &Violation) -> Vec<(usize, &Step)> {
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    last.extend(violation.steps.iter().enumerate().map(|(idx, step)| (step.thread, idx)));
    let has_others = last.len() > 1;
    let tells = |step: &Step| {
        let is_for_others = has_others && step.synchronises;
        is_for_others || !step.inputs.is_empty() || !step.changes.is_empty() || step.more_changes > 0
    };
    let steps = violation.steps.iter().enumerate();
    steps.filter(|(idx, step)| tells(step) || last.get(&step.thread) == Some(idx)).collect()
}

/// How many steps lie between the first lines and the last ones.
fn left_out(violation: &Violation, told: &[(usize, &Step)], n_hidden: usize) -> u64 {
    let (from, to) = (told[FIRST_LINES].0, told[FIRST_LINES + n_hidden].0);
    let gap = if (from..to).contains(&violation.steps_before_gap) { violation.steps_left_out } else { 0 };
    gap + u64::try_from(to - from).expect("traces are short")
}

fn step_header(step: &Step, sources: &SourceCache<'_>) -> String {
    let file = step.place.as_ref().map_or("", |place| sources.display_path(&place.file));
    let thread = if step.thread == 0 { String::new() } else { format!("thread {}, ", step.thread) };
    format!("{thread}in `{}`, {}:", step.function, printable(file))
}

fn step_line(step: &Step, sources: &mut SourceCache<'_>) -> String {
    let Some(place) = &step.place else { return String::new() };
    let source = sources.line(&place.file, place.line).map_or_else(String::new, |line| clip(line, SOURCE_WIDTH));
    let line = format!("{:>6} | {source:<SOURCE_WIDTH$}{}", place.line, values(step));
    line.trim_end().to_owned() + "\n"
}

/// What a step was given and what it changed, as a comment; empty if there is nothing to say.
pub(super) fn values(step: &Step) -> String {
    let mut values: Vec<String> = inputs(&step.inputs);
    values.extend(step.changes.iter().map(|change| format!("{} = {}", change.variable, change.value)));
    if step.more_changes > 0 {
        values.push(format!("and {} more", step.more_changes));
    }
    match values.is_empty() {
        true => String::new(),
        false => format!("  // {}", values.join(", ")),
    }
}

/// A source line, no wider than this.
pub(super) fn clip(source: &str, width: usize) -> String {
    let source = printable(&source.trim().replace('\t', " "));
    match source.char_indices().nth(width - 1) {
        Some((at, _)) if source.chars().nth(width).is_some() => format!("{}…", &source[..at]),
        _ => source,
    }
}

/// Inputs of one step that are named one by one.
const MOST_INPUTS: usize = 8;

fn inputs(inputs: &[Input]) -> Vec<String> {
    let say = |input: &Input| match (&input.function, input.kind) {
        (_, "input") => format!("input {}", input.value),
        (Some(function), "havoc") => format!("`{function}` gives {}", input.value),
        (_, kind) => format!("{kind} {}", input.value),
    };
    let mut said: Vec<String> = inputs.iter().take(MOST_INPUTS).map(say).collect();
    if inputs.len() > MOST_INPUTS {
        said.push(format!("{} more inputs", inputs.len() - MOST_INPUTS));
    }
    said
}

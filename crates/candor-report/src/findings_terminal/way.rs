//! The steps that lead to a violation: function by function, each line with what it was given and what it changed.
//!
//! Where several threads take part, each has a column of its own; see `columns`.

use std::collections::BTreeMap;

use super::{columns, plural};
use crate::findings::{Input, Step, Violation};
use crate::message::printable;
use crate::sources::SourceCache;

/// Lines of a trace that are shown; of a longer one the first and the last.
const MOST_LINES: usize = 40;
const FIRST_LINES: usize = 12;

/// Widths of source text beyond which values no longer stand in one column.
const SOURCE_WIDTH: usize = 44;

/// Rounds of a loop that are shown one by one; of more, the first and the last.
const FEW_ROUNDS: usize = 3;
/// Lines that a loop has at most to be noticed.
const LONGEST_ROUND: usize = 16;

/// A step that is shown, and which side its condition took, where one that is not shown stands on the same line and decides.
#[derive(Copy, Clone)]
pub(super) struct Told<'v> {
    pub(super) step: &'v Step,
    side: Option<bool>,
}

/// What is shown of a way, in order.
#[derive(Copy, Clone)]
pub(super) enum Item<'v> {
    Step(Told<'v>),
    /// So many steps are left out.
    Gap(u64),
    /// Between the first and the last of so many rounds of a loop.
    Rounds(usize),
}

pub(super) fn way_there(violation: &Violation, sources: &mut SourceCache<'_>, is_full: bool) -> String {
    let told = enough_steps(violation, is_full);
    if told.len() < 2 && told.iter().all(|(_, told)| values(told.step).is_empty()) {
        // The line of the fault has been shown, and there is no more to say of it.
        return String::new();
    }
    let items = items(violation, &told, is_full);
    let is_short = items.iter().any(|item| matches!(item, Item::Gap(_) | Item::Rounds(_))) && !is_full;
    let more = if is_short { " (`--full-trace` shows every step)" } else { "" };
    if columns::are_wanted(&items) {
        return columns::render(violation, &items, more, sources);
    }
    let mut text = format!("  how it happens{more}:\n");
    let mut function = None;
    for (idx, item) in items.iter().enumerate() {
        let told = match item {
            Item::Gap(n_steps) => {
                text += &gap(*n_steps);
                function = None;
                continue;
            }
            Item::Rounds(n_rounds) => {
                text += &rounds(*n_rounds);
                continue;
            }
            Item::Step(told) => told,
        };
        let step = told.step;
        let header = (step.thread, &step.function, step.depth);
        if function != Some(header) {
            text += &format!("  {}\n", step_header(step, sources));
            function = Some(header);
        }
        text += &step_line(step, &comment(told, &items[idx + 1..]), sources);
    }
    text
}

fn enough_steps(violation: &Violation, is_full: bool) -> Vec<(usize, Told<'_>)> {
    let told = told_steps(violation, is_full, /* branches */ true);
    if told.len() > MOST_LINES {
        told_steps(violation, is_full, /* branches */ false)
    } else {
        told
    }
}

/// Whether a step is left out in which the program was given something.
pub(super) fn hides_inputs(violation: &Violation, is_full: bool) -> bool {
    let count = |step: &Step| step.inputs.iter().filter(|input| is_told(input)).count();
    let shown = items(violation, &enough_steps(violation, is_full), is_full).into_iter().map(|item| match item {
        Item::Step(told) => count(told.step),
        Item::Gap(_) | Item::Rounds(_) => 0,
    });
    violation.steps_left_out > 0 || shown.sum::<usize>() < violation.steps.iter().map(count).sum()
}

pub(super) fn rounds(n_rounds: usize) -> String {
    format!("         ... {n_rounds} iterations; the last of them:\n")
}

pub(super) fn gap(n_steps: u64) -> String {
    format!("    ... {} ...\n", plural(n_steps, "step", "steps"))
}

fn items<'v>(violation: &'v Violation, told: &[(usize, Told<'v>)], is_full: bool) -> Vec<Item<'v>> {
    let mut items: Vec<(usize, Item<'v>)> = told.iter().map(|&(idx, told)| (idx, Item::Step(told))).collect();
    if violation.steps_left_out > 0 {
        let at = told.partition_point(|(idx, _)| *idx < violation.steps_before_gap);
        items.insert(at, (violation.steps_before_gap, Item::Gap(violation.steps_left_out)));
    }
    if !is_full {
        (1..=LONGEST_ROUND).for_each(|length| fold(&mut items, length));
    }
    let n_hidden = if is_full { 0 } else { items.len().saturating_sub(MOST_LINES) };
    if n_hidden > 0 {
        let hidden = FIRST_LINES..FIRST_LINES + n_hidden;
        let (from, to) = (items[hidden.start].0, items[hidden.end].0);
        let gaps = items[hidden.clone()].iter().map(|(_, item)| match item {
            Item::Gap(n_steps) => *n_steps,
            Item::Step(_) | Item::Rounds(_) => 0,
        });
        let n_steps = u64::try_from(to - from).unwrap_or(u64::MAX) + gaps.sum::<u64>();
        items.splice(hidden, [(from, Item::Gap(n_steps))]);
    }
    items.into_iter().map(|(_, item)| item).collect()
}

/// Folds the rounds of loops that have so many lines. What differs between rounds is values only, so that the first round and the last
/// one tell how it goes; inner loops are folded before outer ones. The round that ends with the fault is not complete, and is no part of it.
fn fold(items: &mut Vec<(usize, Item<'_>)>, length: usize) {
    let mut idx = 0;
    while idx + (FEW_ROUNDS + 1) * length <= items.len() {
        let round = |number: usize| &items[idx + number * length..idx + (number + 1) * length];
        let is_round =
            |number: &usize| idx + (number + 1) * length <= items.len() && are_alike(round(0), round(*number));
        let n_alike = 1 + (1..).take_while(is_round).count();
        let n_rounds = n_alike - usize::from(idx + n_alike * length == items.len());
        let is_marked = items[idx..idx + length].iter().all(|(_, item)| matches!(item, Item::Rounds(_)));
        if n_rounds <= FEW_ROUNDS || is_marked {
            idx += 1;
            continue;
        }
        let at = items[idx + length].0;
        items.splice(idx + length..idx + (n_rounds - 1) * length, [(at, Item::Rounds(n_rounds))]);
        idx += 2 * length + 1;
    }
}

/// Whether two stretches pass the same lines.
fn are_alike(a: &[(usize, Item<'_>)], b: &[(usize, Item<'_>)]) -> bool {
    a.iter().zip(b).all(|((_, a), (_, b))| match (a, b) {
        (Item::Step(Told { step: a, .. }), Item::Step(Told { step: b, .. })) => {
            (a.thread, a.depth, line(a)) == (b.thread, b.depth, line(b)) && a.function == b.function
        }
        (Item::Rounds(_), Item::Rounds(_)) => true,
        (Item::Step(_) | Item::Rounds(_) | Item::Gap(_), _) => false,
    })
}

fn line(step: &Step) -> Option<(&str, u32)> {
    step.place.as_ref().map(|place| (place.file.as_str(), place.line))
}

/// Steps that say something, perhaps those that decide which way to go, and the last one of each thread; with their indexes. What locks and unlocks says something if
/// there is somebody else.
fn told_steps(violation: &Violation, is_full: bool, branches: bool) -> Vec<(usize, Told<'_>)> {
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    last.extend(violation.steps.iter().enumerate().map(|(idx, step)| (step.thread, idx)));
    let has_others = last.len() > 1;
    let tells = |step: &Step| {
        let is_for_others = has_others && step.synchronises;
        is_full || is_for_others || !step.inputs.is_empty() || !step.changes.is_empty() || step.more_changes > 0
    };
    let mut told: Vec<(usize, Told<'_>)> = Vec::new();
    // Steps behind the last one that are told with it.
    let mut n_merged = 0;
    for (idx, step) in violation.steps.iter().enumerate() {
        // The condition of a loop is evaluated on the line that has just counted.
        let is_again = |(_, Told { step: before, .. }): &(usize, Told<'_>)| {
            before.thread == step.thread && line(before) == line(step)
        };
        let is_again = told.last().is_some_and(is_again);
        let decides = branches && step.branches && !is_again;
        if tells(step) || decides || last.get(&step.thread) == Some(&idx) {
            told.push((idx, Told { step, side: step.side }));
            n_merged = 0;
        } else if let Some((told_idx, before)) = told.last_mut()
            && is_again
            && *told_idx + n_merged + 1 == idx
        {
            before.side = step.side;
            n_merged += 1;
        }
    }
    told
}

fn step_header(step: &Step, sources: &SourceCache<'_>) -> String {
    let file = step.place.as_ref().map_or("", |place| sources.display_path(&place.file));
    let thread = if step.thread == 0 { String::new() } else { format!("thread {}, ", step.thread) };
    format!("{thread}in `{}`, {}:", step.function, printable(file))
}

fn step_line(step: &Step, comment: &str, sources: &mut SourceCache<'_>) -> String {
    let Some(place) = &step.place else { return String::new() };
    let source = sources.line(&place.file, place.line).map_or_else(String::new, |line| clip(line, SOURCE_WIDTH));
    let line = format!("{:>6} | {source:<SOURCE_WIDTH$}{comment}", place.line);
    line.trim_end().to_owned() + "\n"
}

/// What there is to say of a step before these, as a comment; empty if there is nothing.
pub(super) fn comment(told: &Told<'_>, behind: &[Item<'_>]) -> String {
    let values = values(told.step);
    match side(told, behind) {
        None if values.is_empty() => String::new(),
        None => format!("  // {}", values.join(", ")),
        Some(side) => format!("  // {}", [values, vec![side.to_owned()]].concat().join(", ")),
    }
}

/// Which side a condition took, unless the line below it comes next: then it shows.
fn side(told: &Told<'_>, behind: &[Item<'_>]) -> Option<&'static str> {
    let next = match behind.first() {
        Some(Item::Step(next)) if next.step.thread == told.step.thread => line(next.step),
        Some(Item::Step(_) | Item::Gap(_) | Item::Rounds(_)) | None => None,
    };
    let is_below = next.zip(line(told.step)).is_some_and(|((a, to), (b, from))| a == b && to == from + 1);
    match told.side? {
        true if is_below => None,
        true => Some("taken"),
        false => Some("not taken"),
    }
}

/// What a step was given and what it changed.
fn values(step: &Step) -> Vec<String> {
    let mut values: Vec<String> = inputs(&step.inputs);
    values.extend(step.changes.iter().map(|change| format!("{} = {}", change.variable, change.value)));
    if step.more_changes > 0 {
        values.push(format!("and {} more", step.more_changes));
    }
    values
}

/// A source line, no wider than this.
pub(super) fn clip(source: &str, width: usize) -> String {
    let source = printable(&source.trim().replace('\t', " "));
    match source.char_indices().nth(width - 1) {
        Some((at, _)) if source.chars().nth(width).is_some() => format!("{}…", &source[..at]),
        _ => source,
    }
}

/// That an allocation does not fail is nothing new, and arguments of `main` are told as a whole.
pub(crate) fn is_told(input: &Input) -> bool {
    !input.is_of_outside && input.fails != Some(false)
}

/// Inputs of one step that are named one by one.
const MOST_INPUTS: usize = 8;

fn inputs(inputs: &[Input]) -> Vec<String> {
    let say = |input: &Input| match (&input.function, input.kind) {
        (Some(function), _) if input.fails.is_some() => format!("`{function}` fails"),
        (_, "input") => format!("input {}", input.value),
        (_, "uninitialized") => format!("uninitialised memory holds {}", input.value),
        (Some(function), "havoc") => format!("`{function}` gives {}", input.value),
        (_, kind) => format!("{kind} {}", input.value),
    };
    let inputs: Vec<&Input> = inputs.iter().filter(|input| is_told(input)).collect();
    let n_more = inputs.len().saturating_sub(MOST_INPUTS);
    let mut said: Vec<String> = inputs.into_iter().take(MOST_INPUTS).map(say).collect();
    if n_more > 0 {
        said.push(format!("{n_more} more inputs"));
    }
    said
}

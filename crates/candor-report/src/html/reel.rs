//! A counterexample as the page steps through it: steps, objects, and what happens to them.

use candor_evidence::{Event, Film, FilmObject, Seen};
use candor_interp::ObjectKind;
use candor_ir::Program;
use serde_json::{Value, json};

use super::Files;
use crate::diagnostic::{Place, place};
use crate::findings::{Input, Step, StepChange, Violation, is_of_program, step};
use crate::message::printable;

/// A film with names and places instead of ids.
#[derive(Clone, Debug)]
pub struct Reel {
    steps: Vec<(Step, Vec<Event>)>,
    objects: Vec<(FilmObject, Option<Place>)>,
    n_left_out: u64,
    n_before_gap: usize,
}

impl Reel {
    pub fn new(film: Film, program: &Program) -> Reel {
        let Film { objects, steps, n_left_out, n_before_gap } = film;
        let steps = steps.into_iter().map(|film_step| (step(&film_step.step, program), film_step.events));
        let objects = objects.into_iter().map(|object| {
            let made = object.made.and_then(|loc| place(program, loc));
            (object, made)
        });
        Reel { steps: steps.collect(), objects: objects.collect(), n_left_out, n_before_gap }
    }
}

/// What the page knows of a violation's steps. Without a film, changes of variables take the place of what memory holds.
pub(super) fn of_violation(violation: &Violation, files: &mut Files) -> Value {
    let mut functions = Vec::new();
    let mut record = |step: &Step, events: Vec<Value>| {
        let function = number(&mut functions, &step.function);
        let at = step.place.as_ref().map(|place| (files.number(&place.file), place.line));
        let (file, line) = at.unzip();
        let texts = |texts: Vec<String>| if texts.is_empty() { Value::Null } else { json!(texts) };
        let inputs = texts(step.inputs.iter().filter(|input| input.fails != Some(false)).map(input_text).collect());
        let changes = texts(step.changes.iter().map(change_text).collect());
        let flags = u8::from(step.synchronises);
        json!([step.thread, function, file, line, step.depth, flags, inputs, changes, events])
    };
    let (steps, objects, n_left_out, n_before_gap): (Vec<Value>, Vec<Value>, u64, usize) = match &violation.reel {
        Some(reel) => {
            let steps = reel.steps.iter().map(|(step, events)| record(step, events.iter().map(event).collect()));
            let steps = steps.collect();
            let objects = reel.objects.iter().map(|(object, made)| {
                let at = made.as_ref().map(|place| json!([files.number(&place.file), place.line]));
                object_record(object, at)
            });
            (steps, objects.collect(), reel.n_left_out, reel.n_before_gap)
        }
        None => {
            let changes = |step: &Step| {
                let changed = |change: &StepChange| json!([4, step.thread, step.depth, change.variable, change.value]);
                step.changes.iter().map(changed).collect()
            };
            let steps = violation.steps.iter().map(|step| record(step, changes(step)));
            (steps.collect(), Vec::new(), violation.steps_left_out, violation.steps_before_gap)
        }
    };
    let gap = if n_left_out > 0 { json!([n_before_gap, n_left_out]) } else { Value::Null };
    json!({ "functions": functions, "objects": objects, "steps": steps, "gap": gap })
}

fn number(list: &mut Vec<String>, word: &str) -> usize {
    // There are few functions on a way, and the last one is mostly the one.
    match list.iter().rposition(|known| known == word) {
        Some(idx) => idx,
        None => {
            list.push(word.to_owned());
            list.len() - 1
        }
    }
}

fn input_text(input: &Input) -> String {
    match (input.function.as_ref().filter(|name| is_of_program(name)), input.kind) {
        (Some(function), _) if input.fails.is_some() => format!("{function}() fails"),
        (Some(function), "input" | "havoc") => format!("{function}() = {}", input.value),
        (_, kind) => format!("{kind} {}", input.value),
    }
}

fn change_text(change: &StepChange) -> String {
    format!("{} = {}", change.variable, change.value)
}

fn object_record(object: &FilmObject, made: Option<Value>) -> Value {
    let kind = match object.kind {
        ObjectKind::Global(_) | ObjectKind::Function(_) if object.constant => "constant",
        ObjectKind::Global(_) | ObjectKind::Function(_) => "global",
        ObjectKind::Stack => "local",
        ObjectKind::Heap => "heap",
        ObjectKind::Arguments | ObjectKind::VarArgs => "argument",
        ObjectKind::External => "external",
    };
    let parts: Vec<Value> =
        object.parts.iter().map(|part| json!([part.offset, part.size, printable(&part.label)])).collect();
    let name = if object.name.starts_with(".str") { "literal".to_owned() } else { printable(&object.name) };
    json!({
        "kind": kind,
        "name": name,
        "type": printable(&object.c_type),
        "size": object.size,
        "made": made,
        "owner": object.owner,
        "parts": parts,
    })
}

/// An event as a short list; the first number says which.
fn event(event: &Event) -> Value {
    match event {
        Event::Made { object } => json!([0, object]),
        Event::Ended { object } => json!([1, object]),
        Event::Retyped { object } => json!([2, object]),
        Event::Holds { object, part, value } => with_value(vec![json!(3), json!(object), json!(part)], value),
        Event::Variable { thread, depth, name, value } => {
            with_value(vec![json!(4), json!(thread), json!(depth), json!(printable(name))], value)
        }
    }
}

fn with_value(mut list: Vec<Value>, seen: &Seen) -> Value {
    list.push(json!(seen.text.as_deref().map(printable)));
    if let Some((object, offset)) = seen.target {
        list.extend([json!(object), json!(offset)]);
    }
    Value::Array(list)
}

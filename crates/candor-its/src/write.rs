//! Writing systems: ARI, and Horn clauses.

use crate::polynomial::write_to;
use crate::system::{Formula, Rule, System};

/// The system as linear Horn clauses: the entry is a fact, and each rule a clause.
pub fn write_horn(system: &System) -> String {
    let mut text = "(set-logic HORN)\n".to_owned();
    for location in &system.locations {
        let parameters = vec!["Int"; location.arity].join(" ");
        write_to(&mut text, format_args!("(declare-fun {} ({parameters}) Bool)\n", quoted(&location.name)));
    }
    if let Some(entry) = system.locations.get(system.entry) {
        let names: Vec<String> = (0..entry.arity).map(|index| format!("x{index}")).collect();
        write_to(&mut text, format_args!("{}\n", clause(&names, &side(&entry.name, &names))));
    }
    for rule in &system.rules {
        let name = |variable| quoted(&rule.name(variable));
        let names: Vec<String> = rule.variables.iter().map(|name| quoted(name)).collect();
        let from = &system.locations[rule.from];
        let left = side(&from.name, &names[..from.arity]);
        let right: Vec<String> = rule.update.iter().map(|polynomial| polynomial.smtlib(&name)).collect();
        let right = side(&system.locations[rule.to].name, &right);
        let implication = format!("(=> (and {left} {}) {right})", formula(rule, &rule.guard));
        write_to(&mut text, format_args!("{}\n", clause(&names, &implication)));
    }
    text
}

/// An assertion for all values of the variables.
fn clause(names: &[String], body: &str) -> String {
    let bound: Vec<String> = names.iter().map(|name| format!("({name} Int)")).collect();
    match names {
        [] => format!("(assert {body})"),
        _ => format!("(assert (forall ({}) {body}))", bound.join(" ")),
    }
}

/// The system in ARI: what [`read`](crate::read) gives the same system for.
pub fn write(system: &System) -> String {
    let mut text = "(format LCTRS)\n(theory Ints)\n".to_owned();
    for location in &system.locations {
        let parameters = "Int ".repeat(location.arity);
        write_to(&mut text, format_args!("(fun {} (-> {parameters}Int))\n", quoted(&location.name)));
    }
    if let Some(entry) = system.locations.get(system.entry) {
        write_to(&mut text, format_args!("(entrypoint {})\n", quoted(&entry.name)));
    }
    for rule in &system.rules {
        let name = |variable| quoted(&rule.name(variable));
        let from = &system.locations[rule.from];
        let left: Vec<String> = rule.variables.iter().take(from.arity).map(|name| quoted(name)).collect();
        let right: Vec<String> = rule.update.iter().map(|polynomial| polynomial.smtlib(&name)).collect();
        write_to(
            &mut text,
            format_args!("(rule {} {}", side(&from.name, &left), side(&system.locations[rule.to].name, &right)),
        );
        if rule.guard != Formula::TRUE {
            write_to(&mut text, format_args!(" :guard {}", formula(rule, &rule.guard)));
        }
        text.push_str(")\n");
    }
    text
}

fn side(name: &str, arguments: &[String]) -> String {
    match arguments {
        [] => quoted(name),
        _ => format!("({} {})", quoted(name), arguments.join(" ")),
    }
}

fn formula(rule: &Rule, formula_at: &Formula) -> String {
    let join = |operator: &str, parts: &[Formula]| {
        let parts: Vec<String> = parts.iter().map(|part| formula(rule, part)).collect();
        format!("({operator} {})", parts.join(" "))
    };
    match formula_at {
        Formula::Atom(constraint) => constraint.smtlib(&|variable| quoted(&rule.name(variable))),
        Formula::And(parts) if parts.is_empty() => "true".to_owned(),
        Formula::Or(parts) if parts.is_empty() => "false".to_owned(),
        Formula::And(parts) => join("and", parts),
        Formula::Or(parts) => join("or", parts),
    }
}

/// A name as a word, between bars if it could be taken for something else.
fn quoted(name: &str) -> String {
    let is_plain = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == ':')
        && name.chars().all(|c| c.is_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c));
    if is_plain { name.to_owned() } else { format!("|{name}|") }
}

//! Reading linear Horn clauses over the integers in SMT-LIB: `(set-logic HORN)`.
//!
//! ```text
//! (set-logic HORN)
//! (declare-fun f (Int) Bool)
//! (assert (forall ((x Int)) (f x)))
//! (assert (forall ((x Int)) (=> (and (f x) (> x 0)) (f (- x 1)))))
//! ```
//! Predicates are locations, and a clause with a predicate in its body is a rule. Facts are where runs start. Clauses with the head `false` say what must
//! not be reached; for the question whether runs end they mean nothing. Entry point: [`read`].

use rustc_hash::FxHashMap;

use crate::rule::RuleReader;
use crate::sexpr::{Expressions, Node, ReadError};
use crate::system::{Location, System};

/// Reads a system.
pub(crate) fn read(expressions: &Expressions<'_>) -> Result<System, ReadError> {
    let mut system = System { locations: vec![Location { name: "start".to_owned(), arity: 0 }], ..System::default() };
    let mut locations = FxHashMap::default();
    for &root in &expressions.roots {
        let parts = expressions.list(root, "a command in parentheses")?;
        let Some((&head, arguments)) = parts.split_first() else {
            return Err(expressions.error(root, "an empty command"));
        };
        match (expressions.word(head, "a command")?, arguments) {
            ("set-logic", [logic]) if expressions.word(*logic, "a logic")? == "HORN" => {}
            ("set-logic", _) => return Err(expressions.error(root, "only the logic `HORN` is understood")),
            ("set-info" | "set-option" | "check-sat" | "get-model" | "exit", _) => {}
            ("declare-fun", [name, sorts, _]) => {
                let location = read_predicate(expressions, *name, *sorts)?;
                if locations.insert(location.name.clone(), system.locations.len()).is_some() {
                    return Err(
                        expressions.error(root, format!("`{}` is declared twice", location.name.escape_debug()))
                    );
                }
                system.locations.push(location);
            }
            ("assert", [clause]) => read_clause(expressions, &locations, &mut system, *clause)?,
            (other, _) => {
                return Err(
                    expressions.error(head, format!("the command `{}` is not understood", other.escape_debug()))
                );
            }
        }
    }
    while system.locations[1..].iter().any(|location| location.name == system.locations[0].name) {
        system.locations[0].name.push('_');
    }
    Ok(system)
}

fn read_predicate(expressions: &Expressions<'_>, name: usize, sorts: usize) -> Result<Location, ReadError> {
    let name = expressions.word(name, "the name of a predicate")?.to_owned();
    let sorts = expressions.list(sorts, "the types of parameters")?;
    for &sort in sorts {
        if expressions.node(sort) != &Node::Word("Int") {
            return Err(expressions.error(sort, "parameters are of type `Int`"));
        }
    }
    Ok(Location { name, arity: sorts.len() })
}

/// Adds the rule that a clause is, unless its head is `false`.
fn read_clause(
    expressions: &Expressions<'_>,
    locations: &FxHashMap<String, usize>,
    system: &mut System,
    clause: usize,
) -> Result<(), ReadError> {
    let operator = |id: usize| match expressions.node(id) {
        Node::List(parts) => parts.split_first().and_then(|(&head, rest)| match expressions.node(head) {
            Node::Word(word) => Some((*word, rest)),
            Node::List(_) => None,
        }),
        Node::Word(_) => None,
    };
    let mut inner = clause;
    while let Some(("forall", [_, body])) = operator(inner) {
        inner = *body;
    }
    let (mut open, head) = match operator(inner) {
        Some(("=>", [body, head])) => (vec![*body], *head),
        _ => (Vec::new(), inner),
    };
    if expressions.node(head) == &Node::Word("false") {
        return Ok(());
    }
    let (mut from, mut guards) = (None, Vec::new());
    let is_predicate = |id: usize| match expressions.node(id) {
        Node::Word(word) => locations.contains_key(*word),
        Node::List(_) => operator(id).is_some_and(|(word, _)| locations.contains_key(word)),
    };
    while let Some(part) = open.pop() {
        match operator(part) {
            Some(("and", parts)) => open.extend(parts.iter().rev()),
            _ if is_predicate(part) => {
                if from.replace(part).is_some() {
                    return Err(expressions.error(part, "a clause may have one predicate in its body"));
                }
            }
            _ => guards.push(part),
        }
    }
    let reader = RuleReader::new(expressions, locations, &system.locations);
    let left = match from {
        Some(from) => reader.read_side(from)?,
        None => (system.entry, Vec::new()),
    };
    let rule = reader.read(left, head, &guards, expressions.line(clause))?;
    system.rules.push(rule);
    Ok(())
}

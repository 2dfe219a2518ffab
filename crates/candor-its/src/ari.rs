//! Reading ARI, the format of the termination competition: `(format LCTRS)` over `(theory Ints)`.
//!
//! ```text
//! (format LCTRS)
//! (theory Ints)
//! (fun f (-> Int Int))
//! (entrypoint f)
//! (rule (f x) (f (- x 1)) :guard (> x 0))
//! ```
//! Variables that are not on the left are chosen anew at each step. Entry point: [`read`].

use rustc_hash::FxHashMap;

use crate::rule::RuleReader;
use crate::sexpr::{Expressions, Node, ReadError};
use crate::system::{Location, Rule, System};

/// Reads a system.
pub(crate) fn read(text: &str, expressions: &Expressions<'_>) -> Result<System, ReadError> {
    let mut system = System::default();
    let mut entry = None;
    let mut locations = FxHashMap::default();
    for &root in &expressions.roots {
        let parts = expressions.list(root, "a declaration in parentheses")?;
        let Some((&head, arguments)) = parts.split_first() else {
            return Err(expressions.error(root, "an empty declaration"));
        };
        match expressions.word(head, "the kind of the declaration")? {
            "format" => expect_word(expressions, root, arguments, "LCTRS")?,
            "theory" => expect_word(expressions, root, arguments, "Ints")?,
            "fun" => {
                let location = read_location(expressions, root, arguments)?;
                if locations.insert(location.name.clone(), system.locations.len()).is_some() {
                    return Err(
                        expressions.error(root, format!("`{}` is declared twice", location.name.escape_debug()))
                    );
                }
                system.locations.push(location);
            }
            "entrypoint" => match (arguments, entry) {
                ([name], None) => entry = Some((*name, expressions.word(*name, "the name of a location")?)),
                ([_], Some(_)) => return Err(expressions.error(root, "there is an entry point already")),
                _ => return Err(expressions.error(root, "an entry point is one location")),
            },
            "rule" => {
                let reader = RuleReader::new(expressions, &locations, &system.locations);
                system.rules.push(read_rule(reader, expressions, root, arguments)?);
            }
            // What the format allows to say about a file without meaning.
            "meta-info" | "sort" => {}
            other => return Err(expressions.error(head, format!("unknown declaration `{}`", other.escape_debug()))),
        }
    }
    let Some((at, name)) = entry else {
        return Err(expressions.error_at(text.len(), "the system has no entry point"));
    };
    let unknown = || expressions.error(at, format!("there is no location `{}`", name.escape_debug()));
    system.entry = *locations.get(name).ok_or_else(unknown)?;
    Ok(system)
}

fn expect_word(
    expressions: &Expressions<'_>,
    root: usize,
    arguments: &[usize],
    expected: &str,
) -> Result<(), ReadError> {
    // A theory may be followed by remarks of the form `:key value`.
    match arguments.first().map(|&id| (id, expressions.node(id))) {
        Some((_, Node::Word(word))) if *word == expected => Ok(()),
        Some((id, _)) => Err(expressions.error(id, format!("only `{expected}` is understood here"))),
        None => Err(expressions.error(root, format!("expected `{expected}`"))),
    }
}

fn read_location(expressions: &Expressions<'_>, root: usize, arguments: &[usize]) -> Result<Location, ReadError> {
    let [name, kind, ..] = arguments else {
        return Err(expressions.error(root, "expected a name and a type such as `(-> Int Int)`"));
    };
    let location_name = expressions.word(*name, "the name of a location")?.to_owned();
    if let Node::Word(_) = expressions.node(*kind) {
        return Ok(Location { name: location_name, arity: 0 });
    }
    let words = expressions.list(*kind, "a type")?;
    let Some((&arrow, sorts)) = words.split_first() else {
        return Err(expressions.error(*kind, "expected a type such as `(-> Int Int)`"));
    };
    let (Some((_, parameters)), "->") = (sorts.split_last(), expressions.word(arrow, "`->`")?) else {
        return Err(expressions.error(*kind, "expected a type such as `(-> Int Int)`"));
    };
    for &parameter in parameters {
        if expressions.word(parameter, "`Int`")? != "Int" {
            return Err(expressions.error(parameter, "parameters are of type `Int`"));
        }
    }
    Ok(Location { name: location_name, arity: parameters.len() })
}

fn read_rule(
    reader: RuleReader<'_, '_>,
    expressions: &Expressions<'_>,
    root: usize,
    arguments: &[usize],
) -> Result<Rule, ReadError> {
    let [left, right, options @ ..] = arguments else {
        return Err(expressions.error(root, "a rule has a left and a right side"));
    };
    let mut guards = Vec::new();
    for pair in options.chunks(2) {
        match (expressions.word(pair[0], "`:guard`")?, pair.get(1)) {
            (":guard", Some(&guard)) => guards.push(guard),
            (":guard", None) => return Err(expressions.error(pair[0], "this guard is empty")),
            (other, _) => {
                return Err(expressions.error(pair[0], format!("expected `:guard`, not `{}`", other.escape_debug())));
            }
        }
    }
    let from = reader.read_side(*left)?;
    reader.read(from, *right, &guards, expressions.line(root))
}

//! Objects with known keys.

use crate::json::{Key, Node, RuleError, Value};
use crate::suggest::hint;

/// The entries of an object whose keys were checked.
pub(super) struct Fields<'a> {
    node: &'a Node,
    what: &'static str,
    entries: &'a [(Key, Node)],
}

impl<'a> Fields<'a> {
    /// `what` is how messages call the object; a key that is not among `known` is an error.
    pub(super) fn new(node: &'a Node, what: &'static str, known: &[&str]) -> Result<Fields<'a>, RuleError> {
        let entries = entries(node, what)?;
        if let Some((key, _)) = entries.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
            let hint = hint(&key.name, known.iter().copied());
            let reason = format!("{what} has no key `{}`{hint}; it has {}", key.name, known.join(", "));
            return Err(RuleError::new(key.at, reason));
        }
        Ok(Fields { node, what, entries })
    }

    pub(super) fn optional(&mut self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(known, _)| known.name == key).map(|(_, node)| node)
    }

    pub(super) fn required(&mut self, key: &str) -> Result<&'a Node, RuleError> {
        let missing = format!("{} needs the key `{key}`", self.what);
        self.optional(key).ok_or_else(|| RuleError::new(self.node.at, missing))
    }
}

pub(super) fn entries<'a>(node: &'a Node, what: &str) -> Result<&'a [(Key, Node)], RuleError> {
    match &node.value {
        Value::Object(entries) => Ok(entries),
        other => Err(RuleError::new(node.at, format!("{what} is an object, not {}", other.kind()))),
    }
}

pub(super) fn text(node: &Node) -> Result<&str, RuleError> {
    match &node.value {
        Value::Text(text) => Ok(text),
        other => Err(RuleError::new(node.at, format!("here must be a text, not {}", other.kind()))),
    }
}

pub(super) fn boolean(node: &Node) -> Result<bool, RuleError> {
    match &node.value {
        Value::Bool(value) => Ok(*value),
        other => Err(RuleError::new(node.at, format!("here must be true or false, not {}", other.kind()))),
    }
}

pub(super) fn list(node: &Node) -> Result<&[Node], RuleError> {
    match &node.value {
        Value::List(items) => Ok(items),
        other => Err(RuleError::new(node.at, format!("here must be a list, not {}", other.kind()))),
    }
}

/// A list, or one item alone.
pub(super) fn one_or_more(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => std::slice::from_ref(node),
    }
}

//! Reading a system in whichever format it is.

use crate::sexpr::{Expressions, Node, ReadError};
use crate::system::System;
use crate::{ari, horn};

/// Reads a system in ARI, or linear Horn clauses in SMT-LIB.
pub fn read(text: &str) -> Result<System, ReadError> {
    let expressions = Expressions::read(text)?;
    let is_command = |id: usize| match expressions.node(id) {
        Node::List(parts) => parts.first().is_some_and(|&head| {
            ["set-logic", "declare-fun", "assert"].iter().any(|word| expressions.node(head) == &Node::Word(word))
        }),
        Node::Word(_) => false,
    };
    match expressions.roots.iter().any(|&root| is_command(root)) {
        true => horn::read(&expressions),
        false => ari::read(text, &expressions),
    }
}

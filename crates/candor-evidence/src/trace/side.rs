//! Which side of a condition of the source an execution took: the statement that it guards, such as the body of an `if` or of a loop, or
//! what comes after that.
//!
//! Operands do not tell: clang turns those of `!` round, and `a && b` is two branches. Where blocks stand in the source does not tell
//! either: `if (x) goto out;` may branch to `out` at once. But clang names the blocks after the parts of the statement, as in `if.then4`
//! and `if.end`, and one of the two names suffices for an `if`. After a `break` or a `goto` the other one is that of another statement.

use candor_ir::{BlockId, EdgeId, Function, InstId, InstKind};

/// What a block is to the condition that leads to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part<'n> {
    /// Of an `if`: whether it is the statement that is guarded.
    If(bool),
    /// Of a loop of this kind: whether it is the body.
    Loop(&'n str, bool),
    /// The next operand of `&&` or `||`.
    Operand,
    Other,
}

/// Whether the execution went to what the condition guards, where it went along the first edge of this branch or along the second;
/// `None` if the condition is not decided by then, or nothing tells.
pub(super) fn side(function: &Function, branch: InstId, is_first: bool) -> Option<bool> {
    let InstKind::Branch { then, or_else, .. } = function.insts[branch].kind else { return None };
    let (chosen, other) = if is_first { (then, or_else) } else { (or_else, then) };
    decide(part(name(function, chosen)), part(name(function, other)))
}

fn decide(chosen: Part<'_>, other: Part<'_>) -> Option<bool> {
    match (chosen, other) {
        (Part::Operand, _) => None,
        (Part::If(chosen), Part::If(other)) => (chosen != other).then_some(chosen),
        (Part::If(chosen), Part::Loop(..) | Part::Operand | Part::Other) => Some(chosen),
        (Part::Loop(..) | Part::Other, Part::If(other)) => Some(!other),
        (Part::Loop(kind, chosen), Part::Loop(other_kind, other)) => {
            (kind == other_kind && chosen != other).then_some(chosen)
        }
        (Part::Loop(..) | Part::Other, Part::Loop(..) | Part::Operand | Part::Other) => None,
    }
}

fn name(function: &Function, edge: EdgeId) -> &str {
    let bb: BlockId = function.edges[edge].target;
    function.blocks[bb].name.as_deref().unwrap_or_default()
}

fn part(name: &str) -> Part<'_> {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "if.then" => Part::If(true),
        "if.else" | "if.end" => Part::If(false),
        "for.body" => Part::Loop("for", true),
        "for.end" | "for.cond.cleanup" => Part::Loop("for", false),
        "while.body" => Part::Loop("while", true),
        "while.end" => Part::Loop("while", false),
        "do.body" => Part::Loop("do", true),
        "do.end" => Part::Loop("do", false),
        "land.lhs.true" | "lor.lhs.false" | "land.rhs" | "lor.rhs" | "land.end" | "lor.end" => Part::Operand,
        _ => Part::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_blocks_tell_the_side() {
        let side = |chosen, other| decide(part(chosen), part(other));
        assert_eq!(side("if.then4", "if.end"), Some(true));
        assert_eq!(side("if.else", "if.then"), Some(false));
        assert_eq!(side("for.cond.cleanup", "for.body7"), Some(false));
        // `if (x) break;`, `if (x) goto out;`, and an `if` at the end of a loop.
        assert_eq!(side("for.end", "if.end"), Some(true));
        assert_eq!(side("out", "if.end2"), Some(true));
        assert_eq!(side("for.inc", "if.then"), Some(false));
        // Nothing is decided, or the names are of other statements.
        assert_eq!(side("lor.lhs.false", "if.then"), None);
        assert_eq!(side("for.end", "for.inc"), None);
        assert_eq!(side("while.body", "if.then"), Some(false));
        assert_eq!(side("while.body", "for.end"), None);
        assert_eq!(side("", ""), None);
    }
}

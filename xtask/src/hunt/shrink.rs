//! Shrinking: greedy structural reduction of a program while something stays true of it.
//!
//! The possible reductions of a tree have numbers, in the order of a walk: large pieces first. [`reduced`] makes the one with a given
//! number. A reduction that makes no program (a name without its declaration) is refused like one that loses the disagreement.

use std::time::{Duration, Instant};

use super::ast::{Declaration, Expr, Item, Program, Stmt};

/// The smallest program that was found within the time; `keeps` says whether a smaller one still shows the same.
pub(crate) fn shrink(
    program: &Program,
    limit: Duration,
    mut keeps: impl FnMut(&Program) -> Result<bool, String>,
) -> Result<Program, String> {
    let start = Instant::now();
    let mut best = program.clone();
    loop {
        let mut n_kept = 0;
        let mut number = 0;
        while let Some(smaller) = reduced(&best, number) {
            if start.elapsed() > limit {
                return Ok(best);
            }
            if keeps(&smaller)? {
                best = smaller;
                n_kept += 1;
            } else {
                number += 1;
            }
        }
        if n_kept == 0 {
            return Ok(best);
        }
    }
}

/// The program after the reduction with this number; `None` when there are no more.
pub(crate) fn reduced(program: &Program, number: usize) -> Option<Program> {
    let mut program = program.clone();
    let mut cutter = Cutter { left: number, done: false };
    cutter.items(&mut program.items);
    for item in &mut program.items {
        match item {
            Item::Function { body, .. } => cutter.block(body),
            Item::Declare(declaration) => cutter.declaration(declaration),
            Item::Line(_) | Item::Opaque(_) => {}
        }
    }
    cutter.done.then_some(program)
}

/// Walks a tree and makes the reduction whose turn it is.
struct Cutter {
    left: usize,
    done: bool,
}

impl Cutter {
    /// Whether the next possible reduction is the one to make.
    fn turn(&mut self) -> bool {
        if self.done {
            return false;
        }
        if self.left == 0 {
            self.done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        for idx in (0..items.len()).rev() {
            if self.turn() {
                items.remove(idx);
                return;
            }
        }
    }

    fn block(&mut self, stmts: &mut Vec<Stmt>) {
        if self.done {
            return;
        }
        let half = stmts.len() / 2;
        if half >= 2 && !is_restriction(stmts, half) {
            if self.turn() {
                stmts.drain(half..);
                return;
            }
            if self.turn() {
                stmts.drain(..half);
                return;
            }
        }
        for idx in (0..stmts.len()).rev() {
            if is_restriction(stmts, idx) {
                continue;
            }
            if self.turn() {
                let end = if is_restriction(stmts, idx + 1) { idx + 1 } else { idx };
                stmts.drain(idx..=end);
                return;
            }
            for part in 0..parts(&stmts[idx]).len() {
                if self.turn() {
                    let part = parts(&stmts[idx]).swap_remove(part);
                    stmts.splice(idx..=idx, part);
                    return;
                }
            }
        }
        for idx in 0..stmts.len() {
            if !is_restriction(stmts, idx) {
                self.statement(&mut stmts[idx]);
            }
        }
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Declare(declaration) => self.declaration(declaration),
            Stmt::Expr(value) | Stmt::Return(Some(value)) => self.expr(value),
            Stmt::Block(body) => self.block(body),
            Stmt::If(condition, then, other) => {
                self.block(then);
                self.block(other);
                self.expr(condition);
            }
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) | Stmt::Switch(condition, body) => {
                self.block(body);
                self.expr(condition);
            }
            Stmt::For(init, condition, _, body) => {
                self.block(body);
                self.statement(init);
                self.expr(condition);
            }
            Stmt::Case(_)
            | Stmt::Default
            | Stmt::Label(_)
            | Stmt::Goto(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(None) => {}
        }
    }

    /// The initialiser stays: without it a program reads what nobody has written.
    fn declaration(&mut self, declaration: &mut Declaration) {
        if let Some(init) = &mut declaration.init {
            self.expr(init);
        }
    }

    fn expr(&mut self, value: &mut Expr) {
        if self.done {
            return;
        }
        for smaller in smaller(value) {
            if self.turn() {
                *value = smaller;
                return;
            }
        }
        match value {
            Expr::Atom(_) => {}
            Expr::Prefix(_, operand)
            | Expr::Postfix(operand, _)
            | Expr::Member(operand, ..)
            | Expr::Cast(_, operand) => self.expr(operand),
            Expr::Binary(_, left, right) | Expr::Index(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Conditional(condition, then, other) => {
                self.expr(condition);
                self.expr(then);
                self.expr(other);
            }
            Expr::Call(_, arguments) => arguments.iter_mut().for_each(|argument| self.expr(argument)),
            Expr::List(items) => items.iter_mut().for_each(|(_, item)| self.expr(item)),
        }
    }
}

/// Whether a statement restricts the input before it to its range: without it, the executions that were tried are not all.
fn is_restriction(stmts: &[Stmt], idx: usize) -> bool {
    let Some(Stmt::Declare(declaration)) = idx.checked_sub(1).and_then(|before| stmts.get(before)) else {
        return false;
    };
    let Some(Expr::Call(callee, _)) = &declaration.init else { return false };
    let is_input = matches!(&**callee, Expr::Atom(name) if name.starts_with("__VERIFIER_nondet_"));
    is_input && idx < stmts.len() && declaration.head.first().is_some_and(|ty| ty != "_Bool")
}

/// The statements inside of one, each list of which may take its place.
fn parts(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    match stmt {
        Stmt::Block(body) | Stmt::While(_, body) | Stmt::DoWhile(body, _) => vec![body.clone()],
        Stmt::If(_, then, other) => vec![then.clone(), other.clone()],
        Stmt::For(init, _, _, body) => {
            vec![std::iter::once((**init).clone()).chain(body.iter().cloned()).collect()]
        }
        Stmt::Switch(_, body) => {
            let labels = |stmt: &&Stmt| !matches!(stmt, Stmt::Case(_) | Stmt::Default | Stmt::Break);
            vec![body.iter().filter(labels).cloned().collect()]
        }
        Stmt::Declare(_)
        | Stmt::Expr(_)
        | Stmt::Case(_)
        | Stmt::Default
        | Stmt::Label(_)
        | Stmt::Goto(_)
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Return(_) => Vec::new(),
    }
}

/// What may take the place of an expression: its operands, and numbers.
fn smaller(value: &Expr) -> Vec<Expr> {
    let operands: Vec<&Expr> = match value {
        Expr::Atom(_) => Vec::new(),
        Expr::Prefix(_, operand) | Expr::Postfix(operand, _) | Expr::Cast(_, operand) => vec![operand],
        Expr::Member(..) | Expr::Index(..) | Expr::List(_) => Vec::new(),
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Conditional(_, then, other) => vec![then, other],
        Expr::Call(_, arguments) => arguments.iter().collect(),
    };
    let numbers = match value {
        Expr::Atom(text) if text.starts_with(|c: char| c.is_ascii_digit()) => Vec::new(),
        Expr::List(_) => Vec::new(),
        _ => vec![Expr::atom("0"), Expr::atom("1")],
    };
    numbers.into_iter().chain(operands.into_iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{parse, render};
    use super::*;

    #[test]
    fn the_smallest_program_is_found() {
        let text = "int f(int x) { return x; } int main(void) { int a = 1; for (int i = 0; i < 3; i++) { if (a > 2) { bad(a + 1); } a++; } return f(a); }";
        let program = parse::program(text).expect("it is C");
        let small = shrink(&program, Duration::from_secs(60), |program| Ok(render::program(program).contains("bad(")));
        let text = render::program(&small.expect("nothing fails"));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), "int main(void) { bad(0); }");
    }
}

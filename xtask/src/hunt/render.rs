//! The text of a syntax tree. Operands stand in parentheses, so that precedence never matters.

use super::ast::{Declaration, Expr, Item, Program, Stmt};

/// The C program.
pub(crate) fn program(program: &Program) -> String {
    let mut text = String::new();
    for item in &program.items {
        match item {
            Item::Line(line) => text.push_str(line),
            Item::Opaque(tokens) => text.push_str(&format!("{};", join(tokens))),
            Item::Declare(declaration) => text.push_str(&format!("{};", declare(declaration))),
            Item::Function { head, body } => {
                text.push_str(&format!("{} {{\n{}}}", join(head), block(body, 1)));
            }
        }
        text.push('\n');
    }
    text
}

/// Tokens with as few spaces as readers are used to.
fn join(tokens: &[String]) -> String {
    let mut text = String::new();
    for (idx, token) in tokens.iter().enumerate() {
        let before = idx.checked_sub(1).map_or("", |before| tokens[before].as_str());
        let tight = idx == 0
            || matches!(token.as_str(), ";" | "," | ")" | "]" | "[" | "." | ":")
            || matches!(before, "(" | "[" | "*" | "." | "!" | "~")
            || (token == "(" && before != "=" && before != ",");
        if !tight {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

fn declare(declaration: &Declaration) -> String {
    match &declaration.init {
        Some(init) => format!("{} = {}", join(&declaration.head), expr(init)),
        None => join(&declaration.head),
    }
}

fn block(stmts: &[Stmt], depth: usize) -> String {
    stmts.iter().map(|stmt| statement(stmt, depth)).collect()
}

fn statement(stmt: &Stmt, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    let braced = |body: &[Stmt]| format!("{{\n{}{indent}}}", block(body, depth + 1));
    let text = match stmt {
        Stmt::Declare(declaration) => format!("{};", declare(declaration)),
        Stmt::Expr(value) => format!("{};", expr(value)),
        Stmt::Block(body) => braced(body),
        Stmt::If(condition, then, other) if other.is_empty() => format!("if ({}) {}", expr(condition), braced(then)),
        Stmt::If(condition, then, other) => {
            format!("if ({}) {} else {}", expr(condition), braced(then), braced(other))
        }
        Stmt::While(condition, body) => format!("while ({}) {}", expr(condition), braced(body)),
        Stmt::DoWhile(body, condition) => format!("do {} while ({});", braced(body), expr(condition)),
        Stmt::For(init, condition, step, body) => {
            let init = statement(init, 0);
            format!("for ({} {}; {}) {}", init.trim_end(), expr(condition), expr(step), braced(body))
        }
        Stmt::Switch(value, body) => format!("switch ({}) {}", expr(value), braced(body)),
        // An empty statement, since a declaration or a bracket may come next.
        Stmt::Case(value) => format!("case {}:;", expr(value)),
        Stmt::Default => "default:;".to_owned(),
        Stmt::Label(name) => format!("{name}:;"),
        Stmt::Goto(name) => format!("goto {name};"),
        Stmt::Break => "break;".to_owned(),
        Stmt::Continue => "continue;".to_owned(),
        Stmt::Return(None) => "return;".to_owned(),
        Stmt::Return(Some(value)) => format!("return {};", expr(value)),
    };
    format!("{indent}{text}\n")
}

fn expr(value: &Expr) -> String {
    match value {
        Expr::Atom(text) => text.clone(),
        Expr::Prefix(operator, operand) if operator == "sizeof" => format!("sizeof {}", inner(operand)),
        Expr::Prefix(operator, operand) => format!("{operator}{}", inner(operand)),
        Expr::Postfix(operand, operator) => format!("{}{operator}", inner(operand)),
        Expr::Binary(operator, left, right) if is_assignment(operator) => {
            format!("{} {operator} {}", expr(left), expr(right))
        }
        Expr::Binary(operator, left, right) => format!("{} {operator} {}", inner(left), inner(right)),
        Expr::Conditional(condition, then, other) => {
            format!("{} ? {} : {}", inner(condition), inner(then), inner(other))
        }
        Expr::Call(callee, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(expr).collect();
            format!("{}({})", inner(callee), arguments.join(", "))
        }
        Expr::Index(base, index) => format!("{}[{}]", inner(base), expr(index)),
        Expr::Member(base, operator, name) => format!("{}{operator}{name}", inner(base)),
        Expr::Cast(ty, operand) => format!("({}){}", join(ty), inner(operand)),
        Expr::List(items) => {
            let item = |(designator, value): &(Option<String>, Expr)| match designator {
                Some(designator) => format!("{designator} = {}", expr(value)),
                None => expr(value),
            };
            format!("{{{}}}", items.iter().map(item).collect::<Vec<_>>().join(", "))
        }
    }
}

fn is_assignment(operator: &str) -> bool {
    operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=")
}

/// In parentheses where it is more than one word.
fn inner(value: &Expr) -> String {
    match value {
        Expr::Atom(_) | Expr::Call(..) | Expr::Index(..) | Expr::Member(..) | Expr::List(_) => expr(value),
        Expr::Prefix(..) | Expr::Postfix(..) | Expr::Binary(..) | Expr::Conditional(..) | Expr::Cast(..) => {
            format!("({})", expr(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{features, parse};

    /// What features write is what the parser knows, and the text of a tree has the same tree.
    #[test]
    fn trees_survive_their_text() {
        for name in features::names() {
            for seed in 1..20 {
                let text = features::generate(seed, Some(name)).text;
                let program = parse::program(&text).unwrap_or_else(|error| panic!("{name} {seed}: {error}\n{text}"));
                let again = parse::program(&super::program(&program));
                assert_eq!(again.as_ref(), Ok(&program), "{name} {seed}");
            }
        }
    }

    #[test]
    fn operands_keep_their_places() {
        let text = "int f(int a) { return a - (1 - a) * -a; }";
        let program = parse::program(text).expect("it is C");
        assert_eq!(super::program(&program), "int f(int a) {\n    return a - ((1 - a) * (-a));\n}\n");
    }
}

//! The syntax tree of a generated program: as much of C as shrinking needs to know.
//!
//! Types and declarators stay lists of tokens: no reduction looks into them. What executes is a tree, so that a reduction removes a
//! statement or replaces an expression by its operand and never cuts text.

/// A translation unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A line of the preprocessor.
    Line(String),
    /// A type, or a declaration without an initialiser, as in `struct s { int a; };`.
    Opaque(Vec<String>),
    /// A variable with its initialiser.
    Declare(Declaration),
    Function {
        head: Vec<String>,
        body: Vec<Stmt>,
    },
}

/// As in `int a[2] = {1, 2};`: the head is `int a[2]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declaration {
    pub(crate) head: Vec<String>,
    pub(crate) init: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    Declare(Declaration),
    Expr(Expr),
    Block(Vec<Stmt>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    DoWhile(Vec<Stmt>, Expr),
    For(Box<Stmt>, Expr, Expr, Vec<Stmt>),
    Switch(Expr, Vec<Stmt>),
    Case(Expr),
    Default,
    Label(String),
    Goto(String),
    Break,
    Continue,
    Return(Option<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A name, a number, a string, or a type where a macro or an operator takes one.
    Atom(String),
    Prefix(String, Box<Expr>),
    Postfix(Box<Expr>, String),
    /// Assignments too.
    Binary(String, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// The operator is `.` or `->`.
    Member(Box<Expr>, String, String),
    /// Compound literals too, as a cast of a list.
    Cast(Vec<String>, Box<Expr>),
    /// `{1, .b = 2}`
    List(Vec<(Option<String>, Expr)>),
}

impl Expr {
    pub(crate) fn atom(text: &str) -> Expr {
        Expr::Atom(text.to_owned())
    }
}

//! Expressions over integers with shared parts: what Horn clauses are made of.

use rustc_hash::FxHashMap;

/// An expression, by its place in [`Expressions`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expression(u32);

/// An integer or a truth value, by its operator and operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpressionKind {
    /// A number.
    Number(i128),
    /// An integer variable.
    Variable(u32),
    /// A sum.
    Sum(Expression, Expression),
    /// A multiple.
    Multiple(i128, Expression),
    /// The quotient by a positive number, rounded down.
    Quotient(Expression, i128),
    /// The remainder of that, which is not negative.
    Remainder(Expression, i128),
    /// The second if the first holds, else the third; all integers.
    Choice(Expression, Expression, Expression),
    /// True or false.
    Truth(bool),
    /// Negation.
    Not(Expression),
    /// Conjunction.
    And(Vec<Expression>),
    /// Disjunction.
    Or(Vec<Expression>),
    /// The first integer is at most the second.
    AtMost(Expression, Expression),
    /// Two integers are equal.
    Equal(Expression, Expression),
}

/// Expressions, each once.
#[derive(Debug, Default)]
pub struct Expressions {
    kinds: Vec<ExpressionKind>,
    known: FxHashMap<ExpressionKind, Expression>,
}

impl Expressions {
    /// The expression of this kind.
    pub fn make(&mut self, kind: ExpressionKind) -> Expression {
        if let Some(&known) = self.known.get(&kind) {
            return known;
        }
        let made = Expression(u32::try_from(self.kinds.len()).expect("there are fewer expressions"));
        self.kinds.push(kind.clone());
        self.known.insert(kind, made);
        made
    }

    /// What an expression is.
    pub fn kind(&self, expression: Expression) -> &ExpressionKind {
        &self.kinds[expression.0 as usize]
    }

    /// A number.
    pub fn number(&mut self, number: i128) -> Expression {
        self.make(ExpressionKind::Number(number))
    }

    /// A variable.
    pub fn variable(&mut self, variable: u32) -> Expression {
        self.make(ExpressionKind::Variable(variable))
    }

    /// Negation.
    pub fn not(&mut self, of: Expression) -> Expression {
        match *self.kind(of) {
            ExpressionKind::Not(inner) => inner,
            ExpressionKind::Truth(value) => self.make(ExpressionKind::Truth(!value)),
            _ => self.make(ExpressionKind::Not(of)),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, parts: Vec<Expression>) -> Expression {
        self.make(ExpressionKind::And(parts))
    }

    /// Disjunction.
    pub fn or(&mut self, parts: Vec<Expression>) -> Expression {
        self.make(ExpressionKind::Or(parts))
    }

    /// A sum.
    pub fn sum(&mut self, a: Expression, b: Expression) -> Expression {
        match (self.kind(a), self.kind(b)) {
            (ExpressionKind::Number(0), _) => b,
            (_, ExpressionKind::Number(0)) => a,
            _ => self.make(ExpressionKind::Sum(a, b)),
        }
    }

    /// The first integer is at most the second.
    pub fn at_most(&mut self, a: Expression, b: Expression) -> Expression {
        self.make(ExpressionKind::AtMost(a, b))
    }

    /// The first integer is less than the second.
    pub fn less(&mut self, a: Expression, b: Expression) -> Expression {
        let not = self.at_most(b, a);
        self.not(not)
    }

    /// Two integers or two truth values are equal; `None` if one is of either kind.
    pub fn equal(&mut self, a: Expression, b: Expression) -> Option<Expression> {
        match (self.is_integer(a), self.is_integer(b)) {
            (true, true) => Some(self.make(ExpressionKind::Equal(a, b))),
            (false, false) => {
                let (not_a, not_b) = (self.not(a), self.not(b));
                let (one, other) = (self.or(vec![not_a, b]), self.or(vec![a, not_b]));
                Some(self.and(vec![one, other]))
            }
            _ => None,
        }
    }

    /// Whether it is an integer, rather than true or false.
    pub fn is_integer(&self, expression: Expression) -> bool {
        match self.kind(expression) {
            ExpressionKind::Number(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Sum(..)
            | ExpressionKind::Multiple(..)
            | ExpressionKind::Quotient(..)
            | ExpressionKind::Remainder(..)
            | ExpressionKind::Choice(..) => true,
            ExpressionKind::Truth(_)
            | ExpressionKind::Not(_)
            | ExpressionKind::And(_)
            | ExpressionKind::Or(_)
            | ExpressionKind::AtMost(..)
            | ExpressionKind::Equal(..) => false,
        }
    }

    /// The operands of an expression.
    pub fn parts(&self, expression: Expression) -> Vec<Expression> {
        match self.kind(expression) {
            ExpressionKind::Number(_) | ExpressionKind::Variable(_) | ExpressionKind::Truth(_) => Vec::new(),
            ExpressionKind::Multiple(_, of)
            | ExpressionKind::Quotient(of, _)
            | ExpressionKind::Remainder(of, _)
            | ExpressionKind::Not(of) => vec![*of],
            ExpressionKind::Sum(a, b) | ExpressionKind::AtMost(a, b) | ExpressionKind::Equal(a, b) => vec![*a, *b],
            ExpressionKind::Choice(condition, then, other) => vec![*condition, *then, *other],
            ExpressionKind::And(parts) | ExpressionKind::Or(parts) => parts.clone(),
        }
    }

    /// These expressions with all their operands, and theirs; operands come before what uses them.
    pub fn post_order(&self, roots: &[Expression]) -> Vec<Expression> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = roots.to_vec();
        while let Some(expression) = work.pop() {
            if seen.insert(expression) {
                work.extend(self.parts(expression));
            }
        }
        let mut found: Vec<Expression> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }
}

//! Queries as they are written, with the place of everything that can be wrong.

use candor_ir::Check;

/// A part of a query's text, in bytes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// From the start of this one to the end of another.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// `E<> f`: can a state be reached that satisfies f?
    Reach(Formula),
    /// `Pr[<=N](<> f)`: how probable is it that one is, within N steps?
    Estimate { bound: u64, formula: Formula, parameters: Parameters },
    /// `Pr[<=N](<> f) >= p`: is it that probable?
    Test { bound: u64, formula: Formula, direction: Direction, threshold: Number, parameters: Parameters },
    /// `EnumStates`: how many states can be reached, and in how many is there a race?
    EnumStates,
    /// `EnumStatesSMC <=L n`: the same for what n runs of at most L steps come across.
    EnumStatesSmc { bound: u64, n_runs: u64 },
}

/// Which side of the threshold is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    AtLeast,
    AtMost,
}

/// A number with a point, and where it stands.
#[derive(Copy, Clone, Debug)]
pub struct Number {
    pub value: f64,
    pub span: Span,
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.value == other.value
    }
}

/// How many runs an estimate takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// As many as make the Clopper-Pearson interval narrow enough.
    ClopperPearson,
    /// A number fixed beforehand by the bound of Chernoff and Hoeffding.
    Chernoff,
}

/// What stands in braces; each may be left out.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// One minus the confidence; in tests, how often a true claim may be rejected.
    pub alpha: Option<Number>,
    /// In tests, how often a false claim may be accepted.
    pub beta: Option<Number>,
    /// How wide the interval of an estimate may be, from end to end.
    pub epsilon: Option<Number>,
    /// In tests, half of the region around the threshold in which either answer is right.
    pub delta: Option<Number>,
    pub method: Option<Method>,
}

/// What a state can satisfy.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Atom(Atom),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// A formula without parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    True,
    False,
    /// Two threads are about to use the same bytes, one of them to write.
    DataRace,
    /// A thread is about to divide by zero.
    DivZero,
    /// A thread is about to use memory outside of any object.
    OverFlows,
    /// The step that is made breaks this check.
    Check(Check),
    /// `[i.f]`: process i is about to call f.
    Calls {
        process: u32,
        function: Name,
    },
    /// `at 12`: a thread is at this line.
    At(Line),
    Comparison(Box<Comparison>),
}

/// A name, and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

/// A line of the source, and where its number stands.
#[derive(Copy, Clone, Debug)]
pub struct Line {
    pub number: u32,
    pub span: Span,
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.number == other.number
    }
}

/// `a op b`, perhaps at a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub left: Term,
    pub operator: Operator,
    pub right: Term,
    pub at: Option<Line>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Operator {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
}

impl Operator {
    /// The operator for the sides the other way round.
    pub(crate) fn turned(self) -> Operator {
        match self {
            Operator::Less => Operator::Greater,
            Operator::LessEqual => Operator::GreaterEqual,
            Operator::Greater => Operator::Less,
            Operator::GreaterEqual => Operator::LessEqual,
            Operator::Equal | Operator::Unequal => self,
        }
    }
}

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub ty: Option<IntType>,
    pub span: Span,
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.kind == other.kind && self.ty == other.ty
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum TermKind {
    Number(i128),
    Register(Register),
    Variable(Variable),
}

/// `@i.f.%r`: a register of process i, when it is in f.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    pub process: u32,
    pub function: Name,
    pub register: Name,
}

/// `f::x`, `::x` or `1.f::x`: a variable of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Without it, any process.
    pub process: Option<u32>,
    /// Without it, a global variable.
    pub function: Option<Name>,
    pub name: Name,
}

/// `ui8` to `si64`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct IntType {
    pub signed: bool,
    pub width: u32,
}

impl IntType {
    pub(crate) fn from_name(name: &str) -> Option<IntType> {
        let (sign, width) = name.split_at_checked(2)?;
        let signed = match sign {
            "ui" => false,
            "si" => true,
            _ => return None,
        };
        let width = [8, 16, 32, 64].into_iter().find(|bits: &u32| bits.to_string() == width)?;
        Some(IntType { signed, width })
    }
}

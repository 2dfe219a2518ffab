//! Rules as data: what is looked for, on which conditions, and what is then inserted, remembered or set.
//!
//! After the rule language of Symbiotic's instrumenter (Chalupa, Strejcek, Vitovska, "Joint Forces for Memory Safety Checking
//! Revisited", section 4, and the tool sbt-instrumentation). Deviations: functions are declared in the rule file, a rule can name the
//! reduction levels it is for, and of the rules of one `group` only the first one that fits is applied.

use candor_ir::Scalar;

use crate::json::Position;

/// How much the analyses may save.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Every access is checked, every object is tracked.
    Basic,
    /// Safe accesses are not checked, others as cheaply as possible.
    ReducedChecks,
    /// Besides, only what a check may ask for is tracked.
    ReducedTracking,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Basic, Level::ReducedChecks, Level::ReducedTracking];

    pub fn name(self) -> &'static str {
        match self {
            Level::Basic => "basic",
            Level::ReducedChecks => "rc",
            Level::ReducedTracking => "rc+rt",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A rule file.
#[derive(Clone, Debug)]
pub struct Rules {
    pub description: String,
    /// The C file with the functions that the rules call, next to the rule file, and where it is named.
    pub file: Option<(Position, String)>,
    pub functions: Vec<Declaration>,
    /// Flags and their first values.
    pub flags: Vec<(String, String)>,
    pub phases: Vec<Phase>,
}

/// A function that rules may call.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub at: Position,
    pub name: String,
    pub params: Vec<ParamType>,
    pub result: Option<ParamType>,
}

/// A type in a declaration. Integers are widened to it by their sign or with zeros.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParamType {
    /// `None`: an integer as wide as a pointer.
    pub ty: Option<Scalar>,
    pub signed: bool,
}

impl ParamType {
    /// Whether a number that stands in a rule is a value of the type. What is no integer is not for this to say.
    pub(crate) fn holds(self, number: i64) -> bool {
        let Some(Scalar::Int(width)) = self.ty else { return self.ty.is_some() || number >= 0 };
        let number = i128::from(number);
        match (self.signed, width) {
            (_, 65..) => self.signed || number >= 0,
            (true, _) => (-(1 << (width - 1))..1 << (width - 1)).contains(&number),
            (false, _) => (0..1 << width).contains(&number),
        }
    }
}

/// Rules that are applied together; what they remember is known to later phases.
#[derive(Clone, Debug)]
pub struct Phase {
    pub name: String,
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub at: Position,
    pub find: Find,
    /// The functions it applies in; `None` for all. For globals: where the calls go.
    pub functions: Option<Vec<String>>,
    /// Whether it applies in candor's libc too.
    pub library: bool,
    pub levels: Vec<Level>,
    /// Of the rules with this label only the first that fits an instruction is applied.
    pub group: Option<String>,
    pub conditions: Vec<Condition>,
    pub calls: Vec<NewCall>,
    pub place: Place,
    pub effects: Vec<Effect>,
}

/// What a rule looks for.
#[derive(Clone, Debug)]
pub enum Find {
    /// Instructions that follow each other in a block.
    Instructions(Vec<InstPattern>),
    /// Each global variable.
    Globals { variable: Option<String>, size: Option<String> },
    /// Each parameter that is a copy of an aggregate.
    Parameters { variable: Option<String>, size: Option<String> },
    /// Each function.
    Functions,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Before,
    After,
    /// The function's start.
    Entry,
    /// Before each of its returns.
    Return,
}

#[derive(Clone, Debug)]
pub struct InstPattern {
    pub at: Position,
    /// Any of these; empty for any instruction.
    pub words: Vec<String>,
    /// `None`: whatever they are.
    pub operands: Option<Vec<OperandPattern>>,
    pub result: Option<String>,
    /// Binds the number of bytes that are accessed or allocated.
    pub size: Option<String>,
    /// Binds the number of bits that an operation on integers works with.
    pub width: Option<String>,
    /// Binds the pointer that is accessed, whichever operand it is; for copies the one that is written through.
    pub pointer: Option<String>,
    /// Binds the pointer that a copy reads through, or a call that passes a structure by value: once for each of them.
    pub source: Option<String>,
    /// Binds a register of the caller that keeps heap blocks from being lost while a call is executed: once for each of them.
    pub kept: Option<String>,
    /// Binds a pointer to memory that keeps nothing while a call is executed: once for each of them.
    pub left_over: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperandPattern {
    Any,
    /// Any number of operands.
    Rest,
    Variable(String),
    /// A function, a global, `null`, or a number, by any of these names.
    Named(Vec<String>),
}

/// A condition: the answer to a query is one of those expected, or gives values to variables.
#[derive(Clone, Debug)]
pub struct Condition {
    pub at: Position,
    pub query: String,
    pub args: Vec<Argument>,
    pub expected: Vec<String>,
    pub bind: Vec<String>,
}

/// What a query or an inserted call is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Variable(String),
    Number(i64),
    Text(String),
}

/// A call to insert.
#[derive(Clone, Debug)]
pub struct NewCall {
    pub at: Position,
    pub callee: String,
    pub args: Vec<Argument>,
    /// The variable that gets the result, for later calls of the same rule.
    pub result: Option<String>,
}

/// What a rule changes besides the program.
#[derive(Clone, Debug)]
pub enum Effect {
    SetFlag {
        flag: String,
        value: String,
    },
    Remember(String),
    /// Everything that this pointer may point to must be tracked.
    RememberTargets(String),
    /// The same, but only what `pointerBounds` cannot decide.
    RememberUndecidedTargets(String),
    /// It matters what the function's variables hold: those that may hold heap blocks are holders.
    RememberHolders,
}

/// Variables that are always bound.
pub(crate) const LOCATION: &str = "location";
pub(crate) const FUNCTION: &str = "function";

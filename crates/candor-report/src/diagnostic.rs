//! Diagnostics as data: everything a renderer may want to show, with file names in place of ids.

use candor_interp::{Doing, Fault, Involved, ObjectKind, ObjectNote, StackEntry, Stop};
use candor_ir::{Check, Loc, Program};
use serde::{Serialize, Serializer};

use crate::hint::hint;
use crate::message::{message, printable, printable_lines};

/// Whose problem it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The program did something wrong.
    Fault,
    /// A file or an option cannot be understood.
    InputError,
    /// The input is no program that can be run.
    Malformed,
    /// Candor has no meaning for what the program does.
    Unsupported,
    /// A limit was reached.
    Limit,
    /// A list of inputs or a log of choices does not fit the run.
    Mismatch,
    /// Something went wrong whose check is switched off, and nothing sensible can follow.
    Unchecked,
    /// The run ended at an assumption that does not hold.
    Assumption,
    /// Candor contradicts itself.
    InternalError,
}

impl Kind {
    /// The name that programs read.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Fault => "fault",
            Kind::InputError => "input-error",
            Kind::Malformed => "malformed",
            Kind::Unsupported => "unsupported",
            Kind::Limit => "limit",
            Kind::Mismatch => "mismatch",
            Kind::Unchecked => "unchecked",
            Kind::Assumption => "assumption",
            Kind::InternalError => "internal-error",
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

/// A position in a source file, counted from 1; 0 means unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    /// In bytes, as compilers count.
    pub column: u32,
}

/// One call, innermost first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackFrame {
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// One of candor's models of libc.
    pub library: bool,
}

/// The object that the fault is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectInfo {
    /// `global`, `function`, `local`, `heap`, `arguments` or `variadic-arguments`.
    #[serde(serialize_with = "kind_name")]
    pub kind: ObjectKind,
    pub name: Option<String>,
    /// A string literal, whose name is the compiler's.
    #[serde(skip)]
    pub is_literal: bool,
    pub size: Option<u64>,
    /// Where in the object the pointer points.
    pub offset: i64,
    pub made: Option<Place>,
    pub ended: Option<Place>,
}

/// One thing to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    pub kind: Kind,
    #[serde(serialize_with = "check_id")]
    pub check: Option<Check>,
    pub message: String,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The library function the user called, when the fault happened inside its model.
    pub library_function: Option<String>,
    pub object: Option<ObjectInfo>,
    pub stack: Vec<StackFrame>,
    /// Other threads that have to do with it; the first thread is 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherThread>,
    pub hint: Option<String>,
}

/// A thread that is involved in another one's fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherThread {
    pub thread: u32,
    /// `reads`, `writes` or `waits`.
    pub does: &'static str,
    pub stack: Vec<StackFrame>,
}

fn check_id<S: Serializer>(check: &Option<Check>, serializer: S) -> Result<S::Ok, S::Error> {
    check.map(Check::id).serialize(serializer)
}

impl Diagnostic {
    /// The diagnostic for a fault of the program.
    pub fn from_fault(fault: &Fault, program: &Program) -> Diagnostic {
        let library_function = fault.library_function().map(printable);
        Diagnostic {
            kind: Kind::Fault,
            check: Some(fault.check),
            message: message(fault),
            place: fault.loc().and_then(|loc| place(program, loc)),
            library_function,
            object: fault.object.as_ref().map(|note| object_info(program, note)),
            stack: stack_frames(program, &fault.stack),
            others: fault.others.iter().map(|other| other_thread(program, other)).collect(),
            hint: Some(hint(fault)),
        }
    }

    /// The diagnostic for something that candor itself cannot do.
    pub fn from_stop(stop: &Stop, stack: &[StackEntry], program: &Program) -> Diagnostic {
        let (kind, text, hint) = match stop {
            Stop::Malformed(what) => (Kind::Malformed, printable(what), None),
            Stop::Unsupported(what) => (Kind::Unsupported, printable(what), None),
            Stop::Exhausted(what) => (Kind::Limit, printable(what), None),
            Stop::Mismatch(what) => (Kind::Mismatch, printable(what), None),
            Stop::Unchecked(check) => (
                Kind::Unchecked,
                format!("{}, and its check is switched off", check.summary()),
                Some(format!("leave out `--no-check {check}` to see what goes wrong")),
            ),
            Stop::Bug(what) => (
                Kind::InternalError,
                printable(what),
                Some("this is a bug in candor, not in your program; please report it".to_owned()),
            ),
        };
        let check = if let Stop::Unchecked(check) = stop { Some(*check) } else { None };
        Diagnostic { check, hint, ..Diagnostic::at_stack(kind, text, stack, program) }
    }

    /// The diagnostic for a run that an assumption of the program excludes.
    pub fn from_failed_assumption(stack: &[StackEntry], program: &Program) -> Diagnostic {
        let text = "this run ended at an assumption that does not hold".to_owned();
        let hint = "choose other inputs with --seed or --inputs".to_owned();
        Diagnostic { hint: Some(hint), ..Diagnostic::at_stack(Kind::Assumption, text, stack, program) }
    }

    /// A message about nothing in the program's source. It may have several lines; the first one is the title.
    pub fn bare(kind: Kind, message: &str) -> Diagnostic {
        Diagnostic {
            kind,
            check: None,
            message: printable_lines(message),
            place: None,
            library_function: None,
            object: None,
            stack: Vec::new(),
            others: Vec::new(),
            hint: None,
        }
    }

    fn at_stack(kind: Kind, message: String, stack: &[StackEntry], program: &Program) -> Diagnostic {
        let user = stack.iter().find(|entry| !entry.library).or(stack.first());
        let n_library = stack.iter().take_while(|entry| entry.library).count();
        Diagnostic {
            place: user.and_then(|entry| place(program, entry.loc?)),
            library_function: n_library.checked_sub(1).map(|idx| printable(&stack[idx].function)),
            stack: stack_frames(program, stack),
            message,
            ..Diagnostic::bare(kind, "")
        }
    }
}

pub(crate) fn place(program: &Program, loc: Loc) -> Option<Place> {
    let file = program.source.files.get(loc.file)?;
    Some(Place { file: file.path.clone(), line: loc.line, column: loc.column })
}

fn other_thread(program: &Program, other: &Involved) -> OtherThread {
    let does = match other.does {
        Doing::Reads => "reads",
        Doing::Writes => "writes",
        Doing::Waits => "waits",
    };
    OtherThread { thread: other.thread, does, stack: stack_frames(program, &other.stack) }
}

fn stack_frames(program: &Program, stack: &[StackEntry]) -> Vec<StackFrame> {
    let frame = |entry: &StackEntry| StackFrame {
        function: printable(&entry.function),
        place: entry.loc.and_then(|loc| place(program, loc)),
        library: entry.library,
    };
    stack.iter().map(frame).collect()
}

fn object_info(program: &Program, note: &ObjectNote) -> ObjectInfo {
    ObjectInfo {
        kind: note.kind,
        name: note.name.as_deref().map(printable),
        is_literal: note.is_literal,
        size: note.size,
        offset: note.offset,
        made: note.made.and_then(|loc| place(program, loc)),
        ended: note.ended.and_then(|loc| place(program, loc)),
    }
}

fn kind_name<S: Serializer>(kind: &ObjectKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match kind {
        ObjectKind::Global(_) => "global",
        ObjectKind::Function(_) => "function",
        ObjectKind::Stack => "local",
        ObjectKind::Heap => "heap",
        ObjectKind::Arguments => "arguments",
        ObjectKind::VarArgs => "variadic-arguments",
        ObjectKind::External => "external",
    })
}

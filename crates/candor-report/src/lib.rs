//! What candor has to say, as data and as text.
//!
//! A [`Diagnostic`] is data: which check, what message, where, what object, which calls, which hint. It is made from a
//! fault or a stop by [`Diagnostic::from_fault`] and [`Diagnostic::from_stop`]; the text for people is made by
//! [`render_terminal`], the text for programs by [`render_json`]. Nothing here prints or reads a file: source text comes
//! through a [`SourceCache`], whose reader belongs to the caller.
//!
//! What an engine has found out about all executions is [`Findings`], made from a report and rendered in the same two ways by
//! [`render_findings`] and [`render_findings_json`].
//!
//! Reading order: the data, its words (message and hint), the sources, the two renderers; then findings and their renderers; last, harnesses,
//! the other formats (SARIF, JUnit, HTML), the explanation of a verdict, the graph of a proof and what is said of each loop; and a batch in these formats.

mod diagnostic;
mod hint;
mod message;
mod sources;

mod json;
mod terminal;

mod findings;
mod findings_json;
mod findings_terminal;

mod harness;

mod each_loop;
mod explanation;
mod graph;
mod html;
mod junit;
mod sarif;
mod xml;

mod batch;

pub use batch::{
    BatchPlot, BatchRun, BatchTask, TaskFault, TaskOutcome, render_batch_junit, render_batch_page, render_batch_sarif,
};
pub use diagnostic::{Diagnostic, Kind, ObjectInfo, Place, StackFrame};
pub use each_loop::render_each_loop;
pub use explanation::render_explanation;
pub use findings::{
    Answer, Assumed, Choice, Condition, Counts, EngineCounts, Finding, Findings, Gap, Given, GroupCounts, Input, Step,
    StepChange, Violation, group_name,
};
pub use findings_json::{CheckSummary, render_findings_json};
pub use findings_terminal::{Verbosity, brief, render_brief, render_findings};
pub use graph::{render_graph_dot, render_graph_page, render_graph_svg};
pub use harness::{Build, Harness, Role, Sanitizer, SourceText, Stub, StubArgument, StubVariable, render_harness};
pub use hint::hint;
pub use html::{Reel, render_html};
pub use json::{RunReport, render_json};
pub use junit::render_junit;
pub use message::message;
pub use sarif::render_sarif;
pub use sources::SourceCache;
pub use terminal::{TerminalStyle, render_terminal};
pub use xml::escape as escape_xml;

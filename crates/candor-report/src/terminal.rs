//! Diagnostics for people, in the manner of rustc: title, source with carets, notes, help.
//!
//! Entry point: [`render_terminal`]. What the debug info gives is a point, not a range; [`span_at`] widens it to the word
//! there and to the brackets behind it, so that `a[i]` and `strcpy(to, from)` are underlined as a whole.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use candor_interp::ObjectKind;
use candor_ir::Check;

use crate::diagnostic::{Diagnostic, Kind, ObjectInfo, OtherThread, Place, StackFrame};
use crate::message::printable;
use crate::sources::SourceCache;

/// How the text should look.
#[derive(Clone, Debug)]
pub struct TerminalStyle {
    pub colors: bool,
    /// In columns.
    pub width: usize,
}

impl Default for TerminalStyle {
    fn default() -> TerminalStyle {
        TerminalStyle { colors: false, width: 120 }
    }
}

/// Something to point at: a place and what to say about it.
struct Mark {
    place: Place,
    primary: bool,
    /// What stands there, for places without a column.
    name: Option<String>,
    /// What is said of it, before the word `here`.
    label: Option<String>,
}

/// The diagnostic as text, with a line end.
pub fn render_terminal(diagnostic: &Diagnostic, sources: &mut SourceCache<'_>, style: &TerminalStyle) -> String {
    let text = title(diagnostic);
    let (title, details) = text.split_once('\n').unwrap_or((&text, ""));
    let level = if diagnostic.kind == Kind::Assumption { Level::WARNING } else { Level::ERROR };
    let mut heading = level.primary_title(title);
    if let (Kind::Fault, Some(check)) = (diagnostic.kind, diagnostic.check) {
        heading = heading.id(check.id());
    }
    let mut group = Group::with_title(heading);
    let mut notes = Vec::new();
    for cluster in clusters(marks(diagnostic)) {
        match snippet(&cluster, sources) {
            Some(snippet) => group = group.element(snippet),
            None => group = group.elements(without_source(&cluster, sources, &mut notes)),
        }
    }
    notes.extend(call_notes(diagnostic, sources));
    group = group.elements(notes.into_iter().map(|note| Level::NOTE.message(note)));
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(hint.clone()));
    }
    if let (Kind::Fault, Some(check)) = (diagnostic.kind, diagnostic.check) {
        group = group.element(Level::HELP.message(format!("`candor explain {check}` says more about this check")));
    }
    let renderer = if style.colors { Renderer::styled() } else { Renderer::plain() };
    let mut rendered = renderer.term_width(style.width).render(&[group]);
    rendered.push('\n');
    if !details.is_empty() {
        rendered.push_str(details);
        rendered.push('\n');
    }
    rendered
}

fn title(diagnostic: &Diagnostic) -> String {
    let message = &diagnostic.message;
    match diagnostic.kind {
        Kind::Fault | Kind::Assumption | Kind::InputError | Kind::Mismatch => message.clone(),
        Kind::Malformed => format!("malformed program: {message}"),
        Kind::Unsupported => format!("unsupported: {message}"),
        Kind::Limit => format!("limit reached: {message}"),
        Kind::Unchecked => format!("cannot go on: {message}"),
        Kind::InternalError => format!("internal error: {message}"),
    }
}

fn marks(diagnostic: &Diagnostic) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(place) = &diagnostic.place {
        let label = diagnostic.library_function.as_ref().map(|function| format!("in `{function}`, called"));
        marks.push(Mark { place: place.clone(), primary: true, name: None, label });
    }
    if let Some(object) = &diagnostic.object {
        object_marks(object, diagnostic.check, &mut marks);
    }
    marks
}

fn object_marks(object: &ObjectInfo, check: Option<Check>, marks: &mut Vec<Mark>) {
    let what = match &object.name {
        Some(_) if object.is_literal => "the literal".to_owned(),
        Some(name) => format!("`{name}`"),
        None if object.kind == ObjectKind::Heap => "the block".to_owned(),
        None => "it".to_owned(),
    };
    let (made, ended) = match object.kind {
        ObjectKind::Global(_) if object.is_literal => ("stands", "ended"),
        ObjectKind::Heap if check == Some(Check::DoubleFree) => ("was allocated", "was first freed"),
        ObjectKind::Heap => ("was allocated", "was freed"),
        ObjectKind::Function(_) => ("is defined", "ended"),
        ObjectKind::External => ("was given", "ended"),
        ObjectKind::Global(_) | ObjectKind::Stack | ObjectKind::Arguments | ObjectKind::VarArgs => {
            ("is declared", "went out of scope")
        }
    };
    if let Some(place) = &object.made {
        let (name, label) = (object.name.clone(), Some(format!("{what} {made}")));
        marks.push(Mark { place: place.clone(), primary: false, name, label });
    }
    if let Some(place) = &object.ended {
        let label = Some(format!("{what} {ended}"));
        marks.push(Mark { place: place.clone(), primary: false, name: None, label });
    }
}

/// Lines further apart than this go into snippets of their own.
const NEAR: u32 = 200;

/// Marks that one snippet shows together: the first cluster has the primary mark.
fn clusters(marks: Vec<Mark>) -> Vec<Vec<Mark>> {
    let mut clusters: Vec<Vec<Mark>> = Vec::new();
    for mark in marks {
        let near =
            |other: &Mark| other.place.file == mark.place.file && other.place.line.abs_diff(mark.place.line) <= NEAR;
        match clusters.iter_mut().find(|cluster| near(&cluster[0])) {
            Some(cluster) => cluster.push(mark),
            None => clusters.push(vec![mark]),
        }
    }
    clusters
}

/// Where the source cannot be quoted: the primary place by itself, the others as notes.
fn without_source(cluster: &[Mark], sources: &SourceCache<'_>, notes: &mut Vec<String>) -> Option<Origin<'static>> {
    let mut primary = None;
    for mark in cluster {
        if mark.primary {
            primary = Some(origin(&mark.place, sources));
        }
        if let Some(label) = &mark.label {
            notes.push(format!("{label} at {}", short(&mark.place, sources)));
        }
    }
    primary
}

fn origin(place: &Place, sources: &SourceCache<'_>) -> Origin<'static> {
    let mut origin = Origin::path(printable(sources.display_path(&place.file)));
    if place.line > 0 {
        origin = origin.line(to_usize(place.line));
        if place.column > 0 {
            origin = origin.char_column(to_usize(place.column));
        }
    }
    origin
}

fn snippet(cluster: &[Mark], sources: &mut SourceCache<'_>) -> Option<Snippet<'static, Annotation<'static>>> {
    let file = &cluster[0].place.file;
    sources.line(file, cluster[0].place.line)?;
    let first = cluster.iter().map(|mark| mark.place.line).filter(|&line| line > 0).min()?;
    let last = cluster.iter().map(|mark| mark.place.line).max()?;
    let mut text = String::new();
    let mut line_starts = Vec::new();
    for line in first..=last {
        line_starts.push(text.len());
        // A line that cannot be quoted keeps its number; no mark on it is shown.
        text.push_str(sources.line(file, line).unwrap_or(""));
        text.push('\n');
    }
    let path = printable(sources.display_path(file));
    let mut snippet = Snippet::source(text.clone()).line_start(to_usize(first)).path(path);
    for mark in cluster {
        let Some(start) = mark.place.line.checked_sub(first).and_then(|idx| line_starts.get(to_usize(idx))) else {
            continue;
        };
        let line = text[*start..].lines().next().unwrap_or("");
        let column = match &mark.name {
            Some(name) if mark.place.column == 0 => column_of(line, name),
            Some(_) | None => to_usize(mark.place.column),
        };
        let span = span_at(line, column);
        let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let mut annotation = kind.span(start + span.start..start + span.end);
        if let Some(label) = &mark.label {
            annotation = annotation.label(format!("{label} here"));
        }
        snippet = snippet.annotation(annotation);
    }
    Some(snippet)
}

/// Where a name stands in its line, counted from 1; 0 if it does not.
fn column_of(line: &str, name: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands_alone =
        |&(at, found): &(usize, &str)| !line[..at].ends_with(is_word) && !line[at + found.len()..].starts_with(is_word);
    line.match_indices(name).find(stands_alone).map_or(0, |(at, _)| at + 1)
}

/// What to underline: the word at a column (counted in bytes from 1), with the brackets that follow it on the line.
fn span_at(line: &str, column: usize) -> Range<usize> {
    if column == 0 || column > line.len() {
        let start = line.len() - line.trim_start().len();
        return start..line.trim_end().len().max(start);
    }
    let start = (0..column).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let rest = &line[start..];
    let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    if word == 0 {
        let width = rest.chars().next().map_or(0, char::len_utf8);
        return start..start + width;
    }
    start..start + word + brackets(&rest[word..])
}

/// The length of the bracketed groups at the start of the text; 0 when one does not close.
fn brackets(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut closed = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    closed = at + 1;
                }
            }
            _ if depth == 0 => break,
            _ => {}
        }
    }
    closed
}

/// Calls shown before the rest is only counted.
const MOST_CALLS: usize = 8;

/// "`f` was called from `main` at a.c:3:5", innermost first; recursion is told once, with a count. Of the library only the
/// function that the user called is named, not what it consists of.
fn call_notes(diagnostic: &Diagnostic, sources: &SourceCache<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if diagnostic.place.is_none()
        && let Some(frame) = diagnostic.stack.iter().find(|frame| !frame.library)
    {
        notes.push(format!("this happens in `{}`, of which the source is not known", frame.function));
    }
    let mut frames = diagnostic.stack.iter().skip_while(|frame| frame.library).peekable();
    let mut calls: Vec<(String, usize)> = Vec::new();
    while let Some(callee) = frames.next() {
        let mut through = None;
        while let Some(library) = frames.next_if(|frame| frame.library) {
            through = Some(library);
        }
        let Some(caller) = frames.peek() else { break };
        let note = call_note(callee, through, caller, sources);
        match calls.last_mut() {
            Some((last, count)) if *last == note => *count += 1,
            Some(_) | None => calls.push((note, 1)),
        }
    }
    let n_more = calls.iter().skip(MOST_CALLS).map(|(_, count)| count).sum::<usize>();
    let told = calls.into_iter().take(MOST_CALLS);
    notes.extend(told.map(|(note, count)| if count == 1 { note } else { format!("{note} ({count} times)") }));
    if n_more > 0 {
        notes.push(format!("... and {n_more} more calls"));
    }
    notes.extend(diagnostic.others.iter().map(|other| thread_note(other, sources)));
    notes
}

/// "thread 1 writes at a.c:3:5 in `f`, called from `g` at a.c:9:1".
fn thread_note(other: &OtherThread, sources: &SourceCache<'_>) -> String {
    let mut note = format!("thread {} {}", other.thread, other.does);
    let users = other.stack.iter().filter(|frame| !frame.library).take(MOST_CALLS);
    for (idx, frame) in users.enumerate() {
        let place = frame.place.as_ref().map_or_else(String::new, |place| format!(" at {}", short(place, sources)));
        note += &match idx {
            0 => format!("{place} in `{}`", frame.function),
            _ => format!(", called from `{}`{place}", frame.function),
        };
    }
    note
}

fn call_note(
    callee: &StackFrame,
    through: Option<&StackFrame>,
    caller: &StackFrame,
    sources: &SourceCache<'_>,
) -> String {
    let place = caller.place.as_ref().map_or_else(String::new, |place| format!(" at {}", short(place, sources)));
    match through {
        Some(library) => {
            let (callee, library, caller) = (&callee.function, &library.function, &caller.function);
            format!("`{callee}` was called by `{library}`, which was called from `{caller}`{place}")
        }
        None => format!("`{}` was called from `{}`{place}", callee.function, caller.function),
    }
}

pub(crate) fn short(place: &Place, sources: &SourceCache<'_>) -> String {
    let file = printable(sources.display_path(&place.file));
    match (place.line, place.column) {
        (0, _) => file,
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}

fn to_usize(n: u32) -> usize {
    usize::try_from(n).expect("candor runs on machines of at least 32 bits")
}

#[cfg(test)]
mod tests;

//! What is shown: where threads are, source, calls, variables, memory, choices.

use candor_context_concrete::{End, Prospect, Value};
use candor_interp::object::ByteView;
use candor_interp::{ChoiceKind, Frame, ObjectId, Thread, ThreadId};
use candor_ir::{FileId, FuncId};
use candor_report::{Diagnostic, TerminalStyle, render_terminal};

use crate::expression::Scope;
use crate::place::{self, Spot};
use crate::session::Session;

/// Source lines around the one that matters.
const LINES_AROUND: u32 = 4;
/// Bytes that `memory` shows when nobody says how many.
const USUAL_BYTES: u64 = 64;
const MOST_BYTES: u64 = 4096;
const BYTES_PER_ROW: u64 = 16;
/// Choices and turns that are listed.
const MOST_LISTED: usize = 40;

impl Session<'_> {
    /// The thread that moves next.
    pub(crate) fn chosen(&self) -> &Thread<Value> {
        let state = self.machine.state();
        state.thread_of(self.thread).unwrap_or(&state.thread)
    }

    /// Where the chosen thread is.
    pub(crate) fn spot(&self) -> Option<Spot> {
        place::spot(self.program(), self.chosen())
    }

    /// Active functions of the user's, the innermost first, each with how many lie below.
    fn user_frames(&self) -> Vec<(usize, &Frame<Value>)> {
        let thread = self.chosen();
        let depth = thread.depth();
        let frames = thread.frames().enumerate().map(|(idx, frame)| (depth - 1 - idx, frame));
        frames.filter(|(_, frame)| !self.program().functions[frame.func].library).collect()
    }

    /// The function that is being looked at.
    pub(crate) fn scope(&self) -> Scope<'_> {
        let frame = self.user_frames().get(self.frame).copied();
        Scope { machine: &self.machine, thread: self.chosen(), frame }
    }

    pub(crate) fn file_name(&self, file: FileId) -> String {
        self.sources.display_path(&self.program().source.files[file].path).to_owned()
    }

    /// `prog.c:12 in `main`: x = 1;`.
    fn at(&mut self, func: FuncId, file: FileId, line: u32) -> String {
        let name = self.program().functions[func].name.clone();
        let place = format!("{}:{line} in `{name}`", self.file_name(file));
        match self.source_line(file, line) {
            Some(source) => format!("{place}: {source}"),
            None => place,
        }
    }

    pub(crate) fn source_line(&mut self, file: FileId, line: u32) -> Option<String> {
        let path = self.program().source.files[file].path.clone();
        self.sources.line(&path, line).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Where the chosen thread is, and what is displayed there.
    pub(crate) fn here(&mut self) -> String {
        let mut text = self.thread_line(self.thread);
        let shown: Vec<String> = self.displays.iter().map(|text| self.display_line(text)).collect();
        text += &shown.concat();
        text
    }

    fn display_line(&self, expression: &str) -> String {
        let scope = self.scope();
        match scope.evaluate(expression) {
            Ok(found) => format!("  {expression} = {}\n", scope.show(&found)),
            Err(_) => format!("  {expression}: not here\n"),
        }
    }

    fn thread_line(&mut self, thread: ThreadId) -> String {
        let threads = self.machine.state();
        let label = if threads.n_threads > 1 { format!("thread {}, ", thread.0) } else { String::new() };
        let Some(found) = threads.thread_of(thread) else { return format!("{label}which does not exist\n") };
        if found.ended {
            return format!("{label}which has ended\n");
        }
        match place::spot(self.program(), found) {
            Some(spot) => format!("{label}{}\n", self.at(spot.func, spot.file, spot.line)),
            None => format!("{label}before its first line\n"),
        }
    }

    /// How the execution ended.
    pub(crate) fn ending(&mut self) -> String {
        let program = std::sync::Arc::clone(&self.machine.image().program);
        let diagnostic = match self.machine.end() {
            None => return "the program has not ended\n".to_owned(),
            Some(End::Exit(status)) => return format!("the program has ended with status {status}\n"),
            Some(End::Fault(fault)) => Diagnostic::from_fault(fault, &program),
            Some(End::Assumption(stack)) => Diagnostic::from_failed_assumption(stack, &program),
            Some(End::Stop(stop, stack)) => Diagnostic::from_stop(stop, stack, &program),
        };
        render_terminal(&diagnostic, &mut self.sources, &TerminalStyle::default())
    }

    pub(crate) fn threads(&mut self) -> String {
        let mut text = String::new();
        for (thread, prospect) in self.machine.prospects() {
            let mark = if thread == self.thread { '*' } else { ' ' };
            let word = match prospect {
                Prospect::GoesOn => "can go on",
                Prospect::Waits => "waits",
                Prospect::HasEnded => "has ended",
            };
            let found = self.machine.state().thread_of(thread).and_then(|found| place::spot(self.program(), found));
            let place = match found.filter(|_| prospect != Prospect::HasEnded) {
                Some(spot) => self.at(spot.func, spot.file, spot.line),
                None => String::new(),
            };
            let line = format!("{mark} {:<3} {word:<10} {place}", thread.0);
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    pub(crate) fn backtrace(&mut self) -> String {
        let frames: Vec<(FuncId, Option<(FileId, u32)>)> = self
            .user_frames()
            .into_iter()
            .map(|(_, frame)| {
                let function = &self.program().functions[frame.func];
                let loc = place::user_loc(self.program(), function.insts[frame.pc].loc);
                let loc = loc.or_else(|| place::user_loc(self.program(), function.loc));
                (frame.func, loc.map(|loc| (loc.file, loc.line)))
            })
            .collect();
        if frames.is_empty() {
            return "no function of the program's is active\n".to_owned();
        }
        let mut text = String::new();
        for (idx, (func, place)) in frames.into_iter().enumerate() {
            let mark = if idx == self.frame { '*' } else { ' ' };
            let place = match place {
                Some((file, line)) => self.at(func, file, line),
                None => format!("`{}`", self.program().functions[func].name),
            };
            text += &format!("{mark} {idx:<3} {place}\n");
        }
        text
    }

    pub(crate) fn choose_frame(&mut self, number: u64) -> Result<String, String> {
        let n_frames = self.user_frames().len();
        let number = usize::try_from(number).ok().filter(|&number| number < n_frames);
        self.frame = number.ok_or_else(|| match n_frames {
            0 => "no function of the program's is active".to_owned(),
            _ => format!("active functions are numbered from 0 to {}", n_frames - 1),
        })?;
        let all = self.backtrace();
        Ok(all.lines().nth(self.frame).map_or_else(String::new, |line| format!("{line}\n")))
    }

    /// The source around a line, the present one marked.
    pub(crate) fn list(&mut self, file: FileId, line: u32) -> String {
        let here = self.spot().filter(|spot| spot.file == file).map(|spot| spot.line);
        let path = self.program().source.files[file].path.clone();
        let mut text = String::new();
        for number in line.saturating_sub(LINES_AROUND).max(1)..=line.saturating_add(LINES_AROUND) {
            let Some(source) = self.sources.line(&path, number).map(|source| source.trim_end().to_owned()) else {
                continue;
            };
            let mark = if here == Some(number) { '>' } else { ' ' };
            text += format!("{mark} {number:>5} | {source}").trim_end();
            text.push('\n');
        }
        if text.is_empty() { format!("the source of {} cannot be read\n", self.file_name(file)) } else { text }
    }

    pub(crate) fn locals(&self) -> String {
        let scope = self.scope();
        let mut text = String::new();
        for (var, variable) in scope.locals() {
            if let Some(found) = scope.local(var) {
                text += &format!("{} = {}\n", variable.name, scope.show(&found));
            }
        }
        if text.is_empty() { "no variable of this function has a value yet\n".to_owned() } else { text }
    }

    pub(crate) fn globals(&self) -> String {
        let scope = self.scope();
        let shown = scope.globals().into_iter().map(|(name, found)| format!("{name} = {}\n", scope.show(&found)));
        let text: String = shown.collect();
        if text.is_empty() { "there is no global variable\n".to_owned() } else { text }
    }

    pub(crate) fn memory(&self, expression: &str, n_bytes: Option<u64>) -> Result<String, String> {
        let scope = self.scope();
        let (object, offset, size) = scope.bytes_of(&scope.evaluate(expression)?)?;
        let found = self.machine.state().memory.get(object).ok_or("the object is gone")?;
        let whole = found.plain_size.unwrap_or(0);
        let start = u64::try_from(offset).ok().filter(|&start| start <= whole);
        let start =
            start.ok_or_else(|| format!("offset {offset} is outside of the object, which has {whole} bytes"))?;
        let wanted = n_bytes.or(size).unwrap_or(USUAL_BYTES).min(MOST_BYTES);
        let end = start.saturating_add(wanted).min(whole);
        let life = if found.live { "" } else { ", gone" };
        let mut text = format!("{} of {whole} bytes{life}\n", self.object_name(object));
        let mut row = start;
        while row < end {
            text += &self.row(object, row, (row + BYTES_PER_ROW).min(end));
            row += BYTES_PER_ROW;
        }
        Ok(text)
    }

    fn object_name(&self, object: ObjectId) -> String {
        let pointer = Value::ptr(object, 0);
        let (program, state) = (self.program(), self.machine.state());
        let shown = candor_evidence::show_value(program, state, &pointer, candor_ir::Scalar::Ptr, "void *");
        shown.unwrap_or_else(|| "an object".to_owned())
    }

    fn row(&self, object: ObjectId, start: u64, end: u64) -> String {
        let Some(found) = self.machine.state().memory.get(object) else { return String::new() };
        let (mut bytes, mut chars, mut pointers) = (String::new(), String::new(), Vec::new());
        for offset in start..end {
            let (byte, char) = match found.contents.byte(offset) {
                ByteView::Uninitialized => ("??".to_owned(), '?'),
                ByteView::Plain(byte) => {
                    let is_shown = byte.is_ascii_graphic() || byte == b' ';
                    (format!("{byte:02x}"), if is_shown { char::from(byte) } else { '.' })
                }
                ByteView::Part { value, index, .. } => {
                    if index == 0 {
                        pointers.push(self.pointer_text(value));
                    }
                    ("&&".to_owned(), '&')
                }
            };
            bytes += &format!(" {byte}");
            chars.push(char);
        }
        let pointers = if pointers.is_empty() { String::new() } else { format!("  {}", pointers.join(", ")) };
        format!("{start:>6}:{bytes:<48}  {chars}{pointers}\n")
    }

    fn pointer_text(&self, value: &Value) -> String {
        let (program, state) = (self.program(), self.machine.state());
        let shown = candor_evidence::show_value(program, state, value, candor_ir::Scalar::Ptr, "void *");
        shown.unwrap_or_else(|| "uninitialised".to_owned())
    }

    pub(crate) fn choices(&self) -> String {
        let log = self.machine.log();
        let told: Vec<_> = log.iter().filter(|choice| choice.kind != ChoiceKind::Address).collect();
        if told.is_empty() {
            return "nothing was left open so far\n".to_owned();
        }
        let n_older = told.len().saturating_sub(MOST_LISTED);
        let mut text = if n_older > 0 { format!("... {n_older} before these\n") } else { String::new() };
        for choice in &told[n_older..] {
            let value = match choice.kind {
                ChoiceKind::Schedule if choice.width > 1 => {
                    let turn = candor_context_concrete::Turn::from_bits(&choice.value);
                    format!("thread {}", turn.thread.0)
                }
                _ => choice.value.signed_display(),
            };
            let (kind, function, line) = (choice.kind.name(), &choice.function, choice.line);
            text += &format!("{kind} {value}, in `{function}` at line {line}, thread {}\n", choice.thread);
        }
        text
    }

    /// Who ran so far, and who would.
    pub(crate) fn schedule(&self) -> String {
        let (n_older, turns) = self.turns.newest(MOST_LISTED);
        let mut told: Vec<String> = Vec::new();
        if n_older > 0 {
            told.push(format!("... {n_older} turns"));
        }
        told.extend(turns.iter().map(|(thread, n_steps)| format!("{} ({n_steps})", thread.0)));
        let past = match told.is_empty() {
            true => "no thread has made a step yet".to_owned(),
            false => format!("threads and how many steps they made: {}", told.join(", ")),
        };
        let next = match self.is_replay {
            true => "the schedule is that of the log".to_owned(),
            false => format!("`continue` lets run: {}", self.policy.describe()),
        };
        format!("{past}\n{next}\n")
    }
}

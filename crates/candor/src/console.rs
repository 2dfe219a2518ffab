//! What candor writes: the program's output, and messages.
//!
//! The program's standard output is collected and written in pieces: at line ends on a terminal, before it reads, before
//! anything goes to standard error, and at the end. When it can no longer be written the run ends at once, since the
//! program could otherwise go on for ever with nobody listening.

use std::cell::RefCell;
use std::env;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::process;
use std::rc::Rc;

use candor_report::{Diagnostic, Kind, RunReport, SourceCache, TerminalStyle, render_json, render_terminal};

use crate::options::{Color, Format};
use crate::status;

const BUFFER_BYTES: usize = 1 << 16;

/// The program's two outputs.
pub(crate) struct Console {
    out: Vec<u8>,
    err: Vec<u8>,
    flush_at_line_ends: bool,
    /// Whether what stands on standard error so far ends a line.
    err_at_line_start: bool,
}

impl Console {
    pub(crate) fn new() -> Console {
        Console {
            out: Vec::with_capacity(BUFFER_BYTES),
            err: Vec::new(),
            flush_at_line_ends: io::stdout().is_terminal(),
            err_at_line_start: true,
        }
    }

    /// A byte that the program writes.
    pub(crate) fn put(&mut self, fd: i32, byte: u8) {
        if fd == 2 {
            self.flush_out();
            self.err.push(byte);
            if byte == b'\n' || self.err.len() >= BUFFER_BYTES {
                self.flush_err();
            }
            return;
        }
        self.out.push(byte);
        if self.out.len() >= BUFFER_BYTES || (self.flush_at_line_ends && byte == b'\n') {
            self.flush_out();
        }
    }

    pub(crate) fn flush(&mut self) {
        self.flush_out();
        self.flush_err();
    }

    /// Everything of the program is written and a message may start on a new line.
    pub(crate) fn finish(&mut self) {
        self.flush();
        if !self.err_at_line_start {
            write_message("\n");
            self.err_at_line_start = true;
        }
    }

    fn flush_out(&mut self) {
        if self.out.is_empty() {
            return;
        }
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(&self.out).and_then(|()| stdout.flush());
        self.out.clear();
        if let Err(error) = written {
            give_up_writing(&error);
        }
    }

    fn flush_err(&mut self) {
        if let Some(&last) = self.err.last() {
            self.err_at_line_start = last == b'\n';
            let written = io::stderr().lock().write_all(&self.err);
            self.err.clear();
            if written.is_err() {
                // There is nowhere left to complain, and a program that complains for ever would never end.
                process::exit(i32::from(status::CANNOT_GO_ON));
            }
        }
    }
}

impl Drop for Console {
    /// What the program wrote is shown even if candor panics.
    fn drop(&mut self) {
        self.flush();
    }
}

/// Ends the process when standard output cannot be written: a closed pipe quietly, anything else with a message.
fn give_up_writing(error: &io::Error) -> ! {
    if error.kind() != ErrorKind::BrokenPipe {
        write_message(&format!("error: cannot write to standard output: {error}\n"));
    }
    process::exit(i32::from(status::CANNOT_GO_ON));
}

/// The program's standard input; what it wrote before is shown before it waits.
pub(crate) struct ConsoleInput {
    pub(crate) console: Rc<RefCell<Console>>,
}

impl Read for ConsoleInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.console.borrow_mut().flush();
        io::stdin().lock().read(buffer)
    }
}

/// Writes what a command was asked for, in the same way as the program's output.
pub(crate) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        give_up_writing(&error);
    }
}

/// Writes a message to standard error, where nothing can be done if that fails.
pub(crate) fn write_message(text: &str) {
    let mut stderr = io::stderr().lock();
    match stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()) {
        Ok(()) | Err(_) => {}
    }
}

/// Says how a run ended, in the format that was asked for.
pub(crate) fn report(report: &RunReport<'_>, format: Format, color: Color) {
    match (format, report.diagnostic) {
        (Format::Json, _) => write_message(&(render_json(report) + "\n")),
        (Format::Text, Some(diagnostic)) => {
            let style = style(color, io::stderr().is_terminal());
            write_message(&render_terminal(diagnostic, &mut sources(), &style));
        }
        (Format::Text, None) => {}
    }
}

/// Reports what happened outside of any run.
pub(crate) fn report_bare(diagnostic: &Diagnostic, format: Format, status: u8) {
    report(&RunReport { status: i32::from(status), steps: 0, diagnostic: Some(diagnostic) }, format, Color::Auto);
}

/// Says what is wrong with what the user gave, and gives back the exit code that goes with it.
pub(crate) fn refuse(message: &str, format: Format, status: u8) -> u8 {
    report_bare(&Diagnostic::bare(Kind::InputError, message), format, status);
    status
}

/// The files of the program; those below the current folder are named relative to it.
pub(crate) fn sources() -> SourceCache<'static> {
    let sources = SourceCache::new(|path| fs::read(path).ok());
    match env::current_dir().ok().as_deref().and_then(|folder| folder.to_str()) {
        Some(folder) => sources.with_base(folder),
        None => sources,
    }
}

pub(crate) fn style(color: Color, is_terminal: bool) -> TerminalStyle {
    let colors = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
            is_terminal && !refused && !dumb
        }
    };
    let width = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&width| width >= 40);
    TerminalStyle { colors, width: width.unwrap_or(TerminalStyle::default().width) }
}

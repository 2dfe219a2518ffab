//! Where commands come from: a terminal, with editing and a history, or anything else, line by line.

use std::io::{self, BufRead, IsTerminal};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::console;

const PROMPT: &str = "(candor) ";

pub(crate) enum Lines {
    Terminal(Box<DefaultEditor>),
    /// What is read is shown, so that a transcript has the commands and the answers.
    Plain,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match is_terminal.then(DefaultEditor::new) {
            Some(Ok(editor)) => Lines::Terminal(Box::new(editor)),
            // A terminal that cannot be edited on can still be read from.
            Some(Err(_)) | None => Lines::Plain,
        }
    }

    /// The next command; `None` when there will be no more.
    pub(crate) fn next(&mut self) -> Option<String> {
        match self {
            Lines::Terminal(editor) => from_terminal(editor),
            Lines::Plain => {
                let mut line = String::new();
                match io::stdin().lock().read_line(&mut line) {
                    Ok(1..) => {
                        console::print(&format!("{PROMPT}{}\n", line.trim_end()));
                        Some(line)
                    }
                    Ok(_) | Err(_) => None,
                }
            }
        }
    }
}

fn from_terminal(editor: &mut DefaultEditor) -> Option<String> {
    loop {
        match editor.readline(PROMPT) {
            Ok(line) => {
                // A line that cannot be kept can still be obeyed.
                drop(editor.add_history_entry(&line));
                return Some(line);
            }
            // Ctrl-C gives up the line, Ctrl-D the session.
            Err(ReadlineError::Interrupted) => {}
            Err(_) => return None,
        }
    }
}

//! `candor its`: do all runs of an integer transition system end?

use std::fs;
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use candor_its::{Answer, Limit, System, Verdict};

use crate::options::{Format, ItsOptions};
use crate::progress::ProgressLine;
use crate::{console, status};

/// What a search may need after its time to come to an end.
const GRACE: Duration = Duration::from_millis(500);
const STACK_BYTES: usize = 1 << 30;

pub(crate) fn its(options: &ItsOptions) -> u8 {
    let system = match load(options) {
        Ok(system) => system,
        Err(message) => return console::refuse(&message, Format::Text, status::CHECK_BAD_INPUT),
    };
    let mut line = if options.quiet { ProgressLine::hidden() } else { ProgressLine::new(Some(options.timeout)) };
    line.show_doing("proving termination");
    let answer = prove(system, options.timeout);
    line.clear();
    let (word, code) = match answer.verdict {
        Verdict::Terminates => ("YES", status::SUCCESS),
        Verdict::Diverges => ("NO", status::VIOLATED),
        Verdict::Unknown => ("MAYBE", status::UNKNOWN),
    };
    let reasons = if options.quiet { Vec::new() } else { answer.reasons };
    let lines: Vec<String> = reasons.iter().map(|line| format!("{}\n", line.escape_debug())).collect();
    console::print(&format!("{word}\n{}", lines.concat()));
    code
}

fn load(options: &ItsOptions) -> Result<System, String> {
    let file = options.file.display();
    let bytes = fs::read(&options.file).map_err(|error| format!("{file}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{file}: this is no text in UTF-8"))?;
    let system = candor_its::read(&text).map_err(|error| format!("{file}:{error}"))?;
    if let Some(path) = &options.output {
        let is_horn = path.extension().is_some_and(|extension| extension == "smt2");
        let text = if is_horn { candor_its::write_horn(&system) } else { candor_its::write(&system) };
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(system)
}

/// The search runs on a thread of its own, so that one that does not notice the end of its time is left alone.
fn prove(system: System, timeout: Duration) -> Answer {
    let limit = Limit::after(timeout);
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // Nobody listens any more when the time is over.
        sender.send(candor_its::prove(&system, &limit)).unwrap_or_default();
    });
    match receiver.recv_timeout(timeout.saturating_add(GRACE)) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => {
            Answer { verdict: Verdict::Unknown, reasons: vec!["the time is over".to_owned()] }
        }
        Err(RecvTimeoutError::Disconnected) => match worker.map(thread::JoinHandle::join) {
            Ok(Err(payload)) => panic::resume_unwind(payload),
            Ok(Ok(())) | Err(_) => {
                Answer { verdict: Verdict::Unknown, reasons: vec!["no thread was to be had".to_owned()] }
            }
        },
    }
}

//! The journal: every answer on a line of its own, appended as soon as it is there.
//!
//! A line that was not written in full (see `lines`) does not count: its task is done again. The first line says what the batch
//! is, and is there from the moment on when the file has its name; a file that begins with anything else is not ours and is
//! left alone.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BatchError;
use crate::lines::{line, parse, split_line};

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub answer: String,
    pub detail: String,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub memory_mb: f64,
    /// Who has measured: `candor` or `runexec`.
    pub measured: String,
    /// Where everything is that the task's process said: a file in the folder of the batch, and perhaps a line of it.
    pub log: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    candor_batch: u32,
    /// What must not change within a batch: limits, options, candor itself.
    settings: String,
}

#[derive(Serialize, Deserialize)]
struct Record {
    task: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Version 2 knows who has measured and where the log is.
const VERSION: u32 = 2;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What a new journal begins with.
pub(crate) fn first_line(settings: &str) -> String {
    line(&Header { candor_batch: VERSION, settings: settings.to_owned() })
}

impl Journal {
    /// Opens a journal and reads what is in it. What was being written when the last run ended is cut off.
    pub(crate) fn open(path: &Path, settings: &str) -> Result<(Journal, BTreeMap<String, Outcome>), BatchError> {
        let bytes = std::fs::read(path).map_err(BatchError::io(path))?;
        let (header, rest) = split_line(&bytes).ok_or_else(|| not_ours(path))?;
        let header: Header = parse(header).ok_or_else(|| not_ours(path))?;
        if header.candor_batch != VERSION {
            let message = format!(
                "was written by another version of candor (journals of version {}, here {VERSION}); use another folder, or --restart to throw it away",
                header.candor_batch
            );
            return Err(BatchError::content(path, message));
        }
        if header.settings != settings {
            let message = format!(
                "belongs to a batch with other settings ({}, now {settings}); use another folder, or --restart to throw it away",
                header.settings
            );
            return Err(BatchError::content(path, message));
        }
        let mut outcomes = BTreeMap::new();
        let mut rest = rest;
        while let Some((record, after)) = split_line(rest) {
            if let Some(Record { task, outcome }) = parse(record) {
                outcomes.entry(task).or_insert(outcome);
            }
            rest = after;
        }
        let whole =
            u64::try_from(bytes.len() - rest.len()).map_err(|error| BatchError::content(path, error.to_string()))?;
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(BatchError::io(path))?;
        file.set_len(whole).map_err(BatchError::io(path))?;
        file.seek(SeekFrom::End(0)).map_err(BatchError::io(path))?;
        Ok((Journal { file, path: path.to_owned() }, outcomes))
    }

    /// Writes answers down; when this returns they will be found again.
    pub fn append<'r>(&mut self, results: impl IntoIterator<Item = (&'r str, &'r Outcome)>) -> Result<(), BatchError> {
        let record = |(task, outcome): (&str, &Outcome)| Record { task: task.to_owned(), outcome: outcome.clone() };
        let text: String = results.into_iter().map(|result| line(&record(result))).collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(BatchError::io(&self.path))
    }
}

fn not_ours(path: &Path) -> BatchError {
    BatchError::content(path, "is not the journal of a batch")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn outcome(detail: &str) -> Outcome {
        Outcome {
            answer: "TRUE".into(),
            detail: detail.into(),
            seconds: 1.5,
            cpu_seconds: 0.1,
            memory_mb: 7.0,
            measured: "candor".into(),
            log: String::new(),
        }
    }

    fn journal(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("candor-journal-{}-{name}", std::process::id()));
        fs::write(&path, first_line("s")).expect("files can be written");
        path
    }

    #[test]
    fn cut_at_any_byte_only_the_last_record_is_lost() {
        let path = journal("cut");
        let (mut open, _) = Journal::open(&path, "s").expect("is a journal");
        for task in ["a", "b\n\"", "c"] {
            open.append([(task, &outcome("x\ny"))]).expect("can be written");
        }
        drop(open);
        let bytes = fs::read(&path).expect("can be read");
        let header = first_line("s").len();
        let ends: Vec<usize> = (header..bytes.len()).filter(|&at| bytes[at] == b'\n').map(|at| at + 1).collect();
        assert_eq!(ends.len(), 3);
        for cut in header..=bytes.len() {
            fs::write(&path, &bytes[..cut]).expect("files can be written");
            let (mut open, outcomes) = Journal::open(&path, "s").expect("is a journal");
            assert_eq!(outcomes.len(), ends.iter().filter(|&&end| end <= cut).count(), "cut at {cut}");
            open.append([("again", &outcome(""))]).expect("can be written");
            drop(open);
            let (_, outcomes) = Journal::open(&path, "s").expect("is a journal");
            assert!(outcomes.contains_key("again"), "cut at {cut}");
        }
        fs::remove_file(path).expect("files can be removed");
    }

    #[test]
    fn a_damaged_record_is_not_read() {
        let path = journal("damaged");
        let (mut open, _) = Journal::open(&path, "s").expect("is a journal");
        open.append([("a", &outcome(""))]).expect("can be written");
        open.append([("b", &outcome(""))]).expect("can be written");
        let mut bytes = fs::read(&path).expect("can be read");
        let at = first_line("s").len() + 20;
        bytes[at] ^= 1;
        fs::write(&path, bytes).expect("files can be written");
        let (_, outcomes) = Journal::open(&path, "s").expect("is a journal");
        assert_eq!(outcomes.keys().collect::<Vec<_>>(), ["b"]);
        fs::remove_file(path).expect("files can be removed");
    }

    #[test]
    fn other_files_and_other_settings_are_refused() {
        let path = journal("other");
        assert!(Journal::open(&path, "t").unwrap_err().to_string().contains("other settings"));
        let other = line(&Header { candor_batch: 1, settings: "s".to_owned() });
        fs::write(&path, &other).expect("files can be written");
        assert!(Journal::open(&path, "s").unwrap_err().to_string().contains("another version of candor"));
        assert_eq!(fs::read(&path).expect("can be read"), other.as_bytes());
        fs::write(&path, "my diary\n").expect("files can be written");
        assert!(Journal::open(&path, "s").unwrap_err().to_string().contains("is not the journal"));
        assert_eq!(fs::read(&path).expect("can be read"), b"my diary\n");
        fs::remove_file(path).expect("files can be removed");
    }
}

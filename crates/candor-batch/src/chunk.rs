//! The results of a chunk, in one file: for each task a line with all that its process said, and a line with the result.
//!
//! Only one process ever writes to such a file. A scheduler may start a chunk again, on another node while the first still
//! lives even: then the second writes to a file of the next number, and leaves out what is done already.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BatchError;
use crate::journal::Outcome;
use crate::lines::{line, parse};
use crate::run::BatchRun;

#[derive(Serialize)]
struct LogLine<'r> {
    log: &'r str,
}

/// What a task's process said, from its line.
pub(crate) fn log_of_line(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Read {
        log: String,
    }
    parse(line).map(|Read { log }| log)
}

#[derive(Serialize, Deserialize)]
struct ResultLine {
    task: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// A file of results that is being written.
#[derive(Debug)]
pub struct ChunkFile {
    file: File,
    path: PathBuf,
    /// As the folder of the batch knows it.
    shown: String,
    n_lines: usize,
}

impl ChunkFile {
    /// A new file for the results of a chunk, and the tasks that have one already.
    pub fn create(run: &BatchRun, chunk: usize) -> Result<(ChunkFile, BTreeSet<String>), BatchError> {
        let folder = run.results();
        let mut done = BTreeSet::new();
        for attempt in 1_u32.. {
            let name = format!("{chunk}.{attempt}");
            let path = folder.join(&name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    return Ok((ChunkFile { file, path, shown: run.shown_result(&name), n_lines: 0 }, done));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    read_results_from(&path, 0, |task, _| {
                        done.insert(task);
                    })?;
                }
                Err(source) => return Err(BatchError::Io { path, source }),
            }
        }
        Err(BatchError::content(&folder, "there are too many files for this chunk"))
    }

    /// Writes down a result and what the task's process said; when this returns they will be found again.
    pub fn append(&mut self, task: &str, outcome: &Outcome, log: &[u8]) -> Result<(), BatchError> {
        let log = line(&LogLine { log: &String::from_utf8_lossy(log) });
        let outcome = Outcome { log: format!("{}:{}", self.shown, self.n_lines + 1), ..outcome.clone() };
        let text = log + &line(&ResultLine { task: task.to_owned(), outcome });
        self.n_lines += 2;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(BatchError::io(&self.path))
    }
}

/// Reads the results behind an offset, and tells where the last whole line ends.
pub(crate) fn read_results_from(
    path: &Path,
    offset: u64,
    mut found: impl FnMut(String, Outcome),
) -> Result<u64, BatchError> {
    let mut read = || -> io::Result<u64> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(offset))?;
        let (mut reader, mut end, mut text) = (BufReader::with_capacity(1 << 16, file), offset, Vec::new());
        loop {
            text.clear();
            let n_bytes = reader.read_until(b'\n', &mut text)?;
            let Some(whole) = text.strip_suffix(b"\n") else { return Ok(end) };
            end += u64::try_from(n_bytes).map_err(io::Error::other)?;
            if let Some(ResultLine { task, outcome }) = parse(whole) {
                found(task, outcome);
            }
        }
    };
    read().map_err(BatchError::io(path))
}

/// Whether this is the name of a file of results, such as `7.1`.
pub(crate) fn is_result_file(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    name.split_once('.').is_some_and(|(chunk, attempt)| is_number(chunk) && is_number(attempt))
}

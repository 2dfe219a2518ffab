//! Runs: the tasks that were submitted together, each chunk of them a job.
//!
//! ```text
//! runs/2/plan         the tasks; chunk 7 of size 10 has the tasks 70 to 79
//! runs/2/job.sh       what was submitted, or what the user submits
//! runs/2/chunk.sh     how one chunk is done
//! runs/2/output       what the jobs said
//! runs/2/results/7.1  the results of chunk 7, by the first who did it
//! ```
//!
//! A run is never changed. Tasks whose job has died are submitted again as another run, so that a job that was taken for dead and is not
//! writes to files of its own; which of two results counts is the journal's business.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::BatchError;
use crate::folder::{Folder, write_whole};
use crate::plan::BatchPlan;

const PLAN: &str = "plan";
const RESULTS: &str = "results";

/// Tasks that were submitted together.
#[derive(Clone, Debug)]
pub struct BatchRun {
    /// Its folder, as an absolute path.
    pub path: PathBuf,
    pub plan: BatchPlan,
    number: u32,
}

impl BatchRun {
    /// Writes the next run of a batch.
    pub fn create(folder: &Folder, plan: BatchPlan) -> Result<BatchRun, BatchError> {
        let runs = folder.runs()?;
        let number = numbers(&runs)?.last().map_or(1, |last| last + 1);
        let path = runs.join(number.to_string());
        let results = path.join(RESULTS);
        fs::create_dir_all(&results).map_err(BatchError::io(&results))?;
        write_whole(&path, PLAN, plan.render().as_bytes())?;
        Ok(BatchRun { path, plan, number })
    }

    /// The run in a folder.
    pub fn read(path: &Path) -> Result<BatchRun, BatchError> {
        let path = std::path::absolute(path).map_err(BatchError::io(path))?;
        let number = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let number = number.ok_or_else(|| BatchError::content(&path, "is not the folder of a run"))?;
        Ok(BatchRun { plan: BatchPlan::read(&path.join(PLAN))?, path, number })
    }

    /// All runs of a batch, in the order in which they were made. One that has no plan was never submitted.
    pub fn all(folder: &Folder) -> Result<Vec<BatchRun>, BatchError> {
        let runs = folder.runs()?;
        let paths = numbers(&runs)?.into_iter().map(|number| runs.join(number.to_string()));
        paths.filter(|path| path.join(PLAN).exists()).map(|path| BatchRun::read(&path)).collect()
    }

    /// Whether the run is still there: a batch that begins anew throws its runs away.
    pub fn exists(&self) -> bool {
        self.path.join(PLAN).exists()
    }

    /// Takes back a run that could not be submitted.
    pub fn remove(self) -> Result<(), BatchError> {
        fs::remove_dir_all(&self.path).map_err(BatchError::io(&self.path))
    }

    /// Under which name the scheduler knows it.
    pub fn name(&self) -> String {
        format!("candor-{}-{}", self.plan.id, self.number)
    }

    pub fn n_chunks(&self) -> usize {
        self.plan.tasks.len().div_ceil(self.plan.chunk_size)
    }

    /// The tasks of a chunk.
    pub fn chunk(&self, idx: usize) -> Range<usize> {
        let start = idx.saturating_mul(self.plan.chunk_size).min(self.plan.tasks.len());
        start..start.saturating_add(self.plan.chunk_size).min(self.plan.tasks.len())
    }

    pub(crate) fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The name of a result file, from the folder of the batch.
    pub(crate) fn shown_result(&self, name: &str) -> String {
        format!("runs/{}/{RESULTS}/{name}", self.number)
    }

    /// Writes a file of the run, whole or not at all.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BatchError> {
        write_whole(&self.path, name, bytes)
    }
}

/// The runs that there are, in order.
pub(crate) fn numbers(runs: &Path) -> Result<Vec<u32>, BatchError> {
    let mut numbers = Vec::new();
    let entries = match fs::read_dir(runs) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(numbers),
        Err(source) => return Err(BatchError::Io { path: runs.to_owned(), source }),
    };
    for entry in entries {
        let entry = entry.map_err(BatchError::io(runs))?;
        numbers.extend(entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// The folder of a run's results.
pub(crate) fn results_of(runs: &Path, number: u32) -> PathBuf {
    runs.join(number.to_string()).join(RESULTS)
}

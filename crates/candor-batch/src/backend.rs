//! Back ends: where the tasks of a batch run, and what the user says about it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where the tasks run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Backend {
    /// On this machine.
    #[default]
    Local,
    /// As jobs of Slurm, which are followed.
    Slurm,
    /// Wherever the user submits what is written for this scheduler.
    Print(JobScheduler),
}

/// Schedulers that candor writes job files for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobScheduler {
    Slurm,
    Parallel,
    Kubernetes,
    Hyperqueue,
}

impl JobScheduler {
    const ALL: [JobScheduler; 4] =
        [JobScheduler::Slurm, JobScheduler::Parallel, JobScheduler::Kubernetes, JobScheduler::Hyperqueue];

    fn name(self) -> &'static str {
        match self {
            JobScheduler::Slurm => "slurm",
            JobScheduler::Parallel => "parallel",
            JobScheduler::Kubernetes => "kubernetes",
            JobScheduler::Hyperqueue => "hyperqueue",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Local => f.write_str("local"),
            Backend::Slurm => f.write_str("slurm"),
            Backend::Print(scheduler) => write!(f, "print={}", scheduler.name()),
        }
    }
}

impl FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Backend, String> {
        let printed = JobScheduler::ALL.map(Backend::Print);
        let all = [Backend::Local, Backend::Slurm].into_iter().chain(printed);
        let found = all.into_iter().find(|backend| backend.to_string() == text);
        found.ok_or_else(|| "it is local, slurm or print=slurm|parallel|kubernetes|hyperqueue".to_owned())
    }
}

/// How tasks are submitted: it may change when a batch goes on, for it has no influence on results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    pub backend: Backend,
    /// How many tasks one job does; otherwise what [`Submission::chunk_size`] finds reasonable.
    pub chunk: Option<usize>,
    /// How many jobs run at once.
    pub at_once: Option<u16>,
    pub partition: Option<String>,
    pub account: Option<String>,
    /// Further arguments of `sbatch`.
    pub sbatch: Vec<String>,
    /// Whether sources are packed into the folder of the batch.
    pub stage: bool,
}

impl Submission {
    /// Slurm's arrays have at most 1001 elements unless an administrator allows more.
    pub(crate) const MOST_CHUNKS: usize = 1000;
    /// Starting a job costs Slurm a second or so; ten tasks share it.
    const USUAL_CHUNK: usize = 10;

    /// How many of so many tasks one job does.
    pub fn chunk_size(&self, n_tasks: usize) -> usize {
        let usual = Submission::USUAL_CHUNK.max(n_tasks.div_ceil(Submission::MOST_CHUNKS));
        self.chunk.unwrap_or(usual).max(1)
    }

    /// The same for tasks whose job has died: each alone, if possible, so that one that takes its job with it hurts no other.
    pub fn cautious_chunk_size(n_tasks: usize) -> usize {
        n_tasks.div_ceil(Submission::MOST_CHUNKS).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_back_ends() {
        for name in ["local", "slurm", "print=slurm", "print=parallel", "print=kubernetes", "print=hyperqueue"] {
            assert_eq!(name.parse::<Backend>().expect("is one").to_string(), name);
        }
        assert!("print=".parse::<Backend>().is_err());
    }

    #[test]
    fn arrays_are_not_too_long() {
        let submission = Submission::default();
        assert_eq!([1, 200, 10_000, 10_001].map(|n| submission.chunk_size(n)), [10, 10, 10, 11]);
        assert_eq!(Submission { chunk: Some(3), ..submission }.chunk_size(50), 3);
        assert_eq!([1, 1000, 1001].map(Submission::cautious_chunk_size), [1, 1, 2]);
    }
}

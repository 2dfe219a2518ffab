//! Job files for schedulers: one module for each scheduler, all made from the same job.
//!
//! Paths may contain anything, and each of these formats has its own idea of quotes. So the path of the run stands in a shell script,
//! where quoting is simple, and once more in the file that starts that script.

mod hyperqueue;
mod kubernetes;
mod parallel;
mod slurm;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::backend::JobScheduler;
use crate::error::BatchError;
use crate::run::BatchRun;

const CHUNK_SCRIPT: &str = "chunk.sh";

/// What all schedulers are told.
pub(crate) struct Job<'r> {
    pub(crate) run: &'r BatchRun,
    pub(crate) name: String,
    pub(crate) script: PathBuf,
    pub(crate) n_chunks: usize,
    /// How long a chunk may take.
    pub(crate) time: Duration,
    pub(crate) memory_mb: u64,
}

/// A job as it is written, and what the user types to submit it.
pub(crate) struct Rendered {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) submit: String,
}

/// Writes what is submitted into the folder of the run: the job, and the script that does one chunk with this candor. Tells how
/// to submit it.
pub fn write_job(run: &BatchRun, scheduler: JobScheduler, candor: &Path) -> Result<String, BatchError> {
    let script = [
        &b"#!/bin/sh\n# Does the tasks of one chunk; its number is the argument.\nexec "[..],
        &quoted(candor.as_os_str()),
        b" __candor-chunk ",
        &quoted(run.path.as_os_str()),
        format!(" {} \"$1\"\n", run.plan.id).as_bytes(),
    ]
    .concat();
    run.write(CHUNK_SCRIPT, &script)?;
    let job = job(run);
    let rendered = match scheduler {
        JobScheduler::Slurm => slurm::render(&job),
        JobScheduler::Parallel => Ok(parallel::render(&job)),
        JobScheduler::Kubernetes => kubernetes::render(&job),
        JobScheduler::Hyperqueue => hyperqueue::render(&job),
    };
    let rendered = rendered.map_err(|message| BatchError::content(&run.path, message))?;
    run.write(rendered.name, &rendered.bytes)?;
    Ok(rendered.submit)
}

/// A task is killed 1.5 seconds after its time, and a process must start and files be read: generous, for this limit is for
/// machines that hang.
const SPARE_PER_TASK: Duration = Duration::from_secs(5);
const SPARE_PER_CHUNK: Duration = Duration::from_secs(120);
/// For the process that watches the task, and what the task said.
const SPARE_MEMORY_MB: u64 = 256;

fn job(run: &BatchRun) -> Job<'_> {
    let n_tasks = u32::try_from(run.plan.chunk_size).unwrap_or(u32::MAX);
    let per_task = run.plan.setup.timeout.saturating_add(SPARE_PER_TASK);
    let limit = run.plan.setup.memory_limit_mb;
    Job {
        run,
        name: run.name(),
        script: run.path.join(CHUNK_SCRIPT),
        n_chunks: run.n_chunks(),
        time: per_task.saturating_mul(n_tasks).saturating_add(SPARE_PER_CHUNK),
        memory_mb: limit.saturating_add(limit / 4).saturating_add(SPARE_MEMORY_MB),
    }
}

impl Job<'_> {
    fn last_chunk(&self) -> usize {
        self.n_chunks.saturating_sub(1)
    }

    /// Rounded up.
    fn minutes(&self) -> u64 {
        self.time.as_secs().div_ceil(60)
    }

    /// The script's path, for formats that are text.
    fn script_text(&self) -> Result<&str, String> {
        self.script.to_str().ok_or_else(|| "the path of the folder is not text, which this scheduler needs".to_owned())
    }
}

/// A word of a shell script.
fn quoted(word: &OsStr) -> Vec<u8> {
    let mut bytes = b"'".to_vec();
    for &byte in word.as_bytes() {
        match byte {
            b'\'' => bytes.extend(b"'\\''"),
            byte => bytes.push(byte),
        }
    }
    bytes.push(b'\'');
    bytes
}

/// The same, to be shown.
fn quoted_text(word: &OsStr) -> String {
    String::from_utf8_lossy(&quoted(word)).into_owned()
}

/// A text in JSON, which is also one in YAML and TOML.
fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::folder::{Folder, Start};
    use crate::plan::tests::plan;

    #[test]
    fn every_path_stays_one_word() {
        for word in ["plain", "", "it's", "a b\nc", "$(x) `y` \"z\" \\"] {
            let script = [&b"printf %s "[..], &quoted(OsStr::new(word))].concat();
            let output = Command::new("sh").arg("-c").arg(OsStr::from_bytes(&script)).output().expect("sh runs");
            assert_eq!(output.stdout, word.as_bytes());
        }
    }

    #[test]
    fn jobs_of_all_schedulers() {
        let path = std::env::temp_dir().join(format!("candor-scripts-{} it's $HOME", std::process::id()));
        let (folder, _, _) = Folder::open(&path, "s", Start::Resume).expect("can be made");
        let mut plan = plan(25, 10);
        plan.submission.at_once = Some(4);
        plan.submission.partition = Some("long one".to_owned());
        plan.submission.sbatch = vec!["--qos=low".to_owned()];
        let run = BatchRun::create(&folder, plan).expect("can be made");
        let read = |name: &str| std::fs::read_to_string(run.path.join(name)).expect("is there");
        let expect = |text: &str, parts: &[&str]| {
            for part in parts {
                assert!(text.contains(part), "`{part}` is not in\n{text}");
            }
        };
        let candor = Path::new("/staged/candor");
        let submit = write_job(&run, JobScheduler::Slurm, candor).expect("can be written");
        assert!(submit.ends_with("&& sbatch job.sh"), "{submit}");
        let lines = [
            "--job-name=candor-abc-1\n",
            "--array=0-2%4\n",
            "--time=4\n",
            "--mem=336M\n",
            "--partition=\"long one\"\n",
        ];
        expect(&read("job.sh"), &lines);
        expect(&read("job.sh"), &["#SBATCH --qos=low\n", "it'\\''s $HOME"]);
        expect(&read("chunk.sh"), &["exec '/staged/candor' __candor-chunk ", "' abc \"$1\"\n"]);
        write_job(&run, JobScheduler::Parallel, candor).expect("can be written");
        expect(&read("job.sh"), &["seq 0 2 | parallel --jobs 4 "]);
        write_job(&run, JobScheduler::Kubernetes, candor).expect("can be written");
        expect(&read("job.yaml"), &["completionMode: Indexed", "completions: 3\n", "parallelism: 3\n", "336Mi"]);
        write_job(&run, JobScheduler::Hyperqueue, candor).expect("can be written");
        expect(&read("job.toml"), &["ids = \"0-2\"", "time_limit = \"185s\""]);
        std::fs::remove_dir_all(path).expect("can be removed");
    }

    #[test]
    fn arguments_of_sbatch_stay_on_their_line() {
        let path = std::env::temp_dir().join(format!("candor-scripts-{}-lines", std::process::id()));
        let (folder, _, _) = Folder::open(&path, "s", Start::Resume).expect("can be made");
        let mut plan = plan(1, 1);
        plan.submission.sbatch = vec!["--comment=a\nrm -rf /".to_owned()];
        let run = BatchRun::create(&folder, plan).expect("can be made");
        let error = write_job(&run, JobScheduler::Slurm, Path::new("/candor")).unwrap_err().to_string();
        assert!(error.contains("must be one line"), "{error}");
        std::fs::remove_dir_all(path).expect("can be removed");
    }
}

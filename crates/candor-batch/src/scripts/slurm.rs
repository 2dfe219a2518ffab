//! An array job of Slurm: one element for each chunk.
//!
//! All elements write what they have to say to one file, for a file of each would double the number of files. A node that is lost
//! makes Slurm start the element again (`--requeue`); what was done before is left out then.

use super::{Job, Rendered, quoted, quoted_text};

pub(super) const NAME: &str = "job.sh";

pub(super) fn render(job: &Job<'_>) -> Result<Rendered, String> {
    let submission = &job.run.plan.submission;
    let at_once = submission.at_once.map_or_else(String::new, |n| format!("%{n}"));
    let mut options = vec![
        format!("--job-name={}", job.name),
        format!("--array=0-{}{at_once}", job.last_chunk()),
        format!("--time={}", job.minutes()),
        format!("--mem={}M", job.memory_mb),
        "--ntasks=1".to_owned(),
        "--cpus-per-task=1".to_owned(),
        "--requeue".to_owned(),
        "--output=output".to_owned(),
        "--open-mode=append".to_owned(),
    ];
    options.extend(submission.partition.as_ref().map(|name| format!("--partition={}", value(name))));
    options.extend(submission.account.as_ref().map(|name| format!("--account={}", value(name))));
    // The last word counts: what the user says comes last.
    options.extend(submission.sbatch.iter().cloned());
    let mut text = String::from("#!/bin/sh\n");
    for option in &options {
        if option.contains(['\n', '\r']) {
            return Err(format!("the argument {option:?} for sbatch must be one line"));
        }
        text += &format!("#SBATCH {option}\n");
    }
    let exec = [b"exec sh ", &*quoted(job.script.as_os_str()), b" \"$SLURM_ARRAY_TASK_ID\"\n"].concat();
    let submit = format!("cd {} && sbatch {NAME}", quoted_text(job.run.path.as_os_str()));
    Ok(Rendered { name: NAME, bytes: [text.as_bytes(), &exec].concat(), submit })
}

/// A value as `#SBATCH` lines have it: quotes only where they are needed.
fn value(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,:/@+".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("{text:?}") }
}

//! Slurm's own commands: `sbatch` submits, `squeue` tells what became of it.
//!
//! Jobs are found by their names, which are made of the batch's id and written down before anything is submitted: whoever submitted
//! a job and was killed before Slurm's answer came finds it again all the same. No accounting database is needed.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

use crate::error::BatchError;
use crate::run::BatchRun;
use crate::text::escape;

/// A chunk as Slurm sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedChunk {
    /// The name of the run.
    pub run: String,
    pub chunk: usize,
    pub state: ChunkState,
    /// Slurm's words for the state and its reason.
    pub words: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChunkState {
    Waiting,
    Running,
    /// It is being ended, whatever the reason; its last results may just be written.
    Ending,
    /// Somebody did not want it any more.
    Cancelled,
    /// Whatever came of it.
    Over,
}

impl ChunkState {
    /// What a state of Slurm means to us. One that we do not know may still become a result, so that we wait for it.
    fn of_slurm(state: &str) -> ChunkState {
        match state {
            "CANCELLED" => ChunkState::Cancelled,
            "BOOT_FAIL" | "COMPLETED" | "DEADLINE" | "FAILED" | "NODE_FAIL" | "OUT_OF_MEMORY" | "PREEMPTED"
            | "REVOKED" | "SPECIAL_EXIT" | "TIMEOUT" => ChunkState::Over,
            "PENDING" | "CONFIGURING" | "REQUEUED" | "REQUEUE_FED" | "REQUEUE_HOLD" | "RESV_DEL_HOLD" => {
                ChunkState::Waiting
            }
            "COMPLETING" | "STAGE_OUT" => ChunkState::Ending,
            _ => ChunkState::Running,
        }
    }

    /// Whether results may still come.
    pub fn is_alive(self) -> bool {
        match self {
            ChunkState::Waiting | ChunkState::Running | ChunkState::Ending => true,
            ChunkState::Cancelled | ChunkState::Over => false,
        }
    }
}

/// Submits the job of a run and tells its number.
pub fn submit(run: &BatchRun) -> Result<String, BatchError> {
    let mut command = Command::new("sbatch");
    let answer = answer(command.args(["--parsable", "job.sh"]).current_dir(&run.path))?;
    // The number, and behind a semicolon the name of the cluster, if there are several.
    Ok(answer.lines().last().unwrap_or_default().split(';').next().unwrap_or_default().trim().to_owned())
}

/// The chunks of these runs that Slurm still knows: also those that have ended lately.
pub fn queue(runs: &[BatchRun]) -> Result<Vec<QueuedChunk>, BatchError> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = runs.iter().map(BatchRun::name).collect();
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--states=all", "--format=%j|%K|%T|%r"]);
    let answer = answer(command.arg(format!("--name={}", names.join(","))))?;
    Ok(answer.lines().filter_map(queued_chunk).collect())
}

fn queued_chunk(line: &str) -> Option<QueuedChunk> {
    let mut cells = line.trim().split('|');
    let (run, chunk, state, reason) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let words = match reason {
        "None" | "" => state.to_owned(),
        reason => format!("{state}, {reason}"),
    };
    Some(QueuedChunk {
        run: run.to_owned(),
        chunk: chunk.parse().ok()?,
        state: ChunkState::of_slurm(state),
        words: escape(words.as_bytes()),
    })
}

fn answer(command: &mut Command) -> Result<String, BatchError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let fail = |message| BatchError::Command { program: program.clone(), message };
    // In a group of its own: Ctrl-C is for us, not for a command that is just submitting something.
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).process_group(0).output().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => fail(
                "is not there: Slurm is not installed here; `--backend print=slurm` writes a job for another machine"
                    .to_owned(),
            ),
            _ => fail(error.to_string()),
        })?;
    let said = String::from_utf8_lossy(&stderr);
    if !status.success() {
        let lines: Vec<String> = said.lines().map(|line| escape(line.trim().as_bytes())).collect();
        return Err(fail(if lines.is_empty() { status.to_string() } else { lines.join("; ") }));
    }
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_squeue_prints() {
        let chunk = queued_chunk("candor-abc-1|17|PENDING|Resources\n").expect("is one");
        assert_eq!((&*chunk.run, chunk.chunk, chunk.state), ("candor-abc-1", 17, ChunkState::Waiting));
        assert_eq!(chunk.words, "PENDING, Resources");
        for (state, is_alive) in
            [("RUNNING", true), ("COMPLETING", true), ("NEW_STATE", true), ("CANCELLED", false), ("NODE_FAIL", false)]
        {
            let chunk = queued_chunk(&format!("candor-abc-1|0|{state}|None")).expect("is one");
            assert_eq!((chunk.state.is_alive(), &*chunk.words), (is_alive, state));
        }
        assert_eq!(queued_chunk("candor-abc-1|N/A|RUNNING|None"), None);
    }
}
